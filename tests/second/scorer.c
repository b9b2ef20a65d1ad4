/* The plain scorer: of all splits, all places for the winning tile and all choices of linking fans, the best
 * (RULEBOOK 3). It is written to be read beside the rulebook and to be trusted, not to be fast.
 *
 *   read.c        a record becomes a hand, or an error             sections 1, 2
 *   splits.c      every split; whether the wait was the sole one   section 2
 *   match.c       the fans that one reading matches                section 4
 *   link.c        the fans of chows with chows, pungs with pungs   section 4
 *   exclusions.c  what is taken away by what                       section 5
 *   scorer.c      principles 3 to 6, caps, the rows that go out    section 3 */
#include "fans.h"

#include <string.h>

typedef struct {
    int total;
    uint8_t counted[NFANS];
    int key[9]; /* of the split: pair, then sets by kind, chow before pung */
    int wait;
} Score;

/* ---- Principle 6: which of two scores stands ---- */

/* A rule set's fans, dearest first, then by place. */
static int dearest[NRULES][NFANS];

static void sort_dearest(int rules)
{
    int n = 0;
    for (int value = 100; value > 0; value--)
        for (int fan = 0; fan < NFANS; fan++)
            if (VALUES[fan][rules] == value) dearest[rules][n++] = fan;
    while (n < NFANS) dearest[rules][n++] = -1;
}

/* The counted fans one by one, each as often as it counts. */
static int spell_out(int rules, const uint8_t counted[NFANS], int fans[64])
{
    int n = 0;
    for (int i = 0; i < NFANS && dearest[rules][i] >= 0; i++)
        for (int times = 0; times < counted[dearest[rules][i]]; times++) fans[n++] = dearest[rules][i];
    return n;
}

static bool is_better(int rules, const Score *new, const Score *old)
{
    if (new->total != old->total) return new->total > old->total;

    int a[64], b[64];
    int na = spell_out(rules, new->counted, a), nb = spell_out(rules, old->counted, b);
    for (int i = 0; i < na && i < nb; i++)
        if (VALUES[a[i]][rules] != VALUES[b[i]][rules]) return VALUES[a[i]][rules] > VALUES[b[i]][rules];
    for (int i = 0; i < na && i < nb; i++)
        if (a[i] != b[i]) return a[i] < b[i];

    for (int i = 0; i < 9; i++)
        if (new->key[i] != old->key[i]) return new->key[i] < old->key[i];
    return false;
}

static void make_key(const Split *split, int key[9])
{
    int sets[4];
    memset(key, 0, 9 * sizeof *key);
    key[0] = split->pair;
    for (int i = 0; i < split->nsets; i++) {
        int at = i, set = 2 * split->sets[i].kind + (split->sets[i].type != A_CHOW);
        for (; at > 0 && sets[at - 1] > set; at--) sets[at] = sets[at - 1];
        sets[at] = set;
    }
    for (int i = 0; i < split->nsets; i++) key[1 + i] = sets[i];
}

/* ---- Principles 2, 3 and 5: which linking fans count together ---- */

typedef struct {
    const Hand *hand;
    const Split *split;
    Matched matched;   /* times: those of the links taken so far included */
    bool taken[MAX_LINKS];
    Score *best;
    Score now;
} Choice;

/* Whether a link can join the links taken: the links must make a forest, so its sets must all hang in different trees;
 * and none of its sets is in the same fan already. 123 456 456 has 一般高 and one 连六, not two: the second would close
 * a ring. Three equal chows (three144) have one 一般高: the third would use one of its sets again. */
static bool can_join(const Choice *c, int link)
{
    int tree[4] = {0, 1, 2, 3}, sets = c->matched.links[link].sets;
    for (int i = 0; i < c->matched.nlinks; i++) {
        if (!c->taken[i]) continue;
        const Link *other = &c->matched.links[i];
        if (other->fan == c->matched.links[link].fan && (other->sets & sets)) return false;
        int root = -1;
        for (int s = 0; s < 4; s++) {
            if (!(other->sets >> s & 1)) continue;
            if (root < 0) root = tree[s];
            for (int t = 0, joined = tree[s]; t < 4; t++)
                if (tree[t] == joined) tree[t] = root;
        }
    }
    for (int s = 0; s < 4; s++)
        for (int t = 0; t < s; t++)
            if ((sets >> s & 1) && (sets >> t & 1) && tree[s] == tree[t]) return false;
    return true;
}

static void count_choice(Choice *c)
{
    for (int i = 0; i < c->matched.nlinks; i++)
        if (!c->taken[i] && can_join(c, i)) return; /* a larger choice is tried as well */

    int rules = c->hand->rules;
    count_fans(c->hand, c->split, &c->matched, c->now.counted);
    c->now.total = 0;
    for (int fan = 0; fan < NFANS; fan++) c->now.total += c->now.counted[fan] * VALUES[fan][rules];
    if (is_better(rules, &c->now, c->best)) *c->best = c->now;
}

static void choose_links(Choice *c, int link)
{
    if (link == c->matched.nlinks) {
        count_choice(c);
        return;
    }
    if (can_join(c, link)) {
        int fan = c->matched.links[link].fan;
        c->taken[link] = true;
        c->matched.times[fan]++;
        choose_links(c, link + 1);
        c->matched.times[fan]--;
        c->taken[link] = false;
    }
    choose_links(c, link + 1);
}

/* ---- Every split and every place for the winning tile ---- */

static void score_reading(const Hand *hand, const Split *split, int place, bool sole_wait, int wait, Score *best)
{
    Choice choice = {.hand = hand, .split = split, .best = best};
    match(hand, split, place, sole_wait, &choice.matched);
    make_key(split, choice.now.key);
    choice.now.wait = wait;
    choose_links(&choice, 0);
}

static void score_split(const Hand *hand, const Split *split, bool sole_wait, Score *best)
{
    int places[6], n = 0, wait = 0;
    if (split->form == PAIRS || split->pair == hand->win) places[n++] = IN_PAIR;
    for (int i = hand->nmelds; i < split->nsets; i++)
        if (contains(&split->sets[i], hand->win)) places[n++] = i;
    bool knitted = split->form == KNITTED_STRAIGHT_AND_SET && in_knitted(split->knitted, hand->win);
    if (knitted || split->form == ORPHANS || split->form == HONORS_AND_KNITTED) places[n++] = IN_NO_SET;

    /* The wait that is shown: edge before closed before single. */
    for (int i = 0; i < n && sole_wait; i++) {
        int here = wait_of(hand, split, places[i]);
        if (here && (!wait || here < wait)) wait = here;
    }
    for (int i = 0; i < n; i++) score_reading(hand, split, places[i], sole_wait, wait, best);
}

/* dongbei136: with all four sets laid down only 飘胡 wins. A gift (旋风杠, 喜杠) is laid down and no hindrance to it. */
static bool may_win(const Hand *hand, const Split *split)
{
    if (hand->rules != DONGBEI136 || hand->nmelds < 4) return true;
    for (int i = 0; i < 4; i++)
        if (split->sets[i].type == A_CHOW) return false;
    return true;
}

/* table72: with all eight flowers `flower_win` makes a win of any hand; 八仙过海 alone counts. */
static bool wins_by_flowers(const Hand *hand, Score *best)
{
    if (hand->rules != TABLE72 || !(hand->situation & SAID_FLOWER_WIN) || hand->flowers != 255) return false;
    *best = (Score){.total = VALUES[EIGHT_IMMORTALS][TABLE72]};
    best->counted[EIGHT_IMMORTALS] = 1;
    return true;
}

static enum Status score_record(int rules, const uint8_t *record, Score *best)
{
    Hand hand;
    Split splits[MAX_SPLITS];
    *best = (Score){.total = 0};

    enum Status status = read_hand(rules, record, &hand);
    if (status != WIN) return status;

    int n = find_splits(&hand, hand.counts, splits, MAX_SPLITS);
    if (n == 0) return wins_by_flowers(&hand, best) ? WIN : NOT_COMPLETE;
    if (!may_win(&hand, &splits[0])) return NOT_COMPLETE;

    bool sole_wait = is_sole_wait(&hand);
    best->total = -1;
    for (int i = 0; i < n; i++) score_split(&hand, &splits[i], sole_wait, best);
    return WIN;
}

/* ---- The rows that go out ---- */

static int capped(int rules, int total)
{
    int cap = rules == TABLE72 ? 200 : rules == DONGBEI136 ? 5 : total;
    return total < cap ? total : cap;
}

/* total i4 at 0, status at 4, wait at 5, fans: two u8 at 8, little-endian */
static void write_row(int rules, const Score *score, enum Status status, uint8_t row[24])
{
    uint32_t total = (uint32_t)capped(rules, score->total);
    memset(row, 0, 24);
    for (int i = 0; i < 4; i++) row[i] = (uint8_t)(total >> 8 * i);
    row[4] = (uint8_t)status;
    row[5] = (uint8_t)score->wait;
    for (int fan = 0; fan < NFANS; fan++)
        if (score->counted[fan]) row[8 + fan / 8] |= (uint8_t)(1 << fan % 8);
}

/* To be called once, before any other function. */
void second_open(void)
{
    for (int rules = 0; rules < NRULES; rules++) {
        prepare_exclusions(rules);
        sort_dearest(rules);
    }
}

int second_fans(void) { return NFANS; }
const char *second_id(int fan) { return IDS[fan]; }
int second_value(int fan, int rules) { return VALUES[fan][rules]; }

/* Scores n records (32 bytes each in the one-suit rule sets, else 48) into rows of 24 bytes; `counts`, where given,
 * gets n times NFANS bytes: how often each fan counts. */
int second_score_batch(int rules, const uint8_t *records, long n, uint8_t *out, uint8_t *counts)
{
    if (rules < 0 || rules >= NRULES) return -1;
    long size = is_one_suit(rules) ? 32 : 48;
    for (long i = 0; i < n; i++) {
        Score score;
        enum Status status = score_record(rules, records + i * size, &score);
        write_row(rules, &score, status, out + i * 24);
        if (counts) memcpy(counts + i * NFANS, score.counted, NFANS);
    }
    return 0;
}
