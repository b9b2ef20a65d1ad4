"""Many games in parts: `spread` has the parts of a job played here, in threads, or by an executor."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial

from ..arguments import MOST_THREADS, workers
from .executors import Part, Played, ask
from .filling import Tick, play
from .job import Job

__all__ = ["spread"]

#: Parts that an executor has at a time; at worst all of them are done and wait here, some 6 MB each.
AT_ONCE = 128


class _Stopped(Exception):
    """Nobody waits for these games any longer."""


def spread(
    job: Job, parts: Iterable[Part], tick: Tick, *, threads: int = 1, executor: Executor | None = None
) -> Played:
    """Every part with its rows, as they come. Close it (or let an error through) and what has not begun is left undone.

    `tick` is called here, in the thread that asks for the rows, whatever plays them.
    """
    if executor is not None:
        for part, rows in ask(executor, partial(play, job), parts, lambda: None, AT_ONCE):
            tick(len(rows))
            yield part, rows
    elif threads == 1:
        for part in parts:
            yield part, play(job, *part, tick)
    else:
        yield from _in_threads(job, parts, tick, threads)


def _in_threads(job: Job, parts: Iterable[Part], tick: Tick, threads: int) -> Played:
    stop, lock, played = threading.Event(), threading.Lock(), 0

    def note(games: int) -> None:
        nonlocal played
        if stop.is_set():
            raise _Stopped
        with lock:
            played += games

    def tell() -> None:
        nonlocal played
        with lock:
            games, played = played, 0
        tick(games)

    threads = workers(threads, MOST_THREADS)
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from ask(pool, lambda start, stop: play(job, start, stop, note), parts, tell, 4 * threads)
        finally:
            stop.set()
    tell()
