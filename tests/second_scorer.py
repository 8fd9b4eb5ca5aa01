"""A second scorer of Svara hands, to check the first against: written from the rules alone, it shares no code with it.

Method: arithmetic on a table of suits and ranks, never a list of the hand's subsets. The 7♣ is laid aside, the other
cards are added up by suit and by rank, and the best of these totals counts, plus 11 if the 7♣ is there. Sevens are
counted apart: two or three of them are a floor under that sum. S and D numbers are those of the rules.

A card is two characters, rank of 789TJQKA and suit of cdhs.
"""

from typing import NamedTuple

RANKS = "789TJQKA"
SUITS = "cdhs"
VALUE = dict(zip(RANKS, (7, 8, 9, 10, 10, 10, 10, 11), strict=True))  # S1, S2, S3
JOKER = "7c"  # S6
JOKER_VALUE = 11  # S6, D1
SEVENS = {2: (23, "two_sevens"), 3: (34, "three_sevens")}  # S9, S7


class Line(NamedTuple):
    """The cards of one suit or of one rank: compares by total, then by the place of the last card in the deck."""

    total: int
    last: int
    is_rank: bool
    cards: tuple[str, ...]


def place(card: str) -> int:
    """Where a card stands in deck order: by rank, then by suit."""
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def line(cards: list[str], *, is_rank: bool) -> Line:
    """One suit or rank of the table, added up; the cards come in deck order."""
    return Line(sum(VALUE[card[0]] for card in cards), place(cards[-1]), is_rank, tuple(cards))


def rank_adds_up(rank: str, count: int, joker: bool) -> bool:
    """Whether so many cards of one rank, the 7♣ not among them, add up whatever their suits."""
    if count == 3:
        return True  # S8, S5; three 7s are more still (S7)
    return count == 2 and (joker or rank == "A")  # D3, S5; any other pair is worth nothing by itself (D5)


def best_line(cards: list[str], joker: bool) -> Line:
    """The best suit or rank of the cards beside the 7♣; of equal ones, the one later in the deck.

    A single card is always a suit's line. Cards of two lines never add up (D2, D4).
    """
    suits = ([card for card in cards if card[1] == suit] for suit in SUITS)
    ranks = {rank: [card for card in cards if card[0] == rank] for rank in RANKS}
    lines = [line(of_suit, is_rank=False) for of_suit in suits if of_suit]  # S4
    lines += [line(of_rank, is_rank=True) for rank, of_rank in ranks.items() if rank_adds_up(rank, len(of_rank), joker)]
    return max(lines)


def kind_of(best: Line, joker: bool) -> str:
    """The name of a line, with the 7♣ or without."""
    if len(best.cards) == 1:
        return "joker_card" if joker else "high_card"
    if not best.is_rank:
        return "joker_suited" if joker else "suited"
    if joker:
        return "joker_pair"
    return "aces" if best.cards[0][0] == "A" else "three_of_a_kind"


def points_kind_and_cards(hand: tuple[str, str, str]) -> tuple[int, str, tuple[str, ...]]:
    """The points of a hand, the kind of its best reading and the cards that count, in deck order."""
    cards = sorted(hand, key=place)
    joker = JOKER in cards
    best = best_line([card for card in cards if card != JOKER], joker)
    total = best.total + JOKER_VALUE * joker

    sevens = tuple(card for card in cards if card[0] == "7")
    floor, floor_kind = SEVENS.get(len(sevens), (0, ""))
    if floor > total:  # D6: a floor, not a cap; the two are never equal
        return floor, floor_kind, sevens
    return total, kind_of(best, joker), (JOKER,) * joker + best.cards  # the 7♣ is the first card of the deck


def points(hand: tuple[str, str, str]) -> int:
    """The points of a hand."""
    return points_kind_and_cards(hand)[0]
