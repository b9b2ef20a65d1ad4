"""Whether somebody else holds a pair of a kind: `pair_odds`, the East question (rulebook 13). Exact, as `Fraction`s."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from numbers import Real
from typing import Any

from ..arguments import shown, whole
from .shares import in_json

#: Tiles, and players, of any game that there may be.
MOST_TILES = 10_000
#: Characters of a probability.
LONGEST = 512
_SHORT = re.compile(r"[^eE]*([eE][-+]?[0-9]{1,3})?")

__all__ = ["PairOdds", "pair_odds"]


@dataclass(frozen=True)
class PairOdds:
    """What the other players hold of a kind, as probabilities that add up to 1. Made by `pair_odds`.

    `none`: nobody holds one; `lone`: somebody holds one, and nobody more; `exactly_two`, `exactly_three`,
    `exactly_four`: the most that somebody holds.
    """

    none: Fraction
    lone: Fraction
    exactly_two: Fraction
    exactly_three: Fraction
    exactly_four: Fraction

    @property
    def two_or_more(self) -> Fraction:
        """Somebody holds a pair, or more."""
        return self.exactly_two + self.exactly_three + self.exactly_four

    def to_dict(self) -> dict[str, Any]:
        """As `Census.to_dict` has fractions."""
        names = ("none", "lone", "two_or_more", "exactly_two", "exactly_three", "exactly_four")
        return {key: value for name in names for key, value in in_json(name, getattr(self, name)).items()}

    def __str__(self) -> str:
        return f"two or more {float(self.two_or_more):.4f}, exactly two {float(self.exactly_two):.4f}"


def pair_odds(
    seen: int, concealed: int, players: int | Iterable[int], *, thrown: Fraction | float | str = Fraction(9, 10)
) -> PairOdds:
    """The odds that another player holds a pair of a kind that nobody has discarded (rulebook 13).

    `seen`: copies of it that I see, mine included (0-4); `concealed`: all tiles that I do not see, in the wall and in
    the other hands; `players`: how many others there are, each with 13 of them, or how many each of them has.
    `thrown`: how often somebody who held a lone one would have thrown it by now (0.9 is read as 9/10). The copies that
    I do not see lie at random among the concealed tiles, and an arrangement counts 1 - thrown for every player with
    exactly one. One East of my own, three hands, 52 tiles in the wall: `pair_odds(1, 91, 3).two_or_more` is
    349600/1055683. ValueError for tiles that do not add up, and for more than 10,000 of them.
    """
    hidden, concealed = 4 - whole("seen", seen, 0, 4), whole("concealed", concealed, 0, MOST_TILES)
    if isinstance(players, Iterable) and not isinstance(players, str | bytes):
        hands = tuple([whole("tiles of another player", size, 0, MOST_TILES) for size in islice(players, MOST_TILES)])
    else:
        hands = (13,) * whole("players", players, 0, MOST_TILES)
    rate, wall = _rate(thrown), concealed - sum(hands)
    if wall < 0:
        raise ValueError(f"{sum(hands)} tiles in the hands of others are more than the {concealed} concealed ones")
    if concealed < hidden:
        raise ValueError(f"{hidden} copies are not seen, but only {concealed} tiles are concealed")
    weights = _weights(hidden, hands, wall, 1 - rate)
    every = sum(weights)
    if not every:
        raise ValueError("no arrangement is left: whoever holds a lone one has thrown it, and it is nowhere else")
    return PairOdds(*(weight / every for weight in weights))


def _rate(thrown: Fraction | float | str) -> Fraction:
    """The fraction that was written, not the float beside it. A number with an exponent of millions is not written out.
    """
    if isinstance(thrown, bool) or not isinstance(thrown, Real | Decimal | str):
        raise TypeError(f"thrown must be a probability, as 0.9 or '9/10', not {shown(thrown)}")
    try:
        text = str(thrown).strip()
        rate = Fraction(text) if len(text) <= LONGEST and _SHORT.fullmatch(text) else None
    except (ValueError, ZeroDivisionError):
        rate = None
    if rate is None or not 0 <= rate <= 1:
        raise ValueError(f"thrown must be a probability, from 0 to 1, not {shown(thrown)}")
    return rate


def _weights(hidden: int, hands: tuple[int, ...], wall: int, kept: Fraction) -> list[Fraction]:
    """The weight of all arrangements by the most copies that one hand has, 0 to 4; `kept`: of each lone one."""
    spread = {(0, 0): Fraction(1)}  # (copies that somebody holds, the most of one hand) -> weight of the places
    for size in hands:
        wider: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (held, most), weight in spread.items():
            for more in range(hidden - held + 1):
                places = math.comb(size, more) * (kept if more == 1 else 1)
                wider[held + more, max(most, more)] += weight * places
        spread = wider
    weights = [Fraction(0)] * 5
    for (held, most), weight in spread.items():
        weights[most] += weight * math.comb(wall, hidden - held)
    return weights
