"""The hands in one or three columns of a CSV table, scored row by row in constant memory."""

from __future__ import annotations

import csv
import re
from io import StringIO
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, BinaryIO

from svara_eval import SvaraError
from svara_eval._cli.lines import BYTE_ORDER_MARK, LONGEST, blocks, not_utf8
from svara_eval._cli.printing import as_json
from svara_eval._messages import shown
from svara_eval.cards import is_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from svara_eval._cli.tally import Tally


def score_columns(
    source: BinaryIO,
    write: Callable[[bytes], object],
    columns: str,
    tally: Tally,
    *,
    name: str = "points",
    header: bool = False,
    reasons: bool = False,
    delimiter: str | None = None,
    json: bool = False,
) -> None:
    """Score the hands in a column of a table, or in three, and write the table with the points as a new last column.

    Everything else in a row is written as it was read: quotes, line ends, a byte order mark, Excel's line ``sep=;``.

    Args:
        source: A table in UTF-8. It is left open.
        write: A function that accepts each piece of output, as UTF-8.
        columns: The column of the hands, or the three columns of their cards, separated by commas: names in the first
            row, in quotes if they contain a comma; or numbers starting with 1.
        tally: Counts the hands, and decides what to do with a row that has no valid hand.
        name: The name of the new column.
        header: Whether the first row contains names even though ``columns`` are numbers.
        reasons: Whether to add a second new column, "error", which states what is wrong with each invalid row.
        delimiter: The character between two cells. By default, a first line such as ``sep=;`` sets it; otherwise it is
            the first of tab, semicolon and comma that the first line contains outside quotes.
        json: Whether to write each row as a JSON object instead, by the names of the columns or their numbers. In an
            invalid row, "error" states what is wrong.

    Raises:
        SvaraError: There is no such column, or a column has a new name already; a row has no valid hand and ``tally``
            raises errors; a row is too long, is not UTF-8, or has quotes that do not match.

    >>> from io import BytesIO
    >>> from svara_eval._cli.tally import Tally
    >>> out = BytesIO()
    >>> score_columns(BytesIO(b"who;c1;c2;c3\\nAna;7c;Kh;Kd\\n"), out.write, "c1,c2,c3", Tally("raise", print))
    >>> out.getvalue()
    b'who;c1;c2;c3;points\\nAna;7c;Kh;Kd;31\\n'
    """
    limit = csv.field_size_limit(2**31 - 1)  # a long note beside a hand is fine; the length of a row has a limit
    try:
        wanted = columns_wanted(columns)
        table = _Table(source, delimiter)
        rows = iter(table)
        names: list[str] = []
        numbers = [int(column) for column in wanted if isinstance(column, int)]
        if header or not numbers:
            names = [each.strip() for each in next(rows, [])]
            _check_new(name, names, json=json, reasons=reasons)
            if not json:
                write(table.with_cells(_quoted(name, table.delimiter), *["error"] * reasons))
        places = [number - 1 for number in numbers] or [_place(str(column), names) for column in wanted]
        hand_of, last = itemgetter(*places), max(places)  # one cell, or three
        for row in rows:
            if not row:  # a blank line
                continue
            if last < len(row):
                hint = "" if names or table.line > 1 else _names_hint([row[place] for place in places])
                points = tally.points(hand_of(row), f"line {table.line}", hint)
            else:
                missing = next(column for column, at in zip(wanted, places, strict=True) if at >= len(row))
                cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
                error = SvaraError(
                    f"the row has only {cells}; column {shown(missing)} is missing{_delimiter_hint(row)}"
                )
                points = tally.refuse(error, f"line {table.line} ({shown(row)[1:-1]})")
            if not tally.keeps(points):
                continue
            reason = "" if points else tally.reason
            if json:
                keys = [*names, *map(str, range(len(names) + 1, len(row) + 1))]
                wrong = {"error": reason} if reason else {}
                line = as_json({**dict(zip(keys, row, strict=False)), name: points, **wrong})
                write(f"{line}\n".encode())
            else:
                more = [_quoted(reason, table.delimiter)] if reasons else []
                write(table.with_cells(str(points), *more, missing=len(names) - len(row)))
    finally:
        csv.field_size_limit(limit)


class _Table:
    """The rows of a table, with the number of the first line of the latest row, and its text."""

    def __init__(self, source: BinaryIO, delimiter: str | None) -> None:
        self.line = 1
        self._before = ""  # what comes before the first row: a byte order mark, and a line that sets the delimiter
        self._read: list[str] = []  # the lines of the latest row
        lines = self._lines(source)
        first = next(lines, "")
        if excel := re.fullmatch(r'"?sep=([^"\r\n])"?\r?\n?', first, re.IGNORECASE):
            self._before += first
            self.line, delimiter = 2, delimiter or excel[1]
            self._read.clear()
            first = next(lines, "")
        self.delimiter = delimiter or _delimiter(first)
        self._rows = csv.reader(chain([first], lines), delimiter=self.delimiter, strict=True)

    def __iter__(self) -> Iterator[list[str]]:
        try:
            for row in self._rows:
                yield row
                self.line += len(self._read)
                self._read.clear()
        except csv.Error as error:
            raise SvaraError(
                f"line {self.line}: quotes do not match ({error}); a quote inside a quoted cell is written twice"
            ) from None

    def _lines(self, source: BinaryIO) -> Iterator[str]:
        for block in blocks(source, self._next_line):
            if self._next_line() == 1 and block.startswith(BYTE_ORDER_MARK):
                self._before, block = BYTE_ORDER_MARK.decode(), block.removeprefix(BYTE_ORDER_MARK)
            if sum(map(len, self._read)) > LONGEST:
                raise SvaraError(f"line {self.line}: a row of more than {LONGEST} characters; its quotes do not match")
            wrong = None
            try:
                text = block.decode()
            except UnicodeDecodeError as error:  # the rows before are still scored
                wrong, start = block[error.start], block.rfind(b"\n", 0, error.start) + 1
                text, position = block[:start].decode(), error.start - start
            for line in StringIO(text, newline=""):
                self._read.append(line)
                yield line
            if wrong is not None:
                raise SvaraError(not_utf8(f"line {self._next_line()}", wrong, position))

    def _next_line(self) -> int:
        return self.line + len(self._read)

    def with_cells(self, *cells: str, missing: int = 0) -> bytes:
        """Return the latest row with more cells, after empty cells for any that are missing."""
        text = "".join(self._read)
        row = text.rstrip("\r\n")
        before, self._before = self._before, ""
        line = self.delimiter.join([row, *[""] * missing, *cells])
        return f"{before}{line}{text[len(row) :] or chr(10)}".encode(errors="surrogateescape")  # a name as it was typed


def _delimiter(line: str) -> str:
    """Return the first of tab, semicolon and comma that a line contains outside quotes.

    >>> _delimiter('"who, when";hand'), _delimiter("who,hand")
    (';', ',')
    """
    outside = re.sub(r'(^|[\t;,])"(?:[^"]|"")*', r"\1", line)
    return next((mark for mark in "\t;" if mark in outside), ",")


def columns_wanted(columns: str) -> list[str] | list[int]:
    """Return the one or three columns given: all numbers, or all names.

    >>> columns_wanted("hand"), columns_wanted("2,3,4"), columns_wanted('"last, first"'), columns_wanted('"1"')
    (['hand'], [2, 3, 4], ['last, first'], ['1'])
    """
    try:
        names = [name.strip() for name in next(csv.reader([columns], skipinitialspace=True, strict=True))] or [""]
    except csv.Error as error:
        raise SvaraError(
            f"--column {shown(columns)}: quotes do not match ({error}); a name with a comma is written in quotes"
        ) from None
    if len(names) not in (1, 3):
        raise SvaraError(
            f"--column takes the column of the hands or the three of their cards, not {len(names)} ({shown(columns)}); "
            "a name with a comma is written in quotes"
        )
    if '"' in columns or not all(name.isascii() and name.isdecimal() for name in names):
        return names
    for name in names:
        if len(name) > 9 or int(name) == 0:
            raise SvaraError(f"--column must be a name, or a number from 1 to 999999999, not {shown(name)}")
    return [*map(int, names)]


def _check_new(new: str, names: list[str], *, json: bool, reasons: bool) -> None:
    """Refuse a table in which a new column has the name of another, or whose names cannot all be in a JSON object."""
    if new in names:
        raise SvaraError(f"there is a column {shown(new)} already; choose another name for the new one with --name")
    if reasons and "error" in (new, *names):
        raise SvaraError("there is a column 'error' already; --reasons adds another")
    for name in names if json else ():
        if names.count(name) > 1 or name == "error":
            number = names.count(name) + (name == "error")
            raise SvaraError(f"{number} columns would be named {shown(name)}; JSON needs different names")


def _place(column: str, names: list[str]) -> int:
    """Return the position of the column with a name."""
    number = names.count(column)
    if number > 1:
        first = names.index(column) + 1
        raise SvaraError(
            f"{number} columns are named {shown(column)}; choose one by its number: --column {first} --header"
        )
    if number == 0:
        all_names = shown(names)[1:-1] or "none"
        raise SvaraError(f"there is no column {shown(column)}; the names are {all_names}{_delimiter_hint(names)}")
    return names.index(column)


def _delimiter_hint(cells: list[str]) -> str:
    """Return what to add to the error of a row whose cells another character may separate."""
    mark = next((mark for mark in "|\t;" if len(cells) == 1 and mark in cells[0]), None)
    return f"; if {shown(mark)} separates the columns, use --delimiter {mark!r}" if mark else ""


def _names_hint(cells: list[str]) -> str:
    """Return what to add to the error of a first row that looks like names.

    >>> _names_hint(["card 1", "card 2", "card 3"]), _names_hint(["7c Kh"])
    ('; if the first row contains names, use --column "card 1,card 2,card 3" or add --header', '')
    """
    words = [word for cell in cells for word in re.split(r"[\s,;]+", cell)]
    if not all(any(map(str.isalpha, cell)) for cell in cells) or any(map(is_card, words)):
        return ""
    names = ",".join(_quoted(cell.strip(), ",") for cell in cells)
    quoted = f"'{names}'" if '"' in names else f'"{names}"' if " " in names else names
    return f"; if the first row contains names, use --column {quoted} or add --header"


def _quoted(name: str, delimiter: str) -> str:
    """Return a cell, in quotes if it needs them."""
    quoted = '"' + name.replace('"', '""') + '"'
    return quoted if set(name) & {delimiter, '"', "\r", "\n"} else name
