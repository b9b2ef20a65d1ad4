/* The hand as this scorer sees it, and the words that all its files share (RULEBOOK 1 and 2).
 *
 * Inside there is one numbering of kinds only, that of three suits: 万 0-8, 条 9-17, 饼 18-26, winds 27-30,
 * dragons 31-33. A record of a one-suit rule set is widened on reading (its kind 9, 东, becomes 27), so no rule below
 * has to ask how many suits there are. */
#ifndef HAND_H
#define HAND_H

#include <stdbool.h>
#include <stdint.h>

enum { DUEL64, DUEL72, TABLE72, THREE144, MCR, DONGBEI136, NRULES };

static inline bool is_one_suit(int rules) { return rules == DUEL64 || rules == DUEL72 || rules == TABLE72; }

enum { KINDS = 34, FIRST_WIND = 27, FIRST_DRAGON = 31 };

static inline bool is_suit(int kind) { return kind >= 0 && kind < FIRST_WIND; }
static inline bool is_wind(int kind) { return kind >= FIRST_WIND && kind < FIRST_DRAGON; }
static inline bool is_dragon(int kind) { return kind >= FIRST_DRAGON && kind < KINDS; }
static inline int suit_of(int kind) { return kind / 9; }
static inline int rank_of(int kind) { return kind % 9 + 1; } /* of suit tiles only */
static inline bool is_terminal(int kind) { return is_suit(kind) && (rank_of(kind) == 1 || rank_of(kind) == 9); }

/* The bits of a record's situation, and what can be wrong with a record. */
enum {
    SAID_SELF_DRAW = 1, SAID_LAST_OF_KIND = 2, SAID_LAST_TILE = 4, SAID_KONG = 8, SAID_READY = 16,
    SAID_FLOWER_WIN = 32, SAID_HEAVENLY_HAND = 64, SAID_EARTHLY_HAND = 128, SAID_HUMANLY_HAND = 256,
    SAID_HEAVENLY_READY = 512, SAID_DEALER = 1024, SAID_KONG_DISCARD = 2048
};
enum Status {
    WIN = 0, NOT_COMPLETE = 1, BAD_MELD = 3, BAD_TILES = 4, BAD_COPIES = 5, BAD_WIN_TILE = 6, BAD_FLOWERS = 7,
    BAD_WIND = 8, BAD_SITUATION = 9, BAD_KIND = 10
};

/* A set. `kind` is the lowest kind of a chow. `melded`: claimed from the opponent; a concealed kong is laid down but
 * not melded. A_GIFT is 旋风杠 or 喜杠 of dongbei136, which count as a set and are nothing else. */
enum SetType { A_CHOW, A_PUNG, A_MELDED_KONG, A_CONCEALED_KONG, A_GIFT };
typedef struct {
    enum SetType type;
    int kind;
    bool melded;
} Set;

static inline bool is_kong(const Set *set) { return set->type == A_MELDED_KONG || set->type == A_CONCEALED_KONG; }
static inline bool is_pung(const Set *set) { return set->type == A_PUNG || is_kong(set); } /* a kong counts as one */
static inline bool contains(const Set *set, int kind)
{
    return set->type == A_CHOW ? is_suit(kind) && kind >= set->kind && kind <= set->kind + 2 : kind == set->kind;
}

typedef struct {
    int rules;
    uint8_t counts[KINDS]; /* concealed, with the winning tile */
    Set melds[4];
    int nmelds;
    int win;               /* kind of the winning tile */
    int flowers;           /* a number in duel64 and mcr, else a bit for each of a-h */
    int situation;
    int round_wind, seat_wind; /* kinds */
} Hand;

/* One way to read the complete hand: melds first, then the sets found in the concealed tiles. */
enum Form { SETS, PAIRS, ORPHANS, HONORS_AND_KNITTED, KNITTED_STRAIGHT_AND_SET };
typedef struct {
    enum Form form;
    Set sets[4];
    int nsets;
    int pair;          /* kind; -1 where the form has none */
    int knitted;       /* which of the six ways 147 258 369 lie over the suits; -1 */
} Split;

enum { MAX_SPLITS = 64 };

/* read.c */
int read_hand(int rules, const uint8_t *record, Hand *hand);
/* splits.c */
int find_splits(const Hand *hand, const uint8_t counts[KINDS], Split *out, int max);
bool is_sole_wait(const Hand *hand);
bool in_knitted(int way, int kind);

#endif
