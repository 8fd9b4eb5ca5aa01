"""Print the hands that a scorer of Svara gets wrong: check(points), where points("7c Kh Kd") is 31."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = Path(__file__).with_name("hands.tsv")


def check(points: Callable[[str], int]) -> int:
    """Print each hand with other points than in hands.tsv, and return how many there are."""
    wrong = 0
    for line in HANDS.read_text(encoding="utf-8").splitlines()[2:]:
        hand, expected, *_ = line.split("\t")
        found = points(hand)
        if found != int(expected):
            print(f"{hand}: {found!r} points, not {expected}")
            wrong += 1
    return wrong
