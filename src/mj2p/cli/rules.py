"""Rule sets: `rules list`, `show`, `check` and `diff`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

import mj2p
from mj2p import RuleSet

from .options import lang_option, read_rules
from .show import echo, names, table


@click.group()
def rules() -> None:
    """List, show, check and compare rule sets."""


@rules.command("list")
def list_() -> None:
    """The built-in rule sets."""
    found = [mj2p.rules.get(name) for name in mj2p.rules.names()]
    table(["name", "fans", "title"], [(one.name, len(one.fans), one.title) for one in found], right=(1,))


def scoring(one: RuleSet) -> dict[str, str]:
    """The settings that say how a hand is scored."""
    return spelt(one.tiles) | spelt(one.scoring)


def playing(one: RuleSet) -> dict[str, str]:
    """The settings that say how it is played and paid."""
    return spelt(one.play) | spelt(one.settlement)


def spelt(settings: Mapping[str, Any]) -> dict[str, str]:
    return {key: said(value) for key, value in settings.items()}


def said(value: Any) -> str:
    """A value as the file has it, without its quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


@rules.command()
@click.argument("name", type=read_rules)
@lang_option
def show(name: RuleSet, lang: str) -> None:
    """All about the rule set NAME (or a file): tiles, settings, fans."""
    heads = {"name": name.name, "title": name.title, "source": name.source, "parent": name.parent or "-"}
    told = heads | scoring(name) | playing(name) | {"fingerprint": name.fingerprint}
    table(["setting", "value"], told.items())
    echo()
    rows = [(rule.fan.id, names(rule.fan, lang), rule.value, rule.limit) for rule in name.fans.values()]
    table(["id", f"fan ({len(rows)})", "value", "at most"], rows, right=(2, 3))


@rules.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def check_file(file: str) -> None:
    """List every problem of the rule set in FILE; exit status 1 where there are any."""
    problems = mj2p.rules.check(file)
    for problem in problems:
        echo(problem)
    if problems:
        sys.exit(1)
    one = mj2p.rules.load(file)
    echo(f"{one.name}: {len(one.fans)} fans, no problems, fingerprint {one.fingerprint}")


def facts(one: RuleSet) -> dict[str, str]:
    """Everything that can change a score: settings, values, exclusions, limits."""
    found = scoring(one)
    for rule in one.fans.values():
        found[rule.fan.id] = str(rule.value)
        if rule.limit is not None:
            found[f"{rule.fan.id}, at most"] = str(rule.limit)
        for other, kind in rule.excludes:
            found[f"{rule.fan.id} > {other.id}"] = kind
    return found


@rules.command()
@click.argument("a", type=read_rules)
@click.argument("b", type=read_rules)
@click.option("--play", is_flag=True, help="Also how they are played and paid.")
def diff(a: RuleSet, b: RuleSet, play: bool) -> None:
    """What scores differently in the rule sets A and B (names or files)."""
    played = changes(playing(a), playing(b))
    changed = changes(facts(a), facts(b)) + (played if play else [])
    if changed:
        table(["", a.name, b.name], changed)
    elif played:
        echo(f"no difference in what a hand scores; {len(played)} in how it is played and paid (--play)")
    else:
        echo("no difference")


def changes(left: dict[str, str], right: dict[str, str]) -> list[tuple[str, str, str]]:
    """What is not the same on both sides, with both."""
    return [
        (what, left.get(what, "-"), right.get(what, "-"))
        for what in dict.fromkeys((*left, *right))
        if left.get(what) != right.get(what)
    ]
