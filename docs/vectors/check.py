"""Print the hands that a scorer of Svara gets wrong: check(points), where points("7c Kh Kd") is 31."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = Path(__file__).with_name("hands.tsv")


def check(points: Callable[[str], int]) -> int:
    """Print each hand with other points than in hands.tsv, in some order of its cards; return how many there are."""
    wrong = 0
    for line in HANDS.read_text(encoding="utf-8").splitlines()[2:]:
        hand, expected, *_ = line.split("\t")
        for cards in map(" ".join, permutations(hand.split())):
            found = points(cards)
            if found != int(expected):
                print(f"{cards}: {found!r} points, not {expected}")
                wrong += 1
                break
    return wrong
