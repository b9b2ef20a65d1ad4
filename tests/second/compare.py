"""Both scorers on the same records: what differs, and how such a hand looks."""

from __future__ import annotations

import concurrent.futures
import dataclasses
from collections.abc import Callable, Iterable, Iterator

import numpy as np

import mj2p

from . import STATUS, fans, score_batch
from .hand_text import show

FIELDS = ("status", "total", "fans", "counts", "wait")
EXAMPLES = 10


@dataclasses.dataclass
class Tally:
    """How many hands were compared and in which fields how many differ, with the first few of them."""

    hands: int = 0
    wins: int = 0
    differing: int = 0
    fields: dict[str, int] = dataclasses.field(default_factory=lambda: dict.fromkeys(FIELDS, 0))
    examples: list[str] = dataclasses.field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        self.hands += other.hands
        self.wins += other.wins
        self.differing += other.differing
        for field, n in other.fields.items():
            self.fields[field] += n
        self.examples = (self.examples + other.examples)[:EXAMPLES]
        return self

    def __str__(self) -> str:
        where = ", ".join(f"{field} {n:,}" for field, n in self.fields.items() if n)
        head = f"{self.hands:,} hands, {self.wins:,} of them wins, {self.differing:,} differ"
        return "\n".join([f"{head}: {where}" if where else head, *self.examples])


def outcome(score: np.void, counts: np.ndarray) -> str:
    """One scorer's answer in a line."""
    counted = " ".join(f"{fan}×{n}" if n > 1 else fan for fan, n in zip(fans(), counts.tolist(), strict=True) if n)
    status = STATUS.get(int(score["status"]), str(score["status"]))
    masks = " ".join(hex(int(mask)) for mask in score["fans"])
    return f"{score['total']} {status}, wait {score['wait']}: {counted} [{masks}]"


def compare(records: np.ndarray, rules: str) -> Tally:
    """Scores the records twice. Fans that only the package has (later ones) must not be counted."""
    scores, counts = mj2p.score_batch(records.view(mj2p.hand_dtype(rules)), rules=rules, counts=True)
    known_scores, known_counts = score_batch(records, rules)
    width = known_counts.shape[1]

    wrong = {field: scores[field] != known_scores[field] for field in FIELDS if field != "counts"}
    wrong["fans"] = wrong["fans"].any(axis=1)
    wrong["counts"] = (counts[:, :width] != known_counts).any(axis=1) | counts[:, width:].any(axis=1)
    tally = Tally(len(records), int((known_scores["status"] == 0).sum()))
    tally.fields = {field: int(wrong[field].sum()) for field in FIELDS}
    differ = np.logical_or.reduce(list(wrong.values()))
    tally.differing = int(differ.sum())
    for i in np.flatnonzero(differ)[:EXAMPLES]:
        tally.examples.append(
            f"  {show(records[i], rules)}\n"
            f"      package {outcome(scores[i], counts[i, :width])}\n"
            f"      second  {outcome(known_scores[i], known_counts[i])}"
        )
    return tally


def compare_all(parts: Iterable[Callable[[], Iterator[np.ndarray]]], rules: str, threads: int) -> Tally:
    """All chunks of all parts, a thread for each part at a time: both scorers work without the GIL."""

    def run(part: Callable[[], Iterator[np.ndarray]]) -> Tally:
        tally = Tally()
        for chunk in part():
            tally += compare(chunk, rules)
        return tally

    total = Tally()
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for tally in pool.map(run, parts):
            total += tally
    return total
