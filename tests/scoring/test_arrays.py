"""Arrays of every sort that may come to the batches: views, threads, wrong shapes, rows of counts."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest
from random_hands import complete_hand
from rule_sets import NAMES

import mj2p
from mj2p import SCORE_DTYPE, Hand
from mj2p.hands.tiles import ONE_SUIT
from mj2p.rules.catalogue import FANS

CLOSED, WON = "12345678mEEECC9m", "[EEE,2]12345678mCC9m|EE1000|2|"


def some_records(rules, n, seed=1):
    """Rows of all sorts: won, not complete, and spoilt in one byte."""
    rng = Random(seed)
    records = mj2p.encode([complete_hand(rng, rules) for _ in range(n)], rules)
    rows = records.view(np.uint8).reshape(n, -1)
    for row in rows[::3]:
        row[rng.randrange(len(row))] = rng.randrange(256)
    return records


def test_out():
    records = some_records("duel64", 100)
    wanted = mj2p.score_batch(records)
    out = np.zeros(102, SCORE_DTYPE)
    out.view(np.uint8)[:] = 0xAA
    result = mj2p.score_batch(records, out=out[1:-1])
    assert result.base is out
    assert out[1:-1].tobytes() == wanted.tobytes()
    assert set(out[:1].tobytes() + out[-1:].tobytes()) == {0xAA}  # nothing before or behind is touched
    again, counts = mj2p.score_batch(records, out=result, counts=True)
    assert again is result
    assert counts.shape == (100, len(FANS))


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(2, SCORE_DTYPE),
        np.zeros((3, 1), SCORE_DTYPE),
        np.zeros(6, SCORE_DTYPE)[::2],
        np.zeros(3, "u1"),
        np.zeros(3, SCORE_DTYPE.newbyteorder(">")),
        np.frombuffer(bytes(72), SCORE_DTYPE),
        [0, 0, 0],
    ],
    ids=["short", "two dimensions", "strided", "bytes", "big-endian", "read-only", "a list"],
)
def test_what_out_may_not_be(out):
    records = mj2p.encode([CLOSED] * 3)
    with pytest.raises(ValueError, match=r"out must be a writeable contiguous array of SCORE_DTYPE, shape \(3,\)"):
        mj2p.score_batch(records, out=out)


@pytest.mark.parametrize("rules", NAMES)
def test_threads_change_nothing(rules):
    records = np.tile(some_records(rules, 700), 45)  # more rows than make seven parts worth while
    assert len(records) > 7 * 4096
    one, counts = mj2p.score_batch(records, rules, counts=True)
    for threads in (2, 3, 7, 10**9):
        many, times = mj2p.score_batch(records, rules, threads=threads, counts=True)
        assert many.tobytes() == one.tobytes()
        assert times.tobytes() == counts.tobytes()
    with ThreadPoolExecutor(3) as pool:  # and so do threads of the caller's own
        found = list(pool.map(lambda _: mj2p.score_batch(records, rules).tobytes(), range(6)))
    assert set(found) == {one.tobytes()}


def test_threads_are_a_number_of_one_or_more():
    records = mj2p.encode([CLOSED])
    for threads in (0, -1):
        with pytest.raises(ValueError, match=f"threads is {threads}; it must be 1 or more"):
            mj2p.score_batch(records, threads=threads)
    with pytest.raises(TypeError):
        mj2p.score_batch(records, threads=1.5)
    assert mj2p.score_batch(records, threads=np.int64(2))["total"][0] == mj2p.score(CLOSED).total


@pytest.mark.parametrize("rules", ["duel64", "mcr"])
def test_views_of_other_arrays(rules):
    records = some_records(rules, 300)
    wanted = mj2p.score_batch(records, rules)
    for view in (slice(None, None, 3), slice(None, None, -1), slice(7, 7), slice(299, None)):
        assert np.array_equal(mj2p.score_batch(records[view], rules), wanted[view])
    order = np.random.default_rng(1).permutation(300)
    assert np.array_equal(mj2p.score_batch(records[order], rules), wanted[order])
    wide = np.zeros((300, 3), records.dtype)
    wide[:, 1] = records
    assert mj2p.score_batch(wide[:, 1], rules).tobytes() == wanted.tobytes()
    rows = records.view(np.uint8).reshape(300, -1)
    assert mj2p.score_batch(rows, rules).tobytes() == wanted.tobytes()
    assert mj2p.score_batch(np.asfortranarray(rows), rules).tobytes() == wanted.tobytes()
    before = records.tobytes()
    records.flags.writeable = False
    assert mj2p.score_batch(records, rules).tobytes() == wanted.tobytes()
    unaligned = np.frombuffer(b"x" + before, np.uint8)[1:].view(records.dtype)
    assert mj2p.score_batch(unaligned, rules).tobytes() == wanted.tobytes()
    assert records.tobytes() == before


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (np.zeros(3, np.uint8), "records must be of hand_dtype"),
        (np.zeros((3, 31), np.uint8), "records must be of hand_dtype"),
        (np.zeros((3, 32), np.int8), "records must be of hand_dtype"),
        (mj2p.encode(["1m"] * 0, "mcr"), r"records must be of hand_dtype\('duel64'\), not hands of three suits"),
        (np.zeros((2, 2), mj2p.hand_dtype()), "records must have one dimension, not 2"),
        (np.zeros((), mj2p.hand_dtype()), "records must have one dimension, not 0"),
        ([1, 2, 3], "records must be of hand_dtype"),
        (["12345678mEEECC9m"], "records must be of hand_dtype"),
    ],
)
def test_what_records_may_not_be(records, said):
    for use in (mj2p.score_batch, mj2p.decode):
        with pytest.raises(ValueError, match=said):
            use(records)


def test_no_rows():
    records = mj2p.encode([])
    scores, counts = mj2p.score_batch(records, counts=True, threads=3)
    assert scores.shape == (0,)
    assert scores.dtype == SCORE_DTYPE
    assert counts.shape == (0, len(FANS))


@pytest.mark.parametrize("rules", NAMES)
def test_a_neighbour_changes_nothing(rules):
    """A row scored among others, whatever they are, is the row scored alone."""
    records = some_records(rules, 60)
    wanted = [mj2p.score_batch(records[at : at + 1], rules, counts=True) for at in range(60)]
    rows = records.view(np.uint8).reshape(60, -1)
    rng = np.random.default_rng(7)
    for noise in (np.zeros(rows.shape), np.full(rows.shape, 255), rng.integers(0, 256, rows.shape)):
        mixed = noise.astype(np.uint8)
        mixed[::2] = rows[::2]
        scores, counts = mj2p.score_batch(mixed, rules, counts=True)
        for at in range(0, 60, 2):
            score, times = wanted[at]
            assert scores[at].tobytes() == score[0].tobytes()
            assert counts[at].tobytes() == times[0].tobytes()


def test_the_result_says_by_which_rules():
    own = mj2p.rules.get("duel64").derive("own", values={"half_flush": 7})
    records = mj2p.encode([WON])
    for rules in ("duel64", own):
        scores = mj2p.score_batch(records, rules)
        here = mj2p.rules.get(rules)
        assert dict(scores.dtype.metadata) == {"rules": here.name, "fingerprint": here.fingerprint}
        assert dict(scores[:1].dtype.metadata)["rules"] == here.name
    assert mj2p.score_batch(records, own)["total"][0] == mj2p.score_batch(records)["total"][0] + 1
    assert SCORE_DTYPE.metadata is None


# ---- Counts ----------------------------------------------------------------------------------------------------------


def counts_of(*hands, kinds=16):
    rows = np.zeros((len(hands), kinds), np.uint8)
    for row, hand in zip(rows, hands, strict=True):
        counts = np.frombuffer(Hand.parse(hand).counts, np.uint8)
        row[:] = counts[list(ONE_SUIT)] if kinds == 16 else counts
    return rows


def test_counts_of_one_suit():
    rows = counts_of("12345678mEEECC9m", "1155mEESSWWNNCC", "12345678mEEECC1m", "456mCC9m9m9m", "11m")
    assert mj2p.is_complete_batch(rows).tolist() == [True, True, False, True, True]
    assert mj2p.is_complete_batch(rows).dtype == np.bool_
    assert mj2p.distance_batch(rows).tolist() == [-1, -1, 0, -1, -1]
    assert mj2p.distance_batch(rows).dtype == np.int8
    before = counts_of("12345678mEEECC", "1155mEESSWWNNC", "1m", "135mEESSWWNNCCF")
    masks = mj2p.waits_batch(before)
    assert masks.dtype == np.uint16
    assert masks.tolist() == [1 << 2 | 1 << 5 | 1 << 8, 1 << 13, 1, 0]
    distances, kinds = mj2p.useful_batch(before)
    assert distances.tolist()[:3] == [0, 0, 0]
    assert kinds.tolist()[:3] == masks.tolist()[:3]
    assert kinds.dtype == np.uint16


def test_counts_of_three_suits():
    rows = counts_of("123m456s789pEEECC", "19m19s19pESWNCFP1m", "147m258s369pESWNC", kinds=34)
    assert mj2p.is_complete_batch(rows).tolist() == [True, False, False]
    assert mj2p.is_complete_batch(rows, "mcr").tolist() == [True, True, True]
    assert mj2p.is_complete_batch(rows, "dongbei136").tolist() == [True, False, False]
    assert mj2p.distance_batch(rows, "mcr").tolist() == [-1, -1, -1]
    masks = mj2p.waits_batch(counts_of("123m456s78pEEECC", "19m19s19pESWNCFP", kinds=34), "mcr")
    assert masks.dtype == np.uint64
    assert masks.tolist() == [1 << 23 | 1 << 26, sum(1 << kind for kind in (0, 8, 9, 17, 18, 26, *range(27, 34)))]
    distances, kinds = mj2p.useful_batch(counts_of("123m456s78pEEECC", kinds=34))
    assert (distances.tolist(), kinds.tolist()) == ([0], [1 << 23 | 1 << 26])
    assert kinds.dtype == np.uint64


def test_rows_of_counts_that_are_no_hand():
    rows = np.zeros((6, 16), np.uint8)
    rows[1] = 255
    rows[2, :3] = (5, 5, 4)
    rows[3, :2] = (4, 2)
    rows[4, :5] = 4
    rows[5, 0] = 14
    assert not mj2p.is_complete_batch(rows).any()
    assert mj2p.distance_batch(rows).tolist() == [127] * 6
    assert mj2p.waits_batch(rows).tolist() == [0] * 6
    distances, kinds = mj2p.useful_batch(rows)
    assert distances.tolist() == [127] * 6
    assert kinds.tolist() == [0] * 6
    wide = np.hstack([rows, np.zeros((6, 18), np.uint8)])
    assert not mj2p.is_complete_batch(wide, "mcr").any()
    assert mj2p.distance_batch(wide, "mcr").tolist() == [127] * 6
    assert mj2p.waits_batch(wide, "mcr").tolist() == [0] * 6


BATCHES = [mj2p.is_complete_batch, mj2p.distance_batch, mj2p.waits_batch, mj2p.useful_batch]


@pytest.mark.parametrize("batch", BATCHES)
def test_what_counts_may_be(batch):
    rows = counts_of("12345678mEEECC", "1155mEESSWWNNC", "135mEESSWWNNCCF")

    def result(array):
        found = batch(array)
        return [part.tolist() for part in found] if isinstance(found, tuple) else found.tolist()

    wanted = result(rows)
    assert result(np.asfortranarray(rows)) == wanted
    assert result(np.repeat(rows, 2, axis=0)[::2]) == wanted
    rows.flags.writeable = False
    assert result(rows) == wanted
    empty = batch(rows[:0])
    assert all(len(part) == 0 for part in (empty if isinstance(empty, tuple) else [empty]))
    for wrong in (rows[0], rows[:, :15], np.zeros((2, 9, 4), np.uint8)):
        with pytest.raises(ValueError, match="counts must have the shape"):
            batch(wrong)
    with pytest.raises(ValueError, match="counts must be u1, not int64"):
        batch(rows.astype(np.int64))
    with pytest.raises(ValueError, match="mcr has 34 kinds, the counts have 16"):
        batch(rows, "mcr")
    with pytest.raises(ValueError, match="duel64 has 16 kinds, the counts have 34"):
        batch(np.zeros((1, 34), np.uint8), "duel64")


def test_records_of_flowers_that_are_told_otherwise_are_refused():
    counted = mj2p.encode(["12345678mEEECC9m|EE0000|3|"], "duel64")
    with pytest.raises(ValueError, match="encoded for duel64, where flowers are 'count'"):
        mj2p.score_batch(counted, "duel72")
    with pytest.raises(ValueError, match="in duel64 they are 'count'"):
        mj2p.decode(mj2p.encode(["12345678mEEECC9m|EE0000|ab|"], "duel72"), "duel64")
    plain = mj2p.encode(["12345678mEEECC9m"], "duel64")
    assert mj2p.score_batch(plain, "duel72")["total"] == mj2p.score_batch(plain, "duel64")["total"] == 25


def test_out_apart_from_the_records():
    records = np.repeat(mj2p.encode([CLOSED]), 4)
    buffer = records.view(np.uint8)
    with pytest.raises(ValueError, match="out must not share memory"):
        mj2p.score_batch(records, out=buffer[: 4 * SCORE_DTYPE.itemsize].view(SCORE_DTYPE))
