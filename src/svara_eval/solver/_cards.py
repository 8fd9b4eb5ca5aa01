"""The 337 classes of hands, and how two players hold them: all that the solver knows of cards."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from svara_eval import hand_indices, hand_masks, hands_at, points_table
from svara_eval.hands import HAND_COUNT, classes

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Cards(NamedTuple):
    """What two players can hold, in classes of hands that may be played alike.

    Attributes:
        joint: (classes, classes), the probability that the players hold a hand of each of two classes.
        beats: The same, times 1 where the row's class has more points, times -1 where it has fewer.
        ties: The same where both have the same points, else 0.
    """

    joint: NDArray[np.float64]
    beats: NDArray[np.float64]
    ties: NDArray[np.float64]

    @classmethod
    def of(cls, joint: NDArray[np.float64], points: NDArray[np.int64]) -> Cards:
        """Return the matrices of classes with these points."""
        more = np.sign(points[:, None] - points[None, :])
        return cls(joint, joint * more, joint * (more == 0))


class Classes(NamedTuple):
    """The classes of hands that the symmetries of the rules leave alike.

    Attributes:
        of: The class of each of the 4960 hands, in index order.
        hands: (337, 3) card numbers, a hand of each class.
        points: The points of each class.
        sizes: The number of hands in each class.
    """

    of: NDArray[np.int64]
    hands: NDArray[np.uint8]
    points: NDArray[np.int64]
    sizes: NDArray[np.int64]


@cache
def class_arrays() -> Classes:
    """Return the 337 classes.

    >>> int(class_arrays().sizes.sum())
    4960
    """
    hands = hands_at(np.arange(HAND_COUNT, dtype=np.int16))
    of = np.array(classes(), np.int64)
    first = np.unique(of, return_index=True)[1]
    return Classes(of, hands[first], points_table()[first].astype(np.int64), np.bincount(of).astype(np.int64))


@cache
def all_cards() -> Cards:
    """Return what two players hold, in the 337 classes; a card in one hand is never in the other.

    >>> bool(np.isclose(all_cards().joint.sum(), 1))
    True
    """
    hands = class_arrays()
    bits = hand_masks()
    first = bits[hand_indices(hands.hands)]
    joint = np.array([np.bincount(hands.of[bits & mine == 0], minlength=len(first)) for mine in first], np.float64)
    joint *= hands.sizes[:, None]
    return Cards.of(joint / joint.sum(), hands.points)
