"""Writes the pages that are made from data: one a rule set, their index, and the speeds in the README.

    python tools/make_docs.py            write what has changed
    python tools/make_docs.py --check    write nothing; name the stale pages and exit 1 where there are any

`docs/play.md` has the action table, `docs/rule-files.md` the settings of play, from the package. `docs/rules/NAME.md`
comes from the rule set alone; the example hands (`Fan.example`) are scored while the page is made, and a fan without
one that counts is an error unless `Fan.one_suit` says why. The table in the README comes from
`bench/results.json`, a row for each of `SPEEDS` that the file has.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import mj2p
from mj2p.rules.catalogue import FANS
from mj2p.rules.settings import BY_NAME, SETTINGS, TABLES, of_table
from mj2p.scoring.examples import example

ROOT = Path(__file__).resolve().parent.parent
MADE = "<!-- Made by tools/make_docs.py from the data of the rule set: change that, then run `make docs`. -->"

#: README row -> name of the row in bench/results.json.
SPEEDS = {
    "one call: `score(hand)`": "score_hand",
    "one call: `score(text)`": "score_text",
    "a numpy batch: `score_batch(records)`": "score_batch",
    "two threads: `score_batch(records, threads=2)`": "score_batch_two_threads",
    'a numpy batch of `mcr`: `score_batch(records, "mcr")`': "score_batch_mcr",
}
START, END = "<!-- speed: made by tools/make_docs.py -->\n", "<!-- /speed -->"


# ---- Markdown --------------------------------------------------------------------------------------------------------


def table(head: Iterable[str], rows: Iterable[Iterable[object]], right: Iterable[int] = ()) -> list[str]:
    """A table, one line per row (the | of a hand must not end its cell); `right`: columns of numbers."""
    head, right = list(head), set(right)
    rule = ["---:" if column in right else "---" for column in range(len(head))]
    return ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in (head, rule, *rows)]


def said(value: Any) -> str:
    """A setting's value as a file has it."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return ", ".join(f"`{one}`" for one in value) if isinstance(value, tuple) else f"`{value}`"


# ---- A rule set ------------------------------------------------------------------------------------------------------


def page(rules: mj2p.RuleSet) -> str:
    """The page of a rule set."""
    unit = "steps" if rules.scoring["unit"] == "steps" else "fans"
    parent = mj2p.rules.get(rules.parent) if rules.parent else None
    lines = [
        f"# {rules.title}",
        "",
        MADE,
        "",
        f"`{rules.name}` · {len(rules.fans)} fans · source: {rules.source} · fingerprint `{rules.fingerprint}`",
        "",
        f'`mj2p.score(hand, rules="{rules.name}")`. How a hand is scored: [scoring](../scoring.md); '
        "how to change a rule set: [rule files](../rule-files.md); all of them: [rule sets](index.md).",
        "",
    ]
    if parent:
        lines += [f"## What it differs in from `{parent.name}`", "", *differences(rules, parent), ""]
    settings = {**rules.tiles, **rules.scoring}
    lines += ["## Settings", ""]
    lines += table(
        ["setting", "value", "meaning"],
        [(f"`{row.name}`", said(settings[row.name]), row.meaning) for row in SETTINGS if row.name in settings],
    )
    lines += playing(rules) if rules.play["players"] else []
    lines += [
        "",
        "## Fans",
        "",
        f'Values are in {unit}; "each": the fan counts as often as it occurs. Of what a fan takes away, *one* means '
        "one count of it, *its* those made of its own sets; else it is the whole fan, every time it counts.",
        "",
    ]
    heads = ["中文", "English", "id", "value", "what it needs", "takes away", "is taken away by"]
    lines += table(heads, fan_rows(rules), right=(3,))
    lines += ["", "## An example of each", "", "Scored by this rule set when the page was made.", ""]
    lines += table(["中文", "hand", "total", "what counts"], example_rows(rules), right=(2,))
    return "\n".join(lines) + "\n"


def fan_rows(rules: mj2p.RuleSet) -> Iterator[tuple[object, ...]]:
    """One row per fan: its names, value, and exclusions both ways."""
    for rule in rules.fans.values():
        value = f"{rule.value} each" if rule.fan.repeats else rule.value
        if rule.limit is not None:
            value = f"{value}, {rule.limit} at most"
        ways = (rule.excludes, rule.excluded_by)
        taken = [", ".join(f"*{kind}* {fan.zh}" if kind != "whole" else fan.zh for fan, kind in way) for way in ways]
        yield rule.fan.zh, rule.fan.en, f"`{rule.fan.id}`", value, rule.needs, *taken


def example_rows(rules: mj2p.RuleSet) -> Iterator[tuple[object, ...]]:
    """A scored hand for each fan; ValueError for a fan that has none and should."""
    for rule in rules.fans.values():
        score = example(rule.fan.id, rules)
        if score is not None:
            hand = str(score.hand).removesuffix("|EE0000||")
            yield rule.fan.zh, f"`{hand}`", total(score), ", ".join(map(counted, score.fans))
        elif rule.fan.one_suit and rules.nsuits == 1:
            yield rule.fan.zh, "-", "", f"cannot occur with one suit: {rule.fan.one_suit}"
        else:
            raise ValueError(f"no example of {rule.fan} counts in {rules.name}: its row of the catalogue needs a hand")


def counted(one: Any) -> str:
    """A fan of a score: 清龙 16, 幺九刻 1 × 2."""
    return f"{one.fan.zh} {one.value}" + (f" × {one.count}" if one.count > 1 else "")


def total(score: mj2p.Score) -> str:
    """A total, and what a cap made of it."""
    return str(score.raw) if score.points == score.raw else f"{score.points} of {score.raw}"


def playing(rules: mj2p.RuleSet) -> list[str]:
    """How it is played and paid, as far as it is not as in every game; its rooms and titles."""
    standard, lines = mj2p.rules.get("standard"), ["", "## Play", ""]
    lines += [f"`mj2p.Game(\"{rules.name}\")`: [playing a hand](../play.md). Everything else is as "
              "[rule files](../rule-files.md#play) say where nothing is said.", ""]
    own, usual = {**rules.play, **rules.settlement}, {**standard.play, **standard.settlement}
    rows = [(f"`{key}`", said(value), BY_NAME[key].meaning) for key, value in own.items() if value != usual[key]]
    lines += table(["setting", "value", "meaning"], rows)
    if rules.rooms:
        rows = [(name, base, least, most or "any") for name, (base, least, most) in rules.rooms.items()]
        lines += ["", *table(["room", "beans a unit", "least carried", "most"], rows, right=(1, 2, 3))]
    if rules.titles:
        titles = ", ".join(f"{name} {most}" for name, most in rules.titles.items())
        lines += ["", f"Titles by score, up to: {titles}."]
    return lines


def differences(rules: mj2p.RuleSet, parent: mj2p.RuleSet) -> list[str]:
    """One line per kind of difference between a rule set and its parent."""
    lines = []
    for mine, theirs in ((rules.tiles, parent.tiles), (rules.scoring, parent.scoring)):
        lines += [f"`{key}`: {said(mine[key])}, not {said(theirs[key])}" for key in mine if mine[key] != theirs[key]]
    mine_only = [fan for fan in FANS if fan.id in rules.members and fan.id not in parent.members]
    parent_only = [fan for fan in FANS if fan.id in parent.members and fan.id not in rules.members]
    kept = [fan for fan in FANS if fan.id in rules.members and fan.id in parent.members]
    few = len(kept) < len(parent_only)  # then what is kept is the shorter list
    for words, fans in (
        (f"keeps {len(kept)} of its {len(parent.members)} fans", kept if few else []),
        (f"{len(parent_only)} fans less", [] if few else parent_only),
        (f"{len(mine_only)} fans more", mine_only),
    ):
        if fans:
            lines.append(f"{words}: {', '.join(fan.zh for fan in fans)}")
    values = [
        f"{fan.zh} {rules.values[fan.id]} ({parent.values[fan.id]})"
        for fan in FANS
        if fan.id in rules.members and rules.values[fan.id] != parent.values.get(fan.id, rules.values[fan.id])
    ]
    if values:
        lines.append(f"values (the parent's): {', '.join(values)}")
    lines += exclusion_differences(rules, parent)
    limits = {fan: times for fan, times in rules.limits.items() if parent.limits.get(fan) != times}
    if limits:
        lines.append("limits: " + ", ".join(f"{rules.fans[fan].fan.zh} {times}" for fan, times in limits.items()))
    return [f"- {line}" for line in lines] or ["Nothing but its name."]


def exclusion_differences(rules: mj2p.RuleSet, parent: mj2p.RuleSet) -> Iterator[str]:
    """Exclusions more and less, among the fans of the rule set."""
    zh = {fan.id: fan.zh for fan in FANS}

    def edges(one: mj2p.RuleSet) -> dict[tuple[str, str], str]:
        pairs = [(fan, *text.rpartition(" ")[::2]) for fan, targets in one.exclusions.items() for text in targets]
        return {(fan, other): kind for fan, kind, other in pairs if {fan, other} <= set(rules.members)}

    mine, theirs = edges(rules), edges(parent)
    if theirs and not mine:
        yield "no fan takes another away"
        return
    for word, one, other in (("more", mine, theirs), ("less", theirs, mine)):
        found = [
            f"{zh[fan]} > {kind + ' ' if kind else ''}{zh[target]}"
            for (fan, target), kind in one.items()
            if other.get((fan, target)) != kind
        ]
        if found:
            yield f"exclusions {word}: {', '.join(found)}"


def index(names: Iterable[str]) -> str:
    """The rule sets side by side, and what each fan is worth in each."""
    every = [mj2p.rules.get(name) for name in names]
    says = "The first is the default. Each is one file of data that says how it differs from its parent."
    lines = ["# Rule sets", "", MADE, "", says, ""]
    lines += table(
        ["name", "title", "kinds", "flowers", "fans", "cap"],
        [
            (
                f"[`{one.name}`]({one.name}.md)",
                one.title,
                16 if one.nsuits == 1 else 34,
                one.flowers,
                len(one.fans),
                one.scoring["cap_total"] or one.scoring["cap_points"] or "-",
            )
            for one in every
        ],
        right=(2, 4, 5),
    )
    says = "In the order of the catalogue, which is that of the bits of a batch."
    lines += ["", "## What each fan is worth", "", says, ""]
    rows = []
    for fan in FANS:
        values = [one.fans[fan.id].value if fan.id in one.fans else "" for one in every]
        rows.append((fan.index, fan.zh, fan.en, f"`{fan.id}`", *values))
    heads = ["bit", "中文", "English", "id", *(f"`{one.name}`" for one in every)]
    lines += table(heads, rows, right=(0, *range(4, len(heads))))
    return "\n".join(lines) + "\n"


# ---- Speeds ----------------------------------------------------------------------------------------------------------


def speeds(results: Mapping[str, Any] | None) -> str:
    """The table of the README out of what `make bench` wrote; without it, how to get one."""
    measured = {row["name"]: row for row in results["rows"]} if results else {}
    rows = [(label, measured[name]) for label, name in SPEEDS.items() if name in measured]
    if not results or not rows:
        return "`make bench` measures one call, a numpy batch and two threads, beside PyMahjongGB on the same hands.\n"
    lines = table(
        ["full fan search", "a hand", "times as fast as PyMahjongGB"],
        [(label, nanoseconds(row["ns"]), ratio(row.get("ratio_to_pymahjonggb"))) for label, row in rows],
        right=(1, 2),
    )
    lines += [
        "",
        f"Measured by `make bench` on {results['machine']}: complete closed hands of `duel64`, and hands of every form "
        "of `mcr`. PyMahjongGB scores the same hands, one call each, in the same run, by its own table of fans.",
    ]
    return "\n".join(lines) + "\n"


def nanoseconds(ns: float) -> str:
    return f"{ns:,.0f} ns" if ns < 1000 else f"{ns / 1000:.2g} µs"


def ratio(times: float | None) -> str:
    return "-" if times is None else f"{times:,.1f}" if times < 10 else f"{times:,.0f}"


# ---- Play ------------------------------------------------------------------------------------------------------------


def action_table() -> str:
    """The action table for one suit and three: rows of one action, or of one a kind."""
    one, three = mj2p.actions("duel64"), mj2p.actions("three144")

    def numbers(table: tuple[mj2p.Action, ...], name: str) -> str:
        found = [action.number for action in table if action.name == name]
        return str(found[0]) if len(found) == 1 else f"{found[0]}-{found[-1]}"

    rows = []
    for name in dict.fromkeys(action.name for action in three):
        first = next(action for action in three if action.name == name)
        zh, en = (first.zh, first.en) if first.tile is None else (first.zh[:-2] + "…", first.en[:-2] + "…")
        rows.append((numbers(one, name), numbers(three, name), f"`{name}`", zh, en))
    return "\n".join(table(["K = 16", "K = 34", "name", "中文", "English"], rows, right=(0, 1))) + "\n"


def play_settings(home: str) -> str:
    """The settings of [play] or [settlement], what they may be and what they mean."""
    rows = []
    for row in of_table(home).values():
        if isinstance(row.kind, tuple):
            may = " or ".join(f'`"{word}"`' for word in row.kind)
        else:
            may = "`true`, `false`" if row.kind is bool else f"{int(row.name.endswith('_factor'))}-{row.kind}"
        default = f'"{row.default}"' if isinstance(row.kind, tuple) else str(row.default).lower()
        rows.append((f"`{row.name}`", may, f"`{default}`", row.meaning))
    return "\n".join(table(["key", "value", "where nothing is said", "means"], rows)) + "\n"


def toml_settings() -> str:
    """Every setting with its default, as `standard.toml` has them."""
    lines = []
    for home in TABLES:
        lines += ["", f"[{home}]"]
        for row in of_table(home).values():
            default = list(row.default) if isinstance(row.default, tuple) else row.default
            lines += [f"# {row.meaning.replace('`', '')}", f"{row.name} = {json.dumps(default)}"]
    return "\n".join(lines[1:]) + "\n"


def between(text: str, name: str, made: str, comment: str = "<!-- {} -->") -> str:
    """The text with what is made between the two lines of that name."""
    start, end = comment.format(f"{name}: made by tools/make_docs.py") + "\n", comment.format(f"/{name}")
    before, found, rest = text.partition(start)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"a page lacks the lines {start.strip()} and {end}")
    return before + start + made + end + after


def readme(text: str, results: Mapping[str, Any] | None) -> str:
    """The README with its table of speeds."""
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise ValueError(f"README.md lacks the lines {START.strip()} and {END}")
    return before + start + speeds(results) + end + after


# ---- All of it -------------------------------------------------------------------------------------------------------


def pages(root: Path = ROOT) -> dict[Path, str]:
    """Every generated page and what should stand in it."""
    names = mj2p.rules.names()
    made = {root / "docs/rules" / f"{name}.md": page(mj2p.rules.get(name)) for name in names}
    made[root / "docs/rules/index.md"] = index(names)
    play, files = root / "docs/play.md", root / "docs/rule-files.md"
    made[play] = between(play.read_text(encoding="utf-8"), "actions", action_table())
    text = between(files.read_text(encoding="utf-8"), "play", play_settings("play"))
    made[files] = between(text, "settlement", play_settings("settlement"))
    standard = root / "src/mj2p/rules/standard.toml"
    made[standard] = between(standard.read_text(encoding="utf-8"), "settings", toml_settings(), "# {}")
    measured = root / "bench/results.json"
    results = json.loads(measured.read_text(encoding="utf-8")) if measured.exists() else None
    made[root / "README.md"] = readme((root / "README.md").read_text(encoding="utf-8"), results)
    return made


def stale(root: Path = ROOT) -> list[tuple[Path, str | None]]:
    """The pages that are not as they should be, each with what should stand in it; None: it should not be there."""
    made = pages(root)
    found: list[tuple[Path, str | None]] = [
        (path, text) for path, text in made.items() if not path.exists() or path.read_bytes() != text.encode()
    ]
    others = [path for path in sorted((root / "docs/rules").glob("*.md")) if path not in made]
    return found + [(path, None) for path in others if MADE in path.read_text(encoding="utf-8")]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Write, or check."""
    parser = argparse.ArgumentParser(description="Write the pages that are made from data.")
    parser.add_argument("--check", action="store_true", help="write nothing; name stale pages and exit 1")
    check = parser.parse_args(arguments).check
    found = stale(root)
    for path, text in found:
        print(f"{path.relative_to(root)}: {'is stale, run make docs' if check else 'written' if text else 'removed'}")
        if check:
            continue
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
    return 1 if check and found else 0


if __name__ == "__main__":
    sys.exit(main())
