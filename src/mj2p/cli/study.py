"""What to discard: `discards`."""

from __future__ import annotations

import json

import click

import mj2p
from mj2p.rules import RuleSet

from ..hands.notations import kinds_of
from ..hands.tiles import LETTERS
from ..study.discarding import Aim, Level
from .options import complain, honors_option, json_option, rules_option, seen_option


@click.command()
@click.argument("hand")
@rules_option
@json_option
@honors_option
@seen_option
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
    hand: str,
    rules: RuleSet,
    as_json: bool,
    honors: str,
    seen: str,
    draws: int | None,
    level: Level,
    aim: Aim,
    plot: str | None,
) -> None:
    """What each discard of HAND, of 14 tiles or 3 fewer a meld, leaves, and how often the hand then wins.

    A lone hand draws from all tiles not seen, without replacement; nobody claims, and it wins by self-draw.
    """
    try:
        gone = [LETTERS[kind] for kind in kinds_of(seen, honors)]
        held = mj2p.Hand.parse(hand, honors=honors)
        found = mj2p.discards(held, rules, seen=gone, draws=draws, level=level, aim=aim)
    except ValueError as error:
        raise complain(error) from None
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else str(found))
    if plot is not None:
        try:
            found.plot(plot)
        except ImportError as error:
            raise click.UsageError(f"--plot: {error}") from None
        except (OSError, ValueError) as error:
            raise click.ClickException(f"cannot draw {plot}: {error}") from None
