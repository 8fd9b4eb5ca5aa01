"""Arrays of card numbers: the points and the indices of the hands in them."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._backend import BACKEND, CURE, SIMD, compiled, score
from svara_eval._messages import located, shown
from svara_eval.cards import parse_hand
from svara_eval.errors import BackendError, HandSizeError, SvaraError
from svara_eval.hands import all_hands, classes
from svara_eval.pure import explain
from svara_eval.types import KINDS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from svara_eval.types import ScoreCards

_compiled = compiled("_arrays._columns") if BACKEND == "cython" else None
#: Whether arrays of bytes are scored with AVX2.
AVX2 = _compiled is not None and _compiled.choose_avx2(SIMD)

CHUNK = 1 << 16  # rows processed at a time where each of them needs temporary memory
_DEEPEST = 16  # lists within lists; a list that contains itself has no bottom
_INTEGERS_ONLY = {int}

# All hands, their points, and at [first, second, third] the index of a hand of three cards, or -1.
HANDS = np.array(list(all_hands()), np.uint8)
POINTS = np.frombuffer(bytes(map(score, HANDS.tolist())), np.int8)  # over bytes, so that nobody can make it writable
_INDEX = np.full((32, 32, 32), -1, np.int16)
for _order in permutations(HANDS.T):
    _INDEX[_order] = np.arange(len(HANDS), dtype=np.int16)


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
    """Return the kinds of all 4960 hands in index order: what the best reading of each makes, as ``explain`` says.

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


def _score_cards(c0: Any, c1: Any, c2: Any, /, out: Any = None, **options: Any) -> Any:
    """Score hands given as three columns of card numbers; 0 where the three are not a hand.

    Args:
        c0, c1, c2: Card numbers; integers, or arrays of any integer type that broadcast together.
        out: An array to put the points in.
        options: The other options of a ufunc need the compiled modules.

    Returns:
        int8 points, 8 to 34; 0 where a number is outside 0 to 31 or a card is repeated.

    Raises:
        BackendError: An option other than ``out`` is given.
        OverflowError: A Python integer does not fit the type that NumPy would give it in a ufunc.
        TypeError: The numbers are not integers, or an array is masked. :func:`parse_cards` reads cards given as text.

    >>> _score_cards(np.array([0, 3, 32]), np.array([26, 2, 1]), np.array([25, 1, 0]))
    array([31, 34,  0], dtype=int8)
    """
    if options:
        raise BackendError(f"score_cards takes {next(iter(options))}= only with the compiled modules; {CURE}")
    given = (c0, c1, c2)
    arrays = [_column(column) for column in given if type(column) is not int]
    # A ufunc casts Python integers to the type of the arrays, so they overflow here where they overflow there.
    cast = np.uint8 if {array.dtype for array in arrays} == {np.dtype(np.uint8)} else np.int64
    index = _indices_of(*(np.asarray(column, cast if type(column) is int else None) for column in given))
    points = np.where(index < 0, np.int8(0), POINTS[index])
    if out is None:
        return points[()]
    out[...] = points
    return out


def _column(column: Any) -> NDArray[Any]:
    """A column of integers or booleans; no boolean is a card, but the ufunc takes them too."""
    refuse_masked(column)
    array = np.asarray(column)
    if array.dtype.kind not in "iub":
        raise TypeError(f"score_cards takes card numbers (integers 0 to 31), not {array.dtype}; parse_cards reads text")
    return array


#: Scores hands given as three columns of card numbers; a NumPy ufunc where the compiled modules are there.
score_cards: ScoreCards = _score_cards if _compiled is None else _compiled.score_cards


def _indices_of(*columns: NDArray[Any]) -> NDArray[np.int16]:
    """The indices of hands given as three columns of integers; -1 where the three are not a hand."""
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
        flat[start : start + CHUNK] = _indices_of(some[:, 0], some[:, 1], some[:, 2])
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
        words = f"no hand has the index {shown(int(index.flat[bad]))}; indices are 0 to {len(HANDS) - 1}"
        raise IndexError(f"{place}: {words}" if place else words)
    return HANDS[index.astype(np.intp)]


# Checks ---------------------------------------------------------------------------------------------------------------


def card_numbers(hands: Any) -> NDArray[Any]:
    """An array of card numbers, three on the last axis."""
    numbers = integers(hands, "card numbers")
    if numbers.shape == (0,) and not isinstance(hands, np.ndarray):
        numbers = numbers.reshape(0, 3)  # an empty list of hands
    check_shape(numbers)
    if numbers.dtype.kind != "O":
        return numbers
    valid = ((numbers >= 0) & (numbers < 32)).all(axis=-1)
    if not valid.all():
        bad = int(valid.argmin())
        with at_row(valid.shape, bad):
            parse_hand(numbers.reshape(-1, 3)[bad].tolist())
    return numbers.astype(np.uint8)


def check_shape(numbers: NDArray[Any]) -> None:
    """Refuse an array that does not have the three cards of a hand on its last axis."""
    if numbers.shape[-1:] != (3,):
        raise HandSizeError(f"card numbers must have shape (…, 3), a hand on the last axis, not {numbers.shape}")


def integers(values: Any, name: str) -> NDArray[Any]:
    """An array of integers, of objects if no integer type holds them all; ``name`` begins the message of an error."""
    array = as_array(values, name)
    if array.size == 0 and isinstance(values, (list, tuple)):
        return array.astype(np.uint8)
    if array.dtype.kind not in "iu" and not is_of_integers(array):
        found = shown(values) if array.ndim == 0 and array.dtype.kind == "O" else array.dtype
        raise TypeError(f"{name} must be integers, not {found}")
    return array


def as_array(values: Any, name: str) -> NDArray[Any]:
    """The array that NumPy makes of the values, without those that it would misread or reject in its own words."""
    _check_items(values, name)
    if not isinstance(values, (list, tuple)):
        return np.asarray(values)
    try:
        array = np.asarray(values)
    except ValueError:
        raise SvaraError(f"{name} must form an array; these lists differ in length or depth") from None
    if array.dtype.kind == "f" and array.size:  # what NumPy makes of int64 beside uint64
        exact = np.asarray(values, object)
        return exact if is_of_integers(exact) else array
    return array


def is_of_integers(array: NDArray[Any]) -> bool:
    """Whether an array of objects holds nothing but integers."""
    return array.dtype.kind == "O" and all(
        isinstance(item, (int, np.integer)) and not isinstance(item, bool) for item in array.flat
    )


def refuse_masked(values: Any) -> None:
    """Refuse a masked array, whose mask ``np.asarray`` would drop."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError("masked arrays are not accepted; fill or drop the masked values first")


def _check_items(values: Any, name: str, depth: int = 0) -> None:
    """Refuse masked arrays, booleans in lists, which NumPy would take for 0 and 1, and endlessly nested lists."""
    if not isinstance(values, (list, tuple)):
        refuse_masked(values)
        return
    if depth == _DEEPEST:
        raise TypeError(f"{name} must not be nested more than {_DEEPEST} lists deep")
    if {*map(type, values)} == _INTEGERS_ONLY:
        return  # almost always, and faster than a look at each of them
    for item in values:
        if isinstance(item, (bool, np.bool_)):
            raise TypeError(f"{name} must be integers, not {item}")
        if not isinstance(item, int):
            _check_items(item, name, depth + 1)


def place_of(shape: tuple[int, ...], row: int, unit: str = "row") -> str:
    """What an error calls a row of an array: "row 763 of 2048", or "" where there is only one."""
    if len(shape) < 2:
        return f"{unit} {row} of {shape[0]}" if shape else ""
    return f"{unit} {tuple(map(int, np.unravel_index(row, shape)))} of {shape}"


def at_row(shape: tuple[int, ...], row: int, unit: str = "row") -> located | nullcontext[None]:
    """A context in which the message of an error begins with the row."""
    place = place_of(shape, row, unit)
    return located(place) if place else nullcontext()
