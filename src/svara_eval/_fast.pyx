# cython: language_level=3, binding=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled counterpart of ``pure.score``: it reads the three cards, checks them and looks up the hand.

It reads strings, tuples and lists in the common spellings itself. Everything else goes through ``cards.parse_hand``,
which raises every error.
"""

from cpython.object cimport PyObject

from svara_eval._read_hand cimport read_index, svara_ascii, svara_index, svara_read_compact

from svara_eval.cards import parse_hand

cdef extern from "points_table.h":
    const char *SVARA_DIGEST
    const unsigned char *svara_points

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

cdef extern from *:
    """
    /* The results: Python's own small integers, which all interpreters share. */
    static PyObject *svara_results[35];
    static int svara_make_results(void) {
        for (int points = 0; points < 35; points++)
            if (!svara_results[points] && !(svara_results[points] = PyLong_FromLong(points)))
                return -1;
        return 0;
    }
    """
    PyObject **svara_results
    int svara_make_results() except -1

cdef extern from *:
    """
    /* A call of score. Python would answer a wrong one with a message that names _fast. */
    static PyObject *svara_call_score(PyObject *function, PyObject *const *args, size_t given, PyObject *names) {
        if (PyVectorcall_NARGS(given) == 1 && (!names || !PyTuple_GET_SIZE(names)))
            return PyCFunction_GET_FUNCTION(function)(PyCFunction_GET_SELF(function), args[0]);
        PyObject *messages = PyImport_ImportModule("svara_eval._messages");
        PyObject *error = messages ? PyObject_CallMethod(messages, "wrong_call", "s", "score") : NULL;
        if (error)
            PyErr_SetObject((PyObject *)Py_TYPE(error), error);
        Py_XDECREF(messages);
        Py_XDECREF(error);
        return NULL;
    }
    static void svara_answer_wrong_calls(PyObject *function) {
        if (PyCFunction_CheckExact(function) && PyCFunction_GET_FLAGS(function) == METH_O)
            ((PyCFunctionObject *)function)->vectorcall = svara_call_score;
    }
    """
    void svara_answer_wrong_calls(object function)

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()

svara_make_results()


def score(hand, /):
    """Score a hand: 8 to 34 points, higher is better.

    Args:
        hand (HandLike): One string ("7c Kh Kd", "7cKhKd", "7♣, K♥, K♦"), or an iterable of three cards, each a Card,
            an integer from 0 to 31 or a string.

    Returns:
        int: The points.

    Raises:
        CardError: Part of it does not name a card.
        HandSizeError: It has more or fewer than three cards.
        DuplicateCardError: It has the same card twice.
        TypeError: It is neither a string nor an iterable, or one of its cards is a bool, a float, None or bytes.

    >>> score("7♣ K♥ K♦"), score([3, 2, 1]), score(("As", "Ad", "10c"))
    (31, 34, 22)
    """
    cdef int cards[3]
    cdef int index = -1
    cdef const unsigned char *text = svara_ascii(<PyObject *>hand, 6)
    if text != NULL and svara_read_compact(text, cards):
        index = svara_index(cards[0], cards[1], cards[2])
    if index < 0:
        index = read_index(hand)
    if index < 0:
        first, second, third = parse_hand(hand)
        index = svara_index(first, second, third)
    return <object>svara_results[svara_points[index]]


def index(hand, /):
    """Return the index of a hand, as ``hands.hand_index`` does."""
    cdef int found = read_index(hand)
    if found < 0:
        first, second, third = parse_hand(hand)
        found = svara_index(first, second, third)
    return found


svara_answer_wrong_calls(score)
