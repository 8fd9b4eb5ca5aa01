"""The observation of a learner: each number by hand, and never a card that its seat may not know."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svara_eval import DECK, SvaraError
from svara_eval.envs import FEATURES, menu, observe
from svara_eval.game import Action, Deal, RandomPlayer, Settings, Table

LIMIT = Settings(ante=10, limit=100)
HANDS = ["7c Kh Kd", "As Ad 10c", "8h 9d 9c"]  # cards 0 26 25, 31 29 12 and 6 9 8: 31, 22 and 9 points
TIED = ["10c Kh 8s", "Qd Kc 9h", "7d 8h 9s"]  # 10, 10 and 9 points
TO_THE_TIE = [("look", None), ("bet", 20), ("call", None), ("call", None)]


def played(*actions: tuple[str, int | None], hands=HANDS, dealer=2, **options) -> Deal:
    """A deal after some actions; the seat left of the dealer acts first."""
    deal = Deal(LIMIT, hands, dealer, **options)
    for kind, to in actions:
        deal.push(Action(kind, to))
    return deal


# The numbers that are not 0, by index; then six for each seat, clockwise from the seat's own: whether it is in, its
# total, the chips behind, whether it deals, leads, has a claim. The stake is the limit of 100, and the antes make 30.
CASES = {
    "nobody has seen a card before the first action": (
        played(),
        0,
        {33: 1, 38: 30 / 130},
        [(1, 0, 1, 0, 0, 0), (1, 0, 1, 0, 0, 0), (1, 0, 1, 1, 0, 0)],
    ),
    "a blind leads; a stack over the stake is 1": (
        played(("blind", 20), stacks=[130, 60, 900]),
        1,
        {33: 1, 38: 50 / 150, 40: 0.2},
        [(1, 0, 0.5, 0, 0, 0), (1, 0, 1, 1, 0, 0), (1, 0.2, 1, 0, 1, 0)],
    ),
    "after a look the cards count, and twice the blind is the price": (
        played(("blind", 20), ("look", None)),
        1,
        {31: 1, 29: 1, 12: 1, 32: 22 / 34, 34: 1, 38: 50 / 150, 39: 40 / 90, 40: 0.2},
        [(1, 0, 1, 0, 0, 0), (1, 0, 1, 1, 0, 0), (1, 0.2, 1, 0, 1, 0)],
    ),
    "a seat out of turn sees its cards and has no price": (
        played(("blind", 20), ("look", None)),
        2,
        {6: 1, 9: 1, 8: 1, 32: 9 / 34, 34: 1, 38: 50 / 150, 40: 0.2},
        [(1, 0, 1, 1, 0, 0), (1, 0.2, 1, 0, 1, 0), (1, 0, 1, 0, 0, 0)],
    ),
    "a raise takes the lead, a fold leaves the deal, and what was paid is not paid again": (
        played(("blind", 20), ("look", None), ("raise", 70), ("fold", None)),
        0,
        {0: 1, 26: 1, 25: 1, 32: 31 / 34, 34: 1, 38: 120 / 220, 39: 50 / 170, 40: 0.2},
        [(1, 0.2, 1, 0, 0, 0), (1, 0.7, 1, 0, 1, 0), (0, 0, 1, 1, 0, 0)],
    ),
    "the second largest stack is the stake where it is less than the limit": (
        played(("look", None), ("bet", 30), stacks=[50, 50, 80]),
        1,
        {31: 1, 29: 1, 12: 1, 32: 22 / 34, 34: 1, 38: 60 / 110, 39: 30 / 90},
        [(1, 0, 0.8, 0, 0, 0), (1, 0, 1, 1, 0, 0), (1, 0.6, 0.2, 0, 1, 0)],
    ),
    "the svara fee is a price, and the tied seats have a claim": (
        played(*TO_THE_TIE, hands=TIED),
        2,
        {1: 1, 6: 1, 11: 1, 32: 9 / 34, 35: 1, 38: 90 / 190, 39: 45 / 135},
        [(1, 0.2, 1, 1, 0, 0), (1, 0.2, 1, 0, 1, 1), (1, 0.2, 1, 0, 0, 1)],
    ),
    "who has joined has a claim": (
        played(*TO_THE_TIE, ("join", None), hands=TIED),
        2,
        {1: 1, 6: 1, 11: 1, 32: 9 / 34, 36: 1, 38: 135 / 235},
        [(1, 0.2, 1, 1, 0, 1), (1, 0.2, 1, 0, 1, 1), (1, 0.2, 1, 0, 0, 1)],
    ),
    "a svara is played without the seat that stays out": (
        played(("look", None), hands=TIED[:2], dealer=1, seats=3, carried=90),
        2,
        {34: 1, 37: 1, 38: 90 / 190},
        [(0, 0, 1, 0, 0, 0), (1, 0, 1, 0, 0, 0), (1, 0, 1, 1, 0, 0)],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_number_has_the_meaning_in_the_table_of_indices(case):
    deal, seat, numbers, seats = CASES[case]
    expected = [numbers.get(index, 0) for index in range(41)] + [number for row in seats for number in row]
    observed = observe(deal.view(seat))
    assert observed.dtype == np.float32
    assert observed.tolist() == pytest.approx(expected)


def test_every_number_has_a_name():
    """The numbers of the third case above, by name: seat 1 has 22 points, and seat 0 bet blind to 20."""
    deal = played(("blind", 20), ("look", None))
    named = dict(zip(FEATURES, observe(deal.view(1)), strict=False))
    expected = {"As": 1, "Ad": 1, "Tc": 1, "points": 22 / 34, "open phase": 1, "pot": 50 / 150, "price": 40 / 90}
    expected |= {"last blind": 0.2, "dealer 1": 1, "total 2": 0.2, "leader 2": 1}
    expected |= {f"{of} {seat}": 1 for of in ("remaining", "chips") for seat in range(3)}
    assert {name: number for name, number in named.items() if number} == pytest.approx(expected)
    assert len({*FEATURES}) == len(FEATURES) == 41 + 6 * 10


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 10), limited=st.booleans(), stacked=st.booleans())
def test_all_numbers_are_from_0_to_1_in_every_deal(seed, seats, limited, stacked):
    rng = Random(seed)
    settings = Settings(rng.randint(1, 9), limit=rng.randint(1, 60) if limited or not stacked else None)
    stacks = [rng.randint(settings.ante, 300) for _ in range(seats)] if stacked else None
    table, player = Table(settings, seats=seats, stacks=stacks), RandomPlayer(rng)
    for _ in range(3):
        if not table.next_players:
            break
        deal = table.next_deal(rng)
        while True:
            for seat in range(seats):
                observed = observe(deal.view(seat))
                assert observed.shape == (41 + 6 * seats,)
                assert 0 <= observed.min() <= observed.max() <= 1
            if deal.turn is None:
                break
            deal.push(player.act(deal.view(deal.turn)))


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 5), seat=st.integers(0, 4))
def test_cards_that_a_seat_may_not_know_change_nothing_that_it_sees(seed, seats, seat):
    """Two deals differ in all cards but the seat's own, and in the blind betting in those too."""
    rng, seat = Random(seed), seat % seats
    cards = rng.sample(DECK, len(DECK))
    own, others = cards[:3], cards[3:]

    def dealt(shuffled: list) -> Deal:
        hands = [shuffled[3 * place : 3 * place + 3] for place in range(seats)]
        return Deal(LIMIT, [*hands[:seat], own, *hands[seat + 1 :]], dealer=0)

    first, second = dealt(others), dealt(rng.sample(others, len(others)))
    blind = Deal(LIMIT, [cards[::-1][3 * place : 3 * place + 3] for place in range(seats)], dealer=0)
    while True:
        view = first.view(seat)
        np.testing.assert_array_equal(observe(view), observe(second.view(seat)))
        assert menu(view) == menu(second.view(seat))
        if first.phase == "blind":
            np.testing.assert_array_equal(observe(view), observe(blind.view(seat)))
        actor = menu(first.view(first.turn))
        action = actor[rng.choice([*actor])]
        deals = [first, second] + [blind] * (first.phase == "blind")
        for deal in deals:
            deal.push(action)
        if first.outcome is not None:  # what is shown is known to all
            break


def test_a_spectator_has_nothing_to_observe():
    with pytest.raises(SvaraError) as error:
        observe(played().view())
    assert str(error.value) == "the view is not of a seat; observe the view of a player, deal.view(seat)"


def test_bets_without_a_bound_cannot_be_scaled():
    with pytest.raises(SvaraError) as error:
        observe(Deal(Settings(ante=10), HANDS, dealer=2).view(0))
    assert str(error.value) == "nothing bounds the bets; give the table a limit or stacks"
