"""Tables of the 4960 hands in index order: cards, points, kinds and bit masks; and the index of three cards."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._arrays.checks import CHUNK, at_row, card_numbers, integers, place_of
from svara_eval._backend import score
from svara_eval._messages import shown
from svara_eval.cards import parse_hand
from svara_eval.hands import all_hands, classes
from svara_eval.pure import explain
from svara_eval.types import KINDS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

HANDS = np.array(list(all_hands()), np.uint8)
POINTS = np.frombuffer(bytes(map(score, HANDS.tolist())), np.int8)  # over bytes, so that it cannot be made writable
_INDEX = np.full((32, 32, 32), -1, np.int16)  # at [first, second, third], in any order; -1 if they are not a hand
for _order in permutations(HANDS.T):
    _INDEX[_order] = np.arange(len(HANDS), dtype=np.int16)
_MASKS: NDArray[np.uint32] = np.bitwise_or.reduce(np.uint32(1) << HANDS.astype(np.uint32), axis=1)
_MASKS.flags.writeable = False


def hand_masks() -> NDArray[np.uint32]:
    """Return all 4960 hands in index order as sets of cards, a bit for each card.

    Returns:
        uint32 of shape (4960,), read-only; card c is bit 1 << c.

    >>> bin(hand_masks()[0])
    '0b111'
    """
    return _MASKS


def points_table() -> NDArray[np.int8]:
    """Return the points of all 4960 hands in index order.

    Returns:
        int8 of shape (4960,), read-only.

    >>> points_table()[[0, 4959]]
    array([34, 33], dtype=int8)
    """
    return POINTS


_kinds: NDArray[np.uint8] | None = None


def kinds_table() -> NDArray[np.uint8]:
    """Return the kinds of the best readings of all 4960 hands in index order, as in :func:`~svara_eval.explain`.

    Returns:
        uint8 of shape (4960,), read-only; each is a position in ``KINDS``.

    >>> from svara_eval import KINDS, hand_indices
    >>> [KINDS[kind] for kind in kinds_table()[hand_indices([[0, 26, 25], [31, 29, 12]])]]
    ['joker_pair', 'aces']
    """
    global _kinds
    if _kinds is None:
        kind_of: dict[int, int] = {}  # by class: all hands of a class are of one kind
        for number, hand in zip(classes(), all_hands(), strict=True):
            if number not in kind_of:
                kind_of[number] = KINDS.index(explain(hand).kind)
        _kinds = np.frombuffer(bytes(kind_of[number] for number in classes()), np.uint8)
    return _kinds


def indices_of(*columns: NDArray[Any]) -> NDArray[np.int16]:
    """Return the indices of hands given as three columns of integers; -1 where the three are not a hand."""
    numbers = np.broadcast_arrays(*columns)
    valid = [(column >= 0) & (column < 32) & (column.dtype.kind != "b") for column in numbers]
    a, b, c = (np.where(fine, column, 0).astype(np.intp) for fine, column in zip(valid, numbers, strict=True))
    return np.where(valid[0] & valid[1] & valid[2], _INDEX[a, b, c], np.int16(-1))


def hand_indices(hands: ArrayLike, /) -> NDArray[np.int16]:
    """Return the indices of many hands, numbered as :func:`~svara_eval.hand_index` numbers them.

    Args:
        hands: Card numbers; an array-like of any integer type and shape (…, 3).

    Returns:
        int16 of shape (…).

    Raises:
        SvaraError: A row is not a hand. The message names the first such row and gives the reason.
        TypeError: ``hands`` is not an array of integers, or is masked.

    >>> hand_indices([[0, 1, 2], [31, 29, 30]])
    array([   0, 4959], dtype=int16)
    """
    numbers = card_numbers(hands)
    index = np.empty(numbers.shape[:-1], np.int16)
    flat, rows = index.reshape(-1), numbers.reshape(-1, 3)
    for start in range(0, len(rows), CHUNK):
        some = rows[start : start + CHUNK]
        flat[start : start + CHUNK] = indices_of(some[:, 0], some[:, 1], some[:, 2])
    if flat.size and flat.min() < 0:
        bad = int(flat.argmin())
        with at_row(index.shape, bad):
            parse_hand(rows[bad].tolist())
    return index


def hands_at(indices: ArrayLike, /) -> NDArray[np.uint8]:
    """Return the hands with these indices, the cards of each in ascending order; the inverse of :func:`hand_indices`.

    Args:
        indices: Integers from 0 to 4959, of any shape.

    Returns:
        uint8 card numbers, of the shape of the indices with a last axis of three added.

    Raises:
        IndexError: An index is outside 0 to 4959; negative ones do not count from the end.
        TypeError: ``indices`` is not an array of integers, or is masked.

    >>> hands_at([0, 4959])
    array([[ 0,  1,  2],
           [29, 30, 31]], dtype=uint8)
    """
    index = integers(indices, "hand indices")
    if index.size and not 0 <= index.min() <= index.max() < len(HANDS):
        bad = int(((index < 0) | (index >= len(HANDS))).argmax())
        place = place_of(index.shape, bad)
        words = f"the index of a hand must be 0 to {len(HANDS) - 1}, not {shown(int(index.flat[bad]))}"
        raise IndexError(f"{place}: {words}" if place else words)
    return HANDS[index.astype(np.intp)]
