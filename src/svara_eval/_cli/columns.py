"""The hands in one column of a CSV or TSV table, scored row by row in constant memory."""

from __future__ import annotations

import csv
from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from svara_eval import SvaraError
from svara_eval._cli.lines import LONGEST, blocks, not_utf8, points_or_0
from svara_eval._numbers import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from svara_eval._cli.lines import Errors


def score_column(
    source: BinaryIO, write: Callable[[bytes], object], column: str, errors: Errors, name: str = "points"
) -> int:
    """Score the hands in a column of a table, and write the table with the points as a new last column.

    Everything else of a row is written as it was read, quotes and line ends included.

    Args:
        source: A table in UTF-8, separated by tabs if there is one in its first line, otherwise by commas. It is left
            open.
        write: Takes each piece of output, as UTF-8.
        column: A name in the first row; or a number from 1, in a table without names.
        errors: "raise" an error at the first row without a valid hand, "skip" such rows, or "coerce" their points to 0.
        name: The name of the new column.

    Returns:
        The number of rows without a valid hand.

    Raises:
        SvaraError: There is no such column, or one with the new name; a row has no valid hand and ``errors`` is
            "raise"; a row is too long, is not UTF-8, or has quotes that do not match.

    >>> from io import BytesIO
    >>> out = BytesIO()
    >>> score_column(BytesIO(b"who,hand\\nAna,7c Kh Kd\\n"), out.write, "hand", "raise")
    0
    >>> out.getvalue()
    b'who,hand,points\\nAna,7c Kh Kd,31\\n'
    """
    limit = csv.field_size_limit(2**31 - 1)  # a long note beside a hand is fine; the length of a row has a limit
    bad = 0
    try:
        table = _Table(source)
        rows = iter(table)
        at, width = _number(column) - 1, 0
        if at < 0:
            names = next(rows, [])
            at, width = _place(column, names, name), len(names)
            write(table.with_cell(_quoted(name, table.delimiter)))
        for row in rows:
            if not row:  # a blank line
                continue
            points = 0
            if at < len(row):
                points = points_or_0(row[at], f"line {table.line}", errors)
            elif errors == "raise":
                raise SvaraError(f"line {table.line}: the row has no column {shown(column)}, only {len(row)}")
            bad += points == 0
            if points or errors == "coerce":
                write(table.with_cell(str(points), width - len(row)))
    finally:
        csv.field_size_limit(limit)
    return bad


class _Table:
    """The rows of a table; about the latest, the number of its first line and its text."""

    def __init__(self, source: BinaryIO) -> None:
        self.line = 1
        self._read: list[str] = []  # the lines of the latest row
        lines = self._lines(source)
        first = next(lines, "")
        self.delimiter = "\t" if "\t" in first else ","
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


def _number(column: str) -> int:
    """The number of a column, from 1; 0 if it is a name."""
    if not (column.isascii() and column.isdecimal()):
        return 0
    if len(column) > 9 or int(column) == 0:
        raise SvaraError(f"--column must be a name, or a number from 1 to 999999999, not {shown(column)}")
    return int(column)


def _place(column: str, names: list[str], new: str) -> int:
    """The position of a column that has a name."""
    if names.count(column) != 1:
        number, all_names = names.count(column) or "no", shown(names)[1:-1] or "none"
        raise SvaraError(f"{number} columns are named {shown(column)}; the names are {all_names}")
    if new in names:
        raise SvaraError(f"there is a column {shown(new)} already; choose another name for the new one with --name")
    return names.index(column)


def _quoted(name: str, delimiter: str) -> str:
    """A name as a cell, in quotes where it needs them."""
    quoted = '"' + name.replace('"', '""') + '"'
    return quoted if set(name) & {delimiter, '"', "\r", "\n"} else name
