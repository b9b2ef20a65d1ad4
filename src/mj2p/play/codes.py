"""The numbers of play that C and Python share, each written once, as those of `mj2p.codes` are.

Actions: `Act`, `Turn`. A hand of play: `Phase`, `EndedBy`, what is noted of it (`Event`), the planes of what a seat
sees (`Plane`, `SeatPlane`). Money: `Reason`, `Factor`. Players: `BuiltInPlayer`.
"""

from __future__ import annotations

import enum


class Act(enum.IntEnum):
    """Where each sort of action begins in the table of actions; K is 16 or 34, the kinds of the rule set."""

    PASS = 0
    WIN = 1
    CHOW = 2  # 2, 3, 4: the claimed tile is the lowest, middle, highest
    PUNG = 5
    KONG = 6  # of a discard
    DOUBLE = 7  # before play, or in place of a win
    OPEN = 8
    HEAVENLY_READY = 9  # 天听 before the dealer's first discard
    OF_KINDS = 10  # + kind: discard; + K: ready with a discard; + 2K: concealed kong; + 3K: added kong; + 4K: dealt
    CHOW_READY = 149  # with 34 kinds only: 149, 150, 151, a chow as above that makes the hand ready
    PUSH_OUT = 152  # + kind: the pair that is pushed out


class Turn(enum.IntEnum):
    """The sorts of actions on one's own turn: action `Act.OF_KINDS + sort * K + kind`, of dealt melds 旋风杠, 喜杠."""

    DISCARD = 0
    READY = 1  # with a discard
    CONCEALED_KONG = 2
    ADDED_KONG = 3
    DEALT_MELD = 4


class Phase(enum.IntEnum):
    """Where a hand of play stands: what the seat that is asked decides."""

    OPEN = 0  # whether to play open, before the deal
    HEAVENLY_READY = 1  # 天听
    DOUBLE = 2  # 加倍 before play
    TURN = 3
    RESPONSE = 4  # to a discard
    ROB = 5  # to an added kong
    FLOWER_WIN = 6  # all eight flowers
    FLOWER_ROB = 7  # seven, and the eighth came to the opponent
    LAST = 8  # a last tile, to win by or not
    OVER = 9
    PUSH_OUT = 10  # whether a pair is pushed out, when ready is declared


class EndedBy(enum.IntEnum):
    """How a hand of play ended; `str` gives the word of `Result.by`."""

    DRAW = 0  # nobody won
    SELF_DRAW = 1
    DISCARD = 2
    ROBBED_KONG = 3
    FLOWERS = 4
    LEFT = 5
    TREASURE = 6
    BIG_WIND = 7

    def __str__(self) -> str:
        return self.name.lower()


class Plane(enum.IntEnum):
    """The first planes of what a seat sees; then come those of each seat, and the facts (see `BatchGame`)."""

    HAND = 0
    DRAWN = 1
    TILE = 2
    LIVE = 3
    INDICATORS = 4


class SeatPlane(enum.IntEnum):
    """The planes of one seat."""

    DISCARDS = 0
    LATEST = 1
    CHOWS = 2
    PUNGS = 3
    KONGS = 4
    HELD = 5  # concealed tiles, where they are seen


class Event(enum.IntEnum):
    """What the engine notes of a hand as it happens, four bytes each: the event, a seat, two numbers.

    The first of a group is an ACT or, at the deal, none; what follows from it is in the order in which it happened, but
    that READY is noted last and stands first in a record.
    """

    ACT = 0  # a seat's action by its number, and the tile that it answers to
    READY = 1  # that action was to declare ready: 1, or 2 for 天听
    CLAIM = 2  # a seat has a discard: the type of the meld, and as a text's digit which of its tiles that is
    SHOW = 3  # a seat's hand is shown to another
    SHOW_TILE = 4  # ... a tile of it
    SHOW_KONG = 5  # ... of what a concealed kong is
    DEAL = 6  # after the choice of playing open
    FLOWER = 7  # laid down
    REPLACE = 8  # a tile came for a flower of the deal
    DRAW = 9  # a tile; in place of a flower too
    INDICATOR = 10  # a tile is turned


class BuiltInPlayer(enum.IntEnum):
    """The players of the package, each stronger than the one before; the name in small letters is theirs.

    One is a row here, its piece in `players/compiled/`, which `_engine.pyx` includes, and a line of `choosing.pxi`.
    """

    RANDOM = 0  # any legal action, each as likely
    SPEED = 1  # nearest to complete, then most live useful tiles
    VALUE = 2  # soon, and worth much
    SEARCH = 3  # what turns out best when played out


class Reason(enum.IntEnum):
    """Why one player owes another (rulebook 6-12 "Settlement"); `str` gives the word of an `Item`."""

    WIN = 0
    FORFEIT = 1  # of a player who has left
    MELDED_KONG = 2
    CONCEALED_KONG = 3
    DEALT_MELD = 4  # 旋风杠, 喜杠

    def __str__(self) -> str:
        return self.name.lower()


class Factor(enum.IntEnum):
    """What the units of a win or a forfeit are the product of; `str` gives the word in the factors of an `Item`."""

    FANS = 0  # points after every cap
    STEPS = 1  # 2^steps
    POINTS = 2  # of a forfeit
    OPEN = 3
    DOUBLE = 4
    READY = 5
    DECLINED = 6
    SELF_DRAW = 7
    DEALER = 8  # between the dealer and another
    DISCARDER = 9  # of a discarder who is not ready

    def __str__(self) -> str:
        return self.name.lower()
