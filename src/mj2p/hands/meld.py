"""Melds, sets laid down: `Meld.chow("123m", claimed=2)`, `Meld.pung("E")`, `Meld.kong("C", added=True)`, `[123m,2]`.

A meld is known by the byte that records hold: type << 6 | (kind + 1), where the type is CHOW (kind: the lowest), PUNG,
KONG or CONCEALED_KONG. `dongbei136` has melds of dealt tiles too, kinds 35-37 of the last type: 旋风杠 (ESWN), 喜杠
(1m1s1p) and (9m9s9p).
What a text calls a meld and is none, [134m,1] or [89mE,1], is kept as it was written, with the byte `NONE`, so that
the whole text is read before anything is said about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ..arguments import flag, shown, whole
from ..codes import DealtMeld, MeldType
from ..errors import InvalidHand
from .notations import LONGEST, RUN, check_honors, complaint, kinds_of, runs_to_kinds, to_letters, write_tiles
from .tiles import NKINDS, ONE_SUIT, name, to_one_suit

__all__ = ["CHOW", "CONCEALED_KONG", "KONG", "NONE", "PUNG", "Meld"]

CHOW, PUNG, KONG, CONCEALED_KONG = map(int, MeldType)
NONE = 63  # a chow of kind 62, which no rule set has

# The melds of dealt tiles of dongbei136, by their sorted kinds.
SPECIAL = {
    bytes((27, 28, 29, 30)): int(DealtMeld.WINDS),
    bytes((0, 9, 18)): int(DealtMeld.ONES),
    bytes((8, 17, 26)): int(DealtMeld.NINES),
}

# From the byte over 34 kinds to the byte over the 16 of one suit; 0: there is none.
to_one_suit_code = bytearray(256)
for _kind in ONE_SUIT:
    for _type in (CHOW, PUNG, KONG, CONCEALED_KONG):
        to_one_suit_code[_type << 6 | (_kind + 1)] = _type << 6 | (to_one_suit[_kind] + 1)
to_one_suit_code[NONE] = NONE

_TEXT = rf"([\[(])({RUN}+)(?:,?([0-9]))?([\])])"
_KNOWN: dict[str, Meld] = {}


class Meld:
    """One meld (rulebook 2); immutable.

    Equal are melds that score alike: which tile was claimed, and whether a kong was added to a pung, is kept and
    written, but makes no difference.
    """

    # Not a frozen dataclass, nor is Hand: to define one takes 3.4 M instructions, 1.6 % of the package's import, an
    # object of it is 9 % dearer to make, and constructor, equality and messages would be written out all the same.
    __slots__ = ("code", "digit", "kinds")

    code: int  # the byte over 34 kinds
    digit: int  # as written: chow 1-3 (0: not known), pung and claimed kong 2, added kong 6, concealed kong 0
    kinds: bytes  # the tiles, lowest first; as written where they are no meld

    def __init__(self, kinds: bytes, digit: int = 0, concealed: bool = False) -> None:
        lowest, tiles = min(kinds), bytes(sorted(kinds))
        same = tiles.count(lowest) == len(tiles)
        code = NONE
        if same and len(tiles) == 4:
            type_ = CONCEALED_KONG if concealed or not digit else KONG
            code, digit = type_ << 6 | (lowest + 1), 0 if type_ == CONCEALED_KONG else 6 if digit >= 5 else 2
        elif concealed or (not digit and tiles in SPECIAL):
            special = SPECIAL.get(tiles)
            code = CONCEALED_KONG << 6 | (special + 1) if special else NONE
        elif same and len(tiles) == 3:
            code, digit = PUNG << 6 | (lowest + 1), 2
        elif len(tiles) == 3 and lowest < 27 and lowest % 9 < 7 and tiles == bytes(range(lowest, lowest + 3)):
            code = CHOW << 6 | (lowest + 1)
            digit = tiles.index(kinds[digit - 1]) + 1 if digit else 0  # the digit counts the tiles as they are written
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "digit", digit if code != NONE or not concealed else -1)
        object.__setattr__(self, "kinds", tiles if code != NONE else kinds)

    # ---- Making ------------------------------------------------------------------------------------------------------

    @classmethod
    def _checked(cls, kinds: bytes, digit: int, concealed: bool, type_: int) -> Meld:
        meld = cls(kinds, digit, concealed) if kinds else None
        if meld is None or meld.type != type_ or meld.special:
            what = ("chow: three ranks in a row of one suit", "pung: three of a kind", "kong: four of a kind")
            raise InvalidHand(f"{write_tiles(kinds) or 'nothing'} is no {what[min(type_, KONG)]}", "meld")
        return meld

    @classmethod
    def chow(cls, tiles: str | Iterable[str | int], claimed: int | None = None) -> Meld:
        """Three ranks in a row of a suit; `claimed` 1-3 says which of them, from the lowest, was the opponent's.

        InvalidHand where they are none, as of the other makers.
        """
        try:
            claimed = 0 if claimed is None else whole("claimed", claimed, 1, 3)
        except ValueError as error:
            raise InvalidHand(str(error), "meld") from None
        return cls._checked(bytes(sorted(kinds_of(tiles))), claimed, False, CHOW)

    @classmethod
    def pung(cls, tiles: str | int | Iterable[str | int]) -> Meld:
        """Three of a kind, claimed; one tile is enough: Meld.pung("E"), Meld.pung("EEE")."""
        kinds = kinds_of([tiles] if isinstance(tiles, int) else tiles)
        return cls._checked(kinds * 3 if len(kinds) == 1 else kinds, 2, False, PUNG)

    @classmethod
    def kong(cls, tiles: str | int | Iterable[str | int], concealed: bool = False, added: bool = False) -> Meld:
        """Four of a kind: claimed, concealed, or added to a melded pung. One tile is enough: Meld.kong("C")."""
        if flag("concealed", concealed) & flag("added", added):
            raise InvalidHand("a kong added to a melded pung is not concealed", "meld")
        kinds = kinds_of([tiles] if isinstance(tiles, int) else tiles)
        type_, digit = (CONCEALED_KONG, 0) if concealed else (KONG, 6 if added else 2)
        return cls._checked(kinds * 4 if len(kinds) == 1 else kinds, digit, concealed, type_)

    @classmethod
    def dealt(cls, tiles: str | Iterable[str | int]) -> Meld:
        """A meld of dealt tiles of dongbei136: 旋风杠 "ESWN", 喜杠 "1m1s1p" or "9m9s9p"."""
        kinds = kinds_of(tiles)
        if bytes(sorted(kinds)) not in SPECIAL:
            raise InvalidHand(f"{write_tiles(kinds) or 'nothing'} is neither ESWN, 1m1s1p nor 9m9s9p", "meld")
        return cls(kinds, 0, True)

    @classmethod
    def of_code(cls, code: int) -> Meld:
        """The meld of a byte over 34 kinds. InvalidHand where it is none."""
        try:
            code = whole("code", code, 0, 255)
        except ValueError:
            raise InvalidHand(f"the byte {shown(code)} is no meld", "meld") from None
        return cls._of_code(code)

    @classmethod
    @cache
    def _of_code(cls, code: int) -> Meld:
        type_, kind = code >> 6, (code & 63) - 1
        if type_ == CONCEALED_KONG and kind >= NKINDS:
            for kinds, special in SPECIAL.items():
                if kind == special:
                    return cls(kinds, 0, True)
        if type_ > CONCEALED_KONG or not 0 <= kind < NKINDS or (type_ == CHOW and not (kind < 27 and kind % 9 < 7)):
            raise InvalidHand(f"the byte {code} is no meld", "meld")
        if type_ == CHOW:
            return cls(bytes((kind, kind + 1, kind + 2)))
        return cls(bytes([kind] * min(4, type_ + 2)), 0 if type_ == CONCEALED_KONG else 2, type_ == CONCEALED_KONG)

    @classmethod
    def parse(cls, text: str, honors: str = "tenhou") -> Meld:
        """A meld from its text, [123m,2] or (EEEE), in any notation of tiles. What is no meld is read as it stands.

        InvalidHand where it cannot be read; `problem` says of what was read whether it is a meld.
        """
        known = _KNOWN.get(text) if isinstance(text, str) else None
        if known is not None and honors == "tenhou":
            return known
        if not isinstance(text, str):
            raise TypeError(f"a meld is read from a str, not from {type(text).__name__}")
        check_honors(honors)
        if len(text) > LONGEST:
            raise InvalidHand(f"a text of {len(text)} characters is no meld")
        letters = "".join(to_letters(text).split())
        found = re.fullmatch(_TEXT, letters)
        if found is None or f"{found[1]}{found[4]}" not in ("[]", "()"):
            raise InvalidHand(_complaint(letters))
        meld = cls._read(runs_to_kinds(found[2], honors), int(found[3] or 0), found)
        if "z" not in letters and meld.code != NONE and len(_KNOWN) < 2000:
            # At most a few ways to write each; z digits depend on the convention. No lock: if two threads read the same
            # meld at once, the one is as good as the other.
            _KNOWN[letters] = meld
        return meld

    @classmethod
    def _read(cls, kinds: bytes, digit: int, found: re.Match[str]) -> Meld:
        if found[3] and (found[1] == "(" or digit in (0, 4, 8, 9) or (digit > 3 and len(kinds) == 3)):
            rule = "none in round brackets" if found[1] == "(" else "chow and pung 1-3, kong 1-3 claimed or 5-7 added"
            raise InvalidHand(f"{found[0][:40]}: the digit {digit} says nothing here ({rule})")
        return cls(kinds, digit, concealed=found[1] == "(")

    def __setattr__(self, attribute: str, value: object) -> None:
        raise AttributeError(f"a Meld does not change: {attribute} stays")

    def __delattr__(self, attribute: str) -> None:
        raise AttributeError(f"a Meld does not change: {attribute} stays")

    # ---- Asking ------------------------------------------------------------------------------------------------------

    @property
    def type(self) -> int:
        """CHOW, PUNG, KONG (melded) or CONCEALED_KONG, also for the melds of dealt tiles; -1 where it is no meld."""
        return self.code >> 6 if self.code != NONE else -1

    @property
    def kind(self) -> int:
        """The lowest kind of the meld."""
        return min(self.kinds)

    @property
    def special(self) -> bool:
        """旋风杠 or 喜杠, the melds of dealt tiles of dongbei136."""
        return self.type == CONCEALED_KONG and (self.code & 63) > NKINDS

    @property
    def is_kong(self) -> bool:
        """A kong of either sort (旋风杠 and 喜杠 are none)."""
        return self.type >= KONG and not self.special

    @property
    def concealed(self) -> bool:
        """A concealed kong, or a meld of dealt tiles."""
        return self.type == CONCEALED_KONG

    @property
    def added(self) -> bool:
        """A kong added to a melded pung."""
        return self.type == KONG and self.digit == 6

    @property
    def claimed(self) -> int | None:
        """Which tile of a chow was claimed, 1-3 from the lowest; None where it is not said, or no chow."""
        return (self.digit or None) if self.type == CHOW else None

    def problem(self) -> str | None:
        """Why it is no meld; None where it is one."""
        if self.code != NONE:
            return None
        kinds = bytes(sorted(self.kinds))
        rule = "a meld is a chow (three ranks in a row of one suit), a pung or a kong"
        if self.digit == -1:
            rule = "only a concealed kong, four of a kind, stands in round brackets"
        elif len(kinds) == 3 and len({*kinds}) == 3:
            suits = {kind // 9 for kind in kinds}
            if suits == {3}:
                rule = "winds and dragons form no chow"
            elif len(suits) == 1:
                rule = "its ranks are not three in a row"
            elif 3 in suits:
                honor, last = kinds[-1], max(kind for kind in kinds if kind < 27)
                rule = f"no chow passes from a suit to the honours, {name(honor)} does not follow {name(last)}"
            else:
                rule = "the tiles of a chow are of one suit"
        return f"{self} is no meld: {rule}"

    # ---- Writing and comparing ---------------------------------------------------------------------------------------

    def format(self, notation: str = "gb", honors: str = "tenhou") -> str:
        """The text: the claimed tile of a chow (1 where not known), `,2` pung and claimed kong, `,6` added kong."""
        tiles = write_tiles(self.kinds, notation, honors)
        if self.digit == -1 or self.concealed:
            return f"({tiles})"
        digit = self.digit or (1 if self.type == CHOW else 0)
        return f"[{tiles},{digit}]" if digit else f"[{tiles}]"

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Meld.parse({self.format()!r})"

    def _key(self) -> tuple[int, bytes]:
        return self.code, self.kinds

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Meld) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return Meld, (self.kinds, max(self.digit, 0), self.digit == -1 or self.concealed)


def _complaint(letters: str) -> str:
    """What is wrong with the text of a meld."""
    shown = letters if len(letters) <= 40 else letters[:40] + "…"
    if letters[:1] not in ("[", "(") or letters[-1:] != {"[": "]", "(": ")"}[letters[0]]:
        return f"{shown!r}: a meld stands in brackets, [123m,2] or (EEEE)"
    inside = letters[1:-1]
    good = re.match(f"{RUN}*", inside)
    rest = inside[good.end() :] if good else inside
    if not inside or rest[:1] == ",":
        return f"{shown!r}: behind the tiles of a meld stands at most a comma and one digit"
    if re.fullmatch("[0-9]+", rest):
        return f"{shown!r}: a meld has at most one digit behind its tiles"
    return f"{shown!r}: {complaint(rest)}"
