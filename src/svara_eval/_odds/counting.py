"""Counting deals: how many deals of the unknown opponents there are in which nobody beats the hero and so many tie.

Of one or two opponents, whatever hands they may hold, by NumPy: two hands are disjoint if they share no card, so the
pairs of disjoint hands of two families are found by inclusion and exclusion over the sets T of cards they share, from
the number of hands of each family that contain T. Of more opponents, all with the same range of points, by the compiled
``Counter``, which _count.h explains.
"""

from __future__ import annotations

from math import comb, factorial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from svara_eval._backend import BACKEND, CURE, compiled
from svara_eval._arrays import hands_at, points_table
from svara_eval.errors import BackendError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Family: TypeAlias = NDArray[np.bool_]  # a truth for each of the 4960 hands

HANDS = hands_at(np.arange(4960))
POINTS = points_table()
AT_LEAST = POINTS >= np.arange(36)[:, np.newaxis]  # for each number of points, the hands that are worth it or more
BITS = (np.uint32(1) << HANDS.astype(np.uint32)).sum(axis=1, dtype=np.uint32)
_PAIRS = 32 * HANDS[:, [0, 0, 1]].astype(np.intp) + HANDS[:, [1, 2, 2]]


def hands_within(cards: int) -> _Family:
    """The hands among some cards.

    Args:
        cards: a bit a card.

    >>> int(hands_within(0b1111).sum())
    4
    """
    within: _Family = (BITS & np.uint32(~cards & 0xFFFFFFFF)) == 0
    return within


def count_one(points: int, hands: _Family) -> list[int]:
    """Of the hands one opponent may hold: how many are worth less than the hero's points, as much, more.

    >>> count_one(31, hands_within(2**32 - 1))
    [4854, 76, 30]
    """
    of_all, not_below, above = (
        int(np.count_nonzero(family)) for family in (hands, hands & AT_LEAST[points], hands & AT_LEAST[points + 1])
    )
    return [of_all - not_below, not_below - above, above]


def count_two(points: int, first: _Family, second: _Family) -> list[int]:
    """Of the deals of two opponents: in how many nobody beats the hero and 0, 1, 2 tie, and in how many he is beaten.

    >>> everything = hands_within(2**32 - 1)
    >>> sum(count_two(20, everything, everything)) == 4960 * 3654
    True
    """
    less, same = POINTS < points, POINTS == points
    below, at, of_any = ((_Shared(first & kind), _Shared(second & kind)) for kind in (less, same, less | ~less))
    ties = [
        below[0].disjoint(below[1]),
        below[0].disjoint(at[1]) + at[0].disjoint(below[1]),
        at[0].disjoint(at[1]),
    ]
    return [*ties, of_any[0].disjoint(of_any[1]) - sum(ties)]


class _Shared:
    """A family of hands, and how many of them contain each card and each pair of cards."""

    def __init__(self, hands: _Family) -> None:
        self.hands = hands
        self.size = np.count_nonzero(hands)
        self.with_card = np.bincount(HANDS[hands].ravel(), minlength=32)
        self.with_pair = np.bincount(_PAIRS[hands].ravel(), minlength=1024)

    def disjoint(self, other: _Shared) -> int:
        """How many pairs of hands there are, one of each family, that share no card."""
        return int(
            self.size * other.size
            - self.with_card @ other.with_card
            + self.with_pair @ other.with_pair
            - np.count_nonzero(self.hands & other.hands)
        )


def counter(family: NDArray[np.uint8], most: int, *, exactly: bool = False) -> Any:
    """The compiled counter of sets of disjoint hands, of at most or of exactly so many.

    Raises:
        BackendError: without the compiled modules.
    """
    if BACKEND != "cython":
        raise BackendError(f"exact odds of three unknown opponents or more need the compiled modules; {CURE}")
    return compiled("_odds._counting").Counter(HANDS.tobytes(), family.tobytes(), most, exactly)


def count_many(points: int, cards: int, opponents: int, low: int = 0, high: int = 99) -> list[int]:
    """Of the deals of several opponents: in how many nobody beats the hero and 0, 1, … tie, and in how many he loses.

    Args:
        points: the hero's.
        cards: what is left to deal, a bit a card.
        opponents: 1 to 9.
        low, high: the range in which the points of every opponent's hand are.

    >>> deck = 2**32 - 1
    >>> count_many(20, deck, 2) == count_two(20, hands_within(deck), hands_within(deck))
    True
    """
    within, in_range = hands_within(cards), (POINTS >= low) & (POINTS <= high)
    below, at, above = (in_range & kind for kind in (POINTS < points, POINTS == points, POINTS > points))
    if low > 8 or high < 34:
        family = np.where(at, 2, below).astype(np.uint8)
        unordered = counter(family, opponents, exactly=True).counts(cards)[opponents]
        total = counter(in_range.astype(np.uint8), opponents, exactly=True).counts(cards)[opponents][0]
    else:
        few_above = bool(np.count_nonzero(within & above) < np.count_nonzero(within & below))
        family = np.where(at, 2, above if few_above else below).astype(np.uint8)
        rows = counter(family, opponents, exactly=not few_above).counts(cards)
        unordered = ties_of(rows, cards.bit_count(), opponents, few_above)
        total = deals_of(cards.bit_count(), opponents)
    return [factorial(opponents) * count for count in (*unordered, total - sum(unordered))]


def deals_of(cards: int, hands: int) -> int:
    """How many sets of disjoint hands there are among so many cards.

    >>> deals_of(29, 1), deals_of(29, 9)
    (3654, 1208883745669600000)
    """
    orders: int = 6**hands * factorial(hands)
    return factorial(cards) // (orders * factorial(cards - 3 * hands))


def ties_of(rows: list[list[int]], cards: int, opponents: int, above: bool) -> list[int]:
    """In how many sets of the opponents' hands nobody beats the hero and 0, 1, … tie, from the counts of a counter.

    Args:
        rows: the counts of the hands that tie, as the second family, with those below the hero's points, or above.
        cards: how many are left to deal.
        above: which it is. With those above, by inclusion and exclusion: a hand counts 1, less 1 if it beats the hero,
            and x - 1 more if it ties; the power of x is the number of ties; what is not chosen is dealt freely.
    """
    if not above:
        return rows[opponents]
    ties = [0] * (opponents + 1)
    for chosen in range(opponents + 1):
        freely = deals_of(cards - 3 * chosen, opponents - chosen)
        for tied, count in enumerate(rows[chosen]):
            for power in range(tied + 1):
                ties[power] += (-1) ** (chosen - power) * comb(tied, power) * count * freely
    return ties
