"""The speed of the game, which is pure Python, beside the bars that the project has set itself:

    python benchmarks/game.py

It prints a Markdown table. A deal is a complete one: shuffled, viewed at each turn, played to its end and shown down.
Times are CPU times, so that other programs do not count, and the best of several rounds.
"""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from scalar import import_ms
from svara_eval.game import Deal, RandomPlayer, Settings, Table, ThresholdPlayer, from_json, simulate, to_json
from timing import row, setting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from svara_eval.game import Player

DEALS = 5000


def cpu_seconds_of(call: Callable[[], object], rounds: int = 5) -> float:
    """The CPU seconds of the fastest of several calls."""
    times = []
    for _ in range(rounds):
        begin = process_time()
        call()
        times.append(process_time() - begin)
    return min(times)


def deals_a_second(players: Sequence[Player]) -> float:
    return DEALS / cpu_seconds_of(partial(simulate, players, DEALS, 1))


def states(deals: int) -> list[Deal]:
    """Every state of some deals of three players, up to the last."""
    rng, found = Random(1), []
    player = RandomPlayer(rng)
    for _ in range(deals):
        deal = Table(Settings(ante=10), seats=3).next_deal(rng)
        while deal.turn is not None:
            deal.push(player.act(deal.view(deal.turn)))
            found.append(deal.copy())
    return found


def micros(calls: Sequence[Callable[[], object]]) -> float:
    """Microseconds a call, averaged over many."""

    def run() -> None:
        for call in calls:
            call()

    return cpu_seconds_of(run) / len(calls) * 1e6


def main() -> None:
    print(setting(), end="\n\n")
    print("| | bar | measured |\n|---|---|---|")
    three = deals_a_second([RandomPlayer(Random(seed)) for seed in range(3)])
    row("deals of three random players, svaras included, on one core", "≥ 5000 a second", f"{three:.0f} a second")
    four = deals_a_second([ThresholdPlayer(points) for points in (17, 19, 21, 23)])
    row("deals of four threshold players", "", f"{four:.0f} a second")
    deals, rng = states(1000), Random(1)
    row("a copy of a state", "≤ 20 µs", f"{micros([deal.copy for deal in deals]):.1f} µs")
    row("the view of a seat", "", f"{micros([partial(deal.view, 1) for deal in deals]):.1f} µs")
    views = [deal.view(1) for deal in deals]
    row("a deal sampled from a view", "", f"{micros([partial(view.sample, rng) for view in views]):.0f} µs")
    row("a deal to JSON", "", f"{micros([partial(to_json, deal) for deal in deals]):.0f} µs")
    texts = [to_json(deal) for deal in deals]
    row("a deal from JSON, played again", "", f"{micros([partial(from_json, text) for text in texts]):.0f} µs")
    row("`import svara_eval.game`, over bare Python", "≤ 15 ms", f"{import_ms('svara_eval.game'):.1f} ms")


if __name__ == "__main__":
    main()
