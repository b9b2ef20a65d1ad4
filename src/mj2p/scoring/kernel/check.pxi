# Gives: read_hand, a row of bytes -> a checked Hand or the status that says what is wrong with it.
# Needs: match.
# Follows: rulebook section 2 "Invalid"; the order of the tests is the order of the kinds of error (DESIGN 2).

from mj2p.bits cimport byte_sum, load8
from mj2p.codes cimport (
    AT_FLOWERS, AT_ROUND_WIND, AT_SEAT_WIND, AT_SITUATION, AT_WIN, DEALT_NINES, DEALT_ONES, DEALT_WINDS, HONORS, MARKED,
    MELD_CHOW, MELD_CONCEALED_KONG, MELD_KONG, SITUATIONS, SIT_DEALER, SIT_EARTHLY_HAND, SIT_HEAVENLY_HAND,
    SIT_HUMANLY_HAND, SIT_KONG, SIT_KONG_DISCARD, SIT_LAST_OF_KIND, SIT_SELF_DRAW, STATUS_COPIES, STATUS_FLOWERS,
    STATUS_KIND, STATUS_MELD, STATUS_SITUATION, STATUS_TEXT, STATUS_TILES, STATUS_WIN, STATUS_WIND, STATUS_WIN_TILE,
    is_dealt, meld_byte, meld_kind, meld_type,
)
from mj2p.rules.settings cimport FLOWERS_EACH
from mj2p.scoring.kernel.hand cimport count_of, n_kongs, n_melds, n_open
from mj2p.scoring.kernel.splits cimport chow_weights
from mj2p.scoring.kernel.table cimport HONORS_DRAGONS, HONORS_LACKS, HONORS_PRESENT, load_counts, over_four
from mj2p.scoring.kernel.types cimport (
    MARK_HONORS, MARK_RANKS, SUMS_CONCEALED, SUMS_CONCEALED_KONG, SUMS_MELDED_KONG, SUMS_PUNGS, COUNT_CHOWS,
    COUNT_KONGS, COUNT_OPEN, COUNT_SUMS, Hand, Rules,
)

# What a meld byte (type << 6 | kind + 1) adds to a hand; filled at import, for one suit and for three.
cdef struct MeldFacts:
    uint64_t used           # copies, in its suit or the honours; with one suit the honours follow from bit 36
    uint64_t counts          # of Melds
    uint64_t marks          # of Melds, and MARK_DEALT, MARK_NONE
    uint64_t chow_keys      # and from MELD_SUIT 0-2, or 3: honours

cdef enum:
    MARK_DEALT = 62         # dealt tiles (dongbei136)
    MARK_NONE = 63          # not a meld
    MELD_SUIT = 62

cdef MeldFacts meld_facts[2][256]


cdef inline uint64_t honor_mark(int honor) noexcept nogil:
    """The mark of a pung of an honour, 0-6."""
    cdef uint64_t key = <uint64_t>1 << (honor if honor < 4 else HONORS_DRAGONS + honor - 4)
    return (key | <uint64_t>(KEY_WINDS if honor < 4 else KEY_DRAGONS) << HONORS_PRESENT) << MARK_HONORS


cdef inline uint64_t lacks_mark(int has) noexcept nogil:
    """The mark of a set that has these of SPLIT_OUTSIDE, SPLIT_FIVES."""
    return <uint64_t>((SPLIT_OUTSIDE | SPLIT_FIVES) & ~has) << (HONORS_LACKS + MARK_HONORS)


cdef void fill_meld(MeldFacts* fact, int meld, int nsuits) noexcept nogil:
    """The facts of one byte; of dealt tiles too: 旋风杠, 喜杠 of ones and of nines."""
    cdef int kind = meld_kind(meld), type = meld_type(meld), rank, suit
    cdef uint64_t copies = 4 if type >= MELD_KONG else 3
    memset(fact, 0, sizeof(MeldFacts))
    if meld == 0:
        return
    if is_dealt(kind) and kind <= DEALT_NINES and type == MELD_CONCEALED_KONG:
        fact.counts = 1 | <uint64_t>1 << (COUNT_SUMS + SUMS_PUNGS)
        fact.marks = <uint64_t>1 << MARK_DEALT | (
            <uint64_t>KEY_WINDS << (HONORS_PRESENT + MARK_HONORS) if kind == DEALT_WINDS
            else lacks_mark(SPLIT_OUTSIDE) | <uint64_t>1 << (MARK_RANKS + (0 if kind == DEALT_ONES else 8))
        )
        return
    if kind < 0 or kind >= 9 * nsuits + HONORS or (type == MELD_CHOW and (kind >= 9 * nsuits or kind % 9 > 6)):
        fact.marks = <uint64_t>1 << MARK_NONE
        return
    fact.counts = (
        1 | <uint64_t>(type == MELD_CHOW) << COUNT_CHOWS | <uint64_t>(type != MELD_CONCEALED_KONG) << COUNT_OPEN
        | <uint64_t>(type >= MELD_KONG) << COUNT_KONGS
        | <uint64_t>(
            (type != MELD_CHOW) << SUMS_PUNGS | SUMS_MELDED_KONG * (type == MELD_KONG)
            | (SUMS_CONCEALED_KONG + SUMS_CONCEALED) * (type == MELD_CONCEALED_KONG)
        ) << COUNT_SUMS
    )
    if kind >= 9 * nsuits:
        rank = kind - 9 * nsuits
        fact.marks = honor_mark(rank)
        fact.used = copies << (4 * rank + (36 if nsuits == 1 else 0))
        fact.chow_keys = <uint64_t>3 << MELD_SUIT
        return
    rank = kind % 9
    suit = kind // 9
    fact.chow_keys = <uint64_t>suit << MELD_SUIT
    if type == MELD_CHOW:
        fact.used = <uint64_t>0x111 << (4 * rank)
        fact.chow_keys |= <uint64_t>chow_weights[rank] << (12 * suit)
        fact.marks = <uint64_t>7 << (MARK_RANKS + rank) | lacks_mark(
            SPLIT_OUTSIDE * (rank == 0 or rank == 6) | SPLIT_FIVES * (rank >= 2 and rank <= 4)
        )
    else:
        fact.used = copies << (4 * rank)
        fact.marks = <uint64_t>1 << (MARK_RANKS + rank) | <uint64_t>1 << (9 * suit + rank) | lacks_mark(
            SPLIT_OUTSIDE * (rank == 0 or rank == 8) | SPLIT_FIVES * (rank == 4)
        )


cdef inline uint64_t read_melds(
    const uint8_t* melds, const Rules* rules, Hand* hand, const int nsuits
) noexcept nogil:
    """Add up to four melds to the hand; not 0 where one is none, or there are too many copies."""
    cdef const MeldFacts* fact
    cdef uint64_t counts = 0, marks = 0, keys = 0, all = hand.used[0] | hand.used[3] << 36, bad = 0
    cdef uint32_t bytes
    cdef Hand copy
    cdef int i
    for i in range(4):
        fact = &meld_facts[nsuits == 3][melds[i]]
        counts += fact.counts
        marks |= fact.marks
        keys += fact.chow_keys
        if nsuits == 1:  # sixteen kinds in one word
            all += fact.used
        else:
            hand.used[fact.chow_keys >> MELD_SUIT] += fact.used
        if i & 1:  # two melds more never overflow a nibble
            if nsuits == 1:
                bad |= over_four(all)
            else:
                bad |= over_four(hand.used[0]) | over_four(hand.used[1]) | over_four(hand.used[2])
                bad |= over_four(hand.used[3])
    if nsuits == 1:
        hand.used[0] = all & <uint64_t>0xFFFFFFFFF
        hand.used[3] = all >> 36
    memcpy(&bytes, melds, 4)
    bad |= <uint64_t>bytes >> (8 * (counts & 255))  # something behind the first 0
    if marks >> MARK_DEALT:
        if marks >> MARK_NONE or not rules.tiles.special_melds:
            return 1
        marks &= ~(<uint64_t>3 << MARK_DEALT)
        copy = hand[0]  # taking its address would keep it out of registers
        bad |= add_dealt_tiles(&copy, melds)
        hand[0] = copy
    hand.melds.counts = counts
    hand.melds.marks = marks
    hand.melds.chow_keys = keys & <uint64_t>0xFFFFFFFFF
    return bad


cdef uint64_t add_dealt_tiles(Hand* hand, const uint8_t* melds) noexcept nogil:
    """Use the tiles of 旋风杠 E S W N, 喜杠 of the ones or the nines; not 0 where there are too many."""
    cdef uint64_t bad = 0
    cdef int winds = meld_byte(MELD_CONCEALED_KONG, DEALT_WINDS)
    cdef int ones = meld_byte(MELD_CONCEALED_KONG, DEALT_ONES), i, s
    for i in range(4):
        if melds[i] == winds:
            hand.used[3] += 0x1111
        elif melds[i] > winds:
            for s in range(3):
                hand.used[s] += <uint64_t>1 << (0 if melds[i] == ones else 32)
    for s in range(4):
        bad |= over_four(hand.used[s])
    return bad


cdef int check_situation(const Hand* hand, const Rules* rules) noexcept nogil:
    """True where the situation does not contradict itself or the hand."""
    cdef int now = hand.situation, drawn = now & SIT_SELF_DRAW, blessed
    if now == 0:
        return 1
    if now >= SITUATIONS:
        return 0
    if now & SIT_KONG:
        if drawn:
            if n_kongs(hand) == 0:
                return 0
        elif count_of(hand, hand.used) != 1:
            return 0
    if now & SIT_LAST_OF_KIND and hand.win_count != 1:
        return 0
    blessed = now & (SIT_HEAVENLY_HAND | SIT_EARTHLY_HAND | SIT_HUMANLY_HAND)
    if blessed:
        if blessed & (blessed - 1) or n_melds(hand):
            return 0
        if (blessed == SIT_HEAVENLY_HAND) != ((now & SIT_DEALER) != 0) or (blessed == SIT_HUMANLY_HAND) == (drawn != 0):
            return 0
    if now & SIT_KONG_DISCARD and now & (SIT_SELF_DRAW | SIT_KONG):
        return 0
    if rules.tiles.dealer_is_east and now & SIT_DEALER and hand.seat_wind != 0:
        return 0
    return 1


cdef int what_is_wrong(const uint8_t* row, const Rules* rules) noexcept nogil:
    """Which of the melds, the number of tiles and the copies it is, the first of these."""
    cdef int kinds = 9 * rules.nsuits + HONORS, n_melds = 0, tiles = 0, lacks = 0, i
    cdef const uint8_t* melds = row + kinds
    cdef uint64_t marks
    for i in range(4):
        marks = meld_facts[rules.nsuits == 3][melds[i]].marks
        if marks >> MARK_NONE or (marks >> MARK_DEALT and not rules.tiles.special_melds):
            return STATUS_MELD
        if melds[i]:
            if n_melds < i:
                return STATUS_MELD
            n_melds += 1
            lacks |= is_lacking(meld_kind(melds[i]), rules)
    for i in range(kinds):
        tiles += row[i]
        lacks |= row[i] and is_lacking(i, rules)
    return STATUS_TILES if lacks or tiles != 14 - 3 * n_melds else STATUS_COPIES


cdef inline int is_lacking(int kind, const Rules* rules) noexcept nogil:
    """Whether the rule set has no such honour."""
    return 27 <= kind < 34 and rules.lacking >> (4 * (kind - 27)) & 1


cdef inline uint64_t field_of(uint64_t last, const int at) noexcept nogil:
    """A field, and what follows it, of the last eight bytes of a row: from AT_WIN on."""
    return last >> 8 * (at - AT_WIN)


cdef inline int read_hand(const uint8_t* row, const Rules* rules, Hand* hand, const int nsuits) noexcept nogil:
    """Fill `hand` from a row; STATUS_WIN where it is sound (that is not to say complete), else what is wrong."""
    cdef int s, i, kinds = 9 * nsuits + HONORS
    cdef uint64_t bad, tiles
    cdef const uint8_t* tail = row + kinds
    cdef uint32_t melds
    cdef Hand copy
    cdef uint64_t last = load8(tail + AT_WIN)
    hand.situation = <uint16_t>field_of(last, AT_SITUATION)
    if hand.situation & MARKED:  # `encode` could not read this one, and says why
        i = hand.situation & 15
        return i if STATUS_TEXT <= i <= STATUS_KIND else STATUS_SITUATION
    bad = load_counts(row, hand.suits, &hand.suits[3], &tiles, nsuits)
    for s in range(nsuits):
        hand.used[s] = hand.suits[s]
    hand.used[3] = hand.suits[3]
    memcpy(&melds, tail, 4)
    if melds:
        bad |= read_melds(tail, rules, hand, nsuits)
    else:
        hand.melds.counts = hand.melds.chow_keys = hand.melds.marks = 0
    if nsuits == 3:
        bad |= hand.used[3] & rules.lacking
    if bad or byte_sum(tiles) != 14 - 3 * n_melds(hand):
        return what_is_wrong(row, rules)
    i = <uint8_t>last
    if i >= kinds:
        return STATUS_KIND
    hand.win_count = row[i]
    if hand.win_count == 0:
        return STATUS_WIN_TILE
    if i >= 9 * nsuits:
        hand.win_suit = 3
        hand.win_rank = <uint8_t>(i - 9 * nsuits)
    elif nsuits == 1:
        hand.win_suit = 0
        hand.win_rank = <uint8_t>i
    else:
        hand.win_suit = <uint8_t>(i // 9)
        hand.win_rank = <uint8_t>(i % 9)
    if not last & <uint64_t>0xFFFFFFFEFF00:  # no flowers, winds E, a plain self-draw or discard
        hand.flowers = hand.seat_wind = hand.flowers_key = hand.declared_key = 0
        hand.winds = 0
        return STATUS_WIN
    hand.flowers = <uint8_t>field_of(last, AT_FLOWERS)
    if hand.flowers > rules.tiles.flowers_max and rules.tiles.flowers != FLOWERS_EACH:
        return STATUS_FLOWERS
    hand.seat_wind = <uint8_t>field_of(last, AT_SEAT_WIND)
    if (<uint8_t>field_of(last, AT_ROUND_WIND) | hand.seat_wind) > 3:
        return STATUS_WIND
    hand.winds = (field_of(last, AT_ROUND_WIND) & 3) << 7 | hand.seat_wind << 9
    copy = hand[0]
    if hand.situation and not check_situation(&copy, rules):
        return STATUS_SITUATION
    hand.flowers_key = flowers_key(hand.flowers, hand.seat_wind, rules)
    hand.declared_key = declared_key(hand.situation, n_open(hand) == 0)
    return STATUS_WIN
