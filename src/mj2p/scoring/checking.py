"""A hand before a rule set: `check_for` says whether it takes it, `record_of` gives the row that the core reads.

What is asked of hands that are not yet won begins here too: `tiles_of` counts them in the rule set's kinds, `live_of`
says how many of each kind may still come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..arguments import each, shown, whole
from ..codes import MeldType
from ..errors import InvalidHand
from ..hands.hand import Hand
from ..hands.notations import kinds_of
from ..hands.tiles import LETTERS, tile_kinds
from ..hands.validation import check_hand
from ..rules.ruleset import RuleSet
from ..rules.settings import HONOR_WORDS

#: Tiles seen elsewhere: as a text, one by one (texts or kinds), or counted.
Seen = str | Iterable["str | int"] | Mapping[str, int]

__all__ = ["Seen", "TileCounts", "cannot_win", "check_for", "counted", "letters_of", "live_of", "record_of", "tiles_of"]


def check_for(hand: Hand, rules: RuleSet, sizes: tuple[int, ...] = (14,)) -> None:
    """Raise the InvalidHand that says why the rule set does not take the hand (rulebook 2 "Invalid").

    `sizes`: 14 asks for a winning tile, 13 for the tiles before it, (13, 14) takes both.
    """
    check_hand(
        hand,
        nsuits=rules.nsuits,
        flowers=rules.flowers,
        max_flowers=rules.tiles["flowers_max"],
        name=rules.name,
        sizes=sizes,
        dealer_is_east=rules.tiles["dealer_is_east"],
        special_melds=rules.tiles["special_melds"],
        honors=HONOR_WORDS[rules.tiles["honors"]],
    )


def record_of(hand: Hand, rules: RuleSet, sizes: tuple[int, ...] = (14,)) -> bytes:
    """The hand as a row of the rule set's layout. InvalidHand where no row can hold it; all else is left to the core.

    `sizes` as in `check_for`: of several things that are wrong, the first is told.
    """
    try:
        return hand.to_record(rules.nsuits, rules.flowers == "each", rules.name)
    except InvalidHand:
        check_for(hand, rules, sizes)  # the first thing wrong, not the one that kept it out of a record
        raise


class TileCounts(NamedTuple):
    """Concealed tiles and tiles in melds, each counted by the rule set's kinds; melds, and chows among them."""

    counts: bytearray
    melded: bytearray
    n_melds: int
    n_chows: int


def tiles_of(hand: Hand, rules: RuleSet, with_win: bool) -> TileCounts:
    """The tiles of a hand that the rule set takes, counted; `with_win`: the winning tile too."""
    place = {kind: at for at, kind in enumerate(tile_kinds(rules.nsuits))}
    counts, melded = bytearray(len(place)), bytearray(len(place))
    for kind in hand.concealed:
        counts[place[kind]] += 1
    if with_win and hand.win is not None:
        counts[place[hand.win]] += 1
    for meld in hand.melds:
        for kind in meld.kinds:
            melded[place[kind]] += 1
    return TileCounts(counts, melded, len(hand.melds), sum(meld.type == MeldType.CHOW for meld in hand.melds))


def letters_of(mask: int, rules: RuleSet) -> list[str]:
    """The tiles of a mask, a bit for each of the rule set's kinds."""
    return [LETTERS[kind] for at, kind in enumerate(tile_kinds(rules.nsuits)) if mask >> at & 1]


def live_of(tiles: TileCounts, rules: RuleSet, seen: Seen) -> dict[str, int]:
    """Copies of each kind that are neither one's own nor seen; InvalidHand where more than four are accounted for."""
    gone = {
        LETTERS[kind]: own + melded
        for kind, own, melded in zip(tile_kinds(rules.nsuits), tiles.counts, tiles.melded, strict=True)
    }
    for letter, times in counted(seen).items():
        if letter not in gone:
            raise InvalidHand(f"{letter} has been seen, but {rules.name} has no such tile", "tiles")
        gone[letter] += times
        if gone[letter] > 4:
            raise InvalidHand(f"{letter}: more than four copies are held and seen together", "copies")
    return {letter: 4 - times for letter, times in gone.items()}


def counted(seen: Seen) -> Counter[str]:
    """How often each tile has been seen, by its letter. InvalidHand for what is no tile, and for copies below 0."""
    if not isinstance(seen, Mapping):
        return Counter(LETTERS[kind] for kind in kinds_of(seen if isinstance(seen, str) else each("seen", seen)))
    found = Counter[str]()
    for tile, times in seen.items():
        for kind in kinds_of(tile):
            letter, times = LETTERS[kind], whole(f"seen: the copies of {tile}", times, None, None)
            if times < 0:
                raise InvalidHand(f"seen: {letter} cannot have been seen {shown(times)} times", "copies")
            found[letter] += times
    return found


def cannot_win(tiles: TileCounts, rules: RuleSet) -> bool:
    """Four melds with a chow, where only 碰碰和 may lay all four sets down (rulebook 11)."""
    return rules.scoring["four_melds"] == "all_pungs" and tiles.n_melds == 4 and tiles.n_chows > 0
