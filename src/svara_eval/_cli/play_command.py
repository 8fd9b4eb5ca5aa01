"""``svara-eval play``: the table and the opponents that the options ask for; ``play`` plays the game."""

from __future__ import annotations

import io
import sys
from functools import cached_property
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._numbers import shown

if TYPE_CHECKING:
    from argparse import Namespace
    from random import Random

    from svara_eval.game import Player, Settings, View
    from svara_eval.solver import Solution


def run(options: Namespace) -> None:
    """Play at the terminal."""
    from random import Random

    from svara_eval._cli.play import play
    from svara_eval._cli.solve import settings_of

    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are not a legal action either
    settings, names, stack = settings_of(options), options.opponents, options.stack
    cards, choices = None, Random()
    if options.seed is not None:  # the cards must not depend on what anyone does
        cards, choices = Random(options.seed), Random(f"choices {options.seed}")
    adviser = None
    if len(names) == 1 and settings.limit is not None:
        adviser = Adviser(settings, options.solution)
    elif options.solution is not None:
        raise SvaraError("--solution is for one opponent and a --limit")
    if "perfect" in names:
        if adviser is None:
            raise SvaraError("a perfect player must be the only opponent, and needs a --limit")
        if stack is not None:
            raise SvaraError("against a perfect player there are no stacks, so --stack has no meaning")
        play(settings, [adviser.solution.player(choices)], None, cards, adviser)
        return
    stack = 500 if stack is None else stack
    play(settings, [_player(name, choices) for name in names], stack, cards, adviser)


class Adviser:
    """Knows what a perfect player does, heads-up with a limit; it solves the game when first asked.

    Args:
        settings: The settings of the table.
        path: A saved solution; None to solve the game.
    """

    def __init__(self, settings: Settings, path: str | None) -> None:
        self._settings, self._path = settings, path
        if path is not None and self.solution.settings != settings:
            raise SvaraError(f"--solution {path} is for {self.solution.settings}, not {settings}")

    @cached_property
    def solution(self) -> Solution:
        """The solution of the game, to a hundredth of the ante."""
        from svara_eval._cli.solve import solved
        from svara_eval.solver import Solution

        return solved(self._settings, 0.01) if self._path is None else Solution.load(self._path)

    def __call__(self, view: View) -> str:
        """What a perfect player would do in a view, and how often."""
        chances = sorted(self.solution.strategy(view).items(), key=lambda item: -item[1])
        return ", ".join(f"{action} {100 * chance:.0f} %" for action, chance in chances if chance >= 0.005)


def _player(name: str, choices: Random) -> Player:
    """An opponent: one who pays with at least that many points, or "random"."""
    from svara_eval.game import RandomPlayer, ThresholdPlayer

    if name == "random":
        return RandomPlayer(choices)
    if not name.isdecimal() or len(name) > 3:
        raise SvaraError(f"the opponent {shown(name)} is neither a number of points nor random nor perfect")
    return ThresholdPlayer(int(name), raises=int(name) + 5, joins=True)
