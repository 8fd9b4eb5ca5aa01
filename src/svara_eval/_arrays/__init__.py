"""Many hands at once, in arrays, columns and tables. Only this package and those built on it import NumPy."""

from svara_eval._arrays.batch import invalid_rows, parse_cards, score_batch
from svara_eval._arrays.deals import Showdowns, sample_deals, showdown_batch
from svara_eval._arrays.loops import score_cards
from svara_eval._arrays.tables import hand_indices, hand_masks, hands_at, kinds_table, points_table

__all__ = [
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
]
