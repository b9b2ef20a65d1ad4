# Gives: broken, what is wrong with a state between decisions (the engine's invariants); choose, simple policies.
# Needs: types, deal, step.
# Follows: rulebook 1, 6: tiles are conserved, hands have 13 or 14 tiles less three a meld, somebody has a choice.

from mj2p.codes cimport (
    ACT_CHOW, ACT_DOUBLE, ACT_HEAVENLY_READY, ACT_KONG, ACT_OF_KINDS, ACT_PASS, ACT_WIN, BY_DRAW, BY_FLOWERS,
    BY_LEFT, MELD_CHOW, MELD_CONCEALED_KONG, MELD_PUNG, NO_SEAT, PHASE_DOUBLE, PHASE_FLOWER_ROB, PHASE_FLOWER_WIN,
    PHASE_HEAVENLY_READY, PHASE_LAST, PHASE_OPEN, PHASE_OVER, PHASE_ROB, PHASE_TURN, is_dealt, meld_kind, meld_type,
)

cdef enum:
    MOST_DECISIONS = 600

cdef enum:
    POLICY_RANDOM = 0
    POLICY_KONG = 1         # a kong where there is one, else at random
    POLICY_CLAIM = 2
    POLICY_PASS = 3
    POLICY_READY = 4
    POLICY_DECLINE = 5      # every win is doubled or passed up


cdef int broken(const State* s, const Flow* f) noexcept nogil:
    """0, or the number of the invariant that fails."""
    cdef int i, k, low, type, seat, size, owner
    cdef uint8_t[48] seen
    memset(seen, 0, sizeof(seen))
    for i in range(s.head, s.end if f.play.treasures else s.tail):  # the indicators of treasures lie in the wall
        seen[s.deck[i]] += 1
    if s.head > s.tail or s.tail > f.n_tiles:
        return 1
    if s.phase == PHASE_OPEN:
        for i in range(f.dealt):
            seen[s.deck[i]] += 1
    for i in range(0 if f.play.treasures else s.n_indicators):
        seen[s.indicators[i]] += 1
    for i in range(s.n_river):
        if not s.river[i] & TAKEN:
            seen[s.river[i] & 63] += 1
    for seat in range(f.seats):
        size = 0
        for k in range(f.kinds):
            seen[k] += s.counts[seat][k]
            size += s.counts[seat][k]
            if s.counts[seat][k] > 4:
                return 2
        for i in range(s.n_melds[seat]):
            type, low = meld_type(s.melds[seat][i]), meld_kind(s.melds[seat][i])
            for k in range(f.kinds):
                if type == MELD_CONCEALED_KONG and is_dealt(low):
                    seen[k] += in_dealt_meld(low, k)
                elif type == MELD_CHOW:
                    seen[k] += low <= k <= low + 2
                elif k == low:
                    seen[k] += 3 if type == MELD_PUNG else 4
        for i in range(8):
            seen[FLOWER + i] += (s.flowers[seat] | s.pending[seat]) >> i & 1
        if s.flowers[seat] & s.pending[seat]:
            return 3
        # whose turn it is has one tile more
        owner = s.turn == seat and (s.phase == PHASE_TURN or s.phase == PHASE_ROB)
        size += 3 * s.n_melds[seat]
        if s.phase not in (PHASE_LAST, PHASE_OVER, PHASE_OPEN) and s.phase not in (PHASE_FLOWER_WIN, PHASE_FLOWER_ROB):
            if s.phase in (PHASE_HEAVENLY_READY, PHASE_DOUBLE):
                owner = seat == s.dealer
            if size != 13 + owner:
                return 4
        elif s.phase != PHASE_OPEN and size not in (13, 14) and s.by not in (BY_FLOWERS, BY_DRAW, BY_LEFT):
            return 5
    for k in range(f.kinds):
        if seen[k] != (4 if f.there >> k & 1 else 0):
            return 6
    for i in range(f.n_flowers):
        if seen[FLOWER + i] != 1:
            return 7
    if s.decisions > MOST_DECISIONS:
        return 8
    if s.phase == PHASE_OVER:
        return 9 if s.mask[0] | s.mask[1] | s.mask[2] or s.seat != NO_SEAT else 0
    if s.seat >= f.seats or s.phase == PHASE_TURN and s.seat != s.turn or count_actions(s) < 2:
        return 10
    return 0


cdef int first_in(const State* s, int start, int end) noexcept nogil:
    """The first legal action of a range, or -1."""
    cdef int action
    for action in range(start, end):
        if allowed(s, action):
            return action
    return -1


cdef int choose(const State* s, const Flow* f, int policy, uint64_t key, int at) noexcept nogil:
    cdef int action = -1
    if policy == POLICY_KONG:
        action = ACT_KONG if allowed(s, ACT_KONG) else first_in(s, ACT_OF_KINDS + 2 * f.kinds, 192)
    elif policy == POLICY_CLAIM and not allowed(s, ACT_WIN):
        action = first_in(s, ACT_CHOW, ACT_DOUBLE)
    elif policy == POLICY_PASS and allowed(s, ACT_PASS):
        action = ACT_PASS
    elif policy == POLICY_READY:
        action = ACT_HEAVENLY_READY
        if not allowed(s, ACT_HEAVENLY_READY):
            action = first_in(s, ACT_OF_KINDS + f.kinds, ACT_OF_KINDS + 2 * f.kinds)
    elif policy == POLICY_DECLINE and allowed(s, ACT_WIN):
        if allowed(s, ACT_DOUBLE):
            action = ACT_DOUBLE
        elif allowed(s, ACT_PASS):
            action = ACT_PASS
        else:
            action = first_in(s, ACT_OF_KINDS, 192)
    return action if action >= 0 else nth_action(s, drawn_number(key, 256 + at, count_actions(s)))
