"""Compares the core with the plain scorer on random hands of every rule set, in all sorts of circumstances.

python tests/second/sampled.py [--rules NAME ...] [--hands 1000000] [--seed N] [--threads 2]

Hands are complete mostly, with random melds, kongs, flowers, winds and situations; some are incomplete or invalid on
purpose, and the status must agree as well. Exit status 1 if any differs.
"""

from __future__ import annotations

import argparse
import functools
import pathlib
import sys
import time
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import numpy as np

from second import RULES, sample
from second.compare import compare_all

CHUNK = 1 << 14


def chunk_of(rules: str, seed: int, first: int, n: int) -> Iterator[np.ndarray]:
    yield sample(rules, n, seed=seed, first=first)


def main(argv: list[str] | None = None) -> int:
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--rules", nargs="+", choices=RULES, default=RULES)
    args.add_argument("--hands", type=int, default=1_000_000, help="for each rule set")
    args.add_argument("--seed", type=int, default=0)
    args.add_argument("--threads", type=int, default=2)
    given = args.parse_args(argv)

    differing = 0
    for rules in given.rules:
        start = time.monotonic()
        parts = [
            functools.partial(chunk_of, rules, given.seed, first, min(CHUNK, given.hands - first))
            for first in range(0, given.hands, CHUNK)
        ]
        tally = compare_all(parts, rules, given.threads)
        print(f"{rules}: {tally}", f"{time.monotonic() - start:.0f} s", sep="\n", flush=True)
        differing += tally.differing
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
