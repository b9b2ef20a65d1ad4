"""What many games come to: `Tally` adds up rows of games, `Tally.summary` gives rates and means with their intervals.

All sums are whole numbers, exact, so parts may come in any order. The unit of the statistics is the game or, where
each wall was played twice, the pair of games of a wall: luck with the tiles then cancels out within a unit.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt

from ..play.codes import EndedBy
from ..rules.catalogue import FANS
from ..rules.settings import INT32
from .estimate import Estimate, Moments
from .summary import FanShare, PlayerSummary, Summary

__all__ = ["Tally"]

Rows = npt.NDArray[Any]

#: Ends for which somebody else has thrown, or added, the tile that was won on.
_BY_ANOTHER = (EndedBy.DISCARD, EndedBy.ROBBED_KONG)
#: Figures that are 0 or 1 of each game.
_RATES = frozenset(("draw", "dealer", "win", "self_draw", "deal_in", "ready"))


class Tally:
    """Sums over rows of games (`game_dtype`) of so many players; `cap`: at most so many points count of a win.

    A player is where `swapped` says, not a seat: player 0 sat in seat 0, or in seat 1 of a swapped game.
    """

    def __init__(self, players: tuple[str, ...], duplicate: bool = False, cap: int | None = None) -> None:
        self.players, self.duplicate, self.cap = players, duplicate, cap
        self.games = 0
        self.moments: defaultdict[tuple[str, int | None], Moments] = defaultdict(Moments)
        self.by = np.zeros(len(EndedBy), np.int64)
        self.fans = np.zeros((len(players), len(FANS)), np.int64)
        self.totals: list[npt.NDArray[np.int64]] = [np.zeros(0, np.int64) for _ in players]

    def add(self, rows: Rows) -> None:
        """Rows of games; both games of a pair, one behind the other, where walls are played twice."""
        if not len(rows):
            return
        self.games += len(rows)
        winner = _player_of(rows["winner"], rows["swapped"])
        payer = np.where(np.isin(rows["by"], _BY_ANOTHER), _player_of(rows["payer"], rows["swapped"]), -1)
        won = winner >= 0
        points = rows["points"].astype(np.int64)
        if self.cap is not None:
            points = np.minimum(points, min(self.cap, INT32))
        swapped = rows["swapped"] != 0
        self._note("draw", ~won)
        self._note("won", won)
        self._note("dealer", won & (rows["winner"] == rows["dealer"]))
        for name in ("turns", "decisions"):
            self._note(name, rows[name])
        self._note("total", rows["total"], over=won)
        for player in range(len(self.players)):
            seat = np.where(swapped, player ^ 1, player)[:, None]
            mine = winner == player
            self._note("win", mine, player=player)
            self._note("self_draw", mine & ~np.isin(rows["by"], _BY_ANOTHER), player=player)
            self._note("deal_in", payer == player, player=player)
            self._note("total", rows["total"], over=mine, player=player)
            self._note("points", np.where(mine, points, -points), player=player)
            self._note("beans", np.take_along_axis(rows["deltas"], seat, 1)[:, 0], player=player)
            self._note("margin", 2 * mine.astype(np.int64) - won, player=player)
            ready = np.take_along_axis(rows["first_ready"], seat, 1)[:, 0]
            self._note("ready", ready >= 0, player=player)
            self._note("first_ready", ready, over=ready >= 0, player=player)
            self.fans[player] += _fan_counts(rows["fans"][mine])
            self.totals[player] = _added(self.totals[player], np.bincount(rows["total"][mine]))
        self.by += np.bincount(rows["by"], minlength=len(EndedBy))[: len(EndedBy)]

    def _note(self, name: str, values: Rows, over: Rows | None = None, player: int | None = None) -> None:
        """A value for each game, or for those of `over` alone, to the moments of that name."""
        weights = np.ones(len(values), np.int64) if over is None else over.astype(np.int64)
        self.moments[name, player].add(values.astype(np.int64), weights, self.duplicate)

    def _estimate(self, name: str, player: int | None = None) -> Estimate:
        moments = self.moments[name, player]
        return moments.rate() if name in _RATES else moments.mean()

    def summary(self, rules: str, seed: int) -> Summary:
        """The figures; `rules` and `seed` are handed on."""
        players = tuple(
            PlayerSummary(name, **{field: self._estimate(field, player) for field in PlayerSummary._fields[1:]})
            for player, name in enumerate(self.players)
        )
        wins = self.moments["won", None].x
        each = self.fans.sum(0).tolist()
        fans = sorted((fan for fan in FANS if each[fan.index]), key=lambda fan: (-each[fan.index], fan.index))
        return Summary(
            rules=rules,
            seed=seed,
            games=self.games,
            unit="pair" if self.duplicate else "game",
            draw=self._estimate("draw"),
            dealer=self._estimate("dealer"),
            by={str(by): count for by, count in zip(EndedBy, self.by.tolist(), strict=True) if count},
            total=self._estimate("total"),
            turns=self._estimate("turns"),
            decisions=self._estimate("decisions"),
            players=players,
            fans=tuple(
                FanShare(fan, each[fan.index], each[fan.index] / wins, tuple(self.fans[:, fan.index].tolist()))
                for fan in fans
            ),
            totals=tuple({int(total): int(one[total]) for total in np.flatnonzero(one)} for one in self.totals),
        )


def _player_of(seats: Rows, swapped: Rows) -> npt.NDArray[np.int64]:
    """The players in these seats; -1 stays nobody."""
    seats = seats.astype(np.int64)
    return np.where(seats < 0, -1, seats ^ (swapped != 0))


def _fan_counts(words: Rows) -> npt.NDArray[np.int64]:
    """In how many rows of two 64-bit words each fan's bit is set."""
    octets = np.ascontiguousarray(words).view(np.uint8).reshape(len(words), 16)
    bits = np.unpackbits(octets, axis=1, bitorder="little", count=len(FANS))
    counts: npt.NDArray[np.int64] = bits.sum(0, dtype=np.int64)
    return counts


def _added(a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The sum of two histograms of different lengths."""
    out = np.zeros(max(len(a), len(b)), np.int64)
    out[: len(a)] += a
    out[: len(b)] += b
    return out

