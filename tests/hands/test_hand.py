"""Melds and hands as values, the bytes of their records, and the errors themselves."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj2p.codes import Situation
from mj2p.errors import IllegalAction, InvalidHand, NotComplete, RuleSetError
from mj2p.hands import meld as melds
from mj2p.hands.hand import Hand, Meld
from mj2p.hands.tiles import ONE_SUIT

# ---- Melds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "text", "code"),
    [
        (Meld.chow("123m", claimed=2), "[123m,2]", 0 << 6 | 1),
        (Meld.chow("321m", claimed=1), "[123m,1]", 0 << 6 | 1),
        (Meld.chow(["7p", "8p", "9p"]), "[789p,1]", 0 << 6 | 25),
        (Meld.chow("七八九万", 3), "[789m,3]", 0 << 6 | 7),
        (Meld.pung("E"), "[EEE,2]", 1 << 6 | 28),
        (Meld.pung("EEE"), "[EEE,2]", 1 << 6 | 28),
        (Meld.pung(0), "[111m,2]", 1 << 6 | 1),
        (Meld.kong("C"), "[CCCC,2]", 2 << 6 | 32),
        (Meld.kong("CCCC", added=True), "[CCCC,6]", 2 << 6 | 32),
        (Meld.kong("🀄", concealed=True), "(CCCC)", 3 << 6 | 32),
        (Meld.kong(17), "[9999s,2]", 2 << 6 | 18),
        (Meld.dealt("ESWN"), "(ESWN)", 3 << 6 | 36),
        (Meld.dealt("1m1s1p"), "(1m1s1p)", 3 << 6 | 37),
        (Meld.dealt("9p9s9m"), "(9m9s9p)", 3 << 6 | 38),
        (Meld.parse("[134m,1]"), "[134m,1]", melds.NONE),
    ],
)
def test_a_meld_its_text_and_its_byte(meld, text, code):
    assert (str(meld), meld.code) == (text, code)
    assert Meld.parse(text) == meld
    assert repr(meld) == f"Meld.parse('{text}')"
    assert pickle.loads(pickle.dumps(meld)).format() == text
    if code != melds.NONE:
        assert Meld.of_code(code) == meld


def test_what_a_meld_says_of_itself():
    chow, pung, kong, hidden, added, dealt, none = map(
        Meld.parse, ("[123m,3]", "[EEE,2]", "[CCCC,2]", "(9999p)", "[CCCC,6]", "(ESWN)", "[134m,1]")
    )
    assert [m.type for m in (chow, pung, kong, hidden, added, none)] == [0, 1, 2, 3, 2, -1]
    assert [m.is_kong for m in (chow, pung, kong, hidden, added, dealt, none)] == [0, 0, 1, 1, 1, 0, 0]
    assert [m.concealed for m in (pung, kong, hidden, added, none)] == [0, 0, 1, 0, 0]
    assert [m.added for m in (pung, kong, hidden, added)] == [0, 0, 0, 1]
    assert [m.claimed for m in (chow, pung, kong, Meld.chow("123m"))] == [3, None, None, None]
    assert [m.kind for m in (chow, pung, hidden, dealt)] == [0, 27, 26, 27]
    assert [m.special for m in (hidden, dealt)] == [False, True]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Meld.chow("134m"),
        lambda: Meld.chow("EEE"),
        lambda: Meld.chow("89mE"),
        lambda: Meld.chow("9m1s2s"),
        lambda: Meld.chow(""),
        lambda: Meld.chow("123m", claimed=4),
        lambda: Meld.pung("12m"),
        lambda: Meld.pung("EEEE"),
        lambda: Meld.pung("123m"),
        lambda: Meld.kong("EEE"),
        lambda: Meld.kong("ESWN", concealed=True),
        lambda: Meld.kong("C", concealed=True, added=True),
        lambda: Meld.dealt("ESW"),
        lambda: Meld.dealt("2m2s2p"),
    ],
)
def test_no_such_meld(make):
    with pytest.raises(InvalidHand) as error:
        make()
    assert error.value.kind == "meld"


@pytest.mark.parametrize("code", [0, 8, 9, 17, 18, 26, 27, 28, 34, 35, 63, 64, 99, 163, 227, 231, 255, 256 + 1, -1])
def test_bytes_that_are_no_meld(code):
    with pytest.raises(InvalidHand, match=f"the byte {code} is no meld"):
        Meld.of_code(code)


def test_meld_parse_refuses_what_is_no_text_of_one():
    for text in ("EEE", "[EEE,2", "", "[EEE,2][SSS,2]", "[" + "E" * 600 + "]"):
        with pytest.raises(InvalidHand) as error:
            Meld.parse(text)
        assert error.value.kind == "text"
    with pytest.raises(TypeError):
        Meld.parse(7)
    with pytest.raises(ValueError, match="honors"):
        Meld.parse("[222z,2]", honors="riichi")
    assert str(Meld.parse("[555z,2]", honors="chinese")) == "[CCC,2]"


def test_how_a_meld_was_claimed_makes_no_difference():
    assert Meld.parse("[123m,1]") == Meld.parse("[123m,3]") != Meld.parse("[234m,1]")
    assert Meld.kong("C") == Meld.kong("C", added=True) != Meld.kong("C", concealed=True)
    assert len({Meld.parse("[123m,1]"), Meld.chow("123m"), Meld.pung("1m")}) == 2
    assert Meld.pung("E") != "[EEE,2]"


# ---- Hands -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (Hand.of(concealed="1112345678999m", win="9m", self_draw=True), "1112345678999m9m|EE1000||"),
        (Hand.of("1112345678999m9m"), "1112345678999m9m|EE0000||"),
        (Hand.of("1112345678999m"), "1112345678999m|EE0000||"),
        (Hand.of(["E", "东", 27], melds=[Meld.pung("1m"), "[234m,2]"]), "[111m,2][234m,2]EEE|EE0000||"),
        (Hand.of("EE", melds="[111m,2][234m,2](9999m)[CCC,2]"), "[111m,2][234m,2](9999m)[CCC,2]EE|EE0000||"),
        (Hand.of("1m", 0, round_wind="S", seat_wind="西"), "1m1m|SW0000||"),
        (Hand.of("1m", 0, round_wind=1, seat_wind=3), "1m1m|SN0000||"),
        (Hand.of("1m", 0, flowers="ba"), "1m1m|EE0000|ab|"),
        (Hand.of("1m", 0, flowers="梅"), "1m1m|EE0000|e|"),
        (Hand.of("1m", 0, flowers=3), "1m1m|EE0000|3|"),
        (Hand.of("1m", 0, flowers="3"), "1m1m|EE0000|3|"),
        (Hand.of("1m", 0, last_of_kind=True, last_tile=True, kong=True), "1m1m|EE0111||"),
        (Hand.of("1m", 0, dealer=True, heavenly_hand=True), "1m1m|EE0000||heavenly_hand,dealer"),
        (Hand.of("1m", 0, heavenly_ready=True), "1m1m|EE0000||ready,heavenly_ready"),
        (Hand.of("1m", 0, flower_win=True, earthly_hand=True), "1m1m|EE0000||flower_win,earthly_hand"),
        (Hand.of("1m", 0, kong_discard=True, humanly_hand=True), "1m1m|EE0000||humanly_hand,kong_discard"),
        (Hand.of("1m", 0, situation=Situation.READY | Situation.SELF_DRAW, self_draw=False), "1m1m|EE0000||ready"),
        (Hand.of(), "|EE0000||"),
    ],
)
def test_of(hand, text):
    assert str(hand) == text
    assert hand == Hand.parse(text)


def test_a_winning_tile_that_makes_no_fourteenth_is_one_of_the_thirteen():
    # With four melds 9m alone is the hand before winning: text cannot say more, so neither can a Hand.
    hand = Hand.of("", win="9m", melds="[111m,2][234m,2](9999s)[CCC,2]")
    assert (hand.win, hand.tiles) == (None, ("9m",))
    assert hand == Hand.of("9m", melds=hand.melds)


def test_replace():
    hand = Hand.parse("[123m,2]456m789mCCC9m9m|SW1000|ab|ready")
    assert hand.replace() == hand
    assert str(hand) == "[123m,2]4567899mCCC9m|SW1000|ab|ready"
    assert str(hand.replace(self_draw=False, kong=True)) == "[123m,2]4567899mCCC9m|SW0001|ab|ready"
    assert hand.replace(win="8m").win == 7
    assert hand.replace(win=None).tiles == ("4m", "5m", "6m", "7m", "8m", "9m", "9m", "C", "C", "C")
    assert hand.replace(win=None).replace(win="9m") == hand
    assert hand.replace(melds=[]).melds == ()
    assert hand.replace(concealed="1m").tiles == ("1m", "9m")
    assert hand.replace(flowers=0, seat_wind="E", round_wind=0, situation=0) == Hand.parse("[123m,2]456m789mCCC9m9m")
    assert hand.replace(flowers="cd").flowers == "cd"


@pytest.mark.parametrize("keywords", [{"selfdraw": True}, {"tiles": "1m"}, {"SELF_DRAW": True}])
def test_unknown_keywords(keywords):
    with pytest.raises(TypeError, match="is no keyword of a hand: self_draw"):
        Hand.of("1m", **keywords)
    with pytest.raises(TypeError, match="is no keyword of a hand: self_draw"):
        Hand.parse("1m").replace(**keywords)


@pytest.mark.parametrize(
    ("keywords", "kind"),
    [
        ({"concealed": "1x"}, "text"),
        ({"concealed": "[EEE,2]1m"}, "text"),
        ({"concealed": "1m|EE1000"}, "text"),
        ({"concealed": "1m" * 10**6}, "text"),
        ({"concealed": [34]}, "tiles"),
        ({"win": "12m"}, "tiles"),
        ({"melds": "[EEE,2]1m"}, "text"),
        ({"melds": "[EEE,2]|EE0000||"}, "text"),
        ({"melds": ["EEE"]}, "text"),
        ({"flowers": "x"}, "text"),
        ({"flowers": -1}, "text"),
        ({"seat_wind": "C"}, "situation"),
        ({"round_wind": 4}, "situation"),
        ({"situation": 0x8000}, "situation"),
        ({"situation": -1}, "situation"),
    ],
)
def test_what_of_refuses(keywords, kind):
    with pytest.raises(InvalidHand) as error:
        Hand.of(**keywords)
    assert error.value.kind == kind
    assert len(str(error.value)) < 200


def test_what_a_hand_says_of_itself():
    hand = Hand.parse("[123m,2](CCCC)789mEESS9m|SW1000|ab|ready")
    assert hand.tiles == ("7m", "8m", "9m", "E", "E", "S", "S", "9m")
    assert (list(hand.concealed), hand.win) == ([6, 7, 8, 27, 27, 28, 28], 8)
    assert hand.counts == bytes([0] * 6 + [1, 1, 2] + [0] * 18 + [2, 2] + [0] * 5)
    assert hand.situation == Situation.SELF_DRAW | Situation.READY == 17
    assert isinstance(hand.situation, Situation)
    assert (hand.round_wind, hand.seat_wind, hand.flowers) == (1, 2, "ab")


SAME = Hand.parse("[123m,1](CCCC)789mEESS9m|SW1000|ab|ready")
OTHERS = [
    "[234m,1](CCCC)789mEESS9m|SW1000|ab|ready",
    "[123m,1][CCCC,2]789mEESS9m|SW1000|ab|ready",
    "[123m,1](CCCC)789mEESC9m|SW1000|ab|ready",
    "[123m,1](CCCC)789mEES9mS|SW1000|ab|ready",
    "[123m,1](CCCC)789mEESS9m|SW0000|ab|ready",
    "[123m,1](CCCC)789mEESS9m|SE1000|ab|ready",
    "[123m,1](CCCC)789mEESS9m|WW1000|ab|ready",
    "[123m,1](CCCC)789mEESS9m|SW1000|a|ready",
    "[123m,1](CCCC)789mEESS9m|SW1000|2|ready",
    "[123m,1](CCCC)789mEESS9m|SW1000|ab|",
]


@pytest.mark.parametrize("text", ["(CCCC)[123m,3]E98m7mSES9m|SW1000|ba|ready"])
def test_equal_hands(text):
    assert Hand.parse(text) == SAME
    assert hash(Hand.parse(text)) == hash(SAME)


@pytest.mark.parametrize("text", OTHERS)
def test_other_hands(text):
    assert Hand.parse(text) != SAME
    assert str(SAME) != text and text != SAME
    assert len({SAME, Hand.parse(text), Hand.parse(str(SAME))}) == 2


@pytest.mark.parametrize("value", [SAME, SAME.melds[0]])
def test_a_hand_and_a_meld_do_not_change(value):
    for attribute in value.__slots__:
        with pytest.raises(AttributeError, match="does not change"):
            setattr(value, attribute, None)
        with pytest.raises(AttributeError, match="does not change"):
            delattr(value, attribute)
    with pytest.raises(AttributeError):
        value.something = 1


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_and_copied(protocol):
    SAME.to_record(1, flower_mask=True)
    for again in (pickle.loads(pickle.dumps(SAME, protocol)), copy.copy(SAME), copy.deepcopy(SAME)):
        assert again == SAME
        assert str(again) == str(SAME)
        assert again.to_record(1, flower_mask=True) == SAME.to_record(1, flower_mask=True)


# ---- Records ---------------------------------------------------------------------------------------------------------


def row(counts, melds=(), win=255, flowers=0, situation=0, winds=(0, 0)):
    """A record laid out by hand."""
    size = 32 if len(counts) == 16 else 48
    body = bytes(counts) + bytes(melds).ljust(4, b"\0") + bytes((win, flowers)) + situation.to_bytes(2, "little")
    return (body + bytes(winds)).ljust(size, b"\0")


NINE_GATES = [3, 1, 1, 1, 1, 1, 1, 1, 4]
RECORDS = [
    ("1112345678999m9m|SW1001||dealer", 1, False, row(NINE_GATES + [0] * 7, win=8, situation=1033, winds=(1, 2))),
    ("1112345678999m9m", 3, False, row(NINE_GATES + [0] * 25, win=8)),
    ("1112345678999m", 1, False, row([3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 7)),
    ("[123m,2][EEE,2][CCCC,2](PPPP)9m9m", 1, False, row([0] * 8 + [2] + [0] * 7, (1, 64 + 10, 128 + 14, 192 + 16), 8)),
    ("[123m,2][EEE,2][CCCC,6](PPPP)9m9m", 3, False, row([0] * 8 + [2] + [0] * 25, (1, 64 + 28, 128 + 32, 192 + 34), 8)),
    ("(ESWN)(1m1s1p)(9m9s9p)CCCPP", 3, False, row([0] * 31 + [3, 0, 2], (228, 229, 230), 33)),
    ("[789p,1]123456789sC", 3, False, row([0] * 9 + [1] * 9 + [0] * 13 + [1, 0, 0], (25,))),
    ("CC|EE0000|ab|", 1, True, row([0] * 13 + [2, 0, 0], win=13, flowers=3)),
    ("CC|EE0000|2|", 1, True, row([0] * 13 + [2, 0, 0], win=13, flowers=3)),
    ("CC|EE0000|h|", 1, True, row([0] * 13 + [2, 0, 0], win=13, flowers=128)),
    ("CC|EE0000|8|", 1, True, row([0] * 13 + [2, 0, 0], win=13, flowers=255)),
    ("CC|EE0000|ah|", 1, False, row([0] * 13 + [2, 0, 0], win=13, flowers=2)),
    ("CC|EE0000|12|", 1, False, row([0] * 13 + [2, 0, 0], win=13, flowers=12)),
    ("CC|EE0000||kong_discard", 3, False, row([0] * 31 + [2, 0, 0], win=31, situation=2048)),
]


@pytest.mark.parametrize(("text", "nsuits", "mask", "record"), RECORDS)
def test_record(text, nsuits, mask, record):
    hand = Hand.parse(text)
    assert hand.to_record(nsuits, flower_mask=mask) == record
    assert hand.to_record(nsuits, flower_mask=mask) is hand.to_record(nsuits, flower_mask=mask)
    again = Hand.from_record(record, nsuits, flower_mask=mask)
    assert again.replace(flowers=hand.flowers) == hand
    assert again.to_record(nsuits, flower_mask=mask) == record
    assert Hand.from_record(memoryview(bytearray(record)), nsuits, mask) == again


def test_each_layout_has_its_own_record():
    hand = Hand.parse("CC|EE0000|ab|")
    by_layout = {key: hand.to_record(*key) for key in ((1, False), (1, True), (3, False), (3, True), (1, False))}
    assert len(set(by_layout.values())) == 4
    assert [len(by_layout[key]) for key in ((1, False), (3, False))] == [32, 48]


def test_flowers_of_a_record():
    assert Hand.from_record(row([0] * 13 + [2, 0, 0], win=13, flowers=0b101), 1, flower_mask=True).flowers == "ac"
    assert Hand.from_record(row([0] * 13 + [2, 0, 0], win=13, flowers=0b101), 1, flower_mask=False).flowers == 5
    assert Hand.from_record(row([0] * 13 + [2, 0, 0], win=13), 1, flower_mask=True).flowers == 0


@pytest.mark.parametrize(
    ("text", "nsuits", "mask", "kind", "message"),
    [
        ("[134m,1]123456mEESSS", 1, False, "meld", "[134m,1] is no meld"),
        ("[134m,1]123456mEESSS", 3, False, "meld", "[134m,1] is no meld"),
        ("(ESWN)123456mEESSS", 1, False, "meld", "that mine does not have"),
        ("123456789mEEE1s1s", 1, False, "tiles", "1s (一条) is no tile of mine"),
        ("123456789mEEEE1s", 1, False, "tiles", "1s (一条) is no tile of mine"),
        ("[111s,2]123456mEEEEE", 1, False, "tiles", "1s (一条) is no tile of mine"),
        ("[111m,2][222m,2][333m,2][444m,2][555m,2]", 1, False, "tiles", "5 melds"),
        ("CC|EE0000|9|", 1, True, "copies", "9 flowers"),
        ("CC|EE0000|256|", 1, False, "copies", "256 flowers"),
        ("CC|EE0000|aa|", 1, True, "copies", "2 of flower a"),
        ("CC|EE0000|aa|", 1, False, "copies", "2 of flower a"),
    ],
)
def test_what_no_record_can_hold(text, nsuits, mask, kind, message):
    for _ in range(2):  # and nothing of it is remembered
        with pytest.raises(InvalidHand) as error:
            Hand.parse(text).to_record(nsuits, mask, name="mine")
        assert error.value.kind == kind
        assert message in str(error.value)


def test_too_many_tiles_for_a_byte():
    assert Hand.parse("1" * 500 + "m").to_record(1)[0] == 255  # the core says that these are too many


@pytest.mark.parametrize(
    ("record", "nsuits", "kind", "message"),
    [
        (b"", 1, "text", "has 32 bytes, not 0"),
        (bytes(32), 3, "text", "has 48 bytes, not 32"),
        (row([2] + [0] * 15, (63,), 0), 1, "meld", "is no meld"),
        (row([2] + [0] * 15, (17,), 0), 1, "meld", "is no meld"),
        (row([2] + [0] * 15, (10,), 0), 1, "meld", "is no meld"),
        (row([2] + [0] * 15, (8,), 0), 1, "meld", "is no meld"),
        (row([2] + [0] * 15, (64 + 1, 0, 64 + 2), 0), 1, "meld", "is no meld"),
        (row([2] + [0] * 33, (9,), 0), 3, "meld", "is no meld"),
        (row([2] + [0] * 33, (192 + 35,), 0), 3, "meld", "is no meld"),
        (row([2] + [0] * 15, (), 16), 1, "tiles", "kind 16, is none of 0-15"),
        (row([2] + [0] * 33, (), 34), 3, "tiles", "kind 34, is none of 0-33"),
        (row([2] + [0] * 15, (), 9), 1, "tiles", "E (东) is not among the tiles"),
        (row([2] + [0] * 15, (), 0, winds=(4, 0)), 1, "situation", "winds of the record are 4 and 0"),
        (row([2] + [0] * 15, (), 0, winds=(0, 9)), 1, "situation", "winds of the record are 0 and 9"),
        (row([2] + [0] * 15, (), 0, situation=0x8000), 1, "situation", "0x8000 has bits that mean nothing"),
    ],
)
def test_what_is_no_record(record, nsuits, kind, message):
    with pytest.raises(InvalidHand) as error:
        Hand.from_record(record, nsuits)
    assert error.value.kind == kind
    assert message in str(error.value)


def test_the_winning_tile_of_thirteen_is_not_read():
    # Rows for waits and distance are often zero there, which would be 1m.
    assert Hand.from_record(row([3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 7, win=0), 1) == Hand.parse("1112345678999m")


@given(st.binary(min_size=32, max_size=32), st.sampled_from([(1, False), (1, True)]))
def test_any_bytes_are_a_hand_or_an_error(data, layout):
    data = bytes(byte % 5 for byte in data[:16]) + data[16:]
    try:
        hand = Hand.from_record(data, *layout)
    except InvalidHand:
        return
    assert Hand.from_record(hand.to_record(*layout), *layout) == hand
    assert Hand.parse(str(hand)) == hand


@given(
    st.lists(st.integers(0, 15), max_size=14),
    st.lists(st.sampled_from(["[123m,1]", "[EEE,2]", "[9999m,2]", "(CCCC)"]), max_size=4),
    st.integers(0, 4095),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 255),
    st.booleans(),
)
def test_a_hand_of_one_suit_and_its_records(kinds, laid_down, situation, round_wind, seat_wind, flowers, mask):
    hand = Hand.of(
        [ONE_SUIT[kind] for kind in kinds],
        melds=laid_down,
        situation=situation,
        round_wind=round_wind,
        seat_wind=seat_wind,
        flowers="".join("abcdefgh"[bit] for bit in range(8) if flowers >> bit & 1) if mask else flowers,
    )
    for nsuits in (1, 3):
        assert Hand.from_record(hand.to_record(nsuits, mask), nsuits, mask) == hand


# ---- Errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        InvalidHand("a fifth 4m", "copies"),
        NotComplete("two tiles short", 1, ["1m", "E"]),
        RuleSetError("two things", ["a", "b"]),
        IllegalAction("no"),
    ],
)
def test_errors_are_value_errors_and_keep_what_they_carry(error):
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_what_errors_carry():
    kinds = ("text", "meld", "tiles", "copies", "situation")
    assert [InvalidHand("", kind).status for kind in kinds] == [2, 3, 4, 5, 9]
    assert NotComplete("", 1, ["1m"]).completing == ("1m",)
    assert (NotComplete("").distance, NotComplete("").completing) == (None, ())
    assert RuleSetError("one").problems == ["one"]
