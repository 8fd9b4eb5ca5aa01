# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True
"""Columns and tables stored by Arrow, through its C interface: held, scored, read as cards, and shown row by row."""

cimport cython
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from svara_eval._arrays._columns cimport (
    SVARA_NUMBERS, SVARA_UNREADABLE, read_rows, score_column, svara_column, svara_is_valid, svara_text_at
)

from svara_eval.errors import SvaraError

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX

cdef extern from "arrow.h" nogil:
    const char *SVARA_DIGEST
    struct ArrowSchema:
        const char *format
        const char *name
        int64_t n_children
        ArrowSchema **children
        ArrowSchema *dictionary
        void (*release)(ArrowSchema *) noexcept
    struct ArrowArray:
        int64_t length
        int64_t n_children
        ArrowArray **children
        void (*release)(ArrowArray *) noexcept
    struct ArrowArrayStream:
        int (*get_schema)(ArrowArrayStream *, ArrowSchema *out) noexcept nogil
        int (*get_next)(ArrowArrayStream *, ArrowArray *out) noexcept nogil
        const char *(*get_last_error)(ArrowArrayStream *) noexcept
        void (*release)(ArrowArrayStream *) noexcept
    enum:
        SVARA_NO_ROWS, SVARA_STRUCT
    ctypedef struct svara_rows:
        int kind
        const uint8_t *validity
        Py_ssize_t offset
    const char *svara_open_column(const ArrowSchema *schema, const ArrowArray *array, svara_column *column)
    const char *svara_open_rows(const ArrowSchema *schema, const ArrowArray *array, svara_rows *rows)
    Py_ssize_t svara_cells_of(const svara_rows *rows, Py_ssize_t row, int64_t *count)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()


@cython.final
cdef class Column:
    """A column or a table, whose arrays are held until it is freed. Its length is what the arrays say.

    Raises:
        SvaraError: The library that stores it cannot give it.
        TypeError: It has been read or released.
    """

    cdef ArrowSchema schema
    cdef ArrowArray *arrays
    cdef Py_ssize_t count, length

    def __cinit__(self, column):
        if hasattr(column, "__arrow_c_array__"):
            schema, array = column.__arrow_c_array__()
            self.take_array(schema, array)
        else:
            self.take_stream(column.__arrow_c_stream__())

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.count):
            self.arrays[i].release(&self.arrays[i])
        PyMem_Free(self.arrays)
        if self.schema.release != NULL:
            self.schema.release(&self.schema)

    def __len__(self):
        return self.length

    cdef take_array(self, of_schema, of_array):
        cdef ArrowSchema *schema = <ArrowSchema *>PyCapsule_GetPointer(of_schema, "arrow_schema")
        cdef ArrowArray *array = <ArrowArray *>PyCapsule_GetPointer(of_array, "arrow_array")
        if schema.release == NULL or array.release == NULL:
            raise released("array")
        self.schema = schema[0]
        schema.release = NULL  # it has moved
        self.hold(array)

    cdef take_stream(self, capsule):
        cdef ArrowArrayStream *stream = <ArrowArrayStream *>PyCapsule_GetPointer(capsule, "arrow_array_stream")
        if stream.release == NULL:
            raise released("stream")
        try:
            self.hold_all(stream)
        finally:
            stream.release(stream)

    cdef hold_all(self, ArrowArrayStream *stream):
        cdef ArrowSchema schema
        cdef ArrowArray array
        cdef int failed
        memset(&schema, 0, sizeof(schema))
        with nogil:
            failed = stream.get_schema(stream, &schema)
        if failed:
            raise stream_error(stream)
        if schema.release == NULL:
            raise released("stream")
        self.schema = schema
        while True:
            memset(&array, 0, sizeof(array))
            with nogil:
                failed = stream.get_next(stream, &array)
            if failed:
                raise stream_error(stream)
            if array.release == NULL:
                return
            self.hold(&array)

    cdef hold(self, ArrowArray *array):
        """Move an array here."""
        cdef void *more = PyMem_Realloc(self.arrays, (self.count + 1) * sizeof(ArrowArray))
        if more == NULL:
            array.release(array)
            raise MemoryError
        self.arrays = <ArrowArray *>more
        self.arrays[self.count] = array[0]
        array.release = NULL
        self.count += 1
        if array.length < 0 or array.length > PY_SSIZE_T_MAX - self.length:
            raise damaged(b"its length is out of bounds")
        self.length += array.length

    @property
    def form(self):
        """Its name, its format, whether it is a dictionary, and the same of its columns or items."""
        return form_of(&self.schema)

    def score(self, points, bint stop):
        """Fill in the points of hands; return the first row that is not one, or None."""
        cdef Py_buffer buffer
        cdef Py_ssize_t i, found, done = 0, bad = -1
        PyObject_GetBuffer(points, &buffer, PyBUF_WRITABLE)
        try:
            check_room(buffer.len, 0, self.length)
            for i in range(self.count):
                found = score_array(&self.schema, &self.arrays[i], <uint8_t *>buffer.buf + done, stop)
                if found >= 0 and bad < 0:
                    bad = done + found
                    if stop:
                        break
                done += self.arrays[i].length
        finally:
            PyBuffer_Release(&buffer)
        return None if bad < 0 else bad

    def read(self, Py_ssize_t start, cards):
        """Fill in the cards of the rows from ``start`` on; 255 for what is not a card.

        Args:
            start: The first row.
            cards: A byte for each row, or three times as many for rows of three cells: all first cards, all second and
                all third.
        """
        cdef Py_buffer buffer
        cdef int places = 3 if self.schema.format[0] == b"+" else 1
        cdef Py_ssize_t i, count, begin, end, done = 0
        PyObject_GetBuffer(cards, &buffer, PyBUF_WRITABLE)
        try:
            count = buffer.len // places
            check_room(self.length, start, count)
            for i in range(self.count):
                begin = max(start, done) - done
                end = min(start + count, done + self.arrays[i].length) - done
                if begin < end:
                    read_array(
                        &self.schema, &self.arrays[i], begin, end, <uint8_t *>buffer.buf + done + begin - start, count
                    )
                done += self.arrays[i].length
        finally:
            PyBuffer_Release(&buffer)

    def value(self, Py_ssize_t row):
        """A row as a Python object: a str, an int, None, a tuple of columns or a list of items.

        Raises:
            SvaraError: The column is damaged.
            UnicodeDecodeError: A text is not UTF-8.
        """
        cdef Py_ssize_t i, rest = row
        for i in range(self.count):
            if 0 <= rest < self.arrays[i].length:
                return value_at(&self.schema, &self.arrays[i], rest)
            rest -= self.arrays[i].length
        raise IndexError(row)


cdef object released(str what):
    return TypeError(f"the Arrow {what} has been released; it can be read only once")


cdef object damaged(const char *why):
    return SvaraError(f"the Arrow column is damaged: {why.decode()}")


cdef object stream_error(ArrowArrayStream *stream):
    cdef const char *reason = stream.get_last_error(stream)
    return SvaraError("the Arrow column cannot be read" if reason == NULL else reason.decode(errors="replace"))


cdef tuple form_of(const ArrowSchema *schema):
    name = "" if schema.name == NULL else schema.name.decode(errors="replace")
    parts = [form_of(schema.children[place]) for place in range(schema.n_children)]
    return name, schema.format.decode(errors="replace"), schema.dictionary != NULL, parts


cdef int check_room(Py_ssize_t room, Py_ssize_t start, Py_ssize_t wanted) except -1:
    if start < 0 or wanted > room - start:
        raise IndexError("the array and the column differ in length")
    return 0


cdef int open_column(const ArrowSchema *schema, const ArrowArray *array, svara_column *column) except -1:
    cdef const char *wrong = svara_open_column(schema, array, column)
    if wrong != NULL:
        raise damaged(wrong)
    if column.kind == SVARA_UNREADABLE:
        raise TypeError(f"a column of the Arrow format {schema.format.decode(errors='replace')!r} cannot be read")
    return 0


cdef int open_rows(const ArrowSchema *schema, const ArrowArray *array, svara_rows *rows) except -1:
    cdef const char *wrong = svara_open_rows(schema, array, rows)
    if wrong != NULL:
        raise damaged(wrong)
    return 0


cdef Py_ssize_t score_array(const ArrowSchema *schema, const ArrowArray *array, uint8_t *out, bint stop) except -2:
    """Score a column of hands, or a table of one; return the first row that is not a hand, or -1."""
    cdef svara_rows rows
    cdef svara_column column
    cdef Py_ssize_t row, bad
    open_rows(schema, array, &rows)
    if rows.kind != SVARA_STRUCT:
        open_column(schema, array, &column)
        return score_column(&column, out, array.length, stop)
    open_column(schema.children[0], array.children[0], &column)
    column.offset += rows.offset
    bad = score_column(&column, out, array.length, stop)
    if rows.validity != NULL:
        for row in range(array.length):
            if not svara_is_valid(rows.validity, rows.offset + row):
                out[row] = 0
                if bad < 0 or row < bad:
                    bad = row
                if stop:
                    break
    return bad


cdef int read_array(
    const ArrowSchema *schema, const ArrowArray *array, Py_ssize_t begin, Py_ssize_t end, uint8_t *out, Py_ssize_t step
) except -1:
    """Read the cards of some rows of an array; those of the three cells of each row lie ``step`` bytes apart."""
    cdef svara_rows rows
    cdef svara_column[3] columns
    cdef Py_ssize_t[1024] found
    cdef Py_ssize_t start, size, i
    cdef int64_t cells = 1
    cdef int place, places = 3
    open_rows(schema, array, &rows)
    if rows.kind == SVARA_NO_ROWS:
        places = 1
        open_column(schema, array, &columns[0])
    else:
        for place in range(3):
            i = place if rows.kind == SVARA_STRUCT else 0
            open_column(schema.children[i], array.children[i], &columns[place])
            columns[place].offset += place - i
    with nogil:
        for start in range(begin, end, 1024):
            size = min(<Py_ssize_t>1024, end - start)
            if rows.kind == SVARA_NO_ROWS or (rows.kind == SVARA_STRUCT and rows.validity == NULL):
                for i in range(size):
                    found[i] = rows.offset + start + i
            else:
                for i in range(size):
                    found[i] = svara_cells_of(&rows, start + i, &cells)
                    if cells < 0:
                        with gil:
                            raise damaged(b"its offsets descend or leave its cells")
                    if rows.kind != SVARA_STRUCT and cells != 3:
                        found[i] = -1
            for place in range(places):
                read_rows(&columns[place], found, out + place * step + start - begin, size)
    return 0


cdef object value_at(const ArrowSchema *schema, const ArrowArray *array, Py_ssize_t row):
    cdef svara_rows rows
    cdef svara_column column
    cdef const uint8_t *text
    cdef Py_ssize_t start, length = 0
    cdef int64_t cells
    open_rows(schema, array, &rows)
    if rows.kind == SVARA_NO_ROWS:
        open_column(schema, array, &column)
        if column.kind == SVARA_NUMBERS:
            return number_at(&column, schema.format[0], row + column.offset)
        text = svara_text_at(&column, row, &length)
        if length < 0:
            raise damaged(b"a text lies outside its buffer")
        return None if text == NULL else text[:length].decode()
    start = svara_cells_of(&rows, row, &cells)
    if cells < 0:
        raise damaged(b"its offsets descend or leave its cells")
    if start < 0:
        return None
    if rows.kind != SVARA_STRUCT:
        return [value_at(schema.children[0], array.children[0], start + place) for place in range(cells)]
    if schema.n_children == 1:
        return value_at(schema.children[0], array.children[0], start)
    return tuple([value_at(schema.children[place], array.children[place], start) for place in range(schema.n_children)])


cdef object number_at(const svara_column *column, char kind, Py_ssize_t row):
    if not svara_is_valid(column.validity, row):
        return None
    if kind == b"c":
        return (<const int8_t *>column.values)[row]
    if kind == b"C":
        return (<const uint8_t *>column.values)[row]
    if kind == b"s":
        return (<const int16_t *>column.values)[row]
    if kind == b"S":
        return (<const uint16_t *>column.values)[row]
    if kind == b"i":
        return (<const int32_t *>column.values)[row]
    if kind == b"I":
        return (<const uint32_t *>column.values)[row]
    if kind == b"l":
        return (<const int64_t *>column.values)[row]
    return (<const uint64_t *>column.values)[row]
