"""``svara-eval simulate``: many deals between the library's players, at one table and in pairs."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._arguments import whole
from svara_eval._cli.game_options import player_named, table_settings
from svara_eval._cli.printing import print_json, show
from svara_eval._cli.progress import progress_bar
from svara_eval.game import simulate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from svara_eval._cli.printing import Row
    from svara_eval.game import Simulation

    _Estimate: TypeAlias = tuple[float, float]  # a mean and its standard error

_MANY = 10_000  # deals from which a simulation is worth a progress bar


def run(options: Namespace) -> None:
    """Show each player's winnings at the table, and heads-up against each other player."""
    names = options.players
    if not 2 <= len(names) <= 10:
        raise SvaraError(f"simulate takes 2 to 10 players, not {len(names)}")
    whole(options.deals, "deals", 2)  # a single one has no standard error
    for name in names:
        player_named(name, Random(0))  # an error here, and not in another process
    everyone = tuple(range(len(names)))
    tables = dict.fromkeys([everyone, *combinations(everyone, 2)])
    total = options.deals * len(tables)
    found: dict[tuple[int, ...], Simulation] = {}
    complete = False
    with suppress(KeyboardInterrupt), progress_bar(total, _MANY) as show_progress:
        for seats in tables:
            before = sum(each.deals for each in found.values())

            def keep(result: Simulation, seats: tuple[int, ...] = seats, before: int = before) -> None:
                found[seats] = result
                done, first = before + result.deals, f"{names[seats[0]]} {result.mean[0]:+.4f}"
                show_progress(done, f"{done}/{total} deals; {first} ± {result.std_error[0]:.4f}")

            _simulate([names[seat] for seat in seats], options, keep)
        complete = True
    if everyone not in found:
        raise KeyboardInterrupt
    won = [[_won(found, seat, other) for other in everyone] for seat in everyone]
    if options.json:
        print_json(_objects(names, found[everyone], won))
    else:
        _show(names, found[everyone], won)
    if not complete:
        raise KeyboardInterrupt


def _show(names: Sequence[str], table: Simulation, won: Sequence[Sequence[_Estimate | None]]) -> None:
    """Show each player's winnings at the table and against each other player: two tables, or one in a pipe."""
    columns = ("seat", "player", "deals won", "chips", "chips per deal", "± error")
    rows: list[Row] = [
        (seat, name, table.won[seat], table.net[seat], f"{table.mean[seat]:+.4f}", f"{table.std_error[seat]:.4f}")
        for seat, name in enumerate(names)
    ]
    cells: list[Row] = [tuple(f"{cell[0]:+.4f} ± {cell[1]:.4f}" if cell else "-" for cell in row) for row in won]
    if not sys.stdout.isatty():
        show("", columns, [row + more for row, more in zip(rows, cells, strict=True)])
        return
    show(f"{table.deals} deals and {table.svaras} svaras at one table", columns, rows)
    show(
        "Head to head: chips per deal won from each other player at a table of two",
        (*columns[:2], *(f"from {seat}: {name}" for seat, name in enumerate(names))),
        [row[:2] + more for row, more in zip(rows, cells, strict=True)],
    )


def _objects(
    names: Sequence[str], table: Simulation, won: Sequence[Sequence[_Estimate | None]]
) -> Iterator[dict[str, object]]:
    """Yield an object for each seat, by the names of the attributes of :class:`~svara_eval.game.Simulation`."""
    for seat, name in enumerate(names):
        yield {
            "seat": seat,
            "player": name,
            "deals": table.deals,
            "svaras": table.svaras,
            "won": table.won[seat],
            "net": table.net[seat],
            "mean": table.mean[seat],
            "std_error": table.std_error[seat],
            "head_to_head": [cell and {"mean": cell[0], "std_error": cell[1]} for cell in won[seat]],
        }


def _won(found: Mapping[tuple[int, ...], Simulation], seat: int, other: int) -> _Estimate | None:
    """Return a player's average win from another per deal and its standard error; None if they have not played."""
    duel, place = found.get((min(seat, other), max(seat, other))), int(seat > other)
    if duel is None:
        return None
    return duel.mean[place], duel.std_error[place]


def _simulate(names: Sequence[str], options: Namespace, progress: Callable[[Simulation], None]) -> None:
    """Play the deals of the players at one table, and report the result so far; the last report is the result."""
    simulate(
        [partial(player_named, name) for name in names],
        options.deals,
        options.seed,
        settings=table_settings(options),
        stacks=None if options.stack is None else [options.stack] * len(names),
        duplicate=options.duplicate,
        processes=options.processes,
        progress=progress,
    )
