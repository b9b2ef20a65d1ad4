# Gives: Taken, what all splits of a hand have in common, and read_split, the indices of one way to take it apart.
# Needs: match, the catalogue.
# Follows: rulebook section 2: concealed pungs, closed hand, sole wait. A claimed tile completes a melded pung unless it
# can stand in a concealed chow of the same split: [NNN,2] 77789m EE SSS + 7m on a discard keeps 777 concealed.

from mj2p.bits cimport unlikely
from mj2p.codes cimport FORM_SEVEN_PAIRS, SIT_SELF_DRAW
from mj2p.rules.settings cimport FOUR_MELDS_ALL_PUNGS
from mj2p.scoring.kernel.hand cimport n_kongs, n_meld_chows, n_melds, n_open
from mj2p.scoring.kernel.splits cimport NO_PAIR, Split, chow_weights, split_vectors
from mj2p.scoring.kernel.table cimport (
    HONORS_LACKS, HONORS_NO_SETS, HONORS_PAIR, HONORS_PRESENT, HONORS_SUMS, NO_VECTOR, chow_number, gather, honor_sets,
    nibble_sum, nibbles_present, rank_facts, split_number,
)
from mj2p.scoring.kernel.types cimport (
    KEY_WAIT, MARK_HONORS, MARK_RANKS, SUMS_CONCEALED, SUMS_KONGS, SUMS_PUNGS, COUNT_SUMS, Hand, Reading, Rules,
)


cdef struct Taken:
    uint32_t number[3]      # of each suit's vector
    uint32_t honors         # as HONORS_... of table
    uint32_t ranks          # that occur, in any suit
    uint32_t sums           # SUMS_... of melds and honours
    int sole                # the winning kind is the only one waited for
    int n_odd               # kinds of which the hand holds an odd number


cdef inline uint32_t kinds_key(const Hand* hand, uint32_t ranks, uint32_t honors, const int nsuits) noexcept nogil:
    """Kinds key of the whole hand, without what a split adds; `ranks`: which occur in any suit; `honors` of Taken."""
    cdef uint32_t key = (honors >> HONORS_PRESENT & 12) | rank_facts[ranks].kinds
    if nsuits == 1:
        return key
    key += (hand.used[0] != 0) + (hand.used[1] != 0) + (hand.used[2] != 0) - (ranks != 0)
    # 推不倒: 2 4 5 6 8 9 条, 1 2 3 4 5 8 9 饼, 白;  绿一色: 2 3 4 6 8 条, 發
    if hand.used[0] == 0:
        if not (
            hand.used[1] & <uint64_t>0x00F000F0F or hand.used[2] & <uint64_t>0x00FF00000 or hand.used[3] & 0x0777777
        ):
            key |= KEY_REVERSIBLE
        if not (hand.used[1] & <uint64_t>0xF0F0F000F or hand.used[2] or hand.used[3] & 0x7077777):
            key |= KEY_GREEN
    return key


cdef inline uint32_t ranks_of(const Hand* hand, const int nsuits) noexcept nogil:
    """Which ranks occur, in any suit: bit r for rank r + 1."""
    cdef uint64_t all = hand.used[0]
    if nsuits == 3:
        all = all | hand.used[1] | hand.used[2]
    return gather(nibbles_present(all))


cdef inline uint32_t count_hogs(const Hand* hand, const int nsuits) noexcept nogil:
    """四归一: kinds of which all four are used, kongs aside."""
    cdef uint64_t fours = hand.used[3] >> 2 & <uint64_t>0x1111111111111111
    cdef int s
    if nsuits == 1:
        fours = (hand.used[0] | hand.used[3] << 36) >> 2 & <uint64_t>0x1111111111111111
    else:
        for s in range(nsuits):
            fours += hand.used[s] >> 2 & <uint64_t>0x1111111111111111
    if fours == 0:
        return 0
    return <uint32_t>nibble_sum(fours) - n_kongs(hand)


cdef inline int take_apart(const Hand* hand, const Rules* rules, Taken* taken, const int nsuits) noexcept nogil:
    """Fill `taken`; true where the hand is four sets and a pair."""
    cdef uint64_t odd
    cdef uint32_t honors = honor_sets(hand.suits[3]) | <uint32_t>(hand.melds.marks >> MARK_HONORS), n_pairs
    cdef int s
    if nsuits == 1:
        odd = (hand.suits[0] | hand.suits[3] << 36) & <uint64_t>0x1111111111111111
    else:
        odd = hand.suits[3] & 0x1111111
        for s in range(nsuits):
            odd += hand.suits[s] & <uint64_t>0x111111111
    taken.n_odd = <int>nibble_sum(odd)
    taken.honors = honors
    if honors & HONORS_NO_SETS:
        return 0
    n_pairs = honors >> HONORS_PAIR & 7
    taken.ranks = hand.melds.marks >> MARK_RANKS & 0x1FF
    for s in range(nsuits):
        taken.number[s] = split_number(hand.suits[s])
        if taken.number[s] == NO_VECTOR:
            return 0
        taken.ranks |= split_vectors[taken.number[s]].ranks
        n_pairs += split_vectors[taken.number[s]].pairs
    if n_pairs != 1 or (rules.scoring.four_melds == FOUR_MELDS_ALL_PUNGS and n_melds(hand) == 4 and n_meld_chows(hand)):
        return 0
    taken.sums = (honors >> HONORS_SUMS) + <uint32_t>(hand.melds.counts >> COUNT_SUMS)
    if hand.win_suit == 3:
        taken.sole = hand.win_count == 2
        return 1
    s = 0 if nsuits == 1 else hand.win_suit
    taken.sole = split_vectors[taken.number[s]].sole >> hand.win_rank & 1
    # 223344m EE 77779m + 8m also waits on 9m, for seven pairs
    if taken.n_odd == 2 and n_melds(hand) == 0 and rules.scoring.forms & FORM_SEVEN_PAIRS and hand.win_count & 1:
        taken.sole = 0
    return 1


cdef inline uint32_t situation_key(const Hand* hand, const Rules* rules) noexcept nogil:
    """Situation key without the wait."""
    cdef uint32_t key = hand.situation & 15
    if hand.melds.counts & rules.ends_closed == 0:
        key |= KEY_CLOSED
    elif n_open(hand) == 4 and not key & SIT_SELF_DRAW:
        key |= KEY_MELDED
    return key


cdef inline void set_waits(Reading* reading, const Rules* rules, uint32_t waits, uint32_t situation) noexcept nogil:
    """Choose among the readings of a sole wait (0: none); `situation`: the key without the wait."""
    reading.waits = waits
    reading.wait = rules.wait_pick[situation][waits]
    reading.situation = situation + reading.wait * KEY_WAIT


cdef inline uint32_t read_waits(const Hand* hand, const Split* part) noexcept nogil:
    """How the winning tile of a sole wait can stand in the split of its suit: bits edge, closed, single."""
    cdef uint32_t rank = hand.win_rank, waits
    if hand.win_suit == 3:
        return 4
    waits = (part.chows << 1 >> rank & 1) << 1 | <uint32_t>((part.pair_common & 15) == rank) << 2
    if rank == 2:       # 3 for 12
        waits |= part.chows & 1
    elif rank == 6:     # 7 for 89
        waits |= part.chows >> 6 & 1
    return waits


cdef inline uint32_t claimed_pung(const Hand* hand, const Split* part) noexcept nogil:
    """1 where a pung among the concealed tiles was completed by a claimed tile that no concealed chow can take."""
    if hand.situation & SIT_SELF_DRAW:
        return 0
    if hand.win_suit == 3:
        return hand.win_count == 3
    if part.pungs >> hand.win_rank & 1:
        return (part.chows << 2 >> hand.win_rank & 7) == 0
    return 0


cdef inline void read_split(
    const Hand* hand, const Rules* rules, const Taken* taken, const Split** parts, uint32_t base, uint32_t situation,
    Reading* reading, const int nsuits
) noexcept nogil:
    """Fill the indices of `reading` that depend on the split: one `Split` per suit."""
    cdef uint64_t keys = hand.melds.chow_keys
    cdef uint32_t pungs = hand.melds.marks & 0x7FFFFFF, sums = taken.sums, flags = ~(taken.honors >> HONORS_LACKS)
    cdef uint32_t pair = NO_PAIR
    cdef int s, pair_suit = 0
    cdef const Split* part = parts[0]
    for s in range(nsuits):
        keys += <uint64_t>parts[s].chow_key << (12 * s)
        pungs |= <uint32_t>parts[s].pungs << (9 * s)
        sums += parts[s].sums
        flags &= parts[s].pair_common >> 4
        if nsuits == 1:
            pair = parts[s].pair_common & 15
        elif parts[s].pair_common & 15 != NO_PAIR:
            pair, pair_suit = parts[s].pair_common & 15, s
    if nsuits == 3 and hand.win_suit != 3:
        part = parts[hand.win_suit]
    if claimed_pung(hand, part):
        sums -= SUMS_CONCEALED
    reading.kongs = sums & SUMS_KONGS
    if sums < 1 << SUMS_PUNGS:
        flags |= SPLIT_CHOWS * (pair != NO_PAIR)
        if pair == 4:
            mark_terminal_chows(keys, pair_suit, reading, nsuits)
    elif sums >= 4 << SUMS_PUNGS:
        flags |= SPLIT_PUNGS
        if unlikely(reading.kongs >= 4 * SUMS_CONCEALED):
            flags |= SPLIT_CHOWS
            situation |= (situation & KEY_CLOSED) * (KEY_MELDED // KEY_CLOSED)
    set_waits(reading, rules, read_waits(hand, part) if taken.sole else 0, situation)
    reading.kinds = base + flags * KEY_SPLIT
    if nsuits == 1:
        reading.pungs = rank_facts[pungs].pungs
    else:
        reading.pungs = pungs_key_3(pungs & 0x1FF, pungs >> 9 & 0x1FF, pungs >> 18)
    reading.pair = pair
    reading.chows = chow_number(keys, nsuits)


cdef inline void mark_terminal_chows(uint64_t keys, int pair_suit, Reading* reading, const int nsuits) noexcept nogil:
    """123 123 789 789 and 55 of one suit; or 123 789 in two suits and 55 of the third."""
    cdef uint64_t once = chow_weights[0] + chow_weights[6], in_all = once | once << 12 | once << 24
    if keys == 2 * once << (12 * pair_suit):
        add_special(reading, FAN_PURE_TERMINAL_CHOWS)
    elif nsuits == 3 and keys == in_all - (once << (12 * pair_suit)):
        add_special(reading, FAN_THREE_SUITED_TERMINAL_CHOWS)
