"""Report the progress of a long command on standard error: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING

from svara_eval._cli.output import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SECONDS = 30.0  # between two lines


@contextmanager
def progress_bar(total: float, least: float = 0) -> Iterator[Callable[..., object]]:
    """Yield a callback that reports progress, given how much is done and a text to show.

    On a terminal, rich draws a bar. Elsewhere, or without rich, a line appears every half minute.

    Args:
        total: The amount of work.
        least: The smallest amount of work that gets a bar.
    """
    if total < least or not (sys.stderr.isatty() and find_spec("rich")):
        last = monotonic()

        def report(done: float, text: str = "") -> None:
            nonlocal last
            if monotonic() - last >= _SECONDS:
                last = monotonic()
                say(f"{done / total:.0%} done{text and ', '}{text}")

        yield report
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda done, text="": progress.update(task, completed=done, description=text)
