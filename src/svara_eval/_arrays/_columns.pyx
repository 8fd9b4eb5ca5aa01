# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: freethreading_compatible=True
"""The compiled loops over lists, NumPy text and card numbers, and the ufunc; their plain twins are in plain.py.

A loop reads hands as points or, with ``cards``, cards as numbers. It fills ``out``, a contiguous array of one byte a row,
with 0 where a row is not a hand and 255 where it is not a card, and returns the number of the first such row, or None.
With ``stop`` a loop over hands ends there.
"""

cimport cython
cimport numpy as cnp
from cpython.object cimport PyObject
from libc.stdint cimport int8_t, uint8_t, uint16_t
from libc.string cimport memchr, memset

from svara_eval._read_hand cimport (
    PySequence_Fast_GET_SIZE, PySequence_Fast_ITEMS, SVARA_FREE_THREADED, read_card, read_index, svara_ascii
)

import sys

from svara_eval._fast import score
from svara_eval.cards import Card
from svara_eval.errors import SvaraError

cnp.import_array()
cnp.import_ufunc()

cdef extern from *:
    """
    #ifdef __GNUC__
    #define SVARA_PREFETCH(object) (__builtin_prefetch(object), __builtin_prefetch((PyASCIIObject *)(object) + 1))
    #else
    #define SVARA_PREFETCH(object) ((void)(object))
    #endif
    """
    void SVARA_PREFETCH(PyObject *object) noexcept nogil

cdef extern from "lookup.h" nogil:
    const char *SVARA_DIGEST
    const uint8_t *svara_points
    int SVARA_UTF8
    int SVARA_NO_CARD
    void svara_fill_tables()
    const uint8_t *svara_card_of
    uint16_t svara_word(const uint8_t *bytes)
    int svara_score_compact(const uint8_t *text)
    int svara_score_utf8(const uint8_t *text, Py_ssize_t length)
    int svara_read_one(const void *text, int width, Py_ssize_t length)
    int svara_score_longer(const void *text, int width, Py_ssize_t length)

cdef extern from "numpy/arrayobject.h" nogil:
    cnp.npy_string_allocator *NpyString_acquire_allocator(const cnp.PyArray_StringDTypeObject *)
    void NpyString_release_allocator(cnp.npy_string_allocator *)
    int NpyString_load(
        cnp.npy_string_allocator *, const cnp.npy_packed_static_string *, cnp.npy_static_string *unpacked
    )

cdef extern from "score_numbers.h" nogil:
    void svara_fill_rows()
    bint svara_choose_avx2(bint wanted)
    Py_ssize_t svara_score_rows(const uint8_t *hands, int8_t *points, Py_ssize_t count, bint stop)

cdef extern from "score_numbers.h":
    cnp.PyUFuncGenericFunction svara_loop_uint8, svara_loop_uint64, svara_loop_bool

cdef extern from "text_columns.h" nogil:
    void svara_score_compact_rows(const svara_column *column, Py_ssize_t start, int8_t *points, Py_ssize_t count)
    void svara_read_compact_rows(const svara_column *column, const Py_ssize_t *rows, uint8_t *cards, Py_ssize_t count)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()

svara_fill_tables()
svara_fill_rows()

cdef str utf32 = f"utf-32-{sys.byteorder[0]}e"  # how NumPy stores a U string


def choose_avx2(bint wanted):
    """Score bytes with AVX2 if it is wanted and the processor has it; return whether that is so."""
    return svara_choose_avx2(wanted)


# NumPy picks the first loop to whose types the columns can be cast. The loops with a boolean come first, because a boolean
# could be cast to uint8 too. int64 and uint64 have no type in common, so there is a loop for every mix of them.
cdef cnp.PyUFuncGenericFunction[28] loops
cdef char[4 * 28] types


cdef int add_loops():
    cdef int count = 0
    for wanted in (True, False):
        for first in (cnp.NPY_BOOL, cnp.NPY_INT64, cnp.NPY_UINT64):
            for second in (cnp.NPY_BOOL, cnp.NPY_INT64, cnp.NPY_UINT64):
                for third in (cnp.NPY_BOOL, cnp.NPY_INT64, cnp.NPY_UINT64):
                    if (cnp.NPY_BOOL in (first, second, third)) == wanted:
                        loops[count] = svara_loop_bool if wanted else svara_loop_uint64
                        types[4 * count], types[4 * count + 1], types[4 * count + 2] = first, second, third
                        types[4 * count + 3] = cnp.NPY_INT8
                        count += 1
        if wanted:
            loops[count] = svara_loop_uint8
            types[4 * count] = types[4 * count + 1] = types[4 * count + 2] = cnp.NPY_UINT8
            types[4 * count + 3] = cnp.NPY_INT8
            count += 1
    return count


score_cards = cnp.PyUFunc_FromFuncAndData(
    loops, NULL, types, add_loops(), 3, 1, cnp.PyUFunc_None, b"score_cards",
    b"""Score hands given as three columns of card numbers; 0 where the three are not a hand.

The points are int8, so ``points * 10`` wraps around; convert them first, as in ``points.astype(np.int64) * 10``.

Args:
    c0, c1, c2: Card numbers; integers, or arrays of any integer type that broadcast together.
    out, where, ...: The options of every NumPy ufunc.

Returns:
    int8 points, 8 to 34; 0 where a number is outside 0 to 31 or a card is repeated.

Raises:
    OverflowError: A Python integer does not fit the type that NumPy gives it: that of the arrays if all of them are
        uint8, otherwise int64.
    TypeError: The numbers are floats, text or other objects. ``parse_cards`` reads cards given as text.

>>> import numpy as np
>>> score_cards(np.array([0, 3, 32]), np.array([26, 2, 1]), np.array([25, 1, 0]))
array([31, 34,  0], dtype=int8)
""", 0)

if hasattr(score_cards, "__dict__"):  # NumPy 2.2 or later
    score_cards.__module__ = __name__  # otherwise pickle names the first module it finds the ufunc in


def score_few(hands):
    """The points of a small contiguous array of uint8 rows that are all hands; None for anything else."""
    cdef cnp.ndarray cards, points
    cdef int last
    if type(hands) is not cnp.ndarray:
        return None
    cards = hands
    last = cnp.PyArray_NDIM(cards) - 1
    if (
        cnp.PyArray_TYPE(cards) != cnp.NPY_UINT8
        or last < 0
        or cnp.PyArray_DIM(cards, last) != 3
        or cnp.PyArray_SIZE(cards) > 3 * 4096
        or not cnp.PyArray_IS_C_CONTIGUOUS(cards)
    ):
        return None
    points = cnp.PyArray_EMPTY(last, cnp.PyArray_DIMS(cards), cnp.NPY_INT8, 0)
    bad = svara_score_rows(
        <const uint8_t *>cnp.PyArray_DATA(cards), <int8_t *>cnp.PyArray_DATA(points), cnp.PyArray_SIZE(points), True
    )
    return points if bad < 0 else None


def score_rows(cnp.ndarray hands not None, cnp.ndarray points not None, bint stop):
    """Contiguous rows of three uint8 card numbers."""
    cdef const uint8_t *cards = <const uint8_t *>cnp.PyArray_DATA(hands)
    cdef int8_t *out = <int8_t *>cnp.PyArray_DATA(points)
    cdef Py_ssize_t count = cnp.PyArray_SIZE(points)
    cdef Py_ssize_t bad
    if count < 64:  # faster than releasing the GIL
        bad = svara_score_rows(cards, out, count, stop)
    else:
        with nogil:
            bad = svara_score_rows(cards, out, count, stop)
    return None if bad < 0 else bad


# Lists and tuples ------------------------------------------------------------------------------------------------------


def fill_items(items, cnp.ndarray out not None, bint stop, bint cards):
    """A list or tuple of hands or cards in any form."""
    cdef uint8_t *found = <uint8_t *>cnp.PyArray_DATA(out)
    cdef uint8_t none = SVARA_NO_CARD if cards else 0
    cdef Py_ssize_t count = cnp.PyArray_SIZE(out)
    cdef Py_ssize_t row = 0, begin, others = 1, bad = -1
    while row < count:
        begin = row
        if cards:
            row = read_compact_items(items, begin, count, found, True)
        else:
            row = read_compact_items(items, begin, count, found, False)
        # Compact texts are looked for again after more and more other items while there are none.
        others = 1 if row > begin else min(2 * others, <Py_ssize_t>64)
        for row in range(row, min(row + others, count)):
            found[row] = read_item(item_at(items, row), cards)
            if found[row] == none and bad < 0:
                bad = row
                if stop:
                    return bad
        row += 1
    return None if bad < 0 else bad


# Objects may be anywhere in memory, so they are fetched some rows before they are read.
cdef enum:
    AHEAD = 12


cdef inline Py_ssize_t read_compact_items(
    object items, Py_ssize_t row, Py_ssize_t stop, uint8_t *out, bint cards
) noexcept:
    """Read the items from a row on that are like "7cKhKd" or, as cards, like "Kh"; return the first row that is not.

    This runs no Python code, so the items stay where they are, unless another thread runs without the GIL.
    """
    cdef PyObject **item = PySequence_Fast_ITEMS(items)
    cdef const uint8_t *text
    if SVARA_FREE_THREADED and type(items) is not tuple:
        return row
    stop = min(stop, PySequence_Fast_GET_SIZE(items))
    while row < stop:
        if row + AHEAD < stop:
            SVARA_PREFETCH(item[row + AHEAD])
        text = svara_ascii(item[row], 2 if cards else 6)
        if text == NULL:
            break
        out[row] = svara_card_of[svara_word(text)] if cards else svara_score_compact(text)
        if out[row] == (SVARA_NO_CARD if cards else 0):
            break
        row += 1
    return row


cdef inline object item_at(object items, Py_ssize_t row):
    """The item; an IndexError if reading an earlier one has shortened the list."""
    if type(items) is list and not SVARA_FREE_THREADED and row < len(<list>items):
        return (<list>items)[row]
    with cython.boundscheck(True):
        return items[row]


cdef inline int read_item(object item, bint cards) except -1:
    cdef int found = read_card(item) if cards else read_index(item)
    if found < 0:
        return by_python(item, cards)
    return found if cards else svara_points[found]


cdef int by_python(item, bint cards) except -1:
    """The card or the points of what only Python can read, or is not one at all."""
    try:
        return Card(item) if cards else score(item)
    except (SvaraError, TypeError):
        return SVARA_NO_CARD if cards else 0


# Columns of text in memory ---------------------------------------------------------------------------------------------


def fill_text(cnp.ndarray texts not None, cnp.ndarray out not None, bint stop, bint cards):
    """A contiguous array of NumPy strings, of type S, U or StringDType."""
    cdef uint8_t *found = <uint8_t *>cnp.PyArray_DATA(out)
    cdef Py_ssize_t[1024] rows
    cdef Py_ssize_t start, row, size, count = cnp.PyArray_SIZE(out)
    cdef const void *bad
    cdef svara_column column = numpy_column(texts)
    if texts.dtype.kind == "T":
        fill_string_dtype(texts, found, cards)
    elif not cards:
        row = score_column(&column, found, count, stop)
        return None if row < 0 else row
    else:
        for start in range(0, count, 1024):
            size = min(<Py_ssize_t>1024, count - start)
            for row in range(size):
                rows[row] = start + row
            with nogil:
                read_rows(&column, rows, found + start, size)
    bad = memchr(found, SVARA_NO_CARD if cards else 0, count)
    return None if bad == NULL else <const uint8_t *>bad - found


cdef svara_column numpy_column(cnp.ndarray texts):
    cdef svara_column column
    memset(&column, 0, sizeof(column))
    column.kind = SVARA_BYTES if texts.dtype.kind == "S" else SVARA_UCS4
    column.values = cnp.PyArray_DATA(texts)
    column.size = cnp.PyArray_ITEMSIZE(texts)
    return column


cdef enum:
    ASK = 255  # Python must read it
    MISSING = 254  # a null, which must not be read as the text that stands for it


cdef int fill_string_dtype(cnp.ndarray texts, uint8_t *out, bint cards) except -1:
    """The points or the cards of an array of StringDType.

    Its allocator is locked while the GIL is released, and a thread that holds the lock must not wait for the GIL. So text
    that needs Python is left for afterward.
    """
    cdef cnp.npy_string_allocator *allocator
    cdef cnp.npy_static_string text
    cdef const char *packed = <const char *>cnp.PyArray_DATA(texts)
    cdef Py_ssize_t size = cnp.PyArray_ITEMSIZE(texts)
    cdef Py_ssize_t row, count = cnp.PyArray_SIZE(texts)
    cdef cnp.PyArray_StringDTypeObject *dtype = <cnp.PyArray_StringDTypeObject *>cnp.PyArray_DESCR(texts)
    with nogil:
        allocator = NpyString_acquire_allocator(dtype)
        for row in range(count):
            # NpyString_load returns 0 for text, 1 for null and -1 for an error.
            if NpyString_load(allocator, <cnp.npy_packed_static_string *>(packed + row * size), &text) != 0:
                out[row] = MISSING
            else:
                out[row] = read_text(<const uint8_t *>text.buf, SVARA_UTF8, text.size, cards)
        NpyString_release_allocator(allocator)
    for row in range(count):
        if out[row] == ASK:
            out[row] = by_python(texts[row], cards)
        elif out[row] == MISSING:
            out[row] = SVARA_NO_CARD if cards else 0
    return 0


cdef inline int read_text(const uint8_t *text, int width, Py_ssize_t length, bint cards) noexcept nogil:
    """The card or the points of a text in a common spelling; below 0 for what Python must read."""
    if cards:
        if width == SVARA_UTF8 and length == 2 and svara_card_of[svara_word(text)] != SVARA_NO_CARD:
            return svara_card_of[svara_word(text)]
        return svara_read_one(text, width, length)
    return svara_score_longer(text, 4, length) if width == 4 else svara_score_utf8(text, length)


cdef Py_ssize_t score_column(const svara_column *given, uint8_t *out, Py_ssize_t count, bint stop) except -2:
    """Score a column of hands; return the first row that is not one, or -1."""
    cdef svara_column column = given[0]  # a copy, which no compiler suspects the points to overwrite
    cdef Py_ssize_t start, size, row, bad = -1
    with nogil:
        for start in range(0, count, 4096):
            size = min(<Py_ssize_t>4096, count - start)
            svara_score_compact_rows(given, start, <int8_t *>out + start, size)
            if memchr(out + start, 0, size) == NULL:
                continue
            for row in range(start, start + size):
                if out[row]:
                    continue
                out[row] = read_row(&column, row, False)
                if not out[row] and bad < 0:
                    bad = row
                    if stop:
                        return bad
    return bad


cdef int read_rows(const svara_column *column, const Py_ssize_t *rows, uint8_t *cards, Py_ssize_t count) except -1 nogil:
    """Read the cards of some rows; 255 for what is not a card, and for rows below 0."""
    cdef Py_ssize_t i
    svara_read_compact_rows(column, rows, cards, count)
    if column.kind == SVARA_NUMBERS or memchr(cards, SVARA_NO_CARD, count) == NULL:
        return 0
    for i in range(count):
        if cards[i] == SVARA_NO_CARD and rows[i] >= 0:
            cards[i] = read_row(column, rows[i], True)
    return 0


cdef inline int read_row(const svara_column *column, Py_ssize_t row, bint cards) except -1 nogil:
    """The card or the points of a row that is not compact."""
    cdef int width = 4 if column.kind == SVARA_UCS4 else SVARA_UTF8
    cdef Py_ssize_t length = 0
    cdef const uint8_t *text = svara_text_at(column, row, &length)
    cdef int found
    if text == NULL:
        if length < 0:
            with gil:
                raise SvaraError("the Arrow column is damaged: a text lies outside its buffer")
        return SVARA_NO_CARD if cards else 0
    found = read_text(text, width, length, cards)
    if found < 0:
        with gil:
            found = by_python(decoded(text, width, length), cards)
    return found


cdef object decoded(const uint8_t *text, int width, Py_ssize_t length):
    """A text as a Python string; None if it is not UTF-8 or not Unicode."""
    cdef bytes copy = text[: 4 * length if width == 4 else length]  # which no other thread can change
    try:
        return copy.decode(utf32 if width == 4 else "utf-8")
    except ValueError:
        return None
