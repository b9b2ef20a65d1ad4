"""Proves the core on every hand of duel64: its score against the plain scorer's, and how many hands there are.

python tests/second/exhaustive.py [--part all|closed|tenth] [--seed N] [--threads 2]

`all`: every complete hand, every way of melding (kongs included), every winning tile, drawn and claimed: 72,042,942.
`closed`: those without melds, 2,865,992. `tenth`: one in ten of all, chosen by the seed. Exit status 1 if any differs.
"""

from __future__ import annotations

import argparse
import functools
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from second import world
from second.compare import compare_all

HANDS = {"all": 72_042_942, "closed": 2_865_992}
PARTS = 16  # more than threads, so that no thread idles for long at the end


def main(argv: list[str] | None = None) -> int:
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--part", choices=["all", "closed", "tenth"], default="all")
    args.add_argument("--seed", type=int, default=0)
    args.add_argument("--threads", type=int, default=2)
    given = args.parse_args(argv)

    most_melds, one_in = 0 if given.part == "closed" else 4, 10 if given.part == "tenth" else 1
    start = time.monotonic()
    parts = [
        functools.partial(world, most_melds, part=part, parts=PARTS, one_in=one_in, seed=given.seed)
        for part in range(PARTS)
    ]
    tally = compare_all(parts, "duel64", given.threads)
    print(f"duel64 {given.part}: {tally}")
    print(f"{time.monotonic() - start:.0f} s, {given.threads} threads")

    expected = HANDS.get(given.part, tally.hands)
    if tally.hands != expected:
        print(f"{tally.hands:,} hands, but there are {expected:,}")
    if tally.wins != tally.hands:
        print("the second scorer refuses some of them")
    return int(tally.differing > 0 or tally.hands != expected or tally.wins != tally.hands or not tally.hands)


if __name__ == "__main__":
    sys.exit(main())
