"""Games of the tests: lines of actions, the decks that deal given hands, and what many tests name."""

from __future__ import annotations

from svara_eval.game import Action, Settings, Table

KINDS = ("look", "blind", "bet", "call", "raise", "fold", "join", "decline")
HUGE = 10**5000  # too long for Python to write in decimal
TIE = ("Q♦ J♦ 8♠", "A♥ 8♥ K♣", "K♠ 10♠ 9♣")  # 20, 19 and 20 points


def play(deal, line):
    """Play a line such as "1 look, 1 bet 20, 2 call", each by the seat whose turn it must be."""
    for move in filter(None, line.split(", ")):
        seat, kind, *to = move.split()
        assert deal.turn == int(seat), f"it is the turn of {deal.turn}, not yet {move!r}"
        deal.push(Action(kind, *map(int, to)))
    return deal


def deck(hands, dealer):
    """The deck that deals these hands, by seat: one card at a time, from the dealer's left (D9)."""
    clockwise = sorted(hands, key=lambda seat: (seat - dealer - 1) % 10)
    return [hands[seat].split()[card] for card in range(3) for seat in clockwise]


def at_a_table(line, **table):
    """A table whose first deal is that tie, after a line such as "look, bet 20, call"."""
    table = Table(Settings(10), **table)
    table.next_deal(deck(dict(enumerate(TIE)), 0))
    for action in filter(None, line.split(", ")):
        table.deal.push(action)
    return table
