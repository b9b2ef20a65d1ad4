"""What a simulation says: `Summary`, made by `Tally`; a table with `str`, everything with `to_dict`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isnan, nan
from typing import Any, NamedTuple

from .. import texttable
from ..arguments import each as each_of
from ..arguments import real, whole
from ..rules.catalogue import Fan
from .estimate import Estimate

__all__ = ["FanShare", "PlayerSummary", "Summary", "compare"]


class PlayerSummary(NamedTuple):
    """One player over all games. `points`, `beans`: won less lost, per game; `margin`: win rate less the others'."""

    name: str
    win: Estimate  # share of the games
    self_draw: Estimate  # won by an own draw, share of the games
    deal_in: Estimate  # threw, or added to a pung, the tile that another won on: share of the games
    margin: Estimate
    total: Estimate  # mean total of the games won
    points: Estimate
    beans: Estimate
    ready: Estimate  # share of the games in which the hand came to be one tile from complete
    first_ready: Estimate  # the own discards after which it did


class FanShare(NamedTuple):
    """How often a fan counted: won games with it, their share of all won games, and those of each player."""

    fan: Fan
    games: int
    share: float
    players: tuple[int, ...]


class Summary(NamedTuple):
    """The figures of a simulation; `unit`, 'game' or 'pair', is what the intervals were worked out over."""

    games: int
    unit: str
    rules: str
    seed: int
    draw: Estimate  # share of the games
    dealer: Estimate  # won by the dealer, share of the games
    by: Mapping[str, int]  # games by how they ended
    total: Estimate  # of the games that were won
    turns: Estimate  # discards per game
    decisions: Estimate  # choices made per game, of all players
    players: tuple[PlayerSummary, ...]
    fans: tuple[FanShare, ...]  # most frequent first
    totals: tuple[Mapping[int, int], ...]  # of each player: total -> games won with it

    def to_dict(self) -> dict[str, Any]:
        """All of it for JSON; a figure that is not known is None."""
        said: dict[str, Any] = {}
        for name, value in self._asdict().items():
            said[name] = value.to_dict() if isinstance(value, Estimate) else value
        said["by"] = dict(self.by)
        said["players"] = [
            {name: value.to_dict() if isinstance(value, Estimate) else value for name, value in one._asdict().items()}
            for one in self.players
        ]
        said["fans"] = [
            {"id": one.fan.id, "games": one.games, "share": one.share, "players": list(one.players)}
            for one in self.fans
        ]
        said["totals"] = [{str(total): games for total, games in one.items()} for one in self.totals]
        return said

    def quantile(self, share: float) -> int | None:
        """The smallest total that so large a share of the wins does not exceed; 0.5: the median. None without wins.

        ValueError for what is no share, 0 to 1.
        """
        share, wins = real("share", share, 0, 1), Counter[int]()
        for one in self.totals:
            wins.update(one)
        reached = 0
        for total in sorted(wins):
            reached += wins[total]
            if reached >= share * wins.total():
                return total
        return None

    def at_least(self, total: int) -> float:
        """The share of the wins with that total or more; nan without wins."""
        least = real("total", total)
        wins = sum(sum(one.values()) for one in self.totals)
        return sum(n for one in self.totals for t, n in one.items() if t >= least) / wins if wins else nan

    def __str__(self) -> str:
        names = " v ".join(one.name for one in self.players)
        pairs = f", {self.games // 2:,} pairs" if self.unit == "pair" else ""
        lines = [f"{self.rules}: {names}, {self.games:,} games{pairs}, seed {self.seed}"]
        rows = [("", *(f"{seat}: {one.name}" for seat, one in enumerate(self.players)))]
        for label, field in _RATES:
            rows.append((label, *(percent(getattr(one, field)) for one in self.players)))
        for label, field, digits in _MEANS:
            rows.append((label, *(number(getattr(one, field), digits) for one in self.players)))
        lines += texttable.lines(rows, indent="  ")
        lines += texttable.lines(
            [
                ("draws", percent(self.draw)),
                ("won by the dealer", percent(self.dealer)),
                ("total of a win", f"{number(self.total)}  sd {figure(self.total.sd)}"),
                ("discards a game", f"{number(self.turns)}  sd {figure(self.turns.sd)}"),
                ("decisions a game", f"{number(self.decisions)}  sd {figure(self.decisions.sd)}"),
                ("ended by", ", ".join(f"{by} {games / self.games:.2%}" for by, games in self.by.items())),
            ],
            indent="  ",
        )
        if self.fans:
            shares = [(str(one.fan), f"{one.share:.3%}") for one in self.fans]
            lines += texttable.lines([("fan", "of wins"), *shares], indent="  ")
        return "\n".join(lines)


_RATES = (
    ("wins", "win"), ("by an own draw", "self_draw"), ("deals in", "deal_in"), ("gets ready", "ready"),
)  # fmt: skip
_MEANS = (
    ("total of a win", "total", 2), ("points a game", "points", 3), ("beans a game", "beans", 1),
    ("discards until ready", "first_ready", 2),
)  # fmt: skip


def compare(summaries: Sequence[Summary], *, fans: int = 8) -> list[tuple[str, ...]]:
    """Summaries side by side: rows of texts, the first one the heads; last the fans whose frequency differs most."""
    fans, summaries = whole("fans", fans, 0, None), tuple(each_of("summaries", summaries))
    rows = [("", *(one.rules for one in summaries))]
    for label, field in (("draws", "draw"), ("won by the dealer", "dealer")):
        rows.append((label, *(percent(getattr(one, field)) for one in summaries)))
    for seat, player in enumerate(summaries[0].players):
        rows.append((f"wins of {player.name} ({seat})", *(percent(one.players[seat].win) for one in summaries)))
    rows.append(("discards a game", *(number(one.turns) for one in summaries)))
    rows.append(("total of a win", *(number(one.total) for one in summaries)))
    rows.append(("its spread (sd)", *(figure(one.total.sd) for one in summaries)))
    quartiles = [[str(one.quantile(share) or "-") for share in (0.25, 0.5, 0.75)] for one in summaries]
    rows.append(("its quartiles", *map(", ".join, quartiles)))
    for total in (32, 64, 88):
        rows.append((f"wins of {total} or more", *(share(one.at_least(total)) for one in summaries)))
    rows.append(("beans a game (sd)", *(figure(one.players[0].beans.sd, 0) for one in summaries)))
    shares = [{one.fan: one.share for one in summary.fans} for summary in summaries]
    spread = {}
    for fan in {fan for each in shares for fan in each}:
        each = [by_fan.get(fan, 0.0) for by_fan in shares]
        spread[fan] = max(each) - min(each)
    differing = sorted((fan for fan in spread if spread[fan]), key=lambda fan: (-spread[fan], fan.index))
    rows += [(f"{fan}, of wins", *(share(each.get(fan, 0.0)) for each in shares)) for fan in differing[:fans]]
    return rows


def figure(value: float, digits: int = 2) -> str:
    """A number; - where it is not known."""
    return "-" if isnan(value) else f"{value:,.{digits}f}"


def number(one: Estimate, digits: int = 2) -> str:
    """A mean and half its interval."""
    half = (one.high - one.low) / 2
    return figure(one.value, digits) + ("" if isnan(half) else f" ± {half:,.{digits}f}")


def percent(one: Estimate) -> str:
    """A rate and its interval."""
    return "-" if isnan(one.value) else f"{one.value:.2%} ({one.low:.2%} to {one.high:.2%})"


def share(part: float) -> str:
    """A share without an interval."""
    return "-" if isnan(part) else f"{part:.2%}"
