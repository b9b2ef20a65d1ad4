"""Tiles: the 34 kinds and the eight flowers, with their letters and names; how they are written is in `notations`.

A kind is a number: 1m-9m (万) 0-8, 1s-9s (条) 9-17, 1p-9p (饼, 筒) 18-26, E S W N C F P (东南西北中發白) 27-33.
Flowers, where they lie among other tiles, are 40-47: 春夏秋冬梅兰竹菊, the letters a-h.
A one-suit rule set numbers its own sixteen 0-8 and 9-15: `ONE_SUIT[i]` is the kind of its i-th, `to_one_suit` the way
back.
"""

from __future__ import annotations

from typing import Final

from ..arguments import whole
from ..codes import HONORS as HONORS

__all__ = ["FLOWER", "FLOWERS", "FLOWER_NAMES", "HONORS", "LETTERS", "NAMES", "ONE_SUIT", "WINDS", "name", "tile_kinds"]

NKINDS: Final = 34
SUITS: Final = "msp"
WINDS: Final = HONORS[:4]
FLOWERS: Final = "abcdefgh"
FLOWER: Final = 40  # the kind of the first

LETTERS: Final = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *HONORS)
NAMES: Final = (*(rank + suit for suit in "万条饼" for rank in "一二三四五六七八九"), *"东南西北中發白")
FLOWER_NAMES: Final = "春夏秋冬梅兰竹菊"

ALL_KINDS: Final = bytes(range(NKINDS))
ONE_SUIT: Final = bytes((*range(9), *range(27, 34)))
to_one_suit: Final = bytes(ONE_SUIT.find(k) & 255 if k < NKINDS else 255 for k in range(256))  # 255: a kind it lacks


def check_suits(nsuits: int) -> int:
    """1 or 3; TypeError for what is no whole number, ValueError for any other."""
    if (nsuits := whole("nsuits", nsuits, 1, 3)) == 2:
        raise ValueError("nsuits is 2; it must be 1 or 3")
    return nsuits


def tile_kinds(nsuits: int) -> bytes:
    """The kinds that a rule set of one or three suits numbers from 0, in that order."""
    return ONE_SUIT if check_suits(nsuits) == 1 else ALL_KINDS


def name(kind: int) -> str:
    """How messages name a tile: letters and Chinese, "4m (四万)"."""
    kind = whole("kind", kind, 0, NKINDS - 1)
    return f"{LETTERS[kind]} ({NAMES[kind]})"
