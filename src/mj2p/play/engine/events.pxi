# Gives: act_told, advance_told, step_told: what act, advance and step do, with the actions noted too.
# Needs: types, legal, step, hidden.
# Follows: nothing of the rulebook: it is what records are made of (see `codes.Event`).
#
# `note` (types) stands where the engine does what it notes; in simulations Flow.events is NULL.

from mj2p.codes cimport EVENT_ACT, EVENT_READY, EVENT_SHOW, EVENT_SHOW_KONG, EVENT_SHOW_TILE, meld_kind


cdef void note_hand(const State* s, const Flow* f, int seat, int to) noexcept nogil:
    """The concealed tiles of a seat, and of what its concealed kongs are, for a player who sees them from now on."""
    cdef int i, k
    note(f, EVENT_SHOW, seat, to, 0)
    for k in range(f.kinds):
        for i in range(s.counts[seat][k]):
            note(f, EVENT_SHOW_TILE, seat, k, 0)
    for i in range(s.n_melds[seat]):
        if is_hidden_kong(s.melds[seat][i]):
            note(f, EVENT_SHOW_KONG, seat, meld_kind(s.melds[seat][i]), 0)


cdef void act_told(State* s, const Flow* f, int action) noexcept nogil:
    """`act`, and the mask of whoever is asked then."""
    cdef int seat = s.seat, ready = s.ready[seat], other
    note(f, EVENT_ACT, seat, action, s.tile)
    act(s, f, action)
    legal(s, f)
    if s.ready[seat] == ready:
        return
    note(f, EVENT_READY, seat, s.ready[seat], 0)
    for other in range(f.seats if f.play.ready_sees else 0):
        if other != seat:
            note_hand(s, f, other, seat)


cdef void advance_told(State* s, const Flow* f) noexcept nogil:
    """From a decision that may have been taken out of the seat's hands: play on until somebody has a choice."""
    cdef int action = forced_action(s)
    while action >= 0:
        act_told(s, f, action)
        action = forced_action(s)


cdef void step_told(State* s, const Flow* f, int action) noexcept nogil:
    s.decisions += 1
    act_told(s, f, action)
    advance_told(s, f)
