/* Reading a record: what is an error, and which one is named (RULEBOOK 2 "Invalid", layouts of the public surface).
 *
 * The order is fixed: meld, number of tiles, copies, kind of the winning tile, winning tile among the counts, flowers,
 * winds, situation. Whether the hand is complete is asked only of a record that passes all of it. */
#include "hand.h"

#include <string.h>

static int widened(int rules, int kind) { return is_one_suit(rules) && kind >= 9 ? kind + 18 : kind; }

/* A meld byte is `type << 6 | (kind + 1)`: chow, pung, melded kong, concealed kong. */
static bool read_meld(int rules, int byte, Set *set)
{
    static const enum SetType TYPES[4] = {A_CHOW, A_PUNG, A_MELDED_KONG, A_CONCEALED_KONG};
    int kind = (byte & 63) - 1, kinds = is_one_suit(rules) ? 16 : KINDS;
    set->type = TYPES[byte >> 6];
    if (rules == DONGBEI136 && set->type == A_CONCEALED_KONG && kind >= 35 && kind <= 37) {
        *set = (Set){A_GIFT, kind, false};
        return true;
    }
    if (kind < 0 || kind >= kinds) return false;
    set->kind = widened(rules, kind);
    set->melded = set->type != A_CONCEALED_KONG;
    return set->type != A_CHOW || (is_suit(set->kind) && rank_of(set->kind) <= 7);
}

static void add_tiles_of(const Set *set, int tiles[KINDS])
{
    switch (set->type) {
    case A_CHOW:
        for (int i = 0; i < 3; i++) tiles[set->kind + i]++;
        break;
    case A_PUNG:
        tiles[set->kind] += 3;
        break;
    case A_MELDED_KONG:
    case A_CONCEALED_KONG:
        tiles[set->kind] += 4;
        break;
    case A_GIFT: /* 35 旋风杠 东南西北; 36 喜杠 1m 1s 1p; 37 喜杠 9m 9s 9p */
        if (set->kind == 35)
            for (int i = 0; i < 4; i++) tiles[FIRST_WIND + i]++;
        else
            for (int suit = 0; suit < 3; suit++) tiles[9 * suit + (set->kind == 36 ? 0 : 8)]++;
        break;
    }
}

static bool flowers_are_possible(const Hand *hand)
{
    switch (hand->rules) {
    case DUEL64: return hand->flowers <= 12; /* tiles equal to an indicator: four indicators, three fellows each */
    case MCR: return hand->flowers <= 8;
    case DONGBEI136: return hand->flowers == 0; /* has no such tiles */
    default: return true; /* a mask of eight single tiles */
    }
}

/* What section 2 lists; other unreachable combinations are scored as written. */
static bool situation_is_possible(const Hand *hand, const int tiles[KINDS])
{
    int s = hand->situation;
    bool self_draw = s & SAID_SELF_DRAW, dealer = s & SAID_DEALER, kong = false;
    for (int i = 0; i < hand->nmelds; i++) kong |= is_kong(&hand->melds[i]);

    if (s >= 0x8000) return false;                                            /* a bit that means nothing */
    if ((s & SAID_KONG) && self_draw && !kong) return false;                  /* a replacement without a kong */
    if ((s & SAID_KONG) && !self_draw && tiles[hand->win] > 1) return false;  /* robbed, another copy is one's own */
    if ((s & SAID_LAST_OF_KIND) && hand->counts[hand->win] > 1) return false; /* another copy concealed */
    if ((s & SAID_KONG_DISCARD) && (s & (SAID_SELF_DRAW | SAID_KONG))) return false;

    int blessings = !!(s & SAID_HEAVENLY_HAND) + !!(s & SAID_EARTHLY_HAND) + !!(s & SAID_HUMANLY_HAND);
    if (blessings > 1 || (blessings && hand->nmelds)) return false;
    if ((s & SAID_HEAVENLY_HAND) && (!dealer || !self_draw)) return false;
    if ((s & SAID_EARTHLY_HAND) && (dealer || !self_draw)) return false;
    if ((s & SAID_HUMANLY_HAND) && (dealer || self_draw)) return false;

    bool dealer_is_east = hand->rules == DUEL72 || hand->rules == TABLE72 || hand->rules == DONGBEI136;
    return !(dealer_is_east && dealer && hand->seat_wind != FIRST_WIND);
}

int read_hand(int rules, const uint8_t *record, Hand *hand)
{
    bool narrow = is_one_suit(rules);
    int kinds = narrow ? 16 : KINDS;
    const uint8_t *melds = record + (narrow ? 16 : 34), *tail = melds + 4;
    const uint8_t *winds = tail + 4;

    memset(hand, 0, sizeof *hand);
    hand->rules = rules;

    for (int i = 0; i < 4; i++) {
        if (!melds[i]) continue;
        if (i != hand->nmelds) return BAD_MELD; /* a 0 ends them */
        if (!read_meld(rules, melds[i], &hand->melds[hand->nmelds++])) return BAD_MELD;
    }

    int tiles[KINDS] = {0}, concealed = 0;
    for (int kind = 0; kind < kinds; kind++) {
        concealed += record[kind];
        tiles[widened(rules, kind)] = record[kind];
        hand->counts[widened(rules, kind)] = record[kind];
    }
    if (concealed != 14 - 3 * hand->nmelds) return BAD_TILES;

    for (int i = 0; i < hand->nmelds; i++) add_tiles_of(&hand->melds[i], tiles);
    for (int kind = 0; kind < KINDS; kind++)
        if (tiles[kind] > 4) return BAD_COPIES;

    if (tail[0] >= kinds) return BAD_KIND;
    hand->win = widened(rules, tail[0]);
    if (!hand->counts[hand->win]) return BAD_WIN_TILE;

    hand->flowers = tail[1];
    if (!flowers_are_possible(hand)) return BAD_FLOWERS;

    if (winds[0] > 3 || winds[1] > 3) return BAD_WIND;
    hand->round_wind = FIRST_WIND + winds[0];
    hand->seat_wind = FIRST_WIND + winds[1];

    hand->situation = tail[2] | tail[3] << 8;
    if (!situation_is_possible(hand, tiles)) return BAD_SITUATION;
    return WIN;
}
