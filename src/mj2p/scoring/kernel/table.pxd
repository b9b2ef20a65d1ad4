# Gives: packing of counts into nibbles, small tests on them, the number of a suit's splits from its counts.
# Needs: bits, splits.
# Follows: DESIGN 3. A suit is nine nibbles of a uint64: 1123m is 0x...0112 read from the lowest nibble (2, 1, 1).

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from mj2p.bits cimport load8
from mj2p.scoring.kernel.splits cimport (
    CHOW_HASH_FACTOR, NO_SPLIT, SplitLeft, SplitRight, chow3_displacement, chow3_slot, chow_id, chow_sets_1,
    chow_sets_3, split_offset,
)

cdef enum:
    RANKS = 9
    NO_VECTOR = 0xFFFFFFFF


# Sixteen bytes -> sixteen nibbles, the first the lowest; a byte above 15 spoils its neighbour too.
cdef extern from *:
    """
    static inline uint64_t mj2p_nibbles(const uint8_t *bytes) {
        typedef uint16_t pairs __attribute__((vector_size(16)));
        typedef uint8_t packed __attribute__((vector_size(8)));
        pairs two;
        packed one;
        uint64_t nibbles;
        memcpy(&two, bytes, 16);
        one = __builtin_convertvector((two | two >> 4) & 0xFF, packed);
        memcpy(&nibbles, &one, 8);
        return nibbles;
    }
    """
    uint64_t bytes_to_nibbles "mj2p_nibbles" (const uint8_t* bytes) noexcept nogil


cdef inline uint64_t over_four(uint64_t nibbles) noexcept nogil:
    """Not 0 where some nibble (0-12) is above 4."""
    return (nibbles + <uint64_t>0x3333333333333333) & <uint64_t>0x8888888888888888


cdef inline uint64_t load_counts(
    const uint8_t* row, uint64_t* suits, uint64_t* honors, uint64_t* tiles, const int nsuits
) noexcept nogil:
    """Bytes of counts -> nibbles. Not 0 where some count is above 4; byte_sum(tiles) is how many there are."""
    cdef uint64_t first = load8(row), second = load8(row + 8), third, fourth, low, high, middle
    low = bytes_to_nibbles(row)
    suits[0] = low & <uint64_t>0xFFFFFFFFF
    if nsuits == 1:  # sixteen kinds are sixteen nibbles
        tiles[0] = first + second
        honors[0] = low >> 36
        return (first | second) & <uint64_t>0xF8F8F8F8F8F8F8F8 | over_four(low)
    # 34 kinds: the first sixteen, two, the last sixteen
    high = bytes_to_nibbles(row + 18)
    middle = row[16] | row[17] << 8
    third, fourth = load8(row + 18), load8(row + 26)
    tiles[0] = first + second + middle + third + fourth
    suits[1] = low >> 36 | (middle | middle >> 4) << 28 & <uint64_t>0xFF0000000
    suits[2] = high & <uint64_t>0xFFFFFFFFF
    honors[0] = high >> 36
    return (
        (first | second | middle | third | fourth) & <uint64_t>0xF8F8F8F8F8F8F8F8
        | over_four(low) | over_four(suits[1]) | over_four(high)
    )


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
    """Lowest bits of nibbles -> a mask of one bit per nibble (16 at most)."""
    ones = (ones | (ones >> 3)) & <uint64_t>0x0303030303030303
    ones = (ones | (ones >> 6)) & <uint64_t>0x000F000F000F000F
    ones = (ones | (ones >> 12)) & <uint64_t>0x000000FF000000FF
    return <uint32_t>((ones | (ones >> 24)) & 0xFFFF)


# Small tables that `fill` fills at import. Of a mask of ranks: the kinds key of a suit with these, the pungs key of a
# suit (match), how many there are. Of honours, by their nibbles: what they are as sets. Of a suit: the halves of the
# perfect hash, by the nibbles of the first four ranks and of the last five.
cdef extern from *:
    """
    #include "_split_tables.h"
    typedef struct { uint16_t kinds; uint8_t pungs; uint8_t n; } mj2p_rank_facts;
    static mj2p_rank_facts mj2p_ranks[512];
    static uint32_t mj2p_winds[0x4445], mj2p_dragons[0x445];
    static SplitLeft mj2p_left[0x5556];
    static SplitRight mj2p_right[0x55556];
    """
    ctypedef struct RankFacts "mj2p_rank_facts":
        uint16_t kinds
        uint8_t pungs
        uint8_t n
    RankFacts rank_facts "mj2p_ranks" [512]
    uint32_t winds_as_sets "mj2p_winds" [0x4445]
    uint32_t dragons_as_sets "mj2p_dragons" [0x445]
    SplitLeft left_half "mj2p_left" [0x5556]
    SplitRight right_half "mj2p_right" [0x55556]


# What the honours of a hand are as sets: those of the winds and of the dragons add up, and what is melded is or'ed to
# them. Bits 0-6 are the winds key, from HONORS_DRAGONS the dragons key.
cdef enum:
    HONORS_DRAGONS = 7          # shifts
    HONORS_PRESENT = 10         # KEY_WINDS, KEY_DRAGONS
    HONORS_PAIR = 14            # how many
    HONORS_BAD = 17             # kinds of which there are one or four: no sets
    HONORS_LACKS = 18           # SPLIT_OUTSIDE, SPLIT_FIVES: not all melds have it
    HONORS_SUMS = 22            # SUMS_PUNG for each pung, melds left out
    HONORS_NO_SETS = 7 << HONORS_BAD
    HONORS_ONE_PAIR = 1 << HONORS_PAIR


cdef inline uint32_t honor_sets(uint64_t honors) noexcept nogil:
    """The concealed honours as sets."""
    return winds_as_sets[honors & 0xFFFF] + dragons_as_sets[honors >> 16]


cdef inline uint32_t split_number(uint64_t suit) noexcept nogil:
    """Number of the vector among those that split into sets and at most a pair, or NO_VECTOR. Counts 0-5."""
    cdef const SplitLeft* left = &left_half[suit & 0xFFFF]
    cdef const SplitRight* right = &right_half[suit >> 16]
    cdef uint32_t offset = split_offset[left.row + right.number]
    return NO_VECTOR if offset == NO_SPLIT else left.start + offset + right.ordinal


cdef inline uint32_t chow_number(uint64_t keys, const int nsuits) noexcept nogil:
    """Number of a multiset of up to four chows, given as a key, twelve bits per suit, which is it for one suit."""
    cdef uint64_t product = keys * CHOW_HASH_FACTOR
    if nsuits == 1:
        return <uint32_t>keys
    return chow3_slot[((product >> 24) & 0x3FFF) ^ chow3_displacement[product >> 52]]


cdef inline const uint8_t* chows_of(uint32_t number, int nsuits) noexcept nogil:
    """The chows of a multiset: suit * 7 + lowest rank, four bytes, 255 where there is none."""
    if nsuits == 1:
        return &chow_sets_1[4 * chow_id[number]]
    return &chow_sets_3[4 * number]
