"""The players and the table that the options of ``play`` and ``simulate`` ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._numbers import shown
from svara_eval.game import RandomPlayer, Settings, ThresholdPlayer

if TYPE_CHECKING:
    from argparse import Namespace
    from random import Random

    from svara_eval.game import Player


def player_named(name: str, choices: Random) -> Player:
    """A player: one who pays with at least that many points and raises with five more, or "random"."""
    if name == "random":
        return RandomPlayer(choices)
    if not name.isdecimal() or len(name) > 3:
        raise SvaraError(f"the player {shown(name)} is neither a number of points nor random")
    return ThresholdPlayer(int(name), raises=int(name) + 5, joins=True)


def settings_of(options: Namespace) -> Settings:
    """What the table sets."""
    return Settings(options.ante, options.min_bet, options.min_raise, options.limit, options.max_blind_multiple)
