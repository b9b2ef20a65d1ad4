"""A rule set as the scoring core reads it: `packed`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Packed
from ..codes import HONORS
from . import catalogue
from .exclusions import downwards
from .settings import HONOR_WORDS, numbers

if TYPE_CHECKING:
    from .ruleset import RuleSet

__all__ = ["packed"]


def packed(rules: RuleSet) -> Packed:
    """The values, exclusions, limits and settings of a rule set, folded into tables once."""
    index = {fan.id: fan.index for fan in catalogue.FANS}
    members = [catalogue.BY_ID[fan] for fan in rules.members]
    return Packed(
        {
            "scoring": numbers("scoring", rules.scoring),
            "tiles": numbers("tiles", rules.tiles),
            "lacking": [at for at, honor in enumerate(HONORS) if honor not in HONOR_WORDS[rules.tiles["honors"]]],
            "repeating": [fan.index for fan in catalogue.FANS if fan.repeats],
            "limits": {index[fan]: times for fan, times in rules.limits.items() if fan in rules.members},
            "values": {fan.index: rules.values[fan.id] for fan in members},
            "dearest": [
                fan.index for fan in sorted(members, key=lambda fan: (-rules.values[fan.id], fan.index))
            ],
            "exclusions": [
                (index[fan], index[target], kind)
                for source in downwards(rules.edges)
                for fan, target, kind in rules.edges
                if fan == source
            ],
        }
    )
