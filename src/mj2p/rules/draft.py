"""Builds a rule set out of a parent and a table of differences, and lists everything that is wrong with it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from . import catalogue
from .catalogue import Fan, Series
from .exclusions import SORTS, downwards, edge
from .settings import INT32, MOST_BALANCE, MOST_BASE, Setting, defaults, of_table
from .settings import TABLES as SETTING_TABLES

if TYPE_CHECKING:
    from .ruleset import RuleSet

HEADINGS: Final = {"name": str, "title": str, "source": str, "parent": str, "abstract": bool, "order": int}
_WANTED: Final = {str: "a text", bool: "true or false", int: "a whole number"}
TABLES: Final = (*SETTING_TABLES, "fans", "values", "exclusions", "limits", "rooms", "titles")

#: How often two of four chows can be paired.
MOST_PAIRS: Final = 6


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Draft:
    """A rule set in the making: the parent's parts, changed by `apply`, judged by `check`."""

    def __init__(self, base: RuleSet | None, problems: list[str]) -> None:
        self.problems = problems
        self.scoring: dict[str, Any] = dict(base.scoring) if base else defaults("scoring")
        self.tiles: dict[str, Any] = dict(base.tiles) if base else defaults("tiles")
        self.play: dict[str, Any] = dict(base.play) if base else defaults("play")
        self.settlement: dict[str, Any] = dict(base.settlement) if base else defaults("settlement")
        self.members: set[str] = set(base.members) if base else set()
        self.values: dict[str, int] = dict(base.values) if base else {}
        self.exclusions: dict[str, list[str]] = {fan: list(t) for fan, t in base.exclusions.items()} if base else {}
        self.limits: dict[str, int] = dict(base.limits) if base else {}
        self.rooms: dict[str, tuple[int, int, int]] = dict(base.rooms) if base else {}
        self.titles: dict[str, int] = dict(base.titles) if base else {}
        self.rooted = base is not None

    def problem(self, place: str, what: str) -> None:
        self.problems.append(f"{place}: {what}")

    def fan(self, name: object, place: str) -> str | None:
        """The id of a fan given by any of its names, or None with a problem noted."""
        if catalogue.is_name(str(name)):
            return catalogue.find(str(name)).id
        self.problem(place, catalogue.unknown(name, " in this version", guess=len(self.problems) < 20))
        return None

    def apply(self, table: dict[str, Any]) -> None:
        """Take over what a file says."""
        for key, value in table.items():
            if key in HEADINGS:
                if type(value) is not HEADINGS[key] or value == "":
                    self.problem(key, f"must be {_WANTED[HEADINGS[key]]}, not {value!r}")
            elif key not in TABLES:
                self.problem(key, f"no such key; there are {', '.join((*HEADINGS, *TABLES))}")
            elif not isinstance(value, dict):
                self.problem(key, "must be a table")
        if "name" not in table:
            self.problem("name", "is missing")
        parts = {key: table[key] for key in TABLES if isinstance(table.get(key), dict)}
        for home in SETTING_TABLES:
            known = of_table(home)
            for setting, value in parts.get(home, {}).items():
                self.set(home, setting, value, known)
        self.apply_values(parts.get("values", {}))
        self.apply_fans(parts.get("fans", {}))
        self.apply_exclusions(parts.get("exclusions", {}))
        self.apply_limits(parts.get("limits", {}))
        if "rooms" in parts:
            self.apply_rooms(parts["rooms"])
        if "titles" in parts:
            self.apply_titles(parts["titles"])

    def set(self, home: str, setting: str, value: Any, known: dict[str, Setting]) -> None:
        place = f"[{home}] {setting}"
        if setting not in known:
            self.problem(place, f"no such setting; there are {', '.join(known)}")
            return
        kind = known[setting].kind
        if isinstance(kind, tuple):
            if value not in kind:
                self.problem(place, f"must be {' or '.join(map(repr, kind))}, not {value!r}")
                return
        elif isinstance(kind, dict):
            words = tuple(kind)
            if not isinstance(value, list | tuple) or any(word not in words for word in value) or (
                setting == "forms" and not value
            ):
                self.problem(place, f"must be a list out of {', '.join(words)}, not {value!r}")
                return
            value = tuple(word for word in words if word in value)
            if setting == "forms" and "four_sets" not in value:
                self.problem(place, "four_sets is always one of the forms")
        elif kind is bool:
            if not isinstance(value, bool):
                self.problem(place, f"must be true or false, not {value!r}")
                return
        elif not _is_int(value) or not 0 <= value <= kind:
            self.problem(place, f"must be a whole number from 0 to {kind}, not {value!r}")
            return
        getattr(self, home)[setting] = value

    def apply_values(self, values: dict[str, Any]) -> None:
        named: set[str] = set()
        for name, value in values.items():
            place = f"[values] {name}"
            fan = self.fan(name, place)
            if fan in named:
                self.problem(place, f"{fan} has a value already, under another name")
            named.update((fan,) if fan else ())
            if not _is_int(value):
                self.problem(place, f"a value is a whole number, not {value!r}")
            elif value < 0:
                self.problem(place, f"a value is 0 or more, not {value}")
            elif value > INT32:
                self.problem(place, f"{value} does not fit in 32 bits")
            elif fan:
                self.values[fan] = value

    def apply_fans(self, fans: dict[str, Any]) -> None:
        order = ("only", "without", "with")  # whatever their order in the file
        for key in fans:
            if key not in order:
                self.problem(f"[fans] {key}", f"no such key; there are {', '.join(order)}")
        for key in order:
            place, listed = f"[fans] {key}", fans.get(key, [])
            if key not in fans:
                continue
            if not isinstance(listed, list | tuple):
                self.problem(place, "must be a list of fans")
                continue
            chosen = [fan for fan in (self.fan(name, place) for name in listed) if fan]
            if key == "only":
                self.members = set(chosen)
            elif key == "without":
                for fan in chosen:
                    if fan not in self.members:
                        self.problem(place, f"{fan} is not in the parent")
                self.members -= set(chosen)
            else:
                self.members |= set(chosen)
        for fan in sorted(self.members - set(self.values)):
            self.problem(f"[values] {fan}", "the fan is in, but has no value")
            self.values[fan] = 0

    def apply_exclusions(self, exclusions: dict[str, Any]) -> None:
        if (inherit := exclusions.get("inherit", True)) is False:  # wherever in the table it stands
            self.exclusions = {}
        elif inherit is not True:
            self.problem("[exclusions] inherit", "must be true or false")
        for name, targets in exclusions.items():
            place = f"[exclusions] {name}"
            if name == "inherit":
                continue
            fan = self.fan(name, place)
            if fan and not self.may_exclude(fan):
                self.problem(place, "the fan is not in this rule set")
            if not isinstance(targets, list | tuple) or not all(isinstance(target, str) for target in targets):
                self.problem(place, "must be a list of fans")
                continue
            for text in targets:
                self.apply_exclusion(fan, text, place)

    def may_exclude(self, fan: str) -> bool:
        """Whether an exclusion may name the fan: one that is in, or in `standard` any that has a value."""
        return fan in self.members or (not self.rooted and fan in self.values)

    def apply_exclusion(self, fan: str | None, text: str, place: str) -> None:
        word, _, rest = text.partition(" ")
        kind, name = (word, rest) if word in ("one", "its", "not") and rest else ("whole", text)
        if catalogue.is_name(text):  # One Voided Suit is a fan
            kind, name = "whole", text
        target = self.fan(name, place)
        if target is None or fan is None:
            return
        listed = self.exclusions.setdefault(fan, [])
        inherited = next((at for at, old in enumerate(listed) if edge(old)[1] == target), None)
        if kind == "not":
            if inherited is None:
                self.problem(place, f"does not exclude {target}, so there is nothing to take back")
            else:
                del listed[inherited]
            return
        if target == fan:
            self.problem(place, "a fan cannot exclude itself")
        elif "chicken_hand" in (fan, target):
            self.problem(place, "chicken_hand counts only where nothing else does: nothing takes it, it takes nothing")
        elif not self.may_exclude(target):
            self.problem(place, f"{target} is not in this rule set")
        elif kind in ("one", "its") and not catalogue.BY_ID[target].repeats:
            self.problem(place, f"{kind!r} needs a fan that repeats, and {target} does not")
        elif kind == "its" and target not in catalogue.BY_ID[fan].its:
            self.problem(place, f"{fan} has no {target} that is its own")
        else:
            if inherited is not None:
                del listed[inherited]
            listed.append(target if kind == "whole" else f"{kind} {target}")

    def apply_limits(self, limits: dict[str, Any]) -> None:
        seen: set[str | None] = {None}
        for name, times in limits.items():
            place = f"[limits] {name}"
            fan = self.fan(name, place)
            if fan in seen and fan:
                self.problem(place, f"{fan} has its limit twice, under two names")
            seen.add(fan)
            if not _is_int(times) or not 1 <= times <= 15:
                self.problem(place, f"must be a whole number from 1 to 15, not {times!r}")
            elif fan and not catalogue.BY_ID[fan].repeats:
                self.problem(place, "the fan does not repeat")
            elif fan and fan not in self.members:
                self.problem(place, "the fan is not in this rule set")
            elif fan:
                self.limits[fan] = times

    def apply_rooms(self, rooms: dict[str, Any]) -> None:
        self.rooms = {}
        for name, numbers in rooms.items():
            place = f"[rooms] {name}"
            three = isinstance(numbers, list | tuple) and len(numbers) == 3 and all(map(_is_int, numbers))
            if not three:
                self.problem(place, f"must be [base, least, most] in whole numbers, not {numbers!r}")
                continue
            base, least, most = numbers
            if not 1 <= base <= MOST_BASE:
                self.problem(place, f"the base must be from 1 to {MOST_BASE}, not {base}")
            elif not 0 <= least <= MOST_BALANCE or not 0 <= most <= MOST_BALANCE or 0 < most < least:
                self.problem(place, f"nobody carries {least} to {most}; a most of 0 is any amount")
            else:
                self.rooms[name] = base, least, most

    def apply_titles(self, titles: dict[str, Any]) -> None:
        self.titles, last = {}, None
        for name, most in titles.items():
            if not _is_int(most) or abs(most) > MOST_BALANCE or (last is not None and most <= last):
                than = "" if last is None else f" above {last}"
                self.problem(f"[titles] {name}", f"must be a whole number{than}, not {most!r}")
            else:
                self.titles[name] = last = most

    def check(self) -> None:
        """What single entries cannot show: contradictions between them."""
        self.check_cycles()
        most = sum(self.values[fan] * self.most_times(fan) for fan in self.members)
        if most > INT32 and not any("32 bits" in problem for problem in self.problems):
            dearest = max(self.members, key=lambda fan: self.values[fan])
            self.problem(f"[values] {dearest}", f"the values add up to {most}; a total must fit in 32 bits")
        if self.tiles["suits"] not in (1, 3):
            self.problem("[tiles] suits", f"must be 1 or 3, not {self.tiles['suits']}")
        self.check_flowers()
        self.check_play()
        forms = self.scoring["forms"]
        if self.scoring["needs"]:
            self.check_needs()
        if self.tiles["suits"] == 1:
            if self.tiles["honors"] != "all":
                self.problem("[tiles] honors", "one suit goes with all honours")
            if self.tiles["special_melds"]:
                self.problem("[tiles] special_melds", "喜杠 needs three suits")
            for form in ("thirteen_orphans", "knitted", "knitted_straight"):
                if form in forms:
                    self.problem("[scoring] forms", f"{form} needs three suits")
            for name in sorted(fan.id for fan in self.fans() if fan.three_suits):
                self.problem("[fans] without", f"{name} cannot occur with one suit")
        for fan in self.fans():
            said = fan.three_suits and self.tiles["suits"] != 3
            if self.rooted and fan.form and fan.form not in forms and not said:
                self.problem("[scoring] forms", f"{fan.id} is in, but {fan.form} is no form here")

    def fans(self) -> list[Fan]:
        """The fans that are in, in the order of the catalogue."""
        return [fan for fan in catalogue.FANS if fan.id in self.members]

    def most_times(self, fan: str) -> int:
        """How often a fan can count in one hand: each pair of four chows counts where no principle says otherwise."""
        one = catalogue.BY_ID[fan]
        of_two_chows = isinstance(one.sets, Series) and (one.sets.type, one.sets.size) == ("chow", 2)
        return MOST_PAIRS if of_two_chows and self.scoring["principle"] == "none" else one.most

    def check_needs(self) -> None:
        """What finished hands need is known of sets of three suits."""
        if self.tiles["suits"] != 3:
            self.problem("[scoring] needs", "needs three suits")
        if self.scoring["forms"] != ("four_sets",):
            self.problem("[scoring] needs", "goes with four_sets alone")
        if self.tiles["special_melds"]:
            self.problem("[scoring] needs", "does not go with special_melds")

    def check_flowers(self) -> None:
        flowers, most = self.tiles["flowers"], self.tiles["flowers_max"]
        if not self.rooted:
            return
        if flowers == "none":
            if most:
                self.problem("[tiles] flowers_max", f"there are no flowers, so it is 0, not {most}")
            for fan in self.fans():
                if fan.flowers:
                    self.problem("[tiles] flowers", f"{fan.id} is in, but there are no flowers")
        elif flowers == "count":
            for fan in self.fans():
                if fan.flowers == "each":
                    self.problem("[tiles] flowers", f"{fan.id} needs the flowers one by one (\"each\")")
        elif most != 8:
            self.problem("[tiles] flowers_max", f"there are eight flowers, not {most}")

    def check_play(self) -> None:
        """The flow of a hand. Flowers, indicators and fans that a rule set lacks just never come up in it."""
        if (players := self.play["players"]) == 1:
            self.problem("[play] players", "must be 2 to 4, or 0 for a rule set that only scores, not 1")
        if players > 2 and self.play["leaving"] == "forfeit":
            self.problem("[play] leaving", "\"forfeit\" needs two players")
        if self.play["win_needs_ready"] and not (self.play["ready"] and self.scoring["needs"]):
            self.problem("[play] win_needs_ready", "needs ready = true, and needs of a finished hand")
        for setting in ("treasures", "push_out"):
            if self.play[setting] and not self.play["win_needs_ready"]:
                self.problem(f"[play] {setting}", "needs win_needs_ready = true")
        if self.play["treasures"] and (self.tiles["flowers"] != "none" or self.play["last_draws"]):
            self.problem("[play] treasures", "goes without flowers and last_draws")
        if self.play["chow_to_ready"] and not (self.play["ready"] and self.tiles["suits"] == 3):
            self.problem("[play] chow_to_ready", "needs ready = true and three suits")
        if self.play["heavenly_ready"] and not self.play["ready"]:
            self.problem("[play] heavenly_ready", "needs ready = true")
        for setting, value in self.settlement.items():
            if setting.endswith("_factor") and value < 1:
                self.problem(f"[settlement] {setting}", f"must be 1 or more, not {value}")

    def check_cycles(self) -> None:
        edges = [(fan, edge(text)[1], "") for fan, targets in self.exclusions.items() for text in targets]
        edges = [edge for edge in edges if edge[0] in self.members and edge[1] in self.members]
        sound = set(downwards(edges))
        stuck = {fan for fan, _, _ in edges if fan not in sound}
        left = {fan: [target for source, target, _ in edges if source == fan] for fan in stuck}
        while left:  # walk along what is left until a fan comes again
            path = [min(left)]
            while (after := next((target for target in left[path[-1]] if target in left), None)) not in (None, *path):
                path.append(str(after))
            if after is None:
                del left[path[-1]]
                continue
            ring = [*path[path.index(after) :], after]
            self.problem(f"[exclusions] {ring[0]}", f"a cycle: {' > '.join(map(str, ring))}")
            for fan in ring[:-1]:
                left.pop(str(fan), None)

    def fields(self, table: dict[str, Any], base: RuleSet | None) -> dict[str, Any]:
        """What a RuleSet is made of, checked; SORTS of exclusions and the order of the catalogue are kept."""
        assert all(edge(text)[0] in SORTS for targets in self.exclusions.values() for text in targets)
        return dict(
            name=table["name"],
            title=table.get("title", base.title if base else ""),
            source=table.get("source", base.source if base else ""),
            parent=base.name if base else None,
            abstract=table.get("abstract", False),
            scoring=MappingProxyType(self.scoring),
            tiles=MappingProxyType(self.tiles),
            play=MappingProxyType(self.play),
            settlement=MappingProxyType(self.settlement),
            members=tuple(fan.id for fan in catalogue.FANS if fan.id in self.members),
            values=MappingProxyType({fan.id: self.values[fan.id] for fan in catalogue.FANS if fan.id in self.values}),
            exclusions=MappingProxyType({fan: tuple(targets) for fan, targets in self.exclusions.items() if targets}),
            limits=MappingProxyType(self.limits),
            rooms=MappingProxyType(self.rooms),
            titles=MappingProxyType(self.titles),
            order=table.get("order", 0),
        )
