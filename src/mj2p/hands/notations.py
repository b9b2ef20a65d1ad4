"""How tiles are written: `NOTATIONS`, one row per notation, and the one reader and the one writer of them all.

    gb       123mEEC            letters; what the program prints
    unicode  🀇🀈🀉🀀🀀🀄          U+1F000 ...; variation selectors are skipped
    chinese  一二三万 东东 中      simplified or traditional; 红中 發财 白板 东风, 索 for 条 and 筒 for 饼 too
    mpsz     123m117z           honours as digits too: 5z 6z 7z are 白 發 中 under `tenhou`, 中 發 白 under `chinese`

All are read everywhere, mixed too: the signs of other scripts are put into letters (`to_letters`), and letters are read
(`kinds_of`). Digits need their suit letter, case matters, spaces do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from ..arguments import each, flag, shown, whole, word
from ..errors import InvalidHand
from .tiles import FLOWER, FLOWER_NAMES, FLOWERS, HONORS, LETTERS, NAMES, NKINDS, SUITS

__all__ = ["CONVENTIONS", "NOTATIONS", "Notation", "kind_of", "kinds_of", "read_flowers", "wind_of", "write_tiles"]

LONGEST: Final = 512  # characters; a wall of 144 tiles in letters with spaces between them has 432

#: What 1z to 7z are: a convention -> the digits of E S W N C F P.
CONVENTIONS: Final = {"tenhou": "1234765", "chinese": "1234567"}


class Notation(NamedTuple):
    """A notation: how it writes tiles, and what is read beside that.

    suited: the signs of the 27 suited kinds, a rank and a suit each (the suit is written once for several tiles in a
    row) or one sign. honors: the signs of E S W N C F P; None: digits and z, by `CONVENTIONS`. flowers: those of a-h.
    also: further signs that are read, each with its letter ("" skips the sign). beside: what may stand beside a sign,
    as a pattern over what has been put into letters. spaced: suits and honours are set apart by spaces.
    whole: a hand's text always has all its fields; in other notations they are left out where they are |EE0000||.
    """

    name: str
    suited: tuple[str, ...]
    honors: tuple[str, ...] | None
    flowers: str = FLOWERS
    also: Mapping[str, str] = MappingProxyType({})
    beside: str = ""
    spaced: bool = False
    whole: bool = False


NOTATIONS: Final = {
    row.name: row
    for row in (
        Notation("gb", LETTERS[:27], tuple(HONORS), whole=True),
        Notation(
            "unicode",
            tuple(map(chr, range(0x1F007, 0x1F022))),
            tuple(map(chr, range(0x1F000, 0x1F007))),
            flowers="".join(map(chr, (*range(0x1F026, 0x1F02A), *range(0x1F022, 0x1F026)))),
            also=dict.fromkeys(map(chr, range(0xFE00, 0xFE10)), ""),
        ),
        Notation(
            "chinese",
            NAMES[:27],
            NAMES[27:],
            flowers=FLOWER_NAMES,
            also=dict(zip("萬條索餅筒東发発蘭", "msspp" "EFFf", strict=True)),
            beside="[红紅](?=C)|(?<=[ESWN])[风風]|(?<=F)[财財]|(?<=P)板",
            spaced=True,
        ),
        Notation("mpsz", LETTERS[:27], None),
    )
}


# ---- Other scripts to letters ----------------------------------------------------------------------------------------


@cache
def _letter_of() -> dict[int, str]:
    """Each sign of a rank, a suit, an honour or a flower -> its letter or digit."""
    found: dict[str, str] = {}
    for row in NOTATIONS.values():
        for sign, letters in zip((*row.suited, *(row.honors or ())), LETTERS, strict=False):
            # 三万 is 3 and m, 🀉 is 3m
            found |= zip(sign, letters, strict=True) if len(sign) == len(letters) else {sign: letters}
        found |= {**dict(zip(row.flowers, FLOWERS, strict=True)), **row.also}
    return str.maketrans(found)


@cache  # patterns of 中文 take long to compile: only who reads or writes it waits for them
def _beside() -> re.Pattern[str]:
    return re.compile("|".join(row.beside for row in NOTATIONS.values() if row.beside))


def to_letters(text: str) -> str:
    """The text with the tiles of all notations in letters, what is skipped left out and all else as it is."""
    if not text.isascii():
        text = text.translate(_letter_of())
    return text if text.isascii() else _beside().sub("", text)


# ---- Letters to kinds ------------------------------------------------------------------------------------------------

RUN = f"(?:[1-9]+[{SUITS}]|[1-7]+z|[{HONORS}]+)"  # tiles whose suit is written once: 123m, 117z, EEC


@cache
def _groups() -> re.Pattern[str]:
    """Ranks and the suit behind them, or honours or flowers."""
    return re.compile(f"([1-9]+|[{HONORS}{FLOWERS}]+)([{SUITS}z]?)")


def _table(signs: str, kinds: Iterable[int]) -> bytes:
    """A table for bytes.translate from ASCII signs to kinds."""
    return bytes.maketrans(signs.encode(), bytes(kinds))


#: convention -> suit letter -> the kinds of the signs before it
_TABLES = {
    convention: {
        **{suit: _table("123456789", range(9 * at, 9 * at + 9)) for at, suit in enumerate(SUITS)},
        "": _table(HONORS + FLOWERS, (*range(27, 34), *range(FLOWER, FLOWER + 8))),
        "z": _table(digits, range(27, 34)),
    }
    for convention, digits in CONVENTIONS.items()
}


def check_honors(honors: str) -> None:
    """Refuse what is no convention of `CONVENTIONS`: ValueError; TypeError for what is no text."""
    word("honors", honors, CONVENTIONS)


def runs_to_kinds(runs: str, honors: str = "tenhou") -> bytes:
    """The kinds of a text that is known to be made of `RUN`s and flowers, in its order."""
    tables = _TABLES[honors]
    return b"".join([signs.encode().translate(tables[suit]) for signs, suit in _groups().findall(runs)])


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


@cache
def _runs(flowers: bool) -> re.Pattern[str]:
    return re.compile(f"(?:{RUN}|[{FLOWERS}])*" if flowers else f"{RUN}*")


def _read(text: str, honors: str, flowers: bool) -> bytes:
    check_honors(honors)
    if len(text) > LONGEST:
        raise InvalidHand(f"a text of {len(text)} characters is too long for tiles: {LONGEST} at most")
    letters = "".join(to_letters(text).split())
    end = _runs(flowers).match(letters).end()  # type: ignore[union-attr]  # it matches nothing too
    if end < len(letters):
        raise InvalidHand(complaint(letters[end:]))
    return runs_to_kinds(letters, honors)


def kinds_of(tiles: str | Iterable[str | int], honors: str = "tenhou", *, flowers: bool = False) -> bytes:
    """The kinds of tiles given as one text in any notation, or one by one as texts or numbers, in their order.

    flowers: whether a-h may stand among them, kinds 40-47. InvalidHand for what is no tile.
    """
    flowers = flag("flowers", flowers)
    if isinstance(tiles, str):
        return _read(tiles, honors, flowers)
    if isinstance(tiles, bytes) and max(tiles, default=0) < NKINDS:
        return tiles
    return bytes([kind_of(tile, honors, flowers=flowers) for tile in each("tiles", tiles)])


def kind_of(tile: str | int, honors: str = "tenhou", *, flowers: bool = False) -> int:
    """The kind of one tile, written in any notation or given as its number. InvalidHand for what is none."""
    flowers = flag("flowers", flowers)
    if isinstance(tile, str):
        kinds = _read(tile, honors, flowers)
        if len(kinds) != 1:
            raise InvalidHand(f"{tile[:40]!r} is not one tile but {len(kinds)}", "tiles")
        return kinds[0]
    try:
        kind = whole("a tile", tile, None, None)
    except TypeError:
        raise TypeError(f"a tile is a text or a kind from 0 to 33, not {type(tile).__name__}") from None
    if not 0 <= kind < NKINDS:
        raise InvalidHand(f"{shown(kind)} is no kind of tile: they are 0-33", "tiles")
    return kind


def wind_of(value: str | int, name: str = "the wind") -> int:
    """A wind, E S W N in any notation or 0-3, as 0-3. InvalidHand for what is none, TypeError for what is neither a
    text nor a whole number; `name`: what the message calls it."""
    if not isinstance(value, str):
        number = whole(name, value, None, None)
    else:
        try:
            number = kind_of(value) - 27
        except InvalidHand:
            number = -1
    if not 0 <= number <= 3:
        raise InvalidHand(f"{name}: {shown(value)} is no wind: E S W N (东南西北), or 0-3", "situation")
    return number


def read_flowers(flowers: str | int) -> str | int:
    """Flowers as letters a-h in order, or a number of them where that was given; none are 0. "梅春" is "ae".

    InvalidHand for what is no flower, TypeError for what is neither a text nor a whole number.
    """
    if isinstance(flowers, str):
        if len(flowers) > LONGEST:
            raise InvalidHand(f"a text of {len(flowers)} characters is no hand's flowers")
        letters = "".join(to_letters(flowers).split())
        if letters.isascii() and letters.isdigit() and len(letters) <= 3:
            return int(letters)
        for letter in letters:
            if letter not in FLOWERS:
                raise InvalidHand(f"{letter!r} in {flowers[:40]!r} is no flower: a-h (春夏秋冬梅兰竹菊) or a number")
        return "".join(sorted(letters)) or 0
    try:
        return whole("flowers", flowers, 0, 999)
    except ValueError as error:
        raise InvalidHand(str(error)) from None


# ---- Kinds to text ---------------------------------------------------------------------------------------------------


@cache
def _writing(
    notation: str, honors: str
) -> tuple[tuple[str, ...], re.Pattern[str] | None, re.Pattern[str] | None]:
    """The signs of the kinds, then two patterns: of a suit that is written again (1m2m3m: only the last m stays), and
    of the places for spaces where groups are set apart (一二万|东东|南).
    """
    row = NOTATIONS[notation]
    signs = (*row.suited, *(row.honors or [digit + "z" for digit in CONVENTIONS[honors]]))
    suits = "".join(dict.fromkeys(sign[-1] for sign in signs if len(sign) > 1))
    again = re.compile(rf"([{suits}])(?=.\1)") if suits else None
    ends = re.compile(rf"(?<=([{suits}{''.join(row.honors or ())}]))(?!\1|$)") if row.spaced else None
    return signs, again, ends


def _kind(kind: int) -> int:
    return whole("a kind", kind, 0, NKINDS - 1)


def write_tiles(kinds: Iterable[int], notation: str = "gb", honors: str = "tenhou") -> str:
    """The tiles in their order, in one of `NOTATIONS`; `honors`, one of `CONVENTIONS`, is for digits with z.

    ValueError for an unknown one of either, and for what is no kind.
    """
    word("notation", notation, NOTATIONS)
    check_honors(honors)
    signs, suit_again, group_ends = _writing(notation, honors)
    text = "".join([signs[k] for k in (kinds if isinstance(kinds, bytes) else map(_kind, each("kinds", kinds)))])
    if suit_again:
        text = suit_again.sub("", text)
    return group_ends.sub(" ", text) if group_ends else text
