"""Counting deals: in how many deals of the unknown opponents' hands nobody beats the hero and 0, 1, … tie.

For one or two opponents, whatever hands they may hold, NumPy counts the deals. Two hands are disjoint if they share no
card. The number of disjoint pairs of hands from two families follows by inclusion and exclusion over the sets T of
cards that both hands hold, from the number of hands in each family that contain T. If hands have weights, sums of
weights replace the numbers of hands. many.py counts more opponents.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from svara_eval._arrays import hand_indices, hand_masks, hands_at, points_table
from svara_eval.hands import HAND_COUNT, renamings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    Family: TypeAlias = NDArray[np.bool_]  # a boolean for each of the 4960 hands
    # A whole number of any size for each hand, of shape (limbs, 4960): 18 bits in each limb, the lowest first, so that
    # the sums of products of two limbs over all pairs of hands stay below 2**63. Booleans if all weights are 0 or 1.
    Weights: TypeAlias = NDArray[np.int64] | NDArray[np.bool_]

HANDS = hands_at(np.arange(HAND_COUNT, dtype=np.int16))
POINTS = points_table()
# For each number of points, the hands that score at least that many.
AT_LEAST = POINTS >= np.arange(36, dtype=np.int8)[:, np.newaxis]
BITS = hand_masks()
_LIMB = 18
_PAIRS = np.stack(np.triu_indices(32, 1), axis=1).astype(np.intp)
_PAIRS_WITH = np.argsort(_PAIRS, axis=None, kind="stable").reshape(32, 31) // 2  # for each card
_NUMBERING = np.array((32, 1), np.intp)  # a pair of cards as one number
_PAIRS_OF = np.searchsorted(_PAIRS @ _NUMBERING, HANDS[:, [[0, 1], [0, 2], [1, 2]]] @ _NUMBERING)  # for each hand
_WITH_PAIR = np.ascontiguousarray(np.argsort(_PAIRS_OF, axis=None, kind="stable").reshape(496, 30).T) // 3
_HAND_OF = np.zeros((32, 496), np.intp)  # of a card and a pair; 0 if the card is in the pair
_HAND_OF[HANDS[:, [2, 1, 0]], _PAIRS_OF] = np.arange(HAND_COUNT, dtype=np.intp)[:, np.newaxis]


def hands_within(cards: int) -> Family:
    """Return the hands that some cards can make.

    Args:
        cards: One bit for each card.

    >>> int(hands_within(0b1111).sum())
    4
    """
    within: Family = (BITS & np.uint32(~cards & 0xFFFFFFFF)) == 0
    return within


def hands_without(cards: Iterable[int]) -> Family:
    """Return the hands that hold none of some cards.

    >>> int(hands_without([0, 1, 2]).sum())
    3654
    """
    return hands_within(~sum(1 << card for card in cards))


@lru_cache(maxsize=100)
def hands_of(points: frozenset[int]) -> Family:
    """Return the hands with certain points.

    >>> int(hands_of(frozenset({31, 34})).sum())
    80
    """
    totals = np.zeros(35, np.bool_)
    totals[[*points]] = True
    return totals.take(POINTS)


def weighted(hands: Family, weights: Mapping[int, int] | None = None) -> Weights:
    """Return the weights of the hands that a player may hold.

    Args:
        hands: Those hands.
        weights: Whole numbers of any size by the index of the hand; None if all are 1.

    >>> weighted(hands_within(0b1111), {0: 1, 2: 2**18 + 3, 4: 5})[:, :5].tolist()
    [[1, 0, 3, 0, 0], [0, 0, 1, 0, 0]]
    """
    if weights is None:
        return hands[np.newaxis]
    indices, numbers = zip(*weights.items(), strict=True)
    limbs = -(-max(map(int.bit_length, numbers)) // _LIMB)
    found = np.zeros((limbs, HAND_COUNT), np.int64)
    for limb in range(limbs):
        found[limb, indices] = [number >> _LIMB * limb & (1 << _LIMB) - 1 for number in numbers]
    return found * hands


def only(hand: Iterable[int]) -> Weights:
    """Return the weights for a player whose hand is known.

    >>> by_hand(only([0, 1, 2]))
    {0: 1}
    """
    return weighted((BITS & ~np.uint32(sum(1 << card for card in hand))) == 0)


def by_hand(weights: Weights) -> dict[int, int]:
    """Return the weights that are not 0, by the index of the hand.

    >>> by_hand(weighted(hands_within(0b1111), {0: 1, 2: 2**18 + 3, 4: 5}))
    {0: 1, 2: 262147}
    """
    return {int(hand): joined(weights[:, hand]) for hand in np.flatnonzero(weights.any(axis=0))}


def count_one(points: int, opponent: Weights) -> list[int]:
    """Return the weights of the hands that score less than the hero's points, the same, and more.

    >>> count_one(31, weighted(hands_within(2**32 - 1)))
    [4854, 76, 30]
    """
    of_any, not_below, above = (
        int(np.count_nonzero(weights)) if weights.dtype == np.bool_ else joined(weights.sum(axis=1, dtype=np.int64))
        for weights in (opponent, opponent * AT_LEAST[points], opponent * AT_LEAST[points + 1])
    )
    return [of_any - not_below, not_below - above, above]


class CountTwo:
    """Counts deals of two opponents, a deal as often as the product of the weights of its hands.

    >>> everything = weighted(hands_within(2**32 - 1))
    >>> two = CountTwo(everything, everything)
    >>> sum(two.count(20)) == 4960 * 3654, sum(two.count(20, [0, 1, 2])) == 3654 * 2600
    (True, True)
    """

    def __init__(self, first: Weights, second: Weights) -> None:
        self.opponents = first, second
        self.points = 0

    def count(self, points: int, gone: Sequence[int] = ()) -> list[int]:
        """Count the deals in which nobody beats the hero and 0, 1 or 2 opponents tie, and the deals the hero loses.

        Args:
            points: The hero's points.
            gone: Three cards that the opponents do not hold, or none.
        """
        if points != self.points:  # the same points are asked about often, one time after another
            self.points = points
            kinds = POINTS < points, POINTS == points, POINTS > 0
            self.families = [[_Shared.of(weights * kind) for weights in self.opponents] for kind in kinds]
        families = self.families
        if gone:
            families = [[shared.without(gone) for shared in family] for family in families]
        below, at, of_any = families
        ties = [
            below[0].disjoint(below[1]),
            below[0].disjoint(at[1]) + at[0].disjoint(below[1]),
            at[0].disjoint(at[1]),
        ]
        return [*ties, of_any[0].disjoint(of_any[1]) - sum(ties)]


def count_range(hero: Weights, opponent: Weights) -> dict[int, list[int]]:
    """Return the counts of ``count_one`` for a hero who may hold several hands, by the points of the hero's hand.

    >>> everything = weighted(hands_within(2**32 - 1))
    >>> by_points = count_range(everything, everything)
    >>> [sum(column) for column in zip(*by_points.values())]
    [8127250, 1869340, 8127250]
    """
    of_any = _Shared.of(opponent)
    found = {}
    for points in np.unique(POINTS[hero.any(axis=0)]).tolist():
        same = POINTS == points
        hands = _Shared.of(hero * same)
        below, at = (hands.disjoint(_Shared.of(opponent * kind)) for kind in (POINTS < points, same))
        found[points] = [below, at, hands.disjoint(of_any) - below - at]
    return found


class _Shared:
    """Weights of hands, with their sums over the hands that contain each card and each pair of cards."""

    def __init__(self, weights: NDArray[np.int64], with_pair: NDArray[np.int64]) -> None:
        self.weights = weights
        self.with_pair = with_pair
        # A hand has two pairs with each of its cards, so it is counted twice.
        self.with_card = with_pair[:, _PAIRS_WITH].sum(axis=-1, dtype=np.int64) // 2
        self.all = self.with_card.sum(axis=-1, keepdims=True, dtype=np.int64) // 3

    @classmethod
    def of(cls, weights: Weights) -> _Shared:
        return cls(weights.astype(np.int64), weights.take(_WITH_PAIR, axis=1).sum(axis=1, dtype=np.int64))

    def without(self, cards: Sequence[int]) -> _Shared:
        """Return the weights and sums of the hands that hold none of three cards."""
        apart = (_PAIRS[:, :, np.newaxis] != [*cards]).all(axis=(1, 2))
        # Of the three cards, a hand with such a pair has one at most.
        gone = self.weights.take(_HAND_OF[[*cards]], axis=1).sum(axis=1, dtype=np.int64)
        return _Shared(self.weights * hands_without(cards), (self.with_pair - gone) * apart)

    def disjoint(self, other: _Shared) -> int:
        """Return the sum of the products of weights over pairs of hands, one from each side, that share no card."""
        return joined(
            self.all @ other.all.T
            - self.with_card @ other.with_card.T
            + self.with_pair @ other.with_pair.T
            - self.weights @ other.weights.T
        )


def joined(limbs: NDArray[Any]) -> int:
    """Return the number that limbs, or the products of the limbs of two numbers, stand for.

    >>> joined(np.array([3, 1])) == 3 + 2**18
    True
    """
    if limbs.size == 1:  # as for most
        return int(limbs.item())
    return sum(int(part) << _LIMB * sum(place) for place, part in np.ndenumerate(limbs))


@cache
def symmetries() -> NDArray[np.intp]:
    """Return the 144 symmetries of the rules, each as the index of the image of every hand.

    >>> bool((POINTS[symmetries()] == POINTS).all())
    True
    """
    return hand_indices(np.array(renamings(), np.uint8)[:, HANDS]).astype(np.intp)


def alike(*unchanged: NDArray[Any]) -> NDArray[np.intp]:
    """Return the first hand, for each hand, that some symmetry maps to it while leaving some arrays unchanged.

    Args:
        unchanged: Arrays whose last axis has the hands.

    >>> len(np.unique(alike())), len(np.unique(alike(np.arange(HAND_COUNT, dtype=np.intp))))
    (337, 4960)
    """
    kept = [images for images in symmetries() if all(np.array_equal(one, one[..., images]) for one in unchanged)]
    first: NDArray[np.intp] = np.min(kept, axis=0)
    return first
