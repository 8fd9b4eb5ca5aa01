# cython: language_level=3, binding=False, boundscheck=False, wraparound=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled twin of ``pure.score``: read the three cards, check them, look the hand up.

A text, a tuple or a list in the common spellings is read here; anything else, and so every error, goes through
``cards.parse_hand``.
"""

from svara_eval.cards import parse_hand

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

cdef extern from "_cards.h":
    const char *SVARA_TABLE_DIGEST
    const unsigned char *svara_points
    bint svara_read_compact(const unsigned char *text, int *cards)
    bint svara_read_three(const void *text, int width, Py_ssize_t length, int *cards)
    int svara_read_one(const void *text, int width, Py_ssize_t length)
    int svara_index(int a, int b, int c)

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define SVARA_FREE_THREADED 1
    #else
    #define SVARA_FREE_THREADED 0
    #endif
    """
    const bint SVARA_FREE_THREADED
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
TABLE_DIGEST = SVARA_TABLE_DIGEST.decode()


def score(hand, /):
    """The points of a hand, 8 to 34; more is better.

    Args:
        hand: one text ("7c Kh Kd", "7cKhKd", "7♣, K♥, K♦"), or an iterable of three cards, each a Card, a number
            from 0 to 31 or a text.

    Raises:
        CardError: something in it is no card of the deck.
        HandSizeError: it is not three cards.
        DuplicateCardError: a card is there twice.
        TypeError: it is neither a text nor an iterable, or a card in it is a bool, a float, None or bytes.

    >>> score("7♣ K♥ K♦"), score([3, 2, 1]), score(("As", "Ad", "10c"))
    (31, 34, 22)
    """
    cdef int cards[3]
    cdef int index
    if isinstance(hand, str):
        read = read_text(hand, cards)
    elif type(hand) is tuple:
        read = read_items(hand, cards)
    elif type(hand) is list:
        # Without the GIL another thread may change the list meanwhile.
        read = read_items(tuple(<list>hand) if SVARA_FREE_THREADED else hand, cards)
    else:
        read = False
    index = svara_index(cards[0], cards[1], cards[2]) if read else -1
    if index < 0:
        first, second, third = parse_hand(hand)
        index = svara_index(first, second, third)
    return svara_points[index]


cdef inline bint read_text(object text, int *cards) noexcept:
    """Reads a text of three cards in a common spelling; False where it is anything else."""
    cdef const void *data = PyUnicode_DATA(text)
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    if width == 1:
        return length == 6 and svara_read_compact(<const unsigned char *>data, cards) \
            or svara_read_three(data, 1, length, cards)
    return width == 2 and svara_read_three(data, 2, length, cards)


cdef inline bint read_items(object hand, int *cards) noexcept:
    """Reads a tuple or list of three cards, each a number or a text in a common spelling; False where it is not that.

    Reading one runs no Python code, so the items stay where they are.
    """
    cdef PyObject **items = PySequence_Fast_ITEMS(hand)
    if PySequence_Fast_GET_SIZE(hand) != 3:
        return False
    cards[0] = read_card(<object>items[0])
    cards[1] = read_card(<object>items[1])
    cards[2] = read_card(<object>items[2])
    return (cards[0] | cards[1] | cards[2]) >= 0


cdef inline int read_card(object card) noexcept:
    """The number of a card given as a number or a text in a common spelling, or -1 where it is anything else."""
    cdef int overflow = 0
    cdef int width
    cdef long number
    if PyLong_Check(card):
        number = -1 if PyBool_Check(card) else PyLong_AsLongAndOverflow(card, &overflow)
        return <int>number if 0 <= number < 32 else -1
    if isinstance(card, str):
        width = PyUnicode_KIND(card)
        if width == 1:
            return svara_read_one(PyUnicode_DATA(card), 1, PyUnicode_GET_LENGTH(card))
        if width == 2:
            return svara_read_one(PyUnicode_DATA(card), 2, PyUnicode_GET_LENGTH(card))
    return -1
