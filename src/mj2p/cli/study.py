"""What to discard, and every hand that there is: `discards`, `census`."""

from __future__ import annotations

import json
import os
from typing import Any

import click

import mj2p
from mj2p import Hand, RuleSet

from .options import hand_and_seen_options, json_option, plainly, read_rules
from .progress import bar
from .show import echo


@click.command()
@hand_and_seen_options
@click.option("--draws", type=click.IntRange(min=1), help="Draws still to come; 18, or as many as there are tiles.")
@click.option(
    "--level",
    type=click.Choice(["straight", "wide"]),
    default="straight",
    show_default=True,
    help="Keep only draws that bring the hand nearer, or, once, another.",
)
@click.option(
    "--aim", type=click.Choice(["win", "points"]), default="win", show_default=True, help="What is played for."
)
@click.option("--plot", metavar="FILE", help="Draw when the best discards win (.svg, .png, .pdf …); needs matplotlib.")
def discards(
    hand: str, rules: RuleSet, as_json: bool, honors: str, seen: str, plot: str | None, **how: Any
) -> None:
    """What each discard of HAND, of 14 tiles or 3 fewer a meld, leaves, and how often the hand then wins.

    A lone hand draws from all tiles not seen, without replacement; nobody claims, and it wins by self-draw.
    """
    with plainly():
        gone = mj2p.notations.kinds_of(seen, honors)
        found = mj2p.discards(Hand.parse(hand, honors), rules, seen=gone, **how)
    echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else str(found))
    if plot is not None:
        try:
            found.plot(plot)
        except ImportError as error:
            raise click.UsageError(f"--plot: {error}") from None
        except (OSError, ValueError) as error:
            raise click.ClickException(f"cannot draw {plot}: {error}") from None


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
    echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else str(found))
