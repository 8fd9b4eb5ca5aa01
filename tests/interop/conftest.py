"""What the tests beside other tools share: all hands as a column of text, with gaps, and what each row is worth."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

if TYPE_CHECKING:
    from numpy.typing import NDArray


TOOLS = {"test_dask.py": "dask", "test_duckdb.py": "duckdb", "test_pandas.py": "pandas", "test_polars.py": "polars"}
TOOLS |= {"test_pyarrow.py": "pyarrow", "test_examples.py": "dask", "test_files.py": "polars"}
collect_ignore = [name for name, tool in TOOLS.items() if find_spec(tool) is None]


class Rows(NamedTuple):
    """Rows of a column of hands: their texts (None where one is missing) and their points (0 where it is no hand)."""

    hands: list[str | None]
    points: list[int]


@pytest.fixture(autouse=True, scope="session")
def _compiled() -> None:
    """The other tools take ``score_cards`` as a ufunc, and so only where it is one."""
    if os.environ.get("SVARA_EVAL_BACKEND") == "python":
        pytest.skip("without the compiled modules score_cards is no ufunc")


@pytest.fixture(scope="session")
def good(golden) -> Rows:
    """The 4960 hands, every other with symbols and spaces (over 12 bytes), the rest compact (under 12 bytes)."""
    hands = [line.hand if row % 2 else "".join(line.codes) for row, line in enumerate(golden)]
    return Rows(hands, [line.points for line in golden])


@pytest.fixture(scope="session")
def gaps(good) -> Rows:
    """The same, but every seventh row is missing and every eleventh no hand, each in another way."""
    rows = Rows([*good.hands], [*good.points])
    wrong = ["", "7c Kh", "7c Kh KH", "6c Kh Kd", "7c Kh Kd\N{ZERO WIDTH SPACE}", "7♣ K♥ K♦ " + "A♠ " * 50]
    for row in range(2, len(rows.hands), 7):
        rows.hands[row], rows.points[row] = None, 0
    for row in range(5, len(rows.hands), 11):
        rows.hands[row], rows.points[row] = wrong[row % len(wrong)], 0
    return rows


@pytest.fixture(scope="session")
def cards(golden) -> NDArray[np.uint8]:
    """The 4960 hands as card numbers, and after them eight rows that are none: the first card is there twice."""
    numbers = np.array([line.dealt for line in golden], np.uint8)
    return np.concatenate([numbers, numbers[:8, [0, 1, 0]]])


@pytest.fixture(scope="session")
def worth(good) -> list[int]:
    """What ``cards`` are worth."""
    return [*good.points, *[0] * 8]
