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


# What a mask of ranks says: how many, which class of ranks (_core_match), which pung fans of one suit. Filled at import.
cdef struct RankFacts:
    uint8_t n
    uint8_t ranks
    uint16_t pungs

cdef RankFacts rank_facts[512]


cdef inline uint32_t split_number(uint64_t suit) noexcept nogil:
    """Number of the vector among those that split into sets and at most a pair, or NO_VECTOR. Counts 0-5."""
    cdef uint64_t pairs = (suit & 0x0F0F0F0F) + 6 * ((suit >> 4) & 0x0F0F0F0F)
    cdef uint64_t fours = (pairs & 0x00FF00FF) + 36 * ((pairs >> 8) & 0x00FF00FF)
    cdef const SplitLeft* left = &split_left[fours & 0xFFFF]
    cdef const SplitRight* right = &split_right[(fours >> 16) + 1296 * (suit >> 32)]
    cdef uint32_t offset = split_offset[left.row + right.number]
    return NO_VECTOR if offset == NO_SPLIT else left.start + offset + right.ordinal


cdef inline uint32_t chow_number(const uint32_t* keys, const int nsuits) noexcept nogil:
    """Number of a multiset of up to four chows, given as a key a suit."""
    cdef uint64_t product
    if nsuits == 1:
        return chow_id[keys[0]]
    product = (keys[0] | (<uint64_t>keys[1] << 12) | (<uint64_t>keys[2] << 24)) * CHOW_HASH_FACTOR
    return chow3_slot[((product >> 24) & 0x3FFF) ^ chow3_displacement[product >> 52]]


cdef inline const uint8_t* chows_of(uint32_t number, int nsuits) noexcept nogil:
    """The chows of a multiset: suit * 7 + lowest rank, four bytes, 255 where there is none."""
    if nsuits == 1:
        return &chow_sets_1[4 * number]
    return &chow_sets_3[4 * number]
