"""`make demo`: one hand with its table of fans, then a million hands as a batch."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import mj2p

HAND = "[CCC,2]1112223339m9m|EE1000||"
MILLION = 1_000_000


def random_hands(n: int, seed: int = 0) -> Any:
    """Records of `n` complete closed hands of `duel64`: four random sets and a pair, won by any of the tiles."""
    ranks = np.eye(16, dtype=np.uint8)
    chows = ranks[0:7] + ranks[1:8] + ranks[2:9]
    sets = np.concatenate([chows, 3 * ranks])
    rng = np.random.default_rng(seed)
    found: list[Any] = []
    while sum(map(len, found)) < n:
        counts = sets[rng.integers(0, len(sets), (n, 4))].sum(axis=1, dtype=np.uint8)
        counts += 2 * ranks[rng.integers(0, 16, n)]
        found.append(counts[counts.max(axis=1) <= 4])
    records = np.zeros(n, mj2p.hand_dtype("duel64"))
    records["counts"] = np.concatenate(found)[:n]
    place = rng.integers(0, 14, n)[:, None]  # of the fourteen tiles in order
    records["win"] = (records["counts"].cumsum(axis=1) <= place).sum(axis=1)
    return records


def main() -> None:
    """Show both."""
    print(mj2p.score(HAND, rules="duel64"))
    records = random_hands(MILLION)
    start = time.perf_counter()
    scores = mj2p.score_batch(records, rules="duel64")
    seconds = time.perf_counter() - start
    total, wins = scores["total"], scores["status"] == mj2p.Status.WIN
    print()
    print(f"{len(scores):,} hands in {seconds:.3f} s, one thread: {len(scores) / seconds:,.0f} hands a second")
    print(f"{wins.mean():.0%} complete; {total.mean():.1f} fans on average, {total.max()} at most")


if __name__ == "__main__":
    main()
