"""Print tables, drawn on a terminal and as tab-separated lines in a pipe, or lines of JSON."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from json import JSONEncoder
    from typing import Final

Row: TypeAlias = tuple[str | int, ...]

_WIDEST_BAR: Final = 40


def visible(text: str, keep: str = "") -> str:
    """Replace the characters that a terminal may obey instead of showing by escapes, as ``repr`` does.

    Names of files, cells, hands and messages are printed for a person through this function only.

    Args:
        text: Text that came from outside.
        keep: Characters to leave alone, such as line breaks.

    >>> print(visible("7c\x1b[2J.txt"))
    7c\\x1b[2J.txt
    """
    if text.isprintable():
        return text
    return "".join([each if each.isprintable() or each in keep else repr(each)[1:-1] for each in text])


def drawn() -> bool:
    """Return whether tables are drawn for a person to read; otherwise their lines are for programs."""
    return sys.stdout.isatty() and find_spec("rich") is not None


def show(title: str, columns: Sequence[str], rows: Sequence[Row], bars: Sequence[int] | None = None) -> None:
    """Print the rows of a table.

    On a narrow terminal the table loses its bars and then its borders, and at last each row becomes a few lines.
    Numbers and words are never cut.

    Args:
        title: What the table shows. Like the names of the columns, it is drawn on a terminal only.
        columns: The name of each column.
        rows: The cells of each row; whole numbers are aligned to the right.
        bars: The length of a bar beside each row, in any unit, on a terminal.
    """
    cells = [[visible(str(cell)) for cell in row] for row in rows]
    if not drawn():
        for row in cells:
            print(*row, sep="\t")
        return
    from rich.bar import Bar
    from rich.console import Console
    from rich.table import Table

    console, title = Console(markup=False, emoji=False, highlight=False), visible(title, "\n")
    for borders in (True, False):
        room = console.width - len(columns) * (3 if borders else 1) - 1
        widths = _widths([[name, *(row[place] for row in cells)] for place, name in enumerate(columns)], room)
        if widths is None:
            continue
        style = {} if borders else {"box": None, "pad_edge": False, "padding": (0, 1, 0, 0)}
        table = Table(title=title, title_justify="left", **style)  # type: ignore[arg-type]  # a style has many types
        for name, width, cell in zip(columns, widths, rows[0], strict=True):
            table.add_column(name, width=width, justify="right" if isinstance(cell, int) else "left")
        longest = min(_WIDEST_BAR, room - sum(widths) - 3) if borders and bars else 0
        if longest >= 10:
            table.add_column(width=longest)
        for place, row in enumerate(cells):
            bar = [Bar(max(1, *bars), 0, bars[place], width=longest)] if bars and longest >= 10 else []
            table.add_row(*row, *bar)
        console.print(table)
        return
    console.print(title)
    for row in cells:
        console.print()
        for name, cell in zip(columns, row, strict=True):
            console.print(f"{name}: {cell}" if name else cell)


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """Return the width of each column, so that cells break between words only; None if a word does not fit.

    >>> _widths([["kind", "joker_suited"], ["reading", "the joker with two cards"]], 24)
    [12, 12]
    """
    from rich.cells import cell_len  # a character may be two columns wide

    widths = [max(cell_len(word) for cell in column for word in [*cell.split(), ""]) for column in columns]
    left = room - sum(widths)
    if left < 0:
        return None
    missing = [max(map(cell_len, column)) - width for column, width in zip(columns, widths, strict=True)]
    for wider, place in enumerate(sorted(range(len(columns)), key=missing.__getitem__)):
        more = min(missing[place], left // (len(columns) - wider))  # the columns that need little get it whole
        widths[place] += more
        left -= more
    return widths


def as_json(value: object) -> str:
    """Return a value as JSON, in one line of printable characters.

    >>> as_json({"hand": "7♣ K♥ K♦", "points": 31})
    '{"hand": "7♣ K♥ K♦", "points": 31}'
    """
    text = _encoder().encode(value)
    return text if text.isprintable() else "".join([each if each.isprintable() else _escaped(each) for each in text])


def _escaped(character: str) -> str:
    from json import dumps

    return dumps(character)[1:-1]


@cache
def _encoder() -> JSONEncoder:
    from json import JSONEncoder  # takes milliseconds to import

    return JSONEncoder(ensure_ascii=False)


def print_json(values: Iterable[Mapping[str, object]]) -> None:
    """Print each value as a line of JSON."""
    for value in values:
        print(as_json(value))
