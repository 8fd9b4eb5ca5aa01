"""Svara of two or three players, solved: how perfect players play, and how far any other player is from them.

>>> from svara_eval.game import Settings
>>> from svara_eval.solver import solve
>>> solution = solve(Settings(ante=1, limit=2), svara="split")
>>> round(solution.values[0], 2)
-0.09
"""

from svara_eval.solver._chart import Row
from svara_eval.solver._exploitability import exploitability
from svara_eval.solver._solution import Solution, solve

__all__ = ["Row", "Solution", "exploitability", "solve"]
