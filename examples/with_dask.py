"""Scoring on a dask cluster: an array and a column, scored by two processes.

For many machines, use ``Client("tcp://scheduler:8786")`` instead of the LocalCluster.
"""

from __future__ import annotations

import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
from distributed import Client, LocalCluster

from svara_eval import format_hand, sample_deals, score_batch, score_cards


def points_of_hands(hands: da.Array) -> da.Array:
    """Score card numbers of shape (n, 3), the cards of a hand in one block."""
    return hands.map_blocks(score_batch, drop_axis=-1, dtype=np.int8)


def points_of_column(hands: dd.Series) -> dd.Series:
    """Score a column of text."""
    return hands.map_partitions(score_batch, errors="coerce", meta=("points", "int8"))


def main() -> None:
    cards = sample_deals(1_000_000, 1, rng=12)[:, 0]
    local = score_batch(cards)
    texts = pd.DataFrame({"hand": [format_hand(hand) for hand in cards[:50_000]]})

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        print(f"{len(client.scheduler_info()['workers'])} workers")
        array = da.from_array(cards, chunks=(100_000, 3))
        print(
            "array, score_batch per block:",
            np.array_equal(points_of_hands(array).compute(), local),
        )
        columns = score_cards(
            array[:, 0], array[:, 1], array[:, 2]
        )  # another dask array
        print("three columns, score_cards:", np.array_equal(columns.compute(), local))
        print("mean of a million hands:", columns.mean().compute().round(3))

        frame = dd.from_pandas(texts, npartitions=8)
        scored = frame.assign(points=points_of_column(frame["hand"])).compute()
        print(
            "dataframe column of text:",
            np.array_equal(scored["points"], local[: len(texts)]),
        )


if __name__ == "__main__":
    main()
