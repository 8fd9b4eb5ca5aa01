"""Players and factories of players for the tests, in a module of few imports, which other processes load quickly."""

from __future__ import annotations

from random import Random

from svara_eval.game import Action, ThresholdPlayer


class Line:
    """Takes the given actions, one after the other."""

    def __init__(self, *actions):
        self.actions = [*actions]

    def act(self, _):
        return self.actions.pop(0)


def threshold(points, rng):
    """A factory that needs no randomness."""
    assert isinstance(rng, Random)
    return ThresholdPlayer(points)


def folder(_):
    """A factory of a player who folds at once, which is not legal."""
    return Line(*[Action("fold")] * 9)
