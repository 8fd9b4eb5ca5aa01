"""Scoring in polars: a column of text, and three columns of card numbers."""

from __future__ import annotations

import numpy as np
import polars as pl

from svara_eval import sample_deals, score_batch, score_cards

HANDS = ["7♣ K♥ K♦", "Q♦ K♦ 10♠", None, "A♠ A♦ 10♣", "7♥ 9♦ 9♣", "6♥ 9♦ 9♣", "8♣ 8♦ 8♥"]


def of_text(hands: pl.Series) -> pl.Series:
    """Score a column of text; null where the hand is missing, 0 where it is invalid."""
    return pl.Series(score_batch(hands, errors="coerce")).set(hands.is_null(), None)


def with_points(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Add the points of a column of text."""
    points = pl.col("hand").map_batches(
        of_text, return_dtype=pl.Int8, is_elementwise=True
    )
    return frame.with_columns(points=points)


def with_points_of_cards(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Add the points of three columns of card numbers, by an expression."""
    cards = pl.col("first"), pl.col("second"), pl.col("third")
    return frame.with_columns(points=score_cards(*cards, dtype=np.int8))


def main() -> None:
    print(with_points(pl.LazyFrame({"hand": HANDS})).collect())

    million = pl.LazyFrame(
        sample_deals(1_000_000, 1, rng=9)[:, 0], schema=["first", "second", "third"]
    )
    suited = (pl.col("first") % 4 == pl.col("second") % 4) & (
        pl.col("second") % 4 == pl.col("third") % 4
    )
    print(
        with_points_of_cards(million)
        .group_by(
            pl.when(suited)
            .then(pl.lit("one suit"))
            .otherwise(pl.lit("any suits"))
            .alias("cards of")
        )
        .agg(
            pl.len().alias("hands"),
            pl.col("points").mean().round(1),
            pl.col("points").max().alias("best"),
        )
        .sort("cards of")
        .collect()
    )


if __name__ == "__main__":
    main()
