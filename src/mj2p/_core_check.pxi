# Gives: read_hand, a row of bytes -> a checked Hand or the status that says what is wrong with it.
# Needs: _core_types, _core_table.
# Follows: rulebook section 2 "Invalid"; the order of the tests is the order of the kinds of error (DESIGN 2).


cdef inline int add_used(uint64_t* used, uint64_t more) noexcept nogil:
    """Add copies; false where a nibble passes four (the sum is then not kept, so it never overflows)."""
    cdef uint64_t total = used[0] + more
    if (total + <uint64_t>0x3333333333333333) & <uint64_t>0x8888888888888888:
        return 0
    used[0] = total
    return 1


cdef inline int read_meld(uint8_t meld, const Rules* rules, Hand* hand, int* copies_ok, const int nsuits) noexcept nogil:
    """Add one meld byte (type << 6 | kind + 1) to the hand; false where it is no meld."""
    cdef int kind = (meld & 63) - 1, sort = meld >> 6, suit, rank, i
    if kind < 0:
        return 0
    hand.n_melds += 1
    if kind >= 9 * nsuits + HONORS:
        if sort != 3 or kind < 35 or kind > 37 or not rules.special_melds:
            return 0
        hand.n_special += 1
        if kind == 35:  # 旋风杠: E S W N
            copies_ok[0] &= add_used(&hand.used_honors, 0x1111)
        else:           # 喜杠: the ones, or the nines
            for i in range(nsuits):
                copies_ok[0] &= add_used(&hand.used[i], <uint64_t>1 << (0 if kind == 36 else 32))
        return 1
    if kind >= 9 * nsuits:
        rank = kind - 9 * nsuits
        if sort == 0:
            return 0
        hand.meld_honors |= 1 << rank
        copies_ok[0] &= add_used(&hand.used_honors, <uint64_t>(3 if sort == 1 else 4) << (4 * rank))
    else:
        suit = 0 if nsuits == 1 else kind // 9
        rank = kind - 9 * suit
        if sort == 0:
            if rank > 6:
                return 0
            hand.meld_chow_key[suit] += chow_weights[rank]
            hand.meld_chows[suit] |= 1 << rank
            hand.n_chows += 1
            copies_ok[0] &= add_used(&hand.used[suit], <uint64_t>0x111 << (4 * rank))
        else:
            hand.meld_pungs[suit] |= 1 << rank
            copies_ok[0] &= add_used(&hand.used[suit], <uint64_t>(3 if sort == 1 else 4) << (4 * rank))
    hand.n_open += sort != 3
    hand.n_melded_kongs += sort == 2
    hand.n_concealed_kongs += sort == 3
    return 1


cdef inline uint32_t count_of(const Hand* hand, const uint64_t* suits, uint64_t honors, const int nsuits) noexcept nogil:
    """Copies of the winning kind among some counts."""
    cdef uint64_t group = honors if hand.win_suit == 3 else (suits[0] if nsuits == 1 else suits[hand.win_suit])
    return (group >> (4 * hand.win_rank)) & 15


cdef inline int check_situation(const Hand* hand, const Rules* rules, const int nsuits) noexcept nogil:
    """True where the situation does not contradict itself or the hand."""
    cdef int now = hand.situation, drawn = now & SELF_DRAW, blessed
    if now == 0:
        return 1
    if now >= SITUATIONS:
        return 0
    if now & KONG:
        if drawn:
            if hand.n_melded_kongs + hand.n_concealed_kongs == 0:
                return 0
        elif count_of(hand, hand.used, hand.used_honors, nsuits) != 1:
            return 0
    if now & LAST_OF_KIND and count_of(hand, hand.suits, hand.honors, nsuits) != 1:
        return 0
    blessed = now & (HEAVENLY | EARTHLY | HUMANLY)
    if blessed:
        if blessed & (blessed - 1) or hand.n_melds:
            return 0
        if (blessed == HEAVENLY) != ((now & DEALER) != 0) or (blessed == HUMANLY) == (drawn != 0):
            return 0
    if now & KONG_DISCARD and now & (SELF_DRAW | KONG):
        return 0
    if rules.dealer_is_east and now & DEALER and hand.seat_wind != 0:
        return 0
    return 1


cdef inline int read_hand(const uint8_t* row, const Rules* rules, Hand* hand, const int nsuits) noexcept nogil:
    """Fill `hand` from a row; WIN where it is sound (which does not say complete), else the status of what is wrong."""
    cdef int s, i, kinds = 9 * nsuits + HONORS, copies_ok = 1, concealed
    cdef uint64_t word, ninth, bad = 0, tiles = 0
    cdef const uint8_t* tail = row + kinds
    cdef uint32_t melds
    memset(hand, 0, sizeof(Hand))
    memcpy(&hand.situation, tail + 6, 2)
    if hand.situation & MARKED:  # `encode` could not read this one, and says why
        i = hand.situation & 15
        return i if BAD_TEXT <= i <= BAD_KIND else BAD_SITUATION
    for s in range(nsuits):
        word = load8(row + 9 * s)
        ninth = row[9 * s + 8]
        bad |= above_four(word) | above_four(ninth)
        tiles += word + ninth
        hand.suits[s] = bytes_to_nibbles(word & <uint64_t>0x0707070707070707) | (ninth & 7) << 32
        hand.used[s] = hand.suits[s]
    word = load8(row + 9 * nsuits - 1) >> 8
    bad |= above_four(word)
    tiles += word
    hand.honors = bytes_to_nibbles(word & <uint64_t>0x0707070707070707)
    hand.used_honors = hand.honors

    memcpy(&melds, tail, 4)
    if melds:
        for i in range(4):
            if tail[i] == 0:
                if melds >> (8 * i):
                    return BAD_MELD
                break
            if not read_meld(tail[i], rules, hand, &copies_ok, nsuits):
                return BAD_MELD
    if bad:  # too many tiles, or only of a kind
        concealed = 0
        for i in range(kinds):
            concealed += row[i]
        return BAD_TILES if concealed != 14 - 3 * hand.n_melds else BAD_COPIES
    if byte_sum(tiles) != 14 - 3 * hand.n_melds:
        return BAD_TILES
    if not copies_ok:
        return BAD_COPIES
    i = tail[4]
    if i >= kinds:
        return BAD_KIND
    if row[i] == 0:
        return BAD_WIN_TILE
    if i >= 9 * nsuits:
        hand.win_suit = 3
        hand.win_rank = <uint8_t>(i - 9 * nsuits)
    elif nsuits == 1:
        hand.win_rank = <uint8_t>i
    else:
        hand.win_suit = <uint8_t>(i // 9)
        hand.win_rank = <uint8_t>(i % 9)
    hand.flowers = tail[5]
    if rules.flowers != 2 and hand.flowers > rules.flowers_max:
        return BAD_FLOWERS
    hand.round_wind = tail[8]
    hand.seat_wind = tail[9]
    if (hand.round_wind | hand.seat_wind) > 3:
        return BAD_WIND
    if not check_situation(hand, rules, nsuits):
        return BAD_SITUATION
    return WIN
