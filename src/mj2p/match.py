"""Several hands between two players: `Match("duel72", balances=(20_000, 20_000), room="...")`.

    match = Match("duel64", seed=1)
    while not match.over:
        game = match.deal()
        ...play it...
        match.close()

A match keeps the dealer and the balances from hand to hand, and ends when a player falls below the least that may be
carried, when the agreed number of hands is played, or when somebody has left. Rooms and titles are data.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from . import ruleset
from .game import Game, Result
from .ruleset import RuleSet

__all__ = ["ROOMS", "TITLES", "Match", "Room", "title"]


class Room(NamedTuple):
    """Beans a point, and the least and most that a player may carry into it (most 0: any amount)."""

    name: str
    base: int
    least: int
    most: int


#: Rooms by rule set (rulebook 7, 9): the multiples of `duel72` have no limits.
ROOMS: Final[dict[str, tuple[Room, ...]]] = {
    "duel72": tuple(Room(str(base), base, 1, 0) for base in (1, 100, 200, 500, 1000, 2000)),
    "three144": (
        Room("新手", 50, 1_000, 60_000),
        Room("普通", 200, 5_000, 80_000),
        Room("初级", 500, 10_000, 100_000),
        Room("中级", 2_000, 50_000, 1_000_000),
        Room("高级", 6_000, 200_000, 2_000_000_000),
    ),
}

#: Titles of `three144` by score, each with the upper end of its band; above the last the last holds.
TITLES: Final = (
    ("雀蛋", 20), ("雀仔", 40), ("麻雀", 80), ("雀头", 150), ("铜雀", 300), ("银雀", 800), ("金雀", 1200),
    ("雀王", 2000),
    ("雀霸", 3000), ("雀皇", 4500), ("雀妖", 7000), ("雀仙", 10000), ("雀魔", 20000), ("雀圣", 50000), ("雀神", 100000),
    ("自摸王", 200000),
)


def title(score: int) -> str:
    """The title of a score: the first band whose upper end it does not pass."""
    return next((name for name, most in TITLES if score <= most), TITLES[-1][0])


class Match:
    """Hands played one after another. `games`, `results`: those that are over; `game`: the one being played."""

    def __init__(
        self,
        rules: str | RuleSet = "duel64",
        seed: int = 0,
        balances: Sequence[int] = (10_000, 10_000),
        *,
        room: str | Room | None = None,
        base: int | None = None,
        least: int = 1,
        hands: int | None = None,
    ) -> None:
        """`room`: by name or as a Room; it sets base and least and refuses who carries too little or too much.
        `base` None without a room: the rule set's own rule, from the balances before each hand. `hands`: how many."""
        self.rules = ruleset.get(rules)
        self.seed = seed
        self.balances = tuple(balances)
        self.room = _room(self.rules, room)
        self.base = self.room.base if self.room else base
        self.least = self.room.least if self.room else least
        self.hands = hands
        self.house = 0
        self.dealer: int | None = None
        self.game: Game | None = None
        self.games: list[Game] = []
        self.left: int | None = None
        Game(self.rules, seed, balances=self.balances, base=self.base)  # says what is wrong with them
        if self.room:
            for seat, balance in enumerate(self.balances):
                if balance < self.room.least or (self.room.most and balance > self.room.most):
                    taken = f"{self.room.least} to {self.room.most}" if self.room.most else f"{self.room.least} or more"
                    raise ValueError(f"seat {seat} carries {balance}; room {self.room.name} takes {taken}")

    @property
    def results(self) -> tuple[Result, ...]:
        return tuple([game.result for game in self.games if game.result])

    @property
    def over(self) -> bool:
        """Whether no further hand is dealt."""
        done = self.hands is not None and len(self.games) >= self.hands
        return self.game is None and (done or self.left is not None or min(self.balances) < self.least)

    def deal(self) -> Game:
        """The next hand: the dealer and the balances of the last one, a deck of (seed, number of the hand)."""
        if self.game is not None:
            raise ValueError("a hand is being played: close it first")
        if self.over:
            raise ValueError("the match is over")
        number = len(self.games)
        self.game = Game(self.rules, self.seed, self.dealer, self.balances, self.base, index=number)
        return self.game

    def close(self) -> Result:
        """Take over what the hand has changed. A hand that a player has left is played to its end by the other."""
        game = self.game
        if game is None or (result := game.result) is None:
            raise ValueError("there is no hand that is over")
        self.balances = tuple(balance + delta for balance, delta in zip(self.balances, result.deltas, strict=True))
        self.house += result.house
        self.dealer = game.next_dealer
        left = [-1 - action for action in game.history if action < 0]
        self.left = left[0] if left else None
        self.games.append(game)
        self.game = None
        return result


def _room(rules: RuleSet, room: str | Room | None) -> Room | None:
    if room is None or isinstance(room, Room):
        return room
    there = ROOMS.get(rules.name, ())
    for one in there:
        if one.name == room:
            return one
    names = ", ".join(one.name for one in there) or "none"
    raise ValueError(f"{rules.name} has no room {room!r}; there are: {names}")
