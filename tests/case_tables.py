"""The tables of `tests/cases` read: rows of scored hands, fans in three hands each, values and exclusions of fans."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from rule_sets import NAMES

CASES = Path(__file__).parent / "cases"
#: The rule sets that have scored hands here; those of suihua112 are in second/ and test_suihua.py.
RULES = tuple(name for name in NAMES if (CASES / f"{name}.jsonl").exists())


def scored_rows() -> list[dict[str, Any]]:
    """Hands with their totals and fans, or `win` false, or the kind of `error`; {"hand", "rules", ...} each."""
    files = [CASES / f"{rules}.jsonl" for rules in RULES]
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def _lines(name: str) -> list[str]:
    text = (CASES / name).read_text(encoding="utf-8")
    return [line for row in text.splitlines() if (line := re.sub(r"(^|\s)#.*", "", row).rstrip())]


class FanRow(NamedTuple):
    """A hand about a fan: `sign` + counted, - excluded `by` another, . missed. No `fans`: no win; no `hand`: `why`."""

    rules: str
    fan: str
    sign: str
    hand: str | None
    fans: Counter[str] | None
    by: str | None
    why: str | None


def fan_rows() -> list[FanRow]:
    rows, rules, fan = [], "", ""
    for line in _lines("fans.txt"):
        if line.startswith("=="):
            rules = line.removeprefix("==").strip()
        elif line[0] not in "+-.":
            fan = line
        else:
            hand, said, *by = re.split(r"\s{2,}", line[2:].strip())
            if hand == "none":
                rows.append(FanRow(rules, fan, line[0], None, None, None, said))
            else:
                rows.append(FanRow(rules, fan, line[0], hand, _fans(said), by[0] if by else None, None))
    return rows


def _fans(said: str) -> Counter[str] | None:
    """'清龙 花牌×2' -> how often each counts; 'no win' -> None."""
    if said == "no win":
        return None
    fans: Counter[str] = Counter()
    for word in said.split():
        name, _, times = word.partition("×")
        fans[name] += int(times or 1)
    return fans


class FanNames(NamedTuple):
    """A row of the rulebook's table; `values` by rule set, for those that have the fan."""

    id: str
    zh: str
    en: str
    values: dict[str, int]


def fan_values() -> list[FanNames]:
    rows = []
    columns = re.search(r"^# id .* English +(.*)$", (CASES / "fan_values.txt").read_text(encoding="utf-8"), re.M)
    assert columns
    for line in _lines("fan_values.txt"):
        id, zh, en, *values = re.split(r"\s{2,}", line.strip(), maxsplit=3)
        worth = zip(columns[1].split(), values[0].split(), strict=True)
        rows.append(FanNames(id, zh, en, {rules: int(value) for rules, value in worth if value != "-"}))
    return rows


def exclusions() -> set[tuple[str, str, str]]:
    """(fan, what it takes away, whole | one | its), by 中文 names."""
    found = set()
    for line in _lines("exclusions.txt"):
        fan, _, targets = line.partition(" > ")
        for target in targets.split(", "):
            kind, _, name = target.rpartition(" ")
            found.add((fan, name, kind or "whole"))
    return found
