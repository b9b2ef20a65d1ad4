"""What a player can do: `Action`, and `actions(rules)`, the fixed table that masks, logs and environments share.

Version 1 of the table, with K kinds (16 or 34): 0 pass, 1 win, 2-4 chow (the claimed tile is lowest, in the middle,
highest), 5 pung, 6 kong of a discard, 7 double (before play, or in place of a win), 8 open, 9 天听; from 10 on K each
of discard, ready with a discard, concealed kong, added kong; then 旋风杠, 喜杠 of the ones, 喜杠 of the nines.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Final

from .. import rules as rule_sets
from ..hands.tiles import LETTERS, NAMES, tile_kinds
from ..rules.ruleset import RuleSet

__all__ = ["TABLE_VERSION", "Action", "actions"]

TABLE_VERSION: Final = 1
_PLAIN: Final = (
    ("pass", "过", "pass"),
    ("win", "胡", "win"),
    ("chow_low", "吃，叫牌最小", "chow, the claimed tile lowest"),
    ("chow_middle", "吃，叫牌居中", "chow, the claimed tile in the middle"),
    ("chow_high", "吃，叫牌最大", "chow, the claimed tile highest"),
    ("pung", "碰", "pung"),
    ("kong", "杠", "kong"),
    ("double", "加倍", "double"),
    ("open", "明牌", "play open"),
    ("heavenly_ready", "天听", "ready from the deal"),
)
_OF_KINDS: Final = (
    ("discard", "打", "discard"),
    ("ready", "听牌，打", "ready, discard"),
    ("concealed_kong", "暗杠", "concealed kong of"),
    ("added_kong", "加杠", "add to the pung of"),
)
_DEALT: Final = (
    ("dealt_winds", "旋风杠", "meld of the four winds"),
    ("dealt_ones", "喜杠 (一)", "meld of the three ones"),
    ("dealt_nines", "喜杠 (九)", "meld of the three nines"),
)
_TO_READY: Final = (
    ("chow_ready_low", "吃听，叫牌最小", "chow to be ready, the claimed tile lowest"),
    ("chow_ready_middle", "吃听，叫牌居中", "chow to be ready, the claimed tile in the middle"),
    ("chow_ready_high", "吃听，叫牌最大", "chow to be ready, the claimed tile highest"),
)


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """One line of the table: `int(action)` its number, `name` what it does, `tile` by its letter or None; immutable."""

    number: int
    name: str
    tile: str | None
    zh: str = field(compare=False)
    en: str = field(compare=False)

    def __int__(self) -> int:
        return self.number

    __index__ = __int__

    def __str__(self) -> str:
        return self.en

    def __repr__(self) -> str:
        return f"<Action {self.number}: {self.en} {self.zh}>"


def actions(rules: str | RuleSet = "duel64") -> tuple[Action, ...]:
    """The action table of a rule set: 77 actions with one suit, 149 with three, 186 where pairs are pushed out."""
    rules = rule_sets.get(rules)
    return _table(rules.nsuits, rules.play["push_out"] or rules.play["chow_to_ready"])


@functools.cache
def _table(nsuits: int, with_ready: bool) -> tuple[Action, ...]:
    kinds = tile_kinds(nsuits)
    rows: list[tuple[str, str | None, str, str]] = [(name, None, zh, en) for name, zh, en in _PLAIN]
    for name, zh, en in _OF_KINDS:
        rows += [(name, LETTERS[kind], f"{zh}{NAMES[kind]}", f"{en} {LETTERS[kind]}") for kind in kinds]
    rows += [(name, None, zh, en) for name, zh, en in _DEALT]
    if with_ready:
        rows += [(name, None, zh, en) for name, zh, en in _TO_READY]
        out = "push_out", "推出", "push out the pair of"
        rows += [(out[0], LETTERS[kind], f"{out[1]}{NAMES[kind]}", f"{out[2]} {LETTERS[kind]}") for kind in kinds]
    return tuple(Action(number, *row) for number, row in enumerate(rows))
