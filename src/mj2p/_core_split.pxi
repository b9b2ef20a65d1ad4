# Gives: Taken, what all splits of a hand have in common, and read_split, the indices of one way to take it apart.
# Needs: _core_types, _core_table, _core_match.
# Follows: rulebook section 2: concealed pungs, closed hand, sole wait. A claimed tile completes a melded pung unless it
# can stand in a concealed chow of the same split: [NNN,2] 77789m EE SSS + 7m on a discard keeps 777 concealed.

cdef struct Taken:
    uint32_t number[3]      # of each suit's vector
    int pair_suit           # 0-2, 3: honours
    int honor_pair          # 0-6, or -1
    int honor_pungs         # concealed pungs of honours (a bit each)
    int n_honor_pungs       # concealed and melded
    int sole                # the winning kind is the only one waited for
    int n_odd               # kinds of which the hand holds an odd number


cdef inline uint32_t kinds_key(const Hand* hand, const int nsuits) noexcept nogil:
    """Kinds key of the whole hand, without what a split adds."""
    cdef uint64_t present = 0, honors
    cdef uint32_t key = 0, mask
    cdef int s
    if nsuits == 1:  # nine ranks and seven honours are just sixteen nibbles
        mask = gather(nibbles_present(hand.used[0] | hand.used_honors << 36))
        key = (mask & 0x1FF) != 0
        key |= ((mask & 0x1E00) != 0) * KEY_WINDS | (mask > 0x1FFF) * KEY_DRAGONS
        return key | rank_facts[mask & 0x1FF].ranks * KEY_RANKS
    honors = nibbles_present(hand.used_honors)
    for s in range(nsuits):
        present |= nibbles_present(hand.used[s])
        key += hand.used[s] != 0
    key |= ((honors & 0x1111) != 0) * KEY_WINDS | (honors > 0xFFFF) * KEY_DRAGONS
    key |= rank_facts[gather(present)].ranks * KEY_RANKS
    # 推不倒: 2 4 5 6 8 9 条, 1 2 3 4 5 8 9 饼, 白;  绿一色: 2 3 4 6 8 条, 發
    if hand.used[0] == 0:
        if not (
            hand.used[1] & <uint64_t>0x00F000F0F or hand.used[2] & <uint64_t>0x00FF00000 or honors & 0x0111111
        ):
            key |= KEY_REVERSIBLE
        if not (hand.used[1] & <uint64_t>0xF0F0F000F or hand.used[2] or honors & 0x1011111):
            key |= KEY_GREEN
    return key


cdef inline uint32_t count_hogs(const Hand* hand, const int nsuits) noexcept nogil:
    """四归一: kinds of which all four are used, kongs aside."""
    cdef uint64_t fours = hand.used_honors >> 2 & <uint64_t>0x1111111111111111
    cdef int s
    if nsuits == 1:
        fours = (hand.used[0] | hand.used_honors << 36) >> 2 & <uint64_t>0x1111111111111111
    else:
        for s in range(nsuits):
            fours += hand.used[s] >> 2 & <uint64_t>0x1111111111111111
    if fours == 0:
        return 0
    return <uint32_t>nibble_sum(fours) - hand.n_melded_kongs - hand.n_concealed_kongs


cdef inline uint64_t win_bit(const Hand* hand) noexcept nogil:
    return <uint64_t>1 << (4 * hand.win_rank)


cdef inline int take_apart(const Hand* hand, const Rules* rules, Taken* taken, const int nsuits) noexcept nogil:
    """Fill `taken`; true where the hand is four sets and a pair."""
    cdef uint64_t low = hand.honors & 0x1111111, middle = hand.honors >> 1 & 0x1111111, pairs = middle & ~low
    cdef uint64_t odd = low, lonely = (hand.honors >> 2 & 0x1111111) | (low & ~middle) | (pairs & (pairs - 1))
    cdef int s, n_pairs = pairs != 0, win_is_odd
    for s in range(nsuits):
        odd += hand.suits[s] & <uint64_t>0x111111111
    taken.n_odd = <int>nibble_sum(odd)
    if lonely:
        return 0
    taken.honor_pair = -1
    if pairs:
        taken.pair_suit = 3
        taken.honor_pair = ctz(pairs) >> 2
    for s in range(nsuits):
        taken.number[s] = split_number(hand.suits[s])
        if taken.number[s] == NO_VECTOR:
            return 0
        if splits[split_vectors[taken.number[s]].first].pair != NO_PAIR:
            taken.pair_suit = s
            n_pairs += 1
    if n_pairs != 1 or (rules.four_melds_all_pungs and hand.n_melds == 4 and hand.n_chows):
        return 0
    taken.honor_pungs = gather(low & middle)
    taken.n_honor_pungs = rank_facts[taken.honor_pungs | hand.meld_honors].n
    if hand.win_suit == 3:
        taken.sole = taken.honor_pair == hand.win_rank
        win_is_odd = (hand.honors & win_bit(hand)) != 0
    else:
        s = 0 if nsuits == 1 else hand.win_suit
        taken.sole = split_vectors[taken.number[s]].sole >> hand.win_rank & 1
        win_is_odd = (hand.suits[s] & win_bit(hand)) != 0
    # 223344m EE 77779m + 8m also waits on 9m, for seven pairs
    if taken.n_odd == 2 and win_is_odd and hand.n_melds == 0 and rules.forms & FORM_SEVEN_PAIRS:
        taken.sole = 0
    return 1


cdef inline uint32_t situation_key(const Hand* hand, const Rules* rules) noexcept nogil:
    """Situation key without the wait."""
    cdef uint32_t key = hand.situation & 15
    if (hand.n_melds if rules.closed_is_no_melds else hand.n_open) == 0:
        key |= KEY_CLOSED
    elif hand.n_open == 4 and not key & SELF_DRAW:
        key |= KEY_MELDED
    return key


cdef inline void set_waits(Reading* reading, const Rules* rules, uint32_t waits) noexcept nogil:
    reading.waits = waits
    reading.wait = rules.wait_pick[waits]
    reading.situation = (reading.situation & (KEY_WAIT - 1)) + reading.wait * KEY_WAIT


cdef inline void read_split(
    const Hand* hand, const Rules* rules, const Taken* taken, const Split** parts, uint32_t base, Reading* reading,
    const int nsuits
) noexcept nogil:
    """Fill the indices of `reading` that depend on the split: one `Split` a suit."""
    cdef uint32_t keys[3]
    cdef uint32_t pungs[3]
    cdef uint32_t chows = 0, all_pungs = 0, n_pungs = taken.n_honor_pungs + hand.n_special, n_concealed, flags = 0
    cdef uint32_t rank = hand.win_rank, waits = 0
    cdef int s, pair = NO_PAIR
    cdef const Split* part
    n_concealed = rank_facts[taken.honor_pungs].n + hand.n_concealed_kongs
    for s in range(nsuits):
        part = parts[s]
        keys[s] = hand.meld_chow_key[s] + part.chow_key
        pungs[s] = hand.meld_pungs[s] | part.pungs
        chows |= hand.meld_chows[s] | part.chows
        all_pungs |= pungs[s]
        n_pungs += rank_facts[pungs[s]].n
        n_concealed += rank_facts[part.pungs].n
        if part.pair != NO_PAIR:
            pair = part.pair
    if hand.win_suit == 3:
        if not hand.situation & SELF_DRAW:
            n_concealed -= taken.honor_pungs >> rank & 1
        waits = 4 * (taken.honor_pair == <int>rank)
    else:
        part = parts[0 if nsuits == 1 else hand.win_suit]
        if not hand.situation & SELF_DRAW and not (part.chows << 2 >> rank & 7):
            n_concealed -= part.pungs >> rank & 1
        if taken.sole:
            waits = (part.chows << 1 >> rank & 1) << 1 | <uint32_t>(part.pair == rank) << 2
            if rank == 2:       # 3 for 12
                waits |= part.chows & 1
            elif rank == 6:     # 7 for 89
                waits |= part.chows >> 6 & 1
    set_waits(reading, rules, waits if taken.sole else 0)
    if n_pungs == 0:
        flags = SPLIT_CHOWS * (pair != NO_PAIR)
    elif n_pungs == 4:
        flags = SPLIT_PUNGS
    if (chows & ~0x41) | (all_pungs & ~0x101) == 0 and (pair == 0 or pair >= 8):
        flags |= SPLIT_OUTSIDE
    if pair == 4 and (chows & ~0x1C) | (all_pungs & ~0x10) == 0 and taken.n_honor_pungs == 0:
        flags |= SPLIT_FIVES
    reading.kinds = base + flags * KEY_SPLIT
    reading.kongs = n_concealed * 25 + hand.n_melded_kongs * 5 + hand.n_concealed_kongs
    reading.pungs = rank_facts[pungs[0]].pungs if nsuits == 1 else pungs_key_3(pungs[0], pungs[1], pungs[2])
    reading.pair = pair
    reading.chows = chow_number(keys, nsuits)
    if chows == 0x41 and pair == 4 and n_pungs == 0:
        mark_terminal_chows(keys, taken.pair_suit, reading, nsuits)


cdef inline void mark_terminal_chows(const uint32_t* keys, int pair_suit, Reading* reading, const int nsuits) noexcept nogil:
    """123 123 789 789 and 55 of one suit; or 123 789 in two suits and 55 of the third."""
    cdef uint32_t once = chow_weights[0] + chow_weights[6]
    cdef int s
    if keys[pair_suit] == 2 * once:
        reading.special[0] |= <uint64_t>1 << <int>FAN_PURE_TERMINAL_CHOWS
    elif nsuits == 3 and keys[pair_suit] == 0:
        for s in range(3):
            if s != pair_suit and keys[s] != once:
                return
        reading.special[0] |= <uint64_t>1 << <int>FAN_THREE_SUITED_TERMINAL_CHOWS
