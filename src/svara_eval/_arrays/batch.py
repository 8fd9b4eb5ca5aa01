"""Score, check and parse whole columns and tables: ``score_batch``, ``invalid_rows`` and ``parse_cards``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from svara_eval._arguments import whole
from svara_eval._arrays import loops
from svara_eval._arrays.checks import at_row, refuse_masked
from svara_eval._arrays.choice import source_of
from svara_eval._arrays.sources import CARDS, HANDS, Source, reason, value_of
from svara_eval._messages import shown
from svara_eval.cards import is_card, parse_hand
from svara_eval.errors import SvaraError

if TYPE_CHECKING:
    from typing import SupportsIndex

    from numpy.typing import ArrayLike, NDArray


def score_batch(
    hands: ArrayLike | Any,
    /,
    *,
    errors: Literal["raise", "coerce"] = "raise",
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]:
    """Score many hands at once.

    The points are int8, so ``points * 10`` wraps around: 31 * 10 is 54. Convert them first, as in
    ``points.astype(np.int64) * 10``. Sums and means are right as they are.

    Args:
        hands: One of these; strings are read in place, without a Python loop.

            - Numbers: an array-like of card numbers, of any integer type and shape (…, 3).
            - Whole hands: a list or tuple of anything :func:`~svara_eval.score` accepts; a NumPy array of strings (S,
              U, StringDType) or objects; a pandas or polars Series; an Arrow array, chunked array or stream of strings.
            - Three cells, with a card in each as a string or a number: a pandas or polars DataFrame, Arrow table,
              record batch or reader of three columns; a NumPy array of strings or objects of shape (…, 3); a polars or
              Arrow column of lists or structs.

        errors: "raise" an error that names the first row that is not a hand (an invalid or repeated card, the wrong
            number of cards, a missing value), or "coerce" such rows to 0 points.
        out: An int8 array of the result's shape to put the points in. It may overlap the hands. After an error its
            content is undefined.

    Returns:
        int8 of shape (…) for cards of shape (…, 3), otherwise of the column's shape.

    Raises:
        SvaraError: A row is not a hand. The message gives its number, counted from 0, and the reason that
            :func:`~svara_eval.score` gives.
        HandSizeError: An array of numbers does not have three on its last axis, or a table lacks three columns.
        TypeError: ``hands`` is a single string, a masked array, or an array of booleans, floats or single cards; or
            ``out`` does not fit; or the three columns of a table hold whole hands.

    >>> import numpy as np
    >>> score_batch(np.array([[0, 26, 25], [31, 29, 12]]))
    array([31, 22], dtype=int8)
    >>> score_batch(["7c Kh Kd", None, "A♠ A♦ 10♣"], errors="coerce")
    array([31,  0, 22], dtype=int8)
    >>> score_batch(["7c Kh Kd", None])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    svara_eval.errors.CardError: row 1 of 2: the hand is missing; ...
    """
    _check_errors(errors)
    if out is None:
        few: NDArray[np.int8] | None = loops.rows.score_few(hands)
        if few is not None:
            return few
    source = source_of(hands, HANDS)
    if out is None:
        points = np.empty(source.shape, np.int8)
    else:
        _check_out(out, source.shape)
        apart = source.memory is not None and not np.may_share_memory(out, source.memory)
        direct = out.flags.c_contiguous and apart
        points = out if direct else np.empty(source.shape, np.int8)
    bad = source.fill(points.reshape(-1), errors == "raise")
    if bad is not None and (errors == "raise" or (bad == 0 and not points.any())):
        _check_kind(source)
    if bad is not None and errors == "raise":
        _refuse(source, bad)
    if out is None or points is out:
        return points
    out[...] = points
    return out


def invalid_rows(hands: ArrayLike | Any, /, limit: SupportsIndex | None = None) -> dict[int, SvaraError | TypeError]:
    """Find the rows that are not hands, and why.

    Args:
        hands: Anything :func:`score_batch` accepts.
        limit: Return at most this many rows, the first ones; None for all.

    Returns:
        For each such row, by its position from 0 (not by its label in a pandas index), the error that
        :func:`~svara_eval.score` raises for it, or a CardError if the hand or a card is missing. The rows of an array
        of several axes are numbered in C order.

    Raises:
        SvaraError: The limit is negative, or an array or table does not have three cards in each row.
        TypeError: ``hands`` is not a column of hands.

    >>> for row, error in invalid_rows(["7c Kh Kd", "7c Kh Kh", None, "7c Kh"]).items():
    ...     print(row, error)
    1 K♥ is given twice (card 2 and card 3 of 7♣ K♥ K♥); each card exists once
    2 the hand is missing
    3 a hand is three cards, not 2 ('7c Kh')
    """
    most = None if limit is None else whole(limit, "limit", 0)
    source = source_of(hands, HANDS)
    points = np.empty(source.shape, np.int8)
    if source.fill(points.reshape(-1), False) == 0 and not points.any():
        _check_kind(source)
    return {row: reason(source, row) for row in np.flatnonzero(points == 0)[:most].tolist()}


def parse_cards(cards: ArrayLike | Any, /, *, errors: Literal["raise", "coerce"] = "raise") -> NDArray[np.uint8]:
    """Read a column of single cards as card numbers, ready for :func:`score_cards`.

    Args:
        cards: A list or tuple of anything that :class:`~svara_eval.Card` accepts, a NumPy array of strings (S, U,
            StringDType), integers or objects, a pandas or polars Series, an Arrow array, chunked array or stream.
            Strings are read in place, without a Python loop.
        errors: "raise" an error that names the first row that is missing or not a card, or "coerce" such rows to 255,
            which :func:`score_cards` scores 0.

    Returns:
        uint8 of the column's shape, 0 to 31 or 255.

    Raises:
        CardError: A row is not a card. The message gives its number, counted from 0, and the reason.
        TypeError: ``cards`` is a single string, a masked array, or a column of booleans or floats.

    >>> parse_cards(["7c", "K♥", "10d"])
    array([ 0, 26, 13], dtype=uint8)
    >>> parse_cards(["7c", "6h", None], errors="coerce")
    array([  0, 255, 255], dtype=uint8)
    >>> parse_cards(["7c", "6h"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    svara_eval.errors.CardError: row 1 of 2: position 0 of '6h': '6' is not in the deck; ...
    """
    _check_errors(errors)
    source = source_of(cards, CARDS)
    numbers = np.empty(source.shape, np.uint8)
    bad = source.fill(numbers.reshape(-1), errors == "raise")
    if bad is not None and errors == "raise":
        _refuse(source, bad)
    return numbers


def _check_errors(errors: str) -> None:
    if errors not in ("raise", "coerce"):
        raise SvaraError(f"errors must be 'raise' or 'coerce', not {shown(errors)}")


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


def _check_kind(source: Source) -> None:
    """Refuse a column of single cards, and a table of whole hands, by the first row."""
    try:
        first = value_of(source, 0)
    except (TypeError, ValueError):
        return
    with at_row(source.shape, 0):
        if isinstance(first, (str, int)) and is_card(first):
            raise TypeError(f"{shown(first)} is a single card; give a whole hand in each row, or card numbers")
        if source.cells and isinstance(first, tuple) and isinstance(first[0], str) and _is_hand(first[0]):
            hand = shown(first[0])
            raise TypeError(f"{hand} is a whole hand; three columns are three cards, so give each by itself")


def _is_hand(text: str) -> bool:
    try:
        parse_hand(text)
    except SvaraError:
        return False
    return True


def _refuse(source: Source, row: int) -> NoReturn:
    """Raise the reason why a row is not a hand or a card."""
    with at_row(source.shape, row):
        raise reason(source, row, f"; {source.reading.cure}")
