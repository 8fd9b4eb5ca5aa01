"""Columns of pandas: of text in each of its types, and of card numbers."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from svara_eval import (
    CardError,
    DuplicateCardError,
    HandSizeError,
    hand_indices,
    invalid_rows,
    parse_cards,
    score_batch,
    score_cards,
)

pytestmark = pytest.mark.compiled

TEXT = {name: name for name in ("str", "object", "string[python]")}
TEXT |= {f"{name}[pyarrow]": pd.ArrowDtype(getattr(pa, name)()) for name in ("string", "large_string")}


@pytest.fixture(params=TEXT)
def dtype(request):
    return TEXT[request.param]


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
    with pytest.raises(CardError, match=r"^row 1 of 2: the hand is missing"):
        score_batch(series[[True, False, True]])
    with pytest.raises(DuplicateCardError, match=r"^row 1 of 3: .*K♥"):
        score_batch(series)


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize(
    "make",
    [
        list,
        lambda hands: np.array(hands, object),
        lambda hands: np.array(hands, np.dtypes.StringDType(na_object=pd.NA)),
    ],
    ids=["list", "object", "StringDType"],
)
def test_a_missing_value_of_pandas_is_a_missing_hand(make):
    column = make(["7cKhKd", pd.NA])
    with pytest.raises(CardError, match=r"^row 1 of 2: the hand is missing; errors='coerce' scores it 0$"):
        score_batch(column)
    assert score_batch(column, errors="coerce").tolist() == [31, 0]


WITHOUT_PYARROW = """
import sys; sys.modules["pyarrow"] = None
import pandas, svara_eval
for dtype in ("str", "string", object):
    column = pandas.Series(["7cKhKd", None], dtype=dtype)
    print(svara_eval.score_batch(column, errors="coerce").tolist())
"""


@pytest.mark.parametrize("backend", ["python", "cython"])
def test_text_of_pandas_does_not_need_pyarrow(backend):
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_PYARROW],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"SVARA_EVAL_BACKEND": backend},
        check=False,
    )
    assert run.stdout == "[31, 0]\n" * 3, run.stderr


def test_the_points_are_a_column_of_the_frame(gaps):
    frame = pd.DataFrame({"hand": gaps.hands}, index=range(10_000, 10_000 + len(gaps.hands)))
    frame["points"] = score_batch(frame["hand"], errors="coerce")
    assert (frame["points"].dtype, frame["points"].tolist()) == (np.int8, gaps.points)


def test_a_frame_is_one_column_of_hands_or_three_of_cards_and_nothing_else(good):
    frame = pd.DataFrame({"name": ["Anna", "Bo"] * 50, "hand": good.hands[:100]})
    assert score_batch(frame[["hand"]]).tolist() == good.points[:100]
    words = r"^2 columns \['name', 'hand'\]; a hand needs three: frame\[\['card_1', 'card_2', 'card_3'\]\]$"
    for function in (score_batch, invalid_rows):
        with pytest.raises(HandSizeError, match=words):
            function(frame)
    with pytest.raises(HandSizeError, match=r"^4 columns \['name', 'a', 'b', 'c'\]; a hand needs three: "):
        score_batch(pd.DataFrame({"name": ["Anna"], "a": ["7c"], "b": ["Kh"], "c": ["Kd"]}))


def test_a_categorical_series_is_refused_with_the_fix(good):
    series = pd.Series([*good.hands[:10], None], dtype="category")
    with pytest.raises(
        TypeError, match=r"^a categorical column cannot be scored; cast it to strings: \.astype\('str'\)$"
    ):
        score_batch(series)
    frame = pd.DataFrame({"a": ["7c"], "b": pd.Series(["Kh"], dtype="category"), "c": ["Kd"]})
    with pytest.raises(
        TypeError, match=r"^column 'b': a categorical column cannot be read as cards; cast it to strings"
    ):
        score_batch(frame)
    assert score_batch(series.astype("str"), errors="coerce").tolist() == [*good.points[:10], 0]


@pytest.mark.parametrize("dtype", ["uint8", "int64", "int16", "UInt8", "Int64", "uint8[pyarrow]"])
def test_three_columns_of_card_numbers_make_a_column_of_points_with_their_index(cards, worth, dtype):
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
    with pytest.raises(TypeError):  # NumPy's integers have no missing value, so this column is of floats
        score_cards(frame["a"].to_numpy(), frame["b"].astype(float).to_numpy(), frame["c"].to_numpy())


def test_a_missing_card_number_stored_by_arrow_has_to_be_cast_to_int64_first(cards):
    frame = pd.DataFrame(cards[:3], columns=["a", "b", "c"]).astype("int64[pyarrow]")
    frame.loc[1, "b"] = pd.NA
    with pytest.raises(TypeError, match="could not be safely coerced"):  # pandas passes objects to any ufunc
        score_cards(frame["a"], frame["b"], frame["c"])
    with pytest.raises(TypeError):
        np.gcd(frame["a"], frame["b"])
    frame = frame.astype("Int64")
    assert score_cards(frame["a"], frame["b"], frame["c"]).isna().tolist() == [False, True, False]


def test_a_frame_of_three_columns_of_numbers_is_an_array_of_hands(cards, worth):
    frame = pd.DataFrame(cards[:4960], columns=["a", "b", "c"])
    assert score_batch(frame).tolist() == worth[:4960]
    assert hand_indices(frame).tolist() == list(range(4960))
    assert hand_indices(frame.astype("Int64")).tolist() == list(range(4960))
    assert score_batch(pd.DataFrame(cards), errors="coerce").tolist() == worth


def test_integers_with_an_empty_cell_are_floats_and_the_error_names_the_fix():
    """As pandas reads them from Excel and CSV."""
    frame = pd.DataFrame({"a": [0, 31], "b": [26, None], "c": [25, 12]})
    words = r"cards must be strings or integers \(0 to 31\), not float64; "
    words += r"for integers with empty cells: \.astype\('Int64'\)$"
    with pytest.raises(TypeError, match=rf"^column 'b': {words}"):
        score_batch(frame, errors="coerce")
    with pytest.raises(TypeError, match=rf"^{words}"):
        parse_cards(frame["b"])
    assert score_batch(frame.astype("Int64"), errors="coerce").tolist() == [31, 0]
    assert parse_cards(frame["b"].astype("Int64"), errors="coerce").tolist() == [26, 255]
    with pytest.raises(CardError, match=r"^row 1 of 2: card 2: the card is missing"):
        score_batch(frame.astype("Int64"))
