"""Rule sets as data: `RuleSet`, read from a TOML file that says how it differs from its parent, or derived at run time.

A file has up to eleven tables (see `rules/standard.toml`, which has most of them):

    parent = "duel64"                     what it starts from
    name = "mine"                         and title, source, abstract
    [scoring]     unit, principle, forms, needs, cap_total, cap_points, minimum, concealed_hand, four_melds
    [tiles]       suits, honors, flowers, flowers_max, special_melds, dealer_is_east
    [play]        how a hand goes (see `playrules`)
    [settlement]  how it is paid
    [fans]        with = [...], without = [...] or only = [...]
    [values]      fan = value
    [exclusions]  fan = ["other", "one other", "its other", "not other"], inherit = false
    [limits]      repeating fan = how often it counts at most
    [rooms]       name = [base, least carried, most carried (0: any amount)], in place of all the parent's
    [titles]      name = the highest score that has it, in place of all the parent's

Fans are named by id, Chinese or English name. `check` lists every problem of a file with its place.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ..errors import RuleSetError
from . import catalogue
from .catalogue import Fan
from .settings import PLAY_SETTINGS

if TYPE_CHECKING:
    from .._core import Packed

__all__ = ["FanRule", "RuleSet", "check", "get", "load", "names"]

MAX_FILE: Final = 1 << 20
INT32: Final = 2**31 - 1
#: Bits of the forms beside four sets and a pair, as the core has them.
FORMS: Final = {"four_sets": 0, "seven_pairs": 1, "thirteen_orphans": 2, "knitted": 4, "knitted_straight": 8}
#: What a finished hand needs beside its form, as bits of the core; which honours there are.
NEEDS: Final = {"pung_or_honor_pair": 1, "chow": 2, "terminal_or_honor": 4, "two_suits": 8, "four_tiles": 16}
HONORS: Final = {"all": "ESWNCFP", "red_dragon": "C"}
FLOWERS: Final = {"none": 0, "count": 1, "each": 2}
KINDS: Final = ("whole", "one", "its")
#: How often a repeating fan can occur in one hand.
MOST_TIMES: Final = {"flower_tile": 15, "season_flower": 2, "pung_of_terminals_or_honors": 4}
#: ... and of two chows, where each pair of the four counts (principle "none").
MOST_PAIRS: Final = 6

#: table -> setting -> what it may be: a tuple of words, a dict (a list of its words), bool, or the largest number.
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "scoring": {
        "unit": ("fans", "steps"),
        "principle": ("account_once", "none"),
        "forms": FORMS,
        "needs": NEEDS,
        "cap_total": INT32,
        "cap_points": INT32,
        "minimum": INT32,
        "concealed_hand": ("closed", "no_melds"),
        "four_melds": ("any", "all_pungs"),
    },
    "tiles": {
        "suits": 3,
        "flowers": tuple(FLOWERS),
        "flowers_max": 15,
        "honors": tuple(HONORS),
        "special_melds": bool,
        "dealer_is_east": bool,
    },
}
HEADINGS: Final = {"name": str, "title": str, "source": str, "parent": str, "abstract": bool}
ALL_SETTINGS: Final = {**SETTINGS, **PLAY_SETTINGS}
TABLES: Final = (*ALL_SETTINGS, "fans", "values", "exclusions", "limits", "rooms", "titles")

#: Fans that cannot occur with one suit.
NEEDS_SUITS: Final = frozenset(
    (
        "all_green", "thirteen_orphans", "greater_honors_and_knitted", "lesser_honors_and_knitted",
        "knitted_straight", "three_suited_terminal_chows", "triple_pung", "double_pung", "mixed_straight",
        "mixed_triple_chow", "mixed_shifted_pungs", "mixed_shifted_chows", "mixed_double_chow", "all_types",
        "one_voided_suit", "reversible_tiles",
    )
)
#: Fans that need a form, and fans that need the eight flowers one by one.
NEEDS_FORM: Final = {
    "seven_pairs": "seven_pairs",
    "seven_shifted_pairs": "seven_pairs",
    "thirteen_orphans": "thirteen_orphans",
    "greater_honors_and_knitted": "knitted",
    "lesser_honors_and_knitted": "knitted",
}
NEEDS_FLOWERS: Final = ("season_flower", "four_plants", "eight_immortals")
#: `its`: the sets of these fans may be told apart from others of the excluded one.
ITS: Final = {
    "pung_of_terminals_or_honors": ("little_four_winds", "big_three_winds", "prevalent_wind", "seat_wind"),
    "pure_double_chow": ("pure_triple_chow",),
    "short_straight": ("pure_straight",),
    "two_terminal_chows": ("pure_straight",),
    "mixed_double_chow": ("mixed_triple_chow",),
}


#: What 门前清 needs with `concealed_hand = "no_melds"`: the one fan that has a setting of its name.
NO_MELDS: Final = "no chow, pung or kong of any sort, drawn or claimed"


@dataclasses.dataclass(frozen=True, slots=True)
class FanRule:
    """A fan in a rule set: its value, what it takes away, what takes it away, how often it counts (None: any), what it
    needs."""

    fan: Fan
    value: int
    excludes: tuple[tuple[Fan, str], ...]
    excluded_by: tuple[tuple[Fan, str], ...]
    limit: int | None
    needs: str  # as `Fan.needs`, unless a setting changes it


class _Fans(Mapping[str, FanRule]):
    """The fans of a rule set in the order of the catalogue, found by id, Chinese or English name."""

    def __init__(self, rules: RuleSet) -> None:
        out = {fan: [(target, kind) for source, target, kind in rules.edges if source == fan] for fan in rules.members}
        by = {fan: [(source, kind) for source, target, kind in rules.edges if target == fan] for fan in rules.members}
        self._rules = {
            fan: FanRule(
                catalogue.BY_ID[fan],
                rules.values[fan],
                tuple((catalogue.BY_ID[other], kind) for other, kind in out[fan]),
                tuple((catalogue.BY_ID[other], kind) for other, kind in by[fan]),
                rules.limits.get(fan),
                NO_MELDS if rules.scoring.get(fan) == "no_melds" else catalogue.BY_ID[fan].needs,
            )
            for fan in rules.members
        }

    def __getitem__(self, name: str | Fan) -> FanRule:
        fan = name if isinstance(name, Fan) else catalogue.find(name)
        try:
            return self._rules[fan.id]
        except KeyError:
            raise KeyError(f"{fan} is not in this rule set") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


@dataclasses.dataclass(frozen=True, eq=False)
class RuleSet:
    """A checked rule set: frozen, hashable, picklable, shared by threads. Made by `get`, `load` and `derive`.

    `values` hold all fans that have one here or in an ancestor; `members` are those that are in. `edges` are the
    exclusions among members: (fan, excluded fan, 'whole' | 'one' | 'its'). `fans` gives all that by name.
    `rooms`: name -> (base, least, most carried; most 0: any amount); `titles`: name -> the highest score that has it.
    """

    name: str
    title: str
    source: str
    parent: str | None
    abstract: bool
    scoring: Mapping[str, Any]
    tiles: Mapping[str, Any]
    play: Mapping[str, Any]
    settlement: Mapping[str, Any]
    members: tuple[str, ...]
    values: Mapping[str, int]
    exclusions: Mapping[str, tuple[str, ...]]
    limits: Mapping[str, int]
    rooms: Mapping[str, tuple[int, int, int]]
    titles: Mapping[str, int]

    @functools.cached_property
    def edges(self) -> tuple[tuple[str, str, str], ...]:
        """Exclusions among the fans that are in."""
        return tuple(
            (fan, target, kind)
            for fan, targets in self.exclusions.items()
            for kind, target in map(_edge, targets)
            if fan in self.members and target in self.members
        )

    @functools.cached_property
    def fans(self) -> _Fans:
        """The fans that are in, by id, Chinese or English name."""
        return _Fans(self)

    @property
    def nsuits(self) -> int:
        """1 or 3: rows of `hand_dtype` have 16 or 34 kinds."""
        return int(self.tiles["suits"])

    @property
    def flowers(self) -> str:
        """'none', 'count' (a number of 花牌) or 'each' (the eight tiles a-h)."""
        return str(self.tiles["flowers"])

    @functools.cached_property
    def kinds(self) -> tuple[int, ...]:
        """The tiles that there are, by their index in rows of its layout."""
        honors = tuple(9 * self.nsuits + at for at, c in enumerate("ESWNCFP") if c in HONORS[self.tiles["honors"]])
        return (*range(9 * self.nsuits), *honors)

    @functools.cached_property
    def forms(self) -> int:
        """Bits of the forms beside four sets and a pair (FORMS)."""
        return sum(FORMS[form] for form in self.scoring["forms"])

    @functools.cached_property
    def fingerprint(self) -> str:
        """32 hexadecimal digits that change with anything that can change a score."""
        import hashlib
        import json

        said = {
            "scoring": dict(self.scoring),
            "tiles": dict(self.tiles),
            "values": {fan: self.values[fan] for fan in self.members},
            "edges": sorted(self.edges),
            "limits": {fan: times for fan, times in self.limits.items() if fan in self.members},
        }
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]

    @functools.cached_property
    def play_fingerprint(self) -> str:
        """32 hexadecimal digits that change with anything that can change a hand of play or what is paid for it."""
        import hashlib
        import json

        said = {"scoring": self.fingerprint, "play": dict(self.play), "settlement": dict(self.settlement)}
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]

    @functools.cached_property
    def packed(self) -> Packed:
        """The rule set as the core reads it."""
        from .._core import Packed

        index = {fan.id: fan.index for fan in catalogue.FANS}
        members = [catalogue.BY_ID[fan] for fan in self.members]
        return Packed(
            {
                "suits": self.nsuits,
                "forms": self.forms,
                "needs": sum(NEEDS[need] for need in self.scoring["needs"]),
                "lacking": [at for at, honor in enumerate("ESWNCFP") if honor not in HONORS[self.tiles["honors"]]],
                "account_once": self.scoring["principle"] == "account_once",
                "flowers": FLOWERS[self.flowers],
                "flowers_max": self.tiles["flowers_max"],
                "closed_is_no_melds": self.scoring["concealed_hand"] == "no_melds",
                "four_melds_all_pungs": self.scoring["four_melds"] == "all_pungs",
                "dealer_is_east": self.tiles["dealer_is_east"],
                "special_melds": self.tiles["special_melds"],
                "cap_total": self.scoring["cap_total"],
                "repeating": [fan.index for fan in catalogue.FANS if fan.repeats],
                "limits": {index[fan]: times for fan, times in self.limits.items() if fan in self.members},
                "values": {fan.index: self.values[fan.id] for fan in members},
                "dearest": [
                    fan.index for fan in sorted(members, key=lambda fan: (-self.values[fan.id], fan.index))
                ],
                "exclusions": [
                    (index[fan], index[target], kind)
                    for source in _downwards(self.edges)
                    for fan, target, kind in self.edges
                    if fan == source
                ],
            }
        )

    def derive(
        self,
        name: str | None = None,
        *,
        add: Iterable[str] = (),
        remove: Iterable[str] = (),
        values: Mapping[str, int] | None = None,
        exclusions: Mapping[str, Iterable[str]] | None = None,
        limits: Mapping[str, int] | None = None,
        rooms: Mapping[str, Iterable[int]] | None = None,
        titles: Mapping[str, int] | None = None,
        **settings: Any,
    ) -> RuleSet:
        """A rule set that differs from this one, through the loader of the files; RuleSetError lists every problem.

        `add`, `remove`: fans; `values`, `limits`: by fan; `exclusions`: fan -> ["other", "one other", "its other",
        "not other"]; `rooms`, `titles`: in place of all that there are; any other
        keyword is a setting of [scoring], [tiles], [play] or [settlement]: `cap_total=100`.
        """
        table: dict[str, Any] = {"name": name or f"{self.name}*", "title": self.title, "source": self.source}
        table["fans"] = {"with": _names(add), "without": _names(remove)}
        table["values"] = dict(values or {})
        table["exclusions"] = {fan: _names(targets) for fan, targets in (exclusions or {}).items()}
        table["limits"] = dict(limits or {})
        if rooms is not None:
            table["rooms"] = {name: list(it) if isinstance(it, Iterable) else it for name, it in rooms.items()}
        if titles is not None:
            table["titles"] = dict(titles)
        problems = []
        for setting, value in settings.items():
            home = next((home for home, known in ALL_SETTINGS.items() if setting in known), None)
            if home is None:
                known_ones = ", ".join(one for table in ALL_SETTINGS.values() for one in table)
                problems.append(f"{setting}: no such setting; there are {known_ones}")
            else:
                table.setdefault(home, {})[setting] = value
        return _build(table, self, table["name"], "", problems)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, RuleSet) and (
            (self.name, self.play_fingerprint, self.rooms, self.titles)
            == (other.name, other.play_fingerprint, other.rooms, other.titles)
        )

    def __hash__(self) -> int:
        return hash((self.name, self.play_fingerprint))

    def __repr__(self) -> str:
        return f"<RuleSet {self.name}: {len(self.members)} fans, {self.fingerprint[:8]}>"

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        fields = [getattr(self, field.name) for field in dataclasses.fields(self)]
        return _restore, tuple(dict(field) if isinstance(field, Mapping) else field for field in fields)


def _restore(*fields: Any) -> RuleSet:
    parts: list[Any] = [MappingProxyType(field) if isinstance(field, dict) else field for field in fields]
    return RuleSet(*parts)


_FOLDER: Final = os.path.dirname(__file__)


@functools.cache
def names() -> tuple[str, ...]:
    """The names of the built-in rule sets, the default first."""
    found = [name.removesuffix(".toml") for name in os.listdir(_FOLDER) if name.endswith(".toml")]
    games = [name for name in found if not _built_in(name).abstract]
    order = ("duel64", "duel72", "table72", "three144", "mcr", "dongbei136", "suihua112")
    return tuple(sorted(games, key=lambda name: (order.index(name) if name in order else len(order), name)))


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
    import tomllib

    from .draft import Draft

    if re.search(r"(?:[\w-]+\s*\.\s*){32}", text):
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
        raise _refusal(problems, place, text)
    return _build(table, base, place, text, problems)


def _build(table: dict[str, Any], base: RuleSet | None, place: str, text: str, problems: list[str]) -> RuleSet:
    """Apply a table of differences to a rule set; all problems in one error."""
    from .draft import Draft

    draft = Draft(base, problems)
    try:
        draft.apply(table)
        draft.check()
    except (RecursionError, ValueError) as error:  # of a value that cannot even be shown
        draft.problem("values", f"a value is too large, or nested too deeply, to be read ({str(error)[:60]})")
    if draft.problems:
        raise _refusal(draft.problems, place, text)
    return draft.ruleset(table, base)


def _refusal(problems: Iterable[str], place: str, text: str) -> RuleSetError:
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
        elif key := re.match(r"\s*[\"']?([^\"'=.#]+?)[\"']?\s*[.=]", line):
            lines.setdefault((table, key[1].lower()), number)
            lines.setdefault((None, key[1].lower()), number)
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


def _names(fans: str | Iterable[str]) -> list[str]:
    """One name or several, as a list."""
    return [fans] if isinstance(fans, str) else list(fans)


def _edge(text: str) -> tuple[str, str]:
    """'one x' -> ('one', 'x'); 'x' -> ('whole', 'x')."""
    kind, _, fan = text.rpartition(" ")
    return (kind or "whole"), fan


def _downwards(edges: Iterable[tuple[str, str, str]]) -> list[str]:
    """Fans that exclude others, each after all that exclude it (of a cycle, none)."""
    out: dict[str, set[str]] = {}
    for source, target, _ in edges:
        out.setdefault(source, set()).add(target)
    waiting = {fan: sum(fan in targets for targets in out.values()) for fan in out}
    order = []
    while ready := [fan for fan, n in waiting.items() if n == 0]:
        for fan in ready:
            del waiting[fan]
            order.append(fan)
            for target in out[fan]:
                if target in waiting:
                    waiting[target] -= 1
    return order
