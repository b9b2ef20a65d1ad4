# Gives: the need of so many sets and a pair where copies of some kinds are in own melds.
# Needs: lookup.
# Follows: rulebook 13: a target has four of a kind at most, melds counted.
#
# limit: copies of a kind that a target may use, four less those in own melds.

from mj2p.bits cimport load8


cdef struct Needs:
    # At [pair][n], for n sets with a pair or without: the fewest tiles still needed, and the kinds that some way of
    # needing so few still needs. Just those lower the need when drawn: 12m 79m needs 3m or 8m for a set.
    uint8_t[2][5] tiles
    uint64_t[2][5] kinds


cdef inline void clear_needs(Needs* needs) noexcept nogil:
    cdef int pair, n
    for pair in range(2):
        for n in range(5):
            needs.tiles[pair][n] = DIST_FAR
            needs.kinds[pair][n] = 0


cdef inline void offer_need(Needs* needs, int pair, int n, int tiles, uint64_t kinds) noexcept nogil:
    """Keep the smaller need; of equal ones the kinds of both."""
    if tiles < needs.tiles[pair][n]:
        needs.tiles[pair][n] = tiles
        needs.kinds[pair][n] = kinds
    elif tiles == needs.tiles[pair][n]:
        needs.kinds[pair][n] |= kinds


cdef void looked_up_needs(const uint8_t* counts, int size, int nsets, Needs* needs) noexcept nogil:
    """The needs of a suit (size 9) or the honours (7) without limits."""
    cdef size_t[9] more
    cdef const uint8_t* table
    cdef const uint8_t* own
    cdef Keys keys
    cdef int pair, n, at, j
    if size == 9:
        keys = keys_of(load8(counts), counts[8])
        table = dist_suit_needs
        own = table + 10 * suit_class(keys.left, keys.right)
        suit_neighbours(keys, more)
    else:
        keys = keys_of(load8(counts - 1) >> 8, 0)
        table = dist_honor_needs
        own = table + 10 * honor_class(keys.left, keys.right)
        honor_neighbours(keys, more)
    clear_needs(needs)
    for pair in range(2):
        for n in range(nsets + 1):
            at = 5 * pair + n
            needs.tiles[pair][n] = own[at]
            for j in range(size):
                needs.kinds[pair][n] |= <uint64_t>(counts[j] < 4 and table[10 * more[j] + at] < own[at]) << j


cdef void limited_needs(const uint8_t* counts, const uint8_t* limits, int size, int nsets, Needs* needs) noexcept nogil:
    """The needs of a suit (size 9) or the honours (7), kind after kind.

    The state is the chows begun two kinds before and one kind before, at most two each: three equal chows are the tiles
    of three pungs.
    """
    cdef Needs[9] now, then
    cdef int kind, state, two, one, chow, pung, pair, used, lack, had, n
    cdef int chows = 7 if size == 9 else 0
    cdef uint64_t bit
    cdef Needs* source
    cdef Needs* target
    for state in range(9):
        clear_needs(&now[state])
    now[0].tiles[0][0] = 0
    for kind in range(size):
        for state in range(9):
            clear_needs(&then[state])
        for state in range(9 if chows else 1):
            two = state // 3
            one = state % 3
            source = &now[state]
            for chow in range(3 if kind < chows else 1):
                target = &then[3 * one + chow]
                for pung in range(2):
                    for pair in range(2):
                        used = two + one + chow + 3 * pung + 2 * pair
                        if used > limits[kind]:
                            continue
                        lack = used - counts[kind] if used > counts[kind] else 0
                        bit = <uint64_t>(lack > 0) << kind
                        for had in range(2 - pair):
                            for n in range(two + one, nsets + 1 - chow - pung):
                                if source.tiles[had][n] < DIST_FAR:
                                    offer_need(target, had + pair, n + chow + pung, source.tiles[had][n] + lack,
                                               source.kinds[had][n] | bit)
        now = then
    needs[0] = now[0]


cdef void colour_needs(const uint8_t* counts, const uint8_t* limits, int size, int nsets, Needs* needs) noexcept nogil:
    cdef int kind
    for kind in range(size):
        if limits[kind] < 4:
            limited_needs(counts, limits, size, nsets, needs)
            return
    looked_up_needs(counts, size, nsets, needs)


cdef void join_needs(Needs* hand, const Needs* colour, int first, int nsets) noexcept nogil:
    """Add a colour, whose kinds begin at `first`, to the needs of a hand."""
    cdef Needs both
    cdef int pair, n, had, m
    clear_needs(&both)
    for pair in range(2):
        for n in range(nsets + 1):
            for had in range(2 - pair):
                for m in range(nsets + 1 - n):
                    offer_need(&both, pair + had, n + m, hand.tiles[had][m] + colour.tiles[pair][n],
                               hand.kinds[had][m] | colour.kinds[pair][n] << first)
    hand[0] = both


cdef int sets_within(const uint8_t* counts, const uint8_t* limits, int nsuits, int nsets,
                     uint64_t* kinds) noexcept nogil:
    """The need of nsets sets and a pair; into `kinds` those that lower it."""
    cdef Needs hand, colour
    cdef int suit
    clear_needs(&hand)
    hand.tiles[0][0] = 0
    for suit in range(nsuits + 1):
        colour_needs(counts + 9 * suit, limits + 9 * suit, 9 if suit < nsuits else 7, nsets, &colour)
        join_needs(&hand, &colour, 9 * suit, nsets)
    kinds[0] = hand.kinds[1][nsets]
    return hand.tiles[1][nsets]
