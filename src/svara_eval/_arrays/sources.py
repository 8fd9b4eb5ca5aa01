"""Define a class for each kind of column and table: how to read its rows, and what a bad row holds.

``choice`` selects the class. Columns that Arrow stores are in ``arrow``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from svara_eval._arrays import loops
from svara_eval._arrays.checks import CHUNK
from svara_eval._arrays.plain import first_of
from svara_eval._messages import shown
from svara_eval.cards import Card, parse_hand
from svara_eval.errors import CardError, SvaraError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

_PIECE = 1 << 18  # rows of a pandas frame read at a time; pandas takes a while to hand over a piece


class Reading(NamedTuple):
    """Describe how the rows of a column are read: as ``HANDS`` or as ``CARDS``."""

    what: Literal["hand", "card"]
    none: int  # stands for a bad row: 0 points, or the card 255
    parse: Callable[[Any], object]
    function: str
    of_one: str
    verb: str
    cure: str

    @property
    def cards(self) -> bool:
        return self.none > 0


HANDS = Reading("hand", 0, parse_hand, "score_batch", "score", "scored", "errors='coerce' scores it 0")
CARDS = Reading("card", 255, Card, "parse_cards", "Card", "read as cards", "errors='coerce' makes it 255")


class Source:
    """A column or a table that is read as hands or as cards.

    Attributes:
        reading: ``HANDS`` or ``CARDS``.
        shape: The shape of its rows.
        cells: Whether each row is three cells with a card in each.
        memory: An array of all the memory that it reads, or None if that is not known.
    """

    reading: Reading
    shape: tuple[int, ...]
    cells = False
    memory: NDArray[Any] | None = None

    def fill(self, out: NDArray[Any], stop: bool) -> int | None:
        """Fill in the points or the cards, and return the first bad row.

        Args:
            out: A contiguous byte for each row. Bad rows become ``reading.none``.
            stop: Whether to end at the first bad row.
        """
        raise NotImplementedError

    def value(self, row: int) -> Any:
        """Return the hand or the card of a row as a Python object, a tuple if its cards are in three cells."""
        raise NotImplementedError

    def numbers(self) -> NDArray[np.integer[Any]]:
        """Return the cards as integers of any type; bad rows are outside 0 to 31."""
        cards = np.empty(self.shape, np.uint8)
        self.fill(cards.reshape(-1), False)
        return cards


class Items(Source):
    """A list or tuple of hands or cards in any form."""

    def __init__(
        self,
        items: Sequence[Any],
        reading: Reading,
        shape: tuple[int, ...] | None = None,
        *,
        cells: bool = False,
    ) -> None:
        self.reading = reading
        self.shape = (len(items),) if shape is None else shape
        self.cells = cells
        self._items = items

    def fill(self, out: NDArray[Any], stop: bool) -> int | None:
        bad: int | None = loops.rows.fill_items(self._items, out, stop, self.reading.cards)
        return bad

    def value(self, row: int) -> Any:
        return self._items[row]


class Numbers(Source):
    """An array of integers: hands of three on the last axis, or cards."""

    def __init__(self, array: NDArray[np.integer[Any]], reading: Reading) -> None:
        self.reading = reading
        self.shape = array.shape if reading.cards else array.shape[:-1]
        self._array = self.memory = array

    def fill(self, out: NDArray[Any], stop: bool) -> int | None:
        array = self._array
        if self.reading.cards:
            self._fill_cards(out)
        elif array.dtype == np.uint8 and array.flags.c_contiguous:
            bad: int | None = loops.rows.score_rows(array.reshape(-1, 3), out, stop)
            return bad
        else:
            loops.rows.score_cards(array[..., 0], array[..., 1], array[..., 2], out=out.reshape(self.shape))
        return first_of(out, self.reading.none)

    def _fill_cards(self, cards: NDArray[np.uint8]) -> None:
        flat = self._array.reshape(-1)
        for start in range(0, flat.size, CHUNK):
            some = flat[start : start + CHUNK].copy()  # another thread may change the array after a number is checked
            cards[start : start + CHUNK] = np.where((some >= 0) & (some < 32), some.astype(np.uint8), np.uint8(255))

    def value(self, row: int) -> Any:
        value = self._array[np.unravel_index(row, self.shape)]
        return value if self.reading.cards else tuple(value.tolist())

    def numbers(self) -> NDArray[np.integer[Any]]:
        return self._array


class Nullable(Numbers):
    """A column of cards in one of pandas' own integer types, such as Int64: an array and a mask."""

    def __init__(self, column: Any, reading: Reading) -> None:
        super().__init__(column.to_numpy(column.dtype.numpy_dtype, na_value=99), reading)  # 99 fits every type
        self._column = column

    def value(self, row: int) -> Any:
        return self._column[row : row + 1].tolist()[0]


class Texts(Source):
    """An array of strings or objects, of any layout and byte order."""

    def __init__(self, array: NDArray[Any], reading: Reading) -> None:
        self.reading = reading
        self.shape = array.shape
        self.memory = None if array.dtype.kind == "O" else array
        self._array = array

    def fill(self, out: NDArray[Any], stop: bool) -> int | None:
        texts, cards = self._array, self.reading.cards
        of_objects = texts.dtype.kind == "O"
        if texts.flags.c_contiguous and texts.flags.aligned and texts.dtype.isnative and not of_objects:
            bad: int | None = loops.rows.fill_text(texts.reshape(-1), out, stop, cards)
            return bad
        if texts.size == 0:
            return None
        texts, out = np.atleast_1d(texts), out.reshape(self.shape or (1,))
        flags: Any = [["readonly", "contig", "aligned"], ["writeonly", "contig"]]  # NumPy's types misspell contig
        pieces = np.nditer(
            [texts, out],
            flags=["external_loop", "buffered", "refs_ok"],
            op_flags=flags,
            op_dtypes=[texts.dtype if texts.dtype.isnative else texts.dtype.newbyteorder("="), out.dtype],
            casting="equiv",
            order="C",
        )
        first_bad, done = None, 0
        with pieces:
            for some, found in pieces:
                if of_objects:
                    bad = loops.rows.fill_items(some.tolist(), found, stop, cards)
                else:
                    bad = loops.rows.fill_text(some, found, stop, cards)
                if bad is not None and first_bad is None:
                    first_bad = done + bad
                    if stop:
                        break
                done += len(some)
        return first_bad

    def value(self, row: int) -> Any:
        place: Any = np.unravel_index(row, self.shape)
        if self._array.dtype.kind == "U":  # NumPy reads it just so, but raises a SystemError where it is not Unicode
            text = self._array[(*place, ...)]
            return text.astype(text.dtype.newbyteorder("<")).tobytes().decode("utf-32-le", "surrogatepass").rstrip("\0")
        value = self._array[place]
        return bytes(value).decode() if self._array.dtype.kind == "S" else value


class Cells(Source):
    """Three cards in three cells of each row, read some rows at a time."""

    reading = HANDS
    cells = True
    piece = CHUNK

    def fill(self, out: NDArray[Any], stop: bool) -> int | None:
        first_bad = None
        for start in range(0, len(out), self.piece):
            bad = self._score(start, out[start : start + self.piece])
            if bad is not None and first_bad is None:
                first_bad = start + bad
                if stop:
                    break
        return first_bad

    def _score(self, start: int, out: NDArray[np.int8]) -> int | None:
        """Fill in the points of some rows; return the first that is not a hand."""
        raise NotImplementedError


class CellsOfArray(Cells):
    """An array of strings or objects with the three cards of a hand on its last axis."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.shape = array.shape[:-1]
        self._rows = array.reshape(-1, 3)
        self._cells = Texts(self._rows.reshape(-1), CARDS)
        self.memory = None if array.dtype.kind == "O" else array

    def _score(self, start: int, out: NDArray[np.int8]) -> int | None:
        return Numbers(Texts(self._rows[start : start + len(out)], CARDS).numbers(), HANDS).fill(out, False)

    def value(self, row: int) -> Any:
        return tuple(map(self._cells.value, range(3 * row, 3 * row + 3)))


class CellsOfFrame(Cells):
    """A pandas DataFrame of three columns, each of which is a source of cards itself."""

    piece = _PIECE

    def __init__(self, frame: Any, cards_of: Callable[[Any, Any], Source]) -> None:
        self.shape = (len(frame),)
        self._frame = frame
        self._cards_of = cards_of  # chooses the source of a column with a name

    def _columns(self, start: int, stop: int) -> list[Source]:
        names = self._frame.columns
        return [self._cards_of(self._frame.iloc[start:stop, place], names[place]) for place in range(3)]

    def _score(self, start: int, out: NDArray[np.int8]) -> int | None:
        columns = self._columns(start, start + len(out))
        loops.rows.score_cards(*[column.numbers() for column in columns], out=out)
        return first_of(out, 0)

    def value(self, row: int) -> Any:
        return tuple(column.value(0) for column in self._columns(row, row + 1))


# Bad rows -------------------------------------------------------------------------------------------------------------


def value_of(source: Source, row: int) -> Any:
    """Return the hand or the card of a row.

    Raises:
        CardError: It is text that is not UTF-8, or not Unicode.
    """
    try:
        value = source.value(row)
    except UnicodeDecodeError as error:
        if error.encoding == "utf-8":
            raise CardError(f"{shown(error.object)} is not UTF-8") from None
        code = int.from_bytes(error.object[error.start : error.start + 4], "little")
        raise CardError(f"{code:#x} is not a Unicode code point (0 to 0x10ffff)") from None
    return str(value) if isinstance(value, np.str_) else value


def reason(source: Source, row: int, cure: str = "") -> SvaraError | TypeError:
    """Return the error of a row that is not a hand or a card; ``cure`` ends the message about a missing value."""
    what = source.reading.what
    try:
        value = value_of(source, row)
        if _is_missing(value):
            return CardError(f"the {what} is missing{cure}")
        if isinstance(value, (tuple, list)) and len(value) == 3:
            for place, card in enumerate(value, 1):
                if _is_missing(card):
                    return CardError(f"card {place}: the card is missing{cure}")
        source.reading.parse(value)
    except (SvaraError, TypeError) as error:
        return error.with_traceback(None)  # which would keep the column alive
    # Such as an iterator that the first reading has exhausted, or the text that stands for a null of StringDType.
    return CardError(f"{shown(value)} is not a {what}")


def _is_missing(value: Any) -> bool:
    """Return whether a value is missing: None, NaN or the NA of pandas."""
    return (
        value is None
        or type(value).__name__ == "NAType"
        or (isinstance(value, (float, np.floating)) and bool(value != value))
    )
