# Gives: write_game, a finished game as a row of GAME_DTYPE.
# Needs: types, pay.
# Follows: DESIGN "many games". A row is a GameHead, then of every seat its delta; first turn ready; ready; melds.

from mj2p.codes cimport ACT_OF_KINDS, BY_DISCARD, BY_ROBBED_KONG, NO_SEAT, PHASE_TURN


cdef struct GameHead:
    uint64_t game
    uint64_t fans[2]
    int64_t multiplier
    int64_t house
    int32_t total
    int32_t points
    uint16_t turns
    uint16_t decisions
    int8_t winner           # -1: a draw
    uint8_t by
    int8_t payer            # whose tile was won on, or -1
    uint8_t dealer
    uint8_t win_tile
    uint8_t wait
    uint8_t kongs
    uint8_t wall            # tiles left
    uint8_t indicators
    uint8_t swapped
    uint8_t open            # hands played open
    uint8_t doubled         # doubles before play

# What is noted while a game is played
cdef struct Notes:
    int16_t[SEATS] first_ready


cdef inline int row_size(int seats) noexcept nogil:
    return <int>sizeof(GameHead) + 12 * seats


cdef inline void begin_notes(Notes* notes) noexcept nogil:
    cdef int seat
    for seat in range(SEATS):
        notes.first_ready[seat] = -1


cdef void note_action(Notes* notes, State* s, const Flow* f, int action) noexcept nogil:
    """Look, before a discard, whether it makes the hand ready for the first time."""
    cdef int seat = s.seat, kind, distance
    if s.phase != PHASE_TURN or s.near[seat] > 0 or notes.first_ready[seat] >= 0:
        return
    if action < ACT_OF_KINDS or action >= ACT_OF_KINDS + 2 * f.kinds:
        return
    kind = (action - ACT_OF_KINDS) % f.kinds
    s.counts[seat][kind] -= 1
    distance = call_distance(s.counts[seat], 13 - 3 * s.n_melds[seat], f.rules)
    s.counts[seat][kind] += 1
    if distance == 0:
        notes.first_ready[seat] = s.discards[seat] + 1


cdef void write_game(
    uint8_t* row, const State* s, const Flow* f, const Money* money, const int64_t* balances, const Notes* notes,
    uint64_t game, int swapped
) noexcept nogil:
    cdef GameHead head
    cdef Worth worth
    cdef Item[MOST_ITEMS] items
    cdef int64_t[SEATS] left
    cdef int seat, n
    memset(&head, 0, sizeof(GameHead))
    worth_of(s, f, money, &worth)
    n = items_of(s, f, money, &worth, items)
    head.house = pay_items(items, n, money, balances, left, f.seats)
    head.game = game
    head.fans[0], head.fans[1] = worth.fans[0], worth.fans[1]
    head.multiplier = worth.multiplier
    head.total = worth.total
    head.points = worth.points
    head.turns = s.n_river
    head.decisions = s.decisions
    head.winner = -1 if s.winner == NO_SEAT else <int8_t>s.winner
    head.by = s.by
    head.payer = -1
    if s.by == BY_DISCARD or s.by == BY_ROBBED_KONG:
        head.payer = <int8_t>s.turn
    head.dealer = s.dealer
    head.win_tile = s.win_tile
    head.wait = worth.wait
    head.kongs = s.n_kongs
    head.wall = wall_count(s)
    head.indicators = s.n_indicators
    head.swapped = <uint8_t>swapped
    head.open = <uint8_t>number_of(s.open)
    head.doubled = <uint8_t>number_of(s.doubled)
    memcpy(row, &head, sizeof(GameHead))
    row += sizeof(GameHead)
    for seat in range(f.seats):
        left[seat] -= balances[seat]
    memcpy(row, left, 8 * f.seats)
    row += 8 * f.seats
    memcpy(row, notes.first_ready, 2 * f.seats)
    row += 2 * f.seats
    memcpy(row, s.ready, f.seats)
    row += f.seats
    memcpy(row, s.n_melds, f.seats)
