"""A hand for each fan: the first of its examples (`Fan.example`) that a rule set takes and in which the fan counts."""

from __future__ import annotations

from ..errors import InvalidHand, NotComplete
from ..rules import catalogue
from ..rules.ruleset import RuleSet
from .asking import score
from .result import Score


def example(fan: str, rules: str | RuleSet) -> Score | None:
    """The scored example of a fan (by any of its names) in a rule set; None where no example counts there.

    KeyError where no fan has that name. 全双刻 has none in `duel64`: 222 444 666 888 of one suit leave no even pair.
    """
    one = catalogue.find(fan)
    for text in one.examples:
        try:
            scored = score(text, rules)
        except (InvalidHand, NotComplete):
            continue
        if any(counted.fan is one for counted in scored.fans):
            return scored
    return None
