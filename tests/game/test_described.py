"""Views and tables as people read them, in text and in a notebook."""

from __future__ import annotations

import re
from random import Random

import pytest
from games import at_a_table

from svara_eval.game import RandomPlayer, Settings, Table


def test_a_view_prints_as_the_table_that_its_player_sees():
    table = at_a_table("blind 20, look, call", stacks=[500, 400, 300])
    assert (
        str(table.deal.view(0))
        == """\
open betting, pot 90
seat 0 (dealer, you): 490 chips
seat 1: 370 chips, bet 20
seat 2: 250 chips, bet 40
your hand: Q♦ J♦ 8♠, 20 points
you can fold, call to 40, raise to 50–290"""
    )
    assert str(table.deal.view(1)).splitlines()[-2:] == [
        "your hand: A♥ 8♥ K♣, 19 points",
        "it is the turn of seat 0",
    ]


def test_a_view_before_the_look_has_no_hand_and_without_stacks_no_chips():
    assert (
        str(at_a_table("", seats=3).deal.view(1))
        == """\
blind betting, pot 30
seat 0 (dealer)
seat 1 (you)
seat 2
you can look, blind to 10 or more"""
    )


def test_a_view_after_the_showdown_has_the_cards_that_were_shown():
    deal = at_a_table("look, fold, bet 10, call", seats=3).deal
    assert (
        str(deal.view())
        == """\
svara between seats 0 and 2 for the pot of 50; seat 1 may join for 25
seat 0 (dealer): bet 10, Q♦ J♦ 8♠, 20 points
seat 1: folded
seat 2: bet 10, K♠ 10♠ 9♣, 20 points
it is the turn of seat 1"""
    )


def test_a_svara_is_named_in_the_view_of_it():
    table = at_a_table("look, fold, bet 10, call, decline", seats=3)
    assert str(table.next_deal().view(0)).splitlines()[0] == "svara, blind betting, pot 50"


def test_in_a_notebook_a_view_is_a_table_with_the_same_cells():
    view = at_a_table("blind 20, look, call", stacks=[500, 400, 300]).deal.view(0)
    html = view._repr_html_()
    assert html.startswith("<table><caption>open betting, pot 90</caption>")
    assert "<tr><td>seat 1</td><td>370</td><td>20</td><td></td></tr>" in html
    assert html.endswith("<div>you can fold, call to 40, raise to 50–290</div>")


def test_in_a_notebook_a_table_shows_its_seats():
    table = at_a_table("look, fold, bet 10, call, join", stacks=[100, 100, 100])
    table.leave(0)
    html = table._repr_html_()
    assert "<tr><td>seat 1</td><td>65</td><td>-35</td><td>has a claim</td></tr>" in html
    assert "seat 0</td>" not in html


def cards_in(text):
    return {*re.findall(r"(?:10|[789JQKA])[♣♦♥♠]", text)}


@pytest.mark.parametrize("stacks", [None, [60, 40, 90, 50]], ids=["without stacks", "stacks"])
def test_text_and_notebook_views_show_no_card_that_the_seat_may_not_see(stacks):
    rng = Random(2)
    table, player = Table(Settings(10, limit=60), seats=4, stacks=stacks), RandomPlayer(rng)
    for _ in range(20):
        if not table.next_players:
            break
        deal = table.next_deal(rng)
        while deal.turn is not None:
            for seat in (None, *range(4)):
                view = deal.view(seat)
                seen = {*(view.hand or ()), *(card for hand in view.shown.values() for card in hand)}
                assert cards_in(f"{view} {view._repr_html_()}") <= {*map(str, seen)}
            assert cards_in(table._repr_html_()) == set()
            deal.push(player.act(deal.view(deal.turn)))
