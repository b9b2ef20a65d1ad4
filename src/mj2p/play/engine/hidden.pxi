# Gives: deal_hidden, a state drawn from those that look the same to one player.
# Needs: types, legal, deal, waiting.
# Follows: DESIGN "determinize": hidden tiles uniform among those of the right sizes in which a ready player waits.
#
# Hidden are the wall, the others' concealed tiles and of what their concealed kongs are, but of a hand that is seen.
# Every arrangement is as likely as any other: draw one, and again where a player could not have it; where that seldom
# comes off, build hands that wait, weigh them, and choose one of many by its weight. No decision comes
# between a flower's coming to a hand and its laying down, so no hand holds any. That a player passed, or is asked now,
# says nothing here: passing a win is always allowed, and an observation does not say whose decision it is.

from mj2p.codes cimport (
    ACT_PASS, DEALT_WINDS, MELD_CONCEALED_KONG, MELD_KONG, NO_TILE, PHASE_DOUBLE, PHASE_HEAVENLY_READY, PHASE_OPEN,
    PHASE_OVER, PHASE_ROB, PHASE_TURN, is_dealt, meld_byte, meld_kind, meld_type,
)


cdef void shuffle_tiles(uint8_t* tiles, int n, int first, uint64_t key) noexcept nogil:
    """Put `first` tiles, drawn from all n, in front."""
    cdef int i, j
    cdef uint8_t tile
    for i in range(first):
        j = i + drawn_number(key, i, n - i)
        tile = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = tile


cdef int sort_tiles(uint8_t* tiles, int n) noexcept nogil:
    """In the order of their kinds, so that what is drawn does not depend on where they lay; how many are no flowers."""
    cdef int i, k, at = 0, plain = 0
    cdef uint8_t[48] seen
    memset(seen, 0, sizeof(seen))
    for i in range(n):
        seen[tiles[i]] += 1
        plain += tiles[i] < FLOWER
    for k in range(48):
        for i in range(seen[k]):
            tiles[at] = <uint8_t>k
            at += 1
    return plain


cdef int hide_kongs(State* s, const Flow* f, int hidden, uint8_t* pool, int n, uint64_t key) noexcept nogil:
    """Choose anew of what the concealed kongs are, all four of which are hidden; the tiles left in the pool, or -1."""
    cdef int i, j, k, at, kind, n_whole, other, number = 0
    cdef uint8_t[48] seen
    cdef uint8_t[34] whole
    for other in range(f.seats):
        for i in range(s.n_melds[other] if hidden >> other & 1 else 0):
            if is_hidden_kong(s.melds[other][i]):
                for j in range(4):
                    pool[n + j] = meld_kind(s.melds[other][i])
                n += 4
    for other in range(f.seats):
        for i in range(s.n_melds[other] if hidden >> other & 1 else 0):
            if not is_hidden_kong(s.melds[other][i]):
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
            rename_kong(s, other, i, kind)
            at = 0
            for j in range(n):
                if pool[j] != kind:
                    pool[at] = pool[j]
                    at += 1
            n = at
    return n


cdef int hands_seen(const State* s, const Flow* f, int seat) noexcept nogil:
    """The other hands that a seat sees, a bit each."""
    cdef int other, seen = 0
    for other in range(f.seats):
        seen |= sees_hand(s, f, seat, other) << other
    return seen


cdef inline int is_hidden_kong(int meld) noexcept nogil:
    return meld_type(meld) == MELD_CONCEALED_KONG and not is_dealt(meld_kind(meld))


cdef void rename_kong(State* s, int seat, int place, int kind) noexcept nogil:
    """A concealed kong is of another kind, in the account too."""
    cdef int j
    for j in range(s.n_kongs):
        if s.kong_seat[j] == seat and s.kong_meld[j] == s.melds[seat][place]:
            s.kong_meld[j] = <uint8_t>meld_byte(MELD_CONCEALED_KONG, kind)
            break
    s.melds[seat][place] = <uint8_t>meld_byte(MELD_CONCEALED_KONG, kind)


cdef inline int must_wait(const State* s, int seat) noexcept nogil:
    """Ready, or about to be: it took a chow for that."""
    return s.ready[seat] or (s.must_ready and s.phase == PHASE_TURN and s.seat == seat)


cdef double deal_hidden(State* s, const Flow* f, int seat, int sees, int build, uint64_t key) noexcept nogil:
    """Deal the hidden tiles anew; the weight of what has come, 0 where a ready player would not be waiting. Sees: a bit
    for each hand seen. Build: hands that must wait are built."""
    cdef uint8_t[MOST_TILES + 64] pool
    cdef uint8_t[SEATS] size
    cdef double weight = 1
    cdef int i, k, other, n = 0, at = 0, held = 0, hidden = ((1 << f.seats) - 1) & ~(sees | 1 << seat)
    if s.phase == PHASE_OVER:
        return 1
    if s.phase == PHASE_OPEN:
        shuffle_tiles(s.deck, f.n_tiles, f.n_tiles, key)
        return 1
    if s.claim_seat != seat:  # nobody has seen it
        s.claim = ACT_PASS
    for i in range(s.head, s.end if f.play.treasures else s.tail):
        if not is_turned(s, f, i):
            pool[n] = s.deck[i]
            n += 1
    if s.phase == PHASE_ROB and hidden >> s.turn & 1:  # the added tile is known
        s.counts[s.turn][s.tile] -= 1
    for other in range(f.seats):
        size[other] = 0
        if hidden >> other & 1:
            for k in range(f.kinds):
                for i in range(s.counts[other][k]):
                    pool[n] = <uint8_t>k
                    n += 1
                    size[other] += 1
                s.counts[other][k] = 0
            if not (build and must_wait(s, other)):
                held += size[other]
    n = hide_kongs(s, f, hidden, pool, n, key)
    if n < 0:
        return 0
    forget_deck(s, f, hidden)
    # flowers are laid down at once, so a hand is drawn from what is none, and the wall from all that is left
    if build:
        for other in range(f.seats):
            if hidden >> other & 1 and must_wait(s, other):
                n = deal_waiting(s, f, other, size[other], pool, n, stream_key(key, 2 + other), &weight)
                if n < 0:
                    return 0
    shuffle_tiles(pool, sort_tiles(pool, n), held, key)
    for other in range(f.seats):
        if hidden >> other & 1 and not (build and must_wait(s, other)):
            if not deal_hand(s, f, other, size[other], pool + at, key, &weight):
                return 0
            at += size[other]
    shuffle_tiles(pool + at, n - at, n - at, stream_key(key, 1))
    for i in range(s.head, s.end if f.play.treasures else s.tail):
        if not is_turned(s, f, i):
            s.deck[i] = pool[at]
            at += 1
    if s.phase == PHASE_ROB and hidden >> s.turn & 1:
        s.counts[s.turn][s.tile] += 1
        # any of the hand may be what was drawn
        n = drawn_number(stream_key(key, 1), 500, size[s.turn] + 1)
        k = 0
        while n >= s.counts[s.turn][k]:
            n -= s.counts[s.turn][k]
            k += 1
        s.drawn = <uint8_t>k
    return weight


cdef int deal_waiting(
    State* s, const Flow* f, int seat, int size, uint8_t* pool, int n, uint64_t key, double* weight
) noexcept nogil:
    """Build the hand of a seat that must wait, with one tile more where it has drawn or claimed; how many tiles are
    left in the pool, -1 where it does not wait."""
    cdef Built b
    cdef uint8_t[16] tiles
    cdef uint8_t[40] counts
    cdef int i, k, at = 0, plain = sort_tiles(pool, n), waiting = size - (size % 3 == 2), ways = 0
    memset(&b, 0, sizeof(Built))
    b.key, b.weight = key, 1
    for i in range(plain):
        b.left[pool[i]] += 1
    if not build_waiting(&b, waiting):
        return -1
    memcpy(counts, s.counts[seat], 40)  # nothing
    memcpy(s.counts[seat], b.hand, 34)
    i = is_waiting(s, f, seat)
    memcpy(s.counts[seat], counts, 40)
    if not i:
        return -1
    weight[0] *= b.weight / count_builds(b.hand, 0, 0, 0)
    for k in range(34):
        for i in range(b.hand[k]):
            tiles[at] = <uint8_t>k
            at += 1
    if waiting < size:
        i = drawn_number(key, 100, plain - waiting)
        for k in range(34):
            if i < b.left[k]:
                break
            i -= b.left[k]
        b.left[k] -= 1
        tiles[at] = <uint8_t>k
    if not deal_hand(s, f, seat, size, tiles, key, weight):
        return -1
    if not s.ready[seat]:  # in how many ways it could have come to be built
        for k in range(34):
            if s.counts[seat][k]:
                s.counts[seat][k] -= 1
                i = is_waiting(s, f, seat)
                s.counts[seat][k] += 1
                ways += s.counts[seat][k] if i else 0
        weight[0] /= ways
    at = 0
    for k in range(34):
        for i in range(b.left[k]):
            pool[at] = <uint8_t>k
            at += 1
    for i in range(plain, n):
        pool[at] = pool[i]
        at += 1
    return at


cdef inline int is_turned(const State* s, const Flow* f, int at) noexcept nogil:
    """Whether an indicator lies there, in the wall, for all to see."""
    cdef int i
    for i in range(s.n_indicators if f.play.treasures else 0):
        if s.indicator_at[i] == at:
            return 1
    return 0


cdef void forget_deck(State* s, const Flow* f, int hidden) noexcept nogil:
    """Nothing is left of the order in which tiles were dealt and drawn, but what 旋风杠 and 喜杠 of seen hands need."""
    cdef int i, seat
    cdef uint8_t[MOST_TILES] dealt
    memset(dealt, 0, sizeof(dealt))
    for seat in range(f.seats):
        if f.rules.tiles.special_melds and not hidden >> seat & 1:
            for i in range(13 + (seat == s.dealer)):
                dealt[dealt_place(f, place_of(s, f, seat), i)] = 1
    for i in range(f.n_tiles):
        if not dealt[i] and not is_turned(s, f, i):
            s.deck[i] = NO_TILE


cdef int deal_hand(
    State* s, const Flow* f, int seat, int size, const uint8_t* tiles, uint64_t key, double* weight
) noexcept nogil:
    """The tiles for one hand, the drawn one last; false where it is ready and would not be waiting."""
    cdef int k, holds
    s.near[seat] = -1
    for k in range(size):
        if k == size - 1 and s.ready[seat] and size % 3 == 2 and not still_ready(s, f, seat, key, weight):
            return 0
        s.counts[seat][tiles[k]] += 1
    if s.ready[seat] and size % 3 == 1 and not still_ready(s, f, seat, key, weight):
        return 0
    # who holds the drawn tile: in a turn the one asked, before the dealer's turn the dealer
    holds = s.dealer if s.phase in (PHASE_HEAVENLY_READY, PHASE_DOUBLE) else s.seat
    if s.drawn != NO_TILE and holds == seat and size % 3 == 2:
        s.drawn = tiles[size - 1]
    if f.rules.tiles.special_melds and s.discards[seat] == 0:
        deal_again(s, f, seat, tiles, size)
    return 1


cdef void deal_again(State* s, const Flow* f, int seat, const uint8_t* hand, int size) noexcept nogil:
    """Say of the hand that it was dealt (for 旋风杠, 喜杠): all but the tiles drawn since, which are the last."""
    cdef int i, j, k, type, rel = place_of(s, f, seat), at = 0, drawn = s.draws[seat] - (rel == 0)
    cdef uint8_t[40] tiles
    for i in range(s.n_melds[seat]):
        type, k = meld_type(s.melds[seat][i]), meld_kind(s.melds[seat][i])
        drawn += type >= MELD_KONG and k <= DEALT_WINDS  # a kong or 旋风杠 has drawn its replacement
        if type == MELD_CONCEALED_KONG and is_dealt(k):
            for j in range(34):
                if in_dealt_meld(k, j):
                    tiles[at] = <uint8_t>j
                    at += 1
    for i in range(size - drawn):
        tiles[at] = hand[i]
        at += 1
    for i in range(13 + (rel == 0)):
        s.deck[dealt_place(f, rel, i)] = tiles[i] if i < at else NO_TILE
