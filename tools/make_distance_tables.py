"""Write the C header of the distance tables: how many tiles a hand still needs for sets and a pair, by look-up alone.

    python tools/make_distance_tables.py build/generated/_distance_tables.h

All that matters of a colour (a suit, or the honours) is its *needs*: for n = 0 … 4 sets, without and with a pair, the
fewest tiles that must still come. 1235m and 9m need 0 tiles for a set, 1 for a set and a pair, 2 for two sets. Counts
with the same needs are one class: 126 of a suit, 55 of the honours, 180 of two suits together, 165 of a suit and the
honours. A hand's need is then one entry of a table over classes, and the need after a draw is another.

Nine counts are looked up in two halves. Many left halves (ranks 1-4) do the same to every right half, so 625 of them
are 320 rows, and the 3,125 right halves are 680 columns, of one table (218 KB) that stays in the second-level cache.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.integer]

SETS = 4
SHAPES = [(n, pair) for pair in (0, 1) for n in range(SETS + 1)]  # the order of the ten needs
FAR = 15  # more than any need: four sets and a pair are 14 tiles


def kinds_of(size: int, *kinds: int) -> tuple[int, ...]:
    """The counts of the given tiles: kinds_of(9, 0, 1, 2) is 123."""
    return tuple(kinds.count(kind) for kind in range(size))


def targets(size: int, sets: list[tuple[int, ...]]) -> dict[tuple[int, int], set[tuple[int, ...]]]:
    """For each shape, all counts that are exactly n sets (and a pair), four of a kind at most."""
    pairs = [kinds_of(size, kind, kind) for kind in range(size)]

    def extend(hands: set[tuple[int, ...]], pieces: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
        sums = (tuple(a + b for a, b in zip(hand, piece, strict=True)) for hand in hands for piece in pieces)
        return {counts for counts in sums if max(counts) <= 4}

    found = {(0, 0): {kinds_of(size)}}
    for n in range(SETS + 1):
        if n:
            found[n, 0] = extend(found[n - 1, 0], sets)
        found[n, 1] = extend(found[n, 0], pairs)
    return found


def needs(size: int, sets: list[tuple[int, ...]]) -> Array:
    """The ten needs of every vector of `size` counts 0-4, as an array (5, …, 5, 10).

    The need is the least, over the targets of a shape, of the sum of max(0, target - held) over the kinds. As that sum
    has a term a kind, it spreads from the targets (need 0) along one kind after another: one tile less needs one more,
    one tile more needs no more.
    """
    table = np.empty((5,) * size + (len(SHAPES),), np.uint8)
    found = targets(size, sets)
    for index, shape in enumerate(SHAPES):
        need = np.full((5,) * size, FAR, np.uint8)
        need[tuple(np.array(sorted(found[shape])).T)] = 0
        for kind in range(size):
            along = np.moveaxis(need, kind, 0)
            for held in (3, 2, 1, 0):
                np.minimum(along[held], along[held + 1] + 1, out=along[held])
            for held in (1, 2, 3, 4):
                np.minimum(along[held], along[held - 1], out=along[held])
        table[..., index] = need
    return table


def classes(table: Array) -> tuple[Array, Array]:
    """The different needs, and for each place of the table which of them stands there."""
    packed = (table.astype(np.uint64) << (4 * np.arange(len(SHAPES), dtype=np.uint64))).sum(axis=-1, dtype=np.uint64)
    _, first, index = np.unique(packed, return_index=True, return_inverse=True)
    return table.reshape(-1, len(SHAPES))[first], index.reshape(packed.shape)


def joined(a: Array, b: Array) -> Array:
    """The needs of two colours together, for every class of one with every class of the other."""
    out = np.full((len(a), len(b), len(SHAPES)), FAR, np.uint8)
    for i, (n, pair) in enumerate(SHAPES):
        for j, (m, other) in enumerate(SHAPES):
            if n + m <= SETS and pair + other <= 1:
                at = SHAPES.index((n + m, pair + other))
                np.minimum(out[..., at], a[:, None, i] + b[None, :, j], out=out[..., at])
    return out


def finals(a: Array, b: Array) -> Array:
    """[sets wanted, class of b, class of a] -> tiles needed for that many sets and a pair in both colours."""
    both = joined(a, b)
    return np.stack([both[..., SHAPES.index((n, 1))].T for n in range(SETS + 1)])


def halves(index: Array, left: int) -> tuple[Array, Array, Array]:
    """Split a table of classes by its first `left` kinds: left key -> start of a row, right key -> column, the rows.

    The keys are base 5, the first kind of each half counting one, the next five, …; each key table has room for a fifth
    tile of the half's last kind, so that one may look before asking whether four are held already.
    """
    size = index.ndim
    order = (*reversed(range(left)), *reversed(range(left, size)))
    grid = index.transpose(order).reshape(5**left, -1)
    rows, row_of = np.unique(grid, axis=0, return_inverse=True)
    small, column_of = np.unique(rows, axis=1, return_inverse=True)
    starts, columns = (np.pad(of.reshape(-1), (0, of.size // 5)) for of in (row_of * small.shape[1], column_of))
    return starts, columns, small


def array(name: str, values: Array) -> str:
    """A C array of the smallest type that holds the values."""
    flat = [str(value) for value in values.reshape(-1).tolist()]
    lines = [",".join(flat[at : at + 40]) for at in range(0, len(flat), 40)]
    ctype = next(f"uint{bits}_t" for bits in (8, 16, 32) if values.max() < 1 << bits)
    return f"static const {ctype} {name}[{len(flat)}] = {{\n" + ",\n".join(lines) + "};\n"


def header() -> str:
    pungs = [[kinds_of(size, kind, kind, kind) for kind in range(size)] for size in (9, 7)]
    chows = [kinds_of(9, rank, rank + 1, rank + 2) for rank in range(7)]
    suit, suit_index = classes(needs(9, chows + pungs[0]))
    honor, honor_index = classes(needs(7, pungs[1]))
    suits, suits_index = classes(joined(suit, suit))
    mixed, mixed_index = classes(joined(suit, honor))

    suit_left, suit_right, suit_class = halves(suit_index, 4)
    honor_left, honor_right, honor_class = halves(honor_index, 4)
    sizes = {
        "dist_suits": len(suit),
        "dist_honors": len(honor),
        "dist_two_suits": len(suits),
        "dist_mixed": len(mixed),
    }
    arrays = {
        "dist_suit_left": suit_left,
        "dist_suit_right": suit_right,
        "dist_suit_class": suit_class,
        "dist_honor_left": honor_left,
        "dist_honor_right": honor_right,
        "dist_honor_class": honor_class,
        "dist_suit_needs": suit,
        "dist_honor_needs": honor,
        "dist_join_suits": suits_index,
        "dist_join_honors": mixed_index.T,
        "dist_one": finals(suit, honor),
        "dist_three": finals(suits, mixed),
    }
    return "\n".join(
        [
            "/* Made by tools/make_distance_tables.py, which says what these tables are. */",
            "#include <stdint.h>",
            "enum { " + ", ".join(f"{name} = {value}" for name, value in sizes.items()) + " };",
            *(array(name, np.ascontiguousarray(values)) for name, values in arrays.items()),
        ]
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(header(), encoding="ascii")
