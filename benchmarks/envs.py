"""The speed of random play in the PettingZoo environment:

    python benchmarks/envs.py

It prints a Markdown table. The bar is 1500 deals a second of three players, on one core. The seconds are those of the
processor; the best of some rounds counts.
"""

from __future__ import annotations

from random import Random
from time import process_time

import numpy as np

from svara_eval.envs import svara_v0
from timing import setting

DEALS = 500


def deals_a_second(env: svara_v0.raw_env, rounds: int = 5) -> float:
    """How many deals are played in a second of the fastest round, observations and masks included."""
    env.reset(seed=1)
    rng, seconds = Random(1), []
    for _ in range(rounds):
        begin = process_time()
        for _ in range(DEALS):
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, _, _ = env.last()
                env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        seconds.append(process_time() - begin)
    return DEALS / min(seconds)


def main() -> None:
    print(setting(), end="\n\n")
    print("| players | `svara_v0.env` | `svara_v0.raw_env` |\n|---:|---:|---:|")
    for players in (2, 3, 4, 10):
        figures = [deals_a_second(make(players)) for make in (svara_v0.env, svara_v0.raw_env)]
        print(f"| {players} | {figures[0]:.0f} | {figures[1]:.0f} |", flush=True)


if __name__ == "__main__":
    main()
