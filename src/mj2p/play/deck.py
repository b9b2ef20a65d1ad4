"""The deck of a game from what is given of it: `build` puts hands and wall in their places and fills the rest.

A deck is bytes: the rule set's kinds, flowers 40-47. First the dealt tiles as they are dealt (three rounds of four to
the dealer and four to each other, one each, the dealer's fourteenth), then the wall from its head to its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..errors import InvalidHand
from ..hands.tiles import FLOWERS, HONORS, LETTERS, ONE_SUIT, to_letters
from ..rules.ruleset import RuleSet

__all__ = ["build", "read_tiles", "write_tile"]

FLOWER = 40
_PIECE = re.compile(rf"([1-9]+)([msp])|([{HONORS}])|([{FLOWERS}])|\s+")
_NUMBER = {letter: kind for kind, letter in enumerate(LETTERS)}


def _kinds(rules: RuleSet) -> dict[str, int]:
    """Letter -> number in this rule set, flowers included."""
    kinds = ONE_SUIT if rules.nsuits == 1 else range(34)
    known = {LETTERS[kind]: at for at, kind in enumerate(kinds) if at in rules.kinds}
    if rules.flowers == "each":
        known.update({letter: FLOWER + at for at, letter in enumerate(FLOWERS)})
    return known


def write_tile(tile: int, rules: RuleSet) -> str:
    """The letter of a number of this rule set."""
    if tile >= FLOWER:
        return FLOWERS[tile - FLOWER]
    return str(LETTERS[ONE_SUIT[tile] if rules.nsuits == 1 else tile])


def _letter(tile: object) -> str:
    """A tile given by its letter, or by its kind among 34 as a whole number."""
    if isinstance(tile, bool) or not hasattr(tile, "__index__"):
        return str(tile)
    number = tile.__index__()
    if not 0 <= number < len(LETTERS):
        raise InvalidHand(f"there is no kind {number}: they are 0 to {len(LETTERS) - 1}")
    return str(LETTERS[number])


def read_tiles(tiles: str | Iterable[str | int], rules: RuleSet) -> list[int]:
    """Tiles in their order, flowers among them, as numbers of the rule set; InvalidHand for what is none."""
    known = _kinds(rules)
    text = tiles if isinstance(tiles, str) else None
    if text is None:
        text = " ".join(map(_letter, tiles))
    text = to_letters(text)
    found: list[int] = []
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            raise InvalidHand(f"{text[at : at + 10]!r} is no tile")
        at = piece.end()
        ranks, suit, honor, flower = piece.groups()
        for letter in [rank + suit for rank in ranks] if ranks else [honor or flower]:
            if letter is None:
                continue
            if letter not in known:
                raise InvalidHand(f"{rules.name} has no tile {letter}", "tiles")
            found.append(known[letter])
    return found


def place(rel: int, i: int, seats: int = 2) -> int:
    """Where in the deck the i-th tile of the dealer (rel 0) or of the rel-th player after him is."""
    if i < 12:
        return 4 * (seats * (i // 4) + rel) + i % 4
    return 12 * seats + rel if i == 12 else 13 * seats


def dealt_places(seat: int, dealer: int, seats: int) -> list[int]:
    """Where in the deck the tiles are that a seat is dealt, the dealer's fourteenth last."""
    return [place((seat - dealer) % seats, i, seats) for i in range(14 if seat == dealer else 13)]


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
    given = read_tiles(wall, rules) if wall is not None else []
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
            tiles = read_tiles(hand, rules) if hand is not None else []
            places = dealt_places(seat, dealer, seats)
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
