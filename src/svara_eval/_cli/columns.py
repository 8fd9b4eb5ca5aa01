"""The hands in one or three columns of a CSV table, scored row by row in constant memory."""

from __future__ import annotations

import csv
import re
from io import StringIO
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, BinaryIO

from svara_eval import SvaraError
from svara_eval._cli.lines import LONGEST, blocks, not_utf8
from svara_eval._cli.printing import as_json
from svara_eval._numbers import shown

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
    delimiter: str | None = None,
    json: bool = False,
) -> None:
    """Score the hands in a column of a table, or in three, and write the table with the points as a new last column.

    Everything else of a row is written as it was read, quotes and line ends included.

    Args:
        source: A table in UTF-8. It is left open.
        write: Takes each piece of output, as UTF-8.
        columns: The column of the hands, or the three columns of their cards, separated by commas: names in the first
            row, in quotes if they contain a comma; or numbers from 1, in a table without names.
        tally: Counts the hands, and decides what is done at a row without one.
        name: The name of the new column.
        delimiter: The character between two cells. Unless given, it is the first of tab, semicolon and comma that the
            first line has outside quotes.
        json: Whether to write each row as a JSON object instead, by the names of the columns or their numbers. A row
            without a hand has what is wrong with it as "error".

    Raises:
        SvaraError: There is no such column, or one with the new name; a row has no valid hand and that is to be an
            error; a row is too long, is not UTF-8, or has quotes that do not match.

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
        if isinstance(wanted[0], int):
            places = [int(number) - 1 for number in wanted]
        else:
            names = [each.strip() for each in next(rows, [])]
            _check_names(names, name, json=json)
            places = [_place(str(column), names) for column in wanted]
            if not json:
                write(table.with_cell(_quoted(name, table.delimiter)))
        hand_of, last = itemgetter(*places), max(places)  # one cell, or three
        for row in rows:
            if not row:  # a blank line
                continue
            if last < len(row):
                points = tally.points(hand_of(row), f"line {table.line}")
            else:
                column = next(column for column, at in zip(wanted, places, strict=True) if at >= len(row))
                error = SvaraError(f"the row has no column {shown(column)}, only {len(row)}")
                points = tally.refuse(error, f"line {table.line} ({shown(row)[1:-1]})")
            if not tally.keeps(points):
                continue
            if json:
                keys = [*names, *map(str, range(len(names) + 1, len(row) + 1))]
                wrong = {} if points else {"error": tally.reason}
                line = as_json({**dict(zip(keys, row, strict=False)), name: points, **wrong})
                write(f"{line}\n".encode())
            else:
                write(table.with_cell(str(points), len(names) - len(row)))
    finally:
        csv.field_size_limit(limit)


class _Table:
    """The rows of a table; about the latest, the number of its first line and its text."""

    def __init__(self, source: BinaryIO, delimiter: str | None) -> None:
        self.line = 1
        self._read: list[str] = []  # the lines of the latest row
        lines = self._lines(source)
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

    def with_cell(self, cell: str, missing: int = 0) -> bytes:
        """The latest row with a cell more, after empty ones for any that are missing."""
        text = "".join(self._read)
        row = text.rstrip("\r\n")
        delimiters = self.delimiter * (max(missing, 0) + 1)
        end = text[len(row) :] or "\n"
        return f"{row}{delimiters}{cell}{end}".encode(errors="surrogateescape")  # a name comes out as it was typed


def _delimiter(line: str) -> str:
    """The first of tab, semicolon and comma that a line has outside quotes.

    >>> _delimiter('"who, when";hand'), _delimiter("who,hand")
    (';', ',')
    """
    outside = re.sub(r'(^|[\t;,])"(?:[^"]|"")*', r"\1", line)
    return next((mark for mark in "\t;" if mark in outside), ",")


def columns_wanted(columns: str) -> list[str] | list[int]:
    """The one or three columns given: all numbers, or all names.

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


def _check_names(names: list[str], new: str, *, json: bool) -> None:
    """Refuse a table that has a column with the new name, or names that can't all be in a JSON object."""
    if new in names:
        raise SvaraError(f"there is a column {shown(new)} already; choose another name for the new one with --name")
    for name in names if json else ():
        if names.count(name) > 1 or name == "error":
            number = names.count(name) + (name == "error")
            raise SvaraError(f"{number} columns would be named {shown(name)}; JSON needs different names")


def _place(column: str, names: list[str]) -> int:
    """The position of a column that has a name."""
    if names.count(column) != 1:
        number, all_names = names.count(column) or "no", shown(names)[1:-1] or "none"
        raise SvaraError(f"{number} columns are named {shown(column)}; the names are {all_names}")
    return names.index(column)


def _quoted(name: str, delimiter: str) -> str:
    """A name as a cell, in quotes where it needs them."""
    quoted = '"' + name.replace('"', '""') + '"'
    return quoted if set(name) & {delimiter, '"', "\r", "\n"} else name
