# Gives: count_fans (what of some facts counts, and its value), choose_chows (the account-once principle), the order of
# fan lists that decides ties.
# Needs: match, the catalogue.
# Follows: rulebook sections 3 and 5. The packed tables are made with these routines (`pack`), and the rare hands
# whose fans exclude one another across families come here when they are scored.

from mj2p.bits cimport ctz
from mj2p.rules.settings cimport PRINCIPLE_ACCOUNT_ONCE
from mj2p.scoring.kernel.table cimport rank_facts
from mj2p.scoring.kernel.types cimport Entry, Exclusion, Facts, Rules


cdef inline int has_fan(const uint64_t* fans, int fan) noexcept nogil:
    return fans[fan >> 6] >> (fan & 63) & 1


cdef inline uint32_t times_of(const Entry* entry, const Rules* rules, int fan) noexcept nogil:
    """How often a fan that counts does so."""
    return 1 if rules.repeater[fan] == 255 else <uint32_t>(entry.repeats >> (4 * rules.repeater[fan]) & 15)


cdef inline void take_away(Entry* entry, const Rules* rules, int repeater, uint32_t times) noexcept nogil:
    """Count a repeating fan so many times less; at none it is gone."""
    cdef uint32_t had = entry.repeats >> (4 * repeater) & 15
    cdef int fan = rules.fan_of[repeater]
    if times > had:
        times = had
    entry.repeats -= <uint64_t>times << (4 * repeater)
    if times == had:
        entry.fans[fan >> 6] &= ~(<uint64_t>1 << (fan & 63))


cdef inline uint32_t winds_of_fan(const Facts* facts, int fan) noexcept nogil:
    """The wind pungs that a fan is made of, as far as `its` exclusions ask."""
    if fan == FAN_PREVALENT_WIND:
        return 1 << facts.round_wind
    if fan == FAN_SEAT_WIND:
        return 1 << facts.seat_wind
    return facts.winds


cdef void count_fans(const Facts* facts, const Rules* rules, Entry* entry) noexcept nogil:
    """Take away what counting fans exclude, from those that nothing excludes downwards; add up the rest.

    七对 takes 不求人 away before it could take 自摸: an excluded fan excludes nothing.
    """
    cdef int i, fan, word, repeater
    cdef uint32_t taken = 0, winds
    cdef uint64_t order[2]
    cdef const Exclusion* exclusion
    cdef uint64_t left
    entry.fans[0] = facts.fans[0] & rules.fans[0]
    entry.fans[1] = facts.fans[1] & rules.fans[1]
    entry.repeats = facts.repeats
    order[0] = order[1] = 0
    for word in range(2):
        left = entry.fans[word] & rules.excluding[word]
        while left:
            i = rules.place[64 * word + ctz(left)]
            left &= left - 1
            order[i >> 6] |= <uint64_t>1 << (i & 63)
    while order[0] | order[1]:
        word = order[0] == 0
        i = 64 * word + ctz(order[word])
        order[word] &= order[word] - 1
        exclusion = &rules.exclusions[i]
        fan = exclusion.fan
        if not has_fan(entry.fans, fan):
            continue
        entry.fans[0] &= ~exclusion.whole[0]
        entry.fans[1] &= ~exclusion.whole[1]
        if exclusion.one | exclusion.its:
            for repeater in range(N_REPEATERS):
                if exclusion.one >> repeater & 1:
                    take_away(entry, rules, repeater, 1)
            # 小四喜 takes the 幺九刻 of its winds, once however many fans name them; chows are settled in choose_chows
            if exclusion.its >> <int>REP_PUNG_OF_TERMINALS_OR_HONORS & 1:
                winds = winds_of_fan(facts, fan) & facts.winds & ~taken
                taken |= winds
                if winds and has_fan(entry.fans, FAN_PUNG_OF_TERMINALS_OR_HONORS):
                    take_away(entry, rules, REP_PUNG_OF_TERMINALS_OR_HONORS, rank_facts[winds].n)
    entry.value = 0
    left = entry.fans[0]
    while left:
        fan = ctz(left)
        left &= left - 1
        entry.value += count_times(entry, rules, fan)
    left = entry.fans[1]
    while left:
        fan = 64 + ctz(left)
        left &= left - 1
        entry.value += count_times(entry, rules, fan)
    entry.repeats &= kept_repeats(entry, rules)


cdef inline int64_t count_times(Entry* entry, const Rules* rules, int fan) noexcept nogil:
    """What a counting fan is worth, as often as it counts and may."""
    cdef int repeater = rules.repeater[fan]
    cdef uint32_t times
    if repeater == 255:
        return rules.values[fan]
    times = entry.repeats >> (4 * repeater) & 15
    if rules.limit[repeater] and times > rules.limit[repeater]:
        take_away(entry, rules, repeater, times - rules.limit[repeater])
        times = rules.limit[repeater]
    return <int64_t>rules.values[fan] * times


cdef inline uint64_t kept_repeats(const Entry* entry, const Rules* rules) noexcept nogil:
    """A mask of the nibbles of those repeating fans that still count."""
    cdef uint64_t kept = 0, left = entry.repeats
    cdef int repeater
    while left:
        repeater = ctz(left) >> 2
        left &= ~(<uint64_t>15 << (4 * repeater))
        kept |= <uint64_t>(15 if has_fan(entry.fans, rules.fan_of[repeater]) else 0) << (4 * repeater)
    return kept


cdef int compare_lists(const Entry* a, const Entry* b, const Rules* rules) noexcept nogil:
    """Rulebook 3.6 for two fan lists of one total: positive where a is the higher.

    All their values in turn, dearest first and each as often as it counts; then all their places in the table in turn,
    the earlier the higher. 箭刻 + 一般高 is lower than 平和 + 一般高 were it only for the place of 箭刻 and 平和.
    """
    cdef uint8_t mine[64]
    cdef uint8_t theirs[64]
    cdef int m = list_fans(a, rules, mine), n = list_fans(b, rules, theirs), i
    for i in range(min(m, n)):
        if rules.values[mine[i]] != rules.values[theirs[i]]:
            return 1 if rules.values[mine[i]] > rules.values[theirs[i]] else -1
    if m != n:
        return 1 if m > n else -1
    for i in range(m):
        if mine[i] != theirs[i]:
            return 1 if mine[i] < theirs[i] else -1
    return 0


cdef int compare_entries(Entry a, Entry b, const Rules* rules) noexcept nogil:
    """The same, by value."""
    return compare_lists(&a, &b, rules)


cdef int list_fans(const Entry* entry, const Rules* rules, uint8_t* fans) noexcept nogil:
    """The counted fans, dearest first and each as often as it counts (64 at most); returns how many."""
    cdef int n = 0, i, fan
    cdef uint32_t times
    for i in range(rules.n_dearest):
        fan = rules.dearest[i]
        if has_fan(entry.fans, fan):
            times = times_of(entry, rules, fan)
            while times and n < 64:
                fans[n] = fan
                n += 1
                times -= 1
    return n


# --- chows -----------------------------------------------------------------------------------------------------------


cdef inline int two_chow_fan(int a, int b) noexcept nogil:
    """The fan that two chows (suit * 7 + lowest rank) make, or -1."""
    cdef int suit_a = a // 7, suit_b = b // 7, apart = a % 7 - b % 7
    if suit_a != suit_b:
        return FAN_MIXED_DOUBLE_CHOW if apart == 0 else -1
    if apart == 0:
        return FAN_PURE_DOUBLE_CHOW
    if apart == 3 or apart == -3:
        return FAN_SHORT_STRAIGHT
    return FAN_TWO_TERMINAL_CHOWS if apart == 6 or apart == -6 else -1


cdef inline int three_chow_fan(int a, int b, int c) noexcept nogil:
    """The fan that three chows make, or -1."""
    cdef int low, middle, high, same = a // 7 == b // 7 and b // 7 == c // 7
    cdef int differ = a // 7 != b // 7 and b // 7 != c // 7 and a // 7 != c // 7, step
    if not same and not differ:
        return -1
    a, b, c = a % 7, b % 7, c % 7
    low, high = min(a, min(b, c)), max(a, max(b, c))
    middle = a + b + c - low - high
    step = middle - low
    if high - middle != step:
        return -1
    if step == 0:
        return FAN_PURE_TRIPLE_CHOW if same else FAN_MIXED_TRIPLE_CHOW
    if step == 3:
        return FAN_PURE_STRAIGHT if same else FAN_MIXED_STRAIGHT
    if step == 1:
        return FAN_PURE_SHIFTED_CHOWS if same else FAN_MIXED_SHIFTED_CHOWS
    return FAN_PURE_SHIFTED_CHOWS if step == 2 and same else -1


cdef inline int four_chow_fan(const uint8_t* chows) noexcept nogil:
    """The fan that four chows, in order, make, or -1."""
    cdef int step = chows[1] - chows[0]
    if chows[0] // 7 != chows[3] // 7 or chows[2] - chows[1] != step or chows[3] - chows[2] != step:
        return -1
    return FAN_QUADRUPLE_CHOW if step == 0 else FAN_FOUR_PURE_SHIFTED_CHOWS if step <= 2 else -1


cdef inline void add_chow_fan(Facts* facts, const Rules* rules, int fan) noexcept nogil:
    if rules.repeater[fan] == 255:
        add_fan(facts, fan)
    else:
        add_times(facts, fan, rules.repeater[fan], 1)


cdef inline void keep_better(Facts* best, Entry* best_entry, const Facts* facts, const Rules* rules) noexcept nogil:
    """Replace `best` where these facts are worth more, or as much with the higher list."""
    cdef Entry entry
    count_fans(facts, rules, &entry)
    if entry.value > best_entry.value or (
        entry.value == best_entry.value and compare_lists(&entry, best_entry, rules) > 0
    ):
        best[0] = facts[0]
        best_entry[0] = entry


cdef void choose_chows(const uint8_t* chows, const Rules* rules, const uint64_t* barred, Facts* best) noexcept nogil:
    """The chow fans that count of up to four chows (in order): rulebook 3.5. `barred`: fans left out.

    A four-chow fan leaves nothing; a three-chow fan and the fourth chow give one two-chow fan at most; otherwise the
    best forest of two-chow fans. 123 123 789: 一般高 and 老少副, the second 老少副 would close a ring.
    """
    cdef int n = 0, i, j, k, rest, fan, link, found = 0
    cdef Facts facts
    cdef Entry entry
    memset(best, 0, sizeof(Facts))
    memset(&entry, 0, sizeof(Entry))
    while n < 4 and chows[n] != 255:
        n += 1
    if rules.scoring.principle != PRINCIPLE_ACCOUNT_ONCE:
        all_chows(chows, rules, barred, best)
        return
    if n == 4:
        fan = four_chow_fan(chows)
        if fan >= 0 and may_count(rules, barred, fan):
            add_fan(best, fan)
            return
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                fan = three_chow_fan(chows[i], chows[j], chows[k])
                if fan < 0 or not may_count(rules, barred, fan):
                    continue
                found = 1
                rest = 6 - i - j - k
                memset(&facts, 0, sizeof(Facts))
                add_fan(&facts, fan)
                keep_better(best, &entry, &facts, rules)
                for link in range(n):
                    if n == 4 and link != rest:
                        fan = two_chow_fan(chows[link], chows[rest])
                        if fan >= 0 and has_fan(rules.fans, fan):
                            memset(&facts, 0, sizeof(Facts))
                            add_fan(&facts, three_chow_fan(chows[i], chows[j], chows[k]))
                            add_chow_fan(&facts, rules, fan)
                            keep_better(best, &entry, &facts, rules)
    if not found:
        best_forest(chows, n, rules, best, &entry)


cdef void best_forest(const uint8_t* chows, int n, const Rules* rules, Facts* best, Entry* entry) noexcept nogil:
    """Try every set of links: a forest over the chows in which no chow is twice in the same fan (rulebook 3.3)."""
    cdef int a[6]
    cdef int b[6]
    cdef int fans[6]
    cdef int links = 0, i, j, chosen, fan, good
    cdef int tree[4]
    cdef Facts facts
    for i in range(n):
        for j in range(i + 1, n):
            fan = two_chow_fan(chows[i], chows[j])
            if fan >= 0 and has_fan(rules.fans, fan):
                a[links], b[links], fans[links] = i, j, fan
                links += 1
    for chosen in range(1, 1 << links):
        memset(&facts, 0, sizeof(Facts))
        for i in range(4):
            tree[i] = i
        good = 1
        for i in range(links):
            if not chosen >> i & 1:
                continue
            for j in range(i):
                if chosen >> j & 1 and fans[i] == fans[j] and (
                    a[i] == a[j] or a[i] == b[j] or b[i] == a[j] or b[i] == b[j]
                ):
                    good = 0
            if tree[a[i]] == tree[b[i]]:
                good = 0
            fan = tree[b[i]]
            for j in range(4):
                if tree[j] == fan:
                    tree[j] = tree[a[i]]
            add_chow_fan(&facts, rules, fans[i])
        if good:
            keep_better(best, entry, &facts, rules)


cdef inline int may_count(const Rules* rules, const uint64_t* barred, int fan) noexcept nogil:
    return has_fan(rules.fans, fan) and not has_fan(barred, fan)


cdef inline int takes_its(const Rules* rules, const uint64_t* barred, int fan, int link) noexcept nogil:
    """Whether a three-chow fan of the rule set takes the links among its own chows."""
    cdef int place
    if fan < 0 or not may_count(rules, barred, fan) or not has_fan(rules.excluding, fan):
        return 0
    place = rules.place[fan]
    return rules.exclusions[place].its >> rules.repeater[link] & 1


cdef void all_chows(const uint8_t* chows, const Rules* rules, const uint64_t* barred, Facts* best) noexcept nogil:
    """Without the principle every link counts, but those of 清龙 and 一色三同顺 that are within the three."""
    cdef Facts kept
    cdef int n = 0, i, j, k, fan, free
    match_chows(chows, rules, best)
    best.fans[0] &= ~barred[0]
    best.fans[1] &= ~barred[1]
    best.repeats = 0
    while n < 4 and chows[n] != 255:
        n += 1
    memset(&kept, 0, sizeof(Facts))
    for i in range(n):
        for j in range(i + 1, n):
            fan = two_chow_fan(chows[i], chows[j])
            if fan < 0:
                continue
            best.fans[fan >> 6] &= ~(<uint64_t>1 << (fan & 63))
            free = 1
            for k in range(n):
                if k != i and k != j and takes_its(rules, barred, three_chow_fan(chows[i], chows[j], chows[k]), fan):
                    free = 0
            if free:
                add_chow_fan(&kept, rules, fan)
    best.fans[0] |= kept.fans[0]
    best.fans[1] |= kept.fans[1]
    best.repeats = kept.repeats


cdef void match_chows(const uint8_t* chows, const Rules* rules, Facts* facts) noexcept nogil:
    """Every chow fan there is, before anything is accounted: for `excluded`, and for sets without the principle."""
    cdef int n = 0, i, j, k, fan
    while n < 4 and chows[n] != 255:
        n += 1
    if n == 4:
        fan = four_chow_fan(chows)
        if fan >= 0:
            add_fan(facts, fan)
    for i in range(n):
        for j in range(i + 1, n):
            fan = two_chow_fan(chows[i], chows[j])
            if fan >= 0:
                add_chow_fan(facts, rules, fan)
            for k in range(j + 1, n):
                fan = three_chow_fan(chows[i], chows[j], chows[k])
                if fan >= 0:
                    add_fan(facts, fan)
