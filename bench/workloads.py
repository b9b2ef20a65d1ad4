"""What is measured: batch functions over mixes, with the goal for each and what PyMahjongGB does with the same hands.

A workload's `run` takes its array (or a slice); `peer`, where there is one, a list of arguments made of the same rows.
Beside PyMahjongGB, mind: it scores with its own 81 fans where this package uses the 54 of `duel64`; it finds waits and
winning forms of three suits; and it is called from Python a hand at a time, as its users do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import mixes
import numpy as np
import numpy.typing as npt
import pymahjonggb
from MahjongGB import MahjongShanten, RegularShanten, SevenPairsShanten  # type: ignore[import-not-found]

import mj2p

Array = npt.NDArray[Any]


def score_all(given: Iterable[pymahjonggb.Arguments]) -> None:
    for arguments in given:
        pymahjonggb.calculate(arguments)


def score_any(given: Iterable[pymahjonggb.Arguments]) -> None:
    """Hands that need not be complete: it raises for most."""
    for arguments in given:
        try:  # noqa: SIM105  # a context manager would cost it time
            pymahjonggb.calculate(arguments)
        except TypeError:
            pass


def distance_all(given: Iterable[pymahjonggb.Arguments]) -> None:
    for arguments in given:
        MahjongShanten((), arguments[1])


def useful_all(given: Iterable[pymahjonggb.Arguments]) -> None:
    """Its useful tiles come from a function for each form: those of four sets and of seven pairs."""
    for arguments in given:
        RegularShanten(arguments[1])
        SevenPairsShanten(arguments[1])


class Workload(NamedTuple):
    """A batch function, over all of a mix."""

    name: str
    mix: str
    what: str
    kernel: str  # the function of the core whose instructions are counted
    run: Callable[[Array], Any]
    array: Callable[[Array], Array]  # records -> what `run` takes
    goal: float | None  # nanoseconds a hand
    aim: float | None = None  # instructions a hand
    peer: Callable[[Sequence[pymahjonggb.Arguments]], None] | None = None

    def load(self) -> Array:
        return self.array(mixes.load(self.mix))


def records(rows: Array) -> Array:
    return rows


def counts(rows: Array) -> Array:
    return np.ascontiguousarray(rows["counts"])


def score_mcr(rows: Array) -> Array:
    return mj2p.score_batch(rows, "mcr")


#: Full fan search: the aim is 400 instructions a hand of the 64 tiles.
SCORE: dict[str, Any] = {
    "kernel": "score_batch", "run": mj2p.score_batch, "array": records, "goal": 60, "aim": 400,
}  # fmt: skip
WORKLOADS = (
    Workload("score_batch", "closed", "full fan search, all complete closed hands", **SCORE, peer=score_all),
    Workload("score_batch_melded", "melded", "full fan search, random sets with melds", **SCORE, peer=score_all),
    Workload("score_batch_dealt", "dealt", "full fan search, random 14 tiles", **SCORE, peer=score_any),
    Workload(
        "score_batch_mcr", "mcr", "full fan search, mcr, random hands of every form",
        "score_batch", score_mcr, records, goal=None, peer=score_all,
    ),
    Workload(
        "score_batch_mcr_rare", "rare", "full fan search, mcr, every fan and form often",
        "score_batch", score_mcr, records, goal=None, peer=score_all,
    ),
    Workload(
        "is_complete_batch", "closed", "win check, all complete closed hands",
        "is_complete_batch", mj2p.is_complete_batch, counts, goal=10,
    ),
    Workload(
        "is_complete_batch_dealt", "dealt", "win check, random 14 tiles",
        "is_complete_batch", mj2p.is_complete_batch, counts, goal=10,
    ),
    Workload(
        "distance_batch", "dealt", "distance, random 13 tiles",
        "distance_batch", mj2p.distance_batch, mixes.thirteen, goal=20, peer=distance_all,
    ),
    Workload(
        "useful_batch", "dealt", "distance and useful tiles, random 13 tiles",
        "useful_batch", mj2p.useful_batch, mixes.thirteen, goal=60, peer=useful_all,
    ),
)  # fmt: skip
