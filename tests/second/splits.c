/* Every way to read the tiles as a complete hand, and whether one kind alone was waited for (RULEBOOK 2, forms of 4). */
#include "hand.h"

#include <string.h>

/* The six ways in which 147, 258 and 369 can lie over 万, 条 and 饼: the first rank in each suit. */
static const int KNITTED[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};

bool in_knitted(int way, int kind)
{
    return is_suit(kind) && (rank_of(kind) - KNITTED[way][suit_of(kind)]) % 3 == 0;
}

typedef struct {
    uint8_t counts[KINDS]; /* what is left */
    Split now;
    Split *out;
    int found, max;
} Search;

static void found_one(Search *s)
{
    if (s->found < s->max) s->out[s->found++] = s->now;
}

/* All the tiles left become sets. The lowest kind left is in at most one pung; its other tiles each begin a chow. So
 * no set of sets is met twice. */
static void take_sets(Search *s, int kind)
{
    if (s->found == s->max) return;
    while (kind < KINDS && !s->counts[kind]) kind++;
    if (kind == KINDS) {
        found_one(s);
        return;
    }
    int held = s->counts[kind], nsets = s->now.nsets;
    for (int pungs = 0; 3 * pungs <= held && pungs <= 1; pungs++) {
        int chows = held - 3 * pungs;
        bool begins = is_suit(kind) && rank_of(kind) <= 7;
        if (chows && !(begins && s->counts[kind + 1] >= chows && s->counts[kind + 2] >= chows)) continue;
        if (nsets + pungs + chows > 4) continue;

        if (pungs) s->now.sets[s->now.nsets++] = (Set){A_PUNG, kind, false};
        for (int i = 0; i < chows; i++) s->now.sets[s->now.nsets++] = (Set){A_CHOW, kind, false};
        s->counts[kind] = 0;
        if (chows) s->counts[kind + 1] -= chows, s->counts[kind + 2] -= chows;

        take_sets(s, kind + 1);

        if (chows) s->counts[kind + 1] += chows, s->counts[kind + 2] += chows;
        s->counts[kind] = held;
        s->now.nsets = nsets;
    }
}

static void take_pair_and_sets(Search *s)
{
    for (int kind = 0; kind < KINDS; kind++) {
        if (s->counts[kind] < 2) continue;
        s->counts[kind] -= 2;
        s->now.pair = kind;
        take_sets(s, 0);
        s->counts[kind] += 2;
    }
    s->now.pair = -1;
}

/* Seven pairs: four of a kind may be two pairs. */
static void take_seven_pairs(Search *s)
{
    for (int kind = 0; kind < KINDS; kind++)
        if (s->counts[kind] % 2) return;
    s->now.form = PAIRS;
    found_one(s);
}

static void take_orphans(Search *s)
{
    for (int kind = 0; kind < KINDS; kind++) {
        bool orphan = !is_suit(kind) || is_terminal(kind);
        if (orphan != (s->counts[kind] > 0)) return;
    }
    s->now.form = ORPHANS;
    found_one(s);
}

/* 全不靠, 七星不靠: fourteen different tiles out of one knitted 147 258 369 and the seven honours. */
static void take_honors_and_knitted(Search *s)
{
    for (int way = 0; way < 6; way++) {
        bool fits = true;
        for (int kind = 0; kind < KINDS; kind++)
            fits &= s->counts[kind] <= (!is_suit(kind) || in_knitted(way, kind));
        if (!fits) continue;
        s->now.form = HONORS_AND_KNITTED;
        s->now.knitted = way;
        found_one(s);
        return; /* a second way, where there is one, is the same fourteen tiles */
    }
}

/* 组合龙: nine knitted tiles stand for three sets. */
static void take_knitted_straight(Search *s)
{
    for (int way = 0; way < 6; way++) {
        bool whole = true;
        for (int kind = 0; kind < FIRST_WIND; kind++) whole &= s->counts[kind] || !in_knitted(way, kind);
        if (!whole) continue;
        for (int kind = 0; kind < FIRST_WIND; kind++) s->counts[kind] -= in_knitted(way, kind);
        s->now.form = KNITTED_STRAIGHT_AND_SET;
        s->now.knitted = way;
        take_pair_and_sets(s);
        for (int kind = 0; kind < FIRST_WIND; kind++) s->counts[kind] += in_knitted(way, kind);
    }
}

/* The splits of these concealed tiles beside the hand's melds, at most `max` of them. */
int find_splits(const Hand *hand, const uint8_t counts[KINDS], Split *out, int max)
{
    Search s = {.out = out, .max = max};
    memcpy(s.counts, counts, KINDS);
    memcpy(s.now.sets, hand->melds, sizeof s.now.sets);
    s.now = (Split){.form = SETS, .nsets = hand->nmelds, .pair = -1, .knitted = -1};
    memcpy(s.now.sets, hand->melds, sizeof s.now.sets);

    take_pair_and_sets(&s);
    if (hand->nmelds == 0 && hand->rules != DONGBEI136) take_seven_pairs(&s);
    if (hand->rules == MCR) {
        if (hand->nmelds == 0) take_orphans(&s);
        if (hand->nmelds == 0) take_honors_and_knitted(&s);
        if (hand->nmelds <= 1) take_knitted_straight(&s);
    }
    return s.found;
}

/* Whether, of a complete hand, no kind but the winning one completes the tiles held before, in any form. A fifth copy
 * may be asked for: a kind of which the player holds all four is waited for still (1234444m EEE SSS waits for 1m and
 * 4m, so there is no 单钓将 in it). */
bool is_sole_wait(const Hand *hand)
{
    uint8_t counts[KINDS];
    Split any;
    memcpy(counts, hand->counts, KINDS);
    counts[hand->win]--;
    for (int kind = 0; kind < KINDS; kind++) {
        if (kind == hand->win || (is_one_suit(hand->rules) && kind >= 9 && kind < FIRST_WIND)) continue;
        counts[kind]++;
        if (find_splits(hand, counts, &any, 1)) return false;
        counts[kind]--;
    }
    return true;
}
