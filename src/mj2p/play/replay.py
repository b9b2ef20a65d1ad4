"""Records read back: `replay` plays one again and compares every line, so that a damaged or forged one is found."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .. import rules as rule_sets
from ..arguments import each, whole
from ..errors import InvalidLog
from ..rules.ruleset import RuleSet
from ..rules.settings import MOST_BASE
from .action import TABLE_VERSION
from .game import Game
from .log import FORMAT, VERSION, Log

__all__ = ["compare", "follow", "read_events", "replay", "rules_of"]

MOST_LINES = 10_000


def replay(log: Log | str | Iterable[str], rules: RuleSet | None = None) -> Game:
    """The game of a record, each of its states rebuilt (`game.states()`); InvalidLog names the line that is wrong.

    `log`: a Log, its text or its lines; `rules` is for records of a rule set that is not a built-in one.
    """
    events = read_events(log, MOST_LINES)
    if len(events) < 2:
        raise InvalidLog(f"line {len(events) + 1}: the record ends before the deal", len(events) + 1)
    game = _start(events[0], events[1], rules)
    follow(game, events)
    return game


def read_events(log: Log | str | Iterable[str], most: int) -> list[dict[str, Any]]:
    """The events of a record, a line each; InvalidLog where a line is none."""
    lines = log.rstrip().split("\n") if isinstance(log, str) else list(each("log", log))
    if lines and isinstance(lines[0], str):
        lines[0] = lines[0].removeprefix("\ufeff")  # a byte order mark
    lines = [] if lines == [""] else lines
    if len(lines) > most:
        raise InvalidLog(f"line {most + 1}: a record has no more than {most} lines", most + 1)
    return [_event(line, number) for number, line in enumerate(lines, 1)]


def follow(game: Game, events: list[dict[str, Any]], first: int = 1) -> None:
    """Play a fresh game on as its record says, and compare every line; `first`: the number of the record's first."""
    wrong: InvalidLog | None = None
    for number, event in enumerate(events, first):
        action = event.get("action")
        if action is None:
            continue
        try:
            if not isinstance(action, int) or isinstance(action, bool) or action < -len(game.balances):
                raise ValueError(f"{action!r} is no action")
            game.take(action)
        except ValueError as error:
            wrong = InvalidLog(f"line {number}: {error}", number)
            break
    compare(events, game.log.events, first, wrong)


def compare(
    events: list[dict[str, Any]], real: tuple[dict[str, Any], ...], first: int = 1, wrong: InvalidLog | None = None
) -> None:
    """Every line of a record with what really happened, as far as an action that went `wrong`; InvalidLog."""
    before = events[: wrong.line - first] if wrong else events
    for number, (event, so) in enumerate(zip(before, real, strict=False), first):
        if _text(event) != _text(so):  # as texts: 1 is not true, nor 1.0
            raise InvalidLog(f"line {number}: {_text(event)} did not happen: {_text(so)} did", number)
    end = first + len(real)
    if len(before) > len(real):
        raise InvalidLog(f"line {end}: {_text(before[len(real)])} has no place in the game", end)
    if wrong:
        raise wrong
    if len(events) < len(real):
        end = first + len(events)
        raise InvalidLog(f"line {end}: is missing: {_text(real[len(events)])}", end)


def _text(event: dict[str, Any]) -> str:
    return json.dumps(event, ensure_ascii=False, sort_keys=True)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    event = dict(pairs)
    if len(event) != len(pairs):
        raise ValueError("a key stands twice")
    return event


def _event(line: str, number: int) -> dict[str, Any]:
    try:
        event = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError, TypeError) as error:
        raise InvalidLog(f"line {number}: not JSON: {error}", number) from error
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise InvalidLog(f"line {number}: not an event", number)
    return event


def _start(first: dict[str, Any], deal: dict[str, Any], rules: RuleSet | None) -> Game:
    if first["type"] == "start_match":
        raise InvalidLog("line 1: the record of a match: Match.replay reads it", 1)
    said = first.get("type"), first.get("format"), first.get("version"), first.get("table")
    if said != ("start_game", FORMAT, VERSION, TABLE_VERSION):
        raise InvalidLog(f"line 1: not a record of {FORMAT} version {VERSION}", 1)
    try:
        known = rules_of(first, rules)
        balances, base = first["balances"], whole("base", first["base"], 0, MOST_BASE)
        Game(known, balances=balances, base=base)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidLog(f"line 1: {_said(error)}", 1) from error
    try:
        dealer, dice = deal["dealer"], tuple(deal["dice"])
        if len(dice) != 2 or not all(die in range(1, 7) for die in dice):
            raise ValueError("two dice show 1 to 6")
        if any("?" in hand for hand in deal["hands"]):
            raise ValueError("hidden tiles (?): the view of a seat is no whole record, and does not replay")
        game = Game(known, dealer=dealer, balances=balances, base=base, hands=deal["hands"], wall=deal["wall"])
        assert game.start is not None
        start = game.start._replace(dice=(int(dice[0]), int(dice[1])))
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidLog(f"line 2: {_said(error)}", 2) from error
    return Game.of(known, start, balances=game.balances, base=base)


def rules_of(head: dict[str, Any], rules: RuleSet | None) -> RuleSet:
    """The rule set of a record, by whose rules it was played."""
    try:
        known = rule_sets.get(head["rules"] if rules is None else rules)
    except ValueError as error:
        hint = "a record by rules of one's own needs them to replay (rules=, --rules FILE)"
        raise ValueError(f"{error}; {hint}") from None
    if known.play_fingerprint != head["fingerprint"]:
        raise ValueError(f"the record was played by other rules than {known.name} has now")
    return known


def _said(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
