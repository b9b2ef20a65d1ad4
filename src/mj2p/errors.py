"""What can go wrong: a `ValueError` with a message that names the tile and the rule, where it lies in what was given.

`ExecutorError` alone is none: it is about those who were to play, not about what was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .codes import Status

__all__ = ["ExecutorError", "IllegalAction", "InvalidHand", "InvalidLog", "NotComplete", "NotFound", "RuleSetError"]

#: Characters that steer a terminal, turn the direction of writing, or cannot be written out at all.
_UNSEEN = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def printable(text: str) -> str:
    """The text with an escape, \\x1b or \\ud800, for what is no character to be seen; tabs and ends of lines stay."""
    return re.sub(_UNSEEN, lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


class InvalidHand(ValueError):
    """No hand at all, whoever wins (rulebook 2 "Invalid").

    `kind` says why: "text", "meld", "tiles", "copies" or "situation", the first of these that holds.
    """

    def __init__(self, message: str, kind: str = "text") -> None:
        super().__init__(printable(message))
        self.kind = kind

    @property
    def status(self) -> Status:
        """The status that a batch gives such a hand: TEXT, MELD, TILES, COPIES or SITUATION."""
        return Status[self.kind.upper()]


class NotComplete(ValueError):
    """A hand, but not a winning one; `distance` tiles are still needed, and `completing` are tiles that finish it."""

    def __init__(self, message: str, distance: int | None = None, completing: Sequence[str] = ()) -> None:
        super().__init__(printable(message))
        self.distance = distance
        self.completing = tuple(completing)


class IllegalAction(ValueError):
    """An action that the player whose decision it is may not take now; the game is left as it was."""


class NotFound(ValueError):
    """Tiles that a player may hold were not found in as many draws as are made: very few arrangements have them."""


class InvalidLog(ValueError):
    """A record that is damaged or forged; `line` says where, 0 where it is no single line."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(printable(message))
        self.line = line


class ExecutorError(RuntimeError):
    """An executor that was to play games of `simulate` did not, though it was asked again; the message says why.

    Processes that were killed, a scheduler that has gone away: the games are at no fault. What was finished is kept
    where the run has a `path`, and the same call goes on from there. The executor's own error is the `__cause__`.
    """


class RuleSetError(ValueError):
    """A rule set that contradicts itself; `problems` lists everything that is wrong with it."""

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        super().__init__(printable(message))
        self.problems = [printable(one) for one in problems] or [printable(message)]
