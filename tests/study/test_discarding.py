"""What to discard: against a search of every wall, against walls played out, and what the table says."""

from __future__ import annotations

import contextlib
import copy
import functools
import json
import math
import os
import pickle
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from probes import Lone

import mj2p
from mj2p.hands.tiles import LETTERS, ONE_SUIT
from mj2p.study import discarding

KINDS = {1: [LETTERS[kind] for kind in ONE_SUIT], 3: list(LETTERS[:34])}


MILLION = int(1_000_000 * min(1, float(os.environ.get("MJ2P_SOAK", "1"))))  # fewer in a checked build
EIGHT = mj2p.rules.get("mcr").derive("eight", minimum=8)


# ---- the search: every order of the tiles left, the best choice at every node ----


class Search:
    """The best (chance, points) of a lone hand that sees everything it throws, in fractions; slow and plain."""

    def __init__(self, rules: mj2p.RuleSet, melds: str, situation: str, aim: str) -> None:
        self.rules, self.melds, self.situation, self.aim = rules, melds, situation, aim
        self.letters = KINDS[rules.nsuits]
        self.value = functools.cache(self._value)
        self.distance = functools.cache(self._distance)
        self.won = functools.cache(self._won)

    def text(self, held: tuple[int, ...]) -> str:
        return self.melds + "".join(letter * n for letter, n in zip(self.letters, held, strict=True))

    def _distance(self, held: tuple[int, ...]) -> int:
        return mj2p.distance(self.text(held), self.rules)

    def _won(self, held: tuple[int, ...], drawn: int) -> tuple[Fraction, Fraction] | None:
        hand = mj2p.Hand.parse(self.text(held) + self.letters[drawn] + self.situation)
        score = mj2p.score(hand, self.rules, self_draw=True)
        points = score.points if score.steps is None else 2**score.steps
        return (Fraction(1), Fraction(points)) if score.enough else None

    def order(self, value: tuple[Fraction, Fraction]) -> tuple[Fraction, ...]:
        return value if self.aim == "win" else (value[1],)

    def best(self, held: tuple[int, ...], drawn: int, at: int, *rest: object) -> tuple[Fraction, Fraction] | None:
        """Of the discards, the tile drawn aside, that leave the distance `at`."""
        found = []
        for kind, n in enumerate(held):
            left = change(held, kind, -1)
            if n and kind != drawn and self.distance(left) == at:
                found.append(self.value(left, *rest))
        return max(found, key=self.order, default=None)

    def _value(
        self, held: tuple[int, ...], wall: tuple[int, ...], draws: int, exchange: bool
    ) -> tuple[Fraction, Fraction]:
        if draws == 0:
            return Fraction(0), Fraction(0)
        distance, total = self.distance(held), (Fraction(0), Fraction(0))
        for kind, n in enumerate(wall):
            if not n:
                continue
            now, left = change(held, kind, 1), change(wall, kind, -1)
            value = None
            if self.distance(now) < distance:
                if distance == 0:
                    value = self.won(held, kind)
                else:
                    value = self.best(now, kind, distance - 1, left, draws - 1, exchange)
            if value is None:
                value = self.value(held, left, draws - 1, exchange)
                if exchange:
                    other = self.best(now, kind, distance, left, draws - 1, False)
                    value = max(value, other or value, key=self.order)
            total = total[0] + value[0] * n / sum(wall), total[1] + value[1] * n / sum(wall)
        return total


def change(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def deal(
    rules: mj2p.RuleSet, melds: str, distance: int, unseen: int, rng: np.random.Generator
) -> tuple[str, list[str]]:
    """A hand of 14 - 3 x melds tiles so far from ready, and so many tiles left, mostly of use."""
    letters = KINDS[rules.nsuits]
    laid = [LETTERS[kind] for meld in mj2p.Hand.of(melds=melds).melds for kind in meld.kinds]
    deck = [letter for letter in letters for _ in range(4 - laid.count(letter))]
    size = 14 - 3 * len(mj2p.Hand.of(melds=melds).melds)
    while True:
        some = rng.choice(len(letters), rng.integers(7, 13), replace=False)
        near = [tile for tile in deck if letters.index(tile) in some]
        if len(near) < size + unseen:
            continue
        near = [near[at] for at in rng.permutation(len(near))]
        if mj2p.distance(melds + "".join(near[:size]), rules) == distance:
            return melds + "".join(near[:size]), near[size : size + unseen]


def seen_but(rules: mj2p.RuleSet, hand: str, left: list[str]) -> dict[str, int]:
    held = mj2p.Hand.parse(hand)
    tiles = [*held.tiles, *(LETTERS[kind] for meld in held.melds for kind in meld.kinds)]
    return {letter: 4 - tiles.count(letter) - left.count(letter) for letter in KINDS[rules.nsuits]}


@pytest.mark.parametrize(
    ("level", "aim", "distance", "unseen", "draws"),
    [
        ("straight", "win", 0, 8, 3),
        ("straight", "points", 1, 8, 4),
        ("straight", "win", 1, 6, 6),
        ("straight", "win", 2, 8, 4),
        ("wide", "points", 0, 8, 3),
        ("wide", "win", 0, 5, 5),
        ("wide", "win", 1, 7, 3),
        ("wide", "points", 2, 5, 4),
    ],
)
@pytest.mark.parametrize(
    ("rules", "melds", "situation"),
    [
        ("duel64", "", ""),
        ("duel72", "", "|EW1000|ab|ready"),
        ("mcr", "", "|SE1000||"),
        (EIGHT, "", ""),
        ("three144", "[123s]", ""),
        ("dongbei136", "[CCC]", "|EE1000||dealer"),
    ],
)
def test_small_walls_are_searched_exactly(
    rules: str | mj2p.RuleSet, melds: str, situation: str, level: str, aim: str, distance: int, unseen: int, draws: int
) -> None:
    """The chance to win, and of equal chances the points, are those of the search, to the last digits of a float."""
    rules = mj2p.rules.get(rules)
    hand, left = deal(rules, melds, distance, unseen, np.random.default_rng([unseen, distance, len(rules.name)]))
    table = mj2p.discards(hand + situation, rules, seen=seen_but(rules, hand, left), draws=draws, level=level, aim=aim)
    assert (table.exact, table.unseen, table.draws, table.distance) == (True, unseen, draws, distance)
    search = Search(rules, melds, situation, aim)
    wall = tuple(left.count(letter) for letter in search.letters)
    held = tuple(mj2p.Hand.parse(hand).tiles.count(letter) for letter in search.letters)
    for row in table:
        kept = change(held, search.letters.index(row.discard), -1)
        win, points = search.value(kept, wall, draws, level == "wide")
        if aim == "win":
            assert math.isclose(row.win[-1], win, abs_tol=1e-10), row
        assert math.isclose(row.points, points, abs_tol=1e-8), row


# ---- larger walls: the same play, simulated ----


def random_hands(rules: str, distance: int, n: int, seed: int) -> list[str]:
    """Hands of 14 random tiles so far from ready."""
    rng = np.random.default_rng([seed, distance])
    deck = [letter for letter in KINDS[mj2p.rules.get(rules).nsuits] for _ in range(4)]
    found: list[str] = []
    while len(found) < n:
        hand = "".join(deck[at] for at in rng.choice(len(deck), 14, replace=False))
        if mj2p.distance(hand, rules) == distance:
            found.append(hand)
    return found


def played(table: mj2p.DiscardTable, runs: int) -> dict[str, list[float]]:
    """Of each discard (ready by, won by each draw; fans and points a wall) in so many random walls."""
    lone = discarding.lone_hand(table.hand, table.rules, "", table.draws, table.level, table.aim, Lone)
    found = {}
    for row in table:
        ready, win = np.zeros(table.draws), np.zeros(table.draws)
        kind = KINDS[table.rules.nsuits].index(row.discard)
        fans, points = lone.try_out(kind, 7 + kind, runs, ready, win)
        if row.distance == 0:
            ready[0] = runs
        found[row.discard] = [*np.cumsum(ready) / runs, *np.cumsum(win) / runs]
        found[row.discard] += [fans / runs, points / runs]
    return found


def misses(table: mj2p.DiscardTable, runs: int) -> list[float]:
    """How many standard errors each chance of each row is off in so many walls played out."""
    off = []
    for discard, counted in played(table, runs).items():
        row = table[discard]
        chances = np.array([*row.ready, *row.win])
        error = np.sqrt(np.maximum(chances * (1 - chances), 1 / runs) / runs)
        off += ((counted[:-2] - chances) / error).tolist()
        # what is won spreads more than whether: wins of three times the mean are the exception
        error = 3 * row.fans / max(row.win[-1], 1 / runs) * math.sqrt(max(row.win[-1], 1 / runs) / runs) + 1e-9
        off += [(counted[-2] - row.fans) / error, (counted[-1] - row.points) / error]
    return off


@pytest.mark.parametrize(("rules", "distance"), [("duel64", 0), ("duel64", 1), ("duel64", 2), ("mcr", 1)])
def test_straight_play_is_what_walls_played_out_show(rules: str, distance: int) -> None:
    for hand in random_hands(rules, distance, 2, seed=3):
        table = mj2p.discards(hand, rules)
        assert table.exact
        assert max(map(abs, misses(table, 20_000))) < 4


@pytest.mark.parametrize(("rules", "distance"), [("duel64", 0), ("duel64", 1), ("three144", 0)])
def test_wide_play_is_what_walls_played_out_show(rules: str, distance: int) -> None:
    """An estimate, since the player forgets what was thrown away; no wall shows how far it is off."""
    (hand,) = random_hands(rules, distance, 1, seed=5)
    table = mj2p.discards(hand, rules, level="wide")
    assert not table.exact
    assert max(map(abs, misses(table, 10_000))) < 4


@pytest.mark.long
@pytest.mark.parametrize(("rules", "distance"), [("duel64", 0), ("duel64", 1), ("three144", 0), ("three144", 1)])
def test_wide_play_in_a_million_walls(rules: str, distance: int) -> None:
    (hand,) = random_hands(rules, distance, 1, seed=6)
    assert max(map(abs, misses(mj2p.discards(hand, rules, level="wide"), MILLION))) < 4


@pytest.mark.long
@pytest.mark.parametrize("rules", ["duel64", "three144"])
@pytest.mark.parametrize("distance", [0, 1, 2, 3])
def test_straight_play_in_a_million_walls(rules: str, distance: int) -> None:
    (hand,) = random_hands(rules, distance, 1, seed=4)
    assert max(map(abs, misses(mj2p.discards(hand, rules), MILLION))) < 4


# ---- what every table has ----


@pytest.mark.parametrize("aim", ["win", "points"])
@pytest.mark.parametrize(
    ("rules", "distance"), [("duel64", 0), ("table72", 1), ("mcr", 0), (EIGHT, 0), ("dongbei136", 0)]
)
def test_chances_are_chances_and_wide_is_no_worse(rules: str | mj2p.RuleSet, distance: int, aim: str) -> None:
    rules = mj2p.rules.get(rules)
    hands = random_hands("mcr" if rules is EIGHT else rules.name, distance, 3, seed=6)
    for hand in hands:
        straight = mj2p.discards(hand, rules, draws=12, aim=aim)
        wide = mj2p.discards(hand, rules, draws=12, level="wide", aim=aim)
        for row in (*straight, *wide):
            for chances in (row.ready, row.win):
                assert chances.shape == (12,) and chances.dtype == np.float64
                assert (np.diff(chances) >= 0).all() and chances[0] >= 0 and chances[-1] <= 1
            assert (row.win <= row.ready + 1e-12).all()
            assert (row.ready[0] == 1) == (row.distance == 0) or row.distance == 1
            assert row.copies == sum(row.useful.values())
            assert row.good_wait is None if row.distance > 1 else 0 <= row.good_wait <= 1
        for row in straight:
            other = wide[row.discard]
            assert (other.distance, other.useful) == (row.distance, row.useful)
            if aim == "win":
                assert other.win[-1] >= row.win[-1] - 1e-12
            else:
                assert other.points >= row.points - 1e-9
        best = [round(float(row.win[-1] if aim == "win" else row.points), 8) for row in straight]
        assert best == sorted(best, reverse=True)


def test_a_worked_hand() -> None:
    """Without C: 11 and EE wait for 1m and E beside 123 456 789; and 111 EE 23456789 wait for 1m, 4m and 7m."""
    table = mj2p.discards("11123456789mEEC", seen="EC", draws=3)
    row = table["C"]
    assert table.best is row
    assert (row.distance, row.useful, row.copies, row.good_wait) == (0, {"1m": 1, "4m": 3, "7m": 3, "E": 1}, 8, 1)
    lost = Fraction(1)
    for done in range(3):  # of 48 tiles left eight win
        assert table.unseen == 48
        lost *= 1 - Fraction(row.copies, 48 - done)
        assert math.isclose(row.win[done], 1 - lost)
    assert row.ready.tolist() == [1, 1, 1]
    per_win = sum(
        live * mj2p.score(f"11123456789mEE{tile}", self_draw=True).total for tile, live in row.useful.items()
    ) / Fraction(row.copies)
    assert math.isclose(row.fans, per_win * (1 - lost))
    assert math.isclose(row.points, row.fans)


def test_good_waits() -> None:
    """Of a hand one from ready: the share of the useful tiles after which it can wait for more than four."""
    row = mj2p.discards("1123456789mEECF")["F"]
    good = 0
    for tile, live in row.useful.items():
        hand = mj2p.Hand.parse("1123456789mEEC" + tile)
        lefts = [hand.tiles[:at] + hand.tiles[at + 1 :] for at in range(14)]
        waits = [mj2p.waits(mj2p.Hand.of(concealed=left), seen="F" + hand.tiles[at]) for at, left in enumerate(lefts)]
        good += live * (max(sum(wait.values()) for wait in waits) > 4)
    assert row.good_wait == good / row.copies
    assert 0 < row.good_wait < 1


def test_a_minimum_keeps_a_cheap_hand_from_winning() -> None:
    hand = "[123m]456m789pEE34s7s"  # chows of three suits on a discard are not worth eight
    cheap, free = mj2p.discards(hand, EIGHT)["7s"], mj2p.discards(hand, "mcr")["7s"]
    assert cheap.useful == free.useful == {"2s": 4, "5s": 4}
    assert (cheap.win[-1], cheap.fans, cheap.good_wait) == (0, 0, 0)
    assert free.win[-1] > 0.5


def test_points_of_the_rule_sets() -> None:
    """three144 caps points at 13; dongbei136 pays 2 to the steps; table72 has 听牌 where the hand is ready."""
    for rules, hand in (("three144", "111222333mEESSC"), ("dongbei136", "[111m][222m]333mEEEC2p|EE0000||dealer")):
        row = mj2p.discards(hand, rules, draws=1)[mj2p.Hand.parse(hand).tiles[-1]]
        points = 0
        for tile, live in row.useful.items():
            score = mj2p.score(mj2p.Hand.parse(hand).replace(win=tile, self_draw=True), rules)
            points += live * (2**score.steps if score.steps is not None else score.points)
        assert math.isclose(row.points, points / mj2p.discards(hand, rules).unseen)
        assert row.points != row.fans
    plain, ready = (mj2p.discards("11123456789mEEC" + tail, "table72")["C"] for tail in ("", "|EE0000||ready"))
    assert math.isclose(ready.fans - plain.fans, 2 * plain.win[-1])


def test_four_melds_that_cannot_win() -> None:
    table = mj2p.discards("[123m,1][222s,2][333p,2][EEE,2]CP", "dongbei136")
    assert [(row.distance, row.useful, row.win[-1], row.ready[-1]) for row in table] == [(127, {}, 0, 0)] * 2
    assert "cannot win" in str(table)


def test_a_smaller_memory_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many hands for all rows together, each is worked out on its own."""
    hand = mj2p.Hand.parse("1235689mESSWCFP")
    rules = mj2p.rules.get("duel64")
    lone = discarding.lone_hand(hand, rules, "", 10, "straight", "win", Lone)
    found = {row.discard: row for row in mj2p.discards(hand, draws=10)}
    monkeypatch.setattr(discarding, "MOST", lone_size(lone) // 2)
    few = discarding.lone_hand(hand, rules, "", 10, "straight", "win")
    for at, letter in enumerate(KINDS[1]):
        if letter in found:
            ready, win = np.zeros(10), np.zeros(10)
            few.chances(at, ready, win)
            assert np.allclose(win.cumsum(), found[letter].win, rtol=1e-12, atol=0)
    monkeypatch.setattr(discarding, "MOST", 10)
    with pytest.raises(OverflowError):
        discarding.lone_hand(hand, rules, "", 10, "straight", "win").chances(0, ready, win)


def lone_size(lone: Any) -> int:
    for at in range(16):
        with contextlib.suppress(ValueError):
            lone.chances(at, np.zeros(lone.draws), np.zeros(lone.draws))
    return lone.size


# ---- how it is asked and shown ----


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": "11123456789mEE"}, "no winning tile: 13 concealed tiles.*wants 14 with"),
        ({"hand": "[EEE]111234m"}, "6 concealed tiles beside 1 meld.*14 - 3 x 1 = 11"),
        ({"hand": "11123456789mEEC", "seen": "CCCC"}, "C: more than four"),
        ({"hand": "11123456789mEEC", "seen": "1s"}, "duel64 has no such tile"),
        ({"hand": "11123456789mEEC", "draws": 0}, "0 draws, where 50 tiles.*1 to 50"),
        ({"hand": "11123456789mEEC", "draws": 51}, "51 draws, where 50"),
        ({"hand": "11123456789mEEC", "level": "broad"}, "level must be 'straight' or 'wide'"),
        ({"hand": "11123456789mEEC", "aim": "fans"}, "aim must be 'win' or 'points'"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mj2p.discards(**arguments)


def test_too_far_from_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discarding, "MOST", 50)
    with pytest.raises(ValueError, match="without 1m is 4 from ready: there are more than 50 ways on from"):
        mj2p.discards("1235689mESSWCFP")


def test_as_text_json_and_html() -> None:
    table = mj2p.discards("11123456789mEEC", seen="E", draws=2)
    text = str(table)
    assert text.splitlines()[0].endswith("ready; straight play to win, 2 of 49 tiles drawn, exact")
    assert text.splitlines()[1].split()[0] == "discard"
    assert text.splitlines()[2].split()[:3] == ["C", "0", str(table["C"].copies)]
    assert len(text.splitlines()) == 2 + len(table)
    known = json.loads(json.dumps(table.to_dict()))
    assert known["discards"][0]["win"] == table.best.win.tolist()
    assert [one["discard"] for one in known["discards"]] == [row.discard for row in table]
    assert known["exact"] is True and known["level"] == "straight" and known["draws"] == 2
    html = table._repr_html_()
    assert html.count("<tr>") == 1 + len(table) and "<td>C</td>" in html
    again = pickle.loads(pickle.dumps(table))
    assert again.to_dict() == table.to_dict()
    assert table["東"] is table["E"]
    with pytest.raises(KeyError, match="is none of the discards: "):
        table["N"]
    with pytest.raises(ValueError):
        table.best.win[0] = 1
    assert len(mj2p.discards("11123456789mEEC", draws=np.int64(50)).best.win) == 50


def test_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    table = mj2p.discards("11123456789mEEC", draws=4)
    table.plot(tmp_path / "chances.svg", best=3)
    assert "<svg" in (tmp_path / "chances.svg").read_text()
    axes = Figure().add_subplot()
    table.plot(axes, best=2)
    lines = axes.get_lines()
    assert [line.get_label() for line in lines] == [row.discard for row in table.rows[:2]]
    assert np.allclose(lines[0].get_ydata(), [0, *(100 * table.best.win)])


def test_without_matplotlib_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "mj2p.study.plotting", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'mj2p\[plot\]'") as told:
        mj2p.discards("11123456789mEEC", draws=4).plot(tmp_path / "chances.svg")
    assert told.value.name == "matplotlib"


def test_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("click")
    from click.testing import CliRunner

    from mj2p.cli.app import cli

    def run(*arguments: str, code: int = 0) -> str:
        done = CliRunner().invoke(cli, ["discards", *arguments])
        assert done.exit_code == code, done.output
        return done.output

    table = mj2p.discards("11123456789mEEC", seen="E", draws=5, level="wide", aim="points")
    asked = ("11123456789mEEC", "--seen", "E", "--draws", "5", "--level", "wide", "--aim", "points")
    assert run(*asked).rstrip() == str(table)
    assert json.loads(run(*asked, "--json")) == table.to_dict()
    assert "where duel64 wants 14" in run("11123456789mEE", code=1)
    assert "where 50 tiles" in run("11123456789mEEC", "--draws", "60", code=1)
    pytest.importorskip("matplotlib")
    run(*asked, "--plot", str(tmp_path / "chances.png"))
    assert (tmp_path / "chances.png").read_bytes()[1:4] == b"PNG"
    assert "cannot draw" in run(*asked, "--plot", str(tmp_path / "chances.unknown"), code=1)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "mj2p.study.plotting")
    assert "mj2p[plot]" in run(*asked, "--plot", str(tmp_path / "chances.png"), code=2)


def test_a_table_is_equal_to_its_copies():
    table = mj2p.discards("11123456789mEEC", draws=3)
    for other in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table), mj2p.discards("11123456789mEEC", draws=3)):
        assert other == table and hash(other) == hash(table) and other.best == table.best
    assert table != mj2p.discards("11123456789mEEC", draws=2)
    assert table != mj2p.discards("11123456789mEEC", draws=3, level="wide")
    assert table.best != table.rows[1] and table != 0


def test_a_dealer_stays_the_dealer():
    """One draw pays what `score` says of a dealer's win. In dongbei136 as it is the dealer's step is lost with another
    gained, 庄家和 or 庄家输: here the one counts nothing."""
    rules = mj2p.rules.get("dongbei136").derive(name="unequal", values={"dealer_won": 0})
    hand = mj2p.Hand.parse("[111m][222m]333mEEEC2p|EE0000||dealer")
    table = mj2p.discards(hand, rules, draws=1)
    left, points = hand.replace(concealed="333mEEEC", win=None), {True: 0.0, False: 0.0}
    for tile, live in mj2p.waits(left, rules).items():
        for dealer in points:
            won = mj2p.score(left.replace(win=tile, self_draw=True, dealer=dealer), rules)
            points[dealer] += live * 2**won.steps / table.unseen
    assert table["2p"].points == pytest.approx(points[True])
    assert points[True] < points[False]
