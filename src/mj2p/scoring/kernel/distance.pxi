# Gives: the distance of a hand (tiles still needed, less one: 0 ready, -1 complete) and the kinds that lower it.
# Needs: libc.stdint, memcpy; the header that tools/make_distance_tables.py writes.
# Follows: rulebook 13: the least, over targets, of tiles not held; a target has four of a kind at most, melds counted.
#
# need: tiles of a target not held. limit: copies of a kind that a target may use, four less those in own melds.
# nsets: sets wanted, four less the melds. class: all counts of a colour (a suit, the honours) with the same needs.
# Four sets and a pair by look-up -> the same within limits, worked out -> special forms -> entrances.

cdef extern from "_distance_tables.h" nogil:
    enum:
        dist_suits
        dist_honors
        dist_two_suits
        dist_mixed
    const uint32_t dist_suit_left[]
    const uint16_t dist_suit_right[]
    const uint8_t dist_suit_class[]
    const uint16_t dist_honor_left[]
    const uint8_t dist_honor_right[]
    const uint8_t dist_honor_class[]
    const uint8_t dist_suit_needs[]
    const uint8_t dist_honor_needs[]
    const uint8_t dist_join_suits[]
    const uint8_t dist_join_honors[]
    const uint8_t dist_one[]
    const uint8_t dist_three[]

cdef enum:
    DIST_FAR = 64                   # more than any need
    DIST_BAD = 127                  # the distance of a row that is no hand


# ---- eight counts in a word, the first the lowest byte ----

cdef inline uint64_t eight(const uint8_t *counts) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, counts, 8)
    return word


cdef inline int byte_sum(uint64_t word) noexcept nogil:
    return (word * <uint64_t>0x0101010101010101) >> 56


cdef inline uint64_t more_than_four(uint64_t word) noexcept nogil:
    return (word + <uint64_t>0x7b7b7b7b7b7b7b7b | word) & <uint64_t>0x8080808080808080


cdef inline uint64_t halves(uint64_t word) noexcept nogil:
    """The pairs in each of eight counts of four at most."""
    return word >> 1 & <uint64_t>0x0303030303030303


cdef inline uint64_t low_bits(uint64_t word) noexcept nogil:
    """The lowest bit of each of the eight counts, side by side."""
    return (word & <uint64_t>0x0101010101010101) * <uint64_t>0x0102040810204080 >> 56


cdef inline int tiles_in_row(const uint8_t *counts, const int nsuits) noexcept nogil:
    """The number of tiles, or 0 where a count is above four."""
    cdef uint64_t a = eight(counts), b = eight(counts + 8), c = 0, d = 0, e = 0
    if nsuits == 3:
        c = eight(counts + 16)
        d = eight(counts + 24)
        e = counts[32] | <uint64_t>counts[33] << 8
    if more_than_four(a) | more_than_four(b) | more_than_four(c) | more_than_four(d) | more_than_four(e):
        return 0
    return byte_sum(a + b + c + d + e)


cdef inline uint64_t row_bits(const uint8_t *counts, const int nsuits, const int bit) noexcept nogil:
    """That bit of every count: bit 0 marks the odd kinds, bit 2 the kinds held four times."""
    cdef uint64_t bits = low_bits(eight(counts) >> bit) | low_bits(eight(counts + 8) >> bit) << 8
    if nsuits == 3:
        bits |= (low_bits(eight(counts + 16) >> bit) << 16 | low_bits(eight(counts + 24) >> bit) << 24
                 | <uint64_t>(counts[32] >> bit & 1) << 32 | <uint64_t>(counts[33] >> bit & 1) << 33)
    return bits


# ---- four sets and a pair by look-up: no melds, or their copies left out of account ----

cdef struct Keys:
    # Base 5, the first kind of each half counting one: ranks 1-4 and 5-9, or winds and dragons.
    size_t left
    size_t right


cdef inline Keys keys_of(uint64_t word, uint64_t ninth) noexcept nogil:
    cdef Keys keys
    word = (word & <uint64_t>0x00ff00ff00ff00ff) + 5 * (word >> 8 & <uint64_t>0x00ff00ff00ff00ff)
    word = (word & <uint64_t>0x0000ffff0000ffff) + 25 * (word >> 16 & <uint64_t>0x0000ffff0000ffff)
    keys.left = <uint32_t>word
    keys.right = (word >> 32) + 625 * ninth
    return keys


cdef inline size_t suit_class(size_t left, size_t right) noexcept nogil:
    return dist_suit_class[<size_t>dist_suit_left[left] + dist_suit_right[right]]


cdef inline size_t honor_class(size_t left, size_t right) noexcept nogil:
    return dist_honor_class[<size_t>dist_honor_left[left] + dist_honor_right[right]]


cdef inline void suit_neighbours(Keys keys, size_t *classes) noexcept nogil:
    """The class after adding a tile, for each of the nine. Where four are held already it means nothing."""
    cdef int j
    cdef size_t power = 1
    for j in range(4):
        classes[j] = suit_class(keys.left + power, keys.right)
        power *= 5
    power = 1
    for j in range(4, 9):
        classes[j] = suit_class(keys.left, keys.right + power)
        power *= 5


cdef inline void honor_neighbours(Keys keys, size_t *classes) noexcept nogil:
    cdef int j
    cdef size_t power = 1
    for j in range(4):
        classes[j] = honor_class(keys.left + power, keys.right)
        power *= 5
    power = 1
    for j in range(4, 7):
        classes[j] = honor_class(keys.left, keys.right + power)
        power *= 5


cdef struct Place:
    # Where the tables have a hand.
    Keys[3] keys
    Keys honor_keys
    size_t[3] suit          # classes
    size_t honors
    size_t two              # class of the first two suits together
    size_t rest             # class of the third suit and the honours
    unsigned int need


cdef inline void place_honors(const uint8_t *counts, Place *at) noexcept nogil:
    at.honor_keys = keys_of(eight(counts - 1) >> 8, 0)
    at.honors = honor_class(at.honor_keys.left, at.honor_keys.right)


cdef inline void place_suit(const uint8_t *counts, const int suit, Place *at) noexcept nogil:
    at.keys[suit] = keys_of(eight(counts), counts[8])
    at.suit[suit] = suit_class(at.keys[suit].left, at.keys[suit].right)


cdef inline void place_one_suit(const uint8_t *counts, size_t nsets, Place *at) noexcept nogil:
    place_honors(counts + 9, at)
    place_suit(counts, 0, at)
    at.need = dist_one[(nsets * dist_honors + at.honors) * dist_suits + at.suit[0]]


cdef inline void place_three_suits(const uint8_t *counts, size_t nsets, Place *at) noexcept nogil:
    place_honors(counts + 27, at)
    place_suit(counts, 0, at)
    place_suit(counts + 9, 1, at)
    place_suit(counts + 18, 2, at)
    at.two = dist_join_suits[at.suit[0] * dist_suits + at.suit[1]]
    at.rest = dist_join_honors[at.honors * dist_suits + at.suit[2]]
    at.need = dist_three[(nsets * dist_mixed + at.rest) * dist_two_suits + at.two]


cdef inline uint64_t useful_one_suit(const uint8_t *counts, const Place *at, size_t nsets) noexcept nogil:
    """The kinds one more of which makes the need less: each is added in turn, the last first."""
    cdef size_t[9] suit
    cdef size_t[7] honors
    cdef const uint8_t *row = dist_one + (nsets * dist_honors + at.honors) * dist_suits
    cdef const uint8_t *column = dist_one + nsets * dist_honors * dist_suits + at.suit[0]
    cdef int j
    cdef uint64_t useful = 0
    suit_neighbours(at.keys[0], suit)
    honor_neighbours(at.honor_keys, honors)
    for j in range(6, -1, -1):
        useful += useful + (column[honors[j] * dist_suits] < at.need)
    for j in range(8, -1, -1):
        useful += useful + (row[suit[j]] < at.need)
    return useful & ~row_bits(counts, 1, 2)


cdef inline uint64_t useful_three_suits(const uint8_t *counts, const Place *at, size_t nsets) noexcept nogil:
    cdef size_t[9] suit
    cdef size_t[7] honors
    cdef const uint8_t *join
    cdef const uint8_t *row = dist_three + (nsets * dist_mixed + at.rest) * dist_two_suits
    cdef const uint8_t *column = dist_three + nsets * dist_mixed * dist_two_suits + at.two
    cdef int i, j
    cdef uint64_t useful = 0
    honor_neighbours(at.honor_keys, honors)
    join = dist_join_honors + at.suit[2]
    for j in range(6, -1, -1):
        useful += useful + (column[<size_t>join[honors[j] * dist_suits] * dist_two_suits] < at.need)
    suit_neighbours(at.keys[2], suit)
    join = dist_join_honors + at.honors * dist_suits
    for j in range(8, -1, -1):
        useful += useful + (column[<size_t>join[suit[j]] * dist_two_suits] < at.need)
    for i in range(1, -1, -1):
        suit_neighbours(at.keys[i], suit)
        join = dist_join_suits + at.suit[1 - i] * dist_suits
        for j in range(8, -1, -1):
            useful += useful + (row[join[suit[j]]] < at.need)
    return useful & ~row_bits(counts, 3, 2)


# ---- four sets and a pair within limits ----

cdef struct Needs:
    # At [pair][n], for n sets with a pair or without: the fewest tiles still needed, and the kinds that some way of
    # needing so few still needs. Just those lower the need when drawn: 12m 79m needs 3m or 8m for a set.
    uint8_t[2][5] tiles
    uint64_t[2][5] kinds


cdef inline void clear_needs(Needs *needs) noexcept nogil:
    cdef int pair, n
    for pair in range(2):
        for n in range(5):
            needs.tiles[pair][n] = DIST_FAR
            needs.kinds[pair][n] = 0


cdef inline void offer_need(Needs *needs, int pair, int n, int tiles, uint64_t kinds) noexcept nogil:
    """Keep the smaller need; of equal ones the kinds of both."""
    if tiles < needs.tiles[pair][n]:
        needs.tiles[pair][n] = tiles
        needs.kinds[pair][n] = kinds
    elif tiles == needs.tiles[pair][n]:
        needs.kinds[pair][n] |= kinds


cdef void looked_up_needs(const uint8_t *counts, int size, int nsets, Needs *needs) noexcept nogil:
    """The needs of a suit (size 9) or the honours (7) without limits."""
    cdef size_t[9] more
    cdef const uint8_t *table
    cdef const uint8_t *own
    cdef Keys keys
    cdef int pair, n, at, j
    if size == 9:
        keys = keys_of(eight(counts), counts[8])
        table = dist_suit_needs
        own = table + 10 * suit_class(keys.left, keys.right)
        suit_neighbours(keys, more)
    else:
        keys = keys_of(eight(counts - 1) >> 8, 0)
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


cdef void limited_needs(const uint8_t *counts, const uint8_t *limits, int size, int nsets, Needs *needs) noexcept nogil:
    """The needs of a suit (size 9) or the honours (7), kind after kind.

    The state is the chows begun two kinds before and one kind before, at most two each: three equal chows are the tiles
    of three pungs.
    """
    cdef Needs[9] now, then
    cdef int kind, state, two, one, chow, pung, pair, used, lack, had, n
    cdef int chows = 7 if size == 9 else 0
    cdef uint64_t bit
    cdef Needs *source
    cdef Needs *target
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


cdef void colour_needs(const uint8_t *counts, const uint8_t *limits, int size, int nsets, Needs *needs) noexcept nogil:
    cdef int kind
    for kind in range(size):
        if limits[kind] < 4:
            limited_needs(counts, limits, size, nsets, needs)
            return
    looked_up_needs(counts, size, nsets, needs)


cdef void join_needs(Needs *hand, const Needs *colour, int first, int nsets) noexcept nogil:
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


cdef int sets_within(const uint8_t *counts, const uint8_t *limits, int nsuits, int nsets,
                     uint64_t *kinds) noexcept nogil:
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


# ---- special forms ----

cdef inline void offer_form(int need, uint64_t useful, int *best, uint64_t *kinds) noexcept nogil:
    """Keep the smaller need; of equal ones the kinds of both."""
    if need < best[0]:
        best[0] = need
        kinds[0] = useful
    elif need == best[0]:
        kinds[0] |= useful


cdef inline int seven_pairs_need(const uint8_t *counts, const int nsuits) noexcept nogil:
    """Four of a kind are two pairs. So every odd tile is half a pair: 1112m holds 11, half of 11 and half of 22."""
    cdef uint64_t pairs = halves(eight(counts)) + halves(eight(counts + 8))
    if nsuits == 3:
        pairs += halves(eight(counts + 16)) + halves(eight(counts + 24)) + (counts[32] >> 1) + (counts[33] >> 1)
    return 7 - byte_sum(pairs)


cdef void try_thirteen_orphans(const uint8_t *counts, int *best, uint64_t *kinds) noexcept nogil:
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


cdef inline int knitted_kind(const int *runs, int i) noexcept nogil:
    """The i-th of the nine, where runs says which of 147 258 369 each suit has."""
    return 9 * (i // 3) + runs[i // 3] + 3 * (i % 3)


cdef void try_knitted_straight(const uint8_t *counts, const uint8_t *limits, int nsets, const int *runs, int need,
                               int *best, uint64_t *kinds) noexcept nogil:
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


cdef void try_knitted(const uint8_t *counts, const uint8_t *limits, int nsets, int forms, int *best,
                      uint64_t *kinds) noexcept nogil:
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


cdef void try_three_suit_forms(const uint8_t *counts, const uint8_t *limits, int nsets, int forms, int *best,
                               uint64_t *kinds) noexcept nogil:
    """Limits NULL: four of each kind."""
    if nsets == 4 and forms & FORM_THIRTEEN_ORPHANS:
        try_thirteen_orphans(counts, best, kinds)
    if nsets >= 3 and forms & (FORM_KNITTED | FORM_KNITTED_STRAIGHT):
        try_knitted(counts, limits, nsets, forms, best, kinds)


# ---- entrances ----

cdef inline int as_distance(int need) noexcept nogil:
    return need - 1 if need < DIST_FAR else DIST_BAD


cdef inline bint is_row(const uint8_t *counts, const int nsuits, int ntiles) noexcept nogil:
    """A hand of 13 - 3k or 14 - 3k tiles, four of a kind at most."""
    return ntiles % 3 != 0 and ntiles <= 14 and tiles_in_row(counts, nsuits) == ntiles


cdef inline int distance_fast(const uint8_t *counts, const int nsuits, int ntiles, int forms) noexcept nogil:
    """The melds are implied by the number of tiles and their copies are left out of account; no hand: 127."""
    cdef int need = DIST_FAR, nsets = ntiles // 3
    cdef uint64_t kinds = 0
    cdef Place at
    if not is_row(counts, nsuits, ntiles):
        return DIST_BAD
    if not forms & FORM_NO_SETS:
        if nsuits == 1:
            place_one_suit(counts, nsets, &at)
        else:
            place_three_suits(counts, nsets, &at)
        need = at.need
    if nsets == 4 and forms & FORM_SEVEN_PAIRS:
        need = min(need, seven_pairs_need(counts, nsuits))
    if nsuits == 3 and forms > FORM_SEVEN_PAIRS:
        try_three_suit_forms(counts, NULL, nsets, forms, &need, &kinds)
    return as_distance(need)


cdef inline uint64_t useful_fast(const uint8_t *counts, const int nsuits, int ntiles, int forms,
                                 int *distance) noexcept nogil:
    """The kinds that lower the distance, a bit each."""
    cdef int need = DIST_FAR, nsets = ntiles // 3
    cdef uint64_t kinds = 0
    cdef Place at
    distance[0] = DIST_BAD
    if not is_row(counts, nsuits, ntiles):
        return 0
    if not forms & FORM_NO_SETS:
        if nsuits == 1:
            place_one_suit(counts, nsets, &at)
            kinds = useful_one_suit(counts, &at, nsets)
        else:
            place_three_suits(counts, nsets, &at)
            kinds = useful_three_suits(counts, &at, nsets)
        need = at.need
    if nsets == 4 and forms & FORM_SEVEN_PAIRS:
        offer_form(seven_pairs_need(counts, nsuits), row_bits(counts, nsuits, 0), &need, &kinds)
    if nsuits == 3 and forms > FORM_SEVEN_PAIRS:
        try_three_suit_forms(counts, NULL, nsets, forms, &need, &kinds)
    distance[0] = as_distance(need)
    return kinds


cdef uint64_t useful_exact(const uint8_t *counts, const uint8_t *limits, int nsuits, int nsets, int forms,
                           int *distance) noexcept nogil:
    """The same with a limit a kind; nsets: sets wanted, 4 less the melds."""
    cdef int need = DIST_FAR
    cdef uint64_t kinds = 0
    if not forms & FORM_NO_SETS:
        need = sets_within(counts, limits, nsuits, nsets, &kinds)
    if nsets == 4 and forms & FORM_SEVEN_PAIRS:
        offer_form(seven_pairs_need(counts, nsuits), row_bits(counts, nsuits, 0), &need, &kinds)
    if nsuits == 3 and forms > FORM_SEVEN_PAIRS:
        try_three_suit_forms(counts, limits, nsets, forms, &need, &kinds)
    distance[0] = as_distance(need)
    return kinds


cdef int distance_exact(const uint8_t *counts, const uint8_t *limits, int nsuits, int nsets, int forms) noexcept nogil:
    cdef int distance
    useful_exact(counts, limits, nsuits, nsets, forms, &distance)
    return distance
