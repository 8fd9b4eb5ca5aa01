"""The compiled modules in interpreters with a GIL of their own (PEP 684): one after another, and in threads.

NumPy does not load there. So each module is loaded alone, without the Python module that calls it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from paths import DOCS, ROOT

import svara_eval

SOURCES = ROOT / "src" / "svara_eval"

# What each module must do in an interpreter of its own. `load` imports a compiled module and nothing else.
WORK = {
    "_fast": """
        fast = load("_fast")
        assert fast.score("7cKhKd") == fast.score(["7c", 26, 25]) == 31
        try:
            fast.score("7c7cKd")
        except ValueError as error:
            assert type(error).__name__ == "DuplicateCardError"
        else:
            raise AssertionError("a duplicate card was scored")
    """,
    "_arrays._deals": """
        deals = bytearray(30 * 100)
        load("_arrays._deals").fill_deals([1, 2, 3, 4], deals, 10)
        assert all(len(set(deals[start : start + 30])) == 30 for start in range(0, len(deals), 30))
    """,
    "_cli._lines": """
        written = []
        load("_cli._lines").score_lines(b"7cKhKd\\n8c 9c Tc\\n", False, False, None, written.append)
        assert written == [b"31\\t7cKhKd\\n27\\t8c 9c Tc\\n"]
    """,
    "_odds._counting": """
        from math import factorial
        counter = load("_odds._counting").Counter(bytes([1]) * 4960, False)
        sets = [factorial(29) // (6**k * factorial(k) * factorial(29 - 3 * k)) for k in range(5)]
        assert [row[0] for row in counter.counts(0x4441FFFF, 4)] == sets
        assert counter.counts(2**6 - 1, 2)[2] == [10, 0, 0]
    """,
    "_odds._simulation": """
        simulation = load("_odds._simulation")
        counts = simulation.simulate_one((1).to_bytes(8, "little") * 3, [1, 2, 3, 4], 0, 1000)
        assert counts == [1000, 0, 0]
        counts = simulation.simulate(20, bytes(range(3, 32)), 3, [], False, [1, 2, 3, 4], 0, 1000, 1, bytearray(1))
        assert sum(counts) == 1000 and counts == EXPECTED
    """,
    "envs._play": """
        sizes = 4 * 53, 17, 6, 1, 1, 1, 4, 16
        arrays = [bytearray(100 * size) for size in sizes]
        rows = load("envs._play").Rows(100, (1, 1, 1, 20, 2), (None, None), False, False, [1, 2, 3, 4], arrays)
        for choice in (0, 1):  # look, fold
            choices = choice.to_bytes(8, sys.byteorder) * 100
            assert rows.check(choices) == (-1, False)
            rows.step(choices, 0, 100)
        assert bytes(arrays[3]) == bytes([1]) * 100
    """,
}

PRELUDE = """
import sys
sys.path.insert(0, {path!r})
import svara_eval
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location

def load(name):
    for suffix in EXTENSION_SUFFIXES:
        path = svara_eval.__path__[0] + "/" + name.replace(".", "/") + suffix
        try:
            open(path).close()
        except OSError:
            continue
        name = "svara_eval." + name
        spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, path))
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

EXPECTED = {expected!r}
"""

RUN = """
import sys
from threading import Thread

try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

def in_an_interpreter(code):
    inner = interpreters.create()  # isolated, with a GIL of its own
    try:
        failure = interpreters.run_string(inner, code)
    finally:
        interpreters.destroy(inner)
    if failure is not None:
        failures.append(failure)

failures = []
if {in_main}:
    exec(code)
if {in_threads}:
    threads = [Thread(target=in_an_interpreter, args=(code,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
else:
    for _ in range(4):
        in_an_interpreter(code)
assert not failures, failures
print("done")
"""


def declared():
    """The modules whose source says that they load in interpreters with a GIL of their own."""
    return {
        ".".join(source.relative_to(SOURCES).with_suffix("").parts)
        for source in SOURCES.rglob("*.pyx")
        if "subinterpreters_compatible=own_gil" in source.read_text(encoding="utf-8")
    }


@pytest.mark.skipif(not declared(), reason="the sources of the compiled modules are not here")
def test_every_module_that_claims_to_load_in_other_interpreters_is_tested():
    assert declared() == set(WORK)


PAGE = DOCS / "architecture.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")
def test_the_documentation_names_every_module_that_loads_in_other_interpreters():
    section = PAGE.read_text(encoding="utf-8").partition("## Threads and interpreters")[2].partition("\n## ")[0]
    assert declared() <= {*re.findall(r"`([\w.]+)`", section)}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="interpreters with a GIL of their own came with Python 3.12")
@pytest.mark.parametrize("in_main", [False, True], ids=["alone", "and in the main interpreter"])
@pytest.mark.parametrize("in_threads", [False, True], ids=["one after another", "in threads"])
@pytest.mark.parametrize("name", WORK)
def test_a_compiled_module_works_in_other_interpreters(name, in_threads, in_main):
    expected = simulated() if name == "_odds._simulation" else None
    work = "\n".join(line.removeprefix(" " * 8) for line in WORK[name].splitlines())
    code = PRELUDE.format(path=str(Path(svara_eval.__file__).parent.parent), expected=expected) + work
    run = subprocess.run(
        [sys.executable, "-c", f"code = {code!r}\n" + RUN.format(in_main=in_main, in_threads=in_threads)],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"SVARA_EVAL_BACKEND": "python"},  # what the module is loaded beside does not matter
        check=False,
    )
    assert (run.stdout, run.stderr) == ("done\n", "")


def simulated():
    """The counts of the simulation in this interpreter."""
    from svara_eval._odds import _simulation

    return _simulation.simulate(20, bytes(range(3, 32)), 3, [], False, [1, 2, 3, 4], 0, 1000, 1, bytearray(1))
