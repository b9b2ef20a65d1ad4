"""Many whole games: `simulate` plays them, `Simulation` holds them as columns and says what they come to.

    s = mj2p.simulate(100_000, "duel64", players=("speed", "random"), threads=2)
    print(s.summary())
    s.total.max(), s.deltas[:, 0].mean()

The games depend on the seed alone: threads, an executor (processes, a cluster) and the size of the parts change
nothing. With `path` they go into a directory of Parquet files instead of memory, and a run that was stopped goes on.
"""

from __future__ import annotations

import json
import math
import operator
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

import numpy as np
import numpy.typing as npt

from ..play.game import STAKES, Game
from ..play.gamerows import GAME_DTYPE, game_dtype
from ..players.protocols import AnyPlayer
from ..rules import ruleset
from ..rules.ruleset import RuleSet
from . import store as shards
from .executors import EVERY
from .filling import find, name_of
from .parts import Job, spread
from .summary import Summary
from .tally import Tally

__all__ = ["Simulation", "simulate"]

#: The games of a part: as many as make 64 parts, but no more than this.
PARTS, MOST_GAMES = 64, 1 << 16

Progress = Callable[[int, int], object]


class Simulation:
    """Games as columns: `s.total` or `s["total"]`, an array with an entry a game (`GAME_DTYPE` names them).

    `rows`: all columns in one structured array; `path`: the directory that they are read from when they are asked for,
    None where they are in memory; `about`: rules, seed, players and so on as the metadata of a file has them.
    """

    def __init__(
        self, about: dict[str, str], players: tuple[str, ...], duplicate: bool, rows: npt.NDArray[np.void] | None,
        *, tally: Tally | None = None, stored: shards.Shards | None = None,
    ) -> None:  # fmt: skip
        self.about, self.players, self.duplicate = about, players, duplicate
        self._rows, self._tally, self._stored = rows, tally, stored

    @property
    def path(self) -> str | None:
        return None if self._stored is None else os.fspath(self._stored.folder)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Simulation:
        """Games that were written before: a file of `to_parquet`, or a directory; ValueError where it is neither."""
        about, stored = shards.open_run(path)
        players, duplicate = tuple(json.loads(about["players"])), about["duplicate"] == "true"
        if stored is None:
            try:
                rows = shards.rows_of(shards.read_table(path))
            except ValueError as error:
                raise ValueError(f"{os.fspath(path)}: damaged: {error}") from error
            if rows.dtype != game_dtype(len(players)):
                raise ValueError(f"{os.fspath(path)}: the games are not of {len(players)} players")
            return cls(about, players, duplicate, rows)
        return cls(about, players, duplicate, None, stored=stored)

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

    def summary(self, cap: int | None = None) -> Summary:
        """Rates, means, frequencies of the fans, with 95 % intervals. `cap`: the most that a win's points count."""
        tally = self._tally
        if tally is None or tally.cap != cap:
            tally = Tally(self.players, self.duplicate, cap)
            for some in self._blocks():
                tally.add(some)
            self._tally = tally
        return tally.summary(self.about["rules"], int(self.about["seed"]))

    def to_arrow(self) -> Any:
        """A pyarrow Table; rules, fingerprints, seed and version in the metadata of its schema."""
        return shards.table_of(self.rows, self.about)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write all games into one file, which is there whole or not at all."""
        shards.write_table(self.to_arrow(), path)


def simulate(
    n: int,
    rules: str | RuleSet = "duel64",
    players: Sequence[AnyPlayer] = ("speed", "random"),
    seed: int = 0,
    threads: int = 1,
    executor: Executor | None = None,
    duplicate: bool = False,
    progress: Progress | None = None,
    *,
    balances: Sequence[int] = STAKES,
    base: int | None = None,
    path: str | os.PathLike[str] | None = None,
    part: int | None = None,
) -> Simulation:
    """Play n whole games -> `Simulation`.

    `players`: a player a seat, by name (`mj2p.players.names()`) or of your own (`Player`, `BatchPlayer`).
    `duplicate`: each wall is played twice, the second time with the players in each other's seats, and the pair is the
    unit of the statistics; n is even. `threads`, or `executor` (anything of concurrent.futures, or Dask's
    `Client.get_executor()`): who plays; the result is the same. `progress(done, n)` is called about ten times a second,
    in the calling thread; what it raises stops the run. `balances`, `base`: as for a `Game`, in beans. `path`: a
    directory for Parquet files; the games are then not kept in memory, and a run that was stopped goes on if it is
    called again just so. `part`: games in a part (a file).

    ExecutorError: an executor that broke, or lost the same part again and again; what it lost once is played again.
    """
    n, seed, threads = operator.index(n), operator.index(seed), operator.index(threads)
    if n < 0:
        raise ValueError(f"n is {n}; it must be 0 or more games")
    if duplicate and n % 2:
        raise ValueError(f"n is {n}; with duplicate=True games come in pairs, so it must be even")
    if threads < 1:
        raise ValueError(f"threads must be 1 or more, not {threads}")
    if executor is not None and threads != 1:
        raise ValueError("threads are of this process: say either threads or executor")
    if executor is not None and not isinstance(executor, Executor):
        hint = ": say client.get_executor()" if hasattr(executor, "get_executor") else ""
        raise TypeError(f"executor must be a concurrent.futures.Executor, not {executor!r}{hint}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of (done, n), not {progress!r}")
    alone = path is None and executor is None and threads == 1  # nothing is gained by small parts
    size = min(MOST_GAMES, n if alone else math.ceil(n / PARTS)) or 1 if part is None else operator.index(part)
    if size < 1:
        raise ValueError(f"part is {size}; it must be 1 or more games")
    if duplicate and size % 2:
        if part is not None:
            raise ValueError(f"part is {part}; with duplicate=True games come in pairs, so it must be even")
        size += 1
    job = _job(rules, players, seed, duplicate, balances, base)
    names = tuple(map(name_of, job.players))
    about = _about(job, names)
    seen = _Told(n, progress)
    if path is None:
        rows = np.zeros(n, job.dtype)
        parts = ((start, min(start + size, n)) for start in range(0, n, size))
        with closing(spread(job, parts, seen, threads=threads, executor=executor)) as played:
            for (start, stop), some in played:
                rows[start:stop] = some
        return Simulation({**about, "games": str(n)}, names, duplicate, rows)
    stored = shards.Shards(path, about, n, size)
    tally = Tally(names, duplicate)
    for _, some in stored.read():
        tally.add(some)
        seen(len(some))
    with closing(spread(job, stored.missing(), seen, threads=threads, executor=executor)) as played:
        for place, some in played:
            stored.write(place, some)
            tally.add(some)
    return Simulation({**about, "games": str(n)}, names, duplicate, None, tally=tally, stored=stored)


def _job(
    rules: str | RuleSet,
    players: Sequence[AnyPlayer],
    seed: int,
    duplicate: bool,
    balances: Sequence[int],
    base: int | None,
) -> Job:
    """The job, once a game of these arguments has been found to be possible."""
    rules = ruleset.get(rules)
    game = Game(rules, seed=seed, balances=balances, base=base)  # an error here is one of the arguments
    if isinstance(players, str) or len(players) != len(game.balances):
        raise ValueError(f"players must be {len(game.balances)}, one a seat, not {players!r}")
    if duplicate and len(players) != 2:
        raise ValueError(f"duplicate=True is for two players, and {rules.name} has {len(players)}")
    return Job(rules, tuple(map(find, players)), seed, bool(duplicate), game.balances, game.base)


def _about(job: Job, names: tuple[str, ...]) -> dict[str, str]:
    """What is said of a run in the metadata of its files."""
    from .._version import __version__

    return shards.describe(
        rules=job.rules.name,
        fingerprint=job.rules.fingerprint,
        play_fingerprint=job.rules.play_fingerprint,
        version=__version__,
        players=list(names),
        seed=job.seed,
        duplicate=job.duplicate,
        balances=list(job.balances),
        base=job.base,
    )


class _Told:
    """Counts games, and tells it on, not too often, and at the end."""

    def __init__(self, n: int, progress: Progress | None) -> None:
        self.n, self.done, self.progress, self.last = n, 0, progress, -math.inf

    def __call__(self, games: int) -> None:
        self.done += games
        now = time.monotonic()
        if self.progress is not None and games and (now - self.last >= EVERY or self.done == self.n):
            self.last = now
            self.progress(self.done, self.n)
