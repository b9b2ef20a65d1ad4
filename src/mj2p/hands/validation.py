"""Whether a rule set takes a hand, and if not why: `check_hand` raises the InvalidHand that explains it (rulebook 2).

Of several things that are wrong the first is told, in the order meld, tiles, copies, situation. The scoring core finds
the same in batches, as statuses; this says it in words. Only what the rulebook lists as invalid is refused: other hands
that cannot come about are scored as they are written.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..codes import HONORS, Situation
from ..errors import InvalidHand
from .tiles import FLOWER_NAMES, FLOWERS, LETTERS, NAMES, ONE_SUIT, WINDS
from .tiles import name as tile_name

if TYPE_CHECKING:
    from .hand import Hand

__all__ = ["check_hand", "check_record"]

_SELF_DRAW, _LAST_OF_KIND, _KONG = int(Situation.SELF_DRAW), int(Situation.LAST_OF_KIND), int(Situation.KONG)
_DEALER, _KONG_DISCARD = int(Situation.DEALER), int(Situation.KONG_DISCARD)
_HEAVENLY, _EARTHLY, _HUMANLY = (
    int(Situation.HEAVENLY_HAND),
    int(Situation.EARTHLY_HAND),
    int(Situation.HUMANLY_HAND),
)
_AT_ONCE = {_HEAVENLY: "heavenly_hand (天胡)", _EARTHLY: "earthly_hand (地胡)", _HUMANLY: "humanly_hand (人胡)"}


def check_hand(
    hand: Hand,
    *,
    nsuits: int,
    flowers: str = "none",
    max_flowers: int = 8,
    name: str = "duel64",
    sizes: tuple[int, ...] = (14,),
    dealer_is_east: bool = False,
    special_melds: bool = False,
    honors: str = HONORS,
) -> None:
    """Raise the InvalidHand that says why the rule set `name` does not take the hand; do nothing where it does.

    `flowers`: "none", "count" (at most `max_flowers` of them) or "each" (the eight tiles a-h, or at most eight).
    `sizes`: 14 asks for a winning tile, 13 for the tiles before it, (13, 14) takes both. `dealer_is_east`: the dealer
    has the seat wind E. `special_melds`: the rule set has the melds of dealt tiles, 旋风杠 and 喜杠. `honors`: those it
    has.
    """
    _check_melds(hand, name, special_melds)
    _check_kinds(hand, nsuits, name, honors)
    _check_size(hand, sizes, name)
    if flowers == "none" and hand.flowers:
        raise InvalidHand(f"{name} has no flowers, and the hand has {hand.flowers}", "tiles")
    _check_copies(hand)
    _check_flowers(hand.flowers, max_flowers if flowers == "count" else 8, name)
    _check_situation(hand, dealer_is_east)


def check_record(hand: Hand, nsuits: int, flower_mask: bool, name: str) -> None:
    """Raise the InvalidHand that says why no record can hold the hand."""
    _check_melds(hand, name, special_melds=nsuits == 3)
    _check_kinds(hand, nsuits, name)
    if len(hand.melds) > 4:
        _check_size(hand, (14,), name)
    _check_flowers(hand.flowers, 8 if flower_mask else 255, name)


# ---- Tiles -----------------------------------------------------------------------------------------------------------


def _check_melds(hand: Hand, name: str, special_melds: bool) -> None:
    for meld in hand.melds:
        problem = meld.problem()
        if problem is None and meld.special and not special_melds:
            problem = f"{meld} is a meld of dealt tiles that {name} does not have"
        if problem is not None:
            raise InvalidHand(problem, "meld")


def _check_kinds(hand: Hand, nsuits: int, name: str, honors: str = HONORS) -> None:
    for tile in _all_tiles(hand) if honors != HONORS else b"":
        if tile >= 27 and LETTERS[tile] not in honors:
            raise InvalidHand(f"{tile_name(tile)} is no tile of {name}, whose only honours are {honors}", "tiles")
    if nsuits == 1:
        for tile in _all_tiles(hand):
            if tile not in ONE_SUIT:
                tiles = "1m-9m, E S W N, C F P (万, 东南西北, 中發白)"
                raise InvalidHand(f"{tile_name(tile)} is no tile of {name}, which has {tiles}", "tiles")


def _check_size(hand: Hand, sizes: tuple[int, ...], name: str) -> None:
    melds, size = len(hand.melds), len(hand.concealed) + (hand.win is not None)
    if melds > 4:
        raise InvalidHand(f"{melds} melds: a hand has four sets at most", "tiles")
    if size in [wanted - 3 * melds for wanted in sizes]:
        return
    beside = f" beside {melds} meld{'s' if melds > 1 else ''}" if melds else ""
    given = f"{size} concealed tile{'s' if size != 1 else ''}{beside}"
    less = f" - 3 x {melds} = " if melds else ""
    wants = [f"{wanted}{less}{wanted - 3 * melds if melds else ''} {_SIZES[wanted]}" for wanted in sorted(sizes)]
    if size == 13 - 3 * melds:
        given = f"no winning tile: {given}"
    raise InvalidHand(f"{given}, where {name} wants {' or '.join(wants)}", "tiles")


_SIZES = {13: "before the winning tile", 14: "with the winning tile"}


def _check_copies(hand: Hand) -> None:
    for tile, copies in sorted(Counter(_all_tiles(hand)).items()):
        if copies > 4:
            where = "hand, melds and winning tile together"
            raise InvalidHand(f"{copies} of {tile_name(tile)}: there are four of each tile, {where}", "copies")


def _check_flowers(flowers: str | int, most: int, name: str) -> None:
    if isinstance(flowers, str):
        for letter in FLOWERS:
            if flowers.count(letter) > 1:
                flower = f"{letter} ({FLOWER_NAMES[FLOWERS.index(letter)]})"
                raise InvalidHand(f"{flowers.count(letter)} of flower {flower}: there is one of each", "copies")
    elif flowers > most:
        raise InvalidHand(f"{flowers} flowers: {name} has {most} at most", "copies")


def _all_tiles(hand: Hand) -> bytes:
    win = b"" if hand.win is None else bytes((hand.win,))
    return b"".join([hand.concealed, win, *(meld.kinds for meld in hand.melds)])


# ---- Situations ------------------------------------------------------------------------------------------------------


def _check_situation(hand: Hand, dealer_is_east: bool) -> None:
    situation = int(hand.situation)
    problem = (
        _kong_problem(hand, situation)
        or _last_of_kind_problem(hand, situation)
        or _dealer_problem(hand, situation, dealer_is_east)
        or _at_once_problem(hand, situation)
        or _kong_discard_problem(situation)
    )
    if problem:
        raise InvalidHand(problem, "situation")


def _kong_problem(hand: Hand, situation: int) -> str | None:
    if not situation & _KONG:
        return None
    if situation & _SELF_DRAW:
        if any(meld.is_kong for meld in hand.melds):
            return None
        return "won on a kong's replacement tile (self-draw and kong), but the hand has no kong"
    # The other three are in the opponent's pung: 1233789m EEESSS robbing 3m would be a fifth one.
    if hand.win is not None and _all_tiles(hand).count(hand.win) > 1:
        return f"robbing the kong of {tile_name(hand.win)}, but the winner holds another {LETTERS[hand.win]}"
    return None


def _last_of_kind_problem(hand: Hand, situation: int) -> str | None:
    # Another copy in a meld lies face up: [123m,1] and a 3m won on can be the last one.
    if situation & _LAST_OF_KIND and hand.win is not None and hand.win in hand.concealed:
        another = f"another {NAMES[hand.win]} is concealed in the winner's hand"
        return f"{tile_name(hand.win)} is said to be the last of its kind, but {another}"
    return None


def _dealer_problem(hand: Hand, situation: int, dealer_is_east: bool) -> str | None:
    if dealer_is_east and situation & _DEALER and hand.seat_wind:
        return f"the winner is said to be the dealer, whose seat wind is E (东), but has {WINDS[hand.seat_wind]}"
    return None


def _at_once_problem(hand: Hand, situation: int) -> str | None:
    """天胡 by the dealer's draw, 地胡 by the other's, 人胡 on the dealer's first discard; each before any meld."""
    said = [bit for bit in _AT_ONCE if situation & bit]
    if not said:
        return None
    bit, words = said[0], " and ".join([_AT_ONCE[bit] for bit in said])
    if len(said) > 1:
        return f"{words} together: a hand is one of them at most"
    if hand.melds:
        return f"{words} with {hand.melds[0]}: nothing is claimed or laid down before it"
    dealer = bool(situation & _DEALER)
    if bit == _HEAVENLY and not dealer:
        return f"{words} is the dealer's, and the winner is not said to be the dealer"
    if bit != _HEAVENLY and dealer:
        return f"{words} is the other player's, and the winner is said to be the dealer"
    if (bit == _HUMANLY) == bool(situation & _SELF_DRAW):
        return f"{words} is won {'on a discard' if bit == _HUMANLY else 'by self-draw'}"
    return None


def _kong_discard_problem(situation: int) -> str | None:
    if situation & _KONG_DISCARD and situation & (_SELF_DRAW | _KONG):
        how = "by self-draw" if situation & _SELF_DRAW else "by robbing a kong"
        return f"kong_discard is a win on a discard, but this one is {how}"
    return None
