# Gives: walk_on, the chances of a row under the discards found best; good_share.
# Needs: types, grow.
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

# What walk goes through: for each hand a row of chances to have it at so many draws done. Where tiles thrown away may
# be missed later, for each link a row too: copies of its kind still hidden, times that chance.
cdef struct Walk:
    double* mass
    double* hidden          # NULL: all live copies are
    uint8_t* reached
    uint32_t n              # hands


cdef void free_walk(Walk* walk) noexcept nogil:
    free(walk.mass)
    free(walk.hidden)
    free(walk.reached)


cdef int begin_walk(const Plan* plan, uint32_t root, Walk* walk) noexcept nogil:
    """False where there is no memory. Pages that no chance reaches are never touched."""
    cdef size_t n_links = plan.hands[root].first + plan.hands[root].n
    walk.n = root + 1
    walk.mass = <double*>malloc(sizeof(double) * plan.stride * walk.n)
    walk.reached = <uint8_t*>calloc(walk.n, 1)
    walk.hidden = NULL
    if plan.hands[root].key.hand[0] & EXCHANGE and not plan.by_tile:
        walk.hidden = <double*>malloc(sizeof(double) * plan.stride * (n_links + 1))
        if walk.hidden == NULL:
            return 0
    return walk.mass != NULL and walk.reached != NULL


cdef inline void reach_hand(const Plan* plan, Walk* walk, uint32_t number) noexcept nogil:
    cdef const Waiting* hand = &plan.hands[number]
    cdef size_t size = sizeof(double) * plan.stride
    if not walk.reached[number]:
        walk.reached[number] = 1
        memset(&walk.mass[<size_t>plan.stride * number], 0, size)
        if walk.hidden != NULL:
            memset(&walk.hidden[<size_t>plan.stride * hand.first], 0, size * hand.n)


cdef inline void pass_hidden(
    const Plan* plan, Walk* walk, const Waiting* hand, int drawn, int t, double part, double here, const Waiting* then
) noexcept nogil:
    """What is hidden of the kinds of the next hand, all of them kinds of this one: as before, less the tile drawn.

    That one of c copies, each hidden with chance q, was drawn leaves (c - 1) q hidden.
    """
    cdef int i = 0, j
    cdef const Link* link
    cdef double left
    for j in range(then.n):
        link = &plan.links[then.first + j]
        while i < hand.n and plan.links[hand.first + i].kind < link.kind:
            i += 1
        if i < hand.n and plan.links[hand.first + i].kind == link.kind:
            left = walk.hidden[<size_t>plan.stride * (hand.first + i) + t] / here
            if i == drawn:
                left *= 1 - 1.0 / plan.links[hand.first + i].live
            walk.hidden[<size_t>plan.stride * (then.first + j) + t + 1] += part * left


cdef void walk_from(const Plan* plan, Walk* walk, uint32_t number, int t, Chances* chances) noexcept nogil:
    """Go on from a hand, t draws done."""
    cdef const Waiting* hand = &plan.hands[number]
    cdef const Waiting* next_hand
    cdef const Link* link
    cdef double[KINDS_MOST] parts
    cdef double here = walk.mass[<size_t>plan.stride * number + t], stay = here, kept
    cdef double* hidden
    cdef uint32_t then
    cdef uint64_t thrown = 0
    cdef int i
    for i in range(hand.n):
        link = &plan.links[hand.first + i]
        parts[i] = here * link.live
        if walk.hidden != NULL:
            parts[i] = walk.hidden[<size_t>plan.stride * (hand.first + i) + t]
        parts[i] *= plan.share[plan.unseen - t]
        if link.wins:
            chances.won[t] += parts[i]
            chances.fans += parts[i] * plan.wins[link.draw].fans
            chances.points += parts[i] * plan.wins[link.draw].points
            stay -= parts[i]
            continue
        then = hand_after(plan, link, number, t + 1)
        if then == number:
            thrown |= <uint64_t>1 << i
            continue
        stay -= parts[i]
        reach_hand(plan, walk, then)
        walk.mass[<size_t>plan.stride * then + t + 1] += parts[i]
        next_hand = &plan.hands[then]
        if walk.hidden != NULL:
            pass_hidden(plan, walk, hand, i, t, parts[i], here, next_hand)
        if hand.distance > 0 and next_hand.distance == 0:
            chances.ready[t] += parts[i]
    stay = max(stay, 0)
    walk.mass[<size_t>plan.stride * number + t + 1] += stay
    if walk.hidden == NULL:
        return
    kept = 1 - stay / here
    for i in range(hand.n):
        hidden = &walk.hidden[<size_t>plan.stride * (hand.first + i) + t]
        if thrown >> i & 1:
            hidden[1] += max(hidden[0] * (1 - kept) - parts[i], 0)
        else:  # of c copies with chance q one drawn: 1 + (c - 1) q there were
            stay = hidden[0] / here
            stay = parts[i] * (1 + stay - stay / plan.links[hand.first + i].live)
            hidden[1] += max(hidden[0] * (1 - kept + parts[i] / here) - stay, 0)


cdef void walk_on(const Plan* plan, uint32_t root, Walk* walk, Chances* chances) noexcept nogil:
    """From hand to hand under the discards found best: every successor has a smaller number."""
    cdef const Waiting* hand = &plan.hands[root]
    cdef int64_t number
    cdef int t, i
    reach_hand(plan, walk, root)
    walk.mass[<size_t>plan.stride * root] = 1
    if walk.hidden != NULL:
        for i in range(hand.n):
            walk.hidden[<size_t>plan.stride * (hand.first + i)] = plan.links[hand.first + i].live
    for number in range(root, -1, -1):
        if walk.reached[number]:
            for t in range(plan.draws):
                if walk.mass[<size_t>plan.stride * number + t] > 0:
                    walk_from(plan, walk, <uint32_t>number, t, chances)


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
