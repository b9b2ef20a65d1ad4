# Gives: score_hand, the best reading of a checked hand; count_reading, the slow way through the same facts; capped.
# Needs: match, count, split, forms, needs, the catalogue.
# Follows: rulebook section 3: the largest total over all forms, splits and readings of the winning tile; ties by 3.6.

from mj2p.bits cimport unlikely
from mj2p.codes cimport (
    FORM_KNITTED_STRAIGHT, FORM_SEVEN_PAIRS, HAND_FLOWERS, HAND_KNITTED_SET, HAND_SETS, HONORS, SIT_FLOWER_WIN,
    STATUS_NOT_COMPLETE, STATUS_WIN, WAIT_EDGE, WAIT_SINGLE,
)
from mj2p.rules.settings cimport CONCEALED_HAND_NO_MELDS
from mj2p.scoring.kernel.hand cimport count_of, n_meld_chows, n_melds, win_bit
from mj2p.scoring.kernel.splits cimport Split, pairs_facts, split_vectors, splits
from mj2p.scoring.kernel.table cimport HONORS_DRAGONS, RANKS, chows_of, nibbles_present
from mj2p.scoring.kernel.types cimport (
    KEY_WAIT, SPECIAL_FORMS, VALUE_BITS, Entry, Facts, Hand, Reading, Result, Rules, Sum, plus_entry, put_sum, sum_of,
    value_of,
)


cdef void match_reading(const Reading* reading, const Rules* rules, const Facts* chows, Facts* facts) noexcept nogil:
    """All facts of a reading, with the chow fans that are given."""
    memset(facts, 0, sizeof(Facts))
    match_kinds(facts, reading.kinds)
    match_situation(facts, reading.situation, rules.scoring.concealed_hand == CONCEALED_HAND_NO_MELDS)
    match_winds(facts, reading.winds)
    match_dragons(facts, reading.dragons)
    match_kongs(facts, reading.kongs)
    match_pungs(facts, reading.pungs)
    match_pair(facts, reading.pair)
    match_hogs(facts, reading.hogs)
    match_flowers(facts, reading.flowers)
    match_declared(facts, reading.declared)
    facts.fans[0] |= chows.fans[0] | reading.special[0]
    facts.fans[1] |= chows.fans[1] | reading.special[1]
    facts.repeats += chows.repeats


cdef void count_one(const Reading* reading, const Rules* rules, Entry* entry) noexcept nogil:
    """Count a reading fan by fan. A fan of three or four chows that is taken away takes none: they are chosen anew."""
    cdef const Entry* chosen = &rules.chosen[rules.chow_entry[reading.chows]]
    cdef uint64_t[2] barred = [0, 0]
    cdef uint64_t lost[2]
    cdef Facts chows, facts
    memset(&chows, 0, sizeof(Facts))
    memcpy(chows.fans, chosen.fans, sizeof(chows.fans))
    chows.repeats = chosen.repeats
    while True:
        match_reading(reading, rules, &chows, &facts)
        count_fans(&facts, rules, entry)
        lost[0] = chows.fans[0] & rules.fans[0] & ~(entry.fans[0] | rules.links[0])
        lost[1] = chows.fans[1] & rules.fans[1] & ~(entry.fans[1] | rules.links[1])
        if lost[0] | lost[1] == 0:
            return
        barred[0] |= lost[0]
        barred[1] |= lost[1]
        choose_chows(chows_of(reading.chows, rules.nsuits), rules, barred, &chows)


cdef void count_reading(Reading* reading, const Rules* rules, Entry* entry) noexcept nogil:
    """Count a reading in each of the ways in which its wait can be read; the best stays."""
    cdef Entry other
    cdef Reading now = reading[0]
    cdef int wait
    count_one(reading, rules, entry)
    for wait in range(WAIT_EDGE, WAIT_SINGLE + 1):
        if reading.waits >> (wait - 1) & 1 and wait != reading.wait:
            now.situation = (now.situation & (KEY_WAIT - 1)) + wait * KEY_WAIT
            count_one(&now, rules, &other)
            if other.value > entry.value:
                entry[0] = other
                reading.wait = wait
                reading.situation = now.situation


cdef inline void count_chicken(Entry* entry, const Rules* rules) noexcept nogil:
    """无番和: nothing else counts, flowers aside."""
    cdef uint64_t flowers = (
        <uint64_t>1 << (<int>FAN_FLOWER_TILE - 64) | <uint64_t>1 << (<int>FAN_SEASON_FLOWER - 64)
        | <uint64_t>1 << (<int>FAN_FOUR_PLANTS - 64)
    )
    if entry.fans[0] == 0 and entry.fans[1] & ~flowers == 0:
        entry.fans[0] = <uint64_t>1 << <int>FAN_CHICKEN_HAND
        entry.value += rules.values[<int>FAN_CHICKEN_HAND]


cdef inline Sum sum_reading(const Reading* reading, const Rules* rules, Sum sum, const int has_sets) noexcept nogil:
    """The packed values of a reading's families on top of what does not depend on the split."""
    sum = plus_entry(sum, &rules.kinds[reading.kinds])
    sum = plus_entry(sum, &rules.situation[reading.situation])
    if has_sets:
        sum = plus_entry(sum, &rules.kongs[reading.kongs])
        sum = plus_entry(sum, &rules.pungs[reading.pungs])
        sum = plus_entry(sum, &rules.chows[rules.chow_entry[reading.chows]])
        if rules.has_pair_fans:
            sum = plus_entry(sum, &rules.pair[reading.pair])
    return sum


cdef inline void consider(
    Reading* reading, const Rules* rules, Sum base, Result* result, const int has_sets, const int keep
) noexcept nogil:
    """Count a reading (`has_sets`: four sets and a pair); note it where it is better than the best so far."""
    cdef Sum sum = sum_reading(reading, rules, base, has_sets)
    cdef int64_t value = value_of(sum)
    cdef Entry counted
    cdef Reading copy  # taking its address would keep it out of registers, so a copy is passed
    # slow: fans that exclude across families, and rare ones
    if unlikely(value >> VALUE_BITS or reading.special[0] | reading.special[1]):
        copy = reading[0]
        count_reading(&copy, rules, &counted)
        sum, value = sum_of(&counted), counted.value
        reading.wait = copy.wait
    if rules.chicken:
        put_sum(&counted, sum)
        count_chicken(&counted, rules)
        sum, value = sum_of(&counted), counted.value
    if value <= result.best.value:
        if value < result.best.value:
            return
        put_sum(&counted, sum)
        if not is_higher(&counted, reading.order, &result.best, result.reading.order, rules):
            return
    put_sum(&result.best, sum)
    if keep:
        result.reading = reading[0]
    else:
        result.reading.order = reading.order
        result.reading.wait = reading.wait


cdef inline int is_higher(
    const Entry* a, uint32_t a_order, const Entry* b, uint32_t b_order, const Rules* rules
) noexcept nogil:
    """Of two readings with the same total, whether the first goes before: by its fan list, else by its sets."""
    cdef int order = 0
    if a.fans[0] != b.fans[0] or a.fans[1] != b.fans[1] or a.repeats != b.repeats:
        order = compare_entries(a[0], b[0], rules)
    return order > 0 or (order == 0 and a_order < b_order)


cdef inline void honor_keys(const Hand* hand, uint32_t honors, Reading* reading) noexcept nogil:
    """Winds and dragons keys; `honors`: what they are as sets (HONORS_...), 0 where the hand has no sets."""
    reading.winds = (honors & 0x7F) | hand.winds
    reading.dragons = honors >> HONORS_DRAGONS & 31


cdef inline Sum base_sum(const Reading* reading, const Rules* rules) noexcept nogil:
    """What does not depend on the split of the suits."""
    cdef Sum base = plus_entry(sum_of(&rules.winds[reading.winds]), &rules.dragons[reading.dragons])
    if reading.hogs:
        base = plus_entry(base, &rules.hogs[reading.hogs])
    if reading.flowers | reading.declared | rules.has_dealer_fans:
        base = plus_entry(base, &rules.flower[reading.flowers])
        base = plus_entry(base, &rules.declared[reading.declared])
    return base


cdef inline void try_splits(
    const Hand* hand, const Rules* rules, const Taken* taken, uint32_t kinds, uint32_t situation, uint32_t mask,
    Reading* reading, Result* result, const int nsuits, const int keep
) noexcept nogil:
    """Consider every split of a hand that is sets and a pair (`take_apart`); `mask`: split flags that may count."""
    cdef const Split* parts[3]
    cdef const Split* first[3]
    cdef const Split* end[3]
    cdef uint64_t[2] special = [reading.special[0], reading.special[1]]
    cdef int s
    cdef Sum base
    for s in range(nsuits):
        parts[s] = first[s] = &splits[split_vectors[taken.number[s]].first]
        end[s] = first[s] + split_vectors[taken.number[s]].n
    honor_keys(hand, taken.honors, reading)
    base = base_sum(reading, rules)
    while True:
        reading.special[0], reading.special[1] = special[0], special[1]
        if keep:
            for s in range(nsuits):
                reading.split[s] = <uint16_t>(parts[s] - splits)
        read_split(hand, rules, taken, parts, kinds, situation, reading, nsuits)
        if nsuits == 1:
            reading.order = <uint32_t>(parts[0] - first[0])
        else:
            reading.kinds = kinds + (reading.kinds - kinds & mask)
            reading.order = <uint32_t>(
                reading.pair << 12 | (parts[0] - first[0]) << 8 | (parts[1] - first[1]) << 4 | (parts[2] - first[2])
            )
        if nsuits == 1 or not rules.scoring.needs or split_meets(hand, parts, rules.scoring.needs):
            consider(reading, rules, base, result, 1, keep)
        for s in range(nsuits):  # the next, as an odometer counts; there is seldom one
            parts[s] += 1
            if unlikely(parts[s] != end[s]):
                break
            parts[s] = first[s]
        else:
            return


cdef int try_knitted_sets(
    const Hand* hand, const Rules* rules, uint32_t kinds, uint32_t situation, Reading* reading, Result* result
) noexcept nogil:
    """组合龙: take the nine knitted tiles out and read the rest, one set and a pair, like any other."""
    cdef Hand rest = hand[0]
    cdef uint64_t suits[3]
    cdef uint64_t honors
    cdef Taken taken
    cdef int k, s
    for k in range(6):
        for s in range(3):
            if nibbles_present(hand.suits[s]) & knitted[k][s] != knitted[k][s]:
                break
            rest.suits[s] = hand.suits[s] - knitted[k][s]
        else:
            rest.win_count = count_of(&rest, rest.suits)
            if not take_apart(&rest, rules, &taken, 3):
                continue
            for s in range(3):
                suits[s] = hand.suits[s]
            honors = hand.suits[3]
            # no wait where the winning tile is one of the nine
            taken.sole = rest.win_count != 0 and waits_alone(suits, honors, hand, rules)
            reading.form = HAND_KNITTED_SET
            reading.special[0] = reading.special[1] = 0
            add_special(reading, FAN_KNITTED_STRAIGHT)
            try_splits(&rest, rules, &taken, kinds, situation, SPLIT_CHOWS * KEY_SPLIT, reading, result, 3, 1)
    return result.best.value >= 0


cdef int waits_alone(uint64_t* suits, uint64_t honors, const Hand* hand, const Rules* rules) noexcept nogil:
    """Whether the tiles before the winning one wait on it alone, over all forms (three suits)."""
    cdef uint64_t* group
    cdef int s, rank, found
    if hand.win_suit == 3:
        honors -= win_bit(hand)
    else:
        suits[hand.win_suit] -= win_bit(hand)
    for s in range(4):
        for rank in range(RANKS if s < 3 else HONORS):
            if s == hand.win_suit and rank == hand.win_rank:
                continue
            group = &honors if s == 3 else &suits[s]
            group[0] += <uint64_t>1 << (4 * rank)
            found = is_any_form(suits, honors, n_melds(hand), n_meld_chows(hand), rules, 3)
            group[0] -= <uint64_t>1 << (4 * rank)
            if found:
                return 0
    return 1


cdef inline void score_hand(
    const Hand* hand, const Rules* rules, Result* result, const int nsuits, const int keep
) noexcept nogil:
    """The best reading of a sound hand (all of it where `keep`); STATUS_NOT_COMPLETE where there is none."""
    cdef Reading reading
    cdef Result shown
    cdef Taken taken
    cdef uint32_t kinds, situation, ranks, facts = 0
    cdef int sets, pairs, special, s
    result.best.value = -1  # none yet
    result.status = STATUS_WIN
    sets = take_apart(hand, rules, &taken, nsuits)
    if nsuits == 3 and rules.scoring.needs and sets:
        sets = judge_needs(hand, rules, &taken)
    pairs = taken.n_odd == 0 and n_melds(hand) == 0 and rules.scoring.forms & FORM_SEVEN_PAIRS
    special = nsuits == 3 and not sets and not pairs and rules.scoring.forms & SPECIAL_FORMS and n_melds(hand) <= 1
    if not (sets or pairs or special or hand.situation & SIT_FLOWER_WIN):
        result.status = STATUS_NOT_COMPLETE
        return
    if sets:
        ranks = taken.ranks
    elif nsuits == 1 and pairs:
        ranks = 0
    else:
        ranks = ranks_of(hand, nsuits)
    if nsuits == 1 and pairs:
        facts = pairs_facts[base3(hand.suits[0] >> 1)]
        ranks |= facts >> 16
    kinds = kinds_key(hand, ranks, taken.honors, nsuits)
    situation = situation_key(hand, rules)
    reading.special[0] = reading.special[1] = 0
    reading.split[0] = reading.split[1] = reading.split[2] = 0
    reading.hogs = count_hogs(hand, nsuits)
    reading.flowers = hand.flowers_key
    reading.declared = hand.declared_key
    reading.form = HAND_SETS
    if sets:
        # 九莲宝灯: 1112345678999 before the winning tile, nothing melded
        if hand.suits[3] == 0 and n_melds(hand) == 0 and hand.win_suit != 3:
            s = 0 if nsuits == 1 else hand.win_suit
            if hand.suits[s] - win_bit(hand) == <uint64_t>0x311111113:
                add_special(&reading, FAN_NINE_GATES)
        try_splits(hand, rules, &taken, kinds, situation, 0xFFFFFFFF, &reading, result, nsuits, keep)
    if pairs:
        reading.special[0] = reading.special[1] = 0
        honor_keys(hand, 0, &reading)
        read_pairs(hand, rules, kinds, facts, situation, &reading, nsuits)
        consider(&reading, rules, base_sum(&reading, rules), result, 0, keep)
    if special:
        score_special(hand, rules, kinds, situation, reading, result)
    if result.best.value < 0:
        if hand.situation & SIT_FLOWER_WIN and hand.flowers == 255 and has_fan(rules.fans, FAN_EIGHT_IMMORTALS):
            show_no_hand(rules, &shown)
            result[0] = shown
        else:
            result.status = STATUS_NOT_COMPLETE


cdef void score_special(
    const Hand* hand, const Rules* rules, uint32_t kinds, uint32_t situation, Reading reading, Result* result
) noexcept nogil:
    """The forms of single tiles."""
    honor_keys(hand, 0, &reading)
    if read_special(hand, rules, kinds, situation, &reading):
        consider(&reading, rules, base_sum(&reading, rules), result, 0, 1)
    elif rules.scoring.forms & FORM_KNITTED_STRAIGHT:
        try_knitted_sets(hand, rules, kinds, situation, &reading, result)


cdef void show_no_hand(const Rules* rules, Result* result) noexcept nogil:
    """八仙过海 on an incomplete hand counts alone; the hand is not shown (rulebook 8)."""
    memset(result, 0, sizeof(Result))
    result.best.fans[<int>FAN_EIGHT_IMMORTALS >> 6] = <uint64_t>1 << (<int>FAN_EIGHT_IMMORTALS & 63)
    result.best.value = rules.values[<int>FAN_EIGHT_IMMORTALS]
    result.reading.form = HAND_FLOWERS


cdef inline int64_t capped(int64_t total, const Rules* rules) noexcept nogil:
    return min(total, rules.cap_total)
