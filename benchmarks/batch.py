"""Times scoring many hands at once, beside the limits and goals that the project has set itself:

    python benchmarks/batch.py [ROWS]

It prints a Markdown table, for ten million random hands by default. Arrays are compared with copying them, and files
with ``mawk`` counting their lines, so that the ratios depend less on the machine.
"""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from functools import partial
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval import DECK, sample_deals, score_batch, score_cards
from timing import setting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

MILLION = 1_000_000
LIMITS = {
    "list of compact strings": ("≤ 40 ns", "25 ns"),
    "NumPy `S6` array": ("≤ 8 ns", "3 ns"),
    "Arrow string column": ("≤ 8 ns", "3 ns"),
}
CODES = np.array([card.code for card in DECK])


def best(calls: Sequence[Callable[[], object]], rounds: int = 9) -> list[float]:
    """The shortest time of each call in seconds. The calls take turns, so that noise affects them all alike."""
    times = [[_seconds(call) for call in calls] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def _seconds(call: Callable[[], object]) -> float:
    begin = perf_counter()
    call()
    return perf_counter() - begin


def row(what: str, limit: str, goal: str, measured: str) -> None:
    print(f"| {what} | {limit} | {goal} | {measured} |", flush=True)


def print_numbers(hands: NDArray[np.uint8]) -> None:
    n = len(hands)
    columns = [np.ascontiguousarray(hands[:, place]) for place in range(3)]
    cube = score_cards(*np.indices((32, 32, 32)))
    fortran = np.asfortranarray(hands.astype(np.int64))
    copy, batch, indexed, copies, cards, strided = best(
        [
            hands.copy,
            lambda: score_batch(hands),
            lambda: cube[columns[0], columns[1], columns[2]],
            lambda: [column.copy() for column in columns],
            lambda: score_cards(*columns),
            lambda: score_batch(fortran),
        ]
    )
    row(
        "`score_batch`, (n, 3) uint8, over copying the array",
        "≤ 5 ×",
        "≤ 2 ×",
        f"{batch / copy:.1f} × ({batch / n * 1e9:.2f} ns per hand)",
    )
    row("NumPy indexing of a 32 × 32 × 32 table over `score_batch`", "≥ 4 ×", "", f"{indexed / batch:.1f} ×")
    row(
        "`score_cards`, three uint8 columns, over copying the columns",
        "≤ 5 ×",
        "≤ 2 ×",
        f"{cards / copies:.1f} × ({cards / n * 1e9:.2f} ns per hand)",
    )
    row("`score_batch`, (n, 3) int64 in Fortran order, per hand", "", "", f"{strided / n * 1e9:.1f} ns")
    one = hands[:1]
    (call,) = best([lambda: [score_batch(one) for _ in range(1000)]])
    row("a call with one row", "≤ 2 µs", "0.7 µs", f"{call * 1e3:.2f} µs")


def print_texts(hands: NDArray[np.uint8]) -> None:
    n = len(hands)
    array = np.char.add(np.char.add(CODES[hands[:, 0]], CODES[hands[:, 1]]), CODES[hands[:, 2]]).astype("S6")
    texts = [text.decode() for text in array.tolist()]
    columns: dict[str, Any] = {
        "list of compact strings": texts,
        "NumPy `S6` array": array,
        "NumPy `U6` array": array.astype("U6"),
        "`StringDType` array": array.astype("U6").astype(np.dtypes.StringDType()),
        "array of objects": np.array(texts, object),
    }
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        print("pyarrow is not installed.", file=sys.stderr)
    else:
        columns["Arrow string column"] = pa.array(texts)
    spent = best([partial(score_batch, column) for column in columns.values()])
    for what, seconds in zip(columns, spent, strict=True):
        limit, goal = LIMITS.get(what, ("", ""))
        row(f"{what} of a million, per hand", limit, goal, f"{seconds / n * 1e9:.1f} ns")


def print_files(hands: NDArray[np.uint8]) -> None:
    mawk = which("mawk")
    with TemporaryDirectory() as folder:
        for what, limit, goal, separator, names in (
            ("compact lines", "≤ 2 ×", "1 ×", "", [card.code for card in DECK]),
            ("“7♣ K♥ 10♦” lines", "≤ 4 ×", "2 ×", " ", [str(card) for card in DECK]),
        ):
            file = Path(folder, "hands.txt")
            with file.open("w", encoding="utf-8") as out:
                for start in range(0, len(hands), MILLION):
                    some = hands[start : start + MILLION].tolist()
                    out.writelines(f"{names[a]}{separator}{names[b]}{separator}{names[c]}\n" for a, b, c in some)
            score = [sys.executable, "-m", "svara_eval", "score", "--file", str(file), "--output", f"{folder}/out"]
            count = [mawk or "mawk", "{n++} END{print n}", str(file)]
            commands = [score, count] if mawk else [score]
            runs = [partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL) for command in commands]
            seconds, *others = best(runs, rounds=5)
            ratio = f"{seconds / others[0]:.1f} × " if others else "no mawk "
            row(f"file of {what}, the whole process, over `mawk`", limit, goal, f"{ratio}({seconds:.2f} s)")
            row("its peak memory, including Python", "", "", f"{peak_mb(score):.0f} MB")


def peak_mb(command: Sequence[str]) -> float:
    """The peak memory of a process, started from a small Python since a child begins with its parent's peak."""
    code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True);"
    code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    run = subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True)
    return int(run.stdout) / 1e3


def print_deals(n: int) -> None:
    for players in (2, 10):
        (seconds,) = best([partial(sample_deals, n, players, rng=1)], rounds=5)
        limit, goal = ("≥ 50 million/s", "100") if players == 2 else ("", "")
        row(f"`sample_deals`, {players} players, one core", limit, goal, f"{n / seconds / 1e6:.0f} million/s")


def print_memory(hands: NDArray[np.uint8]) -> None:
    for what, column in (
        ("(n, 3) uint8", hands),
        ("(n, 3) int64, in Fortran order", np.asfortranarray(hands.astype(np.int64))),
        ("`S6`, every second row", np.full(2 * len(hands), b"7cKhKd")[::2]),
    ):
        tracemalloc.start()
        score_batch(column)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        row(f"memory beyond the output, {what}", "≤ 16 MB", "", f"{max(0, peak - len(hands)) / 1e6:.1f} MB")


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10 * MILLION
    print(setting(), end="\n\n")
    print("| | limit | goal | measured |\n|---|---|---|---|")
    hands = sample_deals(n, 1, rng=1)[:, 0].copy()
    print_numbers(hands)
    print_texts(hands[:MILLION])
    print_files(hands)
    print_deals(n // 2)
    print_memory(hands)


if __name__ == "__main__":
    main()
