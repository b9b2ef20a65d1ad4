# Gives: the forms that are not four sets and a pair: seven pairs and its wait, 十三幺, 全不靠 and 七星不靠, 组合龙.
# Needs: match, split, the catalogue.
# Follows: rulebook sections 2, 4, 10.

from mj2p.codes cimport (
    FORM_KNITTED, FORM_KNITTED_STRAIGHT, FORM_SEVEN_PAIRS, FORM_THIRTEEN_ORPHANS, HAND_KNITTED, HAND_ORPHANS,
    HAND_PAIRS, HONORS,
)
from mj2p.rules.settings cimport FOUR_MELDS_ALL_PUNGS
from mj2p.scoring.kernel.hand cimport n_melds, win_bit
from mj2p.scoring.kernel.splits cimport NO_PAIR
from mj2p.scoring.kernel.table cimport NO_VECTOR, RANKS, nibble_sum, nibble_sum_wide, nibbles_present, split_number
from mj2p.scoring.kernel.types cimport SPECIAL_FORMS, Hand, Reading, Rules

# The six ways to deal 147, 258, 369 to three suits, as nibbles of each suit; filled at import.
cdef uint64_t knitted[6][3]


cdef void fill_knitted() noexcept nogil:
    cdef uint64_t runs[3]
    cdef int i, j, n = 0
    runs[0], runs[1], runs[2] = 0x001001001, 0x010010010, 0x100100100
    for i in range(3):
        for j in range(3):
            if i != j:
                knitted[n][0], knitted[n][1], knitted[n][2] = runs[i], runs[j], runs[3 - i - j]
                n += 1


cdef inline int honors_with_pair(uint64_t honors, int* fine) noexcept nogil:
    """Sets of honours: 1 with a pair too, 0 without; `fine` false where some honour is left over. Counts 0-5."""
    cdef int h, pairs = 0, count
    fine[0] = 1
    for h in range(HONORS):
        count = honors >> (4 * h) & 15
        if count == 2 or count == 5:
            pairs += 1
        elif count == 1 or count == 4:
            fine[0] = 0
    if pairs > 1:
        fine[0] = 0
    return pairs


cdef inline int is_sets(const uint64_t* suits, uint64_t honors, const int nsuits) noexcept nogil:
    """Whether counts (0-5) are sets and one pair."""
    cdef int fine, s, pairs = honors_with_pair(honors, &fine)
    cdef uint32_t number
    cdef uint64_t tiles
    if not fine:
        return 0
    for s in range(nsuits):
        if split_number(suits[s]) == NO_VECTOR:
            return 0
        tiles = nibble_sum_wide(suits[s])
        pairs += tiles % 3 == 2
    return pairs == 1


cdef inline int some_tile_makes_sets(
    uint64_t* suits, uint64_t honors, int win_suit, int win_rank, const int nsuits
) noexcept nogil:
    """Whether a kind other than the winning one makes 13 tiles four sets and a pair (a fifth copy counts)."""
    cdef int s, rank, fine, bad = -1, n_bad = 0, found
    if nibble_sum(nibbles_present(honors)) > 3:  # four sorts of honours among pairs are more than one tile from sets
        return 0
    honors_with_pair(honors, &fine)
    if not fine:
        bad, n_bad = 3, 1
    for s in range(nsuits):
        if split_number(suits[s]) == NO_VECTOR:
            bad = s
            n_bad += 1
    if n_bad > 1:
        return 0
    for s in range(nsuits):
        if n_bad and bad != s:
            continue
        for rank in range(RANKS):
            if win_suit != s or win_rank != rank:
                suits[s] += <uint64_t>1 << (4 * rank)
                found = is_sets(suits, honors, nsuits)
                suits[s] -= <uint64_t>1 << (4 * rank)
                if found:
                    return 1
    if n_bad and bad != 3:
        return 0
    for rank in range(HONORS):
        if honors >> (4 * rank) & 15 and (win_suit != 3 or win_rank != rank):
            if is_sets(suits, honors + (<uint64_t>1 << (4 * rank)), nsuits):
                return 1
    return 0


cdef inline uint32_t base3(uint64_t digits) noexcept nogil:
    """Nine nibbles of at most 2, the first lowest, as a number in base 3."""
    cdef uint64_t pairs = (digits & 0x0F0F0F0F) + 3 * ((digits >> 4) & 0x0F0F0F0F)
    cdef uint64_t fours = (pairs & 0x00FF00FF) + 9 * ((pairs >> 8) & 0x00FF00FF)
    return <uint32_t>((fours & 0xFFFF) + 81 * (fours >> 16) + 6561 * (digits >> 32))


cdef inline int pairs_wait_alone(const Hand* hand, uint32_t other, const int nsuits) noexcept nogil:
    """Seven pairs: whether the tiles before the last wait on nothing else. 1122334455667m waits on 1m, 4m and 7m."""
    cdef uint64_t suits[3]
    cdef uint64_t honors = hand.suits[3]
    cdef int s
    if nsuits == 1:
        if hand.win_suit == 3:
            return honors >> (4 * hand.win_rank) & 15 != 4 or not other >> RANKS & 1
        return not other >> hand.win_rank & 1
    for s in range(nsuits):
        suits[s] = hand.suits[s]
    if hand.win_suit == 3:
        honors -= win_bit(hand)
    else:
        suits[0 if nsuits == 1 else hand.win_suit] -= win_bit(hand)
    return not some_tile_makes_sets(suits, honors, hand.win_suit, hand.win_rank, nsuits)


cdef inline void read_pairs(
    const Hand* hand, const Rules* rules, uint32_t base, uint32_t facts, uint32_t situation, Reading* reading,
    const int nsuits
) noexcept nogil:
    """Indices of seven pairs; `facts`: of the pairs of one suit."""
    cdef int s
    reading.form = HAND_PAIRS
    reading.kinds = base
    set_waits(reading, rules, 4 if pairs_wait_alone(hand, facts, nsuits) else 0, situation + KEY_PAIRS)
    reading.kongs = 0
    reading.pungs = 0
    reading.pair = NO_PAIR
    reading.chows = 0
    reading.order = 0xFFFFFFFF
    if hand.suits[3] == 0:
        for s in range(nsuits):
            if hand.suits[s] == 0x2222222 or hand.suits[s] == 0x22222220 or hand.suits[s] == <uint64_t>0x222222200:
                add_special(reading, FAN_SEVEN_SHIFTED_PAIRS)


cdef inline int is_orphans(const Hand* hand) noexcept nogil:
    """十三幺: each 1, 9 and honour, one of them twice."""
    cdef int s
    for s in range(3):
        if hand.suits[s] & <uint64_t>0x0FFFFFFF0 or not hand.suits[s] & 0xF or not hand.suits[s] >> 32:
            return 0
    return nibbles_present(hand.suits[3]) == 0x1111111


cdef inline int is_knitted(const Hand* hand) noexcept nogil:
    """全不靠: single tiles of some knitted 147 258 369 and of the honours."""
    cdef int k
    if hand.suits[3] & ~<uint64_t>0x1111111:
        return 0
    for k in range(6):
        if not (
            hand.suits[0] & ~knitted[k][0] or hand.suits[1] & ~knitted[k][1] or hand.suits[2] & ~knitted[k][2]
        ):
            return 1
    return 0


cdef inline int knitted_within(const Hand* hand) noexcept nogil:
    """Which whole knitted straight the concealed tiles hold, or -1."""
    cdef int k
    cdef uint64_t m = nibbles_present(hand.suits[0]), s = nibbles_present(hand.suits[1])
    cdef uint64_t p = nibbles_present(hand.suits[2])
    for k in range(6):
        if (m & knitted[k][0]) == knitted[k][0] and (s & knitted[k][1]) == knitted[k][1] and (
            p & knitted[k][2]
        ) == knitted[k][2]:
            return k
    return -1


cdef inline int is_pairs(const uint64_t* suits, uint64_t honors, const int nsuits) noexcept nogil:
    """Whether every kind occurs an even number of times."""
    cdef uint64_t odd = honors
    cdef int s
    for s in range(nsuits):
        odd |= suits[s]
    return not odd & <uint64_t>0x1111111111111111


cdef int is_knitted_set(const uint64_t* suits, uint64_t honors) noexcept nogil:
    """组合龙: whether counts are a knitted 147 258 369, a set (or one less with a meld) and a pair."""
    cdef uint64_t rest[3]
    cdef int k, s
    for k in range(6):
        for s in range(3):
            if nibbles_present(suits[s]) & knitted[k][s] != knitted[k][s]:
                break
            rest[s] = suits[s] - knitted[k][s]
        else:
            if is_sets(rest, honors, 3):
                return 1
    return 0


cdef inline int is_any_form(
    uint64_t* suits, uint64_t honors, int n_melds, int n_chows, const Rules* rules, const int nsuits
) noexcept nogil:
    """Whether counts (of the right number; 0-5 each) complete a hand in some form of the rule set."""
    cdef Hand hand
    cdef int s
    if is_sets(suits, honors, nsuits):
        return not (rules.scoring.four_melds == FOUR_MELDS_ALL_PUNGS and n_melds == 4 and n_chows)
    if n_melds == 0 and rules.scoring.forms & FORM_SEVEN_PAIRS and is_pairs(suits, honors, nsuits):
        return 1
    if nsuits == 3 and n_melds <= 1 and rules.scoring.forms & SPECIAL_FORMS:
        if rules.scoring.forms & FORM_KNITTED_STRAIGHT and is_knitted_set(suits, honors):
            return 1
        if n_melds == 0:
            for s in range(3):
                hand.suits[s] = suits[s]
            hand.suits[3] = honors
            if rules.scoring.forms & FORM_KNITTED and is_knitted(&hand):
                return 1
            return rules.scoring.forms & FORM_THIRTEEN_ORPHANS and is_orphans(&hand)
    return 0


cdef int read_special(
    const Hand* hand, const Rules* rules, uint32_t base, uint32_t situation, Reading* reading
) noexcept nogil:
    """The hands of single tiles; true where the hand is one."""
    cdef int orphans = 0, knits = 0
    if n_melds(hand):
        return 0
    if rules.scoring.forms & FORM_THIRTEEN_ORPHANS:
        orphans = is_orphans(hand)
    if not orphans and rules.scoring.forms & FORM_KNITTED:
        knits = is_knitted(hand)
    if not orphans and not knits:
        return 0
    reading.kinds = base
    set_waits(reading, rules, 0, situation)
    reading.kongs = 0
    reading.pungs = 0
    reading.pair = NO_PAIR
    reading.chows = 0
    if orphans:
        reading.form = HAND_ORPHANS
        add_special(reading, FAN_THIRTEEN_ORPHANS)
        return 1
    reading.form = HAND_KNITTED
    add_special(reading, FAN_LESSER_HONORS_AND_KNITTED)
    if hand.suits[3] == 0x1111111:
        add_special(reading, FAN_GREATER_HONORS_AND_KNITTED)
    if knitted_within(hand) >= 0:
        add_special(reading, FAN_KNITTED_STRAIGHT)
    return 1
