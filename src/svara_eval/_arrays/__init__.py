"""Many hands at once, as NumPy arrays and as columns of text. Only this package and those built on it import NumPy."""

from svara_eval._arrays.columns import score_batch
from svara_eval._arrays.deals import Showdowns, sample_deals, showdown_batch
from svara_eval._arrays.numbers import hand_indices, hands_at, points_table, score_cards

__all__ = [
    "Showdowns",
    "hand_indices",
    "hands_at",
    "points_table",
    "sample_deals",
    "score_batch",
    "score_cards",
    "showdown_batch",
]
