"""``parse_cards``: the card numbers of a column of cards, as text or as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from svara_eval._arrays.cells import is_arrow, is_missing, is_nullable, objects_of, rows_of, value_at
from svara_eval._arrays.numbers import CHUNK, at_row, refuse_masked
from svara_eval._backend import BACKEND, compiled
from svara_eval._messages import shown
from svara_eval.cards import Card
from svara_eval.errors import CardError, SvaraError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_compiled = compiled("_arrays._columns") if BACKEND == "cython" else None

NO_CARD = 255
_NULL = 99  # not a card either, and a number of every integer type


def parse_cards(cards: ArrayLike | Any, /, *, errors: Literal["raise", "coerce"] = "raise") -> NDArray[np.uint8]:
    """Read a column of single cards as card numbers, ready for :func:`score_cards`.

    Args:
        cards: A list or tuple of anything that :class:`~svara_eval.Card` accepts, a NumPy array of strings (S, U,
            StringDType), integers or objects, a pandas or polars Series, an Arrow array or chunked array. Text is read
            in place, without a Python loop.
        errors: What to do with a row that is not a card, or is missing: "raise" an error that names the first such row,
            or "coerce" it to 255, which :func:`score_cards` scores 0.

    Returns:
        uint8 of the column's shape, 0 to 31 or 255.

    Raises:
        CardError: A row is not a card. The message gives its number, counted from 0, and the reason.
        TypeError: ``cards`` is a single text, a masked array, or a column of booleans or floats.

    >>> parse_cards(["7c", "K♥", "10d"])
    array([ 0, 26, 13], dtype=uint8)
    >>> parse_cards(["7c", "6h", None], errors="coerce")
    array([  0, 255, 255], dtype=uint8)
    >>> parse_cards(["7c", "6h"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    svara_eval.errors.CardError: row 1 of 2: position 0 of '6h': '6' is not in the deck; ...
    """
    if errors not in ("raise", "coerce"):
        raise SvaraError(f"errors must be 'raise' or 'coerce', not {shown(errors)}")
    if isinstance(cards, (str, bytes, bytearray)):
        raise TypeError(f"parse_cards takes many cards, not the single text {shown(cards)}; use Card for one card")
    column: Any = cards if isinstance(cards, (list, tuple)) or is_arrow(cards) else _array(cards)
    shape = column.shape if isinstance(column, np.ndarray) else (len(column),)
    numbers = np.empty(shape, np.uint8)
    read_cards(column, numbers.reshape(-1))
    if errors == "raise" and numbers.size and numbers.max() == NO_CARD:
        _refuse(column, shape, int(numbers.argmax()))
    return numbers


def numbers_of(column: Any) -> NDArray[np.integer[Any]]:
    """The cards of a column, as integers of any type; those that are not cards are outside 0 to 31."""
    if not is_arrow(column):
        array = _array(column)
        if array.dtype.kind in "iu":
            return array
        column = array
    numbers = np.empty(len(column), np.uint8)
    read_cards(column, numbers)
    return numbers


def read_cards(column: Any, numbers: NDArray[np.uint8]) -> None:
    """Fill in the card numbers of a list, an Arrow column or an array of any shape, 255 for what is not a card."""
    if not isinstance(column, np.ndarray):
        if is_arrow(column) and _compiled is not None:
            _compiled.read_arrow_cards(column, numbers)
        else:
            _read_objects(rows_of(column) if is_arrow(column) else column, numbers)
        return
    flat = column.reshape(-1)
    for start in range(0, flat.size, CHUNK):
        some, out = flat[start : start + CHUNK], numbers[start : start + CHUNK]
        if some.dtype.kind in "iu":
            some = some.copy()  # another thread may change the array after a number is checked
            out[:] = np.where((some >= 0) & (some < 32), some.astype(np.uint8), np.uint8(NO_CARD))
        elif some.dtype.kind == "O" or _compiled is None:
            _read_objects(objects_of(_native(some)), out)
        else:
            _compiled.read_text_cards(_native(some), out)


def _native(piece: NDArray[Any]) -> NDArray[Any]:
    """The same array in a layout and byte order that compiled code reads."""
    return np.require(piece, None if piece.dtype.isnative else piece.dtype.newbyteorder("="), ["C", "A"])


def _read_objects(cards: list[Any] | tuple[Any, ...], numbers: NDArray[np.uint8]) -> None:
    if _compiled is not None:
        _compiled.read_item_cards(cards, numbers)
        return
    for row in range(len(numbers)):
        try:
            numbers[row] = Card(cards[row])
        except (SvaraError, TypeError):
            numbers[row] = NO_CARD


def _array(cards: Any) -> NDArray[Any]:
    refuse_masked(cards)
    array = cards.to_numpy(cards.dtype.numpy_dtype, na_value=_NULL) if is_nullable(cards) else np.asarray(cards)
    if array.dtype.kind not in "iuSUTO":
        raise TypeError(f"cards must be text or integers (0 to 31), not {array.dtype}")
    if array.ndim == 0 and not isinstance(cards, np.ndarray):
        kind = type(cards).__name__
        raise TypeError(f"parse_cards takes a list or an array of cards, not {shown(cards)} of type {kind}")
    return array


def _refuse(column: Any, shape: tuple[int, ...], row: int) -> NoReturn:
    """Raise the reason why a row is not a card."""
    with at_row(shape, row):
        card = value_at(column, shape, row)
        if is_missing(card):
            raise CardError(f"the card is missing ({shown(card)}); errors='coerce' makes it {NO_CARD}")
        Card(card)
        raise CardError(f"{shown(card)} is not a card")  # such as the text that stands for a null of StringDType
