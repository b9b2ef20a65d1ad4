# Gives: Outcomes, a table of what scores come out and how often, and tally_hand, which scores a hand into it.
# Needs: no other piece.
# Follows: rulebook section 13: every (complete closed hand, winning tile) pair, self-drawn, plain and by ways to draw.

from mj2p._core cimport call_score
from mj2p.codes cimport AT_SITUATION, AT_WIN, HONORS, ROW_3, SIT_SELF_DRAW, STATUS_WIN
from mj2p.scoring.kernel.types cimport Result, Rules

# A total and the fans that count; `pairs` 0: an empty slot.
cdef struct Outcome:
    uint64_t fans[2]
    int64_t total
    uint64_t pairs
    uint64_t ways

# An open-addressed table; some ten thousand outcomes of a rule set, so that it stays in the cache.
cdef struct Outcomes:
    Outcome* slots
    uint64_t size           # a power of two
    uint64_t n

cdef enum:
    FIRST_SLOTS = 1024


cdef inline Outcome* find_outcome(
    const Outcomes* outcomes, uint64_t low, uint64_t high, int64_t total
) noexcept nogil:
    """The slot of an outcome, or the empty one where it belongs."""
    cdef uint64_t at = (low * 31 + high * 127 + <uint64_t>total) * <uint64_t>0x9E3779B97F4A7C15
    cdef Outcome* slot
    at ^= at >> 29
    while True:
        at &= outcomes.size - 1
        slot = &outcomes.slots[at]
        if slot.pairs == 0 or (slot.total == total and slot.fans[0] == low and slot.fans[1] == high):
            return slot
        at += 1


cdef int widen_outcomes(Outcomes* outcomes) noexcept nogil:
    """Double the table; false where there is no memory, and nothing has changed."""
    cdef Outcomes wider
    cdef uint64_t i
    cdef Outcome* old
    wider.size = 2 * outcomes.size if outcomes.size else <uint64_t>FIRST_SLOTS
    wider.n = outcomes.n
    wider.slots = <Outcome*>calloc(wider.size, sizeof(Outcome))
    if wider.slots == NULL:
        return 0
    for i in range(outcomes.size):
        old = &outcomes.slots[i]
        if old.pairs:
            find_outcome(&wider, old.fans[0], old.fans[1], old.total)[0] = old[0]
    free(outcomes.slots)
    outcomes[0] = wider
    return 1


cdef inline int add_outcome(Outcomes* outcomes, const Result* result, int64_t cap, uint64_t ways) noexcept nogil:
    """Count a score once, and so many ways; false where there is no memory."""
    cdef int64_t total = min(result.best.value, cap)
    cdef Outcome* slot
    if 2 * outcomes.n >= outcomes.size and not widen_outcomes(outcomes):
        return 0
    slot = find_outcome(outcomes, result.best.fans[0], result.best.fans[1], total)
    if slot.pairs == 0:
        slot.fans[0], slot.fans[1], slot.total = result.best.fans[0], result.best.fans[1], total
        outcomes.n += 1
    slot.pairs += 1
    slot.ways += ways
    return 1


cdef inline int tally_hand(const uint8_t* counts, const Rules* rules, Outcomes* outcomes) noexcept nogil:
    """Score 14 concealed tiles with each of their kinds drawn last: 1; 0 where some do not win, -1 without memory.

    A hand can be drawn in the product of (4 choose count) ways, each with `count` tiles of a kind that may be the last.
    """
    cdef uint8_t row[ROW_3]
    cdef uint64_t ways = 1
    cdef int kind, kinds = 9 * rules.nsuits + HONORS
    cdef Result result
    memset(row, 0, ROW_3)
    memcpy(row, counts, kinds)
    row[kinds + AT_SITUATION] = SIT_SELF_DRAW
    for kind in range(kinds):
        if counts[kind]:
            ways *= 6 if counts[kind] == 2 else 1 if counts[kind] == 4 else 4
    for kind in range(kinds):
        if counts[kind]:
            row[kinds + AT_WIN] = kind
            call_score(row, rules, &result)
            if result.status != STATUS_WIN:
                return 0
            if not add_outcome(outcomes, &result, rules.cap_total, ways * counts[kind]):
                return -1
    return 1
