"""The sets of a scored hand: `sets_of` turns the core's split into `HandSet`s that print as 123m, EEE, (CCCC), 99m."""

from __future__ import annotations

from typing import NamedTuple

from .. import _core
from ..codes import MeldType, Reading
from ..hands.hand import Hand, Meld
from ..hands.notations import write_tiles


class HandSet(NamedTuple):
    """A set of a hand: `type` 'chow' | 'pung' | 'kong' | 'pair' | 'dealt' | 'single'; the 34-kind numbers of its tiles;
    whether it was melded (a concealed kong is not). 'single' are the loose tiles of 十三幺, 全不靠 and 组合龙."""

    type: str
    kinds: tuple[int, ...]
    melded: bool

    def __str__(self) -> str:
        text = write_tiles(self.kinds)
        if self.melded:
            return f"[{text}]"
        return f"({text})" if self.type in ("kong", "dealt") else text


def sets_of(hand: Hand, nsuits: int, form: int, splits: tuple[int, int, int]) -> tuple[HandSet, ...]:
    """Melds and concealed sets in the order of kinds (chow before pung), then the pair; or what the form has."""
    concealed = sorted((*hand.concealed, *(() if hand.win is None else (hand.win,))))
    if form == Reading.FLOWERS:
        return ()
    if form == Reading.PAIRS:
        return tuple(HandSet("pair", tuple(concealed[at : at + 2]), False) for at in range(0, 14, 2))
    if form in (Reading.ORPHANS, Reading.KNITTED):
        return (HandSet("single", tuple(concealed), False),)
    sets = [_melded(meld) for meld in hand.melds]
    left = list(concealed)
    pair: list[HandSet] = []

    def take(type_: str, kinds: tuple[int, ...], into: list[HandSet]) -> None:
        for kind in kinds:
            left.remove(kind)
        into.append(HandSet(type_, kinds, False))

    for suit in range(nsuits):
        chows, pungs, two = _core.split_sets(splits[suit])
        for low in chows:
            take("chow", tuple(range(9 * suit + low, 9 * suit + low + 3)), sets)
        for rank in pungs:
            take("pung", (9 * suit + rank,) * 3, sets)
        if two is not None:
            take("pair", (9 * suit + two,) * 2, pair)
    for honor in range(27, 34):
        if left.count(honor) >= 3:
            take("pung", (honor,) * 3, sets)
        elif left.count(honor) == 2:
            take("pair", (honor,) * 2, pair)
    if form == Reading.KNITTED_SET:
        sets.append(HandSet("single", tuple(left), False))
    return (*sorted(sets, key=lambda one: (one.kinds[0], one.type, one.kinds)), *pair)


def _melded(meld: Meld) -> HandSet:
    kinds = tuple(meld.kinds)
    if meld.special:
        return HandSet("dealt", kinds, False)
    return HandSet(("chow", "pung", "kong", "kong")[meld.type], kinds, meld.type != MeldType.CONCEALED_KONG)
