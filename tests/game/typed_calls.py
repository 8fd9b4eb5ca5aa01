"""Calls that type checkers must accept or refuse. ``nox -s lint`` checks them, and nothing runs them.

A refused call is marked with ``type: ignore``, which is an error itself where the call would be accepted.
"""

from __future__ import annotations

from functools import partial
from random import Random

from svara_eval.game import Action, Player, RandomPlayer, Settings, Simulation, ThresholdPlayer, View, simulate


class Caller:
    """The first bot of docs/cookbook/bot.md."""

    def act(self, view: View) -> Action:
        kinds = ("look", "call", "bet", "decline")
        option = next(option for kind, option in view.legal.items() if kind in kinds)
        return option.action(option.low)


def caller(points: int, rng: Random) -> Player:
    return ThresholdPlayer(points + rng.randrange(2))


def accepted() -> list[Simulation]:
    players: list[Player] = [Caller(), RandomPlayer(1), ThresholdPlayer(18)]
    return [
        simulate([RandomPlayer(), ThresholdPlayer(18)], 10),
        simulate([Caller(), ThresholdPlayer(21)], 1000, rng=1, progress=print),
        simulate(players, 10, settings=Settings(1, limit=10), stacks=[10, 10, 10], duplicate=True),
        simulate((Caller(), *players), 10),
        simulate([RandomPlayer, RandomPlayer], 10, processes=2),
        simulate([RandomPlayer, partial(caller, 18)], 10, processes=2),
    ]


def refused() -> list[Simulation]:
    return [
        simulate([Caller, RandomPlayer()], 10),  # type: ignore[list-item]  # a class
        simulate([Caller(), RandomPlayer()], 10, processes=2),  # type: ignore[list-item]  # players, not factories
    ]
