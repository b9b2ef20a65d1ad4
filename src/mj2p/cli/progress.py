"""Progress on standard error, where that is a terminal and rich is there; elsewhere silence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(what: str, seen: bool = True) -> Iterator[Callable[[int, int | None], None] | None]:
    """A bar with the rate and the time left, or None where nobody would see it; to be called with (done, of).

    `of` is None where the end is not known. `seen`: False where the terminal is needed for something else. What is
    written to standard error meanwhile stands above the bar, which is wiped at the end.
    """
    if not seen or not sys.stderr.isatty():
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(f"{what} {{task.fields[rate]}}"), TimeRemainingColumn())
    # standard output may be a file: rich must not take what is written there for the terminal's
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as shown:
        task = shown.add_task("", total=None, rate="")

        def show(done: int, of: int | None) -> None:
            speed = shown.tasks[0].speed
            shown.update(task, completed=done, total=of, rate="" if speed is None else f"{speed:,.0f}/s")

        yield show
