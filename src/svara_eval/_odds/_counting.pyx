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
    bint svara_counter_begin(svara_counter *counter, const uint8_t *family, bint exactly)
    int svara_counts(svara_counter *counter, uint32_t deck, int most, uint64_t *counts)
    void svara_counter_free(svara_counter *counter)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()

svara_fill_symmetries()


cdef class Counter:
    """Counts sets of disjoint hands of two families, and remembers what it has counted.

    10, J, Q and K count as one rank, and a hand has the family of one whose tens differ in rank.

    Args:
        family: One byte for each hand in index order: 1 or 2 for its family, 0 for neither. The symmetries of the rules
            must leave the families unchanged.
        exactly: Whether only sets of exactly as many hands as asked are counted, which is faster.
    """

    cdef svara_counter counter
    cdef object lock  # only one thread may count at a time

    def __cinit__(self, bytes family not None, bint exactly):
        if len(family) != 4960:
            raise ValueError("a counter needs the family of each of the 4960 hands")
        self.lock = allocate_lock()
        if not svara_counter_begin(&self.counter, <const uint8_t *>family, exactly):
            raise MemoryError

    def __dealloc__(self):
        svara_counter_free(&self.counter)

    def counts(self, uint32_t deck, int most):
        """Count the sets of p hands of the first family and q of the second among some cards.

        Ctrl-C interrupts the counting; the counter remains usable.

        Args:
            deck: A bit for each 7, 8, 9 and ace, in the order of the cards, and from bit 16 on the numbers of tens of
                each suit, four bits each. At most 30 cards for nine hands: more have more sets than 64 bits can count.
            most: The most hands of a set, 0 to 9.

        Returns:
            The counts, one row for each p + q = 0 … most, and in a row one for each q.
        """
        cdef uint64_t[SVARA_TRIANGLE] counts
        cdef int outcome = SVARA_PAUSED, cards = int(deck & 0xFFFF).bit_count(), tens, suit
        for suit in range(4):
            tens = deck >> (16 + 4 * suit) & 15
            cards += tens if tens < 5 else 99
        if not 0 <= most <= SVARA_MOST or cards > (30 if most == SVARA_MOST else 32):
            raise ValueError("a counter takes 0 to 8 hands of a deck, or 9 of at most 30 cards")
        with self.lock:
            while outcome == SVARA_PAUSED:
                PyErr_CheckSignals()
                with nogil:
                    outcome = svara_counts(&self.counter, deck, most, counts)
        if outcome == SVARA_NO_MEMORY:
            raise MemoryError
        rows = []
        place = 0
        for hands in range(most + 1):
            rows.append([counts[place + second] for second in range(hands + 1)])
            place += hands + 1
        return rows
