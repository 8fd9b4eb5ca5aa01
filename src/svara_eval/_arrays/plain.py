"""The loops of ``_columns`` without a compiler, by NumPy and the reference scorer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._arrays.checks import CHUNK, refuse_masked
from svara_eval._arrays.tables import POINTS, indices_of
from svara_eval._backend import CURE
from svara_eval.cards import Card
from svara_eval.errors import BackendError, SvaraError
from svara_eval.pure import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def score_few(hands: object) -> None:
    """Leave every array to the other loops."""


def score_rows(hands: NDArray[np.uint8], points: NDArray[np.int8], _stop: bool) -> int | None:
    """Score contiguous rows of three card numbers; return the first that is not a hand."""
    score_cards(hands[..., 0], hands[..., 1], hands[..., 2], out=points)
    return first_of(points, 0)


def fill_items(items: Sequence[Any], out: NDArray[Any], stop: bool, cards: bool) -> int | None:
    """Read a list of hands as points or, with ``cards``, one of cards; return the first row that is neither."""
    read: Any = Card if cards else score
    bad = None
    for row in range(len(out)):
        item = items[row]
        try:
            out[row] = read(item)
        except (SvaraError, TypeError):
            out[row] = 255 if cards else 0
            bad = row if bad is None else bad
            if stop:
                break
    return bad


def fill_text(texts: NDArray[Any], out: NDArray[Any], stop: bool, cards: bool) -> int | None:
    """Read a NumPy array of strings as hands or cards; return the first row that is neither."""
    bad = None
    for start in range(0, len(out), CHUNK):
        piece = slice(start, start + CHUNK)
        found = fill_items(strings_of(texts[piece]), out[piece], stop, cards)
        if found is not None and bad is None:
            bad = start + found
            if stop:
                break
    return bad


def strings_of(texts: NDArray[Any]) -> list[Any]:
    """Convert a piece of an array to Python strings. Invalid UTF-8 or Unicode becomes a string that is not a card."""
    if texts.dtype.kind == "S":
        return [text.decode(errors="surrogateescape") for text in texts.tolist()]
    if texts.dtype.kind == "U":
        codes = texts.view(np.uint32)
        if codes.size and codes.max() > 0x10FFFF:
            texts = np.where(codes > 0x10FFFF, np.uint32(0xFFFD), codes).view(texts.dtype)
    return list(texts.tolist())


def first_of(found: NDArray[Any], none: int) -> int | None:
    """Return the first row of points that is 0, or the first of cards that is 255; None if there is none."""
    if not found.size:
        return None
    at = int(found.argmax() if none else found.argmin())
    return at if found[at] == none else None


def score_cards(c0: Any, c1: Any, c2: Any, /, out: Any = None, **options: Any) -> Any:
    """Score hands given as three columns of card numbers; 0 where the three are not a hand.

    The points are int8, so ``points * 10`` wraps around; convert them first, as in ``points.astype(np.int64) * 10``.

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

    >>> score_cards(np.array([0, 3, 32]), np.array([26, 2, 1]), np.array([25, 1, 0]))
    array([31, 34,  0], dtype=int8)
    """
    if options:
        raise BackendError(f"score_cards takes {next(iter(options))}= only with the compiled modules; {CURE}")
    given = (c0, c1, c2)
    arrays = [_column(column) for column in given if type(column) is not int]
    # A ufunc casts Python integers to the type of the arrays, so they overflow here where they overflow there.
    cast = np.uint8 if {array.dtype for array in arrays} == {np.dtype(np.uint8)} else np.int64
    index = indices_of(*(np.asarray(column, cast if type(column) is int else None) for column in given))
    points = np.where(index < 0, np.int8(0), POINTS[index])
    if out is None:
        return points[()]
    out[...] = points
    return out


def _column(column: Any) -> NDArray[Any]:
    """Return a column as an array of integers or booleans. Booleans are not cards, but the ufunc accepts them too."""
    refuse_masked(column)
    array = np.asarray(column)
    if array.dtype.kind not in "iub":
        raise TypeError(
            f"score_cards takes card numbers (integers 0 to 31), not {array.dtype}; parse_cards reads strings"
        )
    return array
