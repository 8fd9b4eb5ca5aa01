"""A row of many deals, and a table of Python at which the same deals are played."""

from __future__ import annotations

from random import Random

import numpy as np
from streams import Stream

from svara_eval.envs import CHOICES, menu, observe
from svara_eval.game import Svara, Table, Won

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
        self.menu = menu(view)
        assert np.flatnonzero(deals.action_mask[row]).tolist() == [*self.menu]
        hidden = [[*deal.hands.get(seat, [NO_HAND] * 3)] for seat in range(self.seats)]
        assert deals.hands[row].tolist() == hidden

    def push(self, choice, rewards, ended, seen):
        """Take the choice that the row has taken; what was won and lost is its rewards."""
        self.deal.push(self.menu[choice])
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
