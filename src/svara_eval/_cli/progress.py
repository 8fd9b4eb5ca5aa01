"""The progress bar of a long command, drawn on a terminal by rich."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress_bar(total: float, least: float = 0) -> Iterator[Callable[..., object]]:
    """A function to call with how much is done, and with a text to show; on a terminal it draws a progress bar.

    Args:
        total: How much there is to do.
        least: How much is worth a progress bar.
    """
    if total < least or not (sys.stderr.isatty() and find_spec("rich")):
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda done, text="": progress.update(task, completed=done, description=text)
