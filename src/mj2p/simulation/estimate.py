"""Means and rates with their 95 % intervals: `Moments` adds up exactly, `Estimate` is what comes out.

A value belongs to a game, the error is worked out over units: games, or pairs of games of one wall. A mean over some
of the games (the total of those that were won) is a ratio of two sums over units, and so is its error.
"""

from __future__ import annotations

from math import isnan, nan, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Estimate", "Moments", "Z"]

#: Standard errors to each side of a 95 % interval.
Z = NormalDist().inv_cdf(0.975)

Whole = npt.NDArray[np.int64]


class Estimate(NamedTuple):
    """A figure, its 95 % interval from `low` to `high`, the spread `sd` of single values; nan: not known."""

    value: float
    low: float
    high: float
    sd: float = nan

    def __eq__(self, other: object) -> bool:
        """Figures that are not known are alike."""
        if not isinstance(other, Estimate):
            return NotImplemented
        return all(a == b or (isnan(a) and isnan(b)) for a, b in zip(self, other, strict=True))

    def __ne__(self, other: object) -> bool:
        return not self == other if isinstance(other, Estimate) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(None if isnan(figure) else figure for figure in self))

    def to_dict(self) -> dict[str, float | None]:
        return {name: None if isnan(figure) else figure for name, figure in self._asdict().items()}


class Moments:
    """Sums over units of values x and weights w (the games that count in each unit); whole numbers, exact."""

    __slots__ = ("count", "squares", "units", "ww", "x", "xw", "xx")

    def __init__(self) -> None:
        self.units = self.count = self.x = self.squares = self.xx = self.xw = self.ww = 0

    def add(self, values: Whole, weights: Whole, pairs: bool) -> None:
        """A value and a weight (0 or 1) for each game, i8 (n,); `pairs`: two games one behind the other are a unit."""
        values = values * weights
        self.squares += _dot(values, values)
        if pairs:
            values, weights = values.reshape(-1, 2).sum(1), weights.reshape(-1, 2).sum(1)
        ones = np.ones(len(values), np.int64)
        self.units += len(values)
        self.count += _dot(weights, ones)
        self.x += _dot(values, ones)
        self.xx += _dot(values, values)
        self.xw += _dot(values, weights)
        self.ww += _dot(weights, weights)

    def _error(self) -> float:
        """The standard error of the mean x / w; nan for one unit."""
        if self.units < 2:
            return nan
        # sum of (x - mean * w)^2, with mean = x / count, over count^2: kept whole so that nothing cancels
        residual = self.xx * self.count**2 - 2 * self.x * self.count * self.xw + self.x**2 * self.ww
        return sqrt(residual * self.units / (self.units - 1)) / self.count**2

    def mean(self) -> Estimate:
        """The mean, its interval by the normal distribution, and the spread of the values of single games."""
        if not self.count:
            return Estimate(nan, nan, nan)
        value, error = self.x / self.count, Z * self._error()
        spread = self.squares * self.count - self.x**2
        sd = sqrt(spread / (self.count * (self.count - 1))) if self.count > 1 else nan
        return Estimate(value, value - error, value + error, sd)

    def rate(self) -> Estimate:
        """The mean of values that are 0 or 1, with Wilson's interval.

        Its number of trials is that of independent games which would leave the same error as these units do.
        """
        if not self.count:
            return Estimate(nan, nan, nan)
        p, error = self.x / self.count, self._error()
        trials: float = self.units
        if 0 < self.x < self.count and self.units > 1:
            if error == 0:  # each unit alike: one win of two in every pair
                return Estimate(p, p, p)
            trials = p * (1 - p) / error**2 * self.units / (self.units - 1)
        middle = (p + Z**2 / (2 * trials)) / (1 + Z**2 / trials)
        half = Z / (1 + Z**2 / trials) * sqrt(p * (1 - p) / trials + Z**2 / (4 * trials**2))
        # at the ends the interval begins there: rounding would leave 3e-17, or a high below the value
        return Estimate(p, max(0.0, middle - half) if self.x else 0.0, min(1.0, middle + half) if p < 1 else 1.0)


def _dot(a: Whole, b: Whole) -> int:
    """The sum of products, exact however large."""
    largest = [max(abs(int(some.min())), abs(int(some.max()))) for some in (a, b)]
    if largest[0] * largest[1] * len(a) < 1 << 63:
        return int(np.dot(a, b))
    return sum(x * y for x, y in zip(a.tolist(), b.tolist(), strict=True))

