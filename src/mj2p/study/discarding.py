"""What to discard: `discards`, one row for each discard, with the chances of a lone hand against the wall.

    >>> import mj2p
    >>> table = mj2p.discards("11123456789mEEC", seen="EC", draws=3)
    >>> table.best.discard, table.best.useful
    ('C', {'1m': 1, '4m': 3, '7m': 3, 'E': 1})

The lone hand draws from all tiles that have not been seen, each as likely, without replacement; nobody claims, and it
wins by self-draw. How it plays is said by the level, "straight" or "wide", and the aim; docs/study.md has the model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from .. import rules as rule_sets
from .. import texttable
from ..arguments import shown, whole, word
from ..codes import Situation
from ..hands.hand import Hand
from ..hands.notations import kind_of
from ..hands.tiles import LETTERS
from ..rules.ruleset import RuleSet
from ..scoring import _distance
from ..scoring.asking import distance
from ..scoring.checking import Seen, TileCounts, cannot_win, check_for, letters_of, live_of, record_of, tiles_of
from . import _walls

if TYPE_CHECKING:
    import os

    from matplotlib.axes import Axes

__all__ = ["Discard", "DiscardTable", "discards"]

Level = Literal["straight", "wide"]
Aim = Literal["win", "points"]

USUAL_DRAWS = 18
MOST = 3_000_000  # hands and draws looked at: some 700 MB
#: What a win at a later draw has of the situation that the hand is in now.
LASTING = Situation.READY | Situation.HEAVENLY_READY | Situation.DEALER


@dataclass(frozen=True, eq=False, slots=True)
class Discard:
    """A discard, and what becomes of the hand that it leaves.

    distance: of the hand left (127: it cannot win). useful: the kinds that lower it -> live copies; copies: together.
    good_wait: of the draws that make the hand ready, the share after which it can wait for more than four live copies
    that win; of a ready hand 1.0 or 0.0; None where it is further away.
    ready, win: float64 arrays of shape (draws,): the chance of being ready, and of having won, after draw 1, 2, …
    fans, points: expected at the end, counting 0 where the hand is not won.
    """

    discard: str
    distance: int
    useful: dict[str, int]
    copies: int
    good_wait: float | None
    ready: npt.NDArray[np.float64]
    win: npt.NDArray[np.float64]
    fans: float
    points: float

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Discard) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.discard, self.distance, self.copies, self.points))

    def __repr__(self) -> str:
        return f"<Discard {self.discard}: distance {self.distance}, {self.copies} copies, win {self.win[-1]:.2%}>"

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "discard": self.discard,
            "distance": self.distance,
            "useful": self.useful,
            "copies": self.copies,
            "good_wait": self.good_wait,
            "ready": self.ready.tolist(),
            "win": self.win.tolist(),
            "fans": self.fans,
            "points": self.points,
        }


@dataclass(frozen=True, eq=False, slots=True)
class DiscardTable:
    """One row for each kind that can be discarded, the best first: by the aim, then distance, copies and tile.

    distance: of all the tiles (-1: the hand is complete as it is). unseen: tiles that may come at the first draw.
    exact: whether the chances are exact for the play described; else they are an estimate (docs/study.md: how good).
    """

    hand: Hand
    rules: RuleSet
    level: Level
    aim: Aim
    draws: int
    unseen: int
    distance: int
    exact: bool
    rows: tuple[Discard, ...]

    @property
    def best(self) -> Discard:
        """The first row."""
        return self.rows[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DiscardTable):
            return NotImplemented
        return (self.hand, self.rules, self.to_dict()) == (other.hand, other.rules, other.to_dict())

    def __hash__(self) -> int:
        return hash((self.hand, self.rules, self.level, self.aim, self.draws, self.unseen))

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Discard]:
        return iter(self.rows)

    def __getitem__(self, discard: str) -> Discard:
        """The row of a tile. KeyError where the hand has none."""
        letter = LETTERS[kind_of(discard)]
        for row in self.rows:
            if row.discard == letter:
                return row
        raise KeyError(f"{letter} is none of the discards: {' '.join(row.discard for row in self.rows)}")

    def __repr__(self) -> str:
        return f"<DiscardTable of {self.hand}: {len(self)} discards, {self.level} play; best {self.best.discard}>"

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "hand": str(self.hand),
            "rules": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "level": self.level,
            "aim": self.aim,
            "draws": self.draws,
            "unseen": self.unseen,
            "distance": self.distance,
            "exact": self.exact,
            "discards": [row.to_dict() for row in self.rows],
        }

    def _title(self) -> str:
        near = {-1: "complete", 0: "ready", 127: "cannot win"}.get(self.distance, f"{self.distance} from ready")
        exact = "exact" if self.exact else "estimated"
        aim = "to win" if self.aim == "win" else "for points"
        return (f"{self.hand}   {self.rules.name}   {near}; {self.level} play {aim}, "
                f"{self.draws} of {self.unseen} tiles drawn, {exact}")  # fmt: skip

    def _cells(self) -> list[list[str]]:
        return [
            [
                row.discard,
                "-" if row.distance == 127 else str(row.distance),
                str(row.copies),
                "" if row.good_wait is None else f"{row.good_wait:.0%}",
                f"{row.ready[-1]:.2%}",
                f"{row.win[-1]:.2%}",
                f"{row.fans:.2f}",
                f"{row.points:.2f}",
                " ".join(f"{tile}({live})" for tile, live in row.useful.items()),
            ]
            for row in self.rows
        ]

    def __str__(self) -> str:
        lines = texttable.lines([HEADS, *self._cells()], right=range(1, len(HEADS) - 1))
        return "\n".join([self._title(), *lines])

    def _repr_html_(self) -> str:
        return texttable.html(self._cells(), HEADS, caption=self._title())

    def plot(self, target: str | os.PathLike[str] | Axes, *, best: int = 5) -> None:
        """Draw the chance of having won by each draw, one line for each of the `best` discards.

        `target`: a file (.svg, .png, .pdf …), or matplotlib axes to draw into. ImportError without the extra `plot`.
        """
        from .plotting import win_chances

        win_chances({row.discard: row.win for row in self.rows[: whole("best", best, 1, None)]}, target, self._title())


HEADS = ("discard", "distance", "copies", "good wait", "ready", "win", "fans", "points", "useful")


def discards(
    hand: Hand | str,
    rules: str | RuleSet = "duel64",
    *,
    seen: Seen = "",
    draws: int | None = None,
    level: Level = "straight",
    aim: Aim = "win",
) -> DiscardTable:
    """What each discard of 14 - 3 x melds tiles leaves, and the chances of the lone hand that goes on from it.

    seen: tiles lying open elsewhere. draws: how many are still to come, at most the tiles not seen; 18 or those.
    level: "straight", each draw that lowers the distance is kept, all others are thrown; "wide", once in the hand
    another draw may be kept where the distance stays the same. aim: what the best discard is best for at every node,
    the chance to win or the expected points.

    A win scores as a self-draw with the winds, flowers, dealer and ready of the hand, by its best reading; it must meet
    the rule set's minimum. Points are `Score.points`; of a rule set that counts steps (`dongbei136`) 2 to their power.
    Raises InvalidHand for what is no hand of so many tiles, ValueError for the draws, the level, the aim, and for a
    hand so far from ready that there are too many ways.
    """
    hand, rules = Hand.parse(hand), rule_sets.get(rules)
    check_for(hand, rules)
    word("level", level, ("straight", "wide"))
    word("aim", aim, ("win", "points"))
    tiles = tiles_of(hand, rules, with_win=True)
    live = live_of(tiles, rules, seen)
    unseen = sum(live.values())
    draws = min(USUAL_DRAWS, unseen) if draws is None else whole("draws", draws, None, None)
    if not 1 <= draws <= unseen:
        raise ValueError(f"{shown(draws)} draws, where {unseen} tiles have not been seen: it takes 1 to {unseen}")
    lone = lone_hand(hand, rules, seen, draws, level, aim)
    rows = [_row(hand, rules, tiles, live, lone, at) for at, held in enumerate(tiles.counts) if held]
    rows.sort(key=lambda row: _place(row, aim))
    return DiscardTable(hand, rules, level, aim, draws, unseen, distance(hand, rules), lone.exact, tuple(rows))


def _row(
    hand: Hand, rules: RuleSet, tiles: TileCounts, live: Mapping[str, int], lone: _walls.LoneHand, at: int
) -> Discard:
    """What becomes of the hand without its kind `at`."""
    left = bytearray(tiles.counts)
    left[at] -= 1
    letter = list(live)[at]
    limits = bytes(4 - copies for copies in tiles.melded)
    away, mask = _distance.useful_one(bytes(left), limits, tiles.n_melds, rules.forms)
    ready, win = np.zeros(lone.draws), np.zeros(lone.draws)
    fans, points, good = 0.0, 0.0, -1.0
    if cannot_win(tiles, rules):
        away, mask = 127, 0
    else:
        try:
            _, fans, points, good = lone.chances(at, ready, win)
        except OverflowError:
            raise ValueError(
                f"{hand.format('gb').split('|')[0]} without {letter} is {away} from ready: there are more than "
                f"{MOST:,} ways on from there in {lone.draws} draws"
            ) from None
    useful = {tile: live[tile] for tile in letters_of(mask, rules)}
    return Discard(
        letter, away, useful, sum(useful.values()), None if good < 0 else good,
        _chances(ready, away == 0), _chances(win, False), fans, points,
    )  # fmt: skip


def _place(row: Discard, aim: Aim) -> tuple[float, ...]:
    """What rows are sorted by: rounded, so that those that differ by the last digits of a sum alone, as the rows of 1m
    and 9m of a mirrored hand, keep their order."""
    end = row.points if aim == "points" else float(row.win[-1])
    return -round(end, 10), -round(row.points, 8), row.distance, -row.copies


def lone_hand(
    hand: Hand,
    rules: RuleSet,
    seen: Seen,
    draws: int,
    level: Level,
    aim: Aim,
    make: type[_walls.LoneHand] = _walls.LoneHand,
) -> _walls.LoneHand:
    """The compiled play of the hand, which `discards` asks row by row."""
    tiles = tiles_of(hand, rules, with_win=True)
    won = hand.replace(concealed=hand.concealed, win=None, situation=hand.situation & LASTING | Situation.SELF_DRAW)
    scoring = {
        "minimum": int(rules.scoring["minimum"]),
        "cap_points": int(rules.scoring["cap_points"] or 0),
        "in_steps": int(rules.scoring["unit"] == "steps"),
    }
    return make(
        rules.packed, record_of(won, rules), bytes(tiles.counts), bytes(4 - copies for copies in tiles.melded),
        bytes(live_of(tiles, rules, seen).values()), tiles.n_melds, draws,
        int(level == "wide"), int(aim == "points"), scoring, MOST,
    )  # fmt: skip


def _chances(first: npt.NDArray[np.float64], already: bool) -> npt.NDArray[np.float64]:
    """By each draw, of first times at each; rounding never lets a chance pass 1."""
    chances = np.ones(len(first)) if already else np.minimum(np.cumsum(first), 1.0)
    chances.flags.writeable = False
    return chances
