"""The showdown: the most points win, and a tie for the most is a svara."""

from __future__ import annotations

import itertools
import time

import pytest

from svara_eval import CardError, DuplicateCardError, HandSizeError, Showdown, SvaraError, showdown


@pytest.mark.rule("B9")
def test_the_most_points_win():
    assert showdown(["7c Kh Kd", "As Ad 10c"]) == Showdown(points=(31, 22), winners=(0,))
    assert showdown(["As Ad 10c", "7c Kh Kd"]) == Showdown(points=(22, 31), winners=(1,))
    assert not showdown(["7c Kh Kd", "As Ad 10c"]).svara


@pytest.mark.rule("D7")
def test_a_tie_for_the_most_points_is_a_svara_of_all_who_tied():
    shown = showdown(["Qc Jc 8d", "7d 9h 9c", "10h Kh 8c", "Qs Ks 8h"])
    assert shown.points == (20, 9, 20, 20)
    assert shown.winners == (0, 2, 3)
    assert shown.svara


def test_equal_points_below_the_best_are_not_a_svara():
    shown = showdown(["Qc Jc 8d", "7s 8s 9s", "10h Kh 8c"])
    assert shown.winners == (1,)
    assert not shown.svara


@pytest.mark.rule("D7")
def test_suits_and_card_order_never_break_a_tie():
    assert showdown(["As 8d 9c", "Ac Kd 9h"]).winners == (0, 1)


def test_the_winners_of_a_mapping_are_its_keys_in_its_order():
    seats = {"Vera": "Qc Jc 8d", "Ana": "7d 9h 9c", "Bo": "10h Kh 8c"}
    assert showdown(seats) == Showdown(points=(20, 9, 20), winners=("Vera", "Bo"))
    assert showdown({7: "Qc Jc 8d", 2: [1, 2, 3]}).winners == (2,)


def test_hands_may_be_given_in_any_form_and_are_read_once():
    assert showdown(iter([iter([0, 1, 2]), ("Ac", "Ad", "Ah")])).points == (34, 33)


class Twice:
    """A mapping that gives a player twice."""

    def items(self):
        return [("Ana", "7c Kh Kd"), ("Ana", "As Ad 10c"), ("Bo", "7s 8s 9s")]


TWICE = "each card exists once"
NEEDS = "a showdown needs a sequence or a mapping of hands"


@pytest.mark.parametrize(
    ("hands", "error", "message"),
    [
        (["7c Kh Kd", "As Kd 10c"], DuplicateCardError, f"K♦ is given twice (hand 0 and hand 1); {TWICE}"),
        (
            {"Ana": "7c Kh Kd", "Bo": "As Kd 10c"},
            DuplicateCardError,
            f"K♦ is given twice (hand 'Ana' and hand 'Bo'); {TWICE}",
        ),
        (
            ["7c Kh Kd", "AsAsTc"],
            DuplicateCardError,
            f"hand 1: A♠ is given twice (card 1 and card 2 of A♠ A♠ 10♣); {TWICE}",
        ),
        (["7c Kh Kd", "As 10c"], HandSizeError, "hand 1: a hand is three cards, not 2 ('As 10c')"),
        (
            {"Ana": "6cKhKd", "Bo": "As"},
            CardError,
            "hand 'Ana': position 0 of '6cKhKd': '6' is not in the deck; the deck is 7 to A",
        ),
        (
            ["7c Kh Kd", None],
            TypeError,
            "hand 1: a hand must be a string or an iterable of three cards, not None of type NoneType",
        ),
        (["7c Kh Kd"], HandSizeError, "a showdown needs at least two hands, not 1"),
        ([], HandSizeError, "a showdown needs at least two hands, not 0"),
        ({}, HandSizeError, "a showdown needs at least two hands, not 0"),
        ("7c Kh Kd", TypeError, f"{NEEDS}, not '7c Kh Kd' of type str"),
        (b"7c Kh Kd", TypeError, f"{NEEDS}, not b'7c Kh Kd' of type bytes"),
        (7, TypeError, f"{NEEDS}, not 7 of type int"),
        (None, TypeError, f"{NEEDS}, not None of type NoneType"),
        ({"7cKhKd"}, TypeError, f"{NEEDS}, not a set, which has no order ({{'7cKhKd'}})"),
        (
            (iter([0, 1, 2]) for _ in itertools.count()),
            DuplicateCardError,
            f"7♣ is given twice (hand 0 and hand 1); {TWICE}",
        ),
        (
            itertools.repeat(3),
            TypeError,
            "hand 0: a hand must be a string or an iterable of three cards, not 3 of type int",
        ),
        (Twice(), SvaraError, "player 'Ana' has two hands; each player has one"),
        (
            {10**5000: "7c7c8c"},
            DuplicateCardError,
            f"hand a number of 16610 bits: 7♣ is given twice (card 1 and card 2 of 7♣ 7♣ 8♣); {TWICE}",
        ),
    ],
    ids=itertools.count(),
)
def test_an_invalid_showdown_is_refused_with_a_message_that_names_the_hand(hands, error, message):
    with pytest.raises(error) as caught:
        showdown(hands)
    assert (type(caught.value), str(caught.value)) == (error, message)


def test_deep_lists_are_refused_at_once():
    doubled = [0]
    for _ in range(22):
        doubled = [doubled, doubled]
    start = time.process_time()
    with pytest.raises(TypeError, match=r"^hand 0: card 1: a card must be "):
        showdown([[doubled, 1, 2], "7c8c9c"])
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        (["As Ad 10c", "7c Kh Kd"], "hand 1 wins with 31 points"),
        ({"Ana": "Qc Jc 8d", "Bo": "7s 8s 9s"}, "Bo wins with 24 points"),
        (
            ["Qc Jc 8d", "9s 9h 8s", "10h Kh 8c"],
            "a svara between hand 0 and hand 2 with 20 points: nobody takes the pot",
        ),
        (
            {"Ana": "Qc Jc 8d", "Bo": "10h Kh 8c", "Vera": "Qd Jd 8h"},
            "a svara between Ana, Bo and Vera with 20 points: nobody takes the pot",
        ),
    ],
)
def test_a_showdown_prints_as_a_sentence(hands, sentence):
    assert str(showdown(hands)) == sentence
