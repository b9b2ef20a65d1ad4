"""`waits`, `distance`, `useful` and `is_complete` of one hand: what they take, what they count as still to come."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import complete_hand
from rule_sets import BY_FORM
from rule_sets import ONE_SUIT as ONE_SUIT_RULES

import mj2p
from mj2p import Hand
from mj2p.hands.tiles import LETTERS, ONE_SUIT


@pytest.mark.parametrize(
    ("hand", "rules", "waits"),
    [
        ("1112345678999m", "duel64", {f"{rank}m": 1 if rank in (1, 9) else 3 for rank in range(1, 10)}),
        ("12345678mEEECC", "duel64", {"3m": 3, "6m": 3, "9m": 4}),
        ("1234444mEEESSS", "duel64", {"1m": 3, "4m": 0}),  # all four held: waited for still
        ("223344mEE77779m", "duel64", {"8m": 4, "9m": 3}),  # 9m for seven pairs
        ("1155mEESSWWNNC", "duel64", {"C": 3}),
        ("1111mEESSWWNNC", "duel64", {"C": 3}),  # four of a kind are two pairs
        ("[EEE,2][SSS,2][WWW,2][NNN,2]1m", "duel64", {"1m": 3}),
        ("[123m,1][444m,2]4566mCCC", "duel64", {"3m": 3, "6m": 2}),  # 456 6, or 45 66
        ("[444m,2]23456mEEECC", "duel64", {"1m": 4, "4m": 0, "7m": 4}),  # the four 4m are in the meld and the hand
        ("135mEESSWWNNCCF", "duel64", {}),
        ("19m19s19pESWNCFP", "mcr", dict.fromkeys(["1m", "9m", "1s", "9s", "1p", "9p", *"ESWNCFP"], 3)),
        ("19m19s19pESWNCCF", "mcr", {"P": 4}),
        ("147m258s36pCC123m", "mcr", {"9p": 4}),
        ("147m258s369pESWN", "mcr", {"C": 4, "F": 4, "P": 4}),
        ("19m19s19pESWNCFP", "three144", {}),
        ("1155mEESSWWNNC", "dongbei136", {}),  # no seven pairs
    ],
)
def test_waits(hand, rules, waits):
    assert mj2p.waits(hand, rules) == waits
    assert list(mj2p.waits(hand, rules)) == sorted(waits, key=LETTERS.index)
    assert (mj2p.distance(hand, rules) == 0) == bool(waits)


def test_of_fourteen_tiles_the_last_is_left_out():
    assert mj2p.waits("12345678mEEECC9m") == mj2p.waits("12345678mEEECC") == {"3m": 3, "6m": 3, "9m": 4}
    assert mj2p.distance("12345678mEEECC9m") == -1
    assert mj2p.distance("12345678mEEECC1m") == 0


@pytest.mark.parametrize(
    ("seen", "waits"),
    [
        ("", {"3m": 3, "6m": 3, "9m": 4}),
        ("3m9m9m9m9mFFFF", {"3m": 2, "6m": 3, "9m": 0}),
        (["3m", "三万", "🀉"], {"3m": 0, "6m": 3, "9m": 4}),
        ({"9m": 4, "3m": 1, "F": 0}, {"3m": 2, "6m": 3, "9m": 0}),
        ((2, 8), {"3m": 2, "6m": 3, "9m": 3}),
    ],
)
def test_seen_tiles_are_no_longer_to_come(seen, waits):
    assert mj2p.waits("12345678mEEECC", seen=seen) == waits
    assert mj2p.useful("12345678mEEECC", seen=seen) == waits


def test_more_than_four_are_not_seen():
    with pytest.raises(mj2p.InvalidHand, match="E: more than four copies are held and seen together") as error:
        mj2p.waits("12345678mEEECC", seen="EE")
    assert error.value.kind == "copies"
    with pytest.raises(mj2p.InvalidHand, match="more than four"):
        mj2p.useful("[EEE,2]12345678mCC", seen={"E": 2})
    with pytest.raises(mj2p.InvalidHand, match="more than four"):
        mj2p.waits("12345678mEEECC", seen={"3m": 10**9})
    with pytest.raises(mj2p.InvalidHand, match="3m cannot have been seen -1 times"):
        mj2p.waits("12345678mEEECC", seen={"3m": -1})
    with pytest.raises(mj2p.InvalidHand, match="1p has been seen, but duel64 has no such tile") as error:
        mj2p.waits("12345678mEEECC", seen="1p")
    assert error.value.kind == "tiles"
    with pytest.raises(mj2p.InvalidHand) as error:
        mj2p.waits("12345678mEEECC", seen="0m")
    assert error.value.kind == "text"


@pytest.mark.parametrize("ask", [mj2p.waits, mj2p.distance, mj2p.useful, mj2p.is_complete])
@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("12345678mEEEC?", "text"),
        ("[124m,1]5678mEEECC", "meld"),
        ("1234567mEEECC", "tiles"),
        ("12345678sEEECC", "tiles"),
        ("1112345678mEEEEE", "tiles"),
        ("1234567mEEEEECC", "copies"),
        ("[EEE,2]1234567mEECC", "copies"),
        ("12345678mEEECC9m|EE1001", "situation"),
    ],
)
def test_what_is_no_hand(ask, hand, kind):
    with pytest.raises(mj2p.InvalidHand) as error:
        ask(hand)
    assert error.value.kind == kind


def test_is_complete_wants_a_winning_tile():
    assert mj2p.is_complete("12345678mEEECC9m")
    assert not mj2p.is_complete("12345678mEEECC1m")
    assert not mj2p.is_complete("1155mEESSWWNNCC", "dongbei136")
    assert mj2p.is_complete(Hand.of("12345678mEEECC", win="9m"), "duel72")
    assert mj2p.is_complete("[EEE,2]12456789mCCC|EE1000|abcdefgh|flower_win", "table72")  # 八仙过海, the hand not shown
    with pytest.raises(mj2p.InvalidHand, match="no winning tile"):
        mj2p.is_complete("12345678mEEECC")


# dongbei136: with all four sets laid down only 飘胡 wins
@pytest.mark.parametrize(
    ("hand", "waits", "distance"),
    [
        ("[111m,2][222s,2][333p,2][EEE,2]C", {"C": 3}, 0),
        ("[111m,2][222s,2][333p,2](EEEE)C", {"C": 3}, 0),
        ("(ESWN)[222s,2][333p,2](FFFF)C", {"C": 3}, 0),  # 旋风杠 is not against 飘胡
        ("(1m1s1p)(9m9s9p)[333p,2](FFFF)C", {"C": 3}, 0),
        ("[123m,1][222s,2][333p,2][EEE,2]C", {}, 127),
        ("[123m,1][222s,2][333p,2](EEEE)C", {}, 127),
        ("[123m,1][222s,2][333p,2]12mEE", {"3m": 3}, 0),
    ],
)
def test_four_melds_of_dongbei136(hand, waits, distance):
    assert mj2p.waits(hand, "dongbei136") == waits
    assert mj2p.distance(hand, "dongbei136") == distance
    assert mj2p.useful(hand, "dongbei136") == waits


def test_four_melds_elsewhere():
    assert mj2p.waits("[123m,1][222s,2][333p,2][EEE,2]C", "mcr") == {"C": 3}


def test_distance_counts_what_is_in_one_s_own_melds():
    """EE beside three sets and 12m: 3m finishes it. Where all four 3m lie in one's own melds, none can come."""
    assert mj2p.distance("[333m,2]12m456789mEE") == 0
    assert mj2p.distance("[3333m,2]12m456789mEE") == 1
    assert mj2p.waits("[3333m,2]12m456789mEE") == {"3m": 0}  # a kind of which all four are held is waited for still
    assert mj2p.distance("(3333m)12m456789mEE") == 1


@pytest.mark.parametrize("rules", ONE_SUIT_RULES)
@pytest.mark.parametrize("hand", ["12456789mEESCF", "12456789mEESCF3m"])
def test_useful_tiles_lower_the_distance(rules, hand):
    """Of 13 tiles, and of 14, where what the best discard leaves is helped."""
    tiles, here = list(Hand.parse(hand).tiles), mj2p.distance(hand, rules)
    lefts = [tiles] if len(tiles) == 13 else [tiles[:at] + tiles[at + 1 :] for at in range(14)]
    lower = {
        letter
        for letter in map(LETTERS.__getitem__, ONE_SUIT)
        for left in lefts
        if tiles.count(letter) < 4 and mj2p.distance(Hand.of(concealed=[*left, letter]), rules) < here
    }
    assert set(mj2p.useful(hand, rules)) == lower != set()


def test_distance_of_one_form():
    """11 33 EE are four pairs short of seven; 13 35 57 79 and EE lack 2 4 6 8 for four sets."""
    hand = "1123345689mEEC"
    assert (mj2p.distance(hand, form="sets"), mj2p.distance(hand, form="pairs"), mj2p.distance(hand)) == (1, 3, 1)
    pairs = "1133557799mEEC"
    assert (mj2p.distance(pairs, form="sets"), mj2p.distance(pairs, form="pairs"), mj2p.distance(pairs)) == (3, 0, 0)
    assert mj2p.useful(pairs, form="pairs", seen="CC") == {"C": 1}
    assert mj2p.distance(pairs + "C", form="pairs") == -1
    assert mj2p.distance("1m9m1s9s1p9pESWNCFP", "mcr", form="sets") == 8  # 十三幺 is neither form
    assert mj2p.distance("[EEE]1133557799m", form="pairs") == 127  # no melds beside seven pairs
    assert mj2p.useful("[EEE]1133557799m", form="pairs") == {}
    with pytest.raises(ValueError, match="dongbei136 has no seven pairs"):
        mj2p.distance(hand, "dongbei136", form="pairs")
    with pytest.raises(ValueError, match="form must be 'sets' or 'pairs'"):
        mj2p.useful(hand, form="both")


@given(st.integers(0, 2**32), st.sampled_from(BY_FORM))
@settings(max_examples=300)
def test_what_is_waited_for_completes_the_hand(seed, rules):
    """A kind is waited for where, and only where, the hand with it wins; the batch over counts agrees without melds."""
    rng = Random(seed)
    hand = complete_hand(rng, rules).replace(situation=0)
    here = mj2p.rules.get(rules)
    if rng.random() < 0.3:  # most such hands wait for nothing
        kinds = ONE_SUIT if here.nsuits == 1 else range(34)
        changed = bytes([*hand.concealed[1:], rng.choice(kinds)])
        hand = hand.replace(concealed=changed)
    try:
        waits = mj2p.waits(hand, rules)
    except mj2p.InvalidHand as error:
        assert error.kind == "copies"
        return
    for kind in ONE_SUIT if here.nsuits == 1 else range(34):
        try:
            complete = mj2p.is_complete(hand.replace(win=kind), rules)
        except mj2p.InvalidHand as error:
            assert error.kind == "copies"
            assert waits.get(LETTERS[kind], 0) == 0
        else:
            assert (LETTERS[kind] in waits) == complete
    if not hand.melds:
        counts = np.bincount(list(hand.concealed), minlength=34).astype(np.uint8)
        counts = counts[list(ONE_SUIT)] if here.nsuits == 1 else counts
        (mask,) = mj2p.waits_batch(counts[None], rules)
        kinds = ONE_SUIT if here.nsuits == 1 else range(34)
        assert [LETTERS[kind] for at, kind in enumerate(kinds) if int(mask) >> at & 1] == list(waits)
