"""Eight threads in the compiled modules at once, arrays that change meanwhile, and processes started in each way."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from sysconfig import get_config_var

import numpy as np
import pytest

from svara_eval import SvaraError, odds, parse_cards, sample_deals, score, score_batch, score_cards

THREADS = 8


@pytest.fixture
def _often_switched():
    """Let another thread run as often as Python can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def together(work, count=THREADS):
    """Return the results of threads that start at once; the work takes the number of the thread."""
    start = threading.Barrier(count)

    def begin(number):
        start.wait()
        return work(number)

    with ThreadPoolExecutor(count) as threads:
        return [*threads.map(begin, range(count))]


@pytest.mark.compiled
@pytest.mark.usefixtures("_often_switched")
def test_eight_threads_in_every_compiled_entry_point_get_the_results_of_one():
    from entry_points import CALLS, outcome

    expected = {name: outcome(name) for name in CALLS}

    def work(number):
        names = [*CALLS] * 3
        Random(number).shuffle(names)
        return [name for name in names if outcome(name) != expected[name]]

    assert together(work) == [[]] * THREADS


@pytest.mark.compiled
@pytest.mark.skipif(not get_config_var("Py_GIL_DISABLED"), reason="this Python always has the GIL")
def test_compiled_modules_leave_the_gil_off():
    import entry_points  # which imports them all

    assert entry_points.CALLS
    assert not sys._is_gil_enabled()


# Each changes part of an array in place, from another thread than those that score it.
TEXTS = ["7cKhKd", "A♠A♦10♣", "К♥9♣8♣", "x", "\U0001f0c7 8c 9c", ""]
CHANGING = {
    "uint8": (np.zeros((1000, 3), np.uint8), range(256)),
    "int64": (np.zeros((1000, 3), np.int64), [0, 5, 31, 32, -1, 2**62]),
    "S": (np.zeros(1000, "S24"), [text.encode() for text in TEXTS] + [b"\xff\xe2\x99", b"7c\xd0\x9a"]),
    "U": (np.zeros(1000, "U12"), TEXTS),
    "U outside Unicode": (np.zeros(1000, "U8").view(np.uint32), [0, 55, 99, 0x2663, 0x41A, 0xD800, 2**31, 2**32 - 1]),
    "StringDType": (np.array(TEXTS * 50, np.dtypes.StringDType()), [*TEXTS, "7c Kh Kd of more than fifteen bytes"]),
    "objects": (np.array(TEXTS * 50, object), [*TEXTS, None, (0, 26, 25), b"7cKhKd", 5]),
    "list": (TEXTS * 50, [*TEXTS, None, (0, 26, 25), b"7cKhKd", 5]),
}


@pytest.mark.compiled
@pytest.mark.usefixtures("_often_switched")
@pytest.mark.parametrize("kind", CHANGING)
def test_an_array_that_another_thread_changes_gives_points_or_a_documented_error(kind):
    """Each row gets the points of some hand or none; nothing is read outside of the array."""
    array, values = CHANGING[kind]
    column = array.view("U8") if kind == "U outside Unicode" else array
    fixed = np.array(["7cKhKd", "AsAdTc"] * 500)
    expected = score_batch(fixed)
    done = threading.Event()

    def change():
        rng = Random(kind)
        while not done.is_set():
            for _ in range(50):
                array[rng.randrange(len(array))] = rng.choice(values)
            if kind == "list" and rng.random() < 0.3:
                array.append(array.pop(0))

    def read():
        for errors in ("coerce", "raise") * 3:
            for call in (score_batch, parse_cards):
                try:
                    found = call(column, errors=errors)
                except (SvaraError, TypeError, IndexError):
                    continue
                totals = {255, *range(32)} if call is parse_cards else {0, *range(8, 12), *range(15, 35)}
                assert set(found.reshape(-1).tolist()) <= totals
            assert np.array_equal(score_batch(fixed), expected)

    def work(number):
        if number == 0:
            return change()
        try:
            return read()
        finally:
            finished.append(number)
            if len(finished) == THREADS - 1:
                done.set()

    finished = []
    together(work)


METHODS = multiprocessing.get_all_start_methods()  # fork, spawn and forkserver, where the system has them


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_started_in_any_way_finds_what_its_parent_finds(method):
    hands = ["7cKhKd", "A♠ A♦ 10♣", (0, 26, 25)]
    columns = np.random.default_rng(5).integers(0, 33, (3, 1000))
    questions = [{"opponents": 3}, {"opponents": ["20+"], "dead": "As"}]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(score, hands) == [*map(score, hands)]
        for question in questions:
            assert pool.apply(odds, ("7c Kh Kd",), question) == odds("7c Kh Kd", **question)
        assert np.array_equal(pool.apply(score_cards, (*columns,)), score_cards(*columns))
        table, coerced = columns.T, {"errors": "coerce"}
        assert np.array_equal(pool.apply(score_batch, (table,), coerced), score_batch(table, **coerced))


@pytest.mark.compiled
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_started_in_any_way_deals_as_its_parent_does(method):
    question = {"opponents": 9, "dead": "7c", "trials": 20_000, "rng": 1, "threads": 2, "exact": False}
    expected = odds("9c Kh Kd", **question)  # by threads that are gone when the process forks
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.apply(odds, ("9c Kh Kd",), question) == expected
        assert np.array_equal(pool.apply(sample_deals, (1000, 4), {"rng": 5}), sample_deals(1000, 4, rng=5))
