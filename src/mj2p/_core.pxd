"""What other extensions of the package may use of the core: its types, and a packed rule set."""

include "scoring/kernel/types.pxi"


cdef class Packed:
    cdef Rules* rules
    cdef readonly int nsuits
    cdef void pack_exclusions(self, list rows)


# _core_calls.pxi
cdef void call_score(const uint8_t* row, const Rules* rules, Result* result) noexcept nogil
cdef int64_t call_pattern_fans(const Result* result, const Rules* rules) noexcept nogil
cdef int call_times(const Result* result, const Rules* rules, int fan) noexcept nogil
cdef int call_complete(const uint8_t* counts, int n_melds, int n_chows, const Rules* rules) noexcept nogil
cdef uint64_t call_waits(const uint8_t* counts, int n_melds, int n_chows, const Rules* rules) noexcept nogil
cdef uint64_t call_finishing(
    const uint8_t* counts, const uint8_t* melds, int n_melds, const Rules* rules, uint64_t* winds
) noexcept nogil
cdef int call_pushed(
    const uint8_t* counts, const uint8_t* melds, int n_melds, int pushed, const Rules* rules, uint64_t* winds
) noexcept nogil
cdef int call_finishes(const uint8_t* counts, const uint8_t* melds, int n_melds, const Rules* rules) noexcept nogil
cdef int call_distance(const uint8_t* counts, int n_tiles, const Rules* rules) noexcept nogil
cdef uint64_t call_useful(const uint8_t* counts, int n_tiles, const Rules* rules, int* distance) noexcept nogil
cdef int call_distance_within(
    const uint8_t* counts, const uint8_t* limits, int n_melds, const Rules* rules
) noexcept nogil
cdef uint64_t call_useful_within(
    const uint8_t* counts, const uint8_t* limits, int n_melds, const Rules* rules, int* distance
) noexcept nogil
