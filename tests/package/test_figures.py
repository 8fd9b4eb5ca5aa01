"""Every platform gives the figures of tests/data/figures.tsv: whatever its processor, byte order and size of integers.

To write that file again, run ``python tests/package/test_figures.py > tests/data/figures.tsv`` and review the changes.
"""

from __future__ import annotations

import csv
import io
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import svara_eval
from svara_eval import all_hands, explain, format_hand, hand_index, odds, score
from svara_eval.game import RandomPlayer, Settings, Table, ThresholdPlayer, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

FIGURES = Path(__file__).parents[1] / "data" / "figures.tsv"
SIMULATED = {"exact": False, "trials": 100_000, "rng": 1}


def digest(content: bytes | str) -> str:
    """The first twelve digits of the SHA-256 of bytes or of a text."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:12]


def of_numbers(order: str) -> str:
    """Points of all hands as numbers of each type with the bytes in one order."""
    hands = np.array([*map(list, all_hands())], np.uint8)
    columns = [hands.astype(order + kind) for kind in ("i2", "u2", "i4", "u4", "i8", "u8")]
    return digest(b"".join(svara_eval.score_batch(column).tobytes() for column in columns))


def of_texts(order: str) -> str:
    """Points of all hands as text, and the cards of their text, with the bytes of a character in one order."""
    texts = np.array([*map(format_hand, all_hands())]).astype(f"{order}U11")
    cards = np.array([hand.split() for hand in texts.tolist()]).astype(f"{order}U3")
    return f"{digest(svara_eval.score_batch(texts).tobytes())} {digest(svara_eval.parse_cards(cards).tobytes())}"


def saved(array: np.ndarray) -> str:
    """The file that NumPy makes of an array."""
    file = io.BytesIO()
    np.save(file, array)
    return digest(file.getvalue())


def dealt() -> str:
    """The hands of a deal at a table."""
    deal = Table(Settings(10), seats=3).next_deal(np.random.default_rng(1))
    return ", ".join(map(format_hand, deal.hands.values()))


def played() -> str:
    """Return the winnings of each of three players in a thousand deals."""
    players = [RandomPlayer(1), ThresholdPlayer(18), RandomPlayer(2)]
    return " ".join(map(str, simulate(players, 1000, rng=1, settings=Settings(1, limit=10)).net))


def counts(*question: object, **options: object) -> str:
    """Odds, as the number of deals of each outcome."""
    return " ".join(map(str, odds(*question, **options).counts))


RANGES = ["7c7d7h: 2 | Qs8s7h: 1/3 | QcJc8d", "top 20%"]

#: What is computed, each under its name in the file.
COMPUTED: dict[str, Callable[[], str]] = {
    "the points of all hands": lambda: digest(bytes(map(score, all_hands()))),
    "the explanations of all hands": lambda: digest("\n".join(str(explain(hand)) for hand in all_hands())),
    "the indices of all hands": lambda: digest(",".join(str(hand_index(hand)) for hand in all_hands())),
    "columns of little-endian numbers": lambda: of_numbers("<"),
    "columns of big-endian numbers": lambda: of_numbers(">"),
    "columns of little-endian text": lambda: of_texts("<"),
    "columns of big-endian text": lambda: of_texts(">"),
    "the points table as .npy": lambda: saved(svara_eval.points_table()),
    "the kinds table as .npy": lambda: saved(svara_eval.kinds_table()),
    "a thousand deals as .npy": lambda: saved(svara_eval.sample_deals(1000, 10, rng=1)),
    "a deal at a table": dealt,
    "chips won by three players": played,
    "exact odds against 1": lambda: counts("9c Kh Kd", 1, dead="7c"),
    "exact odds against 2": lambda: counts("9c Kh Kd", 2, dead="7c"),
    "exact odds against 9": lambda: counts("7c Kh Kd", 9),
    "exact odds against ranges": lambda: counts("As Ad 10c", RANGES),
    "simulated odds against 1": lambda: counts("9c Kh Kd", 1, dead="7c", **SIMULATED),
    "simulated odds against 2": lambda: counts("9c Kh Kd", 2, dead="7c", **SIMULATED),
    "simulated odds against 9": lambda: counts("7c Kh Kd", 9, **SIMULATED),
    "simulated odds against ranges": lambda: counts("As Ad 10c", RANGES, **SIMULATED),
}


def written() -> dict[str, str]:
    """The figures of the file."""
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return dict(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_the_file_has_every_figure():
    assert [*written()] == [*COMPUTED]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.compiled] * (name.startswith("simulated") or "deals" in name))
        for name in COMPUTED
    ],
)
def test_a_figure_is_the_same_on_every_platform(name):
    assert COMPUTED[name]() == written()[name]


if __name__ == "__main__":
    for name, figure in COMPUTED.items():
        print(name, figure(), sep="\t")
