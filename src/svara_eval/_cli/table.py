"""``svara-eval table``: how many of the 4960 hands score each total."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from svara_eval import distribution
from svara_eval._cli.drawing import plot, show

if TYPE_CHECKING:
    from argparse import Namespace


def run(options: Namespace) -> None:
    """Show the number of hands for each total, or draw a picture of them."""
    counts = distribution()
    if options.plot:
        plot(options.plot, "Hands of Svara by points", [*map(str, counts)], [*counts.values()])
        return
    total = sum(counts.values())
    up_to = accumulate(counts.values())
    show(
        f"Points of the {total} hands",
        ("points", "hands", "probability", "cumulative"),
        [
            (points, hands, f"{hands / total:.6f}", f"{below / total:.6f}")
            for (points, hands), below in zip(counts.items(), up_to, strict=True)
        ],
        bars=[*counts.values()],
    )
