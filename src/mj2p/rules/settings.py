"""The settings of a rule set, one row each: its table and name in a file, what it may be, its default, what it means.

From these rows the loader and the checker work, `derive` takes its keywords, the structs of C are made and filled
(`numbers`, tools/make_settings.py), and the pages and the settings of `standard.toml` are made. [scoring] and [tiles]
decide what a hand scores, and `fingerprint` covers them; [play] and [settlement] (rulebook 6-9, 11, 12) how a hand is
played and paid: `play_fingerprint` covers them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ..codes import HONORS, Form, Need

__all__ = [
    "BY_NAME", "INT32", "MOST_BALANCE", "MOST_BASE", "SETTINGS", "TABLES", "Setting", "defaults",
    "numbers", "of_table",
]  # fmt: skip

INT32: Final = 2**31 - 1
#: Balances up to here are whole numbers in every format that records are written to.
MOST_BALANCE: Final = 2**53
MOST_BASE: Final = 2**31

#: The words of settings that C knows by numbers.
FORMS: Final = {"four_sets": 0, **{str(form.name).lower(): int(form) for form in Form if form is not Form.NO_SETS}}
NEEDS: Final = {
    "pung_or_honor_pair": int(Need.PUNG), "chow": int(Need.CHOW), "terminal_or_honor": int(Need.TERMINAL),
    "two_suits": int(Need.TWO_SUITS), "four_tiles": int(Need.FOUR_TILES),
}  # fmt: skip
HONOR_WORDS: Final = {"all": HONORS, "red_dragon": "C"}


class Setting(NamedTuple):
    """One setting. `kind`: a tuple of words, one of which it is; a dict of words, of which it is a list; bool; or the
    largest whole number (the least is 0, of a factor 1)."""

    table: str
    name: str
    kind: Any
    default: Any
    meaning: str

    def number(self, value: Any) -> int:
        """A value of it as C has it: a word by its place, of a list of words the sum of their bits."""
        if isinstance(self.kind, tuple):
            return self.kind.index(value)
        return sum(self.kind[word] for word in value) if isinstance(self.kind, dict) else int(value)


def _table(table: str, *rows: tuple[str, Any, Any, str]) -> tuple[Setting, ...]:
    return tuple(Setting(table, *row) for row in rows)


_FACTOR: Final = 1000

#: In the order in which they are listed everywhere.
SETTINGS: Final[tuple[Setting, ...]] = (
    *_table(
        "scoring",
        ("unit", ("fans", "steps"), "fans", "what a fan counts: `fans` are added, `steps` double"),
        ("principle", ("account_once", "none"), "account_once",
         "`account_once`: each set is linked once (一般高, 连六, …); `none`: every fan that matches counts"),
        ("forms", FORMS, ("four_sets", "seven_pairs"), "what a complete hand looks like"),
        ("needs", NEEDS, (), "what a finished hand needs beside its form"),
        ("cap_total", INT32, 0, "the most a total can be; 0: no cap"),
        ("cap_points", INT32, 0, "the most points a total gives; 0: no cap"),
        ("minimum", INT32, 0, "fans that a win needs, flowers not counted; 0: none"),
        ("concealed_hand", ("closed", "no_melds"), "closed",
         "what 门前清 needs: `closed` allows concealed kongs, `no_melds` nothing laid down (drawn too)"),
        ("four_melds", ("any", "all_pungs"), "any",
         "what may be won with all four sets laid down: `any` hand, or `all_pungs` only"),
    ),
    *_table(
        "tiles",
        ("suits", 3, 3, "1: 万 and honours, 16 kinds; 3: 万 条 饼 and honours, 34 kinds"),
        ("flowers", ("none", "count", "each"), "none",
         "`none`; `count`: how many 花牌; `each`: the eight tiles a-h by name"),
        ("flowers_max", 15, 0, "the most flowers of a hand"),
        ("honors", tuple(HONOR_WORDS), "all", "which honours there are (\"red_dragon\": 中 alone)"),
        ("special_melds", bool, False, "旋风杠 and 喜杠, sets of dealt tiles: (ESWN), (1m1s1p), (9m9s9p)"),
        ("dealer_is_east", bool, False, "the dealer has the seat wind E"),
    ),
    *_table(
        "play",
        ("players", 4, 2, "seats at the table, 2 to 4; 0: the rule set only scores"),
        ("first_dealer", ("drawn", "east"), "drawn", "who deals first: \"drawn\" at random, or \"east\", seat 0"),
        ("open_hands", bool, False, "each player may play open (明牌) before the deal"),
        ("doubling", bool, False, "each player may double (加倍) before the dealer's first action"),
        ("indicators", 4, 0, "indicators turned at most: one after the deal, one after each kong"),
        ("ready", bool, False, "ready (听牌) may be declared"),
        ("ready_sees", bool, False, "a ready player sees the opponent's hand"),
        ("heavenly_ready", bool, False,
         "ready at the dealer's first discard, or right after the deal by the other, is 天听"),
        ("declining", bool, False, "who may win may double instead (加倍), and a later win counts more"),
        ("claims", ("all", "none"), "all", "\"none\": nobody claims a discard for a set"),
        ("discard_wins", bool, True, "false: only self-draws win"),
        ("last_claim", bool, False,
         "a discard after the last tile may be claimed for a chow or pung, once in the hand"),
        ("flower_wins", ("none", "eight", "seven_eight"), "none",
         "\"eight\": all eight flowers, replaced, may win; \"seven_eight\": so may seven that see the eighth"),
        ("last_draws", 64, 0,
         "tiles left when each player draws a last tile; no kong then or later. 0: play to the last tile"),
        ("treasures", bool, False,
         "treasures (宝), an indicator in the wall, six stacks not drawn in play, four last tiles, 大风"),
        ("win_needs_ready", bool, False, "only a ready hand wins, 天胡 excepted"),
        ("push_out", bool, False, "who declares ready may push out one of two pairs waited on (推出)"),
        ("chow_to_ready", bool, False,
         "a chow that makes the hand ready may be made of anybody's discard, and goes before other claims"),
        ("leaving", ("caretaker", "forfeit"), "caretaker",
         "a player who leaves is played on (\"caretaker\") or pays `forfeit`"),
        ("time_out", ("caretaker", "win"), "caretaker",
         "who runs out of time is answered for by the caretaker, or wins first where that is possible"),
        ("seconds", 86_400, 0, "the time for each decision; 0: no limit"),
        ("next_dealer", ("winner", "alternate"), "winner",
         "\"winner\": the dealer stays after a win of his own or a draw; \"alternate\": never"),
    ),
    *_table(
        "settlement",
        ("open_factor", _FACTOR, 1, "units for each open hand"),
        ("doubling_factor", _FACTOR, 1, "units for each double before play"),
        ("ready_factor", _FACTOR, 1, "units where the winner was ready"),
        ("declining_factor", _FACTOR, 1, "units for each win that the winner has declined"),
        ("self_draw_factor", _FACTOR, 1, "units on a self-draw"),
        ("dealer_factor", _FACTOR, 1,
         "units between a player and the dealer, either way; 天胡 knows no other factor"),
        ("discarder_factor", _FACTOR, 1, "units of a discarder who is not ready; not of 天胡"),
        ("room", MOST_BASE, 0,
         "beans a unit where a game gives no base; 0: the smallest balance divided by 400, at least 1"),
        ("limit", ("payer", "both"), "payer",
         "a win is paid up to what the payer has, or to the smaller of both balances before the hand"),
        ("fee", MOST_BALANCE, 0, "table fee (台费) of each player a hand, a draw too"),
        ("rake", 100, 0, "hundredths of a win that go to the house, rounded down"),
        ("kong_payments", bool, False, "kongs are paid at the end of the hand"),
        ("forfeit", INT32, 0, "points that a player pays who leaves"),
    ),
)  # fmt: skip

BY_NAME: Final[dict[str, Setting]] = {row.name: row for row in SETTINGS}
#: The tables of settings in their order.
TABLES: Final = tuple(dict.fromkeys(row.table for row in SETTINGS))


def of_table(table: str) -> dict[str, Setting]:
    """The settings of a table by name."""
    return {row.name: row for row in SETTINGS if row.table == table}


def numbers(table: str, values: Mapping[str, Any]) -> dict[str, int]:
    """A table as the engine and the scoring core read it: setting -> its number."""
    return {name: row.number(values[name]) for name, row in of_table(table).items()}


def defaults(table: str) -> dict[str, Any]:
    """What a table says where nothing is said."""
    return {name: row.default for name, row in of_table(table).items()}
