/* The fans made of chows with chows, or of pungs with pungs (RULEBOOK 4): every choice of two, three or four sets that
 * forms one. Each is asked of each choice; which of them may count together is settled elsewhere. */
#include "fans.h"

/* The chosen sets, all chows or all suit pungs, lowest rank first. */
typedef struct {
    int n;
    int suit[4], rank[4];
    int pair;
} Chosen;

static bool choose(const Split *split, int mask, bool chows, Chosen *c)
{
    c->n = 0;
    c->pair = split->pair;
    for (int i = 0; i < split->nsets; i++) {
        const Set *set = &split->sets[i];
        if (!(mask >> i & 1)) continue;
        if (chows ? set->type != A_CHOW : !(is_pung(set) && is_suit(set->kind))) return false;
        int at = c->n++, suit = suit_of(set->kind), rank = rank_of(set->kind);
        for (; at > 0 && c->rank[at - 1] > rank; at--) c->suit[at] = c->suit[at - 1], c->rank[at] = c->rank[at - 1];
        c->suit[at] = suit, c->rank[at] = rank;
    }
    return true;
}

static bool one_suit(const Chosen *c)
{
    for (int i = 1; i < c->n; i++)
        if (c->suit[i] != c->suit[0]) return false;
    return true;
}

static bool all_suits_differ(const Chosen *c)
{
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < i; j++)
            if (c->suit[i] == c->suit[j]) return false;
    return true;
}

/* Ranks that rise by the same step from set to set. */
static bool rises_by(const Chosen *c, int step)
{
    for (int i = 1; i < c->n; i++)
        if (c->rank[i] - c->rank[i - 1] != step) return false;
    return true;
}

/* 123 123 789 789 by rank, and the pair 55. */
static bool terminal_chows_and_fives(const Chosen *c)
{
    return c->n == 4 && c->rank[0] == 1 && c->rank[1] == 1 && c->rank[2] == 7 && c->rank[3] == 7 && is_suit(c->pair) &&
           rank_of(c->pair) == 5;
}

static bool pure_terminal_chows(const Chosen *c)
{
    return terminal_chows_and_fives(c) && one_suit(c) && suit_of(c->pair) == c->suit[0];
}

/* 123 789 in each of two suits, 55 of the third. */
static bool three_suited_terminal_chows(const Chosen *c)
{
    if (!terminal_chows_and_fives(c)) return false;
    bool both_low = c->suit[0] != c->suit[1], both_high = c->suit[2] != c->suit[3];
    int low = 1 << c->suit[0] | 1 << c->suit[1], high = 1 << c->suit[2] | 1 << c->suit[3];
    return both_low && both_high && low == high && !(low >> suit_of(c->pair) & 1);
}

static int chow_fan(const Chosen *c)
{
    bool pure = one_suit(c), mixed = all_suits_differ(c);
    if (c->n == 2) {
        if (pure && rises_by(c, 0)) return PURE_DOUBLE_CHOW;
        if (mixed && rises_by(c, 0)) return MIXED_DOUBLE_CHOW;
        if (pure && rises_by(c, 3)) return SHORT_STRAIGHT;
        if (pure && rises_by(c, 6)) return TWO_TERMINAL_CHOWS;
    }
    if (c->n == 3) {
        if (pure && rises_by(c, 0)) return PURE_TRIPLE_CHOW;
        if (pure && rises_by(c, 3)) return PURE_STRAIGHT;
        if (pure && (rises_by(c, 1) || rises_by(c, 2))) return PURE_SHIFTED_CHOWS;
        if (mixed && rises_by(c, 3)) return MIXED_STRAIGHT;
        if (mixed && rises_by(c, 0)) return MIXED_TRIPLE_CHOW;
        if (mixed && rises_by(c, 1)) return MIXED_SHIFTED_CHOWS;
    }
    if (c->n == 4) {
        if (pure_terminal_chows(c)) return PURE_TERMINAL_CHOWS;
        if (pure && rises_by(c, 0)) return QUADRUPLE_CHOW;
        if (pure && (rises_by(c, 1) || rises_by(c, 2))) return FOUR_PURE_SHIFTED_CHOWS;
        if (three_suited_terminal_chows(c)) return THREE_SUITED_TERMINAL_CHOWS;
    }
    return NFANS;
}

static int pung_fan(const Chosen *c)
{
    bool pure = one_suit(c), mixed = all_suits_differ(c);
    if (c->n == 2 && mixed && rises_by(c, 0)) return DOUBLE_PUNG;
    if (c->n == 3 && pure && rises_by(c, 1)) return PURE_SHIFTED_PUNGS;
    if (c->n == 3 && mixed && rises_by(c, 0)) return TRIPLE_PUNG;
    if (c->n == 3 && mixed && rises_by(c, 1)) return MIXED_SHIFTED_PUNGS;
    if (c->n == 4 && pure && rises_by(c, 1)) return FOUR_PURE_SHIFTED_PUNGS;
    return NFANS;
}

void find_links(const Hand *hand, const Split *split, Matched *matched)
{
    Chosen c;
    for (int mask = 1; mask < 1 << split->nsets; mask++) {
        int fan = choose(split, mask, true, &c) ? chow_fan(&c) : choose(split, mask, false, &c) ? pung_fan(&c) : NFANS;
        if (fan < NFANS && in_rules(fan, hand->rules)) matched->links[matched->nlinks++] = (Link){fan, mask};
    }
}
