# Gives: items_of, who owes whom how many units and why; pay_items, whole amounts within the limits.
# Needs: types.
# Follows: rulebook 6-9 "Settlement", 11 "Kong payments"; DESIGN "Payment order".
#
# Amounts are cut off at 2^63 - 1. Nobody pays more than he has or brings another above 2^53: what is paid is exact.

cdef extern from *:
    """
    static inline int64_t mj2p_times(int64_t a, int64_t b) {
        int64_t product;
        return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
    }
    """
    int64_t times "mj2p_times" (int64_t a, int64_t b) noexcept nogil  # of what is not negative

cdef enum:
    ITEM_WIN = 0
    ITEM_MELDED_KONG = 1
    ITEM_CONCEALED_KONG = 2
    ITEM_DEALT_MELD = 3
    MOST_ITEMS = 64         # three payers a win and a kong
    FLOWER_POINTS = 8       # of a flower win of section 9, and nothing else with it

cdef struct Item:
    int64_t units
    int64_t paid
    uint8_t reason
    uint8_t payer
    uint8_t payee

# What a hand was worth, before anything is paid
cdef struct Worth:
    uint64_t fans[2]
    int64_t multiplier
    int32_t total           # after a cap on the total
    int32_t points          # after a cap on points
    uint8_t wait


cdef int64_t power(int64_t factor, int n) noexcept nogil:
    cdef int64_t product = 1
    for _ in range(n):
        product = times(product, factor)
    return product


cdef void worth_of(const State* s, const Flow* f, const Money* money, Worth* worth) noexcept nogil:
    """The total and the factors of the hand that was won."""
    cdef Result result
    cdef int robbed
    memset(worth, 0, sizeof(Worth))
    worth.multiplier = 1
    if s.winner == NO_SEAT:
        return
    if is_empty(s.row, f):  # a flower win, the hand not shown
        if f.immortals:
            worth.fans[<int>FAN_EIGHT_IMMORTALS >> 6] |= <uint64_t>1 << (<int>FAN_EIGHT_IMMORTALS & 63)
            worth.total = f.rules.values[<int>FAN_EIGHT_IMMORTALS]
        else:
            worth.total = FLOWER_POINTS
        worth.total = min(worth.total, f.rules.cap_total)
    else:
        call_score(s.row, f.rules, &result)
        worth.fans[0], worth.fans[1] = result.best.fans[0], result.best.fans[1]
        worth.wait = result.reading.wait
        worth.total = <int32_t>min(result.best.value, <int64_t>f.rules.cap_total)
    worth.points = min(worth.total, money.cap_points) if money.cap_points else worth.total
    robbed = s.by == BY_FLOWERS and s.win_tile != NO_TILE and s.win_tile >= FLOWER  # 七抢一
    worth.multiplier = times(power(money.open_factor, number_of(s.open)),
                             power(money.doubling_factor, number_of(s.doubled)))
    worth.multiplier = times(worth.multiplier, power(money.declining_factor, s.declined[s.winner]))
    if s.ready[s.winner]:
        worth.multiplier = times(worth.multiplier, money.ready_factor)
    if s.by == BY_SELF_DRAW or (s.by == BY_FLOWERS and not robbed):
        worth.multiplier = times(worth.multiplier, money.self_draw_factor)
    if money.steps:
        worth.multiplier = times(worth.multiplier, power(2, worth.points))


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


cdef int64_t payer_factor(const State* s, const Money* money, const Worth* worth, int payer) noexcept nogil:
    """What one payer pays more: to or as the dealer, and as a discarder who is not ready. 天胡 knows no other factor."""
    cdef int64_t factor = 1
    if worth.fans[1] >> (<int>FAN_HEAVENLY_HAND - 64) & 1:
        return 1
    if payer == s.dealer or s.winner == s.dealer:
        factor = money.dealer_factor
    if (s.by == BY_DISCARD or s.by == BY_ROBBED_KONG) and payer == s.turn and not s.ready[payer]:
        factor *= money.discarder_factor
    return factor


cdef int items_of(const State* s, const Flow* f, const Money* money, const Worth* worth, Item* items) noexcept nogil:
    """The win, then the kongs in their order, each from all others in the order of play; how many items."""
    cdef int i, n = 0, payer, kind, concealed, reason
    cdef int64_t units
    if s.winner != NO_SEAT:
        units = worth.multiplier if money.steps else times(worth.points, worth.multiplier)
        payer = next_seat(f, s.winner)
        while payer != s.winner:
            n = add_item(items, n, ITEM_WIN, payer, s.winner, times(units, payer_factor(s, money, worth, payer)))
            payer = next_seat(f, payer)
    if money.kong_payments:
        for i in range(s.n_kongs):
            kind, concealed = meld_kind(s.kong_meld[i]), meld_type(s.kong_meld[i]) == MELD_CONCEALED_KONG
            if is_dealt(kind):
                reason, units = ITEM_DEALT_MELD, 1
            else:
                reason = ITEM_CONCEALED_KONG if concealed else ITEM_MELDED_KONG
                units = (1 + concealed) * (1 + is_dear(f, kind))
            payer = next_seat(f, s.kong_seat[i])
            while payer != s.kong_seat[i]:
                n = add_item(items, n, reason, payer, s.kong_seat[i], units)
                payer = next_seat(f, payer)
    return n


cdef inline int add_item(Item* items, int n, int reason, int payer, int payee, int64_t units) noexcept nogil:
    items[n].reason, items[n].payer, items[n].payee = <uint8_t>reason, <uint8_t>payer, <uint8_t>payee
    items[n].units = units
    return n + 1


cdef int64_t pay_items(
    Item* items, int n, const Money* money, const int64_t* balances, int64_t* left, int seats
) noexcept nogil:
    """Everybody's fee, then the items in their order: what is `left` of the balances; gives what the house has got."""
    cdef int i
    cdef int64_t due, part, house = 0
    for i in range(seats):
        part = min(money.fee, balances[i])
        left[i] = balances[i] - part
        house += part
    for i in range(n):
        due = times(items[i].units, money.base)
        if items[i].reason == ITEM_WIN and money.both:
            due = min(due, balances[items[i].payer], balances[items[i].payee])
        due = min(due, left[items[i].payer], (<int64_t>1 << 53) - left[items[i].payee])
        items[i].paid = due
        left[items[i].payer] -= due
        left[items[i].payee] += due
        if items[i].reason == ITEM_WIN and money.rake:
            part = due * money.rake // 100
            left[items[i].payee] -= part
            house += part
    return house
