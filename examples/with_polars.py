"""Scoring in polars: in an expression, over a column of text or over three columns of card numbers."""

from __future__ import annotations

import numpy as np
import polars as pl

from svara_eval import sample_deals, score_batch, score_cards

HANDS = ["7♣ K♥ K♦", "Q♦ K♦ 10♠", None, "A♠ A♦ 10♣", "7♥ 9♦ 9♣", "6♥ 9♦ 9♣", "8♣ 8♦ 8♥"]


def of_text(hands: pl.Series) -> pl.Series:
    """Score a column of text; null where the hand is missing, 0 where it is invalid."""
    return pl.Series(score_batch(hands, errors="coerce")).set(hands.is_null(), None)


def main() -> None:
    evening = pl.LazyFrame({"hand": HANDS}).with_columns(
        points=pl.col("hand").map_batches(of_text, return_dtype=pl.Int8, is_elementwise=True)
    )
    print(evening.collect())

    # For card numbers the ufunc makes an expression by itself, once polars knows the type of the result.
    million = pl.LazyFrame(sample_deals(1_000_000, 1, rng=9)[:, 0], schema=["first", "second", "third"])
    points = score_cards(pl.col("first"), pl.col("second"), pl.col("third"), dtype=np.int8)
    suited = (pl.col("first") % 4 == pl.col("second") % 4) & (pl.col("second") % 4 == pl.col("third") % 4)
    print(
        million.with_columns(points=points)
        .group_by(pl.when(suited).then(pl.lit("one suit")).otherwise(pl.lit("any suits")).alias("cards of"))
        .agg(pl.len().alias("hands"), pl.col("points").mean().round(1), pl.col("points").max().alias("best"))
        .sort("cards of")
        .collect()
    )


if __name__ == "__main__":
    main()
