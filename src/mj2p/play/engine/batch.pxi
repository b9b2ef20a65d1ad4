# Gives: games stepped together (Table), what is observed of them (write_planes), masks as bytes.
# Needs: types, legal, deal, step, record, speed.
# Follows: DESIGN "many games"; the planes are a public contract, told in batchgame.py.

from mj2p.codes cimport (
    MELD_CHOW, MELD_CONCEALED_KONG, MELD_PUNG, PHASE_LAST, PHASE_OVER, PHASE_RESPONSE, PHASE_ROB, PHASE_TURN,
    PLANES_COMMON, PLANES_SEAT, PLANE_DRAWN, PLANE_INDICATORS, PLANE_LIVE, PLANE_TILE, SEAT_CHOWS, SEAT_DISCARDS,
    SEAT_HELD, SEAT_KONGS, SEAT_LATEST, SEAT_PUNGS, is_dealt, meld_kind, meld_type,
)

# One row of a batch: a game, and what is noted while it is played
cdef struct Table:
    State state
    uint64_t game
    Notes notes

# After the planes come facts: of each seat, in the order of its planes, then of the table
cdef enum:
    FACTS_SEAT = 9
    FACTS_COMMON = 4


cdef inline int plane_count(int seats) noexcept nogil:
    return PLANES_COMMON + seats * (PLANES_SEAT + FACTS_SEAT) + FACTS_COMMON


cdef void deal_table(Table* t, const Flow* f, uint64_t seed, uint64_t game) noexcept nogil:
    """The game's first decision."""
    t.game = game
    shuffle(&t.state, f, seed, game)
    begin_notes(&t.notes)
    begin(&t.state, f)
    play_forced(t, f)


cdef inline void play_forced(Table* t, const Flow* f) noexcept nogil:
    cdef State* s = &t.state
    cdef int action
    legal(s, f)
    while s.phase != PHASE_OVER and is_single(s):
        action = nth_action(s, 0)
        note_action(&t.notes, s, f, action)
        act(s, f, action)
        legal(s, f)


cdef inline int step_table(Table* t, const Flow* f, int64_t action) noexcept nogil:
    """Whether the action is legal; if not, nothing has changed."""
    if action < 0 or action >= 64 * MASK_WORDS or not allowed(&t.state, <int>action):
        return 0
    t.state.decisions += 1
    note_action(&t.notes, &t.state, f, <int>action)
    act(&t.state, f, <int>action)
    play_forced(t, f)
    return 1


cdef void mask_bytes(const State* s, int n, uint8_t* out) noexcept nogil:
    """The mask, a byte an action: eight bits at a time."""
    cdef int i, left
    cdef uint64_t eight
    for i in range(0, n, 8):
        eight = s.mask[i >> 6] >> (i & 63) & 255
        # bit j goes to byte j
        eight = (eight * <uint64_t>0x0101010101010101 & <uint64_t>0x8040201008040201)
        eight = (eight + <uint64_t>0x7F7F7F7F7F7F7F7F) >> 7 & <uint64_t>0x0101010101010101
        left = n - i
        memcpy(out + i, &eight, 8 if left > 8 else left)


cdef void write_melds(const State* s, int seat, int hidden, int kinds, uint8_t* planes, int* unseen) noexcept nogil:
    """Copies in chows, pungs and kongs (dealt melds among these); `unseen`: concealed kongs that are hidden."""
    cdef int i, k, type, low
    for i in range(s.n_melds[seat]):
        type, low = meld_type(s.melds[seat][i]), meld_kind(s.melds[seat][i])
        if type == MELD_CHOW:
            for k in range(low, low + 3):
                planes[SEAT_CHOWS * kinds + k] += 1
        elif type == MELD_PUNG:
            planes[SEAT_PUNGS * kinds + low] += 3
        elif type == MELD_CONCEALED_KONG and is_dealt(low):
            for k in range(kinds):
                planes[SEAT_KONGS * kinds + k] += in_dealt_meld(low, k)
        elif type == MELD_CONCEALED_KONG and hidden:
            unseen[0] += 1
        else:
            planes[SEAT_KONGS * kinds + low] += 4


cdef inline void fill(uint8_t* plane, int value, int kinds) noexcept nogil:
    """The same value for all 16 or 34 kinds, in words that may overlap."""
    cdef uint64_t word = <uint64_t>0x0101010101010101 * <uint64_t>value
    memcpy(plane, &word, 8)
    memcpy(plane + 8, &word, 8)
    if kinds > 16:
        memcpy(plane + 16, &word, 8)
        memcpy(plane + 24, &word, 8)
        memcpy(plane + 26, &word, 8)


cdef void write_planes(const State* s, const Flow* f, uint8_t* out) noexcept nogil:
    """What the seat that is asked sees."""
    cdef int me = s.seat, rel, seat, i, hidden, unseen, kinds = f.kinds
    cdef uint8_t* planes
    cdef uint8_t* facts = out + (PLANES_COMMON + f.seats * PLANES_SEAT) * kinds
    cdef uint8_t[SEATS] thrown
    memset(out, 0, kinds * (PLANES_COMMON + f.seats * PLANES_SEAT))
    memcpy(out, s.counts[me], kinds)
    if s.drawn < FLOWER and (s.phase == PHASE_TURN or s.phase == PHASE_LAST):
        out[PLANE_DRAWN * kinds + s.drawn] = 1
    if s.tile < FLOWER and (s.phase == PHASE_RESPONSE or s.phase == PHASE_ROB):
        out[PLANE_TILE * kinds + s.tile] = 1
    live_copies(s, f, me, out + PLANE_LIVE * kinds)
    for i in range(s.n_indicators):
        out[PLANE_INDICATORS * kinds + s.indicators[i]] += 1
    memset(thrown, 0, sizeof(thrown))
    for i in range(s.n_river):
        seat = s.river[i] >> 6 & 3
        rel = seat - me if seat >= me else seat - me + f.seats
        planes = out + (PLANES_COMMON + rel * PLANES_SEAT) * kinds
        thrown[seat] += 1
        planes[SEAT_DISCARDS * kinds + (s.river[i] & 63)] += 1
        planes[SEAT_LATEST * kinds + (s.river[i] & 63)] = thrown[seat]
    seat = me
    for rel in range(f.seats):
        hidden = seat != me and not sees_hand(s, f, me, seat)
        unseen = 0
        planes = out + (PLANES_COMMON + rel * PLANES_SEAT) * kinds
        write_melds(s, seat, hidden, kinds, planes, &unseen)
        if not hidden:
            memcpy(planes + SEAT_HELD * kinds, s.counts[seat], kinds)
        fill(facts, seat == s.dealer, kinds)
        fill(facts + kinds, s.ready[seat], kinds)
        fill(facts + 2 * kinds, s.open[seat], kinds)
        fill(facts + 3 * kinds, s.doubled[seat], kinds)
        fill(facts + 4 * kinds, s.declined[seat], kinds)
        fill(facts + 5 * kinds, popcount(s.flowers[seat]), kinds)
        fill(facts + 6 * kinds, s.n_melds[seat], kinds)
        fill(facts + 7 * kinds, unseen, kinds)
        fill(facts + 8 * kinds, thrown[seat], kinds)
        facts += FACTS_SEAT * kinds
        seat = next_seat(f, seat)
    fill(facts, wall_count(s), kinds)
    fill(facts + kinds, s.phase, kinds)
    fill(facts + 2 * kinds, s.phase == PHASE_TURN and s.kong_draw, kinds)
    fill(facts + 3 * kinds, s.kong_discard, kinds)
