"""The plain scorer itself: facts that the rulebook states, and how large the world of duel64 is."""

from __future__ import annotations

import numpy as np
import pytest

from . import RULES, SUITS, fans, record, sample, score_batch, world
from .build import library
from .hand_text import parse, show

# hand · rules · total, or "no" where it is no win · the fans that count
FACTS = """
1112345678999m9m|EE0000||            duel64  106  nine_gates pure_straight tile_hog
1111234567899m9m|EE0000||            duel64   45  full_flush pure_straight concealed tile_hog pung
(EEEE)(SSSS)(WWWW)(NNNN)CC|EE1000||  duel64  305  big_four_winds four_kongs all_honors 4_concealed self_drawn
1234444mEEESSS1m|EE0000||            duel64   28  3_concealed half_flush concealed tile_hog pung pung
223344mEE77779m8m|EE0000||           duel64   11  half_flush concealed tile_hog same_chow
1122334455667m7m|EE0000||            duel64   88  seven_shifted_pairs
1122233334444m2m|EE0000||            duel64   76  quadruple_chow full_flush all_chows concealed
123123789mEECCC|EE0000||             duel64   16  half_flush outside_hand concealed same_chow 1_and_9 dragon_pung
123456789m123mEE|EE0000||            duel64   26  pure_straight half_flush concealed same_chow single_wait
1122233344mSSS1m|EE0000||            duel64   56  shifted_pungs 3_concealed all_pungs half_flush concealed pung pung
1234567899mCCCE|EE0000||             duel64   no
[123m,1][456m,1]78mEEENN9m|EE0000||dealer        dongbei136   2  dealer_won discarder_lost
[123m,1][222s,2][333p,2](EEEE)CC|EE0000||dealer  dongbei136  no
(ESWN)[222s,2][333p,2](FFFF)CC|EW0000||          dongbei136   5  all_pungs dealer_lost discarder_lost single_wait
(ESWN)[222s,2][333p,2]45mCC6m|EW1000||           dongbei136   2  dealer_lost self_drawn
EESSWWNNCCFFPP|EE0000||dealer                    dongbei136  no
[EEE,2]12456789mCCC|EE1000|abcdefgh|flower_win   table72  88  eight_immortals
[EEE,2]12456789mCCC|EE1000|abcdefg|flower_win    table72  no
147m258s369pESWNC|EE0000||                       mcr  24  lesser_honors_and_knitted knitted_straight
[678s,1]147m369s25pSS8p|EE0000||                 mcr  12  knitted_straight
[345m,1][678s,1][123p,1]22mNN2m|EE0000||         mcr   8  chicken_hand
1111222233335m5m|EE1000||  three144  14  fully_concealed_hand all_chows tile_hog tile_hog tile_hog same_chow same_chow
"""
SHORT = {
    "1_and_9": "two_terminal_chows",
    "3_concealed": "three_concealed_pungs",
    "4_concealed": "four_concealed_pungs",
    "concealed": "concealed_hand",
    "pung": "pung_of_terminals_or_honors",
    "same_chow": "pure_double_chow",
    "shifted_pungs": "pure_shifted_pungs",
}

# hand · rules · what is wrong with it: the first of the things in their order
FAULTS = """
[1111m,2]111222mEEESS|EE0000||     duel64      copies
1111222233334m5m5m|EE0000||        duel64      tiles
1233789mEEESSS3m|EE0001||          duel64      situation
12456789mEEECC3m|EE1001||          duel64      situation
1233789mEEESSS3m|EE0100||          duel64      situation
12456789mEEECC3m|EE0000|13|        duel64      flowers
12456789mEEECC3m|EE1000||heavenly_hand         duel72      situation
12456789mEEECC3m|EW1000||dealer                duel72      situation
12456789mEEECC3m|EW1000||kong_discard          dongbei136  situation
12456789mEEECC3m|EW1000|a|                     dongbei136  flowers
"""


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


@pytest.mark.parametrize("row", rows(FACTS), ids=lambda row: f"{row[1]} {row[0]}")
def test_facts(row: list[str]) -> None:
    text, rules, total, *counted = row
    scores, counts = score_batch(parse(text, rules), rules)
    if total == "no":
        assert scores["status"][0] == 1
    else:
        got = [fan for fan, n in zip(fans(), counts[0].tolist(), strict=True) for _ in range(n)]
        assert (scores["status"][0], scores["total"][0]) == (0, int(total))
        assert got == sorted((SHORT.get(fan, fan) for fan in counted), key=fans().index)


@pytest.mark.parametrize("row", rows(FAULTS), ids=lambda row: f"{row[1]} {row[0]}")
def test_faults(row: list[str]) -> None:
    text, rules, fault = row
    codes = {"tiles": 4, "copies": 5, "flowers": 7, "situation": 9}
    scores, counts = score_batch(parse(text, rules), rules)
    assert scores["status"][0] == codes[fault]
    assert not counts.any()


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [("melds", 0x80 | 17, 3), ("win", 16, 10), ("win", 15, 6), ("situation", 192, 9), ("round_wind", 4, 8)],
)
def test_faults_that_no_text_has(field: str, value: int, status: int) -> None:
    row = parse("1112345678999m9m", "duel64")
    if field == "melds":
        row["melds"][0, 1] = value
    else:
        row[field] = value
    assert score_batch(row, "duel64")[0]["status"][0] == status


def test_table_of_fans() -> None:
    sizes = [sum(library().second_value(fan, i) > 0 for fan in range(len(fans()))) for i in range(len(RULES))]
    assert sizes == [54, 59, 65, 43, 81, 14]


def closed_hands(part: int = 0, parts: int = 1, one_in: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """A number for each case of the closed world: of its tiles; of its tiles, winning tile and way of winning."""
    chunks = world(0, part=part, parts=parts, one_in=one_in, seed=1)
    closed = np.concatenate([chunk.copy() for chunk in chunks])
    tiles = closed["counts"].astype(np.uint64) @ np.uint64(5) ** np.arange(16, dtype=np.uint64)
    return tiles, (tiles * 16 + closed["win"]) * 2 + closed["situation"]


def test_world() -> None:
    """The numbers of hands, of hands with a winning tile, and of those in every way of melding."""
    tiles, cases = closed_hands()
    assert len(np.unique(tiles)) == 237_236
    assert len(np.unique(cases)) == len(cases) == 2 * 1_432_996
    assert sum(len(chunk) for chunk in world()) == 2 * 36_021_471


def test_parts_of_the_world() -> None:
    whole = np.sort(closed_hands()[1])
    parts = np.concatenate([closed_hands(part=part, parts=3)[1] for part in range(3)])
    assert np.array_equal(np.sort(parts), whole)
    some = closed_hands(one_in=10)[1]
    assert 0.095 < len(some) / len(whole) < 0.105
    assert np.isin(some, whole).all()


@pytest.mark.parametrize("rules", RULES)
def test_samples(rules: str) -> None:
    """Most are wins, all statuses occur, and the text of a record is the record again."""
    records = sample(rules, 20_000, seed=1)
    assert (records[500:600] == sample(rules, 100, seed=1, first=500)).all()
    assert records.dtype == record(SUITS[rules])
    scores, _ = score_batch(records, rules)
    statuses = set(scores["status"].tolist())
    assert {0, 1, 3, 4, 6, 8, 9, 10} <= statuses
    assert (scores["status"] == 0).mean() > 0.5
    for row in records[np.isin(scores["status"], [0, 1])][:300]:
        assert parse(show(row, rules), rules)[0] == row
