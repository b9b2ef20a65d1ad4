"""Many whole games: `simulate` plays them, `Simulation` holds them as columns and says what they come to.

    s = mj2p.simulate(100_000, "duel64", players=("speed", "random"), threads=2)
    print(s.summary())
    s.total.max(), s.deltas[:, 0].mean()

The games depend on the seed alone: threads, an executor (processes, a cluster) and the size of the parts change
nothing. With `path` they go into a directory of Parquet files instead of memory, and a run that was stopped goes on.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

import numpy as np
import numpy.typing as npt

from .._version import __version__
from ..arguments import flag, shown, whole
from ..play.gamerows import GAME_DTYPE, game_dtype
from ..players.protocols import AnyPlayer
from ..rules.ruleset import RuleSet
from . import store
from .executors import EVERY
from .job import Job
from .parts import spread
from .summary import Summary
from .tally import Tally

__all__ = ["Simulation", "simulate"]

#: The games of a part: as many as make 64 parts, but no more than this.
PARTS, MOST_GAMES = 64, 1 << 16
#: The most games of a run: beyond what any disk holds.
MOST = 1 << 48

Progress = Callable[[int, int], object]


class Simulation:
    """Games as columns: `s.total` or `s["total"]`, an array with one entry per game (`GAME_DTYPE` names them).

    `about`: of which run they are: `rules` (a name), `fingerprint`, `play_fingerprint`, `version` (of the package),
    `players` (names), `seed`, `duplicate`, `balances` and `base` (beans), `games`; numbers as numbers. The metadata of
    a file has the same as text.
    """

    def __init__(
        self, about: dict[str, Any], rows: npt.NDArray[np.void] | None,
        *, tally: Tally | None = None, stored: store.Shards | None = None,
    ) -> None:  # fmt: skip
        self.about = about
        self._rows, self._tally, self._stored = rows, tally, stored

    @property
    def players(self) -> tuple[str, ...]:
        """What the players are called; player 0 sat in seat 0, but in seat 1 of a swapped game."""
        found: tuple[str, ...] = self.about["players"]
        return found

    @property
    def duplicate(self) -> bool:
        """Whether each wall was played twice, the second time with the players in each other's seats."""
        return bool(self.about["duplicate"])

    @property
    def path(self) -> str | None:
        """The directory that the games are read from when they are asked for; None where they are in memory."""
        return None if self._stored is None else os.fspath(self._stored.folder)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Simulation:
        """Games that were written before: a file of `to_parquet`, or a directory; ValueError where it is neither."""
        about, stored = store.open_run(path)
        if stored is not None:
            return cls(about, None, stored=stored)
        try:
            rows = store.rows_of(store.read_table(path))
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: damaged: {error}") from error
        if rows.dtype != game_dtype(len(about["players"])):
            raise ValueError(f"{os.fspath(path)}: the games are not of {len(about['players'])} players")
        return cls(about, rows)

    @property
    def rows(self) -> npt.NDArray[np.void]:
        """All games, shape (n,); those of a directory are read now, and kept."""
        if self._rows is None:
            self._is_whole()
            rows, at = np.zeros(len(self), game_dtype(len(self.players))), 0
            for some in self._blocks():
                rows[at : at + len(some)] = some
                at += len(some)
            self._rows = rows
        return self._rows

    def _blocks(self) -> Iterator[npt.NDArray[np.void]]:
        """All games in their order, some at a time."""
        if self._rows is not None:
            step = 2 * MOST_GAMES
            yield from (self._rows[start : start + step] for start in range(0, len(self), step))
            return
        assert self._stored is not None
        yield from (rows for _, rows in self._stored.read())
        self._is_whole()

    def _is_whole(self) -> None:
        if self._stored is not None and (gone := next(self._stored.missing(), None)):
            raise ValueError(f"{self._stored.path(gone)} is damaged or gone: simulate it again")

    def __len__(self) -> int:
        return int(self.about["games"])

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        if name not in (GAME_DTYPE.names or ()):
            raise KeyError(f"no column {name!r}; there are {', '.join(GAME_DTYPE.names or ())}")
        return self.rows[name]

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        if name not in (GAME_DTYPE.names or ()):
            raise AttributeError(f"a Simulation has no {name!r}")
        return self.rows[name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(GAME_DTYPE.names or ())})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Simulation):
            return NotImplemented
        return self.about == other.about and self.rows.tobytes() == other.rows.tobytes()

    __hash__ = None  # type: ignore[assignment]  # as an array

    def __repr__(self) -> str:
        return f"<Simulation of {self.about['rules']}: {len(self):,} games, {' v '.join(self.players)}>"

    def summary(self, *, cap: int | None = None) -> Summary:
        """Rates, means, frequencies of the fans, with 95 % intervals. `cap`: at most so many points count of a win."""
        cap = None if cap is None else whole("cap", cap, 0, None)
        tally = self._tally
        if tally is None or tally.cap != cap:
            tally = Tally(self.players, self.duplicate, cap)
            for some in self._blocks():
                tally.add(some)
            self._tally = tally
        return tally.summary(self.about["rules"], self.about["seed"])

    def to_arrow(self) -> Any:
        """A pyarrow Table; rules, fingerprints, seed and version in the metadata of its schema."""
        return store.table_of(self.rows, self.about)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write all games into one file, which is there whole or not at all."""
        store.write_table(self.to_arrow(), path)


def simulate(
    n: int,
    rules: str | RuleSet = "duel64",
    seed: int = 0,
    *,
    players: Sequence[AnyPlayer] = ("speed", "random"),
    threads: int = 1,
    executor: Executor | None = None,
    duplicate: bool = False,
    progress: Progress | None = None,
    balances: Sequence[int] | None = None,
    base: int | None = None,
    path: str | os.PathLike[str] | None = None,
    part: int | None = None,
) -> Simulation:
    """Play n whole games -> `Simulation`.

    `seed`: 0 to 2^64 - 1. `players`: one per seat, by name (`mj2p.players.names()`, or "module:object") or of your own
    (`Player`, `BatchPlayer`). `duplicate`: each wall is played twice, the second time with the players in each other's
    seats, and the pair is the unit of the statistics; n is even. `threads`, or `executor` (anything of
    concurrent.futures, or Dask's `Client.get_executor()`): who plays; the result is the same. `progress(done, n)` is
    called about ten times a second, in the calling thread; what it raises stops the run. `balances`, `base`: as for a
    `Game`, in beans. `path`: a directory for Parquet files; the games are then not kept in memory, and a run that was
    stopped goes on if it is called again just so. `part`: games in a part (a file).

    ValueError for what does not go together, and what a Game refuses; TypeError for what is no player, or cannot be
    sent to the processes of an executor; ImportError for a `path` without the extra `data`.
    ExecutorError: an executor that broke, or lost the same part again and again; what it lost once is played again.
    """
    n, threads = whole("n", n, 0, MOST), whole("threads", threads, 1, None)
    duplicate = flag("duplicate", duplicate)
    job = Job.of(rules, players, seed, duplicate, balances, base)
    if duplicate and n % 2:
        raise ValueError(f"n is {n}; with duplicate=True games come in pairs, so it must be even")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of (done, n), not {shown(progress)}")
    _check_executor(executor, threads, job)
    size = _size_of_parts(n, part, job, small=path is not None or executor is not None or threads > 1)
    about, told = {**_about(job), "games": n}, _Told(n, progress)
    if path is None:
        rows = np.zeros(n, job.dtype)
        parts = ((start, min(start + size, n)) for start in range(0, n, size))
        with closing(spread(job, parts, told, threads=threads, executor=executor)) as played:
            for (start, stop), some in played:
                rows[start:stop] = some
        return Simulation(about, rows)
    stored, tally = store.Shards(path, about, size), Tally(job.names, job.duplicate)
    for _, some in stored.read():
        tally.add(some)
        told(len(some))
    with closing(spread(job, stored.missing(), told, threads=threads, executor=executor)) as played:
        for place, some in played:
            stored.write(place, some)
            tally.add(some)
    return Simulation(about, None, tally=tally, stored=stored)


def _check_executor(executor: Executor | None, threads: int, job: Job) -> None:
    """ValueError and TypeError for an executor that cannot be asked, and for players that cannot be sent to it."""
    if executor is None:
        return
    if not isinstance(executor, Executor):
        hint = ": say client.get_executor()" if hasattr(executor, "get_executor") else ""
        raise TypeError(f"executor must be a concurrent.futures.Executor, not {shown(executor)}{hint}")
    if threads != 1:
        raise ValueError("threads are of this process: say either threads or executor")
    from concurrent.futures import ProcessPoolExecutor

    if isinstance(executor, ProcessPoolExecutor):
        from multiprocessing.reduction import ForkingPickler

        for name, player in zip(job.names, job.players, strict=True):
            try:
                ForkingPickler.dumps(player)
            except Exception as error:  # whatever pickling it raises
                raise TypeError(f"player {name} cannot be sent to another process: {error}") from error


def _size_of_parts(n: int, part: int | None, job: Job, small: bool) -> int:
    """Games in a part. `small`: there is something to gain by many of them."""
    if part is None:
        size = min(MOST_GAMES, math.ceil(n / PARTS) if small else n) or 1
        return size + size % 2 if job.duplicate else size
    size = whole("part", part, 1, None)
    if job.duplicate and size % 2:
        raise ValueError(f"part is {part}; with duplicate=True games come in pairs, so it must be even")
    return size


def _about(job: Job) -> dict[str, Any]:
    """What `Simulation.about` says of a run, but for the number of games, which comes last."""
    return {
        "rules": job.rules.name,
        "fingerprint": job.rules.fingerprint,
        "play_fingerprint": job.rules.play_fingerprint,
        "version": __version__,
        "players": job.names,
        "seed": job.seed,
        "duplicate": job.duplicate,
        "balances": job.balances,
        "base": job.base,
    }


class _Told:
    """Reports progress at most ten times a second, and at the end."""

    def __init__(self, n: int, progress: Progress | None) -> None:
        self.n, self.done, self.progress, self.last = n, 0, progress, -math.inf

    def __call__(self, games: int) -> None:
        self.done += games
        now = time.monotonic()
        if self.progress is not None and games and (now - self.last >= EVERY or self.done == self.n):
            self.last = now
            self.progress(self.done, self.n)
