"""The players that are compiled into the engine, by name: `code_of` gives the number by which it knows one."""

from __future__ import annotations

from . import _engine

__all__ = ["code_of"]


def code_of(name: str) -> int:
    """The engine's number of a player of the package; ValueError that says which there are."""
    known = _engine.PLAYERS
    if name in known:
        return known[name]
    import difflib

    near = difflib.get_close_matches(str(name), known, n=1)
    meant = f": did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"there is no player {name!r}{meant} ({', '.join(known)})")
