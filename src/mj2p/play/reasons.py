"""Why an action of the table cannot be taken now, in words: `reason`; what can be, `engine/legal.pxi` says."""

from __future__ import annotations

from ..codes import KINDS
from ..hands.tiles import FLOWER
from ..rules.ruleset import RuleSet
from .codes import Act, Phase, Turn
from .state import State

__all__ = ["reason"]


def reason(number: int, state: State, rules: RuleSet) -> str:
    """Why an action that is not legal is none (rulebook 6-12): the first rule that is against it."""
    seat = state["seat"]
    assert seat is not None
    on_turn = state["phase"] == Phase.TURN
    if number == Act.PASS:
        return "there is nothing to pass on one's own turn: discard"
    if number == Act.WIN:
        return "after a claim comes a discard" if on_turn and state["drawn"] is None else "the hand does not win now"
    if number <= Act.KONG:
        if on_turn or state["tile"] is None or state["tile"] >= FLOWER:
            return "there is no discard to claim"
        if state["ready"][seat]:
            return "a ready hand is fixed: no claims, no kongs"
        return "the hand lacks the tiles for it, or the wall is too short"
    if number < Act.OF_KINDS:
        return "it is not the time for it"
    if not on_turn:
        return "it is an answer that is asked for, not a turn"
    return _on_turn(number, state, seat, KINDS[rules.nsuits])


def _on_turn(number: int, state: State, seat: int, kinds: int) -> str:
    """Of discards, declarations and kongs on the seat's own turn."""
    sort, kind = divmod(number - Act.OF_KINDS, kinds)
    if number >= Act.CHOW_READY:
        return "it is an answer that is not asked for now"
    counts = state["counts"][seat]
    if state["ready"][seat]:
        return "a ready hand is fixed: win, or discard the tile drawn"
    if sort in (Turn.DISCARD, Turn.READY) and counts[kind] == 0:
        return "there is no such tile in the hand"
    if sort == Turn.READY:
        return "the hand would not be waiting, or ready cannot be declared now"
    if state["drawn"] is None:
        return "after a claim comes a discard"
    if sort == Turn.CONCEALED_KONG:
        return "the hand does not have all four" if counts[kind] < 4 else "the wall is too short for a kong"
    if sort == Turn.ADDED_KONG:
        return "there is no pung to add it to, no tile to add, or the wall is too short"
    return "it needs its dealt tiles on the first turn"
