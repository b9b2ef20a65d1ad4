"""What a winning hand is worth and why: `Score`, with `FanScore` and `ExcludedFan`; `str` draws it as a table.

Made by `score` from what the core says of a row; what a `Score` shows beyond the total is made when it is asked for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import _core, texttable
from ..codes import Wait
from ..hands.hand import Hand
from ..rules import catalogue
from ..rules.catalogue import Fan
from ..rules.ruleset import RuleSet
from .checking import record_of
from .sets import HandSet, sets_of

__all__ = ["ExcludedFan", "FanScore", "Score"]

#: Where each part is in what the core's `score_one` says of a row that wins.
_RAW, _TOTAL, _LOW_FANS, _HIGH_FANS, _TIMES, _WAIT, _READING, _SPLITS, _STANDS_FOR = range(1, 10)

REPEATERS = {fan.index: at for at, fan in enumerate(fan for fan in catalogue.FANS if fan.repeats)}



class FanScore(NamedTuple):
    """A fan that counts: how often, its value (of one), and for each time it counts which of `Score.sets` make it."""

    fan: Fan
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks a fan for
    value: int
    sets: tuple[tuple[int, ...], ...]


class ExcludedFan(NamedTuple):
    """A fan that matches but does not count, and the dearest counting fan that takes it away, or "account_once"."""

    fan: Fan
    by: Fan | str


class Score:
    """What a winning hand is worth in a rule set (rulebook 3-5). Comparable, hashable, picklable.

    `hand` and `rules` as they were scored. `raw`, `total` and `points` are in fans, or in doubling steps where the rule
    set counts those; no multiplier of the settlement is in any of them.
    """

    __slots__ = ("_fans", "_outcome", "_sets", "hand", "rules")

    def __init__(self, hand: Hand, rules: RuleSet, outcome: tuple[Any, ...]) -> None:
        self.hand = hand
        self.rules = rules
        self._outcome = outcome
        self._fans: tuple[FanScore, ...] | None = None
        self._sets: tuple[HandSet, ...] | None = None

    @property
    def raw(self) -> int:
        """The sum of the fans that count, each as often as it does, before any cap (rulebook 3); or of the steps."""
        return int(self._outcome[_RAW])

    @property
    def total(self) -> int:
        """`raw` after a cap on the total: 200 fans in `table72` (rulebook 8), 5 steps in `dongbei136` (11)."""
        return int(self._outcome[_TOTAL])

    @property
    def points(self) -> int:
        """`total` after a cap on points: 13 in `three144` (rulebook 9)."""
        cap = self.rules.scoring["cap_points"]
        return min(self.total, cap) if cap else self.total

    @property
    def steps(self) -> int | None:
        """Doubling steps after the cap where the rule set counts in steps (`dongbei136`), else None."""
        return self.total if self.rules.scoring["unit"] == "steps" else None

    @property
    def enough(self) -> bool:
        """Whether the rule set's minimum is met by the fans, flowers aside and before any cap (rulebook 7, 10)."""
        flowers = sum(one.count * one.value for one in self.fans if one.fan.bonus)
        return self.raw - flowers >= int(self.rules.scoring["minimum"])

    @property
    def wait(self) -> str | None:
        """A sole wait (rulebook 2), before exclusions: 'edge', 'closed' or 'single'; None where there is none."""
        wait = Wait(self._outcome[_WAIT])
        return wait.name.lower() if wait else None

    @property
    def hand_as_read(self) -> Hand:
        """The hand with the tile that a treasure, or the fourth of a pung, stands for in its place; else the hand."""
        stands_for = self._outcome[_STANDS_FOR]
        return self.hand if stands_for is None else self.hand.replace(win=stands_for)

    @property
    def sets(self) -> tuple[HandSet, ...]:
        """The split used: melds and concealed sets by kind, the pair last; or seven pairs, or the single tiles."""
        if self._sets is None:
            self._sets = sets_of(self.hand_as_read, self.rules.nsuits, self._outcome[_READING], self._outcome[_SPLITS])
        return self._sets

    @property
    def fans(self) -> tuple[FanScore, ...]:
        """The fans that count, dearest first, then in the order of the table."""
        if self._fans is None:
            from .attribution import sets_of_fan

            values, counts = self.rules.values, self._counts()
            fans = sorted((catalogue.FANS[bit] for bit in counts), key=lambda fan: (-values[fan.id], fan.index))
            times = {fan.id: counts[fan.index] for fan in fans}
            sets, hand = self.sets, self.hand_as_read
            self._fans = tuple(
                FanScore(fan, counts[fan.index], values[fan.id], sets_of_fan(fan.id, times, sets, hand, self.rules))
                for fan in fans
            )
        return self._fans

    @property
    def excluded(self) -> tuple[ExcludedFan, ...]:
        """Matching fans that do not count, in the order of the table, with what takes each away (rulebook 3, 5)."""
        low, high = _core.matched_fans(record_of(self.hand, self.rules), self.rules.packed)
        low, high = low & ~self._outcome[_LOW_FANS], high & ~self._outcome[_HIGH_FANS]
        matched = [fan for fan in catalogue.FANS if (low | high << 64) >> fan.index & 1]
        counting = [one.fan for one in self.fans]
        found = []
        for fan in matched:
            takers = {taker for taker, _ in self.rules.fans[fan].excluded_by}
            found.append(ExcludedFan(fan, next((one for one in counting if one in takers), "account_once")))
        return tuple(found)

    def _counts(self) -> dict[int, int]:
        """Bit of each counting fan -> how often."""
        fans, repeats = self._outcome[_LOW_FANS] | self._outcome[_HIGH_FANS] << 64, self._outcome[_TIMES]
        counts = {}
        while fans:
            bit = (fans & -fans).bit_length() - 1
            fans &= fans - 1
            counts[bit] = repeats >> 4 * REPEATERS[bit] & 15 if bit in REPEATERS else 1
        return counts

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "hand": str(self.hand),
            "rules": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "total": self.total,
            "raw": self.raw,
            "points": self.points,
            "steps": self.steps,
            "enough": self.enough,
            "wait": self.wait,
            "sets": [str(one) for one in self.sets],
            "fans": [
                {
                    "id": one.fan.id,
                    "zh": one.fan.zh,
                    "en": one.fan.en,
                    "count": one.count,
                    "value": one.value,
                    "sets": [list(group) for group in one.sets],
                }
                for one in self.fans
            ],
            "excluded": [
                {"id": e.fan.id, "by": e.by if isinstance(e.by, str) else e.by.id} for e in self.excluded
            ],
        }

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def _repr_html_(self) -> str:
        heads, caption = ("番种", "fan", "value", "sets"), f"{self.hand} · {self.rules.name}"
        return texttable.html(_rows(self), heads, caption=caption, foot=_total(self))

    def __repr__(self) -> str:
        fans = ", ".join(f"{one.fan.zh}×{one.count}" if one.count > 1 else one.fan.zh for one in self.fans)
        return f"<Score {self.total}: {fans}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return (self._outcome, self.hand, self.rules) == (other._outcome, other.hand, other.rules)

    def __hash__(self) -> int:
        return hash((self._outcome, self.hand))

    def __lt__(self, other: Score) -> bool:
        return (self.points, self.raw) < (other.points, other.raw) if isinstance(other, Score) else NotImplemented

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.hand, self.rules, self._outcome)


# ---- How it looks ----------------------------------------------------------------------------------------------------


def _rows(score: Score) -> list[tuple[str, str, str, str]]:
    """One row per fan that counts: 中文, English, how it adds up, the sets that make it."""
    sets = score.sets
    return [
        (
            one.fan.zh,
            one.fan.en,
            f"{one.value} x {one.count} = {one.value * one.count}" if one.count > 1 else str(one.value),
            "  ".join(" ".join(str(sets[at]) for at in group) for group in one.sets if len(group) < len(sets)),
        )
        for one in score.fans
    ]


def _total(score: Score) -> str:
    unit = "steps" if score.steps is not None else "fan"
    said = f"{score.total} {unit}"
    if score.raw != score.total:
        said += f" (capped, {score.raw} before)"
    if score.points != score.total:
        said += f", {score.points} points (capped)"
    return said


def _lines(score: Score) -> list[str]:
    """The hand, its split, one line per fan that counts, the total, and what was not counted."""
    lines = [f"{score.hand}   {score.rules.name}"]
    if score.sets:
        lines.append(" ".join(map(str, score.sets)))
    lines += texttable.lines(_rows(score), right=(2,), indent="  ")
    lines.append(f"  {_total(score)}")
    if not score.enough:
        lines.append(f"  below the minimum of {score.rules.scoring['minimum']}")
    if score.excluded:
        said = [f"{fan.zh} ({by if isinstance(by, str) else by.zh})" for fan, by in score.excluded]
        lines.append(f"  not counted: {', '.join(said)}")
    return lines
