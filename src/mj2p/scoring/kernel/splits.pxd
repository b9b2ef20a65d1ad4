# Gives: every way to split a suit into sets and at most a pair, found by a perfect hash; every multiset of chows.
# Needs: what tools/make_split_tables.py writes, which says how the tables hang together.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #define N_SPLITS ((int)(sizeof(splits) / sizeof(splits[0])))
    """
    const int N_SPLITS

cdef extern from "_split_tables.h" nogil:
    ctypedef struct SplitVector:
        uint16_t first
        uint8_t n
        uint8_t pairs       # 0 or 1
        uint16_t sole
        uint16_t ranks      # bit r: rank r + 1 occurs
    ctypedef struct SplitLeft:
        uint16_t start
        uint16_t row
    ctypedef struct SplitRight:
        uint16_t ordinal
        uint16_t number
    ctypedef struct Split:
        uint16_t chow_key
        uint16_t pungs      # bit r: pung of rank r + 1
        uint16_t sums       # SUMS_PUNG for each pung
        uint8_t chows       # bit r: some chow starts at rank r + 1
        uint8_t pair_common  # the pair, rank - 1 or NO_PAIR; from bit 4 what all its sets and the pair have: SPLIT_...
    const uint16_t chow_weights[]
    const SplitLeft split_left[]
    const SplitRight split_right[]
    const uint16_t split_offset[]
    const SplitVector split_vectors[]
    const Split splits[]
    const uint32_t pairs_facts[]
    const uint16_t chow_id[]
    const uint16_t chow3_displacement[]
    const uint16_t chow3_slot[]
    const uint8_t chow_sets_1[]
    const uint8_t chow_sets_3[]
    const uint64_t CHOW_HASH_FACTOR
    enum:
        NO_SPLIT
        NO_PAIR
        SUMS_PUNG
        CHOW_SETS_1
        CHOW_SETS_3
