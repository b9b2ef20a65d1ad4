"""One hand: `score`, `is_complete`, `waits`, `distance`, `useful`.

A text is read, the rule set asked whether it takes the hand, and the core asked for the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .. import _core
from .. import rules as rule_sets
from ..arguments import word
from ..codes import CANNOT_WIN, Form, Status
from ..errors import InvalidHand, NotComplete
from ..hands.hand import Hand
from ..hands.tiles import LETTERS
from ..rules.ruleset import RuleSet
from . import _distance
from .checking import Seen, TileCounts, cannot_win, check_for, letters_of, live_of, record_of, tiles_of
from .result import Score

if TYPE_CHECKING:
    from typing import Unpack

    from ..hands.hand import Situations

__all__ = ["distance", "is_complete", "score", "useful", "waits"]

_WIN, _NOT_COMPLETE = int(Status.WIN), int(Status.NOT_COMPLETE)


def _hand(hand: Hand | str, situations: Situations) -> Hand:
    if not isinstance(hand, Hand):
        hand = Hand.parse(hand)
    return hand.replace(**situations) if situations else hand


def score(hand: Hand | str, rules: str | RuleSet = "duel64", **situations: Unpack[Situations]) -> Score:
    """The best reading of a complete hand (rulebook 3). `hand`: a text or a `Hand`; situations also as keywords.

    Raises InvalidHand where it is none, NotComplete where it does not win, RuleSetError for a name of no rule set.
    """
    if situations or not isinstance(hand, Hand):
        hand = _hand(hand, situations)
    rules = rule_sets.get(rules)
    outcome = _core.score_one(record_of(hand, rules), rules.packed)
    if outcome[0] == _WIN:
        return Score(hand, rules, outcome)
    if outcome[0] != _NOT_COMPLETE:
        check_for(hand, rules)
        raise InvalidHand(f"{hand} is no hand of {rules.name} (status {outcome[0]})", "situation")
    needed = distance(hand, rules)
    completing = tuple(waits(hand, rules))
    tiles = "tiles" if needed else "tile"
    said = f"{needed + 1} more {tiles} of a complete hand needed" if needed < CANNOT_WIN else "it cannot win"
    if completing:
        said += f"; in place of {LETTERS[hand.win or 0]}, {', '.join(completing)} would complete it"
    raise NotComplete(f"{hand.format('gb').split('|')[0]} is not complete in {rules.name}: {said}", needed, completing)


def is_complete(hand: Hand | str, rules: str | RuleSet = "duel64") -> bool:
    """Whether the hand, winning tile included, wins (rulebook 2). Raises InvalidHand where it is none."""
    hand, rules = _hand(hand, {}), rule_sets.get(rules)
    status = _core.score_one(record_of(hand, rules), rules.packed)[0]
    if status not in (_WIN, _NOT_COMPLETE):
        check_for(hand, rules)
    return bool(status == _WIN)


def waits(hand: Hand | str, rules: str | RuleSet = "duel64", seen: Seen = "") -> dict[str, int]:
    """The kinds (rulebook 2 "Wait") that complete 13 - 3 x melds tiles -> copies still to come.

    A dead wait, a kind of which none is left, is listed with 0. Waits all four of which the player holds do not make a
    hand ready: its distance is above 0. `seen`: tiles lying open elsewhere, as text, one by one, or counted. A wait is
    what completes the tiles before the winning one: of 14 - 3 x melds tiles the last is left out. Raises InvalidHand
    for other numbers of tiles, for what is no hand, and where more than four of a kind are held and seen.
    """
    hand, rules = _hand(hand, {}), rule_sets.get(rules)
    check_for(hand, rules, (13, 14))
    tiles = tiles_of(hand, rules, with_win=False)
    mask = _core.waits_one(bytes(tiles.counts), bytes(meld.code for meld in hand.melds), rules.packed)
    live = live_of(tiles, rules, seen)
    return {letter: live[letter] for letter in letters_of(mask, rules)}


def _forms_asked(form: str | None, rules: RuleSet) -> int:
    """The forms asked for, as the core has them."""
    if form is None:
        return rules.forms
    if word("form", form, ("sets", "pairs")) == "sets":
        return 0
    if not rules.forms & Form.SEVEN_PAIRS:
        raise ValueError(f"form 'pairs': {rules.name} has no seven pairs")
    return Form.SEVEN_PAIRS | Form.NO_SETS


def distance(hand: Hand | str, rules: str | RuleSet = "duel64", form: Literal["sets", "pairs"] | None = None) -> int:
    """Tiles still needed, less one: 0 ready, -1 complete (向听); `CANNOT_WIN`, 127, where it cannot win at all.

    The hand has 13 or 14 - 3 x melds tiles; with 14: the distance after the best discard. form: "sets", four sets and a
    pair alone; "pairs", seven pairs alone; None, all forms of the rule set. There are four of a kind at most, those in
    one's own melds counted. The form alone decides: in `suihua112` a hand at 0 may lack what else a win needs, and then
    `waits` is empty. Raises InvalidHand for other numbers of tiles and for what is no hand, ValueError for a form that
    the rule set does not have.
    """
    return _distance_and_useful(hand, rules, form)[0]


def useful(
    hand: Hand | str,
    rules: str | RuleSet = "duel64",
    seen: Seen = "",
    form: Literal["sets", "pairs"] | None = None,
) -> dict[str, int]:
    """The kinds one more of which lowers `distance`, of the same tiles and form -> copies still to come.

    A kind of which none is left is listed with 0; `seen` as for `waits`. With 14 tiles: the kinds that lower it after
    the best discard. The form alone decides, as for `distance`, and errors are the same; InvalidHand too where more
    than four of a kind are held and seen.
    """
    _, mask, tiles, rules = _distance_and_useful(hand, rules, form)
    live = live_of(tiles, rules, seen)
    return {letter: live[letter] for letter in letters_of(mask, rules)}


def _distance_and_useful(
    hand: Hand | str, rules: str | RuleSet, form: str | None
) -> tuple[int, int, TileCounts, RuleSet]:
    hand, rules = _hand(hand, {}), rule_sets.get(rules)
    forms = _forms_asked(form, rules)
    check_for(hand, rules, (13, 14))
    tiles = tiles_of(hand, rules, with_win=True)
    if cannot_win(tiles, rules):
        return CANNOT_WIN, 0, tiles, rules
    # a kind that the rule set has no tiles of is never used
    limits = bytes(4 - copies if kind in rules.kinds else 0 for kind, copies in enumerate(tiles.melded))
    return *_distance.useful_one(bytes(tiles.counts), limits, tiles.n_melds, forms), tiles, rules
