"""Compares `mcr` with PyMahjongGB 1.4.0, fan list by fan list, on random hands of every form.

python bench/crosscheck.py [--hands 300000] [--seed 81]

A third as many hands again are compared with one tile exchanged, most of them complete no longer.
Its conventions are turned into ours first (pymahjonggb.py says which) and counted. What still differs is listed by
class: the fans that only one of the two counts, how many hands, and one of them with both totals. Exit status 1 where
fewer than 99.9 % of the lists are equal, where two lists differ that are no tie, or where a special form or a fan is
seen too seldom for the comparison to say much.

A tie: 1112233444m333p1m is 11 123 123 444 333 with 一般高, or 111 123 234 44 333 with 幺九刻, 22 either way. Rulebook
3.6 puts the first first (一般高 stands higher in the table); PyMahjongGB shows the reading it found first.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

import mixes
import numpy as np
import pymahjonggb

import mj2p
from mj2p.rules.catalogue import FANS, find

EQUAL = 0.999
FORMS = ("七对", "连七对", "十三幺", "七星不靠", "全不靠", "组合龙", "九莲宝灯")
FEWEST_OF_FORM, FEWEST_OF_FAN = 1_000, 10
CHUNK = 50_000
VALUES = {rule.fan.index: rule.value for rule in mj2p.rules.get("mcr").fans.values()}

Difference = tuple[tuple[str, ...], tuple[str, ...]]  # what only this package counts, what only the other does


class Tally:
    """What was compared, and what differed."""

    def __init__(self) -> None:
        self.hands = self.incomplete = self.equal = self.ties = 0
        self.conventions: Counter[str] = Counter()
        self.fans: Counter[int] = Counter()
        self.differences: Counter[Difference] = Counter()
        self.examples: dict[Difference, str] = {}

    def add(self, records: Any) -> None:
        """Compare some records."""
        counts = mj2p.score_batch(records, "mcr", counts=True)[1]
        self.fans.update(dict(enumerate((counts > 0).sum(0).tolist())))
        for row, (given, times) in enumerate(zip(pymahjonggb.arguments(records), counts, strict=True)):
            theirs, turned = pymahjonggb.fans(given, records[row])
            ours = {int(fan): int(times[fan]) for fan in np.flatnonzero(times)}
            self.hands += 1
            self.incomplete += not ours
            self.conventions.update(turned)
            if ours == theirs:
                self.equal += 1
            else:
                self.note(records[row : row + 1], ours, theirs)

    def note(self, record: Any, ours: pymahjonggb.Fans, theirs: pymahjonggb.Fans) -> None:
        """Take down a difference."""
        mine, other = total(ours), total(theirs)
        self.ties += mine == other and rank(ours) > rank(theirs)
        difference = (only(ours, theirs), only(theirs, ours))
        self.differences[difference] += 1
        self.examples.setdefault(difference, f"{mj2p.decode(record, 'mcr')[0]}  {mine} : {other}")

    def __str__(self) -> str:
        lines = [
            f"{self.hands:,} hands ({self.incomplete:,} not complete): {self.equal:,} equal fan lists "
            f"({self.equal / self.hands:.4%}); {self.ties:,} ties, told apart by rulebook 3.6; "
            f"{self.hands - self.equal - self.ties:,} other differences",
            "conventions turned: " + ", ".join(f"{what} {many:,}" for what, many in sorted(self.conventions.items())),
            "special forms: " + ", ".join(f"{form} {self.fans[find(form).index]:,}" for form in FORMS),
        ]
        for (mine, theirs), many in self.differences.most_common():
            lines.append(f"{many:6,}  here {' '.join(mine) or '-'}; there {' '.join(theirs) or '-'}")
            lines.append(f"        {self.examples[mine, theirs]}")
        return "\n".join(lines)

    def faults(self) -> list[str]:
        """Why the comparison does not pass."""
        few = [form for form in FORMS if self.fans[find(form).index] < FEWEST_OF_FORM]
        few += [FANS[fan].zh for fan in VALUES if self.fans[fan] < FEWEST_OF_FAN]
        found = [f"too few hands of {name}" for name in few]
        complete = self.hands - self.incomplete
        if self.equal - self.incomplete < EQUAL * complete:  # even if every incomplete hand were among the equal ones
            found.append(f"fewer than {EQUAL:.1%} of the lists are equal")
        if self.equal + self.ties < self.hands:
            found.append("lists differ that are no ties")
        return found


def spoilt(rng: np.random.Generator, records: Any) -> Any:
    """The hands with one concealed tile exchanged for another, without those that are no hands any more."""
    rows = np.arange(len(records))
    out = records.copy()
    out["counts"][rows, mixes.choose_tile(rng, out["counts"])] -= 1
    out["counts"][rows, rng.integers(0, 34, len(out))] += 1
    out["win"] = mixes.choose_tile(rng, out["counts"])
    out["situation"] &= mixes.SELF_DRAW
    return out[mj2p.score_batch(out, "mcr")["status"] <= mj2p.Status.NOT_COMPLETE]


def total(fans: pymahjonggb.Fans) -> int:
    return sum(VALUES[fan] * times for fan, times in fans.items())


def rank(fans: pymahjonggb.Fans) -> tuple[list[int], list[int]]:
    """What decides between lists of one total (rulebook 3.6): all values, dearest first, then all places."""
    places = sorted([fan for fan, times in fans.items() for _ in range(times)], key=lambda fan: (-VALUES[fan], fan))
    return [VALUES[fan] for fan in places], [-fan for fan in places]


def only(fans: pymahjonggb.Fans, beside: pymahjonggb.Fans) -> tuple[str, ...]:
    """The fans, by name, that count more often in the one list than in the other."""
    more = {fan: times - beside.get(fan, 0) for fan, times in sorted(fans.items())}
    return tuple(FANS[fan].zh + (f"x{times}" if times > 1 else "") for fan, times in more.items() if times > 0)


def main(argv: list[str] | None = None) -> int:
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--hands", type=int, default=300_000)
    args.add_argument("--seed", type=int, default=81)
    given = args.parse_args(argv)
    third = given.hands // 3
    records = mixes.rare_hands(given.hands - third, given.seed)
    tally = Tally()
    parts = (records, mixes.mcr_hands(third, given.seed), spoilt(np.random.default_rng(given.seed), records[:third]))
    for part in parts:
        for start in range(0, len(part), CHUNK):
            tally.add(part[start : start + CHUNK])
    print(tally, *tally.faults(), sep="\n")
    return int(bool(tally.faults()))


if __name__ == "__main__":
    sys.exit(main())
