"""``svara-eval table``: how many of the 4960 hands score each total."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from svara_eval import distribution
from svara_eval._cli.pictures import plot_bars
from svara_eval._cli.printing import print_json, show

if TYPE_CHECKING:
    from argparse import Namespace


def run(options: Namespace) -> None:
    """Show the number of hands for each total, or draw a picture of them."""
    counts = distribution()
    total = sum(counts.values())
    if options.plot is not None:
        heights = {str(points): hands for points, hands in counts.items()}
        plot_bars(options.plot, f"How many of the {total} hands of Svara score each total", "points", "hands", heights)
        return
    rows = [
        (points, hands, hands / total, below / total)
        for (points, hands), below in zip(counts.items(), accumulate(counts.values()), strict=True)
    ]
    columns = ("points", "hands", "probability", "cumulative")
    if options.json:
        print_json(dict(zip(columns, row, strict=True)) for row in rows)
        return
    show(
        f"Points of the {total} hands",
        columns,
        [(points, hands, f"{share:.6f}", f"{below:.6f}") for points, hands, share, below in rows],
        bars=[*counts.values()],
    )
