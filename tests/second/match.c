/* Which fans a reading matches: one split of the hand and one place for the winning tile (RULEBOOK 4, row by row).
 * Nothing is excluded here. */
#include "fans.h"

#include <string.h>

/* The hand in this reading, counted once for all the definitions below. */
typedef struct {
    const Hand *hand;
    const Split *split;
    bool said_self_draw;
    int tiles[KINDS];          /* concealed and melded */
    int suits, winds, dragons; /* suits: how many of the three are there; winds and dragons: whether any is */
    int chows, pungs;          /* sets of each sort; a kong is a pung */
    int wind_pungs, dragon_pungs;
    int concealed_kongs, melded_kongs, concealed_pungs;
    bool closed;               /* no chow, pung or melded kong */
} Reading;

static void count_tiles(Reading *r)
{
    for (int kind = 0; kind < KINDS; kind++) r->tiles[kind] = r->hand->counts[kind];
    for (int i = 0; i < r->hand->nmelds; i++) {
        const Set *set = &r->hand->melds[i];
        if (set->type == A_GIFT) continue; /* dongbei136 has no fan that asks for tiles */
        for (int tile = 0; tile < (set->type == A_CHOW ? 3 : 1); tile++)
            r->tiles[set->kind + tile] += set->type == A_CHOW ? 1 : is_kong(set) ? 4 : 3;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!r->tiles[kind]) continue;
        if (is_wind(kind)) r->winds = 1;
        if (is_dragon(kind)) r->dragons = 1;
    }
    for (int suit = 0; suit < 3; suit++) {
        bool any = false;
        for (int kind = 9 * suit; kind < 9 * suit + 9; kind++) any |= r->tiles[kind] > 0;
        r->suits += any;
    }
}

/* Every kind in the hand passes. */
static bool only(const Reading *r, bool (*allowed)(int kind))
{
    for (int kind = 0; kind < KINDS; kind++)
        if (r->tiles[kind] && !allowed(kind)) return false;
    return true;
}

static bool terminal_or_honor(int kind) { return !is_suit(kind) || is_terminal(kind); }
static bool simple(int kind) { return !terminal_or_honor(kind); }
static bool rank_7_to_9(int kind) { return is_suit(kind) && rank_of(kind) >= 7; }
static bool rank_4_to_6(int kind) { return is_suit(kind) && rank_of(kind) >= 4 && rank_of(kind) <= 6; }
static bool rank_1_to_3(int kind) { return is_suit(kind) && rank_of(kind) <= 3; }
static bool rank_6_to_9(int kind) { return is_suit(kind) && rank_of(kind) >= 6; }
static bool rank_1_to_4(int kind) { return is_suit(kind) && rank_of(kind) <= 4; }
static bool even(int kind) { return is_suit(kind) && rank_of(kind) % 2 == 0; }

static bool green(int kind) /* 2 3 4 6 8 of 条 and 發 */
{
    if (!is_suit(kind)) return kind == FIRST_DRAGON + 1;
    return suit_of(kind) == 1 && strchr("23468", '0' + rank_of(kind));
}

static bool reversible(int kind) /* 1234589 of 饼, 245689 of 条, 白 */
{
    static const char *const RANKS[3] = {"", "245689", "1234589"};
    if (!is_suit(kind)) return kind == FIRST_DRAGON + 2;
    return strchr(RANKS[suit_of(kind)], '0' + rank_of(kind)) != NULL;
}

static void count_sets(Reading *r, int place)
{
    r->closed = true;
    for (int i = 0; i < r->split->nsets; i++) {
        const Set *set = &r->split->sets[i];
        if (set->melded) r->closed = false;
        if (set->type == A_CHOW) r->chows++;
        if (!is_pung(set)) continue;
        r->pungs++;
        r->wind_pungs += is_wind(set->kind);
        r->dragon_pungs += is_dragon(set->kind);
        r->concealed_kongs += set->type == A_CONCEALED_KONG;
        r->melded_kongs += set->type == A_MELDED_KONG;
        /* 1122233344m SSS + 1m: the pung that a discard completes is melded. Where the tile can stand in a chow of the
         * same split, that is another reading, and the better one. */
        bool claimed = i == place && !r->said_self_draw;
        r->concealed_pungs += !set->melded && !claimed;
    }
}

static bool set_has(const Set *set, bool (*wanted)(int kind))
{
    for (int kind = set->kind; kind <= set->kind + (set->type == A_CHOW ? 2 : 0); kind++)
        if (wanted(kind)) return true;
    return false;
}

/* Every set and the pair has such a tile. */
static bool throughout(const Reading *r, bool (*wanted)(int kind))
{
    if (r->split->form != SETS) return false;
    for (int i = 0; i < r->split->nsets; i++)
        if (!set_has(&r->split->sets[i], wanted)) return false;
    return wanted(r->split->pair);
}

static bool five(int kind) { return is_suit(kind) && rank_of(kind) == 5; }

/* 1112345678999 before the winning tile, all in the hand. */
static bool nine_gates(const Hand *hand)
{
    static const int GATES[9] = {3, 1, 1, 1, 1, 1, 1, 1, 3};
    if (hand->nmelds || !is_suit(hand->win)) return false;
    for (int kind = 0; kind < KINDS; kind++) {
        int before = hand->counts[kind] - (kind == hand->win);
        int wanted = is_suit(kind) && suit_of(kind) == suit_of(hand->win) ? GATES[rank_of(kind) - 1] : 0;
        if (before != wanted) return false;
    }
    return true;
}

static bool seven_shifted_pairs(const Reading *r)
{
    int first = 0;
    if (r->split->form != PAIRS) return false;
    while (!r->tiles[first]) first++;
    for (int kind = first; kind < first + 7; kind++)
        if (!is_suit(kind) || suit_of(kind) != suit_of(first) || r->tiles[kind] != 2) return false;
    return true;
}

static int tile_hogs(const Reading *r)
{
    int hogs = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        if (r->tiles[kind] < 4) continue;
        hogs++;
        for (int i = 0; i < r->hand->nmelds; i++)
            if (is_kong(&r->hand->melds[i]) && r->hand->melds[i].kind == kind) hogs--;
    }
    return hogs;
}

/* What the tiles alone decide, in any form. */
static void match_tiles(const Reading *r, uint8_t *times)
{
    bool honors = r->winds || r->dragons, suits = r->suits > 0;
    bool ends = only(r, terminal_or_honor); /* 1, 9 and honours */

    times[ALL_GREEN] = only(r, green);
    times[ALL_TERMINALS] = ends && !honors;
    times[ALL_HONORS] = !suits;
    times[ALL_TERMINALS_AND_HONORS] = ends && honors && suits;
    times[FULL_FLUSH] = r->suits == 1 && !honors;
    times[HALF_FLUSH] = r->suits == 1 && honors;
    times[UPPER_TILES] = only(r, rank_7_to_9);
    times[MIDDLE_TILES] = only(r, rank_4_to_6);
    times[LOWER_TILES] = only(r, rank_1_to_3);
    times[UPPER_FOUR] = only(r, rank_6_to_9);
    times[LOWER_FOUR] = only(r, rank_1_to_4);
    times[REVERSIBLE_TILES] = only(r, reversible);
    times[ALL_TYPES] = r->suits == 3 && r->winds && r->dragons;
    times[ALL_SIMPLES] = only(r, simple);
    times[ONE_VOIDED_SUIT] = r->suits == 2;
    times[NO_HONORS] = !honors;
    times[TILE_HOG] = tile_hogs(r);
}

/* The forms, and what the sets and the pair decide. Fans of chows with chows and pungs with pungs are in link.c. */
static void match_sets(const Reading *r, uint8_t *times)
{
    enum Form form = r->split->form;
    int pair = r->split->pair, kongs = r->concealed_kongs + r->melded_kongs;
    bool nine_knitted = form == KNITTED_STRAIGHT_AND_SET, seven_honors = form == HONORS_AND_KNITTED;
    if (form == HONORS_AND_KNITTED) {
        int knitted = 0, honors = 0;
        for (int kind = 0; kind < KINDS; kind++) *(is_suit(kind) ? &knitted : &honors) += r->tiles[kind];
        nine_knitted = knitted == 9;
        seven_honors = honors == 7;
    }
    times[SEVEN_PAIRS] = form == PAIRS;
    times[SEVEN_SHIFTED_PAIRS] = seven_shifted_pairs(r);
    times[THIRTEEN_ORPHANS] = form == ORPHANS;
    times[GREATER_HONORS_AND_KNITTED] = form == HONORS_AND_KNITTED && seven_honors;
    times[LESSER_HONORS_AND_KNITTED] = form == HONORS_AND_KNITTED;
    times[KNITTED_STRAIGHT] = nine_knitted;
    times[NINE_GATES] = nine_gates(r->hand);

    times[BIG_FOUR_WINDS] = r->wind_pungs == 4;
    times[LITTLE_FOUR_WINDS] = r->wind_pungs == 3 && is_wind(pair);
    times[BIG_THREE_WINDS] = r->wind_pungs >= 3;
    times[BIG_THREE_DRAGONS] = r->dragon_pungs == 3;
    times[LITTLE_THREE_DRAGONS] = r->dragon_pungs == 2 && is_dragon(pair);
    times[TWO_DRAGON_PUNGS] = r->dragon_pungs >= 2;
    times[DRAGON_PUNG] = r->dragon_pungs;

    times[FOUR_KONGS] = kongs == 4;
    times[THREE_KONGS] = kongs >= 3;
    times[TWO_CONCEALED_KONGS] = r->concealed_kongs >= 2;
    times[CONCEALED_KONG] = r->concealed_kongs >= 1;
    times[TWO_MELDED_KONGS] = r->melded_kongs >= 2;
    times[MELDED_KONG] = r->melded_kongs >= 1;
    times[FOUR_CONCEALED_PUNGS] = r->concealed_pungs == 4;
    times[THREE_CONCEALED_PUNGS] = r->concealed_pungs >= 3;
    times[TWO_CONCEALED_PUNGS] = r->concealed_pungs >= 2;

    times[ALL_PUNGS] = form == SETS && r->chows == 0;
    times[ALL_EVEN_PUNGS] = form == SETS && r->chows == 0 && only(r, even);
    /* 平和 counts with 组合龙 where the other set is a chow and the pair a suit's */
    bool chows_alone = (form == SETS || form == KNITTED_STRAIGHT_AND_SET) && r->chows == r->split->nsets;
    times[ALL_CHOWS] = chows_alone && is_suit(pair);
    times[OUTSIDE_HAND] = throughout(r, terminal_or_honor);
    times[ALL_FIVES] = throughout(r, five);
    times[TWO_FIVE_EIGHT_PAIR] = form == SETS && is_suit(pair) && rank_of(pair) % 3 == 2;
    times[TERMINAL_PAIR] = form == SETS && is_terminal(pair);
}

/* 幺九刻, 圈风刻, 门风刻: one set each. A dragon pung is 箭刻 only. */
static void match_single_pungs(const Reading *r, Matched *matched)
{
    for (int i = 0; i < r->split->nsets; i++) {
        const Set *set = &r->split->sets[i];
        if (!is_pung(set)) continue;
        if (is_terminal(set->kind) || is_wind(set->kind)) matched->terminal_pungs |= 1 << i;
        if (set->kind == r->hand->round_wind) matched->times[PREVALENT_WIND] = 1;
        if (set->kind == r->hand->seat_wind) matched->times[SEAT_WIND] = 1;
    }
    for (int i = 0; i < r->split->nsets; i++)
        matched->times[PUNG_OF_TERMINALS_OR_HONORS] += matched->terminal_pungs >> i & 1;
}

static int bits_of(int flowers, int mask)
{
    int n = 0;
    for (int bit = 0; bit < 8; bit++) n += (flowers & mask) >> bit & 1;
    return n;
}

/* How the hand was won, and the flowers. */
static void match_situation(const Reading *r, uint8_t *times)
{
    const Hand *hand = r->hand;
    int said = hand->situation, seat = hand->seat_wind - FIRST_WIND;
    bool self_draw = r->said_self_draw, dealer = said & SAID_DEALER;
    bool counted_flowers = hand->rules == DUEL64 || hand->rules == MCR;

    times[LAST_TILE_DRAW] = self_draw && (said & SAID_LAST_TILE);
    times[LAST_TILE_CLAIM] = !self_draw && (said & SAID_LAST_TILE);
    times[OUT_WITH_REPLACEMENT] = self_draw && (said & SAID_KONG);
    times[ROBBING_THE_KONG] = !self_draw && (said & SAID_KONG);
    times[LAST_OF_ITS_KIND] = !!(said & SAID_LAST_OF_KIND);
    times[SELF_DRAWN] = self_draw;
    times[FULLY_CONCEALED_HAND] = self_draw && r->closed;
    times[CONCEALED_HAND] = !self_draw && r->closed;
    times[MELDED_HAND] = !self_draw && hand->nmelds == 4 && r->concealed_kongs == 0;
    times[HEAVENLY_HAND] = !!(said & SAID_HEAVENLY_HAND);
    times[EARTHLY_HAND] = !!(said & SAID_EARTHLY_HAND);
    times[HUMANLY_HAND] = !!(said & SAID_HUMANLY_HAND);
    times[HEAVENLY_READY] = !!(said & SAID_HEAVENLY_READY);
    times[READY] = !!(said & (SAID_READY | SAID_HEAVENLY_READY)); /* 天听 is 听牌 too */

    times[FLOWER_TILE] = counted_flowers ? hand->flowers : bits_of(hand->flowers, 255);
    if (!counted_flowers) {
        times[SEASON_FLOWER] = bits_of(hand->flowers, 1 << seat | 16 << seat); /* 东 春 梅, 西 秋 竹 */
        times[FOUR_PLANTS] = (hand->flowers & 0xf0) == 0xf0;
        times[EIGHT_IMMORTALS] = hand->flowers == 255;
    }
    times[DEALER_WON] = dealer;
    times[DEALER_LOST] = !dealer;
    times[DISCARDER_LOST] = !self_draw;
    times[KONG_DISCARD] = !!(said & SAID_KONG_DISCARD);
    if (hand->rules == DONGBEI136) times[CONCEALED_HAND] = hand->nmelds == 0; /* no kong either; self-draw as well */
}

/* The sort of wait that this place would be, were it the sole one: 1 edge, 2 closed, 3 single, 0 none of them. */
int wait_of(const Hand *hand, const Split *split, int place)
{
    if (place == IN_PAIR) return 3;
    if (place == IN_NO_SET || split->sets[place].type != A_CHOW) return 0;
    int chow = split->sets[place].kind;
    if (hand->win == chow + 1) return 2;
    if (hand->win == chow + 2 && rank_of(chow) == 1) return 1; /* 12 + 3 */
    if (hand->win == chow && rank_of(chow) == 7) return 1;     /* 89 + 7 */
    return 0;
}

void match(const Hand *hand, const Split *split, int place, bool sole_wait, Matched *matched)
{
    Reading r = {.hand = hand, .split = split, .said_self_draw = hand->situation & SAID_SELF_DRAW};
    memset(matched, 0, sizeof *matched);
    count_tiles(&r);
    count_sets(&r, place);

    match_tiles(&r, matched->times);
    match_sets(&r, matched->times);
    match_single_pungs(&r, matched);
    match_situation(&r, matched->times);
    if (sole_wait) {
        int wait = wait_of(hand, split, place);
        matched->times[EDGE_WAIT] = wait == 1;
        matched->times[CLOSED_WAIT] = wait == 2;
        matched->times[SINGLE_WAIT] = wait == 3;
    }
    find_links(hand, split, matched);

    bool other = matched->nlinks > 0;
    for (int fan = 0; fan < NFANS; fan++) {
        if (!in_rules(fan, hand->rules)) matched->times[fan] = 0;
        if (fan != FLOWER_TILE) other |= matched->times[fan] > 0;
    }
    matched->times[CHICKEN_HAND] = in_rules(CHICKEN_HAND, hand->rules) && !other;
}
