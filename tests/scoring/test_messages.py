"""How messages show values and name the place of an error."""

from __future__ import annotations

import itertools
import pydoc
from fractions import Fraction

import pytest

from svara_eval import CardError, explain, odds, readings
from svara_eval._messages import located, shown


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
        ([10**5000], "[a number of 16610 bits]"),
        (Unshowable(), "<Unshowable>"),
        (Fraction(1, 10**5000), "<Fraction>"),
        ([Unshowable()], "[<Unshowable>]"),
        (itertools.repeat(3), "repeat(3)"),
    ],
    ids=itertools.count(),
)
def test_a_message_shortens_a_long_value(value, text):
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
def test_a_message_shows_80_characters_of_a_long_string_starting_40_before_the_position(at, start, before, after):
    text = "".join(chr(0x4E00 + number) for number in range(200))
    assert shown(text, at) == f"{before}{text[start : start + 80]!r}{after}"


def test_a_message_shows_a_string_of_80_characters_whole_at_any_position():
    assert shown("x" * 80, 79) == repr("x" * 80)


def test_a_place_comes_before_the_message_and_other_errors_pass():
    with pytest.raises(CardError, match=r"^row 3: card 2: bad$"), located("row 3"), located("card 2"):
        raise CardError("bad")
    with pytest.raises(TypeError, match=r"^row 3: bad$"), located("row 3"):
        raise TypeError("bad")
    with pytest.raises(ValueError, match=r"^bad$"), located("row 3"):
        raise ValueError("bad")
    with located("row 3"):
        pass


def test_a_type_error_from_another_library_gets_the_place_too():
    class OtherError(TypeError):
        def __init__(self, *, reason):
            super().__init__(reason)

    with pytest.raises(TypeError, match=r"^row 3: bad$") as caught, located("row 3"):
        raise OtherError(reason="bad")
    assert type(caught.value) is TypeError


def test_an_error_with_a_place_does_not_chain_the_error_it_replaces():
    with pytest.raises(CardError) as caught, located("row 3"):
        raise CardError("bad")
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


# Wrong calls ----------------------------------------------------------------------------------------------------------


WRONG_CALLS = [((), {}), (("Ah", "Kh", "Qd"), {}), ((), {"hand": "AhKhQd"}), (("AhKhQd",), {"bg": 1})]


@pytest.mark.parametrize(("arguments", "named"), WRONG_CALLS)
def test_the_error_for_a_wrong_call_of_score_shows_a_correct_one(score, arguments, named):
    with pytest.raises(TypeError) as caught:
        score(*arguments, **named)
    message = 'score() takes one hand, by position; write score("7c Kh Kd") or score(["7c", "Kh", "Kd"])'
    assert (type(caught.value), str(caught.value)) == (TypeError, message)
    assert score("7c Kh Kd") == score(["7c", "Kh", "Kd"]) == 31


@pytest.mark.parametrize("function", [explain, readings])
@pytest.mark.parametrize(("arguments", "named"), WRONG_CALLS)
def test_the_error_for_a_wrong_call_of_explain_or_readings_shows_a_correct_one(function, arguments, named):
    name = function.__name__
    words = f'{name}() takes one hand, by position; write {name}("7c Kh Kd") or {name}(["7c", "Kh", "Kd"])'
    with pytest.raises(TypeError) as caught:
        function(*arguments, **named)
    assert str(caught.value) == words


@pytest.mark.parametrize(("arguments", "named"), [((), {}), ((), {"dead": "As"}), (("Ah", "Kh", "Qd"), {})])
def test_the_error_for_a_wrong_call_of_odds_shows_a_correct_one(arguments, named):
    with pytest.raises(TypeError) as caught:
        odds(*arguments, **named)
    assert str(caught.value) == (
        'odds() takes a hand and its opponents, and options by name; write odds("7c Kh Kd", 3) or '
        'odds(["7c", "Kh", "Kd"], 3, dead="As")'
    )


def test_help_shows_the_types_of_a_function_of_a_hand(score):
    assert "hand (HandLike):" in pydoc.render_doc(score, renderer=pydoc.plaintext)
    assert "int: The points." in pydoc.render_doc(score, renderer=pydoc.plaintext)
    assert "explain(hand: 'HandLike', /) -> 'Explanation'" in pydoc.render_doc(explain, renderer=pydoc.plaintext)
    assert "dead: 'str | Iterable[CardLike]' = ()" in pydoc.render_doc(odds, renderer=pydoc.plaintext)
