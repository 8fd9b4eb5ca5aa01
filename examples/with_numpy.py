"""A million deals with NumPy: the best hand at the table, and scoring on all cores."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from svara_eval import format_hand, sample_deals, score_batch, showdown_batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEALS, PLAYERS = 1_000_000, 4
SLICE = 500_000


def in_threads(hands: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Score (n, 3) card numbers. Each thread scores a slice, without the GIL."""
    points = np.empty(len(hands), np.int8)

    def fill(start: int) -> None:
        score_batch(hands[start : start + SLICE], out=points[start : start + SLICE])

    with ThreadPoolExecutor() as pool:
        list(
            pool.map(fill, range(0, len(hands), SLICE))
        )  # the list raises the errors of the threads
    return points


def main() -> None:
    deals = sample_deals(DEALS, PLAYERS, rng=34)  # uint8 of shape (deals, players, 3)
    points, winners, svara = showdown_batch(deals)
    print(f"{DEALS} deals of {PLAYERS} players: {svara.mean():.1%} end in a svara")

    print("Points of the best hand at the table:")
    of_best = np.bincount(points.max(axis=1), minlength=35) / DEALS
    for worth in np.flatnonzero(of_best > 0.005):
        print(f"{worth:3} {of_best[worth]:6.1%} {'=' * round(of_best[worth] * 200)}")

    losers = np.where(winners, np.int8(0), points)  # the points that did not win
    deal, player = np.unravel_index(losers.argmax(), losers.shape)
    loser = format_hand(deals[deal, player])
    print(f"The best loser: {loser}, {losers[deal, player]} points")

    hands = deals.reshape(-1, 3)
    same = np.array_equal(in_threads(hands), points.ravel())
    print(f"{len(hands)} hands score the same in threads: {same}")


if __name__ == "__main__":
    main()
