"""Which kind of column or table was given, and its cells as Python objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._messages import shown
from svara_eval.errors import CardError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def is_arrow(column: Any) -> bool:
    """Whether it is a column, or a table of three columns, stored by Arrow.

    What pandas stores in NumPy arrays offers the interface too, but makes a copy.
    """
    shape: tuple[int, ...] = getattr(column, "shape", ())
    if len(shape) == 2:
        return shape[1] == 3 and hasattr(column, "__arrow_c_stream__") and not hasattr(column, "iloc")
    dtype = getattr(column, "dtype", None)
    on_numpy = isinstance(dtype, np.dtype) or getattr(dtype, "storage", None) == "python" or is_nullable(column)
    return hasattr(column, "__arrow_c_array__") or (hasattr(column, "__arrow_c_stream__") and not on_numpy)


def is_nullable(column: Any) -> bool:
    """Whether it is of a nullable type of pandas' own, such as Int64: a NumPy array and a mask."""
    dtype = getattr(column, "dtype", None)
    return hasattr(dtype, "numpy_dtype") and not hasattr(dtype, "pyarrow_dtype")


def is_frame(table: Any) -> bool:
    """Whether it is a pandas DataFrame of three columns, rather than one of dask, which has no rows yet."""
    return hasattr(table, "iloc") and table.shape[1:] == (3,) and isinstance(table.shape[0], int)


def is_of_three_texts(array: NDArray[Any]) -> bool:
    """Whether it is an array of texts or objects with the three cards of a hand on its last axis."""
    return array.dtype.kind in "SUTO" and array.ndim > 1 and array.shape[-1] == 3


def objects_of(texts: NDArray[Any]) -> list[Any]:
    """A piece of an array of texts or objects. Text that is not UTF-8 or Unicode becomes text that is not a card."""
    if texts.dtype.kind == "S":
        return [text.decode(errors="surrogateescape") for text in texts.tolist()]
    if texts.dtype.kind == "U":
        codes = texts.view(np.uint32)
        if codes.size and codes.max() > 0x10FFFF:
            texts = np.where(codes > 0x10FFFF, np.uint32(0xFFFD), codes).view(texts.dtype)
    return list(texts.tolist())


def rows_of(column: Any) -> list[Any]:
    """The rows of an Arrow column or table: a tuple for each row of a table and each struct."""
    if hasattr(column, "rows"):  # a frame of polars
        return list(column.rows())
    if hasattr(column, "to_pylist"):
        rows = column.to_pylist()
    else:
        rows = column.to_list() if hasattr(column, "to_list") else list(column)
    return [tuple(row.values()) if isinstance(row, dict) else row for row in rows]


def value_at(column: Any, shape: tuple[int, ...], row: int) -> Any:
    """The hand or the card of a row as a Python object; a tuple if its cards are in three cells.

    Args:
        column: A list, an array, a column or a table of three columns.
        shape: The shape of its rows.
        row: The number of the row, in C order.

    Raises:
        CardError: The row is text that is not UTF-8, or not Unicode.
    """
    try:
        value = _value_at(column, shape, row)
    except UnicodeDecodeError as error:
        if error.encoding == "utf-8":
            raise CardError(f"{shown(error.object)} is not UTF-8") from None
        code = int.from_bytes(error.object[error.start : error.start + 4], "little")
        raise CardError(f"{code:#x} is not a Unicode code point (0 to 0x10ffff)") from None
    return str(value) if isinstance(value, np.str_) else value


def _value_at(column: Any, shape: tuple[int, ...], row: int) -> Any:
    if is_frame(column):
        return tuple(_value_at(column.iloc[:, place], shape, row) for place in range(3))
    if hasattr(column, "iloc"):
        (value,) = rows_of(column.iloc[row : row + 1])
        return value
    if is_arrow(column):
        (value,) = rows_of(column[row : row + 1])
        return value
    if not isinstance(column, np.ndarray):
        return column[row]
    if is_of_three_texts(column) and column.shape != shape:
        return tuple(_value_at(column, column.shape, 3 * row + place) for place in range(3))
    place: Any = np.unravel_index(row, shape)
    if column.dtype.kind == "U":  # NumPy reads it just so, but raises a SystemError where it is not Unicode
        text = column[(*place, ...)]
        return text.astype(text.dtype.newbyteorder("<")).tobytes().decode("utf-32-le", "surrogatepass").rstrip("\0")
    value = column[place]
    if isinstance(value, np.ndarray) and column.dtype.kind != "O":
        return tuple(value.tolist())
    return bytes(value).decode() if column.dtype.kind == "S" else value


def is_missing(value: Any) -> bool:
    """Whether it stands for a missing value: None, NaN or pandas' NA."""
    return (
        value is None
        or type(value).__name__ == "NAType"
        or (isinstance(value, (float, np.floating)) and bool(value != value))
    )
