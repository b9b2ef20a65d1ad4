"""The play engine once more, with what only tests and measurements use. Built from a source tree alone (`setup.py`).

A `Probe` is a `PackedFlow` that plays games by simple policies with every invariant checked, and judges the state of a
`Position`; it is the same text as the engine's, compiled once more, so that what is shipped has none of it.
"""

include "_engine.pyx"
include "engine/probe.pxi"


def game_layout():
    """Offsets of the fields of a game's row before those of the seats, in their order, and its size for two seats."""
    cdef GameHead h
    cdef char* at = <char*>&h
    fields = (
        ("game", <char*>&h.game - at), ("fans", <char*>&h.fans - at), ("multiplier", <char*>&h.multiplier - at),
        ("house", <char*>&h.house - at), ("total", <char*>&h.total - at), ("points", <char*>&h.points - at),
        ("turns", <char*>&h.turns - at), ("decisions", <char*>&h.decisions - at), ("winner", <char*>&h.winner - at),
        ("by", <char*>&h.by - at), ("payer", <char*>&h.payer - at), ("dealer", <char*>&h.dealer - at),
        ("win_tile", <char*>&h.win_tile - at), ("wait", <char*>&h.wait - at), ("kongs", <char*>&h.kongs - at),
        ("wall", <char*>&h.wall - at), ("indicators", <char*>&h.indicators - at), ("swapped", <char*>&h.swapped - at),
        ("open", <char*>&h.open - at), ("doubled", <char*>&h.doubled - at), ("deltas", sizeof(GameHead)),
    )
    return fields, row_size(2)


cdef class Probe(PackedFlow):
    """A rule set's flow, probed; made like a `PackedFlow`."""

    def broken(self, bytes raw not None):
        """0, or the number of the invariant that a state fails, given by what `Position.raw` says of it."""
        cdef Position position = Position(self)
        position.load(raw)
        return broken(&position.state, &self.flow)

    def play_many(self, uint64_t seed, uint64_t first, int64_t n, int policy=0, int checking=1):
        """Play games of a seed from `first` on by a policy: (games won, drawn, decisions, most in a game, faults).

        A fault is (game, decision, number of the broken invariant); at most one a game, and ten in all.
        """
        cdef State s
        cdef int64_t i, wins = 0, decisions = 0
        cdef int fault = 0, n_faults = 0, most = 0
        cdef uint64_t key
        cdef uint64_t[10][3] faults
        with nogil:
            for i in range(n):
                shuffle(&s, &self.flow, seed, first + i)
                key = stream_key(seed, first + i)
                begin(&s, &self.flow)
                advance(&s, &self.flow)
                while True:
                    if checking:
                        fault = broken(&s, &self.flow)
                        if fault:
                            if n_faults < 10:
                                faults[n_faults][0] = first + i
                                faults[n_faults][1] = s.decisions
                                faults[n_faults][2] = fault
                                n_faults += 1
                            break
                    if s.phase == PHASE_OVER:
                        break
                    step(&s, &self.flow, choose(&s, &self.flow, policy, key, s.decisions))
                decisions += s.decisions
                most = max(most, <int>s.decisions)
                wins += s.winner != NO_SEAT
        return wins, n - wins, decisions, most, [(faults[i][0], faults[i][1], faults[i][2]) for i in range(n_faults)]
