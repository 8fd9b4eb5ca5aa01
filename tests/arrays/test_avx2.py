"""Scoring by arithmetic and by lookup: both give the points of the golden data to every triple of bytes."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from array_cases import all_triples

from svara_eval import BACKEND
from svara_eval._arrays import loops

pytestmark = pytest.mark.compiled


def choose_avx2(wanted):
    from svara_eval._arrays import _columns

    return _columns.choose_avx2(wanted)


@pytest.fixture(params=[True, False], ids=["AVX2", "lookup"])
def columns(request):
    """The compiled module, with and without AVX2 where the processor has it."""
    from svara_eval._arrays import _columns

    choose_avx2(request.param)
    yield _columns
    choose_avx2(loops.AVX2)


@pytest.fixture(scope="module")
def expected(golden):
    """The points of all 256 * 256 * 256 triples of bytes."""
    points = np.zeros((256, 256, 256), np.int8)
    points[:32, :32, :32] = all_triples(golden)[1].reshape(32, 32, 32)
    return points


def test_all_triples_of_bytes_score_as_in_the_golden_data(columns, expected):
    second, third = (np.ascontiguousarray(axis.reshape(-1), np.uint8) for axis in np.indices((256, 256)))
    rows = np.stack([second, second, third], axis=1)
    for byte in range(256):
        rows[:, 0] = byte
        wanted, points = expected[byte].reshape(-1), np.full(65536, 99, np.int8)
        assert np.array_equal(columns.score_cards(np.full(65536, byte, np.uint8), second, third), wanted)
        columns.score_rows(rows, points, False)
        assert np.array_equal(points, wanted)


def test_any_number_of_hands_is_scored_and_nothing_beside_them(columns, expected):
    """The vectors hold 32 hands, the blocks of columns 1024, those of rows 4096."""
    random = np.random.default_rng(1)
    for count in [*range(100), 1023, 1024, 1025, 1056, 4095, 4096, 4097, 4128, 9999]:
        hands = random.integers(0, 33, (count, 3), np.uint8)
        wanted = expected[tuple(hands.T)]
        memory = np.full((2, count + 64), 99, np.int8)
        points = memory[:, 32 : 32 + count]
        columns.score_cards(*hands.T.copy(), out=points[0])
        bad = columns.score_rows(hands, points[1], False)
        assert np.array_equal(points, [wanted, wanted])
        assert bad == next(iter(np.flatnonzero(wanted == 0).tolist()), None)
        assert (memory[:, :32] == 99).all()
        assert (memory[:, 32 + count :] == 99).all()


def test_points_may_overwrite_any_of_their_columns(columns, expected):
    hands = np.random.default_rng(2).integers(0, 33, (3, 5000), np.uint8)
    for place in range(3):
        given = hands.copy()
        columns.score_cards(*given, out=given[place].view(np.int8))
        assert np.array_equal(given[place].view(np.int8), expected[tuple(hands)])


def run(simd, *command):
    environment = os.environ | {"SVARA_EVAL_SIMD": simd}
    return subprocess.run(
        [sys.executable, *command], capture_output=True, encoding="utf-8", env=environment, check=False
    )


@pytest.mark.skipif(BACKEND != "cython", reason="the compiled modules do not run")
def test_the_environment_switches_vector_instructions_off_and_the_version_tells():
    for simd, which in (("auto", "with" if choose_avx2(True) else "without"), ("off", "without")):
        assert run(simd, "-m", "svara_eval", "--version").stdout.endswith(f"(backend cython, {which} AVX2)\n")
    choose_avx2(loops.AVX2)


def test_an_unknown_value_in_the_environment_is_refused():
    error = run("on", "-c", "import svara_eval").stderr.splitlines()[-1]
    assert error == "svara_eval.errors.BackendError: SVARA_EVAL_SIMD must be auto or off, not 'on'"
