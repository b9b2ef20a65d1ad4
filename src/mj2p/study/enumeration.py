"""Every complete hand of a set of tiles, as products over the suits: `blocks(rules)`.

What one suit (or the honours) adds to a hand is a `Part`: all vectors of counts with the same number of tiles that are
of the same use. A hand takes a vector of a part for each suit and for the honours, 14 tiles in all; a `Block` is all
hands of one choice of parts: 223344m and the others of six tiles go with each pair of s, six tiles of p, ... No hand is
in two blocks, so that hands, and ways to draw them, are counted by multiplying; the 591 blocks of `mcr` stand for 28
million hands.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..rules.ruleset import RuleSet

if TYPE_CHECKING:
    import numpy.typing as npt

    Counts = npt.NDArray[np.uint8]

__all__ = ["Block", "Part", "blocks"]

RANKS, HONORS, COPIES, TILES = 9, 7, 4, 14
#: Ways to draw so many of the four copies of a kind.
WAYS = np.array([math.comb(COPIES, copies) for copies in range(COPIES + 1)])


class Part(NamedTuple):
    """Vectors of one suit or of the honours, u1 (n, 9 | 7), and what they have in common.

    `pairs`: beside sets, 0 or 1; None where they are no sets (and a pair). `even`: all are pairs.
    """

    counts: Counts
    tiles: int
    pairs: int | None
    even: bool

    @property
    def hands(self) -> int:
        """How many vectors there are."""
        return len(self.counts)

    @property
    def ways(self) -> int:
        """Ways to draw them."""
        return int(WAYS[self.counts].prod(axis=1).sum())

    @property
    def kinds(self) -> int:
        """How many kinds occur in them, added up."""
        return int(np.count_nonzero(self.counts))


class Block(NamedTuple):
    """Hands that take one vector of each part; `forms`: those that all of them have, as rule sets name them."""

    parts: tuple[Part, ...]
    forms: tuple[str, ...]

    @property
    def hands(self) -> int:
        """Distinct hands."""
        return math.prod(part.hands for part in self.parts)

    @property
    def ways(self) -> int:
        """Ways to draw them from four copies of each kind."""
        return math.prod(part.ways for part in self.parts)

    @property
    def pairs(self) -> int:
        """Choices of a hand and of the kind that was drawn last."""
        return sum(part.kinds * self.hands // part.hands for part in self.parts)

    def counts(self, start: int, stop: int) -> Counts:
        """Some of the hands, u1 (stop - start, 16 | 34)."""
        chosen = np.unravel_index(np.arange(start, stop), [part.hands for part in self.parts])
        return np.concatenate([part.counts[rows] for part, rows in zip(self.parts, chosen, strict=True)], axis=1)


def _parted(vectors: Counts, pairs: Callable[[int], int | None]) -> list[Part]:
    """Vectors by number of tiles and evenness; `pairs`: of so many tiles."""
    tiles, even = vectors.sum(axis=1), (vectors & 1 == 0).all(axis=1)
    found = [(number, same, vectors[(tiles == number) & (even == same)]) for number in range(15) for same in (0, 1)]
    return [Part(rows, number, pairs(number), bool(same)) for number, same, rows in found if len(rows)]


def _distinct(vectors: Counts) -> Counts:
    """The vectors that four copies allow, each once."""
    return np.unique(vectors[(vectors <= COPIES).all(axis=1) & (vectors.sum(axis=1) <= TILES)], axis=0)


@functools.cache
def sets(kinds: int, fixed: tuple[int, ...] = (), most: int = 4) -> list[Part]:
    """A suit (9) or the honours (7) as up to `most` sets and at most a pair, beside one each of the ranks `fixed`."""
    one = np.eye(kinds, dtype=np.uint8)
    chows = one[:-2] + one[1:-1] + one[2:] if kinds == RANKS else one[:0]
    every = np.concatenate([3 * one, chows])
    found = [one[list(fixed)].sum(axis=0, dtype=np.uint8, keepdims=True)]
    for _ in range(most):
        found.append(_distinct((found[-1][:, None] + every).reshape(-1, kinds)))
    alone = np.concatenate(found)
    paired = _distinct((alone[:, None] + 2 * one).reshape(-1, kinds))
    return _parted(alone, lambda tiles: 0) + _parted(paired, lambda tiles: 1)


@functools.cache
def pairs(kinds: int) -> list[Part]:
    """A suit or the honours as pairs, four of a kind as two, where they are no sets and a pair besides."""
    every = np.array(list(itertools.product((0, 2, 4), repeat=kinds)), dtype=np.uint8)
    others = {row.tobytes() for part in sets(kinds) if part.even for row in part.counts}
    return _parted(_distinct(np.array([row for row in every if row.tobytes() not in others])), lambda tiles: None)


def _single(kinds: int, ranks: tuple[int, ...], needed: bool) -> list[Part]:
    """One each of some ranks: all of them, one perhaps twice (`needed`), or any of them."""
    one = np.eye(kinds, dtype=np.uint8)
    if needed:
        whole = one[list(ranks)].sum(axis=0, dtype=np.uint8)
        return _parted(np.array([whole, *(whole + one[rank] for rank in ranks)]), lambda tiles: None)
    some = [[rank in chosen for rank in range(kinds)] for n in range(10) for chosen in itertools.combinations(ranks, n)]
    return _parted(np.array(some, dtype=np.uint8), lambda tiles: None)


def _products(groups: list[list[Part]]) -> Iterator[tuple[Part, ...]]:
    """Every choice of one part from each group that makes 14 tiles."""
    return (parts for parts in itertools.product(*groups) if sum(part.tiles for part in parts) == TILES)


def blocks(rules: RuleSet) -> Iterator[Block]:
    """Every complete hand of 14 concealed tiles, by the tiles and forms of the rule set."""
    forms, kinds = rules.scoring["forms"], (RANKS,) * rules.nsuits + (HONORS,)
    with_pairs = "seven_pairs" in forms
    for parts in _products([sets(number) + (pairs(number) if with_pairs else []) for number in kinds]):
        found = []
        if all(part.pairs is not None for part in parts) and sum(part.pairs or 0 for part in parts) == 1:
            found.append("four_sets")
        if with_pairs and all(part.even for part in parts):
            found.append("seven_pairs")
        if found:
            yield Block(parts, tuple(found))
    if rules.nsuits == 3:
        yield from _special(forms)


def _special(forms: tuple[str, ...]) -> Iterator[Block]:
    """The forms with single tiles. None of these hands has another form: some suit is 147, 258 or 369 alone, or 1 9."""
    honors = tuple(range(HONORS))
    if "thirteen_orphans" in forms:
        for parts in _products([_single(RANKS, (0, 8), True)] * 3 + [_single(HONORS, honors, True)]):
            yield Block(parts, ("thirteen_orphans",))
    for runs in itertools.permutations(((0, 3, 6), (1, 4, 7), (2, 5, 8))):
        if "knitted" in forms:  # two of the sixteen are lacking, so that each suit has some and tells its run
            for parts in _products([*(_single(RANKS, run, False) for run in runs), _single(HONORS, honors, False)]):
                yield Block(parts, ("knitted",))
        if "knitted_straight" in forms:
            for parts in _products([*(sets(RANKS, run, 1) for run in runs), sets(HONORS, (), 1)]):
                if sum(part.pairs or 0 for part in parts) == 1:
                    yield Block(parts, ("knitted_straight",))

