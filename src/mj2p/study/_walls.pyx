"""The compiled part of study: scoring every complete hand there is, and the play of a lone hand against the wall.

Nothing here knows a text or a rule set's name. `handcensus.py` and `discarding.py` are the face of it.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from mj2p._core cimport Packed
from mj2p.codes cimport HONORS, ROW_1, ROW_3

include "walls/census.pxi"
include "walls/types.pxi"
include "walls/grow.pxi"
include "walls/walk.pxi"


cdef class OutcomeTally:
    """How often each outcome (total, fans) comes out of the hands that were added. One thread at a time adds."""

    cdef Outcomes outcomes
    cdef Packed packed

    def __cinit__(self, Packed packed not None):
        self.packed = packed

    def __dealloc__(self):
        free(self.outcomes.slots)

    def __reduce__(self):
        raise TypeError("a tally is not pickled: pickle the Census made of it")

    def add(self, const uint8_t[:, ::1] counts not None):
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


cdef class LoneHand:
    """The best play of 14 - 3 x melds concealed tiles against the wall, a discard (row) at a time. Not for two threads.

    counts, limits, wall: bytes a kind (16 | 34): the concealed tiles, copies that a target may use, tiles not seen.
    record: the row of `hand_dtype` that a win is scored as, its tiles put in. `scoring`: minimum, cap_points, in_steps.
    """

    cdef Plan plan
    cdef Packed packed
    cdef int wide
    cdef readonly int draws

    def __cinit__(
        self, Packed packed not None, const uint8_t[::1] record not None, const uint8_t[::1] counts not None,
        const uint8_t[::1] limits not None, const uint8_t[::1] wall not None, int n_melds, int draws, int wide,
        int for_points, dict scoring not None, uint32_t most
    ):
        cdef int k, tiles = 0, kinds = 9 * packed.nsuits + HONORS
        if record.shape[0] != (ROW_1 if packed.nsuits == 1 else ROW_3):
            raise ValueError("the record has the wrong length")
        if counts.shape[0] != kinds or limits.shape[0] != kinds or wall.shape[0] != kinds:
            raise ValueError("counts, limits or wall have the wrong length")
        for k in range(kinds):
            tiles += counts[k]
            if counts[k] > 4 or limits[k] > 4 or wall[k] > 4 - counts[k]:
                raise ValueError(f"of kind {k} there are more than four")
        if not 0 <= n_melds <= 4 or tiles != 14 - 3 * n_melds:
            raise ValueError(f"{tiles} tiles beside {n_melds} melds are no hand")
        self.packed = packed
        self.wide = wide
        self.draws = draws
        self.plan.rules = packed.rules
        self.plan.kinds = kinds
        self.plan.n_melds = n_melds
        self.plan.draws = draws
        self.plan.stride = (draws + 4) // 4 * 4
        for k in range(1, 4 * KINDS_MOST + 1):
            self.plan.share[k] = 1.0 / k
        self.plan.for_points = for_points
        self.plan.minimum = scoring["minimum"]
        self.plan.cap_points = scoring["cap_points"]
        self.plan.in_steps = scoring["in_steps"]
        self.plan.most = most
        memcpy(self.plan.row, &record[0], record.shape[0])
        for k in range(kinds):
            self.plan.hand[k] = counts[k]
            self.plan.limits[k] = limits[k]
            self.plan.wall[k] = wall[k]
            self.plan.unseen += wall[k]
        if draws < 0 or draws > self.plan.unseen:
            raise ValueError("more draws than tiles")
        self.plan.by_tile = wide and self.plan.unseen <= BY_TILE

    def __dealloc__(self):
        free_plan(&self.plan)

    def __reduce__(self):
        raise TypeError("a plan is not pickled: pickle the table made of it")

    @property
    def exact(self):
        """Whether the chances are: of straight play always, of wide where the wall is gone through tile by tile."""
        return not self.wide or bool(self.plan.by_tile)

    cdef uint32_t row(self, int kind, int wide) except? 0xFFFFFFFF:
        """The hand that a discard leaves, grown where it is new; where hands are too many, without those so far."""
        cdef uint32_t root
        if kind < 0 or kind >= self.plan.kinds or self.plan.hand[kind] == 0:
            raise ValueError("no such tile to discard")
        with nogil:
            if self.plan.n_slots == 0 and not widen_slots(&self.plan):
                self.plan.status = NO_MEMORY
            root = grow_row(&self.plan, kind, wide) if self.plan.status == GREW else NOWHERE
            if self.plan.status == TOO_MANY:
                forget(&self.plan)
                root = grow_row(&self.plan, kind, wide)
        if self.plan.status == NO_MEMORY:
            raise MemoryError()
        if self.plan.status == TOO_MANY:
            raise OverflowError("too many hands")
        return root

    cdef int walk(self, uint32_t root, Chances* chances) except -1:
        cdef Walk walk
        cdef int done
        with nogil:
            memset(chances.ready, 0, self.draws * sizeof(double))
            memset(chances.won, 0, self.draws * sizeof(double))
            chances.fans = chances.points = 0
            done = begin_walk(&self.plan, root, &walk)
            if done:
                walk_on(&self.plan, root, &walk, chances)
            free_walk(&walk)
        if not done:
            raise MemoryError()
        return 0

    cdef uint32_t choose(self, int kind, Chances* chances) except? 0xFFFFFFFF:
        """The hand, with its exchange or without: where the chances are estimates, whichever come out better."""
        cdef uint32_t root
        cdef double least = 0
        if not self.exact:
            self.walk(self.row(kind, 0), chances)
            least = self.worth(chances)
        root = self.row(kind, self.wide)
        self.walk(root, chances)
        if self.exact or self.worth(chances) > least:
            return root
        root = self.row(kind, 0)
        self.walk(root, chances)
        return root

    cdef double worth(self, const Chances* chances):
        return chances.points if self.plan.for_points else sum([chances.won[t] for t in range(self.draws)])

    def chances(self, int kind, double[::1] ready not None, double[::1] won not None):
        """(distance, fans, points, share of good waits or -1) after discarding a kind.

        Writes the T chances of becoming ready (0 where it is already) and of winning, by draw.
        """
        cdef Chances chances
        cdef uint32_t root
        self.lend(&chances, ready, won)
        root = self.choose(kind, &chances)
        return self.plan.hands[root].distance, chances.fans, chances.points, good_share(&self.plan, root)

    cdef int lend(self, Chances* chances, double[::1] ready, double[::1] won) except -1:
        if ready.shape[0] != self.draws or won.shape[0] != self.draws or self.draws == 0:
            raise ValueError("ready or won have the wrong length")
        chances.ready = &ready[0]
        chances.won = &won[0]
        return 0
