"""``score_batch``: the points of many hands, whatever kind of column, array or table they are in; ``invalid_rows``.

The compiled loops are in ``_columns``. Without them, NumPy looks up card numbers, and text is scored a row at a time.
"""

from __future__ import annotations

from operator import index as as_int
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from svara_eval._arguments import whole
from svara_eval._arrays.cells import is_arrow, is_frame, is_missing, is_of_three_texts, objects_of, rows_of, value_at
from svara_eval._arrays.numbers import as_array, at_row, check_shape, is_of_integers, refuse_masked, score_cards
from svara_eval._arrays.parsing import numbers_of, read_cards
from svara_eval._backend import BACKEND, compiled, score
from svara_eval._messages import shown
from svara_eval.cards import is_card, parse_hand
from svara_eval.errors import CardError, SvaraError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import SupportsIndex

    from numpy.typing import ArrayLike, NDArray

    # Fills in the points of a column and returns the first row that is not a hand. Told to stop, it ends there;
    # otherwise such rows score 0.
    _Fill = Callable[[Any, NDArray[np.int8], bool], int | None]

_compiled = compiled("_arrays._columns") if BACKEND == "cython" else None

_PIECE = 1 << 18  # rows of three cells read at a time; pandas takes a while to hand over a piece


def score_batch(
    hands: ArrayLike | Any,
    /,
    *,
    errors: Literal["raise", "coerce"] = "raise",
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]:
    """Score many hands at once. The points are always int8.

    Args:
        hands: Card numbers, an array-like of any integer type and shape (…, 3). Or a column of hands: a list or tuple
            of anything :func:`~svara_eval.score` accepts, a NumPy array of strings (S, U, StringDType) or objects, a
            pandas or polars Series, an Arrow array or chunked array of strings. Or a card in each of three cells, as
            text or as a number: a pandas or polars DataFrame, Arrow table or record batch of exactly three columns, a
            NumPy array of strings or objects of shape (…, 3), a polars or Arrow column of lists or structs. Strings
            are read in place, without a Python loop.
        errors: What to do with a row that is not a hand (an invalid or repeated card, the wrong number of cards, a
            missing value): "raise" an error that names the first such row, or "coerce" it to 0 points.
        out: An int8 array of the result's shape to put the points in. After an error its content is undefined.

    Returns:
        int8 of shape (…) for cards of shape (…, 3), otherwise of the column's shape.

    Raises:
        SvaraError: A row is not a hand. The message gives its number, counted from 0, and the reason that
            :func:`~svara_eval.score` gives.
        HandSizeError: An array of numbers does not have three of them on its last axis.
        TypeError: ``hands`` is a single text, a masked array, or an array of booleans, floats or single cards; or
            ``out`` does not fit; or the three columns of a table hold whole hands.

    >>> import numpy as np
    >>> score_batch(np.array([[0, 26, 25], [31, 29, 12]]))
    array([31, 22], dtype=int8)
    >>> score_batch(["7c Kh Kd", None, "A♠ A♦ 10♣"], errors="coerce")
    array([31,  0, 22], dtype=int8)
    >>> score_batch(["7c Kh Kd", None])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    svara_eval.errors.CardError: row 1 of 2: the hand is missing (None); ...
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
        shares = is_frame(column) or (isinstance(column, np.ndarray) and np.may_share_memory(out, column))
        fits = out.flags.c_contiguous and not shares
        points = out if fits else np.empty(shape, np.int8)
    bad = fill(column, points, errors == "raise")
    if bad is not None and (errors == "raise" or (bad == 0 and not points.any())):
        _check_kind(column, shape)
    if bad is not None and errors == "raise":
        _refuse(column, shape, bad)
    if out is None or points is out:
        return points
    out[...] = points
    return out


def invalid_rows(hands: ArrayLike | Any, /, limit: SupportsIndex | None = None) -> dict[int, SvaraError | TypeError]:
    """Find the rows that are not hands, and why.

    Args:
        hands: Anything :func:`score_batch` takes.
        limit: How many of the rows to return at most, from the first on; None for all of them.

    Returns:
        For each such row, by its number from 0, the error that :func:`~svara_eval.score` raises for it. In an array of
        several axes rows are numbered in C order.

    Raises:
        SvaraError: The limit is negative, or an array of numbers does not have three of them on its last axis.
        TypeError: ``hands`` is not a column of hands at all.

    >>> for row, error in invalid_rows(["7c Kh Kd", "7c Kh Kh", None, "7c Kh"]).items():
    ...     print(row, error)
    1 K♥ is given twice (card 2 and card 3 of 7♣ K♥ K♥); each card exists once
    2 a hand must be a string or an iterable of three cards, not None of type NoneType
    3 a hand is three cards, not 2 ('7c Kh')
    """
    most = None if limit is None else whole(limit, "limit", 0)
    column, shape, fill = _readable(hands)
    points = np.empty(shape, np.int8)
    if fill(column, points, False) == 0 and not points.any():
        _check_kind(column, shape)
    return {row: _reason(column, shape, row) for row in np.flatnonzero(points == 0)[:most].tolist()}


def _readable(hands: Any) -> tuple[Any, tuple[int, ...], _Fill]:
    """The hands in a form that can be read, the shape of their points, and the function that fills them."""
    if isinstance(hands, (str, bytes, bytearray)):
        raise TypeError(f"score_batch takes many hands, not the single text {shown(hands)}; use score for one hand")
    if isinstance(hands, (list, tuple)) and not _is_nested(hands):
        if hands and _is_number(hands[0]):
            return (hands,), (), _fill_items  # three numbers: one hand
        return hands, (len(hands),), _fill_items
    if is_frame(hands):
        return hands, (len(hands),), _fill_frame
    if is_arrow(hands):
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
    if is_of_three_texts(array):
        return array, array.shape[:-1], _fill_three_texts
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


def _check_kind(column: Any, shape: tuple[int, ...]) -> None:
    """Refuse a column of single cards, and a table of whole hands, by the first row."""
    try:
        first = value_at(column, shape, 0)
    except (TypeError, ValueError):
        return
    with at_row(shape, 0):
        if isinstance(first, (str, int)) and is_card(first):
            raise TypeError(f"{shown(first)} is a single card; give a whole hand in each row, or card numbers")
        if isinstance(first, tuple) and not isinstance(column, (list, tuple)):
            hand = first[0] if first else None
            if isinstance(hand, str) and _is_hand(hand):
                raise TypeError(f"{shown(hand)} is a whole hand; three columns are three cards, so give each by itself")


def _is_hand(text: str) -> bool:
    try:
        parse_hand(text)
    except SvaraError:
        return False
    return True


def _refuse(column: Any, shape: tuple[int, ...], row: int) -> NoReturn:
    """Raise the reason why a row is not a hand."""
    with at_row(shape, row):
        hand = value_at(column, shape, row)
        if is_missing(hand):
            raise CardError(f"the hand is missing ({shown(hand)}); errors='coerce' scores it 0")
        parse_hand(hand)
        raise CardError(f"{shown(hand)} is not a hand")  # such as an iterator that was exhausted by the first reading


def _reason(column: Any, shape: tuple[int, ...], row: int) -> SvaraError | TypeError:
    """The reason why a row is not a hand, without its number."""
    try:
        hand = value_at(column, shape, row)
        parse_hand(hand)
    except (SvaraError, TypeError) as error:
        return error.with_traceback(None)  # which would keep the column alive
    return CardError(f"{shown(hand)} is not a hand")


# Filling --------------------------------------------------------------------------------------------------------------


def _fill_numbers(hands: NDArray[np.integer[Any]], points: NDArray[np.int8], stop: bool) -> int | None:
    if _compiled is not None and hands.dtype == np.uint8 and hands.flags.c_contiguous:
        bad: int | None = _compiled.score_rows(hands, points, stop)
        return bad
    score_cards(hands[..., 0], hands[..., 1], hands[..., 2], out=points)
    return _first_zero(points)


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
    hands, points = np.atleast_1d(hands, points)  # before 2.3, NumPy's iterator misreads an array of no axis
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
    """One contiguous piece, as Python objects."""
    return _fill_items(objects_of(hands), points, stop)


def _fill_three_texts(hands: NDArray[Any], points: NDArray[np.int8], stop: bool) -> int | None:
    """An array of texts or objects with the three cards of a hand on its last axis."""
    rows = hands.reshape(-1, 3)

    def fill(piece: slice, some_points: NDArray[np.int8]) -> int | None:
        numbers = np.empty((len(some_points), 3), np.uint8)
        read_cards(rows[piece], numbers.reshape(-1))
        return _fill_numbers(numbers, some_points, stop)

    return _fill_by_pieces(fill, points.reshape(-1), stop)


def _fill_frame(frame: Any, points: NDArray[np.int8], stop: bool) -> int | None:
    """A DataFrame of pandas with three columns of cards."""
    columns = [frame.iloc[:, place] for place in range(3)]

    def fill(piece: slice, some_points: NDArray[np.int8]) -> int | None:
        first, second, third = (numbers_of(column.iloc[piece]) for column in columns)
        score_cards(first, second, third, out=some_points)
        return _first_zero(some_points)

    return _fill_by_pieces(fill, points, stop)


def _fill_by_pieces(
    fill: Callable[[slice, NDArray[np.int8]], int | None], points: NDArray[np.int8], stop: bool
) -> int | None:
    first_bad = None
    for start in range(0, len(points), _PIECE):
        piece = slice(start, start + _PIECE)
        bad = fill(piece, points[piece])
        if bad is not None and first_bad is None:
            first_bad = start + bad
            if stop:
                break
    return first_bad


def _first_zero(points: NDArray[np.int8]) -> int | None:
    return None if points.size == 0 or points.min() else int(points.argmin())


def _fill_arrow(hands: Any, points: NDArray[np.int8], stop: bool) -> int | None:
    if _compiled is not None:
        bad: int | None = _compiled.score_arrow(hands, points, stop)
        return bad
    return _fill_one_by_one(rows_of(hands), points, stop)


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
