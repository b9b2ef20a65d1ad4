"""Hands as rows of bytes, 32 for one suit and 48 for three (docs/batch.md): `pack` and `unpack`, and `DTYPES` of them.

The only place in Python that knows where in a row each part lies; the numbers are those of `codes`, as in C.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

import numpy as np

from ..codes import ALL_SITUATIONS, KINDS, ROW_SIZE, Field
from ..errors import InvalidHand
from .meld import NONE, Meld, to_one_suit_code
from .tiles import FLOWERS, NKINDS, name, tile_kinds, to_one_suit

if TYPE_CHECKING:
    from .text import Parts

__all__ = ["DTYPES", "counts_of", "pack", "unpack"]

#: field -> where it lies behind the counts, how struct and numpy have it.
_FIELDS: Final = {
    "melds": (Field.MELDS, "4s", ("u1", 4)),
    "win": (Field.WIN, "B", "u1"),
    "flowers": (Field.FLOWERS, "B", "u1"),
    "situation": (Field.SITUATION, "H", "<u2"),
    "round_wind": (Field.ROUND_WIND, "B", "u1"),
    "seat_wind": (Field.SEAT_WIND, "B", "u1"),
}
_NO_TILE: Final = 255  # in place of a winning tile, and of a kind that one suit does not have


def _layout(nsuits: int) -> struct.Struct:
    text = f"<{KINDS[nsuits]}s"
    for at, sign, _ in _FIELDS.values():
        text += f"{KINDS[nsuits] + at - struct.calcsize(text)}x{sign}"
    return struct.Struct(f"{text}{ROW_SIZE[nsuits] - struct.calcsize(text)}x")


def _dtype(nsuits: int) -> np.dtype[np.void]:
    at, _, formats = zip(*_FIELDS.values(), strict=True)
    return np.dtype(
        {
            "names": ["counts", *_FIELDS],
            "formats": [("u1", KINDS[nsuits]), *formats],
            "offsets": [0, *(KINDS[nsuits] + place for place in at)],
            "itemsize": ROW_SIZE[nsuits],
        }
    )


_LAYOUTS: Final = {nsuits: _layout(nsuits) for nsuits in ROW_SIZE}
#: Number of suits -> numpy's dtype of a row.
DTYPES: Final = {nsuits: _dtype(nsuits) for nsuits in ROW_SIZE}
_FROM_ONE_SUIT_CODE = bytes([_code if (_code := to_one_suit_code.find(_byte)) >= 0 else 255 for _byte in range(256)])


def counts_of(concealed: bytes, win: int | None) -> bytearray:
    """How many of each of the 34 kinds there are, the winning tile included; 255 at most."""
    counts = bytearray(NKINDS)
    for k in concealed[:255]:  # more are no hand, whatever they are
        counts[k] += 1
    if win is not None and counts[win] < 255:
        counts[win] += 1
    return counts


def pack(
    concealed: bytes,
    win: int | None,
    melds: tuple[Meld, ...],
    round_wind: int,
    seat_wind: int,
    situation: int,
    flowers: str | int,
    nsuits: int,
    flower_mask: bool,
) -> bytes | None:
    """The row of a hand's parts; None where no row can hold them. `flower_mask`: flowers as bits a-h, else a count."""
    codes = bytes([meld.code for meld in melds])
    if nsuits == 1:
        concealed, codes = concealed.translate(to_one_suit), codes.translate(to_one_suit_code)
        win = None if win is None else to_one_suit[win]
    flower_byte = _flower_byte(flowers, flower_mask) if flowers else 0
    if flower_byte < 0 or win == _NO_TILE or _NO_TILE in concealed or NONE in codes or 0 in codes or len(codes) > 4:
        return None
    counts, winning = counts_of(concealed, win), _NO_TILE if win is None else win
    return _LAYOUTS[nsuits].pack(counts, codes, winning, flower_byte, situation, round_wind, seat_wind)


def _flower_byte(flowers: str | int, mask: bool) -> int:
    """Flowers as a mask or a count; -1 where there is none."""
    if isinstance(flowers, str):
        if len(set(flowers)) != len(flowers):
            return -1
        return sum([1 << FLOWERS.index(letter) for letter in flowers]) if mask else len(flowers)
    if flowers > (8 if mask else 255):
        return -1
    return (1 << flowers) - 1 if mask else flowers


def unpack(row: bytes | bytearray | memoryview, nsuits: int, flower_mask: bool) -> Parts:
    """The parts of a row's hand, the claimed tiles of chows not known. InvalidHand for what is no hand's row."""
    layout, data = _LAYOUTS[nsuits], bytes(row)
    if len(data) != layout.size:
        raise InvalidHand(f"a record of {nsuits} suit(s) has {layout.size} bytes, not {len(data)}")
    counts, codes, win, flowers, situation, round_wind, seat_wind = layout.unpack(data)
    kinds = tile_kinds(nsuits)
    codes = codes.rstrip(b"\0")
    if nsuits == 1:
        codes = codes.translate(_FROM_ONE_SUIT_CODE)
    melds = tuple([Meld.of_code(code) for code in codes])
    concealed = b"".join([bytes((k,)) * count for k, count in zip(kinds, counts, strict=True) if count])
    won = None
    if concealed and len(concealed) != 13 - 3 * len(melds):
        if win >= len(kinds):
            raise InvalidHand(f"the winning tile, kind {win}, is none of 0-{len(kinds) - 1}", "tiles")
        if not counts[win]:
            raise InvalidHand(f"the winning tile {name(kinds[win])} is not among the tiles", "tiles")
        won = kinds[win]
        place = concealed.index(won)
        concealed = concealed[:place] + concealed[place + 1 :]
    if round_wind > 3 or seat_wind > 3:
        raise InvalidHand(f"the winds of the record are {round_wind} and {seat_wind}: they are 0-3", "situation")
    if situation & ~ALL_SITUATIONS:
        raise InvalidHand(f"the situation {situation:#06x} has bits that mean nothing", "situation")
    letters = "".join([letter for bit, letter in enumerate(FLOWERS) if flowers >> bit & 1]) if flower_mask else ""
    return concealed, won, melds, round_wind, seat_wind, situation, (letters or 0) if flower_mask else flowers
