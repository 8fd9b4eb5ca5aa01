"""How the benchmarks measure and print: nanoseconds a call, averaged over many different hands; rows of tables."""

from __future__ import annotations

import platform
from pathlib import Path
from time import perf_counter
from timeit import Timer
from typing import TYPE_CHECKING, NamedTuple

from svara_eval import BACKEND, __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Call(NamedTuple):
    """A statement about ``hand``, the hands to run it on, and the values of its other names."""

    statement: str
    hands: Sequence[object]
    names: Mapping[str, object] = {}


def nanoseconds(calls: Sequence[Call], seconds: float) -> list[float]:
    """The cost of each statement for a hand: the best round that fits into the time, minus the cost of the loop.

    The statements take turns, round after round, so that noise from the machine affects all of them alike and their
    ratios are meaningful. As in timeit, each is written into the loop, so that no wrapper is measured with it.
    """
    timers = [
        Timer(f"for hand in hands: {body}", globals={**call.names, "hands": call.hands})
        for call in calls
        for body in ("pass", call.statement)
    ]
    times: list[list[float]] = []
    end = perf_counter() + seconds
    while len(times) < 5 or perf_counter() < end:
        times.append([timer.timeit(1) for timer in timers])
    best = [min(times_of_one) for times_of_one in zip(*times, strict=True)]
    pairs = zip(calls, best[::2], best[1::2], strict=True)
    return [(with_call - loop) / len(call.hands) * 1e9 for call, loop, with_call in pairs]


def seconds_of(call: Callable[[], object]) -> float:
    """The seconds that a call takes."""
    begin = perf_counter()
    call()
    return perf_counter() - begin


def row(*cells: str) -> None:
    """Print a row of a Markdown table."""
    print(f"| {' | '.join(cells)} |", flush=True)


def setting() -> str:
    """Return the conditions of the figures in one line."""
    return f"svara_eval {__version__}, {BACKEND} backend, Python {platform.python_version()}, {_processor()}"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")  # platform.processor() is empty or "x86_64" on Linux
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
