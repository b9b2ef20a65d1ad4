"""Who decides: the graded players of the package by name, and `Player`, what one of your own has to be.

    player = mj2p.players.get("speed")
    while not game.over:
        game.step(player.choose(game))

`names()` lists them from the weakest on; docs/players.md says what each does and by how much it beats the one before.
"""

from __future__ import annotations

import difflib
from typing import Protocol, runtime_checkable

from . import _play
from .action import Action, actions
from .game import Game

__all__ = ["BuiltIn", "Player", "get", "names"]


@runtime_checkable
class Player(Protocol):
    """Anything with `choose`: given a game at this player's decision, one of its legal actions, or its number.

    It is given the whole game. A fair player looks at `game.observation(game.seat)`, `game.actions` and
    `game.determinize(game.seat, rng)` alone; `game.state` shows all hands. It must leave the game as it is.
    """

    def choose(self, game: Game) -> int | Action: ...


class BuiltIn:
    """A player of the package, compiled. It sees what its seat may see and no more.

    `seed` and `index` key whatever it leaves to chance, as the game of that seed and index in `simulate`: the same
    state gives the same action.
    """

    __slots__ = ("code", "index", "name", "seed")

    def __init__(self, name: str, seed: int = 0, index: int = 0) -> None:
        if name not in _play.PLAYERS:
            near = difflib.get_close_matches(str(name), names(), n=1)
            raise ValueError(
                f"there is no player {name!r}{f': did you mean {near[0]!r}?' if near else ''} ({', '.join(names())})"
            )
        for what, number in (("seed", seed), ("index", index)):
            if not isinstance(number, int) or not 0 <= number < 1 << 64:
                raise ValueError(f"{what} must be a whole number from 0 to 2^64 - 1, not {number!r}")
        self.name = name
        self.seed = seed
        self.index = index
        #: Its number for `PackedFlow.simulate`.
        self.code = _play.PLAYERS[name]

    def choose(self, game: Game) -> Action:
        """What it does at the decision of `game`; ValueError where the game is over."""
        number = game._position.choose(self.code, self.seed, self.index)
        if number is None:
            raise ValueError("the game is over: there is nothing to decide")
        return actions(game.rules)[number]

    def __repr__(self) -> str:
        return f"<player {self.name}>"


def names() -> tuple[str, ...]:
    """The built-in players, each stronger than the one before."""
    return tuple(_play.PLAYERS)


def get(player: str | Player, seed: int = 0, index: int = 0) -> Player:
    """The built-in player of a name; a player of one's own is given back as it is."""
    if isinstance(player, str):
        return BuiltIn(player, seed, index)
    if isinstance(player, type) or not isinstance(player, Player):
        raise TypeError(f"a player is a name ({', '.join(names())}) or has a method choose(game), not {player!r}")
    return player
