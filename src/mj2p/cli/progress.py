"""Progress on standard error, where that is a terminal; elsewhere silence.

`bar` for work that calls back with what is done of how much; `Progress` for the reading of a file, which wipes itself
before rows are printed, so that it may share a terminal with them.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import IO

EVERY = 0.1  # seconds between two drawings
CELLS = 24


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar with the rate and the time left, or None where nobody would see it; to be called with (done, of)."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Shown
    except ImportError:
        yield None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(f"{what} {{task.fields[rate]}}"), TimeRemainingColumn())
    with Shown(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None, rate="")

        def show(done: int, of: int) -> None:
            speed = shown.tasks[0].speed
            shown.update(task, completed=done, total=of, rate="" if speed is None else f"{speed:,.0f}/s")

        yield show


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
