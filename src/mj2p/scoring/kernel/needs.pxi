# Gives: what a rule set asks of a finished hand beside its form; the kinds that finish one; the wait under these needs.
# Needs: split, forms.
# Follows: rulebook 12 "To win" and 15.11. 123m 456m 789m 22s 中中 + 2s has a chow, a 1, two suits, a pung 222s (or 中中).

from mj2p.bits cimport ctz
from mj2p.codes cimport (
    HONORS, MELD_CHOW, MELD_PUNG, NEED_CHOW, NEED_FOUR_TILES, NEED_PUNG, NEED_TERMINAL, NEED_TWO_SUITS, SIT_PUSHED_OUT,
    meld_byte, meld_kind, meld_type,
)
from mj2p.scoring.kernel.hand cimport n_meld_chows, n_melds, win_bit
from mj2p.scoring.kernel.splits cimport Split
from mj2p.scoring.kernel.table cimport RANKS, nibble_sum_wide
from mj2p.scoring.kernel.types cimport LUCK_WIND_LOOSE, Hand, Rules

# What melds bring, in one word: the needs that they meet, from bit 8 the suits in them, from bit 12 their number.
cdef enum:
    BROUGHT_SUITS = 256
    BROUGHT_MELD = 4096


cdef inline uint32_t bring_meld(int meld) noexcept nogil:
    """What a meld byte of the three suits brings; words add up by `join_brought`."""
    cdef int kind = meld_kind(meld), rank = kind % 9
    if kind >= 27:
        return BROUGHT_MELD | NEED_PUNG | NEED_TERMINAL
    if meld_type(meld) == MELD_CHOW:
        return BROUGHT_MELD | BROUGHT_SUITS << kind // 9 | NEED_CHOW | NEED_TERMINAL * (rank == 0 or rank == 6)
    return BROUGHT_MELD | BROUGHT_SUITS << kind // 9 | NEED_PUNG | NEED_TERMINAL * (rank == 0 or rank == 8)


cdef inline uint32_t join_brought(uint32_t a, uint32_t b) noexcept nogil:
    return (a | b) & (BROUGHT_MELD - 1) | (a & ~<uint32_t>(BROUGHT_MELD - 1)) + (b & ~<uint32_t>(BROUGHT_MELD - 1))


cdef uint32_t bring_melds(const uint8_t* melds, int n) noexcept nogil:
    cdef uint32_t brought = 0
    cdef int i
    for i in range(n):
        brought = join_brought(brought, bring_meld(melds[i]))
    return brought


cdef inline uint32_t bring_pung(uint32_t brought, int kind) noexcept nogil:
    """... with a pung that stays in the hand."""
    return join_brought(brought, bring_meld(meld_byte(MELD_PUNG, kind))) - BROUGHT_MELD


cdef inline uint32_t bring_tiles(const uint64_t* suits, uint64_t honors) noexcept nogil:
    """What tiles bring however they are split. An honour in a finished hand is in a pair or a pung: either serves."""
    cdef uint32_t brought = NEED_PUNG | NEED_TERMINAL if honors else 0
    cdef int s
    for s in range(3):
        if suits[s]:
            brought |= BROUGHT_SUITS << s
        if suits[s] & <uint64_t>0xF0000000F:
            brought |= NEED_TERMINAL
    return brought


cdef inline int meets_needs(uint32_t brought, int needs) noexcept nogil:
    """Whether all needs are met, those of the split included."""
    cdef uint32_t suits = brought // BROUGHT_SUITS & 7
    if suits & (suits - 1):
        brought |= NEED_TWO_SUITS
    if brought // BROUGHT_MELD <= 3:
        brought |= NEED_FOUR_TILES
    return needs & ~brought & 31 == 0


cdef inline int split_meets(const Hand* hand, const Split** parts, int needs) noexcept nogil:
    """The needs that depend on the split; `judge_needs` has seen to the others."""
    if needs & NEED_PUNG and not (
        hand.used[3] or n_melds(hand) > n_meld_chows(hand)
        or parts[0].pungs or parts[1].pungs or parts[2].pungs
    ):
        return 0
    if hand.situation & SIT_PUSHED_OUT:  # the winning tile makes a pung of the pair
        if hand.win_suit == 3:
            if hand.win_count < 3:
                return 0
        elif not parts[hand.win_suit].pungs >> hand.win_rank & 1:
            return 0
    return not needs & NEED_CHOW or n_meld_chows(hand) or parts[0].chows or parts[1].chows or parts[2].chows


cdef uint32_t reach_needs(uint64_t suit, uint32_t reached) noexcept nogil:
    """From what is reached (see `finishes`) on, what the splits of one suit can reach: the lowest tile in each way."""
    cdef uint32_t found = 0
    cdef int at
    if suit == 0:
        return reached
    at = ctz(suit) & ~3
    if suit >> at & 15 >= 3:
        found |= reach_needs(suit - (<uint64_t>3 << at), (reached & 5) << 1 | reached & 10)
    if suit >> at & 15 >= 2 and nibble_sum_wide(suit) % 3 == 2:
        found |= reach_needs(suit - (<uint64_t>2 << at), reached)
    if at <= 24 and suit >> (at + 4) & 15 and suit >> (at + 8) & 15:
        found |= reach_needs(suit - (<uint64_t>0x111 << at), (reached & 3) << 2 | reached & 12)
    return found


cdef int finishes(const uint64_t* suits, uint64_t honors, uint32_t brought, int needs) noexcept nogil:
    """Whether concealed counts are sets and a pair with all that is needed, in some split."""
    cdef uint32_t reached = 1    # bit b: the splits so far can meet b of NEED_PUNG, NEED_CHOW
    cdef int s, b
    if not is_sets(suits, honors, 3):
        return 0
    brought = join_brought(brought, bring_tiles(suits, honors))
    if not meets_needs(brought | NEED_PUNG | NEED_CHOW, needs):
        return 0
    for s in range(3):
        reached = reach_needs(suits[s], reached)
    for b in range(4):
        if reached >> b & 1 and needs & (NEED_PUNG | NEED_CHOW) & ~(brought | b) == 0:
            return 1
    return 0


cdef uint64_t finishing(uint64_t* suits, uint64_t honors, uint32_t brought, int needs) noexcept nogil:
    """The kinds that finish 13 - 3 x melds tiles: bit k for kind k."""
    cdef uint64_t found = 0
    cdef int s, rank
    for s in range(3):
        for rank in range(RANKS):
            suits[s] += <uint64_t>1 << (4 * rank)
            found |= <uint64_t>finishes(suits, honors, brought, needs) << (9 * s + rank)
            suits[s] -= <uint64_t>1 << (4 * rank)
    for rank in range(HONORS):
        found |= <uint64_t>finishes(suits, honors + (<uint64_t>1 << (4 * rank)), brought, needs) << (27 + rank)
    return found


cdef int finishes_pushed(const uint64_t* held, uint32_t brought, int pushed, int needs) noexcept nogil:
    """Whether concealed tiles (suits and honours) are finished by a pung of a pair among them, pushed out."""
    cdef uint64_t rest[4]
    cdef int at = 4 * (pushed % 9)
    if held[pushed // 9] >> at & 15 < 2:
        return 0
    memcpy(rest, held, sizeof(rest))
    rest[pushed // 9] -= <uint64_t>2 << at
    return finishes(rest, rest[3], bring_pung(brought, pushed), needs)


cdef inline uint32_t bring_hand(const Hand* hand) noexcept nogil:
    """What the melds of a checked hand bring; suits and terminals of all of its tiles."""
    return (
        bring_tiles(hand.used, hand.used[3]) & ~<uint32_t>NEED_PUNG | n_melds(hand) * BROUGHT_MELD
        | NEED_PUNG * (n_melds(hand) > n_meld_chows(hand)) | NEED_CHOW * (n_meld_chows(hand) != 0)
    )


cdef inline void before_win(const Hand* hand, uint64_t* suits, uint64_t* honors) noexcept nogil:
    """The concealed tiles without the winning one."""
    cdef uint64_t all[4]
    memcpy(all, hand.suits, sizeof(all))
    all[hand.win_suit] -= win_bit(hand)
    memcpy(suits, all, 24)
    honors[0] = all[3]


cdef uint64_t hand_waits(const Hand* hand, const Rules* rules) noexcept nogil:
    """The kinds that finish the tiles held before the winning one."""
    cdef uint64_t suits[3]
    cdef uint64_t honors
    cdef Hand held = hand[0]
    before_win(hand, suits, &honors)
    held.used[hand.win_suit] -= win_bit(hand)  # it brings nothing to what is waited for
    return finishing(suits, honors, bring_hand(&held), rules.scoring.needs)


cdef int judge_needs(const Hand* hand, const Rules* rules, Taken* taken) noexcept nogil:
    """Whether a hand of sets meets the needs that no split decides; its wait is sole among those that finish it."""
    cdef uint64_t waits
    if not meets_needs(bring_hand(hand) | NEED_PUNG | NEED_CHOW, rules.scoring.needs):
        return 0
    waits = hand_waits(hand, rules)
    # of two pairs the tile makes a pung; with the pung of the big wind set aside the wait may be none of the three
    taken.sole = (
        waits & (waits - 1) == 0 and not hand.situation & SIT_PUSHED_OUT and hand.declared_key >> 8 != LUCK_WIND_LOOSE
    )
    return 1
