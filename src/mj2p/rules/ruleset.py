"""Rule sets as data: `RuleSet`, read from a TOML file that says how it differs from its parent, or derived at run time.

A file has up to eleven tables (see `rules/standard.toml`, which has most of them):

    parent = "duel64"                     what it starts from
    name = "mine"                         and title, source, abstract
    [scoring]     unit, principle, forms, needs, cap_total, cap_points, minimum, concealed_hand, four_melds
    [tiles]       suits, honors, flowers, flowers_max, special_melds, dealer_is_east
    [play]        how a hand goes (see `settings`)
    [settlement]  how it is paid
    [fans]        with = [...], without = [...] or only = [...]
    [values]      fan = value
    [exclusions]  fan = ["other", "one other", "its other", "not other"], inherit = false
    [limits]      repeating fan = how often it counts at most
    [rooms]       name = [base, least carried, most carried (0: any amount)], in place of all the parent's
    [titles]      name = the highest score that has it, in place of all the parent's

Fans are named by id, Chinese or English name. `rules.check` lists every problem of a file with its place.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..codes import HONORS
from . import catalogue
from .catalogue import Fan
from .exclusions import edge
from .settings import BY_NAME, HONOR_WORDS

if TYPE_CHECKING:
    from .._core import Packed

__all__ = ["FanRule", "RuleSet", "build"]

#: What 门前清 needs with `concealed_hand = "no_melds"`: the one fan that has a setting of its name.
NO_MELDS: Final = "no chow, pung or kong of any sort, drawn or claimed"


class FanRule(NamedTuple):
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
    order: int = 0  # its place among the built-in ones

    @functools.cached_property
    def edges(self) -> tuple[tuple[str, str, str], ...]:
        """Exclusions among the fans that are in."""
        return tuple(
            (fan, target, kind)
            for fan, targets in self.exclusions.items()
            for kind, target in map(edge, targets)
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
        honors = tuple(9 * self.nsuits + at for at, c in enumerate(HONORS) if c in HONOR_WORDS[self.tiles["honors"]])
        return (*range(9 * self.nsuits), *honors)

    @functools.cached_property
    def forms(self) -> int:
        """Bits of the forms beside four sets and a pair (FORMS)."""
        return BY_NAME["forms"].number(self.scoring["forms"])

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
        from .packing import packed

        return packed(self)

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
            if setting in BY_NAME:
                table.setdefault(BY_NAME[setting].table, {})[setting] = value
            else:
                problems.append(f"{setting}: no such setting; there are {', '.join(BY_NAME)}")
        return build(table, self, table["name"], "", problems)

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


def build(table: dict[str, Any], base: RuleSet | None, place: str, text: str, problems: list[str]) -> RuleSet:
    """Apply a table of differences to a rule set; all problems in one error."""
    from .draft import Draft
    from .problems import refusal

    draft = Draft(base, problems)
    try:
        draft.apply(table)
        draft.check()
    except (RecursionError, ValueError) as error:  # of a value that cannot even be shown
        draft.problem("values", f"a value is too large, or nested too deeply, to be read ({str(error)[:60]})")
    if draft.problems:
        raise refusal(draft.problems, place, text)
    return RuleSet(**draft.fields(table, base))


def _names(fans: str | Iterable[str]) -> list[str]:
    """One name or several, as a list."""
    return [fans] if isinstance(fans, str) else list(fans)
