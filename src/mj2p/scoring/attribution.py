"""Which sets of a scored hand make each fan: `sets_of_fan`, for `FanScore.sets`.

The core knows that 一般高 counts twice; here the two pairs of chows are found again, as the account-once principle
links them (rulebook 3.5). What sets make a fan is said in its row of the catalogue (`Fan.sets`): all of them, none, a
`Series`, or words that `WAYS` knows.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping

from ..codes import Situation
from ..hands.hand import Hand
from ..rules.catalogue import BY_ID, FANS, Series
from ..rules.ruleset import RuleSet
from .sets import HandSet

__all__ = ["WAYS", "Groups", "sets_of_fan"]

#: The sets that make a fan, by their places in the hand, for each time that it counts.
Groups = tuple[tuple[int, ...], ...]
Sets = tuple[HandSet, ...]
Times = Mapping[str, int]

_WINDS, _DRAGONS = range(27, 31), range(31, 34)
_TERMINALS = (0, 8, 9, 17, 18, 26)
_CHOWS = {fan.id: fan.sets for fan in FANS if isinstance(fan.sets, Series) and fan.sets.type == "chow"}
#: Fans of two chows, which link them, and of three, within which no two are linked.
_LINKS = {fan: series for fan, series in _CHOWS.items() if series.size == 2}
_THREES = {fan: series for fan, series in _CHOWS.items() if series.size == 3}


def sets_of_fan(fan: str, times: Times, sets: Sets, hand: Hand, rules: RuleSet) -> Groups:
    """The sets that make a fan (its id), a group for each time that it counts.

    `times`: how often each fan of the hand counts, dearest first; `sets`: of the hand, whose places are given; `hand`:
    as it was read, with the tile that a treasure stands for in its place.
    """
    way, count = BY_ID[fan].sets, times[fan]
    if way == "none" or not sets:
        return ((),) * count
    if fan in _LINKS:
        return _links(times, sets)[fan]
    if isinstance(way, Series):
        return tuple(itertools.islice(_series(way, sets), count))
    return WAYS[way](fan, times, sets, hand, rules)[:count]


# ---- Fans in a row ---------------------------------------------------------------------------------------------------


def _is_pung(one: HandSet) -> bool:
    return one.type in ("pung", "kong")


def _series(wanted: Series, sets: Sets) -> Iterator[tuple[int, ...]]:
    """Groups of sets in a row, or alike, that make a fan."""
    of_type = [
        at
        for at, one in enumerate(sets)
        if one.kinds[0] < 27 and (one.type == "chow" if wanted.type == "chow" else _is_pung(one))
    ]
    for group in itertools.combinations(of_type, wanted.size):
        suits = {sets[at].kinds[0] // 9 for at in group}
        ranks = sorted(sets[at].kinds[0] % 9 for at in group)
        steps = {after - before for before, after in itertools.pairwise(ranks)}
        if len(suits) == (1 if wanted.one_suit else wanted.size) and len(steps) == 1 and steps <= {*wanted.steps}:
            yield group


def _links(times: Times, sets: Sets) -> dict[str, Groups]:
    """Two-chow fans as they count together: a forest over the sets, none twice in a fan, three chows as one."""
    wanted = {fan: times[fan] for fan in _LINKS if fan in times}
    threes = (_THREES[fan] for fan in times if fan in _THREES)
    linked = next((group for series in threes for group in _series(series, sets)), ())
    possible = [(fan, pair) for fan in wanted for pair in _series(_LINKS[fan], sets) if not set(pair) <= set(linked)]
    # Three links over four chows form a ring only as a triangle, and two sides of a triangle are the same fan again.
    for chosen in itertools.combinations(possible, sum(wanted.values())):
        found = {fan: tuple(pair for name, pair in chosen if name == fan) for fan in wanted}
        if all(
            len(pairs) == wanted[fan] and len({at for pair in pairs for at in pair}) == 2 * len(pairs)
            for fan, pairs in found.items()
        ):
            return found
    return {fan: tuple(itertools.islice(_series(_LINKS[fan], sets), count)) for fan, count in wanted.items()}


# ---- Other ways ------------------------------------------------------------------------------------------------------

Way = Callable[[str, Times, Sets, Hand, RuleSet], Groups]


def _all_that(is_one: Callable[[HandSet], bool]) -> Way:
    """All sets of a sort, as one group."""
    return lambda fan, times, sets, hand, rules: (tuple(at for at, one in enumerate(sets) if is_one(one)),)


def _pungs_of(kinds: Callable[[Hand], set[int]]) -> Way:
    """Each pung of these kinds, by itself; 幺九刻 leaves out those that another fan takes for its own."""

    def found(fan: str, times: Times, sets: Sets, hand: Hand, rules: RuleSet) -> Groups:
        mine = kinds(hand)
        for source, target, kind in rules.edges:
            if target == fan and kind == "its" and source in times:
                own = _OWN_WINDS.get(str(BY_ID[source].sets))
                mine -= own(hand) if own else {*_WINDS}
        return tuple((at,) for at, one in enumerate(sets) if _is_pung(one) and one.kinds[0] in mine)

    return found


#: The wind pungs that make a fan of one of them.
_OWN_WINDS: dict[str, Callable[[Hand], set[int]]] = {
    "pung of the round wind": lambda hand: {27 + hand.round_wind},
    "pung of the seat wind": lambda hand: {27 + hand.seat_wind},
}


def _every(fan: str, times: Times, sets: Sets, hand: Hand, rules: RuleSet) -> Groups:
    return (tuple(range(len(sets))),) * times[fan]


def _hogs(fan: str, times: Times, sets: Sets, hand: Hand, rules: RuleSet) -> Groups:
    """The sets in which the four tiles of a kind are, no kong among them."""
    kinds = [kind for kind in range(34) if sum(one.kinds.count(kind) for one in sets) == 4]
    kinds = [kind for kind in kinds if not any(one.type == "kong" and one.kinds[0] == kind for one in sets)]
    return tuple(tuple(at for at, one in enumerate(sets) if kind in one.kinds) for kind in kinds)


def _concealed_pungs(fan: str, times: Times, sets: Sets, hand: Hand, rules: RuleSet) -> Groups:
    """Pungs of drawn tiles alone; a claimed tile that can stand in a concealed chow instead completes no pung."""
    in_chow = any(one.type == "chow" and not one.melded and hand.win in one.kinds for one in sets)
    claimed = None if in_chow or hand.situation & Situation.SELF_DRAW else hand.win
    concealed = (at for at, one in enumerate(sets) if _is_pung(one) and not one.melded)
    return (tuple(at for at in concealed if sets[at].type == "kong" or sets[at].kinds[0] != claimed),)


def _waited_on(fan: str, times: Times, sets: Sets, hand: Hand, rules: RuleSet) -> Groups:
    """The set that the winning tile completed, as the wait says."""
    for at, one in enumerate(sets):
        if hand.win not in one.kinds or one.melded:
            continue
        if one.type == "pair":
            completed = "single_wait"
        elif one.type != "chow":
            continue
        elif hand.win == one.kinds[1]:
            completed = "closed_wait"
        else:
            edge = {0: one.kinds[2], 6: one.kinds[0]}.get(one.kinds[0] % 9)
            completed = "edge_wait" if hand.win == edge else ""
        if completed == fan:
            return ((at,),)
    return ((),)


#: Words of `Fan.sets` -> how these sets are found.
WAYS: dict[str, Way] = {
    "all": _every,
    "pair": _all_that(lambda one: one.type == "pair"),
    "single tiles": _all_that(lambda one: one.type == "single"),
    "winds": _all_that(lambda one: one.type != "chow" and one.kinds[0] in _WINDS),
    "wind pungs": _all_that(lambda one: _is_pung(one) and one.kinds[0] in _WINDS),
    "dragons": _all_that(lambda one: one.type != "chow" and one.kinds[0] in _DRAGONS),
    "dragon pungs": _all_that(lambda one: _is_pung(one) and one.kinds[0] in _DRAGONS),
    "kongs": _all_that(lambda one: one.type == "kong"),
    "melded kongs": _all_that(lambda one: one.type == "kong" and one.melded),
    "concealed kongs": _all_that(lambda one: one.type == "kong" and not one.melded),
    "concealed pungs": _concealed_pungs,
    "each dragon pung": _pungs_of(lambda hand: {*_DRAGONS}),
    "each pung of terminals or winds": _pungs_of(lambda hand: {*_TERMINALS, *_WINDS}),
    **{way: _pungs_of(kinds) for way, kinds in _OWN_WINDS.items()},
    "each kind held four times": _hogs,
    "the set waited on": _waited_on,
}
