"""The choices of a learner: the amounts they come to, and that they are all legal."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svara_eval.envs import CHOICES, menu
from svara_eval.game import Action, Deal, RandomPlayer, Settings, Table

THREE = ["Ah Kh Qh", "Kd 9d 8c", "Qs Js 8h"]
TIED = ["10c Kh 8s", "Qd Kc 9h", "7d 8h 9s"]


def played(settings: Settings, *actions: tuple[str, int | None], hands=THREE, stacks=None) -> Deal:
    """A deal of seat 2 after some actions; seat 0 acts first."""
    deal = Deal(settings, hands, dealer=len(hands) - 1, stacks=stacks)
    for kind, to in actions:
        deal.push(Action(kind, to))
    return deal


# The pot is 30 before the betting.
LIMIT = Settings(ante=10, limit=100)
CASES = {
    "a first blind of half the pot, 15, and of the pot": (
        played(LIMIT),
        {"look": None, "blind min": 10, "blind half pot": 15, "blind pot": 30, "blind max": 100},
    ),
    "the next blind is exactly twice the last (D11)": (
        played(LIMIT, ("blind", 10)),
        {"look": None, "blind min": 20},
    ),
    "a table that sets up to five times": (
        played(Settings(ante=10, limit=100, max_blind_multiple=5), ("blind", 15)),
        {"look": None, "blind min": 30, "blind half pot": 45, "blind pot": 75},
    ),
    "half of an odd pot is rounded up": (
        played(Settings(ante=5, limit=100), ("look", None)),
        {"fold": None, "bet min": 5, "bet half pot": 8, "bet pot": 15, "bet max": 100},
    ),
    "a bet of 20 makes the pot 50; a call makes it 70": (
        played(LIMIT, ("look", None), ("bet", 20)),
        {"fold": None, "call": None, "raise min": 30, "raise half pot": 55, "raise pot": 90, "raise max": 100},
    ),
    "twice the blind is asked, and its bettor owes the difference": (
        played(Settings(ante=10, limit=200), ("blind", 10), ("blind", 20), ("look", None), ("fold", None)),
        {"fold": None, "call": None, "raise min": 50, "raise half pot": 85, "raise pot": 130, "raise max": 200},
    ),
    "a raise cut down to the shortest stack is the only one (D19)": (
        played(Settings(ante=10), ("look", None), ("bet", 20), stacks=[500, 500, 35]),
        {"fold": None, "call": None, "raise min": 25},
    ),
    "no raise where the stacks end": (
        played(Settings(ante=10), ("look", None), ("bet", 25), stacks=[500, 500, 35]),
        {"fold": None, "call": None},
    ),
    "without a limit there is no most": (
        played(Settings(ante=10)),
        {"look": None, "blind min": 10, "blind half pot": 15, "blind pot": 30},
    ),
    "a svara is joined or declined": (
        played(LIMIT, ("look", None), ("bet", 10), ("call", None), ("call", None), hands=TIED),
        {"join": None, "decline": None},
    ),
    "nothing when the deal is over": (played(LIMIT, ("look", None), ("fold", None), ("fold", None)), {}),
}


@pytest.mark.parametrize("case", CASES)
def test_the_choices_come_to_the_documented_amounts(case):
    deal, expected = CASES[case]
    actions = menu(deal.view(deal.turn))
    assert {CHOICES[number]: action.to for number, action in actions.items()} == expected
    assert all(CHOICES[number].split()[0] == action.kind for number, action in actions.items())


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 10), stacked=st.booleans(), multiple=st.sampled_from([2, 5]))
def test_choices_are_legal_and_different_and_reach_both_bounds(seed, seats, stacked, multiple):
    rng = Random(seed)
    settings = Settings(rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 9), 60, multiple)
    stacks = [rng.randint(settings.ante, 90) for _ in range(seats)] if stacked else None
    deal, player = Table(settings, seats=seats, stacks=stacks).next_deal(rng), RandomPlayer(rng)
    while deal.turn is not None:
        actions = menu(deal.view(deal.turn))
        assert [*actions] == sorted(actions)
        assert all(map(deal.is_legal, actions.values()))
        assert len({*actions.values()}) == len(actions)
        for option in deal.legal.values():
            totals = [action.to for action in actions.values() if action.kind == option.kind]
            if option.kind in ("blind", "bet", "raise"):
                assert totals == sorted(totals)
                assert (totals[0], totals[-1]) == (option.low, option.high)
            else:
                assert totals == [None]
        assert all(menu(deal.view(seat)) == {} for seat in range(seats) if seat != deal.turn)
        deal.push(player.act(deal.view(deal.turn)))
