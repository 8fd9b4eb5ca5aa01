"""Parquet files of more hands than memory holds, dealt, scored and counted by dask:

python examples/with_parquet.py FOLDER             # a hundred million hands
python examples/with_parquet.py FOLDER 1000000
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa

from svara_eval import all_hands, distribution, hand_indices, sample_deals, score_batch
from svara_eval.hands import HAND_COUNT

PART = 1_000_000  # hands in a file
TEXTS = pa.array(
    ["".join(card.code for card in hand) for hand in all_hands()]
)  # by index


def dealt(part: int, hands: int) -> pd.DataFrame:
    """Random hands as text. Each part has a seed of its own."""
    indices = hand_indices(sample_deals(hands, 1, rng=part)[:, 0])
    return pd.DataFrame({"hand": pd.array(TEXTS.take(pa.array(indices)), "str")})


def with_points(part: pd.DataFrame) -> pd.DataFrame:
    """Add the points of a part; 0 where a hand is missing or invalid."""
    return part.assign(points=score_batch(part["hand"], errors="coerce"))


def score_files(hands: Path, points: Path) -> None:
    """Read a folder of Parquet files, and write another with the points."""
    frame = dd.read_parquet(hands, filesystem="arrow")
    frame.map_partitions(with_points).to_parquet(points, write_index=False)


def main() -> None:
    folder = Path(sys.argv[1])
    hands = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000_000

    start = perf_counter()
    sizes = [min(PART, hands - first) for first in range(0, hands, PART)]
    dd.from_map(dealt, range(len(sizes)), sizes).to_parquet(
        folder / "hands", write_index=False
    )
    print(f"dealt {hands} hands in {perf_counter() - start:.1f} s")

    start = perf_counter()
    score_files(folder / "hands", folder / "points")
    print(f"scored them in {perf_counter() - start:.1f} s")

    start = perf_counter()
    scored = dd.read_parquet(folder / "points", filesystem="arrow", columns=["points"])
    counts = scored["points"].value_counts().compute()
    print(f"counted them in {perf_counter() - start:.1f} s")

    print("points    hands   share   exact")
    for points, of_all in distribution().items():
        found = counts[points]
        print(f"{points:6} {found:8} {found / hands:7.3%} {of_all / HAND_COUNT:7.3%}")


if __name__ == "__main__":
    main()
