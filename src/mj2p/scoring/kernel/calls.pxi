# Gives: what play and study ask of the core, as plain functions: a call across extensions is one pointer call.
# Needs: count, needs, treasure, wait, the catalogue.
# Follows: rulebook section 2 "Complete hand", "Wait", 15.11; the number of suits is folded into each by the compiler.

from mj2p.rules.settings cimport FOUR_MELDS_ALL_PUNGS
from mj2p.scoring.kernel.types cimport Result, Rules


cdef void call_score(const uint8_t* row, const Rules* rules, Result* result) noexcept nogil:
    """Check and score a row; the reading is not kept."""
    if rules.nsuits == 1:
        score_row(row, rules, result, 1, 0)
    else:
        score_row(row, rules, result, 3, 0)


cdef int call_times(const Result* result, const Rules* rules, int fan) noexcept nogil:
    """How often a fan counts."""
    return <int>times_of(&result.best, rules, fan) if has_fan(result.best.fans, fan) else 0


cdef int64_t call_pattern_fans(const Result* result, const Rules* rules) noexcept nogil:
    """The total of a win before the cap, flowers aside: what a minimum asks for."""
    cdef int64_t total = result.best.value
    total -= rules.values[<int>FAN_FLOWER_TILE] * call_times(result, rules, <int>FAN_FLOWER_TILE)
    total -= rules.values[<int>FAN_SEASON_FLOWER] * call_times(result, rules, <int>FAN_SEASON_FLOWER)
    total -= rules.values[<int>FAN_FOUR_PLANTS] * call_times(result, rules, <int>FAN_FOUR_PLANTS)
    return total


cdef int call_complete(const uint8_t* counts, int n_melds, int n_chows, const Rules* rules) noexcept nogil:
    """Whether concealed counts complete a hand in some form of the rule set."""
    if rules.scoring.four_melds == FOUR_MELDS_ALL_PUNGS and n_melds == 4 and n_chows:
        return 0
    if rules.nsuits == 1:
        return is_complete_counts(counts, rules.scoring.forms, 1)
    return is_complete_counts(counts, rules.scoring.forms, 3)


cdef uint64_t call_finishing(
    const uint8_t* counts, const uint8_t* melds, int n_melds, const Rules* rules, uint64_t* winds
) noexcept nogil:
    """The kinds that finish 13 - 3 x melds concealed counts where a rule set needs more than their form. Winds: the
    kinds of which a concealed pung may be kept whole meanwhile."""
    cdef uint64_t held[4]
    cdef uint64_t rest[4]
    cdef uint64_t waits
    cdef uint32_t brought = bring_melds(melds, n_melds)
    cdef int kind
    read_counts(counts, held, &held[3], 3)
    waits = finishing(held, held[3], brought, rules.scoring.needs)
    winds[0] = 0
    for kind in range(34 if waits else 0):
        if counts[kind] == 3 and waits_beside(held, brought, kind, rules, rest):
            winds[0] |= <uint64_t>1 << kind
    return waits


cdef int call_pushed(
    const uint8_t* counts, const uint8_t* melds, int n_melds, int pushed, const Rules* rules, uint64_t* winds
) noexcept nogil:
    """Whether 13 - 3 x melds concealed counts are finished by a pung of the pair that is pushed out; winds as above."""
    cdef uint64_t held[4]
    cdef uint64_t rest[4]
    cdef uint32_t brought = bring_melds(melds, n_melds)
    cdef int kind
    read_counts(counts, held, &held[3], 3)
    winds[0] = 0
    if not finishes_pushed(held, brought, pushed, rules.scoring.needs):
        return 0
    for kind in range(34):
        if counts[kind] == 3 and kind != pushed:
            memcpy(rest, held, sizeof(rest))
            rest[kind // 9] -= <uint64_t>3 << (4 * (kind % 9))
            if finishes_pushed(rest, bring_pung(brought, kind), pushed, rules.scoring.needs):
                winds[0] |= <uint64_t>1 << kind
    return 1


cdef int call_finishes(const uint8_t* counts, const uint8_t* melds, int n_melds, const Rules* rules) noexcept nogil:
    """Whether 14 - 3 x melds concealed counts are a finished hand where a rule set needs more than its form."""
    cdef uint64_t suits[3]
    cdef uint64_t honors
    read_counts(counts, suits, &honors, 3)
    return finishes(suits, honors, bring_melds(melds, n_melds), rules.scoring.needs)
