"""The compiled part of study: scoring every complete hand there is.

Nothing here knows a text or a rule set's name. `counting.py` is the face of it.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from mj2p._core cimport *

include "_study_census.pxi"


cdef class Tally:
    """How often each outcome (total, fans) comes out of the hands that were added. One thread at a time adds."""

    cdef Outcomes outcomes
    cdef Packed packed

    def __cinit__(self, Packed packed):
        self.packed = packed

    def __dealloc__(self):
        free(self.outcomes.slots)

    def __reduce__(self):
        raise TypeError("a tally is not pickled: pickle the Census made of it")

    def add(self, const uint8_t[:, ::1] counts):
        """Score every hand (n, 16 | 34) with each of its kinds drawn last. Releases the GIL.

        ValueError where some hand does not win with each.
        """
        cdef int64_t i, n = counts.shape[0]
        cdef int done = 1
        if counts.shape[1] != 9 * self.packed.nsuits + HONORS:
            raise ValueError("counts have the wrong shape")
        with nogil:
            for i in range(n):
                done = tally_hand(&counts[i, 0], self.packed.rules, &self.outcomes)
                if done != 1:
                    break
        if done < 0:
            raise MemoryError()
        if not done:
            raise ValueError(f"row {i}: no complete hand of the rule set")

    def rows(self):
        """The outcomes: (total, fans, fans, pairs, ways), in no order."""
        return [
            (slot.total, slot.fans[0], slot.fans[1], slot.pairs, slot.ways)
            for slot in self.outcomes.slots[: self.outcomes.size]
            if slot.pairs
        ]
