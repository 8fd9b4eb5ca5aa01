"""Counting deals: in how many deals of the unknown opponents' hands nobody beats the hero and 0, 1, … tie.

For one or two opponents, whatever hands they may hold, NumPy does it. Hands are disjoint if they share no card. The
number of disjoint pairs of hands from two families follows by inclusion and exclusion over the sets T of cards that
both hands hold, from the number of hands in each family that contain T. many.py counts more opponents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from svara_eval._arrays import hands_at, points_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Family: TypeAlias = NDArray[np.bool_]  # a boolean for each of the 4960 hands

HANDS = hands_at(np.arange(4960))
POINTS = points_table()
AT_LEAST = POINTS >= np.arange(36)[:, np.newaxis]  # for each number of points, the hands that score at least that
BITS = (np.uint32(1) << HANDS.astype(np.uint32)).sum(axis=1, dtype=np.uint32)
_PAIRS = 32 * HANDS[:, [0, 0, 1]].astype(np.intp) + HANDS[:, [1, 2, 2]]


def hands_within(cards: int) -> Family:
    """The hands that some cards can make.

    Args:
        cards: One bit for each card.

    >>> int(hands_within(0b1111).sum())
    4
    """
    within: Family = (BITS & np.uint32(~cards & 0xFFFFFFFF)) == 0
    return within


def hands_of(points: frozenset[int]) -> Family:
    """The hands that score certain totals.

    >>> int(hands_of(frozenset({31, 34})).sum())
    80
    """
    of_points: Family = np.isin(np.arange(35), [*points])[POINTS]
    return of_points


def count_one(points: int, hands: Family) -> list[int]:
    """How many of the hands that one opponent may hold score less than the hero's points, the same, and more.

    >>> count_one(31, hands_within(2**32 - 1))
    [4854, 76, 30]
    """
    of_all, not_below, above = (
        int(np.count_nonzero(family)) for family in (hands, hands & AT_LEAST[points], hands & AT_LEAST[points + 1])
    )
    return [of_all - not_below, not_below - above, above]


def count_two(points: int, first: Family, second: Family) -> list[int]:
    """In how many deals of two opponents nobody beats the hero and 0, 1, 2 tie, and in how many somebody does.

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
    """A family of hands, with the number of them that contain each card and each pair of cards."""

    def __init__(self, hands: Family) -> None:
        self.hands = hands
        self.size = np.count_nonzero(hands)
        self.with_card = np.bincount(HANDS[hands].ravel(), minlength=32)
        self.with_pair = np.bincount(_PAIRS[hands].ravel(), minlength=1024)

    def disjoint(self, other: _Shared) -> int:
        """The number of pairs of hands, one from each family, that share no card."""
        return int(
            self.size * other.size
            - self.with_card @ other.with_card
            + self.with_pair @ other.with_pair
            - np.count_nonzero(self.hands & other.hands)
        )
