"""Arrow arrays of strings, in one piece and in chunks, and of card numbers."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pytest

from svara_eval import CardError, HandSizeError, score_batch, score_cards

pytestmark = pytest.mark.compiled

OTHER_TYPES = {
    "categories (a dictionary)": pa.DictionaryArray.from_arrays([0, 1, None], ["7cKhKd", "AsAd10c"]),
    "run-end encoded values": pa.RunEndEncodedArray.from_arrays([2, 3], ["7cKhKd", "AsAd10c"]),
    "bytes": pa.array([b"7cKhKd"]),
    "numbers": pa.array([0, 26, 25]),
    "floats": pa.array([0.0]),
    "dates": pa.array([0], pa.date32()),
    "maps": pa.array([[("7c", 1)]], pa.map_(pa.string(), pa.int8())),
    "lists of another size than three": pa.array([["7c", "Kh"]], pa.list_(pa.string(), 2)),
}


@pytest.fixture(params=["string", "large_string", "string_view"])
def kind(request):
    return getattr(pa, request.param)()


def test_each_type_of_strings_scores_as_its_hands_do(gaps, good, kind):
    array = pa.array(gaps.hands, kind)
    points = score_batch(array, errors="coerce")
    assert (type(points), points.dtype, points.tolist()) == (np.ndarray, np.int8, gaps.points)
    assert score_batch(array[:0]).tolist() == []
    assert score_batch(pa.array(good.hands, kind)).tolist() == good.points  # without a validity bitmap


def test_a_slice_starts_at_its_own_bit_of_the_validity_bitmap(gaps, kind):
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
    with pytest.raises(CardError, match=r"^row 4961 of 4962: the hand is missing"):
        score_batch(late)


@pytest.mark.usefixtures("backend")
def test_columns_with_and_without_validity_and_without_rows_are_read(kind):
    for nothing in (pa.array([], kind), pa.chunked_array([], kind), pa.chunked_array([pa.array([], kind)] * 2, kind)):
        assert score_batch(nothing).shape == (0,)
    assert score_batch(pa.array(["", ""], kind), errors="coerce").tolist() == [0, 0]
    with pytest.raises(HandSizeError, match=r"^row 0 of 2: "):
        score_batch(pa.array(["", ""], kind))
    texts = ["7cKhKd", None, "A♠ A♦ 10♣     ", "x", "7s7h7d"] * 7  # a view holds short texts and points to long ones
    points = [31, 0, 22, 0, 34] * 7
    whole = pa.array(texts, kind)
    for start in range(18):
        for stop in (start, start + 1, start + 9, 35):
            part = whole[start:stop]
            assert score_batch(part, errors="coerce").tolist() == points[start:stop]
            chunks = pa.chunked_array([part, whole])
            assert score_batch(chunks, errors="coerce").tolist() == points[start:stop] + points
    for length in range(6, 20):  # a view holds up to 12 bytes
        assert score_batch(pa.array(["7cKhKd".ljust(length), "AsAdTc".ljust(length)], kind)).tolist() == [31, 22]
    full = pa.array([text for text in texts if text], kind)
    assert full.buffers()[0] is None
    assert score_batch(full, errors="coerce").tolist() == [31, 22, 0, 34] * 7


@pytest.mark.usefixtures("backend")
def test_a_column_without_a_type_is_all_missing():
    with pytest.raises(CardError, match=r"^row 0 of 2: the hand is missing"):
        score_batch(pa.nulls(2))
    assert score_batch(pa.nulls(2), errors="coerce").tolist() == [0, 0]


NOT_UTF_8 = [b"\xff\xfe", b"7cKhK\xe2", b"7cKhK\xe2\x99", b"7cKhK\xe2\x99\xe2", b"\xc3(7cKh", b"\x807cKhK"]
NOT_UTF_8 += [b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"7cKh\xe0\x81\x8bd", b"\xe0\x80\xb7c8c9c", b"\xc0\xb7c8c9c"]


@pytest.mark.parametrize("text", NOT_UTF_8)
def test_bytes_that_are_not_utf_8_are_never_read_as_a_card(text):
    offsets = np.array([0, 6, 6 + len(text), 12 + len(text)], np.int32)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"7cKhKd" + text + b"AsAdTc")]
    column = pa.Array.from_buffers(pa.string(), 3, buffers)
    with pytest.raises(CardError) as caught:
        score_batch(column)
    assert str(caught.value) == f"row 1 of 3: {text!r} is not UTF-8"
    assert score_batch(column, errors="coerce").tolist() == [31, 0, 22]
    assert score_batch(column[1:2], errors="coerce").tolist() == [0]


@pytest.mark.parametrize("name", OTHER_TYPES)
@pytest.mark.parametrize("errors", ["raise", "coerce"])
def test_a_column_of_another_type_is_refused_by_its_name_with_the_fix(name, errors):
    cure = "decode it first" if "run" in name else "cast it to strings, or give three columns of cards"
    words = f"^{re.escape(f'a column of {name} cannot be scored; {cure}')}$"
    column = OTHER_TYPES[name]
    for given in (column, pa.chunked_array([column]), pa.table({"hand": column})):
        with pytest.raises(TypeError, match=words):
            score_batch(given, errors=errors)


def test_a_dictionary_can_be_cast():
    column = OTHER_TYPES["categories (a dictionary)"]
    assert score_batch(column.cast(pa.string()), errors="coerce").tolist() == [31, 22, 0]


class Column:
    """A column whose length need not be that of its stream or array."""

    def __init__(self, length, column):
        self.length, self.column = length, column

    def __len__(self):
        return self.length


class Stream(Column):
    def __arrow_c_stream__(self, requested_schema=None):
        return self.column.__arrow_c_stream__(requested_schema)


class Array(Column):
    def __arrow_c_array__(self, requested_schema=None):
        return self.column.__arrow_c_array__(requested_schema)


@pytest.mark.parametrize("make", [Stream, Array])
@pytest.mark.parametrize("type_name", ["string", "null"])
def test_a_column_is_as_long_as_its_arrays_whatever_it_says(make, type_name):
    chunks = [["7cKhKd", "AsAdTc"], ["7s7h7d"]] if type_name == "string" else [[None] * 2, [None]]
    column = pa.chunked_array(chunks, getattr(pa, type_name)())
    if make is Array:
        column = column.combine_chunks()
    expected = [31, 22, 34] if type_name == "string" else [0, 0, 0]
    for length in (0, 1, 2, 3, 4, 1000):
        assert score_batch(make(length, column), errors="coerce").tolist() == expected


@pytest.mark.parametrize("kind", ["uint8", "int8", "uint16", "int32", "int64", "uint64"])
def test_three_columns_of_card_numbers(cards, worth, kind):
    columns = [pa.array(column, getattr(pa, kind)()) for column in cards.T]
    assert score_cards(*columns).tolist() == worth
    assert score_cards(*(pa.chunked_array([column[:9], column[9:]]) for column in columns)).tolist() == worth
    assert score_batch(pa.table(columns, ["a", "b", "c"]), errors="coerce").tolist() == worth


def test_a_missing_card_number_has_to_be_filled():
    column, other, third = pa.array([0, None], pa.uint8()), pa.array([26, 26], pa.uint8()), pa.array([25, 25])
    with pytest.raises(TypeError):  # Arrow converts it to floats
        score_cards(column, other, third)
    assert score_cards(column.fill_null(32), other, third).tolist() == [31, 0]
