"""Records of games: JSON lines in the manner of mjai, under a name and version of their own.

    start_game     format, version, rules, fingerprint (of play), balances, base
    start_kyoku    dealer, dice, hands (the dealer's fourteenth last), wall (next draw first)
    then what happens, one event a line: open, double, flower, replace (what came for the flowers of the deal),
    tsumo, dora (an indicator), dahai (`ready`: 1, or 2 for 天听), chi, pon, daiminkan, ankan, kakan, dealt (旋风杠,
    喜杠), ready (天听 by the other), none (a pass), leave, hora, ryukyoku, and at the end end_kyoku (deltas, house)
    and end_game.

A line that was a decision has its number in the action table as `action`; `replay` takes those and then compares every
line, so that a damaged or forged record is an error that names the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from . import ruleset
from .action import TABLE_VERSION, actions
from .deck import place, write_tile
from .errors import InvalidLog
from .game import Game, flow_of
from .ruleset import RuleSet

__all__ = ["FORMAT", "VERSION", "Log", "log_of", "replay"]

FORMAT = "mj2p-log"
VERSION = 1
MOST_LINES = 10_000

_TYPES = {
    "chow_low": "chi", "chow_middle": "chi", "chow_high": "chi", "pung": "pon", "kong": "daiminkan",
    "concealed_kong": "ankan", "added_kong": "kakan", "pass": "none", "double": "double", "open": "open",
    "heavenly_ready": "ready", "discard": "dahai", "ready": "dahai", "dealt_winds": "dealt", "dealt_ones": "dealt",
    "dealt_nines": "dealt", "win": "hora",
}


class Log:
    """The events of a game; `str` gives the JSON lines. Equal are logs with equal events."""

    def __init__(self, events: Iterable[dict[str, Any]]) -> None:
        self.events = tuple(events)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in self.events)

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.events)

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"

    def __eq__(self, other: object) -> bool:
        return self.events == other.events if isinstance(other, Log) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def view(self, seat: int) -> Log:
        """What that player has seen of it, hidden tiles as "?"; the other's passes are not there."""
        if seat not in (0, 1):
            raise ValueError(f"there are seats 0 and 1, not {seat!r}")
        return Log(_view(self.events, seat))


def _view(events: Iterable[dict[str, Any]], seat: int) -> Iterator[dict[str, Any]]:
    """Drop and hide; an open hand is seen, and by a ready player where the rule set says so."""
    is_open = shown = sees = False
    for event in events:
        event = dict(event)
        kind, others = event["type"], event.get("actor") == seat ^ 1
        if kind == "start_game":
            sees = bool(event["ready_sees"])
        elif kind == "start_kyoku":
            # the hands are dealt after the choice of playing open
            opened = any(e["type"] == "open" and e["actor"] == seat ^ 1 for e in events)
            if not opened:
                event["hands"] = [["?"] * len(h) if s != seat else h for s, h in enumerate(event["hands"])]
            event["wall"] = ["?"] * len(event["wall"])
        elif kind == "open" and others:
            is_open = True
        if kind in ("dahai", "ready") and event.get("actor") == seat and event.get("ready"):
            shown = sees
        if others:  # whether it was asked at all would say what it could have done
            event.pop("action", None)
        if others and not (is_open or shown):
            if kind == "none":
                continue
            if kind == "tsumo":
                event["pai"] = "?"
            if kind == "replace":
                event["pai"] = ["?"] * len(event["pai"])
            if kind == "ankan":
                event["pai"] = "?"
        elif others and kind == "none":
            continue
        yield event


def log_of(game: Game) -> Log:
    """The record of a game so far, made by playing it again step by step."""
    deck, dealer, dice = game._start
    if not deck:
        raise TypeError("a determinized game has no record: its past is not known")
    return Log(_events(game, deck, dealer, dice))


def _events(game: Game, deck: bytes, dealer: int, dice: tuple[int, int]) -> Iterator[dict[str, Any]]:
    from ._play import Position

    rules = game.rules
    letters = [write_tile(tile, rules) for tile in deck]
    hands = [[letters[place(seat ^ dealer, i)] for i in range(14 if seat == dealer else 13)] for seat in (0, 1)]
    yield {
        "type": "start_game", "format": FORMAT, "version": VERSION, "table": TABLE_VERSION, "rules": rules.name,
        "fingerprint": rules.play_fingerprint, "ready_sees": rules.play["ready_sees"],
        "balances": list(game.balances), "base": game.base,
    }
    yield {"type": "start_kyoku", "dealer": dealer, "dice": list(dice), "hands": hands, "wall": letters[27:]}
    position = Position(flow_of(rules))
    position.begin(deck, dealer, dice)
    position.start()
    after = position.read()
    before = {**after, "flowers": (0, 0), "indicators": b"", "phase": 0}
    dealt = _dealt(deck, dealer, len(after["counts"][0]))
    if after["phase"]:  # nobody was asked before the deal
        yield from _followed(before, after, rules, dealt)
    for action in game.history:
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
    if game.over:
        result = game.result
        assert result is not None
        if result.winner is None:
            yield {"type": "ryukyoku"}
        yield {"type": "end_kyoku", "deltas": list(result.deltas), "house": result.house, "total": result.total}
        yield {"type": "end_game"}


def _dealt(deck: bytes, dealer: int, kinds: int) -> tuple[bytes, ...]:
    """What each seat is dealt, as counts without the flowers."""
    hands = [[deck[place(seat ^ dealer, i)] for i in range(14 if seat == dealer else 13)] for seat in (0, 1)]
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
        event["place"] = action - 1
    elif row.name[:5] == "dealt":
        event["meld"] = row.name[6:]
    elif row.name in ("ready", "heavenly_ready"):
        event["ready"] = after["ready"][seat]
    if asked:
        event["action"] = action
    if asked or row.name != "pass":
        yield event
    yield from _followed(before, after, rules, dealt)


def _followed(
    before: dict[str, Any], after: dict[str, Any], rules: RuleSet, dealt: tuple[bytes, ...]
) -> Iterator[dict[str, Any]]:
    """Flowers laid down, what replaces those of the deal, the tile drawn, indicators turned."""
    dealing = before["phase"] == 0 or (before["phase"] in (6, 7) and not after["river"])
    for seat in (0, 1):
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
    drew = after["drawn"] is not None and len(after["wall"]) < len(before["wall"])
    if drew and not dealing and after["phase"] in (3, 8):
        yield {"type": "tsumo", "actor": after["seat"], "pai": write_tile(after["drawn"], rules)}
    for tile in after["indicators"][len(before["indicators"]) :]:
        yield {"type": "dora", "pai": write_tile(tile, rules)}


def replay(log: Log | str | Iterable[str], rules: RuleSet | None = None) -> Game:
    """The game of a record, each of its states rebuilt (`game.states()`); InvalidLog names the line that is wrong.

    `rules` is for records of a rule set that is not a built-in one.
    """
    lines = log.splitlines() if isinstance(log, str) else list(log)
    if len(lines) > MOST_LINES:
        raise InvalidLog(f"line {MOST_LINES + 1}: a record has no more than {MOST_LINES} lines", MOST_LINES + 1)
    events = [_event(line, number) for number, line in enumerate(lines, 1)]
    if len(events) < 2:
        raise InvalidLog(f"line {len(events) + 1}: the record ends before the deal", len(events) + 1)
    game = _start(events[0], events[1], rules)
    for number, event in enumerate(events[2:], 3):
        action = event.get("action")
        if action is None:
            continue
        try:
            if not isinstance(action, int) or isinstance(action, bool) or action < -2:
                raise ValueError(f"{action!r} is no action")
            game.take(action)
        except ValueError as error:
            raise InvalidLog(f"line {number}: {error}", number) from error
    for number, (event, real) in enumerate(zip(events, game.log.events, strict=False), 1):
        if event != real:
            raise InvalidLog(f"line {number}: {json.dumps(event, ensure_ascii=False)} did not happen: "
                             f"{json.dumps(real, ensure_ascii=False)} did", number)
    if len(events) != len(game.log):
        short = min(len(events), len(game.log)) + 1
        raise InvalidLog(f"line {short}: {len(events)} lines in the record, {len(game.log)} in the game", short)
    return game


def _event(line: str, number: int) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError, TypeError) as error:
        raise InvalidLog(f"line {number}: not JSON: {error}", number) from error
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise InvalidLog(f"line {number}: not an event", number)
    return event


def _start(first: dict[str, Any], deal: dict[str, Any], rules: RuleSet | None) -> Game:
    said = first.get("type"), first.get("format"), first.get("version"), first.get("table")
    if said != ("start_game", FORMAT, VERSION, TABLE_VERSION):
        raise InvalidLog(f"line 1: not a record of {FORMAT} version {VERSION}", 1)
    try:
        known = rules or ruleset.get(first["rules"])
        if known.play_fingerprint != first["fingerprint"]:
            raise ValueError(f"the record was played by other rules than {known.name} has now")
        balances, base = first["balances"], first["base"]
        Game(known, balances=balances, base=base)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidLog(f"line 1: {error}", 1) from error
    try:
        dealer, dice = deal["dealer"], tuple(deal["dice"])
        if len(dice) != 2 or not all(die in range(1, 7) for die in dice):
            raise ValueError("two dice show 1 to 6")
        game = Game(known, dealer=dealer, balances=balances, base=base, hands=deal["hands"], wall=deal["wall"])
        deck = game._start[0]
        game._setup(known, deck, dealer, dice, tuple(balances), base)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidLog(f"line 2: {error}", 2) from error
    return game
