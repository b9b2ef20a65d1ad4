"""Every complete hand of a rule set, counted, and what each scores: `census` (rulebook 13).

Nothing is sampled: hands are counted by multiplying over the suits (`enumeration`), what they score by scoring each.
Whatever is a probability is a `Fraction`.
"""

from __future__ import annotations

import math
import queue
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from .. import rules as rule_sets
from .. import texttable
from ..arguments import flag, real, shown, whole, workers
from ..rules.catalogue import FANS, Fan
from ..rules.ruleset import RuleSet
from ..rules.settings import FORMS
from ._walls import OutcomeTally
from .enumeration import TILES, Block, blocks
from .shares import in_json, one_in, percent

__all__ = ["Census", "FanCount", "FormCount", "Progress", "TotalCount", "census"]

#: Hands scored at a time: some 50 ms, so that a bar moves and Ctrl-C is heard.
CHUNK = 1 << 15
Row = tuple[str, ...]
#: (total, fans as one mask) -> (pairs, ways)
Outcomes = dict[tuple[int, int], tuple[int, int]]
#: Told how many hands have been scored, and of how many.
Progress = Callable[[int, int], object]


class FormCount(NamedTuple):
    """Complete hands of a form, named as rule sets do; four sets and seven pairs both count a hand that is both."""

    form: str
    hands: int
    ways: int


class FanCount(NamedTuple):
    """Where a fan counts: so many (hand, winning tile) pairs; ways to draw them; their share of all ways to win."""

    fan: Fan
    pairs: int
    ways: int
    share: Fraction


class TotalCount(NamedTuple):
    """Where a total comes out; as in FanCount."""

    total: int
    pairs: int
    ways: int
    share: Fraction


@dataclass(frozen=True, repr=False)
class Census:
    """Every complete hand of 14 concealed tiles of a rule set, counted. Made by `census`.

    `tiles`: of the wall, four of each kind; `hands`: distinct complete hands; `ways`: ways to draw them, of `draws`;
    `pairs`: choices of a hand and of the kind that was drawn last. Any tile of a hand may be the last, so that a way
    to draw the hand is 14 ways to draw the pairs of it. `forms`; and, where asked for, `fans` (all of the rule set, in
    its order) and `totals` (lowest first), both of those pairs as self-drawn wins, else None.
    """

    rules: RuleSet
    tiles: int
    hands: int
    ways: int
    pairs: int
    forms: tuple[FormCount, ...]
    fans: tuple[FanCount, ...] | None = None
    totals: tuple[TotalCount, ...] | None = None

    @property
    def draws(self) -> int:
        """Ways to draw 14 of the tiles."""
        return math.comb(self.tiles, TILES)

    @property
    def win(self) -> Fraction:
        """The probability that 14 random tiles are complete."""
        return Fraction(self.ways, self.draws)

    @property
    def mean(self) -> Fraction:
        """The expected total of a complete random draw."""
        return sum((one.total * one.share for one in self._totals()), Fraction(0))

    def at_least(self, total: int) -> Fraction:
        """The share of ways to win whose total is that or more."""
        return sum((one.share for one in self._totals() if one.total >= real("total", total)), Fraction(0))

    def _totals(self) -> tuple[TotalCount, ...]:
        if self.totals is None:
            raise ValueError("this census has no totals: take it with fans=True")
        return self.totals

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON: forms, fans and totals as lists of rows; a fraction as "a/b", and as a float."""
        found: dict[str, Any] = {
            "rules": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "tiles": self.tiles,
            "draws": self.draws,
            "hands": self.hands,
            "ways": self.ways,
            "pairs": self.pairs,
            **in_json("win", self.win),
            "forms": [one._asdict() for one in self.forms],
        }
        if self.fans is not None:
            found["fans"] = [
                {"id": one.fan.id, "pairs": one.pairs, "ways": one.ways, **in_json("share", one.share)}
                for one in self.fans
            ]
            found["totals"] = [
                {"total": one.total, "pairs": one.pairs, "ways": one.ways, **in_json("share", one.share)}
                for one in self._totals()
            ]
            found |= in_json("mean", self.mean)
        return found

    def __repr__(self) -> str:
        return f"<Census {self.rules.name}: {self.hands:,} hands, {self.ways:,} of {self.draws:,} ways>"

    def __str__(self) -> str:
        lines = _heads(self)
        for heads, rows in _tables(self):
            lines += ["", *texttable.lines([heads, *rows], right=range(1, len(heads)), indent="  ")]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        tables = [texttable.html(rows, heads) for heads, rows in _tables(self)]
        return "".join([f"<p>{'<br>'.join(map(escape, _heads(self)))}</p>", *tables])


def census(
    rules: str | RuleSet = "duel64", *, fans: bool = True, threads: int = 1, progress: Progress | None = None
) -> Census:
    """Count every complete hand of a rule set's tiles (rulebook 13), and with `fans` what each of them scores.

    A hand is 14 concealed tiles, no melds, flowers set aside. It is scored once for each of its kinds as the winning
    tile, self-drawn, by a player who is not the dealer and has declared nothing; round and seat wind E; no flowers, not
    the last of its kind or of the wall. Totals are those of `Score.total`; a minimum is not asked for.
    Without fans the count takes no time; with them, a second for 16 kinds and up to a minute for 34, divided among
    `threads`. `progress(done, all)` is called with hands scored so far, in the thread that called. ValueError for a
    rule set that asks more of a winning hand than its form.
    """
    rules, threads = rule_sets.get(rules), whole("threads", threads, 1, None)
    fans = flag("fans", fans)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of (done, all), not {shown(progress)}")
    every = list(blocks(rules))
    _check_form_decides(rules, every)
    counted = _counted(rules, every)
    if not fans:
        return counted
    return _scored(counted, _outcomes(rules, every, threads, progress or (lambda done, hands: None)))


def _check_form_decides(rules: RuleSet, every: Sequence[Block]) -> None:
    """ValueError where a complete form does not win; one hand of each block is tried: of a flush, of honours alone …"""
    try:
        OutcomeTally(rules.packed).add(np.concatenate([block.counts(0, 1) for block in every]))
    except ValueError:
        raise ValueError(f"{rules.name} asks more of a hand than its form, so its hands cannot be counted") from None


def _counted(rules: RuleSet, every: Sequence[Block]) -> Census:
    """The hands alone, by form."""
    by_form = {form: [block for block in every if form in block.forms] for form in FORMS}
    return Census(
        rules,
        tiles=4 * (9 * rules.nsuits + 7),
        hands=sum(block.hands for block in every),
        ways=sum(block.ways for block in every),
        pairs=sum(block.pairs for block in every),
        forms=tuple(
            FormCount(form, sum(block.hands for block in some), sum(block.ways for block in some))
            for form, some in by_form.items()
            if some
        ),
    )


def _outcomes(rules: RuleSet, every: Sequence[Block], threads: int, progress: Progress) -> Outcomes:
    """How often each outcome comes out of all hands."""
    pieces = [
        (block, start, min(start + CHUNK, block.hands)) for block in every for start in range(0, block.hands, CHUNK)
    ]
    threads = workers(threads, len(pieces))
    tallies: queue.SimpleQueue[OutcomeTally] = queue.SimpleQueue()  # one per thread
    for _ in range(threads):
        tallies.put(OutcomeTally(rules.packed))

    def work(piece: tuple[Block, int, int]) -> int:
        block, start, stop = piece
        tally = tallies.get()
        try:
            tally.add(block.counts(start, stop))
        finally:
            tallies.put(tally)
        return stop - start

    done, hands = 0, sum(block.hands for block in every)
    with ThreadPoolExecutor(threads) as pool:
        try:
            for number in pool.map(work, pieces):
                done += number
                progress(done, hands)
        except BaseException:  # Ctrl-C, or what `progress` raises: what has not begun is not begun any more
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    outcomes: Outcomes = {}
    for _ in range(threads):
        for total, low, high, pairs, ways in tallies.get().rows():
            key = total, high << 64 | low
            had = outcomes.get(key, (0, 0))
            outcomes[key] = had[0] + pairs, had[1] + ways
    return outcomes


def _scored(counted: Census, outcomes: Outcomes) -> Census:
    """The census with what the outcomes say of its fans and totals."""

    def added(some: Iterable[tuple[int, int]]) -> tuple[int, int, Fraction]:
        pairs, drawn = (sum(column) for column in zip((0, 0), *some, strict=True))
        return pairs, drawn, Fraction(drawn, TILES * counted.ways)

    by_total: dict[int, list[tuple[int, int]]] = {}
    for (total, _), found in outcomes.items():
        by_total.setdefault(total, []).append(found)
    return replace(
        counted,
        fans=tuple(
            FanCount(fan, *added(found for (_, mask), found in outcomes.items() if mask >> fan.index & 1))
            for fan in FANS
            if fan.id in counted.rules.fans
        ),
        totals=tuple(TotalCount(total, *added(some)) for total, some in sorted(by_total.items())),
    )


# ---- How it looks ----------------------------------------------------------------------------------------------------


def _tables(census: Census) -> list[tuple[Row, list[Row]]]:
    """(heads, rows) of the forms, the fans that occur, and the totals from each value of a fan upwards."""
    forms: list[Row] = [
        (one.form, f"{one.hands:,}", f"{one.ways:,}", percent(Fraction(one.ways, census.ways))) for one in census.forms
    ]
    tables: list[tuple[Row, list[Row]]] = [(("form", "hands", "ways", "of wins"), forms)]
    if census.fans is not None and census.totals is not None:
        heads = ("hand and last tile", "ways", "of wins")
        fans: list[Row] = [
            (str(one.fan), f"{one.pairs:,}", f"{one.ways:,}", percent(one.share)) for one in census.fans if one.pairs
        ]
        lowest = census.totals[0].total
        totals: list[Row] = []
        for step in sorted({lowest} | {rule.value for rule in census.rules.fans.values() if rule.value > lowest}):
            some = [one for one in census.totals if one.total >= step]
            pairs, ways = sum(one.pairs for one in some), sum(one.ways for one in some)
            totals.append((f"{step} or more", f"{pairs:,}", f"{ways:,}", percent(census.at_least(step))))
        tables += [(("fan", *heads), fans), (("total", *heads), totals)]
    return tables


def _heads(census: Census) -> list[str]:
    lines = [
        f"{census.rules.name}: 14 of {census.tiles} tiles, {census.draws:,} ways",
        f"{census.hands:,} complete hands, {census.ways:,} ways: {one_in(census.win)} draws wins",
    ]
    if census.totals is not None:
        lines.append(f"{census.pairs:,} hands and last tiles, self-drawn: {float(census.mean):.2f} on average")
    return lines
