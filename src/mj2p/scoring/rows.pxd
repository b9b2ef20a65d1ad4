# Gives: the check of arrays of counts that batch functions share.
# Needs: codes.

from mj2p.codes cimport KINDS_1, KINDS_3


cdef inline int suits_of_rows(Py_ssize_t n, Py_ssize_t kinds, Py_ssize_t n_out) except -1:
    """1 or 3: the suits of rows of so many kinds; ValueError where there are none such, or not as many results."""
    if kinds not in (KINDS_1, KINDS_3) or n_out != n:
        raise ValueError("counts or out have the wrong shape")
    return 1 if kinds == KINDS_1 else 3
