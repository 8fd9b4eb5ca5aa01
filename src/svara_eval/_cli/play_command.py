"""``svara-eval play``: what the options ask for; ``play`` plays the game."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from svara_eval import SvaraError

if TYPE_CHECKING:
    from argparse import Namespace


def run(options: Namespace) -> None:
    """Play at the terminal."""
    from random import Random

    from svara_eval._cli.play import play
    from svara_eval._cli.seats import player_named, table_settings

    if sys.stdin is None:
        raise SvaraError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are not a legal action either
    cards, choices = None, Random()
    if options.seed is not None:  # the cards must not depend on what anyone does
        cards, choices = Random(options.seed), Random(f"choices {options.seed}")
    opponents = [player_named(name, choices) for name in options.opponents]
    play(table_settings(options), opponents, options.stack, cards)
