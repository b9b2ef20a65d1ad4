"""Hands: `Hand.parse("[123m,2]456m789mCCC9m9m|EE1000||")`, `Hand.of("1112345678999m", win="9m", self_draw=True)`.

A `Hand` holds tiles of all 34 kinds and is bound to no rule set: `check` says whether a rule set takes it, and
`to_record` gives the bytes that the scoring core reads. Notations are in `tiles` and `text`, melds in `meld`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING

from ..errors import InvalidHand
from . import text as _text
from .meld import NONE, Meld, to_one_suit_code
from .text import KNOWN, Situation
from .tiles import FLOWERS, LETTERS, NKINDS, ONE_SUIT, kind, kinds_of, read_flowers, to_one_suit, wind
from .tiles import name as tile_name
from .validation import check, check_record

if TYPE_CHECKING:  # making these classes would be half of the time that it takes to import this file
    from typing import TypedDict, Unpack

    class Situations(TypedDict, total=False):
        """The keywords of `Hand.of` and `Hand.replace` beside the tiles; each situation of `Situation` is one."""

        self_draw: bool
        last_of_kind: bool
        last_tile: bool
        kong: bool
        ready: bool
        flower_win: bool
        heavenly_hand: bool
        earthly_hand: bool
        humanly_hand: bool
        heavenly_ready: bool
        dealer: bool
        kong_discard: bool
        pushed_out: bool
        treasure: bool
        big_wind: bool
        situation: int  # all at once; the others change it
        round_wind: str | int
        seat_wind: str | int
        flowers: str | int

    class Changes(Situations, total=False):
        """The keywords of `Hand.replace`."""

        concealed: str | Iterable[str | int]
        win: str | int | None
        melds: str | Iterable[Meld | str]

else:
    Situations = Changes = dict

__all__ = ["Hand", "Meld", "Situation", "Situations", "check"]

# counts, melds, winning tile, flowers, situation, round wind, seat wind: 32 bytes for one suit, 48 for three
_LAYOUTS = {1: struct.Struct("<16s4sBBHBB6x"), 3: struct.Struct("<34s4sBBHBB4x")}
_READY, _HEAVENLY_READY = int(Situation.READY), int(Situation.HEAVENLY_READY)
_BITS = {word.name.lower(): word.value for word in Situation if word.name}


class Hand:
    """A hand with its winning tile and how it was won, or the 13 - 3 x melds tiles before it; immutable.

    Equal are hands that score alike: the order of concealed tiles and melds makes no difference, nor does which tile
    of a chow was claimed, or whether a melded kong was added. 2 flowers and the flowers "ab" are different, since some
    rule sets count them and some know each by name.
    """

    __slots__ = ("_record", "_situation", "concealed", "flowers", "melds", "round_wind", "seat_wind", "win")

    concealed: bytes  # kinds in order, without melds and winning tile
    win: int | None  # the kind of the winning tile
    melds: tuple[Meld, ...]
    round_wind: int  # 0-3: E S W N
    seat_wind: int
    flowers: str | int  # letters, or how many
    _situation: int
    _record: tuple[int, bytes] | None  # what `to_record` gave last, and for which layout

    def __init__(
        self,
        concealed: bytes,
        win: int | None,
        melds: tuple[Meld, ...],
        round_wind: int,
        seat_wind: int,
        situation: int,
        flowers: str | int,
    ) -> None:
        """From parts that are known to be good; `parse` and `of` are for everybody."""
        if len(concealed) + (win is not None) == 13 - 3 * len(melds):
            if win is not None:
                concealed, win = concealed + bytes((win,)), None
        elif win is None and concealed:
            concealed, win = concealed[:-1], concealed[-1]
        if situation & _HEAVENLY_READY:
            situation |= _READY
        put = object.__setattr__
        put(self, "concealed", bytes(sorted(concealed)))
        put(self, "win", win)
        put(self, "melds", melds)
        put(self, "round_wind", round_wind)
        put(self, "seat_wind", seat_wind)
        put(self, "_situation", situation)
        put(self, "flowers", flowers)
        put(self, "_record", None)

    # ---- Making ------------------------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str | Hand, honors: str = "tenhou") -> Hand:
        """The hand of a text in any notation (see `text` and `tiles`); `honors` says what 5z, 6z and 7z are.

        The last tile is the winning one, except that 13 - 3 x melds tiles have none.
        """
        if isinstance(text, str):
            melds, concealed, round_wind, seat_wind, situation, flowers = _text.read(text, honors)
            return cls(concealed, None, melds, round_wind, seat_wind, situation, flowers)
        if isinstance(text, Hand):
            return text
        raise TypeError(f"a hand is read from a str, not from {type(text).__name__}")

    @classmethod
    def of(
        cls,
        concealed: str | Iterable[str | int] = "",
        win: str | int | None = None,
        melds: str | Iterable[Meld | str] = (),
        **situations: Unpack[Situations],
    ) -> Hand:
        """A hand from its parts: tiles and melds as text or one by one, winds as letters or 0-3, flowers as letters or
        a number, and every situation a keyword, `self_draw=True`.

        Without `win` the last concealed tile is the winning one, except that 13 - 3 x melds tiles have none.
        """
        round_wind, seat_wind, situation, flowers = _circumstances((0, 0, 0, 0), situations)
        return cls(*_parts(concealed, win, melds), round_wind, seat_wind, situation, flowers)

    def replace(self, **changes: Unpack[Changes]) -> Hand:
        """The same hand but for what is given, by the keywords of `of`."""
        concealed, win = changes.pop("concealed", self.concealed), changes.pop("win", self.win)
        melds = changes.pop("melds", self.melds)
        now = self.round_wind, self.seat_wind, self._situation, self.flowers
        round_wind, seat_wind, situation, flowers = _circumstances(now, changes)
        return type(self)(*_parts(concealed, win, melds), round_wind, seat_wind, situation, flowers)

    # ---- Asking ------------------------------------------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        return Situation(self._situation)

    @property
    def tiles(self) -> tuple[str, ...]:
        """The concealed tiles by letters, the winning tile last."""
        return tuple([LETTERS[k] for k in self.concealed] + ([] if self.win is None else [LETTERS[self.win]]))

    @property
    def counts(self) -> bytes:
        """How many of each of the 34 kinds are concealed, the winning tile included."""
        return bytes(_counts(self.concealed, self.win))

    # ---- Text --------------------------------------------------------------------------------------------------------

    def format(self, notation: str = "gb", honors: str = "tenhou") -> str:
        """The hand as text: "gb", "unicode", "chinese" or "mpsz". Each carries everything that `parse` reads.

        "gb" always has the full tail; the others leave it out where it is |EE0000||. `honors` is for "mpsz".
        """
        winds = self.round_wind, self.seat_wind
        situation = self._situation
        return _text.write(self.melds, self.concealed, self.win, winds, situation, self.flowers, notation, honors)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Hand.parse({self.format()!r})"

    # ---- Records -----------------------------------------------------------------------------------------------------

    def to_record(self, nsuits: int, flower_mask: bool = False, name: str = "the rule set") -> bytes:
        """The 32 (one suit) or 48 bytes (three suits) that the scoring core reads.

        `flower_mask`: flowers as a bit mask a-h (of a number the first ones), else as a count. A hand without winning
        tile has 255 for it. What no record can hold, as a meld that is none or a tile that the rule set lacks, is an
        InvalidHand (with `name` in its message); all else is left to the core.
        """
        layout = nsuits << 1 | flower_mask
        if self._record is not None and self._record[0] == layout:
            return self._record[1]
        concealed, win = self.concealed, self.win
        melds = bytes([meld.code for meld in self.melds])
        if nsuits == 1:
            concealed, melds = concealed.translate(to_one_suit), melds.translate(to_one_suit_code)
            win = None if win is None else to_one_suit[win]
        flowers = _flower_byte(self.flowers, flower_mask) if self.flowers else 0
        if flowers < 0 or win == 255 or 255 in concealed or NONE in melds or 0 in melds or len(melds) > 4:
            check_record(self, nsuits, flower_mask, name)
        counts, winning = _counts(concealed, win), 255 if win is None else win
        winds = self.round_wind, self.seat_wind
        record = _LAYOUTS[nsuits].pack(counts, melds, winning, flowers, self._situation, *winds)
        object.__setattr__(self, "_record", (layout, record))
        return record

    @classmethod
    def from_record(cls, buffer: bytes | bytearray | memoryview, nsuits: int, flower_mask: bool = False) -> Hand:
        """The hand of a record, the claimed tiles of chows not known. What is no hand's record is an InvalidHand."""
        layout, data = _LAYOUTS[nsuits], bytes(buffer)
        if len(data) != layout.size:
            raise InvalidHand(f"a record of {nsuits} suit(s) has {layout.size} bytes, not {len(data)}")
        counts, codes, win, flowers, situation, round_wind, seat_wind = layout.unpack(data)
        kinds_there = ONE_SUIT if nsuits == 1 else range(NKINDS)
        codes = codes.rstrip(b"\0")
        if nsuits == 1:
            codes = codes.translate(_FROM_ONE_SUIT_CODE)
        melds = tuple([Meld.of_code(code) for code in codes])
        concealed = b"".join([bytes((k,)) * count for k, count in zip(kinds_there, counts, strict=True) if count])
        won = None
        if concealed and len(concealed) != 13 - 3 * len(melds):
            if win >= len(kinds_there):
                raise InvalidHand(f"the winning tile, kind {win}, is none of 0-{len(kinds_there) - 1}", "tiles")
            if not counts[win]:
                raise InvalidHand(f"the winning tile {tile_name(kinds_there[win])} is not among the tiles", "tiles")
            won = kinds_there[win]
            place = concealed.index(won)
            concealed = concealed[:place] + concealed[place + 1 :]
        if round_wind > 3 or seat_wind > 3:
            raise InvalidHand(f"the winds of the record are {round_wind} and {seat_wind}: they are 0-3", "situation")
        if situation & ~KNOWN:
            raise InvalidHand(f"the situation {situation:#06x} has bits that mean nothing", "situation")
        letters = "".join([letter for bit, letter in enumerate(FLOWERS) if flowers >> bit & 1]) if flower_mask else ""
        return cls(concealed, won, melds, round_wind, seat_wind, situation, (letters or 0) if flower_mask else flowers)

    # ---- A value -----------------------------------------------------------------------------------------------------

    def _key(self) -> tuple[object, ...]:
        melds = sorted([meld._key() for meld in self.melds]) if self.melds else ()
        winds = self.round_wind << 2 | self.seat_wind
        return self.concealed, self.win, tuple(melds), winds, self._situation, self.flowers

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        circumstances = self.round_wind, self.seat_wind, self._situation, self.flowers
        return type(self), (self.concealed, self.win, self.melds, *circumstances)

    def __setattr__(self, attribute: str, value: object) -> None:
        raise AttributeError(f"a Hand does not change: replace({attribute}=...) makes another")

    def __delattr__(self, attribute: str) -> None:
        raise AttributeError(f"a Hand does not change: {attribute} stays")


_FROM_ONE_SUIT_CODE = bytes([_code if (_code := to_one_suit_code.find(_byte)) >= 0 else 255 for _byte in range(256)])


def _counts(concealed: bytes, win: int | None) -> bytearray:
    counts = bytearray(NKINDS)
    for k in concealed[:255]:  # more are no hand, whatever they are
        counts[k] += 1
    if win is not None and counts[win] < 255:
        counts[win] += 1
    return counts


def _flower_byte(flowers: str | int, mask: bool) -> int:
    """Flowers as a mask or a count; -1 where there is none."""
    if isinstance(flowers, str):
        if len(set(flowers)) != len(flowers):
            return -1
        return sum([1 << FLOWERS.index(letter) for letter in flowers]) if mask else len(flowers)
    if flowers > (8 if mask else 255):
        return -1
    return (1 << flowers) - 1 if mask else flowers


def _parts(
    concealed: str | Iterable[str | int], win: str | int | None, melds: str | Iterable[Meld | str]
) -> tuple[bytes, int | None, tuple[Meld, ...]]:
    if isinstance(melds, str):
        melds = _text.read_melds(melds)
    laid_down = tuple([meld if isinstance(meld, Meld) else Meld.parse(meld) for meld in melds])
    return kinds_of(concealed), None if win is None else kind(win), laid_down


def _circumstances(now: tuple[int, int, int, str | int], changes: Situations) -> tuple[int, int, int, str | int]:
    """Winds, situation and flowers after the changes that the keywords make."""
    round_wind, seat_wind, situation, flowers = now
    given = dict(changes)
    if "round_wind" in changes:
        round_wind = wind(changes["round_wind"])
    if "seat_wind" in changes:
        seat_wind = wind(changes["seat_wind"])
    if "flowers" in changes:
        flowers = read_flowers(changes["flowers"])
    if "situation" in changes:
        try:
            situation = index(changes["situation"])
        except TypeError:
            said = f"situation is a mj2p.Situation, or its number, not {changes['situation']!r}"
            raise TypeError(f"{said}; each situation is a keyword too: ready=True") from None
        if situation & ~KNOWN:
            raise InvalidHand(f"the situation {situation:#06x} has bits that mean nothing", "situation")
    for word in given.keys() - {"round_wind", "seat_wind", "flowers", "situation"}:
        if word not in _BITS:
            keywords = ", ".join([*_BITS, "situation", "round_wind", "seat_wind", "flowers"])
            raise TypeError(f"{word!r} is no keyword of a hand: {keywords}")
        situation = situation | _BITS[word] if given[word] else situation & ~_BITS[word]
    return round_wind, seat_wind, situation, flowers
