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
from itertools import permutations
from pathlib import Path

import numpy as np

from svara_eval import hand_indices
from svara_eval._odds.counting import HANDS, POINTS, counter, ties_of

FILE = Path(__file__).resolve().parent.parent / "src" / "svara_eval" / "_odds" / "odds_table.bin"
OPPONENTS = range(1, 10)


def classes() -> np.ndarray:
    """The class of each hand; classes are numbered in the order of their first hands."""
    first = np.arange(len(HANDS))
    for suits in permutations((1, 2, 3)):
        for ranks in permutations((3, 4, 5, 6)):
            card = [4 * (0, 1, 2, *ranks, 7)[card >> 2] + (0, *suits)[card & 3] for card in range(32)]
            first = np.minimum(first, hand_indices(np.array(card, np.uint8)[HANDS]))
    return np.unique(first, return_inverse=True)[1].astype("<u2")


def counts(class_of: np.ndarray) -> np.ndarray:
    """The counts for each class against 1 to 9 opponents, one after another."""
    first = np.unique(class_of, return_index=True)[1]
    table = np.zeros((len(first), sum(k + 1 for k in OPPONENTS)), "<u8")
    for points in np.unique(POINTS):
        above = bool(np.count_nonzero(POINTS > points) < np.count_nonzero(POINTS < points))
        family = np.where(POINTS == points, 2, (POINTS > points) if above else (POINTS < points)).astype(np.uint8)
        of_points = counter(family, OPPONENTS[-1])
        for number in np.flatnonzero(POINTS[first] == points):
            cards = (2**32 - 1) & ~sum(1 << int(card) for card in HANDS[first[number]])
            rows = of_points.counts(cards)
            table[number] = [count for k in OPPONENTS for count in ties_of(rows, 29, k, above)]
    return table


def data() -> bytes:
    class_of = classes()
    return class_of.tobytes() + counts(class_of).tobytes()


if __name__ == "__main__":
    FILE.write_bytes(zlib.compress(data(), 9))
