# Gives: State, a game in one flat struct, copied as bytes; Flow, the rule set as the engine reads it.
# Needs: no other piece.
# Follows: rulebook 6-9, 11; DESIGN "Play, small points". Seats are 0 to Flow.seats - 1 in the order of play; `dealer`
# says which of them deals.
#
# Flow of a game: begin -> (open) -> deal -> flowers -> (天听) -> (doubling) -> turn <-> response, robbing -> over.
# `advance` plays whatever leaves no choice, so that the state always stands at a decision or at the end.

from mj2p.codes cimport (
    DEALT_ONES, DEALT_WINDS, MELD_CHOW, MELD_CONCEALED_KONG, MELD_KONG, MELD_PUNG, ROW_3, is_dealt, meld_byte,
    meld_kind, meld_type,
)
from mj2p.rules.settings cimport PlaySettings, SettlementSettings
from mj2p.scoring._distance cimport distance_of, useful_of
from mj2p.scoring.kernel.types cimport Rules

cdef enum:
    MASK_WORDS = 3          # of 77, 149 or 186 actions
    SEATS = 4               # at most
    MOST_KONGS = 16
    MOST_INDICATORS = 8
    WALL_END = 12           # tiles of the wall that are not drawn in play, where there are treasures
    FLOWER = 40             # the flowers among the tiles: 40-47
    ALL_FLOWERS = 255
    TAKEN = 256             # in the river: claimed, robbed or won on
    MOST_TILES = 144
    MOST_EVENTS = 1024

# How a hand is paid
cdef struct Money:
    SettlementSettings settlement
    int64_t base            # beans a unit

# What happens, as `codes.Event` has it; a game has far fewer events
cdef struct Events:
    int n
    uint8_t[MOST_EVENTS][4] noted

cdef struct Flow:
    const Rules* rules
    const Money* money
    PlaySettings play
    Events* events          # where what happens is noted; NULL where nobody asks
    uint8_t seats           # 2 to SEATS
    uint8_t dealt           # tiles of the deck that are dealt
    uint8_t kinds
    uint8_t n_tiles
    uint8_t n_flowers
    uint8_t immortals       # 八仙过海 is a fan here: what all eight flowers are worth
    uint64_t there          # the kinds that there are, a bit each

cdef struct State:
    uint64_t[MASK_WORDS] mask       # legal actions of `seat`
    uint64_t[SEATS] waits           # of a ready hand, where wins need it; and what big wind may come of
    uint64_t[SEATS] winds
    uint64_t treasures
    uint64_t[SEATS] pungs           # melded, a bit a kind: what may be made a kong
    uint16_t[MOST_TILES] river      # discards: kind | seat << 6 | TAKEN
    uint8_t[SEATS][40] counts           # concealed, the drawn tile included; read in words of eight
    uint8_t[SEATS][4] melds             # bytes as in a row
    uint8_t[SEATS][4] digits            # as in a text: chow 1-3, pung and claimed kong 2, added kong 6
    uint8_t[34] shown               # copies face up: discards, melded sets, indicators
    uint8_t[MOST_TILES] deck        # deck[head:tail] is the wall
    uint8_t[MOST_INDICATORS] indicators
    uint8_t[MOST_INDICATORS] indicator_at   # where in the deck a treasure's indicator lies
    uint8_t[MOST_KONGS] kong_seat            # kongs and melds of dealt tiles in their order, for payments
    uint8_t[MOST_KONGS] kong_meld
    uint8_t[ROW_3] row                 # of the winning hand
    uint8_t[2] dice
    uint8_t[SEATS] n_melds
    uint8_t[SEATS] n_chows
    uint8_t[SEATS] flowers              # laid down, a bit each
    uint8_t[SEATS] pending              # dealt or drawn, not yet laid down
    uint8_t[SEATS] owed                 # a flower laid down and not yet replaced
    uint8_t[SEATS] open
    uint8_t[SEATS] doubled
    uint8_t[SEATS] declined
    uint8_t[SEATS] ready                # 1, or 2: 天听
    uint8_t[SEATS] draws                # from the head of the wall
    uint8_t[SEATS] discards
    uint8_t[SEATS] pushed           # 1 + the kind of a pair pushed out
    uint8_t[SEATS] left                 # the caretaker plays
    int8_t[SEATS] near              # at least so far from complete: a tile gained lowers it by one, nothing else does
    uint8_t n_river
    uint8_t n_indicators
    uint8_t n_kongs
    uint8_t head
    uint8_t tail
    uint8_t end                     # where treasures are: deck[:end] is left, deck[tail:end] not drawn in play
    uint8_t dealer
    uint8_t seat                    # who is asked
    uint8_t turn                    # who drew or claimed last: the discarder while a discard is answered to
    uint8_t claim                   # the best answer to the discard so far, waiting for the others
    uint8_t claim_seat
    uint8_t must_ready              # the chow was one to be ready
    uint8_t phase
    uint8_t drawn                   # the tile drawn on this turn; NO_TILE after a claim
    uint8_t tile                    # what is answered to
    uint8_t replacing               # whose flowers are being replaced
    uint8_t dealing                 # ... those of the deal
    uint8_t kong_draw               # the drawn tile replaces a kong's
    uint8_t kong_discard            # the discard follows such a draw
    uint8_t barred                  # this win has been declined
    uint8_t new_flowers             # the eighth flower came on this turn
    uint8_t last_claimed            # the claim after the last tile has been made
    uint8_t last_drawn              # last draws made
    uint8_t winner
    uint8_t by
    uint8_t win_tile
    uint16_t decisions


cdef void write_event(Events* events, int event, int seat, int first, int second) noexcept nogil:
    if events.n < MOST_EVENTS:
        events.noted[events.n][0], events.noted[events.n][1] = <uint8_t>event, <uint8_t>seat
        events.noted[events.n][2], events.noted[events.n][3] = <uint8_t>first, <uint8_t>second
        events.n += 1


cdef inline void note(const Flow* f, int event, int seat, int first, int second) noexcept nogil:
    """What has just happened, where somebody asks."""
    if f.events != NULL:
        write_event(f.events, event, seat, first, second)


cdef inline void gain(State* s, int seat) noexcept nogil:
    """The hand has got a tile, so it may be one nearer to complete."""
    if s.near[seat] >= 0:
        s.near[seat] -= 1


cdef inline int call_distance(const uint8_t* counts, int n_tiles, const Rules* rules) noexcept nogil:
    """Tiles still needed, less one, the copies in melds left out of account."""
    return distance_of(counts, n_tiles, rules.nsuits, rules.scoring.forms)


cdef inline uint64_t call_useful(const uint8_t* counts, int n_tiles, const Rules* rules, int* distance) noexcept nogil:
    """The kinds that lower that distance; four of a kind at most in the hand."""
    return useful_of(counts, n_tiles, rules.nsuits, rules.scoring.forms, distance)


cdef inline int next_seat(const Flow* f, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < f.seats else 0


cdef inline int place_of(const State* s, const Flow* f, int seat) noexcept nogil:
    """0 for the dealer, 1 for the seat after him, and so on."""
    return seat - s.dealer if seat >= s.dealer else seat - s.dealer + f.seats


cdef inline int dealt_place(const Flow* f, int rel, int i) noexcept nogil:
    """Where in the deck the i-th dealt tile of the dealer (rel 0) or another is: three fours, one, the fourteenth."""
    if i < 12:
        return 4 * (f.seats * (i >> 2) + rel) + (i & 3)
    return 12 * f.seats + rel if i == 12 else 13 * f.seats


cdef inline int seat_wind(const State* s, const Flow* f, int seat) noexcept nogil:
    """0-3: E S W N. The only other player is 西."""
    cdef int place = place_of(s, f, seat)
    return 2 if place and f.seats == 2 else place


cdef inline int sees_hand(const State* s, const Flow* f, int seat, int other) noexcept nogil:
    """Whether the seat may see the concealed tiles of another."""
    return other != seat and (s.open[other] or (f.play.ready_sees and s.ready[seat]))


cdef inline int wall_count(const State* s) noexcept nogil:
    return s.tail - s.head


cdef inline void allow(State* s, int action) noexcept nogil:
    s.mask[action >> 6] |= <uint64_t>1 << (action & 63)


cdef inline void allow_kinds(State* s, int first, uint64_t kinds) noexcept nogil:
    """Allow the actions from `first` on that belong to a set of kinds."""
    cdef int word = first >> 6, shift = first & 63
    s.mask[word] |= kinds << shift
    if shift and word + 1 < MASK_WORDS:
        s.mask[word + 1] |= kinds >> (64 - shift)


cdef inline uint64_t held(const State* s, int seat, const Flow* f, uint64_t* fours) noexcept nogil:
    """The kinds that the hand has, a bit each, eight counts at a time; and those of which it has all four: seldom."""
    cdef uint64_t word, four, kinds = 0, ones = 0x0101010101010101
    cdef int i
    fours[0] = 0
    for i in range(2 if f.kinds == 16 else 5):
        memcpy(&word, &s.counts[seat][8 * i], 8)
        four = word >> 2 & ones
        word = (word + 127 * ones) >> 7 & ones
        kinds |= (word * <uint64_t>0x0102040810204080 >> 56) << 8 * i
        if four:
            fours[0] |= (four * <uint64_t>0x0102040810204080 >> 56) << 8 * i
    return kinds


cdef inline int popcount(uint64_t x) noexcept nogil:
    """In a few instructions on every processor."""
    x -= x >> 1 & <uint64_t>0x5555555555555555
    x = (x & <uint64_t>0x3333333333333333) + (x >> 2 & <uint64_t>0x3333333333333333)
    return <int>(((x + (x >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F) * <uint64_t>0x0101010101010101 >> 56)


cdef inline int has_action(const State* s) noexcept nogil:
    return (s.mask[0] | s.mask[1] | s.mask[2]) != 0


cdef inline int is_single(const State* s) noexcept nogil:
    """Whether just one action is legal."""
    cdef uint64_t a = s.mask[0], b = s.mask[1] | s.mask[2]
    if a:  # mostly so
        return b == 0 and a & (a - 1) == 0
    return b & (b - 1) == 0 and (s.mask[1] == 0 or s.mask[2] == 0)


cdef inline int count_actions(const State* s) noexcept nogil:
    cdef int n = popcount(s.mask[0])
    if s.mask[1] | s.mask[2]:
        n += popcount(s.mask[1]) + popcount(s.mask[2])
    return n


cdef inline int allowed(const State* s, int action) noexcept nogil:
    return <int>(s.mask[action >> 6] >> (action & 63) & 1)


cdef inline int concealed_count(const State* s, int seat, const Flow* f) noexcept nogil:
    cdef int k, n = 0
    for k in range(f.kinds):
        n += s.counts[seat][k]
    return n


cdef int melded_copies(const State* s, int seat, int kind, const Flow* f) noexcept nogil:
    """Copies of a kind in a player's melds."""
    cdef int i, type, low, n = 0
    for i in range(s.n_melds[seat]):
        type, low = meld_type(s.melds[seat][i]), meld_kind(s.melds[seat][i])
        if type == MELD_CONCEALED_KONG and is_dealt(low):
            n += in_dealt_meld(low, kind)
        elif type == MELD_CHOW:
            n += low <= kind <= low + 2
        elif low == kind:
            n += 3 if type == MELD_PUNG else 4
    return n


cdef inline int in_dealt_meld(int meld, int kind) noexcept nogil:
    """Whether 旋风杠, 喜杠 of ones or of nines (DEALT_...) has the kind."""
    if meld == DEALT_WINDS:
        return 27 <= kind <= 30
    return kind < 27 and kind % 9 == (0 if meld == DEALT_ONES else 8)


cdef inline void add_meld(State* s, int seat, int type, int kind, int digit) noexcept nogil:
    s.melds[seat][s.n_melds[seat]] = <uint8_t>meld_byte(type, kind)
    s.digits[seat][s.n_melds[seat]] = <uint8_t>digit
    s.n_melds[seat] += 1
    if type >= MELD_KONG:
        note_kong(s, seat, meld_byte(type, kind))


cdef inline void note_kong(State* s, int seat, int meld) noexcept nogil:
    s.kong_seat[s.n_kongs] = <uint8_t>seat
    s.kong_meld[s.n_kongs] = <uint8_t>meld
    s.n_kongs += 1
