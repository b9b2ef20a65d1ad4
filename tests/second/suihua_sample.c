/* Random rows for suihua112: finished hands mostly, each near an edge of what may win, some one tile off.
 *
 * A row depends on the seed and its own number alone. Its hand keeps to one suit with 中, or has no 1, 9 and 中, or no
 * pung but a pair of 中, or no chow, or lies on the table with all four sets. A tile is taken out as the winning one; now
 * and then another comes instead: the fourth of a pung, or any (that a treasure may stand for). */
#include "random.h"
#include "suihua.h"

#include <string.h>

typedef struct {
    uint64_t state;
    Row row;
    int used[KINDS]; /* copies taken so far, melds included */
    int nmelds;
    int suits, low, high, pungs, melded, reds; /* suits: bits; ranks; how many of 100 sets are so */
} Draw;

static int below(Draw *d, int n) { return (int)(random_next(&d->state) % (uint64_t)n); }
static bool chance(Draw *d, int percent) { return below(d, 100) < percent; }

/* One thing, sometimes two, that a hand needs is scarce. */
static void choose_theme(Draw *d)
{
    static const int SUITS[6] = {3, 5, 6, 7, 7, 7}, SCARCE[4] = {0, 10, 90, 100};
    d->suits = SUITS[below(d, 6)], d->low = 1, d->high = 9;
    d->pungs = 40, d->melded = 15, d->reds = 15;
    for (int edges = below(d, 3); edges > 0; edges--) switch (below(d, 6)) {
        case 0: d->suits = 1 << below(d, 3), d->reds = 40; break;
        case 1: d->low = 2, d->high = 8, d->reds = 5; break;
        case 2: d->low = 1 + below(d, 6), d->high = d->low + 3; break;
        case 3: d->pungs = SCARCE[below(d, 4)]; break;
        case 4: d->melded = SCARCE[below(d, 4)]; break;
        case 5: d->pungs = 0, d->reds = 50; break;
        }
}

/* The first kind of a set or pair that is so many ranks wide. */
static int some_kind(Draw *d, int ranks)
{
    if (ranks == 1 && chance(d, d->reds)) return RED;
    int suit, top = d->high - ranks + 1;
    do suit = below(d, 3);
    while (!(d->suits >> suit & 1));
    return 9 * suit + d->low - 1 + below(d, top - d->low + 1);
}

static bool take(Draw *d, int kind, int copies)
{
    if (d->used[kind] + copies > 4) return false;
    d->used[kind] += copies;
    return true;
}

static bool add(Draw *d, int kind, int copies)
{
    if (!take(d, kind, copies)) return false;
    d->row.counts[kind] += copies;
    return true;
}

static bool take_chow(Draw *d, int kind)
{
    for (int i = 0; i < 3; i++)
        if (d->used[kind + i] == 4) return false;
    for (int i = 0; i < 3; i++) d->used[kind + i]++;
    return true;
}

static bool add_set(Draw *d)
{
    bool chow = !chance(d, d->pungs), melded = chance(d, d->melded), kong = !chow && chance(d, 20);
    int kind = some_kind(d, chow ? 3 : 1);
    if (chow ? !take_chow(d, kind) : !take(d, kind, kong ? 4 : 3)) return false;
    int type = chow ? A_CHOW : !kong ? A_PUNG : melded ? A_MELDED_KONG : A_CONCEALED_KONG;
    if (melded || kong)
        d->row.melds[d->nmelds++] = (uint8_t)(type << 6 | (kind + 1));
    else
        for (int i = 0; i < 3; i++) d->row.counts[chow ? kind + i : kind]++;
    return true;
}

/* XXX and a chow with X: the fourth of a pung in the middle, at the edge or at the open end of a chow. */
static bool add_wind(Draw *d)
{
    int chow = some_kind(d, 3), x = chow + below(d, 3);
    if (!take_chow(d, chow)) return false;
    for (int i = 0; i < 3; i++) d->row.counts[chow + i]++;
    if (!add(d, x, 3)) {
        for (int i = 0; i < 3; i++) d->used[chow + i]--, d->row.counts[chow + i]--;
        return false;
    }
    d->row.win = (uint8_t)x;
    return true;
}

/* Again until it is there; where the theme has too few tiles, all ranks and suits soon may come. */
static void surely(Draw *d, bool (*one)(Draw *))
{
    for (int tries = 1; !one(d); tries++)
        if (tries % 50 == 0) d->suits = 7, d->low = 1, d->high = 9, d->reds = 0;
}

static bool add_pair(Draw *d) { return add(d, some_kind(d, 1), 2); }
static bool add_single(Draw *d) { return add(d, some_kind(d, 1), 1); }

/* A concealed kind of which there are so many at least; NONE where there is none. */
static uint8_t some_concealed(Draw *d, int copies)
{
    int kinds[KINDS], n = 0;
    for (int kind = 0; kind < KINDS; kind++)
        if (d->row.counts[kind] >= copies) kinds[n++] = kind;
    return n ? (uint8_t)kinds[below(d, n)] : NONE;
}

static void add_hand(Draw *d)
{
    int form = below(d, 100), sets = 4;
    d->row.win = NONE;
    if (form < 3) {
        for (int i = 0; i < 7; i++) surely(d, add_pair);
        return;
    }
    if (form < 15) {
        d->melded = d->melded > 50 ? 50 : d->melded;
        surely(d, add_wind);
        sets = 2;
    }
    for (int i = 0; i < sets; i++) surely(d, add_set);
    surely(d, add_pair);
}

static void take_out(Draw *d, int kind) { d->row.counts[kind]--, d->used[kind]--; }

static void fill(Draw *d)
{
    choose_theme(d);
    add_hand(d);
    if (chance(d, 8)) { /* one tile for another: mostly no win */
        take_out(d, some_concealed(d, 1));
        surely(d, add_single);
    }
    Row *row = &d->row;
    if (row->win == NONE || !row->counts[row->win]) row->win = some_concealed(d, 1);
    if (chance(d, 35)) { /* another tile comes */
        take_out(d, row->win);
        uint8_t pung = some_concealed(d, 3);
        if (pung != NONE && chance(d, 60) && add(d, pung, 1)) {
            row->win = pung;
        } else {
            do row->win = (uint8_t)(chance(d, 6) ? RED : below(d, FIRST_WIND));
            while (!add(d, row->win, 1));
        }
    }
    row->how = (uint8_t)((chance(d, 65) ? DRAWN : 0) | (chance(d, 30) ? TREASURE : 0) | (chance(d, 4) ? HEAVENLY : 0));
    if (chance(d, 20)) row->pushed = row->counts[row->win] >= 3 ? row->win : some_concealed(d, 2);
}

/* The rows numbered first, first + 1, … of this seed. */
void suihua_fill(uint64_t seed, uint64_t first, Row *rows, long n)
{
    for (long i = 0; i < n; i++) {
        Draw d = {.state = seed * 0xd1342543de82ef95u + (first + (uint64_t)i) * 0x2545f4914f6cdd1du};
        d.row.pushed = NONE;
        random_next(&d.state);
        fill(&d);
        rows[i] = d.row;
    }
}
