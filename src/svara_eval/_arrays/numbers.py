"""Arrays of card numbers: the points and the indices of the hands in them."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._backend import BACKEND, compiled, score
from svara_eval._numbers import located
from svara_eval.cards import parse_hand
from svara_eval.errors import HandSizeError
from svara_eval.hands import all_hands

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_columns = compiled("_arrays._columns") if BACKEND == "cython" else None

CHUNK = 1 << 16  # rows at a time, where something is made for each of them

# All hands, their points, and the index of the hand of three cards at [first, second, third] (-1 where there is none).
HANDS = np.array(list(all_hands()), np.uint8)
POINTS = np.frombuffer(bytes(map(score, HANDS.tolist())), np.int8)  # of bytes: nobody can make it writable
_INDEX = np.full((32, 32, 32), -1, np.int16)
for _order in permutations(HANDS.T):
    _INDEX[_order] = np.arange(len(HANDS))


def points_table() -> NDArray[np.int8]:
    """The points of all 4960 hands in index order.

    Returns:
        int8 of shape (4960,), read-only.

    >>> points_table()[[0, 4959]]
    array([34, 33], dtype=int8)
    """
    return POINTS


def _score_cards(c0: ArrayLike, c1: ArrayLike, c2: ArrayLike, /, *, out: NDArray[np.int8] | None = None) -> Any:
    """The points of hands given as three columns of card numbers; 0 where three numbers are no hand.

    Args:
        c0, c1, c2: card numbers, arrays of any integer type and shape that broadcast together.
        out: where to put the points.

    Returns:
        int8 points, 8 to 34; 0 where a number is outside 0 to 31 or a card is there twice.

    Raises:
        TypeError: the numbers are no integers.

    >>> _score_cards(np.array([0, 3, 32]), np.array([26, 2, 1]), np.array([25, 1, 0]))
    array([31, 34,  0], dtype=int8)
    """
    index = _indices_of(c0, c1, c2)
    points = np.where(index < 0, 0, POINTS[index]).astype(np.int8)
    if out is None:
        return points[()]
    out[...] = points
    return out


#: The points of hands given as three columns of card numbers: a NumPy ufunc where the compiled modules are there.
score_cards: Any = _score_cards if _columns is None else _columns.score_cards


def _indices_of(*columns: ArrayLike) -> NDArray[np.int16]:
    """The indices of hands given as three columns; -1 where three numbers are no hand."""
    numbers = np.broadcast_arrays(*map(np.asarray, columns))
    for column in numbers:
        if column.dtype.kind not in "iub":
            raise TypeError(f"card numbers are integers, not {column.dtype}")
    # Truth values are no cards.
    on_deck = [(column >= 0) & (column < 32) & (column.dtype.kind != "b") for column in numbers]
    a, b, c = (np.where(fine, column, 0).astype(np.intp) for fine, column in zip(on_deck, numbers, strict=True))
    return np.where(on_deck[0] & on_deck[1] & on_deck[2], _INDEX[a, b, c], np.int16(-1))


def hand_indices(hands: ArrayLike, /) -> NDArray[np.int16]:
    """The indices of many hands, as :func:`~svara_eval.hand_index` numbers them.

    Args:
        hands: card numbers, an array-like of any integer type and shape (…, 3).

    Returns:
        int16 of shape (…).

    Raises:
        SvaraError: the first row that is no hand, by number, with the reason.
        TypeError: no array of integers.

    >>> hand_indices([[0, 1, 2], [31, 29, 30]])
    array([   0, 4959], dtype=int16)
    """
    numbers = card_numbers(hands)
    index = np.empty(numbers.shape[:-1], np.int16)
    flat, rows = index.reshape(-1), numbers.reshape(-1, 3)
    for start in range(0, len(rows), CHUNK):
        some = rows[start : start + CHUNK]
        flat[start : start + CHUNK] = _indices_of(some[:, 0], some[:, 1], some[:, 2])
    if flat.size and flat.min() < 0:
        bad = int((flat < 0).argmax())
        with located(place_of(index.shape, bad)):
            parse_hand(rows[bad].tolist())
    return index


def hands_at(indices: ArrayLike, /) -> NDArray[np.uint8]:
    """The hands with these indices, the cards of each ascending: the inverse of :func:`hand_indices`.

    Args:
        indices: integers from 0 to 4959, of any shape.

    Returns:
        uint8 card numbers, of the shape of the indices and three on a new last axis.

    Raises:
        IndexError: an index outside 0 to 4959; a negative one does not count from the end.
        TypeError: no array of integers.

    >>> hands_at([0, 4959])
    array([[ 0,  1,  2],
           [29, 30, 31]], dtype=uint8)
    """
    index = np.asarray(indices)
    if index.dtype.kind not in "iu" and index.size:
        raise TypeError(f"indices of hands are integers, not {index.dtype}")
    if index.size and not 0 <= index.min() <= index.max() < len(HANDS):
        bad = int(((index < 0) | (index >= len(HANDS))).argmax())
        raise IndexError(
            f"{place_of(index.shape, bad)}no hand has the index {index.flat[bad]}; they are 0 to {len(HANDS) - 1}"
        )
    return HANDS[index.astype(np.intp)]


def card_numbers(hands: ArrayLike) -> NDArray[Any]:
    """An array of card numbers, three on the last axis."""
    check_no_truths(hands)
    numbers = np.asarray(hands)
    if numbers.size == 0 and numbers.dtype == np.float64:  # what NumPy makes of empty lists
        numbers = numbers.astype(np.uint8) if numbers.ndim > 1 else np.empty((0, 3), np.uint8)
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"card numbers are integers, not {numbers.dtype}")
    if numbers.shape[-1:] != (3,):
        raise HandSizeError(f"card numbers are three on the last axis, not an array of shape {numbers.shape}")
    return numbers


def check_no_truths(hands: Any) -> None:
    """That no list in a list holds a truth value, which NumPy takes for 0 or 1."""
    for item in hands if isinstance(hands, (list, tuple)) else ():
        if isinstance(item, (bool, np.bool_)):
            raise TypeError(f"card numbers are integers, not {item}")
        check_no_truths(item)


def place_of(shape: tuple[int, ...], row: int) -> str:
    """What an error calls a row."""
    if len(shape) < 2:
        return f"row {row}: " if shape else ""
    return f"row {tuple(map(int, np.unravel_index(row, shape)))}: "
