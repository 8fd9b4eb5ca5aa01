"""Counting deals: in how many deals of the unknown opponents' hands nobody beats the hero and 0, 1, … tie.

For one or two opponents, whatever hands they may hold, NumPy does it. Hands are disjoint if they share no card. The
number of disjoint pairs of hands from two families follows by inclusion and exclusion over the sets T of cards that
both hands hold, from the number of hands in each family that contain T. For more opponents, all with the same range of
points, the compiled ``Counter`` does it; count_disjoint.h explains how.
"""

from __future__ import annotations

from math import comb, factorial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from svara_eval._arrays import hands_at, points_table
from svara_eval._backend import BACKEND, CURE, compiled
from svara_eval._odds.opponents import ANY
from svara_eval.errors import BackendError

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


def hands_of(points: range) -> Family:
    """The hands in a range of points.

    >>> int(hands_of(range(31, 35)).sum())
    106
    """
    of_points: Family = AT_LEAST[points.start] & ~AT_LEAST[points.stop]
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


def counter(family: NDArray[np.uint8], most: int, *, exactly: bool = False) -> Any:
    """The compiled counter of sets of at most, or of exactly, ``most`` disjoint hands.

    Raises:
        BackendError: The compiled modules are missing.
    """
    if BACKEND != "cython":
        raise BackendError(f"exact odds against three or more unknown opponents need the compiled modules; {CURE}")
    return compiled("_odds._counting").Counter(HANDS.tobytes(), family.tobytes(), most, exactly)


def count_many(points: int, cards: int, opponents: int, within: range = ANY) -> list[int]:
    """In how many deals of several opponents nobody beats the hero and 0, 1, … tie, and in how many somebody does.

    Args:
        points: The hero's points.
        cards: The cards left to deal, one bit for each.
        opponents: 1 to 9.
        within: The range of points that every opponent's hand is in.

    >>> deck = 2**32 - 1
    >>> count_many(20, deck, 2) == count_two(20, hands_within(deck), hands_within(deck))
    True
    """
    in_range = hands_of(within)
    below, at, above = (in_range & kind for kind in (POINTS < points, POINTS == points, POINTS > points))
    if within != ANY:
        family = np.where(at, 2, below).astype(np.uint8)
        unordered = counter(family, opponents, exactly=True).counts(cards)[opponents]
        total = counter(in_range.astype(np.uint8), opponents, exactly=True).counts(cards)[opponents][0]
    else:
        left = hands_within(cards)
        few_above = bool(np.count_nonzero(left & above) < np.count_nonzero(left & below))
        family = np.where(at, 2, above if few_above else below).astype(np.uint8)
        rows = counter(family, opponents, exactly=not few_above).counts(cards)
        unordered = ties_of(rows, cards.bit_count(), opponents, few_above)
        total = deals_of(cards.bit_count(), opponents)
    return [factorial(opponents) * count for count in (*unordered, total - sum(unordered))]


def deals_of(cards: int, hands: int) -> int:
    """The number of sets of that many disjoint hands from that many cards.

    >>> deals_of(29, 1), deals_of(29, 9)
    (3654, 1208883745669600000)
    """
    orders: int = 6**hands * factorial(hands)
    return factorial(cards) // (orders * factorial(cards - 3 * hands))


def ties_of(rows: list[list[int]], cards: int, opponents: int, above: bool) -> list[int]:
    """In how many sets of the opponents' hands nobody beats the hero and 0, 1, … tie, from the counts of a counter.

    Args:
        rows: The counts, with the hands that tie as the second family. The first is those below the hero's points, or
            those above them.
        cards: The number of cards left to deal.
        opponents: 1 to 9.
        above: Whether the first family is the hands above. Then inclusion and exclusion does it: each hand contributes
            the factor 1, less 1 if it beats the hero, plus x - 1 if it ties. The power of x is the number of ties, and
            the opponents who are not chosen hold any hands.
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
