"""Exclusions between fans as files write them: `edge` reads one, `downwards` puts the fans that exclude in order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["SORTS", "downwards", "edge"]

#: How much of the other fan is taken away: all of it, one of its times, or those made of the fan's own sets.
SORTS: Final = ("whole", "one", "its")


def edge(text: str) -> tuple[str, str]:
    """'one x' -> ('one', 'x'); 'x' -> ('whole', 'x')."""
    kind, _, fan = text.rpartition(" ")
    return (kind or "whole"), fan


def downwards(edges: Iterable[tuple[str, str, str]]) -> list[str]:
    """Fans that exclude others, each after all that exclude it (of a cycle, none)."""
    out: dict[str, set[str]] = {}
    for source, target, _ in edges:
        out.setdefault(source, set()).add(target)
    waiting = {fan: sum(fan in targets for targets in out.values()) for fan in out}
    order = []
    while ready := [fan for fan, n in waiting.items() if n == 0]:
        for fan in ready:
            del waiting[fan]
            order.append(fan)
            for target in out[fan]:
                if target in waiting:
                    waiting[target] -= 1
    return order
