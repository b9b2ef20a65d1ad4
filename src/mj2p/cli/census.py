"""Exact counts: `census`, every complete hand of a rule set and what it scores."""

from __future__ import annotations

import json
import os

import click

import mj2p
from mj2p.rules import RuleSet

from .options import json_option, read_rules
from .progress import bar


@click.command()
@click.argument("rules", type=read_rules, default="duel64")
@click.option("--fans/--no-fans", default=True, show_default=True, help="What the hands score, too.")
@click.option("--threads", type=click.IntRange(1, 256), default=os.cpu_count() or 1, help="Else all processors.")
@json_option
def census(rules: RuleSet, fans: bool, threads: int, as_json: bool) -> None:
    """Count every complete hand of RULES (a name or a TOML file; duel64): by form, by fan, by total.

    All are 14 concealed tiles, self-drawn, with each of their tiles as the last; seat and round wind East, no flowers.
    """
    with bar("hands") as progress:
        found = mj2p.census(rules, fans=fans, threads=threads, progress=progress)
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else str(found))
