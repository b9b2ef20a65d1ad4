/* The whole world of duel64: every complete hand, every way of melding it, every winning tile, drawn and claimed.
 *
 * A case is the concealed tiles with the winning one among them, the melds in no order, and which concealed kind was
 * the winning tile. A meld is a chow (7 kinds), a pung (16), a melded kong (16) or a concealed kong (16), so a "way of
 * melding" is a multiset of up to four out of these 55; the tiles left must be complete by themselves: sets and a pair
 * or, without melds, seven pairs; and no kind may be there more than four times. That is
 *
 *     melds   concealed hands   with melds    and winning tile
 *       0         237,236          237,236        1,432,996     (127,240 of sets, 110,448 seven pairs, 452 both)
 *       1          26,140        1,058,514        5,534,100
 *       2           3,796        3,407,042       13,356,419
 *       3             352        5,067,302       12,726,977
 *       4              16        2,970,979        2,970,979
 *     all                                        36,021,471     and twice that with self-draw and discard: 72,042,942
 *
 * Without kongs (chows and pungs alone melded) it is 8,526,345. Concealed hands are made from sets, then sorted and
 * rid of doubles, so that a hand with several splits comes once. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD_KINDS = 16, SETS_OF_TILES = 23, MELDS = 55, RECORD = 32, MOST_A_HAND = 28 };

/* Tiles as sixteen numbers of four bits. */
typedef uint64_t Tiles;

static Tiles some(int kind, int copies) { return (Tiles)copies << 4 * kind; }
static int copies_of(Tiles tiles, int kind) { return tiles >> 4 * kind & 15; }
static bool four_at_most(Tiles tiles) { return !((tiles + 0x3333333333333333u) & 0x8888888888888888u); }

/* The first 23 are the sets that concealed tiles may form; all 55 are melds. */
static Tiles tiles_of_meld(int meld)
{
    if (meld < 7) return some(meld, 1) + some(meld + 1, 1) + some(meld + 2, 1);
    int kind = (meld - 7) % WORLD_KINDS;
    return some(kind, meld < SETS_OF_TILES ? 3 : 4);
}

static uint8_t byte_of_meld(int meld)
{
    int type = meld < 7 ? 0 : 1 + (meld - 7) / WORLD_KINDS, kind = meld < 7 ? meld : (meld - 7) % WORLD_KINDS;
    return (uint8_t)(type << 6 | (kind + 1));
}

typedef struct {
    Tiles tiles;
    uint8_t bytes[4];
} Melds;

typedef struct {
    Tiles *hands[5]; /* complete concealed tiles beside so many melds, sorted */
    Melds *melds[5];
    long nhands[5], nmelds[5];
    int last;          /* the largest number of melds asked for */
    int part, parts;   /* this part is the hands whose place leaves the rest `part` */
    uint64_t seed;
    int one_in;        /* of so many cases one is kept, chosen by the seed */
    int n;             /* where we are: melds, hand, melds */
    long hand, meld;
} World;

static int in_order(const void *a, const void *b)
{
    Tiles x = *(const Tiles *)a, y = *(const Tiles *)b;
    return (x > y) - (x < y);
}

static void add_hand(World *w, int melds, Tiles tiles) { w->hands[melds][w->nhands[melds]++] = tiles; }

static void add_sets_and_pair(World *w, int melds, int sets, int first, Tiles tiles)
{
    if (!four_at_most(tiles)) return;
    if (sets == 0)
        for (int kind = 0; kind < WORLD_KINDS; kind++)
            if (four_at_most(tiles + some(kind, 2))) add_hand(w, melds, tiles + some(kind, 2));
    for (int set = first; sets && set < SETS_OF_TILES; set++)
        add_sets_and_pair(w, melds, sets - 1, set, tiles + tiles_of_meld(set));
}

static void add_pairs(World *w, int pairs, int first, Tiles tiles)
{
    if (!four_at_most(tiles)) return;
    if (pairs == 0) add_hand(w, 0, tiles);
    for (int kind = first; pairs && kind < WORLD_KINDS; kind++) add_pairs(w, pairs - 1, kind, tiles + some(kind, 2));
}

static void add_melds(World *w, int most, int n, int left, int first, Melds so_far)
{
    if (!four_at_most(so_far.tiles)) return;
    if (left == 0) w->melds[n][w->nmelds[n]++] = so_far;
    for (int meld = first; left && meld < most; meld++) {
        Melds more = so_far;
        more.tiles += tiles_of_meld(meld);
        more.bytes[n - left] = byte_of_meld(meld);
        add_melds(w, most, n, left - 1, meld, more);
    }
}

void world_close(World *w)
{
    for (int n = 0; n < 5; n++) free(w->hands[n]), free(w->melds[n]);
    free(w);
}

/* most_melds 0 gives the closed hands without melds; `kongs` says whether melds may be kongs. */
World *world_open(int most_melds, int kongs, int part, int parts, int one_in, uint64_t seed)
{
    static const long HANDS[5] = {600000, 40000, 5000, 400, 16}, CHOICES[5] = {1, 55, 1540, 29260, 424270};
    World *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    *w = (World){.last = most_melds, .part = part, .parts = parts, .one_in = one_in, .seed = seed};
    for (int n = 0; n <= most_melds; n++) {
        w->hands[n] = malloc(HANDS[n] * sizeof *w->hands[n]);
        w->melds[n] = malloc(CHOICES[n] * sizeof *w->melds[n]);
        if (!w->hands[n] || !w->melds[n]) return world_close(w), NULL;

        add_sets_and_pair(w, n, 4 - n, 0, 0);
        if (n == 0) add_pairs(w, 7, 0, 0);
        qsort(w->hands[n], w->nhands[n], sizeof *w->hands[n], in_order);
        long kept = 0;
        for (long i = 0; i < w->nhands[n]; i++)
            if (i == 0 || w->hands[n][i] != w->hands[n][kept - 1]) w->hands[n][kept++] = w->hands[n][i];
        w->nhands[n] = kept;

        add_melds(w, kongs ? MELDS : SETS_OF_TILES, n, n, 0, (Melds){0, {0}});
    }
    w->hand = part;
    return w;
}

static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static bool kept(const World *w, int win, int self_draw)
{
    if (w->one_in <= 1) return true;
    uint64_t at = ((uint64_t)w->hand * 5 + w->n) * 424271 + w->meld;
    return mixed(mixed(w->seed) ^ (at * 32 + win * 2 + self_draw)) % w->one_in == 0;
}

static long write_cases(const World *w, Tiles tiles, const Melds *melds, uint8_t *out)
{
    long written = 0;
    for (int win = 0; win < WORLD_KINDS; win++)
        for (int self_draw = 0; copies_of(tiles, win) && self_draw < 2; self_draw++) {
            if (!kept(w, win, self_draw)) continue;
            uint8_t *record = out + RECORD * written++;
            memset(record, 0, RECORD);
            for (int kind = 0; kind < WORLD_KINDS; kind++) record[kind] = (uint8_t)copies_of(tiles, kind);
            memcpy(record + 16, melds->bytes, 4);
            record[20] = (uint8_t)win;
            record[22] = (uint8_t)self_draw;
        }
    return written;
}

/* Up to `max` (28 or more) further records into `out`; 0 at the end. */
long world_next(World *w, uint8_t *out, long max)
{
    long written = 0;
    for (; w->n <= w->last; w->n++, w->hand = w->part) {
        for (; w->hand < w->nhands[w->n]; w->hand += w->parts, w->meld = 0) {
            Tiles tiles = w->hands[w->n][w->hand];
            for (; w->meld < w->nmelds[w->n]; w->meld++) {
                const Melds *melds = &w->melds[w->n][w->meld];
                if (!four_at_most(tiles + melds->tiles)) continue;
                if (max - written < MOST_A_HAND) return written;
                written += write_cases(w, tiles, melds, out + RECORD * written);
            }
        }
    }
    return written;
}
