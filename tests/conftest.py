"""What the tests share: the two scorers and the golden data."""

from __future__ import annotations

import csv
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from svara_eval import Card, pure
from svara_eval._arrays import columns, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Scorer = Callable[[object], int]

COMPILED = pytest.param("cython", marks=pytest.mark.compiled)
DATA = Path(__file__).parent / "data"


class GoldenHand(NamedTuple):
    """A line of hands.tsv."""

    hand: str
    points: int
    kind: str
    cards: str
    rules: str

    @property
    def dealt(self) -> tuple[Card, Card, Card]:
        first, second, third = map(Card, self.hand.split())
        return first, second, third

    @property
    def codes(self) -> tuple[str, str, str]:
        """The cards as the second scorer takes them: ("7c", "Th", "As")."""
        first, second, third = self.dealt
        return first.code, second.code, third.code


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="session")
def golden() -> list[GoldenHand]:
    """All 4960 hands, in index order."""
    return [GoldenHand(**row | {"points": int(row["points"])}) for row in _rows("hands.tsv")]


@pytest.fixture(scope="session")
def published() -> dict[str, int]:
    """The hands whose points stand in published rules and tests."""
    return {row["hand"]: int(row["points"]) for row in _rows("published_hands.tsv")}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", action="store_true", help="run the long proofs too, and nothing else")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long proofs run only when asked for.

    Without the compiled modules their tests are skipped; where they are required, they fail instead.
    """
    proofs = [item for item in items if item.get_closest_marker("proof")]
    others = [item for item in items if not item.get_closest_marker("proof")]
    items[:], left_out = (proofs, others) if config.getoption("--proofs") else (others, proofs)
    config.hook.pytest_deselected(items=left_out)
    if find_spec("svara_eval._fast") or os.environ.get("SVARA_EVAL_REQUIRE_EXTENSION", "0") != "0":
        return
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="the compiled modules are not built"))


@pytest.fixture(params=["python", COMPILED], scope="session")
def score(request: pytest.FixtureRequest) -> Scorer:
    """Each of the two scorers, whichever the package has chosen."""
    if request.param == "python":
        return pure.score
    from svara_eval import _fast

    return _fast.score


@pytest.fixture(params=["python", COMPILED], scope="module")
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """The loops of each of the two backends under columns.py, whichever the package has chosen."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "python":
            patch.setattr(columns, "_columns", None)
            patch.setattr(columns, "score", pure.score)
            patch.setattr(columns, "score_cards", numbers._score_cards)
        else:
            from svara_eval import _fast
            from svara_eval._arrays import _columns

            patch.setattr(columns, "_columns", _columns)
            patch.setattr(columns, "score", _fast.score)
            patch.setattr(columns, "score_cards", _columns.score_cards)
        yield request.param
