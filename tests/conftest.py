"""Shared by all tests: the golden data, the two scorers, and the selection of tests."""

from __future__ import annotations

import csv
import os
import signal
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

# Threads of NumPy's matrix products cost more than they save in matrices as small as these.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from paths import DATA, VECTORS
from terminal import Terminal

import svara_eval
from svara_eval import Card, pure
from svara_eval._arrays import deals, loops, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Scorer = Callable[[object], int]

# A busy machine is not an error. Hypothesis is not installed in Pyodide, where no test that uses it is run.
if find_spec("hypothesis"):
    from hypothesis import settings

    settings.register_profile("unhurried", deadline=None)
    settings.load_profile("unhurried")

COMPILED = pytest.param("cython", marks=pytest.mark.compiled)
PACKAGE = Path(svara_eval.__file__).parent


def _built(stub: Path) -> bool:
    return any(stub.with_name(stub.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)


#: The compiled modules that are not built. The stub of each is always installed.
MISSING = sorted(stub.stem for stub in PACKAGE.rglob("*.pyi") if not _built(stub))


class GoldenHand(NamedTuple):
    """One line of docs/vectors/hands.tsv, its cards as the library prints them."""

    hand: str
    points: int
    kind: str
    cards: str
    rules: str

    @property
    def dealt(self) -> tuple[Card, Card, Card]:
        return _dealt(self.hand)

    @property
    def codes(self) -> tuple[str, str, str]:
        """The cards in the form the second scorer takes: ("7c", "Th", "As")."""
        first, second, third = self.dealt
        return first.code, second.code, third.code


@cache
def _dealt(hand: str) -> tuple[Card, Card, Card]:
    first, second, third = map(Card, hand.split())
    return first, second, third


def _rows(path: Path) -> list[dict[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"))


def _printed(codes: str) -> str:
    """Cards as the library prints them: 10♠ for Ts."""
    return codes.translate(str.maketrans({"T": "10", "c": "♣", "d": "♦", "h": "♥", "s": "♠"}))


@pytest.fixture(scope="session")
def golden() -> list[GoldenHand]:
    """All 4960 hands, in index order."""
    return [
        GoldenHand(_printed(row["hand"]), int(row["points"]), row["kind"], _printed(row["cards"]), row["rules"])
        for row in _rows(VECTORS / "hands.tsv")
    ]


@pytest.fixture(scope="session")
def published() -> dict[str, int]:
    """Hands whose points are given in published rules and tests."""
    return {row["hand"]: int(row["points"]) for row in _rows(DATA / "published_hands.tsv")}


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c() -> None:
    """Ctrl-C interrupts, even where pytest was started in the background, for which a shell ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", action="store_true", help="run only the long proofs")


def pytest_configure() -> None:
    """Refuse to run if required compiled modules are missing, instead of skipping their tests."""
    if MISSING and os.environ.get("SVARA_EVAL_REQUIRE_EXTENSION", "0") != "0":
        raise pytest.UsageError(f"SVARA_EVAL_REQUIRE_EXTENSION is set, but {', '.join(MISSING)} are not built")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the long proofs or the other tests, and skip compiled tests where compiled modules do not run."""
    proofs = [item for item in items if item.get_closest_marker("proof")]
    others = [item for item in items if not item.get_closest_marker("proof")]
    items[:], left_out = (proofs, others) if config.getoption("--proofs") else (others, proofs)
    config.hook.pytest_deselected(items=left_out)
    if MISSING or svara_eval.BACKEND == "python":
        reason = f"{', '.join(MISSING)} not built" if MISSING else "SVARA_EVAL_BACKEND is python"
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(params=["python", COMPILED], scope="session")
def score(request: pytest.FixtureRequest) -> Scorer:
    """Each of the two scorers, whichever one the package uses."""
    if request.param == "python":
        return pure.score
    from svara_eval import _fast

    return _fast.score


@pytest.fixture(params=["python", COMPILED], scope="module")
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each of the two backends in turn, whichever one the package uses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deals, "BACKEND", request.param)
        if request.param == "python":
            patch.setattr(loops, "rows", plain)
            patch.setattr(loops, "arrow", None)
        else:
            from svara_eval._arrays import _arrow, _columns

            patch.setattr(loops, "rows", _columns)
            patch.setattr(loops, "arrow", _arrow)
        yield request.param


@pytest.fixture
def terminal():
    """Return a function that seats a person at a terminal, to play with the given options."""
    pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    games = []

    def sit_down(*arguments, **options):
        games.append(Terminal(*arguments, **options))
        return games[-1]

    yield sit_down
    for game in games:
        game.close()
