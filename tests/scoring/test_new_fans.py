"""Fans beyond those that there are: a core built with three of them, and what it says beside a plain count.

What a new fan takes is what is changed here in a copy of the tree: a row of the catalogue, a line of C that finds it,
its value and exclusions in standard.toml, and a rule set that lists it. The three have the numbers 101 to 103, in the
second word of every mask: one of three chows, which another fan takes away; one that repeats; one of a form of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).resolve().parents[2]

ROWS = '''
    Fan("lopsided_chows", "偏三顺", "Lopsided Chows", "a chow twice in a suit and once in another",
        example="[123m,1][123m,1][123s,1]456pEE"),
    Fan("terminal_pung", "老头刻", "Terminal Pung", "each pung of 1 or 9", most=4, example="[111m,2]456m456s789pEE"),
    Fan("seven_stars", "大七星", "Seven Stars", "seven pairs of the seven honours", form="seven_pairs",
        example="EESSWWNNCCFFPP"),
)
BY_ID'''
VALUES = {
    "lopsided_chows": 5, "terminal_pung": 3, "seven_stars": 40, "all_chows": 2, "all_pungs": 6, "all_honors": 20,
    "seven_pairs": 10, "pure_double_chow": 1, "mixed_double_chow": 1, "short_straight": 1, "two_terminal_chows": 1,
}  # fmt: skip
LINKS = ("pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows")

#: file -> what stands there, what takes its place
CHANGES = {
    "src/mj2p/rules/catalogue.py": ("\n)\nBY_ID", ROWS),
    "src/mj2p/scoring/kernel/count.pxi": (
        "    if not same and not differ:\n        return -1\n",
        "    if not same and not differ:\n"
        "        return FAN_LOPSIDED_CHOWS if a % 7 == b % 7 and b % 7 == c % 7 else -1\n",
    ),
    "src/mj2p/scoring/kernel/match.pxi": (
        "    add_times(facts, FAN_DOUBLE_PUNG,",
        "    add_times(facts, FAN_TERMINAL_PUNG, REP_TERMINAL_PUNG, key >> 6)\n    add_times(facts, FAN_DOUBLE_PUNG,",
    ),
    "src/mj2p/scoring/kernel/forms.pxi": (
        "    reading.order = 0xFFFFFFFF\n",
        "    reading.order = 0xFFFFFFFF\n"
        "    if hand.suits[3] == 0x2222222:\n        add_special(reading, FAN_SEVEN_STARS)\n",
    ),
    "src/mj2p/rules/standard.toml": (
        "four_plants = 1\n",
        "four_plants = 1\nlopsided_chows = 5\nterminal_pung = 3\nseven_stars = 40\n",
    ),
}
RULES = f"""
parent = "standard"
name = "invented"
[fans]
only = {json.dumps([*VALUES])}
[values]
{"".join(f"{fan} = {value}{chr(10)}" for fan, value in VALUES.items())}
[exclusions]
inherit = false
all_chows = ["lopsided_chows"]
all_pungs = ["one terminal_pung"]
seven_stars = ["seven_pairs", "all_honors"]
"""

ASK = """
import json, sys
import mj2p
rules, texts = mj2p.rules.get("invented"), json.load(sys.stdin)
assert not any({"lopsided_chows", "terminal_pung", "seven_stars"} & {*mj2p.rules.get(name).members}
               for name in mj2p.rules.names() if name != "invented")
assert [fan.index for fan in mj2p.catalogue.FANS][-3:] == [101, 102, 103]
rows = mj2p.encode(texts, rules)
scores = [mj2p.score(text, rules) for text in texts]
counts = mj2p.score_batch(rows, rules, counts=True)[1]
json.dump({
    "fans": [{one.fan.id: one.count for one in score.fans} for score in scores],
    "totals": [score.total for score in scores],
    "excluded": [{one.fan.id: getattr(one.by, "id", one.by) for one in score.excluded} for score in scores],
    "batch": mj2p.score_batch(rows, rules)["total"].tolist(),
    "counts": [{mj2p.catalogue.FANS[at].id: int(row[at]) for at in row.nonzero()[0]} for row in counts],
}, sys.stdout)
"""


# ---- The plain count -------------------------------------------------------------------------------------------------


def splits(counts: Counter[int], pair: bool = False) -> Iterator[list[tuple[int, ...]]]:
    """Every way to take tiles (by kind) apart into sets and one pair."""
    left = sorted(kind for kind, copies in counts.items() if copies)
    if not left:
        if pair:
            yield []
        return
    low = left[0]
    parts = [(low,) * 3, (low,) * 2] + ([(low, low + 1, low + 2)] if low < 27 and low % 9 < 7 else [])
    for part in parts:
        if (len(part) == 2 and pair) or Counter(part) - counts:
            continue
        for rest in splits(counts - Counter(part), pair or len(part) == 2):
            yield [part, *rest]


def link(a: int, b: int) -> str | None:
    """The fan of two chows by their lowest tiles."""
    if a // 9 != b // 9:
        return "mixed_double_chow" if a % 9 == b % 9 else None
    return {0: "pure_double_chow", 3: "short_straight", 6: "two_terminal_chows"}.get(abs(a - b))


def linked(chows: list[int]) -> Iterator[Counter[str]]:
    """Every way to link chows: as a forest, no chow twice in the same fan (rulebook 3.3, 3.5)."""
    pairs = [(fan, pair) for pair in combinations(range(len(chows)), 2) if (fan := link(*(chows[at] for at in pair)))]
    for size in range(max(len(chows), 1)):
        for chosen in combinations(pairs, size):
            tree = list(range(len(chows)))
            for _, (a, b) in chosen:
                if tree[a] == tree[b]:
                    break
                tree = [tree[a] if root == tree[b] else root for root in tree]
            else:
                used = Counter((fan, at) for fan, pair in chosen for at in pair)
                if max(used.values(), default=1) == 1:
                    yield Counter(fan for fan, _ in chosen)


def of_chows(chows: list[int], barred: bool) -> Iterator[Counter[str]]:
    """Every way to count the fans of chows; three lopsided ones and one link of the fourth, where they may count."""
    yield from linked(chows)
    for three in combinations(range(len(chows)), 3):
        suits = {chows[at] // 9 for at in three}
        if barred or len(suits) != 2 or len({chows[at] % 9 for at in three}) != 1:
            continue
        yield Counter(["lopsided_chows"])
        for rest in {*range(len(chows))} - {*three}:
            for at in three:
                if fan := link(chows[at], chows[rest]):
                    yield Counter(["lopsided_chows", fan])


def plain_count(tiles: list[int]) -> tuple[int, set[frozenset[tuple[str, int]]]]:
    """The highest total of a closed hand, and the fan lists that reach it."""
    found: list[Counter[str]] = []
    counts = Counter(tiles)
    honors = ["all_honors"] if min(tiles) >= 27 else []
    if all(copies % 2 == 0 for copies in counts.values()):
        found.append(Counter(["seven_stars"] if honors and len(counts) == 7 else ["seven_pairs", *honors]))
    for sets in splits(counts):
        chows = [part[0] for part in sets if len({*part}) == 3]
        pungs = [part[0] for part in sets if len(part) == 3 and len({*part}) == 1]
        (pair,) = (part[0] for part in sets if len(part) == 2)
        fans = Counter(honors)
        fans["terminal_pung"] = sum(kind < 27 and kind % 9 in (0, 8) for kind in pungs)
        if len(pungs) == 4:
            fans["all_pungs"] = 1
            fans["terminal_pung"] = max(0, fans["terminal_pung"] - 1)
        if level := len(chows) == 4 and pair < 27:
            fans["all_chows"] = 1
        found += [fans + more for more in of_chows(chows, level)]
    totals = [sum(VALUES[fan] * times for fan, times in fans.items()) for fans in found]
    best = max(totals)
    return best, {frozenset((+fans).items()) for fans, total in zip(found, totals, strict=True) if total == best}


# ---- Hands -----------------------------------------------------------------------------------------------------------

LETTERS = [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)] + list("ESWNCFP")


def hands(rng: Random) -> Iterator[list[int]]:
    """Complete hands in which the three fans, and what takes them away, come up often."""
    yield [kind for kind in range(27, 34) for _ in range(2)]
    yield [0, 1, 2] * 2 + [9, 10, 11] + [21, 22, 23] + [4, 4]  # 平和 takes the three away: 一般高, 喜相逢
    while True:
        starts = [9 * suit + rank for rank in rng.sample(range(7), 2) for suit in range(3)]
        parts = []
        for _ in range(4):
            kind = rng.choice((0, 8, 9, 17, 18, 26, *range(27, 34), rng.randrange(27)))
            start = rng.choice(starts)
            parts.append([kind] * 3 if rng.random() < 0.3 else [start, start + 1, start + 2])
        pair = rng.randrange(34)
        tiles = [*(tile for part in parts for tile in part), pair, pair]
        if rng.random() < 0.1:
            tiles = [kind for kind in rng.sample(range(20, 34), 7) for _ in range(2)]
        if max(Counter(tiles).values()) <= 4:
            rng.shuffle(tiles)
            yield tiles


def changed_tree(to: Path) -> Path:
    """A copy of what a build of the core needs, with the three fans."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, to / name)
    shutil.copytree(ROOT / "tools", to / "tools")
    shutil.copytree(ROOT / "src", to / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    for other in (to / "src/mj2p").glob("*/*.pyx"):  # only the core is built: no other extension knows a fan's number
        other.unlink()
    for built in (ROOT / "src/mj2p/scoring").glob("_distance*.so"):
        shutil.copy(built, to / "src/mj2p/scoring")
    for name, (old, new) in CHANGES.items():
        text = (to / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old)
        (to / name).write_text(text.replace(old, new), encoding="utf-8")
    (to / "src/mj2p/rules/invented.toml").write_text(RULES, encoding="utf-8")
    return to


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="needs a source tree")
def test_three_invented_fans(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    tree = changed_tree(tmp_path)
    build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(build, cwd=tree, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    made = hands(Random(11))
    tiles = [next(made) for _ in range(3000)]
    texts = ["".join(LETTERS[kind] for kind in hand) for hand in tiles]
    there = {**os.environ, "PYTHONPATH": str(tree / "src")}
    asked = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tree, env=there, input=json.dumps(texts), capture_output=True, text=True
    )
    assert asked.returncode == 0, asked.stderr
    said = json.loads(asked.stdout)

    seen: Counter[str] = Counter()
    for at, hand in enumerate(tiles):
        total, lists = plain_count(hand)
        assert (said["totals"][at], said["batch"][at]) == (total, total), texts[at]
        assert frozenset(said["fans"][at].items()) in lists, (texts[at], said["fans"][at], lists)
        assert said["counts"][at] == said["fans"][at], texts[at]
        seen.update(said["fans"][at])
        seen.update(f"no {fan}: {by}" for fan, by in said["excluded"][at].items())
    assert said["fans"][:2] == [
        {"seven_stars": 1},
        {"all_chows": 1, "pure_double_chow": 1, "mixed_double_chow": 1},
    ]
    # each of them often enough, alone and several times, and taken away
    wanted = ("lopsided_chows", "no lopsided_chows: all_chows", "terminal_pung", "all_pungs", "seven_pairs")
    assert min(seen[fan] for fan in wanted) >= 20, seen
    assert max(fans.get("terminal_pung", 0) for fans in said["fans"]) >= 3
