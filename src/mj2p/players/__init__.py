"""Who decides: the graded players of the package by name, players of your own, and what one has to be: `Player`.

    player = mj2p.players.get("speed")
    while not game.over:
        game.step(player.choose(game))

`names()` lists them, those of the package from the weakest on; docs/players.md says what each does and by how much it
beats the one before. `register` gives one of your own a name. `compiled/` holds the pieces of those of the package,
which the engine includes.
"""

from .builtin import BuiltIn
from .protocols import BatchPlayer, Player
from .registry import get, names, register

__all__ = ["BatchPlayer", "BuiltIn", "Player", "get", "names", "register"]
