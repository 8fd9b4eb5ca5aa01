"""A tournament of bots: everyone meets everyone heads-up, then all play knock-outs:

python examples/tournament.py            # 10,000 deals a match, 500 knock-outs
python examples/tournament.py 400 20
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from math import hypot, sqrt
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from bot import OddsBot
from rich.console import Console
from rich.table import Table as Drawing

from svara_eval.game import RandomPlayer, Settings, Table, ThresholdPlayer, simulate

if TYPE_CHECKING:
    from svara_eval.game import Player

MATCH = Settings(ante=1, limit=10)
KNOCK_OUT, STACK = Settings(ante=10), 200


def entrants(seed: int) -> dict[str, Player]:
    """The bots by name, made anew for each match."""
    return {
        "odds": OddsBot(),
        "loose": ThresholdPlayer(16, raises=21, joins=True),
        "middling": ThresholdPlayer(19, raises=24, joins=True),
        "tight": ThresholdPlayer(22, raises=27, joins=True),
        "random": RandomPlayer(seed),
    }


def round_robin(deals: int) -> list[tuple[float, float, str]]:
    """Return the standings, best first: antes per deal, standard error, bot."""
    won: dict[str, list[float]] = {name: [] for name in entrants(0)}
    errors: dict[str, list[float]] = {name: [] for name in won}
    for seed, pair in enumerate(combinations(won, 2)):
        bots = entrants(seed)
        players = [bots[name] for name in pair]
        match = simulate(players, deals, seed, settings=MATCH, duplicate=True)
        for name, mean, error in zip(pair, match.mean, match.std_error, strict=True):
            won[name].append(mean)
            errors[name].append(error)
    return sorted(
        (
            (fmean(won[name]), hypot(*errors[name]) / len(won[name]), name)
            for name in won
        ),
        reverse=True,
    )


def knock_out(seed: int) -> str:
    """The last bot at a table that can pay the ante. The seats are drawn."""
    rng, bots = Random(seed), entrants(seed)
    names = rng.sample([*bots], len(bots))
    table = Table(KNOCK_OUT, stacks=[STACK] * len(names))
    while table.next_players:
        deal = table.next_deal(rng)
        while deal.turn is not None:
            deal.push(bots[names[deal.turn]].act(deal.view(deal.turn)))
    return max(zip(table.net, names, strict=True))[1]


def main() -> None:
    deals, tables = map(int, sys.argv[1:]) if len(sys.argv) > 1 else (10_000, 500)

    standings = Drawing("bot", "antes per deal", "±", title="Round robin")
    for mean, error, name in round_robin(deals):
        standings.add_row(name, f"{mean:+.3f}", f"{error:.3f}")
    Console().print(standings)

    wins = Counter(dict.fromkeys(entrants(0), 0))
    wins.update(map(knock_out, range(tables)))
    places = Drawing("bot", "won", "±", title=f"{tables} knock-outs")
    for name, won in wins.most_common():
        share = won / tables
        error = sqrt(share * (1 - share) / tables)
        places.add_row(name, f"{share:.1%}", f"{error:.1%}")
    Console().print(places)


if __name__ == "__main__":
    main()
