# Gives: shuffle, deal, draw and the flowers.
# Needs: types, legal.
# Follows: rulebook 6 "Deal", 7 "Deal", 9 "Flower wins"; DESIGN: streams are keyed by (seed, game index).

from mj2p.bits cimport ctz, mix
from mj2p.codes cimport (
    BY_DRAW, EVENT_DRAW, EVENT_FLOWER, EVENT_INDICATOR, EVENT_REPLACE, NO_SEAT, NO_TILE, PHASE_DOUBLE,
    PHASE_FLOWER_ROB, PHASE_FLOWER_WIN, PHASE_HEAVENLY_READY, PHASE_LAST, PHASE_OPEN, PHASE_OVER, PHASE_TURN,
)
from mj2p.rules.settings cimport FIRST_DEALER_EAST, FLOWERS_COUNT, FLOWER_WINS_EIGHT, FLOWER_WINS_SEVEN_EIGHT


cdef inline uint64_t stream_key(uint64_t seed, uint64_t index) noexcept nogil:
    return mix(mix(seed + <uint64_t>0x9E3779B97F4A7C15) ^ (index * <uint64_t>0xD1342543DE82EF95 + 1))


cdef inline uint32_t drawn_number(uint64_t key, uint64_t at, uint32_t below) noexcept nogil:
    """The at-th number of a stream, in [0, below): 32 high bits, so that the bias is below 2^-24."""
    return <uint32_t>(((mix(key + at * <uint64_t>0x9E3779B97F4A7C15) >> 32) * below) >> 32)


cdef void fill_deck(uint8_t* deck, const Flow* f) noexcept nogil:
    cdef int i
    cdef int n = 4 * f.kinds
    for i in range(n):
        deck[i] = <uint8_t>(i >> 2)
    if f.n_tiles < n:  # some kinds are not there
        n = 0
        for i in range(4 * f.kinds):
            if f.there >> (i >> 2) & 1:
                deck[n] = <uint8_t>(i >> 2)
                n += 1
        memset(deck + n, 0, 4 * f.kinds - n)  # equal games have equal bytes
    for i in range(f.n_flowers):
        deck[n + i] = <uint8_t>(FLOWER + i)


cdef void shuffle(State* s, const Flow* f, uint64_t seed, uint64_t index) noexcept nogil:
    """The deck, the dice and a first dealer of this game, and nothing else in the state."""
    cdef uint64_t key = stream_key(seed, index)
    cdef int i, j
    cdef uint8_t tile
    memset(s, 0, sizeof(State))
    fill_deck(s.deck, f)
    for i in range(f.n_tiles - 1, 0, -1):
        j = drawn_number(key, i, i + 1)
        tile = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = tile
    s.dice[0] = <uint8_t>(1 + drawn_number(key, 200, 6))
    s.dice[1] = <uint8_t>(1 + drawn_number(key, 201, 6))
    s.dealer = 0 if f.play.first_dealer == FIRST_DEALER_EAST else <uint8_t>drawn_number(key, 202, f.seats)


cdef void end_game(State* s, int winner, int by) noexcept nogil:
    s.phase = PHASE_OVER
    s.seat = NO_SEAT
    s.winner = <uint8_t>winner
    s.by = <uint8_t>by


cdef void begin(State* s, const Flow* f) noexcept nogil:
    """From a deck and a dealer to the first phase."""
    s.head = f.dealt
    s.tail = f.n_tiles - (WALL_END if f.play.treasures else 0)
    s.end = f.n_tiles
    s.winner = NO_SEAT
    s.drawn = s.tile = s.win_tile = NO_TILE
    s.turn = s.dealer
    memset(s.near, -1, SEATS)
    if f.play.open_hands:
        s.phase = PHASE_OPEN
        s.seat = s.dealer
    else:
        deal(s, f)


cdef void deal(State* s, const Flow* f) noexcept nogil:
    cdef int rel, i, seat = s.dealer, tile
    for rel in range(f.seats):
        for i in range(13 + (rel == 0)):
            tile = s.deck[dealt_place(f, rel, i)]
            if tile >= FLOWER:
                s.pending[seat] |= <uint8_t>(1 << (tile - FLOWER))
            else:
                s.counts[seat][tile] += 1
                if i == 13:
                    s.drawn = <uint8_t>tile
        seat = next_seat(f, seat)
    s.draws[s.dealer] = 1
    turn_indicator(s, f)
    s.replacing = s.dealer
    s.dealing = 1
    replace_flowers(s, f)


cdef void turn_indicator(State* s, const Flow* f) noexcept nogil:
    if f.rules.tiles.flowers == FLOWERS_COUNT and s.n_indicators < f.play.indicators and wall_count(s):
        s.tail -= 1
        s.indicators[s.n_indicators] = s.deck[s.tail]
        s.shown[s.deck[s.tail]] += 1
        s.n_indicators += 1
        note(f, EVENT_INDICATOR, NO_SEAT, s.deck[s.tail], 0)


cdef inline void draw(State* s, const Flow* f, int seat, int after_kong) noexcept nogil:
    """Draw from the head of the wall, after a kong from its end; flowers are replaced at once."""
    cdef int tile
    if after_kong and f.play.treasures:
        s.end -= 1
        tile = s.deck[s.end]
    elif after_kong:
        s.tail -= 1
        tile = s.deck[s.tail]
    else:
        tile = s.deck[s.head]
        s.head += 1
        s.draws[seat] += 1
    s.phase = PHASE_TURN
    s.seat = s.turn = <uint8_t>seat
    s.kong_draw = <uint8_t>after_kong
    s.barred = 0
    s.new_flowers = 0  # 八仙过海 wins at once: not on the replacement of a kong laid down instead
    gain(s, seat)
    if tile < FLOWER:
        s.counts[seat][tile] += 1
        s.drawn = <uint8_t>tile
        note(f, EVENT_DRAW, seat, tile, 0)
        return
    s.kong_draw = 0
    s.drawn = NO_TILE
    s.pending[seat] = <uint8_t>(1 << (tile - FLOWER))
    s.replacing = <uint8_t>seat
    replace_flowers(s, f)


cdef void replace_flowers(State* s, const Flow* f) noexcept nogil:
    """Lay down and replace flowers until there are none in hand, or a flower win is to be decided on."""
    cdef int seat, other, tile, bit
    while True:
        seat = s.replacing
        while s.owed[seat] or s.pending[seat]:
            if s.owed[seat]:
                if wall_count(s) == 0:
                    end_game(s, NO_SEAT, BY_DRAW)
                    return
                s.owed[seat] = 0
                s.tail -= 1
                tile = s.deck[s.tail]
                if tile >= FLOWER:
                    s.pending[seat] |= <uint8_t>(1 << (tile - FLOWER))
                else:
                    s.counts[seat][tile] += 1
                    note(f, EVENT_REPLACE if s.dealing else EVENT_DRAW, seat, tile, 0)
                    if s.pending[seat] == 0 and (not s.dealing or (seat == s.dealer and s.drawn == NO_TILE)):
                        s.drawn = <uint8_t>tile
                continue
            bit = s.pending[seat] & -s.pending[seat]
            s.pending[seat] ^= <uint8_t>bit
            s.flowers[seat] |= <uint8_t>bit
            s.owed[seat] = 1
            note(f, EVENT_FLOWER, seat, FLOWER + ctz(bit), 0)
            if s.flowers[seat] == ALL_FLOWERS:
                s.new_flowers = 1
            if f.play.flower_wins == FLOWER_WINS_SEVEN_EIGHT:
                s.barred = 0
                if s.flowers[seat] == ALL_FLOWERS:
                    s.phase = PHASE_FLOWER_WIN
                    s.seat = <uint8_t>seat
                    return
                for other in range(f.seats):
                    if other != seat and s.flowers[other] == (ALL_FLOWERS ^ bit):
                        s.phase = PHASE_FLOWER_ROB
                        s.seat = <uint8_t>other
                        s.tile = <uint8_t>(FLOWER + ctz(bit))
                        return
        if not s.dealing:
            s.phase = PHASE_LAST if s.last_drawn else PHASE_TURN
            s.seat = <uint8_t>seat
            return
        s.replacing = <uint8_t>next_seat(f, seat)
        if s.replacing == s.dealer:
            s.dealing = 0
            before_play(s, f, 0)
            return


cdef void before_play(State* s, const Flow* f, int step) noexcept nogil:
    """What is asked between the flowers and the dealer's turn: first of all but the dealer flower wins, then 天听, then
    of all doubling. Step: the question times the seats, plus the place after the dealer; from that one on."""
    cdef int question, place, seat
    s.barred = 0
    for step in range(step, 3 * f.seats):
        question, place = step // f.seats, step % f.seats
        seat = s.dealer + place if s.dealer + place < f.seats else s.dealer + place - f.seats
        s.seat = <uint8_t>seat
        if question == 0 and place and f.play.flower_wins == FLOWER_WINS_EIGHT and s.flowers[seat] == ALL_FLOWERS:
            s.phase = PHASE_FLOWER_WIN
            return
        if question == 1 and place and f.play.heavenly_ready and is_waiting(s, f, seat):
            s.phase = PHASE_HEAVENLY_READY
            return
        if question == 2 and f.play.doubling:
            s.phase = PHASE_DOUBLE
            return
    s.new_flowers = s.flowers[s.dealer] == ALL_FLOWERS
    s.phase = PHASE_TURN
    s.seat = s.dealer
