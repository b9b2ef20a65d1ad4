"""Who decides: the graded players of the package by name, and `Player`, what one of your own has to be.

    player = mj2p.players.get("speed")
    while not game.over:
        game.step(player.choose(game))

`names()` lists them from the weakest on; docs/players.md says what each does and by how much it beats the one before.
`compiled/` holds their pieces, which the engine includes.
"""

from ..play import _engine
from .builtin import BuiltIn
from .protocols import BatchPlayer, Player

__all__ = ["BatchPlayer", "BuiltIn", "Player", "get", "names"]


def names() -> tuple[str, ...]:
    """The built-in players, each stronger than the one before."""
    return tuple(_engine.PLAYERS)


def get(player: str | Player, seed: int = 0, index: int = 0) -> Player:
    """The built-in player of a name; a player of one's own is given back as it is."""
    if isinstance(player, str):
        return BuiltIn(player, seed, index)
    if isinstance(player, type) or not isinstance(player, Player):
        raise TypeError(f"a player is a name ({', '.join(names())}) or has a method choose(game), not {player!r}")
    return player
