"""Texts of hands: what is read and how it is written again, round trips, what is refused and why, and any garbage."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj2p.codes import ALL_SITUATIONS, Situation
from mj2p.errors import InvalidHand
from mj2p.hands.hand import Hand
from mj2p.hands.meld import Meld
from mj2p.hands.notations import CONVENTIONS, NOTATIONS
from mj2p.hands.text import WORDS
from mj2p.hands.tiles import LETTERS

# ---- Reading ---------------------------------------------------------------------------------------------------------

# a text and the canonical one of the same hand
CANONICAL = [
    # every part
    ("[123m,2][EEE,2][CCCC,2](PPPP)99m|EE1000|ab|ready", "[123m,2][EEE,2][CCCC,2](PPPP)9m9m|EE1000|ab|ready"),
    ("1112345678999m9m|EE0000||", "1112345678999m9m|EE0000||"),
    ("(EEEE)(SSSS)789mWWNNN|EE0000||", "(EEEE)(SSSS)789mWWNNN|EE0000||"),
    ("19m19s19pESWNCFP1s|NW0100|8|", "19m19s19pESWNCFP1s|NW0100|8|"),
    # the last tile is the winning one, the others are sorted
    ("978m1m|EE0000||", "789m1m|EE0000||"),
    ("EEC1p1m2m3m9s8s7s55pNN2p", "123m789s155pEENNC2p|EE0000||"),
    # melds: no comma, no digit, other digits
    ("[123m1][456m2][789m3][EEE2]CC", "[123m,1][456m,2][789m,3][EEE,2]CC|EE0000||"),
    ("[123m][EEE][CCCC][PPP]9m9m", "[123m,1][EEE,2](CCCC)[PPP,2]9m9m|EE0000||"),
    ("[EEE,1][SSS,3][CCCC,1][FFFF,3]9m9m", "[EEE,2][SSS,2][CCCC,2][FFFF,2]9m9m|EE0000||"),
    ("[EEEE,5][SSSS,7][CCCC,6][FFFF]9m9m", "[EEEE,6][SSSS,6][CCCC,6](FFFF)9m9m|EE0000||"),
    ("[1m2m3m,3][1z1z1z,2]9m9m", "[123m,3][EEE,2]9m9m|EE0000||"),
    # the digit counts the tiles as they are written: 3m was claimed, then 1m, then 2m
    ("[312m,1][312m,2][231m,1]99mEE5m", "[123m,3][123m,1][123m,2]99mEE5m|EE0000||"),
    ("[123m 2] [EEE, 2] 99m 1m", "[123m,2][EEE,2]99m1m|EE0000||"),
    # the melds of dealt tiles
    ("(ESWN)(1m1s1p)(9m9s9p)4p4p", "(ESWN)(1m1s1p)(9m9s9p)4p4p|EE0000||"),
    ("[NWSE](1p1m1s)[9s9p9m]4p4p", "(ESWN)(1m1s1p)(9m9s9p)4p4p|EE0000||"),
    # what is missing at the end, or empty
    ("1m1m", "1m1m|EE0000||"),
    ("1m1m|", "1m1m|EE0000||"),
    ("1m1m|SW0101", "1m1m|SW0101||"),
    ("1m1m|SW0101|", "1m1m|SW0101||"),
    ("1m1m|SW0101|ab", "1m1m|SW0101|ab|"),
    ("1m1m||ab|", "1m1m|EE0000|ab|"),
    ("1m1m|EE0000||dealer", "1m1m|EE0000||dealer"),
    (" 1m1m | EE 0000 | a b | dealer , ready \n", "1m1m|EE0000|ab|ready,dealer"),
    # flowers
    ("1m1m|EE0000|hba|", "1m1m|EE0000|abh|"),
    ("1m1m|EE0000|012|", "1m1m|EE0000|12|"),
    ("1m1m|EE0000|0|", "1m1m|EE0000||"),
    ("1m1m|EE0000|春菊|", "1m1m|EE0000|ah|"),
    ("1m1m|EE0000|🀦🀥\ufe0f|", "1m1m|EE0000|ah|"),
    # 天听 implies ready
    ("1m1m|EE0000||heavenly_ready", "1m1m|EE0000||ready,heavenly_ready"),
    # other scripts
    ("🀇🀇🀇🀈🀉🀊🀋🀌🀍🀎🀏🀏🀏🀏", "1112345678999m9m|EE0000||"),
    ("🀇\ufe0e🀈🀉🀄\ufe0e🀄\ufe0f", "123mCC|EE0000||"),
    ("[🀇🀈🀉,2](🀄🀄🀄🀄)🀏🀏", "[123m,2](CCCC)9m9m|EE0000||"),
    ("一二三四五六七八九万 东东东 中中|EE0000||", "123456789mEEECC|EE0000||"),
    ("[东东东,2](發發發發)二三四万 六七八万 白白", "[EEE,2](FFFF)234678mPP|EE0000||"),
    ("三万三萬三条三條三索三饼三餅三筒 東东 红中紅中 發发财 白板白", "33m333s333pEECCFFPP|EE0000||"),
    ("1m1m|东西1000||", "1m1m|EW1000||"),
    # 13 - 3 x melds tiles have no winning one
    ("1112345678999m", "1112345678999m|EE0000||"),
    ("[123m,2]9m8mEEESSSCC", "[123m,2]89mEEESSSCC|EE0000||"),
    ("[EEE,2][SSS,2][WWW,2][NNN,2]9m", "[EEE,2][SSS,2][WWW,2][NNN,2]9m|EE0000||"),
    ("", "|EE0000||"),
    ("|NN1111||", "|NN1111||"),
    # no meld, wrong numbers, too many copies: all that is for the check to say
    ("[134m,1][89mE,2]11111m", "[134m,1][89mE,2]1111m1m|EE0000||"),
    ("(EEE)(11m)[11m,2]1m", "(EEE)(11m)[11m,2]1m|EE0000||"),
    ("[ESWN,2]1m1m", "[ESWN,2]1m1m|EE0000||"),
    ("1m1m|EE0000|aa|", "1m1m|EE0000|aa|"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_read_and_written_again(text, canonical):
    assert str(Hand.parse(text)) == canonical
    assert str(Hand.parse(canonical)) == canonical


@pytest.mark.parametrize(("text", "win"), [("123m9m1m", "1m"), ("EEECCCE", "E"), ("1112345678999m", None), ("", None)])
def test_the_winning_tile(text, win):
    hand = Hand.parse(text)
    assert hand.win == (None if win is None else LETTERS.index(win))


@pytest.mark.parametrize(
    ("bits", "situation"),
    [
        ("0000", Situation(0)),
        ("1000", Situation.SELF_DRAW),
        ("0100", Situation.LAST_OF_KIND),
        ("0010", Situation.LAST_TILE),
        ("0001", Situation.KONG),
        ("1011", Situation.SELF_DRAW | Situation.LAST_TILE | Situation.KONG),
    ],
)
def test_the_four_bits(bits, situation):
    hand = Hand.parse(f"1m1m|SN{bits}||")
    assert hand.situation == situation
    assert (hand.round_wind, hand.seat_wind) == (1, 3)


@pytest.mark.parametrize(
    ("word", "bits"),
    [
        ("ready", 16), ("flower_win", 32), ("heavenly_hand", 64), ("earthly_hand", 128), ("humanly_hand", 256),
        ("heavenly_ready", 512 + 16), ("dealer", 1024), ("kong_discard", 2048),
    ],
)  # fmt: skip
def test_the_words(word, bits):
    assert Hand.parse(f"1m1m|EE0000||{word}").situation == bits


def test_z_digits_follow_the_convention():
    text = "[555z,2]11123467m67z7z"
    assert str(Hand.parse(text)) == "[PPP,2]11123467mCFC|EE0000||"
    assert str(Hand.parse(text, honors="chinese")) == "[CCC,2]11123467mFPP|EE0000||"
    with pytest.raises(ValueError, match="honors must be"):
        Hand.parse(text, honors="riichi")


def test_a_hand_is_its_own_text():
    hand = Hand.parse("1m1m")
    assert Hand.parse(hand) is hand


@pytest.mark.parametrize("value", [None, 5, b"1m1m", ["1m"]])
def test_only_text_is_read(value):
    with pytest.raises(TypeError, match="read from a str"):
        Hand.parse(value)


# ---- What is refused -------------------------------------------------------------------------------------------------

REFUSED = [
    ("12345678m9EECCC|EE0000||", "'9' lacks its suit letter"),
    ("123456789", "'123456789' lacks its suit letter"),
    ("1m8z", "8z: the honours are 1z-7z"),
    ("123M", "'M' is none"),
    ("0m", "'0' is no tile"),
    ("1mx", "'x' is no tile"),
    ("1m\x00", r"'\x00' is no tile"),
    ("1m\ud800", r"'\ud800' is no tile"),
    ("1mb", "flower b (夏) stands among the tiles"),
    ("🀇🀦", "flower a (春) stands among the tiles"),
    ("［123m］", "'［' is no tile"),
    # brackets
    ("[NNN,2(PPPP)[CCC,2](FFFF)SS|EE0000||", "the bracket is not closed"),
    ("22223333444mPP4m[|EE0000||", "the bracket is not closed"),
    ("1m]", "a bracket closes that was not opened"),
    ("(EEEE]1m", "stands in brackets"),
    ("[EEE,2)1m", "stands in brackets"),
    ("1m[EEE,2]", "melds stand before the concealed tiles"),
    ("[]1m", "at most a comma and one digit"),
    ("[,2]1m", "at most a comma and one digit"),
    ("[EEE,]1m", "at most a comma and one digit"),
    ("[EEE,22]1m", "at most a comma and one digit"),
    ("[EEE22]1m", "at most one digit"),
    ("[12,2]1m", "'12' lacks its suit letter"),
    ("[EEQ,2]1m", "'Q' is no tile"),
    # digits of melds
    ("[EEE,0]1m", "the digit 0 says nothing here"),
    ("[EEE,6]1m", "the digit 6 says nothing here"),
    ("[123m,4]1m", "the digit 4 says nothing here"),
    ("[EEEE,4]1m", "the digit 4 says nothing here"),
    ("[EEEE,8]1m", "the digit 8 says nothing here"),
    ("(EEEE,2)1m", "none in round brackets"),
    # the fields behind the tiles
    ("1m1m|E0000||", "'E0000' is not round wind, seat wind and four bits"),
    ("1m1m|EE000||", "'EE000' is not"),
    ("1m1m|EE00000||", "'EE00000' is not"),
    ("1m1m|EE00x0||", "'EE00x0' is not"),
    ("1m1m|EE0002||", "'EE0002' is not"),
    ("1m1m|ee0000||", "'ee0000' is not"),
    ("1m1m|EC0000||", "'EC0000' is not"),
    ("1m1m|EE0000|||", "4 fields behind the tiles, three at most"),
    ("1m1m|EE0000|x|", "'x' in 'x' is no flower"),
    ("1m1m|EE0000|ak|", "'k' in 'ak' is no flower"),
    ("1m1m|EE0000|-1|", "'-' in '-1' is no flower"),
    ("1m1m|EE0000|1000|", "is no flower"),
    ("1m1m|EE0000||redy", "'redy' is no situation: ready, flower_win"),
    ("1m1m|EE0000||Ready", "'Ready' is no situation"),
    ("1m1m|EE0000||self_draw", "'self_draw' is no situation"),
    ("1m1m|EE0000||ready,", "'' is no situation"),
    ("1m1m|EE0000||ready,ready", "the situation ready is given twice"),
    ("1m1m|EE0000||ready dealer", "'ready dealer' is no situation"),
    # the text comes first, whatever else is wrong
    ("[134m,1]1111111m|EE0000|x|", "is no flower"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text, message):
    with pytest.raises(InvalidHand) as error:
        Hand.parse(text)
    assert error.value.kind == "text"
    assert error.value.status == 2
    assert message in str(error.value)


@pytest.mark.parametrize(
    "text",
    ["1m" * 500_000, "[" * 10**6, "\ud800" * 10**6, "一" * 10**6, "|" * 10**6, "1m1m|EE0000|" + "a" * 10**6],
    ids=["tiles", "brackets", "surrogates", "chinese", "fields", "flowers"],
)
def test_a_megabyte_is_refused_at_once(text):
    start = time.process_time()
    with pytest.raises(InvalidHand, match="at most 512 characters") as error:
        Hand.parse(text)
    assert len(str(error.value)) < 200
    assert time.process_time() - start < 1


@pytest.mark.parametrize("unit", ["1", "1m", "[1m", "[1m,1]", "(", "|", "1,", "一", "\ud800", "12345678", "E1m", "[[("])
def test_the_longest_texts_take_no_time(unit):
    text = (unit * 512)[:512]
    start = time.process_time()
    for tail in ("", "!", "|EE0000||"):
        try:
            Hand.parse(text[: 512 - len(tail)] + tail)
        except InvalidHand as error:
            assert error.kind == "text"
            assert len(str(error)) < 400
    assert time.process_time() - start < 1


# ---- Round trips -----------------------------------------------------------------------------------------------------

KINDS = st.integers(0, 33)
CHOWS = st.tuples(st.integers(0, 2), st.integers(0, 6), st.sampled_from((None, 1, 2, 3))).map(
    lambda chow: Meld.chow([9 * chow[0] + chow[1] + i for i in range(3)], claimed=chow[2])
)
KONGS = st.tuples(KINDS, st.sampled_from(({}, {"concealed": True}, {"added": True}))).map(
    lambda kong: Meld.kong(kong[0], **kong[1])
)
MELDS = st.one_of(
    CHOWS,
    KINDS.map(Meld.pung),
    KONGS,
    st.sampled_from(["ESWN", "1m1s1p", "9m9s9p"]).map(Meld.dealt),
    st.sampled_from(["[134m,1]", "[89mE,1]", "(EEE)", "[5m]", "[1m2s3p,3]", "[22244m,7]"]).map(Meld.parse),
)
FLOWERS = st.one_of(st.integers(0, 12), st.sets(st.sampled_from("abcdefgh")).map("".join))
HANDS = st.builds(
    Hand.of,
    st.lists(KINDS, max_size=15),
    st.none() | KINDS,
    st.lists(MELDS, max_size=5),
    situation=st.integers(0, ALL_SITUATIONS),
    round_wind=st.integers(0, 3),
    seat_wind=st.integers(0, 3),
    flowers=FLOWERS,
)


@given(HANDS, st.sampled_from([*NOTATIONS]), st.sampled_from([*CONVENTIONS]))
def test_every_notation_carries_the_whole_hand(hand, notation, honors):
    text = hand.format(notation, honors)
    again = Hand.parse(text, honors)
    assert again == hand
    assert again.format(notation, honors) == text
    assert str(again) == str(hand)  # claimed tiles and added kongs too
    assert hash(again) == hash(hand)


@given(HANDS)
def test_gb_has_the_full_tail_and_is_the_repr(hand):
    assert str(hand) == hand.format("gb")
    assert str(hand).count("|") == 3
    assert eval(repr(hand), {"Hand": Hand}) == hand


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("gb", "[123m,2](CCCC)[EEEE,6]456sN9p|EE0000||"),
        ("unicode", "[🀇🀈🀉,2](🀄🀄🀄🀄)[🀀🀀🀀🀀,6]🀓🀔🀕🀃🀡"),
        ("chinese", "[一二三万,2](中中中中)[东东东东,6]四五六条 北 九饼"),
        ("mpsz", "[123m,2](7777z)[1111z,6]456s4z9p"),
    ],
)
def test_the_notations(notation, text):
    hand = Hand.parse("[123m,2](CCCC)[EEEE,6]456sN9p")
    assert hand.format(notation) == text
    tail = "" if notation == "gb" else "|EE0000||"
    assert hand.replace(flowers="ab", dealer=True).format(notation) == (text + tail).replace("|||", "||").replace(
        "|EE0000||", "|EE0000|ab|dealer"
    )


def test_mpsz_under_the_chinese_convention():
    assert Hand.parse("123mCFP").format("mpsz", honors="chinese") == "123m56z7z"
    assert Hand.parse("123mCFP").format("mpsz") == "123m76z5z"


def test_unknown_notation():
    with pytest.raises(ValueError, match="notation must be one of gb, unicode, chinese, mpsz"):
        Hand.parse("1m").format("emoji")


# ---- Garbage ---------------------------------------------------------------------------------------------------------

SIGNS = st.sampled_from([*"123456789mspzESWNCFP[](),|0abhx -东中一万🀇🀄\ufe0f\ud800", *WORDS])


@given(st.text(max_size=60) | st.lists(SIGNS, max_size=60).map("".join))
def test_any_text_is_a_hand_or_an_error_of_text(text):
    try:
        hand = Hand.parse(text)
    except InvalidHand as error:
        assert error.kind == "text"
        str(error).encode()  # printable, surrogates or not
    else:
        assert Hand.parse(str(hand)) == hand


@given(HANDS, st.data())
def test_one_sign_changed(hand, data):
    text = str(hand)
    place = data.draw(st.integers(0, len(text)))
    text = text[:place] + data.draw(SIGNS) + text[place + data.draw(st.integers(0, 2)) :]
    try:
        assert Hand.parse(str(Hand.parse(text))) == Hand.parse(text)
    except InvalidHand as error:
        assert error.kind == "text"
