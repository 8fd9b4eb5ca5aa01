"""Rebuild the odds table byte for byte, in a few seconds:

    python tools/make_odds.py

It writes src/svara_eval/_odds/odds_table.bin: for each of the 337 classes of hands under the symmetries of the rules,
and for 1 to 9 opponents who may hold any hand, the number of sets of their hands in which nobody beats the hero and
0, 1, … tie. The method is that of count_disjoint.h. The tests check the table by independent methods.

The file is little-endian and compressed with zlib. It holds the class of each of the 4960 hands in index order, 16 bits
each; then for each class, and for 1 to 9 opponents in turn, the counts for 0, 1, … ties, 64 bits each.
"""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np

from svara_eval._odds.counting import HANDS, POINTS
from svara_eval._odds.many import ABOVE, Sets, families, ties_of
from svara_eval.hands import classes

FILE = Path(__file__).resolve().parent.parent / "src" / "svara_eval" / "_odds" / "odds_table.bin"
OPPONENTS = range(1, 10)


def counts(class_of: np.ndarray) -> np.ndarray:
    """The counts for each class against 1 to 9 opponents, one after another."""
    first = np.unique(class_of, return_index=True)[1]
    table = np.zeros((len(first), sum(k + 1 for k in OPPONENTS)), "<u8")
    for points in map(int, np.unique(POINTS)):
        above = points >= ABOVE
        sets = Sets(families(points, above=above), exactly=False)
        for number in np.flatnonzero(POINTS[first] == points):
            cards = (2**32 - 1) & ~sum(1 << int(card) for card in HANDS[first[number]])
            rows = sets.rows({cards: 1}, OPPONENTS[-1])
            table[number] = [count for k in OPPONENTS for count in (ties_of(rows, 29, k) if above else rows[k])]
    return table


def data() -> bytes:
    class_of = np.array(classes(), "<u2")
    return class_of.tobytes() + counts(class_of).tobytes()


if __name__ == "__main__":
    FILE.write_bytes(zlib.compress(data(), 9))
