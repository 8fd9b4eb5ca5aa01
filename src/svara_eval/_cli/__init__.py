"""The command ``svara-eval``: score, explain and compare hands, their odds, and the table of all of them.

In a pipe everything is plain tab-separated UTF-8. On a terminal the commands that draw use rich, where it is installed.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from importlib.util import find_spec
from itertools import accumulate
from textwrap import dedent, fill, indent
from typing import TYPE_CHECKING, BinaryIO, Literal, TypeAlias

from svara_eval import (
    BACKEND,
    Card,
    Odds,
    Showdown,
    SvaraError,
    __version__,
    all_hands,
    distribution,
    explain,
    format_hand,
    odds,
    readings,
    showdown,
)
from svara_eval.cards import as_card
from svara_eval._cli.lines import points_or_0, replacing, score_column, score_lines
from svara_eval._odds.question import estimates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from random import Random

    from svara_eval.game import Player
    from svara_eval.types import OpponentLike


Row: TypeAlias = tuple[str | int, ...]

_LONG = 1 << 24  # bytes of a file that is worth a bar of progress
_MANY = 50_000_000  # trials that are


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 0, 2 for input that is wrong, 130 after Ctrl-C."""
    for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")
    try:
        if sys.stdout is None:
            raise SvaraError("standard output is closed")
        options = _parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has had enough (| head); nothing may be written at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130
    except (SvaraError, OSError) as error:
        with suppress(OSError, AttributeError):
            sys.stdout.flush()  # what was scored before the bad line is not lost
        reason = (
            f"{'output' if error.filename is None else repr(error.filename)}: {error.strerror}"
            if isinstance(error, OSError)
            else error
        )
        print(f"svara-eval: {reason}", file=sys.stderr)
        return 2
    return 0


# The commands ---------------------------------------------------------------------------------------------------------


def _score(options: argparse.Namespace) -> None:
    if options.hands and (options.file is not None or options.column is not None):
        raise SvaraError("give hands or a file, not both")
    with nullcontext(sys.stdout.buffer) if options.output is None else replacing(options.output) as out:
        if options.hands:
            bad = _score_arguments(options.hands, out, options.errors)
        else:
            with _opened(options.file) as file, _watched(file, options.output) as source:
                bad = _score_file(source, out, options)
    if options.errors != "raise":
        print(f"svara-eval: bad lines {'left out' if options.errors == 'skip' else 'scored 0'}: {bad}", file=sys.stderr)


def _score_arguments(hands: Sequence[str], out: BinaryIO, errors: Literal["raise", "skip", "coerce"]) -> int:
    bad = 0
    for place, hand in _arguments(hands):
        points = points_or_0(hand, place, errors)
        bad += points == 0
        if points or errors == "coerce":
            out.write(f"{points}\t{hand}\n".encode(errors="surrogateescape"))
    return bad


def _score_file(source: BinaryIO, out: BinaryIO, options: argparse.Namespace) -> int:
    if options.column is None:
        at_once = out.isatty()  # whoever types a hand waits for its points
        return score_lines(source, lambda text: (out.write(text), out.flush() if at_once else None), options.errors)
    table = io.TextIOWrapper(out, encoding="utf-8", newline="")
    try:
        return score_column(source, table, options.column, options.errors)
    finally:
        table.detach()


def _explain(options: argparse.Namespace) -> None:
    for place, hand in _arguments(options.hands):
        try:
            found = readings(hand)
        except SvaraError as error:
            raise SvaraError(f"{place}: {error}") from None
        _show(
            f"{format_hand(hand)} is worth {found[0]}",
            ("hand", "", "points", "cards", "kind", "reading"),
            [
                (
                    hand,
                    "beaten" if beaten else "counts",
                    reading.points,
                    _text(reading.cards),
                    reading.kind,
                    str(reading),
                )
                for beaten, reading in enumerate(found)
            ],
        )


def _compare(options: argparse.Namespace) -> None:
    if len(options.hands) > 1 and any(map(_is_card, options.hands)):
        raise SvaraError("put each hand in quotes, like '7c Kh Kd'")
    hands: list[str] = options.hands
    result = showdown(dict(enumerate(hands, 1)))
    winners = " and ".join(f"hand {place}" for place in result.winners)
    _show(
        f"a svara between {winners}: nobody takes the pot" if result.svara else f"{winners} wins",
        ("hand", "cards", "points", "result", "reading"),
        [
            (place, hand, points, _result(place, result), str(explain(hand)))
            for place, (hand, points) in enumerate(zip(hands, result.points, strict=True), 1)
        ],
    )


def _result(place: int, result: Showdown) -> str:
    if place not in result.winners:
        return "loses"
    return "svara" if result.svara else "wins"


def _table(options: argparse.Namespace) -> None:
    counts = distribution()
    if options.plot:
        _plot(counts, options.plot)
        return
    total = sum(counts.values())
    up_to = accumulate(counts.values())
    _show(
        f"What the {total} hands are worth",
        ("points", "hands", "probability", "cumulative"),
        [
            (points, hands, f"{hands / total:.6f}", f"{below / total:.6f}")
            for (points, hands), below in zip(counts.items(), up_to, strict=True)
        ],
        bars=list(counts.values()),
    )


def _odds(options: argparse.Namespace) -> None:
    opponents = _opponents(options.opponents)
    if options.all:
        if options.hands or not isinstance(opponents, int) or options.dead or options.simulate or options.plot:
            raise SvaraError("--all takes a number of opponents and nothing else")
        for hand in all_hands():
            fare = odds(hand, opponents)
            print(format_hand(hand), *(f"{part:.6f}" for part in (fare.win, fare.tie, fare.lose, fare.equity)), sep="\t")
        return
    hands = [hand for _, hand in _arguments(options.hands)]
    if len(hands) != 1:
        raise SvaraError(f"odds takes one hand, not {len(hands)}; put it in quotes, like '7c Kh Kd'")
    fare, whole = _found(hands[0], opponents, options)
    outcomes = ["win", *(f"tie with {others}" for others in range(1, len(fare.counts) - 1)), "lose"]
    if options.plot:
        _picture(options.plot, f"{hands[0]}: {fare}", outcomes, [count / fare.deals for count in fare.counts])
    else:
        rows: list[Row] = [
            (outcome, f"{count / fare.deals:.6f}", count) for outcome, count in zip(outcomes, fare.counts, strict=True)
        ]
        rows.append(("equity", f"{fare.equity:.6f}", fare.deals))
        _show(f"{hands[0]}: {fare}", ("outcome", "probability", "deals"), rows, bars=[*fare.counts, 0])
    if not whole:
        raise KeyboardInterrupt


def _opponents(entries: Sequence[str]) -> int | list[OpponentLike]:
    """A number of opponents, or an entry for each: "any", a hand, a range of points, or hands with bars between."""
    if len(entries) == 1 and entries[0].isdecimal() and int(entries[0]) <= 10:
        return int(entries[0])
    return [None if entry == "any" else [*entry.split("|")] if "|" in entry else entry for entry in entries]


def _found(hand: str, opponents: int | list[OpponentLike], options: argparse.Namespace) -> tuple[Odds, bool]:
    """The odds, and whether they are whole: Ctrl-C ends a simulation with the estimate so far."""
    exact = False if options.simulate else None
    arguments = {"trials": options.trials, "rng": options.seed, "threads": options.threads}
    fare = None
    with suppress(KeyboardInterrupt), _estimating(options.trials) as show:
        for fare in estimates(hand, opponents, dead=options.dead, exact=exact, **arguments):
            show(fare)
    if fare is None:
        raise KeyboardInterrupt
    return fare, fare.exact or fare.deals == options.trials


@contextmanager
def _estimating(trials: int) -> Iterator[Callable[[Odds], object]]:
    """What takes the estimate so far, and draws it with a bar of progress where somebody watches a long simulation."""
    if trials < _MANY or not (sys.stderr.isatty() and find_spec("rich")):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=trials)
        yield lambda fare: progress.update(
            task, completed=fare.deals, description=f"equity {fare.equity:.5f} ± {fare.std_error:.5f}"
        )


def _play(options: argparse.Namespace) -> None:
    from random import Random

    from svara_eval.game import Settings
    from svara_eval._cli.play import play

    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is nothing one can do
    settings = Settings(options.ante, options.min_bet, options.min_raise, options.limit, options.max_blind_multiple)
    cards, choices = None, Random()
    if options.seed is not None:  # the cards must not depend on what is done
        cards, choices = Random(options.seed), Random(f"choices {options.seed}")
    play(settings, [_player(name, choices) for name in options.opponents], options.stack, cards)


def _player(name: str, choices: Random) -> Player:
    """An opponent of the command line: the points he pays with, or "random"."""
    from svara_eval.game import RandomPlayer, ThresholdPlayer

    if name == "random":
        return RandomPlayer(choices)
    if not name.isdecimal() or len(name) > 3:
        raise SvaraError(f"the opponent {name[:20]!r} is neither a number of points nor random")
    return ThresholdPlayer(int(name), raises=int(name) + 5, joins=True)


# Reading --------------------------------------------------------------------------------------------------------------


def _arguments(hands: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The hands of the command line, each with what an error calls it.

    Three cards are one hand, also if there is a slip in one or two of them: then the error is about that.
    """
    if len(hands) == 3 and any(map(_is_card, hands)) and not any(" " in hand for hand in hands):
        hands = [" ".join(hands)]
    for number, hand in enumerate(hands, 1):
        if _is_card(hand):
            raise SvaraError(f"hand {number} is the one card {hand!r}; put each hand in quotes, like '7c Kh Kd'")
        yield f"hand {number}", hand


def _is_card(text: str) -> bool:
    try:
        as_card(text)
    except SvaraError:
        return False
    return True


def _opened(path: str | None) -> AbstractContextManager[BinaryIO]:
    if path not in (None, "-"):
        return open(str(path), "rb")
    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    return nullcontext(sys.stdin.buffer)


@contextmanager
def _watched(file: BinaryIO, output: str | None) -> Iterator[BinaryIO]:
    """The file as it is read, with a bar of progress where somebody watches a long one."""
    size = os.fstat(file.fileno()).st_size if file is not sys.stdin.buffer else 0
    shown_elsewhere = output is not None or not sys.stdout.isatty()
    if size < _LONG or not (sys.stderr.isatty() and shown_elsewhere and find_spec("rich")):
        yield file
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield progress.wrap_file(file, total=size)


# Showing --------------------------------------------------------------------------------------------------------------


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _show(title: str, columns: Sequence[str], rows: Sequence[Row], bars: Sequence[int] | None = None) -> None:
    """Rows of a table: tab-separated, or drawn on a terminal with rich, with a title, heads and a bar a row."""
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


def _plot(counts: dict[int, int], path: str) -> None:
    """Draw the distribution into a picture file."""
    _picture(path, "Hands of Svara by points", [*map(str, counts)], [*counts.values()])


def _picture(path: str, title: str, names: Sequence[str], heights: Sequence[float]) -> None:
    """Draw bars into a picture file."""
    if not find_spec("matplotlib"):
        raise SvaraError("--plot needs matplotlib: pip install matplotlib")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.subplots()
    axes.bar_label(axes.bar(names, heights), fontsize=8, fmt="%.4g")
    axes.set_title(title, fontsize=10)
    try:
        figure.savefig(path)
    except ValueError as error:  # a file name whose ending is no kind of picture
        raise SvaraError(f"--plot {path}: {error}") from None


# The arguments --------------------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _command(
        argparse.ArgumentParser,
        "svara-eval",
        "Score hands of Svara, the three-card game of Bulgaria.",
        """
        svara-eval score "7♣ K♥ K♦"
        svara-eval explain 7c Kh Kd
        svara-eval COMMAND --help
        """,
    )
    missing = "" if BACKEND == "cython" else "; the compiled one is not installed or not chosen"
    parser.add_argument("--version", action="version", version=f"svara-eval {__version__} (backend {BACKEND}{missing})")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    command = _command(
        partial(commands.add_parser, help="the points of hands, from arguments, a file or a pipe"),
        "score",
        "Print the points of each hand, a tab and the hand as given. Without a hand, read one a line from the standard "
        "input; blank lines and lines that begin with # are passed over.",
        """
        svara-eval score "7♣ K♥ K♦" AsAd10c
        svara-eval score 7c Kh Kd
        svara-eval score --file hands.txt --output points.tsv --errors skip
        svara-eval score --file deals.csv --column hand --output scored.csv
        zcat hands.gz | svara-eval score
        """,
    )
    command.add_argument("hands", nargs="*", metavar="HAND", help='a hand like "7c Kh Kd", or its three cards')
    command.add_argument(
        "--file", metavar="PATH", help="read the hands from a file, which must be UTF-8; - is standard input"
    )
    command.add_argument("--output", metavar="PATH", help="write to a file, which appears only once it is whole")
    command.add_argument(
        "--column",
        metavar="NAME|N",
        help="read a CSV or TSV table with the hands in this column, and add a column with their points",
    )
    command.add_argument(
        "--errors",
        choices=("raise", "skip", "coerce"),
        default="raise",
        help="what to do with a line that is no hand: stop (the default), leave it out, or score it 0",
    )
    command.set_defaults(run=_score)

    command = _command(
        partial(commands.add_parser, help="why a hand is worth its points"),
        "explain",
        "Show why a hand is worth its points: the reading that counts and those it beats. In a pipe the columns are "
        "hand, counts or beaten, points, cards, kind, reading.",
        """
        svara-eval explain "7♣ K♥ K♦"
        svara-eval explain 7c 7h Kh
        """,
    )
    command.add_argument("hands", nargs="+", metavar="HAND", help='a hand like "7c Kh Kd", or its three cards')
    command.set_defaults(run=_explain)

    command = _command(
        partial(commands.add_parser, help="a showdown: who wins, or a svara"),
        "compare",
        "Show down two hands or more: who wins, or who is in the svara. In a pipe the columns are hand, cards, points, "
        "result (wins, svara or loses), reading.",
        """
        svara-eval compare "7c Kh Kd" "As Ad 10c"
        svara-eval compare QcJc8d 10hKh8c 7d9h9c
        """,
    )
    command.add_argument("hands", nargs="+", metavar="HAND", help='a hand like "7c Kh Kd"')
    command.set_defaults(run=_compare)

    command = _command(
        partial(commands.add_parser, help="how a hand fares at a showdown"),
        "odds",
        "Show how a hand fares against its opponents: exact where that is within reach, else by simulation. In a pipe "
        "the columns are outcome, probability, deals (counted or simulated); the last line is the share of the pot, of "
        "all deals. With --all they are hand, win, tie, lose, equity.",
        """
        svara-eval odds "7♣ K♥ K♦" --opponents 3
        svara-eval odds 7c Kh Kd --opponents any 20+ 15-22 --dead "As 9d"
        svara-eval odds AsAdTc --opponents "QcJc8d|QdJd8c" --simulate --trials 100000000 --threads 2
        svara-eval odds --all --opponents 4 > odds.tsv
        """,
    )
    command.add_argument("hands", nargs="*", metavar="HAND", help='a hand like "7c Kh Kd", or its three cards')
    command.add_argument(
        "--opponents",
        nargs="+",
        default=["1"],
        metavar="N|WHO",
        help="how many there are, 1 to 9, or each: any, a hand, points like 20+ or 15-22, or hands with | between",
    )
    command.add_argument("--dead", default="", metavar="CARDS", help='cards out of play, like "As 9d"')
    command.add_argument("--simulate", action="store_true", help="deal at random even where counting is within reach")
    command.add_argument("--trials", type=int, default=1_000_000, metavar="N", help="deals of a simulation")
    command.add_argument("--seed", type=int, metavar="N", help="makes a simulation reproducible")
    command.add_argument("--threads", type=int, default=1, metavar="N", help="that simulate")
    command.add_argument("--all", action="store_true", help="list all 4960 hands")
    command.add_argument("--plot", metavar="FILE", help="draw it into a picture file instead (.png, .svg, .pdf)")
    command.set_defaults(run=_odds)

    command = _command(
        partial(commands.add_parser, help="how many of all hands are worth how much"),
        "table",
        "Show how many of the 4960 hands are worth how many points. In a pipe the columns are points, hands, "
        "probability, cumulative (of so many points or fewer).",
        """
        svara-eval table
        svara-eval table --plot hands.png
        """,
    )
    command.add_argument("--plot", metavar="FILE", help="draw it into a picture file instead (.png, .svg, .pdf)")
    command.set_defaults(run=_table)

    command = _command(
        partial(commands.add_parser, help="play at the terminal"),
        "play",
        "Play Svara at the terminal; ? explains what can be done and by which rule. The cards are shuffled by the "
        "secure randomness of the system, and the opponents know no more of them than a player may.",
        """
        svara-eval play
        svara-eval play --opponents 18 random --ante 5 --stack 200 --limit 50
        """,
    )
    command.add_argument(
        "--opponents",
        nargs="+",
        default=["17", "19", "21"],
        metavar="POINTS|random",
        help="each opponent, 1 to 9: the fewest points he pays with (five more and he raises), or random; 17 19 21",
    )
    command.add_argument("--ante", type=int, default=10, metavar="N", help="paid before each deal; 10")
    command.add_argument("--min-bet", type=int, metavar="N", help="the least bet and first blind; unless set, the ante")
    command.add_argument("--min-raise", type=int, metavar="N", help="the least raise; unless set, the minimum bet")
    command.add_argument("--limit", type=int, metavar="N", help="the most a player may put in during a deal")
    command.add_argument(
        "--max-blind-multiple", type=int, default=2, metavar="N", help="times the last blind, at most; 2"
    )
    command.add_argument("--stack", type=int, default=500, metavar="N", help="the chips of each seat; 500")
    command.add_argument(
        "--seed", type=int, metavar="N", help="the same cards for the same play; then they are no secret"
    )
    command.set_defaults(run=_play)
    return parser


def _command(
    make: Callable[..., argparse.ArgumentParser], name: str, about: str, examples: str
) -> argparse.ArgumentParser:
    """A parser that says what it is about and ends its help with examples."""
    return make(
        name,
        description=fill(about, 80),
        allow_abbrev=False,
        epilog=f"examples:\n{indent(dedent(examples).strip(), '  ')}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
