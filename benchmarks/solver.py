"""How long the heads-up game takes to solve, and how much memory:

    python benchmarks/solver.py             # a minute
    python benchmarks/solver.py --large     # a limit of 50 too; some minutes

It prints a Markdown table. Each game is solved in a new process with one thread, to a gap of 0.001 antes for each game
after a look. Time is in processor seconds, which a busy machine does not lengthen.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import NamedTuple

from timing import setting

SOLVE = """
import json, resource, sys, time
from svara_eval.game import Settings
from svara_eval.solver import solve
limit, sizes, svara = json.loads(sys.argv[1])
start = time.process_time()
solution = solve(Settings(ante=1, limit=limit), sizes, svara=svara)
seconds = time.process_time() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([seconds, peak, solution.values[0], solution.exploitability, solution.cutoff]))
"""


class Game(NamedTuple):
    """A game to solve, and the most processor seconds that the project has set itself."""

    limit: int
    sizes: object
    svara: str
    bar: float | None = None


MENU = ["min", "pot", "max"]
GAMES = [
    Game(5, "all", "split", 4),
    Game(10, MENU, "split", 9),
    Game(20, MENU, "split", 47),
    Game(5, MENU, "solved"),
    Game(10, MENU, "solved"),
]
LARGE = Game(50, MENU, "split", 600)


def main() -> None:
    """Solve each game, and print a row for it."""
    print(f"{setting()}\n")
    print("| limit, sizes, svara | seconds | bar | MB | value | exploitability | cutoff |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for game in GAMES + [LARGE] * ("--large" in sys.argv):
        run = subprocess.run(
            [sys.executable, "-c", SOLVE, json.dumps(game[:3])],
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "VECLIB_MAXIMUM_THREADS": "1"},
            check=True,
            capture_output=True,
            text=True,
        )
        seconds, peak, value, exploitability, cutoff = json.loads(run.stdout)
        sizes = game.sizes if game.sizes == "all" else ", ".join(MENU)
        print(
            f"| {game.limit}; {sizes}; {game.svara} | {seconds:.1f} | {game.bar or ''} | {peak:.0f} "
            f"| {value:+.4f} | {exploitability:.4f} | {cutoff:.4f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
