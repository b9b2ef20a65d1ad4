"""Which games are played: `Job`, plain data, all that another thread, process or machine needs to play some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .. import rules as rule_sets
from ..arguments import each
from ..play.game import Game
from ..play.gamerows import game_dtype
from ..players.builtin import BuiltIn
from ..players.protocols import AnyPlayer
from ..players.registry import find
from ..rules.ruleset import RuleSet

__all__ = ["Job"]


@dataclass(frozen=True)
class Job:
    """Games of a seed, numbered from 0. `duplicate`: 2k and 2k + 1 are the wall k, the second with seats swapped.

    `players`: the name of each built-in one, else the object that chooses; `names`: what summaries and files call them.
    """

    rules: RuleSet
    players: tuple[AnyPlayer, ...]
    names: tuple[str, ...]
    seed: int
    duplicate: bool
    balances: tuple[int, ...]
    base: int

    @classmethod
    def of(
        cls, rules: str | RuleSet, players: Sequence[AnyPlayer], seed: int, duplicate: bool,
        balances: Sequence[int] | None, base: int | None,
    ) -> Job:  # fmt: skip
        """The job of what a caller of `simulate` says; ValueError and TypeError for what cannot be played."""
        rules = rule_sets.get(rules)
        game = Game(rules, seed, balances=balances, base=base)  # says what is wrong with them, and fills in the rest
        if isinstance(players, str) or len(players := tuple(each("players", players))) != len(game.balances):
            raise ValueError(f"players must be {len(game.balances)}, one a seat, not {players!r}")
        if duplicate and len(players) != 2:
            raise ValueError(f"duplicate=True is for two players, and {rules.name} has {len(players)}")
        found = tuple(map(_found, players))
        names = tuple(map(_name_of, players))
        return cls(rules, found, names, int(seed), bool(duplicate), game.balances, game.base)

    @property
    def dtype(self) -> np.dtype[np.void]:
        """The layout of a row: `game_dtype` of so many seats."""
        return game_dtype(len(self.players))


def _found(player: AnyPlayer) -> AnyPlayer:
    found = find(player)
    return found.name if isinstance(found, BuiltIn) else found


def _name_of(player: AnyPlayer) -> str:
    """The name by which a player was asked for; else its `name`; else that of its class."""
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__qualname__))
