"""Write the table of the odds against opponents of whom nothing is known, from nothing, in a few seconds:

    python tools/make_odds.py

makes src/svara_eval/_odds/odds_table.bin anew, bit for bit: for each of the 337 classes of hands that the symmetries of the rules
tell apart, and 1 to 9 opponents, in how many sets of the opponents' hands nobody beats the hero and 0, 1, … tie.
Method: count_disjoint.h. The tests check it by methods that share nothing with it.

The file, compressed by zlib, little-endian: the class of each of the 4960 hands in index order, as 16 bits; then for
each class, for 1 to 9 opponents, the counts for 0, 1, … ties, as 64 bits.
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
    """The class of each hand; classes are numbered by their first hand."""
    first = np.arange(len(HANDS))
    for suits in permutations((1, 2, 3)):
        for ranks in permutations((3, 4, 5, 6)):
            card = [4 * (0, 1, 2, *ranks, 7)[card >> 2] + (0, *suits)[card & 3] for card in range(32)]
            first = np.minimum(first, hand_indices(np.array(card, np.uint8)[HANDS]))
    return np.unique(first, return_inverse=True)[1].astype("<u2")


def counts(class_of: np.ndarray) -> np.ndarray:
    """For each class the counts of 1 to 9 opponents, one after the other."""
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
