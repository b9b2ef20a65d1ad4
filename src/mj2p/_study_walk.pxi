# Gives: walk, the chances of a row under the discards found best; good_share; try_out, the same by playing walls out.
# Needs: _study_types, _study_grow.
# Follows: rulebook section 13: drawing without replacement, each hidden tile as likely.


cdef inline uint32_t hand_after(const Plan* plan, const Link* link, uint32_t own, int t) noexcept nogil:
    """The hand kept after a draw that does not win, t draws done."""
    cdef const Draw* draw
    cdef double best
    cdef int i
    if is_kept(plan, link, own, t):
        draw = &plan.drawn[link.draw]
        best = plan.best[<size_t>plan.stride * link.draw + t]
        for i in range(draw.n):
            if plan.worth[<size_t>plan.stride * plan.choices[draw.first + i] + t] == best:
                return plan.choices[draw.first + i]
    return own if link.stay == NOWHERE else link.stay


cdef struct Chances:
    double* ready           # first ready at each draw; ready from the start is not among them
    double* won             # won at each draw
    double fans
    double points


cdef void walk(const Plan* plan, uint32_t root, Chances* chances, double* mass, uint8_t* reached) noexcept nogil:
    """From hand to hand: every successor has a smaller number. `mass`: a row a hand; `reached` is all 0."""
    cdef size_t at = plan.stride
    cdef const Waiting* hand
    cdef const Link* link
    cdef int64_t number
    cdef uint32_t then
    cdef double here, part
    cdef int t, i, hidden, live
    reached[root] = 1
    memset(&mass[at * root], 0, at * sizeof(double))
    mass[at * root] = 1
    for number in range(root, -1, -1):
        if not reached[number]:
            continue
        hand = &plan.hands[number]
        for t in range(plan.draws):
            here = mass[at * number + t]
            if here == 0:
                continue
            live = hand.n_live
            for i in range(hand.n):
                link = &plan.links[hand.first + i]
                if not link.lowers and link.stay == NOWHERE and is_kept(plan, link, <uint32_t>number, t + 1):
                    live += link.live
            hidden = max(plan.unseen - t, live)
            for i in range(hand.n):
                link = &plan.links[hand.first + i]
                part = here * link.live * plan.share[hidden]
                if link.wins:
                    chances.won[t] += part
                    chances.fans += part * plan.wins[link.draw].fans
                    chances.points += part * plan.wins[link.draw].points
                    continue
                then = hand_after(plan, link, <uint32_t>number, t + 1)
                if then == number:
                    continue
                if not reached[then]:
                    reached[then] = 1
                    memset(&mass[at * then], 0, at * sizeof(double))
                mass[at * then + t + 1] += part
                if hand.distance > 0 and plan.hands[then].distance == 0:
                    chances.ready[t] += part
            mass[at * number + t + 1] += here * (hidden - live) * plan.share[hidden]


cdef int winning_copies(const Plan* plan, uint32_t number) noexcept nogil:
    """Live copies that win."""
    cdef const Waiting* hand = &plan.hands[number]
    cdef int i, live = 0
    for i in range(hand.n):
        if plan.links[hand.first + i].wins:
            live += plan.links[hand.first + i].live
    return live


cdef double good_share(const Plan* plan, uint32_t root) noexcept nogil:
    """Of the draws that make a hand ready, the share after which some discard leaves a good wait; -1: not near enough.

    A good wait is more than four live copies, so two kinds at least. A ready hand has one or has not: 1 or 0.
    """
    cdef const Waiting* hand = &plan.hands[root]
    cdef const Link* link
    cdef const Draw* draw
    cdef int i, j, live = 0, good = 0
    if hand.distance == 0:
        return winning_copies(plan, root) > 4
    if hand.distance != 1:
        return -1
    for i in range(hand.n):
        link = &plan.links[hand.first + i]
        if not link.lowers:
            continue
        live += link.live
        draw = &plan.drawn[link.draw]
        for j in range(draw.n):
            if winning_copies(plan, plan.choices[draw.first + j]) > 4:
                good += link.live
                break
    return <double>good / live if live else 0


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    """SplitMix64."""
    cdef uint64_t x
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    x = state[0]
    x = (x ^ x >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ x >> 27) * <uint64_t>0x94D049BB133111EB
    return x ^ x >> 31


cdef void try_out(const Plan* plan, uint32_t root, uint64_t seed, int64_t runs, Chances* counts) noexcept nogil:
    """Play so many walls by the plan, tiles thrown away and all, and count."""
    cdef uint8_t[KINDS_MOST] wall
    cdef const Waiting* hand
    cdef const Link* link
    cdef uint32_t number, then
    cdef int64_t run
    cdef int t, i, kind, at
    for run in range(runs):
        memcpy(wall, plan.wall, plan.kinds)
        number = root
        for t in range(plan.draws):
            at = (next_random(&seed) >> 32) * (plan.unseen - t) >> 32
            kind = 0
            while at >= wall[kind]:
                at -= wall[kind]
                kind += 1
            wall[kind] -= 1
            hand = &plan.hands[number]
            link = NULL
            for i in range(hand.n):
                if plan.links[hand.first + i].kind == kind:
                    link = &plan.links[hand.first + i]
            if link == NULL:
                continue
            if link.wins:
                counts.won[t] += 1
                counts.fans += plan.wins[link.draw].fans
                counts.points += plan.wins[link.draw].points
                break
            then = hand_after(plan, link, number, t + 1)
            if hand.distance > 0 and plan.hands[then].distance == 0:
                counts.ready[t] += 1
            number = then
