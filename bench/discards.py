"""How long a table of discards takes: median and 99th percentile over seeded random hands of each distance, 18 draws.

python bench/discards.py [--hands 1000] [--rules duel64]

It is the thread's own processor time, so that waiting for a busy neighbour is left out. Goals, on two cores of a shared
Zen 3 machine: straight, up to three from ready, 10 ms; wide, one from ready 50 ms, two from ready 1 s.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import mj2p
from mj2p.hands.tiles import LETTERS, ONE_SUIT

GOALS = {  # (level, distance) -> milliseconds
    ("straight", 0): 10, ("straight", 1): 10, ("straight", 2): 10, ("straight", 3): 10,
    ("wide", 0): 50, ("wide", 1): 50, ("wide", 2): 1000,
}  # fmt: skip


def hands(rules: str, distance: int, n: int, seed: int = 1) -> list[str]:
    """So many random hands of 14 tiles so far from ready."""
    letters = [LETTERS[kind] for kind in (ONE_SUIT if mj2p.rules.get(rules).nsuits == 1 else range(34))]
    rng = np.random.default_rng([seed, distance])
    wall = np.repeat(np.arange(len(letters)), 4)
    found: list[str] = []
    while len(found) < n:
        drawn = np.array([rng.choice(wall, 14, replace=False) for _ in range(1000)])
        rows = np.zeros((len(drawn), len(letters)), np.uint8)
        np.add.at(rows, (np.arange(len(drawn))[:, None], drawn), 1)
        near = drawn[mj2p.distance_batch(rows, rules) == distance]
        found += ["".join(letters[kind] for kind in hand) for hand in near]
    return found[:n]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rules", default="duel64")
    asked = parser.parse_args()
    print(f"{asked.rules}: milliseconds a table, {asked.hands} hands of each distance (wide, two away: a tenth)")
    for (level, distance), goal in GOALS.items():
        n = max(asked.hands // 10, 1) if (level, distance) == ("wide", 2) else asked.hands
        took = []
        for hand in hands(asked.rules, distance, n):
            start = time.thread_time()
            mj2p.discards(hand, asked.rules, level=level)
            took.append(1000 * (time.thread_time() - start))
        median, tail = np.quantile(took, [0.5, 0.99])
        print(f"{level:8} {distance} from ready  median {median:8.2f}  99 % {tail:8.2f}  goal {goal:5}", flush=True)


if __name__ == "__main__":
    main()
