"""A simulated game as a row of a numpy structured array: `GAME_DTYPE`, what `simulate` fills.

| field | type | meaning |
|---|---|---|
| `game` | u8 | its index in the seed |
| `fans` | u8[2] | fans of the winning hand, a bit each as in `SCORE_DTYPE` |
| `multiplier` | i8 | all factors beside the fans; cut off at 2^63 - 1 |
| `house` | i8 | what the house got |
| `total`, `points` | i4 | of the winning hand, as in `Score`; 0 in a draw |
| `turns` | u2 | discards |
| `decisions` | u2 | choices made by both players |
| `winner` | i1 | a seat, -1: a draw |
| `by` | u1 | an `EndedBy`: 0 draw, 1 self_draw, 2 discard, 3 robbed_kong, 4 flowers, 5 left, 6 treasure, 7 big_wind |
| `payer` | i1 | whose discard or kong was won on, else -1 |
| `dealer` | u1 | a seat |
| `win_tile` | u1 | its kind in the rule set (flowers 40-47), 255: none |
| `wait` | u1 | a `Wait`: 1 edge, 2 closed, 3 single, else 0 |
| `kongs`, `wall`, `indicators` | u1 | kongs made, tiles left in the wall, indicators turned |
| `swapped` | u1 | 1: the players sat in each other's seats |
| `open`, `doubled` | u1 | hands played open, doubles before play |
| `deltas` | i8[seats] | what each seat gained or lost |
| `first_ready` | i2[seats] | own discards after which the hand first was one tile from complete; -1: never |
| `ready` | u1[seats] | 1: ready was declared; 2: 天听 |
| `melds` | u1[seats] | sets laid down, concealed kongs included |
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..arguments import whole

__all__ = ["GAME_DTYPE", "Rows", "game_dtype"]

#: Games as `game_dtype` has them, (n,).
Rows = npt.NDArray[np.void]


def game_dtype(seats: int = 2) -> np.dtype[np.void]:
    """The row of a game with so many seats, 2 to 4, packed and little-endian: 88 bytes for two."""
    return _game_dtype(whole("seats", seats, 2, 4))


@functools.cache
def _game_dtype(seats: int) -> np.dtype[np.void]:
    return np.dtype([
        ("game", "<u8"), ("fans", "<u8", 2), ("multiplier", "<i8"), ("house", "<i8"), ("total", "<i4"),
        ("points", "<i4"), ("turns", "<u2"), ("decisions", "<u2"), ("winner", "i1"), ("by", "u1"), ("payer", "i1"),
        ("dealer", "u1"), ("win_tile", "u1"), ("wait", "u1"), ("kongs", "u1"), ("wall", "u1"), ("indicators", "u1"),
        ("swapped", "u1"), ("open", "u1"), ("doubled", "u1"), ("deltas", "<i8", seats), ("first_ready", "<i2", seats),
        ("ready", "u1", seats), ("melds", "u1", seats),
    ])  # fmt: skip


GAME_DTYPE = game_dtype()
