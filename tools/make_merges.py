"""Find the order in which the solver joins classes of hands, and write src/svara_eval/solver/_merges.py:

    python tools/make_merges.py

For three players the solver plays classes of equal points alike whose opponents hold the same points about equally
often. The order is computed here once, by Ward's clustering with SciPy (the extra "proof"), so that every platform
joins the same classes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.cluster.hierarchy import linkage  # type: ignore[import-untyped]  # SciPy has no types

from svara_eval import hands_at, points_table
from svara_eval.hands import classes

TARGET = Path(__file__).resolve().parent.parent / "src" / "svara_eval" / "solver" / "_merges.py"

HEADER = '''"""The order in which classes of hands are joined for three players; tools/make_merges.py writes it."""

from typing import Final

#: The two classes that are joined next, each named by the lowest of the 337 classes in it.
MERGES: Final = (
'''


def merges() -> list[tuple[int, int]]:
    """Return the pairs of classes to join, from the most alike to the least, until one class for each total remains."""
    of = np.array(classes(), np.int64)
    points = points_table()
    cards = np.zeros((len(of), 32))
    np.put_along_axis(cards, hands_at(np.arange(len(of), dtype=np.int16)).astype(np.intp), 1, axis=1)
    first = np.unique(of, return_index=True)[1]
    totals = np.unique(points)
    disjoint = (cards[first] @ cards.T == 0).astype(float)
    held = disjoint @ (points[:, None] == totals)
    held /= held.sum(axis=1, keepdims=True)
    found = []
    for total in totals:
        members = np.flatnonzero(points[first] == total)
        if len(members) == 1:
            continue
        names = members.tolist()
        for left, right, distance, _ in linkage(held[members], "ward"):
            pair = sorted((names[int(left)], names[int(right)]))
            names.append(pair[0])
            found.append((round(distance, 12), *pair))
    found.sort(key=lambda merge: merge[0])  # stable, so that a class is made before it is joined with another
    return [(kept, joined) for _, kept, joined in found]


def main() -> None:
    """Write the module."""
    TARGET.write_text(HEADER + "".join(f"    {pair},\n" for pair in merges()) + ")\n", encoding="utf-8")


if __name__ == "__main__":
    main()
