"""Read columns and tables that Arrow stores: those of pyarrow, polars, DuckDB and pandas, and record batch streams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._arrays import loops
from svara_eval._arrays.plain import first_of
from svara_eval._arrays.sources import CARDS, HANDS, Cells, Items, Reading, Source
from svara_eval._messages import located, shown
from svara_eval.errors import HandSizeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_TEXTS = {"u", "U", "vu", "n"}
_NUMBERS = {*"cCsSiIlL"}
_LISTS = {"+l", "+L", "+vl", "+vL", "+w:3"}
_NAMES = {  # of the other formats of Arrow, by how they begin
    "b": "booleans",
    "e": "floats",
    "f": "floats",
    "g": "floats",
    "z": "bytes",
    "Z": "bytes",
    "vz": "bytes",
    "w:": "bytes",
    "d:": "decimals",
    "td": "dates",
    "tt": "times",
    "ts": "timestamps",
    "tD": "durations",
    "ti": "intervals",
    "+r": "run-end encoded values",
    "+m": "maps",
    "+u": "unions",
    "+s": "structs",
    "+w": "lists of another size than three",
    "+": "lists",
}


def arrow_source(column: Any, reading: Reading) -> Source:
    """Return the source for a column or table that Arrow stores. It is read once.

    Raises:
        HandSizeError: A table has neither one column of hands nor three of cards.
        SvaraError: It is damaged, or cannot be read.
        TypeError: It holds neither text nor numbers, or has been released.
    """
    if loops.arrow is None:
        rows = _rows_of(column, reading)
        return Items(rows, reading, cells=bool(rows) and isinstance(rows[0], tuple))
    held = loops.arrow.Column(column)
    _, kind, _, parts = form = held.form
    if reading is CARDS or kind not in {"+s", *_LISTS}:
        _check_form(form, reading)
        return Column(held, reading)
    if kind == "+s":
        check_columns([name for name, *_ in parts])
        if len(parts) == 1:
            _check_form(parts[0], HANDS)
            return Column(held, HANDS)
    for part in parts:
        name = part[0] if kind == "+s" else ""
        with located(f"column {shown(name)}") if name else located(f"the items of {_NAMES['+']}"):
            _check_form(part, CARDS)
    return CellsOfArrow(held)


def check_columns(names: Sequence[Any]) -> None:
    """Refuse a table that has neither one column of hands nor three of cards."""
    if len(names) not in (1, 3):
        raise HandSizeError(
            f"{len(names)} columns {shown(list(names))}; a hand needs three: frame[['card_1', 'card_2', 'card_3']]"
        )


def _check_form(form: tuple[str, str, bool, list[Any]], reading: Reading) -> None:
    """Refuse what is neither text nor, as cards, numbers, by the name of what it is."""
    _, kind, is_dictionary, _ = form
    if not is_dictionary and (kind in _TEXTS or (reading is CARDS and kind in _NUMBERS)):
        return
    if is_dictionary:
        name = "categories (a dictionary)"
    elif kind in _NUMBERS:
        name = "numbers"
    else:
        name = next((name for start, name in _NAMES.items() if kind.startswith(start)), f"the Arrow format {kind!r}")
    if kind == "+r":
        cure = "decode it first"
    elif reading is CARDS:
        cure = "cast it to integers" if name == "floats" else "cast it to strings or integers"
    else:
        cure = "cast it to strings, or give three columns of cards"
    raise TypeError(f"a column of {name} cannot be {reading.verb}; {cure}")


class Column(Source):
    """A column of hands or of cards."""

    def __init__(self, held: Any, reading: Reading) -> None:
        self.reading = reading
        self.shape = (len(held),)
        self._held = held

    def fill(self, out: NDArray[Any], stop: bool) -> int | None:
        if self.reading is HANDS:
            bad: int | None = self._held.score(out, stop)
            return bad
        self._held.read(0, out)
        return first_of(out, self.reading.none)

    def value(self, row: int) -> Any:
        return self._held.value(row)


class CellsOfArrow(Cells):
    """Three cards in each row: a table of three columns, a column of structs or of lists."""

    def __init__(self, held: Any) -> None:
        self.shape = (len(held),)
        self._held = held

    def _score(self, start: int, out: NDArray[np.int8]) -> int | None:
        cards = np.empty((3, len(out)), np.uint8)
        self._held.read(start, cards)
        loops.rows.score_cards(*cards, out=out)
        return first_of(out, 0)

    def value(self, row: int) -> Any:
        return self._held.value(row)


def _rows_of(column: Any, reading: Reading) -> list[Any]:
    """Convert the rows to Python objects by the library that stores them: a tuple for each row of a table."""
    kind = str(getattr(column, "type", getattr(column, "dtype", "")))
    if kind.startswith(("dictionary", "Categorical", "Enum")):
        _check_form(("", "", True, []), reading)
    if hasattr(column, "read_all"):  # a reader of record batches
        column = column.read_all()
    if hasattr(column, "rows"):  # a frame of polars
        rows: Any = column.rows()
    elif hasattr(column, "to_pylist"):
        rows = column.to_pylist()
    elif hasattr(column, "fetchall"):  # a relation of DuckDB
        rows = column.fetchall()
    else:
        rows = column.to_list() if hasattr(column, "to_list") else list(column)
    rows = [tuple(row.values()) if isinstance(row, dict) else row for row in rows]
    return [row[0] if isinstance(row, tuple) and len(row) == 1 else row for row in rows]
