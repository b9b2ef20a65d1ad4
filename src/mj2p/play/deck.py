"""The deck of a game from what is given of it: `build` puts hands and wall in their places and fills the rest.

A deck is bytes: the rule set's kinds, flowers 40-47. First the dealt tiles as they are dealt (three rounds of four to
the dealer and four to each other, one each, the dealer's fourteenth), then the wall from its head to its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import InvalidHand
from ..hands.notations import kinds_of
from ..hands.tiles import FLOWER, FLOWERS, LETTERS, tile_kinds
from ..rules.ruleset import RuleSet
from .state import flow_of

__all__ = ["build", "numbers_of", "write_tile"]


def write_tile(tile: int, rules: RuleSet) -> str:
    """The letter of a number of this rule set."""
    return FLOWERS[tile - FLOWER] if tile >= FLOWER else str(LETTERS[tile_kinds(rules.nsuits)[tile]])


def numbers_of(tiles: str | Iterable[str | int], rules: RuleSet) -> list[int]:
    """Tiles in any notation in their order, flowers a-h among them, as numbers of the rule set.

    InvalidHand for what is no tile, and for what is none of the rule set's.
    """
    known = {kind: at for at, kind in enumerate(tile_kinds(rules.nsuits)) if at in rules.kinds}
    if rules.flowers == "each":
        known |= {kind: kind for kind in range(FLOWER, FLOWER + len(FLOWERS))}
    found = []
    for kind in kinds_of(tiles, flowers=True):
        if kind not in known:
            letter = FLOWERS[kind - FLOWER] if kind >= FLOWER else LETTERS[kind]
            raise InvalidHand(f"{rules.name} has no tile {letter}", "tiles")
        found.append(known[kind])
    return found


def build(
    rules: RuleSet,
    shuffled: bytes,
    dealer: int,
    wall: str | Iterable[str | int] | None,
    hands: Sequence[str | Iterable[str | int] | None] | None,
) -> bytes:
    """The deck with the given hands and wall, and all other places filled from the shuffled deck in its order.

    A wall of all tiles without hands is the deck; a shorter one than the undealt tiles is the wall's beginning.
    """
    if wall is None and hands is None:
        return shuffled
    seats = rules.play["players"]
    dealt = 13 * seats + 1
    given = numbers_of(wall, rules) if wall is not None else []
    deck: list[int | None] = [None] * len(shuffled)
    if hands is None and len(given) == len(shuffled):
        deck[:] = given
    else:
        if len(given) > len(shuffled) - dealt:
            raise InvalidHand(f"a wall has {len(shuffled) - dealt} undealt tiles, not {len(given)}", "tiles")
        deck[dealt : dealt + len(given)] = given
        if hands is not None and len(hands) != seats:
            raise InvalidHand(f"there are {seats} hands, not {len(hands)}", "tiles")
        for seat, hand in enumerate(hands or ()):
            tiles = numbers_of(hand, rules) if hand is not None else []
            places = flow_of(rules).dealt_places(seat, dealer)
            if len(tiles) > len(places):
                raise InvalidHand(f"seat {seat} is dealt {len(places)} tiles, not {len(tiles)}", "tiles")
            for at, tile in zip(places, tiles, strict=False):
                deck[at] = tile
    left = list(shuffled)
    for known in deck:
        if known is not None:
            if known not in left:
                raise InvalidHand(f"{write_tile(known, rules)}: more copies than there are", "copies")
            left.remove(known)
    rest = iter(left)
    return bytes(next(rest) if tile is None else tile for tile in deck)
