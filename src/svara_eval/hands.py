"""The 4960 hands: their order, their index, their classes under the symmetries, and how many score each total.

Every table of the project is in colexicographic order: the hand of the cards a < b < c has the index
C(a, 1) + C(b, 2) + C(c, 3).
"""

from __future__ import annotations

from itertools import permutations
from math import comb

from svara_eval._arguments import whole
from svara_eval._backend import score
from svara_eval._messages import shown
from svara_eval.cards import DECK, Card, parse_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final, SupportsIndex

    from svara_eval.types import HandLike

__all__ = [
    "HAND_COUNT",
    "all_hands",
    "class_of",
    "classes",
    "distribution",
    "hand_at",
    "hand_index",
    "percentile",
    "renamings",
]

#: The number of hands, C(32, 3) = 4960.
HAND_COUNT: Final = comb(len(DECK), 3)


def hand_index(hand: HandLike, /) -> int:
    """Return the index of a hand, 0 to 4959, whatever the order of its cards.

    Args:
        hand: Anything :func:`~svara_eval.score` takes. It raises the same errors.

    >>> hand_index("7♣ 7♦ 7♥"), hand_index("A♠ A♥ A♦")
    (0, 4959)
    """
    a, b, c = sorted(parse_hand(hand))
    return a + comb(b, 2) + comb(c, 3)


def hand_at(index: SupportsIndex, /) -> tuple[Card, Card, Card]:
    """Return the hand with a given index, its cards in ascending order.

    Args:
        index: 0 to 4959.

    Raises:
        IndexError: The index is outside 0 to 4959; a negative index does not count from the end.
        TypeError: The index is a bool, a float or another object that is not a whole number.

    >>> hand_at(4959)
    (Card('A♦'), Card('A♥'), Card('A♠'))
    >>> hand_index(hand_at(1234))
    1234
    """
    rest = whole(index, "the index of a hand")
    if not 0 <= rest < HAND_COUNT:
        raise IndexError(f"the index of a hand must be 0 to {HAND_COUNT - 1}, not {shown(rest)}")
    cards = []
    for size in (3, 2, 1):  # the highest card first: the highest one with at most ``rest`` hands below it
        card = max(card for card in DECK if comb(card, size) <= rest)
        rest -= comb(card, size)
        cards.append(card)
    c, b, a = cards
    return a, b, c


def all_hands() -> Iterator[tuple[Card, Card, Card]]:
    """Iterate over all hands in index order, the cards of each in ascending order.

    >>> sum(1 for hand in all_hands())
    4960
    >>> next(all_hands())
    (Card('7♣'), Card('7♦'), Card('7♥'))
    """
    for c in DECK:
        for b in DECK[:c]:
            for a in DECK[:b]:
                yield a, b, c


_classes: tuple[int, ...] = ()


def class_of(hand: HandLike, /) -> int:
    """Return the class of a hand under the symmetries of the rules, 0 to 336.

    Two hands are in the same class if one of the :func:`renamings` turns one into the other. They have the same points,
    kind and odds. Classes are numbered by their first hand in
    index order.

    Args:
        hand: Anything :func:`~svara_eval.score` takes. It raises the same errors.

    >>> from svara_eval.hands import class_of
    >>> class_of("7♣ 7♦ 7♥"), class_of("7♣ K♥ K♦") == class_of("7♣ 10♠ 10♦")
    (0, True)
    """
    return classes()[hand_index(hand)]


def classes() -> tuple[int, ...]:
    """Return the class of every hand, 0 to 336, in index order. They are computed on first use.

    >>> from svara_eval.hands import classes
    >>> len(classes()), max(classes())
    (4960, 336)
    """
    global _classes
    if not _classes:
        _classes = tuple(_numbered_classes())
    return _classes


def renamings() -> list[list[int]]:
    """Return the 3! × 4! symmetries of the rules, which rename ♦ ♥ ♠ and 10 J Q K among themselves.

    Returns:
        For each of the 144, the number of the card that each of the 32 cards becomes.

    >>> from svara_eval.hands import renamings
    >>> len(renamings()), renamings()[0] == [*range(32)]
    (144, True)
    """
    return [
        [4 * rank + suit for rank in (0, 1, 2, *ranks, 7) for suit in (0, *suits)]
        for suits in permutations((1, 2, 3))
        for ranks in permutations((3, 4, 5, 6))
    ]


def _numbered_classes() -> Iterator[int]:
    becomes = [[1 << card for card in cards] for cards in renamings()]  # a hand is a set of three bits
    numbers: dict[int, int] = {}
    count = 0
    for hand in all_hands():
        a, b, c = map(int, hand)
        bits = 1 << a | 1 << b | 1 << c
        if bits not in numbers:
            numbers.update(dict.fromkeys([bit[a] | bit[b] | bit[c] for bit in becomes], count))
            count += 1
        yield numbers[bits]


_counts: dict[int, int] = {}


def distribution() -> dict[int, int]:
    """Count the hands that have each of the 24 scores, in ascending order of points.

    >>> hands = distribution()
    >>> hands[34], hands[10], len(hands), sum(hands.values())
    (4, 1104, 24, 4960)
    """
    return dict(_counted())


def _counted() -> dict[int, int]:
    global _counts
    if not _counts:
        counts: dict[int, int] = {}
        for hand in all_hands():
            points = score(hand)
            counts[points] = counts.get(points, 0) + 1
        _counts = dict(sorted(counts.items()))
    return _counts


def percentile(hand: HandLike, /) -> float:
    """Return the share of the 4960 hands, 0 to 1, that score less than a hand, plus half of the hands that tie with it.

    Args:
        hand: Anything :func:`~svara_eval.score` takes. It raises the same errors.

    >>> percentile("7♣ 7♦ 7♥") > 0.999, round(percentile("Q♣ Q♥ 9♦"), 3)
    (True, 0.123)
    """
    points = score(hand)
    hands = _counted()
    return (sum(count for total, count in hands.items() if total < points) + hands[points] / 2) / HAND_COUNT
