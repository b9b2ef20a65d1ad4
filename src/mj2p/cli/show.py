"""How things are shown: tables (rich's on a terminal that has it, else plain), languages, tiles;
`echo` is how everything is printed."""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Sequence
from typing import Any

import click

import mj2p
from mj2p import Fan, Hand


def on_terminal() -> bool:
    """Is the output read by a person?"""
    return sys.stdout.isatty()


def echo(text: str = "", err: bool = False) -> None:
    """Print a text, with escapes for what would steer the terminal: names and records come from files of others."""
    # the stream is named, since click takes another one where an encoding of ASCII was asked for
    click.echo(mj2p.texttable.printable(text), file=sys.stderr if err else sys.stdout)


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], right: Container[int] = ()) -> None:
    """Print a table."""
    texts = [["" if cell is None else mj2p.texttable.printable(str(cell)) for cell in row] for row in rows]
    if on_terminal():
        try:
            from rich.console import Console
            from rich.table import Table
            from rich.text import Text
        except ImportError:
            pass
        else:
            shown = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
            for i, name in enumerate(head):
                shown.add_column(name, justify="right" if i in right else "left", overflow="fold")
            for row in texts:
                shown.add_row(*map(Text, row))  # Text: brackets of a hand are no markup
            Console().print(shown)
            return
    echo("\n".join(mj2p.texttable.lines([head, *texts], right)))


def names(fan: Fan, lang: str) -> str:
    """A fan's name in the language asked for."""
    return {"zh": fan.zh, "en": fan.en}.get(lang, f"{fan.zh} {fan.en}")


def tiles(hand: Hand) -> str:
    """A hand: Unicode tiles on a terminal, the letters that everything reads elsewhere."""
    return hand.format("unicode") if on_terminal() else str(hand)
