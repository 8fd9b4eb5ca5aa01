"""The reference scorer: the scoring rules S1-S9 and the decisions D1-D8, line by line, without a table.

Every other scorer of the project is checked against this one. It tries each of the seven ways to pick one, two or three
cards of the hand, asks what they make together, and takes the best answer, not the first rule that matches.
"""

from __future__ import annotations

from itertools import combinations

from svara_eval._messages import takes_one_hand
from svara_eval._record import Record, final
from svara_eval.cards import JOKER, Card, parse_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

    from svara_eval.types import HandLike, Kind, Language

    _Reading: TypeAlias = tuple[int, tuple[Card, ...], Kind]

__all__ = ["Explanation", "explain", "readings", "score"]

_SEVEN: Final = 0
_ACE: Final = 7

_RULES: Final[dict[Kind, tuple[str, ...]]] = {
    "suited": ("S4",),
    "aces": ("S5",),
    "three_of_a_kind": ("S8",),
    "two_sevens": ("S9",),
    "three_sevens": ("S7",),
    "joker_card": ("S6",),
    "joker_pair": ("S6", "D3"),
    "joker_suited": ("S6", "S4"),
}
_RULES_OF_ONE_CARD: Final = ("S1", "S1", "S1", "S2", "S2", "S2", "S2", "S3")  # by rank


@final
class Explanation(Record):
    """One reading of a hand: the cards that combine, what they make, and the points they score.

    Attributes:
        points: The points of the reading, 7 to 34.
        kind: What the cards make: one of nine names, listed in the table of readings in the rules.
        cards: The cards that count, in deck order.
        rules: The numbers of the rules behind it: the rules of the reading and, if it is the best of its hand, the
            rules that keep the hand from scoring more.

    >>> print(explain("7♣ K♥ K♦"))
    31 points: the joker with a pair, 7♣ K♦ K♥ (11 + 10 + 10)
    """

    __slots__ = ("points", "kind", "cards", "rules")
    points: int
    kind: Kind
    cards: tuple[Card, ...]
    rules: tuple[str, ...]

    def text(self, language: Language = "en") -> str:
        """Return the explanation as a sentence. In English it is the same as ``str``.

        Args:
            language: The code of a language, "en" for English; the others are in ``svara_eval.types.Language``.

        Raises:
            SvaraError: The library does not speak the language.

        >>> explain("7♣ K♥ K♦").text("bg")
        '31 точки: чечак с чифт, 7♣ K♦ K♥ (11 + 10 + 10)'
        """
        from svara_eval._language import words_in  # most programs need no words

        words = words_in(language)
        cards = " ".join(map(str, self.cards))
        sentence = words.SENTENCES["reading"].format(points=self.points, kind=words.KINDS[self.kind], cards=cards)
        return f"{sentence} ({' + '.join(map(str, self._added))})" if self._added else sentence

    @property
    def _added(self) -> list[int]:
        """The points that each card adds, if the points are a sum."""
        is_sum = len(self.cards) > 1 and self.kind not in ("two_sevens", "three_sevens")
        return [card.points for card in self.cards] if is_sum else []

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """Draw the cards that count in a notebook."""
        from svara_eval._drawing import draw_reading

        return draw_reading(str(self), [str(card) for card in self.cards], self.points, added=self._added)


@takes_one_hand
def score(hand: HandLike, /) -> int:
    """Score a hand: 8 to 34 points, higher is better.

    Args:
        hand (HandLike): One string ("7c Kh Kd", "7cKhKd", "7♣, K♥, K♦"), or an iterable of three cards, each a Card,
            an integer from 0 to 31 or a string.

    Returns:
        int: The points.

    Raises:
        CardError: Part of it does not name a card.
        HandSizeError: It has more or fewer than three cards.
        DuplicateCardError: It has the same card twice.
        TypeError: It is neither a string nor an iterable, or one of its cards is a bool, a float, None or bytes.

    >>> score("7♣ K♥ K♦"), score([3, 2, 1]), score(("As", "Ad", "10c"))
    (31, 34, 22)
    """
    return max(_found(parse_hand(hand)))[0]


@takes_one_hand
def explain(hand: HandLike, /) -> Explanation:
    """Explain the points of a hand by its best reading.

    Every hand has exactly one explanation. If two readings tie for the best, they are of one kind, and the one whose
    cards come later in deck order counts.

    Args:
        hand: Anything :func:`score` takes. It raises the same errors.

    >>> explain("Q♣ Q♥ 9♦")
    Explanation(points=10, kind='high_card', cards=(Card('Q♥'),), rules=('S2', 'D5'))
    >>> print(explain("7♣ K♥ K♦"))
    31 points: the joker with a pair, 7♣ K♦ K♥ (11 + 10 + 10)
    """
    return readings(hand)[0]


@takes_one_hand
def readings(hand: HandLike, /) -> tuple[Explanation, ...]:
    """List all readings of a hand, best first: the reading that counts, then the readings it beats.

    Args:
        hand: Anything :func:`score` takes. It raises the same errors.

    >>> for reading in readings("7♣ 7♥ K♥"):
    ...     print(reading)
    28 points: the joker with two cards of one suit, 7♣ 7♥ K♥ (11 + 7 + 10)
    23 points: two sevens, 7♣ 7♥
    21 points: the joker with a card, 7♣ K♥ (11 + 10)
    17 points: cards of one suit, 7♥ K♥ (7 + 10)
    10 points: the high card, K♥
    7 points: the high card, 7♥
    """
    cards = parse_hand(hand)
    best, *others = sorted(_found(cards), reverse=True)
    return _explained(best, _limits(cards, best)), *map(_explained, others)


def _explained(reading: _Reading, limits: tuple[str, ...] = ()) -> Explanation:
    points, cards, kind = reading
    rules = (_RULES_OF_ONE_CARD[cards[0].rank],) if kind == "high_card" else _RULES[kind]
    return Explanation(points, kind, cards, rules + limits)


def _limits(hand: tuple[Card, ...], best: _Reading) -> tuple[str, ...]:
    """Return the rules that keep a hand from scoring more than its best reading."""
    _, cards, kind = best
    ranks = [card.rank for card in hand]
    left_out = [card for card in hand if card not in cards]
    limits = {
        "D2": JOKER in hand and left_out,
        "D4": kind == "aces" and any(card.suit == ace.suit for card in left_out for ace in cards),
        "D5": JOKER not in hand and any(ranks.count(rank) == 2 for rank in ranks if rank not in (_SEVEN, _ACE)),
        "D6": ranks.count(_SEVEN) == 2 and kind != "two_sevens",
    }
    return tuple(rule for rule, holds in limits.items() if holds)


def _found(hand: tuple[Card, ...]) -> list[_Reading]:
    """Return every reading of the hand. The greatest counts: the most points, then the cards later in deck order."""
    in_deck_order = sorted(hand)
    sets = (cards for size in (1, 2, 3) for cards in combinations(in_deck_order, size))
    return [reading for cards in sets if (reading := _reading(cards))]


def _reading(cards: tuple[Card, ...]) -> _Reading | None:
    """Return what exactly these cards make together, or None if they do not combine."""
    size = len(cards)
    if size == 3 and _one_rank(cards, _SEVEN):
        return 34, cards, "three_sevens"  # S7
    if size == 2 and _one_rank(cards, _SEVEN):
        return 23, cards, "two_sevens"  # S9, D6
    kind = _with_joker(cards) if JOKER in cards else _without_joker(cards)
    # Every other reading scores the sum of its cards, where the ace counts 11 (S3) and so does the 7♣ (S6, D1).
    return (sum(card.points for card in cards), cards, kind) if kind else None


def _with_joker(cards: tuple[Card, ...]) -> Kind | None:
    """Return what the 7♣ makes with any one card, or with two cards that belong together (S6)."""
    others = tuple(card for card in cards if card != JOKER)
    if len(others) == 1:
        return "joker_card"  # S6
    if len(others) == 2 and _one_rank(others):
        return "joker_pair"  # D3
    if len(others) == 2 and _one_suit(others):
        return "joker_suited"  # S6 with S4
    return None  # D2: it does not bridge two unrelated cards; alone it is not a reading


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
    return None  # D4: readings do not chain; D5: a plain pair scores nothing by itself


def _one_rank(cards: tuple[Card, ...], rank: int | None = None) -> bool:
    return all(card.rank == (cards[0].rank if rank is None else rank) for card in cards)


def _one_suit(cards: tuple[Card, ...]) -> bool:
    return all(card.suit == cards[0].suit for card in cards)
