# Gives: the treasures: their indicator, its exchange, what it does to the wall; ready declared, pairs pushed out.
# Needs: types.
# Follows: rulebook 12 "The wall's end", "Ready", "Treasures"; 15.11, 15.12.
#
# Stacks are two tiles, counted from the end of the deck: stack 4 is deck[n - 8] (its upper tile, the first indicator)
# and deck[n - 7]. The four last tiles are those before the indicator's stack; where fewer are left, they.

from mj2p._core cimport call_finishing, call_pushed
from mj2p.bits cimport ctz
from mj2p.codes cimport ACT_PUSH_OUT, EVENT_INDICATOR, NO_SEAT, PHASE_PUSH_OUT, PHASE_RESPONSE


cdef inline int indicator_stack(const State* s, const Flow* f) noexcept nogil:
    """Where the indicator's stack begins; before it is turned, stack 4."""
    cdef int at = s.indicator_at[s.n_indicators - 1] if s.n_indicators else f.n_tiles - 8
    return at - (f.n_tiles - at & 1)


cdef void turn_treasure(State* s, const Flow* f, int at) noexcept nogil:
    """An indicator is shown to all: its kind and the next rank (of 中 none) are treasures now."""
    cdef int kind = s.deck[at], stack
    s.indicators[s.n_indicators] = <uint8_t>kind
    s.indicator_at[s.n_indicators] = <uint8_t>at
    s.n_indicators += 1
    s.shown[kind] += 1
    note(f, EVENT_INDICATOR, NO_SEAT, kind, 0)
    s.treasures = <uint64_t>1 << kind
    if kind < 27:
        s.treasures |= <uint64_t>1 << (kind - 8 if kind % 9 == 8 else kind + 1)
    stack = indicator_stack(s, f)
    if stack - 4 < s.tail:
        s.tail = <uint8_t>max(stack - 4, <int>s.head)


cdef int all_treasures_shown(const State* s) noexcept nogil:
    cdef uint64_t left = s.treasures
    while left:
        if s.shown[ctz(left)] < 4:
            return 0
        left &= left - 1
    return 1


cdef void watch_treasures(State* s, const Flow* f) noexcept nogil:
    """Exchange the indicator as long as all its treasures lie face up: lower tile, then the next stack's upper, ...
    Where the next place has been drawn it stays."""
    cdef int at, upper
    while 0 < s.n_indicators < MOST_INDICATORS and all_treasures_shown(s):
        at = s.indicator_at[s.n_indicators - 1]
        upper = f.n_tiles - at & 1 == 0
        at += 1 if upper else -3
        if at < s.head or at >= s.end:  # drawn already
            return
        turn_treasure(s, f, at)


cdef void declare(State* s, const Flow* f, int seat) noexcept nogil:
    """Ready: what the hand waits for from now on. A pair may be pushed out, before anything is turned or answered."""
    s.waits[seat] = call_finishing(s.counts[seat], s.melds[seat], s.n_melds[seat], f.rules, &s.winds[seat])
    s.near[seat] = -1  # any draw may win
    if f.play.push_out:
        s.phase = PHASE_PUSH_OUT
        s.seat = <uint8_t>seat
    else:
        declared(s, f)


cdef void declared(State* s, const Flow* f) noexcept nogil:
    """The first who is ready turns the indicator."""
    if f.play.treasures and s.n_indicators == 0:
        turn_treasure(s, f, f.n_tiles - 8)


cdef void push_out(State* s, const Flow* f, int action) noexcept nogil:
    """The pair that is pushed out, or none; then the discard is answered to."""
    cdef int seat = s.seat, kind = action - ACT_PUSH_OUT
    if action >= ACT_PUSH_OUT:
        call_pushed(s.counts[seat], s.melds[seat], s.n_melds[seat], kind, f.rules, &s.winds[seat])
        s.pushed[seat] = <uint8_t>(kind + 1)
        s.waits[seat] = <uint64_t>1 << kind
    declared(s, f)
    s.phase = PHASE_RESPONSE
    s.seat = <uint8_t>next_seat(f, seat)
