"""The classes of hands, and how players hold them together: all that the solver knows of cards."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from svara_eval import SvaraError, hand_indices, hand_masks, hands_at, points_table
from svara_eval.hands import HAND_COUNT, classes
from svara_eval.solver._merges import MERGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    Matrix = NDArray[np.floating[Any]]


class Cards(NamedTuple):
    """The hands of a player, and those of the others given them, in classes of hands that may be played alike.

    A matrix has a row for each combination of classes of the others and a column for each class of the player.

    Attributes:
        joint: The probability of each combination.
        shares: The same, times the share of the pot that the player takes at a showdown beyond an equal share, by which
            of the others remain. Those who tie for the most points share the pot.
        ties: The same where the player ties with the only other player, else 0.
    """

    joint: Matrix
    shares: dict[tuple[bool, ...], Matrix]
    ties: Matrix

    @classmethod
    def of(
        cls, joint: NDArray[np.float64], points: NDArray[np.int64], others: NDArray[np.int64] | None = None
    ) -> Cards:
        """Make the matrices.

        Args:
            joint: The probability of each combination: an axis for the player, then one for each of the others.
            points: The points of the player's classes.
            others: The points of the others' classes (default: those of the player's).
        """
        count = joint.ndim - 1
        theirs = np.meshgrid(*[points if others is None else others] * count, indexing="ij", sparse=True)
        mine = points.reshape(-1, *[1] * count)
        shares = {}
        for remain in product((False, True), repeat=count):
            against = [other for other, remains in zip(theirs, remain, strict=True) if remains]
            if against:
                best = mine >= against[0]
                tied = np.ones(1, np.int64)
                for other in against:
                    best, tied = best & (mine >= other), tied + (mine == other)
                share = best / tied - 1 / (1 + len(against))
                shares[remain] = _by_others(joint * share)
        ties = joint * (mine == theirs[0])
        return cls(np.ascontiguousarray(_by_others(joint)), shares, np.ascontiguousarray(_by_others(ties)))

    def astype(self, kind: DTypeLike) -> Cards:
        """Return the matrices in another precision."""
        shares = {remain: matrix.astype(kind) for remain, matrix in self.shares.items()}
        return Cards(self.joint.astype(kind), shares, self.ties.astype(kind))


class Classes(NamedTuple):
    """Classes of hands that are played alike.

    Attributes:
        of: The class of each of the 4960 hands, in index order.
        hands: (classes, 3) card numbers, a hand of each class.
        points: The points of each class.
        sizes: The number of hands in each class.
    """

    of: NDArray[np.int64]
    hands: NDArray[np.uint8]
    points: NDArray[np.int64]
    sizes: NDArray[np.int64]

    @classmethod
    def from_map(cls, of: NDArray[np.int64]) -> Classes:
        """Return the classes, numbered from 0, given the class of each hand."""
        first = np.unique(of, return_index=True)[1]
        return cls(of, _all_hands()[first], points_table()[first].astype(np.int64), np.bincount(of).astype(np.int64))


class Holdings(NamedTuple):
    """The hands that the players of a game can hold.

    Attributes:
        classes: The classes of hands that the game tells apart.
        cards: What players hold who tell these classes apart.
        exact: What one player holds who tells all 337 classes apart, against others who do not.
    """

    classes: Classes
    cards: Cards
    exact: Cards


def _by_others(table: Matrix) -> Matrix:
    """Return a table with an axis for each player as a matrix, the first player's axis last."""
    return table.reshape(len(table), -1).T


@cache
def class_arrays() -> Classes:
    """Return the 337 classes of hands that the symmetries of the rules leave alike.

    >>> int(class_arrays().sizes.sum())
    4960
    """
    return Classes.from_map(np.array(classes(), np.int64))


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


def joined_classes(count: int) -> tuple[int, ...]:
    """Return a class, numbered from 0, for each of the 337 classes, joined until a number of classes remains.

    >>> max(joined_classes(60)), max(joined_classes(337))
    (59, 336)
    """
    of = [*range(len(class_arrays().points))]
    for kept, joined in MERGES[: len(of) - count]:
        of = [kept if current == joined else current for current in of]
    numbers = {current: number for number, current in enumerate(dict.fromkeys(of))}
    return tuple(numbers[current] for current in of)


def check_joined(of: Sequence[int]) -> None:
    """Check that classes are numbered from 0 in order of their first, and that hands of a class have the same points.

    Raises:
        SvaraError: They are not.
    """
    points = class_arrays().points.tolist()
    whole = len(of) == len(points) and all(type(number) is int for number in of)
    if not whole or [*dict.fromkeys(of)] != [*range(len({*of}))] or len({*zip(of, points, strict=True)}) > len({*of}):
        raise SvaraError("classes must join hands of the same points")


@cache
def holdings(of: tuple[int, ...]) -> Holdings:
    """Return what three players hold, in joined classes; a card in one hand is never in another.

    Args:
        of: The joined class of each of the 337 classes.
    """
    exact, joined = class_arrays(), np.array(of, np.int64)
    classes = Classes.from_map(joined[exact.of])
    free = [hand_masks() & mine == 0 for mine in hand_masks()[hand_indices(exact.hands)]]
    pairs = np.array([_disjoint_pairs(_all_hands()[rows], classes.of[rows], len(classes.points)) for rows in free])
    pairs *= exact.sizes[:, None, None] / (pairs.sum(axis=(1, 2)) @ exact.sizes)
    joint = np.zeros((len(classes.points), *pairs.shape[1:]))
    np.add.at(joint, joined, pairs)
    return Holdings(classes, Cards.of(joint, classes.points), Cards.of(pairs, exact.points, others=classes.points))


def _disjoint_pairs(hands: NDArray[np.uint8], of: NDArray[np.int64], count: int) -> NDArray[np.float64]:
    """Return how many ordered pairs of hands share no card, by the classes of the two, by inclusion and exclusion.

    Of all pairs, the pairs that share a card are taken away, once for each card; pairs that share two cards are then
    added again, once for each two, and the pairs of a hand with itself are taken away.
    """
    alone = np.bincount(of, minlength=count).astype(float)
    with_card = np.zeros((32, count))
    with_two = np.zeros((32 * 32, count))
    for first, second in ((0, 1), (0, 2), (1, 2)):
        np.add.at(with_two, (hands[:, first].astype(np.intp) * 32 + hands[:, second], of), 1)
    for card in range(3):
        np.add.at(with_card, (hands[:, card], of), 1)
    found: NDArray[np.float64] = np.outer(alone, alone) - with_card.T @ with_card + with_two.T @ with_two
    return found - np.diag(alone)


def two() -> Holdings:
    """Return what two players hold, in the 337 classes."""
    return Holdings(class_arrays(), all_cards(), all_cards())


@cache
def _all_hands() -> NDArray[np.uint8]:
    return hands_at(np.arange(HAND_COUNT, dtype=np.int16))
