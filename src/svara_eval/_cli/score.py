"""``svara-eval score``: the points of hands given as arguments, in a file or in a pipe."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, BinaryIO

from svara_eval import SvaraError
from svara_eval._cli.arguments import hands_given
from svara_eval._cli.columns import score_column
from svara_eval._cli.lines import points_or_0, score_lines
from svara_eval._cli.output import replacing, say

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

_LONG = 1 << 24  # bytes from which reading a file is worth a progress bar


def run(options: Namespace) -> None:
    """Score hands, and report how many lines were not hands if those do not end the run."""
    if options.hands and (options.file is not None or options.column is not None):
        raise SvaraError("give hands or a file, not both")
    if options.name is not None and (options.column is None or options.column.isdecimal()):
        raise SvaraError("--name needs --column with a name; other tables have no names")
    with nullcontext(sys.stdout.buffer) if options.output is None else replacing(options.output) as out:
        if options.hands:
            bad = _score_arguments(out, options)
        else:
            with _source(options) as source:
                bad = _score_file(source, out, options)
    if options.errors != "raise":
        say(f"bad lines {'left out' if options.errors == 'skip' else 'scored 0'}: {bad}")


def _score_arguments(out: BinaryIO, options: Namespace) -> int:
    bad = 0
    for place, hand in hands_given(options.hands):
        points = points_or_0(hand, place, options.errors)
        bad += points == 0
        if points or options.errors == "coerce":
            out.write(f"{points}\t{hand}\n".encode(errors="surrogateescape"))
    return bad


def _score_file(source: BinaryIO, out: BinaryIO, options: Namespace) -> int:
    if options.column is not None:
        name = "points" if options.name is None else options.name
        return score_column(source, out.write, options.column, options.errors, name)
    at_once = out.isatty()  # someone who types a hand is waiting for its points
    return score_lines(source, lambda text: (out.write(text), out.flush() if at_once else None), options.errors)


def _source(options: Namespace) -> AbstractContextManager[BinaryIO]:
    """The file to read, or the standard input."""
    if options.file not in (None, "-"):
        return _opened(options.file, watched=options.output is not None or not sys.stdout.isatty())
    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    return nullcontext(sys.stdin.buffer)


@contextmanager
def _opened(path: str, *, watched: bool) -> Iterator[BinaryIO]:
    """Open a file; a long one shows a progress bar on a terminal that does not show the points."""
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if not (size >= _LONG and watched and sys.stderr.isatty() and find_spec("rich")):
            yield file
            return
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

        columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            yield progress.wrap_file(file, total=size)
