"""The sizes of blinds, bets and raises, which learners and the solver share."""

from __future__ import annotations

import pytest

from svara_eval import IllegalActionError
from svara_eval.envs import CHOICES, menu
from svara_eval.game import SIZES, Deal, Settings, amounts
from svara_eval.solver._tree import menu as considered

HANDS = ["Ah Kh Qh", "Kd 9d 8c"]


def played(settings, *actions):
    """Play actions of two players; seat 0 acts first."""
    deal = Deal(settings, HANDS, dealer=1)
    for action in actions:
        deal.push(action)
    return deal


@pytest.mark.parametrize(
    ("settings", "actions", "kind", "expected"),
    [
        (Settings(10, limit=500), (), "blind", (10, 10, 20, 500)),
        (Settings(10, limit=500, max_blind_multiple=8), ("blind 20",), "blind", (40, 50, 80, 160)),
        (Settings(10, limit=500), ("look",), "bet", (10, 10, 20, 500)),
        (Settings(10), ("look", "bet 20"), "raise", (30, 50, 80, None)),
        (Settings(5, limit=99), ("look", "bet 5"), "raise", (10, 15, 25, 99)),
        (Settings(10, limit=99), ("blind 10", "look"), "raise", (30, 45, 70, 99)),
    ],
    ids=["first blind", "second blind", "bet", "raise", "odd pot", "raise over twice the blind"],
)
def test_a_size_is_a_share_of_the_pot_after_a_call_on_top_of_it(settings, actions, kind, expected):
    deal = played(settings, *actions)
    sizes = dict(zip(SIZES, expected, strict=True))
    assert amounts(deal, kind) == sizes
    assert amounts(deal.view(deal.turn), kind) == sizes


def sized(actions):
    return {action for action in actions if action.kind in ("blind", "bet", "raise")}


@pytest.mark.parametrize("actions", [(), ("blind 20",), ("look",), ("look", "bet 20"), ("blind 20", "look")])
def test_learners_and_the_solver_consider_the_same_totals(actions):
    """After a blind of 20 in a pot of 40, "pot" is a blind to 80 for both."""
    deal = played(Settings(10, limit=500, max_blind_multiple=8), *actions)
    choices = menu(deal.view(deal.turn))
    assert sized(choices.values()) == sized(considered(SIZES)(deal))
    if actions == ("blind 20",):
        assert CHOICES[7] == "blind pot"
        assert choices[7].to == 80


@pytest.mark.parametrize(("kind", "shown"), [("raise", "'raise'"), ("look", "'look'"), (3, "3")])
def test_only_a_legal_blind_bet_or_raise_has_amounts(kind, shown):
    deal = played(Settings(10, limit=500))
    with pytest.raises(IllegalActionError) as caught:
        amounts(deal, kind)
    legal = ", ".join(map(str, deal.legal.values()))
    assert str(caught.value) == f"amounts are of a legal blind, bet or raise, not {shown}; legal: {legal}"
    with pytest.raises(IllegalActionError, match="legal: nothing"):
        amounts(deal.view(1), "blind")
