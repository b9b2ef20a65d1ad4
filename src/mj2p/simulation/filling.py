"""How the games of a job are played: in C by the package's players; one by one, or many at once, by the user's own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from ..errors import IllegalAction
from ..play.batchgame import BatchGame
from ..play.compiled import PLAYERS
from ..play.game import Game
from ..play.gamerows import Rows
from ..play.state import flow_of
from ..players.builtin import BuiltIn
from ..players.protocols import AnyPlayer, BatchPlayer
from .job import Job

__all__ = ["Tick", "play"]

#: Told how many games have been played since it was told last; may raise to stop.
Tick = Callable[[int], None]

#: Games that a player who chooses for many has before it at once.
TOGETHER = 1024
#: Seconds that a chunk of games should take: between two of them `tick` is told, and may stop.
MOST_SECONDS = 0.1


def play(job: Job, start: int, stop: int, tick: Tick | None = None) -> Rows:
    """The rows of games start to stop - 1; with `duplicate` both are even.

    A row depends on the job and its number alone, so it does not matter where and with which others it is played.
    """
    rows = np.zeros(stop - start, job.dtype)
    games = 1 + job.duplicate
    together = any(map(_is_batch, job.players))
    chunk, at = games * (TOGETHER if together else 1), 0
    while at < len(rows):
        began = time.perf_counter()
        some = rows[at : at + chunk]
        if job.duplicate:
            _fill(job, some[0::2], (start + at) // 2, tick, swap=False)
            _fill(job, some[1::2], (start + at) // 2, tick, swap=True)
        else:
            _fill(job, some, start + at, tick, swap=False)
        at += len(some)
        if tick is not None:
            tick(len(some))
        took = time.perf_counter() - began
        if together:
            continue
        if took < MOST_SECONDS / 4:
            chunk *= 4
        elif took > MOST_SECONDS:
            chunk = max(games, chunk // 2 // games * games)
    return rows


def _is_batch(player: object) -> TypeGuard[BatchPlayer]:
    return isinstance(player, BatchPlayer)


def _fill(job: Job, rows: Rows, first: int, tick: Tick | None, swap: bool) -> None:
    """Play games first, first + 1 ... of the job's seed into rows, which need not lie together."""
    if any(map(_is_batch, job.players)):
        _fill_together(job, rows, first, tick, swap)
        return
    flow = flow_of(job.rules)
    money: dict[str, Any] = {"swap": swap, "balances": job.balances, "base": job.base}
    out = np.empty((len(rows), job.dtype.itemsize), np.uint8)
    codes = tuple(PLAYERS[player] for player in job.players if isinstance(player, str))
    if len(codes) == len(job.players):
        flow.simulate(codes, job.seed, first, len(rows), out, **money)
    else:
        for row in range(len(rows)):
            flow.record(_decisions(job, first + row, swap), job.seed, first + row, out[row], **money)
    rows[...] = out.view(job.dtype)[:, 0]


def _decisions(job: Job, index: int, swap: bool) -> bytes:
    """What the players choose in a game, decision after decision."""
    game = Game(job.rules, job.seed, balances=job.balances, base=job.base, index=index)
    players: list[Any] = [
        BuiltIn(player, job.seed, index=index) if isinstance(player, str) else player for player in job.players
    ]
    while (seat := game.seat) is not None:
        who = seat ^ swap
        try:
            game.step(players[who].choose(game))
        except IllegalAction as error:
            where = f"game {index}, decision {len(game.history)} of {job.names[who]}"
            raise IllegalAction(f"{where}: {error}") from None
    return bytes(game.history)


def _fill_together(job: Job, rows: Rows, first: int, tick: Tick | None, swap: bool) -> None:
    """A batch with one row per game; a row that has ended plays on, and nobody looks, until all have."""
    n = len(rows)
    batch = BatchGame(n, job.rules, job.seed, first=first, balances=job.balances, base=job.base)
    waiting = np.ones(n, np.bool_)
    while waiting.any():
        asked, taken = batch.seat.copy(), batch.sample(_FIXED).copy()
        for seat in range(len(job.players)):
            mine = waiting & (asked == seat)
            if mine.any():
                taken[mine] = _answers(job, seat ^ swap, batch, mine, tick)[mine]
        batch.step(taken)
        wrong = np.flatnonzero(batch.illegal & waiting)
        if len(wrong):
            row = int(wrong[0])
            why = batch.game(row).verify(int(taken[row]))
            raise IllegalAction(f"game {first + row} of {job.names[int(asked[row]) ^ swap]}: {why}")
        ended = waiting & batch.done
        rows[ended] = batch.rows[ended]
        waiting &= ~ended
    rows["swapped"] = swap


class _Fixed:
    """A source of chance that always gives the same key: for rows that have ended, whose actions nobody looks at."""

    def getrandbits(self, bits: int) -> int:
        return 0


_FIXED = _Fixed()


def _answers(
    job: Job, who: int, batch: BatchGame, mine: npt.NDArray[np.bool_], tick: Tick | None
) -> npt.NDArray[Any]:
    """What a player does in each row, (n,); only those that are its own count."""
    player: AnyPlayer = job.players[who]
    if isinstance(player, str):
        return batch._choose(player, None, None if tick is None else lambda: tick(0))
    if _is_batch(player):
        said = np.asarray(player.choose_batch(batch))
        if said.shape != (batch.n,) or said.dtype.kind not in "iu":
            raise ValueError(f"{job.names[who]} must choose {batch.n} whole numbers, not {said.dtype} {said.shape}")
        return said
    said = np.zeros(batch.n, np.int64)
    for row in np.flatnonzero(mine):
        said[row] = int(player.choose(batch.game(int(row))))  # type: ignore[union-attr]
    return said
