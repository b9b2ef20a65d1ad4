"""A rule set as the scoring core reads it: `packed`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Packed
from ..codes import HONORS
from . import catalogue
from .exclusions import downwards
from .settings import FLOWER_WORDS, HONOR_WORDS, NEEDS

if TYPE_CHECKING:
    from .ruleset import RuleSet

__all__ = ["packed"]


def packed(rules: RuleSet) -> Packed:
    """The values, exclusions, limits and settings of a rule set, folded into tables once."""
    index = {fan.id: fan.index for fan in catalogue.FANS}
    members = [catalogue.BY_ID[fan] for fan in rules.members]
    return Packed(
        {
            "suits": rules.nsuits,
            "forms": rules.forms,
            "needs": sum(NEEDS[need] for need in rules.scoring["needs"]),
            "lacking": [at for at, honor in enumerate(HONORS) if honor not in HONOR_WORDS[rules.tiles["honors"]]],
            "account_once": rules.scoring["principle"] == "account_once",
            "flowers": FLOWER_WORDS[rules.flowers],
            "flowers_max": rules.tiles["flowers_max"],
            "closed_is_no_melds": rules.scoring["concealed_hand"] == "no_melds",
            "four_melds_all_pungs": rules.scoring["four_melds"] == "all_pungs",
            "dealer_is_east": rules.tiles["dealer_is_east"],
            "special_melds": rules.tiles["special_melds"],
            "cap_total": rules.scoring["cap_total"],
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
