"""Mixes of hands to measure with: seeded numpy records, always the same, kept under build/bench once made.

closed()      every complete closed hand of the 64 tiles, 237,236, in random order, with a winning tile of its own
melded()      four random sets, each of them melded or not, kongs too, and a pair (64 tiles)
dealt()       fourteen random tiles, complete about once in 4,300 times (64 tiles)
mcr_hands()   complete hands of Chinese Official: random sets, a tenth of special and rare hands, each sort alike; with
              melds, kongs, flowers, winds and situations
rare_hands()  the same of sets of few sorts of tiles, so that every fan occurs often, and with a third of rare hands

All is done by the array: choose sets, add up their tiles, drop what has a fifth copy.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import mj2p
from mj2p.hands.notations import kinds_of

Array = npt.NDArray[Any]
Random = np.random.Generator

CACHE = Path(__file__).resolve().parent.parent / "build/bench"
COMPLETE_CLOSED = 237_236  # of sets 127,240, of seven pairs 110,448, of both 452: minus the 452 counted twice

SELF_DRAW, LAST_OF_KIND, LAST_TILE, KONG = (
    int(mj2p.Situation[name]) for name in ("SELF_DRAW", "LAST_OF_KIND", "LAST_TILE", "KONG")
)
CHOW, PUNG, MELDED_KONG = 0, 1 << 6, 2 << 6  # the sort of a meld, in its byte


class Sets(NamedTuple):
    """The sets of a tile set, chows first: what they hold, and the lowest kind of each."""

    counts: Array  # u1 (sets, kinds)
    kind: Array  # u1 (sets,)
    chows: int


def all_sets(nsuits: int) -> Sets:
    kinds = 9 * nsuits + 7
    chows = [9 * suit + rank for suit in range(nsuits) for rank in range(7)]
    counts = np.zeros((len(chows) + kinds, kinds), np.uint8)
    for number, low in enumerate(chows):
        counts[number, low : low + 3] = 1
    counts[len(chows) :] = 3 * np.eye(kinds, dtype=np.uint8)
    return Sets(counts, np.array([*chows, *range(kinds)], np.uint8), len(chows))


SETS = {1: all_sets(1), 3: all_sets(3)}


def no_records(n: int, nsuits: int) -> Array:
    return np.zeros(n, mj2p.hand_dtype("duel64" if nsuits == 1 else "mcr"))


def joined(parts: list[Array], nsuits: int) -> Array:
    """Records one after another (numpy's own concatenate packs the fields closer)."""
    hand = no_records(sum(map(len, parts)), nsuits)
    for part, end in zip(parts, itertools.accumulate(map(len, parts)), strict=True):
        hand[end - len(part) : end] = part
    return hand


# --- Choosing ---------------------------------------------------------------------------------------------------------


def choose_tile(rng: Random, counts: Array) -> Array:
    """One of the tiles of each row: a kind of which there are three is taken three times as often."""
    place = rng.integers(0, counts.sum(1, dtype=np.int64))[:, None]
    return np.asarray((np.cumsum(counts, axis=1) <= place).sum(1).astype(np.uint8))


def of_sets(rng: Random, n: int, nsuits: int, allowed: Array, pairs: Array, share_melded: float = 0.5) -> Array:
    """n hands of four sets out of `allowed` (numbers) and a pair out of `pairs` (kinds); see `laid_out`."""
    parts, found = [], 0
    while found < n:
        rows = 2 * (n - found) + 64
        hand = laid_out(rng, nsuits, rng.choice(allowed, (rows, 4)), rng.choice(pairs, rows), share_melded)
        parts.append(hand[: n - found])
        found += len(parts[-1])
    return joined(parts, nsuits)


def laid_out(rng: Random, nsuits: int, chosen: Array, pair: Array, share_melded: float = 0.5) -> Array:
    """Hands of four sets (numbers, n x 4) and a pair (kinds), each set melded with that probability; fewer than given,
    since those with a fifth copy are dropped."""
    sets, rows = SETS[nsuits], len(chosen)
    melded = rng.random((rows, 4)) < share_melded
    sort = np.where(chosen < sets.chows, CHOW, rng.integers(1, 4, (rows, 4)) << 6)  # pung or kong, melded or concealed
    code = np.where(melded, sort | (sets.kind[chosen] + 1), 0).astype(np.uint8)
    hand = no_records(rows, nsuits)
    hand["counts"] = (sets.counts[chosen] * ~melded[:, :, None]).sum(1, dtype=np.uint8)
    hand["counts"] += 2 * np.eye(9 * nsuits + 7, dtype=np.uint8)[pair]
    hand["melds"] = np.take_along_axis(code, np.argsort(~melded, axis=1, kind="stable"), 1)
    return np.asarray(hand[used(hand).max(1) <= 4])


def used(hand: Array) -> Array:
    """Copies of each kind in hand and melds, u1 (n, kinds)."""
    kinds = hand["counts"].shape[1]
    tiles = hand["counts"].copy()
    for melds in hand["melds"].T:
        kind = (melds & 63).astype(int) - 1
        sort = melds & 0xC0
        rows = np.flatnonzero(melds)
        pung = rows[sort[rows] > 0]
        tiles[pung, kind[pung]] += np.where(sort[pung] > PUNG, 4, 3).astype(np.uint8)
        chow = rows[sort[rows] == 0]
        for step in range(3):
            tiles[chow, np.minimum(kind[chow] + step, kinds - 1)] += 1
    return np.asarray(tiles)


def won(rng: Random, hand: Array) -> Array:
    """Give each hand a winning tile, and self-draw or discard."""
    hand["win"] = choose_tile(rng, hand["counts"])
    hand["situation"] = rng.integers(0, 2, len(hand))
    return hand


# --- 64 tiles ---------------------------------------------------------------------------------------------------------


def closed() -> Array:
    """All complete closed hands, in random order, each with a random winning tile, by self-draw or by discard."""
    rng = np.random.default_rng(64)
    nibbles = np.uint64(1) << (4 * np.arange(16, dtype=np.uint64))
    fours = np.array(list(itertools.combinations_with_replacement(range(23), 4)))
    of_four = SETS[1].counts[fours].sum(1, dtype=np.uint8)
    with_pair = (of_four[:, None, :] + 2 * np.eye(16, dtype=np.uint8)).reshape(-1, 16)
    sevens = np.array(list(itertools.combinations_with_replacement(range(16), 7)))
    pairs = 2 * (sevens[:, :, None] == np.arange(16)).sum(1, dtype=np.uint8)
    tiles = np.concatenate([with_pair, pairs])
    keys = np.unique((tiles[tiles.max(1) <= 4] * nibbles).sum(1, dtype=np.uint64))
    assert len(keys) == COMPLETE_CLOSED, len(keys)
    hand = no_records(len(keys), 1)
    hand["counts"] = rng.permutation(keys)[:, None] // nibbles % np.uint64(16)
    return won(rng, hand)


def melded(n: int = 250_000) -> Array:
    """Random sets with random melds and kongs, complete."""
    rng = np.random.default_rng(65)
    return won(rng, of_sets(rng, n, 1, np.arange(23), np.arange(16)))


def dealt(n: int = 250_000) -> Array:
    """Fourteen tiles out of the 64."""
    rng = np.random.default_rng(66)
    wall = np.repeat(np.arange(16, dtype=np.uint8), 4)
    hand = no_records(n, 1)
    for start in range(0, n, 50_000):
        rows = hand[start : start + 50_000]
        tiles = wall[np.argsort(rng.random((len(rows), 64)), axis=1)[:, :14]]
        rows["counts"] = (tiles[:, :, None] == np.arange(16, dtype=np.uint8)).sum(1, dtype=np.uint8)
    return won(rng, hand)


def thirteen(hand: Array) -> Array:
    """The concealed counts without the winning tile, u1 (n, 16 | 34): what distance and useful tiles are asked of."""
    counts = hand["counts"].copy()
    counts[np.arange(len(hand)), hand["win"]] -= 1
    return np.asarray(counts)


# --- Chinese Official -------------------------------------------------------------------------------------------------

HONORS, SUITED = "ESWNCFP", "123456789"
ALL = f"{SUITED}m{SUITED}s{SUITED}p{HONORS}"

#: Sorts of hands of sets: the tiles they may have, and the tiles of which every set and the pair has one.
FLAVOURS = (
    (ALL, ALL),
    (f"{SUITED}m{SUITED}s{SUITED}p", ALL),
    *((f"{SUITED}{suit}{HONORS}", ALL) for suit in "msp"),
    *((f"{SUITED}{suit}", ALL) for suit in "msp"),
    (f"{SUITED}m{SUITED}p", ALL),
    (ALL, f"19m19s19p{HONORS}"),  # 全带幺
    (f"19m19s19p{HONORS}", ALL),  # 混幺九
    ("19m19s19p", ALL),  # 清幺九
    (HONORS, ALL),  # 字一色
    (f"19m{HONORS}", ALL),
    (f"{SUITED}m{SUITED}s{SUITED}p", "5m5s5p"),  # 全带五
    ("1234m1234s1234p", ALL),
    ("6789m6789s6789p", ALL),
    ("123m123s123p", ALL),
    ("456m456s456p", ALL),
    ("789m789s789p", ALL),
    ("23456m23456s23456p", ALL),
    ("2468m2468s2468p", ALL),  # 全双刻
    ("123456m123456s123456p", ALL),
    ("123789m123789s555p", ALL),  # 三色双龙会
    ("123789m55m", ALL),  # 一色双龙会
    ("23468sF", ALL),  # 绿一色
    ("1234589p245689sP", ALL),  # 推不倒
    ("ESWN123m", ALL),
    ("CFP789s", ALL),
)


def flavoured(rng: Random, n: int) -> Array:
    """Hands of sets, of every flavour alike; half with chows and pungs, a quarter each of the one or the other."""
    sets, parts = SETS[3], []
    for number, (tiles, touched) in enumerate(FLAVOURS):
        may = np.isin(np.arange(34), list(kinds_of(tiles)))
        must = np.isin(np.arange(34), list(kinds_of(touched)))
        fine = (sets.counts[:, may].sum(1) == 3) & (sets.counts[:, must].sum(1) > 0)
        allowed, pairs = np.flatnonzero(fine), np.flatnonzero(may & must)
        for sort in range(4):
            rows = n * (4 * number + sort + 1) // (4 * len(FLAVOURS)) - n * (4 * number + sort) // (4 * len(FLAVOURS))
            kept = allowed[(allowed < sets.chows) == (sort == 0)] if sort < 2 else allowed
            if len(kept) < (2 if sort == 0 else 5):  # not four sets: 全带五 has three pungs
                kept = allowed
            parts.append(of_sets(rng, rows, 3, kept, pairs, (0.0, 0.3, 0.6, 0.95)[int(rng.integers(4))]))
    return joined(parts, 3)


def counted(tiles: Array) -> Array:
    """Counts of 34 kinds, u1 (n, 34), of rows of kinds."""
    return np.asarray((tiles[:, :, None] == np.arange(34)).sum(1, dtype=np.uint8))


def some(rng: Random, rows: int, tiles: Array, n: int) -> Array:
    """n of the tiles, a row's own choice, as kinds (rows, n)."""
    return np.asarray(tiles[np.argsort(rng.random((rows, len(tiles))), axis=1)[:, :n]])


KNITTED = np.array(
    [
        [9 * suits[start] + start + step for start in range(3) for step in (0, 3, 6)]
        for suits in itertools.permutations(range(3))
    ]
)
HONOR_KINDS = np.arange(27, 34)
ORPHANS = np.array([0, 8, 9, 17, 18, 26, *HONOR_KINDS])


def seven_pairs(rng: Random, n: int) -> Array:
    parts = []
    for number, (tiles, _) in enumerate(FLAVOURS):
        rows = n * (number + 1) // len(FLAVOURS) - n * number // len(FLAVOURS)
        kinds = np.unique(list(kinds_of(tiles)))
        if 2 * len(kinds) < 7:
            kinds = np.arange(34)
        parts.append(2 * counted(some(rng, rows, np.repeat(kinds, 2), 7)))
    return np.concatenate(parts)


def seven_shifted_pairs(rng: Random, n: int) -> Array:
    first = 9 * rng.integers(0, 3, n) + rng.integers(0, 3, n)
    return 2 * counted(first[:, None] + np.arange(7))


def thirteen_orphans(rng: Random, n: int) -> Array:
    return counted(np.concatenate([np.tile(ORPHANS, (n, 1)), rng.choice(ORPHANS, n)[:, None]], axis=1))


def greater_knitted(rng: Random, n: int) -> Array:
    suited = np.take_along_axis(KNITTED[rng.integers(0, 6, n)], some(rng, n, np.arange(9), 7), 1)
    return counted(np.concatenate([suited, np.tile(HONOR_KINDS, (n, 1))], axis=1))


def lesser_knitted(rng: Random, n: int) -> Array:
    """Eight tiles knitted and six honours."""
    suited = np.take_along_axis(KNITTED[rng.integers(0, 6, n)], some(rng, n, np.arange(9), 8), 1)
    return counted(np.concatenate([suited, some(rng, n, HONOR_KINDS, 6)], axis=1))


def lesser_knitted_straight(rng: Random, n: int) -> Array:
    return counted(np.concatenate([KNITTED[rng.integers(0, 6, n)], some(rng, n, HONOR_KINDS, 5)], axis=1))


def knitted_straight(rng: Random, n: int) -> Array:
    """组合龙 with a set, melded for half of them, and a pair: records, not counts."""
    sets, hand = SETS[3], no_records(0, 3)
    while len(hand) < n:
        more = no_records(2 * n, 3)
        chosen = rng.integers(0, len(sets.counts), len(more))
        melded = rng.random(len(more)) < 0.5
        sort = np.where(chosen < sets.chows, CHOW, rng.integers(1, 4, len(more)) << 6)
        more["melds"][:, 0] = np.where(melded, sort | (sets.kind[chosen] + 1), 0)
        more["counts"] = counted(KNITTED[rng.integers(0, 6, len(more))])
        more["counts"] += 2 * np.eye(34, dtype=np.uint8)[rng.integers(0, 34, len(more))]
        more["counts"] += np.where(melded[:, None], 0, sets.counts[chosen]).astype(np.uint8)
        hand = joined([hand, more[used(more).max(1) <= 4]], 3)
    return hand[:n]


def three_suited_terminals(rng: Random, n: int) -> Array:
    """三色双龙会: 123 789 in two suits and 55 of the third; chows number 7 a suit."""
    suits = np.argsort(rng.random((n, 3)), axis=1)
    chosen = np.stack([7 * suits[:, 0], 7 * suits[:, 0] + 6, 7 * suits[:, 1], 7 * suits[:, 1] + 6], axis=1)
    return laid_out(rng, 3, chosen, 9 * suits[:, 2] + 4)


def plain(rng: Random, n: int) -> Array:
    """Chows, some melded, with a pair of honours: of these some are 无番和."""
    return of_sets(rng, n, 3, np.arange(21), HONOR_KINDS)


#: How hands are made that random sets hardly bring; nine gates are 1112345678999 and one more.
RARE: dict[str, Callable[[Random, int], Array]] = {
    "seven_pairs": seven_pairs,
    "seven_shifted_pairs": seven_shifted_pairs,
    "thirteen_orphans": thirteen_orphans,
    "greater_honors_and_knitted": greater_knitted,
    "lesser_honors_and_knitted": lesser_knitted,
    "lesser_honors_and_knitted+knitted_straight": lesser_knitted_straight,
    "knitted_straight": knitted_straight,
    "three_suited_terminal_chows": three_suited_terminals,
    "chicken_hand": plain,
}


def nine_gates(rng: Random, n: int) -> Array:
    hand = no_records(n, 3)
    first = 9 * rng.integers(0, 3, n)
    win = first + rng.integers(0, 9, n)
    gates = np.array([0, 0, 0, *range(1, 8), 8, 8, 8])
    hand["counts"] = counted(np.concatenate([first[:, None] + gates, win[:, None]], axis=1))
    hand["win"] = win
    return hand


def circumstances(rng: Random, hand: Array) -> Array:
    """Flowers, winds and situations, each where the hand allows it (rulebook 2 "Invalid")."""
    n, rows = len(hand), np.arange(len(hand))
    hand["flowers"] = np.where(rng.random(n) < 0.3, rng.integers(0, 9, n), 0)
    hand["round_wind"], hand["seat_wind"] = rng.integers(0, 4, (2, n))
    drawn = rng.random(n) < 0.5
    has_kong = (hand["melds"] >= MELDED_KONG).any(1)
    only_one = hand["counts"][rows, hand["win"]] == 1  # of the winning kind in the hand
    alone = used(hand)[rows, hand["win"]] == 1  # in hand and melds
    kong = (rng.random(n) < 0.3) & np.where(drawn, has_kong, alone)
    hand["situation"] = (
        drawn * SELF_DRAW
        + (only_one & (rng.random(n) < 0.2)) * LAST_OF_KIND
        + (rng.random(n) < 0.1) * LAST_TILE
        + kong * KONG
    )
    return hand


def mcr_mix(n: int, seed: int, of_random_sets: Callable[[Random, int], Array], share: float) -> Array:
    """Hands of sets, and a share of hands of every rare sort alike, in random order and all sorts of circumstances."""
    rng = np.random.default_rng(seed)
    each = int(n * share) // (len(RARE) + 1)
    parts = [of_random_sets(rng, n - each * (len(RARE) + 1))]
    for make in RARE.values():
        rare = make(rng, each)
        if rare.dtype == np.uint8:  # counts alone
            parts.append(no_records(each, 3))
            parts[-1]["counts"] = rare
        else:
            parts.append(rare)
    hand = joined(parts, 3)
    hand["win"] = choose_tile(rng, hand["counts"])
    return np.asarray(rng.permutation(circumstances(rng, joined([hand, nine_gates(rng, each)], 3))))


def any_sets(rng: Random, n: int) -> Array:
    return of_sets(rng, n, 3, np.arange(55), np.arange(34))


def mcr_hands(n: int = 200_000, seed: int = 81) -> Array:
    """Random sets with random melds, and a tenth of rare hands."""
    return mcr_mix(n, seed, any_sets, 0.1)


def rare_hands(n: int = 200_000, seed: int = 82) -> Array:
    """Sets of every flavour, and a third of rare hands."""
    return mcr_mix(n, seed, flavoured, 1 / 3)


# --- Kept -------------------------------------------------------------------------------------------------------------

MIXES: dict[str, tuple[str, Callable[[], Array]]] = {
    "closed": ("duel64", closed),
    "melded": ("duel64", melded),
    "dealt": ("duel64", dealt),
    "mcr": ("mcr", mcr_hands),
    "rare": ("mcr", rare_hands),
}


def load(name: str) -> Array:
    """A mix by its name, made once; made again when this file is newer."""
    kept = CACHE / f"{name}.npy"
    if not kept.exists() or kept.stat().st_mtime < Path(__file__).stat().st_mtime:
        CACHE.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part.npy")
        np.save(part, MIXES[name][1]())
        part.replace(kept)
    return np.asarray(np.load(kept))


if __name__ == "__main__":
    import time

    for name, (rules, make) in MIXES.items():
        start = time.perf_counter()
        hands = make()
        took = time.perf_counter() - start
        status = mj2p.score_batch(hands, rules)["status"]
        codes, many = np.unique(status, return_counts=True)
        said = {mj2p.Status(code).name: int(times) for code, times in zip(codes, many, strict=True)}
        print(f"{name:8} {len(hands):8,} hands of {rules} in {took:.2f} s: {said}")
