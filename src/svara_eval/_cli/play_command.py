"""``svara-eval play``: the table and the opponents that the options ask for; ``play`` plays the game."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._cli.players import player_named, settings_of

if TYPE_CHECKING:
    from argparse import Namespace


def run(options: Namespace) -> None:
    """Play at the terminal."""
    from random import Random

    from svara_eval._cli.play import play

    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are not a legal action either
    settings = settings_of(options)
    cards, choices = None, Random()
    if options.seed is not None:  # the cards must not depend on what anyone does
        cards, choices = Random(options.seed), Random(f"choices {options.seed}")
    play(settings, [player_named(name, choices) for name in options.opponents], options.stack, cards)
