"""What to discard: against a search of every wall, against walls played out, and what the table says."""

from __future__ import annotations

import functools
import math
from fractions import Fraction

import numpy as np
import pytest

import mj2p
from mj2p import analysis
from mj2p.tiles import LETTERS, ONE_SUIT

KINDS = {1: [LETTERS[kind] for kind in ONE_SUIT], 3: list(LETTERS[:34])}


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


@pytest.mark.parametrize("aim", ["win", "points"])
@pytest.mark.parametrize(
    ("level", "distance", "unseen"),
    [("straight", 0, 8), ("straight", 1, 8), ("straight", 2, 7), ("wide", 0, 6), ("wide", 1, 5), ("wide", 2, 4)],
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
    rules: str | mj2p.RuleSet, melds: str, situation: str, level: str, distance: int, unseen: int, aim: str
) -> None:
    """The chance to win, and of equal chances the points, are those of the search, to the last digits of a float."""
    rules = mj2p.rules.get(rules)
    hand, left = deal(rules, melds, distance, unseen, np.random.default_rng([unseen, distance, len(rules.name)]))
    table = mj2p.discards(hand + situation, rules, seen_but(rules, hand, left), level=level, aim=aim)
    assert (table.exact, table.unseen, table.draws, table.distance) == (True, unseen, unseen, distance)
    search = Search(rules, melds, situation, aim)
    wall = tuple(left.count(letter) for letter in search.letters)
    held = tuple(mj2p.Hand.parse(hand).tiles.count(letter) for letter in search.letters)
    for row in table:
        kept = change(held, search.letters.index(row.discard), -1)
        win, points = search.value(kept, wall, unseen, level == "wide")
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


def played(table: mj2p.DiscardTable, seen: dict[str, int], runs: int) -> dict[str, list[float]]:
    """Of each discard (ready by, won by each draw; fans and points a wall) in so many random walls."""
    lone = analysis.lone_of(table.hand, table.rules, seen, table.draws, table.level, table.aim)
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
    for discard, counted in played(table, {}, runs).items():
        row = table[discard]
        chances = np.array([*row.ready, *row.win])
        error = np.sqrt(np.maximum(chances * (1 - chances), 1 / runs) / runs)
        off += ((counted[:-2] - chances) / error).tolist()
        # of a win at most 88 + 88 + 64 … fans: the spread of what is won is taken from the mean of the row
        most = 2 * max(row.fans / max(row.win[-1], 1e-9), 1) * np.sqrt(max(row.win[-1], 1 / runs) / runs)
        off += [(counted[-2] - row.fans) / (4 * most), (counted[-1] - row.points) / (4 * most)]
    return off


@pytest.mark.parametrize(("rules", "distance"), [("duel64", 0), ("duel64", 1), ("duel64", 2), ("mcr", 1)])
def test_straight_play_is_what_walls_played_out_show(rules: str, distance: int) -> None:
    for hand in random_hands(rules, distance, 2, seed=3):
        table = mj2p.discards(hand, rules)
        assert table.exact
        assert max(map(abs, misses(table, 20_000))) < 4.5


@pytest.mark.long
@pytest.mark.parametrize("rules", ["duel64", "three144"])
@pytest.mark.parametrize("distance", [0, 1, 2, 3])
def test_straight_play_in_a_million_walls(rules: str, distance: int) -> None:
    (hand,) = random_hands(rules, distance, 1, seed=4)
    assert max(map(abs, misses(mj2p.discards(hand, rules), 1_000_000))) < 4.5
