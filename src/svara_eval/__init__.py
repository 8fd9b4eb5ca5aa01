"""Score hands of Svara (Svarka), the three-card game of Bulgaria.

>>> from svara_eval import explain, score, showdown
>>> score("7♣ K♥ K♦")
31
>>> print(explain("7♣ K♥ K♦"))
31 points: the joker with a pair, 7♣ K♦ K♥ (11 + 10 + 10)
>>> showdown(["7c Kh Kd", "As Ad 10c"]).winners
(0,)
"""

from svara_eval._backend import BACKEND, score
from svara_eval._version import __version__
from svara_eval.cards import DECK, RANKS, SUITS, Card, format_hand, parse_hand
from svara_eval.errors import (
    BackendError,
    CardError,
    DuplicateCardError,
    HandSizeError,
    HistoryError,
    IllegalActionError,
    SvaraError,
)
from svara_eval.hands import all_hands, distribution, hand_at, hand_index
from svara_eval.pure import Explanation, explain, readings
from svara_eval.showdown import Showdown, showdown

__all__ = [
    "BACKEND",
    "DECK",
    "RANKS",
    "SUITS",
    "BackendError",
    "Card",
    "CardError",
    "DuplicateCardError",
    "Explanation",
    "HandSizeError",
    "HistoryError",
    "IllegalActionError",
    "Showdown",
    "SvaraError",
    "__version__",
    "all_hands",
    "distribution",
    "explain",
    "format_hand",
    "hand_at",
    "hand_index",
    "parse_hand",
    "readings",
    "score",
    "showdown",
]
