/* suihua112 as the plain scorer sees it (RULEBOOK 12): the row that is asked about, and how the section is read.
 *
 * Kinds are numbered as in hand.h, the winds and the other dragons do not occur. Readings that the section leaves open:
 *
 * - A set or a pair means one of the split: 22233344s + … is won only in a split that itself has a pung and a chow. The
 *   pung or chow may be laid down, the 1, 9 or 中 and the two suits may lie anywhere in the hand.
 * - A wait is what finishes such a hand, so the sole wait is the only kind that does: 2223s beside three chows waits for
 *   1s 3s 4s by form, but 22 leaves no pung: 3s alone wins, and that is 吊. 23s where only 1s brings the 1 is a sole wait
 *   too, and none of 边, 卡, 吊. A kind of which the player has all four is waited for still, but makes no hand ready
 *   by itself: section 6 says so of 听牌, and a hand that is not ready wins by no treasure.
 * - At least four tiles in the hand: three melds at the most, a concealed kong being one. A pair pushed out counts as in
 *   the hand.
 * - 闷听: no chow, pung or melded kong. A concealed kong is no claim.
 * - 对倒: the 13 tiles can be read as three sets and two different pairs; other waits, if any, fall away when a pair is
 *   pushed out. It is then the pung and nothing else: no 边, 卡, 吊, and no 宝中宝, with 推出.
 * - A treasure that is waited for, but not as 边, 卡, 吊, is a treasure like another: 4. A discarded treasure wins
 *   nothing, nor does a robbed one.
 * - 大风: the three are a pung in a split that the hand waits to finish (three 3s in 123s 33s are none), and the wait
 *   factor is that of the same split. It is 16 where the fourth itself finishes the hand in 卡 or 边 beside that pung:
 *   11s 45556s + 5s is 11 456 555, although 1s wins too (456 55 111). 666s 78s + 6s is neither: 4.
 * - A treasure stands for a kind held four times too, as long as the hand is ready (15.12); so does 大风.
 * - 推出 and 闷听 go with 大风 and treasures; with 天胡 nothing does.
 */
#ifndef SUIHUA_H
#define SUIHUA_H

#include "hand.h"

enum { RED = FIRST_DRAGON };                       /* 中, which is of no suit and in no chow */
enum { DRAWN = 1, TREASURE = 2, HEAVENLY = 4 };    /* how the winning tile came, and what it is */
enum { PLAIN, TREASURE_DRAW, BIG_WIND, DOUBLE_TREASURE };
enum { NONE = 255 };                               /* no pair pushed out */

typedef struct {
    uint8_t counts[KINDS]; /* concealed, a pair pushed out and the winning tile included */
    uint8_t melds[4];      /* as in a record */
    uint8_t win;           /* the tile that was drawn or claimed; whether it finishes the hand is the question */
    uint8_t how;
    uint8_t pushed;        /* the kind of the pair pushed out */
} Row;

typedef struct {
    uint64_t waits;     /* a bit for each kind that finishes the tiles held before the winning one came */
    uint64_t pushes;    /* for each kind of which a pair may be pushed out of them */
    int32_t multiplier; /* the largest there is; 0: this tile does not win */
    int32_t wins;       /* whether all these tiles may be a finished hand, whichever came last */
    int32_t name;       /* of the dearest readings the first of 宝中宝, 大风, 摸宝, else none of them (15.13) */
} Answer;

#endif
