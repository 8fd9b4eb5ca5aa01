"""A second scorer of Svara hands, to check the first against. Written from the rules alone, it shares no code with it.

It never lists the subsets of a hand: it does arithmetic on a table of suits and ranks. The 7♣ is laid aside, the other
cards are added up by suit and by rank, and the best of these totals counts, plus 11 for the 7♣. Sevens are counted
separately: two or three of them are a floor under that sum. S and D numbers are those of the rules.

A card is two characters: a rank of 789TJQKA and a suit of cdhs.
"""

from typing import NamedTuple

RANKS = "789TJQKA"
SUITS = "cdhs"
VALUE = dict(zip(RANKS, (7, 8, 9, 10, 10, 10, 10, 11), strict=True))  # S1, S2, S3
JOKER = "7c"  # S6
JOKER_VALUE = 11  # S6, D1
SEVENS = {2: (23, "two_sevens"), 3: (34, "three_sevens")}  # S9, S7

# "The rules of an explanation"
OF_ONE_CARD = {"S1": "789", "S2": "TJQK", "S3": "A"}
OF_A_KIND = """
suited S4
aces S5
three_of_a_kind S8
two_sevens S9
three_sevens S7
joker_card S6
joker_pair S6 D3
joker_suited S6 S4
"""


class Line(NamedTuple):
    """The cards of one suit or one rank; compares by total, then by the place of its last card in the deck."""

    total: int
    last: int
    is_rank: bool
    cards: tuple[str, ...]


def place(card: str) -> int:
    """The place of a card in the deck: by rank, then by suit."""
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def line(cards: list[str], *, is_rank: bool) -> Line:
    """Add up one suit or rank of the table; its cards are in deck order."""
    return Line(sum(VALUE[card[0]] for card in cards), place(cards[-1]), is_rank, tuple(cards))


def rank_adds_up(rank: str, count: int, joker: bool) -> bool:
    """Whether that many cards of one rank, without the 7♣, add up whatever their suits."""
    if count == 3:
        return True  # S8, S5; three 7s score even more (S7)
    return count == 2 and (joker or rank == "A")  # D3, S5; any other pair scores nothing by itself (D5)


def best_line(cards: list[str], joker: bool) -> Line:
    """The best suit or rank among the cards besides the 7♣; of equal ones, the one later in the deck.

    A single card is always the line of a suit. Cards of two lines never add up (D2, D4).
    """
    suits = ([card for card in cards if card[1] == suit] for suit in SUITS)
    ranks = {rank: [card for card in cards if card[0] == rank] for rank in RANKS}
    lines = [line(of_suit, is_rank=False) for of_suit in suits if of_suit]  # S4
    lines += [line(of_rank, is_rank=True) for rank, of_rank in ranks.items() if rank_adds_up(rank, len(of_rank), joker)]
    return max(lines)


def kind_of(best: Line, joker: bool) -> str:
    """The kind of a line, with or without the 7♣."""
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
    if floor > total:  # D6: a floor, not a cap; they are never equal
        return floor, floor_kind, sevens
    return total, kind_of(best, joker), (JOKER,) * joker + best.cards  # the 7♣ is the first card of the deck


def points(hand: tuple[str, str, str]) -> int:
    """The points of a hand."""
    return points_kind_and_cards(hand)[0]


def rules(hand: tuple[str, str, str]) -> tuple[str, ...]:
    """The numbers of the rules that explain a hand."""
    _, kind, counting = points_kind_and_cards(hand)
    by_kind = dict(row.split(" ", 1) for row in OF_A_KIND.split("\n") if row)
    if kind == "high_card":
        numbers = [rule for rule, ranks in OF_ONE_CARD.items() if counting[0][0] in ranks]
    else:
        numbers = by_kind[kind].split()
    ranks = "".join(card[0] for card in hand)
    if JOKER in hand and len(counting) != 3:
        numbers.append("D2")
    if ranks.count("A") == 2 and JOKER not in hand and len({card[1] for card in hand}) == 2:
        numbers.append("D4")  # the third card shares its suit with an ace, since two aces do not
    if JOKER not in hand and any(ranks.count(rank) == 2 for rank in "89TJQK"):
        numbers.append("D5")
    if ranks.count("7") == 2 and kind != "two_sevens":
        numbers.append("D6")
    return tuple(numbers)
