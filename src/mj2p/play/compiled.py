"""The players that are compiled into the engine: `PLAYERS`, each with its number; `code_of` looks a name up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import did_you_mean
from .codes import BuiltInPlayer

__all__ = ["PLAYERS", "code_of"]

#: name -> the engine's number of it, from the weakest on.
PLAYERS: Final[Mapping[str, int]] = {one.name.lower(): int(one) for one in BuiltInPlayer}


def code_of(name: str) -> int:
    """The engine's number of a player of the package; ValueError that says which there are."""
    if not isinstance(name, str) or name not in PLAYERS:
        raise ValueError(f"no built-in player is called {name!r}{did_you_mean(name, PLAYERS)} ({', '.join(PLAYERS)})")
    return PLAYERS[name]
