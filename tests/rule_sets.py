"""The built-in rule sets by what they are like, for tests that go through all of a sort."""

import mj2p
from mj2p.play._engine import PackedFlow
from mj2p.rules.settings import numbers

NAMES = mj2p.rules.names()
#: Played, not only scored; by two, and by how many.
PLAYED = tuple(name for name in NAMES if mj2p.rules.get(name).play["players"])
FOR_TWO = tuple(name for name in PLAYED if mj2p.rules.get(name).play["players"] == 2)
SEATS = {name: mj2p.rules.get(name).play["players"] for name in PLAYED}
#: With one suit, whose rows are of 16 kinds; with three, of 34.
ONE_SUIT = tuple(name for name in NAMES if mj2p.rules.get(name).nsuits == 1)
THREE_SUITS = tuple(name for name in NAMES if mj2p.rules.get(name).nsuits == 3)
#: Whose complete forms all win.
BY_FORM = tuple(name for name in NAMES if not mj2p.rules.get(name).scoring["needs"])


def with_seats(name: str, seats: int, make: type[PackedFlow] = PackedFlow) -> PackedFlow:
    """A rule set as the engine reads it, for more players than its file says."""
    rules = mj2p.rules.get(name)
    play = numbers("play", {**rules.play, "players": seats})
    return make(rules.packed, play, numbers("settlement", rules.settlement), rules.kinds, True)
