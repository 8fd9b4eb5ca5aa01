"""Columns and expressions of polars, of text and of card numbers."""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl
import pytest

from svara_eval import CardError, score_batch, score_cards

pytestmark = pytest.mark.compiled

INTEGERS = ["UInt8", "Int8", "UInt16", "Int16", "UInt32", "Int32", "UInt64", "Int64"]


def test_a_series_scores_as_its_hands_do(gaps):
    series = pl.Series(gaps.hands)
    points = score_batch(series, errors="coerce")
    assert (type(points), points.dtype, points.tolist()) == (np.ndarray, np.int8, gaps.points)
    assert score_batch(series[100:200], errors="coerce").tolist() == gaps.points[100:200]
    assert score_batch(series[3::5], errors="coerce").tolist() == gaps.points[3::5]
    assert score_batch(series.filter(series.is_not_null()), errors="coerce").tolist() == [
        points for hand, points in zip(*gaps, strict=True) if hand is not None
    ]
    assert score_batch(series[:0]).tolist() == []


def test_a_series_of_chunks_scores_in_order_and_its_rows_are_numbered_through(gaps, good):
    chunks = pl.concat([pl.Series(gaps.hands[start : start + 999]) for start in range(0, 4960, 999)], rechunk=False)
    assert chunks.n_chunks() > 1
    assert score_batch(chunks, errors="coerce").tolist() == gaps.points
    late = pl.concat([pl.Series(good.hands), pl.Series([None, "7c"], dtype=pl.String)], rechunk=False)
    with pytest.raises(CardError, match=r"^row 4960 of 4962: the hand is missing"):
        score_batch(late)


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("dtype", [pl.String, None])
def test_a_column_of_nulls_is_all_missing(dtype):
    nulls = pl.Series([None, None], dtype=dtype)
    assert score_batch(nulls, errors="coerce").tolist() == [0, 0]
    with pytest.raises(CardError, match=r"^row 0 of 2: the hand is missing"):
        score_batch(nulls)


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("dtype", [pl.Categorical, pl.Enum(["7cKhKd", "AsAd10c"])])
def test_a_column_of_categories_is_refused_with_the_fix(dtype):
    series = pl.Series(["7cKhKd", None, "AsAd10c"]).cast(dtype)
    with pytest.raises(
        TypeError, match=r"^a column of categories \(a dictionary\) cannot be scored; cast it to strings"
    ):
        score_batch(series, errors="coerce")
    assert score_batch(series.cast(pl.String), errors="coerce").tolist() == [31, 0, 22]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_an_expression_over_text(gaps, engine):
    frame = pl.LazyFrame({"hand": gaps.hands})
    points = pl.col("hand").map_batches(
        partial(score_batch, errors="coerce"), return_dtype=pl.Int8, is_elementwise=True
    )
    assert frame.select(points).collect(engine=engine)["hand"].to_list() == gaps.points


def test_an_error_in_an_expression_names_the_hand():
    frame = pl.DataFrame({"hand": ["7cKhKd", "7cKhKh"]})
    with pytest.raises(Exception, match=r"row 1 of 2: .*K♥"):  # an error of polars or of ours, depending on its version
        frame.with_columns(pl.col("hand").map_batches(score_batch, return_dtype=pl.Int8))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_three_series_of_card_numbers_make_a_series_of_points(cards, worth, dtype):
    frame = pl.DataFrame(cards, schema=["a", "b", "c"]).cast(getattr(pl, dtype))
    points = score_cards(frame["a"], frame["b"], frame["c"], dtype=np.int8)
    assert isinstance(points, pl.Series)
    assert (points.dtype, points.to_list()) == (pl.Int8, worth)
    assert score_cards(*(frame[name].to_numpy() for name in "abc")).tolist() == worth


def test_a_number_that_is_not_a_card_is_not_cut_to_one():
    frame = pl.DataFrame({"a": [256, -1, 2**63 - 1, 32], "b": [26] * 4, "c": [25] * 4})
    assert score_cards(frame["a"], frame["b"], frame["c"], dtype=np.int8).to_list() == [0, 0, 0, 0]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_the_ufunc_is_an_expression_and_null_in_it_is_null(cards, worth, engine):
    frame = pl.LazyFrame(cards, schema=["a", "b", "c"]).with_columns(
        pl.when(pl.int_range(pl.len()) % 7 > 0).then("b").alias("b")
    )
    points = score_cards(pl.col("a"), pl.col("b"), pl.col("c"), dtype=np.int8)
    expected = [points if row % 7 else None for row, points in enumerate(worth)]
    found = frame.select(points.alias("points")).collect(engine=engine)["points"]
    assert (found.dtype, found.to_list()) == (pl.Int8, expected)


def test_a_frame_of_three_columns_of_numbers_is_an_array_of_hands(cards, worth):
    assert score_batch(pl.DataFrame(cards), errors="coerce").tolist() == worth
