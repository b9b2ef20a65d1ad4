# Gives: worth_of and items_of, who owes whom how many units and why; pay_items, whole amounts within the limits.
# Needs: types.
# Follows: rulebook 6-9 "Settlement", 11 "Kong payments"; DESIGN "Payment order".
#
# The one place that says what is owed. Nobody pays more than he has or brings another above 2^53, so amounts that are
# cut off at 2^63 - 1 are paid exactly; `settlement.settle`, of which pay_items is the compiled twin, cuts nothing off.

from mj2p._core cimport call_score
from mj2p.codes cimport (
    BY_DISCARD, BY_FLOWERS, BY_LEFT, BY_ROBBED_KONG, BY_SELF_DRAW, FACTOR_DEALER, FACTOR_DECLINED, FACTOR_DISCARDER,
    FACTOR_DOUBLE, FACTOR_FANS, FACTOR_OPEN, FACTOR_POINTS, FACTOR_READY, FACTOR_SELF_DRAW, FACTOR_STEPS,
    MELD_CONCEALED_KONG, NO_SEAT, NO_TILE, REASON_CONCEALED_KONG, REASON_DEALT_MELD, REASON_FORFEIT,
    REASON_MELDED_KONG, REASON_WIN, is_dealt, meld_kind, meld_type,
)
from mj2p.rules.catalogue cimport FAN_EIGHT_IMMORTALS, FAN_HEAVENLY_HAND
from mj2p.rules.settings cimport LIMIT_BOTH, UNIT_STEPS
from mj2p.scoring.kernel.types cimport Result


cdef extern from *:
    """
    static inline int64_t mj2p_times(int64_t a, int64_t b) {
        int64_t product;
        return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
    }
    """
    int64_t times "mj2p_times" (int64_t a, int64_t b) noexcept nogil  # of what is not negative

cdef enum:
    MOST_ITEMS = 64         # three payers a win and a kong
    MOST_FACTORS = 8
    FLOWER_POINTS = 8       # of a flower win of section 9, and nothing else with it

# base^times, by its name
cdef struct Power:
    int64_t base
    int32_t times
    int32_t factor

# What is owed for one reason; where there are factors the units are their product
cdef struct Item:
    int64_t units
    int64_t paid
    uint8_t reason
    uint8_t payer
    uint8_t payee
    uint8_t n_factors
    Power[MOST_FACTORS] factors

# What a hand was worth, before anything is paid
cdef struct Worth:
    uint64_t fans[2]
    int64_t multiplier      # of all factors but the fans
    int32_t total           # after a cap on the total
    int32_t points          # after a cap on points; of a forfeit its points
    uint8_t wait
    Item won                # as everybody owes it


cdef int64_t power(int64_t factor, int n) noexcept nogil:
    cdef int64_t product = 1
    for _ in range(n):
        product = times(product, factor)
    return product


cdef inline void multiply(Item* item, int factor, int64_t base, int n) noexcept nogil:
    """One factor more, where it is one."""
    if base == 1 or n == 0:
        return
    item.factors[item.n_factors].base, item.factors[item.n_factors].times = base, n
    item.factors[item.n_factors].factor = factor
    item.n_factors += 1
    item.units = times(item.units, power(base, n))


cdef void worth_of(const State* s, const Flow* f, const Money* money, Worth* worth) noexcept nogil:
    """The total and the factors of the hand that was won."""
    cdef Item* won = &worth.won
    cdef int robbed
    worth.fans[0] = worth.fans[1] = 0
    worth.multiplier = 1
    worth.total = worth.points = worth.wait = 0
    if s.winner == NO_SEAT:
        return
    won.reason, won.units, won.n_factors = REASON_WIN, 1, 1
    won.factors[0].times = 1
    if s.by == BY_LEFT:
        won.reason, won.factors[0].factor = REASON_FORFEIT, FACTOR_POINTS
        won.units = won.factors[0].base = worth.points = money.settlement.forfeit
        return
    score_won(s, f, money, worth)
    robbed = s.by == BY_FLOWERS and s.win_tile != NO_TILE and s.win_tile >= FLOWER  # 七抢一
    multiply(won, FACTOR_OPEN, money.settlement.open_factor, number_of(s.open))
    multiply(won, FACTOR_DOUBLE, money.settlement.doubling_factor, number_of(s.doubled))
    multiply(won, FACTOR_READY, money.settlement.ready_factor, s.ready[s.winner] != 0)
    multiply(won, FACTOR_DECLINED, money.settlement.declining_factor, s.declined[s.winner])
    multiply(
        won, FACTOR_SELF_DRAW, money.settlement.self_draw_factor,
        s.by == BY_SELF_DRAW or (s.by == BY_FLOWERS and not robbed),
    )
    worth.multiplier = won.units
    if f.rules.scoring.unit == UNIT_STEPS:
        won.factors[0].base, won.factors[0].times, won.factors[0].factor = 2, worth.points, FACTOR_STEPS
        won.units = worth.multiplier = times(won.units, power(2, worth.points))
    else:
        won.factors[0].base, won.factors[0].factor = worth.points, FACTOR_FANS
        won.units = times(worth.points, won.units)


cdef void score_won(const State* s, const Flow* f, const Money* money, Worth* worth) noexcept nogil:
    """Fans, wait, total and points of the winner's hand, or of a flower win in which none is shown."""
    cdef Result result
    if not is_empty(s.row, f):
        call_score(s.row, f.rules, &result)
        worth.fans[0], worth.fans[1] = result.best.fans[0], result.best.fans[1]
        worth.wait = result.reading.wait
        worth.total = <int32_t>min(result.best.value, <int64_t>f.rules.cap_total)
    else:
        worth.total = FLOWER_POINTS
        if f.immortals:
            worth.fans[<int>FAN_EIGHT_IMMORTALS >> 6] |= <uint64_t>1 << (<int>FAN_EIGHT_IMMORTALS & 63)
            worth.total = f.rules.values[<int>FAN_EIGHT_IMMORTALS]
        worth.total = min(worth.total, f.rules.cap_total)
    worth.points = min(worth.total, f.rules.scoring.cap_points) if f.rules.scoring.cap_points else worth.total


cdef int is_empty(const uint8_t* row, const Flow* f) noexcept nogil:
    """Whether there is no winning hand in the row."""
    cdef int k
    for k in range(f.kinds):
        if row[k]:
            return 0
    return 1


cdef inline int is_dear(const Flow* f, int kind) noexcept nogil:
    """一条, 一饼 and the dragons."""
    return kind >= f.kinds - 3 or (f.kinds == 34 and (kind == 9 or kind == 18))


cdef inline int number_of(const uint8_t* seats) noexcept nogil:
    """Of all seats together."""
    return seats[0] + seats[1] + seats[2] + seats[3]


cdef inline void copy_item(const Item* item, Item* out) noexcept nogil:
    """The factors that there are, and no more."""
    memcpy(out, item, sizeof(Item) - sizeof(item.factors))
    memcpy(out.factors, item.factors, item.n_factors * sizeof(Power))


cdef int items_of(const State* s, const Flow* f, const Money* money, const Worth* worth, Item* items) noexcept nogil:
    """The win, then the kongs in their order, each from all others in the order of play; how many items."""
    cdef int i, n = 0, payer, kind, concealed, reason
    cdef int64_t units
    if s.winner != NO_SEAT:
        payer = next_seat(f, s.winner)
        while payer != s.winner:
            copy_item(&worth.won, &items[n])
            items[n].payer, items[n].payee = <uint8_t>payer, s.winner
            add_payers(s, money, worth, &items[n])
            n += 1
            payer = next_seat(f, payer)
    if money.settlement.kong_payments:
        for i in range(s.n_kongs):
            kind, concealed = meld_kind(s.kong_meld[i]), meld_type(s.kong_meld[i]) == MELD_CONCEALED_KONG
            if is_dealt(kind):
                reason, units = REASON_DEALT_MELD, 1
            else:
                reason = REASON_CONCEALED_KONG if concealed else REASON_MELDED_KONG
                units = (1 + concealed) * (1 + is_dear(f, kind))
            payer = next_seat(f, s.kong_seat[i])
            while payer != s.kong_seat[i]:
                items[n].reason, items[n].units, items[n].n_factors = <uint8_t>reason, units, 0
                items[n].payer, items[n].payee = <uint8_t>payer, s.kong_seat[i]
                n += 1
                payer = next_seat(f, payer)
    return n


cdef inline void add_payers(const State* s, const Money* money, const Worth* worth, Item* item) noexcept nogil:
    """What this payer pays more: to or as the dealer, and as a discarder who is not ready. 天胡 knows no other factor."""
    cdef int payer = item.payer
    if item.reason == REASON_FORFEIT or worth.fans[1] >> (<int>FAN_HEAVENLY_HAND - 64) & 1:
        return
    multiply(item, FACTOR_DEALER, money.settlement.dealer_factor, payer == s.dealer or s.winner == s.dealer)
    if (s.by == BY_DISCARD or s.by == BY_ROBBED_KONG) and payer == s.turn and not s.ready[payer]:
        multiply(item, FACTOR_DISCARDER, money.settlement.discarder_factor, 1)


cdef int64_t pay_items(
    Item* items, int n, const Money* money, const int64_t* balances, int64_t* left, int seats
) noexcept nogil:
    """Everybody's fee, then the items in their order: what is `left` of the balances; gives what the house has got."""
    cdef int i, won
    cdef int64_t due, part, house = 0
    for i in range(seats):
        part = min(money.settlement.fee, balances[i])
        left[i] = balances[i] - part
        house += part
    for i in range(n):
        due = times(items[i].units, money.base)
        won = items[i].reason == REASON_WIN or items[i].reason == REASON_FORFEIT
        if won and money.settlement.limit == LIMIT_BOTH:
            due = min(due, balances[items[i].payer], balances[items[i].payee])
        due = min(due, left[items[i].payer], (<int64_t>1 << 53) - left[items[i].payee])
        items[i].paid = due
        left[items[i].payer] -= due
        left[items[i].payee] += due
        if won and money.settlement.rake:
            part = due * money.settlement.rake // 100
            left[items[i].payee] -= part
            house += part
    return house
