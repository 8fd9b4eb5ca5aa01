# cython: language_level=3, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled half of counting.py: sets of disjoint hands, counted without NumPy."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from _thread import allocate_lock

cdef extern from "count_disjoint.h" nogil:
    const char *SVARA_DIGEST
    enum:
        SVARA_MOST, SVARA_TRIANGLE
    void svara_fill_symmetries()
    ctypedef struct svara_counter:
        pass
    bint svara_counter_begin(svara_counter *counter, const uint8_t *cards, const uint8_t *family, int most, bint exactly)
    bint svara_counts(svara_counter *counter, uint32_t cards, uint64_t *counts)
    void svara_counter_free(svara_counter *counter)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()


cdef class Counter:
    """Counts sets of disjoint hands of two families; what it has counted once it knows.

    Args:
        hands: the cards of the 4960 hands, three bytes each.
        family: a byte a hand: 1 or 2 for its family, 0 for none. The symmetries of the rules must keep the families.
        most: the most hands a set may have, 1 to 9.
        exactly: whether only sets of so many hands are asked for, which is sooner done.
    """

    cdef svara_counter counter
    cdef int most
    cdef object lock  # two threads must not count at once

    def __cinit__(self, bytes hands not None, bytes family not None, int most, bint exactly):
        if len(hands) != 3 * 4960 or len(family) != 4960 or not 1 <= most <= SVARA_MOST:
            raise ValueError("a counter needs 4960 hands, a family for each, and 1 to 9 hands at most")
        self.most = most
        self.lock = allocate_lock()
        svara_fill_symmetries()
        if not svara_counter_begin(&self.counter, <const uint8_t *>hands, <const uint8_t *>family, most, exactly):
            raise MemoryError

    def __dealloc__(self):
        svara_counter_free(&self.counter)

    def counts(self, uint32_t cards):
        """How many sets of p hands of the first family and q of the second there are among the cards.

        Args:
            cards: a bit a card. Of nine hands 30 at most: more have more sets than 64 bits can count.

        Returns:
            The counts in rows of p + q = 0, 1, …, each row by q.
        """
        cdef uint64_t[SVARA_TRIANGLE] counts
        cdef bint counted
        if self.most > 8 and int(cards).bit_count() > 30:
            raise ValueError("a counter of nine hands takes 30 cards at most")
        with self.lock, nogil:
            counted = svara_counts(&self.counter, cards, counts)
        if not counted:
            raise MemoryError
        rows = []
        place = 0
        for hands in range(SVARA_MOST + 1):
            rows.append([counts[place + second] for second in range(hands + 1)])
            place += hands + 1
        return rows
