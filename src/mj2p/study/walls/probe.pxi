# Gives: try_out, the chances of a row counted by playing, in walls that are drawn.
# Needs: types, walk.
# Follows: rulebook section 13: drawing without replacement, each hidden tile as likely.

from mj2p.bits cimport mix


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    """SplitMix64."""
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return mix(state[0])


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
