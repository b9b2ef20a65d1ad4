# Gives: what is read off a checked hand: how many melds of which sort, copies of the winning kind.
# Needs: types.

from libc.stdint cimport uint32_t, uint64_t

from mj2p.scoring.kernel.types cimport COUNT_CHOWS, COUNT_KONGS, COUNT_OPEN, Hand


cdef inline uint32_t n_melds(const Hand* hand) noexcept nogil:
    return hand.melds.counts & 255


cdef inline uint32_t n_meld_chows(const Hand* hand) noexcept nogil:
    return hand.melds.counts >> COUNT_CHOWS & 255


cdef inline uint32_t n_open(const Hand* hand) noexcept nogil:
    return hand.melds.counts >> COUNT_OPEN & 255


cdef inline uint32_t n_kongs(const Hand* hand) noexcept nogil:
    return hand.melds.counts >> COUNT_KONGS & 255


cdef inline uint32_t count_of(const Hand* hand, const uint64_t* suits) noexcept nogil:
    """Copies of the winning kind among some counts."""
    return suits[hand.win_suit] >> (4 * hand.win_rank) & 15


cdef inline uint64_t win_bit(const Hand* hand) noexcept nogil:
    return <uint64_t>1 << (4 * hand.win_rank)
