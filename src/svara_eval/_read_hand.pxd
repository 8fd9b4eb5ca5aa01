# cython: language_level=3, boundscheck=False, wraparound=False
"""Reads a hand given as a Python object in a common spelling; shared by the compiled modules."""

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyBool_Check(object)
    bint PyLong_Check(object)
    long PyLong_AsLongAndOverflow(object, int *)
    int PyUnicode_KIND(object)
    const void *PyUnicode_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    PyObject **PySequence_Fast_ITEMS(object)
    Py_ssize_t PySequence_Fast_GET_SIZE(object)

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define SVARA_FREE_THREADED 1
    #else
    #define SVARA_FREE_THREADED 0
    #endif

    /* The characters of a str, not of a subclass, that is this many ASCII characters; NULL for anything else. */
    static inline const unsigned char *svara_ascii(PyObject *text, Py_ssize_t length) {
        return PyUnicode_CheckExact(text) && PyUnicode_IS_COMPACT_ASCII(text) && PyUnicode_GET_LENGTH(text) == length
                   ? (const unsigned char *)((PyASCIIObject *)text + 1)
                   : NULL;
    }
    """
    const bint SVARA_FREE_THREADED
    const unsigned char *svara_ascii(PyObject *text, Py_ssize_t length) noexcept nogil

cdef extern from "read_cards.h" nogil:
    bint svara_read_compact(const unsigned char *text, int *cards)
    bint svara_read_three(const void *text, int width, Py_ssize_t length, int *cards)
    int svara_read_code(const unsigned char *text)
    int svara_read_one(const void *text, int width, Py_ssize_t length)
    int svara_index(int a, int b, int c)


cdef inline int read_index(object hand) noexcept:
    """The index of a hand in a common spelling, or -1 for anything else and for a hand with a duplicate card."""
    cdef int cards[3]
    cdef bint read = False
    if isinstance(hand, str):
        read = read_text(hand, cards)
    elif type(hand) is tuple:
        read = read_items(hand, cards)
    elif type(hand) is list:
        # Without the GIL another thread may change the list in the meantime.
        read = read_items(tuple(<list>hand) if SVARA_FREE_THREADED else hand, cards)
    return svara_index(cards[0], cards[1], cards[2]) if read else -1


cdef inline bint read_text(object text, int *cards) noexcept:
    """Reads a string of three cards in a common spelling; False for anything else."""
    cdef const void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    if width == 1 and length == 6 and svara_read_compact(<const unsigned char *>data, cards):
        return True
    return svara_read_three(data, width, length, cards)


cdef inline bint read_items(object hand, int *cards) noexcept:
    """Reads a tuple or list of three cards, each a number or a string in a common spelling; False for anything else.

    This runs no Python code, so the items stay where they are.
    """
    cdef PyObject **items = PySequence_Fast_ITEMS(hand)
    if PySequence_Fast_GET_SIZE(hand) != 3:
        return False
    cards[0] = read_card(<object>items[0])
    cards[1] = read_card(<object>items[1])
    cards[2] = read_card(<object>items[2])
    return (cards[0] | cards[1] | cards[2]) >= 0


cdef inline int read_card(object card) noexcept:
    """The number of a card given as a number or a string in a common spelling, or -1 for anything else."""
    cdef int overflow = 0
    cdef long number
    cdef const void *data
    cdef Py_ssize_t length
    cdef int width
    if PyLong_Check(card):
        number = -1 if PyBool_Check(card) else PyLong_AsLongAndOverflow(card, &overflow)
        return <int>number if 0 <= number < 32 else -1
    if isinstance(card, str):
        data = PyUnicode_DATA(card)
        length = PyUnicode_GET_LENGTH(card)
        width = PyUnicode_KIND(card)
        if width == 1 and length == 2:
            return svara_read_code(<const unsigned char *>data)
        return svara_read_one(data, width, length)
    return -1
