"""Four players with fixed thresholds: how many deals and chips each of them wins:

python examples/four_players.py            # a million deals, some minutes
python examples/four_players.py 10000
"""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table as Drawing

from svara_eval.game import Settings, ThresholdPlayer, simulate

THRESHOLDS = (15, 17, 19, 21)


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    players = [
        ThresholdPlayer(points, raises=points + 5, joins=True) for points in THRESHOLDS
    ]
    result = simulate(players, deals, rng=34, settings=Settings(ante=10, limit=100))
    title = f"{result.deals} deals and {result.svaras} svaras, ante 10, limit 100"
    drawing = Drawing(
        "seat", "minimum points", "deals won", "chips a deal", "error", title=title
    )
    for seat, points in enumerate(THRESHOLDS):
        won = f"{result.won[seat] / deals:.2%}"
        drawing.add_row(
            f"{seat}",
            f"{points}",
            won,
            f"{result.mean[seat]:+.3f}",
            f"{result.std_error[seat]:.3f}",
        )
    Console().print(drawing)


if __name__ == "__main__":
    main()
