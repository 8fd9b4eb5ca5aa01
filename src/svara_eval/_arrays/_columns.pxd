# cython: language_level=3
"""What ``_arrow`` uses of ``_columns``: the loops over a column in memory."""

from libc.stdint cimport uint8_t

cdef extern from "columns.h" nogil:
    ctypedef enum svara_kind:
        SVARA_UNREADABLE, SVARA_BYTES, SVARA_UCS4, SVARA_NUMBERS, SVARA_NULLS
    ctypedef struct svara_column:
        svara_kind kind
        const void *values
        Py_ssize_t size
        Py_ssize_t offset
        const uint8_t *validity
    bint svara_is_valid(const uint8_t *validity, Py_ssize_t row)
    const uint8_t *svara_text_at(const svara_column *column, Py_ssize_t row, Py_ssize_t *length)

cdef Py_ssize_t score_column(const svara_column *given, uint8_t *out, Py_ssize_t count, bint stop) except -2
cdef int read_rows(const svara_column *column, const Py_ssize_t *rows, uint8_t *cards, Py_ssize_t count) except -1 nogil
