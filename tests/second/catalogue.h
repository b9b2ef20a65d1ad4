/* The fans in the order of RULEBOOK 4, then the steps that sections 11 and 12 add; a fan's place here is its bit in the
 * result. The columns are the rule sets: duel64, duel72, table72, three144, mcr, and dongbei136 in steps; 0: not in that
 * set. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "hand.h"

#define FANS \
    FAN(BIG_FOUR_WINDS,              "big_four_winds",           88, 88, 88,  0, 88,  0) /* 大四喜 */ \
    FAN(BIG_THREE_DRAGONS,           "big_three_dragons",        88, 88, 88,  0, 88,  0) /* 大三元 */ \
    FAN(ALL_GREEN,                   "all_green",                 0,  0,  0,  0, 88,  0) /* 绿一色 */ \
    FAN(NINE_GATES,                  "nine_gates",               88, 88, 88,  0, 88,  0) /* 九莲宝灯 */ \
    FAN(FOUR_KONGS,                  "four_kongs",               88, 88, 88,  0, 88,  0) /* 四杠 */ \
    FAN(SEVEN_SHIFTED_PAIRS,         "seven_shifted_pairs",      88, 88, 88,  0, 88,  0) /* 连七对 */ \
    FAN(THIRTEEN_ORPHANS,            "thirteen_orphans",          0,  0,  0,  0, 88,  0) /* 十三幺 */ \
    FAN(ALL_TERMINALS,               "all_terminals",             0,  0,  0,  0, 64,  0) /* 清幺九 */ \
    FAN(LITTLE_FOUR_WINDS,           "little_four_winds",        64, 64, 64,  0, 64,  0) /* 小四喜 */ \
    FAN(LITTLE_THREE_DRAGONS,        "little_three_dragons",     64, 64, 64,  0, 64,  0) /* 小三元 */ \
    FAN(ALL_HONORS,                  "all_honors",               64, 64, 64,  0, 64,  0) /* 字一色 */ \
    FAN(FOUR_CONCEALED_PUNGS,        "four_concealed_pungs",     64, 64, 64,  0, 64,  0) /* 四暗刻 */ \
    FAN(PURE_TERMINAL_CHOWS,         "pure_terminal_chows",      64, 64, 64,  0, 64,  0) /* 一色双龙会 */ \
    FAN(QUADRUPLE_CHOW,              "quadruple_chow",           48, 48, 48,  0, 48,  0) /* 一色四同顺 */ \
    FAN(FOUR_PURE_SHIFTED_PUNGS,     "four_pure_shifted_pungs",  48, 48, 48,  0, 48,  0) /* 一色四节高 */ \
    FAN(FOUR_PURE_SHIFTED_CHOWS,     "four_pure_shifted_chows",  32, 32, 32,  0, 32,  0) /* 一色四步高 */ \
    FAN(THREE_KONGS,                 "three_kongs",              32, 32, 32,  0, 32,  0) /* 三杠 */ \
    FAN(ALL_TERMINALS_AND_HONORS,    "all_terminals_and_honors", 32, 32, 32,  0, 32,  0) /* 混幺九 */ \
    FAN(SEVEN_PAIRS,                 "seven_pairs",              24, 24, 24,  0, 24,  0) /* 七对 */ \
    FAN(GREATER_HONORS_AND_KNITTED,  "greater_honors_and_knitted",  0,  0,  0,  0, 24,  0) /* 七星不靠 */ \
    FAN(ALL_EVEN_PUNGS,              "all_even_pungs",           24,  0,  0,  0, 24,  0) /* 全双刻 */ \
    FAN(FULL_FLUSH,                  "full_flush",               24, 24, 24,  0, 24,  0) /* 清一色 */ \
    FAN(PURE_TRIPLE_CHOW,            "pure_triple_chow",         24, 24, 24,  0, 24,  0) /* 一色三同顺 */ \
    FAN(PURE_SHIFTED_PUNGS,          "pure_shifted_pungs",       24, 24, 24,  0, 24,  0) /* 一色三节高 */ \
    FAN(UPPER_TILES,                 "upper_tiles",               0,  0,  0,  0, 24,  0) /* 全大 */ \
    FAN(MIDDLE_TILES,                "middle_tiles",              0,  0,  0,  0, 24,  0) /* 全中 */ \
    FAN(LOWER_TILES,                 "lower_tiles",               0,  0,  0,  0, 24,  0) /* 全小 */ \
    FAN(PURE_STRAIGHT,               "pure_straight",            16, 16, 16,  0, 16,  0) /* 清龙 */ \
    FAN(THREE_SUITED_TERMINAL_CHOWS, "three_suited_terminal_chows",  0,  0,  0,  0, 16,  0) /* 三色双龙会 */ \
    FAN(PURE_SHIFTED_CHOWS,          "pure_shifted_chows",       16, 16, 16,  0, 16,  0) /* 一色三步高 */ \
    FAN(ALL_FIVES,                   "all_fives",                 0,  0,  0,  0, 16,  0) /* 全带五 */ \
    FAN(TRIPLE_PUNG,                 "triple_pung",               0,  0,  0,  0, 16,  0) /* 三同刻 */ \
    FAN(THREE_CONCEALED_PUNGS,       "three_concealed_pungs",    16, 16, 16,  0, 16,  0) /* 三暗刻 */ \
    FAN(LESSER_HONORS_AND_KNITTED,   "lesser_honors_and_knitted",  0,  0,  0,  0, 12,  0) /* 全不靠 */ \
    FAN(KNITTED_STRAIGHT,            "knitted_straight",          0,  0,  0,  0, 12,  0) /* 组合龙 */ \
    FAN(UPPER_FOUR,                  "upper_four",                0, 12, 12,  0, 12,  0) /* 大于五 */ \
    FAN(LOWER_FOUR,                  "lower_four",                0, 12, 12,  0, 12,  0) /* 小于五 */ \
    FAN(BIG_THREE_WINDS,             "big_three_winds",          12, 12, 12,  0, 12,  0) /* 三风刻 */ \
    FAN(MIXED_STRAIGHT,              "mixed_straight",            0,  0,  0,  8,  8,  0) /* 花龙 */ \
    FAN(REVERSIBLE_TILES,            "reversible_tiles",          0,  0,  0,  8,  8,  0) /* 推不倒 */ \
    FAN(MIXED_TRIPLE_CHOW,           "mixed_triple_chow",         0,  0,  0,  8,  8,  0) /* 三色三同顺 */ \
    FAN(MIXED_SHIFTED_PUNGS,         "mixed_shifted_pungs",       0,  0,  0,  8,  8,  0) /* 三色三节高 */ \
    FAN(CHICKEN_HAND,                "chicken_hand",              0,  0,  0,  8,  8,  0) /* 无番和 */ \
    FAN(LAST_TILE_DRAW,              "last_tile_draw",            8,  8,  8,  8,  8,  0) /* 妙手回春 */ \
    FAN(LAST_TILE_CLAIM,             "last_tile_claim",           8,  8,  8,  8,  8,  0) /* 海底捞月 */ \
    FAN(OUT_WITH_REPLACEMENT,        "out_with_replacement",      8,  8,  8,  8,  8,  1) /* 杠上开花 */ \
    FAN(ROBBING_THE_KONG,            "robbing_the_kong",          8,  8,  8,  8,  8,  1) /* 抢杠和 */ \
    FAN(ALL_PUNGS,                   "all_pungs",                 6,  6,  6,  6,  6,  2) /* 碰碰和 */ \
    FAN(HALF_FLUSH,                  "half_flush",                6,  6,  6,  6,  6,  0) /* 混一色 */ \
    FAN(MIXED_SHIFTED_CHOWS,         "mixed_shifted_chows",       0,  0,  0,  6,  6,  0) /* 三色三步高 */ \
    FAN(ALL_TYPES,                   "all_types",                 0,  0,  0,  6,  6,  0) /* 五门齐 */ \
    FAN(MELDED_HAND,                 "melded_hand",               6,  6,  6,  6,  6,  0) /* 全求人 */ \
    FAN(TWO_CONCEALED_KONGS,         "two_concealed_kongs",       6,  6,  6,  6,  6,  0) /* 双暗杠 */ \
    FAN(TWO_DRAGON_PUNGS,            "two_dragon_pungs",          6,  6,  6,  6,  6,  0) /* 双箭刻 */ \
    FAN(OUTSIDE_HAND,                "outside_hand",              4,  4,  4,  4,  4,  0) /* 全带幺 */ \
    FAN(FULLY_CONCEALED_HAND,        "fully_concealed_hand",      4,  4,  4,  4,  4,  0) /* 不求人 */ \
    FAN(TWO_MELDED_KONGS,            "two_melded_kongs",          4,  4,  4,  4,  4,  0) /* 双明杠 */ \
    FAN(LAST_OF_ITS_KIND,            "last_of_its_kind",          4,  4,  4,  4,  4,  0) /* 和绝张 */ \
    FAN(DRAGON_PUNG,                 "dragon_pung",               2,  2,  2,  2,  2,  0) /* 箭刻 */ \
    FAN(PREVALENT_WIND,              "prevalent_wind",            0,  0,  0,  2,  2,  0) /* 圈风刻 */ \
    FAN(SEAT_WIND,                   "seat_wind",                 0,  0,  0,  2,  2,  0) /* 门风刻 */ \
    FAN(CONCEALED_HAND,              "concealed_hand",            2,  2,  2,  2,  2,  1) /* 门前清 */ \
    FAN(ALL_CHOWS,                   "all_chows",                 2,  2,  2,  2,  2,  0) /* 平和 */ \
    FAN(TILE_HOG,                    "tile_hog",                  2,  2,  2,  2,  2,  0) /* 四归一 */ \
    FAN(DOUBLE_PUNG,                 "double_pung",               0,  0,  0,  2,  2,  0) /* 双同刻 */ \
    FAN(TWO_CONCEALED_PUNGS,         "two_concealed_pungs",       2,  2,  2,  2,  2,  0) /* 双暗刻 */ \
    FAN(CONCEALED_KONG,              "concealed_kong",            2,  2,  2,  2,  2,  0) /* 暗杠 */ \
    FAN(ALL_SIMPLES,                 "all_simples",               2,  2,  2,  2,  2,  0) /* 断幺 */ \
    FAN(PURE_DOUBLE_CHOW,            "pure_double_chow",          1,  1,  1,  1,  1,  0) /* 一般高 */ \
    FAN(MIXED_DOUBLE_CHOW,           "mixed_double_chow",         0,  0,  0,  1,  1,  0) /* 喜相逢 */ \
    FAN(SHORT_STRAIGHT,              "short_straight",            1,  1,  1,  1,  1,  0) /* 连六 */ \
    FAN(TWO_TERMINAL_CHOWS,          "two_terminal_chows",        1,  1,  1,  1,  1,  0) /* 老少副 */ \
    FAN(PUNG_OF_TERMINALS_OR_HONORS, "pung_of_terminals_or_honors",  1,  1,  1,  1,  1,  0) /* 幺九刻 */ \
    FAN(MELDED_KONG,                 "melded_kong",               1,  1,  1,  1,  1,  0) /* 明杠 */ \
    FAN(ONE_VOIDED_SUIT,             "one_voided_suit",           0,  0,  0,  1,  1,  0) /* 缺一门 */ \
    FAN(NO_HONORS,                   "no_honors",                 0,  0,  0,  1,  1,  0) /* 无字 */ \
    FAN(EDGE_WAIT,                   "edge_wait",                 1,  1,  1,  1,  1,  1) /* 边张 */ \
    FAN(CLOSED_WAIT,                 "closed_wait",               1,  1,  1,  1,  1,  1) /* 坎张 */ \
    FAN(SINGLE_WAIT,                 "single_wait",               1,  1,  1,  1,  1,  1) /* 单钓将 */ \
    FAN(SELF_DRAWN,                  "self_drawn",                1,  1,  1,  1,  1,  1) /* 自摸 */ \
    FAN(FLOWER_TILE,                 "flower_tile",               1,  1,  1,  1,  1,  0) /* 花牌 */ \
    FAN(HEAVENLY_HAND,               "heavenly_hand",             0, 48, 48,  0,  0,  4) /* 天胡 */ \
    FAN(EARTHLY_HAND,                "earthly_hand",              0, 32, 32,  0,  0,  4) /* 地胡 */ \
    FAN(HUMANLY_HAND,                "humanly_hand",              0, 24, 24,  0,  0,  0) /* 人胡 */ \
    FAN(HEAVENLY_READY,              "heavenly_ready",            0, 16, 16,  0,  0,  0) /* 天听 */ \
    FAN(EIGHT_IMMORTALS,             "eight_immortals",           0,  0, 88,  0,  0,  0) /* 八仙过海 */ \
    FAN(READY,                       "ready",                     0,  0,  2,  0,  0,  0) /* 听牌 */ \
    FAN(TWO_FIVE_EIGHT_PAIR,         "two_five_eight_pair",       0,  0,  1,  0,  0,  0) /* 二五八将 */ \
    FAN(TERMINAL_PAIR,               "terminal_pair",             0,  0,  1,  0,  0,  0) /* 幺九头 */ \
    FAN(SEASON_FLOWER,               "season_flower",             0,  0,  1,  0,  0,  0) /* 季花 */ \
    FAN(FOUR_PLANTS,                 "four_plants",               0,  0,  1,  0,  0,  0) /* 梅兰竹菊 */ \
    FAN(DEALER_WON,                  "dealer_won",                0,  0,  0,  0,  0,  1) /* 庄家胡 */ \
    FAN(DEALER_LOST,                 "dealer_lost",               0,  0,  0,  0,  0,  1) /* 庄家输 */ \
    FAN(DISCARDER_LOST,              "discarder_lost",            0,  0,  0,  0,  0,  1) /* 点炮 */ \
    FAN(KONG_DISCARD,                "kong_discard",              0,  0,  0,  0,  0,  1) /* 杠上炮 */ \
    FAN(CONCEALED_READY,             "concealed_ready",           0,  0,  0,  0,  0,  0) /* 闷听; section 12 */ \
    FAN(PUSHED_OUT,                  "pushed_out",                0,  0,  0,  0,  0,  0) /* 推出 */ \
    FAN(TREASURE_DRAW,               "treasure_draw",             0,  0,  0,  0,  0,  0) /* 摸宝 */ \
    FAN(DOUBLE_TREASURE,             "double_treasure",           0,  0,  0,  0,  0,  0) /* 宝中宝 */ \
    FAN(BIG_WIND,                    "big_wind",                  0,  0,  0,  0,  0,  0) /* 大风 */ \
    FAN(BIG_WIND_CHOW,               "big_wind_chow",             0,  0,  0,  0,  0,  0) /* 大风夹 */

#define FAN(name, id, a, b, c, d, e, f) name,
enum { FANS NFANS };
#undef FAN

extern const int VALUES[NFANS][NRULES];
extern const char *const IDS[NFANS];

static inline bool in_rules(int fan, int rules) { return VALUES[fan][rules] > 0; }

#endif
