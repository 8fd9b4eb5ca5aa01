"""Checks of arguments: whole numbers, sources of randomness, and how messages show values."""

from __future__ import annotations

import itertools
import random
from random import Random

import numpy as np
import pytest

from svara_eval import CardError, SvaraError
from svara_eval._numbers import generator, located, shown, whole


class Number:
    """A number that is not an int but has ``__index__``."""

    def __index__(self):
        return 5


@pytest.mark.parametrize("value", [5, np.int8(5), np.uint64(5), np.array(5), Number()])
def test_anything_with_index_becomes_an_exact_int(value):
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
        (-1, SvaraError, "rng, a seed, must be at least 0, not -1"),
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


class Liar(str):
    """A str that lies about itself."""

    __slots__ = ()

    def __len__(self):
        return 1

    def __getitem__(self, _):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError


class Unshowable:
    def __repr__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("7c", "'7c'"),
        ("x" * 80, repr("x" * 80)),
        ("x" * 81, repr("x" * 80) + "..."),
        (b"x" * 80, repr(b"x" * 80)),
        (b"x" * 81, repr(b"x" * 80) + "..."),
        (Liar("7c"), "'7c'"),
        (2**255 - 1, str(2**255 - 1)),
        ([0] * 8, "[0, 0, 0, 0, 0, 0, 0, 0]"),
        ([0] * 9, "[0, 0, 0, 0, 0, 0, 0, 0, ...]"),
        ((0,) * 9, "(0, 0, 0, 0, 0, 0, 0, 0, ...)"),
        (dict.fromkeys(range(9)), "{0: None, 1: None, 2: None, 3: None, 4: None, 5: None, 6: None, 7: None, ...}"),
        ([[[[0]]]], "[[[[...]]]]"),
        ([[[0]]], "[[[0]]]"),
        (["x" * 78], f"['{'x' * 78}']"),
        (["x" * 79], f"['{'x' * 37}...{'x' * 38}']"),
        ([10**5000], "<list>"),
        (Unshowable(), "<Unshowable instance at 0x"),
        ([Unshowable()], "[<Unshowable instance at 0x"),
        (itertools.repeat(3), "repeat(3)"),
    ],
    ids=itertools.count(),
)
def test_a_message_shortens_a_value(value, text):
    assert shown(value)[: len(text)] == text
    assert len(shown(value)) <= 420


@pytest.mark.parametrize("number", [2**255, -(2**255), 10**5000], ids=["edge", "negative", "5001 digits"])
def test_a_message_shows_a_long_number_by_its_bits(number):
    assert shown(number) == f"a number of {number.bit_length()} bits"


def test_a_message_shows_an_object_up_to_400_characters():
    def show(length):
        return shown(type("Long", (), {"__repr__": lambda _: "y" * length})())

    assert show(400) == "y" * 400
    assert show(401) == "y" * 198 + "..." + "y" * 199


@pytest.mark.parametrize(
    ("at", "start", "before", "after"),
    [
        (0, 0, "", "..."),
        (40, 0, "", "..."),
        (41, 1, "...", "..."),
        (159, 119, "...", "..."),
        (160, 120, "...", ""),
        (199, 159, "...", ""),
    ],
)
def test_a_message_shows_80_characters_of_a_long_text_from_40_before_the_position(at, start, before, after):
    text = "".join(chr(0x4E00 + number) for number in range(200))
    assert shown(text, at) == f"{before}{text[start : start + 80]!r}{after}"


def test_a_message_shows_a_text_of_80_characters_whole_whatever_the_position():
    assert shown("x" * 80, 79) == repr("x" * 80)


def test_a_place_is_put_before_the_message_and_other_errors_pass():
    with pytest.raises(CardError, match=r"^row 3: card 2: bad$"), located("row 3"), located("card 2"):
        raise CardError("bad")
    with pytest.raises(TypeError, match=r"^row 3: bad$"), located("row 3"):
        raise TypeError("bad")
    with pytest.raises(ValueError, match=r"^bad$"), located("row 3"):
        raise ValueError("bad")
    with located("row 3"):
        pass


def test_a_type_error_of_another_library_is_located_too():
    class OtherError(TypeError):
        def __init__(self, *, reason):
            super().__init__(reason)

    with pytest.raises(TypeError, match=r"^row 3: bad$") as caught, located("row 3"):
        raise OtherError(reason="bad")
    assert type(caught.value) is TypeError


def test_a_located_error_does_not_chain_the_one_it_replaces():
    with pytest.raises(CardError) as caught, located("row 3"):
        raise CardError("bad")
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
