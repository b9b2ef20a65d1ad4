# Gives: words of bits and of bytes: what C or the processor has for them, in the terms of all extensions.
# Needs: libc alone.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    int ctz "__builtin_ctzll" (uint64_t) noexcept nogil     # the lowest bit that is set; of 0 nothing is said
    bint unlikely(bint) noexcept nogil


cdef inline uint64_t load8(const uint8_t* bytes) noexcept nogil:
    """Eight bytes as a word, the first the lowest."""
    cdef uint64_t word
    memcpy(&word, bytes, 8)
    return word


cdef inline int byte_sum(uint64_t word) noexcept nogil:
    """The sum of eight bytes, of at most 255 in all."""
    return (word * <uint64_t>0x0101010101010101) >> 56


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    """The finaliser of SplitMix64: every bit of the result depends on every bit of z."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)
