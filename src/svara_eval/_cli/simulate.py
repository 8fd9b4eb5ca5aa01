"""``svara-eval simulate``: what players win from one another, all at one table and each pair heads-up."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._cli.drawing import show
from svara_eval._cli.players import player_named, settings_of
from svara_eval.game._simulation import estimates

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from svara_eval.game import Simulation

_MANY = 20_000  # deals from which a simulation is worth a progress bar


def run(options: Namespace) -> None:
    """Play all at one table, then each pair heads-up, and show what each player wins."""
    names: list[str] = options.players
    for name in names:
        player_named(name, Random(0))  # an error now, not in another process
    if not 2 <= len(names) <= 10:
        raise SvaraError(f"simulate takes 2 to 10 players, not {len(names)}")
    pairs = list(combinations(range(len(names)), 2)) if len(names) > 2 else []
    deals = options.deals * (1 + len(pairs))
    with _progress(deals) as show_progress:
        result = _simulated(options, names, show_progress)
        duels = {pair: _simulated(options, [names[player] for player in pair], show_progress) for pair in pairs}
    title = f"{result.deals} deals and {result.svaras} svaras, ante {options.ante}"
    show(
        title if options.limit is None else f"{title}, limit {options.limit}",
        ("player", "plays", "won", "chips a deal", "± error"),
        [
            (place, name, f"{won / result.deals:.2%}", f"{mean:+.4f}", f"{error:.4f}")
            for place, name, won, mean, error in zip(
                range(len(names)), names, result.won, result.mean, result.std_error, strict=True
            )
        ],
    )
    if duels:
        print()
        show(
            f"Chips a deal of each player (row) against each other one (column), heads-up, {options.deals} deals each",
            ("player", *map(str, range(len(names)))),
            [(row, *(_against(duels, row, column) for column in range(len(names)))) for row in range(len(names))],
        )


def _simulated(options: Namespace, names: list[str], show_progress: Callable[[int], object]) -> Simulation:
    """The result of the deals between some players."""
    stacks = None if options.stack is None else [options.stack] * len(names)
    shuffles = -(-options.deals // len(names)) if options.duplicate else options.deals
    done = 0
    for result in estimates(
        [partial(player_named, name) for name in names],
        shuffles,
        options.seed,
        settings=settings_of(options),
        stacks=stacks,
        duplicate=options.duplicate,
        processes=options.processes,
    ):
        show_progress(result.deals - done)
        done = result.deals
    return result


def _against(duels: dict[tuple[int, int], Simulation], row: int, column: int) -> str:
    """What one player wins from another, with its standard error."""
    if row == column:
        return "-"
    duel = duels[min(row, column), max(row, column)]
    place = int(row > column)
    return f"{duel.mean[place]:+.4f} ± {duel.std_error[place]:.4f}"


@contextmanager
def _progress(deals: int) -> Iterator[Callable[[int], object]]:
    """A function to call with the number of deals just played: on a terminal it moves a progress bar."""
    if deals < _MANY or not (sys.stderr.isatty() and find_spec("rich")):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=deals)
        yield lambda more: progress.advance(task, more)
