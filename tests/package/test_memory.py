"""No call of a compiled module keeps memory or a reference, whether it returns or raises.

``SVARA_EVAL_CALLS`` sets how often each is called; ``nox -s memory`` makes it ten million.
"""

from __future__ import annotations

import gc
import os
import sys

import pytest

NUMBER = int(os.environ.get("SVARA_EVAL_CALLS", "50"))
ROUNDS = 20


def repeated(call):
    """The blocks of memory that many calls have left allocated, and the references to its arguments."""
    gc.collect()
    blocks, references = sys.getallocatedblocks(), references_of(call)
    for _ in range(NUMBER):
        try:  # noqa: SIM105  # suppress() would take longer than most calls
            call()
        except Exception:
            pass
    gc.collect()
    return sys.getallocatedblocks() - blocks, references_of(call) - references


def references_of(call):
    """How often the arguments of a partial, and what is in them, are referred to."""
    arguments = [*getattr(call, "args", ())]
    inner = [item for argument in arguments if type(argument) in (list, tuple) for item in argument]
    return sum(sys.getrefcount(each) for each in (*arguments, *inner) if each is not None)


@pytest.fixture
def frozen():
    """The collections need not look at what is there already."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.compiled
@pytest.mark.usefixtures("frozen")
def test_calls_keep_neither_memory_nor_references():
    """A cache of Python's may grow in some rounds of calls; a leak grows in every one."""
    from entry_points import CALLS

    leaks = [name for name, call in CALLS.items() if all(max(repeated(call)) >= NUMBER // 2 for _ in range(ROUNDS))]
    assert leaks == []


@pytest.mark.compiled
@pytest.mark.usefixtures("frozen")
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of the process as Linux states it")
def test_memory_allocated_outside_python_is_freed():
    """The counters, whose memory is that of C, and buffers too large for Python's own blocks."""
    from entry_points import CALLS

    def resident():
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    for name in ("counter", "counter of nothing", "lines", "lines with an error", "fill_deals", "simulate", "rows"):
        repeated(CALLS[name])
        before = resident()
        repeated(CALLS[name])
        assert resident() - before < 2**20, name
