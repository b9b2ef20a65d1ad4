"""Players by name: the built-in ones, those that were registered, and what can be imported, as "module:object".

A name stands for a player, or for a class of players: then each who asks for the name gets one of its own, made without
arguments. Names are of this process. What is sent to another one (`simulate` with an executor) is the player itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..arguments import did_you_mean, flag, shown
from ..play.compiled import PLAYERS
from .builtin import BuiltIn
from .protocols import AnyPlayer, BatchPlayer, Player

__all__ = ["find", "get", "names", "register"]

_REGISTERED: dict[str, Any] = {}


def names() -> tuple[str, ...]:
    """The built-in players, each stronger than the one before; then the registered ones, as they were registered."""
    return *PLAYERS, *_REGISTERED


def register(
    name: str, player: Player | BatchPlayer | type[Player] | type[BatchPlayer], *, replace: bool = False
) -> None:
    """Give a player of your own a name, by which `get`, `simulate` and the command line take it in this process.

    `player`: anything with `choose(game)` or `choose_batch(batch)`; or a class of such, and each who asks for the name
    gets a new one. A summary calls it by this name. ValueError for a name that is taken (but for a registered one with
    `replace`), is empty, or has a ':', a ',' or space around it; TypeError for what is no player.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a player must be a text, not {shown(name)}")
    replace = flag("replace", replace)
    if not name or name != name.strip() or ":" in name or "," in name:
        raise ValueError(f"no player can be called {name!r}: it is empty, or has a ':', a ',' or space around it")
    if name in PLAYERS or (name in _REGISTERED and not replace):
        raise ValueError(f"there is a player {name!r} already ({', '.join(names())})")
    if not isinstance(player, Player | BatchPlayer):
        raise TypeError(f"{player!r} is no player: {CHOOSES}")
    _REGISTERED[name] = player


def get(player: str | Player, seed: int = 0, *, index: int = 0) -> Player:
    """The player of a name (see `names`, or "module:object"); a player of your own is given back as it is.

    `seed`, `index`: what a built-in player leaves to chance is keyed by them, as in the game `index` of `simulate` with
    that seed. ValueError where there is no such player, or one that cannot choose at a single game; TypeError for what
    is neither a name nor a player.
    """
    found = find(player)
    if isinstance(found, str):
        return BuiltIn(found, seed, index=index)
    if isinstance(found, Player):
        return found
    raise ValueError(f"{player!r} chooses for many games at once, by choose_batch(batch), and not at a single one")


def find(player: AnyPlayer) -> AnyPlayer:
    """The name of a built-in player, or the object that chooses; errors as `get` has them."""
    if isinstance(player, str):
        return _named(player)
    if isinstance(player, type) or not isinstance(player, Player | BatchPlayer):
        raise TypeError(f"a player is a name ({', '.join(names())}) or an object, not {player!r}: {CHOOSES}")
    return player


CHOOSES = "one has a method choose(game) or choose_batch(batch)"


def _named(name: str) -> AnyPlayer:
    if name in PLAYERS:
        return name
    if name in _REGISTERED:
        player = _REGISTERED[name]
    elif ":" in name:
        player = _imported(name)
    else:
        known = f"{', '.join(names())}, or your own as module:object"
        raise ValueError(f"there is no player {name!r}{did_you_mean(name, names())} ({known})")
    made: AnyPlayer = player() if isinstance(player, type) else player
    return made


def _imported(name: str) -> Player | BatchPlayer:
    """The player of "module:object", which may be an attribute of another one: "module:Tuned.best"."""
    module, _, path = name.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), *path.split("."))):
        raise ValueError(f"a player of your own is module:object, as mine:careful, not {name!r}")
    try:
        found: object = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # the module is there; what it imports is not
        raise ValueError(f"player {name!r}: there is no module {error.name!r}") from None
    place = module
    for part in path.split("."):
        if not hasattr(found, part):
            raise ValueError(f"player {name!r}: {place} has no {part!r}{did_you_mean(part, dir(found))}")
        found, place = getattr(found, part), f"{place}.{part}"
    if not isinstance(found, Player | BatchPlayer):
        raise ValueError(f"player {name!r}: {found!r} is no player: {CHOOSES}")
    return found
