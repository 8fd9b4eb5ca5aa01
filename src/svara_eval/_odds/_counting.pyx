# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled half of counting.py: counts sets of disjoint hands, without NumPy."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from _thread import allocate_lock

cdef extern from "count_disjoint.h" nogil:
    const char *SVARA_DIGEST
    enum:
        SVARA_MOST, SVARA_TRIANGLE, SVARA_NO_MEMORY, SVARA_PAUSED
    void svara_fill_symmetries()
    ctypedef struct svara_counter:
        pass
    bint svara_counter_begin(svara_counter *counter, const uint8_t *cards, const uint8_t *family, int most, bint exactly)
    int svara_counts(svara_counter *counter, uint32_t cards, uint64_t *counts)
    void svara_counter_free(svara_counter *counter)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()

svara_fill_symmetries()


cdef class Counter:
    """Counts sets of disjoint hands of two families, and remembers what it has counted.

    Args:
        hands: The cards of the 4960 hands, three bytes each.
        family: One byte for each hand: 1 or 2 for its family, 0 for neither. The symmetries of the rules must leave the
            families unchanged.
        most: The most hands a set may have, 1 to 9.
        exactly: Whether only sets of exactly that many hands are counted, which is faster.
    """

    cdef svara_counter counter
    cdef int most
    cdef object lock  # only one thread may count at a time

    def __cinit__(self, bytes hands not None, bytes family not None, int most, bint exactly):
        if len(hands) != 3 * 4960 or len(family) != 4960 or not 1 <= most <= SVARA_MOST:
            raise ValueError("a counter needs 4960 hands, the family of each, and a limit of 1 to 9 hands")
        if max(hands) > 31:
            raise ValueError("a counter needs card numbers of 0 to 31")
        self.most = most
        self.lock = allocate_lock()
        if not svara_counter_begin(&self.counter, <const uint8_t *>hands, <const uint8_t *>family, most, exactly):
            raise MemoryError

    def __dealloc__(self):
        svara_counter_free(&self.counter)

    def counts(self, uint32_t cards):
        """The number of sets of p hands of the first family and q of the second among some cards.

        Ctrl-C interrupts the counting; the counter remains usable.

        Args:
            cards: One bit for each card. At most 30 cards for nine hands: more have more sets than 64 bits can count.

        Returns:
            The counts, one row for each p + q = 0, 1, …, and in a row one for each q.
        """
        cdef uint64_t[SVARA_TRIANGLE] counts
        cdef int outcome = SVARA_PAUSED
        if self.most > 8 and int(cards).bit_count() > 30:
            raise ValueError("a counter of nine hands takes at most 30 cards")
        with self.lock:
            while outcome == SVARA_PAUSED:
                PyErr_CheckSignals()
                with nogil:
                    outcome = svara_counts(&self.counter, cards, counts)
        if outcome == SVARA_NO_MEMORY:
            raise MemoryError
        rows = []
        place = 0
        for hands in range(SVARA_MOST + 1):
            rows.append([counts[place + second] for second in range(hands + 1)])
            place += hands + 1
        return rows
