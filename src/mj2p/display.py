"""How a score looks: `score_table` for a terminal or a log, `score_html` for a notebook."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from .scoring import Score


def width(text: str) -> int:
    """Columns of a text on a terminal: a Chinese character takes two."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def pad(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def _rows(score: Score) -> list[tuple[str, str, str, str]]:
    """中文, English, how it adds up, sets: a row a fan."""
    sets = score.sets
    return [
        (
            one.fan.zh,
            one.fan.en,
            f"{one.value} x {one.count} = {one.value * one.count}" if one.count > 1 else str(one.value),
            "  ".join(" ".join(str(sets[at]) for at in group) for group in one.sets if len(group) < len(sets)),
        )
        for one in score.fans
    ]


def _total(score: Score) -> str:
    unit = "steps" if score.steps is not None else "fan"
    said = f"{score.total} {unit}"
    if score.raw != score.total:
        said += f" (capped, {score.raw} before)"
    if score.points != score.total:
        said += f", {score.points} points (capped)"
    return said


def score_table(score: Score) -> str:
    """The hand, its split, a line a fan that counts, the total, and what was not counted."""
    rows = _rows(score)
    widths = [max((width(row[column]) for row in rows), default=0) for column in range(3)]
    lines = [f"{score.hand}   {score.rules.name}"]
    if score.sets:
        lines.append(" ".join(map(str, score.sets)))
    for zh, en, sum_, sets in rows:
        worth = " " * (widths[2] - width(sum_)) + sum_
        lines.append(f"  {pad(zh, widths[0])}  {pad(en, widths[1])}  {worth}  {sets}".rstrip())
    lines.append(f"  {_total(score)}")
    if not score.enough:
        lines.append(f"  below the minimum of {score.rules.scoring['minimum']}")
    if score.excluded:
        said = [f"{fan.zh} ({by if isinstance(by, str) else by.zh})" for fan, by in score.excluded]
        lines.append(f"  not counted: {', '.join(said)}")
    return "\n".join(lines)


def score_html(score: Score) -> str:
    """The same as a table for a notebook."""
    cells = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in _rows(score)
    )
    return (
        f"<table><caption>{html.escape(str(score.hand))} · {html.escape(score.rules.name)}</caption>"
        f"<thead><tr><th>番种</th><th>fan</th><th>value</th><th>sets</th></tr></thead><tbody>{cells}</tbody>"
        f"<tfoot><tr><th colspan='4'>{html.escape(_total(score))}</th></tr></tfoot></table>"
    )
