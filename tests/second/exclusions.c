/* What is taken away by what (RULEBOOK 5), worked out from the fans that nothing excludes downwards. */
#include "fans.h"

#include <string.h>

/* A row: where the first counts, the others do not. A row ends with the zeros behind it, since fan 0, 大四喜, is
 * excluded by none. */
enum { MOST = 10 };
typedef struct {
    int fan;
    int excludes[MOST];
} Row;

static const Row ROWS[] = {
    {BIG_FOUR_WINDS,
     {LITTLE_FOUR_WINDS, BIG_THREE_WINDS, ALL_PUNGS, PUNG_OF_TERMINALS_OR_HONORS, PREVALENT_WIND, SEAT_WIND}},
    {BIG_THREE_DRAGONS, {LITTLE_THREE_DRAGONS, TWO_DRAGON_PUNGS, DRAGON_PUNG}},
    {ALL_GREEN, {HALF_FLUSH}},
    {NINE_GATES, {FULL_FLUSH, CONCEALED_HAND, FULLY_CONCEALED_HAND, NO_HONORS, ONE_VOIDED_SUIT}},
    {FOUR_KONGS,
     {THREE_KONGS, TWO_MELDED_KONGS, TWO_CONCEALED_KONGS, MELDED_KONG, CONCEALED_KONG, ALL_PUNGS, SINGLE_WAIT}},
    {SEVEN_SHIFTED_PAIRS,
     {SEVEN_PAIRS, FULL_FLUSH, CONCEALED_HAND, FULLY_CONCEALED_HAND, SINGLE_WAIT, NO_HONORS, ONE_VOIDED_SUIT}},
    {THIRTEEN_ORPHANS, {ALL_TYPES, ALL_TERMINALS_AND_HONORS, CONCEALED_HAND, FULLY_CONCEALED_HAND, SINGLE_WAIT}},
    {ALL_TERMINALS,
     {ALL_TERMINALS_AND_HONORS, ALL_PUNGS, OUTSIDE_HAND, PUNG_OF_TERMINALS_OR_HONORS, DOUBLE_PUNG, NO_HONORS}},
    {LITTLE_FOUR_WINDS, {BIG_THREE_WINDS}},
    {LITTLE_THREE_DRAGONS, {TWO_DRAGON_PUNGS, DRAGON_PUNG}},
    {ALL_HONORS,
     {ALL_PUNGS, ALL_TERMINALS_AND_HONORS, OUTSIDE_HAND, PUNG_OF_TERMINALS_OR_HONORS, ONE_VOIDED_SUIT}},
    {FOUR_CONCEALED_PUNGS,
     {THREE_CONCEALED_PUNGS, TWO_CONCEALED_PUNGS, ALL_PUNGS, CONCEALED_HAND, FULLY_CONCEALED_HAND}},
    {PURE_TERMINAL_CHOWS,
     {FULL_FLUSH, SEVEN_PAIRS, ALL_CHOWS, PURE_DOUBLE_CHOW, TWO_TERMINAL_CHOWS, SHORT_STRAIGHT, NO_HONORS,
      ONE_VOIDED_SUIT}},
    {QUADRUPLE_CHOW, {PURE_TRIPLE_CHOW, PURE_SHIFTED_PUNGS, PURE_DOUBLE_CHOW, TILE_HOG, SEVEN_PAIRS}},
    {FOUR_PURE_SHIFTED_PUNGS, {PURE_SHIFTED_PUNGS, PURE_TRIPLE_CHOW, ALL_PUNGS}},
    {FOUR_PURE_SHIFTED_CHOWS, {PURE_SHIFTED_CHOWS, PURE_DOUBLE_CHOW, SHORT_STRAIGHT, TWO_TERMINAL_CHOWS}},
    {THREE_KONGS, {TWO_MELDED_KONGS, TWO_CONCEALED_KONGS, MELDED_KONG, CONCEALED_KONG}},
    {ALL_TERMINALS_AND_HONORS, {ALL_PUNGS, OUTSIDE_HAND, PUNG_OF_TERMINALS_OR_HONORS, HALF_FLUSH}}, /* see excludes() */
    {SEVEN_PAIRS, {CONCEALED_HAND, FULLY_CONCEALED_HAND, SINGLE_WAIT}},
    {GREATER_HONORS_AND_KNITTED,
     {LESSER_HONORS_AND_KNITTED, ALL_TYPES, CONCEALED_HAND, FULLY_CONCEALED_HAND, SINGLE_WAIT}},
    {ALL_EVEN_PUNGS, {ALL_PUNGS, ALL_SIMPLES, NO_HONORS}},
    {FULL_FLUSH, {NO_HONORS, ONE_VOIDED_SUIT}},
    {UPPER_TILES, {UPPER_FOUR, NO_HONORS}},
    {MIDDLE_TILES, {ALL_SIMPLES, NO_HONORS}},
    {LOWER_TILES, {LOWER_FOUR, NO_HONORS}},
    {THREE_SUITED_TERMINAL_CHOWS, {MIXED_DOUBLE_CHOW, TWO_TERMINAL_CHOWS, ALL_CHOWS, NO_HONORS}},
    {ALL_FIVES, {ALL_SIMPLES, NO_HONORS}},
    {TRIPLE_PUNG, {DOUBLE_PUNG}},
    {THREE_CONCEALED_PUNGS, {TWO_CONCEALED_PUNGS}},
    {LESSER_HONORS_AND_KNITTED, {ALL_TYPES, CONCEALED_HAND, FULLY_CONCEALED_HAND, SINGLE_WAIT}},
    {UPPER_FOUR, {NO_HONORS}},
    {LOWER_FOUR, {NO_HONORS}},
    {REVERSIBLE_TILES, {ONE_VOIDED_SUIT}},
    {LAST_TILE_DRAW, {SELF_DRAWN}},
    {OUT_WITH_REPLACEMENT, {SELF_DRAWN}},
    {ROBBING_THE_KONG, {LAST_OF_ITS_KIND}},
    {HALF_FLUSH, {ONE_VOIDED_SUIT}},
    {MELDED_HAND, {SINGLE_WAIT}},
    {TWO_CONCEALED_KONGS, {TWO_CONCEALED_PUNGS, CONCEALED_KONG}},
    {TWO_DRAGON_PUNGS, {DRAGON_PUNG}},
    {FULLY_CONCEALED_HAND, {CONCEALED_HAND, SELF_DRAWN}},
    {TWO_MELDED_KONGS, {MELDED_KONG}},
    {ALL_CHOWS, {NO_HONORS}},
    {ALL_SIMPLES, {NO_HONORS}},
    {HEAVENLY_HAND,
     {SINGLE_WAIT, EDGE_WAIT, CLOSED_WAIT, CONCEALED_HAND, FULLY_CONCEALED_HAND, SELF_DRAWN, HEAVENLY_READY}},
    {EARTHLY_HAND, {CONCEALED_HAND, FULLY_CONCEALED_HAND, SELF_DRAWN, HEAVENLY_READY}},
    {HUMANLY_HAND, {CONCEALED_HAND}},
    {HEAVENLY_READY, {CONCEALED_HAND, FULLY_CONCEALED_HAND, READY}},
    {EIGHT_IMMORTALS, {SEASON_FLOWER, FLOWER_TILE, FOUR_PLANTS}},
};
/* Not in the rows: 清龙 > 连六 and 老少副, 一色三同顺 > 一般高, "within the three". There the sets are linked already, so
 * by principle 5 the two-chow fan has nothing left to link. */

/* Those that take certain 幺九刻 only. */
static int certain_pungs(int fan, const Hand *hand, const Split *split)
{
    int sets = 0;
    for (int i = 0; i < split->nsets; i++) {
        int kind = split->sets[i].kind;
        bool taken = ((fan == LITTLE_FOUR_WINDS || fan == BIG_THREE_WINDS) && is_wind(kind)) || /* its three winds */
                     (fan == PREVALENT_WIND && kind == hand->round_wind) ||
                     (fan == SEAT_WIND && kind == hand->seat_wind);
        if (taken && is_pung(&split->sets[i])) sets |= 1 << i;
    }
    return sets;
}

static bool takes_certain_pungs(int fan)
{
    return fan == LITTLE_FOUR_WINDS || fan == BIG_THREE_WINDS || fan == PREVALENT_WIND || fan == SEAT_WIND ||
           fan == NINE_GATES; /* any one */
}

/* Whether this entry of the rows holds in the rule set. */
static bool holds(int rules, int fan, int excluded)
{
    if (rules == DONGBEI136) return false; /* its steps add up */
    if (!in_rules(fan, rules) || !in_rules(excluded, rules)) return false;
    if (fan == ALL_TERMINALS_AND_HONORS && excluded == HALF_FLUSH) return is_one_suit(rules);
    return true;
}

/* Per rule set: the fans in such an order that each stands behind all that may exclude it, and what each excludes. */
typedef struct {
    int order[NFANS];
    bool excludes[NFANS][NFANS];
    int list[NFANS][NFANS], listed[NFANS];
} Exclusions;

static Exclusions known[NRULES];
static bool is_known[NRULES];

static bool waits_for_another(const Exclusions *e, const bool placed[NFANS], int fan)
{
    for (int other = 0; other < NFANS; other++) {
        bool before = e->excludes[other][fan] ||
                      (fan == PUNG_OF_TERMINALS_OR_HONORS && takes_certain_pungs(other));
        if (before && !placed[other]) return true;
    }
    return false;
}

void prepare_exclusions(int rules)
{
    Exclusions *e = &known[rules];
    bool placed[NFANS] = {false};
    if (is_known[rules]) return;
    memset(e, 0, sizeof *e);
    for (unsigned i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        for (int j = 0; j < MOST && ROWS[i].excludes[j]; j++) {
            int fan = ROWS[i].fan, excluded = ROWS[i].excludes[j];
            if (!holds(rules, fan, excluded)) continue;
            e->excludes[fan][excluded] = true;
            e->list[fan][e->listed[fan]++] = excluded;
        }
    for (int at = 0; at < NFANS; at++) {
        int fan = 0;
        while (placed[fan] || waits_for_another(e, placed, fan)) fan++;
        placed[fan] = true;
        e->order[at] = fan;
    }
    is_known[rules] = true;
}

/* The fans that count, of those matched. */
void count_fans(const Hand *hand, const Split *split, const Matched *matched, uint8_t counted[NFANS])
{
    const Exclusions *e = &known[hand->rules];
    bool gone[NFANS] = {false};
    int pungs = matched->terminal_pungs, any_pung = 0;

    memset(counted, 0, NFANS);
    for (int at = 0; at < NFANS; at++) {
        int fan = e->order[at];
        if (!matched->times[fan] || gone[fan]) continue;
        if (fan == PUNG_OF_TERMINALS_OR_HONORS) {
            for (int i = 0; i < 4; i++) counted[fan] += pungs >> i & 1;
            if (any_pung && counted[fan]) counted[fan]--;
            continue; /* excludes nothing */
        }
        counted[fan] = matched->times[fan];
        for (int i = 0; i < e->listed[fan]; i++) gone[e->list[fan][i]] = true;
        if (hand->rules != DONGBEI136 && takes_certain_pungs(fan)) {
            pungs &= ~certain_pungs(fan, hand, split);
            any_pung |= fan == NINE_GATES;
        }
    }
}
