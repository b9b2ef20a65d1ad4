# Gives: search_action, the player that plays its options out.
# Needs: types, legal, deal, step, hidden, waiting, pay, speed, value.
# Follows: DESIGN "determinize". What is hidden is dealt anew, as it may be, and every option of `value` is played to
# the end by `speed` on both sides: on the same tiles, so that luck is the same for all.

from mj2p.codes cimport PHASE_OVER

cdef enum:
    SEARCH_OPTIONS = 5      # the best by V are played out
    SEARCH_DEALS = 128      # ways to deal what is hidden
    SEARCH_ROUND = 16
    SEARCH_TRIES = 20       # ... until a ready opponent waits
    SEARCH_KEY = 1 << 20    # its part of the game's random numbers


cdef extern from *:
    """
    #define PLAYED 0.3
    #define SURE 1.0
    #define WORSE 8.0
    """
    const double PLAYED     # the weight of what is played out beside V
    const double SURE       # units that an option must be better by than what `value` does
    const double WORSE      # units below which an option is not played out


cdef double play_out(State* s, const Flow* f, int seat, int action) noexcept nogil:
    """What the seat gains, in bases of which everybody has so many that it matters little, by an action."""
    cdef Worth worth
    cdef Item[MOST_ITEMS] items
    cdef int64_t[SEATS] balances, left
    cdef Money money = f.money[0]
    cdef int i, n
    act(s, f, action)
    legal(s, f)
    while s.phase != PHASE_OVER:
        act(s, f, nth_action(s, 0) if is_single(s) else speed_action(s, f))
        legal(s, f)
    worth_of(s, f, &money, &worth)
    n = items_of(s, f, &money, &worth, items)
    money.base = 1
    money.settlement.fee = 0
    for i in range(f.seats):
        balances[i] = MOST_UNITS
    pay_items(items, n, &money, balances, left, f.seats)
    return left[seat] - balances[seat]


cdef int improve_hand(State* s, const Flow* f, int seat, int turns, uint64_t key) noexcept nogil:
    """Exchange a tile with the wall for each turn the seat has had, or until it waits where it is ready; whether so."""
    cdef int i, k, at, tile, n = 14 - 3 * s.n_melds[seat], most = 100 if s.ready[seat] else turns
    cdef uint8_t[34] live
    cdef Outlook outlook
    memset(live, 0, sizeof(live))
    for i in range(s.head, s.tail):
        if s.deck[i] < FLOWER:
            live[s.deck[i]] += 1
    for i in range(most):
        if i >= turns and is_waiting(s, f, seat):
            return 1
        at = s.head + drawn_number(key, i, wall_count(s))
        tile = s.deck[at]
        if tile >= FLOWER:
            continue
        s.counts[seat][tile] += 1
        live[tile] -= 1
        k = best_discard(s.counts[seat], n, live, f, kinds_of(s.counts[seat], f), &outlook)
        s.counts[seat][k] -= 1
        live[k] += 1
        s.deck[at] = <uint8_t>k
    return s.ready[seat] == 0 or is_waiting(s, f, seat)


cdef int deal_once(const State* s, const Flow* f, uint64_t key, State* out) noexcept nogil:
    """A state that looks the same to the seat that is asked, in which the others have played as `speed` does."""
    cdef int i, seat, good, sees = hands_seen(s, f, s.seat)
    cdef double weight = 1
    for i in range(SEARCH_TRIES):
        out[0] = s[0]
        memset(out.ready, 0, SEATS)
        good = deal_hidden(out, f, s.seat, sees, 0, stream_key(key, 2 * i)) > 0
        memcpy(out.ready, s.ready, SEATS)
        for seat in range(f.seats):
            if good and seat != s.seat and not sees >> seat & 1 and concealed_count(out, seat, f) % 3 == 1:
                good = wall_count(out) and improve_hand(out, f, seat, s.discards[seat], stream_key(key, 2 * i + 1))
            # what it waits for is not known either
            if good and seat != s.seat and not sees >> seat & 1 and s.ready[seat] and f.play.win_needs_ready:
                good = still_ready(out, f, seat, stream_key(key, 2 * i + 1), &weight)
        if good:
            return 1
    return 0


cdef int search_action(const State* s, const Flow* f, uint64_t key) noexcept nogil:
    cdef Options options
    cdef State dealt, played
    cdef double[SEARCH_OPTIONS] sum, prior    # of what an option gains over the first
    cdef int[SEARCH_OPTIONS] action
    cdef double first, gain, most = SURE
    cdef int i, deal, best, n = 0
    options_of(s, f, &options)
    best = choose_option(s, f, &options)
    options.value[best] += 1000
    while n < SEARCH_OPTIONS and n < options.n:
        best = best_option(&options)
        if n and options.value[best] < prior[0] - 1000 - WORSE:
            break
        action[n] = options.action[best]
        sum[n] = 0
        prior[n] = options.value[best]
        options.value[best] = -1e9
        n += 1
    prior[0] -= 1000  # which has put it first
    if n == 1:
        return action[0]
    for deal in range(SEARCH_DEALS):
        if not deal_once(s, f, stream_key(key ^ SEARCH_KEY, s.decisions * SEARCH_DEALS + deal), &dealt):
            return action[0]
        played = dealt
        first = play_out(&played, f, s.seat, action[0])
        for i in range(1, n):
            played = dealt
            sum[i] += play_out(&played, f, s.seat, action[i]) - first
    best = 0
    for i in range(1, n):
        gain = (1 - PLAYED) * (prior[i] - prior[0]) + PLAYED * sum[i] / SEARCH_DEALS
        if gain > most:
            most = gain
            best = i
    return action[best]
