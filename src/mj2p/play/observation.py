"""What one player may see of a game: `Observation`, made by `Game.observation(seat)` (rulebook 6-9).

Hidden: the wall, the opponent's concealed tiles (unless played open, or shown to a ready player), and, until the hand
ends, of what the opponent's concealed kongs are. It does not say whose decision it is: who is not asked has no actions.
"""

from __future__ import annotations

from typing import NamedTuple

from .. import texttable
from ..hands.tiles import FLOWERS
from ..rules.ruleset import RuleSet
from .codes import Phase
from .deck import write_tile
from .state import State, melds_of, others_of

__all__ = ["Observation", "observe"]

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
        others = others_of(self.seat, seats)
        said: dict[str, tuple[object, ...]] = {
            "open": self.open, "doubled": self.doubled, "declined": self.declined, "ready": self.ready,
            "pushed": self.pushed,
        }  # fmt: skip
        head = f"{self.rules}: seat {self.seat}{' (庄)' if self.dealer == self.seat else ''}, wall {self.wall}"
        rows: list[tuple[str, str]] = []
        if self.indicators:
            rows.append(("indicators", " ".join(self.indicators)))
        if self.treasures:
            rows.append(("treasures", " ".join(self.treasures)))
        rows += [
            (word, " ".join(str(who) for who, it in enumerate(by_seat) if it))
            for word, by_seat in said.items()
            if any(by_seat)
        ]
        for other in others:
            held = " ".join(self.opponent) if self.opponent else "? " * self.hand_sizes[other]
            laid = f"{' '.join(self.melds[other])} {self.flowers[other]}"
            rows.append(("opponent" if seats == 2 else f"seat {other}", f"{held} {laid}"))
        for who in (*others, self.seat):
            rows.append((f"discards {who}", " ".join(tile for seat, tile, _ in self.discards if seat == who)))
        rows.append(("hand", f"{' '.join(self.hand)} {' '.join(self.melds[self.seat])} {self.flowers[self.seat]}"))
        if self.drawn:
            rows.append(("drawn", self.drawn))
        if self.tile:
            rows.append(("to answer", self.tile))
        return "\n".join([head, *texttable.lines(rows, gap=" ")])


def observe(state: State, rules: RuleSet, seat: int, legal: list[int]) -> Observation:
    """The part of a state that the seat may see; `legal`: the actions of the seat that is asked."""
    asked, seats = state["seat"] == seat, range(len(state["ready"]))
    seen = {seat, *state["sees"][seat]}  # whose hands are

    def letter(tile: int | None) -> str | None:
        return None if tile is None else write_tile(tile, rules)

    def letters(tiles: bytes) -> tuple[str, ...]:
        return tuple([write_tile(tile, rules) for tile in tiles])

    return Observation(
        rules=rules.name,
        seat=seat,
        dealer=state["dealer"],
        hand=_hand(state, rules, seat),
        drawn=letter(_drawn(state, seat)),
        opponent=_hand(state, rules, 1 - seat) if len(seats) == 2 and 1 - seat in seen else None,
        hand_sizes=tuple([sum(counts) for counts in state["counts"]]),
        melds=tuple([_melds(state, rules, whose, whose in seen) for whose in seats]),
        discards=tuple([(whose, write_tile(kind, rules), taken) for whose, kind, taken in state["river"]]),
        wall=len(state["wall"]),
        indicators=letters(state["indicators"]),
        flowers=tuple([
            "".join([flower for bit, flower in enumerate(FLOWERS) if mask >> bit & 1]) for mask in state["flowers"]
        ]),
        open=tuple([bool(said) for said in state["open"]]),
        doubled=tuple([bool(said) for said in state["doubled"]]),
        declined=state["declined"],
        ready=state["ready"],
        dice=state["dice"],
        tile=letter(state["tile"]) if asked and state["phase"] != Phase.PUSH_OUT else None,
        actions=tuple(legal) if asked else (),
        treasures=letters(bytes([kind for kind in rules.kinds if state["treasures"] >> kind & 1])),
        pushed=tuple([
            "?" if kind is not None and whose != seat else letter(kind) for whose, kind in enumerate(state["pushed"])
        ]),
    )


def _hand(state: State, rules: RuleSet, seat: int) -> tuple[str, ...]:
    """Concealed tiles in the order of their kinds."""
    counts = state["counts"][seat]
    return tuple([write_tile(kind, rules) for kind, copies in enumerate(counts) for _ in range(copies)])


def _drawn(state: State, seat: int) -> int | None:
    """What the seat has drawn on its own turn; it is still in its hand while others answer to the tile it adds. The
    dealer has drawn the fourteenth before its turn: whether the other is asked 天听 then does not show."""
    asked = state["seat"] == seat
    if state["phase"] == Phase.HEAVENLY_READY:
        return state["drawn"] if seat == state["dealer"] else None
    if asked and state["phase"] in (Phase.TURN, Phase.LAST):
        return state["drawn"]
    return state["drawn"] if state["phase"] == Phase.ROB and state["turn"] == seat else None


def _melds(state: State, rules: RuleSet, whose: int, seen: bool) -> tuple[str, ...]:
    """Of what a concealed kong is, is hidden until the hand ends, where the hand is not seen."""
    hidden = not seen and state["seat"] is not None
    laid = melds_of(state, whose, rules)
    return tuple([HIDDEN_KONG if hidden and one.concealed and not one.special else str(one) for one in laid])
