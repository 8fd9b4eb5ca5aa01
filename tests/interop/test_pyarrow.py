"""Arrow arrays of strings, in one piece and in chunks, and of card numbers."""

from __future__ import annotations

import numpy as np
import pytest

from svara_eval import CardError, score_batch, score_cards

pa = pytest.importorskip("pyarrow")
pytestmark = pytest.mark.compiled

NO_TEXT = {
    "in a dictionary": pa.DictionaryArray.from_arrays([0, 1, None], ["7cKhKd", "AsAd10c"]),
    "run-end encoded": pa.RunEndEncodedArray.from_arrays([2, 3], ["7cKhKd", "AsAd10c"]),
    "of bytes": pa.array([b"7cKhKd"]),
    "of numbers": pa.array([0, 26, 25]),
    "of floats": pa.array([0.0]),
    "of lists": pa.array([["7c", "Kh", "Kd"]]),
    "of structs": pa.array([{"hand": "7cKhKd"}]),
}


@pytest.fixture(params=["string", "large_string", "string_view"])
def kind(request):
    return getattr(pa, request.param)()


def test_each_type_of_strings_scores_as_its_hands_do(gaps, good, kind):
    array = pa.array(gaps.hands, kind)
    points = score_batch(array, errors="coerce")
    assert (type(points), points.dtype, points.tolist()) == (np.ndarray, np.int8, gaps.points)
    assert score_batch(array[:0]).tolist() == []
    assert score_batch(pa.array(good.hands, kind)).tolist() == good.points  # no validity bitmap here


def test_a_slice_begins_where_it_begins_in_the_bitmap_too(gaps, kind):
    array = pa.array(gaps.hands, kind)
    for start in range(1, 20):
        piece = array[start : start + 50]
        assert score_batch(piece, errors="coerce").tolist() == gaps.points[start : start + 50]


def test_chunks_score_in_order_and_their_rows_are_numbered_through(gaps, good, kind):
    array = pa.array(gaps.hands, kind)
    chunks = pa.chunked_array([array[:7], array[7:7], array[7:2500], array[2500:]])
    assert score_batch(chunks, errors="coerce").tolist() == gaps.points
    assert score_batch(pa.chunked_array([], kind)).tolist() == []
    late = pa.chunked_array([pa.array(good.hands, kind), pa.array(["7cKhKd", None], kind)])
    with pytest.raises(CardError, match=r"^row 4961: the hand is missing \(None\)"):
        score_batch(late)


@pytest.mark.parametrize("column", NO_TEXT.values(), ids=NO_TEXT)
@pytest.mark.parametrize("errors", ["raise", "coerce"])
def test_a_column_of_something_else_is_refused_with_what_to_do(column, errors):
    with pytest.raises(TypeError, match="cast it to strings, or give three columns of numbers to score_cards"):
        score_batch(column, errors=errors)
    with pytest.raises(TypeError, match="cast it to strings"):
        score_batch(pa.chunked_array([column]), errors=errors)


def test_a_dictionary_can_be_cast():
    assert score_batch(NO_TEXT["in a dictionary"].cast(pa.string()), errors="coerce").tolist() == [31, 22, 0]


@pytest.mark.parametrize("kind", ["uint8", "int8", "uint16", "int32", "int64", "uint64"])
def test_three_columns_of_card_numbers(cards, worth, kind):
    columns = [pa.array(column, getattr(pa, kind)()) for column in cards.T]
    assert score_cards(*columns).tolist() == worth
    assert score_cards(*(pa.chunked_array([column[:9], column[9:]]) for column in columns)).tolist() == worth
    assert score_batch(pa.table(columns, ["a", "b", "c"]), errors="coerce").tolist() == worth


def test_a_missing_card_number_has_to_be_filled():
    column, other, third = pa.array([0, None], pa.uint8()), pa.array([26, 26], pa.uint8()), pa.array([25, 25])
    with pytest.raises(TypeError):  # Arrow makes floats of it
        score_cards(column, other, third)
    assert score_cards(column.fill_null(32), other, third).tolist() == [31, 0]
