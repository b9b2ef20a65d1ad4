# Gives: pack_tables, which fills the tables of a Rules whose values, fans and exclusions are set.
# Needs: match, count, the catalogue.
# Follows: DESIGN 1, "facts in tables, choices in packed rules". One entry per key of each family:
# what counts, and its value.
#
# 四暗刻, a fan of the kongs, takes 碰碰和 among the kinds and 门前清, 不求人 among the situations. It is common, so the keys
# of those two say that it is there: its exclusions are worked into the entries of both, its value counts once, with the
# kongs. It is called the shared fan here.

from mj2p.codes cimport WAIT_EDGE, WAIT_NONE, WAIT_SINGLE
from mj2p.rules.settings cimport CONCEALED_HAND_NO_MELDS
from mj2p.scoring.kernel.splits cimport CHOW_SETS_1, CHOW_SETS_3, chow_sets_1, chow_sets_3, chow_weights
from mj2p.scoring.kernel.types cimport (
    CHOW_ENTRIES, DECLARED_SIZE, DRAGONS_SIZE, FLOWERS_SIZE, HOGS_SIZE, KEY_WAIT, KINDS_SIZE, KONGS_SIZE, PAIR_SIZE,
    PUNGS_SIZE, SITUATION_SIZE, VALUE_BITS, WINDS_SIZE, Entry, Exclusion, Facts, Rules,
)

# Families by their place in `families`
cdef enum:
    FAMILY_KINDS = 0
    FAMILY_SITUATION = 1
    FAMILIES = 11


cdef inline void count_key(
    Entry* table, uint32_t key, Facts* facts, uint64_t* family, const Rules* rules, int shared=-1
) noexcept nogil:
    """Count the facts of a key into its table, and note which fans the family has (the shared fan is none of them)."""
    family[0] |= facts.fans[0]
    family[1] |= facts.fans[1]
    if shared >= 0:
        add_fan(facts, shared)
    count_fans(facts, rules, &table[key])
    if shared >= 0 and has_fan(table[key].fans, shared):
        table[key].fans[shared >> 6] &= ~(<uint64_t>1 << (shared & 63))
        table[key].value -= rules.values[shared]
    memset(facts, 0, sizeof(Facts))


cdef int find_shared_fan(const Rules* rules) noexcept nogil:
    """四暗刻, where no fan could take it away itself; else -1."""
    cdef int i
    for i in range(rules.n_exclusions):
        if has_fan(rules.exclusions[i].whole, FAN_FOUR_CONCEALED_PUNGS):
            return -1
    return FAN_FOUR_CONCEALED_PUNGS


cdef void pack_tables(Rules* rules) noexcept nogil:
    cdef uint64_t families[FAMILIES][2]
    cdef Facts facts
    cdef uint32_t key
    cdef int shared = find_shared_fan(rules)
    memset(&facts, 0, sizeof(Facts))
    memset(families, 0, sizeof(families))
    for key in range(KINDS_SIZE):
        if rules.nsuits == 1 and (key & (KEY_REVERSIBLE | KEY_GREEN) or key & 3 > 1):
            continue
        match_kinds(&facts, key)
        count_key(
            rules.kinds, key, &facts, families[FAMILY_KINDS], rules,
            shared if key // KEY_SPLIT & SPLIT_CHOWS and key // KEY_SPLIT & SPLIT_PUNGS else -1,
        )
    for key in range(SITUATION_SIZE):
        match_situation(&facts, key, rules.scoring.concealed_hand == CONCEALED_HAND_NO_MELDS)
        count_key(
            rules.situation, key, &facts, families[FAMILY_SITUATION], rules,
            shared if key & KEY_CLOSED and key & KEY_MELDED else -1,
        )
    pick_waits(rules)
    for key in range(WINDS_SIZE):
        match_winds(&facts, key)
        count_key(rules.winds, key, &facts, families[2], rules)
    for key in range(DRAGONS_SIZE):
        match_dragons(&facts, key)
        count_key(rules.dragons, key, &facts, families[3], rules)
    for key in range(KONGS_SIZE):
        match_kongs(&facts, key)
        count_key(rules.kongs, key, &facts, families[4], rules)
    for key in range(PUNGS_SIZE):
        match_pungs(&facts, key)
        count_key(rules.pungs, key, &facts, families[5], rules)
    for key in range(PAIR_SIZE):
        match_pair(&facts, key)
        count_key(rules.pair, key, &facts, families[6], rules)
    for key in range(HOGS_SIZE):
        match_hogs(&facts, key)
        count_key(rules.hogs, key, &facts, families[7], rules)
    for key in range(FLOWERS_SIZE):
        match_flowers(&facts, key)
        count_key(rules.flower, key, &facts, families[8], rules)
    for key in range(DECLARED_SIZE):
        match_declared(&facts, key)
        count_key(rules.declared, key, &facts, families[9], rules)
    pack_chows(rules, families[10])
    mark_across(rules, families, shared)


cdef void pick_waits(Rules* rules) noexcept nogil:
    """Of several readings of a sole wait that which leaves most in a situation, else the dearest, else the first."""
    cdef int situation, waits, wait, best
    cdef int64_t gain
    cdef const Entry* entries
    for situation in range(KEY_WAIT):
        entries = &rules.situation[situation]
        for waits in range(1, 8):
            best = WAIT_NONE
            for wait in range(WAIT_EDGE, WAIT_SINGLE + 1):
                if not waits >> (wait - 1) & 1:
                    continue
                gain = entries[wait * KEY_WAIT].value - entries[best * KEY_WAIT].value
                if gain == 0 and best != WAIT_NONE:
                    gain = rules.values[<int>FAN_EDGE_WAIT + wait - 1] - rules.values[<int>FAN_EDGE_WAIT + best - 1]
                if best == WAIT_NONE or gain > 0:
                    best = wait
            rules.wait_pick[situation][waits] = best


cdef inline void add_link(Rules* rules, int fan) noexcept nogil:
    if fan >= 0:
        rules.links[fan >> 6] |= <uint64_t>1 << (fan & 63)


cdef void pack_chows(Rules* rules, uint64_t* family) noexcept nogil:
    """Every multiset of chows; few outcomes differ, so each is kept once."""
    cdef uint32_t number, at, i, multiset, multisets = CHOW_SETS_1 if rules.nsuits == 1 else CHOW_SETS_3
    cdef Facts facts
    cdef Entry entry, chosen
    cdef const uint8_t* chows
    cdef uint64_t[2] none = [0, 0]
    for at in range(7 * rules.nsuits):
        for i in range(at + 1):
            add_link(rules, two_chow_fan(at, i))
    rules.n_chow_entries = 0
    for multiset in range(multisets):
        number = multiset
        chows = &chow_sets_1[4 * number] if rules.nsuits == 1 else &chow_sets_3[4 * number]
        memset(&facts, 0, sizeof(Facts))
        match_chows(chows, rules, &facts)
        family[0] |= facts.fans[0]
        family[1] |= facts.fans[1]
        choose_chows(chows, rules, none, &facts)
        count_fans(&facts, rules, &entry)
        memset(&chosen, 0, sizeof(Entry))
        memcpy(chosen.fans, facts.fans, sizeof(facts.fans))
        chosen.repeats = facts.repeats
        at = 0
        while at < rules.n_chow_entries and (
            rules.chosen[at].fans[0] != chosen.fans[0] or rules.chosen[at].fans[1] != chosen.fans[1]
            or rules.chosen[at].repeats != chosen.repeats
        ):
            at += 1
        if at == rules.n_chow_entries and at + 1 < CHOW_ENTRIES:
            rules.n_chow_entries += 1
            rules.chows[at] = entry
            rules.chosen[at] = chosen
        if rules.nsuits == 1:
            number, i = 0, 0
            while i < 4 and chows[i] != 255:
                number += chow_weights[chows[i]]
                i += 1
            rules.chow_entry[number] = <uint16_t>at
        else:
            rules.chow_entry[number] = <uint16_t>at


cdef void mark_across(Rules* rules, uint64_t[2]* families, int shared) noexcept nogil:
    """Mark the entries with fans whose exclusions, or limits, the families' own tables cannot settle."""
    cdef int i, family, target
    cdef const Exclusion* exclusion
    cdef uint64_t across[2]
    across[0] = across[1] = 0
    for i in range(rules.n_exclusions):
        exclusion = &rules.exclusions[i]
        for family in range(FAMILIES):
            if not has_fan(families[family], exclusion.fan):
                continue
            for target in range(N_FANS):
                if has_fan(exclusion.whole, target) or (
                    rules.repeater[target] != 255 and (exclusion.one | exclusion.its) >> rules.repeater[target] & 1
                ):
                    if lies_in_another_family(rules, families, family, exclusion, target, shared):
                        across[exclusion.fan >> 6] |= <uint64_t>1 << (exclusion.fan & 63)
    for i in range(N_REPEATERS):
        if rules.limit[i]:
            target = rules.fan_of[i]
            across[target >> 6] |= <uint64_t>1 << (target & 63)
    mark_slow(rules.kinds, KINDS_SIZE, across)
    mark_slow(rules.situation, SITUATION_SIZE, across)
    mark_slow(rules.winds, WINDS_SIZE, across)
    mark_slow(rules.dragons, DRAGONS_SIZE, across)
    mark_slow(rules.kongs, KONGS_SIZE, across)
    mark_slow(rules.pungs, PUNGS_SIZE, across)
    mark_slow(rules.pair, PAIR_SIZE, across)
    mark_slow(rules.hogs, HOGS_SIZE, across)
    mark_slow(rules.flower, FLOWERS_SIZE, across)
    mark_slow(rules.declared, DECLARED_SIZE, across)
    mark_slow(rules.chows, rules.n_chow_entries, across)


cdef inline void mark_slow(Entry* table, int size, const uint64_t* across) noexcept nogil:
    """Say in an entry's value that it has fans to be counted the slow way."""
    cdef int key
    for key in range(size):
        if table[key].fans[0] & across[0] | table[key].fans[1] & across[1]:
            table[key].value += <int64_t>1 << VALUE_BITS


cdef inline int lies_in_another_family(
    const Rules* rules, uint64_t[2]* families, int family, const Exclusion* exclusion, int target, int shared
) noexcept nogil:
    """Whether some of the target may lie where the fan is not. 三风刻 takes 幺九刻 of its winds only: inside."""
    cdef int other
    if rules.repeater[target] != 255 and exclusion.its >> rules.repeater[target] & 1:
        return 0
    for other in range(FAMILIES):
        if other == family or (exclusion.fan == shared and other in (FAMILY_KINDS, FAMILY_SITUATION)):
            continue
        if has_fan(families[other], target):
            return 1
    return 0
