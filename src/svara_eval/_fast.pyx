# cython: language_level=3, binding=False, auto_pickle=False, autotestdict=False
# cython: embedsignature=True, embedsignature.format=clinic
# cython: freethreading_compatible=True, subinterpreters_compatible=own_gil
"""The compiled counterpart of ``pure.score``: it reads the three cards, checks them and looks up the hand.

It reads strings, tuples and lists in the common spellings itself. Everything else goes through ``cards.parse_hand``,
which raises every error.
"""

from svara_eval._read_hand cimport read_index, svara_index

from svara_eval.cards import parse_hand

cdef extern from "points_table.h":
    const char *SVARA_DIGEST
    const unsigned char *svara_points

cdef extern from *:
    const char *SVARA_VERSION  # setup.py defines it

VERSION = SVARA_VERSION.decode()
DIGEST = SVARA_DIGEST.decode()


def score(hand, /):
    """Score a hand: 8 to 34 points, higher is better.

    Args:
        hand: One string ("7c Kh Kd", "7cKhKd", "7♣, K♥, K♦"), or an iterable of three cards, each a Card, an integer
            from 0 to 31 or a string.

    Raises:
        CardError: Part of it does not name a card.
        HandSizeError: It has more or fewer than three cards.
        DuplicateCardError: It has the same card twice.
        TypeError: It is neither a string nor an iterable, or one of its cards is a bool, a float, None or bytes.

    >>> score("7♣ K♥ K♦"), score([3, 2, 1]), score(("As", "Ad", "10c"))
    (31, 34, 22)
    """
    cdef int index = read_index(hand)
    if index < 0:
        first, second, third = parse_hand(hand)
        index = svara_index(first, second, third)
    return svara_points[index]


def index(hand, /):
    """The index of a hand, as ``hands.hand_index`` gives it."""
    cdef int found = read_index(hand)
    if found < 0:
        first, second, third = parse_hand(hand)
        found = svara_index(first, second, third)
    return found
