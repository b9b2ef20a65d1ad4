"""The players of the package, by name: `BuiltIn`."""

from __future__ import annotations

from ..arguments import MOST_SEED, whole
from ..play.action import Action, actions
from ..play.compiled import code_of
from ..play.game import Game

__all__ = ["BuiltIn"]


class BuiltIn:
    """A player of the package, compiled. It sees what its seat may see and no more.

    `seed` and `index` key whatever it leaves to chance, as the game of that seed and index in `simulate`: the same
    state gives the same action.
    """

    __slots__ = ("code", "index", "name", "seed")

    def __init__(self, name: str, seed: int = 0, *, index: int = 0) -> None:
        """ValueError for a name that is none of the built-in ones', and for numbers out of range (0 to 2^64 - 1)."""
        #: Its number in the engine.
        self.code = code_of(name)
        self.name = name
        self.seed, self.index = whole("seed", seed, 0, MOST_SEED), whole("index", index, 0, MOST_SEED)

    def choose(self, game: Game) -> Action:
        """What it does at the decision of `game`; ValueError where the game is over."""
        number = game.position.choose(self.code, self.seed, self.index)
        if number is None:
            raise ValueError("the game is over: there is nothing to decide")
        return actions(game.rules)[number]

    def __repr__(self) -> str:
        return f"<player {self.name}>"
