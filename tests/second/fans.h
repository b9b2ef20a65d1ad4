/* What a reading of a hand matches, before anything is excluded. */
#ifndef FANS_H
#define FANS_H

#include "catalogue.h"

/* Where the winning tile is put in a split. */
enum { IN_PAIR = -1, IN_NO_SET = -2 }; /* else the number of the set */

/* A fan made of several sets, and which sets: one bit each. */
typedef struct {
    int fan;
    int sets;
} Link;

enum { MAX_LINKS = 16 };

typedef struct {
    uint8_t times[NFANS];  /* how often each fan is matched, the linking fans aside */
    int terminal_pungs;    /* the sets that are a 幺九刻, one bit each: some exclusions take only certain ones */
    Link links[MAX_LINKS]; /* 一般高, 清龙, 双同刻 …: which of them count is chosen by the scorer */
    int nlinks;
} Matched;

/* match.c */
int wait_of(const Hand *hand, const Split *split, int place);
void match(const Hand *hand, const Split *split, int place, bool sole_wait, Matched *matched);
/* link.c */
void find_links(const Hand *hand, const Split *split, Matched *matched);
/* exclusions.c */
void prepare_exclusions(int rules);
void count_fans(const Hand *hand, const Split *split, const Matched *matched, uint8_t counted[NFANS]);

#endif
