"""Tile kinds and their notations: letters, digits for honours, Chinese, Unicode; flowers; kinds of one suit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj2p.errors import InvalidHand
from mj2p.hands import tiles
from mj2p.hands.notations import CONVENTIONS, NOTATIONS, kind_of, kinds_of, read_flowers, wind_of, write_tiles

# kind, letters, Chinese, code point, tenhou, chinese convention
TILES = [
    (0, "1m", "一万", 0x1F007, "1m", "1m"),
    (4, "5m", "五万", 0x1F00B, "5m", "5m"),
    (8, "9m", "九万", 0x1F00F, "9m", "9m"),
    (9, "1s", "一条", 0x1F010, "1s", "1s"),
    (17, "9s", "九条", 0x1F018, "9s", "9s"),
    (18, "1p", "一饼", 0x1F019, "1p", "1p"),
    (26, "9p", "九饼", 0x1F021, "9p", "9p"),
    (27, "E", "东", 0x1F000, "1z", "1z"),
    (28, "S", "南", 0x1F001, "2z", "2z"),
    (29, "W", "西", 0x1F002, "3z", "3z"),
    (30, "N", "北", 0x1F003, "4z", "4z"),
    (31, "C", "中", 0x1F004, "7z", "5z"),
    (32, "F", "發", 0x1F005, "6z", "6z"),
    (33, "P", "白", 0x1F006, "5z", "7z"),
]

OTHER_NAMES = [
    ("東", "E"), ("东风", "E"), ("東風", "E"), ("北風", "N"),
    ("红中", "C"), ("紅中", "C"), ("发", "F"), ("発", "F"), ("發財", "F"), ("发财", "F"), ("白板", "P"),
    ("三萬", "3m"), ("三條", "3s"), ("三索", "3s"), ("三餅", "3p"), ("三筒", "3p"), ("三饼", "3p"), ("3万", "3m"),
    ("🀄\ufe0e", "C"), ("🀄\ufe0f", "C"), ("\ufe0f🀀", "E"), (" 5 m ", "5m"), ("\u30005m", "5m"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "letters", "chinese", "point", "tenhou", "z_chinese"), TILES)
def test_one_tile_in_every_notation(kind, letters, chinese, point, tenhou, z_chinese):
    for text in (letters, chinese, chr(point), tenhou, kind):
        assert kind_of(text) == kind
    assert kind_of(z_chinese, honors="chinese") == kind
    written = [write_tiles([kind], notation) for notation in ("gb", "chinese", "unicode", "mpsz")]
    assert written == [letters, chinese, chr(point), tenhou]
    assert write_tiles([kind], "mpsz", "chinese") == z_chinese
    assert (tiles.LETTERS[kind], tiles.NAMES[kind]) == (letters, chinese)
    assert tiles.name(kind) == f"{letters} ({chinese})"


def test_the_kinds_are_34_and_all_different():
    assert len(tiles.LETTERS) == len(tiles.NAMES) == 34
    for notation in NOTATIONS:
        assert len({write_tiles([kind], notation) for kind in range(34)}) == 34


@pytest.mark.parametrize(("text", "letters"), OTHER_NAMES)
def test_other_names(text, letters):
    assert tiles.LETTERS[kind_of(text)] == letters


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("123m", "123m"),
        ("1m2m3m", "123m"),
        ("321m", "321m"),
        ("123m117zEE", "123mEECEE"),
        ("一二三万 东东 中", "123mEEC"),
        ("一万二万三万", "123m"),
        ("🀇🀈🀉🀀🀀🀄", "123mEEC"),
        ("19m19s19pESWNCFP", "19m19s19pESWNCFP"),
        ("", ""),
    ],
)
def test_runs_keep_their_order(text, letters):
    assert write_tiles(kinds_of(text)) == letters


@pytest.mark.parametrize(
    ("kinds", "notation", "text"),
    [
        ("123mEEC", "chinese", "一二三万 东东 中"),
        ("123mEEC", "unicode", "🀇🀈🀉🀀🀀🀄"),
        ("123mEEC", "mpsz", "123m117z"),
        ("12m3s45pFP", "gb", "12m3s45pFP"),
        ("12m3s45pFP", "chinese", "一二万 三条 四五饼 發 白"),
    ],
)
def test_written(kinds, notation, text):
    assert write_tiles(kinds_of(kinds), notation) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9EE", "'9' lacks its suit letter"),
        ("12", "'12' lacks its suit letter"),
        ("1M", "'1' lacks its suit letter (m 万, s 条, p 饼, z honours), 'M' is none"),
        ("8z", "8z: the honours are 1z-7z"),
        ("0m", "'0' is no tile"),
        ("e", "flower e (梅) stands among the tiles"),
        ("🀢", "flower e (梅) stands among the tiles"),
        ("1mQ", "'Q' is no tile"),
        ("🀫", "'🀫' is no tile"),
        ("\ud800", r"'\ud800' is no tile"),
        ("[1m]", "'[' is no tile"),
        ("m", "'m' is no tile"),
        ("1" * 600, "600 characters"),
    ],
)
def test_what_is_no_tile_is_named(text, message):
    with pytest.raises(InvalidHand) as error:
        kinds_of(text)
    assert error.value.kind == "text"
    assert message in str(error.value)


@pytest.mark.parametrize("tile", ["", "12m", "EE", -1, 34])
def test_one_tile_is_one_tile(tile):
    with pytest.raises(InvalidHand) as error:
        kind_of(tile)
    assert error.value.kind == "tiles"


def test_unknown_conventions_are_refused():
    for call in (
        lambda: kinds_of("5z", "riichi"),
        lambda: write_tiles([0], "mpsz", "riichi"),
        lambda: write_tiles([0], "emoji"),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()


def test_tiles_one_by_one_or_as_a_text():
    assert kinds_of("1mE") == kinds_of(["1m", "东"]) == kinds_of([0, 27]) == bytes((0, 27))
    assert kinds_of(bytes((0, 27))) == bytes((0, 27))
    with pytest.raises(InvalidHand):
        kinds_of(bytes((34,)))


@pytest.mark.parametrize(("value", "number"), [("E", 0), ("南", 1), ("3z", 2), ("🀃", 3), (2, 2)])
def test_winds(value, number):
    assert wind_of(value) == number


@pytest.mark.parametrize("value", ["1m", "C", "X", "", "EE", 4, -1])
def test_what_is_no_wind(value):
    with pytest.raises(InvalidHand, match="is no wind") as error:
        wind_of(value)
    assert error.value.kind == "situation"


def test_one_suit_kinds():
    assert write_tiles(tiles.ONE_SUIT) == "123456789mESWNCFP"
    for own, kind in enumerate(tiles.ONE_SUIT):
        assert tiles.to_one_suit[kind] == own
    assert [tiles.to_one_suit[kind] for kind in (9, 17, 18, 26, 34)] == [255] * 5


@pytest.mark.parametrize(
    ("text", "flowers"),
    [
        ("", 0), ("0", 0), ("3", 3), ("012", 12), (5, 5), (0, 0),
        ("ab", "ab"), ("hga", "agh"), ("aa", "aa"), ("a b", "ab"),
        ("春夏秋冬梅兰竹菊", "abcdefgh"), ("梅蘭", "ef"), ("🀦🀧🀨🀩🀢🀣🀤🀥", "abcdefgh"), ("🀢\ufe0f", "e"),
    ],
)  # fmt: skip
def test_flowers(text, flowers):
    assert read_flowers(text) == flowers


@pytest.mark.parametrize("text", ["x", "i", "-1", "A", "a,b", "3a", "1.5", "1000", "²", "E", "a" * 600, -1, 1000])
def test_what_is_no_flower(text):
    with pytest.raises(InvalidHand) as error:
        read_flowers(text)
    assert error.value.kind == "text"


@given(
    st.lists(st.integers(0, 33), max_size=40),
    st.sampled_from([*NOTATIONS]),
    st.sampled_from([*CONVENTIONS]),
)
def test_round_trip(kinds, notation, honors):
    assert list(kinds_of(write_tiles(kinds, notation, honors), honors)) == kinds


@given(st.text(max_size=30) | st.text("123mspzEC东中一万🀀🀄\ufe0f [|", max_size=30))
def test_any_text_is_tiles_or_an_error(text):
    try:
        kinds = kinds_of(text)
    except InvalidHand as error:
        assert error.kind == "text"
    else:
        assert all(kind < 34 for kind in kinds)
