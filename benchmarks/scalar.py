"""The speed of one hand at a time, beside the bars that the project has set itself:

    python benchmarks/scalar.py

It prints Markdown tables. A call is compared with ``callable(x)``, a built-in that does next to nothing, because the
ratio varies less between machines. Run it on an installed wheel: a source tree without byte code imports more slowly
than what people install.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

from hands import FORMS, TEXTS
from svara_eval import pure, score
from timing import Call, nanoseconds, setting

# For each form of a hand, the cost of score in calls of callable(x): at most, and the goal.
BARS = {
    "compact text": (4, 2.5),
    "spaced text, suit symbols": (7, 5),
    "spaced text, suit letters": (7, 5),
    "tuple of ints": (4, 2.5),
    "list of ints": (4, 2.5),
    "tuple of Cards": (4, 2.5),
    "list of Cards": (4, 2.5),
    "tuple of strings": (6, 5),
}


def print_calls(processes: int = 25) -> None:
    """Print medians over new processes; between them the baseline varies by a third, the scores hardly at all."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        columns = [*zip(*pool.map(calls, range(processes), chunksize=1), strict=True)]
    print("| form | ns a call | ratio to `callable(x)` | bar | goal |\n|---|---:|---:|---:|---:|")
    print(f"| `callable(x)` itself | {median(columns[0]):.1f} | 1 | | |")
    for (form, (bar, goal)), column in zip(BARS.items(), columns[1:], strict=True):
        ratio = median(ns / baseline for ns, baseline in zip(column, columns[0], strict=True))
        print(f"| {form}, `{FORMS[form][0]!r}` | {median(column):.1f} | {ratio:.2f} | ≤ {bar} | {goal} |")


def calls(_: int) -> list[float]:
    """The nanoseconds of the baseline and of each form, measured in this process."""
    scored = [Call("score(hand)", FORMS[form], {"score": score}) for form in BARS]
    return nanoseconds([Call("callable(hand)", TEXTS), *scored], seconds=0.25)


def print_the_rest() -> None:
    (reference,) = nanoseconds([Call("score(hand)", TEXTS, {"score": pure.score})], seconds=1)
    print("| | measured | bar | goal |\n|---|---:|---:|---:|")
    print(f"| reference scorer, from compact text | {reference / 1e3:.1f} µs | ≤ 30 µs | |")
    print(f"| `import svara_eval` (numpy stays unloaded), over bare Python | {import_ms():.1f} ms | ≤ 8 ms | 4 ms |")
    print(f"| the compiled module's file | {compiled_size()} | ≤ 100 KB | 60 KB |")


def import_ms(module: str = "svara_eval", runs: int = 40) -> float:
    """What the import adds to the start of Python: the difference of two medians, measured in turns."""
    start_ms(f"import {module}, sys; assert 'numpy' not in sys.modules")  # also writes missing byte code
    times = [(start_ms(f"import {module}"), start_ms("pass")) for _ in range(runs)]
    return median(with_import for with_import, _ in times) - median(bare for _, bare in times)


def start_ms(code: str) -> float:
    """The time that an isolated Python takes to run the code, in a clean environment."""
    needed = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # by Windows
    begin = perf_counter()
    subprocess.run([sys.executable, "-I", "-c", code], env=needed, check=True)
    return (perf_counter() - begin) * 1e3


def compiled_size() -> str:
    spec = find_spec("svara_eval._fast")
    return f"{Path(spec.origin).stat().st_size / 1e3:.1f} KB" if spec and spec.origin else "not compiled"


if __name__ == "__main__":
    print(setting(), end="\n\n")
    print_calls()
    print()
    print_the_rest()
