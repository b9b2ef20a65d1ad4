# Gives: Plan, the hands that play can come to, what each draw leads to, and what each hand is worth at each time.
# Needs: no other piece.
# Follows: rulebook sections 2, 13; the model is in docs/study.md.
#
# Flow: grow (hands and draws from a row's hand down, the worth of each when its successors have theirs)
# -> walk (the chances of a row, forwards under the discards found best); the tests play the same out (probe).

from mj2p.scoring.kernel.types cimport Rules

cdef enum:
    KINDS_MOST = 34
    BY_TILE = 8             # wide play goes through walls of so few tiles one by one
    NOWHERE = 0xFFFFFFFF
    DRAW_BIT = 0x80000000
    GREW = 0                # how growing ended
    NO_MEMORY = 1
    TOO_MANY = 2

# Which hand, which tiles not drawn, and whether an exchange is left: three bits per kind, 21 kinds in a word.
cdef struct Key:
    uint64_t hand[2]
    uint64_t wall[2]

# A win: what it counts, and what it is worth by the aim.
cdef struct Win:
    double fans
    double points
    double worth

# What a kind drawn leads to: a win, a draw to discard after, or (walls gone through tile by tile) another wall.
cdef struct Link:
    uint32_t draw           # its number, or a win's, or NOWHERE
    uint32_t stay           # the hand that is left where the tile drawn is thrown: NOWHERE is its own
    uint8_t kind
    uint8_t live
    uint8_t wins
    uint8_t lowers          # the distance: then it is kept

# A hand of 13 - 3 x melds tiles to draw to.
cdef struct Waiting:
    Key key
    uint32_t first          # of its links
    uint8_t n
    uint8_t n_live          # live copies of all kinds whose draw changes the hand or the wall
    int8_t distance

# A hand with the tile drawn: the hands that the discards considered leave.
cdef struct Draw:
    Key key
    uint32_t first          # of its choices
    uint8_t n

cdef struct Plan:
    const Rules* rules
    int kinds
    int n_melds
    int draws               # T
    int stride              # T + 1, rounded up: worths of a hand or draw, at so many draws done, 0 beyond T
    int unseen              # N: tiles that may come at the first draw
    int for_points          # what is aimed at
    int by_tile             # the wall is gone through tile by tile
    int minimum
    int cap_points
    int in_steps
    uint8_t row[48]         # the hand as it would win, but for its tiles
    uint8_t limits[KINDS_MOST]
    uint8_t hand[KINDS_MOST]
    uint8_t wall[KINDS_MOST]
    double share[4 * KINDS_MOST + 1]    # share[n]: 1 / n
    uint32_t most           # hands and draws at the most
    int status
    Waiting* hands
    uint32_t n_hands
    uint32_t room_hands
    double* worth           # one row per hand
    Draw* drawn
    uint32_t n_drawn
    uint32_t room_drawn
    double* best            # one row per draw: the worth of its best discard
    Link* links
    uint32_t n_links
    uint32_t room_links
    Win* wins
    uint32_t n_wins
    uint32_t room_wins
    uint32_t* choices
    uint32_t n_choices
    uint32_t room_choices
    uint32_t* slots         # open-addressed: number of a hand + 1, or of a draw + 1 with the high bit
    uint32_t n_slots


cdef inline void add_tile(uint64_t* words, int kind, int64_t by) noexcept nogil:
    words[kind // 21] += <uint64_t>(by << 3 * (kind % 21))


cdef inline uint64_t hash_of(const Key* key) noexcept nogil:
    cdef uint64_t at = key.hand[0] * <uint64_t>0x9E3779B97F4A7C15
    at = (at ^ at >> 32 ^ key.hand[1]) * <uint64_t>0xBF58476D1CE4E5B9
    at = (at ^ at >> 32 ^ key.wall[0]) * <uint64_t>0x94D049BB133111EB
    at = (at ^ at >> 32 ^ key.wall[1]) * <uint64_t>0x9E3779B97F4A7C15
    return at ^ at >> 29


cdef inline int same_key(const Key* a, const Key* b) noexcept nogil:
    return a.hand[0] == b.hand[0] and a.hand[1] == b.hand[1] and a.wall[0] == b.wall[0] and a.wall[1] == b.wall[1]


cdef inline uint32_t find_number(const Plan* plan, const Key* key, uint32_t is_draw) noexcept nogil:
    """The number of a hand (is_draw 0) or a draw (DRAW_BIT), or NOWHERE."""
    cdef uint64_t at = hash_of(key) + is_draw
    cdef uint32_t slot, number
    while True:
        at &= plan.n_slots - 1
        slot = plan.slots[at]
        if slot == 0:
            return NOWHERE
        if slot & DRAW_BIT == is_draw:
            number = (slot & ~DRAW_BIT) - 1
            if same_key(key, &plan.drawn[number].key if is_draw else &plan.hands[number].key):
                return number
        at += 1


cdef inline void put_number(Plan* plan, const Key* key, uint32_t slot) noexcept nogil:
    cdef uint64_t at = hash_of(key) + (slot & DRAW_BIT)
    while plan.slots[at & (plan.n_slots - 1)]:
        at += 1
    plan.slots[at & (plan.n_slots - 1)] = slot


cdef int widen_slots(Plan* plan) noexcept nogil:
    """Twice the slots, filled anew."""
    cdef uint32_t i, n = 2 * plan.n_slots if plan.n_slots else 1024
    cdef uint32_t* slots = <uint32_t*>calloc(n, sizeof(uint32_t))
    if slots == NULL:
        return 0
    free(plan.slots)
    plan.slots = slots
    plan.n_slots = n
    for i in range(plan.n_hands):
        put_number(plan, &plan.hands[i].key, i + 1)
    for i in range(plan.n_drawn):
        put_number(plan, &plan.drawn[i].key, (i + 1) | DRAW_BIT)
    return 1


cdef inline int widen(void** array, uint32_t* room, uint32_t wanted, size_t size) noexcept nogil:
    """Room for so many items."""
    cdef void* wider
    cdef uint32_t n
    if wanted <= room[0]:
        return 1
    n = max(2 * room[0], wanted, 256)
    wider = realloc(array[0], n * size)
    if wider == NULL:
        return 0
    array[0] = wider
    room[0] = n
    return 1


cdef int has_room(Plan* plan, uint32_t links, uint32_t choices) noexcept nogil:
    """Room for one more hand and one more draw, and so many links and choices; else the status says why not."""
    cdef uint32_t hands = plan.room_hands, drawn = plan.room_drawn
    cdef size_t size = sizeof(double) * plan.stride
    if plan.status != GREW:
        return 0
    if plan.n_hands + plan.n_drawn >= plan.most:
        plan.status = TOO_MANY
        return 0
    if (
        widen(<void**>&plan.hands, &plan.room_hands, plan.n_hands + 1, sizeof(Waiting))
        and widen(<void**>&plan.worth, &hands, plan.n_hands + 1, size)
        and widen(<void**>&plan.drawn, &plan.room_drawn, plan.n_drawn + 1, sizeof(Draw))
        and widen(<void**>&plan.best, &drawn, plan.n_drawn + 1, size)
        and widen(<void**>&plan.links, &plan.room_links, plan.n_links + links, sizeof(Link))
        and widen(<void**>&plan.wins, &plan.room_wins, plan.n_wins + KINDS_MOST, sizeof(Win))
        and widen(<void**>&plan.choices, &plan.room_choices, plan.n_choices + choices, sizeof(uint32_t))
        and (2 * (plan.n_hands + plan.n_drawn + 1) <= plan.n_slots or widen_slots(plan))
    ):
        return 1
    plan.status = NO_MEMORY
    return 0


cdef void forget(Plan* plan) noexcept nogil:
    """Begin anew, in the same memory."""
    plan.n_hands = plan.n_drawn = plan.n_links = plan.n_wins = plan.n_choices = 0
    plan.status = GREW
    memset(plan.slots, 0, sizeof(uint32_t) * plan.n_slots)


cdef void free_plan(Plan* plan) noexcept nogil:
    free(plan.hands)
    free(plan.worth)
    free(plan.drawn)
    free(plan.best)
    free(plan.links)
    free(plan.wins)
    free(plan.choices)
    free(plan.slots)
