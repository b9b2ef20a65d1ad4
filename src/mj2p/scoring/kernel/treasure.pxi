# Gives: score_row, a row checked and scored; score_lucky, the best of a hand won by a treasure or the big wind.
# Needs: check, split, needs, score.
# Follows: rulebook 12 "Treasures", "Big wind", "Multipliers"; 15.11-13.

from mj2p.bits cimport ctz
from mj2p.codes cimport SIT_BIG_WIND, SIT_PUSHED_OUT, SIT_TREASURE, STATUS_NOT_COMPLETE, STATUS_WIN, WAIT_NONE
from mj2p.scoring.kernel.hand cimport count_of, win_bit
from mj2p.scoring.kernel.splits cimport Split, SplitVector, split_vectors, splits
from mj2p.scoring.kernel.table cimport split_number
from mj2p.scoring.kernel.types cimport (
    LUCK_DOUBLE, LUCK_TREASURE, LUCK_WIND, LUCK_WIND_CHOW, LUCK_WIND_LOOSE, Hand, Result, Rules,
)


cdef void score_hand_3(const Hand* hand, const Rules* rules, Result* result) noexcept nogil:
    """One copy of a long function for all that do not count instructions."""
    score_hand(hand, rules, result, 3, 1)


cdef void try_luck(Hand* hand, const Rules* rules, int luck, Result* result) noexcept nogil:
    """Score the hand with this luck; note it where it is better."""
    cdef Result now
    hand.declared_key = <uint16_t>(hand.declared_key & 255 | luck << 8)
    score_hand_3(hand, rules, &now)
    if now.status != STATUS_WIN or (luck == LUCK_DOUBLE and now.reading.wait == WAIT_NONE):
        return
    if result.status != STATUS_WIN or now.best.value > result.best.value:
        result[0] = now
        result.stands_for = 9 * hand.win_suit + hand.win_rank


cdef void set_win(Hand* hand, int kind) noexcept nogil:
    """Put a tile of that kind in the place of the winning one."""
    hand.suits[hand.win_suit] -= win_bit(hand)
    hand.used[hand.win_suit] -= win_bit(hand)
    hand.win_suit = <uint8_t>(kind // 9)
    hand.win_rank = <uint8_t>(kind % 9)
    hand.suits[hand.win_suit] += win_bit(hand)
    hand.used[hand.win_suit] += win_bit(hand)
    hand.win_count = <uint8_t>count_of(hand, hand.suits)


cdef uint64_t waits_beside(
    const uint64_t* held, uint32_t brought, int kind, const Rules* rules, uint64_t* rest
) noexcept nogil:
    """What 13 - 3 x melds tiles (suits and honours) wait for with three of a kind set aside as a pung; `rest` of them.
    """
    memcpy(rest, held, 32)
    rest[kind // 9] -= <uint64_t>3 << (4 * (kind % 9))
    return finishing(rest, rest[3], bring_pung(brought, kind), rules.scoring.needs)


cdef int is_narrow(const Hand* hand, const uint64_t* suits) noexcept nogil:
    """Whether the winning tile stands in an edge, closed or single wait among these tiles and itself."""
    cdef const SplitVector* vector
    cdef int i
    if hand.win_suit == 3:
        return 1  # the pair: of a pung there would be another wait
    vector = &split_vectors[split_number(suits[hand.win_suit] + win_bit(hand))]
    for i in range(vector.n):
        if read_waits(hand, &splits[vector.first + i]):
            return 1
    return 0


cdef int live_wait(const Hand* hand, uint64_t waits) noexcept nogil:
    """The lowest kind waited for that is not wholly in the hand and its melds, the winning tile left out; or -1."""
    cdef int kind, all, win = 9 * hand.win_suit + hand.win_rank
    while waits:
        kind = ctz(waits)
        waits &= waits - 1
        all = hand.used[kind // 9] >> (4 * (kind % 9)) & 15
        if all - (kind == win) < 4:
            return kind
    return -1


cdef int in_chow(const Hand* hand, const Rules* rules, int kind) noexcept nogil:
    """Whether the drawn tile finishes the hand in the middle or at the edge of a chow, its pung kept whole."""
    cdef const SplitVector* vector
    cdef const Split* part
    cdef int i
    if kind >= 27 or not finishes(hand.suits, hand.suits[3], bring_hand(hand), rules.scoring.needs):
        return 0
    vector = &split_vectors[split_number(hand.suits[hand.win_suit])]
    for i in range(vector.n):
        part = &splits[vector.first + i]
        if part.pungs >> hand.win_rank & 1 and read_waits(hand, part) & 3:
            return 1
    return 0


cdef void score_lucky(const Hand* given, const Rules* rules, Result* result) noexcept nogil:
    """Of the ways in which a treasure, the fourth of a pung or the tile itself wins the dearest; of equal ones the
    first of 宝中宝, 大风, 摸宝, then that with the lowest kind in the tile's place (rulebook 15.13)."""
    cdef Hand hand = given[0]
    cdef int wait, kind = 9 * given.win_suit + given.win_rank, pushed = given.situation & SIT_PUSHED_OUT
    cdef int wind = given.situation & SIT_BIG_WIND and given.win_count == 4
    cdef uint32_t brought = bring_hand(given)
    cdef uint64_t waits = hand_waits(given, rules), beside = 0, left
    cdef int live = live_wait(given, waits)
    cdef uint64_t held[4]
    cdef uint64_t rest[4]
    result.status = STATUS_NOT_COMPLETE
    if live < 0:  # it was not ready
        return
    if given.situation & SIT_TREASURE and waits >> kind & 1:
        try_luck(&hand, rules, LUCK_DOUBLE, result)
    if wind:
        if not pushed and in_chow(&hand, rules, kind):
            try_luck(&hand, rules, LUCK_WIND_CHOW, result)
        before_win(given, held, &held[3])
        beside = waits_beside(held, brought, kind, rules, rest)
    left = waits & beside
    while left:
        wait = ctz(left)
        left &= left - 1
        hand = given[0]
        set_win(&hand, wait)
        if hand.win_count > 4:  # such tiles are in no table: shown by a kind that can come, and worth the same
            if pushed:
                continue
            hand = given[0]
            set_win(&hand, live)
            try_luck(&hand, rules, LUCK_WIND_LOOSE, result)
        elif not pushed or finishes_pushed(rest, bring_pung(brought, kind), wait, rules.scoring.needs):
            try_luck(&hand, rules, LUCK_WIND if is_narrow(&hand, rest) else LUCK_WIND_LOOSE, result)
    left = waits if given.situation & SIT_TREASURE else 0
    while left:
        wait = ctz(left)
        left &= left - 1
        hand = given[0]
        set_win(&hand, wait)
        # a kind held four times is not the only wait, so that one that can come is worth the same
        if hand.win_count <= 4 and not (pushed and count_of(&hand, hand.used) > 4):
            try_luck(&hand, rules, LUCK_TREASURE, result)
    hand = given[0]
    try_luck(&hand, rules, 0, result)


cdef void score_row_3(const uint8_t* row, const Rules* rules, Result* result) noexcept nogil:
    """Check a row of three suits and score it, the reading kept."""
    cdef Hand hand
    result.status = read_hand(row, rules, &hand, 3)
    if result.status == STATUS_WIN:
        if rules.scoring.needs and hand.situation & (SIT_TREASURE | SIT_BIG_WIND):
            score_lucky(&hand, rules, result)
        else:
            score_hand_3(&hand, rules, result)


cdef inline void score_row(
    const uint8_t* row, const Rules* rules, Result* result, const int nsuits, const int keep
) noexcept nogil:
    """Check a row and score it."""
    cdef Hand hand
    if nsuits == 3 and rules.scoring.needs:
        score_row_3(row, rules, result)
        return
    result.status = read_hand(row, rules, &hand, nsuits)
    if result.status == STATUS_WIN:
        score_hand(&hand, rules, result, nsuits, keep)
