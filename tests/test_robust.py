"""Rows of any bytes, and what must stay the same: each row has a status, alone or among others; hands that look alike
score alike; one suit scores as it does among three."""

from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_hands import complete_hand
from rule_sets import BY_FORM, NAMES, ONE_SUIT

import mj2p
from mj2p import Hand, InvalidHand, Meld, NotComplete, Situation, Status
from mj2p.scoring.checking import check_for

SEEDS = st.integers(0, 2**32)


def row_size(rules):
    return mj2p.hand_dtype(rules).itemsize


def fans(score):
    return {one.fan.id: one.count for one in score.fans}


# ---- Any bytes -------------------------------------------------------------------------------------------------------


def spoilt_rows(rng, rules, n):
    """Complete hands of which up to three bytes are changed, mostly to small numbers."""
    size = row_size(rules)
    rows = mj2p.encode([complete_hand(rng, rules) for _ in range(n)], rules).view(np.uint8).reshape(n, size)
    for row in rows:
        for _ in range(rng.randrange(4)):
            row[rng.randrange(size)] = rng.choice((0, 1, 2, 3, 4, 5, rng.randrange(64), rng.randrange(256)))
        if rng.random() < 0.3:  # one tile for another: still a hand
            kinds = row[: size - 14 if size == 48 else 16]
            place = int(rng.choice(np.flatnonzero(kinds)))
            kinds[place] -= 1
            kinds[rng.randrange(len(kinds))] += 1
    return rows


def statuses_of(rows, rules):
    """Scores of rows, after a look at what must hold of any."""
    scores, counts = mj2p.score_batch(rows, rules, counts=True)
    members = np.zeros(counts.shape[1], bool)
    members[[mj2p.rules.get(rules).fans[fan].fan.index for fan in mj2p.rules.get(rules).members]] = True
    assert {*scores["status"].tolist()} <= {*Status}
    lost = scores["status"] != Status.WIN
    assert not scores["total"][lost].any()
    assert not scores["fans"][lost].any()
    assert not scores["wait"][lost].any()
    assert not counts[lost].any()
    assert (scores["wait"] <= 3).all()
    assert not counts[:, ~members].any()
    bits = np.unpackbits(scores["fans"].copy().view(np.uint8), axis=1, bitorder="little")
    assert np.array_equal(bits[:, : counts.shape[1]] != 0, counts != 0)
    assert not bits[:, counts.shape[1] :].any()
    return scores, counts


@given(st.data(), st.sampled_from(NAMES))
def test_arbitrary_bytes(data, rules):
    """Every row has a status, and is scored as it is alone."""
    size = row_size(rules)
    rows = np.frombuffer(data.draw(st.binary(min_size=3 * size, max_size=3 * size)), np.uint8).reshape(3, size)
    scores, _ = statuses_of(rows, rules)
    for row, score in zip(rows, scores, strict=True):
        assert mj2p.score_batch(row[None], rules)[0].tobytes() == score.tobytes()


@pytest.mark.parametrize("rules", NAMES)
def test_bytes_without_end(rules):
    """A hundred thousand rows of noise, of small numbers, and all of one byte."""
    rng = np.random.default_rng(11)
    size = row_size(rules)
    for rows in (
        rng.integers(0, 256, (100_000, size)),
        rng.integers(0, 2, (100_000, size)),
        np.repeat(np.arange(256), size).reshape(256, size),
    ):
        statuses_of(rows.astype(np.uint8), rules)


@given(SEEDS, st.sampled_from(NAMES))
@settings(max_examples=50)
def test_spoilt_rows_among_others(seed, rules):
    rows = spoilt_rows(Random(seed), rules, 40)
    scores, counts = statuses_of(rows, rules)
    order = np.random.default_rng(seed).permutation(40)
    shuffled, times = mj2p.score_batch(rows[order], rules, counts=True)
    assert np.array_equal(shuffled, scores[order])
    assert np.array_equal(times, counts[order])
    for at in range(0, 40, 8):
        assert mj2p.score_batch(rows[at : at + 1], rules)[0].tobytes() == scores[at].tobytes()


def said_of(row, rules):
    """What `Hand` says of a row: None where it is no hand's record, else "" or the kind of error."""
    here = mj2p.rules.get(rules)
    try:
        hand = Hand.from_record(row.tobytes(), here.nsuits, here.flowers == "each")
    except InvalidHand:
        return None, None
    try:
        check_for(hand, here)
    except InvalidHand as error:
        return hand, error.kind
    return hand, ""


TOLD = {
    "meld": {Status.MELD},
    "tiles": {Status.TILES, Status.FLOWERS},  # flowers where there are none
    "copies": {Status.COPIES, Status.FLOWERS},
    "situation": {Status.SITUATION},
    "": {Status.WIN, Status.NOT_COMPLETE},
}


@pytest.mark.parametrize("rules", NAMES)
def test_the_core_and_the_words_agree(rules):
    """What `check_for` says in words of a row is what its status says; and of a sound row `score` says the same."""
    rows = spoilt_rows(Random(3), rules, 3000)
    scores, _ = statuses_of(rows, rules)
    seen = set()
    for row, status, total in zip(rows, scores["status"].tolist(), scores["total"].tolist(), strict=True):
        hand, kind = said_of(row, rules)
        if hand is None:
            assert status not in (Status.WIN, Status.NOT_COMPLETE), row
            continue
        if hand.flowers and mj2p.rules.get(rules).flowers == "none":
            assert kind in ("meld", "tiles")
            continue
        assert status in TOLD[kind], (str(hand), kind)
        seen.add(Status(status))
        try:
            score = mj2p.score(hand, rules)
        except NotComplete:
            assert status == Status.NOT_COMPLETE
        except InvalidHand as error:
            assert error.kind == kind
        else:
            assert (status, score.total) == (Status.WIN, total)
    assert seen >= {Status.WIN, Status.NOT_COMPLETE, Status.TILES, Status.COPIES, Status.SITUATION}


@given(st.text(max_size=60))
@example("1" * 2**20)
@example("\ud800" * 20)
@example("[" * 1000)
@example("12345678mEEECC9m|" * 3)
def test_any_text(text):
    """Any text is a hand (hypothesis has been seen to write one) or an error of ours; the batch says the same."""
    said = set()
    for use in (mj2p.score, mj2p.waits, mj2p.distance, mj2p.is_complete):
        try:
            use(text)
            said.add("hand")
        except (InvalidHand, NotComplete) as error:
            said.add(type(error))
    status = mj2p.score_batch(mj2p.encode([text], errors="mark"))["status"][0]
    assert status in set(Status)
    if said == {InvalidHand}:
        assert status not in (Status.WIN, Status.NOT_COMPLETE)


@given(st.data(), st.sampled_from([16, 34]))
def test_any_counts(data, kinds):
    """Rows of counts: each alone as among others, bad ones told by False, 127 and 0."""
    values = st.sampled_from([0, 0, 0, 1, 1, 2, 3, 4]) if data.draw(st.booleans()) else st.integers(0, 255)
    row = st.lists(values, min_size=kinds, max_size=kinds)
    rows = np.array(data.draw(st.lists(row, min_size=1, max_size=4)), np.uint8)
    complete, distance, waits = mj2p.is_complete_batch(rows), mj2p.distance_batch(rows), mj2p.waits_batch(rows)
    useful, mask = mj2p.useful_batch(rows)
    for at, row in enumerate(rows):
        one = row[None]
        assert mj2p.is_complete_batch(one)[0] == complete[at]
        assert mj2p.distance_batch(one)[0] == distance[at]
        assert mj2p.waits_batch(one)[0] == waits[at]
        assert (mj2p.useful_batch(one)[0][0], mj2p.useful_batch(one)[1][0]) == (useful[at], mask[at])
        tiles = int(row.sum(dtype=int))
        sound = row.max() <= 4 and 1 <= tiles <= 14 and tiles % 3 != 0
        assert (distance[at] != 127) == sound
        assert complete[at] == (distance[at] == -1)
        if not sound or tiles % 3 != 1:
            assert waits[at] == 0
        elif waits[at]:
            assert distance[at] in (0, 1)  # 1 where all that would complete it are held: a fifth is waited for still


# ---- What changes nothing --------------------------------------------------------------------------------------------


def with_kinds(hand, turn, winds=None):
    """The hand with each kind turned into another; `winds`: what becomes of the winds of round and seat."""
    melds = []
    for meld in hand.melds:
        kinds = [turn(kind) for kind in meld.kinds]
        if meld.type == 0:
            melds.append(Meld.chow(kinds))
        else:
            melds.append(Meld.pung(kinds) if meld.type == 1 else Meld.kong(kinds, concealed=meld.type == 3))
    changed = hand.replace(concealed=[turn(kind) for kind in hand.concealed], win=turn(hand.win), melds=melds)
    if winds:
        changed = changed.replace(round_wind=winds[hand.round_wind], seat_wind=winds[hand.seat_wind])
    return changed


@given(SEEDS, st.sampled_from(["mcr", "three144", "dongbei136"]), st.permutations(range(3)))
@settings(max_examples=500)
def test_the_suits_are_alike(seed, rules, order):
    """But for 绿一色 and 推不倒, which name their tiles."""
    hand = complete_hand(Random(seed), rules)
    turned = with_kinds(hand, lambda kind: kind if kind > 26 else 9 * order[kind // 9] + kind % 9)
    one, other = mj2p.score(hand, rules), mj2p.score(turned, rules)
    named = {"all_green", "reversible_tiles"}
    if not named & (fans(one).keys() | fans(other).keys()):
        assert (one.total, one.wait) == (other.total, other.wait)
        assert fans(one) == fans(other)
        assert {e.fan.id for e in one.excluded} == {e.fan.id for e in other.excluded}


UPSIDE_DOWN = {
    "upper_four": "lower_four",
    "lower_four": "upper_four",
    "upper_tiles": "lower_tiles",
    "lower_tiles": "upper_tiles",
}


@given(SEEDS, st.sampled_from(BY_FORM))
@settings(max_examples=500)
def test_the_ranks_upside_down(seed, rules):
    """1 for 9, 2 for 8, ...: 大于五 becomes 小于五 and 全大 全小, worth as much; every other fan of a suit is its own
    mirror (12+3 is 89+7, 2468 is 8642, 147 is 963), but for the two that name their tiles."""
    hand = complete_hand(Random(seed), rules)
    turned = with_kinds(hand, lambda kind: kind if kind > 26 else kind - kind % 9 + 8 - kind % 9)
    one, other = mj2p.score(hand, rules), mj2p.score(turned, rules)
    named = {"all_green", "reversible_tiles"}
    if not named & (fans(one).keys() | fans(other).keys()):
        assert one.total == other.total
        assert {UPSIDE_DOWN.get(fan, fan): count for fan, count in fans(one).items()} == fans(other)
        assert one.wait == other.wait


@given(SEEDS, st.sampled_from(BY_FORM), st.permutations(range(4)), st.permutations(range(3)))
@settings(max_examples=300)
def test_winds_and_dragons_are_alike(seed, rules, winds, dragons):
    """Winds change with those of round and seat; dragons but for 發 of 绿一色 and 白 of 推不倒."""
    hand = complete_hand(Random(seed), rules).replace(flowers=0, dealer=False, heavenly_hand=False, earthly_hand=False)
    turned = with_kinds(
        hand,
        lambda kind: kind if kind < 27 else 27 + winds[kind - 27] if kind < 31 else 31 + dragons[kind - 31],
        winds,
    )
    one, other = mj2p.score(hand, rules), mj2p.score(turned, rules)
    if not {"all_green", "reversible_tiles"} & (fans(one).keys() | fans(other).keys()):
        assert (one.total, one.wait) == (other.total, other.wait)
        assert fans(one) == fans(other)


THREE_SUITED = {name: mj2p.rules.get(name).derive(suits=3) for name in ONE_SUIT}


@given(SEEDS, st.sampled_from(sorted(THREE_SUITED)))
@settings(max_examples=1000)
def test_one_suit_among_three(seed, rules):
    """A hand of 万 scores the same where 条 and 饼 could have been: the same fans, taken away by the same."""
    hand = complete_hand(Random(seed), rules)
    one, other = mj2p.score(hand, rules), mj2p.score(hand, THREE_SUITED[rules])
    assert (one.total, one.raw, one.wait) == (other.total, other.raw, other.wait)
    assert fans(one) == fans(other)
    assert one.sets == other.sets
    assert one.excluded == other.excluded


@given(SEEDS, st.sampled_from(BY_FORM))
@settings(max_examples=300)
def test_the_order_of_things(seed, rules):
    """Melds in any order, the claimed tile of a chow, a kong added or claimed at once: all the same."""
    rng = Random(seed)
    hand = complete_hand(rng, rules)
    melds = [
        Meld.chow(meld.kinds, claimed=rng.choice((1, 2, 3)))
        if meld.type == 0
        else Meld.kong(meld.kinds, added=rng.random() < 0.5)
        if meld.type == 2
        else meld
        for meld in hand.melds
    ]
    rng.shuffle(melds)
    again = hand.replace(melds=melds)
    assert again == hand
    assert mj2p.score(again, rules) == mj2p.score(hand, rules)
    record = mj2p.encode([hand], rules)
    record["melds"][0, : len(melds)] = rng.sample(record["melds"][0, : len(melds)].tolist(), len(melds))
    assert mj2p.score_batch(record, rules).tobytes() == mj2p.score_batch(mj2p.encode([hand], rules), rules).tobytes()


# ---- What changes a total, and by how much ---------------------------------------------------------------------------


@given(SEEDS, st.sampled_from(["duel64", "mcr"]), st.integers(0, 8))
def test_each_flower_is_one(seed, rules, flowers):
    hand = complete_hand(Random(seed), rules)
    bare = mj2p.score(hand, rules, flowers=0).total
    assert mj2p.score(hand, rules, flowers=flowers).total == bare + flowers


@given(SEEDS)
@settings(max_examples=300)
def test_the_last_tile_and_a_robbed_kong_are_eight(seed):
    """海底捞月 takes nothing away; 妙手回春 only 自摸; 抢杠和 only 和绝张. duel64."""
    plain = {"last_tile": False, "last_of_kind": False, "kong": False, "kong_discard": False}
    hand = complete_hand(Random(seed), "duel64").replace(**plain)
    before = mj2p.score(hand)
    after = mj2p.score(hand, last_tile=True)
    if hand.situation & Situation.SELF_DRAW:
        assert before.total + 7 <= after.total <= before.total + 8
        assert "last_tile_draw" in fans(after)
        assert "self_drawn" not in fans(after)
        return
    assert after.total == before.total + 8
    assert fans(after) == {**fans(before), "last_tile_claim": 1}
    if hand.win not in hand.concealed:
        assert mj2p.score(hand, last_of_kind=True).total == before.total + 4
        if not any(hand.win in meld.kinds for meld in hand.melds):
            assert mj2p.score(hand, kong=True).total == before.total + 8
            assert mj2p.score(hand, kong=True, last_of_kind=True).total == before.total + 8


@given(SEEDS, st.sampled_from(BY_FORM))
@settings(max_examples=300)
def test_drawn_or_claimed(seed, rules):
    """A hand that wins wins either way; drawn, it has every concealed pung that it has when the tile is claimed."""
    hand = complete_hand(Random(seed), rules).replace(situation=0)
    drawn, claimed = mj2p.score(hand, rules, self_draw=True), mj2p.score(hand, rules)
    for fan in ("self_drawn", "fully_concealed_hand"):
        assert fan not in fans(claimed)
    for fan in ("melded_hand", "discarder_lost"):
        assert fan not in fans(drawn)
    pungs = ["two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs"]
    matched = [{*fans(score), *(e.fan.id for e in score.excluded)} for score in (claimed, drawn)]
    if mj2p.rules.get(rules).scoring["concealed_hand"] == "closed":
        assert ("concealed_hand" in matched[0]) == ("fully_concealed_hand" in matched[1])
    assert claimed.sets != drawn.sets or {fan for fan in pungs if fan in matched[0]} <= matched[1]


@given(SEEDS)
@settings(max_examples=300)
def test_no_hand_of_64_tiles_is_cheap(seed):
    """Every one is of one suit, with honours or without, or of honours: worth 6 at least."""
    score = mj2p.score(complete_hand(Random(seed), "duel64"), situation=0, flowers=0)
    matched = {*fans(score), *(e.fan.id for e in score.excluded)}
    assert matched & {"full_flush", "half_flush", "all_honors"}
    assert score.total >= 6
