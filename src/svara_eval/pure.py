"""The reference scorer: the scoring rules S1-S9 and the decisions D1-D8, line by line, without a table.

Every other scorer of the project is held against this one. It tries each of the seven ways to pick one, two or three
cards of the hand, asks what they make together, and takes the best answer: never the first rule that matches.
"""

from __future__ import annotations

from itertools import combinations

from svara_eval._record import Record, final
from svara_eval.cards import JOKER, Card, parse_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

    from svara_eval.types import HandLike, Kind

    _Reading: TypeAlias = tuple[int, tuple[Card, ...], Kind]

_SEVEN: Final = 0
_ACE: Final = 7

_IN_WORDS: Final[dict[Kind, str]] = {
    "high_card": "the high card",
    "suited": "cards of one suit",
    "aces": "aces",
    "three_of_a_kind": "three of a kind",
    "two_sevens": "two sevens",
    "three_sevens": "three sevens",
    "joker_card": "the joker with a card",
    "joker_pair": "the joker with a pair",
    "joker_suited": "the joker with two cards of one suit",
}


@final
class Explanation(Record):
    """One reading of a hand: the cards that combine, what they make, and the points they are worth.

    Attributes:
        points: what the reading scores, 7 to 34.
        kind: what the cards make, one of the nine names in the table of the rules.
        cards: the cards that count, in deck order.

    >>> print(explain("7♣ K♥ K♦"))
    31 points: the joker with a pair, 7♣ K♦ K♥ (11 + 10 + 10)
    """

    __slots__ = ("points", "kind", "cards")
    points: int
    kind: Kind
    cards: tuple[Card, ...]

    def __init__(self, points: int, kind: Kind, cards: tuple[Card, ...]) -> None:
        self._fill(points, kind, cards)

    def __str__(self) -> str:
        sentence = f"{self.points} points: {_IN_WORDS[self.kind]}, {' '.join(map(str, self.cards))}"
        if len(self.cards) == 1 or self.kind in ("two_sevens", "three_sevens"):
            return sentence
        return f"{sentence} ({' + '.join(str(card.points) for card in self.cards)})"


def score(hand: HandLike, /) -> int:
    """The points of a hand, 8 to 34; more is better.

    Args:
        hand: one text ("7c Kh Kd", "7cKhKd", "7♣, K♥, K♦"), or an iterable of three cards, each a Card, a number
            from 0 to 31 or a text.

    Raises:
        CardError: something in it is no card of the deck.
        HandSizeError: it is not three cards.
        DuplicateCardError: a card is there twice.
        TypeError: it is neither a text nor an iterable, or a card in it is a bool, a float, None or bytes.

    >>> score("7♣ K♥ K♦"), score([3, 2, 1]), score(("As", "Ad", "10c"))
    (31, 34, 22)
    """
    return max(_found(hand))[0]


def explain(hand: HandLike, /) -> Explanation:
    """Why a hand is worth its points: its best reading.

    Every hand has exactly one explanation. Where two readings tie for the best (they are then of one kind), the card
    later in deck order counts.

    Args:
        hand: anything :func:`score` takes; what that raises is raised here too.

    >>> explain("7♣ K♥ K♦")
    Explanation(points=31, kind='joker_pair', cards=(Card('7♣'), Card('K♦'), Card('K♥')))
    >>> explain("Q♣ Q♥ 9♦").cards
    (Card('Q♥'),)
    """
    points, cards, kind = max(_found(hand))
    return Explanation(points, kind, cards)


def readings(hand: HandLike, /) -> tuple[Explanation, ...]:
    """All readings of a hand, the best first: what it scores, and what that beat.

    Args:
        hand: anything :func:`score` takes; what that raises is raised here too.

    >>> for reading in readings("7♣ 7♥ K♥"):
    ...     print(reading)
    28 points: the joker with two cards of one suit, 7♣ 7♥ K♥ (11 + 7 + 10)
    23 points: two sevens, 7♣ 7♥
    21 points: the joker with a card, 7♣ K♥ (11 + 10)
    17 points: cards of one suit, 7♥ K♥ (7 + 10)
    10 points: the high card, K♥
    7 points: the high card, 7♥
    """
    return tuple(Explanation(points, kind, cards) for points, cards, kind in sorted(_found(hand), reverse=True))


def _found(hand: HandLike) -> list[_Reading]:
    """Every reading of the hand. The greatest counts: the most points, then the cards later in deck order."""
    in_deck_order = sorted(parse_hand(hand))
    sets = (cards for size in (1, 2, 3) for cards in combinations(in_deck_order, size))
    return [reading for cards in sets if (reading := _reading(cards))]


def _reading(cards: tuple[Card, ...]) -> _Reading | None:
    """What exactly these cards make together; None where they do not combine."""
    size = len(cards)
    if size == 3 and _one_rank(cards, _SEVEN):
        return 34, cards, "three_sevens"  # S7
    if size == 2 and _one_rank(cards, _SEVEN):
        return 23, cards, "two_sevens"  # S9, D6
    kind = _with_joker(cards) if JOKER in cards else _without_joker(cards)
    # Whatever else combines is worth the sum of its cards, an ace 11 (S3), the 7♣ 11 (S6, D1).
    return (sum(card.points for card in cards), cards, kind) if kind else None


def _with_joker(cards: tuple[Card, ...]) -> Kind | None:
    """The 7♣ combines with any one card, and with two that belong together (S6)."""
    others = tuple(card for card in cards if card != JOKER)
    if len(others) == 1:
        return "joker_card"  # S6
    if len(others) == 2 and _one_rank(others):
        return "joker_pair"  # D3
    if len(others) == 2 and _one_suit(others):
        return "joker_suited"  # S6 with S4
    return None  # D2: it does not bridge two unrelated cards; alone it is no reading


def _without_joker(cards: tuple[Card, ...]) -> Kind | None:
    size = len(cards)
    if size == 1:
        return "high_card"  # S1-S3
    if _one_rank(cards, _ACE):
        return "aces"  # S5
    if size == 3 and _one_rank(cards):
        return "three_of_a_kind"  # S8
    if _one_suit(cards):
        return "suited"  # S4
    return None  # D4: readings do not chain; D5: a plain pair is worth nothing by itself


def _one_rank(cards: tuple[Card, ...], rank: int | None = None) -> bool:
    return all(card.rank == (cards[0].rank if rank is None else rank) for card in cards)


def _one_suit(cards: tuple[Card, ...]) -> bool:
    return all(card.suit == cards[0].suit for card in cards)
