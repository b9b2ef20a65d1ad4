"""`Position.broken` is shown a state that is wrong for each of its numbers: invariants that cannot fail say nothing.

The fields lie in the bytes of `raw` as the struct in types.pxi declares them, which is read here.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from probes import broken

import mj2p
from mj2p import Game
from mj2p.hands.records import DTYPES

TYPES = Path(__file__).resolve().parents[2] / "src/mj2p/play/engine/types.pxi"


def state_struct() -> type[ctypes.Structure]:
    text = TYPES.read_text(encoding="utf-8")
    sizes = {name: int(value) for name, value in re.findall(r"^    (\w+) = (\d+)\b", text, re.MULTILINE)}
    sizes["ROW_3"] = DTYPES[3].itemsize
    struct = re.search(r"^cdef struct State:\n((?:    .*\n)+)", text, re.MULTILINE)
    assert struct is not None
    fields = []
    for type_, lengths, name in re.findall(r"^    (u?int\d+)_t((?:\[\w+\])*) (\w+)", struct[1], re.MULTILINE):
        kind: Any = getattr(ctypes, f"c_{type_}")
        for length in reversed(re.findall(r"\w+", lengths)):
            kind *= int(sizes.get(length, length))
        fields.append((name, kind))
    return type("State", (ctypes.Structure,), {"_fields_": fields})


State = state_struct()


def played(rules: str, over: bool) -> Game:
    """A game at a discard after some turns, or one that somebody has won."""
    for seed in range(300):
        game, random = Game(rules, seed=seed), Random(seed)
        while not game.over and (over or len(game.history) < 20 or game.state["phase"] != mj2p.Phase.TURN):
            wins = [action for action in game.actions if action.name == "win"]
            game.step(random.choice(wins or game.actions))
        if game.over == over and (not over or game.state["by"] in (mj2p.EndedBy.DISCARD, mj2p.EndedBy.SELF_DRAW)):
            return game
    raise AssertionError("no such game")


def take(state: Any, seat: int, more: int = -1) -> None:
    """A tile of the hand away, or another of a kind of which it has some, less than four."""
    kind = next(kind for kind in range(16) if 0 < state.counts[seat][kind] < 4)
    state.counts[seat][kind] += more


def set_flowers(state: Any) -> None:
    state.flowers[0] |= 1
    state.pending[0] |= 1


def fifth(state: Any) -> None:
    state.counts[1][3] = 5


def exchange(state: Any) -> None:
    take(state, 1)
    state.counts[1][next(kind for kind in range(9) if state.counts[1][kind] == 0)] += 1


#: The number of a fault -> (rule set, whether the game is over, what makes it).
FAULTS: dict[int, tuple[str, bool, Callable[[Any], object]]] = {
    1: ("duel64", False, lambda state: setattr(state, "tail", state.head - 1)),
    2: ("duel64", False, fifth),
    3: ("duel72", False, set_flowers),
    4: ("duel64", False, lambda state: take(state, 1)),
    5: ("duel64", True, lambda state: [take(state, 0) for _ in range(3)]),
    6: ("duel64", False, exchange),
    7: ("duel72", False, lambda state: setattr(state, "flowers", (ctypes.c_uint8 * 4)())),
    8: ("duel64", False, lambda state: setattr(state, "decisions", 601)),
    9: ("duel64", True, lambda state: state.mask.__setitem__(0, 1)),
    10: ("duel64", False, lambda state: setattr(state, "mask", (ctypes.c_uint64 * 3)(1))),
}


@pytest.mark.parametrize("number", FAULTS)
def test_a_broken_state_is_seen(number: int) -> None:
    rules, over, spoil = FAULTS[number]
    game = played(rules, over)
    if rules == "duel72":
        assert any(game.state["flowers"])
    state = State.from_buffer_copy(game.position.raw())
    game.position.load(bytes(state))
    assert (broken(game), ctypes.sizeof(State)) == (0, len(game.position.raw()))
    spoil(state)
    game.position.load(bytes(state))
    assert broken(game) == number


@pytest.mark.parametrize("field", ["seat", "turn"])
def test_whoever_is_not_there_is_asked(field: str) -> None:
    """The other halves of fault 10: a seat that is none, and one whose turn it is not."""
    game = played("duel64", False)
    state = State.from_buffer_copy(game.position.raw())
    state.seat = 2 if field == "seat" else 1 - state.turn
    game.position.load(bytes(state))
    assert broken(game) == 10


def test_every_number_is_shown() -> None:
    text = (TYPES.parent / "probe.pxi").read_text(encoding="utf-8")
    body = text[text.index("cdef int broken(") : text.index("cdef int first_in(")]
    assert {int(number) for number in re.findall(r"return (\d+)", body)} - {0} == set(FAULTS)
