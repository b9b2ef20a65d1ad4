"""Hands: `Hand.parse("[123m,2]456m789mCCC9m9m|EE1000||")`, `Hand.of("1112345678999m", win="9m", self_draw=True)`.

A `Hand` holds tiles of all 34 kinds and is bound to no rule set: whether one takes it is said by `validation`, the row
of bytes that the scoring core reads is made by `records`. Notations are in `notations` and `text`, melds in `meld`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..arguments import each, flag, whole
from ..codes import ALL_SITUATIONS, Situation
from ..errors import InvalidHand
from . import records
from . import text as _text
from .meld import Meld
from .notations import kind_of, kinds_of, read_flowers, wind_of
from .tiles import LETTERS, check_suits
from .validation import check_record

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

__all__ = ["Hand", "Meld", "Situations"]

_READY, _HEAVENLY_READY = int(Situation.READY), int(Situation.HEAVENLY_READY)
_BITS = {word.name.lower(): word.value for word in Situation if word.name}


class Hand:
    """A hand with its winning tile and how it was won, or the 13 - 3 x melds tiles before it (rulebook 2); immutable.

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
        """The hand of a text in any notation (see `text` and `notations`); `honors` says what 5z, 6z and 7z are.

        The last tile is the winning one, except that 13 - 3 x melds tiles have none. InvalidHand where it cannot be
        read; what breaks a rule is found by who uses the hand.
        """
        if isinstance(text, str):
            return cls(*_text.read(text, honors))
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
        InvalidHand for what is no tile, meld, wind or flower, TypeError for an unknown keyword.
        """
        round_wind, seat_wind, situation, flowers = _circumstances((0, 0, 0, 0), situations)
        return cls(*_tiles(concealed, win, melds), round_wind, seat_wind, situation, flowers)

    def replace(self, **changes: Unpack[Changes]) -> Hand:
        """The same hand but for what is given, by the keywords of `of`."""
        concealed, win = changes.pop("concealed", self.concealed), changes.pop("win", self.win)
        melds = changes.pop("melds", self.melds)
        now = self.round_wind, self.seat_wind, self._situation, self.flowers
        round_wind, seat_wind, situation, flowers = _circumstances(now, changes)
        return type(self)(*_tiles(concealed, win, melds), round_wind, seat_wind, situation, flowers)

    # ---- Asking ------------------------------------------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """How it was won, and what went before."""
        return Situation(self._situation)

    @property
    def tiles(self) -> tuple[str, ...]:
        """The concealed tiles by letters, the winning tile last."""
        return tuple([LETTERS[k] for k in self.concealed] + ([] if self.win is None else [LETTERS[self.win]]))

    @property
    def counts(self) -> bytes:
        """How many of each of the 34 kinds are concealed, the winning tile included: 34 bytes."""
        return bytes(records.counts_of(self.concealed, self.win))

    # ---- Text --------------------------------------------------------------------------------------------------------

    def format(self, notation: str = "gb", honors: str = "tenhou") -> str:
        """The hand as text in one of the notations (docs/notation.md). Each carries everything that `parse` reads.

        "gb" always has the full tail; the others leave it out where it is |EE0000||. `honors` is for "mpsz". ValueError
        for an unknown notation or convention.
        """
        return _text.write(*self._parts(), notation, honors)

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
        layout = check_suits(nsuits) << 1 | flag("flower_mask", flower_mask)
        if self._record is not None and self._record[0] == layout:
            return self._record[1]
        record = records.pack(
            self.concealed, self.win, self.melds, self.round_wind, self.seat_wind, self._situation, self.flowers,
            nsuits, flower_mask,
        )  # fmt: skip
        if record is None:
            check_record(self, nsuits, flower_mask, name)
            raise InvalidHand(f"no record of {name} can hold {self}")
        object.__setattr__(self, "_record", (layout, record))
        return record

    @classmethod
    def from_record(cls, buffer: bytes | bytearray | memoryview, nsuits: int, flower_mask: bool = False) -> Hand:
        """The hand of a record, the claimed tiles of chows not known. What is no hand's record is an InvalidHand."""
        return cls(*records.unpack(buffer, check_suits(nsuits), flag("flower_mask", flower_mask)))

    # ---- A value -----------------------------------------------------------------------------------------------------

    def _parts(self) -> _text.Parts:
        winds = self.round_wind, self.seat_wind
        return self.concealed, self.win, self.melds, *winds, self._situation, self.flowers

    def _key(self) -> tuple[object, ...]:
        melds = sorted([meld._key() for meld in self.melds]) if self.melds else ()
        winds = self.round_wind << 2 | self.seat_wind
        return self.concealed, self.win, tuple(melds), winds, self._situation, self.flowers

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._parts()

    def __setattr__(self, attribute: str, value: object) -> None:
        raise AttributeError(f"a Hand does not change: replace({attribute}=...) makes another")

    def __delattr__(self, attribute: str) -> None:
        raise AttributeError(f"a Hand does not change: {attribute} stays")


def _tiles(
    concealed: str | Iterable[str | int], win: str | int | None, melds: str | Iterable[Meld | str]
) -> tuple[bytes, int | None, tuple[Meld, ...]]:
    if isinstance(melds, str):
        melds = _text.read_melds(melds)
    laid_down = tuple([meld if isinstance(meld, Meld) else Meld.parse(meld) for meld in each("melds", melds)])
    if not isinstance(concealed, str):
        concealed = each("concealed", concealed)
    return kinds_of(concealed), None if win is None else kind_of(win), laid_down


def _circumstances(now: tuple[int, int, int, str | int], changes: Situations) -> tuple[int, int, int, str | int]:
    """Winds, situation and flowers after the changes that the keywords make."""
    round_wind, seat_wind, situation, flowers = now
    given = dict(changes)
    if "round_wind" in changes:
        round_wind = wind_of(changes["round_wind"], "round_wind")
    if "seat_wind" in changes:
        seat_wind = wind_of(changes["seat_wind"], "seat_wind")
    if "flowers" in changes:
        flowers = read_flowers(changes["flowers"])
    if "situation" in changes:
        try:
            situation = whole("situation", changes["situation"], None, None)
        except TypeError:
            said = f"situation is a mj2p.Situation, or its number, not {changes['situation']!r}"
            raise TypeError(f"{said}; each situation is a keyword too: ready=True") from None
        if situation & ~ALL_SITUATIONS:
            raise InvalidHand(f"the situation {situation:#06x} has bits that mean nothing", "situation")
    for word in given.keys() - {"round_wind", "seat_wind", "flowers", "situation"}:
        if word not in _BITS:
            keywords = ", ".join([*_BITS, "situation", "round_wind", "seat_wind", "flowers"])
            raise TypeError(f"{word!r} is no keyword of a hand: {keywords}")
        situation = situation | _BITS[word] if flag(word, given[word]) else situation & ~_BITS[word]
    return round_wind, seat_wind, situation, flowers
