"""``svara-eval play``: the table, the opponents and the adviser that the options ask for."""

from __future__ import annotations

import io
import sys
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._cli.person import play
from svara_eval._cli.seats import player_named, table_settings
from svara_eval._cli.spoken import Spoken

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

    from svara_eval.game import Action, Settings, View
    from svara_eval.solver import Solution


def run(options: Namespace) -> None:
    """Play at the terminal."""
    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A pipe is UTF-8 in every locale, like the output. Bytes that are not text are not a legal action either.
        sys.stdin.reconfigure(encoding=None if sys.stdin.isatty() else "utf-8-sig", errors="replace")
    cards, choices = None, Random()
    if options.seed is not None:  # the cards must not depend on what anyone does
        cards, choices = Random(options.seed), Random(f"choices {options.seed}")
    settings, names, stack = table_settings(options), options.opponents, options.stack
    adviser = Adviser(settings, options.solution) if len(names) == 1 and settings.limit is not None else None
    if adviser is None and options.solution is not None:
        raise SvaraError("--solution is for one opponent and a --limit")
    if "perfect" in names:
        if adviser is None:
            raise SvaraError("a perfect player must be the only opponent, and needs a --limit")
        if stack is not None:
            raise SvaraError("a perfect player plays without stacks; leave out --stack")
        opponents = [adviser.solution.player(choices)]
    else:
        opponents = [player_named(name, choices) for name in names]
        stack = 500 if stack is None else stack
    play(settings, opponents, stack, cards, Spoken(options.language), adviser)


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
        from svara_eval.solver import Solution  # it loads NumPy

        return solved(self._settings, 0.01) if self._path is None else Solution.load(self._path)

    def __call__(self, view: View) -> Mapping[Action, float]:
        """How often a perfect player would take each action in a view."""
        return self.solution.strategy(view)
