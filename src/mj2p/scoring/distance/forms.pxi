# Gives: the needs of the special forms: seven pairs, 十三幺, 全不靠, 组合龙.
# Needs: lookup, limits.
# Follows: rulebook sections 2, 4, 13.

from mj2p.bits cimport byte_sum, load8
from mj2p.codes cimport FORM_KNITTED, FORM_KNITTED_STRAIGHT, FORM_THIRTEEN_ORPHANS


cdef inline void offer_form(int need, uint64_t useful, int* best, uint64_t* kinds) noexcept nogil:
    """Keep the smaller need; of equal ones the kinds of both."""
    if need < best[0]:
        best[0] = need
        kinds[0] = useful
    elif need == best[0]:
        kinds[0] |= useful


cdef inline int seven_pairs_need(const uint8_t* counts, const int nsuits) noexcept nogil:
    """Four of a kind are two pairs. So every odd tile is half a pair: 1112m holds 11, half of 11 and half of 22."""
    cdef uint64_t pairs = halves(load8(counts)) + halves(load8(counts + 8))
    if nsuits == 3:
        pairs += halves(load8(counts + 16)) + halves(load8(counts + 24)) + (counts[32] >> 1) + (counts[33] >> 1)
    return 7 - byte_sum(pairs)


cdef void try_thirteen_orphans(const uint8_t* counts, int* best, uint64_t* kinds) noexcept nogil:
    """Without a pair any of the thirteen helps; with one, those not held."""
    cdef int kind, held = 0, pair = 0
    cdef uint64_t missing = 0, every = 0
    for kind in range(34):
        if kind >= 27 or kind % 9 == 0 or kind % 9 == 8:
            every |= <uint64_t>1 << kind
            missing |= <uint64_t>(counts[kind] == 0) << kind
            held += counts[kind] > 0
            pair |= counts[kind] > 1
    offer_form(14 - held - pair, missing if pair else every, best, kinds)


cdef inline int knitted_kind(const int* runs, int i) noexcept nogil:
    """The i-th of the nine, where runs says which of 147 258 369 each suit has."""
    return 9 * (i // 3) + runs[i // 3] + 3 * (i % 3)


cdef void try_knitted_straight(const uint8_t* counts, const uint8_t* limits, int nsets, const int* runs, int need,
                               int* best, uint64_t* kinds) noexcept nogil:
    """组合龙: the nine knitted tiles, of which `need` are missing, are set apart; the rest is a pair and, without a meld,
    a set. Of no kind do these use all that the limit allows, unless that is none (a kong): the tile set apart fits in.
    """
    cdef uint8_t[34] rest
    cdef uint64_t useful = 0
    cdef int i, kind
    cdef Place at
    memcpy(rest, counts, 34)
    for i in range(9):
        kind = knitted_kind(runs, i)
        if limits != NULL and limits[kind] == 0:
            return
        rest[kind] -= counts[kind] > 0
    if limits != NULL:
        need += sets_within(rest, limits, 3, nsets - 3, &useful)
    else:
        place_three_suits(rest, nsets - 3, &at)
        need += at.need
        if need <= best[0]:
            useful = useful_three_suits(rest, &at, nsets - 3)
    for i in range(9):
        kind = knitted_kind(runs, i)
        useful |= <uint64_t>(counts[kind] == 0) << kind
    offer_form(need, useful, best, kinds)


cdef void try_knitted(const uint8_t* counts, const uint8_t* limits, int nsets, int forms, int* best,
                      uint64_t* kinds) noexcept nogil:
    """全不靠 and 组合龙, for each of the six ways to give 147 258 369 to 万 条 饼."""
    cdef int way, suit, run, i, need, missing, honors = 0
    cdef int[3][3] held
    cdef int[3] runs
    cdef uint64_t useful
    for i in range(27, 34):
        honors += counts[i] > 0
    for suit in range(3):
        for run in range(3):
            i = 9 * suit + run
            held[suit][run] = (counts[i] > 0) + (counts[i + 3] > 0) + (counts[i + 6] > 0)
    for way in range(6):
        runs[0] = way // 2
        runs[1] = (runs[0] + 1 + way % 2) % 3
        runs[2] = 3 - runs[0] - runs[1]
        missing = 9 - held[0][runs[0]] - held[1][runs[1]] - held[2][runs[2]]
        need = missing + 5 - honors                             # 14 of 16 tiles
        if forms & FORM_KNITTED and nsets == 4 and need <= best[0]:
            useful = 0
            for i in range(9):
                useful |= <uint64_t>(counts[knitted_kind(runs, i)] == 0) << knitted_kind(runs, i)
            for i in range(27, 34):
                useful |= <uint64_t>(counts[i] == 0) << i
            offer_form(need, useful if need > 0 else 0, best, kinds)
        if forms & FORM_KNITTED_STRAIGHT and missing <= best[0]:
            try_knitted_straight(counts, limits, nsets, runs, missing, best, kinds)


cdef void try_three_suit_forms(const uint8_t* counts, const uint8_t* limits, int nsets, int forms, int* best,
                               uint64_t* kinds) noexcept nogil:
    """Limits NULL: four of each kind."""
    if nsets == 4 and forms & FORM_THIRTEEN_ORPHANS:
        try_thirteen_orphans(counts, best, kinds)
    if nsets >= 3 and forms & (FORM_KNITTED | FORM_KNITTED_STRAIGHT):
        try_knitted(counts, limits, nsets, forms, best, kinds)
