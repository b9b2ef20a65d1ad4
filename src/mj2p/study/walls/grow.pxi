# Gives: grow_hand, which adds a hand to a plan with all that play can make of it, and what each is worth.
# Needs: types.
# Follows: rulebook sections 2, 13. Straight play is exact: see docs/study.md, "Why straight play is exact".

from mj2p._core cimport call_pattern_fans, call_score
from mj2p.bits cimport ctz
from mj2p.codes cimport AT_WIN, STATUS_WIN
from mj2p.scoring._distance cimport distance_within, useful_within
from mj2p.scoring.kernel.types cimport Result

cdef extern from *:
    """
    #define EXCHANGE ((uint64_t)1 << 63)        /* in a key: one exchange is left */
    #define ALL_KINDS (((uint64_t)1 << 34) - 1)
    #define KEPT 48                             /* in a draw's key: the kind drawn, which is kept */
    #define DEARER 1e-13                        /* of equal chances the dearer hand */
    """
    const uint64_t EXCHANGE
    const uint64_t ALL_KINDS
    const int KEPT
    const double DEARER


cdef int see_win(Plan* plan, int kind, Win* win) noexcept nogil:
    """Score the hand as it stands, won by drawing the kind; false where that is below the minimum."""
    cdef Result result
    cdef int64_t fans
    memcpy(plan.row, plan.hand, plan.kinds)
    plan.row[plan.kinds + AT_WIN] = kind
    call_score(plan.row, plan.rules, &result)
    if result.status != STATUS_WIN or call_pattern_fans(&result, plan.rules) < plan.minimum:
        return 0
    fans = min(result.best.value, plan.rules.cap_total)
    win.fans = fans
    win.points = fans if plan.cap_points == 0 else min(fans, plan.cap_points)
    if plan.in_steps:
        win.points = 1 << fans
    win.worth = win.points if plan.for_points else 1 + DEARER * win.points
    return 1


cdef inline int is_kept(const Plan* plan, const Link* link, uint32_t own, int t) noexcept nogil:
    """Whether the tile of a draw that does not win is kept, t draws done: it is where the distance is less for it."""
    cdef uint32_t stay = own if link.stay == NOWHERE else link.stay
    if link.draw == NOWHERE:
        return 0
    return link.lowers or plan.best[<size_t>plan.stride * link.draw + t] > plan.worth[<size_t>plan.stride * stay + t]


cdef inline void add_row(double* sum, double times, const double* row, int n) noexcept nogil:
    """n: a multiple of four."""
    cdef int t
    for t in range(n & ~3):
        sum[t] += times * row[t]


cdef inline void keep_most(double* most, const double* row, int n) noexcept nogil:
    cdef int t
    for t in range(n & ~3):
        most[t] = most[t] if most[t] > row[t] else row[t]


cdef void value_hand(Plan* plan, uint32_t number) noexcept nogil:
    """The worth of a hand at each time, the last first: of N - t hidden tiles each is as likely to come."""
    cdef const Waiting* hand = &plan.hands[number]
    cdef const Link* links = &plan.links[hand.first]
    cdef double* worth = &plan.worth[<size_t>plan.stride * number]
    cdef double won = 0
    cdef int t, i, hidden, live, kept, straight = 1
    memset(worth, 0, sizeof(double) * plan.stride)
    if hand.n == 0:
        return
    for i in range(hand.n):
        if links[i].wins:
            won += links[i].live * plan.wins[links[i].draw].worth
        elif links[i].lowers:
            add_row(worth, links[i].live, &plan.best[<size_t>plan.stride * links[i].draw], plan.stride)
        else:
            straight = 0
    for t in range(plan.draws):
        worth[t] = worth[t + 1] + won
    worth[plan.draws] = 0
    for t in range(plan.draws - 1, -1, -1):
        live = hand.n_live
        for i in range(0 if straight else hand.n):
            if links[i].lowers:
                continue
            kept = is_kept(plan, &links[i], number, t + 1)
            if kept:
                worth[t] += links[i].live * plan.best[<size_t>plan.stride * links[i].draw + t + 1]
            elif links[i].stay != NOWHERE:
                worth[t] += links[i].live * plan.worth[<size_t>plan.stride * links[i].stay + t + 1]
            if kept and links[i].stay == NOWHERE:
                live += links[i].live
        hidden = max(plan.unseen - t, live)
        worth[t] = (worth[t] + (hidden - live) * worth[t + 1]) * plan.share[hidden]


cdef uint32_t grow_draw(Plan* plan, Key key, int target, uint64_t loose) noexcept nogil:
    """The number of the hand with a tile drawn: of the loose kinds all discards that leave the target distance."""
    cdef uint32_t[KINDS_MOST] choices
    cdef uint32_t number = find_number(plan, &key, DRAW_BIT), choice
    cdef Key left
    cdef Draw* draw
    cdef double* best
    cdef uint64_t chosen = 0, kept = <uint64_t>1 << (key.hand[1] >> KEPT) >> 1
    cdef int kind, distance, n = 0
    if number != NOWHERE:
        return number
    loose &= ~kept
    while loose:
        kind = ctz(loose)
        loose &= loose - 1
        if plan.hand[kind]:
            plan.hand[kind] -= 1
            distance = distance_within(
                plan.hand, plan.limits, plan.n_melds, plan.rules.nsuits, plan.rules.scoring.forms
            )
            if distance == target:
                chosen |= <uint64_t>1 << kind
            plan.hand[kind] += 1
    loose = chosen
    while loose:
        kind = ctz(loose)
        loose &= loose - 1
        left = key
        left.hand[1] &= (<uint64_t>1 << KEPT) - 1
        add_tile(left.hand, kind, -1)
        plan.hand[kind] -= 1
        choices[n] = grow_hand(plan, left, chosen | kept)
        plan.hand[kind] += 1
        n += 1
    if n == 0 or not has_room(plan, 0, n):
        return NOWHERE
    number = plan.n_drawn
    draw = &plan.drawn[number]
    draw.key = key
    draw.n = n
    draw.first = plan.n_choices
    memcpy(&plan.choices[draw.first], choices, n * sizeof(uint32_t))
    best = &plan.best[<size_t>plan.stride * number]
    memset(best, 0, sizeof(double) * plan.stride)
    for choice in choices[:n]:
        keep_most(best, &plan.worth[<size_t>plan.stride * choice], plan.stride)
    plan.n_choices += n
    plan.n_drawn += 1
    put_number(plan, &draw.key, (number + 1) | DRAW_BIT)
    return number


cdef uint32_t grow_hand(Plan* plan, Key key, uint64_t loose) noexcept nogil:
    """The number of a hand, with its links and worths; nonsense where the plan's status is not GREW.

    `loose`: kinds that may be discarded after a draw that lowers the distance. They are among those of the draw before:
    what no nearest complete hand has a use for then, none has a use for now.
    """
    cdef Link[KINDS_MOST] links
    cdef Win[KINDS_MOST] wins
    cdef Link* link
    cdef Waiting* hand
    cdef Key drawn
    cdef uint32_t number = find_number(plan, &key, 0)
    cdef int kind, distance, n = 0, n_live = 0, n_wins = 0
    cdef int exchange = key.hand[0] >> 63
    cdef uint64_t useful
    if number != NOWHERE or plan.status != GREW:
        return number
    useful = useful_within(
        plan.hand, plan.limits, plan.n_melds, plan.rules.nsuits, plan.rules.scoring.forms, &distance
    )
    for kind in range(plan.kinds):
        if plan.wall[kind] == 0 or distance > plan.draws or not (useful >> kind & 1 or exchange):
            continue
        link = &links[n]
        memset(link, 0, sizeof(Link))
        link.draw = link.stay = NOWHERE
        link.kind = kind
        link.live = plan.wall[kind]
        link.lowers = useful >> kind & 1
        drawn = key
        add_tile(drawn.hand, kind, 1)
        add_tile(drawn.wall, kind, -1)
        plan.hand[kind] += 1
        plan.wall[kind] -= 1
        if link.lowers and distance == 0:
            link.wins = link.lowers = see_win(plan, kind, &wins[n_wins])
            if link.wins:
                link.draw = n_wins
                n_wins += 1
        elif link.lowers:
            link.draw = grow_draw(plan, drawn, distance - 1, loose)
        if exchange and not link.lowers:
            drawn.hand[0] &= ~EXCHANGE
            drawn.hand[1] |= <uint64_t>(kind + 1) << KEPT
            link.draw = grow_draw(plan, drawn, distance, ALL_KINDS)
        plan.hand[kind] -= 1
        if exchange and not link.lowers and plan.by_tile:
            drawn = key
            add_tile(drawn.wall, kind, -1)
            link.stay = grow_hand(plan, drawn, loose)
        plan.wall[kind] += 1
        if link.lowers or link.draw != NOWHERE or link.stay != NOWHERE:
            n += 1
            if link.lowers or link.stay != NOWHERE:
                n_live += link.live
    if not has_room(plan, KINDS_MOST, 0):
        return NOWHERE
    number = plan.n_hands
    hand = &plan.hands[number]
    hand.key = key
    hand.n = n
    hand.n_live = n_live
    hand.distance = distance
    hand.first = plan.n_links
    memcpy(&plan.links[hand.first], links, n * sizeof(Link))
    for kind in range(n if n_wins else 0):
        if links[kind].wins:
            plan.links[hand.first + kind].draw += plan.n_wins
    memcpy(&plan.wins[plan.n_wins], wins, n_wins * sizeof(Win))
    plan.n_wins += n_wins
    plan.n_links += n
    plan.n_hands += 1
    value_hand(plan, number)
    put_number(plan, &hand.key, number + 1)
    return number


cdef uint32_t grow_row(Plan* plan, int kind, int wide) noexcept nogil:
    """The hand that the discard of a kind leaves; NOWHERE where the status says why not."""
    cdef Key key
    cdef int k
    memset(&key, 0, sizeof(Key))
    for k in range(plan.kinds):
        add_tile(key.hand, k, plan.hand[k] - (k == kind))
        add_tile(key.wall, k, plan.wall[k])
    if wide:
        key.hand[0] |= EXCHANGE
    plan.hand[kind] -= 1
    k = grow_hand(plan, key, ALL_KINDS)
    plan.hand[kind] += 1
    return k if plan.status == GREW else NOWHERE
