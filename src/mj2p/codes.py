"""The numbers that C and Python share, each written once: `tools/make_codes.py` makes the C enumerations from these.

Of one hand: `Situation`, `Status`, `MeldType`, `DealtMeld`, `Wait`, `Reading`, and where its fields lie in a row.
Of rule sets: `Form`, `Need`. Those of play stand in `play/codes.py`, since who only scores does not wait for them.
"""

from __future__ import annotations

import enum
from typing import Final


class Situation(enum.IntFlag):
    """How a hand was won, and what went before (rulebook 2)."""

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


#: All bits of a situation that mean something.
ALL_SITUATIONS: Final = int(sum(Situation))
#: In the situation of a row that could not be read from its text: the lowest four bits are the status.
MARKED: Final = 0x8000


class Status(enum.IntEnum):
    """What became of a row: won, not complete, or what is wrong with it (rulebook 2 "Invalid")."""

    WIN = 0
    NOT_COMPLETE = 1
    TEXT = 2
    MELD = 3
    TILES = 4
    COPIES = 5
    WIN_TILE = 6
    FLOWERS = 7
    WIND = 8
    SITUATION = 9
    KIND = 10


class MeldType(enum.IntEnum):
    """The type of a meld; its byte in a row is `type << 6 | (kind + 1)`, of a chow the lowest kind."""

    CHOW = 0
    PUNG = 1
    KONG = 2  # melded
    CONCEALED_KONG = 3


class DealtMeld(enum.IntEnum):
    """The kinds that stand for melds of dealt tiles (rulebook 11), of the type CONCEALED_KONG."""

    WINDS = 35  # 旋风杠
    ONES = 36  # 喜杠
    NINES = 37


class Wait(enum.IntEnum):
    """A sole wait, before exclusions (rulebook 2 "Wait")."""

    NONE = 0
    EDGE = 1
    CLOSED = 2
    SINGLE = 3


class Reading(enum.IntEnum):
    """What a complete hand is read as."""

    SETS = 0
    PAIRS = 1
    ORPHANS = 2
    KNITTED = 3  # 14 single tiles
    KNITTED_SET = 4  # 组合龙: the nine knitted tiles, a set, a pair
    FLOWERS = 5  # all eight flowers, the hand not shown


class Form(enum.IntFlag):
    """Forms of a complete hand; four sets and a pair are one wherever NO_SETS is not said."""

    SEVEN_PAIRS = 1
    THIRTEEN_ORPHANS = 2
    KNITTED = 4
    KNITTED_STRAIGHT = 8
    NO_SETS = 16


class Need(enum.IntFlag):
    """What a rule set may ask of a finished hand beside its form (rulebook 12)."""

    PUNG = 1  # or a kong; a pair of honours serves
    CHOW = 2
    TERMINAL = 4  # a 1, 9 or honour
    TWO_SUITS = 8
    FOUR_TILES = 16  # of them still in the hand: three melds at most


class Field(enum.IntEnum):
    """Where the fields of a row lie behind its 16 or 34 counts (DESIGN "Layouts")."""

    MELDS = 0
    WIN = 4
    FLOWERS = 5
    SITUATION = 6
    ROUND_WIND = 8
    SEAT_WIND = 9


#: Bytes of a row, by the number of suits; of a score.
ROW_SIZE: Final = {1: 32, 3: 48}
SCORE_SIZE: Final = 24
#: The distance of a hand that cannot win at all.
CANNOT_WIN: Final = 127
#: Kinds of tiles in a row, by the number of suits; the honours come last, in this order.
KINDS: Final = {1: 16, 3: 34}
HONORS: Final = "ESWNCFP"
#: In a byte that holds a tile, or a seat: none.
NO_TILE: Final = 255
