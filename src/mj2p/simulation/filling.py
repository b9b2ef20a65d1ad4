"""How simulated games are played: in C by the package's players; one by one, or many at once, by the user's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import numpy.typing as npt

from ..errors import IllegalAction
from ..play import _engine
from ..play.batchgame import BatchGame
from ..play.game import Game
from ..play.state import flow_of
from ..players import BuiltIn, get
from ..players.protocols import AnyPlayer, BatchPlayer

if TYPE_CHECKING:
    from .parts import Job

__all__ = ["fill", "find", "name_of", "together"]

Rows = npt.NDArray[np.void]

#: Games that a player who chooses for many has before it at once.
TOGETHER = 1024


def find(player: AnyPlayer) -> AnyPlayer:
    """A player as a job has it: the name of one of the package, or one of the user's own."""
    if _is_batch(player):
        return player
    found = get(player)  # type: ignore[arg-type]
    return found.name if isinstance(found, BuiltIn) else found


def name_of(player: AnyPlayer) -> str:
    """What a player is called in summaries and files."""
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__qualname__))


def together(players: tuple[AnyPlayer, ...]) -> int | None:
    """How many games are played at once; None where none of the players is asked for several."""
    return TOGETHER if any(map(_is_batch, players)) else None


def _is_batch(player: object) -> TypeGuard[BatchPlayer]:
    return isinstance(player, BatchPlayer) and not isinstance(player, type)


def fill(job: Job, rows: Rows, first: int, swap: bool) -> None:
    """Play games first, first + 1 ... of the job's seed into rows, which need not lie together."""
    if together(job.players):
        _fill_together(job, rows, first, swap)
        return
    flow = flow_of(job.rules)
    money: dict[str, Any] = {"swap": swap, "balances": job.balances, "base": job.base}
    out = np.empty((len(rows), job.dtype.itemsize), np.uint8)
    codes = tuple(_engine.PLAYERS[player] for player in job.players if isinstance(player, str))
    if len(codes) == len(job.players):
        flow.simulate(codes, job.seed, first, len(rows), out, **money)
    else:
        for row in range(len(rows)):
            flow.record(_decisions(job, first + row, swap), job.seed, first + row, out[row], **money)
    rows[...] = out.view(job.dtype)[:, 0]


def _decisions(job: Job, index: int, swap: bool) -> bytes:
    """What the players choose in a game, decision after decision."""
    game = Game(job.rules, job.seed, balances=job.balances, base=job.base, index=index)
    players: list[Any] = [get(player, job.seed, index) for player in job.players]  # type: ignore[arg-type]
    while (seat := game.seat) is not None:
        player = players[seat ^ swap]
        try:
            game.step(player.choose(game))
        except IllegalAction as error:
            raise IllegalAction(f"game {index}, decision {len(game.history)} of {name_of(player)}: {error}") from None
    return bytes(game.history)


def _fill_together(job: Job, rows: Rows, first: int, swap: bool) -> None:
    """A batch with a row a game; a row that has ended plays on, and nobody looks, until all have."""
    n = len(rows)
    batch = BatchGame(n, job.rules, job.seed, first=first, balances=job.balances, base=job.base)
    waiting = np.ones(n, np.bool_)
    while waiting.any():
        asked, taken = batch.seat.copy(), batch.sample(_ANYTHING).copy()
        for seat in range(len(job.players)):
            mine = waiting & (asked == seat)
            if mine.any():
                taken[mine] = _answers(job.players[seat ^ swap], batch, mine)[mine]
        batch.step(taken)
        wrong = np.flatnonzero(batch.illegal & waiting)
        if len(wrong):
            row = int(wrong[0])
            player = job.players[int(asked[row]) ^ swap]
            why = batch.game(row).verify(int(taken[row]))
            raise IllegalAction(f"game {first + row} of {name_of(player)}: {why}")
        ended = waiting & batch.done
        rows[ended] = batch.rows[ended]
        waiting &= ~ended
    rows["swapped"] = swap


class _Anything:
    """For rows at which nobody looks any more: always the same key."""

    def getrandbits(self, bits: int) -> int:
        return 0


_ANYTHING = _Anything()


def _answers(player: AnyPlayer, batch: BatchGame, mine: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """What a player does in each row, (n,); only those that are its own count."""
    if isinstance(player, str):
        return batch.choose(player)
    if _is_batch(player):
        said = np.asarray(player.choose_batch(batch))
        if said.shape != (batch.n,) or said.dtype.kind not in "iu":
            raise ValueError(f"{name_of(player)} must choose {batch.n} whole numbers, not {said.dtype} {said.shape}")
        return said
    said = np.zeros(batch.n, np.int64)
    for row in np.flatnonzero(mine):
        said[row] = int(player.choose(batch.game(int(row))))  # type: ignore[union-attr]
    return said
