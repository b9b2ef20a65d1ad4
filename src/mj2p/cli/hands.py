"""One hand: `score`, `waits`, `convert`."""

from __future__ import annotations

import json
from typing import Any

import click

import mj2p
from mj2p import Hand, RuleSet, Score

from .options import (
    hand_and_seen_options,
    hand_options,
    honors_option,
    lang_option,
    plainly,
    situation,
    situation_options,
)
from .show import echo, names, table, tiles


@click.command()
@hand_options
@lang_option
@honors_option
@situation_options
def score(hand: str, rules: RuleSet, as_json: bool, lang: str, honors: str, **flags: Any) -> None:
    """Score HAND: its fans, its sets, its total.

    Exit status 1 where it is no hand, or not a winning one.
    """
    keywords = situation(flags)
    with plainly():
        try:
            scored = mj2p.score(Hand.parse(hand, honors), rules=rules, **keywords)
        except mj2p.NotComplete as error:
            if as_json:
                echo(json.dumps({"hand": hand, "rules": rules.name, "win": False, "distance": error.distance}))
            raise
    if as_json:
        echo(json.dumps(scored.to_dict(), ensure_ascii=False))
        return
    echo(f"{tiles(scored.hand)}  {scored.rules.name}")
    if scored.sets:
        echo(" ".join(map(str, scored.sets)))
    rows = [(names(f.fan, lang), f.value, f.count if f.count > 1 else "", f.value * f.count) for f in scored.fans]
    unit = "fans" if scored.steps is None else "steps"
    table(["fan", "value", "times", unit], [*rows, ("total", "", "", total(scored))], right=(1, 2, 3))
    for fan, by in scored.excluded:
        reason = "each set is linked once" if isinstance(by, str) else names(by, lang)
        echo(f"not counted: {names(fan, lang)} ({reason})")
    if not scored.enough:
        echo(f"below the minimum of {scored.rules.scoring['minimum']} without flowers")
    if scored.wait:
        echo(f"wait: {scored.wait}")


def total(scored: Score) -> str:
    """The total, and what a cap took from it."""
    return str(scored.raw) if scored.points == scored.raw else f"{scored.points} (of {scored.raw})"


@click.command()
@hand_and_seen_options
def waits(hand: str, rules: RuleSet, as_json: bool, honors: str, seen: str) -> None:
    """The tiles that HAND, before the winning tile, waits for, each with the copies still to come.

    Of a hand that is not ready, the tiles that bring it nearer. Of 14 tiles the last is left out.
    """
    with plainly():
        held, gone = Hand.parse(hand, honors), mj2p.notations.kinds_of(seen, honors)
        found = mj2p.waits(held, rules=rules, seen=gone)
        if held.win is not None:
            held = held.replace(win=None)
        useful = mj2p.useful(held, rules=rules, seen=gone)
        distance = mj2p.distance(held, rules=rules)
    if as_json:
        echo(json.dumps({"waits": found, "distance": distance, "useful": useful}))
        return
    if found:
        table(["wait", "copies"], [(tile, live or "0, dead") for tile, live in found.items()], right=(1,))
    if distance == mj2p.CANNOT_WIN:
        echo(f"not waiting: {rules.name} has no way to win with these four melds")
    elif distance:
        waiting = "not ready, since no wait is left" if found else "not waiting"
        echo(f"{waiting}: {distance} more {'tile' if distance == 1 else 'tiles'} to be ready")
        table(["useful", "copies"], useful.items(), right=(1,))


@click.command()
@click.argument("hand")
@click.option(
    "--to",
    "notation",
    type=click.Choice([*mj2p.notations.NOTATIONS]),
    default="gb",
    show_default=True,
    help="The notation to write.",
)
@honors_option
def convert(hand: str, notation: str, honors: str) -> None:
    """Write HAND, in whatever notation it is, in another."""
    with plainly():
        echo(Hand.parse(hand, honors).format(notation, honors))
