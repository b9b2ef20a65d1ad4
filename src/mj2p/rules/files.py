"""Rule sets as TOML files: those of this folder by name (`names`, `get`), and one's own (`load`, `check`)."""

from __future__ import annotations

import functools
import os
import re
from typing import Final

from ..errors import RuleSetError
from .ruleset import RuleSet, build

__all__ = ["check", "get", "load", "names"]

MAX_FILE: Final = 1 << 20
#: A key of very many parts, on which tomllib would be quadratic. Nothing here is tried twice: it is linear itself.
_DEEP: Final = r"""(?<![\w"'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[^\S\n]*+\.[^\S\n]*+){32}"""
_FOLDER: Final = os.path.dirname(__file__)


@functools.cache
def names() -> tuple[str, ...]:
    """The names of the built-in rule sets, the default first."""
    found = [name.removesuffix(".toml") for name in os.listdir(_FOLDER) if name.endswith(".toml")]
    games = [name for name in found if not _built_in(name).abstract]
    order = {name: _built_in(name).order for name in games}
    return tuple(sorted(games, key=lambda name: (order[name] == 0, order[name], name)))  # without a place: last


@functools.cache
def _built_in(name: str) -> RuleSet:
    path = os.path.join(_FOLDER, f"{name}.toml")
    if not re.fullmatch(r"[a-z0-9_]{1,64}", name) or not os.path.isfile(path):
        raise RuleSetError(f"no rule set is called {name!r}; there are {', '.join(names())}")
    with open(path, encoding="utf-8") as file:
        return _read(file.read(), f"{name}.toml")


def get(name: str | RuleSet = "duel64") -> RuleSet:
    """A built-in rule set by name (a RuleSet is given back as it is). RuleSetError names those that there are."""
    if isinstance(name, RuleSet):
        return name
    if not isinstance(name, str):
        raise TypeError(f"rules must be a name or a RuleSet, not {type(name).__name__}")
    try:
        return _built_in(name)
    except RuleSetError as error:
        if name.endswith(".toml"):
            raise RuleSetError(f"{error}; mj2p.rules.load(path) reads a file") from None
        raise


def load(path: str | os.PathLike[str]) -> RuleSet:
    """Read a rule set from a TOML file; RuleSetError lists every problem with its place."""
    path = os.fspath(path)
    try:
        size = os.path.getsize(path)
        if size > MAX_FILE:
            raise RuleSetError(f"{path}: {size} bytes; a rule set file has {MAX_FILE} at most")
        with open(path, "rb") as file:
            data = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        if isinstance(error, RuleSetError):
            raise
        raise RuleSetError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > MAX_FILE:
        raise RuleSetError(f"{path}: over {MAX_FILE} bytes; a rule set file has no more")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleSetError(f"{path}: not UTF-8 (byte {error.start})") from error
    return _read(text, path)


def check(path: str | os.PathLike[str]) -> list[str]:
    """Every problem of a rule set file, each with its place; an empty list where it is sound."""
    try:
        load(path)
    except RuleSetError as error:
        return list(error.problems)
    return []


def _read(text: str, place: str) -> RuleSet:
    import tomllib  # these here: whoever imports mj2p reads no file yet

    from .draft import Draft
    from .problems import refusal

    if re.search(_DEEP, text):
        raise RuleSetError(f"{place}: not TOML: nested too deeply")
    try:
        table = tomllib.loads(text)
    except (RecursionError, ValueError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        if "Invalid statement" in said and not text.isascii():
            said += "; a Chinese name before = stands in quotes: \"清龙\" = 20"
        raise RuleSetError(f"{place}: not TOML: {said}") from error
    parent = table.get("parent")
    problems: list[str] = []
    base = None
    if isinstance(parent, str):
        try:
            base = _built_in(parent)
        except RuleSetError as error:
            problems.append(f"parent: {error}")
    elif table.get("name") != "standard" or table.get("abstract") is not True:
        problems.append("parent: a rule set names the one it starts from, such as \"standard\" or \"duel64\"")
    if problems:  # all that can be said of a file without its parent
        draft = Draft(_built_in("standard"), problems)
        draft.apply(table)
        raise refusal(problems, place, text)
    return build(table, base, place, text, problems)
