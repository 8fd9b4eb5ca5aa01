"""Whatever they are given, both scorers give the right points, or the same documented error in the same words."""

from __future__ import annotations

import re

import numpy as np
import pytest
import second_scorer
from hypothesis import example, given, settings
from hypothesis import strategies as st

from svara_eval import DECK, CardError, DuplicateCardError, HandSizeError, parse_hand, pure, score

NEARLY_CARDS = [*"789TJQKAВДКПАТспк1026xcdhs♣♦♥♠♡❤🃇🃌🃏,; \t\0\ufe0f\ufe0e", "10"]
CARDS = [rank + suit for rank in [*"789TJQKA", "10"] for suit in "cdhsCS♣♦♥♠"]

numbers = st.integers(-2, 34) | st.integers()
texts = st.one_of(
    st.text(),
    st.lists(st.sampled_from(NEARLY_CARDS), max_size=9).map("".join),
    st.lists(st.sampled_from(CARDS), min_size=2, max_size=4).map("".join),
    st.lists(st.sampled_from(CARDS), min_size=3, max_size=3).map(", ".join),
)


class Shouting(str):
    """A str that lies about itself."""

    __slots__ = ()

    def __len__(self):
        return 1

    def __getitem__(self, _):
        return "A"


class Number:
    """A number that is not an int but has ``__index__``."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number

    def __repr__(self):
        return f"Number({self.number})"


things = st.one_of(
    st.sampled_from(DECK),
    numbers.map(Number),
    st.sampled_from(CARDS).map(Shouting),
    numbers,
    texts,
    st.sampled_from(CARDS),
    st.binary(max_size=6),
    st.booleans(),
    st.floats(),
    st.none(),
)
hands = st.one_of(
    texts,
    texts.map(Shouting),
    texts.map(np.str_),
    st.binary(max_size=8),
    things,
    st.lists(things, max_size=5),
    st.lists(numbers, min_size=3, max_size=3),
    st.lists(st.sampled_from(CARDS) | st.integers(0, 31), min_size=3, max_size=3),
    st.lists(things, max_size=5).map(tuple),
    st.frozensets(st.integers(0, 31) | st.sampled_from(CARDS), min_size=2, max_size=4),
    st.dictionaries(st.integers(0, 31), st.none(), max_size=4),
)


def outcome(scorer, hand):
    """The points, or the error and its message; any other exception fails the test."""
    try:
        return scorer(hand)
    except (CardError, DuplicateCardError, HandSizeError, TypeError) as error:
        return type(error), str(error)


@given(hands)
@example("7c" * 300)
@example([10**5000, 1, 2])
@settings(deadline=None)
def test_any_object_is_scored_or_raises_a_documented_error(hand):
    result = outcome(pure.score, hand)
    if isinstance(result, int):
        first, second, third = (card.code for card in parse_hand(hand))
        assert result == second_scorer.points((first, second, third))


@pytest.mark.compiled
@given(hands)
@example("7c" * 300)
@example([10**5000, 1, 2])
@settings(deadline=None, max_examples=400)
def test_both_scorers_give_the_same_points_or_the_same_error_in_the_same_words(hand):
    from svara_eval import _fast

    assert outcome(_fast.score, hand) == outcome(pure.score, hand)


@given(st.permutations(range(32)), st.data())
@settings(deadline=None)
def test_every_spelling_of_a_hand_scores_the_same(deck, data):
    codes = ["789TJQKA"[number >> 2] + "cdhs"[number & 3] for number in deck[:3]]
    between = data.draw(st.sampled_from(["", " ", ",", "; ", "\t", " ,\n"]))
    suits = data.draw(st.sampled_from(["cdhs", "CDHS", "♣♦♥♠", "♧♢♡♤", "♣♦❤♠"]))
    spelt = between.join(code[0] + suits["cdhs".index(code[1])] for code in codes)
    assert score(spelt) == pure.score(spelt) == second_scorer.points(tuple(codes))


@given(st.lists(st.sampled_from(["7c", "Kh", "10♦", "A❤\ufe0f", "9s", ",", ";", " ", "\t"]), min_size=3, max_size=10))
@settings(deadline=None, max_examples=250)
def test_cards_are_separated_by_at_most_one_comma_or_semicolon(parts):
    """A regular expression says the same."""
    text = "".join(parts)
    cards = [part for part in parts if part not in ",; \t"]
    shape = "".join("x" if part in cards else part for part in parts)
    good = re.fullmatch(r"\s*x(\s*[,;]?\s*x)*\s*", shape) and len(cards) == len(set(cards)) == 3
    for scorer in {pure.score, score}:
        assert isinstance(outcome(scorer, text), int) == bool(good), text
