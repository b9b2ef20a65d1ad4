"""The catalogue of fans (番种): one row a fan, the one source of their ids, names and order (RULEBOOK 4, 11).

The place of a fan here is its bit in every mask (`SCORE_DTYPE["fans"]`), so rows are only ever appended.
A rule set says which of them it has, their values, and which takes which away (`rules/*.toml`); the core's
enumeration of fans is generated from this file (`tools/make_catalogue.py`).
"""

# ruff: noqa: E501  a fan is one row, so that it can be read as in the rulebook
from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Fan:
    """A scoring pattern: `id` (stable English word), `zh`, `en`, `index` (its bit), whether it `repeats`, what it `needs`."""

    id: str
    zh: str
    en: str
    needs: str
    repeats: bool
    index: int

    def __str__(self) -> str:
        return f"{self.zh} {self.en}"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return by_index, (self.index,)


def by_index(index: int) -> Fan:
    """The fan of a bit; pickles of a fan hold no more than that."""
    return FANS[index]


#: Fans that count as often as they occur (RULEBOOK 3.7).
REPEATING: Final = frozenset(
    (
        "dragon_pung",
        "tile_hog",
        "double_pung",
        "pure_double_chow",
        "mixed_double_chow",
        "short_straight",
        "two_terminal_chows",
        "pung_of_terminals_or_honors",
        "flower_tile",
        "season_flower",
    )
)

#: id, 中文, English, what it needs. Rule sets give the values.
_ROWS: Final = (
    ("big_four_winds", "大四喜", "Big Four Winds", "pungs of all four winds"),
    ("big_three_dragons", "大三元", "Big Three Dragons", "pungs of all three dragons"),
    ("all_green", "绿一色", "All Green", "only 2 3 4 6 8 of 条 and 發"),
    ("nine_gates", "九莲宝灯", "Nine Gates", "the 13 tiles before winning are exactly 1112345678999 of a suit, no melds, no concealed kong; any tile of the suit"),
    ("four_kongs", "四杠", "Four Kongs", "four kongs of either sort"),
    ("seven_shifted_pairs", "连七对", "Seven Shifted Pairs", "seven pairs of consecutive ranks of a suit"),
    ("thirteen_orphans", "十三幺", "Thirteen Orphans", "each 1, 9 and honour, one of them twice"),
    ("all_terminals", "清幺九", "All Terminals", "pungs (or pairs) and pair of 1 and 9 only"),
    ("little_four_winds", "小四喜", "Little Four Winds", "three wind pungs, the fourth wind as pair"),
    ("little_three_dragons", "小三元", "Little Three Dragons", "two dragon pungs, the third dragon as pair"),
    ("all_honors", "字一色", "All Honors", "honours only; as seven pairs too"),
    ("four_concealed_pungs", "四暗刻", "Four Concealed Pungs", "four concealed pungs"),
    ("pure_terminal_chows", "一色双龙会", "Pure Terminal Chows", "123 123 789 789 and pair 55, one suit"),
    ("quadruple_chow", "一色四同顺", "Quadruple Chow", "the same chow four times"),
    ("four_pure_shifted_pungs", "一色四节高", "Four Pure Shifted Pungs", "pungs of four consecutive ranks of a suit"),
    ("four_pure_shifted_chows", "一色四步高", "Four Pure Shifted Chows", "four chows of a suit each one, or each two, higher"),
    ("three_kongs", "三杠", "Three Kongs", "three kongs of either sort"),
    ("all_terminals_and_honors", "混幺九", "All Terminals and Honors", "only 1, 9 and honours, both sorts; as seven pairs too"),
    ("seven_pairs", "七对", "Seven Pairs", "seven pairs"),
    ("greater_honors_and_knitted", "七星不靠", "Greater Honors and Knitted Tiles", "all seven honours single, seven tiles of a knitted 147 258 369"),
    ("all_even_pungs", "全双刻", "All Even Pungs", "pungs and pair of 2 4 6 8"),
    ("full_flush", "清一色", "Full Flush", "one suit, no honours"),
    ("pure_triple_chow", "一色三同顺", "Pure Triple Chow", "the same chow three times"),
    ("pure_shifted_pungs", "一色三节高", "Pure Shifted Pungs", "pungs of three consecutive ranks of a suit"),
    ("upper_tiles", "全大", "Upper Tiles", "7 8 9 only"),
    ("middle_tiles", "全中", "Middle Tiles", "4 5 6 only"),
    ("lower_tiles", "全小", "Lower Tiles", "1 2 3 only"),
    ("pure_straight", "清龙", "Pure Straight", "123 456 789 of a suit"),
    ("three_suited_terminal_chows", "三色双龙会", "Three-Suited Terminal Chows", "123 789 in two suits, 55 of the third"),
    ("pure_shifted_chows", "一色三步高", "Pure Shifted Chows", "three chows of a suit each one, or each two, higher"),
    ("all_fives", "全带五", "All Fives", "a 5 in every set and the pair"),
    ("triple_pung", "三同刻", "Triple Pung", "pungs of one rank in three suits"),
    ("three_concealed_pungs", "三暗刻", "Three Concealed Pungs", "three concealed pungs"),
    ("lesser_honors_and_knitted", "全不靠", "Lesser Honors and Knitted Tiles", "14 different tiles out of a knitted 147 258 369 and the honours"),
    ("knitted_straight", "组合龙", "Knitted Straight", "a whole knitted 147 258 369, a set and a pair (or in 全不靠)"),
    ("upper_four", "大于五", "Upper Four", "6-9 only"),
    ("lower_four", "小于五", "Lower Four", "1-4 only"),
    ("big_three_winds", "三风刻", "Big Three Winds", "three wind pungs"),
    ("mixed_straight", "花龙", "Mixed Straight", "123 456 789, each in another suit"),
    ("reversible_tiles", "推不倒", "Reversible Tiles", "only 1234589 饼, 245689 条, 白"),
    ("mixed_triple_chow", "三色三同顺", "Mixed Triple Chow", "the same chow in three suits"),
    ("mixed_shifted_pungs", "三色三节高", "Mixed Shifted Pungs", "pungs of three consecutive ranks in three suits"),
    ("chicken_hand", "无番和", "Chicken Hand", "no other fan (flowers aside)"),
    ("last_tile_draw", "妙手回春", "Last Tile Draw", "self-draw of the last tile of the wall"),
    ("last_tile_claim", "海底捞月", "Last Tile Claim", "the last discard, once the wall is empty"),
    ("out_with_replacement", "杠上开花", "Out With Replacement Tile", "on a kong's replacement tile (never a flower's)"),
    ("robbing_the_kong", "抢杠和", "Robbing the Kong", "on the tile that the opponent adds to a melded pung"),
    ("all_pungs", "碰碰和", "All Pungs", "four pungs and a pair"),
    ("half_flush", "混一色", "Half Flush", "one suit and honours, both sorts"),
    ("mixed_shifted_chows", "三色三步高", "Mixed Shifted Chows", "three chows, each one higher, each in another suit"),
    ("all_types", "五门齐", "All Types", "each of three suits, winds and dragons"),
    ("melded_hand", "全求人", "Melded Hand", "four claimed sets, won on a discard (no concealed kong)"),
    ("two_concealed_kongs", "双暗杠", "Two Concealed Kongs", "two concealed kongs"),
    ("two_dragon_pungs", "双箭刻", "Two Dragon Pungs", "two dragon pungs"),
    ("outside_hand", "全带幺", "Outside Hand", "a 1, 9 or honour in every set and the pair"),
    ("fully_concealed_hand", "不求人", "Fully Concealed Hand", "closed hand, self-draw"),
    ("two_melded_kongs", "双明杠", "Two Melded Kongs", "two melded kongs"),
    ("last_of_its_kind", "和绝张", "Last of Its Kind", "the other three copies lie face up (discards, melded sets, turned indicators; not concealed kongs, nor an open or seen hand); the caller or the game says so"),
    ("dragon_pung", "箭刻", "Dragon Pung", "each dragon pung"),
    ("prevalent_wind", "圈风刻", "Prevalent Wind", "pung of the round's wind"),
    ("seat_wind", "门风刻", "Seat Wind", "pung of one's own wind"),
    ("concealed_hand", "门前清", "Concealed Hand", "closed hand, won on a discard"),
    ("all_chows", "平和", "All Chows", "four chows and a pair of a suit, any wait"),
    ("tile_hog", "四归一", "Tile Hog", "each kind with all four copies used, not in a kong; in seven pairs too"),
    ("double_pung", "双同刻", "Double Pung", "pungs of one rank in two suits"),
    ("two_concealed_pungs", "双暗刻", "Two Concealed Pungs", "two concealed pungs"),
    ("concealed_kong", "暗杠", "Concealed Kong", "one concealed kong"),
    ("all_simples", "断幺", "All Simples", "no 1, 9 or honour"),
    ("pure_double_chow", "一般高", "Pure Double Chow", "the same chow twice"),
    ("mixed_double_chow", "喜相逢", "Mixed Double Chow", "the same chow in two suits"),
    ("short_straight", "连六", "Short Straight", "two chows of a suit that follow on"),
    ("two_terminal_chows", "老少副", "Two Terminal Chows", "123 and 789 of a suit"),
    ("pung_of_terminals_or_honors", "幺九刻", "Pung of Terminals or Honors", "each pung of 1, 9 or a wind (a dragon pung is 箭刻 only)"),
    ("melded_kong", "明杠", "Melded Kong", "one melded kong"),
    ("one_voided_suit", "缺一门", "One Voided Suit", "exactly two of the three suits"),
    ("no_honors", "无字", "No Honors", "no honours"),
    ("edge_wait", "边张", "Edge Wait", "sole wait, 3 for 12 or 7 for 89"),
    ("closed_wait", "坎张", "Closed Wait", "sole wait, middle tile"),
    ("single_wait", "单钓将", "Single Wait", "sole wait, the pair tile"),
    ("self_drawn", "自摸", "Self-Drawn", "self-draw"),
    ("flower_tile", "花牌", "Flower Tiles", "each flower (`duel64`: each tile equal to a turned indicator)"),
    ("heavenly_hand", "天胡", "Heavenly Hand", "dealer, on the dealt tiles (flowers replaced), no concealed kong before"),
    ("earthly_hand", "地胡", "Earthly Hand", "the other player, on the first own draw (flowers replaced), no claim or kong before"),
    ("humanly_hand", "人胡", "Humanly Hand", "the other player, on the dealer's first discard, no concealed kong before"),
    ("heavenly_ready", "天听", "Heavenly Ready", "won after declaring ready at the dealer's first discard, or right after the deal by the other"),
    ("eight_immortals", "八仙过海", "Eight Immortals", "all eight flowers; alone, whatever the hand is, where it is not complete"),
    ("ready", "听牌", "Ready", "won after declaring ready"),
    ("two_five_eight_pair", "二五八将", "Two-Five-Eight Pair", "pair of 2, 5 or 8"),
    ("terminal_pair", "幺九头", "Terminal Pair", "pair of 1 or 9"),
    ("season_flower", "季花", "Season Flower", "each flower of one's own seat"),
    ("four_plants", "梅兰竹菊", "Four Plants", "all of 梅 兰 竹 菊"),
    ("dealer_won", "庄家和", "Dealer Won", "the winner is the dealer"),
    ("dealer_lost", "庄家输", "Dealer Lost", "the loser is the dealer"),
    ("discarder_lost", "点炮", "Discarder Lost", "won on a discard: the loser threw the winning tile"),
    ("kong_discard", "杠上炮", "Kong Discard", "on the discard made right after the opponent's kong replacement"),
    ("concealed_ready", "闷听", "Concealed Ready", "won after declaring ready with no set claimed"),
    ("pushed_out", "推出", "Pushed Out", "one of two pairs waited on was pushed out, and only its tile wins"),
    ("treasure_draw", "摸宝", "Treasure Draw", "by a treasure that stands for a tile waited for"),
    ("double_treasure", "宝中宝", "Double Treasure", "by a treasure that is itself the tile of an edge, closed or single wait"),
    ("big_wind", "大风", "Big Wind", "by drawing the fourth of a concealed pung"),
    ("big_wind_chow", "大风夹", "Big Wind in a Chow", "大风 whose tile is also the middle or edge tile of a chow, the pung kept whole"),
)

FANS: Final[tuple[Fan, ...]] = tuple(
    Fan(id, zh, en, needs, id in REPEATING, index) for index, (id, zh, en, needs) in enumerate(_ROWS)
)
BY_ID: Final[dict[str, Fan]] = {fan.id: fan for fan in FANS}


def _plain(name: str) -> str:
    """Case, spaces and hyphens are no matter."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


_BY_NAME: Final[dict[str, Fan]] = {_plain(name): fan for fan in FANS for name in (fan.id, fan.zh, fan.en)}


def is_name(name: str) -> bool:
    """Whether `find` knows a fan by that name."""
    return _plain(name) in _BY_NAME


def find(name: str) -> Fan:
    """The fan of that id, Chinese or English name (case, spaces and hyphens are no matter).

    KeyError says what was not found, and which names come near.
    """
    try:
        return _BY_NAME[_plain(name)]
    except KeyError:
        raise KeyError(unknown(name)) from None


def unknown(name: object, where: str = "", guess: bool = True) -> str:
    """What to say of a name that is no fan's; a guess takes a millisecond."""
    from difflib import get_close_matches

    near = get_close_matches(_plain(str(name)), _BY_NAME) if guess else []
    meant = ", ".join(dict.fromkeys(_BY_NAME[match].id for match in near))
    return f"no fan is called {name!r}{where}" + (f"; did you mean {meant}?" if meant else "")
