"""``svara-eval solve``: how perfect players play heads-up, as a table, a picture, JSON or a file."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._cli.drawing import picture, show
from svara_eval._cli.output import replacing
from svara_eval.game import Settings, to_dict

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator

    from svara_eval.game import Action
    from svara_eval.solver import Row, Solution


def run(options: Namespace) -> None:
    """Solve the game, and show, draw or save the solution."""
    settings = settings_of(options)
    sizes = "all" if options.sizes == ["all"] else options.sizes
    with replacing(options.save) if options.save else nullcontext() as file:
        solution = solved(settings, 0.001, sizes=sizes, svara=options.svara)
        if file is not None:
            solution.save(file)
    if options.plot:
        _plot(options.plot, solution)
    elif options.json:
        print(json.dumps(_plain(solution), ensure_ascii=False))
    else:
        _show(solution)


def settings_of(options: Namespace) -> Settings:
    """What the options say of the table."""
    return Settings(options.ante, options.min_bet, options.min_raise, options.limit, options.max_blind_multiple)


def solved(settings: Settings, tolerance: float, **arguments: object) -> Solution:
    """The solution of a game, with a progress bar on a terminal.

    Args:
        settings: The settings of the table.
        tolerance: The gap of each game after a look, in antes.
        arguments: Others of ``solve``.
    """
    from svara_eval.solver import solve

    if settings.limit is None:
        raise SvaraError("the game can only be solved with a limit; give one with --limit")
    with _progress() as progress:
        return solve(settings, tolerance=tolerance * settings.ante, progress=progress, **arguments)  # type: ignore[arg-type]


def said(actions: Iterable[Action]) -> str:
    """Blind betting in words: 'blind to 1, look'."""
    return ", ".join(map(str, actions))


@contextmanager
def _progress() -> Iterator[Callable[[float], object]]:
    """A function to call with the share of the work that is done; on a terminal it draws a progress bar."""
    if not (sys.stderr.isatty() and find_spec("rich")):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = (TextColumn("solving"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda share: progress.update(task, completed=share)


def _plain(solution: Solution) -> dict[str, object]:
    return {
        "settings": to_dict(solution.settings),
        "sizes": solution.sizes,
        "svara": solution.svara,
        "tolerance": solution.tolerance,
        "value": solution.value,
        "exploitability": solution.exploitability,
        "cutoff": solution.cutoff,
        "line": [*map(str, solution.line)],
        "lines": [{"line": [*map(str, line)], "value": value} for line, value in solution.lines.items()],
        "chart": [{name: getattr(row, name) for name in row.__slots__} for row in solution.table()],
    }


def _show(solution: Solution) -> None:
    """On a terminal a table of the blind betting and one of the chart; in a pipe lines for programs."""
    facts = [(name, f"{getattr(solution, name):.6f}") for name in ("value", "exploitability", "cutoff")]
    lines = [(said(line), f"{value:.6f}") for line, value in solution.lines.items()]
    rows = solution.table()
    if not (sys.stdout.isatty() and find_spec("rich")):
        show("", (), [*facts, *lines])
        show("", (), [(row.situation, row.points, row.action, f"{row.probability:.6f}") for row in rows])
        return
    ante = solution.settings.ante
    error = (solution.exploitability + solution.cutoff) / ante
    print(f"The first player wins {solution.value / ante:+.4f} antes a deal, within {error:.4f}.")
    print(f"Blind betting: {said(solution.line)}.")
    show("What each blind betting is worth to the first player", ("blind betting", "chips"), lines)
    columns = [*dict.fromkeys((row.situation, row.action) for row in rows)]
    found = {(row.situation, row.action, row.points): round(100 * row.probability) for row in rows}
    show(
        "What to do by points, in percent",
        ("points", *map(": ".join, columns)),
        [
            (points, *(found[*column, points] for column in columns))
            for points in dict.fromkeys(row.points for row in rows)
        ],
    )


def _plot(path: str, solution: Solution) -> None:
    """Draw what to do by points, a band of stacked bars for each situation."""
    rows = solution.table()
    situations = [*dict.fromkeys(row.situation for row in rows)]
    with picture(path, (10, 1 + 2.2 * len(situations))) as figure:
        line = said(solution.line)
        figure.suptitle(
            f"Heads-up at limit {solution.settings.limit}: {line}; value {solution.value:+.3f}", fontsize=10
        )
        for axes, situation in zip(figure.subplots(len(situations), squeeze=False).flat, situations, strict=True):
            _bars(axes, [row for row in rows if row.situation == situation])
            axes.set_title(situation, fontsize=9, loc="left")
            axes.set(ylim=(0, 1), yticks=[])


def _bars(axes: object, rows: list[Row]) -> None:
    colors = {"fold": "#c9ccd1", "bet": "#d9822b", "call": "#d9822b", "raise": "#b3312c"}
    points = [*map(str, dict.fromkeys(row.points for row in rows))]
    below = [0.0] * len(points)
    for place, action in enumerate(dict.fromkeys(row.action for row in rows)):
        heights = [row.probability for row in rows if row.action == action]
        color = colors[action.split()[0]]
        axes.bar(points, heights, bottom=below, label=action, color=color, alpha=1 - 0.15 * place)  # type: ignore[attr-defined]
        below = [*map(float.__add__, below, heights)]
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)  # type: ignore[attr-defined]
