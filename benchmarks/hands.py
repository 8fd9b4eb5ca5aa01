"""What the benchmarks score: all 4960 hands, shuffled and their cards with them, in every form the library takes.

A loop over one hand, or over hands in index order, would be measured by a branch predictor that knows the answer.
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
    """The ASCII suits and, unlike the codes, a ten of two characters: "7c Kh 10d"."""
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

#: A quarter as many showdowns of four hands each: again 4960 hands.
SHOWDOWNS = [
    ["".join(card.code for card in deal[seat : seat + 3]) for seat in range(0, 12, 3)]
    for deal in (_random.sample(DECK, 12) for _ in range(len(CARDS) // 4))
]
