"""The text of a hand, read and written: `[123m,2][EEE,2](PPPP)99m1m1m|EE1000|ab|ready` (a GB-Mahjong string).

Melds first, then the concealed tiles, the winning tile last; round wind, seat wind and four bits (self-draw, last of
its kind, last tile, kong); flowers as letters or a number; further situations by name. What is missing at the end, or
empty, is as in `|EE0000||`. Tiles are read in any notation of `notations`, spaces are skipped.
"""

from __future__ import annotations

import re
from functools import cache

from ..codes import Situation
from ..errors import InvalidHand
from .meld import Meld
from .notations import (
    LONGEST,
    NOTATIONS,
    RUN,
    check_honors,
    complaint,
    read_flowers,
    runs_to_kinds,
    to_letters,
    write_tiles,
)  # fmt: skip
from .tiles import WINDS

__all__ = ["WORDS", "Parts", "read", "read_melds", "write"]

# Concealed tiles in their order, winning tile, melds, round wind, seat wind, situation, flowers: what a Hand is made of
Parts = tuple[bytes, "int | None", tuple[Meld, ...], int, int, int, "str | int"]

#: The situations that are said by a bit of four, self-draw first, and those that are said by a word.
_FOUR_BITS = int(Situation.SELF_DRAW | Situation.LAST_OF_KIND | Situation.LAST_TILE | Situation.KONG)
WORDS = {one.name.lower(): one.value for one in Situation if one.name and not one & _FOUR_BITS}
_BITS = {f"{bits:04b}": int(f"{bits:04b}"[::-1], 2) for bits in range(16)}  # "1001": SELF_DRAW and KONG, 9
_WINNING = {
    round_ + seat + digits: (WINDS.index(round_), WINDS.index(seat), value)
    for round_ in WINDS
    for seat in WINDS
    for digits, value in _BITS.items()
}
_DIGITS = {value: digits for digits, value in _BITS.items()}

_MELD = r"[\[(][^\[\]()]*[\])]"


@cache  # compiled when the first text is read: an import does not wait for it
def _head() -> re.Pattern[str]:
    """Melds, then concealed tiles."""
    return re.compile(rf"((?:{_MELD})*)({RUN}*)")


def read(text: str, honors: str = "tenhou") -> Parts:
    """The parts of a hand's text, the winning tile left among the others. InvalidHand where it cannot be read.

    What is read but breaks a rule is left to `validation`.
    """
    if len(text) > LONGEST:
        raise InvalidHand(f"a hand's text has at most {LONGEST} characters, this one {len(text)}")
    check_honors(honors)
    head, bar, tail = to_letters(text).partition("|")
    found = _head().fullmatch(head)
    if found is None:
        head = "".join(head.split())
        found = _head().fullmatch(head)
        if found is None:
            raise InvalidHand(_complaint(head))
    melds = tuple([Meld.parse(piece, honors) for piece in re.findall(_MELD, found[1])]) if found[1] else ()
    concealed = runs_to_kinds(found[2], honors)
    return (concealed, None, melds, *_read_tail(tail)) if bar else (concealed, None, melds, 0, 0, 0, 0)


def read_melds(text: str, honors: str = "tenhou") -> tuple[Meld, ...]:
    """The melds of a text of nothing else: "[123m,2][EEE,2](PPPP)"."""
    concealed, _, melds, *_ = read(text, honors)
    if concealed or "|" in text:
        raise InvalidHand(f"{text[:40]!r}: melds stand in brackets, with nothing behind them")
    return melds


def _read_tail(tail: str) -> tuple[int, int, int, str | int]:
    """Winds, bits, flowers and words, for which the text before the first | is not needed."""
    winning, flowers, words, *more = *tail.split("|"), *("", "")[: max(0, 2 - tail.count("|"))]
    if more:
        raise InvalidHand(f"{tail[:40]!r} has {tail.count('|') + 1} fields behind the tiles, three at most")
    round_wind = seat_wind = situation = 0
    known = _WINNING.get(winning)
    if known is None and (winning := "".join(winning.split())):
        known = _WINNING.get(winning)
        if known is None:
            raise InvalidHand(f"{winning[:40]!r} is not round wind, seat wind and four bits, as in EE1000")
    if known is not None:
        round_wind, seat_wind, situation = known
    if words and not words.isspace():
        situation |= _read_words(words)
    return round_wind, seat_wind, situation, read_flowers(flowers) if flowers else 0


def _read_words(words: str) -> int:
    situation = 0
    for word in words.split(","):
        word = word.strip()
        bit = WORDS.get(word)
        if bit is None:
            raise InvalidHand(f"{word[:40]!r} is no situation: {', '.join(WORDS)}")
        if situation & bit:
            raise InvalidHand(f"the situation {word} is given twice")
        situation |= bit
    return situation


def _complaint(head: str) -> str:
    """Why a hand's tiles cannot be read."""
    good = _head().match(head)
    rest = head[good.end() :] if good else head
    shown = rest if len(rest) <= 40 else rest[:40] + "…"
    if rest[0] in "[(":
        if good and good[2] and re.match(_MELD, rest):
            return f"{shown!r}: melds stand before the concealed tiles"
        return f"{shown!r}: the bracket is not closed"
    if rest[0] in "])":
        return f"{shown!r}: a bracket closes that was not opened"
    return complaint(rest)


def write(
    concealed: bytes,
    win: int | None,
    melds: tuple[Meld, ...],
    round_wind: int,
    seat_wind: int,
    situation: int,
    flowers: str | int,
    notation: str = "gb",
    honors: str = "tenhou",
) -> str:
    """The text of a hand's parts, without its fields where they are |EE0000|| and the notation may leave them out."""
    text = "".join([meld.format(notation, honors) for meld in melds]) + write_tiles(concealed, notation, honors)
    known = NOTATIONS[notation]
    if win is not None:
        text += (" " if known.spaced and concealed else "") + write_tiles((win,), notation, honors)
    words = ",".join([word for word, bit in WORDS.items() if situation & bit]) if situation > _FOUR_BITS else ""
    tail = f"|{WINDS[round_wind]}{WINDS[seat_wind]}{_DIGITS[situation & _FOUR_BITS]}|{flowers or ''}|{words}"
    return text + tail if known.whole or tail != "|EE0000||" else text
