"""The state of a hand as the engine has it: `State`, its fields by name; what a seat sees of it; melds as `Meld`s.

Below `Game`: whoever reads a state by name needs no more than this.
"""

from __future__ import annotations

import functools
from typing import Final, NamedTuple, TypedDict

from ..arguments import shown, whole
from ..codes import DealtMeld, MeldType
from ..hands.hand import Meld
from ..hands.tiles import tile_kinds
from ..rules.ruleset import RuleSet
from ..rules.settings import numbers
from . import _engine
from .codes import EndedBy, Phase

__all__ = ["Start", "State", "flow_of", "melds_of", "others_of", "seat_of"]

#: What a text writes behind a kong that was added to a pung.
ADDED: Final = 6
_DEALT: Final = {DealtMeld.WINDS: "ESWN", DealtMeld.ONES: "1m1s1p", DealtMeld.NINES: "9m9s9p"}


class Start(NamedTuple):
    """What a hand begins with; a game is this and the actions taken in it."""

    deck: bytes  # numbers of the rule set, as `deck` says
    dealer: int
    dice: tuple[int, int]


class State(TypedDict):
    """`Game.state`: tuples by seat; kinds as the rule set numbers them (0-15 or 0-33), flowers 40-47."""

    counts: tuple[bytes, ...]  # concealed tiles, copies of each kind, the drawn one included
    melds: tuple[tuple[tuple[MeldType, int, int], ...], ...]  # (type, lowest kind or DealtMeld, digit of a text)
    wall: bytes  # next draw first; kongs and flowers draw from its end
    river: tuple[tuple[int, int, bool], ...]  # (seat, kind, whether it was claimed, robbed or won on), in order
    indicators: bytes
    kongs: tuple[tuple[int, MeldType, int], ...]  # (seat, type, kind) in the order in which they were made
    row: bytes  # the winner's hand as a record; zeros where none is shown
    dice: tuple[int, int]
    sees: tuple[tuple[int, ...], ...]  # the other seats whose concealed tiles the seat sees
    flowers: tuple[int, ...]  # laid down, a bit each
    open: tuple[int, ...]
    doubled: tuple[int, ...]  # before play
    declined: tuple[int, ...]  # wins doubled instead
    ready: tuple[int, ...]  # 0; 1; 2: 天听
    pushed: tuple[int | None, ...]  # the kind of the pair that was pushed out
    treasures: int  # a bit a kind
    undrawn: int  # tiles not yet drawn, those that are not drawn in play included
    must_ready: int  # 1: the chow was one to be ready
    draws: tuple[int, ...]  # from the head of the wall
    left: tuple[int, ...]  # 1: the caretaker plays
    dealer: int
    seat: int | None  # who is asked; None: the game is over
    turn: int  # who drew or claimed last
    phase: Phase
    drawn: int | None  # on this turn; None after a claim
    tile: int | None  # what is answered to
    barred: int  # 1: this win has been declined
    last_claimed: int  # 1: the claim after the last tile has been made
    new_flowers: int  # 1: the eighth flower came on this turn
    winner: int | None
    by: EndedBy
    win_tile: int | None
    decisions: int


@functools.lru_cache(maxsize=64)
def flow_of(rules: RuleSet, make: type[_engine.PackedFlow] = _engine.PackedFlow) -> _engine.PackedFlow:
    """How a rule set is played, as the engine reads it; ValueError where it only scores."""
    if not rules.play["players"]:
        raise ValueError(f"{rules.name} only scores: it is not played")
    return make(
        rules.packed, numbers("play", rules.play), numbers("settlement", rules.settlement), rules.kinds,
        "eight_immortals" in rules.members,
    )


def seat_of(seat: int, seats: int, name: str = "seat") -> int:
    """A seat by its number; ValueError where there is none such."""
    try:
        return whole(name, seat, 0, seats - 1)
    except (TypeError, ValueError):
        said = f"{name} must be {', '.join(map(str, range(seats - 1)))} or {seats - 1}, not {shown(seat)}"
        raise ValueError(said) from None


def others_of(seat: int, seats: int) -> list[int]:
    """The other seats in the order of play."""
    return [(seat + after) % seats for after in range(1, seats)]


def melds_of(state: State, seat: int, rules: RuleSet) -> tuple[Meld, ...]:
    """The melds of a seat with the digits of a text."""
    melds = []
    for type_, number, digit in state["melds"][seat]:
        if number in _DEALT:
            melds.append(Meld.dealt(_DEALT[DealtMeld(number)]))
            continue
        kind = tile_kinds(rules.nsuits)[number]
        if type_ == MeldType.CHOW:
            melds.append(Meld.chow((kind, kind + 1, kind + 2), claimed=digit))
        elif type_ == MeldType.PUNG:
            melds.append(Meld.pung(kind))
        else:
            melds.append(Meld.kong(kind, concealed=type_ == MeldType.CONCEALED_KONG, added=digit == ADDED))
    return tuple(melds)
