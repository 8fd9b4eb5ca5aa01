"""The odds of a hand at a showdown: exact wherever possible, otherwise simulated."""

from svara_eval._odds.answer import Odds
from svara_eval._odds.opponents import range_points
from svara_eval._odds.question import odds
from svara_eval._odds.showdowns import svara_probability, winning_points

__all__ = ["Odds", "odds", "range_points", "svara_probability", "winning_points"]
