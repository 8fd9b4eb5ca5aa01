"""``svara-eval solve``: how perfect players play heads-up, as a table, a picture, JSON or a file."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from svara_eval._cli.game_options import table_settings
from svara_eval._cli.output import replacing
from svara_eval._cli.pictures import check_picture, plot_shares
from svara_eval._cli.printing import print_json, show
from svara_eval._cli.progress import progress_bar
from svara_eval.game import to_dict

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    from svara_eval.game import Action, Settings
    from svara_eval.solver import Solution


def run(options: Namespace) -> None:
    """Solve the game, and show, draw or save the solution."""
    if options.plot is not None:
        check_picture(options.plot)
    with nullcontext() if options.save is None else replacing(options.save) as file:
        sizes = "all" if options.sizes == ["all"] else options.sizes
        solution = solved(table_settings(options), sizes=sizes, svara=options.svara)
        if file is not None:
            solution.save(file)
    if options.plot is not None:
        _plot(options.plot, solution)
    elif options.json:
        print_json(_objects(solution))
    else:
        _show(solution)


def solved(settings: Settings, **arguments: object) -> Solution:
    """Return the solution of a game, and report its progress.

    Args:
        settings: The settings of the table.
        arguments: Other arguments of ``solve``.
    """
    # For matrices as small as these, threads cost more than they save.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from svara_eval.solver import solve  # it loads NumPy

    with progress_bar(1) as progress:
        # The arguments are passed on by keyword, with the types that the options read.
        return solve(settings, progress=progress, **arguments)  # type: ignore[arg-type]


def _show(solution: Solution) -> None:
    """Show the value, a table of the blind betting and a table of the chart; in a pipe, lines for programs."""
    numbers = {
        "value": solution.values[0],
        "exploitability": solution.exploitability,
        "cutoff": solution.cutoff,
    }
    facts = [(name, f"{number:.6f}") for name, number in numbers.items()]
    lines = [(_said(line), f"{values[0]:.6f}") for line, values in solution.lines.items()]
    rows = solution.table()
    if not sys.stdout.isatty():
        cells = [(row.situation, row.points, row.action, f"{row.probability:.6f}") for row in rows]
        show("", (), [*facts, *lines, *cells])
        return
    error = solution.exploitability + solution.cutoff
    print(f"The first player wins {solution.values[0]:+.4f} chips per deal, within {error:.4f}.")
    print(f"Blind betting: {_said(solution.line)}.")
    show("What each way through the blind betting is worth", ("blind betting", "first player wins"), lines)
    columns = [*dict.fromkeys((row.situation, row.action) for row in rows)]
    found = {(row.situation, row.action, row.points): round(100 * row.probability) for row in rows}
    table = [
        (points, *(found[situation, action, points] for situation, action in columns))
        for points in dict.fromkeys(row.points for row in rows)
    ]
    show("What to do by points, in percent", ("points", *map(": ".join, columns)), table)


def _objects(solution: Solution) -> Iterator[dict[str, object]]:
    """Yield an object for the solution and one for each row of its chart, by the names of their attributes."""
    yield {
        "settings": to_dict(solution.settings),
        "sizes": solution.sizes,
        "svara": solution.svara,
        "tolerance": solution.tolerance,
        "values": solution.values,
        "gains": solution.gains,
        "exploitability": solution.exploitability,
        "cutoff": solution.cutoff,
        "line": [*map(str, solution.line)],
        "lines": [{"line": [*map(str, line)], "values": values} for line, values in solution.lines.items()],
    }
    for row in solution.table():
        yield row._asdict()


def _plot(path: str, solution: Solution) -> None:
    """Draw what to do by points, a chart for each situation."""
    charts: dict[str, dict[str, dict[str, float]]] = {}
    for row in solution.table():
        charts.setdefault(row.situation, {}).setdefault(row.action, {})[str(row.points)] = row.probability
    title = f"Heads-up Svara at limit {solution.settings.limit}: what to do by points"
    plot_shares(path, f"{title}\nBlind betting: {_said(solution.line)}", "points", charts)


def _said(actions: Iterable[Action]) -> str:
    """Return blind betting in words: "blind to 1, look"."""
    return ", ".join(map(str, actions))
