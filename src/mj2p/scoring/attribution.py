"""Which sets of a scored hand make each fan: `sets_of_fan`, for `FanScore.sets`.

The core knows that 一般高 counts twice; here the two pairs of chows are found again, as the account-once principle
links them (rulebook 3.5). Fans of the whole hand are made by all sets, fans of the situation by none.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from .sets import HandSet

if TYPE_CHECKING:
    from .result import Score

Groups = tuple[tuple[int, ...], ...]


def _is_pung(one: HandSet) -> bool:
    return one.type in ("pung", "kong")


def _spread(sets: tuple[HandSet, ...]) -> tuple[set[int], list[int]]:
    """Suits and ranks, sorted, of the lowest tiles of some sets of the suits."""
    return {one.kinds[0] // 9 for one in sets}, sorted(one.kinds[0] % 9 for one in sets)


def _steps(*wanted: int) -> Callable[[list[int]], bool]:
    return lambda ranks: len({b - a for a, b in itertools.pairwise(ranks)}) == 1 and ranks[1] - ranks[0] in wanted


#: fan -> (chow or pung, how many, one suit or each another, test of the sorted ranks)
_SERIES: dict[str, tuple[str, int, bool, Callable[[list[int]], bool]]] = {
    "quadruple_chow": ("chow", 4, True, _steps(0)),
    "four_pure_shifted_chows": ("chow", 4, True, _steps(1, 2)),
    "pure_triple_chow": ("chow", 3, True, _steps(0)),
    "pure_straight": ("chow", 3, True, _steps(3)),
    "pure_shifted_chows": ("chow", 3, True, _steps(1, 2)),
    "mixed_straight": ("chow", 3, False, _steps(3)),
    "mixed_triple_chow": ("chow", 3, False, _steps(0)),
    "mixed_shifted_chows": ("chow", 3, False, _steps(1)),
    "pure_double_chow": ("chow", 2, True, _steps(0)),
    "mixed_double_chow": ("chow", 2, False, _steps(0)),
    "short_straight": ("chow", 2, True, _steps(3)),
    "two_terminal_chows": ("chow", 2, True, _steps(6)),
    "four_pure_shifted_pungs": ("pung", 4, True, _steps(1)),
    "pure_shifted_pungs": ("pung", 3, True, _steps(1)),
    "mixed_shifted_pungs": ("pung", 3, False, _steps(1)),
    "triple_pung": ("pung", 3, False, _steps(0)),
    "double_pung": ("pung", 2, False, _steps(0)),
}
_LINKS = ("pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows")

#: Fans of the way of winning and of flowers, which no set makes.
_OF_NO_SET = frozenset(
    (
        "last_tile_draw", "last_tile_claim", "out_with_replacement", "robbing_the_kong", "last_of_its_kind",
        "self_drawn", "flower_tile", "season_flower", "four_plants", "eight_immortals", "heavenly_hand",
        "earthly_hand", "humanly_hand", "heavenly_ready", "ready", "dealer_won", "dealer_lost", "discarder_lost",
        "kong_discard", "chicken_hand", "concealed_ready", "pushed_out", "treasure_draw", "double_treasure", "big_wind",
        "big_wind_chow",
    )
)
_WINDS, _DRAGONS = range(27, 31), range(31, 34)

#: fan -> whether a set is one of those that make it (all that do are one group)
_ALL_OF: dict[str, Callable[[HandSet], bool]] = {
    "big_four_winds": lambda one: _is_pung(one) and one.kinds[0] in _WINDS,
    "little_four_winds": lambda one: one.type != "chow" and one.kinds[0] in _WINDS,
    "big_three_winds": lambda one: _is_pung(one) and one.kinds[0] in _WINDS,
    "big_three_dragons": lambda one: _is_pung(one) and one.kinds[0] in _DRAGONS,
    "little_three_dragons": lambda one: one.type != "chow" and one.kinds[0] in _DRAGONS,
    "two_dragon_pungs": lambda one: _is_pung(one) and one.kinds[0] in _DRAGONS,
    "four_kongs": lambda one: one.type == "kong",
    "three_kongs": lambda one: one.type == "kong",
    "two_melded_kongs": lambda one: one.type == "kong" and one.melded,
    "two_concealed_kongs": lambda one: one.type == "kong" and not one.melded,
    "melded_kong": lambda one: one.type == "kong" and one.melded,
    "concealed_kong": lambda one: one.type == "kong" and not one.melded,
    "two_five_eight_pair": lambda one: one.type == "pair",
    "terminal_pair": lambda one: one.type == "pair",
    "knitted_straight": lambda one: one.type == "single",
}


def sets_of_fan(fan: str, times: Mapping[str, int], score: Score) -> Groups:
    """The sets that make a fan, once a count; `times`: how often each fan of the hand counts."""
    sets, count = score.sets, times[fan]
    every = tuple(range(len(sets)))
    if fan in _OF_NO_SET or not sets:
        return ((),) * count
    if fan in _LINKS:
        return _links(times, sets)[fan]
    if fan in _SERIES:
        return tuple(itertools.islice(_series(fan, sets), count))
    if fan in _ALL_OF:
        return (tuple(at for at in every if _ALL_OF[fan](sets[at])),)
    if fan in ("dragon_pung", "prevalent_wind", "seat_wind", "pung_of_terminals_or_honors"):
        return _single_pungs(fan, count, times, score)
    if fan == "tile_hog":
        hogs = [kind for kind in range(34) if sum(one.kinds.count(kind) for one in sets) == 4]
        hogs = [kind for kind in hogs if not any(one.type == "kong" and one.kinds[0] == kind for one in sets)]
        return tuple(tuple(at for at in every if kind in sets[at].kinds) for kind in hogs[:count])
    if fan in ("two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs"):
        return (tuple(at for at in every if _is_pung(sets[at]) and not sets[at].melded and not _claimed(at, score)),)
    if fan in ("edge_wait", "closed_wait", "single_wait"):
        return (_waited_in(fan, score),)
    return (every,) * count


def _series(fan: str, sets: tuple[HandSet, ...]) -> Iterator[tuple[int, ...]]:
    """Groups of sets in a row, or alike, that make a fan."""
    type_, size, one_suit, in_row = _SERIES[fan]
    of_type = [
        at
        for at, one in enumerate(sets)
        if one.kinds[0] < 27 and (one.type == "chow" if type_ == "chow" else _is_pung(one))
    ]
    for group in itertools.combinations(of_type, size):
        suits, ranks = _spread(tuple(sets[at] for at in group))
        if len(suits) == (1 if one_suit else size) and in_row(ranks):
            yield group


def _links(times: Mapping[str, int], sets: tuple[HandSet, ...]) -> dict[str, Groups]:
    """Two-chow fans as they count together: a forest over the sets, none twice in a fan, three chows as one."""
    wanted = {fan: times[fan] for fan in _LINKS if fan in times}
    threes = (fan for fan in times if fan in _SERIES and _SERIES[fan][:2] == ("chow", 3))
    linked = next((group for fan in threes for group in _series(fan, sets)), ())
    possible = [(fan, pair) for fan in wanted for pair in _series(fan, sets) if not set(pair) <= set(linked)]
    # Three links over four chows form a ring only as a triangle, and two sides of a triangle are the same fan again.
    for chosen in itertools.combinations(possible, sum(wanted.values())):
        found = {fan: tuple(pair for name, pair in chosen if name == fan) for fan in wanted}
        if all(
            len(pairs) == wanted[fan] and len({at for pair in pairs for at in pair}) == 2 * len(pairs)
            for fan, pairs in found.items()
        ):
            return found
    return {fan: tuple(itertools.islice(_series(fan, sets), count)) for fan, count in wanted.items()}


def _single_pungs(fan: str, count: int, times: Mapping[str, int], score: Score) -> Groups:
    """Fans of one pung each; 幺九刻 leaves out the winds that another fan takes for its own."""
    sets, hand = score.sets, score.hand
    own = {"prevalent_wind": {27 + hand.round_wind}, "seat_wind": {27 + hand.seat_wind}}
    kinds = {"dragon_pung": set(_DRAGONS), **own}.get(fan, {0, 8, 9, 17, 18, 26, *_WINDS})
    for source, target, kind in score.rules.edges:
        if target == fan and kind == "its" and source in times:
            kinds = kinds - own.get(source, set(_WINDS))
    return tuple((at,) for at, one in enumerate(sets) if _is_pung(one) and one.kinds[0] in kinds)[:count]


def _claimed(at: int, score: Score) -> bool:
    """Whether a pung was completed by a claimed tile that could not stand in a concealed chow instead."""
    hand, sets = score.hand_as_read, score.sets
    if hand.situation & hand.situation.SELF_DRAW or sets[at].type != "pung" or sets[at].kinds[0] != hand.win:
        return False
    return not any(one.type == "chow" and not one.melded and hand.win in one.kinds for one in sets)


def _waited_in(fan: str, score: Score) -> tuple[int, ...]:
    """The set that the winning tile completed, as the wait says."""
    win = score.hand_as_read.win
    for at, one in enumerate(score.sets):
        if win not in one.kinds or one.melded:
            continue
        if fan == "single_wait" and one.type == "pair":
            return (at,)
        if one.type == "chow" and fan == "closed_wait" and win == one.kinds[1]:
            return (at,)
        edge = {0: one.kinds[2], 6: one.kinds[0]}.get(one.kinds[0] % 9) if one.type == "chow" else None
        if fan == "edge_wait" and win == edge:
            return (at,)
    return ()
