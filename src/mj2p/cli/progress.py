"""A progress bar on standard error, where that is a terminal; elsewhere silence.

It wipes itself before rows are printed, so it may share a terminal with them.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from types import TracebackType
from typing import IO

EVERY = 0.1  # seconds between two drawings
CELLS = 24


def size_of(source: IO[bytes]) -> int | None:
    """Bytes of a regular file; None for a pipe or a terminal."""
    try:
        status = os.fstat(source.fileno())
    except (OSError, AttributeError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


class Progress:
    """How far the reading of `source` has come: `show` draws, `wipe` takes the drawing away."""

    def __init__(self, source: IO[bytes]) -> None:
        self.source, self.size = source, size_of(source)
        self.active = sys.stderr.isatty()
        self.start, self.last, self.drawn, self.done = time.monotonic(), float("-inf"), False, 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.wipe()

    def wipe(self) -> None:
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.drawn = False

    def show(self, done: int) -> None:
        """Draw, at most every tenth of a second; `done`: lines so far."""
        now = time.monotonic()
        if not self.active or now - self.last < EVERY:
            return
        self.last, self.drawn = now, True
        rate = done / max(now - self.start, 1e-9)
        text = f"{done:,} hands, {rate:,.0f} a second"
        if self.size:
            part = min(self.source.tell() / self.size, 1.0)
            full = int(part * CELLS)
            text = f"[{'#' * full}{'-' * (CELLS - full)}] {part:4.0%}  {text}"
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()
