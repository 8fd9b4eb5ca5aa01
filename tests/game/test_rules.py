"""The rules of a deal, B1-B11 and D9-D20: who acts, what they may do, how it ends, and what is refused."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from games import HUGE, KINDS, play

from svara_eval import (
    CardError,
    DuplicateCardError,
    HandSizeError,
    IllegalActionError,
    SvaraError,
)
from svara_eval.game import PHASES, Action, Deal, Option, RandomPlayer, Settings, Shown, Svara, Won

HANDS = (
    "A♥ K♥ 9♥",  # 30 points
    "Q♦ J♦ 8♠",  # 20
    "10♠ 9♠ K♣",  # 19
    "A♣ A♦ 8♥",  # 22
    "7♦ 7♠ 9♦",  # 23
    "8♦ J♥ K♠",  # 10
    "9♣ Q♥ K♦",  # 10
    "10♣ 8♣ J♠",  # 18
    "10♥ 7♥ Q♠",  # 17
    "7♣ Q♣ 10♦",  # 21
)
TIED = ("Q♦ J♦ 8♠", "A♥ 9♥ K♣", "K♠ 10♠ 9♣", "8♦ 8♥ J♣")  # 20, 20, 20 and 10 points
TWO_TIED = ("Q♦ J♦ 8♠", "A♥ 8♥ K♣", "K♠ 10♠ 9♣", "8♦ 9♥ J♣")  # 20, 19, 20 and 10 points


def new(hands=HANDS[:4], dealer=0, *, ante=10, seats=None, stacks=None, carried=0, number=0, **settings):
    """A deal; ``hands`` may be a number of players."""
    hands = HANDS[:hands] if isinstance(hands, int) else hands
    return Deal(Settings(ante, **settings), hands, dealer, seats=seats, stacks=stacks, carried=carried, number=number)


def turn(deal):
    """Whose turn it is and what they may do, such as "2: fold, bet to 10 or more"."""
    return f"{deal.turn}: {', '.join(map(str, deal.legal.values()))}"


def by_seat(seats, hands=HANDS):
    return {seat: hands[seat] for seat in seats}


@pytest.mark.rule("B2", "B3", "B4", "B5", "B6", "B7", "D10", "D11", "D12", "D13", "D14", "D19")
@pytest.mark.parametrize(
    ("rule", "table", "line", "expected"),
    [
        ("B2: the player left of the dealer acts first", {}, "", "1: look, blind to 10 or more"),
        ("B2: seat 0 is left of the last seat", {"dealer": 3}, "", "0: look, blind to 10 or more"),
        (
            "B2: a seat that is not in the deal is passed over",
            {"hands": by_seat([0, 2, 3])},
            "",
            "2: look, blind to 10 or more",
        ),
        ("B2: with two players, the dealer acts second", {"hands": 2, "dealer": 1}, "", "0: look, blind to 10 or more"),
        ("B2: ten players can play", {"hands": 10, "dealer": 9}, "", "0: look, blind to 10 or more"),
        ("D10: the first blind is at least the minimum bet", {"min_bet": 25}, "", "1: look, blind to 25 or more"),
        ("D10: which may be less than the ante", {"min_bet": 3}, "", "1: look, blind to 3 or more"),
        ("B3: the next player may double the blind", {}, "1 blind 30", "2: look, blind to 60"),
        ("D11: doubling means the last blind, not the first", {}, "1 blind 10, 2 blind 20", "3: look, blind to 40"),
        (
            "D11: a table may allow more",
            {"max_blind_multiple": 3},
            "1 blind 10, 2 blind 25",
            "3: look, blind to 50–75",
        ),
        (
            "D12: the blind goes on past the dealer",
            {"hands": 3},
            "1 blind 10, 2 blind 20, 0 blind 40",
            "1: look, blind to 80",
        ),
        (
            "D12: and round the table again",
            {"hands": 2, "min_bet": 1},
            "1 blind 1, 0 blind 2, 1 blind 4, 0 blind 8",
            "1: look, blind to 16",
        ),
        (
            "B4 B5: a look ends the blind betting for everyone, and the player who looked acts first",
            {},
            "1 look",
            "1: fold, bet to 10 or more",
        ),
        (
            "B4 B6: the first to act is the player who looked, not the one left of the dealer",
            {},
            "1 blind 10, 2 blind 20, 3 look",
            "3: fold, call to 40, raise to 50 or more",
        ),
        ("B5 D13: there is no checking", {}, "1 look, 1 fold", "2: fold, bet to 10 or more"),
        ("B5: a bet is at least the minimum bet", {"min_bet": 25}, "1 look", "1: fold, bet to 25 or more"),
        (
            "B5: a folded player is passed over",
            {"hands": 3},
            "1 look, 1 fold, 2 bet 10, 0 raise 20",
            "2: fold, call to 20, raise to 30 or more",
        ),
        (
            "B5: the level is asked",
            {},
            "1 look, 1 bet 15, 2 raise 40",
            "3: fold, call to 40, raise to 50 or more",
        ),
        ("B6: twice the blind is asked", {}, "1 blind 15, 2 look", "2: fold, call to 30, raise to 40 or more"),
        (
            "B6: twice the blind is asked until someone pays",
            {},
            "1 blind 15, 2 look, 2 fold",
            "3: fold, call to 30, raise to 40 or more",
        ),
        (
            "B6: once someone has called, the level is asked",
            {},
            "1 blind 15, 2 look, 2 call",
            "3: fold, call to 30, raise to 40 or more",
        ),
        (
            "B6: once someone has raised, too",
            {},
            "1 blind 15, 2 look, 2 raise 50",
            "3: fold, call to 50, raise to 60 or more",
        ),
        (
            "B6: twice the last blind is asked of a blind bettor, too",
            {"hands": 3},
            "1 blind 10, 2 blind 20, 0 blind 40, 1 look",
            "1: fold, call to 80, raise to 90 or more",
        ),
        (
            "B7: a blind bettor tops up to the level",
            {},
            "1 blind 15, 2 look, 2 call, 3 fold, 0 fold",
            "1: fold, call to 30, raise to 40 or more",
        ),
        (
            "B7: or raises",
            {},
            "1 blind 15, 2 look, 2 call, 3 fold, 0 fold, 1 raise 70",
            "2: fold, call to 70, raise to 80 or more",
        ),
        (
            "D14: the minimum raise is the minimum bet",
            {"min_bet": 25},
            "1 look, 1 bet 30",
            "2: fold, call to 30, raise to 55 or more",
        ),
        (
            "D14: unless the table sets another one",
            {"min_raise": 3},
            "1 look, 1 bet 10",
            "2: fold, call to 10, raise to 13 or more",
        ),
        (
            "D14: the size of the last raise does not matter",
            {"min_raise": 3},
            "1 look, 1 bet 10, 2 raise 100",
            "3: fold, call to 100, raise to 103 or more",
        ),
        (
            "D14: a raise goes above twice an unpaid blind",
            {"min_raise": 3},
            "1 blind 10, 2 look",
            "2: fold, call to 20, raise to 23 or more",
        ),
        (
            "B5: a player who raised is asked again after another raise",
            {"hands": 3},
            "1 look, 1 bet 10, 2 raise 20, 0 raise 30, 1 raise 40",
            "2: fold, call to 40, raise to 50 or more",
        ),
        # D19: E, the highest total that anyone may reach
        (
            "D19: E is what the shortest stack has behind",
            {"hands": 3, "stacks": [500, 60, 80]},
            "",
            "1: look, blind to 10–50",
        ),
        ("D19: E is the limit", {"limit": 45}, "", "1: look, blind to 10–45"),
        (
            "D19: whichever is smaller, here the limit",
            {"hands": 3, "stacks": [500, 60, 80], "limit": 45},
            "",
            "1: look, blind to 10–45",
        ),
        (
            "D19: whichever is smaller, here the stack",
            {"hands": 3, "stacks": [500, 60, 80], "limit": 55},
            "",
            "1: look, blind to 10–50",
        ),
        ("D19: the limit bounds the bets without the ante", {"limit": 10}, "", "1: look, blind to 10"),
        (
            "D19: the stack of a seat that is not in the deal does not count",
            {"hands": by_seat([0, 1, 3]), "stacks": [500, 500, 0, 500]},
            "",
            "1: look, blind to 10–490",
        ),
        (
            "D19: in a svara no ante is taken from the stack",
            {"hands": 2, "stacks": [60, 500], "carried": 100},
            "",
            "1: look, blind to 10–60",
        ),
        (
            "D19: what a player has bet still counts for E",
            {"hands": 3, "stacks": [500, 60, 80]},
            "1 look, 1 bet 30",
            "2: fold, call to 30, raise to 40–50",
        ),
        (
            "D19: the short stack, too, may raise to E",
            {"hands": 3, "stacks": [500, 60, 80]},
            "1 look, 1 bet 30, 2 raise 45, 0 fold",
            "1: fold, call to 45, raise to 50",
        ),
        (
            "D19: E is computed again when the short stack folds",
            {"hands": 3, "stacks": [500, 500, 60]},
            "1 look, 1 bet 50, 2 fold",
            "0: fold, call to 50, raise to 60–490",
        ),
        (
            "D19: then the next shortest stack counts",
            {"hands": 3, "stacks": [100, 60, 500]},
            "1 look, 1 fold",
            "2: fold, bet to 10–90",
        ),
        ("D19: a first blind is not cut down", {"limit": 20, "min_bet": 21}, "", "1: look"),
        ("D19: a first blind of exactly E is legal", {"limit": 20, "min_bet": 20}, "", "1: look, blind to 20"),
        ("D19: a doubled blind is not cut down", {"limit": 39}, "1 blind 20", "2: look"),
        ("D19: a doubled blind of exactly E is legal", {"limit": 40}, "1 blind 20", "2: look, blind to 40"),
        (
            "D11 D19: the upper end of a blind is cut down",
            {"limit": 45, "max_blind_multiple": 4},
            "1 blind 20",
            "2: look, blind to 40–45",
        ),
        ("D11 D19: the lower end is not cut down", {"limit": 39, "max_blind_multiple": 4}, "1 blind 20", "2: look"),
        ("D19: a bet is cut down", {"limit": 20, "min_bet": 25}, "1 look", "1: fold, bet to 20"),
        ("D19: a raise is cut down", {"limit": 25}, "1 look, 1 bet 20", "2: fold, call to 20, raise to 25"),
        (
            "D19: a raise above an unpaid blind is cut down",
            {"limit": 35},
            "1 blind 15, 2 look",
            "2: fold, call to 30, raise to 35",
        ),
        (
            "D19: what is asked is cut down, and no raise is possible then",
            {"limit": 25},
            "1 blind 15, 2 look",
            "2: fold, call to 25",
        ),
        ("D19: no raise is possible where E is asked", {"limit": 30}, "1 blind 15, 2 look", "2: fold, call to 30"),
        ("D19: nor over a bet of E", {"limit": 20}, "1 look, 1 bet 20", "2: fold, call to 20"),
        (
            "D19: twice an unpaid blind is asked again when the short stack folds",
            {"stacks": [500, 500, 35, 500]},
            "1 blind 20, 2 look, 2 fold",
            "3: fold, call to 40, raise to 50–490",
        ),
        (
            "B6 D19: a call that was cut down counts as a call",
            {"stacks": [500, 500, 500, 35]},
            "1 blind 20, 2 look, 2 call, 3 fold",
            "0: fold, call to 25, raise to 35–490",
        ),
        (
            "B7 D19: a blind bettor tops up to a call that was cut down",
            {"stacks": [35, 500, 500, 500]},
            "1 blind 20, 2 look, 2 call, 3 call, 0 call",
            "1: fold, call to 25",
        ),
    ],
)
def test_a_player_has_exactly_these_options(rule, table, line, expected):
    assert turn(play(new(**table), line)) == expected, rule


@pytest.mark.rule("B5", "B7", "B8", "B9", "B10", "B11", "D7", "D11", "D12", "D15", "D16", "D17", "D18", "D19")
@pytest.mark.parametrize(
    ("rule", "table", "line", "expected"),
    [
        (
            "B8: a blind that nobody pays takes the pot",
            {},
            "1 blind 15, 2 look, 2 fold, 3 fold, 0 fold",
            "seat 1 takes the pot of 55; everyone else folded",
        ),
        (
            "B8: after many blinds, the last bettor takes it",
            {"hands": 3},
            "1 blind 10, 2 blind 20, 0 blind 40, 1 look, 1 fold, 2 fold",
            "seat 0 takes the pot of 100; everyone else folded",
        ),
        (
            "B8: between two players, too",
            {"hands": 2},
            "1 blind 10, 0 look, 0 fold",
            "seat 1 takes the pot of 30; everyone else folded",
        ),
        (
            "B10: the dealer takes the pot when nobody bets",
            {"dealer": 2},
            "3 look, 3 fold, 0 fold, 1 fold",
            "seat 2 takes the pot of 40; everyone else folded",
        ),
        (
            "B10: between two players, too",
            {"hands": 2},
            "1 look, 1 fold",
            "seat 0 takes the pot of 20; everyone else folded",
        ),
        (
            "B5: nobody calls a bet",
            {"hands": 3},
            "1 look, 1 bet 10, 2 fold, 0 fold",
            "seat 1 takes the pot of 40; everyone else folded",
        ),
        (
            "B5: nobody calls a raise",
            {"hands": 3},
            "1 look, 1 bet 10, 2 raise 30, 0 fold, 1 fold",
            "seat 2 takes the pot of 70; everyone else folded",
        ),
        (
            "B5: a blind bettor may fold to a raise",
            {"hands": 3},
            "1 blind 10, 2 look, 2 raise 45, 0 fold, 1 fold",
            "seat 2 takes the pot of 85; everyone else folded",
        ),
        (
            "B9: the most points take the pot, whoever bet",
            {},
            "1 look, 1 bet 10, 2 call, 3 call, 0 fold",
            "seat 3 takes the pot of 70",
        ),
        (
            "B9: folded points do not count",
            {},
            "1 look, 1 bet 10, 2 call, 3 fold, 0 fold",
            "seat 1 takes the pot of 60",
        ),
        (
            "B5: the bettor is not asked again when all have called",
            {"hands": 3},
            "1 look, 1 bet 10, 2 call, 0 call",
            "seat 0 takes the pot of 60",
        ),
        (
            "B5: a caller is asked again after a raise, the raiser is not",
            {"hands": 3},
            "1 look, 1 bet 10, 2 call, 0 raise 30, 1 call, 2 call",
            "seat 0 takes the pot of 120",
        ),
        (
            "B5: a raise is to a total, not by an amount",
            {"hands": 3},
            "1 look, 1 bet 10, 2 raise 30, 0 fold, 1 raise 50, 2 call",
            "seat 1 takes the pot of 130",
        ),
        (
            "B5: the last to act folds, and the others are at the level",
            {"hands": 3},
            "1 look, 1 bet 10, 2 call, 0 fold",
            "seat 1 takes the pot of 50",
        ),
        (
            "B7: a blind bettor pays the difference",
            {"hands": 3},
            "1 blind 10, 2 look, 2 call, 0 call, 1 call",
            "seat 0 takes the pot of 90",
        ),
        (
            "B7: two blind bettors each pay their own difference",
            {"hands": 3},
            "1 blind 10, 2 blind 20, 0 look, 0 call, 1 call, 2 call",
            "seat 0 takes the pot of 150",
        ),
        (
            "D12: a player who bets blind again tops up to the new total",
            {"hands": 2},
            "1 blind 10, 0 blind 20, 1 blind 40, 0 look, 0 fold",
            "seat 1 takes the pot of 80; everyone else folded",
        ),
        (
            "D12: their first blind is part of their last",
            {"hands": 2},
            "1 blind 10, 0 blind 20, 1 blind 40, 0 look, 0 call, 1 call",
            "seat 0 takes the pot of 180",
        ),
        (
            "D11: a blind of the highest multiple",
            {"hands": 2, "max_blind_multiple": 5},
            "1 blind 10, 0 blind 50, 1 look, 1 call, 0 call",
            "seat 0 takes the pot of 220",
        ),
        (
            "D19: a call of a blind of E ends the betting",
            {"hands": 3, "limit": 25},
            "1 blind 25, 2 look, 2 call, 0 fold",
            "seat 1 takes the pot of 80",
        ),
        (
            "D19: the fold of the short stack afterwards does not reopen it",
            {"hands": 3, "stacks": [35, 500, 500]},
            "1 blind 25, 2 look, 2 call, 0 fold",
            "seat 1 takes the pot of 80",
        ),
        (
            "D19: nobody bets when someone has nothing behind",
            {"hands": 3, "stacks": [500, 10, 500]},
            "",
            "seat 0 takes the pot of 30",
        ),
        ("D19: in a svara, too", {"hands": 2, "stacks": [0, 500], "carried": 70}, "", "seat 0 takes the pot of 70"),
        (
            "D15: in a svara no ante is paid",
            {"hands": 2, "carried": 70},
            "1 look, 1 fold",
            "seat 0 takes the pot of 70; everyone else folded",
        ),
        (
            "D17: betting comes on top of the carried pot",
            {"hands": 2, "carried": 70},
            "1 blind 10, 0 look, 0 call, 1 call",
            "seat 0 takes the pot of 110",
        ),
        (
            "B9: ten players can call",
            {"hands": 10, "dealer": 4},
            "5 look, 5 bet 10, 6 call, 7 call, 8 call, 9 call, 0 call, 1 call, 2 call, 3 call, 4 call",
            "seat 0 takes the pot of 200",
        ),
        # Svara
        (
            "B11 D16: a tie for the best points is a svara; with two tied, the fee is half the pot",
            {"hands": TWO_TIED},
            "1 look, 1 fold, 2 bet 15, 3 fold, 0 call",
            "svara between seats 0 and 2 for the pot of 70; seats 1 and 3 may join for 35",
        ),
        (
            "D7 B11: neither a suit nor the betting breaks the tie",
            {"hands": TWO_TIED, "dealer": 1},
            "2 look, 2 bet 15, 3 fold, 0 raise 40, 1 fold, 2 call",
            "svara between seats 0 and 2 for the pot of 120; seats 3 and 1 may join for 60",
        ),
        (
            "D16: the fee is rounded up",
            {"hands": TWO_TIED[:3], "ante": 5},
            "1 look, 1 fold, 2 bet 10, 0 call",
            "svara between seats 0 and 2 for the pot of 35; seat 1 may join for 18",
        ),
        (
            "D16: with three tied, a third of the pot, rounded up",
            {"hands": TIED, "ante": 5},
            "1 look, 1 bet 10, 2 call, 3 fold, 0 call",
            "svara between seats 0, 1 and 2 for the pot of 50; seat 3 may join for 17",
        ),
        (
            "D16: with three tied, a third that needs no rounding",
            {"hands": TIED},
            "1 look, 1 bet 15, 2 call, 3 raise 35, 0 call, 1 call, 2 call",
            "svara between seats 0, 1 and 2 for the pot of 180; seat 3 may join for 60",
        ),
        (
            "D16: beaten and folded players are asked alike, from the seat after the dealer's",
            {"hands": TWO_TIED, "dealer": 2},
            "3 look, 3 bet 10, 0 call, 1 fold, 2 call",
            "svara between seats 0 and 2 for the pot of 70; seats 3 and 1 may join for 35",
        ),
        (
            "D16: a dealer who may join is asked last",
            {"hands": TWO_TIED, "dealer": 3},
            "0 look, 0 bet 10, 1 fold, 2 call, 3 fold",
            "svara between seats 0 and 2 for the pot of 60; seats 1 and 3 may join for 30",
        ),
        (
            "D16: a seat that was not in the deal is asked in its turn",
            {"hands": {0: TIED[0], 2: TIED[2], 4: TIED[3]}, "seats": 6, "dealer": 2},
            "4 look, 4 fold, 0 bet 10, 2 call",
            "svara between seats 0 and 2 for the pot of 50; seats 3, 4, 5 and 1 may join for 25",
        ),
        (
            "D16: nobody is asked when all are tied",
            {"hands": TIED[:3]},
            "1 look, 1 bet 10, 2 call, 0 call",
            "svara between seats 0, 1 and 2 for the pot of 60",
        ),
        (
            "D18: two players who tie do not split the pot",
            {"hands": TIED[:2]},
            "1 look, 1 bet 10, 0 call",
            "svara between seats 0 and 1 for the pot of 40",
        ),
        (
            "D17: the carried pot counts for the fee",
            {"hands": TWO_TIED, "carried": 71},
            "1 look, 1 bet 10, 2 call, 3 fold, 0 call",
            "svara between seats 0 and 2 for the pot of 101; seats 1 and 3 may join for 51",
        ),
        (
            "D19: a player who cannot pay the fee is not asked",
            {"hands": TWO_TIED, "stacks": [500, 44, 500, 45]},
            "1 look, 1 fold, 2 bet 15, 3 fold, 0 call",
            "svara between seats 0 and 2 for the pot of 70; seat 3 may join for 35",
        ),
        (
            "D19: chips bet in this deal do not count for the fee",
            {"hands": TWO_TIED, "stacks": [500, 59, 500, 60]},
            "1 look, 1 bet 10, 2 call, 3 call, 0 call",
            "svara between seats 0 and 2 for the pot of 80; seat 3 may join for 40",
        ),
        (
            "D19: the limit does not bound the fee",
            {"hands": TWO_TIED, "limit": 10},
            "1 look, 1 fold, 2 bet 10, 3 fold, 0 call",
            "svara between seats 0 and 2 for the pot of 60; seats 1 and 3 may join for 30",
        ),
        (
            "D19: nor do the stacks of the tied players",
            {"hands": TWO_TIED, "stacks": [25, 500, 500, 500]},
            "1 look, 1 fold, 2 bet 15, 3 fold, 0 call",
            "svara between seats 0 and 2 for the pot of 70; seats 1 and 3 may join for 35",
        ),
        (
            "D19: a tie where nobody could bet is a svara, too",
            {"hands": TWO_TIED[:3], "stacks": [10, 25, 10]},
            "",
            "svara between seats 0 and 2 for the pot of 30; seat 1 may join for 15",
        ),
    ],
)
def test_how_a_deal_ends(rule, table, line, expected):
    assert str(play(new(**table), line).outcome) == expected, rule


@pytest.mark.rule("B1")
def test_every_player_in_the_deal_pays_the_ante_at_the_start():
    """B1."""
    deal = new(by_seat([0, 1, 3]), stacks=[500, 40, 7, 25], limit=30)
    assert (deal.pot, deal.net, deal.stacks) == (30, (-10, -10, 0, -10), (490, 30, 7, 15))
    assert deal.totals == (0, 0, 0, 0)
    assert deal.start.players == (1, 3, 0)
    assert deal.start.dealer == 0


@pytest.mark.rule("D15", "D17")
def test_no_ante_is_paid_in_a_svara_and_totals_start_from_0():
    """D15, D17."""
    deal = new(3, carried=71, stacks=[0, 5, 500])
    assert (deal.pot, deal.net, deal.totals, deal.stacks) == (0, (71, 0, 0), (0, 0, 0), (71, 5, 500))
    deal = new(3, carried=71, stacks=[3, 5, 500])
    assert (deal.pot, deal.net, deal.totals, deal.stacks) == (71, (0, 0, 0), (0, 0, 0), (3, 5, 500))


@pytest.mark.rule("B4", "D9")
def test_looking_costs_nothing_and_everyone_sees_their_own_cards():
    """B4."""
    deal = play(new(), "1 blind 10")
    before = deal.pot, deal.totals, deal.net
    assert all(deal.view(seat).hand is None for seat in range(4))
    play(deal, "2 look")
    assert (deal.pot, deal.totals, deal.net) == before
    assert [" ".join(map(str, deal.view(seat).hand)) for seat in range(4)] == [*HANDS[:4]]


@pytest.mark.rule("B5")
def test_a_total_is_what_a_player_has_put_in_and_every_amount_is_a_total():
    """D20: "to" is not "by"."""
    deal = play(new(3), "1 blind 10, 2 blind 20, 0 look, 0 raise 60, 1 raise 100, 2 fold")
    assert (deal.totals, deal.pot, deal.net) == ((60, 100, 20), 210, (-70, -110, -30))
    play(deal, "0 call")
    assert (deal.totals, deal.pot, deal.net) == ((100, 100, 20), 0, (140, -110, -30))


@pytest.mark.rule("B13", "D16")
def test_the_fee_goes_into_the_pot_and_does_not_grow_as_players_join():
    """D16, D17."""
    deal = play(new((*TWO_TIED, HANDS[7]), stacks=[500] * 5), "1 look, 1 fold, 2 bet 15, 3 fold, 4 fold, 0 call")
    assert (deal.pot, deal.phase, turn(deal)) == (80, "join", "1: join for 40, decline")
    play(deal, "1 join")
    assert (deal.pot, deal.joined, turn(deal)) == (120, (1,), "3: join for 40, decline")
    play(deal, "3 decline")
    assert (deal.pot, deal.joined, turn(deal)) == (120, (1,), "4: join for 40, decline")
    play(deal, "4 join 40")
    assert (deal.pot, deal.joined, deal.phase, deal.turn) == (160, (1, 4), "over", None)
    assert deal.totals == (15, 0, 15, 0, 0)  # a fee is not a bet
    assert deal.stacks == (475, 450, 475, 490, 450)


@pytest.mark.rule("D18")
def test_a_pot_is_never_split():
    """D18: after a tie all of it stays in play, whoever declines."""
    deal = play(new(TIED, ante=5), "1 look, 1 bet 10, 2 call, 3 fold, 0 call, 3 decline")
    assert (deal.phase, deal.pot, deal.net) == ("over", 50, (-15, -15, -15, -5))


@pytest.mark.rule("B9")
def test_a_showdown_shows_the_players_who_are_left_and_nobody_else():
    """B9: a folded hand is never shown, nor that of a winner by folds."""
    deal = play(new(), "1 look, 1 bet 10, 2 call, 3 call, 0 fold")
    assert [(event.seat, event.points) for event in deal.events if isinstance(event, Shown)] == [
        (1, 20),
        (2, 19),
        (3, 22),
    ]
    for line in (
        "1 look, 1 fold, 2 fold, 3 fold",
        "1 blind 10, 2 look, 2 fold, 3 fold, 0 fold",
        "1 look, 1 bet 10, 2 fold, 3 fold, 0 fold",
    ):
        assert not any(isinstance(event, Shown) for event in play(new(), line).events)


def test_push_returns_everything_that_happened_with_every_field_filled_in():
    deal = play(new(TWO_TIED[:3], number=7), "1 look, 1 fold, 2 bet 10")
    happened = deal.push(Action("call"))
    assert happened[0] == Action("call", 10, 0, 10)
    assert [*map(str, happened)] == [
        "seat 0 calls to 10",
        "seat 2 shows K♠ 10♠ 9♣: 20 points",
        "seat 0 shows Q♦ J♦ 8♠: 20 points",
        "svara between seats 0 and 2 for the pot of 50; seat 1 may join for 25",
    ]
    assert deal.events[-4:] == happened
    assert deal.push(Action("join")) == (Action("join", 25, 1, 11),)
    assert [action.number for action in deal.actions] == [7, 8, 9, 10, 11]
    assert [action.seat for action in deal.actions] == [1, 1, 2, 0, 1]


# What is refused ------------------------------------------------------------------------------------------------------


CAN = "seat 2 can fold, call to 10, raise to 20 or more"


@pytest.mark.rule("B3", "D13")
@pytest.mark.parametrize(
    ("line", "action", "message"),
    [
        ("", Action("bet", 10), "bet to 10 is not legal; seat 1 can look, blind to 10 or more"),
        ("", Action("fold"), "fold is not legal; seat 1 can look, blind to 10 or more"),
        ("", Action("blind", 9), "blind to 9 is not legal; seat 1 can look, blind to 10 or more"),
        ("", Action("blind", -10), "blind to -10 is not legal; seat 1 can look, blind to 10 or more"),
        ("", Action("blind"), "blind needs a total; seat 1 can look, blind to 10 or more"),
        ("", Action("look", 0), "look to 0 is not legal; seat 1 can look, blind to 10 or more"),
        (
            "",
            Action("blind", -HUGE),
            "blind to a number of 16610 bits is not legal; seat 1 can look, blind to 10 or more",
        ),
        ("1 blind 10", Action("blind", 21), "blind to 21 is not legal; seat 2 can look, blind to 20"),
        ("1 blind 10", Action("blind", 19), "blind to 19 is not legal; seat 2 can look, blind to 20"),
        ("1 blind 10", Action("blind", 10), "blind to 10 is not legal; seat 2 can look, blind to 20"),
        ("1 blind 10", Action("call"), "call is not legal; seat 2 can look, blind to 20"),
        ("1 look", Action("look"), "look is not legal; seat 1 can fold, bet to 10 or more"),
        ("1 look", Action("call"), "call is not legal; seat 1 can fold, bet to 10 or more"),
        ("1 look", Action("bet", 0), "bet to 0 is not legal; seat 1 can fold, bet to 10 or more"),
        ("1 look", Action("bet"), "bet needs a total; seat 1 can fold, bet to 10 or more"),
        ("1 look", Action("fold", 0), "fold to 0 is not legal; seat 1 can fold, bet to 10 or more"),
        (
            "1 look, 1 bet 10",
            Action("raise", 19),
            f"raise to 19 is not legal; {CAN}",
        ),
        (
            "1 look, 1 bet 10",
            Action("bet", 20),
            f"bet to 20 is not legal; {CAN}",
        ),
        (
            "1 look, 1 bet 10",
            Action("call", 20),
            f"call to 20 is not legal; {CAN}",
        ),
        ("1 look, 1 bet 10", Action("raise"), f"raise needs a total; {CAN}"),
        (
            "1 look, 1 bet 10",
            Action("fold", seat=3),
            f"it is not the turn of seat 3; {CAN}",
        ),
        (
            "1 look, 1 bet 10",
            Action("fold", seat=HUGE),
            f"it is not the turn of seat a number of 16610 bits; {CAN}",
        ),
        (
            "1 look, 1 bet 10",
            Action("call", number=1),
            f"action number 1 has already been taken; the next is number 2; {CAN}",
        ),
        (
            "1 look, 1 bet 10",
            Action("call", number=3),
            f"action number 3 is too early; the next is number 2; {CAN}",
        ),
        (
            "1 look, 1 bet 10",
            Action("call", number=-1),
            f"action number -1 has already been taken; the next is number 2; {CAN}",
        ),
        ("1 look, 1 bet 10", Action("join"), f"join is not legal; {CAN}"),
        ("1 look, 1 bet 10, 2 call, 3 call, 0 fold", Action("join", 35), "join for 35 is not legal; the deal is over"),
        ("1 look, 1 fold, 2 fold, 3 fold", Action("fold"), "fold is not legal; the deal is over"),
    ],
)
def test_an_illegal_action_is_refused_with_what_is_legal_and_changes_nothing(line, action, message):
    deal = play(new(), line)
    before = deal.copy()
    assert not deal.is_legal(action)
    with pytest.raises(IllegalActionError) as refused:
        deal.push(action)
    assert str(refused.value) == message
    assert deal == before


@pytest.mark.rule("D16")
@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Action("join", 34), "join for 34 is not legal; seat 1 can join for 35, decline"),
        (Action("join", 36), "join for 36 is not legal; seat 1 can join for 35, decline"),
        (Action("decline", 0), "decline to 0 is not legal; seat 1 can join for 35, decline"),
        (Action("fold"), "fold is not legal; seat 1 can join for 35, decline"),
        (Action("join", seat=3), "it is not the turn of seat 3; seat 1 can join for 35, decline"),
        (Action("join", seat=0), "it is not the turn of seat 0; seat 1 can join for 35, decline"),
    ],
)
def test_a_svara_is_joined_for_the_fee_and_in_turn(action, message):
    """D16."""
    deal = play(new(TWO_TIED), "1 look, 1 fold, 2 bet 15, 3 fold, 0 call")
    before = deal.copy()
    with pytest.raises(IllegalActionError) as refused:
        deal.push(action)
    assert (str(refused.value), deal) == (message, before)


def test_an_action_sent_twice_with_its_number_is_taken_once():
    deal = play(new(2), "1 blind 10, 0 blind 20")
    sent = Action("blind", 40, number=2)
    deal.push(sent)
    with pytest.raises(
        IllegalActionError,
        match="action number 2 has already been taken; the next is number 3; seat 0 can look, blind to 80",
    ):
        deal.push(sent)
    assert deal.totals == (20, 40)


def test_an_action_for_the_right_seat_and_number_is_taken():
    deal = new(number=12)
    assert deal.push(Action("look", seat=1, number=12)) == (Action("look", None, 1, 12),)
    assert deal.number == 13


STEPS = {
    "no bound": {"hands": 4},
    "stacks": {"hands": 4, "stacks": [90, 60, 35, 500]},
    "limit": {"hands": TIED, "limit": 45, "min_raise": 3},
    "multiple": {"hands": 3, "max_blind_multiple": 4, "stacks": [300, 200, 700]},
    "svara": {"hands": TWO_TIED, "carried": 33, "stacks": [90, 60, 35, 500]},
}


def steps(table, seed):
    """A deal at its start and after each action of players who choose at random."""
    deal, player = new(**STEPS[table]), RandomPlayer(Random(seed))
    yield deal
    while deal.turn is not None and len(deal.actions) < 40:
        deal.push(player.act(deal.view(deal.turn)))
        yield deal


@pytest.mark.parametrize("table", STEPS)
def test_exactly_the_legal_actions_are_taken(table):
    for seed in range(6):
        for deal in steps(table, seed):
            before = deal.copy()
            legal = deal.legal
            for kind in KINDS:
                low, high = (legal[kind].low, legal[kind].high) if kind in legal else (None, None)
                named = kind in legal and (low is None or kind in ("call", "join"))
                assert deal.is_legal(Action(kind)) is named
                ends = {0, 1, -1, 10, 10**9, *(end + by for end in (low, high) if end is not None for by in (-1, 0, 1))}
                for to in ends:
                    may = low is not None and low <= to and (high is None or to <= high)
                    assert deal.is_legal(Action(kind, to)) is may
                    if may:
                        deal.copy().push(Action(kind, to))
            assert deal == before


@pytest.mark.rule("D20")
@pytest.mark.parametrize("table", STEPS)
def test_chips_are_never_made_or_lost(table):
    """D20: after every action. Nobody ever has fewer than 0."""
    for seed in range(40):
        for deal in steps(table, seed):
            start = deal.start
            antes = start.ante * len(start.players)
            fees = sum(event.to for event in deal.actions if event.kind == "join")
            paid_out = deal.outcome.pot if isinstance(deal.outcome, Won) else 0
            assert start.carried + antes + fees + sum(deal.totals) == paid_out + deal.pot
            assert sum(deal.net) + deal.pot == start.carried
            assert all(type(chips) is int for chips in (*deal.net, *deal.totals, deal.pot))
            if start.stacks is not None:
                assert sum(deal.stacks) + deal.pot == sum(start.stacks) + start.carried
                assert min(deal.stacks) >= 0


@pytest.mark.rule("D19")
@pytest.mark.parametrize("table", STEPS)
def test_totals_stay_within_the_betting_cap_and_phases_follow_in_order(table):
    """D19: E is the smallest of the limit and, among the players left, of total plus chips behind."""
    for seed in range(40):
        phase = None
        for deal in steps(table, seed):
            bounds = [] if deal.start.settings.limit is None else [deal.start.settings.limit]
            if deal.stacks is not None and deal.phase in ("blind", "open"):
                bounds += [deal.totals[seat] + deal.stacks[seat] for seat in deal.remaining]
            assert all(total <= bound for bound in bounds for total in deal.totals)
            assert all(
                option.high is None or option.high <= min(bounds)
                for option in deal.legal.values()
                if bounds and option.kind != "join"
            )
            assert phase is None or deal.phase in PHASES[phase]
            assert (deal.turn is None) == (deal.phase == "over") == (deal.legal == {})
            phase = deal.phase


def test_an_earlier_state_and_every_kind_of_copy_equal_the_deal():
    for seed in range(10):
        for count, deal in enumerate(states := [deal.copy() for deal in steps("svara", seed)]):
            assert states[-1].at(count) == deal
            assert copy.copy(deal) == deal
            assert copy.deepcopy(deal) == deal
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                assert pickle.loads(pickle.dumps(deal, protocol)) == deal


def test_a_copy_goes_its_own_way():
    deal = new()
    other = deal.copy()
    play(other, "1 blind 10, 2 look, 2 call")
    assert deal == new() != other
    assert deal != "a deal"
    with pytest.raises(TypeError, match="unhashable"):
        hash(deal)


# Bad input ------------------------------------------------------------------------------------------------------------


class Number:
    """A whole number that is not an int."""

    def __index__(self):
        return 20


class Same(Number):
    """A whole number that is not equal to any other object."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


NOT_WHOLE = (True, 10.0, "10", b"10", [10], {}, object(), 1j)


@pytest.mark.parametrize("value", NOT_WHOLE, ids=lambda value: type(value).__name__)
def test_amounts_seats_and_numbers_must_be_whole(value):
    given = {
        "ante": lambda: Settings(value),
        "min_bet": lambda: Settings(10, min_bet=value),
        "min_raise": lambda: Settings(10, min_raise=value),
        "limit": lambda: Settings(10, limit=value),
        "max_blind_multiple": lambda: Settings(10, max_blind_multiple=value),
        "the total": lambda: Action("raise", value),
        "seat": lambda: Action("fold", seat=value),
        "number": lambda: Action("fold", number=value),
        "dealer": lambda: new(dealer=value),
        "seats": lambda: new(seats=value),
        "the stack of seat 1": lambda: new(2, stacks=[500, value]),
        "carried": lambda: new(carried=value),
        "number ": lambda: new(number=value),
        "seat ": lambda: new().view(value),
        "actions": lambda: new().at(value),
    }
    for name, make in given.items():
        with pytest.raises(TypeError) as refused:
            make()
        expected = f"{name.strip()} must be a whole number, not {value!r} of type {type(value).__name__}"
        assert str(refused.value) == expected


def test_anything_with_index_becomes_an_int():
    assert Settings(Number(), limit=Number()) == Settings(20, limit=20)
    assert type(Settings(Number()).ante) is int
    assert Action("raise", Number()) == Action("raise", 20)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("Settings(0)", SvaraError, "ante must be at least 1, not 0"),
        ("Settings(-1)", SvaraError, "ante must be at least 1, not -1"),
        ("Settings(-HUGE)", SvaraError, "ante must be at least 1, not a number of 16610 bits"),
        ("Settings(10, min_bet=0)", SvaraError, "min_bet must be at least 1, not 0"),
        ("Settings(10, min_raise=0)", SvaraError, "min_raise must be at least 1, not 0"),
        ("Settings(10, limit=0)", SvaraError, "limit must be at least 1, not 0"),
        ("Settings(10, max_blind_multiple=1)", SvaraError, "max_blind_multiple must be at least 2, not 1"),
        ("Settings(None)", TypeError, "ante must be a whole number, not None of type NoneType"),
        (
            "Settings(10, max_blind_multiple=None)",
            TypeError,
            "max_blind_multiple must be a whole number, not None of type NoneType",
        ),
        (
            "Action('check')",
            IllegalActionError,
            "'check' is not an action; actions are look, blind, bet, call, raise, fold, join, decline",
        ),
        (
            "Action('Fold')",
            IllegalActionError,
            "'Fold' is not an action; actions are look, blind, bet, call, raise, fold, join, decline",
        ),
        (
            "Action(None)",
            IllegalActionError,
            "None is not an action; actions are look, blind, bet, call, raise, fold, join, decline",
        ),
        (
            "Action(['fold'])",
            IllegalActionError,
            "['fold'] is not an action; actions are look, blind, bet, call, raise, fold, join, decline",
        ),
        (
            "Action('x' * 1000)",
            IllegalActionError,
            f"'{'x' * 80}'... is not an action; actions are look, blind, bet, call, raise, fold, join, decline",
        ),
        ("new().is_legal(None)", TypeError, "an action must be an Action or a string, not None of type NoneType"),
        ("Deal(10, HANDS[:2], 0)", TypeError, "settings must be a Settings, not 10 of type int"),
        ("new('A♥ K♥ 9♥')", TypeError, "hands must be a mapping or a sequence of hands, not 'A♥ K♥ 9♥' of type str"),
        ("new([])", HandSizeError, "a deal has 2 to 10 players, not 0"),
        ("new(1)", HandSizeError, "a deal has 2 to 10 players, not 1"),
        ("new(['A♥ K♥ 9♥', 'Q♦ J♦'])", HandSizeError, "the hand of seat 1: a hand is three cards, not 2 ('Q♦ J♦')"),
        (
            "new(['A♥ K♥ 9♥', 'Q♦ J♦ 2♠'])",
            CardError,
            "the hand of seat 1: position 6 of 'Q♦ J♦ 2♠': '2' is not in the deck; the deck is 7 to A",
        ),
        (
            "new(['A♥ K♥ 9♥', 'Q♦ J♦ J♦'])",
            DuplicateCardError,
            "the hand of seat 1: J♦ is given twice (card 2 and card 3 of Q♦ J♦ J♦); each card exists once",
        ),
        (
            "new(['A♥ K♥ 9♥', 'Q♦ J♦ A♥'])",
            DuplicateCardError,
            "A♥ is given twice (hand 0 and hand 1); each card exists once",
        ),
        (
            "new(['A♥ K♥ 9♥', None])",
            TypeError,
            "the hand of seat 1: a hand must be a string or an iterable of three cards, not None of type NoneType",
        ),
        ("new({0: HANDS[0], '1': HANDS[1]})", TypeError, "a seat must be a whole number, not '1' of type str"),
        ("new({0: HANDS[0], True: HANDS[1]})", TypeError, "a seat must be a whole number, not True of type bool"),
        ("new(by_seat([0, 3]), seats=3)", SvaraError, "the seat of a hand must be 0 to 2, not 3"),
        ("new({0: HANDS[0], -1: HANDS[1]}, seats=3)", SvaraError, "a seat must be 0 to 9, not -1"),
        ("new({0: HANDS[0], 10: HANDS[1]})", SvaraError, "a seat must be 0 to 9, not 10"),
        (
            "new(by_seat([0, 3]), dealer=1)",
            SvaraError,
            "the dealer, seat 1, has no hand; the dealer must be one of the players",
        ),
        ("new(dealer=-1)", SvaraError, "dealer must be 0 to 3, not -1"),
        ("new(dealer=4)", SvaraError, "dealer must be 0 to 3, not 4"),
        ("new(2, seats=11)", SvaraError, "seats must be 2 to 10, not 11"),
        ("new(2, seats=1)", SvaraError, "seats must be 2 to 10, not 1"),
        ("new(2, stacks=[10, 20, 30], seats=2)", SvaraError, "3 stacks do not fit 2 seats; give each seat one"),
        ("new(4, stacks=[10, 20, 30])", SvaraError, "the seat of a hand must be 0 to 2, not 3"),
        ("new(2, stacks=[-1, 20])", SvaraError, "the stack of seat 0 must be at least 0, not -1"),
        ("new(2, stacks=[20, 9])", SvaraError, "seat 1 has 9 chips and cannot pay the ante of 10"),
        ("new(2, stacks='99')", TypeError, "stacks must be a sequence of chips, by seat, not '99' of type str"),
        (
            "new(2, stacks={0: 99, 1: 99})",
            TypeError,
            "stacks must be a sequence of chips, by seat, not {0: 99, 1: 99} of type dict",
        ),
        ("new(2, stacks={98, 99})", TypeError, "stacks must be a sequence of chips, by seat, not {98, 99} of type set"),
        ("new(2, stacks=99)", TypeError, "stacks must be a sequence of chips, by seat, not 99 of type int"),
        ("new(2, stacks=['99', 99])", TypeError, "the stack of seat 0 must be a whole number, not '99' of type str"),
        (
            "new({*HANDS[:2]})",
            TypeError,
            "hands must be a mapping or a sequence of hands, not {'A♥ K♥ 9♥', 'Q♦ J♦ 8♠'} of type set",
        ),
        ("new(None)", TypeError, "hands must be a mapping or a sequence of hands, not None of type NoneType"),
        ("new(carried=-1)", SvaraError, "carried must be at least 0, not -1"),
        ("new(number=-1)", SvaraError, "number must be at least 0, not -1"),
        ("new().view(4)", SvaraError, "seat must be 0 to 3, not 4"),
        ("new().view(-1)", SvaraError, "seat must be 0 to 3, not -1"),
        ("play(new(), '1 look').at(2)", IndexError, "actions must be 0 to 1, not 2"),
        ("play(new(), '1 look').at(-1)", IndexError, "actions must be 0 to 1, not -1"),
        ("new(2, stacks=b'dd')", TypeError, "stacks must be a sequence of chips, by seat, not b'dd' of type bytes"),
        (
            "new(2, stacks=bytearray(b'dd'))",
            TypeError,
            "stacks must be a sequence of chips, by seat, not bytearray(b'dd') of type bytearray",
        ),
        ("new(2, stacks=range(10**8))", SvaraError, "a table has 2 to 10 seats, not 11 or more"),
        ("new(2, stacks=iter(lambda: 500, None))", SvaraError, "a table has 2 to 10 seats, not 11 or more"),
        ("Deal(Settings(10), iter(lambda: HANDS[0], None), 0)", SvaraError, "a seat must be 0 to 9, not 10"),
        (
            "Deal(Settings(10), range(10**8), 0)",
            TypeError,
            "the hand of seat 0: a hand must be a string or an iterable of three cards, not 0 of type int",
        ),
        ("new({1: HANDS[0], Same(1): HANDS[1]}, dealer=1)", SvaraError, "seat 1 has two hands"),
        (
            "new(hands=bytearray(b'A'))",
            TypeError,
            "hands must be a mapping or a sequence of hands, not bytearray(b'A') of type bytearray",
        ),
        ("new().push(b'look')", TypeError, "an action must be an Action or a string, not b'look' of type bytes"),
        ("new().is_legal(1)", TypeError, "an action must be an Action or a string, not 1 of type int"),
        ("new().view(True)", TypeError, "seat must be a whole number, not True of type bool"),
        ("new().view('0')", TypeError, "seat must be a whole number, not '0' of type str"),
    ],
)
def test_an_impossible_deal_is_refused_with_the_reason(given, error, message):
    with pytest.raises(error) as refused:
        eval(given)
    assert type(refused.value) is error
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "given",
    [
        "new(2, seats=HUGE)",
        "new(2, seats=HUGE, stacks=[500, 500])",
        "new({0: HANDS[0], HUGE: HANDS[1]})",
        "new({0: HANDS[0], HUGE: HANDS[1]}, seats=2)",
        "new({0: HANDS[0], HUGE: 'no hand'})",
        "new({0: HANDS[0], HUGE: HANDS[0]})",
        "new({0: HANDS[0], -HUGE: HANDS[1]}, seats=2)",
        "new(dealer=HUGE)",
        "new(carried=-HUGE)",
        "new(number=-HUGE)",
        "new(2, ante=HUGE, stacks=[HUGE, HUGE - 1])",
        "new(2, stacks=[-HUGE, 500])",
        "new().view(HUGE)",
        "new().push(Action('look', HUGE))",
        "new().push(Action('look', number=HUGE))",
        "new(number=HUGE).push(Action('look', number=HUGE + 1))",
        "Action(HUGE)",
        "Settings(10, limit=-HUGE)",
    ],
)
def test_a_number_too_long_for_decimal_is_refused_like_any_other(given):
    with pytest.raises(SvaraError):
        eval(given)


@pytest.mark.parametrize(
    "given",
    [
        "new().push(HUGE)",
        "new().push([HUGE])",
        "Settings([HUGE])",
        "Action('raise', [HUGE])",
        "Deal(HUGE, HANDS[:2], 0)",
        "new({0: HANDS[0], 1: HUGE})",
        "new().at([HUGE])",
    ],
)
def test_a_number_too_long_for_decimal_does_not_hide_a_wrong_type(given):
    with pytest.raises(TypeError):
        eval(given)


def test_a_deal_can_be_played_for_numbers_too_long_for_decimal():
    deal = play(new(2, ante=HUGE, stacks=[9 * HUGE, 7 * HUGE]), "1 look")
    assert deal.legal["bet"] == Option("bet", HUGE, 6 * HUGE)
    deal.push(Action("bet", 2 * HUGE))
    assert "bits" in repr(deal)
    deal.push(Action("call"))
    assert deal.stacks == (12 * HUGE, 4 * HUGE)
    assert str(deal.events[0]).endswith(" bits each")
    assert str(deal.outcome).endswith(" bits")


def test_a_deal_and_its_events_print_as_sentences():
    deal = new(by_seat([0, 2, 3]), stacks=[500, 40, 300, 200])
    assert repr(deal) == "<Deal: seat 2 can look, blind to 10–190; pot 30>"
    assert str(deal.start) == "seat 0 deals to seats 2, 3 and 0, who pay 10 each"
    assert str(new(2, carried=70).start) == "seat 0 deals to seats 1 and 0: a svara for the pot of 70"
    play(deal, "2 blind 10, 3 look, 3 raise 30, 0 call, 2 call")
    assert [*map(str, deal.events[1:])] == [
        "seat 2 bets blind to 10",
        "seat 3 looks",
        "seat 3 raises to 30",
        "seat 0 calls to 30",
        "seat 2 calls to 30",
        "seat 2 shows 10♠ 9♠ K♣: 19 points",
        "seat 3 shows A♣ A♦ 8♥: 22 points",
        "seat 0 shows A♥ K♥ 9♥: 30 points",
        "seat 0 takes the pot of 120",
    ]
    assert repr(deal) == "<Deal: seat 0 takes the pot of 120>"
    assert (str(Action("fold")), str(Action("join", 30)), str(Action("decline", seat=1))) == (
        "fold",
        "join for 30",
        "seat 1 declines",
    )


def test_actions_and_events_can_be_matched_by_position():
    match play(new(TWO_TIED), "1 look, 1 fold, 2 bet 10, 3 fold, 0 call").outcome:
        case Svara(tied, pot, fee, may_join):
            assert (tied, pot, fee, may_join) == ((0, 2), 60, 30, (1, 3))
    match Action("raise", 30, seat=2):
        case Action("raise", to, seat):
            assert (to, seat) == (30, 2)


def test_a_huge_seat_or_total_can_be_printed():
    assert str(Action("raise", HUGE, HUGE)) == "seat a number of 16610 bits raises to a number of 16610 bits"
