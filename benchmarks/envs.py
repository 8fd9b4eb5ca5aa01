"""The speed of the environments, and of many deals at once:

    python benchmarks/envs.py

It prints Markdown tables. The bars are ratios within one run: `Deals` takes 300 times as many actions a second as
`svara_v0.raw_env` (three players, 65,536 rows, one thread), two threads 1.6 times as many as one, and `Deals.play`
plays random players 50 times as fast as `simulate`. The choices are drawn outside the clock. Times are
processor time, except for two threads, which need an idle machine; the best of some rounds counts.
"""

from __future__ import annotations

from functools import partial
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval.envs import Deals, random_policy, svara_v0
from svara_eval.game import RandomPlayer, Settings, simulate
from timing import row, setting

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS, ROUNDS = 65_536, 5


def of_environment(env: Any, deals: int) -> tuple[float, float]:
    """Return the deals and the actions that the environment takes a second, observations and masks included."""
    rng, seconds, actions = Random(1), 0.0, 0
    env.reset(seed=1)
    for _ in range(deals):
        begin = process_time()
        env.reset()
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            seconds += process_time() - begin
            choice = None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
            actions += not over
            begin = process_time()
            env.step(choice)
        seconds += process_time() - begin
    return deals / seconds, actions / seconds


def of_deals(players: int, threads: int, clock: Callable[[], float]) -> tuple[float, float]:
    """Return the deals and the actions that ``Deals`` takes a second."""
    deals, policy = Deals(ROWS, players, rng=1, threads=threads), random_policy(1)
    seconds, played, steps = 0.0, 0, 20
    for _ in range(steps):
        choices = policy(deals.observation, deals.action_mask)
        begin = clock()
        _, over = deals.step(choices)
        seconds += clock() - begin
        played += int(over.sum())
    return played / seconds, steps * ROWS / seconds


def played(deals: int, play: Callable[[int], object]) -> float:
    """Return how many deals are played a second."""
    begin = process_time()
    play(deals)
    return deals / (process_time() - begin)


def best(*measures: Callable[[], tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Return the best figures of each measure, which take turns."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return [tuple(map(max, zip(*figures, strict=True))) for figures in zip(*rounds, strict=True)]


def main() -> None:
    print(setting(), end="\n\n")
    row("players", "`svara_v0.env`", "`svara_v0.raw_env`", "`Deals`")
    row("---:", "---:", "---:", "---:")
    for players in (2, 3, 4, 10):
        figures = best(
            partial(of_environment, svara_v0.env(players), 200),
            partial(of_environment, svara_v0.raw_env(players), 200),
            partial(of_deals, players, 1, process_time),
        )
        row(str(players), *(f"{deals:,.0f}" for deals, _ in figures))
        if players == 3:
            actions = figures[2][1] / figures[1][1]
    one, two = best(lambda: of_deals(3, 1, perf_counter), lambda: of_deals(3, 2, perf_counter))
    policies, players_of_game = [random_policy(1)] * 3, [RandomPlayer(1) for _ in range(3)]
    many, few = best(
        lambda: (played(500_000, lambda count: Deals(ROWS, rng=1, threads=1).play(policies, count)),),
        lambda: (
            played(1500, lambda count: simulate(players_of_game, count, rng=1, settings=Settings(ante=1, limit=20))),
        ),
    )
    print()
    row("ratio", "", "bar")
    row("---", "---:", "---:")
    row("actions a second, `Deals` to `svara_v0.raw_env`", f"{actions:.0f}", "300")
    row("actions a second, two threads to one", f"{two[1] / one[1]:.2f}", "1.6")
    row("random deals a second, `Deals.play` to `simulate`", f"{many[0] / few[0]:.0f}", "50")


if __name__ == "__main__":
    main()
