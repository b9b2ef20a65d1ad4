"""Plots (needs matplotlib, the extra `plot`): `totals`, how the totals of won games are spread; `win_chances`, when a
hand wins after each discard.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt

from ..arguments import whole
from ..rules.settings import INT32
from ..simulation.summary import Summary

try:
    from matplotlib import rc_context
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError:
    said = "plots need matplotlib, which is not installed: pip install 'mj2p[plot]'"
    raise ImportError(said, name="matplotlib") from None

__all__ = ["totals", "win_chances"]


def totals(
    summaries: Sequence[Summary], path: str | os.PathLike[str], *, labels: Sequence[str] | None = None, most: int = 100
) -> None:
    """Draw into a file (.svg, .png, .pdf …) the share of won games with at least each total; one line per summary.

    `labels`: of the lines; the names of the rule sets where not given. Totals above `most` are left off, but count
    among the shares.
    """
    most = whole("most", most, 1, INT32)
    names = [one.rules for one in summaries] if labels is None else labels
    with rc_context({"svg.hashsalt": "mj2p"}):  # the same figures give the same file
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        for name, summary in zip(names, summaries, strict=True):
            # nobody has more than the highest total: the line goes on at 0 from there
            last = min(most, max((max(one, default=0) for one in summary.totals), default=0) + 1)
            shares = [100 * summary.at_least(total) for total in range(last + 1)]
            axes.step([*range(last + 1), most], [*shares, shares[-1]], where="mid", label=name)
        axes.set(xlabel="total", ylabel="won games with at least it, %", xlim=(0, most), ylim=(0, 100))
        axes.grid(alpha=0.3)
        axes.legend()
        save(figure, path)


def win_chances(
    chances: Mapping[str, npt.NDArray[Any]], target: str | os.PathLike[str] | Axes, title: str
) -> None:
    """Draw into a file, or into axes, the chance of having won by each draw.

    `chances`: one line each, label -> f8 (draws,), chances by the first draw, the second, … from 0 to 1.
    """
    if isinstance(target, Axes):
        for label, won in chances.items():
            target.plot(range(len(won) + 1), [0, *(100 * won)], label=label)
        target.set(xlabel="draws", ylabel="won, %", xlim=(0, None), ylim=(0, None), title=title)
        target.grid(alpha=0.3)
        target.legend(title="discard")
        return
    with rc_context({"svg.hashsalt": "mj2p"}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        win_chances(chances, figure.add_subplot(), title)
        save(figure, target)


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write the figure; an .svg without the date, so that the same figures give the same file."""
    svg = os.fspath(path).endswith(".svg")
    figure.savefig(path, metadata={"Date": None} if svg else None)
