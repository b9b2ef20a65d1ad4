"""Tiles: the 34 kinds and the eight flowers, and every notation they are written in.

A kind is a number: 1m-9m (万) 0-8, 1s-9s (条) 9-17, 1p-9p (饼, 筒) 18-26, E S W N C F P (东南西北中發白) 27-33.
A one-suit rule set numbers its own sixteen 0-8 and 9-15: `ONE_SUIT[i]` is the kind of its i-th, `to_one_suit` the way
back.

Four notations are written, and all are read:

    gb       123mEEC            letters; what the program prints
    unicode  🀇🀈🀉🀀🀀🀄          U+1F000 ...; variation selectors are skipped
    chinese  一二三万 东东 中      simplified or traditional; 红中 發财 白板 东风, 索 for 条 and 筒 for 饼 too
    mpsz     123m117z           honours as digits too: 5z 6z 7z are 白 發 中 under `tenhou`, 中 發 白 under `chinese`

Digits need their suit letter, case matters, spaces do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import InvalidHand

__all__ = ["FLOWERS", "FLOWER_NAMES", "LETTERS", "NAMES", "NOTATIONS", "ONE_SUIT", "UNICODE", "WINDS", "kind", "name"]

NKINDS = 34
SUITS = "msp"
HONORS = "ESWNCFP"
WINDS = "ESWN"
FLOWERS = "abcdefgh"
NOTATIONS = ("gb", "unicode", "chinese", "mpsz")

LETTERS = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *HONORS)
NAMES = (*(rank + suit for suit in "万条饼" for rank in "一二三四五六七八九"), *"东南西北中發白")
UNICODE = tuple(map(chr, (*range(0x1F007, 0x1F022), *range(0x1F000, 0x1F007))))
FLOWER_NAMES = "春夏秋冬梅兰竹菊"
FLOWER_UNICODE = "".join(map(chr, (*range(0x1F026, 0x1F02A), *range(0x1F022, 0x1F026))))

ONE_SUIT = bytes((*range(9), *range(27, 34)))
to_one_suit = bytes(ONE_SUIT.find(k) & 255 if k < NKINDS else 255 for k in range(256))  # 255: a kind it does not have

# ---- Other scripts to letters ----------------------------------------------------------------------------------------

_LETTERS_OF = {
    **str.maketrans(dict(zip(UNICODE, LETTERS, strict=True))),
    **str.maketrans(FLOWER_UNICODE + FLOWER_NAMES + "蘭", FLOWERS * 2 + "f"),
    **str.maketrans("一二三四五六七八九", "123456789"),
    **str.maketrans("万萬条條索饼餅筒", "mmsssppp"),
    **str.maketrans("东東南西北中发發発白", "EESWNCFFFP"),
    **dict.fromkeys(range(0xFE00, 0xFE10)),
}
# What is left of 红中, 东风, 發财 and 白板 once their tiles are letters
_BESIDE = re.compile("[红紅](?=C)|(?<=[ESWN])[风風]|(?<=F)[财財]|(?<=P)板")


def to_letters(text: str) -> str:
    """The text with Chinese and Unicode tiles in letters, variation selectors dropped and all else as it is."""
    if not text.isascii():
        text = text.translate(_LETTERS_OF)
    return text if text.isascii() else _BESIDE.sub("", text)


# ---- Letters to kinds ------------------------------------------------------------------------------------------------

RUN = "(?:[1-9]+[msp]|[1-7]+z|[ESWNCFP]+)"  # tiles whose suit is written once: 123m, 117z, EEC
_GROUP = re.compile("([1-9]+|[ESWNCFP]+)([mspz]?)")
_RUNS = re.compile(RUN + "*")


def _table(signs: str, kinds: Iterable[int]) -> bytes:
    """A table for bytes.translate from ASCII signs to kinds."""
    return bytes.maketrans(signs.encode(), bytes(kinds))


_SUITED = {
    "m": _table("123456789", range(9)),
    "s": _table("123456789", range(9, 18)),
    "p": _table("123456789", range(18, 27)),
    "": _table(HONORS, range(27, 34)),
}
# 5z 6z 7z are 白 發 中 under `tenhou`, 中 發 白 under `chinese`.
_TABLES = {
    "tenhou": {**_SUITED, "z": _table("1234567", (27, 28, 29, 30, 33, 32, 31))},
    "chinese": {**_SUITED, "z": _table("1234567", range(27, 34))},
}


def check_honors(honors: str) -> None:
    if honors not in _TABLES:
        raise ValueError(f"honors must be 'tenhou' or 'chinese', not {honors!r}")


def runs_to_kinds(runs: str, honors: str = "tenhou") -> bytes:
    """The kinds of a text that is known to be made of `RUN`s, in its order."""
    tables = _TABLES[honors]
    return b"".join([signs.encode().translate(tables[suit]) for signs, suit in _GROUP.findall(runs)])


def complaint(rest: str) -> str:
    """Why no tile can be read at the beginning of `rest`."""
    digits = re.match("[1-9]+", rest)
    if digits and rest[digits.end() :][:1] == "z":
        return f"{digits[0][:20]}z: the honours are 1z-7z"
    if digits:
        follows = f", {rest[digits.end()]!r} is none" if digits.end() < len(rest) else ""
        return f"{digits[0][:20]!r} lacks its suit letter (m 万, s 条, p 饼, z honours){follows}"
    sign = rest[:1]
    if sign and sign in FLOWERS:
        flower = f"flower {sign} ({FLOWER_NAMES[FLOWERS.index(sign)]})"
        return f"{flower} stands among the tiles: flowers go behind the second |"
    return f"{sign!r} is no tile (1m-9m, 1s-9s, 1p-9p, E S W N C F P, 1z-7z)"


def read_tiles(text: str, honors: str = "tenhou") -> bytes:
    """The kinds of a text of tiles in any notation, in its order."""
    check_honors(honors)
    if len(text) > 512:
        raise InvalidHand(f"a text of {len(text)} characters is no hand's: 512 at most")
    letters = "".join(to_letters(text).split())
    end = _RUNS.match(letters).end()  # type: ignore[union-attr]  # it matches nothing too
    if end < len(letters):
        raise InvalidHand(complaint(letters[end:]))
    return runs_to_kinds(letters, honors)


def kind(tile: str | int, honors: str = "tenhou") -> int:
    """The kind of one tile, written in any notation or given as its number."""
    if isinstance(tile, str):
        kinds = read_tiles(tile, honors)
        if len(kinds) != 1:
            raise InvalidHand(f"{tile[:40]!r} is not one tile but {len(kinds)}", "tiles")
        return kinds[0]
    if not 0 <= tile < NKINDS:
        raise InvalidHand(f"{tile} is no kind of tile: they are 0-33", "tiles")
    return int(tile)


def kinds_of(tiles: str | Iterable[str | int], honors: str = "tenhou") -> bytes:
    """The kinds of tiles given as one text or one by one, in their order."""
    if isinstance(tiles, str):
        return read_tiles(tiles, honors)
    if isinstance(tiles, bytes) and max(tiles, default=0) < NKINDS:
        return tiles
    return bytes([kind(tile, honors) for tile in tiles])


def wind(value: str | int) -> int:
    """A wind, E S W N in any notation or 0-3, as 0-3."""
    try:
        number = kind(value) - 27 if isinstance(value, str) else value
    except InvalidHand:
        number = -1
    if not 0 <= number <= 3:
        raise InvalidHand(f"{value!r} is no wind: E S W N (东南西北), or 0-3", "situation")
    return int(number)


# ---- Kinds to text ---------------------------------------------------------------------------------------------------


def name(kind: int) -> str:
    """How messages name a tile: letters and Chinese, "4m (四万)"."""
    return f"{LETTERS[kind]} ({NAMES[kind]})"


_SIGNS = {
    ("gb", "tenhou"): LETTERS,
    ("chinese", "tenhou"): NAMES,
    ("mpsz", "tenhou"): (*LETTERS[:27], *(digit + "z" for digit in "1234765")),
    ("mpsz", "chinese"): (*LETTERS[:27], *(digit + "z" for digit in "1234567")),
}
_SUIT_AGAIN = re.compile(r"([mspz万条饼])(?=.\1)")  # 1m2m3m: only the last m stays
_GROUP_ENDS = re.compile(r"(?<=([万条饼东南西北中發白]))(?!\1|$)")  # 一二万|东东|南


def write_tiles(kinds: Iterable[int], notation: str = "gb", honors: str = "tenhou") -> str:
    """The tiles in their order, in one of `NOTATIONS`."""
    if notation == "unicode":
        return "".join([UNICODE[k] for k in kinds])
    signs = _SIGNS.get((notation, honors if notation == "mpsz" else "tenhou"))
    if signs is None:
        check_honors(honors)
        raise ValueError(f"notation must be one of {', '.join(NOTATIONS)}, not {notation!r}")
    text = _SUIT_AGAIN.sub("", "".join([signs[k] for k in kinds]))
    return _GROUP_ENDS.sub(" ", text) if notation == "chinese" else text


# ---- Flowers ---------------------------------------------------------------------------------------------------------


def read_flowers(flowers: str | int) -> str | int:
    """Flowers as letters a-h in order, or a number of them where that was given; none are 0. "梅春" is "ae"."""
    if isinstance(flowers, str):
        if len(flowers) > 512:
            raise InvalidHand(f"a text of {len(flowers)} characters is no hand's flowers")
        letters = "".join(to_letters(flowers).split())
        if letters.isascii() and letters.isdigit() and len(letters) <= 3:
            return int(letters)
        for letter in letters:
            if letter not in FLOWERS:
                raise InvalidHand(f"{letter!r} in {flowers[:40]!r} is no flower: a-h (春夏秋冬梅兰竹菊) or a number")
        return "".join(sorted(letters)) or 0
    if not 0 <= flowers <= 999:
        raise InvalidHand(f"{flowers} is no number of flowers")
    return int(flowers)
