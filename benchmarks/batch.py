"""The speed of many hands at once, beside the bars and goals that the project has set itself:

    python benchmarks/batch.py [ROWS]

It prints a Markdown table, for ten million random hands by default. Arrays are compared with copying them, and files
with ``mawk`` counting their lines, so that the ratios depend less on the machine. With ``SVARA_EVAL_SIMD=off`` in the
environment it measures what processors without AVX2 do.
"""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval import (
    DECK,
    hand_indices,
    invalid_rows,
    kinds_table,
    parse_cards,
    sample_deals,
    score_batch,
    score_cards,
)
from svara_eval._arrays.loops import AVX2
from timing import row, seconds_of, setting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

MILLION = 1_000_000
BARS = {
    "list of compact strings": ("≤ 5 ns", "3.3 ns"),
    "NumPy `S6` array": ("≤ 2.2 ns", "1.5 ns"),
    "Arrow string column": ("≤ 2.9 ns", "2 ns"),
    "Arrow table of three columns of text": ("≤ 12 ns", ""),
    "pandas frame of three columns of text": ("≤ 12 ns", ""),
    "polars frame of three columns of text": ("≤ 12 ns", ""),
    "NumPy `S2` array, (n, 3)": ("≤ 12 ns", ""),
}
CODES = np.array([card.code for card in DECK], "U2")


def best(calls: Sequence[Callable[[], object]], rounds: int = 9) -> list[float]:
    """The shortest time of each call in seconds. The calls take turns, so that noise affects them all alike."""
    times = [[seconds_of(call) for call in calls] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


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
        "≤ 2 ×",
        "1.4 ×",
        f"{batch / copy:.1f} × ({batch / n * 1e9:.2f} ns per hand)",
    )
    row("NumPy indexing of a 32 × 32 × 32 table over `score_batch`", "≥ 4 ×", "", f"{indexed / batch:.1f} ×")
    row(
        "`score_cards`, three uint8 columns, over copying the columns",
        "≤ 1.2 ×",
        "0.8 ×",
        f"{cards / copies:.1f} × ({cards / n * 1e9:.2f} ns per hand)",
    )
    row("`score_batch`, (n, 3) int64 in Fortran order, per hand", "", "", f"{strided / n * 1e9:.1f} ns")
    print_one_call(hands)
    (kinds,) = best([lambda: kinds_table()[hand_indices(hands)]], rounds=3)
    row("the kinds of an array of hands, per hand", "", "", f"{kinds / n * 1e9:.0f} ns")


def print_one_call(hands: NDArray[np.uint8]) -> None:
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
    columns |= tables(hands)
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        print("pyarrow is not installed.", file=sys.stderr)
    else:
        columns["Arrow string column"] = pa.array(texts)
    shuffled = texts.copy()
    Random(1).shuffle(shuffled)
    calls = [partial(score_batch, column) for column in [*columns.values(), shuffled]]
    *spent, scattered = best(calls)
    for what, seconds in zip(columns, spent, strict=True):
        bar, goal = BARS.get(what, ("", ""))
        row(f"{what}, a million rows, per hand", bar, goal, f"{seconds / n * 1e9:.1f} ns")
    row("a list in random order of memory over one in order", "≤ 5 ×", "", f"{scattered / spent[0]:.1f} ×")
    codes = CODES[hands[:, 0]].astype("S2")
    codes[:: n // 50] = b"6h"
    array[:: n // 50] = b"6h7c8c"
    parsed, found = best([partial(parse_cards, codes, errors="coerce"), partial(invalid_rows, array)])
    row("`parse_cards` of an `S2` array, per card", "", "", f"{parsed / n * 1e9:.1f} ns")
    row("`invalid_rows`, 50 in an `S6` array of a million", "", "", f"{found * 1e3:.1f} ms")


def tables(hands: NDArray[np.uint8]) -> dict[str, Any]:
    """The hands with a card in each of three columns, as text."""
    cards = CODES[hands].astype("S2")
    columns = {name: column.astype("U2").tolist() for name, column in zip("abc", cards.T, strict=True)}
    found: dict[str, Any] = {"NumPy `S2` array, (n, 3)": cards}
    for what, library, make in (
        ("Arrow table", "pyarrow", "table"),
        ("pandas frame", "pandas", "DataFrame"),
        ("polars frame", "polars", "DataFrame"),
    ):
        try:
            found[f"{what} of three columns of text"] = getattr(import_module(library), make)(columns)
        except ModuleNotFoundError:
            print(f"{library} is not installed.", file=sys.stderr)
    return found


def print_files(hands: NDArray[np.uint8]) -> None:
    mawk = which("mawk")
    with TemporaryDirectory() as folder:
        for what, bar, goal, separator, names in (
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
            row(f"file of {what}, the whole process, over `mawk`", bar, goal, f"{ratio}({seconds:.2f} s)")
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
        bar, goal = ("≥ 50 million/s", "100") if players == 2 else ("", "")
        row(f"`sample_deals`, {players} players, one core", bar, goal, f"{n / seconds / 1e6:.0f} million/s")


def print_memory(hands: NDArray[np.uint8]) -> None:
    for what, column in (
        ("(n, 3) uint8", hands),
        ("(n, 3) int64, in Fortran order", np.asfortranarray(hands.astype(np.int64))),
        ("`S6`, every second row", np.full(2 * len(hands), b"7cKhKd", "S6")[::2]),
    ):
        tracemalloc.start()
        score_batch(column)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        row(f"memory beyond the output, {what}", "≤ 16 MB", "", f"{max(0, peak - len(hands)) / 1e6:.1f} MB")


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10 * MILLION
    print(f"{setting()}, {'with' if AVX2 else 'without'} AVX2", end="\n\n")
    print("| | bar | goal | measured |\n|---|---|---|---|")
    hands = sample_deals(n, 1, rng=1)[:, 0].copy()
    print_numbers(hands)
    print_texts(hands[:MILLION])
    print_files(hands)
    print_deals(n // 2)
    print_memory(hands)


if __name__ == "__main__":
    main()
