# Gives: value_action, the player that weighs how soon a hand is complete against what it is worth then.
# Needs: types, step, speed.
# Follows: rulebook 3-6: a win is scored in full, by every tile it may come with, drawn or discarded.
#
# A hand is worth what it will win, less what the opponent wins who is faster:
#     V(hand) = (sum of live x V(hand with that tile) - hazard x unseen x loss) / (sum of live + hazard x unseen)
# over the tiles that bring it nearer, where V of a complete hand is its score, and after each tile the best discard is
# made. Hands farther than DEPTH are judged by the first step alone. All amounts are units (rulebook 6).

from mj2p._core cimport call_pattern_fans, call_score
from mj2p.bits cimport ctz, mix
from mj2p.codes cimport (
    ACT_CHOW, ACT_HEAVENLY_READY, ACT_KONG, ACT_OF_KINDS, ACT_PASS, ACT_PUNG, ACT_WIN, AT_FLOWERS, AT_SEAT_WIND,
    AT_SITUATION, AT_WIN, MELD_CHOW, MELD_CONCEALED_KONG, MELD_KONG, MELD_PUNG, PHASE_RESPONSE, PHASE_TURN, ROW_3,
    SIT_DEALER, SIT_READY, SIT_SELF_DRAW, STATUS_WIN, meld_byte, meld_kind, meld_type,
)
from mj2p.rules.settings cimport FLOWERS_COUNT, FLOWERS_EACH, UNIT_FANS, UNIT_STEPS
from mj2p.scoring.kernel.types cimport Result

cdef enum:
    MEMO = 4096
    MOST_OPTIONS = 40
    DEPTH = 2               # hands nearer than this are judged in full
    CLOSE = 1               # units that V cannot tell apart
    MOST_UNITS = 400        # the base is the smaller balance divided by 400, so there is no more to win

cdef extern from *:
    """
    #define THROWN 0.8
    """
    const double THROWN     # copies of a wait that are discarded for each one drawn

cdef struct Options:
    int n
    int[MOST_OPTIONS] action
    double[MOST_OPTIONS] value

cdef struct Memory:
    uint64_t key
    double value

# What the player knows at a decision. `live`: copies that can still come, when the hand is `counts`.
cdef struct Judge:
    const Flow* f
    uint8_t[40] counts
    uint8_t[34] live
    uint8_t[ROW_3] row         # melds, flowers, winds and situation of a win
    uint8_t[4] turned       # indicators
    int n_turned
    int n_melds
    int declined
    double unseen
    double hazard           # that the opponent wins in a turn
    double loss             # ... so much
    Memory[MEMO] memory


cdef void judge_of(const State* s, const Flow* f, Judge* j) noexcept nogil:
    """What the seat that is asked knows."""
    cdef int k, other, seat = s.seat, turns = s.discards[next_seat(f, seat)]
    j.f = f
    memcpy(j.counts, s.counts[seat], 40)
    live_copies(s, f, seat, j.live)
    memset(j.row, 0, ROW_3)
    memcpy(j.row + f.kinds, s.melds[seat], s.n_melds[seat])
    if f.rules.tiles.flowers == FLOWERS_EACH:
        j.row[f.kinds + AT_FLOWERS] = s.flowers[seat]
    j.n_turned = s.n_indicators
    memcpy(j.turned, s.indicators, 4)
    if seat == s.dealer:
        j.row[f.kinds + AT_SITUATION + 1] = SIT_DEALER >> 8
    j.row[f.kinds + AT_SEAT_WIND] = <uint8_t>seat_wind(s, f, seat)
    j.n_melds = s.n_melds[seat]
    j.declined = s.declined[seat]
    j.unseen = 0
    for k in range(f.kinds):
        j.unseen += j.live[k]
    j.unseen = max(j.unseen, 1.0)
    # as tried out in games with `speed`, see docs/players.md
    if f.kinds == 16:
        j.hazard = min(0.08 + 0.016 * turns, 0.3)
        j.loss = 20
    else:
        j.hazard = min(0.04 + 0.008 * turns, 0.3)
        j.loss = 6 if f.rules.scoring.unit == UNIT_STEPS else 8
    j.hazard *= f.seats - 1
    for other in range(f.seats):
        if other != seat and s.ready[other]:
            j.hazard = max(0.2, j.hazard)
    memset(j.memory, 0, sizeof(j.memory))


cdef inline double live_now(const Judge* j, const uint8_t* counts, int k) noexcept nogil:
    """Copies that can still come, those taken since the decision left out."""
    cdef int taken = counts[k] - j.counts[k]
    return j.live[k] - taken if taken > 0 else j.live[k]


cdef double units_of(Judge* j, const uint8_t* counts, int win, int situation) noexcept nogil:
    """What a complete hand wins."""
    cdef const Flow* f = j.f
    cdef Result result
    cdef int64_t points
    cdef double units
    cdef int i
    memcpy(j.row, counts, f.kinds)
    j.row[f.kinds + AT_WIN] = <uint8_t>win
    j.row[f.kinds + AT_SITUATION] = <uint8_t>(situation & 255)
    if f.rules.tiles.flowers == FLOWERS_COUNT:
        j.row[f.kinds + AT_FLOWERS] = 0
        for i in range(j.n_turned):
            j.row[f.kinds + AT_FLOWERS] += counts[j.turned[i]] + row_melded(j, j.turned[i])
        j.row[f.kinds + AT_FLOWERS] = min(j.row[f.kinds + AT_FLOWERS], f.rules.tiles.flowers_max)
    call_score(j.row, f.rules, &result)
    if result.status != STATUS_WIN:
        return 0
    if f.rules.scoring.minimum and call_pattern_fans(&result, f.rules) < f.rules.scoring.minimum:
        return 0
    points = min(result.best.value, <int64_t>f.rules.cap_total)
    if f.rules.scoring.cap_points:
        points = min(points, <int64_t>f.rules.scoring.cap_points)
    units = points if f.rules.scoring.unit == UNIT_FANS else <double>(<int64_t>1 << min(points, <int64_t>20))
    if situation & SIT_SELF_DRAW:
        units *= f.money.settlement.self_draw_factor
    if situation & SIT_READY:
        units *= f.money.settlement.ready_factor
    for i in range(j.declined):
        units *= f.money.settlement.declining_factor
    return min(units, <double>MOST_UNITS)


cdef int row_melded(const Judge* j, int kind) noexcept nogil:
    """Copies of a kind in the melds."""
    cdef int i, type, low, n = 0
    for i in range(j.n_melds):
        type, low = meld_type(j.row[j.f.kinds + i]), meld_kind(j.row[j.f.kinds + i])
        if type == MELD_CHOW:
            n += low <= kind <= low + 2
        elif low == kind:
            n += 3 if type == MELD_PUNG else 4
    return n


cdef inline uint64_t key_of(const Judge* j, const uint8_t* counts, int situation) noexcept nogil:
    """Never 0; hands of different tiles, melds or situations have different keys, but for one chance in 2^63."""
    cdef uint64_t key = 0, word
    cdef uint32_t melds
    cdef int i
    for i in range(0, 40 if j.f.kinds > 16 else 16, 8):
        memcpy(&word, counts + i, 8)
        key = mix(key ^ (word | word >> 28))
    memcpy(&melds, j.row + j.f.kinds, 4)
    return mix(key ^ melds ^ <uint64_t>situation << 32) | 1


cdef double value_exact(Judge* j, uint8_t* counts, int situation, int distance, uint64_t useful) noexcept nogil:
    """V of concealed tiles that lack one, from what is known of them: their distance and the kinds that lower it."""
    cdef double gain = 0, rate = 0, live, drawn, lost = j.hazard * j.unseen
    cdef uint64_t key = key_of(j, counts, situation)
    cdef Memory* memory = &j.memory[key & (MEMO - 1)]
    cdef int k
    if memory.key == key:
        return memory.value
    while useful:
        k = ctz(useful)
        useful &= useful - 1
        live = live_now(j, counts, k)
        if live <= 0:
            continue
        counts[k] += 1
        if distance == 0:
            drawn = units_of(j, counts, k, situation | SIT_SELF_DRAW)
            gain += live * (drawn + THROWN * units_of(j, counts, k, situation))
            rate += live * (1 + THROWN)
        else:
            gain += live * value_after(j, counts, distance - 1)
            rate += live
        counts[k] -= 1
    memory.key = key
    memory.value = (gain - lost * j.loss) / (rate + lost)
    return memory.value


cdef inline double value_near(Judge* j, uint8_t* counts, int situation, int distance, uint64_t useful) noexcept nogil:
    if distance < DEPTH:
        return value_exact(j, counts, situation, distance, useful)
    return step_value(j, counts, distance, useful)


cdef double value_after(Judge* j, uint8_t* counts, int distance) noexcept nogil:
    """V after the best discard that leaves that distance; far hands by how many live tiles bring them nearer."""
    cdef int k, n = 14 - 3 * j.n_melds, now
    cdef uint64_t useful, kinds = kinds_of(counts, j.f)
    cdef double best = -1e9, value
    while kinds:
        k = ctz(kinds)
        kinds &= kinds - 1
        counts[k] -= 1
        useful = call_useful(counts, n - 1, j.f.rules, &now)
        if now == distance:
            # a hand that waits will be declared
            best = max(best, value_near(j, counts, SIT_READY if now == 0 and j.f.play.ready else 0, now, useful))
        counts[k] += 1
    return best


cdef double step_value(Judge* j, const uint8_t* counts, int distance, uint64_t useful) noexcept nogil:
    """A guess of V: of a hand as near as can be judged, less what each further tile costs."""
    cdef double rate = 0, lost = j.hazard * j.unseen, value = 0
    cdef int k
    while useful:
        k = ctz(useful)
        useful &= useful - 1
        rate += live_now(j, counts, k)
    value = j.loss * (1 - 0.5 * distance)
    return (rate * value - lost * j.loss) / (rate + lost)


cdef double value_draw(Judge* j, uint8_t* counts) noexcept nogil:
    """V of concealed tiles that lack one when a tile is drawn now; most leave the hand as it was."""
    cdef int k, distance
    cdef uint64_t useful = call_useful(counts, 13 - 3 * j.n_melds, j.f.rules, &distance)
    cdef double live, rate = 0, gain = 0
    cdef uint64_t found = useful
    if distance >= DEPTH:
        return step_value(j, counts, distance, useful) + 0.1 * j.loss
    while useful:
        k = ctz(useful)
        useful &= useful - 1
        live = live_now(j, counts, k)
        if live <= 0:
            continue
        counts[k] += 1
        rate += live
        if distance == 0:
            gain += live * units_of(j, counts, k, SIT_SELF_DRAW)
        else:
            gain += live * value_after(j, counts, distance - 1)
        counts[k] -= 1
    return (gain + max(0.0, j.unseen - rate) * value_exact(j, counts, 0, distance, found)) / max(j.unseen, rate)


cdef void lay_down(Judge* j, int type, int kind) noexcept nogil:
    j.row[j.f.kinds + j.n_melds] = <uint8_t>meld_byte(type, kind)
    j.n_melds += 1


cdef double value_kong(Judge* j, uint8_t* counts, int sort, int kind) noexcept nogil:
    """V after a concealed (2) or added (3) kong."""
    cdef int i, was = -1
    cdef double value
    if sort == 2:
        counts[kind] -= 4
        lay_down(j, MELD_CONCEALED_KONG, kind)
        value = value_draw(j, counts)
        j.n_melds -= 1
        j.row[j.f.kinds + j.n_melds] = 0
        counts[kind] += 4
        return value
    counts[kind] -= 1
    for i in range(j.n_melds):
        if j.row[j.f.kinds + i] == meld_byte(MELD_PUNG, kind):
            was = i
    j.row[j.f.kinds + was] = <uint8_t>meld_byte(MELD_KONG, kind)
    value = value_draw(j, counts)
    j.row[j.f.kinds + was] = <uint8_t>meld_byte(MELD_PUNG, kind)
    counts[kind] += 1
    return value


cdef inline void offer(Options* options, int action, double value) noexcept nogil:
    if options.n < MOST_OPTIONS:
        options.action[options.n] = action
        options.value[options.n] = value
        options.n += 1


cdef void turn_options(const State* s, const Flow* f, Judge* j, Options* options) noexcept nogil:
    """Discards that leave the hand as near as it is, or one farther where that is still judged in full; kongs."""
    cdef uint8_t[40] counts
    cdef uint64_t plain = allowed_kinds(s, f, 0), ready = allowed_kinds(s, f, 1), kinds = plain | ready, useful
    cdef int k, sort, distance, least, n = 14 - 3 * s.n_melds[s.seat]
    memcpy(counts, j.counts, 40)
    least = max(0, call_distance(counts, n, f.rules))
    while kinds:
        k = ctz(kinds)
        kinds &= kinds - 1
        counts[k] -= 1
        useful = call_useful(counts, n - 1, f.rules, &distance)
        if ready >> k & 1:
            offer(options, ACT_OF_KINDS + f.kinds + k, value_exact(j, counts, SIT_READY, 0, useful))
        if plain >> k & 1 and (distance == least or (distance == least + 1 and distance < DEPTH)):
            offer(options, ACT_OF_KINDS + k, value_near(j, counts, 0, distance, useful))
        counts[k] += 1
    for sort in range(2, 4):
        kinds = allowed_kinds(s, f, sort)
        while kinds:
            k = ctz(kinds)
            kinds &= kinds - 1
            offer(options, ACT_OF_KINDS + sort * f.kinds + k, value_kong(j, counts, sort, k))


cdef void claim_options(const State* s, const Flow* f, Judge* j, Options* options) noexcept nogil:
    """Passing, and every claim."""
    cdef uint8_t[40] counts
    cdef int action, k = s.tile
    memcpy(counts, j.counts, 40)
    offer(options, ACT_PASS, value_draw(j, counts))
    for action in range(ACT_CHOW, ACT_KONG + 1):
        memcpy(counts, j.counts, 40)
        if not allowed(s, action) or take_claim(s, f, action, counts) == 0:
            continue
        if action < ACT_PUNG:
            lay_down(j, MELD_CHOW, k - (action - ACT_CHOW))
        else:
            lay_down(j, MELD_PUNG if action == ACT_PUNG else MELD_KONG, k)
        if action == ACT_KONG:
            offer(options, action, value_draw(j, counts))
        else:
            offer(options, action, value_after(j, counts, max(0, call_distance(counts, 14 - 3 * j.n_melds, f.rules))))
        j.n_melds -= 1
        j.row[f.kinds + j.n_melds] = 0


cdef void options_of(const State* s, const Flow* f, Options* options) noexcept nogil:
    """What can sensibly be done, each with its V; the only option has none."""
    cdef Judge j
    cdef int action
    options.n = 0
    if allowed(s, ACT_WIN):
        offer(options, ACT_WIN, 0)
    elif s.phase == PHASE_TURN:
        if f.rules.tiles.special_melds:
            action = speed_turn(s, f)
            if action >= ACT_OF_KINDS + 4 * f.kinds:
                offer(options, action, 0)
                return
        judge_of(s, f, &j)
        turn_options(s, f, &j, options)
    elif s.phase == PHASE_RESPONSE and s.mask[0] & ((1 << (ACT_KONG + 1)) - (1 << ACT_CHOW)):
        judge_of(s, f, &j)
        claim_options(s, f, &j, options)
    else:
        offer(options, ACT_HEAVENLY_READY if allowed(s, ACT_HEAVENLY_READY) else ACT_PASS, 0)
    if options.n == 0:
        offer(options, nth_action(s, 0), 0)


cdef inline int best_option(const Options* options) noexcept nogil:
    cdef int i, best = 0
    for i in range(1, options.n):
        if options.value[i] > options.value[best]:
            best = i
    return best


cdef int choose_option(const State* s, const Flow* f, const Options* options) noexcept nogil:
    """The best, or what `speed` does where that is about as good: V is a guess, and its own sums make it too bold."""
    cdef int i, quick, best = best_option(options)
    if options.n > 1:
        quick = speed_action(s, f)
        for i in range(options.n):
            if options.action[i] == quick and options.value[i] >= options.value[best] - CLOSE:
                return i
    return best


cdef int value_action(const State* s, const Flow* f) noexcept nogil:
    cdef Options options
    options_of(s, f, &options)
    return options.action[choose_option(s, f, &options)]
