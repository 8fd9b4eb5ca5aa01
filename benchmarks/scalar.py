"""One hand at a time, against the bars the project has set itself:

    python benchmarks/scalar.py

prints Markdown tables. A call is held against ``callable(x)``, a built-in that does next to nothing, because that
ratio means the same on every machine. Run it on an installed wheel: a source tree may have no byte code, and then
imports slower than what people install.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter

from hands import FORMS, TEXTS
from timing import Call, nanoseconds, setting

from svara_eval import pure, score

# The form of the hand: how many times a call of callable(x) score may cost, and how many it should.
BARS = {
    "compact text": (4, 2.5),
    "spaced text, suit signs": (7, 5),
    "spaced text, suit letters": (7, 5),
    "tuple of ints": (4, 2.5),
    "list of ints": (4, 2.5),
    "tuple of Cards": (4, 2.5),
    "list of Cards": (4, 2.5),
    "tuple of strings": (6, 5),
}


def print_calls() -> None:
    baseline, *scored = nanoseconds(
        [Call("callable(hand)", TEXTS), *(Call("score(hand)", FORMS[form], {"score": score}) for form in BARS)],
        rounds=500,
    )
    print("| form | ns a call | ratio to `callable(x)` | bar | goal |\n|---|---:|---:|---:|---:|")
    print(f"| `callable(x)` itself | {baseline:.1f} | 1.00 | | |")
    for (form, (bar, goal)), ns in zip(BARS.items(), scored, strict=True):
        print(f"| {form}, `{FORMS[form][0]!r}` | {ns:.1f} | {ns / baseline:.2f} | ≤ {bar} | {goal} |")


def print_the_rest() -> None:
    (reference,) = nanoseconds([Call("score(hand)", TEXTS, {"score": pure.score})], rounds=5)
    print("| | measured | bar | goal |\n|---|---:|---:|---:|")
    print(f"| reference scorer, from compact text | {reference / 1e3:.1f} µs | ≤ 30 µs | |")
    print(f"| `import svara_eval`, over bare Python | {import_ms():.1f} ms | ≤ 8 ms | 4 ms |")
    print(f"| the compiled module's file | {compiled_size()} | ≤ 100 KB | 60 KB |")


def import_ms(runs: int = 40) -> float:
    """What the import adds to the start of Python: the difference of two medians, the runs of both taking turns."""
    start_ms("import svara_eval, sys; assert 'numpy' not in sys.modules")  # and writes the byte code that is missing
    times = [(start_ms("import svara_eval"), start_ms("pass")) for _ in range(runs)]
    with_import, bare = map(median, zip(*times, strict=True))
    return with_import - bare


def start_ms(code: str) -> float:
    """How long an isolated Python takes to run the code, in a clean environment (Windows starts nothing in an empty one)."""
    environment = {name: value for name, value in os.environ.items() if name == "SYSTEMROOT"}
    begin = perf_counter()
    subprocess.run([sys.executable, "-I", "-c", code], env=environment, check=True)
    return (perf_counter() - begin) * 1e3


def compiled_size() -> str:
    spec = find_spec("svara_eval._fast")
    return f"{Path(spec.origin).stat().st_size / 1e3:.1f} KB" if spec and spec.origin else "not compiled"


if __name__ == "__main__":
    print(setting(), end="\n\n")
    print_calls()
    print()
    print_the_rest()
