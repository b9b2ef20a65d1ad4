# Gives: whether counts are a complete hand, and the kinds that would complete them.
# Needs: forms.
# Follows: rulebook section 2 "Wait": over all forms and splits; a kind held four times is waited for still.

from mj2p.bits cimport byte_sum
from mj2p.codes cimport FORM_KNITTED, FORM_KNITTED_STRAIGHT, FORM_SEVEN_PAIRS, FORM_THIRTEEN_ORPHANS, HONORS
from mj2p.scoring.kernel.splits cimport split_vectors
from mj2p.scoring.kernel.table cimport (
    HONORS_NO_SETS, HONORS_PAIR, NO_VECTOR, RANKS, honor_sets, load_counts, split_number,
)
from mj2p.scoring.kernel.types cimport SPECIAL_FORMS, Hand, Rules


cdef inline int read_counts(const uint8_t* counts, uint64_t* suits, uint64_t* honors, const int nsuits) noexcept nogil:
    """Bytes -> nibbles; the number of tiles, or -1 where a count is above four."""
    cdef uint64_t tiles
    return -1 if load_counts(counts, suits, honors, &tiles, nsuits) else byte_sum(tiles)


cdef inline int is_complete_counts(const uint8_t* counts, int forms, const int nsuits) noexcept nogil:
    """Win check of a row of counts (melds implied by the number of tiles); false for a bad row."""
    cdef uint64_t suits[3]
    cdef uint64_t honors
    cdef uint32_t sets, n_pairs, number
    cdef int s, tiles = read_counts(counts, suits, &honors, nsuits)
    if tiles > 14 or tiles % 3 != 2:
        return 0
    sets = honor_sets(honors)
    if not sets & HONORS_NO_SETS:
        n_pairs = sets >> HONORS_PAIR & 7
        for s in range(nsuits):
            number = split_number(suits[s])
            if number == NO_VECTOR:
                break
            n_pairs += split_vectors[number].pairs
        else:
            if n_pairs == 1:
                return 1
    if tiles < 11:
        return 0
    if tiles == 14 and forms & FORM_SEVEN_PAIRS and is_pairs(suits, honors, nsuits):
        return 1
    return nsuits == 3 and forms & SPECIAL_FORMS and is_special_counts(suits, honors, tiles, forms)


cdef int is_special_counts(const uint64_t* suits, uint64_t honors, int tiles, int forms) noexcept nogil:
    """The forms of single tiles, of 14 tiles or (组合龙) of 11."""
    cdef Hand hand
    cdef int s
    if forms & FORM_KNITTED_STRAIGHT and is_knitted_set(suits, honors):
        return 1
    for s in range(3):
        hand.suits[s] = suits[s]
    hand.suits[3] = honors
    return tiles == 14 and (
        (forms & FORM_KNITTED and is_knitted(&hand)) or (forms & FORM_THIRTEEN_ORPHANS and is_orphans(&hand))
    )


cdef inline uint64_t waits_of(
    uint64_t* suits, uint64_t honors, int n_melds, int n_chows, const Rules* rules, const int nsuits
) noexcept nogil:
    """The kinds waited for by 13 - 3 x melds tiles: bit k for kind k of the rule set."""
    cdef uint64_t found = 0
    cdef int s, rank
    for s in range(nsuits):
        for rank in range(RANKS):
            suits[s] += <uint64_t>1 << (4 * rank)
            found |= <uint64_t>(is_any_form(suits, honors, n_melds, n_chows, rules, nsuits) != 0) << (9 * s + rank)
            suits[s] -= <uint64_t>1 << (4 * rank)
    for rank in range(HONORS):
        if is_any_form(suits, honors + (<uint64_t>1 << (4 * rank)), n_melds, n_chows, rules, nsuits):
            found |= <uint64_t>1 << (9 * nsuits + rank)
    return found


cdef inline uint64_t waits_of_counts(const uint8_t* counts, const Rules* rules, const int nsuits) noexcept nogil:
    """Waits of a row of counts (melds, of no known sort, implied by the number of tiles); 0 for a bad row."""
    cdef uint64_t suits[3]
    cdef uint64_t honors
    cdef int tiles = read_counts(counts, suits, &honors, nsuits)
    if tiles < 1 or tiles > 13 or tiles % 3 != 1:
        return 0
    return waits_of(suits, honors, (13 - tiles) // 3, 0, rules, nsuits)
