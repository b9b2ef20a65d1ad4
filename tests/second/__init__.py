"""The plain scorer: an independent one, written from the rulebook, against which the core is proved hand by hand.

It shares nothing with the package: no table, no list of fans, no exclusion. `score_batch` takes records of the public
layout (32 bytes a hand for one suit, 48 for three) and answers as `mj2p.score_batch(..., counts=True)` does.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import mj2p

from .build import library

#: The rule sets that it knows, as it numbers them.
RULES = ("duel64", "duel72", "table72", "three144", "mcr", "dongbei136")
SUITS = {name: mj2p.rules.get(name).nsuits for name in RULES}

SCORE = np.dtype(
    {
        "names": ["total", "status", "wait", "fans"],
        "formats": ["<i4", "u1", "u1", ("<u8", (2,))],
        "offsets": [0, 4, 5, 8],
        "itemsize": 24,
    }
)
STATUS = {
    0: "win",
    1: "not complete",
    3: "meld",
    4: "tiles",
    5: "copies",
    6: "win_tile",
    7: "flowers",
    8: "wind",
    9: "situation",
    10: "kind",
}


def record(suits: int) -> np.dtype:
    """The layout of one hand."""
    kinds = 16 if suits == 1 else 34
    return np.dtype(
        {
            "names": ["counts", "melds", "win", "flowers", "situation", "round_wind", "seat_wind"],
            "formats": [("u1", (kinds,)), ("u1", (4,)), "u1", "u1", "<u2", "u1", "u1"],
            "offsets": [0, kinds, kinds + 4, kinds + 5, kinds + 6, kinds + 8, kinds + 9],
            "itemsize": 32 if suits == 1 else 48,
        }
    )


def fans() -> list[str]:
    """The ids of all fans, in the order of their bits."""
    lib = library()
    return [lib.second_id(i).decode() for i in range(lib.second_fans())]


def score_batch(records: np.ndarray, rules: str) -> tuple[np.ndarray, np.ndarray]:
    """(scores, counts): a row of SCORE for each record, and how often each fan counts."""
    lib = library()
    records = np.ascontiguousarray(records)
    if records.dtype.itemsize != record(SUITS[rules]).itemsize:
        raise ValueError(f"{rules} has records of {record(SUITS[rules]).itemsize} bytes, not {records.dtype.itemsize}")
    scores = np.zeros(len(records), SCORE)
    counts = np.zeros((len(records), lib.second_fans()), np.uint8)
    lib.second_score_batch(
        RULES.index(rules), records.ctypes.data, len(records), scores.ctypes.data, counts.ctypes.data
    )
    return scores, counts


def world(
    most_melds: int = 4,
    *,
    kongs: bool = True,
    part: int = 0,
    parts: int = 1,
    one_in: int = 1,
    seed: int = 0,
    size: int = 1 << 16,
) -> Iterator[np.ndarray]:
    """Every complete hand of duel64, in every way of melding, with every winning tile, drawn and claimed, in chunks.

    `part` of `parts` is for several workers; of `one_in` cases one is kept, chosen by the seed. See world.c.
    """
    lib = library()
    handle = lib.world_open(most_melds, kongs, part, parts, one_in, seed)
    if not handle:
        raise MemoryError
    try:
        chunk = np.empty(size, record(1))
        while n := lib.world_next(handle, chunk.ctypes.data, size):
            yield chunk[:n]
    finally:
        lib.world_close(handle)


def sample(rules: str, n: int, *, seed: int = 0, first: int = 0) -> np.ndarray:
    """The random records numbered `first`, `first` + 1, … of a seed: mostly complete hands, some broken (sample.c)."""
    records = np.empty(n, record(SUITS[rules]))
    library().sample_fill(RULES.index(rules), seed, first, records.ctypes.data, n)
    return records
