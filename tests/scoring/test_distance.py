"""The distance and the kinds that lower it: worked hands, the plain definition, the breadth-first one, the whole space.

`slow_distance` says what is right. The batch leaves copies in melds out of account, the one-hand functions do not.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import slow_distance as slow
from hypothesis import given
from hypothesis import strategies as st
from rule_sets import BY_FORM, ONE_SUIT

import mj2p
from mj2p.scoring import _distance

Rows = npt.NDArray[np.uint8]

HONORS = list("ESWNCFP")
KINDS = {
    16: [f"{rank}m" for rank in range(1, 10)] + HONORS,
    34: [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)] + HONORS,
}
#: One rule set of each sort -> its kinds and forms, whose bits are those of slow_distance too.
RULES = {
    name: (kinds, forms)
    for (kinds, forms), name in {
        (16 if name in ONE_SUIT else 34, mj2p.rules.get(name).forms): name for name in reversed(BY_FORM)
    }.items()
}


# ---- worked hands ----

ALL_BUT_E = "1m 2m 3m 4m 5m 6m 7m 8m 9m S W N C F P"


@pytest.mark.parametrize(
    ("hand", "rules", "distance", "useful"),
    [
        ("1112345678999m9m", "duel64", -1, None),
        ("1112345678999m", "duel64", 0, "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("1122335577mEEC", "duel64", 0, "C"),
        ("1111335577mEE9m", "duel64", 0, "9m"),  # four of a kind are two pairs
        ("1112335577mEEC", "duel64", 1, "1m 2m C"),  # … so 1112 is a pair and two halves
        ("1122335577mEEC", "dongbei136", 1, None),  # no seven pairs there
        ("[123m,1][456m,2](EEEE)SSCC", "duel64", 0, "S C"),
        # Waiting, but for tiles that are all in one's own hand and melds: not at distance 0.
        ("EEEESSSWWWNNN", "duel64", 1, ALL_BUT_E),
        ("[EEE,2]123456789mE", "duel64", 1, ALL_BUT_E),
        ("(1111m)(4444m)23m789mEE", "duel64", 1, None),
        ("(1111m)23456789mEE", "duel64", 0, "4m 7m"),  # waits for 1m too
        ("1234444mEEESSS", "duel64", 0, "1m"),  # waits for 4m too
        ("(1111m)[444m,2]23m789mEE", "duel64", 0, "4m"),  # the last 4m
        # The special forms of mcr.
        ("19m19s19pESWNCFP", "mcr", 0, "1m 9m 1s 9s 1p 9p E S W N C F P"),
        ("19m19s19pEESWNCF", "mcr", 0, "P"),
        ("147m258s369pESWN", "mcr", 0, "C F P"),
        ("258m147s6pESWNCF", "mcr", 0, "3p 9p P"),
        ("147m258s36pESWNCF", "mcr", -1, None),
        ("147m258s369p12mEE", "mcr", 0, "3m"),
        ("[EEE,2]147m258s369pC", "mcr", 0, "C"),
        # 8s 369p for 组合龙 beside CCC EE; the others for four sets.
        ("1347m256sCCCEEN", "mcr", 3, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 7s 8s 3p 6p 9p E N"),
        ("[EEE,2]147m258s369pC", "dongbei136", 6, None),
        ("(1111m)47m258s369pCC", "mcr", 5, None),  # no 1m is left for 组合龙
    ],
)
def test_worked_hands(hand: str, rules: str, distance: int, useful: str | None) -> None:
    assert mj2p.distance(hand, rules=rules) == distance
    if useful is not None:
        assert list(mj2p.useful(hand, rules=rules)) == useful.split()


@pytest.mark.parametrize("hand", ["", "123m", "123456m", "[EEE,2]123m456m789m", "123456789m1234567s"])
def test_other_sizes_are_refused(hand: str) -> None:
    with pytest.raises(mj2p.InvalidHand):
        mj2p.distance(hand, rules="mcr")


# ---- the plain definition ----


def deal(rng: np.random.Generator, kinds: int, tiles: int, left: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """So many tiles of those left: of few kinds often, and often whole fours first."""
    while True:
        some = rng.permutation(kinds)[: rng.integers(5, kinds + 1)]
        wall = np.zeros(kinds, np.int64)
        wall[some] = left[some]
        held = np.zeros(kinds, np.int64)
        for kind in some[: rng.choice([0, 0, 1, 2, 3])]:
            if held.sum() + wall[kind] <= tiles:
                held[kind], wall[kind] = wall[kind], 0
        pool = rng.permutation(np.repeat(np.arange(kinds), wall))
        if len(pool) >= tiles - held.sum():
            return held + np.bincount(pool[: tiles - held.sum()], minlength=kinds)


def deal_melds(rng: np.random.Generator, kinds: int, n: int) -> list[list[int]]:
    """So many melds that four of each kind allow."""
    used = np.zeros(kinds, np.int64)
    melds: list[list[int]] = []
    while len(melds) < n:
        kind, sort = int(rng.integers(kinds)), rng.choice(["chow", "pung", "kong"])
        meld = [kind] * (3 if sort == "pung" else 4)
        if sort == "chow":
            if kind >= kinds - 7 or kind % 9 > 6:
                continue
            meld = [kind, kind + 1, kind + 2]
        more = used + np.bincount(meld, minlength=kinds)
        if more.max() <= 4:
            used = more
            melds.append(meld)
    return melds


def spell(kinds: int, melds: list[list[int]], held: npt.NDArray[np.int64]) -> str:
    letters = KINDS[kinds]

    def together(tiles: list[int]) -> str:
        return "".join(letters[kind] for kind in tiles)

    return "".join(f"({together(meld)})" if len(meld) == 4 else f"[{together(meld)}]" for meld in melds) + together(
        np.repeat(np.arange(kinds), held).tolist()
    )


def letters_of(mask: int, kinds: int) -> list[str]:
    return [letter for kind, letter in enumerate(KINDS[kinds]) if mask >> kind & 1]


@pytest.mark.parametrize(
    ("rules", "hands", "each"), [("duel64", 400, 4), ("three144", 200, 8), ("mcr", 200, 8), ("dongbei136", 100, 8)]
)
@pytest.mark.parametrize("n_melds", range(5))
def test_one_hand_is_the_definition(rules: str, n_melds: int, hands: int, each: int) -> None:
    """With melds, whose copies a target cannot use again; the useful kinds of every so-manieth hand."""
    kinds, forms = RULES[rules]
    rng = np.random.default_rng([5, n_melds, kinds, forms])
    for hand in range(hands):
        melds = deal_melds(rng, kinds, n_melds)
        left = 4 - np.bincount([kind for meld in melds for kind in meld], minlength=kinds)
        held = deal(rng, kinds, int(rng.integers(13, 15)) - 3 * n_melds, left)
        text, counts, limits = spell(kinds, melds, held), tuple(held.tolist()), tuple(left.tolist())
        if rules == "dongbei136" and n_melds == 4 and any(len(set(meld)) > 1 for meld in melds):
            assert mj2p.distance(text, rules=rules) == 127  # four melds can only be 碰碰和
            continue
        assert mj2p.distance(text, rules=rules) == slow.distance(counts, limits, forms), text
        if hand % each == 0 and held.sum() % 3 == 1:
            expected = letters_of(slow.useful(counts, limits, forms), kinds)
            assert list(mj2p.useful(text, rules=rules)) == expected, text


def deal_rows(seed: int, kinds: int, tiles: int, n: int) -> Rows:
    rng = np.random.default_rng([seed, kinds, tiles])
    return np.array([deal(rng, kinds, tiles, np.full(kinds, 4)) for _ in range(n)], np.uint8)


@pytest.mark.parametrize("tiles", [1, 2, 4, 5, 7, 8, 10, 11, 13, 14])
@pytest.mark.parametrize("rules", ["duel64", "three144", "mcr"])
def test_batch_is_the_definition(rules: str, tiles: int) -> None:
    """Melds are implied, and their copies unknown: a limit of four everywhere."""
    kinds, forms = RULES[rules]
    rows = deal_rows(6, kinds, tiles, 150 if kinds == 16 else 60)
    distances = mj2p.distance_batch(rows, rules)
    again, masks = mj2p.useful_batch(rows, rules)
    assert np.array_equal(distances, again)
    for at, row in enumerate(rows.tolist()):
        limits = (4,) * kinds
        assert distances[at] == slow.distance(tuple(row), limits, forms), row
        if at % 5 == 0:
            assert int(masks[at]) == slow.useful(tuple(row), limits, forms), row


def deal_near(rng: np.random.Generator, targets: slow.Targets, tiles: int, left: npt.NDArray[np.int64]) -> Rows:
    """Some of the tiles of a target, and others, of the same kinds as often as not."""
    target = np.minimum(targets[rng.integers(len(targets))], left)
    some = rng.permutation(np.repeat(np.arange(34), target))[: tiles - rng.integers(0, 4)]
    held = np.bincount(some, minlength=34)
    room = left - held
    if rng.integers(2):
        room *= held > 0
    if held.sum() + room.sum() < tiles:
        room = left - held
    more = rng.permutation(np.repeat(np.arange(34), room))[: tiles - held.sum()]
    return (held + np.bincount(more, minlength=34)).astype(np.uint8)


@pytest.mark.parametrize(
    ("form", "n_melds"), [("orphans", 0), ("knitted", 0), ("knitted_straights", 0), ("knitted_straights", 1)]
)
def test_special_forms_are_the_definition(form: str, n_melds: int) -> None:
    """Hands near a form that random hands are seldom near; the useful kinds of every fourth, of 14 tiles too."""
    rng = np.random.default_rng([10, len(form), n_melds])
    targets = slow.knitted_straights(4 - n_melds) if form == "knitted_straights" else getattr(slow, form)()
    near = 0
    for hand in range(120):
        melds = deal_melds(rng, 34, n_melds)
        left = 4 - np.bincount([kind for meld in melds for kind in meld], minlength=34)
        held = deal_near(rng, targets, int(rng.integers(13, 15)) - 3 * n_melds, left)
        counts, limits = tuple(held.tolist()), tuple(left.tolist())
        text = spell(34, melds, held.astype(np.int64))
        expected = slow.distance(counts, limits, 15)
        near += expected < slow.distance(counts, limits, 1)
        assert mj2p.distance(text, rules="mcr") == expected, text
        if hand % 4:
            continue
        mask = slow.useful(counts, limits, 15)
        if held.sum() % 3 == 1:
            assert list(mj2p.useful(text, rules="mcr")) == letters_of(mask, 34), text
        if not melds:
            found, useful = mj2p.useful_batch(held[None], "mcr")
            assert (found.tolist(), useful.tolist()) == ([expected], [mask]), text
    assert near > 60  # hands that the form decides


def test_seven_pairs_alone() -> None:
    """Four sets left out (form 16): what an analyst asks for one form at a time."""
    rows = deal_rows(11, 34, 13, 300)
    out = np.empty(len(rows), np.int8)
    _distance.distance_batch(rows, out, slow.SEVEN_PAIRS | 16)
    assert out.tolist() == [slow.seven_pairs_need(tuple(row), (4,) * 34) - 1 for row in rows.tolist()]


# ---- the breadth-first definition ----


def changed(rows: Rows, kind: int, by: int) -> Rows:
    out = rows.copy()
    out[:, kind] += np.uint8(by % 256)
    return out


def check_exchanges(rows: Rows, rules: str) -> None:
    """0: some draw completes the hand. d: some draw and discard lead to d - 1, none lower. And only useful draws do."""
    kinds, _ = RULES[rules]
    distances, masks = mj2p.useful_batch(rows, rules)
    nearest = np.full(len(rows), 99)
    for draw in range(kinds):
        can = np.flatnonzero(rows[:, draw] < 4)
        with_draw = changed(rows[can], draw, 1)
        after = np.where(mj2p.is_complete_batch(with_draw, rules), -1, 99)
        for discard in range(kinds):
            had = np.flatnonzero((with_draw[:, discard] > 0) & (after > -1) & (discard != draw))
            after[had] = np.minimum(after[had], mj2p.distance_batch(changed(with_draw[had], discard, -1), rules))
        lowers = after < distances[can]
        useful = np.zeros(len(rows), np.bool_)
        useful[can] = lowers
        assert np.array_equal(useful, (masks >> draw & 1).astype(np.bool_)), KINDS[kinds][draw]
        nearest[can] = np.minimum(nearest[can], after)
    assert np.array_equal(nearest, distances - 1)


@pytest.mark.parametrize(("rules", "n"), [("duel64", 100_000), ("three144", 8_000), ("mcr", 2_000)])
def test_batch_is_the_number_of_exchanges(rules: str, n: int) -> None:
    """Random hands, and some of few kinds and whole fours."""
    kinds, _ = RULES[rules]
    rng = np.random.default_rng([7, kinds])
    wall = np.repeat(np.arange(kinds), 4)
    drawn = np.array([rng.choice(wall, 13, replace=False) for _ in range(n // 2)])
    random = np.zeros((len(drawn), kinds), np.uint8)
    np.add.at(random, (np.arange(len(drawn))[:, None], drawn), 1)
    check_exchanges(np.concatenate([random, deal_rows(8, kinds, 13, min(n - len(random), 5_000))]), rules)


@pytest.mark.long
@pytest.mark.parametrize("rules", ["duel64", "three144"])
def test_batch_is_the_number_of_exchanges_where_fours_are_many(rules: str) -> None:
    """A hundred thousand hands: of few kinds often, with up to three whole fours."""
    kinds, _ = RULES[rules]
    rows = deal_rows(12, kinds, 13, 100_000)
    assert ((rows == 4).sum(axis=1) > 1).sum() > 30_000
    for start in range(0, len(rows), 10_000):
        check_exchanges(rows[start : start + 10_000], rules)


def all_hands(tiles: int) -> Iterator[Rows]:
    """Every hand of so many of 64 tiles, some millions at a time."""
    suits = np.indices((5,) * 9, np.uint8).reshape(9, -1).T
    honors = np.indices((5,) * 7, np.uint8).reshape(7, -1).T
    in_suit, in_honors = suits.sum(axis=1), honors.sum(axis=1)
    for n in range(tiles + 1):
        left, right = suits[in_suit == n], honors[in_honors == tiles - n]
        step = 1 + 1_000_000 // max(len(right), 1)
        for start in range(0, len(left) if len(right) else 0, step):
            some = left[start : start + step]
            yield np.hstack([np.repeat(some, len(right), axis=0), np.tile(right, (len(some), 1))])


@pytest.mark.long
def test_ready_is_a_live_wait_on_every_hand() -> None:
    """All hands of 13 of 64 tiles: distance 0 if and only if a kind is waited for that is not all in the hand."""
    hands = ready = dead = 0
    bits = 1 << np.arange(16)
    for rows in all_hands(13):
        distances, waits = mj2p.distance_batch(rows), mj2p.waits_batch(rows)
        waiting = waits != 0
        live = waiting.copy()
        live[waiting] = (waits[waiting] & ~((rows[waiting] == 4) @ bits)) != 0
        assert np.array_equal(distances == 0, live)
        hands += len(rows)
        ready += int(live.sum())
        dead += int((waiting & ~live).sum())
    assert (hands, ready) == (29_695_056, 1_069_828)
    assert dead > 0


# ---- properties ----


def test_one_hand_is_the_batch_without_melds() -> None:
    for rules, (kinds, _) in RULES.items():
        for tiles in (13, 14):
            rows = deal_rows(9, kinds, tiles, 300)
            one = [mj2p.distance(spell(kinds, [], row), rules=rules) for row in rows.astype(np.int64)]
            assert mj2p.distance_batch(rows, rules).tolist() == one


@given(st.integers(0, 2**32 - 1), st.sampled_from(["duel64", "three144", "dongbei136"]))
def test_ranks_turned_round_and_honours_exchanged(seed: int, rules: str) -> None:
    kinds, _ = RULES[rules]
    rows = deal_rows(seed, kinds, 13, 4)
    order = np.arange(kinds)
    for start in range(0, kinds - 7, 9):
        order[start : start + 9] = order[start : start + 9][::-1]
    order[-7:] = np.random.default_rng(seed).permutation(order[-7:])
    assert np.array_equal(mj2p.distance_batch(rows, rules), mj2p.distance_batch(rows[:, order], rules))


@given(st.integers(0, 2**32 - 1), st.sampled_from(sorted(RULES)))
def test_a_draw_lowers_by_one_and_only_if_useful(seed: int, rules: str) -> None:
    kinds, _ = RULES[rules]
    rows = deal_rows(seed, kinds, 13, 4)
    distances, masks = mj2p.useful_batch(rows, rules)
    for kind in range(kinds):
        can = rows[:, kind] < 4
        after = mj2p.distance_batch(changed(rows[can], kind, 1), rules)
        assert np.array_equal(distances[can] - after, masks[can] >> kind & 1)


# ---- rows that are no hands ----


@given(st.lists(st.binary(min_size=34, max_size=34) | st.just(bytes([4, 4, 4, 1] + [0] * 30)), min_size=1, max_size=5))
def test_bytes_of_any_sort(rows: list[bytes]) -> None:
    """A bad row is 127 and has no useful kinds; each row stands alone."""
    for kinds in (16, 34):
        counts = np.array([list(row[:kinds]) for row in rows], np.uint8)
        distances, masks = mj2p.useful_batch(counts)
        assert np.array_equal(distances, mj2p.distance_batch(counts))
        for row, distance, mask in zip(counts, distances.tolist(), masks.tolist(), strict=True):
            good = row.max() <= 4 and row.sum() <= 14 and row.sum() % 3 != 0
            assert (distance == 127) != good
            assert good or mask == 0
            assert mj2p.distance_batch(row[None]).tolist() == [distance]


@pytest.mark.parametrize("kinds", [16, 34])
@pytest.mark.parametrize("tiles", [0, 3, 6, 9, 12, 15, 16])
def test_sizes_that_no_hand_has(kinds: int, tiles: int) -> None:
    row = np.zeros((1, kinds), np.uint8)
    for tile in range(tiles):
        row[0, tile * 5 % kinds] += 1
    assert mj2p.distance_batch(row).tolist() == [127]
    assert mj2p.useful_batch(row)[1].tolist() == [0]


def test_a_fifth_tile_anywhere() -> None:
    for kinds in (16, 34):
        rows = np.zeros((kinds, kinds), np.uint8)
        rows[np.arange(kinds), np.arange(kinds)] = 5
        rows[np.arange(kinds), (np.arange(kinds) + 1) % kinds] = 3
        assert (mj2p.distance_batch(rows) == 127).all()


# ---- the tables ----


def test_the_header_is_small_and_always_the_same(tmp_path: Path) -> None:
    tool = Path(__file__).parents[2] / "tools" / "make_distance_tables.py"
    made = []
    for seed in ("1", "2"):
        subprocess.run([sys.executable, tool, tmp_path / seed], check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        made.append((tmp_path / seed).read_text("ascii"))
    assert made[0] == made[1]
    sizes = {
        name: int(bits) // 8 * int(n)
        for bits, name, n in re.findall(r"static const uint(\d+)_t (\w+)\[(\d+)\]", made[0])
    }
    assert sum(sizes.values()) < 500_000
    hot = [size for name, size in sizes.items() if re.fullmatch("dist_(suit|honor)_(left|right|class)", name)]
    assert len(hot) == 6
    assert sum(hot) + sizes["dist_one"] // 5 < 260_000  # one suit: must stay in a second-level cache of 512 KB
