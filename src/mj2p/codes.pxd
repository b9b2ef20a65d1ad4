# Gives: the numbers that C and Python share, by the names that make_codes.py gives them; a meld's byte, made and read.
# Needs: what tools/make_codes.py makes of codes.py and play/codes.py.

include "_codes.pxi"


cdef inline int meld_byte(int type, int kind) noexcept nogil:
    """A meld as rows have it, which is never 0; of a chow `kind` is the lowest."""
    return type << 6 | (kind + 1)


cdef inline int meld_type(int meld) noexcept nogil:
    return meld >> 6


cdef inline int meld_kind(int meld) noexcept nogil:
    return (meld & 63) - 1


cdef inline int is_dealt(int kind) noexcept nogil:
    """Whether a meld's kind stands for dealt tiles: 旋风杠, 喜杠."""
    return kind >= DEALT_WINDS
