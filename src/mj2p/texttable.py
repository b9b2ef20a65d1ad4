"""Columns of text, 中文 two wide: `lines` for a terminal or a log, `html` for a notebook; `printable` for a text that
somebody else has written. It knows no class of ours.

Libraries that do this are extras of the package (rich) or draw more than columns; the core needs numpy alone.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from .errors import printable as printable

__all__ = ["html", "lines", "pad", "printable", "width"]

Row = Sequence[str]


def width(text: str) -> int:
    """Columns of a text on a terminal: a Chinese character takes two, a combining mark none."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text with spaces behind it, or before it (`right`), as many as it lacks of so many columns."""
    gap = " " * (columns - width(text))
    return gap + text if right else text + gap


def lines(rows: Sequence[Row], right: Container[int] = (), *, indent: str = "", gap: str = "  ") -> list[str]:
    """One line per row, the cells of each column one below the other; `right`: the columns that are flush right.

    What steers a terminal is escaped, as by `printable`.
    """
    rows = [[printable(cell).replace("\n", "\\n") for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        (indent + gap.join(pad(cell, widths[at], right=at in right) for at, cell in enumerate(row))).rstrip()
        for row in rows
    ]


def html(rows: Sequence[Row], head: Row, *, caption: str = "", foot: str = "") -> str:
    """The same as a table of HTML: `head` is above the rows, `foot` below them across all columns."""
    from html import escape

    def cells(row: Row, tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"

    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    below = f"<tfoot><tr><th colspan='{len(head)}'>{escape(foot)}</th></tr></tfoot>" if foot else ""
    body = "".join(cells(row, "td") for row in rows)
    return f"<table>{above}<thead>{cells(head, 'th')}</thead><tbody>{body}</tbody>{below}</table>"
