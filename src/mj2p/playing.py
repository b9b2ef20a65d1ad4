"""Players of many games: compiled ones by name, played wholly in C, and the user's own, asked through `Game`."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _play
from .errors import IllegalAction
from .game import Game, flow_of
from .gamerows import GAME_DTYPE

if TYPE_CHECKING:
    from .splitting import Job

__all__ = ["fill", "find", "name_of"]

Rows = npt.NDArray[np.void]


def find(player: Any) -> Any:
    """A player as it is asked for: the name of a compiled one, or an object that can `choose`."""
    if isinstance(player, str):
        if player not in _play.PLAYERS:
            near = difflib.get_close_matches(player, _play.PLAYERS, 1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            raise ValueError(f"no player is called {player!r}; there are {', '.join(_play.PLAYERS)}{meant}")
        return player
    if isinstance(player, type) or not callable(getattr(player, "choose", None)):
        raise TypeError(f"a player is a name, or an object with a method choose(game), not {player!r}")
    return player


def name_of(player: Any) -> str:
    """What a player is called in summaries and files."""
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__qualname__))


def fill(job: Job, rows: Rows, first: int, swap: bool) -> None:
    """Play games first, first + 1 ... of the job's seed into rows, which need not lie together."""
    flow = flow_of(job.rules)
    money: dict[str, Any] = {"swap": swap, "balances": job.balances, "base": job.base}
    out = np.empty((len(rows), GAME_DTYPE.itemsize), np.uint8)
    if all(isinstance(player, str) for player in job.players):
        codes = tuple(_play.PLAYERS[player] for player in job.players)
        flow.simulate(codes, job.seed, first, len(rows), out, **money)
    else:
        for row in range(len(rows)):
            flow.record(_decisions(job, first + row, swap), job.seed, first + row, out[row], **money)
    rows[...] = out.view(GAME_DTYPE)[:, 0]


def _decisions(job: Job, index: int, swap: bool) -> bytes:
    """What the players choose in a game, decision after decision."""
    game = Game(job.rules, job.seed, balances=job.balances, base=job.base, index=index)
    while (seat := game.seat) is not None:
        player = job.players[seat ^ swap]
        if isinstance(player, str):
            action = game._position.choose(_play.PLAYERS[player], job.seed, index)
            assert action is not None
        else:
            action = player.choose(game)
        try:
            game.step(action)
        except IllegalAction as error:
            raise IllegalAction(f"game {index}, decision {len(game.history)} of {name_of(player)}: {error}") from None
    return bytes(game.history)
