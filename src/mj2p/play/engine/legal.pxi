# Gives: legal, which fills the mask of the seat that is asked; winning_row, the hand that a win would be.
# Needs: types.
# Follows: rulebook 6-9, 11, 12, 15, in the order of the phases.

from mj2p._core cimport call_complete, call_finishes, call_finishing, call_pattern_fans, call_pushed, call_score
from mj2p.bits cimport ctz
from mj2p.codes cimport (
    ACT_CHOW, ACT_CHOW_READY, ACT_DOUBLE, ACT_HEAVENLY_READY, ACT_KONG, ACT_OF_KINDS, ACT_OPEN, ACT_PASS, ACT_PUNG,
    ACT_PUSH_OUT, ACT_WIN, AT_FLOWERS, AT_SEAT_WIND, AT_SITUATION, AT_WIN, DEALT_NINES, DEALT_WINDS,
    MELD_CONCEALED_KONG, NO_TILE, PHASE_DOUBLE, PHASE_HEAVENLY_READY, PHASE_LAST, PHASE_OPEN, PHASE_OVER,
    PHASE_PUSH_OUT, PHASE_RESPONSE, PHASE_ROB, PHASE_TURN, ROW_3, SIT_BIG_WIND, SIT_DEALER, SIT_EARTHLY_HAND,
    SIT_FLOWER_WIN, SIT_HEAVENLY_HAND, SIT_HEAVENLY_READY, SIT_HUMANLY_HAND, SIT_KONG, SIT_KONG_DISCARD,
    SIT_LAST_OF_KIND, SIT_LAST_TILE, SIT_PUSHED_OUT, SIT_READY, SIT_SELF_DRAW, SIT_TREASURE, STATUS_WIN, is_dealt,
    meld_kind, meld_type,
)
from mj2p.rules.settings cimport CLAIMS_NONE, FLOWERS_COUNT, FLOWERS_EACH, FLOWER_WINS_EIGHT, FOUR_MELDS_ALL_PUNGS
from mj2p.scoring.kernel.types cimport Result


cdef inline int has_eight(const State* s, const Flow* f, int seat) noexcept nogil:
    """Whether all eight flowers win now: the last has just been replaced."""
    return f.play.flower_wins == FLOWER_WINS_EIGHT and s.new_flowers and s.flowers[seat] == ALL_FLOWERS


cdef void winning_row(const State* s, const Flow* f, int seat, int tile, uint8_t* row) noexcept nogil:
    """The row of the seat's hand won by the drawn tile (`tile` NO_TILE) or by another's."""
    cdef int k, now = 0, kinds = f.kinds, drawn = tile == NO_TILE
    cdef int win = s.drawn if drawn else tile
    cdef int unmelded = s.n_melds[0] + s.n_melds[1] + s.n_melds[2] + s.n_melds[3] == 0
    memset(row, 0, ROW_3)
    memcpy(row, s.counts[seat], kinds)
    if not drawn:
        row[win] += 1
    memcpy(row + kinds, s.melds[seat], s.n_melds[seat])
    row[kinds + AT_WIN] = <uint8_t>win
    if f.rules.tiles.flowers == FLOWERS_EACH:
        row[kinds + AT_FLOWERS] = s.flowers[seat]
    elif f.rules.tiles.flowers == FLOWERS_COUNT:
        for k in range(s.n_indicators):
            row[kinds + AT_FLOWERS] += row[s.indicators[k]] + melded_copies(s, seat, s.indicators[k], f)
        row[kinds + AT_FLOWERS] = min(row[kinds + AT_FLOWERS], f.rules.tiles.flowers_max)
    if drawn:
        now = SIT_SELF_DRAW | (SIT_KONG if s.kong_draw else 0)
    elif s.phase == PHASE_ROB:
        now = SIT_KONG
    elif s.kong_discard:
        now = SIT_KONG_DISCARD
    if s.phase != PHASE_ROB and wall_count(s) == 0:
        now |= SIT_LAST_TILE
    # a discard lies face up itself; of what is drawn or robbed the three others do
    if s.shown[win] == (4 if s.phase == PHASE_RESPONSE else 3):
        now |= SIT_LAST_OF_KIND
    if s.ready[seat]:
        now |= SIT_READY | (SIT_HEAVENLY_READY if s.ready[seat] == 2 else 0)
    if f.immortals and has_eight(s, f, seat):
        now |= SIT_FLOWER_WIN
    if seat == s.dealer:
        now |= SIT_DEALER
        if drawn and s.n_river == 0 and s.n_melds[seat] == 0 and s.draws[seat] == 1:
            now |= SIT_HEAVENLY_HAND
    else:
        if drawn and s.draws[seat] == 1 and s.discards[seat] == 0 and unmelded:
            now |= SIT_EARTHLY_HAND
        elif s.phase == PHASE_RESPONSE and s.n_river == 1 and unmelded:
            now |= SIT_HUMANLY_HAND
        row[kinds + AT_SEAT_WIND] = <uint8_t>seat_wind(s, f, seat)
    if s.pushed[seat]:
        now |= SIT_PUSHED_OUT
    if drawn and s.ready[seat] and f.play.treasures:
        if s.treasures >> win & 1:
            now |= SIT_TREASURE
        if s.winds[seat] >> win & 1 and row[win] == 4:
            now |= SIT_BIG_WIND
    row[kinds + AT_SITUATION] = <uint8_t>(now & 255)
    row[kinds + AT_SITUATION + 1] = <uint8_t>(now >> 8)


cdef int is_enough(const State* s, const Flow* f, int seat, int tile) noexcept nogil:
    """Whether the pattern fans, flowers aside, reach the minimum."""
    cdef uint8_t[ROW_3] row
    cdef Result result
    winning_row(s, f, seat, tile, row)
    call_score(row, f.rules, &result)
    return result.status == STATUS_WIN and call_pattern_fans(&result, f.rules) >= f.rules.scoring.minimum


cdef inline int can_win(State* s, const Flow* f, int seat, int tile) noexcept nogil:
    """Whether the seat's hand is complete with another's tile, or (NO_TILE) as it is."""
    return not s.barred and s.near[seat] <= (0 if tile != NO_TILE else -1) and is_won(s, f, seat, tile)


cdef int is_won_ready(const State* s, const Flow* f, int seat, int tile) noexcept nogil:
    """Where wins need ready (天胡 does not): by a tile waited for, drawn also by a treasure or the fourth of a pung."""
    if not s.ready[seat]:
        return (
            tile == NO_TILE and seat == s.dealer and s.n_river == 0 and s.draws[seat] == 1 and s.n_melds[seat] == 0
            and s.near[seat] < 0 and call_finishes(s.counts[seat], s.melds[seat], 0, f.rules)
        )
    if tile != NO_TILE:
        return s.waits[seat] >> tile & ~(s.treasures >> tile) & 1
    if (s.waits[seat] | s.treasures) >> s.drawn & 1:
        return 1
    return f.play.treasures and s.winds[seat] >> s.drawn & 1 and s.counts[seat][s.drawn] == 4


cdef int is_won(State* s, const Flow* f, int seat, int tile) noexcept nogil:
    cdef int complete
    if f.play.win_needs_ready:
        return is_won_ready(s, f, seat, tile)
    if tile != NO_TILE:
        s.counts[seat][tile] += 1
    complete = call_complete(s.counts[seat], s.n_melds[seat], s.n_chows[seat], f.rules)
    if tile != NO_TILE:
        s.counts[seat][tile] -= 1
    return complete and (f.rules.scoring.minimum == 0 or is_enough(s, f, seat, tile))


cdef int is_waiting(State* s, const Flow* f, int seat) noexcept nogil:
    """Whether 13 tiles wait for a kind that is not wholly in the player's own hand and melds."""
    cdef int k, distance, tiles = 13 - 3 * s.n_melds[seat]
    cdef uint64_t waits, winds
    if call_distance(s.counts[seat], tiles, f.rules):  # a third of the work, and mostly the answer
        return 0
    if f.rules.scoring.four_melds == FOUR_MELDS_ALL_PUNGS and s.n_melds[seat] == 4 and s.n_chows[seat]:
        return 0
    if f.rules.scoring.needs:
        waits = call_finishing(s.counts[seat], s.melds[seat], s.n_melds[seat], f.rules, &winds)
    else:
        waits = call_useful(s.counts[seat], tiles, f.rules, &distance)
    while waits:
        k = ctz(waits)
        waits &= waits - 1
        if s.counts[seat][k] + melded_copies(s, seat, k, f) < 4:
            return 1
    return 0


cdef inline int may_kong(const State* s, const Flow* f) noexcept nogil:
    if f.play.treasures:  # three stacks from the end, then what lies under the first indicator
        return wall_count(s) > 0 and f.n_tiles - s.end < 6 + (s.n_indicators <= 1)
    return wall_count(s) > f.play.last_draws


cdef void allow_win(State* s, const Flow* f) noexcept nogil:
    allow(s, ACT_WIN)
    if f.play.declining:
        allow(s, ACT_DOUBLE)


cdef int dealt_copies(const State* s, const Flow* f, int seat, int kind) noexcept nogil:
    """Copies of a kind that were dealt to the seat and still are in its hand."""
    cdef int i, n = 0, rel = place_of(s, f, seat)
    for i in range(13 + (rel == 0)):
        n += s.deck[dealt_place(f, rel, i)] == kind
    for i in range(s.n_melds[seat]):
        if meld_type(s.melds[seat][i]) == MELD_CONCEALED_KONG and is_dealt(meld_kind(s.melds[seat][i])):
            n -= in_dealt_meld(meld_kind(s.melds[seat][i]), kind)
    return min(n, <int>s.counts[seat][kind])


cdef void allow_dealt_melds(State* s, const Flow* f) noexcept nogil:
    """旋风杠 and 喜杠, on the player's first turn, of dealt tiles."""
    cdef int meld, kind, whole
    for meld in range(DEALT_WINDS, DEALT_NINES + 1):
        if meld == DEALT_WINDS and not may_kong(s, f):
            continue
        whole = 1
        for kind in range(34):
            if in_dealt_meld(meld, kind) and dealt_copies(s, f, s.seat, kind) < 1:
                whole = 0
        # 喜杠 of the ones is 1m 1s 1p
        if whole:
            allow(s, ACT_OF_KINDS + 4 * f.kinds + meld - DEALT_WINDS)


cdef void legal_turn(State* s, const Flow* f) noexcept nogil:
    cdef int k, seat = s.seat, kinds = f.kinds, distance
    cdef uint8_t* counts = s.counts[seat]
    cdef int claimed = s.drawn == NO_TILE
    cdef uint64_t left, fours, own = held(s, seat, f, &fours)
    if f.play.win_needs_ready and s.ready[seat]:
        if is_won_ready(s, f, seat, NO_TILE):
            allow(s, ACT_WIN)
        allow(s, ACT_OF_KINDS + s.drawn)
        return
    if s.near[seat] <= 0:
        s.near[seat] = <int8_t>call_distance(counts, 14 - 3 * s.n_melds[seat], f.rules)
    distance = s.near[seat]
    if not claimed:
        if (distance < 0 and can_win(s, f, seat, NO_TILE)) or (not s.barred and has_eight(s, f, seat)):
            allow_win(s, f)
        if s.ready[seat]:
            allow(s, ACT_OF_KINDS + s.drawn)
            return
    if not s.must_ready:
        allow_kinds(s, ACT_OF_KINDS, own)
    if f.play.ready and (s.must_ready or not s.last_claimed) and distance <= 0:
        left = own
        while left:
            k = ctz(left)
            left &= left - 1
            counts[k] -= 1
            if is_waiting(s, f, seat):
                allow(s, ACT_OF_KINDS + kinds + k)
            counts[k] += 1
    if claimed:
        return
    if may_kong(s, f):
        if fours:
            allow_kinds(s, ACT_OF_KINDS + 2 * kinds, fours)
        if own & s.pungs[seat]:
            allow_kinds(s, ACT_OF_KINDS + 3 * kinds, own & s.pungs[seat])
    if f.rules.tiles.special_melds and s.discards[seat] == 0:
        allow_dealt_melds(s, f)


cdef int is_ready_after(State* s, const Flow* f, int seat) noexcept nogil:
    """Whether some discard leaves the hand waiting."""
    cdef int k, found = 0
    cdef uint64_t fours, own = held(s, seat, f, &fours)
    while own and not found:
        k = ctz(own)
        own &= own - 1
        s.counts[seat][k] -= 1
        found = is_waiting(s, f, seat)
        s.counts[seat][k] += 1
    return found


cdef void allow_ready_chows(State* s, const Flow* f) noexcept nogil:
    """From any seat, a chow that makes the hand ready and is declared so."""
    cdef int seat = s.seat, k = s.tile, place, low, i, n = s.n_melds[seat]
    cdef uint8_t* counts = s.counts[seat]
    if k >= 27 or n == 4:
        return
    for place in range(3):
        low = k - place
        if k % 9 < place or low % 9 > 6:
            continue
        counts[k] += 1
        if not (counts[low] and counts[low + 1] and counts[low + 2]):
            counts[k] -= 1
            continue
        for i in range(3):
            counts[low + i] -= 1
        s.melds[seat][n] = <uint8_t>(low + 1)
        s.n_melds[seat] += 1
        s.n_chows[seat] += 1
        if is_ready_after(s, f, seat):
            allow(s, ACT_CHOW_READY + place)
        s.n_melds[seat] -= 1
        s.n_chows[seat] -= 1
        s.melds[seat][n] = 0
        for i in range(3):
            counts[low + i] += 1
        counts[k] -= 1


cdef uint64_t pairs_to_push(const State* s, const Flow* f, int seat) noexcept nogil:
    """The pairs of a hand that is three sets and they (melds included), of which a tile may still come, a bit each."""
    cdef int k
    cdef uint64_t pairs = 0, winds
    for k in range(34):
        if 2 <= s.counts[seat][k] <= 3 and s.counts[seat][k] + melded_copies(s, seat, k, f) < 4:
            if call_pushed(s.counts[seat], s.melds[seat], s.n_melds[seat], k, f.rules, &winds):
                pairs |= <uint64_t>1 << k
    return pairs


cdef void legal_push(State* s, const Flow* f) noexcept nogil:
    """The pairs of which one may be pushed out."""
    allow(s, ACT_PASS)
    allow_kinds(s, ACT_PUSH_OUT, pairs_to_push(s, f, s.seat))


cdef void legal_response(State* s, const Flow* f) noexcept nogil:
    cdef int seat = s.seat, k = s.tile, rank, left = wall_count(s)
    cdef const uint8_t* counts = s.counts[seat]
    allow(s, ACT_PASS)
    if f.play.discard_wins and can_win(s, f, seat, k):
        allow_win(s, f)
    if s.ready[seat] or f.play.claims == CLAIMS_NONE or (left == 0 and (not f.play.last_claim or s.last_claimed)):
        return
    if f.play.chow_to_ready and s.near[seat] <= 1:
        allow_ready_chows(s, f)
    if counts[k] >= 2:
        allow(s, ACT_PUNG)
        if counts[k] == 3 and may_kong(s, f):
            allow(s, ACT_KONG)
    # a chow is for the seat after the discarder; of two players either is
    if k < 9 * f.rules.nsuits and (f.seats == 2 or next_seat(f, s.turn) == seat):
        rank = k % 9
        if rank < 7 and counts[k + 1] and counts[k + 2]:
            allow(s, ACT_CHOW)
        if 0 < rank < 8 and counts[k - 1] and counts[k + 1]:
            allow(s, ACT_CHOW + 1)
        if rank > 1 and counts[k - 2] and counts[k - 1]:
            allow(s, ACT_CHOW + 2)


cdef void legal(State* s, const Flow* f) noexcept nogil:
    """Fill the mask of the seat whose decision it is."""
    cdef int phase = s.phase
    s.mask[0] = s.mask[1] = s.mask[2] = 0
    if phase == PHASE_TURN:
        legal_turn(s, f)
    elif phase == PHASE_RESPONSE:
        legal_response(s, f)
    elif phase != PHASE_OVER:
        allow(s, ACT_PASS)
        if phase == PHASE_OPEN:
            allow(s, ACT_OPEN)
        elif phase == PHASE_HEAVENLY_READY:
            if is_waiting(s, f, s.seat):  # always, but in a hand that was drawn anew (hidden)
                allow(s, ACT_HEAVENLY_READY)
        elif phase == PHASE_DOUBLE:
            allow(s, ACT_DOUBLE)
        elif phase == PHASE_PUSH_OUT:
            legal_push(s, f)
        elif phase == PHASE_ROB:
            if f.play.discard_wins and can_win(s, f, s.seat, s.tile):
                allow_win(s, f)
        elif phase == PHASE_LAST:
            if can_win(s, f, s.seat, NO_TILE) or (not s.barred and has_eight(s, f, s.seat)):
                allow_win(s, f)
        elif not s.barred:
            allow_win(s, f)
