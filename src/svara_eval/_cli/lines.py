"""Files of hands, scored as they stream by in constant memory: a hand a line, or in a column of a CSV or TSV table.

Lines in the common spellings are read, scored and written by the compiled ``_lines``; what it leaves, and everything
where it is missing, is done here a line at a time.
"""

from __future__ import annotations

import csv
import os
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Literal, TextIO

from svara_eval._backend import BACKEND, compiled, score
from svara_eval.errors import HandSizeError, SvaraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    _Errors = Literal["raise", "skip", "coerce"]

_lines = compiled("_cli._lines") if BACKEND == "cython" else None

_BLOCK = 1 << 15  # bytes read at a time; twice that is written, which malloc still has at hand
_LONGEST = 1 << 20  # bytes of a line: what is longer is no text, and must not fill the memory
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def score_lines(source: BinaryIO, write: Callable[[bytes], object], errors: _Errors) -> int:
    """Score a stream of hands, one a line, and write the points, a tab and the hand for each.

    Args:
        source: UTF-8 lines; blank ones and those that begin with # are passed over.
        write: takes what is to be written, as UTF-8.
        errors: "raise" an error at the first line that is no hand, "skip" such lines, or "coerce" them to 0 points.

    Returns:
        How many lines were no hands.

    Raises:
        SvaraError: a line that is no hand, where that is to be raised; a line that is not UTF-8, or too long.

    >>> from io import BytesIO
    >>> out = BytesIO()
    >>> score_lines(BytesIO(b"7c Kh Kd\\n# three aces\\nAcAdAs\\n"), out.write, "raise")
    0
    >>> out.getvalue()
    b'31\\t7c Kh Kd\\n33\\tAcAdAs\\n'
    """
    lines = _Lines(errors)
    read = getattr(source, "read1", source.read)  # what a pipe has is scored at once
    rest = b""
    while part := read(_BLOCK):
        end = part.rfind(b"\n") + 1
        if end:
            lines.score(rest + part[:end], write)
            rest = part[end:]
        else:
            rest += part
        if len(rest) > _LONGEST:
            raise SvaraError(f"line {lines.before + 1} is longer than {_LONGEST} bytes; this is no list of hands")
    if rest:
        lines.score(rest, write)
    return lines.bad


class _Lines:
    """Where a stream of lines is: how many there were before, and how many of them were no hands."""

    def __init__(self, errors: _Errors) -> None:
        self.errors = errors
        self.before = 0
        self.bad = 0

    def score(self, block: bytes, write: Callable[[bytes], object]) -> None:
        """Score a block of whole lines."""
        if self.before == 0:
            block = block.removeprefix(_BYTE_ORDER_MARK)
        if _lines is not None:
            lines, bad = _lines.score_lines(block, self.errors == "coerce", self.errors == "skip", self.line, write)
            self.before += lines
            self.bad += bad
        else:
            for line in BytesIO(block):
                write(self.line(1, line))
                self.before += 1

    def line(self, number: int, line: bytes) -> bytes:
        """What is written for a line; ``number`` counts from the block's first."""
        place = f"line {self.before + number}"
        try:
            hand = line.decode().strip()
        except UnicodeDecodeError as error:
            raise SvaraError(
                f"{place}: byte 0x{line[error.start]:02X} at position {error.start} is not UTF-8; "
                "convert the file to UTF-8 first"
            ) from None
        if not hand or hand.startswith("#"):
            return b""
        points = points_or_0(hand, place, self.errors)
        if points == 0:
            self.bad += 1
            if self.errors == "skip":
                return b""
        return f"{points}\t{hand}\n".encode()


def points_or_0(hand: str, place: str, errors: _Errors) -> int:
    """The points of a hand; of what is none 0, or, where ``errors`` is "raise", an error that says where it stands.

    >>> points_or_0("7c Kh Kd", "line 1", "raise"), points_or_0("7c Kh", "line 2", "skip")
    (31, 0)
    """
    try:
        return score(hand)
    except SvaraError as error:
        if errors == "raise":
            raise type(error)(f"{place}: {error}") from None
        return 0


def score_column(source: BinaryIO, sink: TextIO, column: str, errors: _Errors) -> int:
    """Score the hands in a column of a CSV or TSV table, and write the table with a new last column, points.

    Args:
        source: a UTF-8 table; separated by tabs if its first line has one, else by commas.
        sink: takes the table; its line ends must not be translated (``newline=""``).
        column: a name in the first row, or a number from 1 where the table has no names.
        errors: "raise" an error at the first row that has no hand, "skip" such rows, or "coerce" them to 0 points.

    Returns:
        How many rows had no hand.

    Raises:
        SvaraError: no such column; a row without a hand, where that is to be raised; no UTF-8, or no table.

    >>> import sys
    >>> from io import BytesIO
    >>> score_column(BytesIO(b"who,hand\\nAna,7c Kh Kd\\n"), sys.stdout, "hand", "raise")
    who,hand,points
    Ana,7c Kh Kd,31
    0
    """
    text = TextIOWrapper(source, encoding="utf-8-sig", newline="")
    bad = 0
    rows = None
    try:
        first = text.readline()
        delimiter = "\t" if "\t" in first else ","
        rows = csv.reader(chain([first], text), delimiter=delimiter, strict=True)
        table = csv.writer(sink, delimiter=delimiter, lineterminator="\n")
        place = _place_of(column, rows, table.writerow)
        for row in rows:
            if not row:
                continue
            if len(row) > place:
                points = points_or_0(row[place], f"line {rows.line_num}", errors)
            elif errors == "raise":
                raise HandSizeError(f"line {rows.line_num}: no column {column!r}, only {len(row)} columns")
            else:
                points = 0
            bad += points == 0
            if points or errors == "coerce":
                table.writerow([*row, points])
    except UnicodeDecodeError as error:
        raise SvaraError(f"after line {rows.line_num if rows else 0}: {error.reason}; convert it to UTF-8") from None
    except csv.Error as error:
        raise SvaraError(f"line {rows.line_num if rows else 1}: {error}") from None
    finally:
        text.detach()
    return bad


def _place_of(column: str, rows: Iterator[list[str]], write_row: Callable[[list[str]], object]) -> int:
    """The place of a column in each row; a name is looked up in the first row, which is written with a new name."""
    if column.isdecimal():
        if int(column) == 0:
            raise SvaraError("column numbers begin with 1")
        return int(column) - 1
    names = next(rows, [])
    if names.count(column) != 1:
        raise SvaraError(
            f"{names.count(column) or 'no'} columns are named {column!r}; there are {', '.join(map(repr, names))}"
        )
    write_row([*names, "points"])
    return names.index(column)


@contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of ``path`` only once it is whole: a failure leaves no half file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/points") as file:
    ...         before = os.listdir(folder) == ["points"]
    ...     before, os.listdir(folder)
    (False, ['points'])
    """
    if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe: there is nothing to replace
        with open(path, "wb") as file:
            yield file
        return
    target = os.path.realpath(path)
    beside = f"{target}.{os.urandom(6).hex()}.part"
    file = open(beside, "xb")  # noqa: SIM115 - closed below, before it is renamed
    try:
        with file:
            yield file
        if os.path.exists(target):
            os.chmod(beside, os.stat(target).st_mode & 0o7777)
        os.replace(beside, target)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
