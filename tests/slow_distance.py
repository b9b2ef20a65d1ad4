"""The distance by its definition, plainly and slowly: what test_distance.py holds the core against.

A hand is a tuple of counts a kind (16 or 34), with as many limits: the copies of each kind that a target may use, which
are four less those in own melds. A target is a complete hand; the distance is the least number, over all targets, of
tiles of the target that are not held, less one. No table, no class and no bound of the core is used here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product

import numpy as np

SEVEN_PAIRS, THIRTEEN_ORPHANS, KNITTED, KNITTED_STRAIGHT = 1, 2, 4, 8
NEVER = 99

Counts = tuple[int, ...]
Targets = np.ndarray[tuple[int, int], np.dtype[np.int8]]


def tiles(size: int, *kinds: int) -> Counts:
    return tuple(kinds.count(kind) for kind in range(size))


def sets(size: int) -> list[Counts]:
    """The sets of a suit (nine kinds) or of the honours (seven)."""
    pungs = [tiles(size, kind, kind, kind) for kind in range(size)]
    return pungs + [tiles(size, rank, rank + 1, rank + 2) for rank in range(7)] if size == 9 else pungs


@cache
def targets(size: int, n: int, pair: int) -> Targets:
    """All counts of a suit or of the honours that are n sets and a pair, or none."""
    pairs = [tiles(size, kind, kind) for kind in range(size)] if pair else [tiles(size)]
    chosen = combinations_with_replacement(sets(size), n)
    sums = [np.sum([eyes, *some], axis=0) for some, eyes in product(chosen, pairs)]
    return np.unique(np.array([counts for counts in sums if max(counts) <= 4], dtype=np.int8), axis=0)


def least(of: Targets, held: Counts, limits: Counts) -> int:
    """The fewest tiles missing to any of the targets within the limits."""
    within = of[(of <= np.array(limits, dtype=np.int8)).all(axis=1)]
    return int(np.maximum(within - np.array(held, dtype=np.int8), 0).sum(axis=1).min()) if len(within) else NEVER


@cache
def colour_need(held: Counts, limits: Counts, n: int, pair: int) -> int:
    return least(targets(len(held), n, pair), held, limits)


def sets_need(held: Counts, limits: Counts, nsets: int) -> int:
    """Over every way to spread the sets and the pair over the suits and the honours."""
    starts = [0, 9] if len(held) == 16 else [0, 9, 18, 27]
    parts = [slice(start, start + 9) for start in starts]
    best = NEVER
    for spread in product(range(nsets + 1), repeat=len(parts)):
        if sum(spread) == nsets:
            for eyes in range(len(parts)):
                need = 0
                for at, (part, n) in enumerate(zip(parts, spread, strict=True)):
                    need += colour_need(held[part], limits[part], n, int(at == eyes))
                best = min(best, need)
    return best


def seven_pairs_need(held: Counts, limits: Counts) -> int:
    """Each kind gives no pair, one, or (four of a kind) two."""
    best = [0] + [NEVER] * 7
    for count, limit in zip(held, limits, strict=True):
        best = [
            min(best[total - q] + max(0, 2 * q - count) for q in range(limit // 2 + 1) if q <= total)
            for total in range(8)
        ]
    return best[7]


@cache
def orphans() -> Targets:
    kinds = [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)]
    return np.array([tiles(34, *kinds, kind) for kind in kinds], dtype=np.int8)


def knitted_ways() -> Iterator[list[int]]:
    for runs in permutations(range(3)):
        yield [9 * suit + run + step for suit, run in enumerate(runs) for step in (0, 3, 6)]


@cache
def knitted() -> Targets:
    found = [tiles(34, *some) for way in knitted_ways() for some in combinations([*way, *range(27, 34)], 14)]
    return np.array(found, dtype=np.int8)


@cache
def knitted_straights(nsets: int) -> Targets:
    """The nine tiles, a pair, and where there is no meld a set."""
    chosen: list[list[int]] = [[]]
    if nsets == 4:
        chosen = [[kind] * 3 for kind in range(34)] + [[k, k + 1, k + 2] for k in range(27) if k % 9 < 7]
    found = [tiles(34, *way, *third, pair, pair) for way in knitted_ways() for third in chosen for pair in range(34)]
    return np.array([counts for counts in found if max(counts) <= 4], dtype=np.int8)


def need(held: Counts, limits: Counts, nsets: int, forms: int) -> int:
    """Tiles missing to the nearest target of four sets and a pair and of the other forms asked for."""
    found = [sets_need(held, limits, nsets)]
    if nsets == 4 and forms & SEVEN_PAIRS:
        found.append(seven_pairs_need(held, limits))
    if len(held) == 34:
        if nsets == 4 and forms & THIRTEEN_ORPHANS:
            found.append(least(orphans(), held, limits))
        if nsets == 4 and forms & KNITTED:
            found.append(least(knitted(), held, limits))
        if nsets >= 3 and forms & KNITTED_STRAIGHT:
            found.append(least(knitted_straights(nsets), held, limits))
    return min(found)


def distance(held: Counts, limits: Counts, forms: int) -> int:
    return need(held, limits, sum(held) // 3, forms) - 1


def useful(held: Counts, limits: Counts, forms: int) -> int:
    """A bit for each kind that lowers the distance when drawn."""
    before = distance(held, limits, forms)
    nsets, mask = sum(held) // 3, 0
    for kind, count in enumerate(held):
        if count < limits[kind]:
            after = need((*held[:kind], count + 1, *held[kind + 1 :]), limits, nsets, forms) - 1
            mask |= int(after < before) << kind
    return mask
