# Gives: fill_tables, which fills at import the small tables that the kernel reads (see table).
# Needs: match, check, forms.

from mj2p.scoring.kernel.splits cimport SUMS_PUNG, split_left, split_right
from mj2p.scoring.kernel.table cimport (
    HONORS_BAD, HONORS_DRAGONS, HONORS_ONE_PAIR, HONORS_PRESENT, HONORS_SUMS, RANKS, dragons_as_sets, left_half,
    rank_facts, right_half, winds_as_sets,
)


cdef uint32_t honors_as_sets(uint32_t nibbles, int size, int first, int present) noexcept nogil:
    """Honours whose key starts at bit `first`: one bit per pung, then the kind of the pair + 1 (of one pair)."""
    cdef uint32_t found = <uint32_t>present << HONORS_PRESENT if nibbles else 0, count
    cdef int h
    for h in range(size):
        count = nibbles >> (4 * h) & 15
        if count == 2:
            found += HONORS_ONE_PAIR
            found |= <uint32_t>(h + 1) << (first + size)
        elif count == 3:
            found += <uint32_t>SUMS_PUNG << HONORS_SUMS | <uint32_t>1 << (first + h)
        elif count:
            found += 1 << HONORS_BAD
    return found


cdef uint32_t base6_to_nibbles(uint32_t number) noexcept nogil:
    """Digits in base 6, the first lowest, as nibbles."""
    cdef uint32_t nibbles = 0, place = 0
    while number:
        nibbles |= number % 6 << place
        number //= 6
        place += 4
    return nibbles


cdef void fill_tables() noexcept nogil:
    """The small tables that say what a mask of ranks is."""
    cdef int mask, rank, bits, n, classes = 0
    for mask in range(512):
        n = 0
        for rank in range(RANKS):
            n += mask >> rank & 1
        rank_facts[mask].n = n
        rank_facts[mask].pungs = pungs_key_1(mask)
        bits = ranks_within(mask)
        n = 0
        while n < classes and class_ranks[n] != bits:
            n += 1
        if n == classes:
            class_ranks[n] = bits
            classes += 1
        rank_facts[mask].kinds = n * KEY_RANKS + (mask != 0)
    for n in range(256):
        fill_meld(&meld_facts[0][n], n, 1)
        fill_meld(&meld_facts[1][n], n, 3)
    for n in range(1296):
        left_half[base6_to_nibbles(n)] = split_left[n]
    for n in range(7776):
        right_half[base6_to_nibbles(n)] = split_right[n]
    for n in range(0x4445):
        winds_as_sets[n] = honors_as_sets(n, 4, 0, KEY_WINDS)
    for n in range(0x445):
        dragons_as_sets[n] = honors_as_sets(n, 3, HONORS_DRAGONS, KEY_DRAGONS)
    fill_knitted()
