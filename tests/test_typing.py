"""What type checkers see: code that must pass strictly, lines that must not, and stubs that say what the core has."""

import os
import re
import subprocess
import sys

import pytest

import mj2p

pytest.importorskip("mypy")
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
SOURCE = os.path.dirname(os.path.dirname(mj2p.__file__))


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """What mypy says of both files, strictly: by file, the line and kind of each error."""
    folder = tmp_path_factory.mktemp("typing")
    (folder / "good.py").write_text(GOOD, encoding="utf-8")
    (folder / "bad.py").write_text("import mj2p\n" + BAD, encoding="utf-8")
    args = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", "good.py", "bad.py"]
    said = subprocess.run(args, cwd=folder, env={**ENV, "MYPYPATH": SOURCE}, capture_output=True, text=True)
    assert not said.stderr, said.stderr
    errors = {"good.py": [], "bad.py": []}
    for file, line, code in re.findall(r"^(.*?):(\d+): error: .*\[([a-z-]+)\]$", said.stdout, re.MULTILINE):
        errors[file].append((int(line), code))  # a KeyError: an error in the package itself
    return errors


GOOD = '''
from fractions import Fraction
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import mj2p

score = mj2p.score("1112345678999m9m", rules="duel64", self_draw=True, seat_wind="W", flowers="ab")
assert_type(score, mj2p.Score)
assert_type(score.total, int)
assert_type(score.wait, str | None)
assert_type(score.steps, int | None)
assert_type(score.hand, mj2p.Hand)
assert_type(score.rules, mj2p.RuleSet)
for fan, count, value, sets in score.fans:
    assert_type(fan.zh, str)
    assert_type(count * value, int)
    assert_type(sets, tuple[tuple[int, ...], ...])
for one in score.excluded:
    name = one.by if isinstance(one.by, str) else one.by.zh
    assert_type(name, str)
assert_type([str(part) for part in score.sets], list[str])
assert_type(max(score, score), mj2p.Score)

games = mj2p.simulate(100, players=("random", "random"), threads=2, duplicate=True, progress=lambda done, n: None)
assert_type(games, mj2p.Simulation)


class Passes:
    def choose(self, game: mj2p.Game) -> mj2p.Action:
        return game.actions[0]


class Lowest:
    def choose_batch(self, batch: mj2p.BatchGame) -> npt.NDArray[np.int64]:
        first: npt.NDArray[np.int64] = np.argmax(batch.mask, axis=1)
        return first


player: mj2p.Player = Passes()
many: mj2p.BatchPlayer = Lowest()
assert_type(mj2p.simulate(10, players=(player, many)), mj2p.Simulation)
assert_type(games.summary().players[0].win.low, float)
assert_type(games.total.dtype, np.dtype[Any])

counted = mj2p.census("mcr", fans=False, threads=2, progress=lambda done, n: None)
assert_type(counted.win, Fraction)
assert_type([one.share for one in counted.fans or ()], list[Fraction])
assert_type(mj2p.pair_odds(1, 91, (13, 10), thrown="0.9").two_or_more, Fraction)

hand = mj2p.Hand.of("1112345678999m", win=8, melds=[mj2p.Meld.pung("E"), "[123m,1]"], last_tile=True)
assert_type(hand.replace(self_draw=True, win=None), mj2p.Hand)
assert_type(hand.situation & mj2p.Situation.SELF_DRAW, mj2p.Situation)
assert_type(mj2p.waits(hand, seen={"1m": 2}), dict[str, int])
assert_type(mj2p.useful(hand, seen=["1m", "E"]), dict[str, int])
assert_type(mj2p.distance(hand, "mcr"), int)
assert_type(mj2p.discards(hand, seen="E", draws=3, level="wide").best, mj2p.Discard)
assert_type([row.win for row in mj2p.discards(hand, aim="points")], list[npt.NDArray[np.float64]])
assert_type(mj2p.is_complete(hand), bool)

rules = mj2p.rules.get("mcr").derive("mine", add=["大于五"], values={"清龙": 20}, limits={"花牌": 3}, cap_total=100)
assert_type(rules, mj2p.RuleSet)
assert_type(rules.fans["清龙"].value, int)
assert_type(rules.fans[score.fans[0].fan].fan, mj2p.Fan)
assert_type(rules.fingerprint, str)
assert_type(mj2p.rules.check("mine.toml"), list[str])
assert_type(mj2p.rules.names(), tuple[str, ...])

records = mj2p.encode(["1112345678999m9m", hand], rules, errors="mark")
assert_type(records, npt.NDArray[np.void])
assert_type(mj2p.score_batch(records, rules, threads=2), npt.NDArray[np.void])
scores, counts = mj2p.score_batch(records, counts=True)
assert_type(counts, npt.NDArray[np.uint8])
assert_type(mj2p.decode(records), list[str])
assert_type(mj2p.is_complete_batch(records["counts"]), npt.NDArray[np.bool_])
assert_type(mj2p.distance_batch(records["counts"]), npt.NDArray[np.int8])
assert_type(mj2p.Status(3).name, str)
try:
    mj2p.score("?")
except mj2p.NotComplete as error:
    assert_type(error.completing, tuple[str, ...])
except mj2p.InvalidHand as error:
    assert_type(error.kind, str)
'''

# a line that must not pass · the kind of error
BAD = """
mj2p.score(7)                                               # arg-type
mj2p.score("1m1m", 64)                                      # arg-type
mj2p.score("1m1m", selfdraw=True)                           # call-arg
mj2p.score("1m1m", self_draw="yes")                         # arg-type
mj2p.score("1m1m").total = 3                                # misc
mj2p.score("1m1m").fans[0].fun                              # attr-defined
mj2p.score("1m1m").steps + 1                                # operator
mj2p.score("1m1m").excluded[0].by.zh                        # union-attr
mj2p.Hand.of(win=1.5)                                       # arg-type
mj2p.Hand.parse(b"1m1m")                                    # arg-type
mj2p.Meld.chow("123m", claimed="1")                         # arg-type
mj2p.waits("1m", seen=7)                                    # arg-type
mj2p.encode(["1m1m"], errors="ignore")                      # arg-type
mj2p.discards("1m1m", level="broad")                        # arg-type
mj2p.score_batch(mj2p.encode([]), 2)                        # call-overload
mj2p.score_batch(mj2p.encode([]), "mcr", 2)                 # call-overload
mj2p.rules.get("duel64").derive(values=["清龙"])            # arg-type
mj2p.rules.get("duel64").fans[7]                            # index
mj2p.rules.get("duel64").members[0].value                   # attr-defined
mj2p.rule                                                   # attr-defined
x: str = mj2p.distance("1m")                                # assignment
y: int = mj2p.score("1m1m").wait                            # assignment
"""


def test_good_code_passes(checked):
    assert checked["good.py"] == []


def test_bad_code_does_not(checked):
    """Each line has an error of its kind."""
    wanted = [(at, line.rpartition("# ")[2]) for at, line in enumerate(BAD.splitlines(), 2) if line]
    assert len(wanted) == 22
    assert sorted(set(wanted) - set(checked["bad.py"])) == []


def test_the_stubs_say_what_the_core_has():
    args = [sys.executable, "-m", "mypy.stubtest", "--concise", "mj2p._core"]
    done = subprocess.run(args, env=ENV, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
