"""Many deals at once: in every row a table of Python that holds the same hands agrees after every action."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import numpy as np
import pytest
from streams import Stream

from svara_eval.envs import CHOICES, Deals, menu, observe
from svara_eval.game import Settings, Svara, Table, Won

pytestmark = pytest.mark.compiled
DEALS = int(os.environ.get("SVARA_EVAL_TWINS", "6000"))
NO_HAND = 255


class Twin:
    """A row, and a table of Python at which the same deals are played with the same choices."""

    def __init__(self, deals, row, seed, settings, stacks, split):
        self.deals, self.row, self.settings, self.stacks = deals, row, settings, stacks
        self.seats, self.ends = deals.hands.shape[1], (Won, Svara) if split else Won
        self.stream = Stream.of_block(words_of(seed), row)
        self.begin()

    def begin(self):
        (dealer,) = self.stream.below(self.seats)
        self.table = Table(self.settings, seats=self.seats, stacks=self.stacks, dealer=dealer)
        self.next_deal()

    def next_deal(self):
        """Deal three cards to each player, by seat; a table deals one card at a time, from the dealer's left."""
        dealer, players, cards, deck = self.table.next_dealer, sorted(self.table.next_players), [], list(range(32))
        while left := 3 * len(players) - len(cards):
            cards += self.stream.deal(deck, 32 - len(cards), min(8, left))
        hands = {seat: cards[3 * at : 3 * at + 3] for at, seat in enumerate(players)}
        order = sorted(players, key=lambda seat: (seat - dealer - 1) % self.seats)
        self.deal = self.table.next_deal([hands[seat][card] for card in range(3) for seat in order])

    def agree(self):
        """The row shows the view of the seat whose turn it is, its choices, the dealer and all hands."""
        deals, row, deal = self.deals, self.row, self.deal
        view = deal.view(deal.turn)
        assert (deals.seat[row], deals.dealer[row]) == (deal.turn, deal.start.dealer)
        assert deals.observation[row].tobytes() == observe(view).tobytes()
        assert np.flatnonzero(deals.action_mask[row]).tolist() == [*menu(view)]
        hidden = [[*deal.hands.get(seat, [NO_HAND] * 3)] for seat in range(self.seats)]
        assert deals.hands[row].tolist() == hidden

    def push(self, choice, rewards, ended, seen):
        """Take the choice that the row has taken; what was won and lost is its rewards."""
        self.deal.push(menu(self.deal.view(self.deal.turn))[choice])
        seen[CHOICES[choice]] += 1
        while self.deal.turn is None and not isinstance(self.deal.outcome, self.ends):
            self.next_deal()
            seen["svara"] += 1
            seen["svara without betting"] += self.deal.turn is None
        over = isinstance(self.deal.outcome, self.ends)
        assert ended == over
        assert rewards == (self.chips() if over else [0] * self.seats)
        if over:
            seen["deal"] += 1
            self.begin()

    def chips(self):
        tied = self.deal.outcome.tied if isinstance(self.deal.outcome, Svara) else ()
        return [net + (self.deal.pot / len(tied) if seat in tied else 0) for seat, net in enumerate(self.table.net)]


def words_of(seed):
    random = Random(seed)
    return [random.getrandbits(64) for _ in range(4)]


def some_conditions(rng):
    """A table of any size and settings, and stacks around the ante or above it, or none."""
    seats, ante = rng.choice([2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10]), rng.randint(1, 12)
    stacked = rng.random() < 0.5
    settings = Settings(
        ante,
        min_bet=rng.choice([None, rng.randint(1, 25)]),
        min_raise=rng.choice([None, rng.randint(1, 25)]),
        limit=rng.randint(1, 20 * ante) if not stacked or rng.random() < 0.5 else None,
        max_blind_multiple=rng.randint(2, 5),
        svara_fee=rng.choice(["share", "share", "pot"]),
    )
    rich = ante * rng.choice([2, 3, 10, 60])
    return settings, [ante + rng.randint(1, rich) for _ in range(seats)] if stacked else [None] * seats


def some_choices(rng, masks):
    """Legal choices, of which those that keep a deal going are likelier."""
    weights = masks * np.array([6, 1, 6, 3, 1, *[1] * 4, *[2] * 4, *[1] * 4])
    ends = weights.cumsum(axis=1)
    return (ends <= (rng.random(len(masks)) * ends[:, -1])[:, None]).sum(axis=1)


@pytest.mark.parametrize("split", [False, True], ids=["played", "split"])
@pytest.mark.parametrize("wanted", [DEALS, pytest.param(20 * DEALS, marks=pytest.mark.proof)], ids=["some", "many"])
def test_every_row_plays_as_a_table_of_python_does(split, wanted):
    rng, seen, tables = Random(f"{wanted} {split}"), Counter(), 0
    while seen["deal"] < wanted / 2:
        settings, stacks = some_conditions(rng)
        chips, options = None if stacks[0] is None else stacks, {"svara": "split" if split else "played"}
        deals = Deals(60, len(stacks), settings=settings, stacks=chips, rng=tables, **options)
        twins = [Twin(deals, row, tables, settings, chips, split) for row in range(60)]
        random = np.random.default_rng(tables)
        for _ in range(40):
            for twin in twins:
                twin.agree()
            choices = some_choices(random, deals.action_mask)
            rewards, ended = deals.step(choices)
            for twin, *taken in zip(twins, choices.tolist(), rewards.tolist(), ended.tolist(), strict=True):
                twin.push(*taken, seen)
        tables += 1
    expected = {*CHOICES} if not split else {*CHOICES} - {"join", "decline"}
    assert expected <= {what for what, count in seen.items() if count > wanted / 1000}
    assert split or min(seen["svara"], 100 * seen["svara without betting"]) > wanted / 40
