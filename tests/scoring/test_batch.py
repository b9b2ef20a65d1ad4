"""Many hands at once: the layouts byte for byte, the statuses, and texts to records and back."""

import itertools
import struct
import time
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import complete_hand
from rule_sets import BY_FORM, NAMES, ONE_SUIT, THREE_SUITS

import mj2p
from mj2p import SCORE_DTYPE, Hand, Situation, Status
from mj2p.rules.catalogue import FANS, find
from mj2p.scoring import batch

WON = "[EEE,2]12345678mCC9m|EE1000|2|"


# ---- Layouts ---------------------------------------------------------------------------------------------------------


def test_the_statuses_and_situations_have_their_numbers():
    assert [(status.name, status.value) for status in Status] == [
        ("WIN", 0), ("NOT_COMPLETE", 1), ("TEXT", 2), ("MELD", 3), ("TILES", 4), ("COPIES", 5), ("WIN_TILE", 6),
        ("FLOWERS", 7), ("WIND", 8), ("SITUATION", 9), ("KIND", 10),
    ]  # fmt: skip
    assert [(bit.name, bit.value) for bit in Situation] == [
        ("SELF_DRAW", 1), ("LAST_OF_KIND", 2), ("LAST_TILE", 4), ("KONG", 8), ("READY", 16), ("FLOWER_WIN", 32),
        ("HEAVENLY_HAND", 64), ("EARTHLY_HAND", 128), ("HUMANLY_HAND", 256), ("HEAVENLY_READY", 512),
        ("DEALER", 1024), ("KONG_DISCARD", 2048), ("PUSHED_OUT", 4096), ("TREASURE", 8192), ("BIG_WIND", 16384),
    ]  # fmt: skip


def test_dtypes():
    def fields(dtype):
        return {name: (field[0].base.str[1:], field[0].shape, field[1]) for name, field in dtype.fields.items()}

    assert fields(mj2p.hand_dtype("duel64")) == {
        "counts": ("u1", (16,), 0),
        "melds": ("u1", (4,), 16),
        "win": ("u1", (), 20),
        "flowers": ("u1", (), 21),
        "situation": ("u2", (), 22),
        "round_wind": ("u1", (), 24),
        "seat_wind": ("u1", (), 25),
    }
    assert fields(mj2p.hand_dtype("mcr")) == {
        "counts": ("u1", (34,), 0),
        "melds": ("u1", (4,), 34),
        "win": ("u1", (), 38),
        "flowers": ("u1", (), 39),
        "situation": ("u2", (), 40),
        "round_wind": ("u1", (), 42),
        "seat_wind": ("u1", (), 43),
    }
    assert fields(SCORE_DTYPE) == {
        "total": ("i4", (), 0),
        "status": ("u1", (), 4),
        "wait": ("u1", (), 5),
        "fans": ("u8", (2,), 8),
    }
    sizes = {rules: mj2p.hand_dtype(rules).itemsize for rules in NAMES}
    assert sizes == {**dict.fromkeys(ONE_SUIT, 32), **dict.fromkeys(THREE_SUITS, 48)}
    assert SCORE_DTYPE.itemsize == 24
    assert mj2p.hand_dtype() == mj2p.hand_dtype(mj2p.rules.get("duel64"))


@pytest.mark.parametrize(
    ("hand", "rules", "counts", "melds", "tail"),
    [
        # kinds: 1m-9m 0-8, E S W N 9-12, C F P 13-15; tail: win, flowers, situation, winds
        (
            "[123m,2](EEEE)45678mCC9m|SW1001|2|ready",
            "duel64",
            {3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 13: 2},
            [0 << 6 | 1, 3 << 6 | 10, 0, 0],
            (8, 2, 1 | 8 | 16, 1, 2),
        ),
        (
            "[PPPP,6][SSS,2]1112m2m|NE0100|ach|dealer",
            "duel72",
            {0: 3, 1: 2},
            [2 << 6 | 16, 1 << 6 | 11, 0, 0],
            (1, 0b10000101, 2 | 1024, 3, 0),
        ),
        ("[123m,1]45678mEEECC9m|EE0000|3|", "table72", {3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 3, 13: 2},
         [1, 0, 0, 0], (8, 0b111, 0, 0, 0)),
        # kinds: 1m-9m 0-8, 1s-9s 9-17, 1p-9p 18-26, E S W N C F P 27-33
        (
            "[456s,1][CCCC,2]123m78p99s9p|NE0001|ac|",
            "three144",
            {0: 1, 1: 1, 2: 1, 24: 1, 25: 1, 26: 1, 17: 2},
            [13, 2 << 6 | 32, 0, 0],
            (26, 0b101, 8, 3, 0),
        ),
        ("147m258s369pESWNC|EE0010|8|", "mcr",
         {kind: 1 for kind in (0, 3, 6, 10, 13, 16, 20, 23, 26, 27, 28, 29, 30, 31)},
         [0, 0, 0, 0], (31, 8, 4, 0, 0)),
        (
            "(ESWN)(1m1s1p)(9m9s9p)234p4p4p|EW0000||kong_discard",
            "dongbei136",
            {19: 1, 20: 1, 21: 3},
            [3 << 6 | 36, 3 << 6 | 37, 3 << 6 | 38, 0],
            (21, 0, 2048, 0, 2),
        ),
        # without a winning tile there is 255 in its place
        ("[EEE,2]1234567899m", "duel64", {0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 2},
         [1 << 6 | 10, 0, 0, 0], (255, 0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_a_record_byte_for_byte(hand, rules, counts, melds, tail):
    kinds = 16 if mj2p.rules.get(rules).nsuits == 1 else 34
    tail_bytes = struct.pack("<BBHBB", *tail)
    wanted = bytes([counts.get(kind, 0) for kind in range(kinds)]) + bytes(melds) + tail_bytes
    records = mj2p.encode([hand], rules)
    assert records.tobytes() == wanted.ljust(32 if kinds == 16 else 48, b"\0")
    assert records.dtype == mj2p.hand_dtype(rules)
    assert records.shape == (1,)


def test_a_score_byte_for_byte():
    """清龙 混一色 幺九刻 自摸 花牌×2 in duel64: 26."""
    scores, counts = mj2p.score_batch(mj2p.encode([WON, "12345678mEEECC1m"]), counts=True)
    bits = sum(1 << find(fan).index for fan in ("清龙", "混一色", "幺九刻", "自摸", "花牌"))
    won = struct.pack("<iBBxxQQ", 26, 0, 0, bits & 2**64 - 1, bits >> 64)
    assert scores.tobytes() == won + struct.pack("<iBBxxQQ", 0, 1, 0, 0, 0)
    assert counts.dtype == np.uint8
    assert counts.shape == (2, len(FANS))
    assert counts.sum(axis=1).tolist() == [6, 0]
    assert counts[0, find("花牌").index] == 2
    assert scores["total"].tolist() == [26, 0]


@pytest.mark.parametrize(
    ("hand", "wait"),
    [("[456m,1][EEE,2]12888mCC3m", 1), ("[456m,1][EEE,2]13888mCC2m", 2), ("[123m,1][456m,1]789mEEECC", 3), (WON, 0)],
)
def test_wait(hand, wait):
    assert mj2p.score_batch(mj2p.encode([hand]))["wait"][0] == wait
    assert mj2p.score(hand).wait == (None, "edge", "closed", "single")[wait]


# ---- Statuses --------------------------------------------------------------------------------------------------------


def spoilt(rules, hand, **fields):
    row = mj2p.encode([hand], rules)
    for field, value in fields.items():
        name, _, at = field.partition("_at_")
        if at:
            row[name][0, int(at)] = value
        else:
            row[name] = value
    return mj2p.score_batch(row, rules)["status"][0]


CLOSED = "12345678mEEECC9m"


@pytest.mark.parametrize(
    ("rules", "hand", "fields", "status"),
    [
        ("duel64", CLOSED, {}, Status.WIN),
        ("duel64", CLOSED, {"counts_at_0": 0, "counts_at_1": 2}, Status.NOT_COMPLETE),
        ("duel64", WON, {"melds_at_0": 8}, Status.MELD),  # a chow from 8m
        ("duel64", WON, {"melds_at_0": 10}, Status.MELD),  # a chow of winds
        ("duel64", WON, {"melds_at_0": 1 << 6 | 17}, Status.MELD),
        ("duel64", WON, {"melds_at_0": 3 << 6 | 36}, Status.MELD),  # 旋风杠 is of dongbei136
        ("mcr", WON, {"melds_at_0": 3 << 6 | 36}, Status.MELD),
        ("duel64", WON, {"melds_at_0": 64}, Status.MELD),  # a pung of no kind
        ("duel64", WON, {"melds_at_0": 0, "melds_at_1": 1 << 6 | 10}, Status.MELD),  # behind a 0
        ("duel64", CLOSED, {"counts_at_9": 4}, Status.TILES),
        ("duel64", CLOSED, {"counts_at_9": 255}, Status.TILES),
        ("duel64", CLOSED, {"melds_at_0": 1 << 6 | 12}, Status.TILES),
        ("duel64", CLOSED, {"counts_at_9": 5, "counts_at_13": 0}, Status.COPIES),
        ("duel64", "[EEE,2]12345678mCC9m", {"counts_at_13": 0, "counts_at_9": 2}, Status.COPIES),
        ("duel64", CLOSED, {"win": 15}, Status.WIN_TILE),
        ("duel64", CLOSED, {"win": 16}, Status.KIND),
        ("duel64", CLOSED, {"win": 255}, Status.KIND),
        ("mcr", CLOSED, {"win": 33}, Status.WIN_TILE),
        ("mcr", CLOSED, {"win": 34}, Status.KIND),
        ("duel64", CLOSED, {"flowers": 12}, Status.WIN),
        ("duel64", CLOSED, {"flowers": 13}, Status.FLOWERS),
        ("mcr", CLOSED, {"flowers": 9}, Status.FLOWERS),
        ("dongbei136", CLOSED, {"flowers": 1}, Status.FLOWERS),
        ("duel72", CLOSED, {"flowers": 255}, Status.WIN),
        ("duel64", CLOSED, {"round_wind": 4}, Status.WIND),
        ("duel64", CLOSED, {"seat_wind": 255}, Status.WIND),
        ("duel64", CLOSED, {"situation": 0xC0}, Status.SITUATION),
        ("duel64", CLOSED, {"situation": Situation.SELF_DRAW | Situation.KONG}, Status.SITUATION),
        ("duel64", "12345678mEEECC", {}, Status.TILES),  # no winning tile
        ("duel64", "1123456789mEEE1m", {"situation": Situation.KONG}, Status.SITUATION),
        ("duel64", "1123456789mEEE1m", {"situation": Situation.LAST_OF_KIND}, Status.SITUATION),
        ("duel72", CLOSED, {"situation": Situation.DEALER, "seat_wind": 1}, Status.SITUATION),
        ("duel64", CLOSED, {"situation": Situation.DEALER, "seat_wind": 1}, Status.WIN),
        ("duel72", CLOSED, {"situation": Situation.HEAVENLY_HAND | Situation.SELF_DRAW}, Status.SITUATION),
        ("dongbei136", CLOSED, {"situation": Situation.KONG_DISCARD | Situation.SELF_DRAW}, Status.SITUATION),
        # of several things the first is told: melds, tiles, copies, winning tile, flowers, winds, situation
        ("duel64", WON, {"melds_at_0": 63, "counts_at_0": 9, "win": 99, "flowers": 99}, Status.MELD),
        ("duel64", CLOSED, {"counts_at_0": 9, "win": 99, "flowers": 99, "situation": 0xC0}, Status.TILES),
        ("duel64", CLOSED, {"counts_at_9": 5, "counts_at_13": 0, "win": 99, "flowers": 99}, Status.COPIES),
        ("duel64", CLOSED, {"win": 15, "flowers": 99, "round_wind": 9}, Status.WIN_TILE),
        ("duel64", CLOSED, {"flowers": 99, "round_wind": 9, "situation": 0xC0}, Status.FLOWERS),
        ("duel64", CLOSED, {"round_wind": 9, "situation": 0xC0}, Status.WIND),
    ],
)
def test_status(rules, hand, fields, status):
    assert spoilt(rules, hand, **fields) == status


@pytest.mark.parametrize(
    ("text", "rules", "status"),
    [
        ("12345678mEEECC?", "duel64", Status.TEXT),
        ("", "duel64", Status.TILES),
        ("\ud800", "duel64", Status.TEXT),
        ("[124m,1]456789mCC1m", "duel64", Status.MELD),
        ("[124m,1]1sm", "duel64", Status.TEXT),  # first what cannot be read
        ("[124m,1]1s", "duel64", Status.MELD),
        ("12345678sEEECC9s", "duel64", Status.TILES),
        ("12345678mEEECC", "duel64", Status.TILES),
        ("[EEE,2][SSS,2][WWW,2][NNN,2][CCC,2]1m", "duel64", Status.TILES),
        ("12345678mEEEEEC", "duel64", Status.COPIES),
        ("1" * 300 + "m", "duel64", Status.TILES),
        ("12345678mEEECC9m|EE0000|aa|", "duel72", Status.COPIES),
        ("12345678mEEECC9m|EE0000|13|", "duel64", Status.FLOWERS),
        ("12345678mEEECC9m|EE0000|999|", "duel64", Status.COPIES),
        ("12345678mEEECC9m|EE1001||", "duel64", Status.SITUATION),
        ("(ESWN)123456mCC9m9m", "mcr", Status.MELD),
    ],
)
def test_marked_rows(text, rules, status):
    """A row that cannot be read has the status of what is wrong, whatever stands beside it."""
    good = "12345678mEEECC9m"
    records = mj2p.encode([good, text, good], rules, errors="mark")
    scores, counts = mj2p.score_batch(records, rules, counts=True)
    assert scores["status"].tolist() == [0, status, 0]
    assert scores["total"][1] == 0
    assert not counts[1].any()
    assert scores[0] == scores[2]
    if status == Status.TEXT or text.startswith("[124m"):  # the others are records that are no hand
        with pytest.raises(mj2p.InvalidHand, match=r"row 1: "):
            mj2p.encode([good, text, good], rules)


def test_marks_of_other_rows_mean_nothing():
    """Bit 15 of a situation is the mark; what is no status below it is a bad situation."""
    for low in range(16):
        status = spoilt("duel64", CLOSED, situation=0x8000 | low)
        assert status == (low if 2 <= low <= 10 else Status.SITUATION)


# ---- encode and decode -----------------------------------------------------------------------------------------------


def test_encode_takes_texts_and_hands_from_anything():
    texts = [CLOSED, WON]
    wanted = mj2p.encode(texts).tobytes()
    assert mj2p.encode(iter(texts)).tobytes() == wanted
    assert mj2p.encode(map(Hand.parse, texts)).tobytes() == wanted
    assert mj2p.encode([CLOSED, Hand.parse(WON)]).tobytes() == wanted
    assert mj2p.encode(texts).flags.writeable
    assert mj2p.encode([]).shape == (0,)
    with pytest.raises(TypeError, match="not one text"):
        mj2p.encode(CLOSED)
    with pytest.raises(TypeError, match="not from int"):
        mj2p.encode([7])
    with pytest.raises(ValueError, match="errors must be 'raise' or 'mark', not 'ignore'"):
        mj2p.encode(texts, errors="ignore")
    with pytest.raises(mj2p.InvalidHand, match=r"^row 1: 9s \(九条\) is no tile of duel64") as error:
        mj2p.encode([CLOSED, "12345678mEEECC9s"])
    assert error.value.kind == "tiles"


def test_encode_leaves_no_byte_to_chance():
    """Padding is 0, so equal hands are equal rows."""
    for rules in ("duel64", "mcr"):
        size = 26 if rules == "duel64" else 44
        rows = mj2p.encode([CLOSED, "?"] * 200, rules, errors="mark").view(np.uint8).reshape(400, -1)
        assert not rows[:, size:].any()
        assert len({row.tobytes() for row in rows}) == 2


@given(st.integers(0, 2**32), st.sampled_from(BY_FORM))
@settings(max_examples=300)
def test_round_trip(seed, rules):
    hand = complete_hand(Random(seed), rules)
    (text,) = mj2p.decode(mj2p.encode([hand], rules), rules)
    assert Hand.parse(text) == hand
    assert mj2p.encode([text], rules).tobytes() == mj2p.encode([hand], rules).tobytes()


@pytest.mark.parametrize(
    ("fields", "kind", "said"),
    [
        ({"win": 15}, "tiles", "not among the tiles"),
        ({"win": 16}, "tiles", "none of 0-15"),
        ({"round_wind": 7}, "situation", "winds"),
        ({"situation": 0x8002}, "situation", "bits that mean nothing"),
    ],
)
def test_decode_names_the_row_that_is_no_hand(fields, kind, said):
    records = mj2p.encode([CLOSED] * 3)
    for field, value in fields.items():
        records[field][2] = value
    with pytest.raises(mj2p.InvalidHand, match=rf"^row 2: .*{said}") as error:
        mj2p.decode(records)
    assert error.value.kind == kind
    assert mj2p.decode(records[:2]) == [f"{CLOSED}|EE0000||"] * 2


def test_decode_takes_what_score_batch_takes():
    records = mj2p.encode([CLOSED, WON] * 2)
    assert mj2p.decode(records[::2]) == [f"{CLOSED}|EE0000||"] * 2
    assert mj2p.decode(records[:0]) == []
    assert mj2p.decode(records.view(np.uint8).reshape(4, 32)) == mj2p.decode(records)


# ---- In blocks -------------------------------------------------------------------------------------------------------

COMPLETE = mj2p.encode(["1112345678999m9m"])["counts"]
READY = COMPLETE - (np.arange(16) == 8).astype(np.uint8)
BATCHES = {  # what n rows give
    "score_batch": lambda n: mj2p.score_batch(np.repeat(mj2p.encode(["1112345678999m9m"]), n)),
    "score_batch, by two": lambda n: mj2p.score_batch(np.repeat(mj2p.encode(["1112345678999m9m"]), n), threads=2),
    "is_complete_batch": lambda n: mj2p.is_complete_batch(np.repeat(COMPLETE, n, axis=0)),
    "waits_batch": lambda n: mj2p.waits_batch(np.repeat(READY, n, axis=0)),
    "distance_batch": lambda n: mj2p.distance_batch(np.repeat(READY, n, axis=0)),
    "useful_batch": lambda n: mj2p.useful_batch(np.repeat(READY, n, axis=0))[1],
}


@pytest.mark.parametrize("name", BATCHES)
def test_blocks_are_the_same_as_one(name, monkeypatch):
    """Of a size that does not divide the rows, and one larger than all of them; none is left out or done twice."""
    monkeypatch.setattr(batch, "SMALLEST", 8)
    one = BATCHES[name](100)
    assert len(one) == 100 and (one == one[0]).all()
    for block in (1, 7, 50, 101):
        monkeypatch.setattr(batch, "BLOCK", block)
        assert np.array_equal(BATCHES[name](100), one)
        assert len(BATCHES[name](0)) == 0


@pytest.mark.parametrize("name", BATCHES)
def test_ctrl_c_is_heard_between_blocks(name, monkeypatch):
    """It ends a batch after the blocks that have begun: of a thousand a handful."""
    seen, numbers = [], itertools.count(1)

    class Core:
        def __getattr__(self, kernel):
            def called(rows, *_):
                number = next(numbers)  # of two threads just one is the third
                seen.append(len(rows))
                time.sleep(0.002)  # as long as some thousand rows take
                if number == 3:
                    raise KeyboardInterrupt

            return called

    monkeypatch.setattr(batch, "_core", Core())
    monkeypatch.setattr(batch, "_distance", Core())
    monkeypatch.setattr(batch, "BLOCK", 8)
    monkeypatch.setattr(batch, "SMALLEST", 8)
    with pytest.raises(KeyboardInterrupt):
        BATCHES[name](8000)
    assert 3 <= len(seen) < 500 and set(seen) == {8}
