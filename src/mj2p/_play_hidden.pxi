# Gives: deal_hidden, a state drawn from those that look the same to one player.
# Needs: _play_types, _play_legal, _play_deal.
# Follows: DESIGN "determinize": hidden tiles uniform among those of the right sizes in which a ready opponent waits.
#
# Hidden are the wall, the opponent's concealed tiles and of what the opponent's concealed kongs are (`sees`: the
# wall alone). Every arrangement is as likely as any other: draw one, and again where the opponent could not have it.


cdef void shuffle_tiles(uint8_t* tiles, int n, uint64_t key) noexcept nogil:
    cdef int i, j
    cdef uint8_t tile
    for i in range(n - 1, 0, -1):
        j = drawn_number(key, i, i + 1)
        tile = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = tile


cdef int hide_kongs(State* s, const Flow* f, int other, uint8_t* pool, int n, uint64_t key) noexcept nogil:
    """Choose anew of what the concealed kongs are, all four of which are hidden; the tiles left in the pool, or -1."""
    cdef int i, j, k, at, kind, n_whole, number = 0
    cdef uint8_t[48] seen
    cdef uint8_t[34] whole
    for i in range(s.n_melds[other]):
        kind = (s.melds[other][i] & 63) - 1
        if s.melds[other][i] >> 6 == 3 and kind < 34:
            for j in range(4):
                pool[n + j] = <uint8_t>kind
            n += 4
    for i in range(s.n_melds[other]):
        if s.melds[other][i] >> 6 != 3 or (s.melds[other][i] & 63) > 34:
            continue
        memset(seen, 0, sizeof(seen))
        for j in range(n):
            seen[pool[j]] += 1
        n_whole = 0
        for k in range(f.kinds):
            if seen[k] == 4:
                whole[n_whole] = <uint8_t>k
                n_whole += 1
        if n_whole == 0:
            return -1
        kind = whole[drawn_number(key, 300 + number, n_whole)]
        number += 1
        for j in range(s.n_kongs):  # the same line of the account
            if s.kong_seat[j] == other and s.kong_meld[j] == s.melds[other][i] and kind != (s.kong_meld[j] & 63) - 1:
                s.kong_meld[j] = <uint8_t>(3 << 6 | (kind + 1))
                break
        s.melds[other][i] = <uint8_t>(3 << 6 | (kind + 1))
        at = 0
        for j in range(n):
            if pool[j] != kind:
                pool[at] = pool[j]
                at += 1
        n = at
    return n


cdef int deal_hidden(State* s, const Flow* f, int seat, int sees, uint64_t key) noexcept nogil:
    """Deal the hidden tiles anew; false where a ready opponent would not be waiting."""
    cdef uint8_t[MOST_TILES + 32] pool
    cdef int i, k, rel, size = 0, n = 0, other = seat ^ 1, drawn, robbing
    if s.phase == PHASE_OVER:
        return 1
    if s.phase == PHASE_OPEN:
        shuffle_tiles(s.deck, f.n_tiles, key)
        return 1
    for i in range(s.head, s.tail):
        pool[n] = s.deck[i]
        n += 1
    if sees:
        shuffle_tiles(pool, n, key)
        memcpy(s.deck + s.head, pool, n)
        return 1
    s.near[other] = -1
    robbing = s.phase == PHASE_ROB and s.seat == seat  # the added tile is known
    if robbing:
        s.counts[other][s.tile] -= 1
    for k in range(f.kinds):
        for i in range(s.counts[other][k]):
            pool[n] = <uint8_t>k
            n += 1
            size += 1
        s.counts[other][k] = 0
    n = hide_kongs(s, f, other, pool, n, key)
    if n < 0:
        return 0
    shuffle_tiles(pool, n, key)
    # flowers are laid down, so the hand takes the first tiles that are none
    k = 0
    for i in range(n):
        if k < size and pool[i] < FLOWER:
            s.counts[other][pool[i]] += 1
            drawn = pool[i]
            k += 1
            if k == size - 1 and s.ready[other] and size % 3 == 2 and not is_waiting(s, f, other):
                return 0
        else:
            s.deck[s.head + i - k] = pool[i]
    if k < size or (s.ready[other] and size % 3 == 1 and not is_waiting(s, f, other)):
        return 0
    # who holds the drawn tile: in a turn the one asked, before the dealer's turn the dealer
    rel = s.dealer if s.phase in (PHASE_HEAVENLY, PHASE_DOUBLE) else s.seat
    if s.drawn != NO_TILE and rel == other and size % 3 == 2:
        s.drawn = <uint8_t>drawn
    if robbing:
        s.counts[other][s.tile] += 1
    if f.dealt_melds and s.discards[other] == 0:
        deal_again(s, f, other)
    return 1


cdef void deal_again(State* s, const Flow* f, int seat) noexcept nogil:
    """Say of the hand that it was dealt (for 旋风杠, 喜杠): all but the tile drawn by the dealer's opponent."""
    cdef int i, k, rel = seat ^ s.dealer, at = 0, copies, most = 14 - rel
    cdef uint8_t[40] tiles
    for i in range(s.n_melds[seat]):
        if s.melds[seat][i] >> 6 != 3 or (s.melds[seat][i] & 63) < 36:
            continue
        for k in range(34):
            if in_dealt_meld((s.melds[seat][i] & 63) - 1, k):
                tiles[at] = <uint8_t>k
                at += 1
    for k in range(34):
        copies = s.counts[seat][k]
        if rel and s.phase == PHASE_TURN and s.seat == seat and s.drawn == k:
            copies -= 1
        for i in range(copies):
            tiles[at] = <uint8_t>k
            at += 1
    for i in range(most):
        s.deck[dealt_place(rel, i)] = tiles[i] if i < at else NO_TILE
