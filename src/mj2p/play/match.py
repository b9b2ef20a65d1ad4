"""Several hands between the same players: `Match("three144", balances=(20_000, 20_000), room="新手")`.

    match = Match("duel64", seed=1, hands=8)
    while not match.over:
        game = match.deal()
        ...play it...
        match.close()

A match keeps the dealer, the balances and the scores from hand to hand, and ends when a player falls below the least
that may be carried, when the agreed number of hands is played, or with the hand that somebody has left in. Rooms and
titles are data of the rule set. Time is what the caller says it is (`tick`): nothing here reads a clock.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any, Final, NamedTuple

from .. import rules as rule_sets
from ..arguments import MOST_SEED, whole
from ..errors import IllegalAction, InvalidLog
from ..rules.ruleset import RuleSet
from ..rules.settings import MOST_BALANCE, MOST_BASE
from .action import Action
from .game import Game
from .log import FORMAT, VERSION, Log
from .replay import compare, follow, read_events, rules_of
from .result import Result
from .settlement import HOUSE, balances_of
from .state import seat_of

__all__ = ["Match", "Room", "rooms", "title"]

MOST_LINES_OF_MATCH: Final = 1_000_000


class Room(NamedTuple):
    """Beans a unit, and the least and most that a player may carry into it (most 0: any amount)."""

    name: str
    base: int
    least: int
    most: int


def rooms(rules: str | RuleSet) -> tuple[Room, ...]:
    """The rooms of a rule set, as its file has them."""
    return tuple([Room(name, *numbers) for name, numbers in rule_sets.get(rules).rooms.items()])


def title(score: int, rules: str | RuleSet) -> str | None:
    """The title of a score: the first whose upper end it does not pass, else the last; None where there are none."""
    score, titles = whole("score", score, -MOST_BALANCE, MOST_BALANCE), rule_sets.get(rules).titles
    found = [name for name, most in titles.items() if score <= most] or list(titles)[-1:]
    return found[0] if found else None


class Match:
    """Hands played one after another (rulebook 6-11, "Next dealer").

    `balances`: beans a seat now; `scores`: units won less units lost, the base not counted, as titles go by; `house`:
    what it has taken; `dealer`: of the next hand, None before the first (drawn from the seed); `game`: the hand being
    played, None between hands; `games`: those that are over; `left`: the seat that has left, or None. Copies, pickles,
    compares; `log` is the record of all of it.
    """

    def __init__(
        self,
        rules: str | RuleSet = "duel64",
        seed: int = 0,
        *,
        balances: Iterable[int] | None = None,
        room: str | Room | None = None,
        base: int | None = None,
        least: int = 1,
        hands: int | None = None,
        scores: Iterable[int] | None = None,
    ) -> None:
        """`seed`: hand number n is dealt from (seed, n). `room`: by name or as a Room; it sets `base` and `least` and
        refuses who carries too little or too much. `base`: beans a unit; None: the rule set's own rule, before each
        hand. `least`: who has less after a hand ends the match. `hands`: how many; None: until somebody has too little.
        `scores`: of earlier matches. ValueError, TypeError: as `Game`.
        """
        self.rules = rule_sets.get(rules)
        self.seed = whole("seed", seed, 0, MOST_SEED)
        self.balances = balances_of(balances, self.rules.play["players"] or None)
        self.room = _room(self.rules, room)
        self.base = self.room.base if self.room else None if base is None else whole("base", base, 0, MOST_BASE)
        self.least = self.room.least if self.room else whole("least", least, 0, MOST_BALANCE)
        self.hands = None if hands is None else whole("hands", hands, 1, None)
        self.house = 0
        self.dealer: int | None = None
        self.game: Game | None = None
        self.games: list[Game] = []
        self.left: int | None = None
        self._asked: tuple[Game, object, float] | None = None  # which decision, and when it was first seen
        Game(self.rules, self.seed, balances=self.balances, base=self.base)  # says what is wrong with them
        scores = (0,) * len(self.balances) if scores is None else scores
        self.scores = tuple([whole("a score", score, -MOST_BALANCE, MOST_BALANCE) for score in scores])
        if len(self.scores) != len(self.balances):
            raise ValueError(f"{len(self.balances)} players have {len(self.balances)} scores, not {len(self.scores)}")
        if self.room:
            for seat, balance in enumerate(self.balances):
                if balance < self.room.least or (self.room.most and balance > self.room.most):
                    taken = f"{self.room.least} to {self.room.most}" if self.room.most else f"{self.room.least} or more"
                    raise ValueError(f"seat {seat} carries {balance}; room {self.room.name} takes {taken}")
        self._first = self.balances, self.scores

    # ---- Asking ------------------------------------------------------------------------------------------------------

    @property
    def results(self) -> tuple[Result, ...]:
        """How the hands that are over ended."""
        return tuple([game.result for game in self.games if game.result])

    @property
    def over(self) -> bool:
        """Whether no further hand is dealt."""
        done = self.hands is not None and len(self.games) >= self.hands
        return self.game is None and (done or self.left is not None or min(self.balances) < self.least)

    @property
    def titles(self) -> tuple[str | None, ...]:
        """The title of each seat's score; None where the rule set has none."""
        return tuple([title(score, self.rules) for score in self.scores])

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def deal(self) -> Game:
        """The next hand, with the dealer and the balances of the last one; ValueError while there is one, or after."""
        if self.game is not None:
            raise ValueError("a hand is being played: close it first")
        if self.over:
            raise ValueError("the match is over")
        number = len(self.games)
        self.game = Game(
            self.rules, self.seed, dealer=self.dealer, balances=self.balances, base=self.base, index=number
        )
        return self.game

    def close(self) -> Result:
        """Take over what the hand has changed; ValueError while it is not over."""
        game = self.game
        if game is None or (result := game.result) is None:
            raise ValueError("there is no hand that is over")
        self.balances = tuple([balance + delta for balance, delta in zip(self.balances, result.deltas, strict=True)])
        self.house += result.house
        scores = list(self.scores)
        for line in result.items:
            if line.payee != HOUSE:
                scores[line.payee] += line.units
                scores[line.payer] -= line.units
        self.scores = tuple(scores)
        self.dealer = game.next_dealer
        self.left = next(iter(_leavers(game)), self.left)
        self.games.append(game)
        self.game = self._asked = None
        return result

    def leave(self, seat: int) -> None:
        """The player leaves the match: the hand is played on by the caretaker (托管), or forfeited where the rule set
        says so, and is the last one. Between hands, and once a hand has ended, nothing is paid. Who has left may
        leave again, which changes nothing. ValueError where there is no such seat, IllegalAction where the match is
        over."""
        seat = seat_of(seat, len(self.balances))
        if self.over:
            raise IllegalAction("the match is over")
        if self.game is not None and not self.game.over:
            self.game.leave(seat)
        elif self.left is None and not (self.game and _leavers(self.game)):
            self.left = seat

    def time_left(self, now: float) -> float | None:
        """Seconds that the player who is asked still has, never below 0; None where there is no limit or no decision.

        `now` is in seconds, of any clock that does not go back. The time of a decision begins with the first call of
        `time_left` or `tick` that sees it.
        """
        if not isfinite(now):
            raise ValueError(f"the time is {now}, which no clock shows")
        game, seconds = self.game, self.rules.play["seconds"]
        if game is None or game.over or not seconds:
            return None
        if self._asked is None or self._asked[0] is not game or self._asked[1] != game.moment:
            self._asked = game, game.moment, now
        return float(max(0.0, self._asked[2] + seconds - now))

    def tick(self, now: float) -> Action | None:
        """Tell the time: what was done for a player whose time has run out (`Game.time_out`), or None.

        `[play] seconds` of the rule set says how long a decision may take: `rules.derive(seconds=20)`.
        """
        if self.game is None or self.time_left(now) != 0:
            return None
        done = self.game.time_out()
        self.time_left(now)  # the next decision's time begins
        return done

    def copy(self) -> Match:
        """The same match, going on by itself."""
        other = copy.copy(self)
        other.game = self.game.copy() if self.game else None
        other.games = list(self.games)
        other._asked = None
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return {**vars(self), "_asked": None} == {**vars(other), "_asked": None}

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_asked": None}  # by whose clock?

    def __repr__(self) -> str:
        now = "over" if self.over else f"hand {len(self.games) + 1}" if self.game else "between hands"
        return f"<Match {self.rules.name}: {now}, balances {self.balances}>"

    # ---- The record --------------------------------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """The record so far: a line of its own, the record of each hand, and what ended it. See `replay`."""
        return Log(self._events())

    def _events(self) -> Iterator[dict[str, Any]]:
        balances, scores = self._first
        yield {
            "type": "start_match", "format": FORMAT, "version": VERSION, "rules": self.rules.name,
            "fingerprint": self.rules.play_fingerprint, "seed": self.seed, "balances": list(balances),
            "scores": list(scores), "room": self.room and list(self.room), "base": self.base,
            "least": self.least, "hands": self.hands,
        }
        for game in [*self.games, *([self.game] if self.game else [])]:
            yield from game.log.events
        if self.left is not None and not (self.games and _leavers(self.games[-1])):
            yield {"type": "leave", "actor": self.left}
        if self.over:
            yield {
                "type": "end_match", "balances": list(self.balances), "scores": list(self.scores), "house": self.house
            }

    @classmethod
    def replay(cls, log: Log | str | Iterable[str], rules: RuleSet | None = None) -> Match:
        """The match of a record, each hand played again; InvalidLog names the first line that is wrong.

        `rules` is for records of a rule set that is not a built-in one. A record does not say whether its last hand,
        where that is over, was closed: it is, but where that ends the match and the line of its end is not there.
        """
        events = read_events(log, MOST_LINES_OF_MATCH)
        match = cls._head(events, rules)
        at = 1
        while at < len(events):
            kind, end = events[at]["type"], at + 1
            try:
                if kind == "leave":
                    match.leave(events[at].get("actor", -1))
                elif kind == "start_game":
                    while end < len(events) and events[end - 1]["type"] != "end_game":
                        end += 1
                    follow(match.deal(), events[at:end], at + 1)
                    if match.game and match.game.over:
                        closed = match.copy()
                        closed.close()
                        after = [event["type"] for event in events[end : end + 2]]
                        if after != ["leave"] and (after or not closed.over):  # else the hand stood there, not closed
                            match = closed
                else:
                    break
            except InvalidLog:
                raise
            except ValueError as error:
                raise InvalidLog(f"line {at + 1}: {error}", at + 1) from error
            at = end
        compare(events, match.log.events)
        return match

    @classmethod
    def _head(cls, events: list[dict[str, Any]], rules: RuleSet | None) -> Match:
        head = events[0] if events else {}
        if (head.get("type"), head.get("format"), head.get("version")) != ("start_match", FORMAT, VERSION):
            raise InvalidLog(f"line 1: not the record of a match of {FORMAT} version {VERSION}", 1)
        try:
            known = rules_of(head, rules)
            room = head["room"]
            return cls(
                known, head["seed"], balances=head["balances"], room=Room(*room) if room else None, base=head["base"],
                least=head["least"], hands=head["hands"], scores=head["scores"],
            )
        except (KeyError, TypeError, ValueError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else error
            raise InvalidLog(f"line 1: {what}", 1) from error


def _leavers(game: Game) -> list[int]:
    """The seats that have left in a hand, the first of them first."""
    return [-1 - action for action in game.history if action < 0]


def _room(rules: RuleSet, room: str | Room | None) -> Room | None:
    if room is None:
        return None
    if isinstance(room, Room):
        if not isinstance(room.name, str):
            raise TypeError(f"the name of a room is a text, not {room.name!r}")
        base, least = whole("base", room.base, 0, MOST_BASE), whole("least", room.least, 0, MOST_BALANCE)
        return Room(room.name, base, least, whole("most", room.most, 0, MOST_BALANCE))
    there = rooms(rules)
    for one in there:
        if one.name == room:
            return one
    names = ", ".join(one.name for one in there) or "none"
    raise ValueError(f"{rules.name} has no room {room!r}; there are: {names}")
