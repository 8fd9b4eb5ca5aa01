"""Solve the heads-up game at limits from 2 to 30, and print the table of docs/heads-up.md:

    python tools/heads_up_values.py

It takes some minutes. A svara counts as an equal share of the pot. The bets considered are the smallest, the pot and
the largest.
"""

from __future__ import annotations

from svara_eval.game import Settings
from svara_eval.solver import solve

LIMITS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30)


def main() -> None:
    """Print a row for each limit."""
    print("| limit | blind betting | first player wins | by looking first |")
    print("|---:|---|---:|---:|")
    for limit in LIMITS:
        solution = solve(Settings(ante=1, limit=limit), svara="split", tolerance=0.002)
        *blinds, _ = (str(action.to) for action in solution.line)
        look = next(values[0] for line, values in solution.lines.items() if len(line) == 1)
        print(f"| {limit} | {', '.join(['blind ' + ', '.join(blinds)] * bool(blinds) + ['look'])} "
              f"| {solution.values[0]:+.3f} | {look:+.3f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
