"""Tables and pictures: tab-separated lines in a pipe, tables drawn on a terminal by rich, pictures by matplotlib."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

from svara_eval import SvaraError
from svara_eval._cli.output import replacing
from svara_eval._numbers import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

Row: TypeAlias = tuple[str | int, ...]


def show(title: str, columns: Sequence[str], rows: Sequence[Row], bars: Sequence[int] | None = None) -> None:
    """Print the rows of a table.

    Args:
        title: What the table shows. Like the names of the columns, it is drawn on a terminal only.
        columns: The name of each column.
        rows: The cells of each row; whole numbers are aligned to the right.
        bars: The length of a bar beside each row, in any unit, on a terminal.
    """
    if not (sys.stdout.isatty() and find_spec("rich")):
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
        bar = [Bar(max(bars), 0, bars[place], width=40)] if bars else []
        table.add_row(*map(str, row), *bar)
    Console().print(table)


def plot(path: str, title: str, names: Sequence[str], heights: Sequence[float]) -> None:
    """Draw a bar chart and save it; its kind is that of the file name, .png, .svg or .pdf."""
    with picture(path, (10, 5)) as figure:
        axes = figure.subplots()
        axes.bar_label(axes.bar(names, heights), fontsize=8, fmt="%.4g")
        axes.set_title(title, fontsize=10)


@contextmanager
def picture(path: str, size: tuple[float, float]) -> Iterator[Figure]:
    """A figure to draw on, of a size in inches, which is then saved."""
    kind = os.path.splitext(path)[1].lower()
    if kind not in (".png", ".svg", ".pdf"):
        raise SvaraError(f"--plot {shown(path)}: the name of a picture must end in .png, .svg or .pdf")
    if not find_spec("matplotlib"):
        raise SvaraError("--plot needs matplotlib: pip install matplotlib")
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    yield figure
    with replacing(path) as file:
        figure.savefig(file, format=kind.removeprefix("."))
