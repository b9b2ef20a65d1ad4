"""The catalogue of fans (番种): one row per fan, with all that Python knows of it (rulebook 4, 11, 12).

The place of a fan here is its bit in every mask (`SCORE_DTYPE["fans"]`), so rows are only ever appended. A rule set
says which fans it has, their values, and which takes which away (`rules/*.toml`); which hands have a fan is told by
the core, whose enumeration of fans is made from this file (`tools/make_catalogue.py`).
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, field
from typing import Final, NamedTuple


class Series(NamedTuple):
    """Sets that make a fan together: `size` of a `type` ("chow" or "pung", of which a kong is one).

    They are of one suit, or each of another; their ranks, sorted, lie apart by one of `steps` all along.
    """

    type: str
    size: int
    steps: tuple[int, ...]
    one_suit: bool = True


@dataclass(frozen=True, slots=True, eq=False, repr=False, match_args=False)
class Fan:
    """A scoring pattern: `id` (a stable English word), `zh`, `en`, in words what it `needs`, `index` (its bit).

    Each fan is one object, of `FANS`: there are no others. What else is said of it:

    example    a hand in which it counts, or several: of these a rule set shows the first that it takes
    most       how often it can count in one hand; a fan that `repeats` counts as often as it occurs (rulebook 3.7)
    sets       which sets make it: "all", "none" (the way of winning, flowers), a `Series`, or words that
               `scoring.attribution` knows
    its        fans of which it may take those counts away that its own sets make (`"its short_straight"` in a file)
    form       the form of hand that it needs: a word of [scoring] forms
    three_suits  whether it needs more than one suit
    one_suit   why no hand of one suit has it, although rule sets of one suit may list it
    flowers    "any" where it needs flowers, "each" where it needs them one by one
    bonus      whether a minimum of fans leaves it out (rulebook 15.5)
    """

    id: str
    zh: str
    en: str
    needs: str
    example: str | tuple[str, ...] = ""
    most: int = 1
    sets: str | Series = "all"
    its: tuple[str, ...] = ()
    form: str = ""
    three_suits: bool = False
    one_suit: str = ""
    flowers: str = ""
    bonus: bool = False
    index: int = field(default_factory=itertools.count().__next__, kw_only=True)

    @property
    def repeats(self) -> bool:
        """Whether it counts as often as it occurs."""
        return self.most > 1

    @property
    def examples(self) -> tuple[str, ...]:
        """Its example hands as a tuple."""
        return (self.example,) if isinstance(self.example, str) else self.example

    def __str__(self) -> str:
        return f"{self.zh} {self.en}"

    def __repr__(self) -> str:
        return f"<Fan {self.id}: {self}>"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return by_index, (self.index,)


def by_index(index: int) -> Fan:
    """The fan of a bit; pickles of a fan hold no more than that."""
    from ..arguments import whole  # here: the generators read this file without the package

    return FANS[whole("index", index, 0, len(FANS) - 1)]


#: id, 中文, English, what it needs; then what is not as it usually is. New fans go to the end.
FANS: Final[tuple[Fan, ...]] = (
    Fan("big_four_winds", "大四喜", "Big Four Winds",
        "pungs of all four winds", sets="wind pungs", example="EEESSSWWWNNN1m1m"),
    Fan("big_three_dragons", "大三元", "Big Three Dragons",
        "pungs of all three dragons", sets="dragon pungs", example="CCCFFFPPP12399m"),
    Fan("all_green", "绿一色", "All Green", "only 2 3 4 6 8 of 条 and 發", three_suits=True, example="223344666888sFF"),
    Fan("nine_gates", "九莲宝灯", "Nine Gates",
        "the 13 tiles before winning are exactly 1112345678999 of a suit, no melds, no concealed kong; any "
        "tile of the suit",
        example="1112345678999m5m"),
    Fan("four_kongs", "四杠", "Four Kongs",
        "four kongs of either sort", sets="kongs", example="(1111m)(EEEE)[CCCC,2][9999m,6]5m5m"),
    Fan("seven_shifted_pairs", "连七对", "Seven Shifted Pairs",
        "seven pairs of consecutive ranks of a suit", form="seven_pairs", example="1122334455667m7m"),
    Fan("thirteen_orphans", "十三幺", "Thirteen Orphans",
        "each 1, 9 and honour, one of them twice", three_suits=True, form="thirteen_orphans",
        example="19m19s19pESWNCFPP"),
    Fan("all_terminals", "清幺九", "All Terminals",
        "pungs (or pairs) and pair of 1 and 9 only", example="[111m,2][999m,2]111s999s9p9p"),
    Fan("little_four_winds", "小四喜", "Little Four Winds",
        "three wind pungs, the fourth wind as pair", sets="winds", its=("pung_of_terminals_or_honors",),
        example="EEESSSWWWNN12m3m"),
    Fan("little_three_dragons", "小三元", "Little Three Dragons",
        "two dragon pungs, the third dragon as pair", sets="dragons", example="CCCFFFPP12378m9m"),
    Fan("all_honors", "字一色", "All Honors",
        "honours only; as seven pairs too", example=("EESSWWNNCCFFPP", "[EEE,2][SSS,2][WWW,2]CCCFF")),
    Fan("four_concealed_pungs", "四暗刻", "Four Concealed Pungs",
        "four concealed pungs", sets="concealed pungs", example="111333555mEEE7m7m"),
    Fan("pure_terminal_chows", "一色双龙会", "Pure Terminal Chows",
        "123 123 789 789 and pair 55, one suit", example="1122335577889m9m"),
    Fan("quadruple_chow", "一色四同顺", "Quadruple Chow",
        "the same chow four times", sets=Series("chow", 4, steps=(0,)), example="1122233334444m2m"),
    Fan("four_pure_shifted_pungs", "一色四节高", "Four Pure Shifted Pungs",
        "pungs of four consecutive ranks of a suit", sets=Series("pung", 4, steps=(1,)),
        example="[111m,2][222m,2]333444mEE"),
    Fan("four_pure_shifted_chows", "一色四步高", "Four Pure Shifted Chows",
        "four chows of a suit each one, or each two, higher", sets=Series("chow", 4, steps=(1, 2)),
        example="[123m,1][234m,1]345456mEE"),
    Fan("three_kongs", "三杠", "Three Kongs",
        "three kongs of either sort", sets="kongs", example="(1111m)[EEEE,2][CCCC,6]45699m"),
    Fan("all_terminals_and_honors", "混幺九", "All Terminals and Honors",
        "only 1, 9 and honours, both sorts; as seven pairs too", example="[111m,2][999m,2]EEECCCPP"),
    Fan("seven_pairs", "七对", "Seven Pairs", "seven pairs", form="seven_pairs", example="1133557799mEECC"),
    Fan("greater_honors_and_knitted", "七星不靠", "Greater Honors and Knitted Tiles",
        "all seven honours single, seven tiles of a knitted 147 258 369", three_suits=True, form="knitted",
        example="147m25s36pESWNCFP"),
    Fan("all_even_pungs", "全双刻", "All Even Pungs",
        "pungs and pair of 2 4 6 8", one_suit="222 444 666 888 leave no even pair",
        example="[222m,2][444m,2][666s,2]888p22s"),
    Fan("full_flush", "清一色", "Full Flush", "one suit, no honours", example="[123m,1][555m,2]3457799m9m"),
    Fan("pure_triple_chow", "一色三同顺", "Pure Triple Chow",
        "the same chow three times", sets=Series("chow", 3, steps=(0,)), its=("pure_double_chow",),
        example="[234m,1][234m,1]234mEEECC"),
    Fan("pure_shifted_pungs", "一色三节高", "Pure Shifted Pungs",
        "pungs of three consecutive ranks of a suit", sets=Series("pung", 3, steps=(1,)),
        example="[222m,2][333m,2]444mEEECC"),
    Fan("upper_tiles", "全大", "Upper Tiles", "7 8 9 only", example="[789m,1][789s,1]777p88899s"),
    Fan("middle_tiles", "全中", "Middle Tiles", "4 5 6 only", example="[456m,1][456s,1]444p55566s"),
    Fan("lower_tiles", "全小", "Lower Tiles", "1 2 3 only", example="[123m,1][123s,1]111p22233s"),
    Fan("pure_straight", "清龙", "Pure Straight",
        "123 456 789 of a suit", sets=Series("chow", 3, steps=(3,)), its=("short_straight", "two_terminal_chows"),
        example="[123m,1]456789mEEECC"),
    Fan("three_suited_terminal_chows", "三色双龙会", "Three-Suited Terminal Chows",
        "123 789 in two suits, 55 of the third", three_suits=True, example="[123p,1]12379s55m789p8s"),
    Fan("pure_shifted_chows", "一色三步高", "Pure Shifted Chows",
        "three chows of a suit each one, or each two, higher", sets=Series("chow", 3, steps=(1, 2)),
        example="[123m,1][234m,1]345mEEECC"),
    Fan("all_fives", "全带五", "All Fives", "a 5 in every set and the pair", example="[345m,1][456s,1]555p567s55m"),
    Fan("triple_pung", "三同刻", "Triple Pung",
        "pungs of one rank in three suits", three_suits=True, sets=Series("pung", 3, steps=(0,), one_suit=False),
        example="[222m,2][222s,2]222p789mEE"),
    Fan("three_concealed_pungs", "三暗刻", "Three Concealed Pungs",
        "three concealed pungs", sets="concealed pungs", example="[123m,1]555777mEEECC"),
    Fan("lesser_honors_and_knitted", "全不靠", "Lesser Honors and Knitted Tiles",
        "14 different tiles out of a knitted 147 258 369 and the honours", three_suits=True, form="knitted",
        example="147m258s36pESWNCF"),
    Fan("knitted_straight", "组合龙", "Knitted Straight",
        "a whole knitted 147 258 369, a set and a pair (or in 全不靠)", three_suits=True, sets="single tiles",
        example="147m258s369p345mEE"),
    Fan("upper_four", "大于五", "Upper Four", "6-9 only", example="[678m,1][789m,1]66688999m"),
    Fan("lower_four", "小于五", "Lower Four", "1-4 only", example="[123m,1][234m,1]11122444m"),
    Fan("big_three_winds", "三风刻", "Big Three Winds",
        "three wind pungs", sets="wind pungs", its=("pung_of_terminals_or_honors",),
        example="[EEE,2][SSS,2]WWW12399m"),
    Fan("mixed_straight", "花龙", "Mixed Straight",
        "123 456 789, each in another suit", three_suits=True, sets=Series("chow", 3, steps=(3,), one_suit=False),
        example="[123m,1][456s,1]789pEEECC"),
    Fan("reversible_tiles", "推不倒", "Reversible Tiles",
        "only 1234589 饼, 245689 条, 白", three_suits=True, example="[123p,1][456s,1]888pPPP99s"),
    Fan("mixed_triple_chow", "三色三同顺", "Mixed Triple Chow",
        "the same chow in three suits", three_suits=True, sets=Series("chow", 3, steps=(0,), one_suit=False),
        its=("mixed_double_chow",), example="[234m,1][234s,1]234pEEECC"),
    Fan("mixed_shifted_pungs", "三色三节高", "Mixed Shifted Pungs",
        "pungs of three consecutive ranks in three suits", three_suits=True,
        sets=Series("pung", 3, steps=(1,), one_suit=False), example="[222m,2][333s,2]444p789mEE"),
    Fan("chicken_hand", "无番和", "Chicken Hand",
        "no other fan (flowers aside)", sets="none", example="[345m,1][678s,1][123p,1]22mNN2m|EW0000||"),
    Fan("last_tile_draw", "妙手回春", "Last Tile Draw",
        "self-draw of the last tile of the wall", sets="none", example="[123m,1]456789mEEECC|EE1010||"),
    Fan("last_tile_claim", "海底捞月", "Last Tile Claim",
        "the last discard, once the wall is empty", sets="none", example="[123m,1]456789mEEECC|EE0010||"),
    Fan("out_with_replacement", "杠上开花", "Out With Replacement Tile",
        "on a kong's replacement tile (never a flower's)", sets="none", example="(1111m)45678mEEECC9m|EE1001||"),
    Fan("robbing_the_kong", "抢杠和", "Robbing the Kong",
        "on the tile that the opponent adds to a melded pung", sets="none", example="12345678mEEECC9m|EE0001||"),
    Fan("all_pungs", "碰碰和", "All Pungs", "four pungs and a pair", example="[111m,2][333m,2]777mEEECC"),
    Fan("half_flush", "混一色", "Half Flush", "one suit and honours, both sorts", example="[123m,1][555m,2]78mEEECC9m"),
    Fan("mixed_shifted_chows", "三色三步高", "Mixed Shifted Chows",
        "three chows, each one higher, each in another suit", three_suits=True,
        sets=Series("chow", 3, steps=(1,), one_suit=False), example="[123m,1][234s,1]345pEEECC"),
    Fan("all_types", "五门齐", "All Types",
        "each of three suits, winds and dragons", three_suits=True, example="[123m,1][567s,1]999pEEECC"),
    Fan("melded_hand", "全求人", "Melded Hand",
        "four claimed sets, won on a discard (no concealed kong)", example="[123m,1][555m,2][EEE,2][789m,3]CC"),
    Fan("two_concealed_kongs", "双暗杠", "Two Concealed Kongs",
        "two concealed kongs", sets="concealed kongs", example="(1111m)(EEEE)45678mCC9m"),
    Fan("two_dragon_pungs", "双箭刻", "Two Dragon Pungs",
        "two dragon pungs", sets="dragon pungs", example="[CCC,2][FFF,2]12378mEE9m"),
    Fan("outside_hand", "全带幺", "Outside Hand",
        "a 1, 9 or honour in every set and the pair", example="[123m,1][789m,1]123mEEECC"),
    Fan("fully_concealed_hand", "不求人", "Fully Concealed Hand",
        "closed hand, self-draw", example="12345678mEEECC9m|EE1000||"),
    Fan("two_melded_kongs", "双明杠", "Two Melded Kongs",
        "two melded kongs", sets="melded kongs", example="[1111m,2][EEEE,6]45678mCC9m"),
    Fan("last_of_its_kind", "和绝张", "Last of Its Kind",
        "the other three copies lie face up (discards, melded sets, turned indicators; not concealed kongs, "
        "nor an open or seen hand); the caller or the game says so",
        sets="none", example="[123m,1]45678mEEECC9m|EE0100||"),
    Fan("dragon_pung", "箭刻", "Dragon Pung",
        "each dragon pung", most=3, sets="each dragon pung", example="[CCC,2]12345678mEE9m"),
    Fan("prevalent_wind", "圈风刻", "Prevalent Wind",
        "pung of the round's wind", sets="pung of the round wind", its=("pung_of_terminals_or_honors",),
        example="[EEE,2]123m567s78pCC9p|EW0000||"),
    Fan("seat_wind", "门风刻", "Seat Wind",
        "pung of one's own wind", sets="pung of the seat wind", its=("pung_of_terminals_or_honors",),
        example="[WWW,2]123m567s78pCC9p|EW0000||"),
    Fan("concealed_hand", "门前清", "Concealed Hand",
        "closed hand, won on a discard", example="12345678mEEECC9m|EW0000||"),
    Fan("all_chows", "平和", "All Chows",
        "four chows and a pair of a suit, any wait", example="[123m,1][345m,1]45678922m"),
    Fan("tile_hog", "四归一", "Tile Hog",
        "each kind with all four copies used, not in a kong; in seven pairs too", most=3,
        sets="each kind held four times", example="[111m,2]123678mEEECC"),
    Fan("double_pung", "双同刻", "Double Pung",
        "pungs of one rank in two suits", most=2, three_suits=True,
        sets=Series("pung", 2, steps=(0,), one_suit=False), example="[222m,2][222s,2]567p78mEE9m"),
    Fan("two_concealed_pungs", "双暗刻", "Two Concealed Pungs",
        "two concealed pungs", sets="concealed pungs", example="[123m,1]55578mEEECC9m"),
    Fan("concealed_kong", "暗杠", "Concealed Kong",
        "one concealed kong", sets="concealed kongs", example="(1111m)45678mEEECC9m"),
    Fan("all_simples", "断幺", "All Simples", "no 1, 9 or honour", example="[234m,1][345m,1]66677788m"),
    Fan("pure_double_chow", "一般高", "Pure Double Chow",
        "the same chow twice", most=2, sets=Series("chow", 2, steps=(0,)), example="[123m,1]123678mEEECC"),
    Fan("mixed_double_chow", "喜相逢", "Mixed Double Chow",
        "the same chow in two suits", most=2, three_suits=True, sets=Series("chow", 2, steps=(0,), one_suit=False),
        example="[123m,1]123s678pEEECC"),
    Fan("short_straight", "连六", "Short Straight",
        "two chows of a suit that follow on", most=2, sets=Series("chow", 2, steps=(3,)),
        example="[123m,1]456888mEEECC"),
    Fan("two_terminal_chows", "老少副", "Two Terminal Chows",
        "123 and 789 of a suit", most=2, sets=Series("chow", 2, steps=(6,)), example="[123m,1]555789mEEECC"),
    Fan("pung_of_terminals_or_honors", "幺九刻", "Pung of Terminals or Honors",
        "each pung of 1, 9 or a wind (a dragon pung is 箭刻 only)", most=4, sets="each pung of terminals or winds",
        example="[NNN,2]12345678mCC9m"),
    Fan("melded_kong", "明杠", "Melded Kong", "one melded kong", sets="melded kongs", example="[1111m,2]45678mEEECC9m"),
    Fan("one_voided_suit", "缺一门", "One Voided Suit",
        "exactly two of the three suits", three_suits=True, example="[123m,1]56778sEEECC9s"),
    Fan("no_honors", "无字", "No Honors", "no honours", example="[234m,1]567s78p11199m9p"),
    Fan("edge_wait", "边张", "Edge Wait",
        "sole wait, 3 for 12 or 7 for 89", sets="the set waited on",
        example=("[EEE,2]12456789mCC3m", "456m456s12p222s55m3p|EE0000||ready")),
    Fan("closed_wait", "坎张", "Closed Wait",
        "sole wait, middle tile", sets="the set waited on",
        example=("[EEE,2]13456789mCC2m", "123m456s79p222s55m8p|EE0000||ready")),
    Fan("single_wait", "单钓将", "Single Wait",
        "sole wait, the pair tile", sets="the set waited on",
        example=("[EEE,2]123456789mCC", "123m456s789p222s5m5m|EE0000||ready")),
    Fan("self_drawn", "自摸", "Self-Drawn",
        "self-draw", sets="none", example=("[EEE,2]12345678mCC9m|EE1000||", "123m456s79p222s55m8p|EE1000||ready")),
    Fan("flower_tile", "花牌", "Flower Tiles",
        "each flower (`duel64`: each tile equal to a turned indicator)", most=15, flowers="any", bonus=True,
        sets="none", example="[EEE,2]12345678mCC9m|EW0000|2|"),
    Fan("heavenly_hand", "天胡", "Heavenly Hand",
        "dealer, on the dealt tiles (flowers replaced), no concealed kong before", sets="none",
        example=("12345678mEEECC9m|EE1000||dealer,heavenly_hand", "123m456s789p222s5m5m|EE1000||dealer,heavenly_hand")),
    Fan("earthly_hand", "地胡", "Earthly Hand",
        "the other player, on the first own draw (flowers replaced), no claim or kong before", sets="none",
        example="12345678mEEECC9m|EW1000||earthly_hand"),
    Fan("humanly_hand", "人胡", "Humanly Hand",
        "the other player, on the dealer's first discard, no concealed kong before", sets="none",
        example="12345678mEEECC9m|EW0000||humanly_hand"),
    Fan("heavenly_ready", "天听", "Heavenly Ready",
        "won after declaring ready at the dealer's first discard, or right after the deal by the other", sets="none",
        example="12345678mEEECC9m|EE1000||dealer,heavenly_ready"),
    Fan("eight_immortals", "八仙过海", "Eight Immortals",
        "all eight flowers; alone, whatever the hand is, where it is not complete", flowers="each", sets="none",
        example="[EEE,2]12345678mCC9m|EE1000|abcdefgh|dealer"),
    Fan("ready", "听牌", "Ready", "won after declaring ready", sets="none", example="12345678mEEECC9m|EW0000||ready"),
    Fan("two_five_eight_pair", "二五八将", "Two-Five-Eight Pair",
        "pair of 2, 5 or 8", sets="pair", example="[EEE,2]1234567822m9m|EW0000||"),
    Fan("terminal_pair", "幺九头", "Terminal Pair",
        "pair of 1 or 9", sets="pair", example="[EEE,2]1234567811m9m|EW0000||"),
    Fan("season_flower", "季花", "Season Flower",
        "each flower of one's own seat", most=2, flowers="each", bonus=True, sets="none",
        example="[EEE,2]12345678mCC9m|EW0000|cg|"),
    Fan("four_plants", "梅兰竹菊", "Four Plants",
        "all of 梅 兰 竹 菊", flowers="each", bonus=True, sets="none", example="[EEE,2]12345678mCC9m|EW0000|efgh|"),
    Fan("dealer_won", "庄家和", "Dealer Won",
        "the winner is the dealer", sets="none", example="[EEE,2]12345678mCC9m|EE1000||dealer"),
    Fan("dealer_lost", "庄家输", "Dealer Lost",
        "the loser is the dealer", sets="none", example="[EEE,2]12345678mCC9m|EW0000||"),
    Fan("discarder_lost", "点炮", "Discarder Lost",
        "won on a discard: the loser threw the winning tile", sets="none", example="[EEE,2]12345678mCC9m|EW0000||"),
    Fan("kong_discard", "杠上炮", "Kong Discard",
        "on the discard made right after the opponent's kong replacement", sets="none",
        example="[EEE,2]12345678mCC9m|EW0000||kong_discard"),
    Fan("concealed_ready", "闷听", "Concealed Ready",
        "won after declaring ready with no set claimed", sets="none", example="123m456s79p222s55m8p|EE0000||ready"),
    Fan("pushed_out", "推出", "Pushed Out",
        "one of two pairs waited on was pushed out, and only its tile wins", sets="none",
        example="123m456s789p22s55m2s|EE0000||ready,pushed_out"),
    Fan("treasure_draw", "摸宝", "Treasure Draw",
        "by a treasure that stands for a tile waited for", sets="none",
        example="123m456s79p222s55m7s|EE1000||ready,treasure"),
    Fan("double_treasure", "宝中宝", "Double Treasure",
        "by a treasure that is itself the tile of an edge, closed or single wait", sets="none",
        example="123m456s79p222s55m8p|EE1000||ready,treasure"),
    Fan("big_wind", "大风", "Big Wind",
        "by drawing the fourth of a concealed pung", sets="none",
        example="123m456s79p222s55m2s|EE1000||ready,big_wind"),
    Fan("big_wind_chow", "大风夹", "Big Wind in a Chow",
        "大风 whose tile is also the middle or edge tile of a chow, the pung kept whole", sets="none",
        example="11s45556s123m789p5s|EE1000||ready,big_wind"),
)
BY_ID: Final[dict[str, Fan]] = {fan.id: fan for fan in FANS}


def _plain(name: str) -> str:
    """A name without case, spaces and hyphens."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


@functools.cache
def _by_name() -> dict[str, Fan]:
    """The fans by each of their names; made when a name is first asked for, not at import."""
    return {_plain(name): fan for fan in FANS for name in (fan.id, fan.zh, fan.en)}


def is_name(name: str) -> bool:
    """Whether `find` knows a fan by that name."""
    return _plain(name) in _by_name()


def find(name: str) -> Fan:
    """The fan of that id, Chinese or English name (case, spaces and hyphens are no matter).

    KeyError says what was not found, and which names come near.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a fan is a text, not {type(name).__name__}")
    try:
        return _by_name()[_plain(name)]
    except KeyError:
        raise KeyError(unknown(name)) from None


def unknown(name: object, where: str = "", guess: bool = True) -> str:
    """What to say of a name that is no fan's; a guess takes a millisecond."""
    from difflib import get_close_matches

    near = get_close_matches(_plain(str(name)), _by_name()) if guess else []
    meant = ", ".join(dict.fromkeys(_by_name()[match].id for match in near))
    return f"no fan is called {name!r}{where}" + (f"; did you mean {meant}?" if meant else "")
