"""The options of each command, and their help."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from importlib.util import find_spec
from textwrap import dedent, fill, indent
from typing import TYPE_CHECKING

from svara_eval import BACKEND, __version__
from svara_eval._backend import SIMD, compiled
from svara_eval._cli.command_values import numbers_of_opponents, one_character, whole_number
from svara_eval._cli.printing import visible
from svara_eval._language import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from _typeshed import SupportsWrite

_HAND = 'a hand like "7c Kh Kd", or its three cards'


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line. The name of a command is that of the module that runs it."""
    whole = _command(
        _Parser,
        "svara-eval",
        "Score Svara hands, compute odds, simulate and solve the game, and play it.",
        """
        svara-eval score "7♣ K♥ K♦"
        svara-eval explain 7c Kh Kd
        svara-eval COMMAND --help
        """,
    )
    whole.add_argument("--version", action=_Version, nargs=0, help="show the version and the backend, and exit")
    whole.add_argument("--completion", action=_Completion, choices=("bash", "zsh"), help="print a completion script")
    _add_language(whole, default=None)
    commands = whole.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for add in (_score, _explain, _compare, _odds, _table, _simulate, _solve, _play):
        add(commands.add_parser)
    return whole


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the arguments of ``svara-eval``, those of the process by default."""
    whole = parser()
    options = whole.parse_args(arguments)
    if options.language is not None and options.command not in ("explain", "compare", "play"):
        whole.error(f"--language is for explain, compare and play; {options.command} has no sentences")
    options.language = options.language or LANGUAGES[0]
    return options


class _Parser(argparse.ArgumentParser):
    """A parser that prints as commands do: text that was typed is made visible, and a full disk is an error."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is sys.stdout:
            print(message, end="", flush=True)
        else:
            super()._print_message(message, file)


class _Version(argparse.Action):
    """Prints the version, the backend, and whether it scores arrays with AVX2, for which NumPy is loaded."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        if BACKEND == "cython":
            vectors = compiled("_arrays._columns").choose_avx2(SIMD)
            backend = f"cython, {'with' if vectors else 'without'} AVX2"
        else:
            backend = "python; the compiled backend is not installed or not selected"
        print(f"svara-eval {__version__} (backend {backend})")
        parser.exit()


class _Completion(argparse.Action):
    """Prints the script that completes commands, options and file names in a shell, made by shtab."""

    def __call__(self, parser: argparse.ArgumentParser, _namespace: object, shell: object, *_: object) -> None:
        if not find_spec("shtab"):
            parser.error("--completion needs shtab: pip install 'svara-eval[cli]'")
        import shtab

        (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
        for command in commands.choices.values():
            for action in command._actions:
                if action.metavar == "PATH":
                    action.complete = shtab.FILE
        print(shtab.complete(parser, str(shell)))
        parser.exit()


def _command(
    make: Callable[..., argparse.ArgumentParser], name: str, about: str, examples: str
) -> argparse.ArgumentParser:
    """Return a parser whose help describes the command and ends with examples."""
    return make(
        name,
        description=fill(about, 80),
        allow_abbrev=False,
        epilog=f"examples:\n{indent(dedent(examples).strip(), '  ')}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_outputs(command: argparse.ArgumentParser, of: str | None = None) -> None:
    """Add the options of a command that prints a table: JSON, and a picture of ``of``."""
    outputs = command.add_mutually_exclusive_group()
    outputs.add_argument("--json", action="store_true", help="print a JSON object on each line")
    if of is not None:
        outputs.add_argument("--plot", metavar="PATH", help=f"save a picture of {of} instead (.png, .svg or .pdf)")


def _add_language(command: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    """Add the option for the language, which may stand before the command or after it."""
    command.add_argument(
        "--language",
        choices=LANGUAGES,
        default=default,
        help=f"the language of explain, compare and play: {' or '.join(LANGUAGES)} (default: en)",
    )


def _score(add: Callable[..., argparse.ArgumentParser]) -> None:
    command = _command(
        partial(add, help="score hands from arguments, a file or a pipe"),
        "score",
        "Print the points of each hand, a tab and the hand as given. Without hands or a file, read one hand from each "
        "line of standard input. Blank lines and lines that begin with # are skipped.",
        """
        svara-eval score "7♣ K♥ K♦" AsAd10c
        svara-eval score 7c Kh Kd
        svara-eval score --file hands.txt --output points.tsv --errors skip
        svara-eval score --file deals.csv --column hand --output scored.csv
        svara-eval score --file deals.csv.gz --column card1,card2,card3 --errors skip
        svara-eval score --file hands.txt.gz --summary
        """,
    )
    command.add_argument("hands", nargs="*", metavar="HAND", help=_HAND)
    command.add_argument(
        "--file",
        metavar="PATH",
        help="read hands from a UTF-8 file, which may be compressed with gzip; - is standard input",
    )
    command.add_argument(
        "--output",
        metavar="PATH",
        help="write to a file, which is replaced once everything is written; compressed with gzip if its name ends in "
        ".gz",
    )
    command.add_argument(
        "--column",
        metavar="NAME|N",
        help="read a CSV file with the hands in this column, or their cards in three (a,b,c), and add a column with "
        "the points; use numbers, starting with 1, if the first row does not contain names; quote a name with a comma: "
        "'\"last, first\"'",
    )
    command.add_argument(
        "--delimiter",
        type=one_character,
        metavar="CHARACTER",
        help="the character that separates the columns, or tab (default: the first of tab, semicolon and comma in the "
        "first line)",
    )
    command.add_argument("--header", action="store_true", help="the first row contains names, with --column as numbers")
    command.add_argument("--name", metavar="NAME", help="the name of the new column (default: points)")
    command.add_argument(
        "--errors",
        choices=("raise", "skip", "coerce"),
        default="raise",
        help="at a line that is not a hand: raise stops (default), skip drops the line, coerce scores it 0; the first "
        "20 reasons go to standard error",
    )
    command.add_argument(
        "--reasons",
        action="store_true",
        help="add a column named error, which states what is wrong with each row that --errors coerce scores 0",
    )
    command.add_argument("--summary", action="store_true", help="print how many hands score each total, not the points")
    _add_outputs(command, "the summary")


def _explain(add: Callable[..., argparse.ArgumentParser]) -> None:
    command = _command(
        partial(add, help="show why a hand scores what it does"),
        "explain",
        "Show why a hand scores what it does: the reading that counts, its rules, and the readings it beats. "
        "In a pipe the columns are hand, counts or beaten, points, cards, kind, rules, reading.",
        """
        svara-eval explain "7♣ K♥ K♦"
        svara-eval explain 7c 7h Kh
        """,
    )
    command.add_argument("hands", nargs="+", metavar="HAND", help=_HAND)
    _add_outputs(command)
    _add_language(command)


def _compare(add: Callable[..., argparse.ArgumentParser]) -> None:
    command = _command(
        partial(add, help="show who wins a showdown, or ties in a svara"),
        "compare",
        "Show who wins a showdown of two or more hands, or which hands tie in a svara. In a pipe the columns are hand, "
        "cards, points, result (wins, svara or loses), reading.",
        """
        svara-eval compare "7c Kh Kd" "As Ad 10c"
        svara-eval compare QcJc8d 10hKh8c 7d9h9c
        """,
    )
    command.add_argument("hands", nargs="+", metavar="HAND", help='a hand like "7c Kh Kd"')
    _add_outputs(command)
    _add_language(command)


def _odds(add: Callable[..., argparse.ArgumentParser]) -> None:
    command = _command(
        partial(add, help="show how likely a hand is to win a showdown"),
        "odds",
        "Show how likely a hand is to win, tie or lose a showdown, and its equity, the expected share of the pot. The "
        "odds are exact if the deals can be counted, otherwise simulated. In a pipe the columns are outcome, "
        "probability, deals; simulated odds have a fourth, the standard error of the probability or equity. With --all "
        "the columns are hand, win, tie, lose, equity. With --each they are opponents or points, win, tie, lose, "
        "equity, and the standard error of the equity if the odds are simulated.",
        """
        svara-eval odds "7♣ K♥ K♦" --opponents 3
        svara-eval odds 7c Kh Kd --opponents any 20+ 15-22 --dead As 9d
        svara-eval odds "20+" --opponents "31+, 22" "top 20%"
        svara-eval odds AsAdTc --opponents "QcJc8d:2|QdJd8c:1"
        svara-eval odds AsAdTc --opponents "23+:1, 22:0.35"
        svara-eval odds AsAdTc --opponents "QcJc8d|QdJd8c" --simulate --trials 100000000 --threads 2
        svara-eval odds 7c Kh Kd --each 1-9 --plot odds.svg
        svara-eval odds --each points --opponents 2 --plot equity.svg
        svara-eval odds --all --opponents 4 > odds.tsv
        """,
    )
    command.add_argument("hands", nargs="*", metavar="HAND", help=f"{_HAND}; or a range, like those of --opponents")
    command.add_argument(
        "--opponents",
        nargs="+",
        metavar="N|WHO",
        help="the number of opponents, 1 to 9 (default: 1); or an entry for each of them: any, a hand, points like "
        '20+, 15-22, "31+, 22" or "top 20%%", or hands separated by |; with weights "23+:1, 22:0.35" or '
        "7c7d7h:2|AcAdAh:1",
    )
    command.add_argument(
        "--each",
        type=numbers_of_opponents,
        metavar="N-N|points",
        help="show the odds against each of these numbers of opponents, like 1-9; or, without a hand, the odds of each "
        "number of points",
    )
    command.add_argument("--dead", nargs="+", default=[], metavar="CARD", help="cards out of play, like As 9d")
    command.add_argument("--simulate", action="store_true", help="simulate even if the deals can be counted")
    command.add_argument(
        "--trials",
        type=whole_number,
        default=1_000_000,
        metavar="N",
        help="the number of random deals to simulate (default: 1,000,000)",
    )
    command.add_argument("--seed", type=whole_number, metavar="N", help="a seed, which makes a simulation reproducible")
    command.add_argument(
        "--threads", type=whole_number, default=1, metavar="N", help="the number of simulation threads (default: 1)"
    )
    command.add_argument("--all", action="store_true", help="list all 4960 hands")
    _add_outputs(command, "the odds")


def _table(add: Callable[..., argparse.ArgumentParser]) -> None:
    command = _command(
        partial(add, help="show how many hands score each total"),
        "table",
        "Show how many of the 4960 hands score each total. In a pipe the columns are points, hands, probability, "
        "cumulative (the probability of that many points or fewer).",
        """
        svara-eval table
        svara-eval table --plot hands.png
        """,
    )
    _add_outputs(command, "the table")


def _simulate(add: Callable[..., argparse.ArgumentParser]) -> None:
    command = _command(
        partial(add, help="play many deals between the library's players"),
        "simulate",
        "Play many deals between the library's players, and show what each wins, with its standard error: at one "
        "table, and heads-up against each other player. In a pipe the columns are seat, player, deals won, chips, "
        "chips per deal, standard error, and for each seat the chips per deal won from its player.",
        """
        svara-eval simulate 15 17 19 21 --deals 1000000 --limit 100
        svara-eval simulate 18 random --stack 50 --seed 1
        svara-eval simulate 18 random --limit 50 --duplicate --processes 2
        """,
    )
    command.add_argument(
        "players",
        nargs="+",
        metavar="POINTS|random",
        help="2 to 10 players: each is random, or a number N: the player calls or bets with N points or more, and "
        "raises with N + 5",
    )
    command.add_argument(
        "--deals",
        type=whole_number,
        default=10_000,
        metavar="N",
        help="the number of deals at each table (default: 10,000)",
    )
    _add_settings(command, ante=1)
    command.add_argument(
        "--stack", type=whole_number, metavar="N", help="the chips of each player before each deal (default: no stacks)"
    )
    command.add_argument(
        "--duplicate", action="store_true", help="play each shuffle for every seating, so that luck cancels out"
    )
    command.add_argument(
        "--processes", type=whole_number, default=1, metavar="N", help="the number of processes (default: 1)"
    )
    command.add_argument(
        "--seed", type=whole_number, metavar="N", help="a seed, which makes the simulation reproducible"
    )
    _add_outputs(command)


def _solve(add: Callable[..., argparse.ArgumentParser]) -> None:
    command = _command(
        partial(add, help="solve the heads-up game"),
        "solve",
        "Solve the heads-up game with a limit: the value for the first player, the blind betting, and what to do by "
        "points. A limit of 10 antes takes about ten seconds. In a pipe the first lines are value, exploitability, "
        "cutoff and each way through the blind betting with its value for the first player; then the columns are "
        "situation, points, action, probability.",
        """
        svara-eval solve --limit 10
        svara-eval solve --limit 10 --plot chart.png
        svara-eval solve --ante 10 --limit 100 --save hundred.npz
        """,
    )
    _add_settings(command, ante=1, required=True)
    command.add_argument(
        "--sizes",
        nargs="+",
        default=["min", "pot", "max"],
        choices=("min", "half pot", "pot", "max", "all"),
        metavar="SIZE",
        help="the bets to consider: min, 'half pot', pot, max or all (default: min pot max)",
    )
    command.add_argument(
        "--svara",
        choices=("solved", "split"),
        default="solved",
        help="what a svara is worth: the value of playing it (solved, the default), or an equal share of the pot "
        "(split), which is faster",
    )
    _add_outputs(command, "what to do by points")
    command.add_argument("--save", metavar="PATH", help="also save the solution, for svara-eval play --solution")


def _play(add: Callable[..., argparse.ArgumentParser]) -> None:
    command = _command(
        partial(add, help="play Svara at the terminal"),
        "play",
        "Play Svara at the terminal. Type ? to see what you can do and which rules apply. The cards are shuffled with "
        "the system's secure randomness, and your opponents know only what a player may know.",
        """
        svara-eval play
        svara-eval play --opponents 18 random --ante 5 --stack 200 --limit 50
        svara-eval play --opponents perfect --limit 100
        svara-eval play --language bg
        """,
    )
    command.add_argument(
        "--opponents",
        nargs="+",
        default=["17", "19", "21"],
        metavar="POINTS|random|perfect",
        help="1 to 9 opponents: each is random, or a number N: the opponent calls or bets with N points or more, and "
        "raises with N + 5; or one perfect player, at a table with a limit (default: 17 19 21)",
    )
    _add_settings(command, ante=10)
    command.add_argument(
        "--stack",
        type=whole_number,
        metavar="N",
        help="the chips of each player at the start (default: 500, or no stacks against a perfect player)",
    )
    command.add_argument(
        "--solution", metavar="PATH", help="a solution saved by svara-eval solve, instead of solving the game again"
    )
    command.add_argument(
        "--seed",
        type=whole_number,
        metavar="N",
        help="a seed: the same cards are dealt each time, so they are no longer secret",
    )
    _add_language(command)


def _add_settings(command: argparse.ArgumentParser, ante: int, *, required: bool = False) -> None:
    """Add the options for the settings of a table; ``required`` if the game is played only with a limit."""
    command.add_argument(
        "--ante",
        type=whole_number,
        default=ante,
        metavar="N",
        help=f"the chips each player pays before a deal (default: {ante})",
    )
    command.add_argument(
        "--min-bet", type=whole_number, metavar="N", help="the minimum bet and first blind (default: the ante)"
    )
    command.add_argument(
        "--min-raise", type=whole_number, metavar="N", help="the minimum raise (default: the minimum bet)"
    )
    command.add_argument(
        "--limit",
        type=whole_number,
        metavar="N",
        required=required,
        help="the most chips that a player may bet in a deal, "
        + (f"{10 * ante} for ten antes" if ante > 1 else "10 for ten antes with the default ante")
        + " (required)" * required,
    )
    command.add_argument(
        "--max-blind-multiple",
        type=whole_number,
        default=2,
        metavar="N",
        help="the largest multiple of the last blind that the next blind may be (default: 2)",
    )
