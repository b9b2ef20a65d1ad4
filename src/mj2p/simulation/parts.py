"""Many games in parts: `Job` plays any of them, `spread` has them played here, in threads, or by an executor.

A row of the result depends on the seed and its number alone, so it does not matter where and with which others it is
played. A Job is picklable: it is all that another process, or another machine, needs.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..play.gamerows import game_dtype
from ..players.protocols import AnyPlayer
from ..rules.ruleset import RuleSet
from .executors import Part, Played, Rows, ask
from .filling import fill, together

__all__ = ["Job", "spread"]

#: Told how many games have been played since it was told last; may raise to stop.
Tick = Callable[[int], None]

#: A chunk of games is played without a look at the world outside; this long at most, as far as can be foreseen.
MOST_SECONDS = 0.1
#: Parts that an executor has at a time; at worst all of them are done and wait here, some 6 MB each.
AT_ONCE = 128


@dataclass(frozen=True)
class Job:
    """Games of a seed, numbered from 0. `duplicate`: 2k and 2k + 1 are the wall k, the second with seats swapped."""

    rules: RuleSet
    players: tuple[AnyPlayer, ...]
    seed: int
    duplicate: bool
    balances: tuple[int, ...]
    base: int

    @property
    def dtype(self) -> np.dtype[np.void]:
        """The layout of a row."""
        return game_dtype(len(self.players))

    def play(self, start: int, stop: int, tick: Tick | None = None) -> Rows:
        """The rows of games start to stop - 1; with `duplicate` both are even."""
        rows = np.zeros(stop - start, self.dtype)
        games = 1 + self.duplicate
        fixed = together(self.players)
        chunk, at = games * (fixed or 1), 0
        while at < len(rows):
            began = time.perf_counter()
            some = rows[at : at + chunk]
            if self.duplicate:
                fill(self, some[0::2], (start + at) // 2, swap=False)
                fill(self, some[1::2], (start + at) // 2, swap=True)
            else:
                fill(self, some, start + at, swap=False)
            at += len(some)
            if tick is not None:
                tick(len(some))
            took = time.perf_counter() - began
            if fixed:
                continue
            if took < MOST_SECONDS / 4:
                chunk *= 4
            elif took > MOST_SECONDS:
                chunk = max(games, chunk // 2 // games * games)
        return rows


class _Stopped(Exception):
    """Nobody waits for these games any longer."""


def spread(
    job: Job, parts: Iterable[Part], tick: Tick, *, threads: int = 1, executor: Executor | None = None
) -> Played:
    """Every part with its rows, as they come. Close it (or let an error through) and what has not begun is left undone.

    `tick` is called here, in the thread that asks for the rows, whatever plays them.
    """
    if executor is not None:
        for part, rows in ask(executor, job.play, parts, lambda: None, AT_ONCE):
            tick(len(rows))
            yield part, rows
    elif threads == 1:
        for part in parts:
            yield part, job.play(*part, tick)
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

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from ask(pool, lambda start, stop: job.play(start, stop, note), parts, tell, 4 * threads)
        finally:
            stop.set()
    tell()
