"""Read the settings of a table and the players at its seats from options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval import SvaraError
from svara_eval._messages import shown
from svara_eval.game import RandomPlayer, Settings, ThresholdPlayer

if TYPE_CHECKING:
    from argparse import Namespace
    from random import Random

    from svara_eval.game import Player


def table_settings(options: Namespace) -> Settings:
    """Return the settings that the options of a command give."""
    return Settings(options.ante, options.min_bet, options.min_raise, options.limit, options.max_blind_multiple)


def player_named(name: str, choices: Random) -> Player:
    """Return the player with a name: "random", or the points with which a player calls or bets; five more raise.

    >>> from random import Random
    >>> player_named("17", Random(1)), player_named("random", Random(1))
    (ThresholdPlayer(17, raises=22, joins=True), RandomPlayer())
    """
    if name == "random":
        return RandomPlayer(choices)
    if not name.isdecimal() or len(name) > 3:
        raise SvaraError(f"the player {shown(name)} is neither a number of points nor random")
    return ThresholdPlayer(int(name), raises=int(name) + 5, joins=True)
