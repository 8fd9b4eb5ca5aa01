"""The showdown: the most points win, equal best points are a svara."""

from __future__ import annotations

import itertools
import pickle

import pytest

from svara_eval import CardError, DuplicateCardError, HandSizeError, Showdown, showdown


def test_the_most_points_win():
    assert showdown(["7c Kh Kd", "As Ad 10c"]) == Showdown(points=(31, 22), winners=(0,))
    assert showdown(["As Ad 10c", "7c Kh Kd"]) == Showdown(points=(22, 31), winners=(1,))
    assert not showdown(["7c Kh Kd", "As Ad 10c"]).svara


def test_equal_best_points_are_a_svara_of_all_who_have_them():
    shown = showdown(["Qc Jc 8d", "7d 9h 9c", "10h Kh 8c", "Qs Ks 8h"])
    assert shown.points == (20, 9, 20, 20)
    assert shown.winners == (0, 2, 3)
    assert shown.svara


def test_equal_points_below_the_best_are_no_svara():
    shown = showdown(["Qc Jc 8d", "7s 8s 9s", "10h Kh 8c"])
    assert shown.winners == (1,)
    assert not shown.svara


def test_no_suit_or_card_order_breaks_a_tie():
    assert showdown(["As 8d 9c", "Ac Kd 9h"]).winners == (0, 1)


def test_the_winners_of_a_mapping_are_its_keys_in_its_order():
    seats = {"Vera": "Qc Jc 8d", "Ana": "7d 9h 9c", "Bo": "10h Kh 8c"}
    assert showdown(seats) == Showdown(points=(20, 9, 20), winners=("Vera", "Bo"))
    assert showdown({7: "Qc Jc 8d", 2: [1, 2, 3]}).winners == (2,)


def test_hands_may_be_given_in_any_way_and_read_once():
    assert showdown(iter([iter([0, 1, 2]), ("Ac", "Ad", "Ah")])).points == (34, 33)


@pytest.mark.parametrize(
    ("hands", "error", "message"),
    [
        (["7c Kh Kd", "As Kd 10c"], DuplicateCardError, "K♦ is in two hands, 0 and 1"),
        ({"Ana": "7c Kh Kd", "Bo": "As Kd 10c"}, DuplicateCardError, "K♦ is in two hands, 'Ana' and 'Bo'"),
        (["7c Kh Kd", "AsAsTc"], DuplicateCardError, "hand 1: A♠ is there twice in A♠ A♠ 10♣; "),
        (["7c Kh Kd", "As 10c"], HandSizeError, "hand 1: a hand is three cards, not 2: 'As 10c'"),
        ({"Ana": "6cKhKd", "Bo": "As"}, CardError, "hand 'Ana': no card at position 0 of '6cKhKd': "),
        (["7c Kh Kd", None], TypeError, "hand 1: a hand is a text or an iterable of three cards, not None "),
        (["7c Kh Kd"], HandSizeError, "a showdown is two hands or more, not 1"),
        ([], HandSizeError, "a showdown is two hands or more, not 0"),
        ("7c Kh Kd", TypeError, "a showdown is a sequence or a mapping of hands, not the one text '7c Kh Kd'"),
        (7, TypeError, "a showdown is a sequence or a mapping of hands, not 7"),
        (
            {"7c Kh Kd", "AsAdTc"},
            TypeError,
            "a showdown is a sequence or a mapping of hands, not a set, which has no order",
        ),
        ((iter([0, 1, 2]) for _ in itertools.count()), DuplicateCardError, "7♣ is in two hands, 0 and 1"),
    ],
)
def test_what_is_no_showdown_is_refused_by_name(hands, error, message):
    with pytest.raises(error) as caught:
        showdown(hands)
    assert type(caught.value) is error
    assert str(caught.value).startswith(message)


def test_a_showdown_is_an_immutable_value_that_pickles_and_evaluates_back():
    shown = showdown(["7c Kh Kd", "As Ad 10c"])
    assert pickle.loads(pickle.dumps(shown)) == shown == eval(repr(shown))
    with pytest.raises(AttributeError, match="immutable"):
        shown.winners = (1,)
