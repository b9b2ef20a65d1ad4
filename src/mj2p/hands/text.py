"""The text of a hand, read and written: `[123m,2][EEE,2](PPPP)99m1m1m|EE1000|ab|ready` (a GB-Mahjong string).

Melds first, then the concealed tiles, the winning tile last; round wind, seat wind and four bits (self-draw, last of
its kind, last tile, kong); flowers as letters or a number; further situations by name. What is missing at the end, or
empty, is as in `|EE0000||`. Tiles are read in any notation of `tiles`, spaces are skipped.
"""

from __future__ import annotations

import enum
import re

from ..errors import InvalidHand
from .meld import Meld
from .tiles import (
    RUN,
    WINDS,
    check_honors,
    complaint,
    read_flowers,
    runs_to_kinds,
    to_letters,
    write_tiles,
)

__all__ = ["Situation", "read", "write"]

LONGEST = 512  # characters; a hand of eighteen Unicode tiles with selectors and every situation has some 250


class Situation(enum.IntFlag):
    """How a hand was won, and what went before."""

    SELF_DRAW = 1  # 自摸
    LAST_OF_KIND = 2  # 和绝张
    LAST_TILE = 4  # the wall is empty: 妙手回春, 海底捞月
    KONG = 8  # with self-draw on a kong's replacement, else robbing a kong
    READY = 16  # 听牌
    FLOWER_WIN = 32  # won by all eight flowers
    HEAVENLY_HAND = 64  # 天胡
    EARTHLY_HAND = 128  # 地胡
    HUMANLY_HAND = 256  # 人胡
    HEAVENLY_READY = 512  # 天听, which implies READY
    DEALER = 1024  # the winner is the dealer
    KONG_DISCARD = 2048  # won on the discard after the opponent's kong replacement
    PUSHED_OUT = 4096  # the pair waited on was pushed out when ready was declared
    TREASURE = 8192  # the tile drawn is a treasure, which may stand for any
    BIG_WIND = 16384  # the tile drawn is the fourth of a concealed pung


KNOWN = sum(Situation)  # the rest of the bits is reserved
WORDS = {situation.name.lower(): situation.value for situation in Situation if situation.name and situation.value > 8}
_BITS = {f"{bits:04b}": int(f"{bits:04b}"[::-1], 2) for bits in range(16)}  # "1001": SELF_DRAW and KONG, 9
_WINNING = {
    round_ + seat + digits: (WINDS.index(round_), WINDS.index(seat), value)
    for round_ in WINDS
    for seat in WINDS
    for digits, value in _BITS.items()
}
_DIGITS = {value: digits for digits, value in _BITS.items()}

_PIECE = re.compile(r"[\[(][^\[\]()]*[\])]")
_HEAD = re.compile(rf"((?:{_PIECE.pattern})*)({RUN}*)")

# Melds, concealed tiles in their order, round wind, seat wind, situation, flowers
Fields = tuple[tuple[Meld, ...], bytes, int, int, int, "str | int"]


def read(text: str, honors: str = "tenhou") -> Fields:
    """The parts of a hand's text. Only what cannot be read is an error here; what breaks a rule is left to `check`."""
    if len(text) > LONGEST:
        raise InvalidHand(f"a hand's text has at most {LONGEST} characters, this one {len(text)}")
    check_honors(honors)
    head, bar, tail = to_letters(text).partition("|")
    found = _HEAD.fullmatch(head)
    if found is None:
        head = "".join(head.split())
        found = _HEAD.fullmatch(head)
        if found is None:
            raise InvalidHand(_complaint(head))
    melds = tuple([Meld.parse(piece, honors) for piece in _PIECE.findall(found[1])]) if found[1] else ()
    concealed = runs_to_kinds(found[2], honors)
    return (melds, concealed, *_read_tail(tail)) if bar else (melds, concealed, 0, 0, 0, 0)


def read_melds(text: str, honors: str = "tenhou") -> tuple[Meld, ...]:
    """The melds of a text of nothing else: "[123m,2][EEE,2](PPPP)"."""
    melds, concealed, *_ = read(text, honors)
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
    good = _HEAD.match(head)
    rest = head[good.end() :] if good else head
    shown = rest if len(rest) <= 40 else rest[:40] + "…"
    if rest[0] in "[(":
        if good and good[2] and _PIECE.match(rest):
            return f"{shown!r}: melds stand before the concealed tiles"
        return f"{shown!r}: the bracket is not closed"
    if rest[0] in "])":
        return f"{shown!r}: a bracket closes that was not opened"
    return complaint(rest)


def write(
    melds: tuple[Meld, ...],
    concealed: bytes,
    win: int | None,
    winds: tuple[int, int],
    situation: int,
    flowers: str | int,
    notation: str = "gb",
    honors: str = "tenhou",
) -> str:
    """The text of a hand. In "gb" with all fields; in the others the fields are left out where they are |EE0000||."""
    text = "".join([meld.format(notation, honors) for meld in melds]) + write_tiles(concealed, notation, honors)
    if win is not None:
        text += (" " if notation == "chinese" and concealed else "") + write_tiles((win,), notation, honors)
    words = ",".join([word for word, bit in WORDS.items() if situation & bit]) if situation > 15 else ""
    tail = f"|{WINDS[winds[0]]}{WINDS[winds[1]]}{_DIGITS[situation & 15]}|{flowers or ''}|{words}"
    return text if notation != "gb" and tail == "|EE0000||" else text + tail
