"""Write the C header with every way to split a suit into sets and at most a pair.

    python tools/make_split_tables.py build/generated/_split_tables.h

What the header holds (all `static const`):

* `split_left`, `split_right`, `split_offset`: a minimal perfect hash of the vectors that split. The first four and the
  last five ranks of a suit, read as numbers in base 6, fall into classes of halves with the same partners; a vector's
  number is left.start + offset[left class][right class] + right.ordinal, or NO_SPLIT where the classes are no partners.
  (The core spreads the two over the nibbles of a suit, so that it looks a half up without a multiplication.)
* `split_vectors`: for each vector its splits and, a bit a rank, whether that rank, drawn last, was the only one to
  complete the tiles before it (边张, 坎张, 单钓将 need that).
* `splits`: for each split its chows (a sum of weights that no two multisets share), which ranks are pungs, the pair.
* `pairs_facts`: for each suit of pairs (counts 0, 2, 4 as digits 0, 1, 2 in base 3), a bit a rank: seven pairs of it
  and of honours that were won on this rank waited on something else as well, as sets; bit 9: so they did where they
  were won on an honour held four times; bits 16-24: the ranks that occur.
* `chow_id` / `chow3_*`: the number of a multiset of up to four chows of one suit (330) or of three (12,650), and
  `chow_sets*`: the chows of each.

A fifth copy counts as a wait (1234444m EEE SSS + 1m waits on 1m and 4m), so vectors with one count of five are in the
hash too; they complete a hand, but have no splits.
"""

from __future__ import annotations

import itertools
import pathlib
import random
import sys

CHOWS, RANKS, NO_PAIR, NO_SPLIT = 7, 9, 15, 0xFFFF
OUTSIDE, FIVES = 4, 8  # as in the core's kinds key (SPLIT_OUTSIDE, SPLIT_FIVES)
SUMS_PUNG = 25 + (1 << 7)  # a concealed pung, and one more pung, in the core's sums (SUMS_CONCEALED, SUMS_PUNGS)
CHOW_WEIGHTS = (1, 5, 21, 55, 153, 368, 856)
HASH_SLOTS_BITS, HASH_BUCKET_BITS = 14, 12


def all_splits() -> dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]]:
    """Counts of the nine ranks -> its splits: (pair or NO_PAIR, sets), a set being kind * 2, + 1 for a pung."""
    sets = sorted([rank * 2 for rank in range(CHOWS)] + [rank * 2 + 1 for rank in range(RANKS)])
    found: dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]] = {}
    for size in range(5):
        for chosen in itertools.combinations_with_replacement(sets, size):
            counts = [0] * RANKS
            for item in chosen:
                if item & 1:
                    counts[item >> 1] += 3
                else:
                    for rank in range(item >> 1, (item >> 1) + 3):
                        counts[rank] += 1
            for pair in (NO_PAIR, *range(RANKS)):
                if pair != NO_PAIR:
                    counts[pair] += 2
                if max(counts) <= 5 and counts.count(5) <= 1:
                    found.setdefault(tuple(counts), []).append((pair, chosen))
                if pair != NO_PAIR:
                    counts[pair] -= 2
    return found


def sole_waits(vector: tuple[int, ...], complete: set[tuple[int, ...]]) -> int:
    """Bit r: with one r taken away, r alone completes the hand again (the rest of the hand being complete)."""
    bits, with_pair = 0, sum(vector) % 3 == 2
    for rank in range(RANKS):
        if not vector[rank]:
            continue
        rest = list(vector)
        rest[rank] -= 1
        if not with_pair and tuple(rest) in complete:  # sets and a pair: the hand's pair may become a pung as well
            continue
        others = 0
        for draw in range(RANKS):
            rest[draw] += 1
            others += draw != rank and tuple(rest) in complete
            rest[draw] -= 1
        bits |= (others == 0) << rank
    return bits


def other_waits(pairs: tuple[int, ...], complete: set[tuple[int, ...]]) -> int:
    """Which last tiles of seven pairs (this suit, the rest honours) leave another wait, as sets: see `pairs_facts`.

    The honours follow from the number of tiles: 14 none, 12 one pair, 10 two pairs or four of a kind. Two sorts of
    honours beside the winning rank may both become the pung; fewer tiles of the suit never are one short of sets.
    """
    vector, tiles, bits = [2 * n for n in pairs], 2 * sum(pairs), 0
    for rank in range(RANKS):
        if not vector[rank] or tiles < 10:
            continue
        vector[rank] -= 1
        found = tiles < 14 and tuple(vector) in complete
        if tiles > 10:
            found = found or any(draw != rank and plus(vector, draw) in complete for draw in range(RANKS))
        bits |= found << rank
        vector[rank] += 1
    # won on the fourth E: EEE, and as other honours none (10 tiles), a pair (8), two pairs or four of a kind (6)
    found = tiles in (6, 8) and tuple(vector) in complete
    if tiles in (8, 10):
        found = found or any(plus(vector, draw) in complete for draw in range(RANKS))
    return bits | found << RANKS


def pairs_facts(pairs: tuple[int, ...], complete: set[tuple[int, ...]]) -> int:
    return other_waits(pairs, complete) | sum(1 << rank for rank in range(RANKS) if pairs[rank]) << 16


def plus(vector: list[int], rank: int) -> tuple[int, ...]:
    return (*vector[:rank], vector[rank] + 1, *vector[rank + 1 :])


def classes(partners: dict[tuple[int, ...], set]) -> dict[tuple[int, ...], int]:
    """Number the halves of vectors from 1; halves that go together with the same other halves share a number."""
    numbers: dict[frozenset, int] = {}
    return {half: numbers.setdefault(frozenset(others), len(numbers) + 1) for half, others in partners.items()}


def chow_hash() -> tuple[int, list[int], list[int], list[tuple[int, ...]]]:
    """A perfect hash of the multisets of up to four chows of three suits: factor, displacements, slots, multisets."""
    multisets = [
        chows for size in range(5) for chows in itertools.combinations_with_replacement(range(3 * CHOWS), size)
    ]
    keys = [sum(CHOW_WEIGHTS[chow % CHOWS] << (12 * (chow // CHOWS)) for chow in chows) for chows in multisets]
    dice = random.Random(0)
    while True:
        factor = dice.getrandbits(64) | 1
        if placed := place_in_slots([key * factor & (1 << 64) - 1 for key in keys]):
            return factor, *placed, multisets


def place_in_slots(products: list[int]) -> tuple[list[int], list[int]] | None:
    """Displacement of each bucket and number in each slot; None where two keys of a bucket cannot be told apart."""
    buckets: dict[int, list[tuple[int, int]]] = {}
    for number, product in enumerate(products):
        slot = (product >> 24) & (1 << HASH_SLOTS_BITS) - 1
        buckets.setdefault(product >> (64 - HASH_BUCKET_BITS), []).append((slot, number))
    if any(len({slot for slot, _ in members}) != len(members) for members in buckets.values()):
        return None
    displacements, slots = [0] * (1 << HASH_BUCKET_BITS), [0] * (1 << HASH_SLOTS_BITS)
    free = [True] * (1 << HASH_SLOTS_BITS)
    for bucket, members in sorted(buckets.items(), key=lambda item: -len(item[1])):
        shifts = (d for d in range(1 << HASH_SLOTS_BITS) if all(free[slot ^ d] for slot, _ in members))
        if (shift := next(shifts, None)) is None:
            return None
        displacements[bucket] = shift
        for slot, number in members:
            free[slot ^ shift], slots[slot ^ shift] = False, number
    return displacements, slots


def array(kind: str, name: str, values: list, per_line: int = 24) -> str:
    """One C array."""
    lines = [", ".join(map(str, values[at : at + per_line])) for at in range(0, len(values), per_line)]
    return f"static const {kind} {name}[{len(values)}] = {{\n" + ",\n".join(lines) + "\n};\n"


def structs(kind: str, name: str, rows: list[tuple[int, ...]]) -> str:
    """One C array of structs."""
    return array(kind, name, ["{" + ",".join(map(str, row)) + "}" for row in rows], 8)


def suits_of_pairs() -> list[tuple[int, ...]]:
    """All suits of pairs and fours, as base-3 numbers with the first rank lowest."""
    return [digits[::-1] for digits in itertools.product(range(3), repeat=RANKS)]


def halves_in_order(ranks: int) -> list[tuple[int, ...]]:
    """All counts 0-5 of so many ranks, as base-6 numbers with the first rank lowest."""
    return [digits[::-1] for digits in itertools.product(range(6), repeat=ranks)]


def four(chows: tuple[int, ...]) -> tuple[int, ...]:
    return (*chows, *[255] * (4 - len(chows)))


def add_vector(vector: tuple[int, ...], ways: list, complete: set, rows: list, splits: list) -> None:
    """Append a vector and its splits: in the order of the smaller pair, then of the smaller sets."""
    mine = [] if max(vector) == 5 else sorted(ways)
    ranks = sum(1 << rank for rank in range(RANKS) if vector[rank])
    rows.append((len(splits), len(mine), int(sum(vector) % 3 == 2), sole_waits(vector, complete) if mine else 0, ranks))
    for pair, sets in mine:
        chows = [item >> 1 for item in sets if not item & 1]
        pungs = [item >> 1 for item in sets if item & 1]
        key = sum(CHOW_WEIGHTS[chow] for chow in chows)
        mask_of_pungs, starts = sum(1 << pung for pung in pungs), sum({1 << chow for chow in chows})
        pair_common = pair | common(chows, pungs, pair) << 4
        splits.append((key, mask_of_pungs, SUMS_PUNG * len(pungs), starts, pair_common))


def common(chows: list[int], pungs: list[int], pair: int) -> int:
    """OUTSIDE where each set and the pair have a 1 or 9, FIVES where each has a 5 (so both where there is none)."""
    parts = [range(chow, chow + 3) for chow in chows] + [[rank] for rank in pungs + [pair] * (pair != NO_PAIR)]
    return OUTSIDE * all(0 in part or 8 in part for part in parts) | FIVES * all(4 in part for part in parts)


def header() -> str:
    splits_of = all_splits()
    complete = set(splits_of)
    vectors = sorted(complete)
    right_of: dict[tuple[int, ...], set] = {}
    left_of: dict[tuple[int, ...], set] = {}
    for vector in vectors:
        right_of.setdefault(vector[:4], set()).add(vector[4:])
        left_of.setdefault(vector[4:], set()).add(vector[:4])
    left, right = classes(right_of), classes(left_of)
    members: dict[int, list[tuple[int, ...]]] = {}  # of each class of right halves
    for half in sorted(right):
        members.setdefault(right[half], []).append(half)
    ordinal = {half: place for halves in members.values() for place, half in enumerate(halves)}
    width = len(members) + 1
    offset = [NO_SPLIT] * ((max(left.values()) + 1) * width)
    start: dict[tuple[int, ...], int] = {}
    rows: list[tuple[int, ...]] = []
    splits: list[tuple[int, ...]] = []
    for half in sorted(left):
        start[half], place = len(rows), 0
        for number, halves in sorted(members.items()):
            if halves[0] not in right_of[half]:
                continue
            offset[left[half] * width + number] = place
            place += len(halves)
            for other in halves:
                add_vector(half + other, splits_of[half + other], complete, rows, splits)
    one_suit = [chows for size in range(5) for chows in itertools.combinations_with_replacement(range(CHOWS), size)]
    keys = [sum(CHOW_WEIGHTS[chow] for chow in chows) for chows in one_suit]
    if len(set(keys)) != len(keys):
        raise SystemExit("CHOW_WEIGHTS: two multisets have the same sum")
    chow_id = [0] * (max(keys) + 1)
    for number, key in enumerate(keys):
        chow_id[key] = number
    factor, displacements, slots, three_suits = chow_hash()
    lefts = [(start.get(half, 0), left.get(half, 0) * width) for half in halves_in_order(4)]
    rights = [(ordinal.get(half, 0), right.get(half, 0)) for half in halves_in_order(5)]
    return "\n".join(
        [
            "/* Made by tools/make_split_tables.py. */",
            "#pragma once",
            "#include <stdint.h>",
            f"#define NO_SPLIT {NO_SPLIT}",
            f"#define NO_PAIR {NO_PAIR}",
            f"#define SUMS_PUNG {SUMS_PUNG}",
            f"#define CHOW_SETS_1 {len(one_suit)}",
            f"#define CHOW_SETS_3 {len(three_suits)}",
            f"#define CHOW_HASH_FACTOR {factor}u",
            "typedef struct { uint16_t first; uint8_t n; uint8_t pairs; uint16_t sole; uint16_t ranks; } SplitVector;",
            "typedef struct { uint16_t chow_key; uint16_t pungs; uint16_t sums; uint8_t chows; "
            "uint8_t pair_common; } Split;",
            array("uint16_t", "chow_weights", list(CHOW_WEIGHTS)),
            "typedef struct { uint16_t start; uint16_t row; } SplitLeft;",
            "typedef struct { uint16_t ordinal; uint16_t number; } SplitRight;",
            structs("SplitLeft", "split_left", lefts),
            structs("SplitRight", "split_right", rights),
            array("uint16_t", "split_offset", offset),
            structs("SplitVector", "split_vectors", rows),
            structs("Split", "splits", splits),
            array("uint32_t", "pairs_facts", [pairs_facts(pairs, complete) for pairs in suits_of_pairs()]),
            array("uint16_t", "chow_id", chow_id),
            array("uint16_t", "chow3_displacement", displacements),
            array("uint16_t", "chow3_slot", slots),
            array("uint8_t", "chow_sets_1", [chow for chows in one_suit for chow in four(chows)]),
            array("uint8_t", "chow_sets_3", [chow for chows in three_suits for chow in four(chows)]),
        ]
    )


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(header(), encoding="utf-8")
