"""What other extensions may use of the distance: tiles still needed, less one.

`forms`: bits of `codes.Form`. Each number of suits has a function of its own, so that a call is one pointer call.
"""

from libc.stdint cimport uint8_t, uint64_t

cdef int distance_1(const uint8_t* counts, int n_tiles, int forms) noexcept nogil
cdef int distance_3(const uint8_t* counts, int n_tiles, int forms) noexcept nogil
cdef uint64_t useful_1(const uint8_t* counts, int n_tiles, int forms, int* distance) noexcept nogil
cdef uint64_t useful_3(const uint8_t* counts, int n_tiles, int forms, int* distance) noexcept nogil


cdef inline int distance_of(const uint8_t* counts, int n_tiles, int nsuits, int forms) noexcept nogil:
    """Of so many concealed tiles, the copies in melds left out of account."""
    return distance_1(counts, n_tiles, forms) if nsuits == 1 else distance_3(counts, n_tiles, forms)


cdef inline uint64_t useful_of(
    const uint8_t* counts, int n_tiles, int nsuits, int forms, int* distance
) noexcept nogil:
    """The kinds that lower that distance; four of a kind at most in the hand."""
    if nsuits == 1:
        return useful_1(counts, n_tiles, forms, distance)
    return useful_3(counts, n_tiles, forms, distance)


# The same of 13 or 14 - 3 x melds tiles, a target using so many copies of a kind at most.
cdef int distance_within(
    const uint8_t* counts, const uint8_t* limits, int n_melds, int nsuits, int forms
) noexcept nogil
cdef uint64_t useful_within(
    const uint8_t* counts, const uint8_t* limits, int n_melds, int nsuits, int forms, int* distance
) noexcept nogil
