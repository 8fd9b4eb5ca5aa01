"""Many hands at once: arrays of card numbers, columns of text, deals. With what stands on it, all that loads NumPy.

The compiled loops are in ``_ufunc``. Without them ``score_batch`` indexes a table with NumPy and scores text a row at a
time; ``sample_deals`` needs them.
"""

from __future__ import annotations

from itertools import permutations
from operator import index as as_int
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn

import numpy as np

from svara_eval._backend import BACKEND, CURE, compiled, score
from svara_eval.cards import as_card, parse_hand, shown
from svara_eval.errors import BackendError, CardError, DuplicateCardError, HandSizeError, SvaraError
from svara_eval.hands import all_hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    # Fills the points of a column; the first row that is no hand. Told to stop it ends there, else such rows score 0.
    _Fill = Callable[[Any, NDArray[np.int8], bool], int | None]

_ufunc = compiled("_ufunc") if BACKEND == "cython" else None

_CHUNK = 1 << 16  # rows at a time, where something is made for each of them

# All hands, their points, and the index of the hand of three cards at [first, second, third] (-1 where there is none).
_HANDS = np.array(list(all_hands()), np.uint8)
_POINTS = np.frombuffer(bytes(map(score, _HANDS.tolist())), np.int8)  # of bytes: nobody can make it writable
_INDEX = np.full((32, 32, 32), -1, np.int16)
for _order in permutations(_HANDS.T):
    _INDEX[_order] = np.arange(len(_HANDS))


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
    if out is None and _ufunc is not None:
        few: NDArray[np.int8] | None = _ufunc.score_few(hands)
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
        _check_no_truths(hands)
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


def _check_no_truths(hands: Any) -> None:
    """That no list in a list holds a truth value, which NumPy takes for 0 or 1."""
    for item in hands if isinstance(hands, (list, tuple)) else ():
        if isinstance(item, (bool, np.bool_)):
            raise TypeError(f"card numbers are integers, not {item}")
        _check_no_truths(item)


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


def _place(shape: tuple[int, ...], row: int) -> str:
    """What an error calls a row."""
    if len(shape) < 2:
        return f"row {row}: " if shape else ""
    return f"row {tuple(map(int, np.unravel_index(row, shape)))}: "


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
    place = _place(shape, row)
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
    if _ufunc is not None and hands.dtype == np.uint8 and hands.flags.c_contiguous:
        bad: int | None = _ufunc.score_rows(hands, points, stop)
        return bad
    score_cards(hands[..., 0], hands[..., 1], hands[..., 2], out=points)
    if points.size == 0 or points.min():
        return None
    return int(points.argmin())


def _fill_items(hands: list[Any] | tuple[Any, ...], points: NDArray[np.int8], stop: bool) -> int | None:
    if _ufunc is not None:
        bad: int | None = _ufunc.score_items(hands, points, stop)
        return bad
    return _fill_one_by_one(hands, points, stop)


def _fill_array(hands: NDArray[Any], points: NDArray[np.int8], stop: bool) -> int | None:
    """An array of strings or objects, of any layout and byte order, in pieces that are in one piece."""
    first_bad, done = None, 0
    score_text = _ufunc.score_text if _ufunc is not None and hands.dtype.kind != "O" else None
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
    if _ufunc is not None:
        bad: int | None = _ufunc.score_arrow(hands, points, stop)
        return bad
    return _fill_one_by_one(hands.to_pylist() if hasattr(hands, "to_pylist") else list(hands), points, stop)


def _fill_one_by_one(hands: list[Any] | tuple[Any, ...], points: NDArray[np.int8], stop: bool) -> int | None:
    """What ``_ufunc.score_items`` does, with the scorer that runs."""
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


# Columns of numbers ---------------------------------------------------------------------------------------------------


def points_table() -> NDArray[np.int8]:
    """The points of all 4960 hands in index order.

    Returns:
        int8 of shape (4960,), read-only.

    >>> points_table()[[0, 4959]]
    array([34, 33], dtype=int8)
    """
    return _POINTS


def _score_cards(c0: ArrayLike, c1: ArrayLike, c2: ArrayLike, /, *, out: NDArray[np.int8] | None = None) -> Any:
    """The points of hands given as three columns of card numbers; 0 where three numbers are no hand.

    Args:
        c0, c1, c2: card numbers, arrays of any integer type and shape that broadcast together.
        out: where to put the points.

    Returns:
        int8 points, 8 to 34; 0 where a number is outside 0 to 31 or a card is there twice.

    Raises:
        TypeError: the numbers are no integers.

    >>> _score_cards(np.array([0, 3, 32]), np.array([26, 2, 1]), np.array([25, 1, 0]))
    array([31, 34,  0], dtype=int8)
    """
    index = _indices_of(c0, c1, c2)
    points = np.where(index < 0, 0, _POINTS[index]).astype(np.int8)
    if out is None:
        return points[()]
    out[...] = points
    return out


#: The points of hands given as three columns of card numbers: a NumPy ufunc where the compiled modules are there.
score_cards: Any = _score_cards if _ufunc is None else _ufunc.score_cards


def _indices_of(*columns: ArrayLike) -> NDArray[np.int16]:
    """The indices of hands given as three columns; -1 where three numbers are no hand."""
    numbers = np.broadcast_arrays(*map(np.asarray, columns))
    for column in numbers:
        if column.dtype.kind not in "iub":
            raise TypeError(f"card numbers are integers, not {column.dtype}")
    # Truth values are no cards.
    on_deck = [(column >= 0) & (column < 32) & (column.dtype.kind != "b") for column in numbers]
    a, b, c = (np.where(fine, column, 0).astype(np.intp) for fine, column in zip(on_deck, numbers, strict=True))
    return np.where(on_deck[0] & on_deck[1] & on_deck[2], _INDEX[a, b, c], np.int16(-1))


def hand_indices(hands: ArrayLike, /) -> NDArray[np.int16]:
    """The indices of many hands, as :func:`~svara_eval.hand_index` numbers them.

    Args:
        hands: card numbers, an array-like of any integer type and shape (…, 3).

    Returns:
        int16 of shape (…).

    Raises:
        SvaraError: the first row that is no hand, by number, with the reason.
        TypeError: no array of integers.

    >>> hand_indices([[0, 1, 2], [31, 29, 30]])
    array([   0, 4959], dtype=int16)
    """
    numbers = _numbers(hands)
    index = np.empty(numbers.shape[:-1], np.int16)
    flat, rows = index.reshape(-1), numbers.reshape(-1, 3)
    for start in range(0, len(rows), _CHUNK):
        some = rows[start : start + _CHUNK]
        flat[start : start + _CHUNK] = _indices_of(some[:, 0], some[:, 1], some[:, 2])
    if flat.size and flat.min() < 0:
        bad = int((flat < 0).argmax())
        _refuse(numbers, index.shape, bad)
    return index


def hands_at(indices: ArrayLike, /) -> NDArray[np.uint8]:
    """The hands with these indices, the cards of each ascending: the inverse of :func:`hand_indices`.

    Args:
        indices: integers from 0 to 4959, of any shape.

    Returns:
        uint8 card numbers, of the shape of the indices and three on a new last axis.

    Raises:
        IndexError: an index outside 0 to 4959; a negative one does not count from the end.
        TypeError: no array of integers.

    >>> hands_at([0, 4959])
    array([[ 0,  1,  2],
           [29, 30, 31]], dtype=uint8)
    """
    index = np.asarray(indices)
    if index.dtype.kind not in "iu" and index.size:
        raise TypeError(f"indices of hands are integers, not {index.dtype}")
    if index.size and not 0 <= index.min() <= index.max() < len(_HANDS):
        bad = int(((index < 0) | (index >= len(_HANDS))).argmax())
        raise IndexError(
            f"{_place(index.shape, bad)}no hand has the index {index.flat[bad]}; they are 0 to {len(_HANDS) - 1}"
        )
    return _HANDS[index.astype(np.intp)]


def _numbers(hands: ArrayLike) -> NDArray[Any]:
    """An array of card numbers, three on the last axis."""
    _check_no_truths(hands)
    numbers = np.asarray(hands)
    if numbers.size == 0 and numbers.dtype == np.float64:  # what NumPy makes of empty lists
        numbers = numbers.astype(np.uint8) if numbers.ndim > 1 else np.empty((0, 3), np.uint8)
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"card numbers are integers, not {numbers.dtype}")
    if numbers.shape[-1:] != (3,):
        raise HandSizeError(f"card numbers are three on the last axis, not an array of shape {numbers.shape}")
    return numbers


# Deals ----------------------------------------------------------------------------------------------------------------


class Showdowns(NamedTuple):
    """What many showdowns come to.

    Attributes:
        points: int8 of shape (…, players).
        winners: bool of shape (…, players): who has the most points of his deal.
        svara: bool of shape (…): whether there is more than one winner (B11).

    >>> showdown_batch([[[0, 26, 25], [31, 29, 12]], [[20, 16, 5], [14, 26, 4]]]).svara
    array([False,  True])
    """

    points: NDArray[np.int8]
    winners: NDArray[np.bool_]
    svara: NDArray[np.bool_]


def showdown_batch(deals: ArrayLike, /) -> Showdowns:
    """The showdowns of many deals (B9, B11).

    Args:
        deals: card numbers, an array-like of any integer type and shape (…, players, 3), of 2 to 10 players.

    Raises:
        DuplicateCardError: a card twice in a deal; the message names the deal and the seats.
        SvaraError: the first hand that is none, or fewer than two players.
        TypeError: no array of integers.

    >>> shown = showdown_batch([[[0, 26, 25], [31, 29, 12]], [[20, 16, 5], [14, 26, 4]]])
    >>> shown.points.tolist(), shown.winners.tolist(), shown.svara.tolist()
    ([[31, 22], [20, 20]], [[True, False], [True, True]], [False, True])
    """
    numbers = _numbers(deals)
    if numbers.ndim < 2 or numbers.shape[-2] < 2:
        raise HandSizeError(f"a showdown is two hands or more: shape (…, players, 3), not {numbers.shape}")
    points = score_batch(numbers)
    _check_deals(numbers)
    winners = points == points.max(axis=-1, keepdims=True)
    return Showdowns(points, winners, winners.sum(axis=-1) > 1)


def _check_deals(deals: NDArray[Any]) -> None:
    """That no card is in two hands of a deal."""
    cards = deals.reshape(-1, deals.shape[-2] * 3)
    for start in range(0, len(cards), _CHUNK):
        some = cards[start : start + _CHUNK].astype(np.uint32)
        seen = np.bitwise_or.reduce(np.uint32(1) << some, axis=-1)
        twice = np.bitwise_count(seen) < cards.shape[1]
        if twice.any():
            row = start + int(twice.argmax())
            _refuse_deal(cards[row].tolist(), _place(deals.shape[:-2], row).replace("row", "deal"))


def _refuse_deal(cards: list[int], place: str) -> None:
    for number, card in enumerate(cards):
        if card in cards[:number]:
            first, second = cards.index(card) // 3, number // 3
            raise DuplicateCardError(f"{place}{as_card(card)} is in two hands, {first} and {second}")


def sample_deals(n: int, players: int, *, rng: int | np.random.Generator | None = None) -> NDArray[np.uint8]:
    """Random deals, each as likely as any other, no card twice in a deal.

    Args:
        n: how many deals.
        players: hands a deal, 1 to 10.
        rng: an int or a NumPy Generator makes the deals reproducible, on any platform; None takes fresh randomness.

    Returns:
        uint8 card numbers of shape (n, players, 3).

    Raises:
        ValueError: a negative n, or players outside 1 to 10.
        BackendError: without the compiled modules.

    >>> deals = sample_deals(1000, 3, rng=1)
    >>> deals.shape, bool((deals == sample_deals(1000, 3, rng=1)).all())
    ((1000, 3, 3), True)
    """
    if _ufunc is None:
        raise BackendError(f"sample_deals needs the compiled modules; {CURE}")
    if not 1 <= players <= 10:
        raise ValueError(f"players is {players}; a deal has 1 to 10 hands of the 32 cards")
    if n < 0:
        raise ValueError(f"n is {n}; it is a number of deals")
    state = np.random.default_rng(rng).integers(0, 2**64, 4, np.uint64)
    deals = np.empty((n, players, 3), np.uint8)
    _ufunc.fill_deals(state.tolist(), deals)
    return deals
