"""One hand at a time, with pytest-benchmark, to compare one commit with another:

    pytest benchmarks --benchmark-only

A round is all 4960 hands, so 1 ms in its table is 0.2 µs a hand. A round of one call would read about 100 ns for a call
that takes 20. For figures without the loop, against the bars, use scalar.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hands import CARDS, FORMS, SHOWDOWNS, TEXTS
from svara_eval import explain, hand_index, pure, readings, score, showdown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pytest_benchmark.fixture import BenchmarkFixture

CASES: dict[str, tuple[Callable[[Any], object], Sequence[object]]] = {
    "callable": (callable, TEXTS),
    **{f"score, {form}": (score, hands) for form, hands in FORMS.items()},
    "reference score": (pure.score, TEXTS),
    "explain": (explain, TEXTS),
    "readings": (readings, TEXTS),
    "hand_index": (hand_index, CARDS),
    "showdown of four": (showdown, SHOWDOWNS),
}


@pytest.mark.parametrize(("call", "hands"), CASES.values(), ids=CASES.keys())
def test_all_hands(benchmark: BenchmarkFixture, call: Callable[[Any], object], hands: Sequence[object]) -> None:
    """The cost of a call on all hands of the game; ``callable`` is the cost of calling anything at all."""

    def each() -> None:
        for hand in hands:
            call(hand)

    benchmark(each)
