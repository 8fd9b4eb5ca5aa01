"""``svara-eval score``: the points of hands given as arguments, in a file or in a pipe."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, BinaryIO, cast

from svara_eval import SvaraError, distribution, score
from svara_eval._cli.columns import columns_wanted, score_columns
from svara_eval._cli.command_values import hands_given
from svara_eval._cli.lines import score_lines
from svara_eval._cli.output import replacing, say
from svara_eval._cli.packing import is_packed, packed, unpacked
from svara_eval._cli.pictures import check_picture, plot_bars
from svara_eval._cli.printing import as_json, print_json, show, visible
from svara_eval._cli.tally import MOST_REPORTS, Tally

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from io import BufferedReader

_LONG = 1 << 24  # bytes from which reading a file is worth a progress bar


def run(options: Namespace) -> None:
    """Score hands, and report invalid hands unless the first of them ends the run."""
    _check(options)
    tally = Tally(options.errors, say)
    with _target(options) as out:
        write = _writer(out)
        if options.hands:
            _score_arguments(write, options, tally)
        else:
            with _source(options) as source:
                _score_file(source, write, options, tally)
    if options.summary:
        _summarize(tally, options)
    if options.errors != "raise":
        listed = f", of which {MOST_REPORTS} are listed" if tally.bad > MOST_REPORTS else ""
        say(f"bad lines {'left out' if options.errors == 'skip' else 'scored 0'}: {tally.bad}{listed}")


def _check(options: Namespace) -> None:
    """Refuse options that do not go together."""
    if options.hands and (options.file is not None or options.column is not None):
        raise SvaraError("give hands or a file, not both")
    if options.delimiter is not None and options.column is None:
        raise SvaraError("--delimiter needs --column; other files have no columns")
    if options.header and options.column is None:
        raise SvaraError("--header needs --column; other files have no columns")
    if options.reasons and (options.column is None or options.errors != "coerce"):
        raise SvaraError("--reasons needs --column and --errors coerce, which keeps the rows that are not hands")
    numbered = options.column is None or isinstance(columns_wanted(options.column)[0], int)
    if options.name is not None and numbered and not options.header:
        raise SvaraError("--name needs --column with a name, or --header; other files have no column names")
    if options.summary and options.output is not None:
        raise SvaraError("--summary prints a table instead of the points; --output is for the points")
    if options.plot is not None:
        if not options.summary:
            raise SvaraError("--plot needs --summary; it draws that table")
        check_picture(options.plot)


def _writer(out: BinaryIO) -> Callable[[bytes], object]:
    """Return the function that writes to a file; on a terminal it writes at once and escapes control characters."""
    if not out.isatty():
        return out.write

    def write(text: bytes) -> None:
        lines = text.decode(errors="surrogateescape").replace("\r\n", "\n")
        out.write(visible(lines, "\n\t").encode())
        out.flush()  # someone who types a hand is waiting for its points

    return write


def _score_arguments(write: Callable[[bytes], object], options: Namespace, tally: Tally) -> None:
    for place, hand in hands_given(options.hands):
        points = tally.points(hand, place)
        if tally.keeps(points):
            line = _object(hand) if options.json else f"{points}\t{hand}"
            write(f"{line}\n".encode(errors="surrogateescape"))


def _score_file(source: BinaryIO, write: Callable[[bytes], object], options: Namespace, tally: Tally) -> None:
    as_objects = options.json and not options.summary
    if options.column is not None:
        name = "points" if options.name is None else options.name
        score_columns(
            source,
            write,
            options.column,
            tally,
            name=name,
            header=options.header,
            reasons=options.reasons,
            delimiter=options.delimiter,
            json=as_objects,
        )
    else:
        score_lines(source, (lambda text: write(_objects(text))) if as_objects else write, tally)


def _objects(text: bytes) -> bytes:
    """Turn lines of points, a tab and a hand into lines of JSON."""
    hands = (line.partition("\t")[2] for line in text.decode().split("\n")[:-1])
    return "".join([f"{_object(hand)}\n" for hand in hands]).encode()


def _object(hand: str) -> str:
    """Return a hand with its points as JSON, and with the error if it is invalid."""
    try:
        return f'{{"hand": {as_json(hand)}, "points": {score(hand)}}}'
    except SvaraError as error:
        return as_json({"hand": hand, "points": 0, "error": str(error)})


def _summarize(tally: Tally, options: Namespace) -> None:
    """Show or draw how many hands score each total."""
    totals = [0, *distribution()] if options.errors == "coerce" else [*distribution()]
    counts = [tally.counts[points] for points in totals]
    hands = sum(counts)
    title = f"Points of {hands} hands" + (f" in {options.file}" if options.file not in (None, "-") else "")
    rows = [(points, count, count / max(hands, 1)) for points, count in zip(totals, counts, strict=True)]
    if options.plot is not None:
        plot_bars(options.plot, title, "points", "hands", dict(zip(map(str, totals), counts, strict=True)))
    elif options.json:
        print_json({"points": points, "count": count, "share": share} for points, count, share in rows)
    else:
        cells = [(points, count, f"{share:.6f}") for points, count, share in rows]
        show(title, ("points", "count", "share"), cells, bars=counts)


@contextmanager
def _target(options: Namespace) -> Iterator[BinaryIO]:
    """Open the output: a file, compressed if its name ends in .gz; standard output; nothing, for a summary."""
    if options.summary:
        with open(os.devnull, "wb") as file:
            yield file
    elif options.output is None:
        yield sys.stdout.buffer
    else:
        with replacing(options.output) as file:
            packs = options.output.lower().endswith(".gz")
            with packed(file) if packs else nullcontext(file) as out:
                yield out


@contextmanager
def _source(options: Namespace) -> Iterator[BinaryIO]:
    """Open the file to read, or standard input, and decompress it if needed."""
    with _file(options.file) as file:
        packs = is_packed(file, "standard input" if options.file in (None, "-") else repr(options.file))
        hidden = options.output is not None or options.summary or not sys.stdout.isatty()
        watched = _watched(file) if options.file is not None and hidden else nullcontext(file)
        with watched as read, unpacked(read) if packs else nullcontext(read) as source:
            yield source


def _file(path: str | None) -> AbstractContextManager[BufferedReader]:
    if path not in (None, "-"):
        return open(path, "rb")
    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    if sys.stdin.isatty():
        say(f"type a line for each hand; {'Ctrl-Z and Enter' if os.name == 'nt' else 'Ctrl-D'} ends")
    return nullcontext(cast("BufferedReader", sys.stdin.buffer))


@contextmanager
def _watched(file: BinaryIO) -> Iterator[BinaryIO]:
    """Show a progress bar on a terminal while a long file is read."""
    size = os.fstat(file.fileno()).st_size
    if not (size >= _LONG and sys.stderr.isatty() and find_spec("rich")):
        yield file
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield progress.wrap_file(file, total=size)
