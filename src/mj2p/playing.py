"""Players of many games: compiled ones by name, played wholly in C, and the user's own, asked through `Game`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _play
from .errors import IllegalAction
from .game import Game, flow_of
from .players import BuiltIn, Player, get

if TYPE_CHECKING:
    from .splitting import Job

__all__ = ["fill", "find", "name_of"]

Rows = npt.NDArray[np.void]


def find(player: str | Player) -> str | Player:
    """A player as a job has it: the name of one of the package, or one of the user's own."""
    found = get(player)
    return found.name if isinstance(found, BuiltIn) else found


def name_of(player: str | Player) -> str:
    """What a player is called in summaries and files."""
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__qualname__))


def fill(job: Job, rows: Rows, first: int, swap: bool) -> None:
    """Play games first, first + 1 ... of the job's seed into rows, which need not lie together."""
    flow = flow_of(job.rules)
    money: dict[str, Any] = {"swap": swap, "balances": job.balances, "base": job.base}
    out = np.empty((len(rows), job.dtype.itemsize), np.uint8)
    codes = tuple(_play.PLAYERS[player] for player in job.players if isinstance(player, str))
    if len(codes) == len(job.players):
        flow.simulate(codes, job.seed, first, len(rows), out, **money)
    else:
        for row in range(len(rows)):
            flow.record(_decisions(job, first + row, swap), job.seed, first + row, out[row], **money)
    rows[...] = out.view(job.dtype)[:, 0]


def _decisions(job: Job, index: int, swap: bool) -> bytes:
    """What the players choose in a game, decision after decision."""
    game = Game(job.rules, job.seed, balances=job.balances, base=job.base, index=index)
    players = [get(player, job.seed, index) for player in job.players]
    while (seat := game.seat) is not None:
        player = players[seat ^ swap]
        try:
            game.step(player.choose(game))
        except IllegalAction as error:
            raise IllegalAction(f"game {index}, decision {len(game.history)} of {name_of(player)}: {error}") from None
    return bytes(game.history)
