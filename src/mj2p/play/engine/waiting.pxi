# Gives: build_waiting, a hand that may wait, and how rare it was to build it; still_ready, whether a hand does wait.
# Needs: types, legal, deal.
# Follows: DESIGN "determinize"; rulebook 2 "Wait", 15.11.
#
# Hands that wait are too rare to be met by chance where several players are ready. So one is built of what every such
# hand is made of: sets and a tile, or a pair and two tiles that lack one, or two pairs. Each block is drawn from all
# that the tiles left can make, and the weight of the hand is one over the chance of drawing it in any of the ways.

from mj2p._core cimport call_finishing, call_pushed
from mj2p.bits cimport ctz

cdef enum:
    BLOCK_PUNG = 0
    BLOCK_CHOW = 1
    BLOCK_PAIR = 2
    BLOCK_TILE = 3
    BLOCK_NEXT = 4          # 34, which lacks 2 or 5
    BLOCK_GAP = 5           # 35, which lacks 4
    BLOCKS = 6
    SHAPE_TILE = 0          # what stands beside the sets
    SHAPE_PARTIAL = 1
    SHAPE_PAIRS = 2

# What has been built: copies of each kind that are left, and in the hand
cdef struct Built:
    uint8_t[36] left
    uint8_t[36] hand
    uint8_t[5][2] block     # its sort and its lowest kind
    int n_blocks
    uint64_t key            # a stream of random numbers, and how many have been drawn
    uint64_t at
    double weight


cdef inline int block_size(int sort, int kind) noexcept nogil:
    """How far a block reaches from its lowest kind; 0 where no block of this sort begins there."""
    if sort == BLOCK_PUNG or sort == BLOCK_PAIR or sort == BLOCK_TILE:
        return 1
    if kind >= 27 or kind % 9 > (7 if sort == BLOCK_NEXT else 6):
        return 0
    return 2 if sort == BLOCK_NEXT else 3


cdef inline int block_takes(int sort, int step) noexcept nogil:
    """Copies of its lowest kind (step 0), the next, the one after it."""
    if sort == BLOCK_PUNG:
        return 3
    if sort == BLOCK_PAIR:
        return 2
    return 0 if sort == BLOCK_GAP and step == 1 else 1


cdef inline int ways_to_take(const uint8_t* left, int sort, int kind) noexcept nogil:
    """Of how many different tiles the block can be made."""
    cdef int step, n, ways = 1, size = block_size(sort, kind)
    if size == 0:
        return 0
    if sort == BLOCK_PUNG or sort == BLOCK_PAIR:
        n = left[kind]
        return n * (n - 1) // 2 * (n - 2 if sort == BLOCK_PUNG else 3) // 3
    for step in range(size):
        if block_takes(sort, step):
            ways *= left[kind + step]
    return ways


cdef inline int fits(const uint8_t* counts, int sort, int kind) noexcept nogil:
    """Whether the tiles have such a block."""
    cdef int step, size = block_size(sort, kind)
    for step in range(size):
        if counts[kind + step] < block_takes(sort, step):
            return 0
    return size != 0


cdef inline void move_block(uint8_t* counts, int sort, int kind, int sign) noexcept nogil:
    cdef int step
    for step in range(block_size(sort, kind)):
        counts[kind + step] += <uint8_t>(sign * block_takes(sort, step))


cdef int add_block(Built* b, int first, int second) noexcept nogil:
    """Draw a block of one of two sorts from all that can be made; false where none can."""
    cdef int kind, sort, n = 0, chosen
    for kind in range(34):
        if b.left[kind]:
            n += ways_to_take(b.left, first, kind)
            if second != first:
                n += ways_to_take(b.left, second, kind)
    if n == 0:
        return 0
    b.weight *= n
    chosen = drawn_number(b.key, b.at, n)
    b.at += 1
    for kind in range(34):
        sort = first
        chosen -= ways_to_take(b.left, sort, kind)
        if chosen >= 0 and second != first:
            sort = second
            chosen -= ways_to_take(b.left, sort, kind)
        if chosen < 0:
            break
    move_block(b.left, sort, kind, -1)
    move_block(b.hand, sort, kind, 1)
    b.block[b.n_blocks][0] = <uint8_t>sort
    b.block[b.n_blocks][1] = <uint8_t>kind
    b.n_blocks += 1
    return 1


cdef double ways_to_build(const Built* b, int sets) noexcept nogil:
    """In how many ways these tiles are drawn as these blocks: orders of the sets and of two pairs, and which copy of a
    kind stands in which block."""
    cdef double ways = 1
    cdef int i, j, k, same
    for i in range(2, sets + 1):
        ways *= i
    if b.n_blocks - sets == 2 and b.block[0][0] == b.block[1][0]:
        ways *= 2
    for k in range(34):
        for i in range(2, b.hand[k] + 1):
            ways *= i
    for i in range(b.n_blocks):
        if b.block[i][0] == BLOCK_PUNG:
            ways /= 6
        elif b.block[i][0] == BLOCK_PAIR:
            ways /= 2
        same = 1
        for j in range(i):
            same += b.block[j][0] == b.block[i][0] and b.block[j][1] == b.block[i][1]
        ways /= same
    return ways


cdef int count_builds(uint8_t* counts, int kind, int sort, int shape) noexcept nogil:
    """As how many sets of blocks the tiles can be read, from the lowest kind on; `shape`: what stands beside the sets,
    two bits each for tiles, partial chows and pairs."""
    cdef int n = 0, now
    while kind < 34 and counts[kind] == 0:
        kind += 1
        sort = 0
    if kind >= 34:
        return shape == 1 or shape == (1 << 2 | 1 << 4) or shape == 2 << 4
    for sort in range(sort, BLOCKS):
        now = shape
        if sort >= BLOCK_PAIR:
            now += 1 << 4 if sort == BLOCK_PAIR else 1 if sort == BLOCK_TILE else 1 << 2
            if now != 1 and now != 1 << 2 and now != 1 << 4 and now != (1 << 2 | 1 << 4) and now != 2 << 4:
                continue
        if fits(counts, sort, kind):
            move_block(counts, sort, kind, -1)
            n += count_builds(counts, kind, sort, now)
            move_block(counts, sort, kind, 1)
    return n


cdef int build_waiting(Built* b, int tiles) noexcept nogil:
    """Build a hand of so many tiles (13 less three a meld), and weigh it; false where that has not come off."""
    cdef int i, shape = drawn_number(b.key, b.at, 3), sets = tiles // 3 - (shape != SHAPE_TILE)
    cdef double before = b.weight
    b.at += 1
    b.n_blocks = 0
    memset(b.hand, 0, sizeof(b.hand))
    if sets < 0:
        return 0
    if shape == SHAPE_TILE:
        if not add_block(b, BLOCK_TILE, BLOCK_TILE):
            return 0
    elif not add_block(b, BLOCK_PAIR, BLOCK_PAIR):
        return 0
    elif shape == SHAPE_PAIRS:
        if not add_block(b, BLOCK_PAIR, BLOCK_PAIR):
            return 0
    elif not add_block(b, BLOCK_NEXT, BLOCK_GAP):
        return 0
    for i in range(sets):
        if not add_block(b, BLOCK_PUNG, BLOCK_CHOW):
            return 0
    b.weight /= ways_to_build(b, sets)
    return b.weight > 0 or before == 0


cdef int still_ready(State* s, const Flow* f, int seat, uint64_t key, double* weight) noexcept nogil:
    """Whether a ready hand waits; what for, where wins go by it. Of pairs that may have been pushed out each is as
    likely: the weight is multiplied by their number."""
    cdef int n, k
    cdef uint64_t pairs
    if not is_waiting(s, f, seat):
        return 0
    if not f.play.win_needs_ready:
        return 1
    if not s.pushed[seat]:
        s.waits[seat] = call_finishing(s.counts[seat], s.melds[seat], s.n_melds[seat], f.rules, &s.winds[seat])
        return 1
    pairs = pairs_to_push(s, f, seat)
    if pairs == 0:
        return 0
    n = popcount(pairs)
    weight[0] *= n
    for n in range(drawn_number(key, 400 + seat, n)):
        pairs &= pairs - 1
    k = ctz(pairs)
    call_pushed(s.counts[seat], s.melds[seat], s.n_melds[seat], k, f.rules, &s.winds[seat])
    s.pushed[seat] = <uint8_t>(k + 1)
    s.waits[seat] = <uint64_t>1 << k
    return 1
