# Gives: for each family of fans, the index that a hand or a split has in it, and the facts that an index stands for.
# Needs: the catalogue.
# Follows: rulebook section 4. A family is what can be read off one small key: 123m 123m 789m is a chow key, EEE SSS
# with pair WW a wind key, ... The tables of `count` hold, for each key, what the facts are worth in a rule set.

from mj2p.codes cimport (
    SIT_DEALER, SIT_EARTHLY_HAND, SIT_HEAVENLY_HAND, SIT_HEAVENLY_READY, SIT_HUMANLY_HAND, SIT_KONG, SIT_LAST_OF_KIND,
    SIT_LAST_TILE, SIT_READY, SIT_SELF_DRAW, WAIT_CLOSED, WAIT_EDGE, WAIT_SINGLE,
)
from mj2p.rules.settings cimport FLOWERS_EACH
from mj2p.scoring.kernel.table cimport rank_facts
from mj2p.scoring.kernel.types cimport (
    KEY_WAIT, LUCK_DOUBLE, LUCK_TREASURE, LUCK_WIND, LUCK_WIND_CHOW, Facts, Reading, Rules,
)

# What fans ask of the ranks that occur: a bit where no rank lies outside. Only 23 sets of these bits occur; they are
# numbered at import (`rank_class`), and `class_ranks` gives the bits of a number.
cdef enum:
    RANKS_SIMPLE = 1        # 2-8
    RANKS_TERMINAL = 2      # 1 9
    RANKS_LOWER_FOUR = 4    # 1-4
    RANKS_LOWER = 8         # 1-3
    RANKS_UPPER_FOUR = 16   # 6-9
    RANKS_UPPER = 32        # 7-9
    RANKS_MIDDLE = 64       # 4-6
    RANKS_EVEN = 128        # 2 4 6 8
    RANK_CLASSES = 32

cdef uint8_t class_ranks[RANK_CLASSES]

# Kinds key: suits present (2 bits), winds 4, dragons 8, class of ranks (5 bits), 推不倒 512, 绿一色 1024; then what the
# split adds (4 bits):
cdef enum:
    KEY_WINDS = 4
    KEY_DRAGONS = 8
    KEY_RANKS = 16
    KEY_REVERSIBLE = 512
    KEY_GREEN = 1024
    KEY_SPLIT = 2048
    SPLIT_CHOWS = 1         # four chows and a suit's pair
    SPLIT_PUNGS = 2         # four pungs; with SPLIT_CHOWS, which it never meets: 四暗刻
    SPLIT_OUTSIDE = 4       # a 1, 9 or honour in every set and the pair
    SPLIT_FIVES = 8         # a 5 in every set and the pair, honours left out of account

# Situation key: the lowest four bits of the situation, then (KEY_WAIT: times the wait)
cdef enum:
    KEY_CLOSED = 16
    KEY_MELDED = 32         # with KEY_CLOSED, which it never meets: 四暗刻
    KEY_PAIRS = 64


cdef inline void add_fan(Facts* facts, int fan) noexcept nogil:
    facts.fans[fan >> 6] |= <uint64_t>1 << (fan & 63)


cdef inline void add_special(Reading* reading, int fan) noexcept nogil:
    reading.special[fan >> 6] |= <uint64_t>1 << (fan & 63)


cdef inline void add_times(Facts* facts, int fan, int repeater, uint32_t times) noexcept nogil:
    if times:
        add_fan(facts, fan)
        facts.repeats += <uint64_t>times << (4 * repeater)


cdef inline int ranks_within(uint32_t mask) noexcept nogil:
    """The RANKS_ bits of a mask of ranks."""
    return (
        ((mask & ~0x0FE) == 0) * RANKS_SIMPLE
        | ((mask & ~0x101) == 0) * RANKS_TERMINAL
        | ((mask & ~0x00F) == 0) * RANKS_LOWER_FOUR
        | ((mask & ~0x007) == 0) * RANKS_LOWER
        | ((mask & ~0x1E0) == 0) * RANKS_UPPER_FOUR
        | ((mask & ~0x1C0) == 0) * RANKS_UPPER
        | ((mask & ~0x038) == 0) * RANKS_MIDDLE
        | ((mask & ~0x0AA) == 0) * RANKS_EVEN
    )


cdef void match_kinds(Facts* facts, uint32_t key) noexcept nogil:
    """Whole-hand fans: which tiles there are, and what all the sets have in common."""
    cdef int suits = key & 3, honors = (key & (KEY_WINDS | KEY_DRAGONS)) != 0, split = key // KEY_SPLIT
    cdef int ranks = class_ranks[key // KEY_RANKS & (RANK_CLASSES - 1)]
    if suits == 0:
        add_fan(facts, FAN_ALL_HONORS)
    elif honors:
        if suits == 1:
            add_fan(facts, FAN_HALF_FLUSH)
        if ranks & RANKS_TERMINAL:
            add_fan(facts, FAN_ALL_TERMINALS_AND_HONORS)
    else:
        add_fan(facts, FAN_NO_HONORS)
        if suits == 1:
            add_fan(facts, FAN_FULL_FLUSH)
        if ranks & RANKS_SIMPLE:
            add_fan(facts, FAN_ALL_SIMPLES)
        if ranks & RANKS_TERMINAL:
            add_fan(facts, FAN_ALL_TERMINALS)
        if ranks & RANKS_LOWER_FOUR:
            add_fan(facts, FAN_LOWER_FOUR)
        if ranks & RANKS_LOWER:
            add_fan(facts, FAN_LOWER_TILES)
        if ranks & RANKS_UPPER_FOUR:
            add_fan(facts, FAN_UPPER_FOUR)
        if ranks & RANKS_UPPER:
            add_fan(facts, FAN_UPPER_TILES)
        if ranks & RANKS_MIDDLE:
            add_fan(facts, FAN_MIDDLE_TILES)
        if ranks & RANKS_EVEN and split & SPLIT_PUNGS:
            add_fan(facts, FAN_ALL_EVEN_PUNGS)
    if suits == 2:
        add_fan(facts, FAN_ONE_VOIDED_SUIT)
    if suits == 3 and key & KEY_WINDS and key & KEY_DRAGONS:
        add_fan(facts, FAN_ALL_TYPES)
    if key & KEY_REVERSIBLE:
        add_fan(facts, FAN_REVERSIBLE_TILES)
    if key & KEY_GREEN:
        add_fan(facts, FAN_ALL_GREEN)
    if split & SPLIT_PUNGS:
        add_fan(facts, FAN_ALL_PUNGS)
    elif split & SPLIT_CHOWS:
        add_fan(facts, FAN_ALL_CHOWS)
    if split & SPLIT_OUTSIDE:
        add_fan(facts, FAN_OUTSIDE_HAND)
    if split & SPLIT_FIVES and not honors:
        add_fan(facts, FAN_ALL_FIVES)


cdef void match_situation(Facts* facts, uint32_t key, int closed_is_no_melds) noexcept nogil:
    """How it was won, on what wait, and whether the hand is closed."""
    cdef int drawn = key & SIT_SELF_DRAW, wait = key // KEY_WAIT
    add_fan(facts, FAN_SELF_DRAWN if drawn else FAN_DISCARDER_LOST)
    if key & SIT_LAST_TILE:
        add_fan(facts, FAN_LAST_TILE_DRAW if drawn else FAN_LAST_TILE_CLAIM)
    if key & SIT_KONG:
        add_fan(facts, FAN_OUT_WITH_REPLACEMENT if drawn else FAN_ROBBING_THE_KONG)
    if key & SIT_LAST_OF_KIND:
        add_fan(facts, FAN_LAST_OF_ITS_KIND)
    if key & KEY_CLOSED:
        if closed_is_no_melds or not drawn:
            add_fan(facts, FAN_CONCEALED_HAND)
        if drawn:
            add_fan(facts, FAN_FULLY_CONCEALED_HAND)
    elif key & KEY_MELDED:
        add_fan(facts, FAN_MELDED_HAND)
    if key & KEY_PAIRS:
        add_fan(facts, FAN_SEVEN_PAIRS)
    if wait == WAIT_EDGE:
        add_fan(facts, FAN_EDGE_WAIT)
    elif wait == WAIT_CLOSED:
        add_fan(facts, FAN_CLOSED_WAIT)
    elif wait == WAIT_SINGLE:
        add_fan(facts, FAN_SINGLE_WAIT)


cdef void match_winds(Facts* facts, uint32_t key) noexcept nogil:
    """Key: wind pungs (four bits), the wind that is the pair + 1 (0: none; three bits), the winds of round and seat."""
    cdef uint32_t pungs = key & 15, pair = key >> 4 & 7, n = rank_facts[pungs].n
    facts.winds = pungs
    facts.round_wind = key >> 7 & 3
    facts.seat_wind = key >> 9 & 3
    if n == 4:
        add_fan(facts, FAN_BIG_FOUR_WINDS)
    if n == 3 and pair and pair <= 4:
        add_fan(facts, FAN_LITTLE_FOUR_WINDS)
    if n >= 3:
        add_fan(facts, FAN_BIG_THREE_WINDS)
    if pungs >> facts.round_wind & 1:
        add_fan(facts, FAN_PREVALENT_WIND)
    if pungs >> facts.seat_wind & 1:
        add_fan(facts, FAN_SEAT_WIND)
    add_times(facts, FAN_PUNG_OF_TERMINALS_OR_HONORS, REP_PUNG_OF_TERMINALS_OR_HONORS, n)


cdef void match_dragons(Facts* facts, uint32_t key) noexcept nogil:
    """Key: dragon pungs (three bits), the dragon that is the pair + 1 (0: none)."""
    cdef uint32_t n = rank_facts[key & 7].n
    if n == 3:
        add_fan(facts, FAN_BIG_THREE_DRAGONS)
    if n == 2 and key >> 3:
        add_fan(facts, FAN_LITTLE_THREE_DRAGONS)
    if n >= 2:
        add_fan(facts, FAN_TWO_DRAGON_PUNGS)
    add_times(facts, FAN_DRAGON_PUNG, REP_DRAGON_PUNG, n)


cdef void match_kongs(Facts* facts, uint32_t key) noexcept nogil:
    """Key: concealed pungs (kongs included) * 25 + melded kongs * 5 + concealed kongs."""
    cdef uint32_t pungs = key // 25, melded = key // 5 % 5, concealed = key % 5
    if melded + concealed == 4:
        add_fan(facts, FAN_FOUR_KONGS)
    if melded + concealed >= 3:
        add_fan(facts, FAN_THREE_KONGS)
    if melded >= 2:
        add_fan(facts, FAN_TWO_MELDED_KONGS)
    if concealed >= 2:
        add_fan(facts, FAN_TWO_CONCEALED_KONGS)
    if melded:
        add_fan(facts, FAN_MELDED_KONG)
    if concealed:
        add_fan(facts, FAN_CONCEALED_KONG)
    if pungs == 4:
        add_fan(facts, FAN_FOUR_CONCEALED_PUNGS)
    if pungs >= 3:
        add_fan(facts, FAN_THREE_CONCEALED_PUNGS)
    if pungs >= 2:
        add_fan(facts, FAN_TWO_CONCEALED_PUNGS)


# Pungs key: 一色四节高 1, 一色三节高 2, 三色三节高 4, 三同刻 8, times 双同刻 << 4, times pungs of 1 and 9 << 6
cdef inline uint32_t pungs_key_1(uint32_t pungs) noexcept nogil:
    """Key of the pungs of one suit (called at import for all 512)."""
    return (
        ((pungs & pungs >> 1 & pungs >> 2 & pungs >> 3) != 0)
        | ((pungs & pungs >> 1 & pungs >> 2) != 0) << 1
        | ((pungs & 1) + (pungs >> 8)) << 6
    )


cdef inline uint32_t pungs_key_3(uint32_t m, uint32_t s, uint32_t p) noexcept nogil:
    """Key of the pungs of three suits. 222m 333s 444p is a 三色三节高: m, s >> 1 and p >> 2 meet."""
    cdef uint32_t key = rank_facts[m].pungs + rank_facts[s].pungs + rank_facts[p].pungs, two, three
    if rank_facts[m].n + rank_facts[s].n + rank_facts[p].n < 2:
        return key
    three = m & s & p
    two = (m & s) | (s & p) | (p & m)
    key |= (three != 0) << 3 | rank_facts[two].n << 4
    two = (
        (m & s >> 1 & p >> 2) | (m & p >> 1 & s >> 2) | (s & m >> 1 & p >> 2)
        | (s & p >> 1 & m >> 2) | (p & m >> 1 & s >> 2) | (p & s >> 1 & m >> 2)
    )
    return key | (two != 0) << 2


cdef void match_pungs(Facts* facts, uint32_t key) noexcept nogil:
    if key & 1:
        add_fan(facts, FAN_FOUR_PURE_SHIFTED_PUNGS)
    if key & 2:
        add_fan(facts, FAN_PURE_SHIFTED_PUNGS)
    if key & 4:
        add_fan(facts, FAN_MIXED_SHIFTED_PUNGS)
    if key & 8:
        add_fan(facts, FAN_TRIPLE_PUNG)
    add_times(facts, FAN_DOUBLE_PUNG, REP_DOUBLE_PUNG, key >> 4 & 3)
    add_times(facts, FAN_PUNG_OF_TERMINALS_OR_HONORS, REP_PUNG_OF_TERMINALS_OR_HONORS, key >> 6)


cdef void match_pair(Facts* facts, uint32_t rank) noexcept nogil:
    """The pair beside four sets: rank - 1 of a suit's, else NO_PAIR."""
    if rank == 1 or rank == 4 or rank == 7:
        add_fan(facts, FAN_TWO_FIVE_EIGHT_PAIR)
    if rank == 0 or rank == 8:
        add_fan(facts, FAN_TERMINAL_PAIR)


cdef void match_hogs(Facts* facts, uint32_t times) noexcept nogil:
    add_times(facts, FAN_TILE_HOG, REP_TILE_HOG, times)


cdef inline uint32_t flowers_key(uint32_t flowers, uint32_t seat_wind, const Rules* rules) noexcept nogil:
    """Number of flowers (15 at most) + 16 x flowers of one's own seat + 48 x (梅 兰 竹 菊) + 96 x all eight."""
    cdef uint32_t own
    if flowers == 0 or rules.tiles.flowers != FLOWERS_EACH:
        return flowers
    own = flowers >> seat_wind  # seat E: 春 a and 梅 e, S: 夏 b and 兰 f, ...
    return (
        rank_facts[flowers].n + 16 * ((own & 1) + (own >> 4 & 1)) + 48 * (flowers >> 4 == 15) + 96 * (flowers == 255)
    )


cdef void match_flowers(Facts* facts, uint32_t key) noexcept nogil:
    add_times(facts, FAN_FLOWER_TILE, REP_FLOWER_TILE, key % 16)
    add_times(facts, FAN_SEASON_FLOWER, REP_SEASON_FLOWER, key // 16 % 3)
    if key // 48 & 1:
        add_fan(facts, FAN_FOUR_PLANTS)
    if key // 96:
        add_fan(facts, FAN_EIGHT_IMMORTALS)


cdef inline uint32_t declared_key(uint32_t situation, uint32_t unclaimed) noexcept nogil:
    """Ready 1, 天听 2, 天胡 4, 地胡 8 or 人胡 12, dealer 16, kong_discard 32, 推出 64, no claims 128, luck times 256."""
    if situation < SIT_READY:
        return 0
    return (
        situation // SIT_READY & 1 | (situation // SIT_HEAVENLY_READY & 1) << 1
        | (situation // SIT_HEAVENLY_HAND & 1) << 2 | (situation // SIT_EARTHLY_HAND & 1) << 3
        | (situation // SIT_HUMANLY_HAND & 1) * 12 | (situation // SIT_DEALER & 7) << 4 | unclaimed << 7
    )


cdef void match_declared(Facts* facts, uint32_t key) noexcept nogil:
    if key & 3:
        add_fan(facts, FAN_READY)  # 天听 implies it
    if key & 2:
        add_fan(facts, FAN_HEAVENLY_READY)
    if key & 12 == 4:
        add_fan(facts, FAN_HEAVENLY_HAND)
    elif key & 12 == 8:
        add_fan(facts, FAN_EARTHLY_HAND)
    elif key & 12:
        add_fan(facts, FAN_HUMANLY_HAND)
    add_fan(facts, FAN_DEALER_WON if key & 16 else FAN_DEALER_LOST)
    if key & 32:
        add_fan(facts, FAN_KONG_DISCARD)
    if key < 64:
        return
    if key & 64:
        add_fan(facts, FAN_PUSHED_OUT)
    if key & 128 and key & 3:
        add_fan(facts, FAN_CONCEALED_READY)
    if key >> 8 == LUCK_TREASURE or key >> 8 == LUCK_DOUBLE:
        add_fan(facts, FAN_TREASURE_DRAW)
    if key >> 8 == LUCK_DOUBLE:
        add_fan(facts, FAN_DOUBLE_TREASURE)
    if key >> 8 >= LUCK_WIND:
        add_fan(facts, FAN_BIG_WIND)
    if key >> 8 == LUCK_WIND_CHOW:
        add_fan(facts, FAN_BIG_WIND_CHOW)
