"""What one player may see of a game: `Observation`, made by `Game.observation(seat)` (rulebook 6-9).

Hidden: the wall, the opponent's concealed tiles (unless played open, or shown to a ready player), and, until the hand
ends, of what the opponent's concealed kongs are. It does not say whose decision it is: who is not asked has no actions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..hands.tiles import FLOWERS
from ..rules.ruleset import RuleSet
from .deck import write_tile

__all__ = ["Observation", "observe", "sees_hand"]

HIDDEN_KONG = "(????)"


class Observation(NamedTuple):
    """What a seat may know, tuples by seat and tiles as letters. Comparable, hashable; `str` draws the table."""

    rules: str  # the name of the rule set
    seat: int  # who sees this
    dealer: int
    hand: tuple[str, ...]  # the own concealed tiles, sorted, the drawn one among them
    drawn: str | None  # the tile drawn on the own turn; None after a claim
    opponent: tuple[str, ...] | None  # of two players: the other's concealed tiles where they may be seen
    hand_sizes: tuple[int, ...]  # concealed tiles
    melds: tuple[tuple[str, ...], ...]  # texts, "[123m,1]"; a hidden concealed kong is "(????)"
    discards: tuple[tuple[int, str, bool], ...]  # (seat, tile, whether it was claimed, robbed or won on), in order
    wall: int  # tiles left
    indicators: tuple[str, ...]
    flowers: tuple[str, ...]  # laid down, as letters a-h
    open: tuple[bool, ...]  # 明牌
    doubled: tuple[bool, ...]  # 加倍 before play
    declined: tuple[int, ...]  # wins doubled instead
    ready: tuple[int, ...]  # 0; 1 听牌; 2 天听
    dice: tuple[int, int]
    tile: str | None  # what this player is asked to answer to
    actions: tuple[int, ...]  # numbers of what may be done, by the action table; empty where this seat is not asked
    treasures: tuple[str, ...] = ()  # 宝, once the indicator is turned
    pushed: tuple[str | None, ...] = ()  # 推出, face down: the own pair by its tile, another's as "?"

    def __str__(self) -> str:
        seats = len(self.hand_sizes)
        others = [(self.seat + after) % seats for after in range(1, seats)]
        said: dict[str, tuple[object, ...]] = {
            "open": self.open, "doubled": self.doubled, "declined": self.declined, "ready": self.ready,
            "pushed": self.pushed,
        }  # fmt: skip
        declared = [(word, by_seat) for word, by_seat in said.items() if any(by_seat)]
        rows = [
            f"{self.rules}: seat {self.seat}{' (庄)' if self.dealer == self.seat else ''}, wall {self.wall}",
            f"indicators {' '.join(self.indicators)}" if self.indicators else "",
            f"treasures  {' '.join(self.treasures)}" if self.treasures else "",
            *(f"{word:10} {' '.join(str(who) for who, it in enumerate(by_seat) if it)}" for word, by_seat in declared),
            *(
                f"{'opponent  ' if seats == 2 else f'seat {other}    '}"
                f" {' '.join(self.opponent) if self.opponent else '? ' * self.hand_sizes[other]}"
                f" {' '.join(self.melds[other])} {self.flowers[other]}"
                for other in others
            ),
            *(f"discards {w} {' '.join(t for s, t, _ in self.discards if s == w)}" for w in (*others, self.seat)),
            f"hand       {' '.join(self.hand)} {' '.join(self.melds[self.seat])} {self.flowers[self.seat]}",
            f"drawn      {self.drawn}" if self.drawn else "",
            f"to answer  {self.tile}" if self.tile else "",
        ]
        return "\n".join(row.rstrip() for row in rows if row)


def sees_hand(state: dict[str, Any], rules: RuleSet, seat: int, other: int) -> bool:
    """Whether a seat sees the concealed tiles of another one."""
    return other != seat and bool(state["open"][other] or (rules.play["ready_sees"] and state["ready"][seat]))


def observe(state: dict[str, Any], rules: RuleSet, seat: int, legal: list[int]) -> Observation:
    """The part of a state (`Position.read`) that the seat may see."""
    from .game import melds_of

    asked, seats = state["seat"] == seat, range(len(state["ready"]))
    other = (seat + 1) % len(seats)

    def tiles(counts: bytes) -> tuple[str, ...]:
        return tuple([write_tile(kind, rules) for kind, count in enumerate(counts) for _ in range(count)])

    def melds(whose: int) -> tuple[str, ...]:
        over = state["seat"] is None
        hidden = whose != seat and not over and not sees_hand(state, rules, seat, whose)
        there = melds_of(state, whose, rules)
        return tuple([HIDDEN_KONG if hidden and one.concealed and not one.special else str(one) for one in there])

    flowers = ["".join(letter for bit, letter in enumerate(FLOWERS) if mask >> bit & 1) for mask in state["flowers"]]
    own_turn = state["phase"] in (3, 8) and asked
    drawn = state["drawn"] if own_turn or (state["phase"] == 5 and state["turn"] == seat) else None
    return Observation(
        rules=rules.name,
        seat=seat,
        dealer=state["dealer"],
        hand=tiles(state["counts"][seat]),
        drawn=None if drawn is None else write_tile(drawn, rules),
        opponent=tiles(state["counts"][other]) if len(seats) == 2 and sees_hand(state, rules, seat, other) else None,
        hand_sizes=tuple([sum(counts) for counts in state["counts"]]),
        melds=tuple([melds(whose) for whose in seats]),
        discards=tuple([(t >> 6 & 3, write_tile(t & 63, rules), bool(t & 256)) for t in state["river"]]),
        wall=len(state["wall"]),
        indicators=tuple([write_tile(tile, rules) for tile in state["indicators"]]),
        flowers=tuple(flowers),
        open=tuple([bool(said) for said in state["open"]]),
        doubled=tuple([bool(said) for said in state["doubled"]]),
        declined=state["declined"],
        ready=state["ready"],
        dice=state["dice"],
        tile=None if not asked or state["tile"] is None else write_tile(state["tile"], rules),
        actions=tuple(legal) if asked else (),
        treasures=tuple([write_tile(kind, rules) for kind in range(34) if state["treasures"] >> kind & 1]),
        pushed=tuple([
            None if kind is None else write_tile(kind, rules) if whose == seat else "?"
            for whose, kind in enumerate(state["pushed"])
        ]),
    )
