/* The wins, waits, multipliers and payments of suihua112, by trying everything (RULEBOOK 12; readings in suihua.h). */
#include "suihua.h"

#include <string.h>

/* Four sets and a pair are what dongbei136 has too, and nothing else is a form here. */
static Hand read_row(const Row *row)
{
    Hand hand = {.rules = DONGBEI136, .win = row->win};
    memcpy(hand.counts, row->counts, KINDS);
    for (int i = 0; i < 4 && row->melds[i]; i++)
        hand.melds[hand.nmelds++] = (Set){(enum SetType)(row->melds[i] >> 6), (row->melds[i] & 63) - 1, true};
    return hand;
}

/* A pung, a chow, a 1, 9 or 中, and two suits; a pair of 中 is the pung as well. */
static bool may_win(const Split *split)
{
    bool pung = split->pair == RED, chow = false, end = split->pair == RED || is_terminal(split->pair);
    int suits = is_suit(split->pair) ? 1 << suit_of(split->pair) : 0;
    for (int i = 0; i < split->nsets; i++) {
        const Set *set = &split->sets[i];
        if (is_suit(set->kind)) suits |= 1 << suit_of(set->kind);
        pung |= is_pung(set);
        chow |= !is_pung(set);
        end |= set->kind == RED || is_terminal(set->kind) || (!is_pung(set) && is_terminal(set->kind + 2));
    }
    return pung && chow && end && (suits & (suits - 1)) != 0;
}

/* The splits of the finished tiles by which the hand may win. */
static int winning_splits(const Hand *hand, const uint8_t counts[KINDS], Split *out)
{
    Split all[MAX_SPLITS];
    int n = 0, found = find_splits(hand, counts, all, MAX_SPLITS);
    for (int i = 0; i < found; i++)
        if (may_win(&all[i])) out[n++] = all[i];
    return n;
}

static bool in_the_game(int kind) { return is_suit(kind) || kind == RED; }

/* What a ready hand waits to become: each kind that finishes it, with a split, and the first set of the split that was
 * neither laid down nor pushed out. */
typedef struct {
    Split splits[KINDS][MAX_SPLITS];
    int n[KINDS];
    int kinds;
    int fixed;
} Finishes;

static void add_finish(Finishes *f, int kind, const Split *split)
{
    f->kinds += !f->n[kind];
    f->splits[kind][f->n[kind]++] = *split;
}

/* `held`: the tiles before the winning one. */
static void find_finishes(const Hand *hand, const uint8_t held[KINDS], int pushed, Finishes *f)
{
    Split splits[MAX_SPLITS];
    uint8_t counts[KINDS];
    memset(f->n, 0, sizeof f->n);
    f->kinds = 0;
    f->fixed = hand->nmelds + (pushed != NONE);
    memcpy(counts, held, KINDS);
    if (hand->nmelds == 4) return;

    if (pushed != NONE) { /* the pair is the pung to be; a pair and sets are left */
        if (!in_the_game(pushed) || held[pushed] < 2) return;
        Hand rest = *hand;
        rest.melds[rest.nmelds++] = (Set){A_PUNG, pushed, false};
        counts[pushed] -= 2;
        int n = winning_splits(&rest, counts, splits);
        for (int i = 0; i < n; i++)
            if (splits[i].pair != pushed) add_finish(f, pushed, &splits[i]);
        return;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!in_the_game(kind)) continue;
        counts[kind]++;
        int n = winning_splits(hand, counts, splits);
        for (int i = 0; i < n; i++) add_finish(f, kind, &splits[i]);
        counts[kind]--;
    }
}

/* In a set of this split that stands in the hand the tile is 卡, or 边. */
static bool in_the_middle_or_edge(const Split *split, int fixed, int kind)
{
    for (int i = fixed; i < split->nsets; i++) {
        const Set *set = &split->sets[i];
        if (is_pung(set) || !contains(set, kind)) continue;
        if (kind == set->kind + 1) return true;
        if (rank_of(kind) == 3 && kind == set->kind + 2) return true;
        if (rank_of(kind) == 7 && kind == set->kind) return true;
    }
    return false;
}

/* 边, 卡 or 吊 in this split, the only kind waited for. A pair pushed out is none of them: the tile makes a pung. */
static bool is_narrow(const Finishes *f, const Split *split, int kind, int pushed)
{
    return pushed == NONE && f->kinds == 1 &&
           (split->pair == kind || in_the_middle_or_edge(split, f->fixed, kind));
}

static bool has_pung_in_hand(const Split *split, int fixed, int kind)
{
    for (int i = fixed; i < split->nsets; i++)
        if (is_pung(&split->sets[i]) && split->sets[i].kind == kind) return true;
    return false;
}

/* Of equal factors the higher name is shown. */
static void better(int *best, int *name, int factor, int called)
{
    if (factor < *best || (factor == *best && called <= *name)) return;
    *best = factor;
    *name = called;
}

/* What the winning tile is worth where the hand, ready, waits to be this split by drawing or claiming `kind`. */
static int worth(const Row *row, const uint8_t held[KINDS], const Finishes *f, int kind, const Split *split,
                 int *name)
{
    bool drawn = row->how & DRAWN, treasure = row->how & TREASURE, hit = row->win == kind;
    bool narrow = is_narrow(f, split, kind, row->pushed);
    int wait = narrow ? 2 : 1, best = 0;
    *name = PLAIN;
    if (hit && drawn) best = 2 * wait;
    if (hit && !drawn && !treasure) best = wait;
    if (!drawn) return best;

    if (treasure) {
        int by_treasure = hit && narrow ? 16 : 4 * wait;
        better(&best, name, by_treasure, hit && narrow ? DOUBLE_TREASURE : TREASURE_DRAW);
    }
    if (held[row->win] == 3 && has_pung_in_hand(split, f->fixed, row->win)) {
        int wind = hit && in_the_middle_or_edge(split, f->fixed, kind) ? 16 : 4 * wait;
        better(&best, name, wind, BIG_WIND);
    }
    return best;
}

static bool has_claims(const Hand *hand)
{
    for (int i = 0; i < hand->nmelds; i++)
        if (hand->melds[i].type != A_CONCEALED_KONG) return true;
    return false;
}

/* Copies of a kind before the winning tile came, melds included. */
static int copies_of(const Hand *hand, const uint8_t held[KINDS], int kind)
{
    int copies = held[kind];
    for (int i = 0; i < hand->nmelds; i++)
        if (contains(&hand->melds[i], kind)) copies += is_kong(&hand->melds[i]) ? 4 : is_pung(&hand->melds[i]) ? 3 : 1;
    return copies;
}

/* Ready may be declared: a kind that finishes the hand is not wholly held. */
static bool may_be_ready(const Hand *hand, const uint8_t held[KINDS], const Finishes *f)
{
    for (int kind = 0; kind < KINDS; kind++)
        if (f->n[kind] && copies_of(hand, held, kind) < 4) return true;
    return false;
}

/* The largest multiplier of the hand with its winning tile; 0 where it does not win. */
static int multiplier(const Row *row, const Hand *hand, const uint8_t held[KINDS], const Finishes *f, int *name)
{
    if (row->how & HEAVENLY) { /* all fourteen as dealt, nothing declared */
        Split splits[MAX_SPLITS];
        bool dealt = hand->nmelds == 0 && row->pushed == NONE && row->how & DRAWN;
        return dealt && winning_splits(hand, hand->counts, splits) ? 64 : 0;
    }
    if (!may_be_ready(hand, held, f)) return 0;
    int best = 0, called;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < f->n[kind]; i++) {
            int this_way = worth(row, held, f, kind, &f->splits[kind][i], &called);
            better(&best, name, this_way, called);
        }
    return best * (has_claims(hand) ? 1 : 2) * (row->pushed != NONE ? 2 : 1);
}

static void answer(const Row *row, Answer *out)
{
    Finishes finishes, pushed;
    Split splits[MAX_SPLITS];
    uint8_t held[KINDS];
    Hand hand = read_row(row);
    *out = (Answer){.wins = hand.nmelds < 4 && winning_splits(&hand, hand.counts, splits) > 0};
    memcpy(held, row->counts, KINDS);
    held[row->win]--;
    find_finishes(&hand, held, row->pushed, &finishes);
    for (int kind = 0; kind < KINDS; kind++) {
        if (finishes.n[kind]) out->waits |= (uint64_t)1 << kind;
        find_finishes(&hand, held, kind, &pushed);
        if (may_be_ready(&hand, held, &pushed)) out->pushes |= (uint64_t)1 << kind;
    }
    int name = PLAIN;
    out->multiplier = multiplier(row, &hand, held, &finishes, &name);
    out->name = name;
}

void suihua_answer(const Row *rows, long n, Answer *out)
{
    for (long i = 0; i < n; i++) answer(&rows[i], &out[i]);
}

/* What each of four seats gains, in bases. `discarder`: a seat, or -1 for a tile drawn; `ready`: a bit a seat. */
void suihua_pay(int multiplier, bool heavenly, int winner, int dealer, int discarder, int ready, int32_t gains[4])
{
    memset(gains, 0, 4 * sizeof *gains);
    for (int seat = 0; seat < 4; seat++) {
        if (seat == winner) continue;
        int pays = multiplier;
        if (!heavenly && (seat == dealer || winner == dealer)) pays *= 2;
        if (seat == discarder && !(ready >> seat & 1)) pays *= 2;
        gains[seat] -= pays;
        gains[winner] += pays;
    }
}
