"""Exact counts: `census`, every complete hand of a rule set and what it scores; `pair_odds`, the East question.

Nothing is sampled: hands are counted by multiplying over the suits (`enumeration`), what they score by scoring each.
Whatever is a probability is a `Fraction`.
"""

from __future__ import annotations

import math
import operator
import queue
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..rules import ruleset
from ..rules.catalogue import FANS, Fan
from ..rules.ruleset import FORMS, RuleSet
from ._walls import Tally
from .enumeration import TILES, Block, blocks

__all__ = ["Census", "FanCount", "FormCount", "PairOdds", "TotalCount", "census", "pair_odds"]

CHUNK = 1 << 15  # hands scored at a time: some 50 ms, so that a bar moves and Ctrl-C is heard
Outcomes = dict[tuple[int, int], tuple[int, int]]  # (total, fans as one mask) -> (pairs, ways)


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
        return sum((one.share for one in self._totals() if one.total >= total), Fraction(0))

    def _totals(self) -> tuple[TotalCount, ...]:
        if self.totals is None:
            raise ValueError("this census has no totals: take it with fans=True")
        return self.totals

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON: a fraction as "a/b", and beside it, ending in _float, as a number."""
        found: dict[str, Any] = {
            "rules": self.rules.name,
            "fingerprint": self.rules.fingerprint,
            "tiles": self.tiles,
            "draws": self.draws,
            "hands": self.hands,
            "ways": self.ways,
            "pairs": self.pairs,
            **_fraction("win", self.win),
            "forms": {one.form: {"hands": one.hands, "ways": one.ways} for one in self.forms},
        }
        if self.fans is not None:
            found["fans"] = {
                one.fan.id: {"pairs": one.pairs, "ways": one.ways, **_fraction("share", one.share)} for one in self.fans
            }
            found["totals"] = [
                {"total": one.total, "pairs": one.pairs, "ways": one.ways, **_fraction("share", one.share)}
                for one in self._totals()
            ]
            found |= _fraction("mean", self.mean)
        return found

    def __repr__(self) -> str:
        return f"<Census {self.rules.name}: {self.hands:,} hands, {self.ways:,} of {self.draws:,} ways>"

    def __str__(self) -> str:
        from ..scoring.display import census_text

        return census_text(self)

    def _repr_html_(self) -> str:
        from ..scoring.display import census_html

        return census_html(self)


def _fraction(name: str, value: Fraction) -> dict[str, Any]:
    return {name: f"{value.numerator}/{value.denominator}", f"{name}_float": float(value)}


def census(
    rules: str | RuleSet = "duel64",
    *,
    fans: bool = True,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Census:
    """Count every complete hand of a rule set's tiles (rulebook 13), and with `fans` what each of them scores.

    A hand is 14 concealed tiles, no melds, flowers set aside. It is scored once for each of its kinds as the winning
    tile, self-drawn, by a player who is not the dealer and has declared nothing; round and seat wind E; no flowers, not
    the last of its kind or of the wall. Totals are those of `Score.total`; a minimum is not asked for.
    Without fans the count takes no time; with them, a second for 16 kinds and up to a minute for 34, divided among
    `threads`. `progress(done, all)` is called with hands scored so far, in the thread that called. ValueError for a
    rule set that asks more of a winning hand than its form.
    """
    rules = ruleset.get(rules)
    if operator.index(threads) < 1:
        raise ValueError(f"threads must be 1 or more, not {threads}")
    every = list(blocks(rules))
    try:  # one hand of each block: of a flush, of honours alone, ...
        Tally(rules.packed).add(np.concatenate([block.counts(0, 1) for block in every]))
    except ValueError:
        raise ValueError(f"{rules.name} asks more of a hand than its form, so its hands cannot be counted") from None
    counted = Census(
        rules,
        4 * (9 * rules.nsuits + 7),
        sum(block.hands for block in every),
        sum(block.ways for block in every),
        sum(block.pairs for block in every),
        tuple(
            FormCount(form, sum(block.hands for block in some), sum(block.ways for block in some))
            for form in FORMS
            if (some := [block for block in every if form in block.forms])
        ),
    )
    if not fans:
        return counted
    outcomes = _outcomes(rules, every, threads, progress or (lambda done, of: None))

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
            if fan.id in rules.fans
        ),
        totals=tuple(TotalCount(total, *added(some)) for total, some in sorted(by_total.items())),
    )


def _outcomes(
    rules: RuleSet, every: Sequence[Block], threads: int, progress: Callable[[int, int], object]
) -> Outcomes:
    """How often each outcome comes out of all hands."""
    pieces = [
        (block, start, min(start + CHUNK, block.hands)) for block in every for start in range(0, block.hands, CHUNK)
    ]
    tallies: queue.SimpleQueue[Tally] = queue.SimpleQueue()  # one a thread
    for _ in range(threads):
        tallies.put(Tally(rules.packed))

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
        return {key: value for name in names for key, value in _fraction(name, getattr(self, name)).items()}

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
    349600/1055683. ValueError for tiles that do not add up.
    """
    others = players if isinstance(players, Iterable) else operator.index(players)
    hands = (13,) * others if isinstance(others, int) else tuple(map(operator.index, others))
    rate = Fraction(str(thrown))  # the fraction that was written, not the float next to it
    hidden, wall = 4 - operator.index(seen), operator.index(concealed) - sum(hands)
    if not 0 <= hidden <= 4:
        raise ValueError(f"seen must be 0 to 4 copies of a kind, not {seen}")
    if (isinstance(others, int) and others < 0) or any(size < 0 for size in hands):
        raise ValueError(f"players must be so many others, or how many tiles each of them has, not {players}")
    if wall < 0:
        raise ValueError(f"{sum(hands)} tiles in the hands of others are more than the {concealed} concealed ones")
    if concealed < hidden:
        raise ValueError(f"{hidden} copies are not seen, but only {concealed} tiles are concealed")
    if not 0 <= rate <= 1:
        raise ValueError(f"thrown must be a probability, not {thrown}")
    spread = {(0, 0): Fraction(1)}  # (copies that somebody holds, the most of one hand) -> weight of the places
    for size in hands:
        wider: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (held, most), weight in spread.items():
            for more in range(hidden - held + 1):
                places = math.comb(size, more) * (1 - rate if more == 1 else 1)
                wider[held + more, max(most, more)] += weight * places
        spread = wider
    weights = [Fraction(0)] * 5
    for (held, most), weight in spread.items():
        weights[most] += weight * math.comb(wall, hidden - held)
    whole = sum(weights)
    if not whole:
        raise ValueError("no arrangement is left: whoever holds a lone one has thrown it, and it is nowhere else")
    return PairOdds(*(weight / whole for weight in weights))
