"""What commands print: tables, drawn on a terminal and as tab-separated lines in a pipe, or lines of JSON."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from json import JSONEncoder

Row: TypeAlias = tuple[str | int, ...]


def drawn() -> bool:
    """Whether tables are drawn for a person to read; otherwise their lines are for programs."""
    return sys.stdout.isatty() and find_spec("rich") is not None


def show(title: str, columns: Sequence[str], rows: Sequence[Row], bars: Sequence[int] | None = None) -> None:
    """Print the rows of a table.

    Args:
        title: What the table shows. Like the names of the columns, it is drawn on a terminal only.
        columns: The name of each column.
        rows: The cells of each row; whole numbers are aligned to the right.
        bars: The length of a bar beside each row, in any unit, on a terminal.
    """
    if not drawn():
        for row in rows:
            print(*row, sep="\t")
        return
    from rich.bar import Bar
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column, justify="right" if isinstance(rows[0][len(table.columns)], int) else "left")
    if bars:
        table.add_column(ratio=1)
    for place, row in enumerate(rows):
        bar = [Bar(max(1, *bars), 0, bars[place], width=40)] if bars else []
        table.add_row(*map(str, row), *bar)
    Console(markup=False, emoji=False).print(table)  # the title may hold the name of a file


def as_json(value: object) -> str:
    """A value as JSON, in one line.

    >>> as_json({"hand": "7♣ K♥ K♦", "points": 31})
    '{"hand": "7♣ K♥ K♦", "points": 31}'
    """
    return _encoder().encode(value)


@cache
def _encoder() -> JSONEncoder:
    from json import JSONEncoder  # takes milliseconds to import

    return JSONEncoder(ensure_ascii=False)


def print_json(values: Iterable[Mapping[str, object]]) -> None:
    """Print each value as a line of JSON."""
    for value in values:
        print(as_json(value))
