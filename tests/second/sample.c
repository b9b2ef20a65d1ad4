/* Random records for every rule set, mostly complete hands of the sorts that score much, some broken on purpose.
 *
 * A record depends on the seed and its own number alone, so that one that differs can be made again. Hands are built
 * from random sets and a pair, seven pairs or the special forms; then sets are laid down, a winning tile is picked, the
 * circumstances are drawn, and a few tiles or bytes are spoilt. Kinds are those of the rule set: suits, then honours. */
#include "hand.h"
#include "random.h"

#include <string.h>

typedef struct {
    uint64_t state;    /* of the random stream */
    int rules, suits, kinds, honor; /* honor: the first honour kind */
    int used[KINDS];   /* copies taken so far, melds included */
    uint8_t counts[KINDS], melds[4];
    int nmelds;
    bool kong;
    /* the theme of the hand: the tiles it is to be of, its suits (bits), lowest and highest rank, and how many of 100
     * sets are honours, pungs, laid down */
    enum Tiles { ANY_TILES, ENDS, EVENS, FIVES, GREENS, REVERSIBLES, BLAND } tiles;
    int in_suits, low, high, honors, pungs, melded;
} Draw;

static uint64_t next(Draw *d) { return random_next(&d->state); }
static int below(Draw *d, int n) { return (int)(next(d) % (uint64_t)n); }
static bool chance(Draw *d, int percent) { return below(d, 100) < percent; }

static void choose_theme(Draw *d)
{
    static const int PERCENT[6] = {0, 0, 20, 50, 80, 100};
    d->in_suits = chance(d, 50) ? (1 << d->suits) - 1 : 1 << below(d, d->suits);
    d->low = 1, d->high = 9;
    if (chance(d, 35)) {
        d->low = 1 + below(d, 7);
        d->high = d->low + 2 + below(d, 3);
        if (d->high > 9) d->high = 9;
    }
    d->honors = PERCENT[below(d, 6)];
    d->pungs = PERCENT[below(d, 6)];
    d->melded = PERCENT[below(d, 6)];
    if (chance(d, 80)) return;

    d->tiles = (enum Tiles)(1 + below(d, BLAND));
    d->low = 1, d->high = 9;
    if (d->tiles == BLAND) d->honors = 0, d->pungs = 20, d->melded = 50, d->in_suits = (1 << d->suits) - 1;
    if (d->tiles == ENDS || d->tiles == EVENS) d->pungs = 100;
    if (d->tiles == ENDS || d->tiles == FIVES) d->in_suits = (1 << d->suits) - 1;
    if (d->tiles == GREENS && d->suits == 3) d->in_suits = 2;
    if (d->tiles == REVERSIBLES && d->suits == 3) d->in_suits = 6;
}

/* A set or pair that begins here and has so many ranks is in the theme. */
static bool suits_theme(const Draw *d, int kind, int ranks)
{
    static const char *const REVERSIBLE[3] = {"", "245689", "1234589"};
    bool honor = kind >= d->honor, has_five = false;
    for (int i = 0; i < ranks; i++) {
        int rank = honor ? 0 : (kind + i) % 9 + 1;
        has_five |= rank == 5;
        if (d->tiles == ENDS && !honor && rank != 1 && rank != 9) return false;
        if (d->tiles == EVENS && (honor || rank % 2)) return false;
        if (d->tiles == GREENS && (honor ? kind != d->honor + 5 : !strchr("23468", '0' + rank))) return false;
        if (d->tiles == REVERSIBLES && d->suits == 3 &&
            (honor ? kind != d->honor + 6 : !strchr(REVERSIBLE[kind / 9], '0' + rank)))
            return false;
    }
    return d->tiles != FIVES || has_five;
}

static int some_suit(Draw *d)
{
    int suit;
    do suit = below(d, d->suits);
    while (!(d->in_suits >> suit & 1));
    return suit;
}

/* The first kind of a set of so many ranks. */
static int any_kind(Draw *d, int ranks)
{
    int highest = 10 - ranks;
    if (ranks == 1 && chance(d, d->honors)) return d->honor + below(d, 7);
    int top = d->high < highest ? d->high : highest, low = d->low < top ? d->low : top;
    int rank = chance(d, 15) ? (chance(d, 50) ? 1 : highest) : low + below(d, top - low + 1);
    return 9 * some_suit(d) + rank - 1;
}

static int some_kind(Draw *d, int ranks)
{
    int kind = any_kind(d, ranks);
    for (int tries = 0; tries < 60 && !suits_theme(d, kind, ranks); tries++) kind = any_kind(d, ranks);
    return kind;
}

static bool take(Draw *d, int kind, int copies)
{
    if (d->used[kind] + copies > 4) return false;
    d->used[kind] += copies;
    return true;
}

static bool take_chow(Draw *d, int kind)
{
    for (int i = 0; i < 3; i++)
        if (d->used[kind + i] == 4) return false;
    for (int i = 0; i < 3; i++) d->used[kind + i]++;
    return true;
}

static void lay_down(Draw *d, int type, int kind)
{
    d->melds[d->nmelds++] = (uint8_t)(type << 6 | (kind + 1));
    d->kong |= type >= 2 && kind < d->kinds;
}

/* A chow, pung or kong, in the hand or laid down; false where the copies do not suffice. */
static bool add_set(Draw *d, int kind, bool chow)
{
    bool melded = chance(d, d->melded), kong = !chow && chance(d, 30);
    if (chow ? !take_chow(d, kind) : !take(d, kind, kong ? 4 : 3)) return false;
    if (melded || kong)
        lay_down(d, chow ? 0 : !kong ? 1 : melded && chance(d, 70) ? 2 : 3, kind);
    else
        for (int i = 0; i < 3; i++) d->counts[chow ? kind + i : kind]++;
    return true;
}

/* Every other set leans on the one before: the same, or a step beside it, or in another suit. */
static void add_sets(Draw *d, int n)
{
    int last = -1;
    bool last_chow = true;
    for (int tries = 0; n > 0 && tries < 200; tries++) {
        bool chow = !chance(d, d->pungs);
        int kind = some_kind(d, chow ? 3 : 1);
        if (last >= 0 && last < d->honor && d->tiles == ANY_TILES && chance(d, 50)) {
            static const int STEPS[8] = {0, 0, 1, -1, 2, -2, 3, -3};
            int rank = last % 9 + STEPS[below(d, 8)];
            chow = last_chow;
            if (rank >= 0 && rank <= (chow ? 6 : 8)) kind = 9 * some_suit(d) + rank;
        }
        if (chow && kind >= d->honor) chow = false;
        if (!add_set(d, kind, chow)) continue;
        last = kind, last_chow = chow;
        n--;
    }
}

static void add_pairs(Draw *d, int n)
{
    int start = 9 * some_suit(d) + below(d, 3);
    bool row = n == 7 && chance(d, 15);
    for (int tries = 0; n > 0 && tries < 200; tries++) {
        int kind = row ? start + n - 1 : some_kind(d, 1);
        if (!take(d, kind, 2)) continue;
        d->counts[kind] += 2;
        n--;
    }
}

static void add_tile(Draw *d, int kind)
{
    if (take(d, kind, 1)) d->counts[kind]++;
}

static void add_orphans(Draw *d)
{
    int twice = below(d, 13), n = 0;
    for (int kind = 0; kind < d->kinds; kind++) {
        if (kind < d->honor && kind % 9 != 0 && kind % 9 != 8) continue;
        add_tile(d, kind);
        if (n++ == twice) add_tile(d, kind);
    }
}

/* The knitted tiles of a random way, and for 全不靠 the honours; two of the sixteen are left out. */
static void add_knitted(Draw *d, bool with_honors)
{
    int tiles[16], n = 0, way = below(d, 6);
    static const int FIRST[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int suit = 0; suit < 3; suit++)
        for (int rank = FIRST[way][suit]; rank < 9; rank += 3) tiles[n++] = 9 * suit + rank;
    for (int kind = d->honor; with_honors && kind < d->kinds; kind++) tiles[n++] = kind;
    for (int out = 0; with_honors && out < 2; out++) {
        int at = chance(d, 40) ? below(d, 9 - out) : below(d, n);
        tiles[at] = tiles[--n];
    }
    for (int i = 0; i < n; i++) add_tile(d, tiles[i]);
}

/* 1112345678999 and a tile. */
static void add_gates(Draw *d)
{
    int suit = some_suit(d);
    for (int rank = 0; rank < 9; rank++)
        for (int copies = rank % 8 ? 1 : 3; copies > 0; copies--) add_tile(d, 9 * suit + rank);
    add_tile(d, 9 * suit + below(d, 9));
}

/* 123 789, twice in a suit or once in each of two, and a pair of fives. */
static void add_terminal_chows(Draw *d)
{
    int first = below(d, d->suits), second = below(d, d->suits), pair = 9 * below(d, d->suits) + 4;
    add_set(d, 9 * first, true), add_set(d, 9 * first + 6, true);
    add_set(d, 9 * second, true), add_set(d, 9 * second + 6, true);
    add_tile(d, pair), add_tile(d, pair);
}

static void add_hand(Draw *d)
{
    int form = below(d, 100);
    bool special = d->suits == 3 && chance(d, d->rules == MCR ? 25 : 4);
    if (special && form < 20) {
        add_orphans(d);
    } else if (special && form < 55) {
        add_knitted(d, true);
    } else if (special) {
        add_knitted(d, false);
        add_sets(d, 1);
        add_pairs(d, 1);
    } else if (form < 15) {
        add_pairs(d, 7);
    } else if (form < 16) {
        add_gates(d);
    } else if (form < 18) {
        add_terminal_chows(d);
    } else if (form < 20) {
        for (int left = 14; left > 0; left--) add_tile(d, some_kind(d, 1));
    } else {
        int gifts = d->rules == DONGBEI136 && chance(d, 8) ? 1 + below(d, 2) : 0;
        for (int i = 0; i < gifts; i++) lay_down(d, 3, 35 + (i + below(d, 2)));
        add_sets(d, 4 - gifts);
        add_pairs(d, 1);
    }
}

static int some_concealed(Draw *d)
{
    int kind, any = 0;
    for (kind = 0; kind < d->kinds; kind++) any += d->counts[kind];
    if (!any) return 0;
    do kind = below(d, d->kinds);
    while (!d->counts[kind]);
    return kind;
}

static int some_flowers(Draw *d)
{
    if (chance(d, 55)) return 0;
    if (d->rules == DUEL64) return below(d, 13);
    if (d->rules == MCR) return below(d, 9);
    if (d->rules == DONGBEI136) return 0;
    return chance(d, 40) ? 255 : below(d, 256);
}

/* Circumstances that go together, mostly. */
static int some_situation(Draw *d, int win, int flowers, int *seat)
{
    bool self_draw = chance(d, 50), has_dealer = d->rules != DUEL64 && d->rules != THREE144 && d->rules != MCR;
    int said = self_draw ? SAID_SELF_DRAW : 0;
    if (chance(d, 12)) return below(d, 4096);
    if (chance(d, 50)) {
        if (chance(d, 20)) said |= SAID_LAST_TILE;
        if (chance(d, 40) && (self_draw ? d->kong : d->used[win] == 1)) said |= SAID_KONG;
        if (chance(d, 40) && d->counts[win] == 1) said |= SAID_LAST_OF_KIND;
        if (chance(d, 30)) said |= SAID_READY;
        if (chance(d, 20)) said |= SAID_HEAVENLY_READY;
        if (chance(d, 10) && !self_draw && !(said & SAID_KONG)) said |= SAID_KONG_DISCARD;
        if (flowers == 255 && chance(d, 50)) said |= SAID_FLOWER_WIN;
    }
    if (chance(d, 50)) {
        said |= SAID_DEALER;
        if (has_dealer) *seat = 0;
    }
    if (!d->nmelds && chance(d, 25))
        said |= !self_draw ? SAID_HUMANLY_HAND : said & SAID_DEALER ? SAID_HEAVENLY_HAND : SAID_EARTHLY_HAND;
    return said;
}

static void spoil(Draw *d, uint8_t *record, int meaningful)
{
    int at = below(d, meaningful), value = chance(d, 70) ? below(d, 6) : below(d, 256);
    if (at == d->kinds + 7) value &= 127; /* the topmost bit is no circumstance: the package marks bad texts with it */
    record[at] = (uint8_t)value;
}

static void fill(int rules, uint64_t seed, uint64_t number, uint8_t *record)
{
    bool one = rules <= TABLE72;
    Draw d = {.state = seed * 0xd1342543de82ef95u + number * 0x2545f4914f6cdd1du, .rules = rules};
    d.suits = one ? 1 : 3, d.kinds = one ? 16 : 34, d.honor = 9 * d.suits;
    next(&d);
    choose_theme(&d);
    add_hand(&d);

    if (chance(&d, 8)) { /* one tile for another: mostly no win */
        int kind = some_concealed(&d);
        if (d.counts[kind]) d.counts[kind]--, d.used[kind]--;
        add_tile(&d, chance(&d, 60) ? some_kind(&d, 1) : below(&d, d.kinds));
    }
    int win = some_concealed(&d), flowers = some_flowers(&d), seat = below(&d, 4);
    int said = some_situation(&d, win, flowers, &seat);

    memset(record, 0, one ? 32 : 48);
    memcpy(record, d.counts, (size_t)d.kinds);
    memcpy(record + d.kinds, d.melds, 4);
    uint8_t *tail = record + d.kinds + 4;
    tail[0] = (uint8_t)win;
    tail[1] = (uint8_t)flowers;
    tail[2] = (uint8_t)said;
    tail[3] = (uint8_t)(said >> 8);
    tail[4] = (uint8_t)below(&d, 4);
    tail[5] = (uint8_t)seat;
    if (chance(&d, 4)) spoil(&d, record, d.kinds + 10);
}

/* The records numbered first, first + 1, … of this seed. */
void sample_fill(int rules, uint64_t seed, uint64_t first, uint8_t *records, long n)
{
    for (long i = 0; i < n; i++) fill(rules, seed, first + (uint64_t)i, records + i * (rules <= TABLE72 ? 32 : 48));
}
