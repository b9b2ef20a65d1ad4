"""Counts every hand of `duel64` and `mcr` for docs/odds.md: its tables and two plots.

    python tools/make_odds.py            count, and write what has changed (the plots need matplotlib)
    python tools/make_odds.py --check    count, write nothing; name what is stale and exit 1 where anything is

The tables stand between `<!-- odds: TABLE RULES -->` and `<!-- /odds -->`; the rest of the page is written by hand. A
plot carries a digest of what it shows and of the code that draws it, so that it is known to be fresh whichever
matplotlib drew it.
"""

from __future__ import annotations

import argparse
import hashlib
import inspect
import json
import os
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import mj2p
from mj2p.study.handcensus import Census, FanCount
from mj2p.study.shares import percent

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- odds: (\w+) (\w+) -->\n).*?(<!-- /odds -->)", re.S)
FORMS = {
    "four_sets": "four sets and a pair",
    "seven_pairs": "seven pairs",
    "thirteen_orphans": "thirteen orphans 十三幺",
    "knitted": "knitted tiles and honours 全不靠",
    "knitted_straight": "knitted straight 组合龙, a set and a pair",
}
TOTALS, FANS = "odds-totals.svg", "odds-fans.svg"
INK, BLUE, ORANGE, GRID = "#333333", "#2f6db3", "#d1702a", "#dddddd"


# ---- The page --------------------------------------------------------------------------------------------------------


def table(head: list[str], rows: list[list[str]], left: int) -> list[str]:
    """A table, a line a row; so many columns of words, then numbers."""
    rule = ["---" if column < left else "---:" for column in range(len(head))]
    return ["| " + " | ".join(row) + " |" for row in (head, rule, *rows)]


def one_in(share: Fraction) -> str:
    """How rare: one in 4.33, in 57.3, in 4,313."""
    if not share:
        return "-"
    times = float(1 / share)
    return f"{times:,.0f}" if times >= 100 else f"{times:.3g}"


def forms(census: Census) -> list[str]:
    """The complete hands of a rule set by form."""
    rows = [
        [FORMS[one.form], f"{one.hands:,}", f"{one.ways:,}", percent(Fraction(one.ways, census.ways))]
        for one in census.forms
    ]
    rows.append(["all, each hand once", f"{census.hands:,}", f"{census.ways:,}", percent(Fraction(1))])
    return [
        *table(["form", "hands", "ways to draw them", "of all complete draws"], rows, 1),
        "",
        f"Of {census.draws:,} ways to draw 14 of {census.tiles} tiles one in {one_in(census.win)} is complete.",
    ]


def fans(census: Census) -> list[str]:
    """How often each fan counts."""
    counted = census.fans or ()
    rows = [
        [
            one.fan.zh,
            one.fan.en,
            f"{census.rules.fans[one.fan.id].value}",
            f"{one.pairs:,}",
            percent(one.share),
            one_in(one.share),
        ]
        for one in counted
        if one.pairs
    ]
    never = "、".join(one.fan.zh for one in counted if not one.pairs)
    return [
        *table(["中文", "English", "value", "hands and last tiles", "of wins", "one win in"], rows, 2),
        "",
        f"Never in these wins: {never}.",
    ]


def totals(every: list[Census]) -> list[str]:
    """What a win scores, at least."""
    steps = (8, 10, 12, 16, 24, 32, 48, 64, 88, 128)
    rows = [[f"{step} or more", *(percent(census.at_least(step)) for census in every)] for step in steps]
    rows.append(["on average", *(f"{float(census.mean):.2f}" for census in every)])
    rows.append(["lowest", *(f"{(census.totals or ())[0].total}" for census in every)])
    rows.append(["highest", *(f"{(census.totals or ())[-1].total}" for census in every)])
    rows.append(["hands and last tiles", *(f"{census.pairs:,}" for census in every)])
    return table(["total", *(f"`{census.rules.name}`" for census in every)], rows, 1)


def page(text: str, every: list[Census]) -> str:
    """The page with its tables as they should be."""
    by_name = {census.rules.name: census for census in every}
    tables = {"forms": forms, "fans": fans}

    def fill(found: re.Match[str]) -> str:
        start, name, rules, end = found.groups()
        lines = totals(every) if name == "totals" else tables[name](by_name[rules])
        return start + "\n".join(lines) + "\n" + end

    return BLOCK.sub(fill, text)


# ---- The plots -------------------------------------------------------------------------------------------------------


def canvas(width: float, height: float) -> tuple[Any, Any]:
    """A figure and its axes, of one look."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update(
        {"svg.hashsalt": "mj2p", "svg.fonttype": "none", "font.family": "sans-serif", "text.color": INK,
         "axes.labelcolor": INK, "axes.edgecolor": GRID, "xtick.color": INK, "ytick.color": INK, "axes.axisbelow": True}
    )  # fmt: skip
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color=GRID, linewidth=0.8)
    return figure, axes


def draw_totals(data: dict[str, list[tuple[int, float]]]) -> Any:
    """Data: rule set -> (total, per cent of wins that score it or more)."""
    figure, axes = canvas(7.5, 4)
    for (name, points), colour in zip(data.items(), (BLUE, ORANGE), strict=True):
        axes.step(*zip(*points, strict=True), where="pre", color=colour, linewidth=2, label=name)
    axes.set(yscale="log", xlim=(0, 130), ylim=(1e-3, 130), xlabel="total", ylabel="of self-drawn closed wins")
    axes.set_xticks([0, 8, 16, 24, 32, 48, 64, 88, 128])
    axes.set_yticks([100, 10, 1, 0.1, 0.01, 0.001], ["100 %", "10 %", "1 %", "0.1 %", "0.01 %", "0.001 %"])
    axes.minorticks_off()
    axes.set_title("Wins that score so much or more", loc="left")
    axes.legend(frameon=False)
    return figure


def draw_fans(data: list[tuple[str, int, float]]) -> Any:
    """Data: (fan, value, per cent of wins), the most frequent first."""
    figure, axes = canvas(7.5, 0.24 * len(data) + 1)
    names = [f"{name} ({value})" for name, value, _ in data]
    axes.hlines(names, 1e-6, [share for *_, share in data], color=GRID, linewidth=1)
    axes.scatter([share for *_, share in data], names, color=BLUE, s=28, zorder=3)
    axes.set(xscale="log", xlim=(1e-6, 150), ylim=(len(data) - 0.4, -0.6))
    axes.set_xticks([10.0**power for power in range(-6, 3, 2)], ["0.000001 %", "0.0001 %", "0.01 %", "1 %", "100 %"])
    axes.minorticks_off()
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_title("duel64: wins in which a fan counts (its value)", loc="left")
    return figure


def nine(share: Fraction) -> float:
    """Per cent, to nine figures."""
    return float(f"{float(100 * share):.9g}")


def plots(every: list[Census]) -> dict[str, tuple[Callable[[Any], Any], Any]]:
    """File -> what draws it, and of what."""
    shares: dict[str, list[tuple[int, float]]] = {
        census.rules.name: [(one.total, nine(census.at_least(one.total))) for one in census.totals or ()]
        for census in every
    }
    counted: list[FanCount] = sorted(every[0].fans or (), key=lambda one: -one.share)
    rows = [(one.fan.en, every[0].rules.fans[one.fan.id].value, nine(one.share)) for one in counted if one.pairs]
    return {TOTALS: (draw_totals, shares), FANS: (draw_fans, rows)}


def digest(draw: Callable[[Any], Any], data: Any) -> str:
    """Of what a plot shows, and of the code that draws it."""
    said = json.dumps(data) + inspect.getsource(draw) + inspect.getsource(canvas)
    return hashlib.sha256(said.encode()).hexdigest()


def write_plot(path: Path, draw: Callable[[Any], Any], data: Any) -> None:
    figure = draw(data)
    about = {"Date": None, "Creator": "tools/make_odds.py", "Description": digest(draw, data)}
    figure.savefig(path, metadata=about)
    path.write_text("\n".join(line.rstrip() for line in path.read_text(encoding="utf-8").splitlines()) + "\n", "utf-8")


# ---- All of it -------------------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None, root: Path = ROOT, every: list[Census] | None = None) -> int:
    """Write, or check."""
    parser = argparse.ArgumentParser(description="Write the page of odds and its plots.")
    parser.add_argument("--check", action="store_true", help="write nothing; name what is stale and exit 1")
    check = parser.parse_args(arguments).check
    every = every or [mj2p.census(name, threads=os.cpu_count() or 1) for name in ("duel64", "mcr")]
    folder, stale = root / "docs", 0
    text = (folder / "odds.md").read_text(encoding="utf-8")
    if (fresh := page(text, every)) != text:
        stale += 1
        print(f"docs/odds.md: {'is stale, run make docs' if check else 'written'}")
        if not check:
            (folder / "odds.md").write_bytes(fresh.encode())
    for name, (draw, data) in plots(every).items():
        path = folder / name
        if not path.exists() or digest(draw, data) not in path.read_text(encoding="utf-8"):
            stale += 1
            print(f"docs/{name}: {'is stale, run make docs' if check else 'written'}")
            if not check:
                write_plot(path, draw, data)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
