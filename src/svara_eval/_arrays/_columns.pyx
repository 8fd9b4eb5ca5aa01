# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: freethreading_compatible=True
"""The compiled half of columns.py and numbers.py: the loops over rows and columns of text, and the ufunc.

Each loop fills ``points``, a contiguous array of int8, and returns the number of the first row that is not a hand, or None.
With ``stop`` it ends there; without, such rows score 0.
"""

cimport cython
cimport numpy as cnp
from cpython.pycapsule cimport PyCapsule_GetPointer
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t

from svara_eval._read_hand cimport SVARA_FREE_THREADED, read_index

from svara_eval._fast import score
from svara_eval.errors import SvaraError

cnp.import_array()
cnp.import_ufunc()

cdef extern from "Python.h":
    object PyUnicode_FromKindAndData(int kind, const void *buffer, Py_ssize_t size)

cdef extern from "lookup.h" nogil:
    const char *SVARA_DIGEST
    const uint8_t *svara_points
    int SVARA_UTF8
    void svara_fill_tables()
    int svara_score_utf8(const uint8_t *text, Py_ssize_t length)
    int svara_score_longer(const void *text, int width, Py_ssize_t length)

cdef extern from "numpy/arrayobject.h" nogil:
    cnp.npy_string_allocator *NpyString_acquire_allocator(const cnp.PyArray_StringDTypeObject *)
    void NpyString_release_allocator(cnp.npy_string_allocator *)
    int NpyString_load(
        cnp.npy_string_allocator *, const cnp.npy_packed_static_string *, cnp.npy_static_string *unpacked
    )

cdef extern from "score_numbers.h" nogil:
    Py_ssize_t svara_score_rows(const uint8_t *hands, int8_t *points, Py_ssize_t count, bint stop)

cdef extern from "score_numbers.h":
    cnp.PyUFuncGenericFunction svara_loop_uint8, svara_loop_uint64, svara_loop_bool

cdef extern from "text_columns.h" nogil:
    ctypedef enum svara_kind:
        SVARA_NO_TEXT, SVARA_BYTES, SVARA_UCS4
    ctypedef struct svara_column:
        svara_kind kind
        const uint8_t *fixed
        Py_ssize_t size
        const void **buffers
        Py_ssize_t offset
    struct ArrowSchema:
        const char *format
        ArrowSchema *dictionary
        void (*release)(ArrowSchema *) noexcept
    struct ArrowArray:
        int64_t length
        int64_t offset
        const void **buffers
        void (*release)(ArrowArray *) noexcept
    struct ArrowArrayStream:
        int (*get_schema)(ArrowArrayStream *, ArrowSchema *out) noexcept
        int (*get_next)(ArrowArrayStream *, ArrowArray *out) noexcept
        const char *(*get_last_error)(ArrowArrayStream *) noexcept
    svara_kind svara_kind_of(const ArrowSchema *schema)
    const uint8_t *svara_text_at(const svara_column *column, Py_ssize_t row, Py_ssize_t *length)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()

svara_fill_tables()

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

Args:
    c0, c1, c2: Card numbers; integers, or arrays of any integer type that broadcast together.
    out, where, ...: The options of every NumPy ufunc.

Returns:
    int8 points, 8 to 34; 0 where a number is outside 0 to 31 or a card is repeated.

Raises:
    OverflowError: A Python integer does not fit the type that NumPy gives it: that of the arrays if all of them are
        uint8, otherwise int64.
    TypeError: The numbers are floats, text or other objects.

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


def score_items(hands, cnp.ndarray points not None, bint stop):
    """A list or tuple of hands, each anything that ``score`` accepts."""
    cdef int8_t *out = <int8_t *>cnp.PyArray_DATA(points)
    cdef Py_ssize_t row, bad = -1
    cdef int index
    for row in range(cnp.PyArray_SIZE(points)):
        hand = item_at(hands, row)
        index = read_index(hand)
        out[row] = svara_points[index] if index >= 0 else points_or_0(hand)
        if not out[row] and bad < 0:
            bad = row
            if stop:
                break
    return None if bad < 0 else bad


cdef inline object item_at(object hands, Py_ssize_t row):
    """The item; an IndexError if reading an earlier one has shortened the list."""
    if type(hands) is list and not SVARA_FREE_THREADED and row < len(<list>hands):
        return (<list>hands)[row]
    with cython.boundscheck(True):
        return hands[row]


def score_text(cnp.ndarray texts not None, cnp.ndarray points not None, bint stop):
    """A contiguous array of NumPy strings, of type S, U or StringDType."""
    cdef svara_column column
    if texts.dtype.kind == "T":
        return score_string_dtype(texts, points)
    column.kind = SVARA_BYTES if texts.dtype.kind == "S" else SVARA_UCS4
    column.fixed = <const uint8_t *>cnp.PyArray_DATA(texts)
    column.size = cnp.PyArray_ITEMSIZE(texts)
    bad = score_column(&column, <int8_t *>cnp.PyArray_DATA(points), cnp.PyArray_SIZE(points), stop)
    return None if bad < 0 else bad


cdef score_string_dtype(cnp.ndarray texts, cnp.ndarray points):
    """An array of StringDType.

    Its allocator is locked while the GIL is released, and a thread that holds the lock must not wait for the GIL. So text
    that needs Python is scored afterwards.
    """
    cdef cnp.npy_string_allocator *allocator
    cdef cnp.npy_static_string text
    cdef const char *packed = <const char *>cnp.PyArray_DATA(texts)
    cdef Py_ssize_t size = cnp.PyArray_ITEMSIZE(texts)
    cdef Py_ssize_t count = cnp.PyArray_SIZE(points)
    cdef int8_t *out = <int8_t *>cnp.PyArray_DATA(points)
    cdef Py_ssize_t row, bad = -1
    cdef cnp.PyArray_StringDTypeObject *dtype = <cnp.PyArray_StringDTypeObject *>cnp.PyArray_DESCR(texts)
    with nogil:
        allocator = NpyString_acquire_allocator(dtype)
        for row in range(count):
            # 0 is text, 1 is null and -1 an error
            if NpyString_load(allocator, <cnp.npy_packed_static_string *>(packed + row * size), &text) == 0:
                out[row] = svara_score_utf8(<const uint8_t *>text.buf, text.size)
            else:
                out[row] = 0
        NpyString_release_allocator(allocator)
    for row in range(count):
        if out[row] < 0:
            out[row] = points_or_0(texts[row])
        if not out[row] and bad < 0:
            bad = row
    return None if bad < 0 else bad


def score_arrow(hands, cnp.ndarray points not None, bint stop):
    """A column of Arrow strings, through the Arrow C interfaces."""
    cdef ArrowSchema schema
    cdef ArrowArray array
    cdef ArrowArrayStream *stream
    cdef Py_ssize_t done = 0
    if hasattr(hands, "__arrow_c_array__"):
        of_schema, of_array = hands.__arrow_c_array__()
        done = (<ArrowArray *>PyCapsule_GetPointer(of_array, "arrow_array")).length
        if done != cnp.PyArray_SIZE(points):
            raise ValueError(f"the Arrow column has {done} rows, but its length is {cnp.PyArray_SIZE(points)}")
        bad = score_arrow_array(
            <ArrowSchema *>PyCapsule_GetPointer(of_schema, "arrow_schema"),
            <ArrowArray *>PyCapsule_GetPointer(of_array, "arrow_array"),
            points, 0, stop,
        )
        return None if bad < 0 else bad
    capsule = hands.__arrow_c_stream__()
    stream = <ArrowArrayStream *>PyCapsule_GetPointer(capsule, "arrow_array_stream")
    if stream.get_schema(stream, &schema):
        raise stream_error(stream)
    first_bad = None
    try:
        while True:
            if stream.get_next(stream, &array):
                raise stream_error(stream)
            if array.release == NULL:
                if done < cnp.PyArray_SIZE(points):
                    raise ValueError(f"the Arrow column has {done} rows, but its length is {cnp.PyArray_SIZE(points)}")
                return first_bad
            try:
                bad = score_arrow_array(&schema, &array, points, done, stop)
                done += array.length
            finally:
                array.release(&array)
            if bad >= 0 and first_bad is None:
                first_bad = bad
                if stop:
                    return first_bad
    finally:
        schema.release(&schema)


cdef object stream_error(ArrowArrayStream *stream):
    cdef const char *reason = stream.get_last_error(stream)
    return ValueError("the Arrow column cannot be read" if reason == NULL else reason.decode())


cdef Py_ssize_t score_arrow_array(
    ArrowSchema *schema, ArrowArray *array, cnp.ndarray points, Py_ssize_t start, bint stop
) except -2:
    """Score one array of a stream into the points from ``start`` on; bad rows count from the start of the stream."""
    cdef svara_column column
    cdef Py_ssize_t row
    if array.length > cnp.PyArray_SIZE(points) - start:
        raise ValueError(f"the Arrow column has more rows than its length of {cnp.PyArray_SIZE(points)}")
    if schema.format == b"n":  # all null
        for row in range(array.length):
            (<int8_t *>cnp.PyArray_DATA(points))[start + row] = 0
        return start if array.length else -1
    column.kind = svara_kind_of(schema)
    if column.kind == SVARA_NO_TEXT:
        raise TypeError(
            f"a column of Arrow type {schema.format.decode()!r}{' in a dictionary' if schema.dictionary else ''} cannot be "
            "scored; cast it to strings, or give three columns of card numbers to score_cards"
        )
    column.buffers = array.buffers
    column.offset = array.offset
    bad = score_column(&column, <int8_t *>cnp.PyArray_DATA(points) + start, array.length, stop)
    return bad + start if bad >= 0 else bad


cdef Py_ssize_t score_column(svara_column *column, int8_t *out, Py_ssize_t count, bint stop) except -2:
    cdef const uint8_t *text
    cdef Py_ssize_t row, length = 0, bad = -1
    with nogil:
        for row in range(count):
            text = svara_text_at(column, row, &length)
            if text == NULL:
                out[row] = 0
            elif column.kind == SVARA_UCS4:
                out[row] = score_ucs4(text, length)
            else:
                out[row] = score_utf8(text, length)
            if not out[row] and bad < 0:
                bad = row
                if stop:
                    break
    return bad


cdef inline int8_t score_utf8(const uint8_t *text, Py_ssize_t length) except -2 nogil:
    cdef int points = svara_score_utf8(text, length)
    if points < 0:
        with gil:
            points = decoded_points(text, SVARA_UTF8, length)
    return points


cdef inline int8_t score_ucs4(const uint8_t *text, Py_ssize_t length) except -2 nogil:
    cdef int points = svara_score_longer(text, 4, length)
    if points < 0:
        with gil:
            points = decoded_points(text, 4, length)
    return points


cdef int decoded_points(const uint8_t *text, int width, Py_ssize_t length) except -2:
    """The points of a text with characters that only cards.py knows."""
    try:
        if width == 4:
            return points_or_0(PyUnicode_FromKindAndData(4, text, length))
        return points_or_0(PyUnicode_DecodeUTF8(<const char *>text, length, NULL))
    except (ValueError, SystemError):  # not UTF-8; not Unicode
        return 0


cdef int points_or_0(hand) except -1:
    try:
        return score(hand)
    except (SvaraError, TypeError):
        return 0
