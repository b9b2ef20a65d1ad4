"""What other extensions of the package may use of the core: its types, and a packed rule set."""

include "_core_types.pxi"


cdef class Packed:
    cdef Rules* rules
    cdef readonly int nsuits
    cdef void pack_exclusions(self, list rows)
    cdef void pick_waits(self)
