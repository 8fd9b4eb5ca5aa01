# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled half of _deals.py: many deals at once, without NumPy."""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from libc.stdint cimport INT64_MIN, int8_t, int32_t, int64_t, uint8_t, uint64_t

cdef extern from "learn_deals.h" nogil:
    const char *SVARA_DIGEST
    enum:
        SVARA_SEATS, SVARA_CHOICES, SVARA_FEATURES, SVARA_LEGAL, SVARA_ILLEGAL, SVARA_TOO_MUCH
    int64_t SVARA_MOST_CHIPS, SVARA_NO_BOUND
    ctypedef struct svara_random:
        pass
    ctypedef struct svara_table:
        int64_t ante, min_bet, min_raise, limit, max_blind_multiple
        int64_t[10] stacks
        bint fee_is_pot, split
        int seats
    ctypedef struct svara_deal:
        svara_random random
        int8_t turn
    ctypedef struct svara_row:
        unsigned int choices
        svara_deal deal
    ctypedef struct svara_arrays:
        float *observation
        uint8_t *action_mask
        uint8_t *hands
        uint8_t *terminations
        int8_t *seat
        int8_t *dealer
        int32_t *svaras
        double *rewards
    svara_random svara_stream(const uint64_t *seed, uint64_t block)
    void svara_deal_row(const svara_table *table, svara_row *row, Py_ssize_t number, const svara_arrays *arrays)
    int svara_check(const svara_row *row, int64_t choice)
    void svara_step_row(
        const svara_table *table, svara_row *row, Py_ssize_t number, int choice, const svara_arrays *arrays
    )

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()


cdef enum:
    ARRAYS = 8


cdef class Rows:
    """Deals at one table, a row each, which are shown in arrays.

    Only one thread may use a range of rows at a time.

    Args:
        count: The number of rows.
        amounts: The ante, the minimum bet and raise, the limit or None, and the largest multiple of a blind.
        stacks: The chips of each of the 2 to 10 seats before the ante, or None for each.
        fee_is_pot: Whether joining a svara costs the whole pot.
        split: Whether a deal ends at a tie.
        seed: Four 64-bit numbers.
        arrays: Writable, contiguous buffers of the observations, action masks, hands, terminations, seats, dealers,
            svaras and rewards.
    """

    cdef Py_ssize_t count
    cdef svara_table table
    cdef svara_arrays arrays
    cdef svara_row *rows
    cdef Py_buffer[ARRAYS] buffers
    cdef int held

    def __cinit__(
        self, Py_ssize_t count, amounts, stacks, bint fee_is_pot, bint split, seed, arrays
    ):
        cdef svara_table *table = &self.table
        cdef uint64_t[4] words
        cdef Py_ssize_t row, seats = len(stacks)
        if count < 0 or not 2 <= seats <= SVARA_SEATS or len(arrays) != ARRAYS:
            raise ValueError("rows need 2 to 10 stacks and eight arrays")
        table.ante, table.min_bet, table.min_raise, limit, table.max_blind_multiple = amounts
        table.limit = SVARA_NO_BOUND if limit is None else limit
        table.fee_is_pot, table.split, table.seats = fee_is_pot, split, seats
        for seat, chips in enumerate(stacks):
            table.stacks[seat] = SVARA_NO_BOUND if chips is None else chips
        sizes = (4 * (SVARA_FEATURES + 6 * seats), SVARA_CHOICES, 3 * seats, 1, 1, 1, 4, 8 * seats)
        for array, size in zip(arrays, sizes):
            PyObject_GetBuffer(array, &self.buffers[self.held], PyBUF_WRITABLE)
            self.held += 1
            if self.buffers[self.held - 1].len != size * count:
                raise ValueError("an array does not have the size of the rows")
        self.arrays.observation = <float *>self.buffers[0].buf
        self.arrays.action_mask = <uint8_t *>self.buffers[1].buf
        self.arrays.hands = <uint8_t *>self.buffers[2].buf
        self.arrays.terminations = <uint8_t *>self.buffers[3].buf
        self.arrays.seat = <int8_t *>self.buffers[4].buf
        self.arrays.dealer = <int8_t *>self.buffers[5].buf
        self.arrays.svaras = <int32_t *>self.buffers[6].buf
        self.arrays.rewards = <double *>self.buffers[7].buf
        self.rows = <svara_row *>PyMem_RawCalloc(count or 1, sizeof(svara_row))
        if self.rows is NULL:
            raise MemoryError
        self.count = count
        words[0], words[1], words[2], words[3] = seed
        for row in range(count):
            self.rows[row].deal.random = svara_stream(words, row)
        self.deal(0, count)

    def __dealloc__(self):
        PyMem_RawFree(self.rows)
        for number in range(self.held):
            PyBuffer_Release(&self.buffers[number])

    def deal(self, Py_ssize_t first, Py_ssize_t last):
        """Begin a new deal in each row of a range."""
        cdef Py_ssize_t row
        self._check_range(first, last)
        with nogil:
            for row in range(first, last):
                svara_deal_row(&self.table, &self.rows[row], row, &self.arrays)

    def check(self, choices):
        """Find a row whose choice cannot be taken.

        Args:
            choices: A contiguous buffer of a 64-bit number for each row; the least of all leaves the row alone.

        Returns:
            The first such row, or -1, and whether it is the pot that forbids the choice.
        """
        cdef Py_buffer buffer
        cdef const int64_t *chosen
        cdef Py_ssize_t row = 0
        cdef int found = SVARA_LEGAL
        PyObject_GetBuffer(choices, &buffer, 0)
        try:
            chosen = self._choices(&buffer)
            with nogil:
                while row < self.count and found == SVARA_LEGAL:
                    if chosen[row] != INT64_MIN:
                        found = svara_check(&self.rows[row], chosen[row])
                    row += 1
        finally:
            PyBuffer_Release(&buffer)
        return (-1 if found == SVARA_LEGAL else row - 1), found == SVARA_TOO_MUCH

    def step(self, choices, Py_ssize_t first, Py_ssize_t last):
        """Take the choices of a range of rows, which ``check`` has found to be legal."""
        cdef Py_buffer buffer
        cdef const int64_t *chosen
        cdef Py_ssize_t row
        self._check_range(first, last)
        PyObject_GetBuffer(choices, &buffer, 0)
        try:
            chosen = self._choices(&buffer)
            with nogil:
                for row in range(first, last):
                    if chosen[row] == INT64_MIN:
                        self.arrays.terminations[row] = 0
                    else:
                        svara_step_row(&self.table, &self.rows[row], row, <int>chosen[row], &self.arrays)
        finally:
            PyBuffer_Release(&buffer)

    def legal(self, Py_ssize_t row):
        """The seat whose turn it is in a row, and its choices as bits."""
        self._check_range(row, row + 1)
        return self.rows[row].deal.turn, self.rows[row].choices

    cdef int _check_range(self, Py_ssize_t first, Py_ssize_t last) except -1:
        if not 0 <= first <= last <= self.count:
            raise ValueError("there are no such rows")
        return 0

    cdef const int64_t *_choices(self, Py_buffer *buffer) except NULL:
        if buffer.len != 8 * self.count:
            raise ValueError("each row needs a choice")
        return <const int64_t *>buffer.buf
