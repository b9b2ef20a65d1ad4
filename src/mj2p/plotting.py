"""Plots of simulations (needs matplotlib, the extra `plot`): `totals` draws how the totals of won games are spread."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from matplotlib import rc_context
from matplotlib.figure import Figure

from .summary import Summary

__all__ = ["totals"]


def totals(
    summaries: Sequence[Summary], path: str | os.PathLike[str], labels: Sequence[str] | None = None, most: int = 100
) -> None:
    """Draw into a file (.svg, .png, .pdf …) the share of won games with at least each total; a line a summary.

    Totals above `most` are left off, but count among the shares.
    """
    names = [one.rules for one in summaries] if labels is None else labels
    with rc_context({"svg.hashsalt": "mj2p"}):  # the same figures give the same file
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        for name, summary in zip(names, summaries, strict=True):
            reached = at_least(summary.totals, most)
            axes.step(range(most + 1), [100 * share for share in reached], where="mid", label=name)
        axes.set(xlabel="total", ylabel="won games with at least it, %", xlim=(0, most), ylim=(0, 100))
        axes.grid(alpha=0.3)
        axes.legend()
        svg = os.fspath(path).endswith(".svg")
        figure.savefig(path, metadata={"Date": None} if svg else None)


def at_least(totals: Sequence[Mapping[int, int]], most: int) -> list[float]:
    """The shares of the won games, of all players, whose total is 0, 1, … `most` or more."""
    wins = sum(sum(one.values()) for one in totals)
    return [
        sum(games for one in totals for total, games in one.items() if total >= least) / wins if wins else 0.0
        for least in range(most + 1)
    ]
