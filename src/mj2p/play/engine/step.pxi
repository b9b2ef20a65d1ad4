# Gives: step, one decision; advance, everything that leaves no choice.
# Needs: types, legal, deal, treasure.
# Follows: rulebook 6-9, 11, 12, 15.

from mj2p._core cimport call_score
from mj2p.bits cimport ctz
from mj2p.codes cimport (
    ACT_CHOW, ACT_CHOW_READY, ACT_DOUBLE, ACT_HEAVENLY_READY, ACT_KONG, ACT_OF_KINDS, ACT_OPEN, ACT_PASS, ACT_PUNG,
    ACT_WIN, BY_BIG_WIND, BY_DISCARD, BY_DRAW, BY_FLOWERS, BY_ROBBED_KONG, BY_SELF_DRAW, BY_TREASURE, DEALT_WINDS,
    EVENT_CLAIM, EVENT_DEAL, MELD_CHOW, MELD_CONCEALED_KONG, MELD_KONG, MELD_PUNG, NO_SEAT, NO_TILE, PHASE_DOUBLE,
    PHASE_FLOWER_ROB, PHASE_FLOWER_WIN, PHASE_HEAVENLY_READY, PHASE_LAST, PHASE_OVER, PHASE_PUSH_OUT,
    PHASE_RESPONSE, PHASE_ROB, PHASE_TURN, meld_byte,
)
from mj2p.rules.catalogue cimport FAN_BIG_WIND, FAN_BIG_WIND_CHOW, FAN_DOUBLE_TREASURE, FAN_TREASURE_DRAW
from mj2p.rules.settings cimport FLOWER_WINS_SEVEN_EIGHT
from mj2p.scoring.kernel.types cimport Result


cdef void win(State* s, const Flow* f) noexcept nogil:
    """The seat that is asked wins; the winning tile goes to its hand."""
    cdef int seat = s.seat, tile = s.tile
    if s.phase == PHASE_FLOWER_WIN or s.phase == PHASE_FLOWER_ROB:
        s.win_tile = s.tile if s.phase == PHASE_FLOWER_ROB else NO_TILE
        end_game(s, seat, BY_FLOWERS)
        return
    if s.phase == PHASE_TURN or s.phase == PHASE_LAST:
        winning_row(s, f, seat, NO_TILE, s.row)
        s.win_tile = s.drawn
        if f.play.win_needs_ready:
            end_game(s, seat, by_luck(s.row, f))
            return
        if is_won(s, f, seat, NO_TILE):
            end_game(s, seat, BY_SELF_DRAW)
            return
        if not f.immortals:  # the flowers alone, and no hand
            memset(s.row, 0, sizeof(s.row))
            s.win_tile = NO_TILE
        end_game(s, seat, BY_FLOWERS)
        return
    winning_row(s, f, seat, tile, s.row)
    s.win_tile = <uint8_t>tile
    s.counts[seat][tile] += 1
    if s.phase == PHASE_ROB:
        s.counts[s.turn][tile] -= 1
        end_game(s, seat, BY_ROBBED_KONG)
    else:
        s.river[s.n_river - 1] |= TAKEN
        end_game(s, seat, BY_DISCARD)


cdef int by_luck(const uint8_t* row, const Flow* f) noexcept nogil:
    """How a drawn tile has won: the fans say so."""
    cdef Result result
    call_score(row, f.rules, &result)
    if result.best.fans[1] >> (<int>FAN_BIG_WIND - 64) & 1 or result.best.fans[1] >> (<int>FAN_BIG_WIND_CHOW - 64) & 1:
        return BY_BIG_WIND
    if (
        result.best.fans[1] >> (<int>FAN_TREASURE_DRAW - 64) & 1
        or result.best.fans[1] >> (<int>FAN_DOUBLE_TREASURE - 64) & 1
    ):
        return BY_TREASURE
    return BY_SELF_DRAW


cdef void discard(State* s, const Flow* f, int kind, int ready) noexcept nogil:
    cdef int seat = s.seat
    if ready:
        s.ready[seat] = 1
        if f.play.heavenly_ready and seat == s.dealer and s.n_river == 0 and s.n_melds[seat] == 0:
            s.ready[seat] = 2
    s.counts[seat][kind] -= 1
    s.shown[kind] += 1
    s.river[s.n_river] = <uint16_t>(kind | seat << 6)
    s.n_river += 1
    s.discards[seat] += 1
    s.kong_discard = s.kong_draw
    s.kong_draw = 0
    s.new_flowers = 0
    s.barred = 0
    s.drawn = NO_TILE
    s.tile = <uint8_t>kind
    s.phase = PHASE_RESPONSE
    s.claim = ACT_PASS
    s.seat = <uint8_t>next_seat(f, seat)
    s.must_ready = 0
    if ready and f.play.win_needs_ready:
        declare(s, f, seat)


cdef void after_kong(State* s, const Flow* f, int seat) noexcept nogil:
    """The replacement from the end of the wall, then one more indicator."""
    s.tile = NO_TILE
    draw(s, f, seat, 1)
    turn_indicator(s, f)
    if f.play.treasures:
        watch_treasures(s, f)


cdef void next_draw(State* s, const Flow* f, int seat) noexcept nogil:
    """The seat draws, unless the wall has been played to its end."""
    s.tile = NO_TILE
    s.kong_discard = 0
    if wall_count(s) == 0 and f.play.treasures and s.last_drawn < f.seats and s.head < indicator_stack(s, f):
        s.last_drawn += 1
        s.tail = s.head + 1
        draw(s, f, seat, 0)
        s.phase = PHASE_LAST
    elif wall_count(s) == 0:
        end_game(s, NO_SEAT, BY_DRAW)
    elif f.play.last_draws and wall_count(s) <= f.play.last_draws:
        if s.last_drawn == f.seats:
            end_game(s, NO_SEAT, BY_DRAW)
            return
        s.last_drawn += 1
        draw(s, f, seat, 0)
        if s.phase == PHASE_TURN:
            s.phase = PHASE_LAST
    else:
        draw(s, f, seat, 0)


cdef void claim(State* s, const Flow* f, int seat, int action) noexcept nogil:
    """Chow, pung or kong of the discard."""
    cdef int k = s.tile, low, i, own = 2
    s.seat = s.turn = <uint8_t>seat
    if action >= ACT_CHOW_READY:
        s.must_ready = 1
        action -= ACT_CHOW_READY - ACT_CHOW
    s.river[s.n_river - 1] |= TAKEN
    s.kong_discard = 0
    if action < ACT_PUNG:
        low = k - (action - ACT_CHOW)
        for i in range(low, low + 3):
            if i != k:
                s.counts[seat][i] -= 1
                s.shown[i] += 1
        add_meld(s, seat, MELD_CHOW, low, action - ACT_CHOW + 1)
        note(f, EVENT_CLAIM, seat, MELD_CHOW, action - ACT_CHOW + 1)
        s.n_chows[seat] += 1
    else:
        if action == ACT_KONG:
            own = 3
        s.counts[seat][k] -= <uint8_t>own
        s.shown[k] += <uint8_t>own
        add_meld(s, seat, MELD_PUNG if own == 2 else MELD_KONG, k, 2)
        note(f, EVENT_CLAIM, seat, MELD_PUNG if own == 2 else MELD_KONG, 2)
        if own == 2:
            s.pungs[seat] |= <uint64_t>1 << k
    s.barred = 0
    gain(s, seat)
    if action == ACT_KONG:
        after_kong(s, f, seat)
        return
    if f.play.treasures:
        watch_treasures(s, f)
    if wall_count(s) == 0 and f.play.last_claim:  # a treasure's indicator may end the wall at this very claim
        s.last_claimed = 1
    s.tile = NO_TILE
    s.drawn = NO_TILE
    s.kong_draw = 0
    s.phase = PHASE_TURN


cdef void act_on_turn(State* s, const Flow* f, int action) noexcept nogil:
    cdef int sort = 0, kind = action - ACT_OF_KINDS, seat = s.seat, i
    while kind >= f.kinds:
        kind -= f.kinds
        sort += 1
    if sort < 2:
        discard(s, f, kind, sort)
    elif sort == 2:
        s.counts[seat][kind] -= 4
        add_meld(s, seat, MELD_CONCEALED_KONG, kind, 0)
        after_kong(s, f, seat)
    elif sort == 3:
        s.tile = <uint8_t>kind
        s.phase = PHASE_ROB
        s.barred = 0
        s.seat = <uint8_t>next_seat(f, seat)
    else:
        for i in range(34):
            if in_dealt_meld(DEALT_WINDS + kind, i):
                s.counts[seat][i] -= 1
                s.shown[i] += 1
        add_meld(s, seat, MELD_CONCEALED_KONG, DEALT_WINDS + kind, 0)
        s.near[seat] = -1  # loose tiles have become a set
        if kind == 0:
            draw(s, f, seat, 1)
            s.kong_draw = 0
        elif s.counts[seat][s.drawn] == 0:  # the fourteenth tile went into the meld; the highest tile stands for it
            s.drawn = f.kinds - 1
            while s.counts[seat][s.drawn] == 0:
                s.drawn -= 1


cdef void add_to_pung(State* s, const Flow* f, int seat) noexcept nogil:
    """The added kong that was not robbed."""
    cdef int i, kind = s.tile
    s.counts[seat][kind] -= 1
    s.shown[kind] += 1
    s.pungs[seat] &= ~(<uint64_t>1 << kind)
    for i in range(s.n_melds[seat]):
        if s.melds[seat][i] == meld_byte(MELD_PUNG, kind):
            s.melds[seat][i] = <uint8_t>meld_byte(MELD_KONG, kind)
            s.digits[seat][i] = 6
    note_kong(s, seat, meld_byte(MELD_KONG, kind))
    after_kong(s, f, seat)


cdef inline int claim_rank(int action) noexcept nogil:
    """Of two claims the higher goes before, of equal ones that of the first after the discarder."""
    return 0 if action == ACT_PASS else 1 if action < ACT_PUNG else 2 if action < ACT_CHOW_READY else 3


cdef void answered(State* s, const Flow* f, int action) noexcept nogil:
    """An answer to a discard: a claim waits until all have answered; the others are asked as if there were none."""
    cdef int seat = s.seat, following = next_seat(f, seat)
    if action != ACT_PASS and claim_rank(action) > claim_rank(s.claim):
        s.claim = <uint8_t>action
        s.claim_seat = <uint8_t>seat
    if following != s.turn:
        s.seat = <uint8_t>following
        s.barred = 0
    elif s.claim != ACT_PASS:
        claim(s, f, s.claim_seat, s.claim)
    else:
        if f.play.treasures:  # whether the discard could be won on was told as it was thrown
            watch_treasures(s, f)
        next_draw(s, f, next_seat(f, s.turn))


cdef void act_pass(State* s, const Flow* f) noexcept nogil:
    cdef int phase = s.phase, seat = s.seat, following = next_seat(f, seat)
    if phase == PHASE_ROB and following == s.turn:
        add_to_pung(s, f, s.turn)
    elif phase == PHASE_ROB:
        s.seat = <uint8_t>following
        s.barred = 0
    elif phase == PHASE_LAST:
        s.drawn = NO_TILE
        next_draw(s, f, following)
    elif phase == PHASE_HEAVENLY_READY:
        before_play(s, f, f.seats + place_of(s, f, seat) + 1)
    elif phase == PHASE_FLOWER_ROB or (phase == PHASE_FLOWER_WIN and f.play.flower_wins == FLOWER_WINS_SEVEN_EIGHT):
        s.tile = NO_TILE
        s.barred = 0
        replace_flowers(s, f)
    elif phase == PHASE_FLOWER_WIN:
        before_play(s, f, place_of(s, f, seat) + 1)
    elif phase == PHASE_DOUBLE:
        before_play(s, f, 2 * f.seats + place_of(s, f, seat) + 1)
    elif following == s.dealer:
        note(f, EVENT_DEAL, NO_SEAT, 0, 0)
        deal(s, f)
    else:  # open hands
        s.seat = <uint8_t>following


cdef inline void act(State* s, const Flow* f, int action) noexcept nogil:
    """One legal action of the seat that is asked."""
    if ACT_OF_KINDS <= action < ACT_CHOW_READY:
        act_on_turn(s, f, action)
    elif s.phase == PHASE_PUSH_OUT:
        push_out(s, f, action)
    elif action == ACT_WIN:
        win(s, f)
    elif s.phase == PHASE_RESPONSE and action != ACT_DOUBLE:
        answered(s, f, action)
    elif action == ACT_DOUBLE and s.phase != PHASE_DOUBLE:  # this win is passed up, and what else there is stays open
        s.declined[s.seat] += 1
        s.barred = 1
    else:
        if action == ACT_OPEN:
            s.open[s.seat] = 1
        elif action == ACT_DOUBLE:
            s.doubled[s.seat] = 1
        elif action == ACT_HEAVENLY_READY:
            s.ready[s.seat] = 2
        act_pass(s, f)


cdef int caretaker(const State* s) noexcept nogil:
    """What is done for a player who left: a ready hand wins, else the drawn tile is thrown and nothing claimed."""
    cdef int action
    if s.ready[s.seat] and allowed(s, ACT_WIN):
        return ACT_WIN
    if allowed(s, ACT_PASS):
        return ACT_PASS
    if s.drawn != NO_TILE:
        return ACT_OF_KINDS + s.drawn
    action = ACT_OF_KINDS  # after a claim
    while not allowed(s, action):
        action += 1
    return action


cdef inline int forced_action(const State* s) noexcept nogil:
    """What is played now without asking anybody; -1 at a decision and at the end."""
    if s.phase == PHASE_OVER:
        return -1
    if s.left[s.seat]:
        return caretaker(s)
    return nth_action(s, 0) if is_single(s) else -1


cdef void advance(State* s, const Flow* f) noexcept nogil:
    """Play on until somebody has a choice."""
    cdef int action
    legal(s, f)
    action = forced_action(s)
    while action >= 0:
        act(s, f, action)
        legal(s, f)
        action = forced_action(s)


cdef int nth_action(const State* s, int n) noexcept nogil:
    """The n-th legal action, from 0."""
    cdef int word = 0, there
    cdef uint64_t bits = s.mask[0]
    while True:
        there = popcount(bits)
        if n < there:
            break
        n -= there
        word += 1
        bits = s.mask[word]
    while n:
        bits &= bits - 1
        n -= 1
    return 64 * word + ctz(bits)


cdef inline void step(State* s, const Flow* f, int action) noexcept nogil:
    s.decisions += 1
    act(s, f, action)
    advance(s, f)
