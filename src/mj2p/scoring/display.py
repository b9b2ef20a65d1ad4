"""How results look: `score_table`, `census_text` in a terminal or a log, `score_html`, `census_html` in a notebook."""

from __future__ import annotations

import html
import math
from fractions import Fraction
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from ..study.handcensus import Census
    from .asking import Score

Row = tuple[str, ...]


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


def percent(share: Fraction) -> str:
    """A share to three figures, 0.00000492 % too; a dash for none."""
    return f"{100 * float(share):.{max(0, -math.floor(math.log10(share)))}f} %" if share else "-"


def _census_tables(census: Census) -> list[tuple[Row, list[Row]]]:
    """(heads, rows) of the forms, the fans that occur, and the totals from each value of a fan upwards."""
    forms: list[Row] = [
        (one.form, f"{one.hands:,}", f"{one.ways:,}", percent(Fraction(one.ways, census.ways))) for one in census.forms
    ]
    tables: list[tuple[Row, list[Row]]] = [(("form", "hands", "ways", "of wins"), forms)]
    if census.fans is not None and census.totals is not None:
        heads = ("hand and last tile", "ways", "of wins")
        fans: list[Row] = [
            (str(one.fan), f"{one.pairs:,}", f"{one.ways:,}", percent(one.share)) for one in census.fans if one.pairs
        ]
        lowest = census.totals[0].total
        totals: list[Row] = []
        for step in sorted({lowest} | {rule.value for rule in census.rules.fans.values() if rule.value > lowest}):
            some = [one for one in census.totals if one.total >= step]
            pairs, ways = sum(one.pairs for one in some), sum(one.ways for one in some)
            totals.append((f"{step} or more", f"{pairs:,}", f"{ways:,}", percent(census.at_least(step))))
        tables += [(("fan", *heads), fans), (("total", *heads), totals)]
    return tables


def _census_heads(census: Census) -> list[str]:
    lines = [
        f"{census.rules.name}: 14 of {census.tiles} tiles, {census.draws:,} ways",
        f"{census.hands:,} complete hands, {census.ways:,} ways: {one_in(census.win)} draws wins",
    ]
    if census.totals is not None:
        lines.append(f"{census.pairs:,} hands and last tiles, self-drawn: {float(census.mean):.2f} on average")
    return lines


def one_in(share: Fraction) -> str:
    """A small probability as 'one in 4,313'."""
    return f"one in {round(1 / share):,}" if share else "none of the"


def census_text(census: Census) -> str:
    """What there is, by form, fan and total."""
    lines = _census_heads(census)
    for heads, rows in _census_tables(census):
        widths = [max(width(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
        lines.append("")
        for row in (heads, *rows):
            numbers = (" " * (size - width(cell)) + cell for size, cell in zip(widths[1:], row[1:], strict=True))
            lines.append("  ".join(("  " + pad(row[0], widths[0]), *numbers)))
    return "\n".join(lines)


def census_html(census: Census) -> str:
    """The same as tables for a notebook."""
    parts = [f"<p>{'<br>'.join(map(html.escape, _census_heads(census)))}</p>"]
    for heads, rows in _census_tables(census):
        head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    return "".join(parts)
