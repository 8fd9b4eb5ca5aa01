"""Checks of arguments: whole numbers and sources of randomness."""

from __future__ import annotations

import random
from random import Random

import numpy as np
import pytest

from svara_eval import SvaraError
from svara_eval._arguments import generator, whole


class Number:
    """A number that is not an int but has ``__index__``."""

    def __index__(self):
        return 5


@pytest.mark.parametrize("value", [5, np.int8(5), np.uint64(5), np.array(5), Number()])
def test_any_whole_number_becomes_an_exact_int(value):
    assert (whole(value, "trials"), type(whole(value, "trials"))) == (5, int)


@pytest.mark.parametrize(
    ("value", "bounds", "error", "message"),
    [
        (0, (1,), SvaraError, "trials must be at least 1, not 0"),
        (6, (None, 5), SvaraError, "trials must be at most 5, not 6"),
        (6, (1, 5), SvaraError, "trials must be 1 to 5, not 6"),
        (0, (1, 5), SvaraError, "trials must be 1 to 5, not 0"),
        (True, (), TypeError, "trials must be a whole number, not True of type bool"),
        (np.True_, (), TypeError, "trials must be a whole number, not np.True_ of type bool"),
        (1.0, (), TypeError, "trials must be a whole number, not 1.0 of type float"),
        ("1", (), TypeError, "trials must be a whole number, not '1' of type str"),
        (None, (), TypeError, "trials must be a whole number, not None of type NoneType"),
    ],
)
def test_other_types_and_numbers_out_of_bounds_are_refused(value, bounds, error, message):
    with pytest.raises(error) as caught:
        whole(value, "trials", *bounds)
    assert (type(caught.value), str(caught.value)) == (error, message)


def test_a_number_too_long_to_write_is_refused():
    with pytest.raises(SvaraError, match=r"^trials must be at most 5, not a number of 16610 bits$"):
        whole(10**5000, "trials", most=5)


def test_a_number_at_its_bounds_is_accepted():
    assert [whole(value, "trials", 1, 5) for value in (1, 5)] == [1, 5]


def test_a_seed_or_a_numpy_generator_gives_the_same_stream_each_time():
    assert generator(7).random() == generator(np.int64(7)).random() == Random(7).random()
    assert generator(np.random.default_rng(7)).random() == generator(np.random.default_rng(7)).random()
    assert generator(None).random() != generator(None).random()
    mine = Random(7)
    assert generator(mine) is mine


WANTED = "rng must be a random.Random, a NumPy Generator, a seed or None"


@pytest.mark.parametrize(
    ("source", "error", "message"),
    [
        ("x", TypeError, f"{WANTED}, not 'x' of type str"),
        (1.5, TypeError, f"{WANTED}, not 1.5 of type float"),
        (True, TypeError, f"{WANTED}, not True of type bool"),
        (-1, SvaraError, "rng: a seed must be at least 0, not -1"),
    ],
)
def test_any_other_source_of_randomness_is_refused(source, error, message):
    with pytest.raises(error) as caught:
        generator(source)
    assert (type(caught.value), str(caught.value)) == (error, message)


@pytest.mark.parametrize("module", [random, np.random], ids=lambda module: module.__name__)
def test_a_module_is_not_a_source_of_randomness_so_global_state_is_never_used(module):
    before = np.random.get_state()[1].tolist(), random.getstate()
    with pytest.raises(TypeError, match=f"^{WANTED}, not <module "):
        generator(module)
    assert (np.random.get_state()[1].tolist(), random.getstate()) == before
