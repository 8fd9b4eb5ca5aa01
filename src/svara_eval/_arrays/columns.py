"""Many hands at once: arrays of card numbers, columns of text, deals. With what stands on it, all that loads NumPy.

The compiled loops are in ``_columns``. Without them ``score_batch`` indexes a table with NumPy and scores text a row at a
time; ``sample_deals`` needs them.
"""

from __future__ import annotations

from operator import index as as_int
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from svara_eval._arrays.numbers import check_no_truths, place_of, score_cards
from svara_eval._backend import BACKEND, compiled, score
from svara_eval._numbers import shown
from svara_eval.cards import as_card, parse_hand
from svara_eval.errors import CardError, HandSizeError, SvaraError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    # Fills the points of a column; the first row that is no hand. Told to stop it ends there, else such rows score 0.
    _Fill = Callable[[Any, NDArray[np.int8], bool], int | None]

_columns = compiled("_arrays._columns") if BACKEND == "cython" else None

def score_batch(
    hands: ArrayLike | Any,
    *,
    errors: Literal["raise", "coerce"] = "raise",
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]:
    """The points of many hands, always as an int8 array.

    Args:
        hands: card numbers, an array-like of any integer type and shape (…, 3); or a column of hands: a list or tuple
            of whatever :func:`~svara_eval.score` takes, a NumPy array of strings (S, U, StringDType) or objects, a
            pandas or polars Series, an Arrow array or chunked array of strings. Columns of strings are read where they
            lie, without a Python loop.
        errors: what to do with a row that is no hand (a card that is none, twice or missing; null, None, NaN): "raise"
            an error that names the first such row, or "coerce" to score it 0.
        out: where to put the points: an int8 array of the result's shape. After an error its content is undefined.

    Returns:
        int8 of shape (…) for numbers of shape (…, 3), otherwise of the column's shape.

    Raises:
        SvaraError: the first row that is no hand, by number, with the reason :func:`~svara_eval.score` gives.
        HandSizeError: an array of numbers that does not have three of them on its last axis.
        TypeError: one text, an array of booleans, floats or single cards, or an ``out`` that does not fit.

    >>> import numpy as np
    >>> score_batch(np.array([[0, 26, 25], [31, 29, 12]]))
    array([31, 22], dtype=int8)
    >>> score_batch(["7c Kh Kd", None, "A♠ A♦ 10♣"], errors="coerce")
    array([31,  0, 22], dtype=int8)
    >>> score_batch([[0, 26, 25], [31, 29, 32]])
    Traceback (most recent call last):
    svara_eval.errors.CardError: row 1: card 3 of the hand: 32 is no card number; they are 0 (7♣) to 31 (A♠)
    """
    if errors not in ("raise", "coerce"):
        raise ValueError(f"errors is {errors!r}; it can be 'raise' or 'coerce'")
    if out is None and _columns is not None:
        few: NDArray[np.int8] | None = _columns.score_few(hands)
        if few is not None:
            return few
    column, shape, fill = _column(hands)
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


def _column(hands: Any) -> tuple[Any, tuple[int, ...], _Fill]:
    """The hands in a form that is filled from, the shape of their points, and what fills them."""
    if isinstance(hands, (str, bytes, bytearray)):
        raise TypeError(f"score_batch takes many hands, not the one text {shown(hands)}; give that to score")
    if isinstance(hands, (list, tuple)) and not _is_nested(hands):
        if hands and _is_number(hands[0]):
            return (hands,), (), _fill_items  # three numbers: one hand
        return hands, (len(hands),), _fill_items
    if _is_arrow(hands):
        return hands, (len(hands),), _fill_arrow
    if isinstance(hands, np.ma.MaskedArray):
        raise TypeError("score_batch does not take masked arrays; fill it first, for example with -1")
    array = np.asarray(hands)
    if array.dtype.kind in "iu":
        check_no_truths(hands)
        if array.shape[-1:] != (3,):
            raise HandSizeError(f"card numbers are three on the last axis, not an array of shape {array.shape}")
        return array, array.shape[:-1], _fill_numbers
    if array.dtype.kind == "O" and array.ndim == 0 and not isinstance(hands, np.ndarray):
        kind = type(hands).__name__
        raise TypeError(f"score_batch takes a list or an array of hands, not {shown(hands)} of type {kind}")
    if array.dtype.kind in "SUTO":
        return array, array.shape, _fill_array
    raise TypeError(
        f"score_batch takes arrays of integers (card numbers 0 to 31) or of strings (hands), not of {array.dtype}"
    )


def _is_nested(hands: list[Any] | tuple[Any, ...]) -> bool:
    """Lists of lists of hands: more than one axis of hands."""
    return (
        bool(hands)
        and isinstance(hands[0], (list, tuple))
        and bool(hands[0])
        and isinstance(hands[0][0], (list, tuple))
    )


def _is_number(value: Any) -> bool:
    """Whether it is an integer, or a truth; an array of several has ``__index__`` too."""
    try:
        as_int(value)
    except TypeError:
        return False
    return True


def _is_arrow(hands: Any) -> bool:
    """A column that Arrow keeps. A Series on NumPy has the interface too, but would be copied for it."""
    if hasattr(hands, "__arrow_c_array__"):
        return True
    dtype = getattr(hands, "dtype", None)
    on_numpy = isinstance(dtype, np.dtype) or getattr(dtype, "storage", None) == "python"
    return hasattr(hands, "__arrow_c_stream__") and not on_numpy and len(getattr(hands, "shape", ())) < 2


def _check_out(out: NDArray[np.int8], shape: tuple[int, ...]) -> None:
    if not isinstance(out, np.ndarray) or out.dtype != np.int8 or out.shape != shape or not out.flags.writeable:
        found = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise TypeError(f"out is a writable int8 array of shape {shape}, not {found}")


def _value_at(column: Any, shape: tuple[int, ...], row: int) -> Any:
    """The hand of a row, as a Python object; a UnicodeDecodeError where it is text that is not UTF-8."""
    if isinstance(column, np.ndarray):
        value = column[np.unravel_index(row, shape)]
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
    """Whether the first row is a single card, as a text or as a number."""
    try:
        first = _value_at(column, shape, 0)
        return isinstance(first, (str, int)) and as_card(first) is not None
    except (TypeError, ValueError):
        return False


def _refuse(column: Any, shape: tuple[int, ...], row: int) -> NoReturn:
    """Raise what is wrong with the hand of a row."""
    place = place_of(shape, row)
    try:
        hand = _value_at(column, shape, row)
    except UnicodeDecodeError as error:
        raise CardError(f"{place}{shown(error.object)} is not UTF-8") from None
    if row == 0 and _is_of_cards(column, shape):
        raise TypeError(
            f"{place}{shown(hand)} is a single card; give whole hands, one text each, or the numbers of the cards"
        )
    if hand is None or type(hand).__name__ == "NAType" or (isinstance(hand, (float, np.floating)) and hand != hand):
        raise CardError(f"{place}the hand is missing ({shown(hand)}); errors='coerce' scores it 0")
    try:
        parse_hand(hand)
    except SvaraError as error:
        raise type(error)(f"{place}{error}") from None
    except TypeError as error:
        raise TypeError(f"{place}{error}") from None
    raise CardError(f"{place}{shown(hand)} is no hand")  # for one, an iterator that was read once already


# Filling --------------------------------------------------------------------------------------------------------------


def _fill_numbers(hands: NDArray[np.integer[Any]], points: NDArray[np.int8], stop: bool) -> int | None:
    if _columns is not None and hands.dtype == np.uint8 and hands.flags.c_contiguous:
        bad: int | None = _columns.score_rows(hands, points, stop)
        return bad
    score_cards(hands[..., 0], hands[..., 1], hands[..., 2], out=points)
    if points.size == 0 or points.min():
        return None
    return int(points.argmin())


def _fill_items(hands: list[Any] | tuple[Any, ...], points: NDArray[np.int8], stop: bool) -> int | None:
    if _columns is not None:
        bad: int | None = _columns.score_items(hands, points, stop)
        return bad
    return _fill_one_by_one(hands, points, stop)


def _fill_array(hands: NDArray[Any], points: NDArray[np.int8], stop: bool) -> int | None:
    """An array of strings or objects, of any layout and byte order, in pieces that are in one piece."""
    first_bad, done = None, 0
    score_text = _columns.score_text if _columns is not None and hands.dtype.kind != "O" else None
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
            if score_text:
                bad = score_text(some, their_points, stop)
            elif hands.dtype.kind == "S":  # what is not UTF-8 becomes something that is no card
                bad = _fill_items([text.decode(errors="surrogateescape") for text in some.tolist()], their_points, stop)
            else:
                bad = _fill_items(some.tolist(), their_points, stop)
            if bad is not None and first_bad is None:
                first_bad = done + bad
                if stop:
                    break
            done += len(some)
    return first_bad


def _fill_arrow(hands: Any, points: NDArray[np.int8], stop: bool) -> int | None:
    if _columns is not None:
        bad: int | None = _columns.score_arrow(hands, points, stop)
        return bad
    return _fill_one_by_one(hands.to_pylist() if hasattr(hands, "to_pylist") else list(hands), points, stop)


def _fill_one_by_one(hands: list[Any] | tuple[Any, ...], points: NDArray[np.int8], stop: bool) -> int | None:
    """What ``_columns.score_items`` does, with the scorer that runs."""
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
