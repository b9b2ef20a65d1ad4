"""Every scored hand of `tests/cases/*.jsonl`: through `score`, one by one, and through `encode` and `score_batch`."""

import numpy as np
import pytest
from case_tables import RULES, scored_rows
from rule_sets import BY_FORM

import mj2p
from mj2p import Status
from mj2p.rules.catalogue import BY_ID, FANS

ROWS = scored_rows()
STATUS = {
    "text": {Status.TEXT},
    "meld": {Status.MELD},
    "tiles": {Status.TILES},
    "copies": {Status.COPIES, Status.FLOWERS},  # of a tile, of a flower
    "situation": {Status.SITUATION},
}


def test_there_are_250_of_each_rule_set():
    assert {rules: sum(row["rules"] == rules for row in ROWS) for rules in RULES} == dict.fromkeys(RULES, 250)
    assert set(RULES) == set(BY_FORM)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['rules']} {row['hand']}")
def test_score(row):
    hand, rules = row["hand"], row["rules"]
    if "error" in row:
        with pytest.raises(mj2p.InvalidHand) as error:
            mj2p.score(hand, rules)
        assert error.value.kind == row["error"]
        return
    if "win" in row:
        assert row["win"] is False
        assert not mj2p.is_complete(hand, rules)
        with pytest.raises(mj2p.NotComplete):
            mj2p.score(hand, rules)
        return
    assert mj2p.is_complete(hand, rules)
    score = mj2p.score(hand, rules)
    assert (score.total, score.points, score.steps) == (row["total"], row.get("points", row["total"]), row.get("steps"))
    assert {one.fan.id: one.count for one in score.fans} == row["fans"]
    assert sum(one.count * one.value for one in score.fans) == score.raw


@pytest.mark.parametrize("rules", RULES)
def test_score_batch(rules):
    rows = [row for row in ROWS if row["rules"] == rules]
    records = mj2p.encode([row["hand"] for row in rows], rules, errors="mark")
    scores, counts = mj2p.score_batch(records, rules, counts=True)
    assert counts.shape == (250, len(FANS))
    for row, score, times in zip(rows, scores, counts, strict=True):
        fans = {BY_ID[fan].index: count for fan, count in row.get("fans", {}).items()}
        if "error" in row:
            assert Status(score["status"]) in STATUS[row["error"]], row
        else:
            assert score["status"] == (Status.NOT_COMPLETE if "win" in row else Status.WIN), row
        assert score["total"] == row.get("total", 0), row
        bits = int(score["fans"][0]) | int(score["fans"][1]) << 64
        assert {bit for bit in range(128) if bits >> bit & 1} == fans.keys(), row
        assert {int(bit): int(times[bit]) for bit in np.flatnonzero(times)} == fans, row


@pytest.mark.parametrize("rules", RULES)
def test_an_error_in_a_batch_is_told_with_its_row(rules):
    rows = [row for row in ROWS if row["rules"] == rules]
    refused = next(row for row in rows if row.get("error") in ("text", "meld"))
    wins = [row["hand"] for row in rows if "total" in row][:3]
    with pytest.raises(mj2p.InvalidHand, match=r"^row 3: ") as error:
        mj2p.encode([*wins, refused["hand"]], rules)
    assert error.value.kind == refused["error"]


@pytest.mark.parametrize("rules", RULES)
def test_records_are_read_back(rules):
    """A decoded row is the same hand, but for which tile of a chow was claimed and whether a kong was added."""
    hands = [mj2p.Hand.parse(row["hand"]) for row in ROWS if row["rules"] == rules and "total" in row]
    records = mj2p.encode(hands, rules)
    texts = mj2p.decode(records, rules)
    again = mj2p.encode(texts, rules)
    assert again.tobytes() == records.tobytes()
    for hand, text in zip(hands, texts, strict=True):
        read = mj2p.Hand.parse(text)
        assert read.replace(flowers=0) == hand.replace(flowers=0), text
        assert mj2p.score(read, rules).total == mj2p.score(hand, rules).total
