"""Columns of pandas: of text in each of its types, and of card numbers."""

from __future__ import annotations

import numpy as np
import pytest

from svara_eval import CardError, hand_indices, score_batch, score_cards

pd = pytest.importorskip("pandas")
pytestmark = pytest.mark.compiled

TEXT = ["str", "object", "string[python]"]
TEXT_OF_ARROW = ["string[pyarrow]", "large_string[pyarrow]"]


@pytest.fixture(params=[*TEXT, *TEXT_OF_ARROW])
def dtype(request):
    if request.param in TEXT_OF_ARROW:
        arrow = pytest.importorskip("pyarrow")
        return pd.ArrowDtype(getattr(arrow, request.param.removesuffix("[pyarrow]"))())
    return request.param


def test_a_series_of_any_type_of_text_scores_as_its_hands_do(gaps, dtype):
    series = pd.Series(gaps.hands, dtype=dtype)
    points = score_batch(series, errors="coerce")
    assert (type(points), points.dtype, points.tolist()) == (np.ndarray, np.int8, gaps.points)
    assert score_batch(series[::-3], errors="coerce").tolist() == gaps.points[::-3]
    assert score_batch(series[100:200], errors="coerce").tolist() == gaps.points[100:200]
    assert score_batch(series.array, errors="coerce").tolist() == gaps.points
    assert score_batch(pd.Index(series), errors="coerce").tolist() == gaps.points
    assert score_batch(series[:0]).tolist() == []


def test_an_error_names_the_row_by_its_position_not_by_its_label(dtype):
    series = pd.Series(["7cKhKd", "7cKhKh", None], index=[7, 7, 7], dtype=dtype)
    with pytest.raises(CardError, match=r"^row 1: the hand is missing"):
        score_batch(series[[True, False, True]])
    with pytest.raises(ValueError, match=r"^row 1: K♥ is there twice"):
        score_batch(series)


def test_the_points_are_a_column_of_the_frame(gaps):
    frame = pd.DataFrame({"hand": gaps.hands}, index=range(10_000, 10_000 + len(gaps.hands)))
    frame["points"] = score_batch(frame["hand"], errors="coerce")
    assert (frame["points"].dtype, frame["points"].tolist()) == (np.int8, gaps.points)


def test_a_frame_of_texts_scores_cell_by_cell(good):
    frame = pd.DataFrame({"ana": good.hands[:100], "bo": good.hands[100:200]})
    assert score_batch(frame).T.tolist() == [good.points[:100], good.points[100:200]]


def test_a_categorical_series_is_refused_with_what_to_do_and_a_missing_value_is_a_bad_row(good):
    pytest.importorskip("pyarrow")
    series = pd.Series([*good.hands[:10], None], dtype="category")
    with pytest.raises(TypeError, match="cast it to strings"):
        score_batch(series)
    assert score_batch(series.astype("str"), errors="coerce").tolist() == [*good.points[:10], 0]


@pytest.mark.parametrize("dtype", ["uint8", "int64", "int16", "UInt8", "Int64", "uint8[pyarrow]"])
def test_three_columns_of_card_numbers_make_a_column_of_points_with_their_index(cards, worth, dtype):
    if "pyarrow" in dtype:
        pytest.importorskip("pyarrow")
    frame = pd.DataFrame(cards, columns=["a", "b", "c"], index=range(len(cards), 0, -1)).astype(dtype)
    points = score_cards(frame["a"], frame["b"], frame["c"])
    assert isinstance(points, pd.Series)
    assert points.index.equals(frame.index)
    assert points.dtype.name.lower().startswith("int8")
    assert points.tolist() == worth


def test_a_missing_card_number_is_a_missing_score(cards):
    frame = pd.DataFrame(cards[:3], columns=["a", "b", "c"], dtype="Int64")
    frame.loc[1, "b"] = pd.NA
    assert score_cards(frame["a"], frame["b"], frame["c"]).isna().tolist() == [False, True, False]
    with pytest.raises(TypeError):  # NumPy's own columns have no missing number: this one is of floats
        score_cards(frame["a"].to_numpy(), frame["b"].astype(float).to_numpy(), frame["c"].to_numpy())


def test_a_frame_of_three_columns_of_numbers_is_an_array_of_hands(cards, worth):
    frame = pd.DataFrame(cards[:4960], columns=["a", "b", "c"])
    assert score_batch(frame).tolist() == worth[:4960]
    assert hand_indices(frame).tolist() == list(range(4960))
    assert score_batch(pd.DataFrame(cards), errors="coerce").tolist() == worth
