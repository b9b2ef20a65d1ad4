"""`pair_odds` beside every arrangement."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import mj2p


def test_the_east_question() -> None:
    odds = mj2p.pair_odds(1, 91, 3)
    assert odds.two_or_more == Fraction(349600, 1055683)
    assert odds.exactly_two == Fraction(327600, 1055683)
    assert odds == mj2p.pair_odds(1, 91, (13, 13, 13), thrown=0.9) == mj2p.pair_odds(1, 91, 3, thrown="9/10")
    assert Fraction(odds.to_dict()["two_or_more"]) == odds.two_or_more
    assert str(odds) == "two or more 0.3312, exactly two 0.3103"


@pytest.mark.parametrize("seen", range(5))
@pytest.mark.parametrize("hands", [(), (5,), (3, 2), (1, 2, 3)])
@pytest.mark.parametrize("thrown", [Fraction(0), Fraction(9, 10), Fraction(1)])
def test_pair_odds_beside_every_arrangement(seen: int, hands: tuple[int, ...], thrown: Fraction) -> None:
    places = [seat for seat, size in enumerate(hands) for _ in range(size)] + [-1] * 4
    weights: Counter[int] = Counter()
    for chosen in itertools.combinations(range(len(places)), 4 - seen):
        held = Counter(places[place] for place in chosen if places[place] >= 0)
        weights[max(held.values(), default=0)] += math.prod(1 - thrown for number in held.values() if number == 1)
    whole = sum(weights.values())
    odds = mj2p.pair_odds(seen, len(places), hands, thrown=thrown)
    assert [odds.none, odds.lone, odds.exactly_two, odds.exactly_three, odds.exactly_four] == [
        Fraction(weights[most]) / whole for most in range(5)
    ]
    assert odds.none + odds.lone + odds.two_or_more == 1


def test_pair_odds_of_many_players() -> None:
    assert mj2p.pair_odds(np.int64(1), np.int64(91), np.int64(3)) == mj2p.pair_odds(1, 91, (np.int8(13),) * 3)
    many = mj2p.pair_odds(0, 4_000, 300, thrown=0)  # as many as there may be: nothing is gone through one by one
    assert many.exactly_four == Fraction(300 * math.comb(13, 4), math.comb(4_000, 4))
    with pytest.raises(TypeError):
        mj2p.pair_odds(1, 91, 3.0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "thrown", "says"),
    [
        ((5, 91, 3), 0.9, "seen is 5; it must be 0 or more, 4 at most"),
        ((-1, 91, 3), 0.9, "seen is -1"),
        ((1, 38, 3), 0.9, "39 tiles in the hands of others are more than the 38"),
        ((1, 91, -1), 0.9, "players is -1"),
        ((1, 91, (13, -2)), 0.9, "tiles of another player is -2"),
        ((0, 3, ()), 0.9, "4 copies are not seen, but only 3"),
        ((1, 91, 3), 1.5, "thrown must be a probability"),
        ((3, 1, (1,)), 1, "no arrangement is left"),
    ],
)
def test_pair_odds_that_cannot_be(arguments: tuple[int, int, int], thrown: float, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        mj2p.pair_odds(*arguments, thrown=thrown)


@pytest.mark.parametrize("thrown", ["1e100000000", "1e-100000000", "1/0", "nan", "inf", "", "x", "9" * 10**6])
def test_pair_odds_end(thrown: str) -> None:
    with pytest.raises(ValueError, match="thrown must be a probability"):
        mj2p.pair_odds(1, 91, 3, thrown=thrown)


def test_pair_odds_take_what_is_a_probability() -> None:
    same = mj2p.pair_odds(1, 91, 3)
    for thrown in ("0.9", "9/10", Fraction(9, 10), Decimal("0.9"), np.float64(0.9), " 9e-1 "):
        assert mj2p.pair_odds(1, 91, 3, thrown=thrown) == same
