"""Many hands at once, as NumPy arrays and as columns of text. Only this package and those built on it import NumPy."""

from svara_eval._arrays.columns import invalid_rows, score_batch
from svara_eval._arrays.deals import Showdowns, sample_deals, showdown_batch
from svara_eval._arrays.numbers import hand_indices, hands_at, kinds_table, points_table, score_cards
from svara_eval._arrays.parsing import parse_cards

__all__ = [
    "Showdowns",
    "hand_indices",
    "hands_at",
    "invalid_rows",
    "kinds_table",
    "parse_cards",
    "points_table",
    "sample_deals",
    "score_batch",
    "score_cards",
    "showdown_batch",
]
