"""Scoring in Arrow: text of each type, whole or in chunks, and card numbers."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from svara_eval import sample_deals, score_batch, score_cards

HANDS = ["7♣ K♥ K♦", "Q♦ K♦ 10♠", None, "A♠ A♦ 10♣", "7cKhKx"]


def with_points(hands: pa.Table) -> pa.Table:
    """Add the points of the column ``hand``, whose chunks are read in place."""
    return hands.append_column(
        "points", pa.array(score_batch(hands["hand"], errors="coerce"))
    )


def main() -> None:
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        print(f"{kind!s:12}", score_batch(pa.array(HANDS, kind), errors="coerce"))

    evening = pa.table({"hand": pa.chunked_array([HANDS[:2], HANDS[2:]])})
    print(with_points(evening).to_pydict())

    cards = sample_deals(1_000_000, 1, rng=10)[:, 0]
    million = pa.table(
        [pa.array(column) for column in cards.T], names=["first", "second", "third"]
    )
    points = score_cards(
        million["first"], million["second"], million["third"]
    )  # a NumPy array
    million = million.append_column("points", pa.array(points))
    print(million.schema.to_string())
    best = np.count_nonzero(points == 34)
    print(f"{million.num_rows} hands, {best} of them three sevens")


if __name__ == "__main__":
    main()
