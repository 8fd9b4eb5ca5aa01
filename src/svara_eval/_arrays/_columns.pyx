# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: freethreading_compatible=True
"""The compiled half of columns.py, parsing.py and numbers.py: the loops over rows and columns, and the ufunc.

A loop that scores fills ``points``, a contiguous array of int8, and returns the number of the first row that is not a hand,
or None. With ``stop`` it ends there; without, such rows score 0. A loop that reads fills ``cards``, a contiguous array of
uint8, with 255 where a row is not a card.
"""

cimport cython
cimport numpy as cnp
from cpython.object cimport PyObject
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memchr

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
    void svara_score_columns(const uint8_t *a, const uint8_t *b, const uint8_t *c, int8_t *points, Py_ssize_t count)
    Py_ssize_t svara_score_rows(const uint8_t *hands, int8_t *points, Py_ssize_t count, bint stop)

cdef extern from "score_numbers.h":
    cnp.PyUFuncGenericFunction svara_loop_uint8, svara_loop_uint64, svara_loop_bool

cdef extern from "text_columns.h" nogil:
    ctypedef enum svara_kind:
        SVARA_UNREADABLE, SVARA_BYTES, SVARA_UCS4, SVARA_NUMBERS
    ctypedef struct svara_column:
        svara_kind kind
        const uint8_t *fixed
        Py_ssize_t size
        const void **buffers
        Py_ssize_t offset
    ctypedef struct svara_triples:
        svara_column[3] card
    struct ArrowSchema:
        const char *format
        int64_t n_children
        ArrowSchema **children
        ArrowSchema *dictionary
        void (*release)(ArrowSchema *) noexcept
    struct ArrowArray:
        int64_t length
        void (*release)(ArrowArray *) noexcept
    struct ArrowArrayStream:
        int (*get_schema)(ArrowArrayStream *, ArrowSchema *out) noexcept
        int (*get_next)(ArrowArrayStream *, ArrowArray *out) noexcept
        const char *(*get_last_error)(ArrowArrayStream *) noexcept
    svara_column svara_arrow_column(const ArrowSchema *schema, const ArrowArray *array)
    bint svara_arrow_triples(const ArrowSchema *schema, const ArrowArray *array, svara_triples *triples)
    void svara_score_compact_rows(const svara_column *column, Py_ssize_t start, int8_t *points, Py_ssize_t count)
    const uint8_t *svara_text_at(const svara_column *column, Py_ssize_t row, Py_ssize_t *length)
    void svara_read_compact_rows(const svara_column *column, const Py_ssize_t *rows, uint8_t *cards, Py_ssize_t count)
    Py_ssize_t svara_row_of_cards(const svara_triples *triples, Py_ssize_t row)

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


def score_items(hands, cnp.ndarray points not None, bint stop):
    """A list or tuple of hands, each anything that ``score`` accepts."""
    cdef int8_t *out = <int8_t *>cnp.PyArray_DATA(points)
    cdef Py_ssize_t count = cnp.PyArray_SIZE(points)
    cdef Py_ssize_t row = 0, begin, others = 1, bad = -1
    cdef int index
    while row < count:
        begin = row
        row = score_compact_items(hands, begin, count, out)
        others = more_others(others, row > begin)
        for row in range(row, min(row + others, count)):
            hand = item_at(hands, row)
            index = read_index(hand)
            out[row] = svara_points[index] if index >= 0 else points_or_0(hand)
            if not out[row] and bad < 0:
                bad = row
                if stop:
                    return bad
        row += 1
    return None if bad < 0 else bad


cdef inline Py_ssize_t more_others(Py_ssize_t others, bint found) noexcept:
    """How many items are read in any form before compact texts are looked for again: more while there are none."""
    return 1 if found else min(2 * others, <Py_ssize_t>64)


# Objects may be anywhere in memory, so they are fetched some rows before they are read.
cdef enum:
    AHEAD = 12


cdef Py_ssize_t score_compact_items(object hands, Py_ssize_t row, Py_ssize_t stop, int8_t *out) noexcept:
    """Score the items from a row on that are like "7cKhKd"; return the first row that is not.

    This runs no Python code, so the items stay where they are, unless another thread runs without the GIL.
    """
    cdef PyObject **items = PySequence_Fast_ITEMS(hands)
    cdef const uint8_t *text
    if SVARA_FREE_THREADED and type(hands) is not tuple:
        return row
    stop = min(stop, PySequence_Fast_GET_SIZE(hands))
    while row < stop:
        if row + AHEAD < stop:
            SVARA_PREFETCH(items[row + AHEAD])
        text = svara_ascii(items[row], 6)
        if text == NULL:
            break
        out[row] = svara_score_compact(text)
        if not out[row]:
            break
        row += 1
    return row


cdef Py_ssize_t read_compact_items(object cards, Py_ssize_t row, Py_ssize_t stop, uint8_t *out) noexcept:
    """Read the items from a row on that are like "Kh"; return the first row that is not."""
    cdef PyObject **items = PySequence_Fast_ITEMS(cards)
    cdef const uint8_t *text
    if SVARA_FREE_THREADED and type(cards) is not tuple:
        return row
    stop = min(stop, PySequence_Fast_GET_SIZE(cards))
    while row < stop:
        if row + AHEAD < stop:
            SVARA_PREFETCH(items[row + AHEAD])
        text = svara_ascii(items[row], 2)
        if text == NULL:
            break
        out[row] = svara_card_of[svara_word(text)]
        if out[row] == SVARA_NO_CARD:
            break
        row += 1
    return row


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
    column = numpy_column(texts)
    bad = score_column(&column, <int8_t *>cnp.PyArray_DATA(points), cnp.PyArray_SIZE(points), stop)
    return None if bad < 0 else bad


cdef svara_column numpy_column(cnp.ndarray texts):
    cdef svara_column column
    column.kind = SVARA_BYTES if texts.dtype.kind == "S" else SVARA_UCS4
    column.fixed = <const uint8_t *>cnp.PyArray_DATA(texts)
    column.size = cnp.PyArray_ITEMSIZE(texts)
    column.buffers = NULL
    column.offset = 0
    return column


cdef score_string_dtype(cnp.ndarray texts, cnp.ndarray points):
    cdef int8_t *out = <int8_t *>cnp.PyArray_DATA(points)
    cdef Py_ssize_t row, bad = -1
    load_string_dtype(texts, out, False)
    for row in range(cnp.PyArray_SIZE(points)):
        if out[row] < 0:
            out[row] = points_or_0(texts[row])
        if not out[row] and bad < 0:
            bad = row
    return None if bad < 0 else bad


cdef inline int card_of_utf8(const uint8_t *text, Py_ssize_t length) noexcept nogil:
    """The card of a text in a common spelling, or 255."""
    cdef int card = svara_card_of[svara_word(text)] if length == 2 else svara_read_one(text, SVARA_UTF8, length)
    return card if card >= 0 else SVARA_NO_CARD


cdef enum:
    MISSING = 254  # a null, which must not be read as the text that stands for it


cdef int load_string_dtype(cnp.ndarray texts, int8_t *out, bint as_cards) except -1:
    """The points or the cards of an array of StringDType; -1 or 255 where Python must look.

    Its allocator is locked while the GIL is released, and a thread that holds the lock must not wait for the GIL. So text
    that needs Python is left for afterwards.
    """
    cdef cnp.npy_string_allocator *allocator
    cdef cnp.npy_static_string text
    cdef const char *packed = <const char *>cnp.PyArray_DATA(texts)
    cdef Py_ssize_t size = cnp.PyArray_ITEMSIZE(texts)
    cdef Py_ssize_t row, count = cnp.PyArray_SIZE(texts)
    cdef bint missing
    cdef cnp.PyArray_StringDTypeObject *dtype = <cnp.PyArray_StringDTypeObject *>cnp.PyArray_DESCR(texts)
    with nogil:
        allocator = NpyString_acquire_allocator(dtype)
        for row in range(count):
            # 0 is text, 1 is null and -1 an error
            missing = NpyString_load(allocator, <cnp.npy_packed_static_string *>(packed + row * size), &text) != 0
            if not as_cards:
                out[row] = 0 if missing else svara_score_utf8(<const uint8_t *>text.buf, text.size)
            else:
                out[row] = MISSING if missing else card_of_utf8(<const uint8_t *>text.buf, text.size)
        NpyString_release_allocator(allocator)
    return 0


def score_arrow(hands, cnp.ndarray points not None, bint stop):
    """A column of Arrow strings, or rows of three cards: a table of three columns, a column of structs or of lists."""
    return walk_arrow(hands, points, stop, score_arrow_array)


def read_arrow_cards(column, cnp.ndarray cards not None):
    """A column of cards, as Arrow strings or integers."""
    walk_arrow(column, cards, False, read_arrow_array)


def read_text_cards(cnp.ndarray texts not None, cnp.ndarray cards not None):
    """A contiguous array of cards as NumPy strings, of type S, U or StringDType."""
    cdef svara_column column
    cdef uint8_t *out = <uint8_t *>cnp.PyArray_DATA(cards)
    if texts.dtype.kind == "T":
        load_string_dtype(texts, <int8_t *>out, True)
        for row in range(cnp.PyArray_SIZE(cards)):
            if out[row] == SVARA_NO_CARD:
                out[row] = card_or_none(texts[row])
            elif out[row] == MISSING:
                out[row] = SVARA_NO_CARD
    else:
        column = numpy_column(texts)
        read_cards(&column, out, cnp.PyArray_SIZE(cards))


def read_item_cards(items, cnp.ndarray cards not None):
    """A list of objects, each a card in any form."""
    cdef uint8_t *out = <uint8_t *>cnp.PyArray_DATA(cards)
    cdef Py_ssize_t count = cnp.PyArray_SIZE(cards)
    cdef Py_ssize_t row = 0, begin, others = 1
    cdef int card
    while row < count:
        begin = row
        row = read_compact_items(items, begin, count, out)
        others = more_others(others, row > begin)
        for row in range(row, min(row + others, count)):
            item = item_at(items, row)
            card = read_card(item)
            out[row] = card if card >= 0 else card_or_none(item)
        row += 1


# Arrow ----------------------------------------------------------------------------------------------------------------

# Reads one array of a stream into the output from ``start`` on; returns the first bad row, counted from the start of the
# stream, or -1.
ctypedef Py_ssize_t (*arrow_loop)(ArrowSchema *, ArrowArray *, cnp.ndarray, Py_ssize_t start, bint stop) except -2


cdef object walk_arrow(object column, cnp.ndarray out, bint stop, arrow_loop loop):
    """Read a column through the Arrow C interfaces, array after array."""
    cdef ArrowSchema schema
    cdef ArrowArray array
    cdef ArrowArrayStream *stream
    cdef Py_ssize_t done = 0
    if hasattr(column, "__arrow_c_array__"):
        of_schema, of_array = column.__arrow_c_array__()
        done = (<ArrowArray *>PyCapsule_GetPointer(of_array, "arrow_array")).length
        if done != cnp.PyArray_SIZE(out):
            raise ValueError(f"the Arrow column has {done} rows, but its length is {cnp.PyArray_SIZE(out)}")
        bad = loop(
            <ArrowSchema *>PyCapsule_GetPointer(of_schema, "arrow_schema"),
            <ArrowArray *>PyCapsule_GetPointer(of_array, "arrow_array"),
            out, 0, stop,
        )
        return None if bad < 0 else bad
    capsule = column.__arrow_c_stream__()
    stream = <ArrowArrayStream *>PyCapsule_GetPointer(capsule, "arrow_array_stream")
    if stream.get_schema(stream, &schema):
        raise stream_error(stream)
    first_bad = None
    try:
        while True:
            if stream.get_next(stream, &array):
                raise stream_error(stream)
            if array.release == NULL:
                if done < cnp.PyArray_SIZE(out):
                    raise ValueError(f"the Arrow column has {done} rows, but its length is {cnp.PyArray_SIZE(out)}")
                return first_bad
            try:
                if array.length > cnp.PyArray_SIZE(out) - done:
                    raise ValueError(f"the Arrow column has more rows than its length of {cnp.PyArray_SIZE(out)}")
                bad = loop(&schema, &array, out, done, stop)
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


cdef object unreadable(ArrowSchema *schema, str why):
    return TypeError(
        f"a column of Arrow type {schema.format.decode()!r}{' in a dictionary' if schema.dictionary else ''} {why}"
    )


cdef Py_ssize_t score_arrow_array(
    ArrowSchema *schema, ArrowArray *array, cnp.ndarray points, Py_ssize_t start, bint stop
) except -2:
    cdef svara_triples triples
    cdef svara_column column
    cdef int8_t *out = <int8_t *>cnp.PyArray_DATA(points) + start
    cdef Py_ssize_t bad
    if svara_arrow_triples(schema, array, &triples):
        for place in range(3):
            if triples.card[place].kind == SVARA_UNREADABLE:
                raise unreadable(schema.children[min(place, schema.n_children - 1)], NOT_CARDS)
        bad = score_triples(&triples, out, array.length, stop)
    else:
        column = svara_arrow_column(schema, array)
        if column.kind == SVARA_UNREADABLE or column.kind == SVARA_NUMBERS:
            raise unreadable(schema, NOT_HANDS)
        bad = score_column(&column, out, array.length, stop)
    return bad + start if bad >= 0 else bad


cdef Py_ssize_t read_arrow_array(
    ArrowSchema *schema, ArrowArray *array, cnp.ndarray cards, Py_ssize_t start, bint stop
) except -2:
    cdef svara_column column = svara_arrow_column(schema, array)
    if column.kind == SVARA_UNREADABLE:
        raise unreadable(schema, NOT_CARDS)
    read_cards(&column, <uint8_t *>cnp.PyArray_DATA(cards) + start, array.length)
    return -1


NOT_HANDS = "cannot be scored; cast it to strings, or give three columns of card numbers to score_cards"
NOT_CARDS = "cannot be read as cards; cast it to strings or integers"


# Rows -----------------------------------------------------------------------------------------------------------------

cdef Py_ssize_t score_column(const svara_column *given, int8_t *out, Py_ssize_t count, bint stop) except -2:
    cdef svara_column column = given[0]  # a copy, which no compiler suspects the points to overwrite
    cdef const uint8_t *text
    cdef Py_ssize_t start, row, length = 0, bad = -1
    with nogil:
        for start in range(0, count, 4096):
            svara_score_compact_rows(given, start, out + start, min(<Py_ssize_t>4096, count - start))
            for row in range(start, min(start + 4096, count)):
                if out[row]:
                    continue
                text = svara_text_at(&column, row, &length)
                if text != NULL:
                    out[row] = score_ucs4(text, length) if column.kind == SVARA_UCS4 else score_utf8(text, length)
                if not out[row] and bad < 0:
                    bad = row
                    if stop:
                        return bad
    return bad


cdef inline int8_t score_utf8(const uint8_t *text, Py_ssize_t length) except -2 nogil:
    cdef int points = svara_score_utf8(text, length)
    if points < 0:
        with gil:
            points = points_or_0(decoded(text, SVARA_UTF8, length))
    return points


cdef inline int8_t score_ucs4(const uint8_t *text, Py_ssize_t length) except -2 nogil:
    cdef int points = svara_score_longer(text, 4, length)
    if points < 0:
        with gil:
            points = points_or_0(decoded(text, 4, length))
    return points


cdef Py_ssize_t score_triples(const svara_triples *triples, int8_t *out, Py_ssize_t count, bint stop) except -2:
    cdef Py_ssize_t[1024] rows
    cdef uint8_t[3][1024] cards
    cdef const void *zero
    cdef Py_ssize_t start, size, i, bad = -1
    cdef int place
    with nogil:
        for start in range(0, count, 1024):
            size = min(<Py_ssize_t>1024, count - start)
            for i in range(size):
                rows[i] = svara_row_of_cards(triples, start + i)
            for place in range(3):
                read_rows(&triples.card[place], rows, cards[place], size)
            svara_score_columns(cards[0], cards[1], cards[2], out + start, size)
            zero = memchr(out + start, 0, size)
            if zero != NULL and bad < 0:
                bad = <const int8_t *>zero - out
                if stop:
                    break
    return bad


cdef int read_cards(const svara_column *column, uint8_t *cards, Py_ssize_t count) except -1:
    cdef Py_ssize_t[1024] rows
    cdef Py_ssize_t start, size, i
    with nogil:
        for start in range(0, count, 1024):
            size = min(<Py_ssize_t>1024, count - start)
            for i in range(size):
                rows[i] = start + i
            read_rows(column, rows, cards + start, size)
    return 0


cdef int read_rows(const svara_column *column, const Py_ssize_t *rows, uint8_t *cards, Py_ssize_t count) except -1 nogil:
    """Read the cards of some rows; 255 for what is not a card, and for rows below 0."""
    cdef int width = 4 if column.kind == SVARA_UCS4 else SVARA_UTF8
    cdef const uint8_t *text
    cdef Py_ssize_t i, length = 0
    cdef int card
    svara_read_compact_rows(column, rows, cards, count)
    if column.kind == SVARA_NUMBERS:
        return 0
    for i in range(count):
        if cards[i] != SVARA_NO_CARD or rows[i] < 0:
            continue
        text = svara_text_at(column, rows[i], &length)
        if text == NULL:
            continue
        card = svara_read_one(text, width, length)
        if card < 0:
            with gil:
                card = card_or_none(decoded(text, width, length))
        cards[i] = card
    return 0


cdef object decoded(const uint8_t *text, int width, Py_ssize_t length):
    """A text as a Python string; None if it is not UTF-8 or not Unicode."""
    cdef bytes copy = text[: 4 * length if width == 4 else length]  # which no other thread can change
    try:
        return copy.decode(utf32 if width == 4 else "utf-8")
    except ValueError:
        return None


cdef int points_or_0(hand) except -1:
    try:
        return score(hand)
    except (SvaraError, TypeError):
        return 0


cdef int card_or_none(card) except -1:
    """The number of a card, or 255."""
    try:
        return Card(card)
    except (SvaraError, TypeError):
        return SVARA_NO_CARD
