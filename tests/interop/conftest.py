"""Fixtures of the tests beside other libraries: all hands as a column of text, with gaps, and the points of each row.

A test module is not collected without the libraries it uses, nor on the python backend, where ``score_cards`` is not a
ufunc.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

if TYPE_CHECKING:
    from numpy.typing import NDArray

LIBRARIES = {
    "test_dask.py": ["dask", "distributed", "pandas"],
    "test_duckdb.py": ["duckdb", "pandas", "polars", "pyarrow"],
    "test_examples.py": ["dask", "distributed", "duckdb", "pandas", "polars", "pyarrow", "rich"],
    "test_files.py": ["duckdb", "pandas", "polars", "pyarrow"],
    "test_foreign_memory.py": ["duckdb", "polars", "pyarrow"],
    "test_pandas.py": ["pandas", "pyarrow"],
    "test_polars.py": ["polars"],
    "test_pyarrow.py": ["pyarrow"],
    "test_tables.py": ["duckdb", "pandas", "polars", "pyarrow"],
}
collect_ignore = [
    module
    for module, libraries in LIBRARIES.items()
    if os.environ.get("SVARA_EVAL_BACKEND") == "python" or not all(map(find_spec, libraries))
]


class Rows(NamedTuple):
    """Rows of a column of hands: their texts (None if missing) and their points (0 if it is not a hand)."""

    hands: list[str | None]
    points: list[int]


@pytest.fixture(scope="session")
def good(golden) -> Rows:
    """The 4960 hands, alternately with symbols and spaces (over 12 bytes) and compact (under 12 bytes)."""
    hands = [line.hand if row % 2 else "".join(line.codes) for row, line in enumerate(golden)]
    return Rows(hands, [line.points for line in golden])


@pytest.fixture(scope="session")
def gaps(good) -> Rows:
    """The same, but every seventh row is missing, and every eleventh is invalid in one of several ways."""
    rows = Rows([*good.hands], [*good.points])
    wrong = ["", "7c Kh", "7c Kh KH", "6c Kh Kd", "7c Kh Kd\N{ZERO WIDTH SPACE}", "7♣ K♥ K♦ " + "A♠ " * 50]
    for row in range(2, len(rows.hands), 7):
        rows.hands[row], rows.points[row] = None, 0
    for row in range(5, len(rows.hands), 11):
        rows.hands[row], rows.points[row] = wrong[row % len(wrong)], 0
    return rows


@pytest.fixture(scope="session")
def cards(golden) -> NDArray[np.uint8]:
    """The 4960 hands as card numbers, then eight rows that repeat their first card."""
    numbers = np.array([line.dealt for line in golden], np.uint8)
    return np.concatenate([numbers, numbers[:8, [0, 1, 0]]])


@pytest.fixture(scope="session")
def worth(good) -> list[int]:
    """The points of ``cards``."""
    return [*good.points, *[0] * 8]
