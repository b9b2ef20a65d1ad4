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
from typing import Any

from ..codes import Act, MeldType, Phase
from ..rules.ruleset import RuleSet
from .action import TABLE_VERSION, actions
from .deck import dealt_places, write_tile
from .result import Result
from .state import Start, State, flow_of, seat_of

__all__ = ["FORMAT", "VERSION", "Log", "events_of"]

FORMAT = "mj2p-log"
VERSION = 1

_TYPES = {
    "chow_low": "chi", "chow_middle": "chi", "chow_high": "chi", "pung": "pon", "kong": "daiminkan",
    "concealed_kong": "ankan", "added_kong": "kakan", "pass": "none", "double": "double", "open": "open",
    "heavenly_ready": "ready", "discard": "dahai", "ready": "dahai", "dealt_winds": "dealt", "dealt_ones": "dealt",
    "dealt_nines": "dealt", "win": "hora", "chow_ready_low": "chi", "chow_ready_middle": "chi",
    "chow_ready_high": "chi", "push_out": "push",
}


CLAIMS = ("chi", "pon", "daiminkan")


class Log:
    """The events of a game or a match; `str` gives the JSON lines, `lines` a tuple of them, `events` the dicts.

    Equal are logs with equal events.
    """

    def __init__(self, events: Iterable[dict[str, Any]]) -> None:
        self.events = tuple(events)

    @property
    def lines(self) -> tuple[str, ...]:
        """An event a line, as JSON."""
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

    def view(self, seat: int) -> Log:
        """What that player has seen of it, hidden tiles as "?"; ValueError where there is no such seat.

        Of the others it lacks the passes, and the numbers of their actions: a ready player's discard has one only where
        there was a choice.
        """
        seat = seat_of(seat, max(2, *(len(event.get("balances", ())) for event in self.events[:1])))
        hands: list[list[dict[str, Any]]] = [[]]
        for event in self.events:
            if event["type"] == "start_game":
                hands.append([])
            hands[-1].append(event)
        return Log(event for hand in hands for event in _view(hand, seat))


def _view(events: list[dict[str, Any]], seat: int) -> Iterator[dict[str, Any]]:
    """Drop and hide; an open hand is seen, and by a ready player where the rule set says so."""
    happened = {event["type"] for event in events}
    seen = {seat}  # whose tiles are
    for event in events:
        event, kind, actor = dict(event), event["type"], event.get("actor", seat)
        if kind == "start_match":
            event["seed"] = "?"
        elif kind == "start_game":
            dealt = not event["open_hands"] or "deal" in happened
        elif kind == "start_kyoku":
            # the hands are dealt after the choice of playing open
            shown = {one["actor"] for one in events if one["type"] == "open"} | seen if dealt else set()
            event["hands"] = [hand if at in shown else ["?"] * len(hand) for at, hand in enumerate(event["hands"])]
            event["wall"] = ["?"] * len(event["wall"])
        elif kind == "open" or (kind == "show" and event["to"] == seat):
            seen.add(actor)
        elif kind == "show" and actor != seat:
            continue
        if actor != seat:
            event.pop("action", None)
            if kind in ("none", "claim"):
                continue
            if kind == "push":
                event["pai"] = "?"
            if actor not in seen and kind in ("tsumo", "ankan", "replace"):
                event["pai"] = ["?"] * len(event["pai"]) if kind == "replace" else "?"
        yield event


def events_of(
    rules: RuleSet, start: Start, history: tuple[int, ...], balances: tuple[int, ...], base: int, result: Result | None
) -> Iterator[dict[str, Any]]:
    """The events of a game so far, made by playing it again step by step."""
    from ._engine import Position

    deck, dealer, dice = start
    letters = [write_tile(tile, rules) for tile in deck]
    seats = len(balances)
    hands = [[letters[at] for at in dealt_places(seat, dealer, seats)] for seat in range(seats)]
    yield {
        "type": "start_game", "format": FORMAT, "version": VERSION, "table": TABLE_VERSION, "rules": rules.name,
        "fingerprint": rules.play_fingerprint, "open_hands": rules.play["open_hands"],
        "balances": list(balances), "base": base,
    }
    wall = letters[13 * seats + 1 :]
    yield {"type": "start_kyoku", "dealer": dealer, "dice": list(dice), "hands": hands, "wall": wall}
    position = Position(flow_of(rules))
    position.begin(deck, dealer, dice)
    position.start()
    after = position.read()
    before: Any = {**after, "flowers": (0,) * seats, "indicators": b"", "phase": Phase.OPEN}
    dealt = _dealt(deck, dealer, len(after["counts"][0]), seats)
    if after["phase"] != Phase.OPEN:  # nobody was asked before the deal
        yield from _followed(before, after, rules, dealt)
    for action in history:
        yield from _forced(position, rules, dealt)
        if action < 0:
            yield {"type": "leave", "actor": -1 - action, "action": action}
            if rules.play["leaving"] == "forfeit":
                position.forfeit(-1 - action)
                continue
            position.mark_left(-1 - action)
        else:
            yield from _one(position, action, rules, dealt, asked=True)
    yield from _forced(position, rules, dealt)
    if result is not None:
        if result.winner is None:
            yield {"type": "ryukyoku"}
        yield {"type": "end_kyoku", "deltas": list(result.deltas), "house": result.house, "total": result.total,
               "kongs": [_shown(position.read(), seat, rules)["kongs"] for seat in range(len(balances))]}
        yield {"type": "end_game"}


def _dealt(deck: bytes, dealer: int, kinds: int, seats: int) -> tuple[bytes, ...]:
    """What each seat is dealt, as counts without the flowers."""
    hands = [[deck[at] for at in dealt_places(seat, dealer, seats)] for seat in range(seats)]
    return tuple(bytes(hand.count(kind) for kind in range(kinds)) for hand in hands)


def _forced(position: Any, rules: RuleSet, dealt: tuple[bytes, ...]) -> Iterator[dict[str, Any]]:
    """What the engine played by itself; its passes are nobody's."""
    while (action := position.forced()) is not None:
        yield from _one(position, action, rules, dealt, asked=False)


def _one(
    position: Any, action: int, rules: RuleSet, dealt: tuple[bytes, ...], asked: bool
) -> Iterator[dict[str, Any]]:
    """The event of an action, and the draws that follow from it."""
    before, row = position.read(), actions(rules)[action]
    seat = before["seat"]
    legal = position.act(action)
    assert legal, (action, before)
    after = position.read()
    event: dict[str, Any] = {"type": _TYPES[row.name], "actor": seat}
    if row.tile:
        event["pai"] = row.tile
    elif row.name[:4] in ("chow", "pung", "kong") or (row.name == "win" and before["tile"] is not None):
        event["pai"] = write_tile(before["tile"], rules)
    if row.name[:4] == "chow":
        event["place"] = action + 1 - (Act.CHOW if action < Act.KONG else Act.CHOW_READY)
    elif row.name[:5] == "dealt":
        event["meld"] = row.name[6:]
    elif row.name in ("ready", "heavenly_ready"):
        event["ready"] = after["ready"][seat]
    if asked:
        event["action"] = action
    if len(after["counts"]) > 2 and event["type"] in CLAIMS:  # it waits for the others, and another may go before it
        event = {**event, "type": "claim", "call": event["type"]}
    if asked or row.name != "pass":
        yield event
    if before["phase"] == Phase.RESPONSE and len(after["counts"]) > 2:
        for seat, melds in enumerate(after["melds"]):
            for at in range(len(before["melds"][seat]), len(melds)):
                type_, _, digit = melds[at]
                claim = {"type": CLAIMS[type_], "actor": seat, "pai": write_tile(before["tile"], rules)}
                yield claim if type_ != MeldType.CHOW else {**claim, "place": digit}
    if "ready" in event and rules.play["ready_sees"]:
        for other in range(len(after["counts"])):
            if other != seat:
                yield {"type": "show", "actor": other, "to": seat, **_shown(after, other, rules)}
    if before["phase"] == Phase.OPEN != after["phase"]:
        yield {"type": "deal"}
    yield from _followed(before, after, rules, dealt)


def _shown(state: State, seat: int, rules: RuleSet) -> dict[str, list[str]]:
    """The concealed tiles of a seat, and of what its concealed kongs are."""
    hand = [write_tile(kind, rules) for kind, copies in enumerate(state["counts"][seat]) for _ in range(copies)]
    kongs = [kind for type_, kind, _ in state["melds"][seat] if type_ == MeldType.CONCEALED_KONG and kind < 34]
    return {"hand": hand, "kongs": [write_tile(kind, rules) for kind in kongs]}


def _followed(
    before: State, after: State, rules: RuleSet, dealt: tuple[bytes, ...]
) -> Iterator[dict[str, Any]]:
    """Flowers laid down, what replaces those of the deal, the tile drawn, indicators turned."""
    dealing = before["phase"] == 0 or (before["phase"] in (Phase.FLOWER_WIN, Phase.FLOWER_ROB) and not after["river"])
    for seat in range(len(after["counts"])):
        new = after["flowers"][seat] & ~before["flowers"][seat]
        for bit in range(8):
            if new >> bit & 1:
                yield {"type": "flower", "actor": seat, "pai": "abcdefgh"[bit]}
        had = dealt[seat] if before["phase"] == 0 else before["counts"][seat]
        gained = [
            write_tile(kind, rules)
            for kind, (now, then) in enumerate(zip(after["counts"][seat], had, strict=True))
            for _ in range(now - then)
        ]
        if dealing and after["phase"] and gained:
            yield {"type": "replace", "actor": seat, "pai": gained}
    drawn = after["drawn"]
    drew = drawn is not None and after["undrawn"] < before["undrawn"]
    if drawn is not None and drew and not dealing and after["phase"] in (Phase.TURN, Phase.LAST):
        yield {"type": "tsumo", "actor": after["seat"], "pai": write_tile(drawn, rules)}
    for tile in after["indicators"][len(before["indicators"]) :]:
        yield {"type": "dora", "pai": write_tile(tile, rules)}
