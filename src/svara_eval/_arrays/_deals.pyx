# cython: language_level=3, binding=False, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled half of deals.py: random deals, without NumPy."""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint64_t

cdef extern from "random_deals.h" nogil:
    const char *SVARA_DIGEST
    ctypedef struct svara_random:
        uint64_t[4] state
    void svara_sample_deals(svara_random *random, uint8_t *out, Py_ssize_t deals, int players)

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()


cdef enum:
    PIECE = 1 << 18  # deals between two checks for Ctrl-C; each piece starts from a fresh deck


def fill_deals(seed, deals, int players):
    """Fill a buffer with random deals, one byte a card.

    Args:
        seed: Four 64-bit numbers, not all zero.
        deals: A writable, contiguous buffer of a whole number of deals.
        players: Hands in a deal, 1 to 10.
    """
    cdef svara_random random
    cdef Py_buffer buffer
    cdef Py_ssize_t deal, count, size
    if not 1 <= players <= 10:
        raise ValueError("a deal has 1 to 10 players")
    if not any(seed):
        raise ValueError("the seed must not be all zeros")  # the generator would stay there
    random.state[0], random.state[1], random.state[2], random.state[3] = seed
    PyObject_GetBuffer(deals, &buffer, PyBUF_WRITABLE)
    try:
        count = buffer.len // (3 * players)
        for deal in range(0, count, PIECE):
            size = min(<Py_ssize_t>PIECE, count - deal)
            with nogil:
                svara_sample_deals(&random, <uint8_t *>buffer.buf + 3 * players * deal, size, players)
            PyErr_CheckSignals()
    finally:
        PyBuffer_Release(&buffer)
