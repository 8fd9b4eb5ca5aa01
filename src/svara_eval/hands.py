"""The 4960 hands: their order, their index, how many are worth what.

Every table of the project is in colexicographic order: with the cards a < b < c, the index of a hand is
C(a, 1) + C(b, 2) + C(c, 3).
"""

from __future__ import annotations

from math import comb
from operator import index as as_int

from svara_eval._backend import score
from svara_eval._numbers import shown
from svara_eval.cards import DECK, Card, parse_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final, SupportsIndex

    from svara_eval.types import HandLike

_HANDS: Final = comb(len(DECK), 3)


def hand_index(hand: HandLike, /) -> int:
    """The number of a hand, 0 to 4959, whatever the order of its cards.

    Args:
        hand: anything :func:`~svara_eval.score` takes; what that raises is raised here too.

    >>> hand_index("7♣ 7♦ 7♥"), hand_index("A♠ A♥ A♦")
    (0, 4959)
    """
    a, b, c = sorted(parse_hand(hand))
    return a + comb(b, 2) + comb(c, 3)


def hand_at(index: SupportsIndex, /) -> tuple[Card, Card, Card]:
    """The hand with this number, its cards ascending.

    Args:
        index: 0 to 4959.

    Raises:
        IndexError: there is no hand of that number; a negative one does not count from the end.
        TypeError: a bool, a float or another object that is no whole number.

    >>> hand_at(4959)
    (Card('A♦'), Card('A♥'), Card('A♠'))
    >>> hand_index(hand_at(1234))
    1234
    """
    try:
        rest = as_int(index)
    except TypeError:
        rest = None
    if rest is None or isinstance(index, bool):
        raise TypeError(f"the index of a hand is a whole number, not {shown(index)}")
    if not 0 <= rest < _HANDS:
        raise IndexError(f"no hand has the index {shown(rest)}; they are 0 to {_HANDS - 1}")
    cards = []
    for size in (3, 2, 1):  # the greatest card first: the greatest with no more hands below it than are left
        card = max(card for card in DECK if comb(card, size) <= rest)
        rest -= comb(card, size)
        cards.append(card)
    c, b, a = cards
    return a, b, c


def all_hands() -> Iterator[tuple[Card, Card, Card]]:
    """Every hand once, in index order, its cards ascending.

    >>> sum(1 for hand in all_hands())
    4960
    >>> next(all_hands())
    (Card('7♣'), Card('7♦'), Card('7♥'))
    """
    for c in DECK:
        for b in DECK[:c]:
            for a in DECK[:b]:
                yield a, b, c


def distribution() -> dict[int, int]:
    """How many of the 4960 hands are worth how many points, for the 24 totals there are, ascending.

    >>> points = distribution()
    >>> points[34], points[10], len(points), sum(points.values())
    (4, 1104, 24, 4960)
    """
    counts: dict[int, int] = {}
    for hand in all_hands():
        points = score(hand)
        counts[points] = counts.get(points, 0) + 1
    return dict(sorted(counts.items()))


def percentile(hand: HandLike) -> float:
    """The share of all 4960 hands that are worth less than a hand, those worth the same counted half: 0 to 1.

    Args:
        hand: anything :func:`~svara_eval.score` takes; what that raises is raised here too.

    >>> percentile("7♣ 7♦ 7♥") > 0.999, round(percentile("Q♣ Q♥ 9♦"), 3)
    (True, 0.123)
    """
    points = score(hand)
    hands = distribution()
    return (sum(hands[worth] for worth in hands if worth < points) + hands[points] / 2) / 4960
