"""What one player may see of a game: `Observation`, made by `Game.observation(seat)` (rulebook 6-9).

Hidden: the wall, the opponent's concealed tiles (unless played open, or shown to a ready player), and, until the hand
ends, of what the opponent's concealed kongs are. It does not say whose decision it is: who is not asked has no actions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .deck import write_tile
from .ruleset import RuleSet
from .tiles import FLOWERS

__all__ = ["Observation", "observe"]

HIDDEN_KONG = "(????)"


class Observation(NamedTuple):
    """What a seat may know, pairs by seat and tiles as letters. Comparable, hashable; `str` draws the table."""

    rules: str  # the name of the rule set
    seat: int  # who sees this
    dealer: int
    hand: tuple[str, ...]  # the own concealed tiles, sorted, the drawn one among them
    drawn: str | None  # the tile drawn on the own turn; None after a claim
    opponent: tuple[str, ...] | None  # the opponent's concealed tiles where they may be seen
    hand_sizes: tuple[int, int]  # concealed tiles
    melds: tuple[tuple[str, ...], tuple[str, ...]]  # texts, "[123m,1]"; a hidden concealed kong is "(????)"
    discards: tuple[tuple[int, str, bool], ...]  # (seat, tile, whether it was claimed, robbed or won on), in order
    wall: int  # tiles left
    indicators: tuple[str, ...]
    flowers: tuple[str, str]  # laid down, as letters a-h
    open: tuple[bool, bool]  # 明牌
    doubled: tuple[bool, bool]  # 加倍 before play
    declined: tuple[int, int]  # wins doubled instead
    ready: tuple[int, int]  # 0; 1 听牌; 2 天听
    dice: tuple[int, int]
    tile: str | None  # what this player is asked to answer to
    actions: tuple[int, ...]  # numbers of what may be done, by the action table; empty where this seat is not asked

    def __str__(self) -> str:
        other = self.seat ^ 1
        said = {"open": self.open, "doubled": self.doubled, "declined": self.declined, "ready": self.ready}
        declared = [(word, by_seat) for word, by_seat in said.items() if any(by_seat)]
        rows = [
            f"{self.rules}: seat {self.seat}{' (庄)' if self.dealer == self.seat else ''}, wall {self.wall}",
            f"indicators {' '.join(self.indicators)}" if self.indicators else "",
            *(f"{word:10} {' '.join(str(who) for who, it in enumerate(by_seat) if it)}" for word, by_seat in declared),
            f"opponent   {' '.join(self.opponent) if self.opponent else '? ' * self.hand_sizes[other]}"
            f" {' '.join(self.melds[other])} {self.flowers[other]}",
            *(f"discards {who} {' '.join(t for s, t, _ in self.discards if s == who)}" for who in (other, self.seat)),
            f"hand       {' '.join(self.hand)} {' '.join(self.melds[self.seat])} {self.flowers[self.seat]}",
            f"drawn      {self.drawn}" if self.drawn else "",
            f"to answer  {self.tile}" if self.tile else "",
        ]
        return "\n".join(row.rstrip() for row in rows if row)


def observe(state: dict[str, Any], rules: RuleSet, seat: int, legal: list[int]) -> Observation:
    """The part of a state (`Position.read`) that the seat may see."""
    from .game import melds_of

    other, asked = seat ^ 1, state["seat"] == seat
    sees = bool(state["open"][other] or (rules.play["ready_sees"] and state["ready"][seat]))

    def tiles(counts: bytes) -> tuple[str, ...]:
        return tuple([write_tile(kind, rules) for kind, count in enumerate(counts) for _ in range(count)])

    def melds(whose: int) -> tuple[str, ...]:
        hidden = whose == other and not sees and state["seat"] is not None  # until the hand ends
        there = melds_of(state, whose, rules)
        return tuple([HIDDEN_KONG if hidden and one.concealed and not one.special else str(one) for one in there])

    flowers = ["".join(letter for bit, letter in enumerate(FLOWERS) if mask >> bit & 1) for mask in state["flowers"]]
    own_turn = state["phase"] in (3, 8) and asked
    drawn = state["drawn"] if own_turn or (state["phase"] == 5 and not asked) else None
    return Observation(
        rules=rules.name,
        seat=seat,
        dealer=state["dealer"],
        hand=tiles(state["counts"][seat]),
        drawn=None if drawn is None else write_tile(drawn, rules),
        opponent=tiles(state["counts"][other]) if sees else None,
        hand_sizes=(sum(state["counts"][0]), sum(state["counts"][1])),
        melds=(melds(0), melds(1)),
        discards=tuple([(t >> 6 & 3, write_tile(t & 63, rules), bool(t & 256)) for t in state["river"]]),
        wall=len(state["wall"]),
        indicators=tuple([write_tile(tile, rules) for tile in state["indicators"]]),
        flowers=(flowers[0], flowers[1]),
        open=(bool(state["open"][0]), bool(state["open"][1])),
        doubled=(bool(state["doubled"][0]), bool(state["doubled"][1])),
        declined=state["declined"],
        ready=state["ready"],
        dice=state["dice"],
        tile=None if not asked or state["tile"] is None else write_tile(state["tile"], rules),
        actions=tuple(legal) if asked else (),
    )
