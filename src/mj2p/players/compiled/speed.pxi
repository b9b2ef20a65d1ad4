# Gives: speed_action, the player that is complete soonest; live_copies and outlooks, which other players use too.
# Needs: types.
# Follows: rulebook 2 "Live wait". What counts is the distance, then how many live tiles lower it.

from mj2p.bits cimport ctz
from mj2p.codes cimport (
    ACT_CHOW, ACT_HEAVENLY_READY, ACT_KONG, ACT_OF_KINDS, ACT_PASS, ACT_PUNG, ACT_WIN, DEALT_WINDS,
    MELD_CONCEALED_KONG, PHASE_RESPONSE, PHASE_TURN, is_dealt, meld_kind, meld_type,
)
from mj2p.rules.settings cimport FOUR_MELDS_ALL_PUNGS

cdef enum:
    FAR = 99                # farther than any hand

# A hand that waits for its next tile: its distance, and the live copies of the kinds that lower it
cdef struct Outlook:
    int distance
    int live


cdef inline int is_better(const Outlook* a, const Outlook* b) noexcept nogil:
    return a.distance < b.distance or (a.distance == b.distance and a.live > b.live)


cdef void live_copies(const State* s, const Flow* f, int seat, uint8_t* live) noexcept nogil:
    """Copies of each kind that can still come, as far as the seat can see."""
    cdef int k, i, other
    cdef uint64_t lacking = ~f.there & ((<uint64_t>1 << f.kinds) - 1)
    for k in range(f.kinds):
        live[k] = 4 - s.counts[seat][k] - s.shown[k]
    while lacking:
        live[ctz(lacking)] = 0
        lacking &= lacking - 1
    for other in range(SEATS):
        if other != seat and not sees_hand(s, f, seat, other):
            continue
        for i in range(s.n_melds[other]):
            k = meld_kind(s.melds[other][i])
            if meld_type(s.melds[other][i]) == MELD_CONCEALED_KONG and not is_dealt(k):
                live[k] = 0
        if other != seat:
            for k in range(f.kinds):
                live[k] -= min(live[k], s.counts[other][k])


cdef void look_ahead(const uint8_t* counts, int n, const uint8_t* live, const Flow* f, Outlook* outlook) noexcept nogil:
    """The outlook of n concealed tiles that lack one."""
    cdef uint64_t useful = call_useful(counts, n, f.rules, &outlook.distance)
    outlook.live = 0
    while useful:
        outlook.live += live[ctz(useful)]
        useful &= useful - 1


cdef int best_discard(
    uint8_t* counts, int n, const uint8_t* live, const Flow* f, uint64_t kinds, Outlook* best
) noexcept nogil:
    """The best discard among the kinds from n concealed tiles, and the outlook after it."""
    cdef int k, discard = -1, least = call_distance(counts, n, f.rules)
    cdef Outlook outlook
    least = max(least, 0)
    best.distance = FAR
    best.live = -1
    while kinds:
        k = ctz(kinds)
        kinds &= kinds - 1
        counts[k] -= 1
        if best.distance > least or call_distance(counts, n - 1, f.rules) <= best.distance:
            look_ahead(counts, n - 1, live, f, &outlook)
            if discard < 0 or is_better(&outlook, best):
                best[0] = outlook
                discard = k
        counts[k] += 1
    return discard


cdef inline uint64_t kinds_of(const uint8_t* counts, const Flow* f) noexcept nogil:
    cdef int k
    cdef uint64_t kinds = 0
    for k in range(f.kinds):
        kinds |= <uint64_t>(counts[k] != 0) << k
    return kinds


cdef inline uint64_t allowed_kinds(const State* s, const Flow* f, int sort) noexcept nogil:
    """The kinds of which an action of this sort is legal: 0 discard, 1 ready, 2 concealed kong, 3 added kong."""
    cdef int first = ACT_OF_KINDS + sort * f.kinds, word = first >> 6, shift = first & 63
    cdef uint64_t bits = s.mask[word] >> shift
    if shift and word + 1 < MASK_WORDS:
        bits |= s.mask[word + 1] << (64 - shift)
    return bits & ((<uint64_t>1 << f.kinds) - 1)


cdef int take_claim(const State* s, const Flow* f, int action, uint8_t* counts) noexcept nogil:
    """Take the tiles of a claim from the counts; how many are left, or 0 where four such melds could not win."""
    cdef int i, seat = s.seat, k = s.tile, low = k - (action - ACT_CHOW), size = 14 - 3 * (s.n_melds[seat] + 1)
    cdef bint all_pungs = f.rules.scoring.four_melds == FOUR_MELDS_ALL_PUNGS
    if all_pungs and s.n_melds[seat] == 3 and (action < ACT_PUNG or s.n_chows[seat]):
        return 0
    if action >= ACT_PUNG:
        counts[k] -= 2 if action == ACT_PUNG else 3
        return size if action == ACT_PUNG else size - 1
    for i in range(low, low + 3):
        if i != k:
            counts[i] -= 1
    return size


cdef int speed_response(const State* s, const Flow* f) noexcept nogil:
    """A claim that brings the hand nearer; of several the best outlook. A kong need not: it draws."""
    cdef int action, n, seat = s.seat, best = ACT_PASS
    cdef uint8_t[34] live
    cdef uint8_t[40] counts
    cdef Outlook outlook, least
    if not s.mask[0] & ((1 << (ACT_KONG + 1)) - (1 << ACT_CHOW)):
        return ACT_PASS
    live_copies(s, f, seat, live)
    least.distance = call_distance(s.counts[seat], 13 - 3 * s.n_melds[seat], f.rules)
    least.live = 1000
    for action in range(ACT_CHOW, ACT_KONG + 1):
        if not allowed(s, action):
            continue
        memcpy(counts, s.counts[seat], 40)
        n = take_claim(s, f, action, counts)
        if n == 0:
            continue
        if action == ACT_KONG:
            look_ahead(counts, n, live, f, &outlook)
            if best == ACT_PASS and outlook.distance == least.distance:
                least = outlook
                best = action
                continue
        else:
            best_discard(counts, n, live, f, kinds_of(counts, f), &outlook)
        if is_better(&outlook, &least):
            least = outlook
            best = action
    return best


cdef int speed_kong(const State* s, const Flow* f, const uint8_t* live, const Outlook* least) noexcept nogil:
    """A kong, or a meld of dealt tiles, that leaves the hand no farther; -1 where there is none."""
    cdef int sort, k, n, seat = s.seat
    cdef uint64_t kinds
    cdef uint8_t[40] counts
    cdef Outlook outlook
    memcpy(counts, s.counts[seat], 40)
    for sort in range(2, 4):
        kinds = allowed_kinds(s, f, sort)
        while kinds:
            k = ctz(kinds)
            kinds &= kinds - 1
            n = 4 if sort == 2 else 1
            counts[k] -= <uint8_t>n
            look_ahead(counts, 10 - 3 * s.n_melds[seat] if n == 4 else 13 - 3 * s.n_melds[seat], live, f, &outlook)
            counts[k] += <uint8_t>n
            if outlook.distance <= least.distance:
                return ACT_OF_KINDS + sort * f.kinds + k
    for sort in range(3 if f.rules.tiles.special_melds else 0):
        if not allowed(s, ACT_OF_KINDS + 4 * f.kinds + sort):
            continue
        for k in range(34):
            counts[k] -= in_dealt_meld(DEALT_WINDS + sort, k)
        n = call_distance(counts, 10 - 3 * s.n_melds[seat] if sort == 0 else 11 - 3 * s.n_melds[seat], f.rules)
        if n <= least.distance:
            return ACT_OF_KINDS + 4 * f.kinds + sort
        for k in range(34):
            counts[k] += in_dealt_meld(DEALT_WINDS + sort, k)
    return -1


cdef int speed_turn(const State* s, const Flow* f) noexcept nogil:
    cdef int action, discard, seat = s.seat
    cdef uint64_t kinds = allowed_kinds(s, f, 0) or allowed_kinds(s, f, 1)  # after a chow to be ready only the latter
    cdef uint8_t[34] live
    cdef uint8_t[40] counts
    cdef Outlook outlook
    live_copies(s, f, seat, live)
    memcpy(counts, s.counts[seat], 40)
    discard = best_discard(counts, 14 - 3 * s.n_melds[seat], live, f, kinds, &outlook)
    action = speed_kong(s, f, live, &outlook)
    if action >= 0:
        return action
    action = ACT_OF_KINDS + f.kinds + discard
    if allowed(s, action) and (outlook.live or s.must_ready):
        return action
    return ACT_OF_KINDS + discard


cdef int speed_action(const State* s, const Flow* f) noexcept nogil:
    if allowed(s, ACT_WIN):
        return ACT_WIN
    if s.phase == PHASE_TURN:
        return speed_turn(s, f)
    if s.phase == PHASE_RESPONSE:
        return speed_response(s, f)
    return ACT_HEAVENLY_READY if allowed(s, ACT_HEAVENLY_READY) else ACT_PASS
