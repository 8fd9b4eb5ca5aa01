"""Choose the source for a column or table: ``source_of`` has the only list of the kinds."""

from __future__ import annotations

from operator import index as as_int
from typing import Any

import numpy as np

from svara_eval._arrays.arrow import arrow_source, check_columns
from svara_eval._arrays.checks import as_array, check_shape, is_of_integers
from svara_eval._arrays.sources import (
    CARDS,
    HANDS,
    CellsOfArray,
    CellsOfFrame,
    Items,
    Nullable,
    Numbers,
    Reading,
    Source,
    Texts,
)
from svara_eval._messages import located, shown


def source_of(given: Any, reading: Reading) -> Source:
    """Return the source that reads a column or table as hands or cards.

    Raises:
        SvaraError: It has the wrong shape or number of columns, or is damaged.
        TypeError: It is not a column of hands or cards.
    """
    what, function = reading.what, reading.function
    if isinstance(given, (str, bytes, bytearray)):
        raise TypeError(
            f"{function} takes many {what}s, not the string {shown(given)}; use {reading.of_one} for one {what}"
        )
    if isinstance(given, (list, tuple)) and not (reading is HANDS and _is_nested(given)):
        if reading is HANDS and given and _is_number(given[0]):
            return Items((given,), reading, ())  # three numbers: one hand
        return Items(given, reading)
    if reading is HANDS and (names := _columns_of(given)) is not None:
        check_columns(names)
        if (places := getattr(given, "iloc", None)) is not None:  # pandas
            return source_of(places[:, 0], HANDS) if len(names) == 1 else CellsOfFrame(given, _cards_of)
    dtype = getattr(given, "dtype", None)
    if getattr(dtype, "name", None) == "category":
        raise TypeError(f"a categorical column cannot be {reading.verb}; cast it to strings: .astype('str')")
    if _is_arrow(given, dtype):
        return arrow_source(given, reading)
    if reading is CARDS and _is_nullable(dtype):
        return Nullable(given, reading)
    array = as_array(given, "card numbers")
    kind = array.dtype.kind
    if array.ndim == 0 and not isinstance(given, np.ndarray) and kind in "OiuSUT":
        raise TypeError(
            f"{function} takes a list or an array of {what}s, not {shown(given)} of type {type(given).__name__}"
        )
    if kind in "iu":
        if reading is HANDS:
            check_shape(array)
        return Numbers(array, reading)
    if isinstance(given, (list, tuple)) and array.shape[-1:] == (3,) and is_of_integers(array):
        return Items(array.reshape(-1, 3).tolist(), reading, array.shape[:-1])  # no type of NumPy holds them all
    if kind in "SUTO":
        return (
            CellsOfArray(array)
            if reading is HANDS and array.shape[1:] and array.shape[-1] == 3
            else Texts(array, reading)
        )
    cure = "; for integers with empty cells: .astype('Int64')" if kind == "f" and hasattr(given, "iloc") else ""
    if reading is CARDS:
        raise TypeError(f"cards must be strings or integers (0 to 31), not {array.dtype}{cure}")
    raise TypeError(
        f"score_batch takes arrays of integers (card numbers 0 to 31) or of strings (hands), not of {array.dtype}{cure}"
    )


def _cards_of(column: Any, name: Any) -> Source:
    """Return the source of the cards in a column of a frame."""
    with located(f"column {shown(name)}"):
        return source_of(column, CARDS)


def _is_nested(hands: list[Any] | tuple[Any, ...]) -> bool:
    """Return whether these are lists of lists of hands, which have more than one axis."""
    return (
        bool(hands)
        and isinstance(hands[0], (list, tuple))
        and bool(hands[0])
        and isinstance(hands[0][0], (list, tuple))
    )


def _is_number(value: Any) -> bool:
    """Return whether a value is an integer or a boolean. Arrays have ``__index__`` too, but longer ones fail."""
    try:
        as_int(value)
    except TypeError:
        return False
    return True


def _columns_of(table: Any) -> list[Any] | None:
    """Return the names of a table's columns; None for anything else, and for frames of dask, which have no rows yet."""
    shape: tuple[Any, ...] = getattr(table, "shape", ())
    is_table = hasattr(table, "iloc") or hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__")
    if not is_table or len(shape) != 2 or not isinstance(shape[0], int):
        return None
    return list(getattr(table, "column_names", None) or table.columns)


def _is_arrow(column: Any, dtype: Any) -> bool:
    """Return whether Arrow stores a column. What pandas keeps in NumPy offers the interface too, but makes a copy."""
    on_numpy = isinstance(dtype, np.dtype) or getattr(dtype, "storage", None) == "python" or _is_nullable(dtype)
    if hasattr(column, "iloc") and dtype is None:
        return False  # a frame of pandas, whose columns may be stored in any way
    return hasattr(column, "__arrow_c_array__") or (hasattr(column, "__arrow_c_stream__") and not on_numpy)


def _is_nullable(dtype: Any) -> bool:
    """Return whether this is a nullable type of pandas, such as Int64: a NumPy array and a mask."""
    return hasattr(dtype, "numpy_dtype") and not hasattr(dtype, "pyarrow_dtype")
