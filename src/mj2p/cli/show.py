"""How things are shown: tables (rich's on a terminal that has it, else plain), languages, tiles.

Plain tables line up 中文 too: a character of East Asian width takes two columns.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any
from unicodedata import combining, east_asian_width

import click

from mj2p.hands.hand import Hand
from mj2p.rules.catalogue import Fan


def on_terminal() -> bool:
    """Is the output read by a person?"""
    return sys.stdout.isatty()


def width(text: str) -> int:
    """Columns that a text takes."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def plain_table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Columns two spaces apart under their heads; `right`: the columns that hold numbers."""
    right = set(right)
    widths = [max(width(line[i]) for line in (head, *rows)) for i in range(len(head))]

    def cell(text: str, i: int) -> str:
        gap = " " * (widths[i] - width(text))
        return gap + text if i in right else text + gap

    lines = ["  ".join(cell(text, i) for i, text in enumerate(line)).rstrip() for line in (head, *rows)]
    return "\n".join(lines)


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], right: Iterable[int] = ()) -> None:
    """Print a table."""
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if on_terminal():
        try:
            from rich.console import Console
            from rich.table import Table
            from rich.text import Text
        except ImportError:
            pass
        else:
            right = set(right)
            shown = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
            for i, name in enumerate(head):
                shown.add_column(name, justify="right" if i in right else "left", overflow="fold")
            for row in texts:
                shown.add_row(*map(Text, row))  # Text: brackets of a hand are no markup
            Console().print(shown)
            return
    click.echo(plain_table(head, texts, right))


def names(fan: Fan, lang: str) -> str:
    """A fan's name in the language asked for."""
    return {"zh": fan.zh, "en": fan.en}.get(lang, f"{fan.zh} {fan.en}")


def tiles(hand: Hand) -> str:
    """A hand: Unicode tiles on a terminal, the letters that everything reads elsewhere."""
    return hand.format("unicode") if on_terminal() else str(hand)
