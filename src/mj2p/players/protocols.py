"""What a player has to be: `Player` decides one game at a time, `BatchPlayer` many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..play.action import Action
    from ..play.batchgame import BatchGame
    from ..play.game import Game

__all__ = ["AnyPlayer", "BatchPlayer", "Player"]


@runtime_checkable
class Player(Protocol):
    """Anything with `choose`: given a game at this player's decision, one of its legal actions, or its number.

    It is given the whole game. A fair player looks at `game.observation(game.seat)`, `game.actions` and
    `game.determinize(game.seat, rng)` alone; `game.state` shows all hands. It must leave the game as it is.
    """

    def choose(self, game: Game) -> int | Action: ...


@runtime_checkable
class BatchPlayer(Protocol):
    """Anything with `choose_batch`: given a `BatchGame`, a legal action for every row, whole numbers (n,).

    It answers for whoever is asked in each row; what it says where another player is asked is not used. It reads
    `batch.observe()`, `batch.mask` and `batch.seat`, and must not step the batch.
    """

    def choose_batch(self, batch: BatchGame) -> npt.ArrayLike: ...


AnyPlayer = str | Player | BatchPlayer
