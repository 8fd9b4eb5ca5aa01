"""Score hands of Svara (Svarka), the Bulgarian three-card game, and play it.

>>> from svara_eval import explain, score, showdown
>>> score("7♣ K♥ K♦")
31
>>> print(explain("7♣ K♥ K♦"))
31 points: the joker with a pair, 7♣ K♦ K♥ (11 + 10 + 10)
>>> showdown(["7c Kh Kd", "As Ad 10c"]).winners
(0,)
"""

from svara_eval._backend import BACKEND, score
from svara_eval._odds import Odds, odds, range_points, svara_probability, winning_points
from svara_eval._showdown import Showdown, showdown
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
from svara_eval.hands import all_hands, distribution, hand_at, hand_index, percentile
from svara_eval.pure import Explanation, explain, readings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara_eval import envs as envs
    from svara_eval import game as game
    from svara_eval import solver as solver
    from svara_eval._arrays import (
        Showdowns,
        hand_indices,
        hand_masks,
        hands_at,
        invalid_rows,
        kinds_table,
        parse_cards,
        points_table,
        sample_deals,
        score_batch,
        score_cards,
        showdown_batch,
    )
    from svara_eval.types import KINDS

__all__ = [
    "BACKEND",
    "DECK",
    "KINDS",
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
    "Odds",
    "Showdown",
    "Showdowns",
    "SvaraError",
    "__version__",
    "all_hands",
    "distribution",
    "explain",
    "format_hand",
    "hand_at",
    "hand_index",
    "hand_indices",
    "hand_masks",
    "hands_at",
    "invalid_rows",
    "kinds_table",
    "odds",
    "parse_cards",
    "parse_hand",
    "percentile",
    "points_table",
    "range_points",
    "readings",
    "sample_deals",
    "score",
    "score_batch",
    "score_cards",
    "showdown",
    "showdown_batch",
    "svara_probability",
    "winning_points",
]

# Loaded on first use: the array functions, which need NumPy, what needs typing, and the packages built on this one.
_PACKAGES = {"envs", "game", "solver"}
_LATER = {
    "KINDS": "types",
    **dict.fromkeys(
        (
            "Showdowns",
            "hand_indices",
            "hand_masks",
            "hands_at",
            "invalid_rows",
            "kinds_table",
            "parse_cards",
            "points_table",
            "sample_deals",
            "score_batch",
            "score_cards",
            "showdown_batch",
        ),
        "_arrays",
    ),
}


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return __import__(f"{__name__}.{name}", fromlist=[name])
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = __import__(f"{__name__}.{_LATER[name]}", fromlist=[name])
    return globals().setdefault(name, getattr(module, name))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES} - {"TYPE_CHECKING"})
