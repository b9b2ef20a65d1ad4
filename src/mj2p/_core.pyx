"""The compiled core: packed rule sets, one hand, many hands.

Nothing here knows a text or a rule set's name. Rows are bytes in the layouts of `hand_dtype` (32 a one-suit row, 48 a
three-suit row); scores are rows of 24 bytes (`SCORE_DTYPE`). `scoring.py` is the face of it.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from mj2p.codes cimport HAND_FLOWERS, HONORS, MELD_CHOW, ROW_1, ROW_3, ROW_SCORE, STATUS_WIN, meld_type
from mj2p.rules.settings cimport CONCEALED_HAND_NO_MELDS
from mj2p.scoring.kernel.splits cimport N_SPLITS, NO_PAIR, Split, chow_id, chow_sets_1, splits
from mj2p.scoring.kernel.table cimport RANKS, chows_of
from mj2p.scoring.kernel.types cimport NO_KIND, COUNT_OPEN, Exclusion, Facts, Reading, Result, Rules
from mj2p.scoring.rows cimport suits_of_rows

include "_catalogue.pxi"

include "scoring/kernel/match.pxi"
include "scoring/kernel/check.pxi"
include "scoring/kernel/count.pxi"
include "scoring/kernel/pack.pxi"
include "scoring/kernel/split.pxi"
include "scoring/kernel/forms.pxi"
include "scoring/kernel/fill.pxi"
include "scoring/kernel/needs.pxi"
include "scoring/kernel/score.pxi"
include "scoring/kernel/treasure.pxi"
include "scoring/kernel/wait.pxi"
include "scoring/kernel/calls.pxi"

fill_tables()


cdef class Packed:
    """A rule set as the core reads it: immutable, shared by threads. Made by `RuleSet.packed`."""

    def __cinit__(self, dict fields not None):
        cdef int fan, at
        self.rules = <Rules*>calloc(1, sizeof(Rules))
        if self.rules == NULL:
            raise MemoryError()
        self.rules.scoring = fields["scoring"]
        self.rules.tiles = fields["tiles"]
        self.rules.nsuits = self.rules.tiles.suits
        self.rules.ends_closed = (
            255 if self.rules.scoring.concealed_hand == CONCEALED_HAND_NO_MELDS else 255 << COUNT_OPEN
        )
        for at in fields["lacking"]:
            self.rules.lacking |= <uint64_t>15 << (4 * at)
        self.rules.cap_total = self.rules.scoring.cap_total or 0x7FFFFFFF
        memset(self.rules.repeater, 255, sizeof(self.rules.repeater))
        for at, fan in enumerate(fields["repeating"]):
            self.rules.repeater[fan] = at
            self.rules.fan_of[at] = fan
            self.rules.limit[at] = fields["limits"].get(fan, 0)
        for fan, value in fields["values"].items():
            self.rules.values[fan] = value
            self.rules.fans[fan >> 6] |= <uint64_t>1 << (fan & 63)
        for at, fan in enumerate(fields["dearest"]):
            self.rules.dearest[at] = fan
        self.rules.n_dearest = len(fields["dearest"])
        self.pack_exclusions(fields["exclusions"])
        self.rules.chicken = has_fan(self.rules.fans, FAN_CHICKEN_HAND)
        self.rules.fans[0] &= ~(<uint64_t>1 << <int>FAN_CHICKEN_HAND)  # found last, never a fact
        pack_tables(self.rules)
        self.rules.fans[0] |= <uint64_t>self.rules.chicken << <int>FAN_CHICKEN_HAND
        self.rules.has_pair_fans = self.rules.pair[0].fans[1] | self.rules.pair[1].fans[1] != 0
        self.rules.has_dealer_fans = self.rules.declared[0].fans[1] != 0
        self.nsuits = self.rules.nsuits

    def __dealloc__(self):
        free(self.rules)

    def __reduce__(self):
        raise TypeError("a packed rule set is not pickled: pickle its RuleSet")

    cdef void pack_exclusions(self, list rows):
        """Rows of (fan, target, kind) with kind 'whole', 'one' or 'its', fans in topological order."""
        cdef Exclusion* exclusion = NULL
        cdef int fan, target
        for fan, target, kind in rows:
            if exclusion == NULL or exclusion.fan != fan:
                exclusion = &self.rules.exclusions[self.rules.n_exclusions]
                exclusion.fan = fan
                self.rules.place[fan] = self.rules.n_exclusions
                self.rules.excluding[fan >> 6] |= <uint64_t>1 << (fan & 63)
                self.rules.n_exclusions += 1
            if kind == "whole":
                exclusion.whole[target >> 6] |= <uint64_t>1 << (target & 63)
            elif kind == "one":
                exclusion.one |= 1 << self.rules.repeater[target]
            else:
                exclusion.its |= 1 << self.rules.repeater[target]


cdef inline void write_score(uint8_t* out, const Result* result, const Rules* rules) noexcept nogil:
    cdef uint64_t word = <uint64_t>result.status << 32
    memset(out + 8, 0, 16)
    if result.status == STATUS_WIN:
        word = <uint32_t>capped(result.best.value, rules) | <uint64_t>result.reading.wait << 40
        memcpy(out + 8, result.best.fans, 16)
    memcpy(out, &word, 8)


cdef inline void write_counts(uint8_t* counts, const Result* result, const Rules* rules) noexcept nogil:
    cdef int fan
    memset(counts, 0, N_FANS)
    if result.status == STATUS_WIN:
        for fan in range(N_FANS):
            if has_fan(result.best.fans, fan):
                counts[fan] = times_of(&result.best, rules, fan)


cdef inline void score_rows(
    const uint8_t* rows, int64_t n, const Rules* rules, uint8_t* out, uint8_t* counts, const int nsuits
) noexcept nogil:
    cdef Result result
    cdef int64_t i
    for i in range(n):
        score_row(rows + i * (ROW_1 if nsuits == 1 else ROW_3), rules, &result, nsuits, 0)
        write_score(out + i * ROW_SCORE, &result, rules)
        if counts != NULL:
            write_counts(counts + i * N_FANS, &result, rules)


# Functions of their own, whatever the compiler thinks of copies
cdef void score_rows_1(
    const uint8_t* rows, int64_t n, const Rules* rules, uint8_t* out, uint8_t* counts
) noexcept nogil:
    score_rows(rows, n, rules, out, counts, 1)


cdef void score_rows_3(
    const uint8_t* rows, int64_t n, const Rules* rules, uint8_t* out, uint8_t* counts
) noexcept nogil:
    score_rows(rows, n, rules, out, counts, 3)


def score_batch(
    const uint8_t[:, ::1] rows not None, Packed packed not None, uint8_t[:, ::1] out not None,
    uint8_t[:, ::1] counts=None,
):
    """Score rows of bytes (n, 32 | 48) into (n, 24), and how often each fan counts into (n, fans). Releases the GIL."""
    cdef int64_t n = rows.shape[0]
    cdef uint8_t* times = NULL
    if rows.shape[1] != (ROW_1 if packed.nsuits == 1 else ROW_3) or out.shape[1] != ROW_SCORE or out.shape[0] != n:
        raise ValueError("rows or out have the wrong shape")
    if counts is not None and (counts.shape[0] != n or counts.shape[1] != N_FANS):
        raise ValueError("counts have the wrong shape")
    if n == 0:
        return
    if counts is not None:
        times = &counts[0, 0]
    with nogil:
        if packed.nsuits == 1:
            score_rows_1(&rows[0, 0], n, packed.rules, &out[0, 0], times)
        else:
            score_rows_3(&rows[0, 0], n, packed.rules, &out[0, 0], times)


cdef inline int score_bytes(const uint8_t[::1] row, Packed packed, Result* result) except -1:
    if row.shape[0] != (ROW_1 if packed.nsuits == 1 else ROW_3):
        raise ValueError("the row has the wrong length")
    if packed.nsuits == 1:
        score_row(&row[0], packed.rules, result, 1, 1)
    else:
        score_row_3(&row[0], packed.rules, result)
    return 0


def score_one(bytes row not None, Packed packed not None):
    """(status, raw, total, fans, fans, times of repeating fans, wait, form, splits, winning kind as read) of a row."""
    cdef Result result
    result.stands_for = NO_KIND
    score_bytes(row, packed, &result)
    if result.status != STATUS_WIN:
        return (result.status,)
    return (
        STATUS_WIN, result.best.value, capped(result.best.value, packed.rules),
        result.best.fans[0], result.best.fans[1], result.best.repeats,
        result.reading.wait, result.reading.form,
        (result.reading.split[0], result.reading.split[1], result.reading.split[2]),
        result.stands_for if result.stands_for != NO_KIND else None,
    )


def matched_fans(bytes row not None, Packed packed not None):
    """Two words: every fan of the rule set that the best reading of a winning row matches, whatever is taken away."""
    cdef Result result
    cdef Facts facts, chows
    score_bytes(row, packed, &result)
    if result.status != STATUS_WIN:
        return 0, 0
    if result.reading.form == HAND_FLOWERS:  # 八仙过海 alone: the hand is not shown
        return result.best.fans[0], result.best.fans[1]
    memset(&chows, 0, sizeof(Facts))
    match_chows(chows_of(result.reading.chows, packed.nsuits), packed.rules, &chows)
    match_reading(&result.reading, packed.rules, &chows, &facts)
    return (
        (facts.fans[0] | chows.fans[0] | result.best.fans[0]) & packed.rules.fans[0],
        (facts.fans[1] | chows.fans[1] | result.best.fans[1]) & packed.rules.fans[1],
    )


def split_sets(int number):
    """A split by its number: (chows as lowest ranks, pungs as ranks, pair or None), ranks 0-8."""
    cdef const Split* part
    cdef const uint8_t* chows
    if not 0 <= number < N_SPLITS:
        raise ValueError(f"there is no split {number}")
    part = &splits[number]
    chows = &chow_sets_1[4 * chow_id[part.chow_key]]
    return (
        tuple([chows[i] for i in range(4) if chows[i] != 255]),
        tuple([rank for rank in range(RANKS) if part.pungs >> rank & 1]),
        None if part.pair_common & 15 == NO_PAIR else part.pair_common & 15,
    )


cdef inline void complete_rows(
    const uint8_t* counts, int64_t n, int forms, uint8_t* out, const int nsuits
) noexcept nogil:
    cdef int64_t i
    for i in range(n):
        out[i] = is_complete_counts(counts + (9 * nsuits + HONORS) * i, forms, nsuits)


def is_complete_batch(const uint8_t[:, ::1] counts not None, uint8_t[::1] out not None, int forms):
    """Win check of rows of counts (n, 16 | 34) into (n,). Releases the GIL."""
    cdef int64_t n = counts.shape[0]
    cdef int nsuits = suits_of_rows(n, counts.shape[1], out.shape[0])
    if n == 0:
        return
    with nogil:
        if nsuits == 1:
            complete_rows(&counts[0, 0], n, forms, &out[0], 1)
        else:
            complete_rows(&counts[0, 0], n, forms, &out[0], 3)


cdef inline void waits_of_rows(
    const uint8_t* counts, int64_t n, const Rules* rules, uint64_t* out, const int nsuits
) noexcept nogil:
    cdef int64_t i
    for i in range(n):
        out[i] = waits_of_counts(counts + (9 * nsuits + HONORS) * i, rules, nsuits)


def waits_batch(const uint8_t[:, ::1] counts not None, uint64_t[::1] out not None, Packed packed not None):
    """Kinds waited for (a bit each) of rows of counts into (n,); 0 for a bad row. Releases the GIL."""
    cdef int64_t n = counts.shape[0]
    if suits_of_rows(n, counts.shape[1], out.shape[0]) != packed.nsuits:
        raise ValueError("counts have the wrong shape")
    if n == 0:
        return
    with nogil:
        if packed.nsuits == 1:
            waits_of_rows(&counts[0, 0], n, packed.rules, &out[0], 1)
        else:
            waits_of_rows(&counts[0, 0], n, packed.rules, &out[0], 3)


def waits_one(const uint8_t[::1] counts not None, const uint8_t[::1] melds not None, Packed packed not None):
    """Kinds waited for by concealed counts (16 | 34) beside these melds (bytes as in a row)."""
    cdef int i, n_melds = <int>melds.shape[0], n_chows = 0
    cdef uint64_t suits[3]
    cdef uint64_t honors
    if counts.shape[0] != 9 * packed.nsuits + HONORS:
        raise ValueError("counts have the wrong length")
    if melds.shape[0] > 4:
        raise ValueError(f"a hand has 4 melds at most, not {melds.shape[0]}")
    for i in range(n_melds):
        n_chows += meld_type(melds[i]) == MELD_CHOW
    if packed.nsuits == 1:
        read_counts(&counts[0], suits, &honors, 1)
        return waits_of(suits, honors, n_melds, n_chows, packed.rules, 1)
    read_counts(&counts[0], suits, &honors, 3)
    if packed.rules.scoring.needs:
        return finishing(
            suits, honors, bring_melds(&melds[0] if n_melds else NULL, n_melds), packed.rules.scoring.needs
        )
    return waits_of(suits, honors, n_melds, n_chows, packed.rules, 3)
