"""What other extensions of the package may use of the core: a packed rule set, and calls that take one."""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from mj2p.scoring.kernel.types cimport Result, Rules


cdef class Packed:
    cdef Rules* rules
    cdef readonly int nsuits
    cdef void pack_exclusions(self, list rows)


# calls.pxi
cdef void call_score(const uint8_t* row, const Rules* rules, Result* result) noexcept nogil
cdef int64_t call_pattern_fans(const Result* result, const Rules* rules) noexcept nogil
cdef int call_complete(const uint8_t* counts, int n_melds, int n_chows, const Rules* rules) noexcept nogil
cdef uint64_t call_finishing(
    const uint8_t* counts, const uint8_t* melds, int n_melds, const Rules* rules, uint64_t* winds
) noexcept nogil
cdef int call_pushed(
    const uint8_t* counts, const uint8_t* melds, int n_melds, int pushed, const Rules* rules, uint64_t* winds
) noexcept nogil
cdef int call_finishes(const uint8_t* counts, const uint8_t* melds, int n_melds, const Rules* rules) noexcept nogil
