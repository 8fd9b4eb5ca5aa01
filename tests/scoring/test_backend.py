"""Which scorer runs, and what importing the package loads."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from svara_eval import BackendError, SvaraError, _version, all_hands, pure

HAND = "7♣ K♥ K♦"


def python(code: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter."""
    return subprocess.run(
        [sys.executable, *options, "-c", code],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        check=False,
    )


def last_line(run: subprocess.CompletedProcess[str]) -> str:
    return (run.stderr or run.stdout).strip().splitlines()[-1]


@pytest.mark.parametrize("backend", ["python", pytest.param("cython", marks=pytest.mark.compiled)])
def test_the_environment_chooses_the_backend(backend):
    run = python(f"import svara_eval as s; print(s.BACKEND, s.score('{HAND}'))", SVARA_EVAL_BACKEND=backend)
    assert run.stdout == f"{backend} 31\n", run.stderr


@pytest.mark.compiled
def test_the_compiled_scorer_runs_if_it_is_built():
    assert python("import svara_eval; print(svara_eval.BACKEND)", SVARA_EVAL_BACKEND="auto").stdout == "cython\n"


def test_an_unknown_backend_is_refused():
    run = python("import svara_eval", SVARA_EVAL_BACKEND="rust")
    assert last_line(run).endswith("BackendError: SVARA_EVAL_BACKEND must be auto, cython or python, not 'rust'")


def test_a_broken_installation_is_not_bad_input():
    assert issubclass(BackendError, RuntimeError)
    assert not issubclass(BackendError, (SvaraError, ValueError))


WITHOUT_FAST = "import sys; sys.modules['svara_eval._fast'] = None; import svara_eval; print(svara_eval.BACKEND)"


def test_without_the_compiled_scorer_the_reference_runs():
    assert last_line(python(WITHOUT_FAST, SVARA_EVAL_BACKEND="auto")) == "python"


def test_asking_for_a_missing_compiled_scorer_raises_an_error():
    assert last_line(python(WITHOUT_FAST, SVARA_EVAL_BACKEND="cython")) == (
        "svara_eval.errors.BackendError: the compiled module _fast cannot be loaded "
        "(import of svara_eval._fast halted; None in sys.modules); "
        "with a C compiler, run pip install --force-reinstall --no-cache-dir --no-binary svara-eval svara-eval"
    )


STALE = """
import sys, types
fast = sys.modules["svara_eval._fast"] = types.ModuleType("svara_eval._fast")
fast.VERSION, fast.DIGEST, fast.score = {version!r}, {digest!r}, None
import svara_eval
"""


@pytest.mark.parametrize(("version", "digest"), [("0.0.0", _version.DIGEST), (_version.__version__, "0" * 64)])
def test_a_stale_compiled_scorer_is_refused(version, digest):
    run = python(STALE.format(version=version, digest=digest), SVARA_EVAL_BACKEND="auto")
    assert last_line(run) == (
        f"svara_eval.errors.BackendError: the compiled module _fast is stale (version {version}, tables {digest[:8]}; "
        f"the package has {_version.__version__}, {_version.DIGEST[:8]}); "
        "with a C compiler, run pip install --force-reinstall --no-cache-dir --no-binary svara-eval svara-eval"
    )


def test_importing_loads_nothing_heavy_and_nothing_third_party():
    code = (
        "import sys; before = set(sys.modules); import svara_eval; new = set(sys.modules) - before;"
        "print(sorted(name for name in new if name.partition('.')[0] != 'svara_eval'))"
    )
    light = {
        "__future__",
        "operator",
        "_operator",
        "itertools",
        "math",
        "math.integer",
        "_math_integer",
        "unicodedata",
        "cython_runtime",
    }
    loaded = set(eval(python(code, "-I").stdout))
    assert {name for name in loaded if not name.startswith("_cython")} <= light


def test_validation_does_not_disappear_under_dash_o():
    run = python("import svara_eval; svara_eval.score('7c 7c 8d')", "-OO")
    assert last_line(run).startswith("svara_eval.errors.DuplicateCardError: 7♣ is given twice (card 1 and card 2 of ")


def test_many_threads_score_the_same(score):
    hands = list(all_hands())
    expected = [pure.score(hand) for hand in hands]
    together = threading.Barrier(4)

    def scored(_):
        together.wait()
        return [score(hand) for hand in hands]

    with ThreadPoolExecutor(4) as threads:
        assert all(points == expected for points in threads.map(scored, range(4)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_scoring_works_after_a_fork(score):
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(score, (HAND,)) == 31


SUBINTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
INSIDE = '''
import svara_eval
assert svara_eval.BACKEND == "cython"
assert svara_eval.score("7cKhKd") == svara_eval.score(["7c", 26, 25]) == 31
try:
    svara_eval.score("7c7cKd")
except svara_eval.DuplicateCardError:
    pass
else:
    raise AssertionError
'''
for _ in range(3):
    inner = interpreters.create()  # isolated, with a GIL of its own
    failure = interpreters.run_string(inner, INSIDE)
    assert failure is None, failure
    interpreters.destroy(inner)
print("scored")
"""


@pytest.mark.compiled
@pytest.mark.skipif(sys.version_info < (3, 12), reason="interpreters with a GIL of their own came with Python 3.12")
def test_the_compiled_scorer_loads_in_isolated_subinterpreters():
    run = python(SUBINTERPRETER, SVARA_EVAL_BACKEND="cython")
    assert run.stdout == "scored\n", run.stderr


@pytest.mark.compiled
@pytest.mark.skipif(
    not hasattr(sys, "_is_gil_enabled") or sys._is_gil_enabled(), reason="this Python always has the GIL"
)
def test_importing_the_compiled_scorer_leaves_the_gil_off():
    assert python("import svara_eval, sys; print(sys._is_gil_enabled())", "-W", "error").stdout == "False\n"


@pytest.mark.parametrize("name", ["envs", "game", "solver"])
def test_a_package_is_listed_and_loaded_when_it_is_touched(name):
    code = (
        f"import sys, svara_eval as s; print({name!r} in dir(s), 'svara_eval.{name}' in sys.modules, s.{name}.__name__)"
    )
    assert python(code).stdout == f"True False svara_eval.{name}\n"
