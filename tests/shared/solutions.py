"""Solutions of the game of two players, each solved once for all tests."""

from __future__ import annotations

from functools import cache

from svara_eval.game import Settings
from svara_eval.solver import Solution, solve


@cache
def solved(
    limit: int, sizes: object = ("min", "pot", "max"), svara: str = "solved", tolerance: float = 0.001, **settings: int
) -> Solution:
    return solve(Settings(ante=1, limit=limit, **settings), sizes, svara=svara, tolerance=tolerance)
