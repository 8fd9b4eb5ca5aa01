"""The hands that the benchmarks score: all 4960, in random order and with shuffled cards, in every form of input.

With a single hand, or with hands in index order, the branch predictor would know the answer.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from svara_eval import DECK, RANKS, Card, all_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from svara_eval.types import HandLike

_random = Random(4960)


def _spaced(hand: Sequence[Card]) -> str:
    """ASCII suits and, unlike in the codes, a ten of two characters: "7c Kh 10d"."""
    return " ".join(RANKS[card.rank] + card.code[1] for card in hand)


CARDS = [tuple(_random.sample(hand, 3)) for hand in all_hands()]
_random.shuffle(CARDS)

FORMS: dict[str, Sequence[HandLike]] = {
    "compact text": ["".join(card.code for card in hand) for hand in CARDS],
    "spaced text, suit symbols": [" ".join(map(str, hand)) for hand in CARDS],
    "spaced text, suit letters": [_spaced(hand) for hand in CARDS],
    "tuple of ints": [tuple(map(int, hand)) for hand in CARDS],
    "list of ints": [list(map(int, hand)) for hand in CARDS],
    "tuple of Cards": CARDS,
    "list of Cards": [list(hand) for hand in CARDS],
    "tuple of strings": [tuple(card.code for card in hand) for hand in CARDS],
}
TEXTS = FORMS["compact text"]

#: A quarter as many showdowns of four hands each, so again 4960 hands.
SHOWDOWNS = [
    ["".join(card.code for card in deal[seat : seat + 3]) for seat in range(0, 12, 3)]
    for deal in (_random.sample(DECK, 12) for _ in range(len(CARDS) // 4))
]
