# Gives: packing of counts into nibbles, small tests on them, the perfect hash from a suit's counts to its splits.
# Needs: _core_types.
# Follows: DESIGN 3. A suit is nine nibbles of a uint64: 1123m is 0x...0112 read from the lowest nibble (2, 1, 1).

cdef enum:
    NO_VECTOR = 0xFFFFFFFF


cdef inline uint64_t load8(const uint8_t* at) noexcept nogil:
    cdef uint64_t word
    memcpy(&word, at, 8)
    return word


cdef inline uint64_t above_four(uint64_t word) noexcept nogil:
    """Not 0 where some of eight bytes is above 4."""
    return (word | (word + <uint64_t>0x0303030303030303)) & <uint64_t>0xF8F8F8F8F8F8F8F8


cdef inline uint64_t bytes_to_nibbles(uint64_t word) noexcept nogil:
    """Eight bytes of at most 15 each -> eight nibbles."""
    word = (word | (word >> 4)) & <uint64_t>0x00FF00FF00FF00FF
    word = (word | (word >> 8)) & <uint64_t>0x0000FFFF0000FFFF
    return (word | (word >> 16)) & <uint64_t>0xFFFFFFFF


cdef inline uint64_t load_counts(
    const uint8_t* row, uint64_t* suits, uint64_t* honors, uint64_t* tiles, const int nsuits
) noexcept nogil:
    """Bytes of counts -> nibbles. Not 0 where some count is above 4; byte_sum(tiles) is how many there are."""
    cdef uint64_t word = load8(row), other = load8(row + 8), bad = 0, ninth
    cdef int s
    if nsuits == 1:  # sixteen kinds are sixteen nibbles
        tiles[0] = word + other
        bad = above_four(word) | above_four(other)
        word = bytes_to_nibbles(word & <uint64_t>0x0707070707070707)
        word |= bytes_to_nibbles(other & <uint64_t>0x0707070707070707) << 32
        suits[0] = word & <uint64_t>0xFFFFFFFFF
        honors[0] = word >> 36
        return bad
    tiles[0] = 0
    for s in range(nsuits):
        word = load8(row + 9 * s)
        ninth = row[9 * s + 8]
        bad |= above_four(word) | above_four(ninth)
        tiles[0] += word + ninth
        suits[s] = bytes_to_nibbles(word & <uint64_t>0x0707070707070707) | (ninth & 7) << 32
    word = load8(row + 9 * nsuits - 1) >> 8
    tiles[0] += word
    honors[0] = bytes_to_nibbles(word & <uint64_t>0x0707070707070707)
    return bad | above_four(word)


cdef inline uint64_t nibble_sum(uint64_t nibbles) noexcept nogil:
    """Sum of sixteen nibbles, of at most 15 in all."""
    return (nibbles * <uint64_t>0x1111111111111111) >> 60


cdef inline uint64_t nibble_sum_wide(uint64_t nibbles) noexcept nogil:
    """Sum of sixteen nibbles, of any size."""
    nibbles = (nibbles & <uint64_t>0x0F0F0F0F0F0F0F0F) + ((nibbles >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F)
    return (nibbles * <uint64_t>0x0101010101010101) >> 56


cdef inline uint64_t nibbles_present(uint64_t nibbles) noexcept nogil:
    """Lowest bit of each nibble: set where the count (0-7) is not 0."""
    return (nibbles | (nibbles >> 1) | (nibbles >> 2)) & <uint64_t>0x1111111111111111


cdef inline uint32_t gather(uint64_t ones) noexcept nogil:
    """Lowest bits of nibbles -> a mask of one bit a nibble (16 at most)."""
    ones = (ones | (ones >> 3)) & <uint64_t>0x0303030303030303
    ones = (ones | (ones >> 6)) & <uint64_t>0x000F000F000F000F
    ones = (ones | (ones >> 12)) & <uint64_t>0x000000FF000000FF
    return <uint32_t>((ones | (ones >> 24)) & 0xFFFF)


# What a mask of ranks says: how many, which class of ranks (_core_match), the pung fans of a suit. Filled at import.
cdef struct RankFacts:
    uint8_t n
    uint8_t ranks
    uint16_t pungs

cdef RankFacts rank_facts[512]


# What the winds, and the dragons, of a hand are as sets, by their nibbles; the two add up. Filled at import.
cdef enum:
    HONORS_PAIR = 8             # shifts; bits 0-6 are pungs and the wind of the pair + 1, as in the winds key
    HONORS_PUNG = 12
    HONORS_BAD = 16             # kinds of which there are one or four: no sets
    HONORS_DRAGONS = 20         # the same for dragons from here (as in the dragons key)
    HONORS_PRESENT = 25         # times KEY_WINDS, KEY_DRAGONS: whether there are any

cdef uint32_t winds_as_sets[0x4445]
cdef uint32_t dragons_as_sets[0x445]


cdef uint32_t honors_as_sets(uint32_t nibbles, int size, int first, int pair_at, uint32_t present) noexcept nogil:
    cdef uint32_t found = present << HONORS_PRESENT if nibbles else 0, count
    cdef int h
    for h in range(size):
        count = nibbles >> (4 * h) & 15
        if count == 2:
            found += 1 << HONORS_PAIR | <uint32_t>(h + 1) << (first + pair_at)
        elif count == 3:
            found += 1 << HONORS_PUNG | <uint32_t>1 << (first + h)
        elif count:
            found += 1 << HONORS_BAD
    return found


# The halves of the perfect hash, by the nibbles of the first four and of the last five ranks. Filled at import.
cdef SplitLeft left_half[0x5556]
cdef SplitRight right_half[0x55556]


cdef uint32_t base6_to_nibbles(uint32_t number) noexcept nogil:
    """Digits in base 6, the first lowest, as nibbles."""
    cdef uint32_t nibbles = 0, place = 0
    while number:
        nibbles |= number % 6 << place
        number //= 6
        place += 4
    return nibbles


cdef inline uint32_t split_number(uint64_t suit) noexcept nogil:
    """Number of the vector among those that split into sets and at most a pair, or NO_VECTOR. Counts 0-5."""
    cdef const SplitLeft* left = &left_half[suit & 0xFFFF]
    cdef const SplitRight* right = &right_half[suit >> 16]
    cdef uint32_t offset = split_offset[left.row + right.number]
    return NO_VECTOR if offset == NO_SPLIT else left.start + offset + right.ordinal


cdef inline uint32_t chow_number(uint64_t keys, const int nsuits) noexcept nogil:
    """Number of a multiset of up to four chows, given as a key of twelve bits a suit; with one suit the key serves."""
    cdef uint64_t product = keys * CHOW_HASH_FACTOR
    if nsuits == 1:
        return <uint32_t>keys
    return chow3_slot[((product >> 24) & 0x3FFF) ^ chow3_displacement[product >> 52]]


cdef inline const uint8_t* chows_of(uint32_t number, int nsuits) noexcept nogil:
    """The chows of a multiset: suit * 7 + lowest rank, four bytes, 255 where there is none."""
    if nsuits == 1:
        return &chow_sets_1[4 * chow_id[number]]
    return &chow_sets_3[4 * number]
