"""What Python hands to the compiled extensions: of the wrong shape, type or layout it is an error, never a crash.

Every entry that takes arrays is a line of `entries`: a call with good arguments by name. Each array is then spoilt in
turn: one longer and one shorter in each dimension, another dtype or byte order, every other element, None, a list, and
where it is written read-only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import mj2p
from mj2p import _core
from mj2p.codes import SCORE_SIZE
from mj2p.hands.records import DTYPES
from mj2p.play import _engine
from mj2p.play.gamerows import game_dtype
from mj2p.play.state import flow_of
from mj2p.rules.catalogue import FANS
from mj2p.scoring import _distance
from mj2p.scoring.checking import record_of
from mj2p.study._walls import LoneHand, OutcomeTally

N = 3
ROW = game_dtype(2).itemsize
RULES = mj2p.rules.get("duel64")
PACKED = RULES.packed
FORMS = RULES.forms
HAND = np.frombuffer(bytes([3, 1, 1, 1, 1, 1, 1, 1, 4, 0, 0, 0, 0, 0, 0, 0]), np.uint8).copy()
RECORD = np.frombuffer(record_of(mj2p.Hand.parse("11112345678999m"), RULES), np.uint8).copy()
SCORING = {"minimum": 0, "cap_points": 0, "in_steps": 0}


def zeros(*shape: int, of: Any = np.uint8) -> Any:
    return np.zeros(shape, of)


def batch() -> _engine.Batch:
    return _engine.Batch(flow_of(RULES), N, 1, 0, (10_000, 10_000), 25)


def lone(**given: Any) -> LoneHand:
    given = {name: given[name] for name in ("record", "counts", "limits", "wall")}
    return LoneHand(PACKED, *given.values(), 0, 5, 0, 0, SCORING, 10**6)


def a_lone() -> LoneHand:
    return lone(record=RECORD, counts=HAND, limits=np.full(16, 4, np.uint8), wall=4 - HAND)


#: name -> (call, the arrays it reads, those it writes).
Entry = tuple[Callable[..., object], dict[str, Any], dict[str, Any]]


def entries() -> dict[str, Entry]:
    rows, counts = zeros(N, DTYPES[1].itemsize), np.tile(HAND, (N, 1))
    simulate = flow_of(RULES).simulate
    return {
        "score_batch": (
            lambda rows, out, counts: _core.score_batch(rows, PACKED, out, counts),
            {"rows": rows}, {"out": zeros(N, SCORE_SIZE), "counts": zeros(N, len(FANS))},
        ),
        "is_complete_batch": (
            lambda counts, out: _core.is_complete_batch(counts, out, FORMS), {"counts": counts}, {"out": zeros(N)},
        ),
        "waits_batch": (
            lambda counts, out: _core.waits_batch(counts, out, PACKED),
            {"counts": counts}, {"out": zeros(N, of=np.uint64)},
        ),
        "waits_one": (lambda counts: _core.waits_one(counts, b"", PACKED), {"counts": HAND}, {}),
        "distance_batch": (
            lambda counts, out: _distance.distance_batch(counts, out, FORMS),
            {"counts": counts}, {"out": zeros(N, of=np.int8)},
        ),
        "useful_batch": (
            lambda counts, out, kinds: _distance.useful_batch(counts, out, kinds, FORMS),
            {"counts": counts}, {"out": zeros(N, of=np.int8), "kinds": zeros(N, of=np.uint64)},
        ),
        "useful_one": (
            lambda counts, limits: _distance.useful_one(counts, limits, 0, FORMS),
            {"counts": HAND, "limits": np.full(16, 4, np.uint8)}, {},
        ),
        "simulate": (lambda out: simulate((0, 0), 1, 0, N, out), {}, {"out": zeros(N, ROW)}),
        "step": (
            lambda **all: batch().step(**all), {"actions": zeros(N, of=np.int64)},
            {"illegal": zeros(N), "done": zeros(N), "rewards": zeros(N, 2, of=np.int64), "rows": zeros(N, ROW)},
        ),
        "seats": (lambda out: batch().seats(out), {}, {"out": zeros(N)}),
        "games": (lambda out: batch().games(out), {}, {"out": zeros(N, of=np.uint64)}),
        "sample": (lambda out: batch().sample(1, out), {}, {"out": zeros(N, of=np.int64)}),
        "choose": (lambda out: batch().choose(1, out, 0, N), {}, {"out": zeros(N, of=np.int64)}),
        "observe": (lambda out: batch().observe(out), {}, {"out": zeros(N, batch().planes, 16)}),
        "LoneHand": (
            lone,
            {"record": RECORD, "counts": HAND, "limits": np.full(16, 4, np.uint8), "wall": 4 - HAND}, {},
        ),
        "chances": (
            lambda ready, won: a_lone().chances(0, ready, won),
            {}, {"ready": zeros(5, of=float), "won": zeros(5, of=float)},
        ),
    }  # fmt: skip


def spoilt(array: Any, written: bool) -> Iterator[tuple[str, Any]]:
    for axis in range(array.ndim):
        for step in (1, -1):
            shape = list(array.shape)
            shape[axis] += step
            yield f"shape {shape}", np.zeros(shape, array.dtype)
        yield f"every other of axis {axis}", np.repeat(array, 2, axis)[(slice(None),) * axis + (slice(None, None, 2),)]
    yield "no dimension", array.reshape(-1)[:1].reshape(())
    yield "one dimension more", array[None]
    yield "no elements", array[:0]
    for dtype in (np.uint16, np.float32, np.complex128, object):
        yield f"dtype {np.dtype(dtype)}", array.astype(dtype)
    if array.itemsize > 1:
        yield "swapped bytes", array.astype(array.dtype.newbyteorder())
    yield "None", None
    yield "a list", array.tolist()
    if written:
        fixed = array.copy()
        fixed.flags.writeable = False
        yield "read-only", fixed


@pytest.mark.parametrize("name", entries())
def test_a_spoilt_array_is_an_error(name: str) -> None:
    call, reads, writes = entries()[name]
    call(**reads, **writes)  # these are good
    for spoil, array in {**reads, **writes}.items():
        for how, wrong in spoilt(array, spoil in writes):
            if (spoil, how, name) == ("counts", "None", "score_batch"):
                continue  # not asked for
            with pytest.raises((ValueError, TypeError)):
                pytest.fail(f"{name} takes {spoil} with {how}: {call(**{**reads, **writes, spoil: wrong})}")


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.score_one(b"", PACKED), lambda: _core.score_one(bytes(32), None),
        lambda: _core.score_one(None, PACKED),
        lambda: _core.matched_fans(bytes(31), PACKED), lambda: _core.matched_fans(bytes(32), None),
        lambda: _core.split_sets(-1), lambda: _core.split_sets(2**31 - 1), lambda: _core.split_sets(23533),
        lambda: _core.waits_one(HAND, bytes(5), PACKED), lambda: _core.waits_one(HAND, b"", None),
        lambda: _core.Packed(None),
        lambda: _distance.useful_one(HAND, HAND, 5, FORMS), lambda: _distance.useful_one(HAND, HAND, -1, FORMS),
        lambda: _distance.useful_one(HAND + 5, HAND, 0, FORMS),
        lambda: _engine.Position(None), lambda: _engine.Batch(None, 1, 0, 0, (1, 1), 1),
        lambda: _engine.Batch(flow_of(RULES), 1, 0, 0, (1,), 1),
        lambda: _engine.Batch(flow_of(RULES), 0, 0, 0, (1, 1), 1),
        lambda: batch().masks(zeros(N - 1, 77)), lambda: batch().masks(zeros(N, 193)),
        lambda: batch().masks(zeros(N, 0)), lambda: batch().choose(9, zeros(N, of=np.int64), 0, N),
        lambda: batch().choose(1, zeros(N, of=np.int64), 0, N + 1),
        lambda: batch().choose(1, zeros(N, of=np.int64), -1, N),
        lambda: mj2p.Game().position.leave(2), lambda: mj2p.Game().position.leave(-1),
        lambda: mj2p.Game().position.forfeit(1000), lambda: mj2p.Game().position.determinize(-5, 1),
        lambda: mj2p.Game().position.mask_into(zeros(193)), lambda: mj2p.Game().position.load(b""),
        lambda: mj2p.Game().position.load(None), lambda: flow_of(RULES).dealt_places(7, 0),
        lambda: flow_of(RULES).record(b"", 1, 0, zeros(ROW - 1)), lambda: flow_of(RULES).record(None, 1, 0, zeros(ROW)),
        lambda: flow_of(RULES).simulate((0, 9), 1, 0, 1, zeros(1, ROW)),
        lambda: flow_of(RULES).simulate((0,), 1, 0, 1, zeros(1, ROW)),
        lambda: OutcomeTally(None), lambda: OutcomeTally(PACKED).add(zeros(2, 34)),
        lambda: OutcomeTally(PACKED).add(zeros(2, 16) + 9),
        lambda: a_lone().chances(-1, zeros(5, of=float), zeros(5, of=float)),
        lambda: a_lone().chances(16, zeros(5, of=float), zeros(5, of=float)),
        lambda: lone(record=RECORD, counts=HAND * 2, limits=HAND, wall=HAND),
        lambda: lone(record=RECORD, counts=HAND, limits=HAND + 250, wall=HAND),
        lambda: lone(record=RECORD, counts=HAND, limits=HAND, wall=HAND + 250),
    ],
)  # fmt: skip
def test_a_spoilt_argument_is_an_error(call: Callable[[], object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        call()
