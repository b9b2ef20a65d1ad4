"""The play of a lone hand once more, with what only tests use. Built from a source tree alone (`setup.py`).

A `Probe` is a `LoneHand` that counts its chances by playing, too; the same text, compiled once more.
"""

include "_walls.pyx"
include "walls/probe.pxi"


cdef class Probe(LoneHand):
    """A lone hand, probed; made like a `LoneHand`."""

    @property
    def size(self):
        """Hands and draws looked at."""
        return self.plan.n_hands + self.plan.n_drawn

    def try_out(self, int kind, uint64_t seed, int64_t runs, double[::1] ready not None, double[::1] won not None):
        """The same counted in so many walls played out: (fans, points), sums."""
        cdef Chances counts
        cdef uint32_t root
        self.lend(&counts, ready, won)
        root = self.choose(kind, &counts)
        ready[:] = 0
        won[:] = 0
        counts.fans = counts.points = 0
        with nogil:
            try_out(&self.plan, root, seed, runs, &counts)
        return counts.fans, counts.points
