"""``score_batch``: the points of many hands, whatever kind of column or array they are in.

The compiled loops are in ``_columns``. Without them, NumPy looks up card numbers, and text is scored a row at a time.
"""

from __future__ import annotations

from operator import index as as_int
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from svara_eval._arrays.numbers import as_array, at_row, check_shape, is_of_integers, refuse_masked, score_cards
from svara_eval._backend import BACKEND, compiled, score
from svara_eval._numbers import shown
from svara_eval.cards import as_card, parse_hand
from svara_eval.errors import CardError, SvaraError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    # Fills in the points of a column and returns the first row that is not a hand. Told to stop, it ends there;
    # otherwise such rows score 0.
    _Fill = Callable[[Any, NDArray[np.int8], bool], int | None]

_compiled = compiled("_arrays._columns") if BACKEND == "cython" else None


def score_batch(
    hands: ArrayLike | Any,
    *,
    errors: Literal["raise", "coerce"] = "raise",
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]:
    """Score many hands at once. The points are always int8.

    Args:
        hands: Card numbers, an array-like of any integer type and shape (…, 3); or a column of hands: a list or tuple
            of anything :func:`~svara_eval.score` accepts, a NumPy array of strings (S, U, StringDType) or objects, a
            pandas or polars Series, an Arrow array or chunked array of strings. Columns of strings are read in place,
            without a Python loop.
        errors: What to do with a row that is not a hand (an invalid or repeated card, the wrong number of cards, a
            missing value): "raise" an error that names the first such row, or "coerce" it to 0 points.
        out: An int8 array of the result's shape to put the points in. After an error its content is undefined.

    Returns:
        int8 of shape (…) for numbers of shape (…, 3), otherwise of the column's shape.

    Raises:
        SvaraError: A row is not a hand. The message gives its number, counted from 0, and the reason that
            :func:`~svara_eval.score` gives.
        HandSizeError: An array of numbers does not have three of them on its last axis.
        TypeError: ``hands`` is a single text, a masked array, or an array of booleans, floats or single cards; or
            ``out`` does not fit.

    >>> import numpy as np
    >>> score_batch(np.array([[0, 26, 25], [31, 29, 12]]))
    array([31, 22], dtype=int8)
    >>> score_batch(["7c Kh Kd", None, "A♠ A♦ 10♣"], errors="coerce")
    array([31,  0, 22], dtype=int8)
    >>> score_batch(["7c Kh Kd", None])
    Traceback (most recent call last):
    svara_eval.errors.CardError: row 1 of 2: the hand is missing (None); errors='coerce' scores it 0
    """
    if errors not in ("raise", "coerce"):
        raise SvaraError(f"errors must be 'raise' or 'coerce', not {shown(errors)}")
    if out is None and _compiled is not None:
        few: NDArray[np.int8] | None = _compiled.score_few(hands)
        if few is not None:
            return few
    column, shape, fill = _readable(hands)
    if out is None:
        points = np.empty(shape, np.int8)
    else:
        _check_out(out, shape)
        fits = out.flags.c_contiguous and not (isinstance(column, np.ndarray) and np.may_share_memory(out, column))
        points = out if fits else np.empty(shape, np.int8)
    bad = fill(column, points, errors == "raise")
    if bad is not None and (errors == "raise" or (bad == 0 and not points.any() and _is_of_cards(column, shape))):
        _refuse(column, shape, bad)
    if out is None or points is out:
        return points
    out[...] = points
    return out


def _readable(hands: Any) -> tuple[Any, tuple[int, ...], _Fill]:
    """The hands in a form that can be read, the shape of their points, and the function that fills them."""
    if isinstance(hands, (str, bytes, bytearray)):
        raise TypeError(f"score_batch takes many hands, not the single text {shown(hands)}; use score for one hand")
    if isinstance(hands, (list, tuple)) and not _is_nested(hands):
        if hands and _is_number(hands[0]):
            return (hands,), (), _fill_items  # three numbers: one hand
        return hands, (len(hands),), _fill_items
    if _is_arrow(hands):
        return hands, (len(hands),), _fill_arrow
    array = as_array(hands, "card numbers")
    if array.dtype.kind in "iu":
        check_shape(array)
        return array, array.shape[:-1], _fill_numbers
    if isinstance(hands, (list, tuple)) and array.shape[-1:] == (3,) and is_of_integers(array):
        return array.reshape(-1, 3).tolist(), array.shape[:-1], _fill_items  # integers that no NumPy type holds
    if array.dtype.kind == "O" and array.ndim == 0 and not isinstance(hands, np.ndarray):
        kind = type(hands).__name__
        raise TypeError(f"score_batch takes a list or an array of hands, not {shown(hands)} of type {kind}")
    if array.dtype.kind in "SUTO":
        return array, array.shape, _fill_array
    raise TypeError(
        f"score_batch takes arrays of integers (card numbers 0 to 31) or of strings (hands), not of {array.dtype}"
    )


def _is_nested(hands: list[Any] | tuple[Any, ...]) -> bool:
    """Whether these are lists of lists of hands, which have more than one axis."""
    return (
        bool(hands)
        and isinstance(hands[0], (list, tuple))
        and bool(hands[0])
        and isinstance(hands[0][0], (list, tuple))
    )


def _is_number(value: Any) -> bool:
    """Whether it is an integer or a boolean. An array of several has ``__index__`` too, but cannot be converted."""
    try:
        as_int(value)
    except TypeError:
        return False
    return True


def _is_arrow(hands: Any) -> bool:
    """Whether the column is stored by Arrow. A Series stored by NumPy offers the interface too, but makes a copy."""
    if hasattr(hands, "__arrow_c_array__"):
        return True
    dtype = getattr(hands, "dtype", None)
    on_numpy = isinstance(dtype, np.dtype) or getattr(dtype, "storage", None) == "python"
    return hasattr(hands, "__arrow_c_stream__") and not on_numpy and len(getattr(hands, "shape", ())) < 2


def _check_out(out: NDArray[np.int8], shape: tuple[int, ...]) -> None:
    refuse_masked(out)
    if not isinstance(out, np.ndarray):
        found = type(out).__name__
    elif out.dtype != np.int8 or out.shape != shape:
        found = f"{out.dtype} of shape {out.shape}"
    elif not out.flags.writeable:
        found = "a read-only array"
    else:
        return
    raise TypeError(f"out must be a writable int8 array of shape {shape}, not {found}")


# Bad rows -------------------------------------------------------------------------------------------------------------


def _refuse(column: Any, shape: tuple[int, ...], row: int) -> NoReturn:
    """Raise the reason why a row is not a hand."""
    with at_row(shape, row):
        try:
            hand = _value_at(column, shape, row)
        except UnicodeDecodeError as error:
            if error.encoding == "utf-8":
                raise CardError(f"{shown(error.object)} is not UTF-8") from None
            code = int.from_bytes(error.object[error.start : error.start + 4], "little")
            raise CardError(f"{code:#x} is not a Unicode code point (0 to 0x10ffff)") from None
        if row == 0 and _is_of_cards(column, shape):
            raise TypeError(f"{shown(hand)} is a single card; give a whole hand in each row, or card numbers")
        if hand is None or type(hand).__name__ == "NAType" or (isinstance(hand, (float, np.floating)) and hand != hand):
            raise CardError(f"the hand is missing ({shown(hand)}); errors='coerce' scores it 0")
        parse_hand(hand)
        raise CardError(f"{shown(hand)} is not a hand")  # such as an iterator that was exhausted by the first reading


def _value_at(column: Any, shape: tuple[int, ...], row: int) -> Any:
    """The hand of a row as a Python object.

    Raises:
        UnicodeDecodeError: The row is text that is not UTF-8, or not Unicode.
    """
    if isinstance(column, np.ndarray):
        place: Any = np.unravel_index(row, shape)
        if column.dtype.kind == "U":  # NumPy reads it just so, but raises a SystemError where it is not Unicode
            text = column[(*place, ...)]
            return text.astype(text.dtype.newbyteorder("<")).tobytes().decode("utf-32-le", "surrogatepass").rstrip("\0")
        value = column[place]
        if isinstance(value, np.ndarray) and column.dtype.kind != "O":
            return tuple(value.tolist())
        if column.dtype.kind == "S":
            return value.decode()
    else:
        value = column.iloc[row] if hasattr(column, "iloc") else column[row]
    if isinstance(value, np.str_):
        return str(value)
    return value.as_py() if hasattr(value, "as_py") else value


def _is_of_cards(column: Any, shape: tuple[int, ...]) -> bool:
    """Whether the first row is a single card, as text or as a number."""
    try:
        first = _value_at(column, shape, 0)
        return isinstance(first, (str, int)) and as_card(first) is not None
    except (TypeError, ValueError):
        return False


# Filling --------------------------------------------------------------------------------------------------------------


def _fill_numbers(hands: NDArray[np.integer[Any]], points: NDArray[np.int8], stop: bool) -> int | None:
    if _compiled is not None and hands.dtype == np.uint8 and hands.flags.c_contiguous:
        bad: int | None = _compiled.score_rows(hands, points, stop)
        return bad
    score_cards(hands[..., 0], hands[..., 1], hands[..., 2], out=points)
    if points.size == 0 or points.min():
        return None
    return int(points.argmin())


def _fill_items(hands: list[Any] | tuple[Any, ...], points: NDArray[np.int8], stop: bool) -> int | None:
    if _compiled is not None:
        bad: int | None = _compiled.score_items(hands, points, stop)
        return bad
    return _fill_one_by_one(hands, points, stop)


def _fill_array(hands: NDArray[Any], points: NDArray[np.int8], stop: bool) -> int | None:
    """An array of strings or objects of any layout and byte order, in contiguous pieces."""
    first_bad, done = None, 0
    score_text = _compiled.score_text if _compiled is not None and hands.dtype.kind != "O" else None
    if score_text and hands.flags.c_contiguous and hands.flags.aligned and hands.dtype.isnative:
        bad: int | None = score_text(hands.reshape(-1), points, stop)
        return bad
    if hands.size == 0:
        return None
    flags: Any = [["readonly", "contig", "aligned"], ["writeonly", "contig"]]  # NumPy's types misspell contig
    pieces = np.nditer(
        [hands, points],
        flags=["external_loop", "buffered", "refs_ok"],
        op_flags=flags,
        op_dtypes=[hands.dtype if hands.dtype.isnative else hands.dtype.newbyteorder("="), points.dtype],
        casting="equiv",
        order="C",
    )
    with pieces:
        for some, their_points in pieces:
            bad = (score_text or _fill_objects)(some, their_points, stop)
            if bad is not None and first_bad is None:
                first_bad = done + bad
                if stop:
                    break
            done += len(some)
    return first_bad


def _fill_objects(hands: NDArray[Any], points: NDArray[np.int8], stop: bool) -> int | None:
    """One contiguous piece, as Python objects. Text that is not UTF-8 or Unicode becomes text that is not a card."""
    if hands.dtype.kind == "S":
        return _fill_items([text.decode(errors="surrogateescape") for text in hands.tolist()], points, stop)
    if hands.dtype.kind == "U":
        codes = hands.view(np.uint32)
        if codes.size and codes.max() > 0x10FFFF:
            hands = np.where(codes > 0x10FFFF, np.uint32(0xFFFD), codes).view(hands.dtype)
    return _fill_items(hands.tolist(), points, stop)


def _fill_arrow(hands: Any, points: NDArray[np.int8], stop: bool) -> int | None:
    if _compiled is not None:
        bad: int | None = _compiled.score_arrow(hands, points, stop)
        return bad
    return _fill_one_by_one(hands.to_pylist() if hasattr(hands, "to_pylist") else list(hands), points, stop)


def _fill_one_by_one(hands: list[Any] | tuple[Any, ...], points: NDArray[np.int8], stop: bool) -> int | None:
    """The counterpart of ``_columns.score_items``, with the active scorer."""
    flat = points.reshape(-1)
    bad = None
    for row in range(len(flat)):
        hand = hands[row]
        try:
            flat[row] = score(hand)
        except (SvaraError, TypeError):
            flat[row] = 0
            bad = row if bad is None else bad
            if stop:
                break
    return bad
