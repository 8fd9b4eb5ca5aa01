"""A tournament of bots: everyone meets everyone heads-up, then all sit down to knock-outs at one table.

python examples/tournament.py            # 5000 shuffles a match and 500 knock-outs, about a minute
python examples/tournament.py 200 20
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from math import hypot, sqrt
from random import Random
from typing import TYPE_CHECKING

from bot import OddsBot
from rich.console import Console
from rich.table import Table as Drawing

from svara_eval.game import RandomPlayer, Settings, Table, ThresholdPlayer, simulate

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def round_robin(shuffles: int) -> dict[str, list[tuple[float, float]]]:
    """What each bot wins in each of its matches: antes a deal, with the standard error."""
    results: dict[str, list[tuple[float, float]]] = {name: [] for name in entrants(0)}
    for seed, pair in enumerate(combinations(results, 2)):
        bots = entrants(seed)
        match = simulate([bots[name] for name in pair], shuffles, rng=seed, settings=MATCH, duplicate=True)
        for name, mean, error in zip(pair, match.mean, match.std_error, strict=True):
            results[name].append((mean, error))
    return results


def knock_out(seed: int) -> str:
    """Play one table until a single bot can still pay the ante, and say which. The seats are drawn."""
    rng, bots = Random(seed), entrants(seed)
    names = rng.sample([*bots], len(bots))
    table = Table(KNOCK_OUT, stacks=[STACK] * len(names))
    while table.next_players:
        deal = table.next_deal(rng)
        while deal.turn is not None:
            deal.push(bots[names[deal.turn]].act(deal.view(deal.turn)))
    return max(zip(table.net, names, strict=True))[1]


def show(title: str, what: str, rows: Iterable[tuple[str, str, str]]) -> None:
    """Print a table with the name, the figure and the standard error of each bot."""
    drawing = Drawing("bot", what, "±", title=title)
    for row in rows:
        drawing.add_row(*row)
    Console().print(drawing)


def main() -> None:
    shuffles, tables = map(int, sys.argv[1:]) if len(sys.argv) > 1 else (5000, 500)

    standings = []
    for name, matches in round_robin(shuffles).items():
        means, errors = zip(*matches, strict=True)
        standings.append((sum(means) / len(matches), hypot(*errors) / len(matches), name))
    rows = [(name, f"{mean:+.3f}", f"{error:.3f}") for mean, error, name in sorted(standings, reverse=True)]
    show(f"Round robin, {2 * shuffles} deals a match", "antes a deal", rows)

    wins = Counter(dict.fromkeys(entrants(0), 0))
    wins.update(map(knock_out, range(tables)))
    shares = [(name, won / tables) for name, won in wins.most_common()]
    rows = [(name, f"{share:.1%}", f"{sqrt(share * (1 - share) / tables):.1%}") for name, share in shares]
    show(f"{tables} knock-outs", "won", rows)


if __name__ == "__main__":
    main()
