"""Check arrays of integers, and put the row of an error in front of its message."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._messages import located, shown
from svara_eval.cards import parse_hand
from svara_eval.errors import HandSizeError, SvaraError

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHUNK = 1 << 16  # rows processed at a time where each of them needs temporary memory
_DEEPEST = 16  # lists within lists; a list that contains itself has no bottom
_INTEGERS_ONLY = {int}


def card_numbers(hands: Any) -> NDArray[Any]:
    """Return an array of card numbers, three on the last axis; raise an error for anything else."""
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
    """Return an array of integers, of objects if no integer type holds them all; ``name`` begins error messages."""
    array = as_array(values, name)
    if array.size == 0 and isinstance(values, (list, tuple)):
        return array.astype(np.uint8)
    if array.dtype.kind not in "iu" and not is_of_integers(array):
        found = shown(values) if array.ndim == 0 and array.dtype.kind == "O" else array.dtype
        raise TypeError(f"{name} must be integers, not {found}")
    return array


def as_array(values: Any, name: str) -> NDArray[Any]:
    """Return the array that NumPy makes of the values. Refuse those that it misreads, or rejects in its own words."""
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
    """Return whether an array of objects holds nothing but integers."""
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
    """Name a row in an error message: "row 763 of 2048", or "" if there is only one."""
    if len(shape) < 2:
        return f"{unit} {row} of {shape[0]}" if shape else ""
    return f"{unit} {tuple(map(int, np.unravel_index(row, shape)))} of {shape}"


def at_row(shape: tuple[int, ...], row: int, unit: str = "row") -> located | nullcontext[None]:
    """Return a context in which error messages begin with the row."""
    place = place_of(shape, row, unit)
    return located(place) if place else nullcontext()
