"""The fans of a rule set: `fans` lists them, `explain` tells all about one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import click

import mj2p
from mj2p import Fan, RuleSet

from .options import json_option, lang_option, rules_option
from .show import echo, names, table, tiles

#: How much of an excluded fan an exclusion takes away, where that is not the whole of it.
PARTS = {"one": "one of it", "its": "that of its own sets"}


def row(rule: mj2p.rules.FanRule) -> dict[str, Any]:
    """A fan as JSON has it."""
    return {
        "id": rule.fan.id,
        "zh": rule.fan.zh,
        "en": rule.fan.en,
        "value": rule.value,
        "repeats": rule.fan.repeats,
        "limit": rule.limit,
        "needs": rule.needs,
        "excludes": {other.id: kind for other, kind in rule.excludes},
        "excluded_by": {other.id: kind for other, kind in rule.excluded_by},
    }


@click.command()
@rules_option
@json_option
@lang_option
def fans(rules: RuleSet, as_json: bool, lang: str) -> None:
    """List the fans of a rule set with their values."""
    if as_json:
        echo(json.dumps([row(rule) for rule in rules.fans.values()], ensure_ascii=False))
        return
    rows = [(rule.fan.id, names(rule.fan, lang), rule.value, rule.needs) for rule in rules.fans.values()]
    table(["id", "fan", "value", "needs"], rows, right=(2,))


def find(name: str, rules: RuleSet) -> mj2p.rules.FanRule:
    """The fan of a rule set by id, English or Chinese name."""
    try:
        fan = mj2p.catalogue.find(name)
    except KeyError as error:
        raise click.UsageError(error.args[0]) from None
    if fan.id not in rules.fans:
        homes = ", ".join(home for home in mj2p.rules.names() if fan.id in mj2p.rules.get(home).fans)
        raise click.UsageError(f"{fan.zh} {fan.en} ({fan.id}) is not in {rules.name}; it is in {homes}")
    return rules.fans[fan.id]


def listed(edges: Iterable[tuple[Fan, str]], lang: str) -> str:
    """Fans at the other end of exclusions, with what is taken where it is not the whole fan."""
    return ", ".join(names(fan, lang) + (f" ({PARTS[kind]})" if kind in PARTS else "") for fan, kind in edges) or "-"


@click.command()
@click.argument("fan")
@rules_option
@json_option
@lang_option
def explain(fan: str, rules: RuleSet, as_json: bool, lang: str) -> None:
    """Tell all about FAN (id, English or 中文): what it needs, its value, its exclusions both ways, an example."""
    rule = find(fan, rules)
    scored = mj2p.example(rule.fan.id, rules)
    if as_json:
        told = row(rule) | {"rules": rules.name, "example": scored and scored.to_dict()}
        echo(json.dumps(told, ensure_ascii=False))
        return
    times = "each time it occurs" if rule.fan.repeats else "once"
    if rule.limit:
        times += f", {rule.limit} at most"
    if scored is None:
        hand = "no hand of these tiles has it" if rules.parent else "-"
    else:
        sum_of = ", ".join(
            f"{names(f.fan, lang)} {f.value}" + (f" × {f.count}" if f.count > 1 else "") for f in scored.fans
        )
        hand = f"{tiles(scored.hand)} = {scored.total}: {sum_of}"
    echo(f"{names(rule.fan, lang)} ({rule.fan.id}): {rule.value} in {rules.name}")
    for label, text in (
        ("needs", rule.needs),
        ("counts", times),
        ("takes away", listed(rule.excludes, lang)),
        ("taken away by", listed(rule.excluded_by, lang)),
        ("example", hand),
    ):
        echo(f"  {label:<15}{text}")
