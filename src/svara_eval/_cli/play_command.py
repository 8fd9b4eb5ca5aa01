"""``svara-eval play``: the table and the opponents that the options ask for; ``play`` plays the game."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._numbers import shown

if TYPE_CHECKING:
    from argparse import Namespace
    from random import Random

    from svara_eval.game import Player


def run(options: Namespace) -> None:
    """Play at the terminal."""
    from random import Random

    from svara_eval._cli.play import play
    from svara_eval.game import Settings

    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are not a legal action either
    settings = Settings(options.ante, options.min_bet, options.min_raise, options.limit, options.max_blind_multiple)
    cards, choices = None, Random()
    if options.seed is not None:  # the cards must not depend on what anyone does
        cards, choices = Random(options.seed), Random(f"choices {options.seed}")
    play(settings, [_player(name, choices) for name in options.opponents], options.stack, cards)


def _player(name: str, choices: Random) -> Player:
    """An opponent: one who pays with at least that many points, or "random"."""
    from svara_eval.game import RandomPlayer, ThresholdPlayer

    if name == "random":
        return RandomPlayer(choices)
    if not name.isdecimal() or len(name) > 3:
        raise SvaraError(f"the opponent {shown(name)} is neither a number of points nor random")
    return ThresholdPlayer(int(name), raises=int(name) + 5, joins=True)
