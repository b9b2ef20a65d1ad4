"""Hands as PyMahjongGB 1.4.0 takes them, and its answers as fans of this package's catalogue.

Only benchmarks and the cross-check need it (`pip install PyMahjongGB==1.4.0`). Its call is
MahjongFanCalculator(packs, hand, winning tile, flowers, self-drawn, last of its kind, kong, last tile, seat wind,
prevalent wind, verbose). Tiles are W1-W9 (万) T1-T9 (条) B1-B9 (饼) F1-F4 (东南西北) J1-J3 (中發白); a pack is
("CHI" | "PENG" | "GANG", tile, offer) with the middle tile of a chow, and offer 0 for a concealed kong alone; the
winning tile is not among the hand's. It knows one rule set: the 81 fans and one more.

Its conventions, each turned into ours by `fans_of`; the cross-check counts them:

    kongs   a melded and a concealed kong are its 明暗杠 (5), no fan of the 81: here 明杠 (1) and 暗杠 (2)
    last    with three copies of the winning tile in the melds it counts 和绝张 without being told: here the caller says
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found]

from mj2p.hands.tiles import ONE_SUIT
from mj2p.rules.catalogue import FANS, find

Array = npt.NDArray[Any]
Fans = dict[int, int]  # how often each fan of the catalogue counts

TILES = [f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
FAN_OF = {fan.zh: fan.index for fan in FANS}
FAN_OF |= {"独听・边张": FAN_OF["边张"], "独听・嵌张": FAN_OF["坎张"], "独听・单钓": FAN_OF["单钓将"]}
BOTH_KONGS = "明暗杠"
MELDED_KONG, CONCEALED_KONG, CHICKEN, LAST_OF_KIND, FLOWERS = (
    find(zh).index for zh in ("明杠", "暗杠", "无番和", "和绝张", "花牌")
)

Arguments = tuple[
    tuple[tuple[str, str, int], ...], tuple[str, ...], str, int, bool, bool, bool, bool, int, int, bool
]


def arguments(records: Array) -> list[Arguments]:
    """The arguments of each record (of one suit or three), for `calculate`."""
    return list(_arguments(records))


def _arguments(records: Array) -> Iterator[Arguments]:
    tiles = TILES if records["counts"].shape[1] == 34 else [TILES[kind] for kind in ONE_SUIT]
    concealed = records["counts"].copy()
    rows = np.arange(len(records))
    concealed[rows, records["win"]] -= 1
    fields = ("win", "flowers", "situation", "seat_wind", "round_wind")
    for counts, melds, win, flowers, situation, seat, prevalent in zip(
        concealed.tolist(), records["melds"].tolist(), *(records[field].tolist() for field in fields), strict=True
    ):
        yield (
            tuple([_pack(meld, tiles) for meld in melds if meld]),
            tuple([tile for tile, many in zip(tiles, counts, strict=True) for _ in range(many)]),
            tiles[win],
            flowers,
            bool(situation & 1),
            bool(situation & 2),
            bool(situation & 8),
            bool(situation & 4),
            seat,
            prevalent,
            True,
        )


def _pack(meld: int, tiles: list[str]) -> tuple[str, str, int]:
    sort, kind = meld >> 6, (meld & 63) - 1
    if sort == 0:
        return "CHI", tiles[kind + 1], 1
    return "PENG" if sort == 1 else "GANG", tiles[kind], 0 if sort == 3 else 1


def calculate(given: Arguments) -> Any:
    """Its answer; a TypeError where the hand is not complete."""
    return MahjongFanCalculator(*given)


def fans(given: Arguments, record: Any) -> tuple[Fans, list[str]]:
    """The fans it counts for a record (none where it finds no win), and which conventions were turned into ours."""
    try:
        answer = calculate(given)
    except TypeError as error:
        if "NOT_WIN" not in str(error):
            raise
        return {}, []
    return fans_of(answer, record)


def fans_of(answer: Any, record: Any) -> tuple[Fans, list[str]]:
    """An answer about a record as fans, with its conventions turned into ours."""
    fans: Fans = {}
    turned = []
    for _, times, zh, _ in answer:
        if zh == BOTH_KONGS:
            fans[MELDED_KONG] = fans[CONCEALED_KONG] = 1
            turned.append("kongs")
        else:
            fans[FAN_OF[zh]] = times
    if LAST_OF_KIND in fans and not record["situation"] & 2:
        del fans[LAST_OF_KIND]
        turned.append("last")
        if not fans.keys() - {FLOWERS}:
            fans[CHICKEN] = 1
    return fans, turned
