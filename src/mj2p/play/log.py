"""Records of games: JSON lines in the manner of mjai, under a name and version of their own.

    start_game     format, version, rules, fingerprint (of play), balances, base
    start_kyoku    dealer, dice, hands (the dealer's fourteenth last), wall (next draw first)
    then what happens, one event a line: open, deal (where open is chosen first), double, flower, replace (what came
    for the flowers of the deal), tsumo, dora (an indicator), dahai (`ready`: 1, or 2 for 天听), chi, pon, daiminkan,
    ankan, kakan, dealt (旋风杠, 喜杠), ready (天听 by the other), show (a hand, to who is ready), none (a pass), leave,
    claim (of more than two players: what a seat would have, `call`, before all have answered), push (a pair, 推出),
    hora, ryukyoku, and at the end end_kyoku (deltas, house) and end_game.

A line that was a decision has its number in the action table as `action`; `replay` takes those and compares every line,
so that a damaged or forged record is an error that names its first wrong line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from struct import iter_unpack
from typing import Any, Final

from ..arguments import whole
from ..codes import NO_TILE, MeldType
from ..errors import InvalidLog
from ..hands.tiles import NKINDS
from ..rules.ruleset import RuleSet
from .action import TABLE_VERSION, actions
from .codes import Act, Event
from .deck import write_tile
from .result import Result
from .state import Start, State, flow_of, seat_of

__all__ = ["FORMAT", "VERSION", "Log", "Recorder", "end_of"]

FORMAT: Final = "mj2p-log"
VERSION: Final = 1

_TYPES: Final = {
    "chow_low": "chi", "chow_middle": "chi", "chow_high": "chi", "pung": "pon", "kong": "daiminkan",
    "concealed_kong": "ankan", "added_kong": "kakan", "pass": "none", "double": "double", "open": "open",
    "heavenly_ready": "ready", "discard": "dahai", "ready": "dahai", "dealt_winds": "dealt", "dealt_ones": "dealt",
    "dealt_nines": "dealt", "win": "hora", "chow_ready_low": "chi", "chow_ready_middle": "chi",
    "chow_ready_high": "chi", "push_out": "push",
}  # fmt: skip
_CLAIMS: Final = {MeldType.CHOW: "chi", MeldType.PUNG: "pon", MeldType.KONG: "daiminkan"}

_Noted = tuple[int, ...]  # an Event, a seat, two numbers


class Log:
    """The events of a game or a match; `str` gives the JSON lines, `lines` a tuple of them, `events` the dicts.

    Equal are logs with equal events. The dicts are the game's own: copy what is to be changed.
    """

    def __init__(self, events: Iterable[dict[str, Any]]) -> None:
        self.events = tuple(events)
        self._before: tuple[dict[str, Any], ...] = ()  # of `since`: what a view has to know

    @property
    def lines(self) -> tuple[str, ...]:
        """One line of JSON for each event."""
        return tuple(json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in self.events)

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.events)

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"

    def __repr__(self) -> str:
        return f"<Log: {len(self.events)} events>"

    def __eq__(self, other: object) -> bool:
        return self.events == other.events if isinstance(other, Log) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def since(self, n: int) -> Log:
        """The events from the n-th on (as a slice counts). A view of it hides what a view of the whole hides."""
        part = Log(self.events[whole("n", n, None, None) :])
        part._before = self._before + self.events[: len(self.events) - len(part.events)]
        return part

    def view(self, seat: int) -> Log:
        """What that player has seen of it, hidden tiles as "?".

        ValueError where there is no such seat, InvalidLog where the events are not those of a record.

        Of the others it lacks the passes, and the numbers of their actions: a ready player's discard has one only where
        there was a choice.
        """
        events = self._before + self.events
        hands: list[list[dict[str, Any]]] = [[]]
        for number, event in enumerate(events, 1):
            if not isinstance(event, dict) or not isinstance(event.get("type"), str):
                raise InvalidLog(f"line {number}: not an event", number)
            if event["type"] == "start_game":
                hands.append([])
            hands[-1].append(event)
        seen: list[dict[str, Any] | None] = []
        try:
            seat = seat_of(seat, max(2, *(len(event.get("balances", ())) for event in events[:1])))
            for hand in hands:
                for one in _view(hand, seat):
                    seen.append(one)
        except (AttributeError, KeyError, TypeError) as error:  # an event that no game has made
            number, said = len(seen) + 1, f"{error} is missing" if isinstance(error, KeyError) else error
            raise InvalidLog(f"line {number}: no event of a record: {said}", number) from error
        return Log(event for event in seen[len(self._before) :] if event is not None)


def _view(events: list[dict[str, Any]], seat: int) -> Iterator[dict[str, Any] | None]:
    """Each event as the seat sees it, or None; an open hand is seen, and by a ready player where the rule set says so.
    """
    happened = {event["type"] for event in events}
    seen = {seat}  # whose tiles are
    dealt: bool | None = None
    for event in events:
        event, kind, actor = dict(event), event["type"], event.get("actor", seat)
        if kind == "start_match":
            event["seed"] = "?"
        elif kind == "start_game":
            dealt = not event["open_hands"] or "deal" in happened
        elif kind == "start_kyoku":
            if dealt is None:
                raise KeyError("start_game")
            # the hands are dealt after the choice of playing open
            shown = {one["actor"] for one in events if one["type"] == "open"} | seen if dealt else set()
            event["hands"] = [hand if at in shown else ["?"] * len(hand) for at, hand in enumerate(event["hands"])]
            event["wall"] = ["?"] * len(event["wall"])
        elif kind == "open" or (kind == "show" and event["to"] == seat):
            seen.add(actor)
        if actor != seat:
            if kind in ("none", "claim") or (kind == "show" and event["to"] != seat):
                yield None
                continue
            event.pop("action", None)
            if kind == "push":
                event["pai"] = "?"
            if actor not in seen and kind in ("tsumo", "ankan", "replace"):
                event["pai"] = ["?"] * len(event["pai"]) if kind == "replace" else "?"
        yield event


class Recorder:
    """Makes `events` of what the engine has noted of a game (`play.codes.Event`), each of them once."""

    def __init__(self, rules: RuleSet, start: Start, balances: tuple[int, ...], base: int) -> None:
        self._rules, self._seats, self._table = rules, len(balances), actions(rules)
        letters, flow = [write_tile(tile, rules) for tile in start.deck], flow_of(rules)
        hands = [[letters[at] for at in flow.dealt_places(seat, start.dealer)] for seat in range(self._seats)]
        self.events: list[dict[str, Any]] = [
            {
                "type": "start_game", "format": FORMAT, "version": VERSION, "table": TABLE_VERSION,
                "rules": rules.name, "fingerprint": rules.play_fingerprint, "open_hands": rules.play["open_hands"],
                "balances": list(balances), "base": base,
            },
            {
                "type": "start_kyoku", "dealer": start.dealer, "dice": list(start.dice), "hands": hands,
                "wall": letters[sum(map(len, hands)) :],
            },
        ]  # fmt: skip

    def add(self, action: int | None, noted: bytes) -> None:
        """What came of an action until the next decision; None: of the deal; -1 - seat: of that seat's leaving."""
        asked = action is not None and action >= 0
        if action is not None and not asked:
            self.events.append({"type": "leave", "actor": -1 - action, "action": action})
        groups: list[list[_Noted]] = [[]]
        for one in iter_unpack("4B", noted):
            if one[0] == Event.ACT:
                groups.append([])
            groups[-1].append(one)
        self._tell(groups[0])
        for act, *rest in groups[1:]:
            self._act(act, sorted(rest, key=lambda noted: noted[0] != Event.READY), asked)
            asked = False  # what follows the engine has played by itself

    def _act(self, act: _Noted, rest: list[_Noted], asked: bool) -> None:
        """An action of the table, and what came of it."""
        _, seat, number, tile = act
        row = self._table[number]
        event: dict[str, Any] = {"type": _TYPES[row.name], "actor": seat}
        if row.tile:
            event["pai"] = row.tile
        elif tile != NO_TILE and row.name[:4] in ("chow", "pung", "kong", "win"):
            event["pai"] = write_tile(tile, self._rules)
        if row.name[:4] == "chow":
            event["place"] = number + 1 - (Act.CHOW if number < Act.PUNG else Act.CHOW_READY)
        elif row.name[:5] == "dealt":
            event["meld"] = row.name[6:]
        if rest and rest[0][0] == Event.READY:
            event["ready"] = rest.pop(0)[2]
        if asked:
            event["action"] = number
        if self._seats > 2 and event["type"] in _CLAIMS.values():  # it waits for the others: another may go before it
            event = {**event, "type": "claim", "call": event["type"]}
        if asked or number != Act.PASS:  # passing where there is nothing else is nobody's
            self.events.append(event)
        self._tell(rest, tile)

    def _tell(self, noted: list[_Noted], tile: int = NO_TILE) -> None:
        """What is no action, in the order of a record; `tile`: what was answered to."""
        told = self.events
        for event, seat, number, digit in noted:
            letter = write_tile(number, self._rules) if event >= Event.SHOW_TILE and event != Event.DEAL else None
            if event == Event.CLAIM and self._seats > 2:
                claim = {"type": _CLAIMS[MeldType(number)], "actor": seat, "pai": write_tile(tile, self._rules)}
                told.append({**claim, "place": digit} if number == MeldType.CHOW else claim)
            elif event == Event.SHOW:
                told.append({"type": "show", "actor": seat, "to": number, "hand": [], "kongs": []})
            elif event in (Event.SHOW_TILE, Event.SHOW_KONG):
                told[-1]["hand" if event == Event.SHOW_TILE else "kongs"].append(letter)
            elif event == Event.DEAL:
                told.append({"type": "deal"})
            elif event == Event.REPLACE:
                told.append({"type": "replace", "actor": seat, "pai": [letter]})
            elif event == Event.INDICATOR:
                told.append({"type": "dora", "pai": letter})
            elif event in (Event.FLOWER, Event.DRAW):
                told.append({"type": "flower" if event == Event.FLOWER else "tsumo", "actor": seat, "pai": letter})


def end_of(state: State, rules: RuleSet, result: Result) -> list[dict[str, Any]]:
    """The events that end the record of a hand."""
    kongs = [
        [
            write_tile(kind, rules)
            for type_, kind, _ in melds
            if type_ == MeldType.CONCEALED_KONG and kind < NKINDS  # no meld of dealt tiles
        ]
        for melds in state["melds"]
    ]
    return [
        *([{"type": "ryukyoku"}] if result.winner is None else []),
        {"type": "end_kyoku", "deltas": list(result.deltas), "house": result.house, "total": result.total,
         "kongs": kongs},
        {"type": "end_game"},
    ]  # fmt: skip
