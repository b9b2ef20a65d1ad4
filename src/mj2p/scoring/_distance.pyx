"""The distance of a hand (tiles still needed, less one: 0 ready, -1 complete) and the kinds that lower it.

Nothing here knows a rule set: forms are the bits of `codes.Form`. Follows rulebook 13: the least, over targets, of the
tiles not held; a target has four of a kind at most, melds counted.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mj2p.codes cimport FORM_NO_SETS, FORM_SEVEN_PAIRS, HONORS, KINDS_1, KINDS_3
from mj2p.scoring.rows cimport suits_of_rows

include "distance/lookup.pxi"
include "distance/limits.pxi"
include "distance/forms.pxi"

cdef enum:
    DIST_BAD = 127          # the distance of a row that is no hand


cdef inline int as_distance(int need) noexcept nogil:
    return need - 1 if need < DIST_FAR else DIST_BAD


cdef inline bint is_row(const uint8_t* counts, const int nsuits, int ntiles) noexcept nogil:
    """A hand of 13 - 3k or 14 - 3k tiles, four of a kind at most."""
    return ntiles % 3 != 0 and ntiles <= 14 and tiles_in_row(counts, nsuits) == ntiles


cdef inline int distance_fast(const uint8_t* counts, const int nsuits, int ntiles, int forms) noexcept nogil:
    """The melds are implied by the number of tiles and their copies are left out of account; no hand: 127."""
    cdef int need = DIST_FAR, nsets = ntiles // 3
    cdef uint64_t kinds = 0
    cdef Place at
    if not is_row(counts, nsuits, ntiles):
        return DIST_BAD
    if not forms & FORM_NO_SETS:
        if nsuits == 1:
            place_one_suit(counts, nsets, &at)
        else:
            place_three_suits(counts, nsets, &at)
        need = at.need
    if nsets == 4 and forms & FORM_SEVEN_PAIRS:
        need = min(need, seven_pairs_need(counts, nsuits))
    if nsuits == 3 and forms > FORM_SEVEN_PAIRS:
        try_three_suit_forms(counts, NULL, nsets, forms, &need, &kinds)
    return as_distance(need)


cdef inline uint64_t useful_fast(const uint8_t* counts, const int nsuits, int ntiles, int forms,
                                 int* distance) noexcept nogil:
    """The kinds that lower the distance, a bit each."""
    cdef int need = DIST_FAR, nsets = ntiles // 3
    cdef uint64_t kinds = 0
    cdef Place at
    distance[0] = DIST_BAD
    if not is_row(counts, nsuits, ntiles):
        return 0
    if not forms & FORM_NO_SETS:
        if nsuits == 1:
            place_one_suit(counts, nsets, &at)
            kinds = useful_one_suit(counts, &at, nsets)
        else:
            place_three_suits(counts, nsets, &at)
            kinds = useful_three_suits(counts, &at, nsets)
        need = at.need
    if nsets == 4 and forms & FORM_SEVEN_PAIRS:
        offer_form(seven_pairs_need(counts, nsuits), row_bits(counts, nsuits, 0), &need, &kinds)
    if nsuits == 3 and forms > FORM_SEVEN_PAIRS:
        try_three_suit_forms(counts, NULL, nsets, forms, &need, &kinds)
    distance[0] = as_distance(need)
    return kinds


cdef uint64_t useful_exact(const uint8_t* counts, const uint8_t* limits, int nsuits, int nsets, int forms,
                           int* distance) noexcept nogil:
    """The same with a limit a kind; nsets: sets wanted, 4 less the melds."""
    cdef int need = DIST_FAR
    cdef uint64_t kinds = 0
    if not forms & FORM_NO_SETS:
        need = sets_within(counts, limits, nsuits, nsets, &kinds)
    if nsets == 4 and forms & FORM_SEVEN_PAIRS:
        offer_form(seven_pairs_need(counts, nsuits), row_bits(counts, nsuits, 0), &need, &kinds)
    if nsuits == 3 and forms > FORM_SEVEN_PAIRS:
        try_three_suit_forms(counts, limits, nsets, forms, &need, &kinds)
    distance[0] = as_distance(need)
    return kinds


cdef int distance_exact(const uint8_t* counts, const uint8_t* limits, int nsuits, int nsets, int forms) noexcept nogil:
    cdef int distance
    useful_exact(counts, limits, nsuits, nsets, forms, &distance)
    return distance


# ---- for other extensions: a call is one pointer call, so those of one suit and of three are apart ----


cdef int distance_1(const uint8_t* counts, int n_tiles, int forms) noexcept nogil:
    return distance_fast(counts, 1, n_tiles, forms)


cdef int distance_3(const uint8_t* counts, int n_tiles, int forms) noexcept nogil:
    return distance_fast(counts, 3, n_tiles, forms)


cdef uint64_t useful_1(const uint8_t* counts, int n_tiles, int forms, int* distance) noexcept nogil:
    return useful_fast(counts, 1, n_tiles, forms, distance)


cdef uint64_t useful_3(const uint8_t* counts, int n_tiles, int forms, int* distance) noexcept nogil:
    return useful_fast(counts, 3, n_tiles, forms, distance)


cdef int distance_within(
    const uint8_t* counts, const uint8_t* limits, int n_melds, int nsuits, int forms
) noexcept nogil:
    if n_melds == 0:
        return distance_of(counts, tiles_in_row(counts, nsuits), nsuits, forms)
    return distance_exact(counts, limits, nsuits, 4 - n_melds, forms)


cdef uint64_t useful_within(
    const uint8_t* counts, const uint8_t* limits, int n_melds, int nsuits, int forms, int* distance
) noexcept nogil:
    if n_melds == 0:
        return useful_of(counts, tiles_in_row(counts, nsuits), nsuits, forms, distance)
    return useful_exact(counts, limits, nsuits, 4 - n_melds, forms, distance)


# ---- for Python ----


def useful_one(const uint8_t[::1] counts not None, const uint8_t[::1] limits not None, int n_melds, int forms):
    """(distance, kinds that lower it, a bit each) of concealed counts (16 | 34) beside so many melds.

    `limits`: copies that a target may use of a kind. Of 13 - 3 x melds tiles; of one more the kinds mean nothing.
    """
    cdef int distance
    cdef Py_ssize_t kind
    cdef uint64_t kinds
    if counts.shape[0] not in (KINDS_1, KINDS_3) or limits.shape[0] != counts.shape[0]:
        raise ValueError("counts or limits have the wrong length")
    if not 0 <= n_melds <= 4:
        raise ValueError(f"a hand has 0 to 4 melds, not {n_melds}")
    for kind in range(counts.shape[0]):
        if counts[kind] > 4:
            raise ValueError(f"kind {kind} is there {counts[kind]} times; there are four of each")
    kinds = useful_exact(
        &counts[0], &limits[0], 1 if counts.shape[0] == KINDS_1 else 3, 4 - n_melds, forms, &distance
    )
    return distance, kinds


cdef inline void distances_of_rows(
    const uint8_t* counts, int64_t n, int forms, int8_t* out, const int nsuits
) noexcept nogil:
    cdef int64_t i
    cdef const uint8_t* row
    for i in range(n):
        row = counts + (9 * nsuits + HONORS) * i
        out[i] = <int8_t>distance_fast(row, nsuits, tiles_in_row(row, nsuits), forms)


def distance_batch(const uint8_t[:, ::1] counts not None, int8_t[::1] out not None, int forms):
    """Distance of rows of counts (n, 16 | 34) into (n,); 127 for a row that is no hand. Releases the GIL."""
    cdef int64_t n = counts.shape[0]
    cdef int nsuits = suits_of_rows(n, counts.shape[1], out.shape[0])
    if n == 0:
        return
    with nogil:
        if nsuits == 1:
            distances_of_rows(&counts[0, 0], n, forms, &out[0], 1)
        else:
            distances_of_rows(&counts[0, 0], n, forms, &out[0], 3)


cdef inline void useful_of_rows(
    const uint8_t* counts, int64_t n, int forms, int8_t* out, uint64_t* kinds, const int nsuits
) noexcept nogil:
    cdef int64_t i
    cdef int distance
    cdef const uint8_t* row
    for i in range(n):
        row = counts + (9 * nsuits + HONORS) * i
        kinds[i] = useful_fast(row, nsuits, tiles_in_row(row, nsuits), forms, &distance)
        out[i] = <int8_t>distance


def useful_batch(
    const uint8_t[:, ::1] counts not None, int8_t[::1] out not None, uint64_t[::1] kinds not None, int forms
):
    """The same, and into `kinds` (n,) those that lower it, a bit each. Releases the GIL."""
    cdef int64_t n = counts.shape[0]
    cdef int nsuits = suits_of_rows(n, counts.shape[1], out.shape[0])
    suits_of_rows(n, counts.shape[1], kinds.shape[0])
    if n == 0:
        return
    with nogil:
        if nsuits == 1:
            useful_of_rows(&counts[0, 0], n, forms, &out[0], &kinds[0], 1)
        else:
            useful_of_rows(&counts[0, 0], n, forms, &out[0], &kinds[0], 3)
