# Gives: how far counts are from so many sets and a pair, by look-up, and the kinds that bring them nearer.
# Needs: what tools/make_distance_tables.py writes.
# Follows: rulebook 13: the least, over targets, of tiles not held. No limits here: a target may have four of each kind.
#
# need: tiles of a target not held. nsets: sets wanted, four less the melds. class: all counts of a colour (a suit, the
# honours) with the same needs.

from mj2p.bits cimport byte_sum, load8

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
    DIST_FAR = 64           # more than any need


cdef inline uint64_t more_than_four(uint64_t word) noexcept nogil:
    return (word + <uint64_t>0x7b7b7b7b7b7b7b7b | word) & <uint64_t>0x8080808080808080


cdef inline uint64_t halves(uint64_t word) noexcept nogil:
    """The pairs in each of eight counts of four at most."""
    return word >> 1 & <uint64_t>0x0303030303030303


cdef inline uint64_t low_bits(uint64_t word) noexcept nogil:
    """The lowest bit of each of the eight counts, side by side."""
    return (word & <uint64_t>0x0101010101010101) * <uint64_t>0x0102040810204080 >> 56


cdef inline int tiles_in_row(const uint8_t* counts, const int nsuits) noexcept nogil:
    """The number of tiles, or 0 where a count is above four."""
    cdef uint64_t a = load8(counts), b = load8(counts + 8), c = 0, d = 0, e = 0
    if nsuits == 3:
        c = load8(counts + 16)
        d = load8(counts + 24)
        e = counts[32] | <uint64_t>counts[33] << 8
    if more_than_four(a) | more_than_four(b) | more_than_four(c) | more_than_four(d) | more_than_four(e):
        return 0
    return byte_sum(a + b + c + d + e)


cdef inline uint64_t row_bits(const uint8_t* counts, const int nsuits, const int bit) noexcept nogil:
    """That bit of every count: bit 0 marks the odd kinds, bit 2 the kinds held four times."""
    cdef uint64_t bits = low_bits(load8(counts) >> bit) | low_bits(load8(counts + 8) >> bit) << 8
    if nsuits == 3:
        bits |= (low_bits(load8(counts + 16) >> bit) << 16 | low_bits(load8(counts + 24) >> bit) << 24
                 | <uint64_t>(counts[32] >> bit & 1) << 32 | <uint64_t>(counts[33] >> bit & 1) << 33)
    return bits

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


cdef inline void suit_neighbours(Keys keys, size_t* classes) noexcept nogil:
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


cdef inline void honor_neighbours(Keys keys, size_t* classes) noexcept nogil:
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


cdef inline void place_honors(const uint8_t* counts, Place* at) noexcept nogil:
    at.honor_keys = keys_of(load8(counts - 1) >> 8, 0)
    at.honors = honor_class(at.honor_keys.left, at.honor_keys.right)


cdef inline void place_suit(const uint8_t* counts, const int suit, Place* at) noexcept nogil:
    at.keys[suit] = keys_of(load8(counts), counts[8])
    at.suit[suit] = suit_class(at.keys[suit].left, at.keys[suit].right)


cdef inline void place_one_suit(const uint8_t* counts, size_t nsets, Place* at) noexcept nogil:
    place_honors(counts + 9, at)
    place_suit(counts, 0, at)
    at.need = dist_one[(nsets * dist_honors + at.honors) * dist_suits + at.suit[0]]


cdef inline void place_three_suits(const uint8_t* counts, size_t nsets, Place* at) noexcept nogil:
    place_honors(counts + 27, at)
    place_suit(counts, 0, at)
    place_suit(counts + 9, 1, at)
    place_suit(counts + 18, 2, at)
    at.two = dist_join_suits[at.suit[0] * dist_suits + at.suit[1]]
    at.rest = dist_join_honors[at.honors * dist_suits + at.suit[2]]
    at.need = dist_three[(nsets * dist_mixed + at.rest) * dist_two_suits + at.two]


cdef inline uint64_t useful_one_suit(const uint8_t* counts, const Place* at, size_t nsets) noexcept nogil:
    """The kinds one more of which makes the need less: each is added in turn, the last first."""
    cdef size_t[9] suit
    cdef size_t[7] honors
    cdef const uint8_t* row = dist_one + (nsets * dist_honors + at.honors) * dist_suits
    cdef const uint8_t* column = dist_one + nsets * dist_honors * dist_suits + at.suit[0]
    cdef int j
    cdef uint64_t useful = 0
    suit_neighbours(at.keys[0], suit)
    honor_neighbours(at.honor_keys, honors)
    for j in range(6, -1, -1):
        useful += useful + (column[honors[j] * dist_suits] < at.need)
    for j in range(8, -1, -1):
        useful += useful + (row[suit[j]] < at.need)
    return useful & ~row_bits(counts, 1, 2)


cdef inline uint64_t useful_three_suits(const uint8_t* counts, const Place* at, size_t nsets) noexcept nogil:
    cdef size_t[9] suit
    cdef size_t[7] honors
    cdef const uint8_t* join
    cdef const uint8_t* row = dist_three + (nsets * dist_mixed + at.rest) * dist_two_suits
    cdef const uint8_t* column = dist_three + nsets * dist_mixed * dist_two_suits + at.two
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
