"""The compiled play engine: one game in a flat state, from the deck to the last tile.

Nothing here knows a text, money or a rule set's name. `game.py` is the face of it.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from mj2p._core cimport Packed
from mj2p.codes cimport BY_LEFT, HONORS, NO_SEAT, NO_TILE, N_PLAYERS, PHASE_OVER
from mj2p.rules.settings cimport FLOWERS_EACH, FLOWER_WINS_EIGHT
from mj2p.codes import MeldType
from mj2p.play.codes import EndedBy, Factor, Phase, Reason

include "engine/types.pxi"
include "engine/legal.pxi"
include "engine/deal.pxi"
include "engine/treasure.pxi"
include "engine/step.pxi"
include "engine/waiting.pxi"
include "engine/hidden.pxi"
include "engine/events.pxi"
include "engine/pay.pxi"
include "engine/record.pxi"
include "../players/compiled/speed.pxi"
include "../players/compiled/value.pxi"
include "../players/compiled/search.pxi"
include "../players/compiled/choosing.pxi"
include "engine/batch.pxi"

cdef tuple PHASES = tuple(Phase), ENDS = tuple(EndedBy), MELD_TYPES = tuple(MeldType)
cdef tuple REASONS = tuple(Reason), FACTORS = tuple(Factor)


cdef Flow told_flow(const Flow* f, Events* events) noexcept:
    """The flow with what happens noted there, from nothing on."""
    cdef Flow told = f[0]
    events.n = 0
    told.events = events
    return told


cdef bytes bytes_of(const Events* events):
    return PyBytes_FromStringAndSize(<const char*>&events.noted[0][0], 4 * events.n)


cdef tuple factors_of(const Item* item):
    return tuple([
        (FACTORS[item.factors[i].factor], item.factors[i].base, item.factors[i].times) for i in range(item.n_factors)
    ])


cdef int check_length(str what, Py_ssize_t n, Py_ssize_t expected) except -1:
    """What C is to read or to write is as long as that; buffers have seen to dtype and layout."""
    if n != expected:
        raise ValueError(f"{what} must have {expected} places, not {n}")
    return 0


cdef int check_seat(int seat, const Flow* f) except -1:
    if not 0 <= seat < f.seats:
        raise ValueError(f"there is no seat {seat}")
    return 0


cdef tuple laid(int meld):
    """The type and the kind of a meld's byte."""
    return MELD_TYPES[meld >> 6], (meld & 63) - 1


cdef enum:
    BETWEEN_SIGNALS = 1 << 14   # hands drawn anew: some tens of milliseconds
    PLAIN_DRAWS = 1 << 10       # after which hands that wait are built
    MOST_DRAWS = 1 << 22
    CANDIDATES = 256
    MOST_PAIRS = 6              # of thirteen tiles


cdef class PackedFlow:
    """How a rule set is played, packed. Made by `game.flow_of`."""

    cdef Flow flow
    cdef Money money
    cdef Packed packed

    def __cinit__(
        self, Packed packed not None, dict play not None, dict settlement not None, tuple kinds not None, bint immortals
    ):
        """The numbers of [play] and [settlement] by name, the kinds that there are, whether 八仙过海 is a fan."""
        self.packed = packed
        self.money.settlement = settlement
        self.flow.play = play
        self.flow.rules = packed.rules
        self.flow.money = &self.money
        self.flow.seats = self.flow.play.players
        if not 2 <= self.flow.seats <= SEATS:
            raise ValueError(f"{self.flow.seats} players are not 2 to {SEATS}")
        self.flow.dealt = 13 * self.flow.seats + 1
        self.flow.kinds = 9 * packed.rules.nsuits + HONORS
        self.flow.n_flowers = 8 if packed.rules.tiles.flowers == FLOWERS_EACH else 0
        for kind in kinds:
            self.flow.there |= <uint64_t>1 << <int>kind
        self.flow.n_tiles = 4 * len(kinds) + self.flow.n_flowers
        self.flow.immortals = immortals and self.flow.play.flower_wins == FLOWER_WINS_EIGHT and self.flow.n_flowers

    @property
    def kinds(self):
        return self.flow.kinds

    def __reduce__(self):
        raise TypeError("a packed flow is not pickled: pickle its RuleSet")

    def shuffled(self, uint64_t seed, uint64_t index):
        """(deck, dealer, dice) of a game of a seed."""
        cdef State s
        shuffle(&s, &self.flow, seed, index)
        return bytes(s.deck[: self.flow.n_tiles]), s.dealer, (s.dice[0], s.dice[1])

    def dealt_places(self, int seat, int dealer):
        """Where in the deck the tiles are that a seat is dealt, the dealer's fourteenth last."""
        cdef int rel
        check_seat(seat, &self.flow)
        check_seat(dealer, &self.flow)
        rel = (seat - dealer + self.flow.seats) % self.flow.seats
        return tuple([dealt_place(&self.flow, rel, i) for i in range(13 + (rel == 0))])

    def simulate(
        self, tuple players not None, uint64_t seed, uint64_t first, int64_t n, uint8_t[:, ::1] out not None, *,
        bint swap=False, tuple balances not None=(10_000, 10_000), int64_t base=25,
    ):
        """Play games first to first + n - 1 of a seed into the rows of `out`, (n, bytes of a row). Releases the GIL.

        `players`: a number of PLAYERS a seat; `swap`: they sit in each other's seats, dealer and deck as before.
        """
        cdef State s
        cdef Notes notes
        cdef Money money = self.money
        cdef uint8_t[SEATS] sits
        cdef int64_t[SEATS] carried
        cdef int64_t i
        cdef int seat, seats = self.flow.seats
        if len(players) != seats or len(balances) != seats:
            raise ValueError(f"there are {seats} seats, not {len(players)} players and {len(balances)} balances")
        check_length("out", out.shape[0], n)
        check_length("a row of out", out.shape[1], row_size(seats))
        for seat in range(seats):
            if not 0 <= players[seat] < N_PLAYERS:
                raise ValueError(f"there is no player {players[seat]}")
            sits[(seat + swap) % seats] = players[seat]
            carried[seat] = balances[seat]
        money.base = base
        with nogil:
            for i in range(n):
                shuffle(&s, &self.flow, seed, first + i)
                play_game(&s, &self.flow, sits, stream_key(seed, first + i), &notes)
                write_game(&out[i, 0], &s, &self.flow, &money, carried, &notes, first + i, swap)

    def record(
        self, bytes taken not None, uint64_t seed, uint64_t index, uint8_t[::1] out not None, *, bint swap=False,
        tuple balances not None=(10_000, 10_000), int64_t base=25,
    ):
        """The row of one game of a seed from the decisions taken in it, as bytes; ValueError where they do not fit."""
        cdef State s
        cdef Notes notes
        cdef Money money = self.money
        cdef int64_t[SEATS] carried
        cdef int seat, action, fits
        cdef Py_ssize_t at = 0, n = len(taken)
        cdef const uint8_t* actions = taken
        check_length("out", out.shape[0], row_size(self.flow.seats))
        check_length("balances", len(balances), self.flow.seats)
        for seat in range(self.flow.seats):
            carried[seat] = balances[seat]
        money.base = base
        shuffle(&s, &self.flow, seed, index)
        begin_notes(&notes)
        begin(&s, &self.flow)
        legal(&s, &self.flow)
        while s.phase != PHASE_OVER:
            if is_single(&s):
                action = nth_action(&s, 0)
            else:
                fits = at < n and actions[at] < 64 * MASK_WORDS and allowed(&s, actions[at])
                if not fits:
                    raise ValueError(f"game {index}: decision {at} does not fit")
                action = actions[at]
                at += 1
                s.decisions += 1
            note_action(&notes, &s, &self.flow, action)
            act(&s, &self.flow, action)
            legal(&s, &self.flow)
        if at < n:
            raise ValueError(f"game {index}: decision {at} does not fit")
        write_game(&out[0], &s, &self.flow, &money, carried, &notes, index, swap)


cdef class Position:
    """The state of one game."""

    cdef State state
    cdef readonly PackedFlow flow

    def __cinit__(self, PackedFlow flow not None):
        self.flow = flow
        memset(&self.state, 0, sizeof(State))
        self.state.phase = PHASE_OVER
        self.state.seat = NO_SEAT
        self.state.winner = NO_SEAT

    def __reduce__(self):
        raise TypeError("a position is not pickled: pickle its Game")

    def begin(self, bytes deck not None, int dealer, tuple dice not None):
        """From the whole deck to the first decision; what happened, as `codes.Event` has it.

        ValueError where it is not every tile once, or where there is no such dealer.
        """
        cdef int i
        cdef Events events
        cdef Flow told
        cdef uint8_t[48] seen
        memset(seen, 0, sizeof(seen))
        if len(deck) != self.flow.flow.n_tiles or not 0 <= dealer < self.flow.flow.seats:
            raise ValueError("no deck, or no dealer, of this rule set")
        for i in range(self.flow.flow.n_tiles):
            if <uint8_t>deck[i] >= 48:
                raise ValueError("no tile")
            seen[<uint8_t>deck[i]] += 1
        for i in range(48):
            if i < self.flow.flow.kinds:
                if seen[i] != (4 if self.flow.flow.there >> i & 1 else 0):
                    raise ValueError("not every tile once")
            elif seen[i] != (FLOWER <= i < FLOWER + self.flow.flow.n_flowers):
                raise ValueError("not every tile once")
        memset(&self.state, 0, sizeof(State))
        for i in range(self.flow.flow.n_tiles):
            self.state.deck[i] = deck[i]
        self.state.dealer = <uint8_t>dealer
        self.state.dice[0], self.state.dice[1] = dice
        told = told_flow(&self.flow.flow, &events)
        begin(&self.state, &told)
        legal(&self.state, &told)
        advance_told(&self.state, &told)
        return bytes_of(&events)

    def copy(self):
        cdef Position other = Position.__new__(Position, self.flow)
        memcpy(&other.state, &self.state, sizeof(State))
        return other

    def step(self, int action):
        """Take an action: what happened then, until the next decision. None: it is not legal, and nothing has changed.
        """
        cdef Events events
        cdef Flow told
        if action < 0 or action >= 64 * MASK_WORDS or not allowed(&self.state, action):
            return None
        told = told_flow(&self.flow.flow, &events)
        step_told(&self.state, &told, action)
        return bytes_of(&events)

    def choose(self, int player, uint64_t seed, uint64_t index):
        """What the player does in this game of a seed, as `PackedFlow.simulate` plays it; None when it is over."""
        if not 0 <= player < N_PLAYERS:
            raise ValueError(f"there is no player {player}")
        if self.state.phase == PHASE_OVER:
            return None
        return choose_action(&self.state, &self.flow.flow, player, stream_key(seed, index))

    def determinize(self, int seat, uint64_t key, int64_t plain=PLAIN_DRAWS):
        """Deal anew what the seat does not see; whether that was found. `plain` draws first, which are exact; where no
        hands that wait come in so many, one of `CANDIDATES` that are built, by its weight."""
        cdef int64_t i = 0, stop
        cdef int found = 0, built = 0, sees, other
        cdef double weight, total = 0, most = 1
        cdef State before = self.state, drawn
        check_seat(seat, &self.flow.flow)
        sees = hands_seen(&self.state, &self.flow.flow, seat)
        for other in range(self.flow.flow.seats):
            most *= MOST_PAIRS if other != seat and before.pushed[other] else 1
        while not found and built < CANDIDATES and i < MOST_DRAWS:
            stop = i + BETWEEN_SIGNALS
            with nogil:
                while not found and built < CANDIDATES and i < stop:
                    drawn = before
                    weight = deal_hidden(&drawn, &self.flow.flow, seat, sees, i >= plain, stream_key(key, i))
                    if weight > 0:  # who took a chow to be ready holds what can be
                        legal(&drawn, &self.flow.flow)
                        if drawn.phase != PHASE_OVER and not has_action(&drawn):
                            weight = 0
                    if weight > 0 and i < plain:
                        found = most == 1 or drawn_number(stream_key(key, i), 501, 1 << 30) * most < weight * (1 << 30)
                    elif weight > 0:
                        built += 1
                        total += weight
                    if found or (
                        weight > 0 and i >= plain
                        and drawn_number(stream_key(key, i), 501, 1 << 30) * total < weight * (1 << 30)
                    ):
                        self.state = drawn
                    i += 1
            PyErr_CheckSignals()
        return found != 0 or built > 0

    def leave(self, int seat):
        """The caretaker plays for the seat from now on; what happened until the next decision."""
        cdef Events events
        cdef Flow told
        check_seat(seat, &self.flow.flow)
        told = told_flow(&self.flow.flow, &events)
        self.state.left[seat] = 1
        advance_told(&self.state, &told)
        return bytes_of(&events)

    def forfeit(self, int seat):
        """The game of two ends, and the other seat has won it; what happened then: nothing."""
        check_seat(seat, &self.flow.flow)
        self.state.mask[0] = self.state.mask[1] = self.state.mask[2] = 0
        end_game(&self.state, next_seat(&self.flow.flow, seat), BY_LEFT)
        return b""

    def caretaker(self):
        """What the caretaker would do now."""
        return caretaker(&self.state) if self.state.phase != PHASE_OVER else None

    def legal(self):
        """The numbers of the legal actions."""
        cdef int i
        return [i for i in range(64 * MASK_WORDS) if allowed(&self.state, i)]

    def mask_into(self, uint8_t[::1] out not None):
        cdef int i
        if out.shape[0] > 64 * MASK_WORDS:
            raise ValueError(f"out has {out.shape[0]} places; there are {64 * MASK_WORDS} actions at most")
        for i in range(<int>out.shape[0]):
            out[i] = <uint8_t>allowed(&self.state, i)

    def raw(self):
        """The bytes of the state: equal games have equal bytes."""
        return PyBytes_FromStringAndSize(<char*>&self.state, sizeof(State))

    def load(self, bytes raw not None):
        """Take over what `raw` gave; the caller vouches for it."""
        if len(raw) != sizeof(State):
            raise ValueError("these are not the bytes of a state")
        memcpy(&self.state, <const char*>raw, sizeof(State))

    @property
    def seat(self):
        return self.state.seat if self.state.seat != NO_SEAT else None

    @property
    def over(self):
        return self.state.phase == PHASE_OVER

    @property
    def dealer(self):
        return self.state.dealer

    @property
    def dice(self):
        return self.state.dice[0], self.state.dice[1]

    @property
    def decisions(self):
        """How many have been taken."""
        return self.state.decisions

    def account(self):
        """What the hand that is over was worth: its points, the factors of the win, and who owes whom.

        A factor is (Factor, base, times), an item (Reason, payer, payee, units, factors). Where an item has factors
        its units are their product, here cut off at 2^63 - 1.
        """
        cdef Worth worth
        cdef Item[MOST_ITEMS] items
        cdef int i, n
        worth_of(&self.state, &self.flow.flow, &self.flow.money, &worth)
        n = items_of(&self.state, &self.flow.flow, &self.flow.money, &worth, items)
        return (
            worth.points,
            factors_of(&worth.won) if self.state.winner != NO_SEAT else (),
            tuple([
                (REASONS[items[i].reason], items[i].payer, items[i].payee, items[i].units, factors_of(&items[i]))
                for i in range(n)
            ]),
        )

    def read(self):
        """Everything of the state by name, see `state.State`."""
        cdef State* s = &self.state
        cdef int kinds = self.flow.flow.kinds, seat, other, seats = self.flow.flow.seats
        return {
            "counts": tuple([bytes(s.counts[seat][:kinds]) for seat in range(seats)]),
            "melds": tuple([
                tuple([(*laid(s.melds[seat][i]), s.digits[seat][i]) for i in range(s.n_melds[seat])])
                for seat in range(seats)
            ]),
            "wall": bytes(s.deck[s.head : s.tail]),
            "river": tuple([
                (s.river[i] >> 6 & 3, s.river[i] & 63, s.river[i] & TAKEN != 0) for i in range(s.n_river)
            ]),
            "indicators": bytes(s.indicators[: s.n_indicators]),
            "kongs": tuple([(s.kong_seat[i], *laid(s.kong_meld[i])) for i in range(s.n_kongs)]),
            "row": bytes(s.row[: 32 if kinds == 16 else 48]),
            "dice": (s.dice[0], s.dice[1]),
            "sees": tuple([
                tuple([other for other in range(seats) if sees_hand(s, &self.flow.flow, seat, other)])
                for seat in range(seats)
            ]),
            "flowers": tuple(s.flowers[:seats]),
            "open": tuple(s.open[:seats]),
            "doubled": tuple(s.doubled[:seats]),
            "declined": tuple(s.declined[:seats]),
            "ready": tuple(s.ready[:seats]),
            "pushed": tuple([s.pushed[seat] - 1 if s.pushed[seat] else None for seat in range(seats)]),
            "treasures": s.treasures,
            "undrawn": (s.end if self.flow.flow.play.treasures else s.tail) - s.head,
            "must_ready": s.must_ready,
            "draws": tuple(s.draws[:seats]),
            "left": tuple(s.left[:seats]),
            "dealer": s.dealer,
            "seat": s.seat if s.seat != NO_SEAT else None,
            "turn": s.turn,
            "phase": PHASES[s.phase],
            "drawn": s.drawn if s.drawn != NO_TILE else None,
            "tile": s.tile if s.tile != NO_TILE else None,
            "barred": s.barred,
            "last_claimed": s.last_claimed,
            "new_flowers": s.new_flowers,
            "winner": s.winner if s.winner != NO_SEAT else None,
            "by": ENDS[s.by],
            "win_tile": s.win_tile if s.win_tile != NO_TILE else None,
            "decisions": s.decisions,
        }


cdef class Batch:
    """Games stepped together: first, first + 1, ... of a seed, one a row, and in a row every n-th after it."""

    cdef Table* tables
    cdef readonly PackedFlow flow
    cdef readonly int64_t n
    cdef uint64_t seed
    cdef Money money
    cdef int64_t[SEATS] carried

    def __cinit__(
        self, PackedFlow flow not None, int64_t n, uint64_t seed, uint64_t first, tuple balances not None, int64_t base
    ):
        cdef int64_t i
        if n < 1 or len(balances) != flow.flow.seats:
            raise ValueError("a batch has a row at least, and a balance a seat")
        self.flow, self.n, self.seed, self.money = flow, n, seed, flow.money
        self.money.base = base
        for i in range(flow.flow.seats):
            self.carried[i] = balances[i]
        self.tables = <Table*>calloc(n, sizeof(Table))
        if self.tables == NULL:
            raise MemoryError()
        with nogil:
            for i in range(n):
                deal_table(&self.tables[i], &flow.flow, seed, first + <uint64_t>i)

    def __dealloc__(self):
        free(self.tables)

    def __reduce__(self):
        raise TypeError("a batch is not pickled")

    def step(
        self, const int64_t[::1] actions not None, uint8_t[::1] illegal not None, uint8_t[::1] done not None,
        int64_t[:, ::1] rewards not None, uint8_t[:, ::1] rows not None
    ):
        """An action a row; how many were illegal. Games that end are written, and the next of their row begin."""
        cdef int64_t i, wrong = 0
        cdef int seats = self.flow.flow.seats
        cdef Table* t
        check_length("actions", actions.shape[0], self.n)
        check_length("illegal", illegal.shape[0], self.n)
        check_length("done", done.shape[0], self.n)
        check_length("rewards", rewards.shape[0], self.n)
        check_length("a row of rewards", rewards.shape[1], seats)
        check_length("rows", rows.shape[0], self.n)
        check_length("a row of rows", rows.shape[1], row_size(seats))
        with nogil:
            for i in range(self.n):
                t = &self.tables[i]
                illegal[i] = not step_table(t, &self.flow.flow, actions[i])
                wrong += illegal[i]
                if done[i]:
                    done[i] = 0
                    memset(&rewards[i, 0], 0, 8 * self.flow.flow.seats)
                if t.state.phase == PHASE_OVER:
                    done[i] = 1
                    write_game(&rows[i, 0], &t.state, &self.flow.flow, &self.money, self.carried, &t.notes, t.game, 0)
                    memcpy(&rewards[i, 0], &rows[i, sizeof(GameHead)], 8 * self.flow.flow.seats)
                    deal_table(t, &self.flow.flow, self.seed, t.game + <uint64_t>self.n)
        return wrong

    def seats(self, uint8_t[::1] out not None):
        cdef int64_t i
        check_length("out", out.shape[0], self.n)
        for i in range(self.n):
            out[i] = self.tables[i].state.seat

    def games(self, uint64_t[::1] out not None):
        cdef int64_t i
        check_length("out", out.shape[0], self.n)
        for i in range(self.n):
            out[i] = self.tables[i].game

    def masks(self, uint8_t[:, ::1] out not None):
        """Bytes of the first actions, as many as `out` has columns; it is (n, 192) at most."""
        cdef int64_t i
        cdef int n = <int>out.shape[1]
        check_length("out", out.shape[0], self.n)
        if not 0 < out.shape[1] <= 64 * MASK_WORDS:
            raise ValueError(f"a row of out has {out.shape[1]} places; there are {64 * MASK_WORDS} actions at most")
        with nogil:
            for i in range(self.n):
                mask_bytes(&self.tables[i].state, n, &out[i, 0])

    def sample(self, uint64_t key, int64_t[::1] out not None):
        """A legal action of each row, each as likely."""
        cdef int64_t i
        cdef const State* s
        check_length("out", out.shape[0], self.n)
        with nogil:
            for i in range(self.n):
                s = &self.tables[i].state
                out[i] = nth_action(s, drawn_number(key, i, count_actions(s)))

    def choose(self, int player, int64_t[::1] out not None, int64_t start, int64_t stop):
        """What a built-in player does in rows start to stop - 1, as `PackedFlow.simulate` plays it."""
        cdef int64_t i
        check_length("out", out.shape[0], self.n)
        if not 0 <= start <= stop <= self.n:
            raise ValueError(f"there are no rows {start} to {stop}")
        if not 0 <= player < N_PLAYERS:
            raise ValueError(f"there is no player {player}")
        with nogil:
            for i in range(start, stop):
                out[i] = choose_action(
                    &self.tables[i].state, &self.flow.flow, player, stream_key(self.seed, self.tables[i].game)
                )

    def observe(self, uint8_t[:, :, ::1] out not None):
        cdef int64_t i
        check_length("out", out.shape[0], self.n)
        check_length("a row of out", out.shape[1], plane_count(self.flow.flow.seats))
        check_length("a plane of out", out.shape[2], self.flow.flow.kinds)
        with nogil:
            for i in range(self.n):
                write_planes(&self.tables[i].state, &self.flow.flow, &out[i, 0, 0])

    @property
    def planes(self):
        return plane_count(self.flow.flow.seats)

    def position(self, int64_t i):
        """A copy of a row's game."""
        cdef Position other = Position.__new__(Position, self.flow)
        if not 0 <= i < self.n:
            raise IndexError(f"there is no row {i}")
        memcpy(&other.state, &self.tables[i].state, sizeof(State))
        return other
