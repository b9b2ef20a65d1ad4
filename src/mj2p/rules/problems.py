"""Where the problems of a rule set file stand in it: `refusal` makes the error that lists them by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..errors import RuleSetError
from . import catalogue

__all__ = ["refusal"]


def refusal(problems: Iterable[str], place: str, text: str) -> RuleSetError:
    """All problems in one error, each with its place, and with its line where `text` has it."""
    lines = _lines(text)
    listed = [f"{place}{_line(lines, problem)}: {problem}" for problem in problems]
    return RuleSetError("\n".join(listed), listed)


def _lines(text: str) -> dict[tuple[str | None, str], int]:
    """Where each key of a file stands: (table, key in lower case) -> line; in no table as well, where it is first."""
    lines: dict[tuple[str | None, str], int] = {}
    table = None
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([^\]]*)\]", line):
            table = header[1].strip()
        elif key := re.match(r"[\"']?([^\"'=.#]++)[\"']?\s*+[.=]", line.lstrip()):
            lines.setdefault((table, key[1].strip().lower()), number)
            lines.setdefault((None, key[1].strip().lower()), number)
    return lines


def _line(lines: Mapping[tuple[str | None, str], int], problem: str) -> str:
    """':line' of the `[table] key` that a problem begins with, where the file has it under any name of the fan."""
    if not (found := re.match(r"(?:\[(\w+)\] )?([^:]+):", problem)):
        return ""
    table, key = found.groups()
    fan = catalogue.BY_ID.get(key)
    for name in (key, fan.zh, fan.en) if fan else (key,):
        if number := lines.get((table, name.lower())):
            return f":{number}"
    return ""
