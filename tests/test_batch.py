"""Arrays and columns: many hands score as one by one, whatever they lie in, and nothing that is no hand gets points."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svara_eval import CardError, DuplicateCardError, HandSizeError, SvaraError, pure
from svara_eval._arrays import columns as columns_module
from svara_eval._arrays import score_batch

COMPILED = pytest.param("cython", marks=pytest.mark.compiled)
pytestmark = pytest.mark.usefixtures("backend")  # every test runs on both backends


#: For what the reference does not do, or would take long to do.
only_compiled = pytest.mark.parametrize("backend", [COMPILED], indirect=True)


@pytest.fixture(scope="module")
def cube(golden):
    """All 32 * 32 * 32 triples of cards, and their points: 0 where they are no hand."""
    points = np.zeros((32, 32, 32), np.int8)
    for line in golden:
        for cards in permutations(line.dealt):
            points[cards] = line.points
    return np.stack(np.indices((32, 32, 32)), axis=-1).reshape(-1, 3), points.reshape(-1)


def outcome(function, *arguments, **options):
    """The points as a list, or the error and its words."""
    try:
        return function(*arguments, **options).tolist()
    except (SvaraError, TypeError) as error:
        return type(error), str(error)


# Numbers --------------------------------------------------------------------------------------------------------------

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


def unaligned(array):
    """The same numbers, read-only, a byte off their boundary."""
    return np.frombuffer(b"\0" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def in_records(array):
    """A field of records that have a byte more."""
    records = np.zeros(array.shape, [("tag", "u1"), ("card", array.dtype)])
    records["card"] = array
    return records["card"]


LAYOUTS = {
    "in one piece": np.ascontiguousarray,
    "in Fortran order": np.asfortranarray,
    "rows backwards": lambda array: array[::-1].copy()[::-1],
    "cards backwards": lambda array: array[:, ::-1].copy()[:, ::-1],
    "all backwards": lambda array: array[::-1, ::-1].copy()[::-1, ::-1],
    "every other row": lambda array: np.repeat(array, 2, axis=0)[::2],
    "every third row backwards": lambda array: np.repeat(array[::-1], 3, axis=0)[::-3],
    "columns of a wider table": lambda array: np.pad(array, ((0, 0), (1, 2)), constant_values=99)[:, 1:4],
    "every other column": lambda array: np.repeat(array, 2, axis=1)[:, ::2],
    "three arrays in one": lambda array: np.stack([array, array + 1, array], axis=1)[:, 0],
    "a field of records": in_records,
    "unaligned": unaligned,
    "in the other byte order": lambda array: array.astype(array.dtype.newbyteorder("S")),
    "read-only": read_only,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", INTEGERS)
def test_all_triples_of_cards_score_alike_in_every_type_and_layout(cube, dtype, layout):
    triples, expected = cube
    hands = LAYOUTS[layout](triples.astype(dtype))
    before = hands.copy()
    for points in (score_batch(hands, errors="coerce"), columns_module.score_cards(*hands.T)):
        assert points.dtype == np.int8
        assert np.array_equal(points, expected)
    assert np.array_equal(hands, before)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_all_hands_in_all_orders_score_as_in_the_golden_data(cube, backend, dtype):
    triples, expected = cube
    hands = triples[expected > 0].astype(dtype)
    assert len(hands) == 6 * 4960
    points = score_batch(hands)
    assert (type(points), points.dtype) == (np.ndarray, np.int8)
    assert np.array_equal(points, expected[expected > 0])
    some = slice(None, None, 1 if backend == "cython" else 100)
    assert np.array_equal(score_batch(hands[some].tolist()), points[some])
    assert np.array_equal(score_batch(hands[:60].reshape(3, 4, 5, 3)), points[:60].reshape(3, 4, 5))
    assert np.array_equal(score_batch(np.asfortranarray(hands[:60].reshape(3, 4, 5, 3))), points[:60].reshape(3, 4, 5))


@pytest.mark.parametrize("types", [("u8", "i8", "u1"), ("i1", "u8", "i8"), ("u1", "i2", "u8"), ("i4", "u4", "u2")])
def test_the_columns_may_be_of_different_types(cube, types):
    triples, expected = cube
    columns = [column.astype(dtype) for column, dtype in zip(triples.T, types, strict=True)]
    assert np.array_equal(columns_module.score_cards(*columns), expected)


def test_columns_broadcast():
    first, second = np.arange(32, dtype=np.uint8)[:, None], np.arange(32)
    points = columns_module.score_cards(first, second, 25)
    assert points.shape == (32, 32)
    assert points[0, 26] == points[26, 0] == 31
    assert not points[25].any()
    assert not points.diagonal().any()
    with pytest.raises(ValueError, match="broadcast"):
        columns_module.score_cards(np.arange(3), np.arange(4), np.arange(3))


def test_three_numbers_have_one_number_of_points():
    assert columns_module.score_cards(0, 26, 25) == 31
    assert columns_module.score_cards(0, 26, 25).dtype == np.int8
    for hand in ([0, 26, 25], (0, 26, 25), np.array([0, 26, 25]), np.array([0, 26, 25], np.uint8)):
        points = score_batch(hand)
        assert (type(points), points.dtype, points.shape, int(points)) == (np.ndarray, np.int8, (), 31)


@pytest.mark.parametrize("shape", [(0, 3), (4, 0, 3), (0, 5, 3), (2, 0, 0, 3)])
@pytest.mark.parametrize("dtype", ["uint8", "int64", "uint64"])
def test_no_hands_have_no_points_of_the_right_shape(shape, dtype):
    points = score_batch(np.empty(shape, dtype))
    assert (points.shape, points.dtype) == (shape[:-1], np.int8)
    assert columns_module.score_cards(*np.empty((3, *shape[:-1]), dtype)).shape == shape[:-1]


@pytest.mark.parametrize("nothing", [[], (), np.array([], "U6"), np.array([], "S6"), np.array([], object)])
def test_an_empty_column_has_no_points(nothing):
    points = score_batch(nothing)
    assert (points.shape, points.dtype) == ((0,), np.int8)


@pytest.mark.parametrize("shape", [(), (0,), (1,), (2,), (4,), (5, 2), (5, 4), (3, 5), (3, 0), (3, 1), (0, 4)])
@pytest.mark.parametrize("dtype", ["uint8", "int64"])
def test_numbers_that_are_not_three_on_the_last_axis_are_refused(shape, dtype):
    for errors in ("raise", "coerce"):
        with pytest.raises(HandSizeError, match=r"^card numbers are three on the last axis, not an array of shape \("):
            score_batch(np.zeros(shape, dtype), errors=errors)


# Below -31 or above 31, and what is left of each in fewer bits is a card.
NO_CARDS = [-1, -32, -128, -251, -(2**31), -(2**63), -(2**63) + 5, 32, 37, 63, 127, 128, 133, 224, 255, 256, 260]
NO_CARDS += [2**15, 2**16, 2**16 + 5, 2**31 - 1, 2**31, 2**32, 2**32 + 5, 2**63 - 1, 2**63, 2**63 + 5, 2**64 - 1]


def fitting(dtype):
    return [number for number in NO_CARDS if np.iinfo(dtype).min <= number <= np.iinfo(dtype).max]


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("dtype", INTEGERS)
def test_a_number_outside_0_to_31_is_never_cut_to_a_card(dtype, place):
    for number in fitting(dtype):
        hands = np.array([[0, 26, 25], [7, 13, 22], [31, 29, 12]], dtype)
        hands[1, place] = number
        for laid in (hands, np.asfortranarray(hands), np.repeat(hands, 2, axis=0)[::2]):
            assert columns_module.score_cards(*laid.T).tolist() == [31, 0, 22], number
            assert score_batch(laid, errors="coerce").tolist() == [31, 0, 22], number
            with pytest.raises(CardError) as caught:
                score_batch(laid)
            expected = f"row 1: card {place + 1} of the hand: {number} is no card number; they are 0 (7♣) to 31 (A♠)"
            assert str(caught.value) == expected


@pytest.mark.parametrize("number", [*NO_CARDS, 2**64, 2**200, -(2**200)])
def test_a_number_in_a_list_is_never_cut_to_a_card(number):
    for place in range(3):
        hand = [7, 13, 22]
        hand[place] = number
        refused = CardError, f"card {place + 1} of the hand: {number} is no card number; they are 0 (7♣) to 31 (A♠)"
        assert outcome(score_batch, hand) == refused
        assert outcome(score_batch, [[0, 26, 25], tuple(hand)]) == (CardError, f"row 1: {refused[1]}")
        assert score_batch([[0, 26, 25], hand], errors="coerce").tolist() == [31, 0]
        try:  # NumPy refuses Python ints that do not fit the type of the others
            assert columns_module.score_cards(*hand) == 0
            assert columns_module.score_cards(np.uint8(hand[place - 1]), hand[place - 2], number) == 0
        except (OverflowError, TypeError):
            pass


NUMBER = st.integers(0, 31) | st.integers(0, 31) | st.sampled_from(NO_CARDS)


@given(st.data(), st.sampled_from(INTEGERS), st.sampled_from(sorted(LAYOUTS)))
@settings(deadline=None)
def test_any_numbers_score_as_one_by_one(data, dtype, layout):
    limits = np.iinfo(dtype)
    number = NUMBER.filter(lambda number: limits.min <= number <= limits.max)
    rows = data.draw(st.lists(st.lists(number, min_size=3, max_size=3), max_size=20))
    hands = LAYOUTS[layout](np.array(rows, dtype).reshape(-1, 3))
    each, first_bad = [], None
    for row, hand in enumerate(rows):
        try:
            each.append(pure.score(hand))
        except SvaraError as error:
            each.append(0)
            first_bad = first_bad or (type(error), f"row {row}: {error}")
    assert score_batch(hands, errors="coerce").tolist() == each
    assert columns_module.score_cards(*hands.T).tolist() == each
    assert outcome(score_batch, hands) == outcome(score_batch, rows) == (first_bad or each)


# The compiled loops go 1024, 4096 or 8192 rows at a time, and by four; what is made for each row is made for 65536.
EDGES = sorted({0, *(edge + by for edge in (4, 1024, 4096, 8192, 65536) for by in (-1, 0, 1)), 65536 + 8, 65536 + 9})
BAD_ROWS = [
    ((32, 1, 2), CardError, "card 1 of the hand: 32 is no card number"),
    ((1, 2, 255), CardError, "card 3 of the hand: 255 is no card number"),
    ((7, 3, 7), DuplicateCardError, "7♠|8♠ is there twice"),
]


@pytest.mark.parametrize("layout", ["in one piece", "in Fortran order", "every other row"])
@pytest.mark.parametrize("dtype", ["uint8", "int32", "uint64"])
@pytest.mark.parametrize(("bad", "error", "reason"), BAD_ROWS, ids=["first", "third", "twice"])
def test_a_bad_row_is_found_wherever_it_lies(cube, layout, dtype, bad, error, reason):
    triples, points = cube
    good = np.flatnonzero(points)
    some = np.resize(good, 65536 + 10)
    hands, expected = LAYOUTS[layout](triples[some].astype(dtype)), points[some]
    for edge in EDGES:
        was = hands[edge].copy(), expected[edge].copy()
        hands[edge], expected[edge] = bad, 0
        with pytest.raises(error, match=rf"^row {edge}: ({reason})"):
            score_batch(hands)
        assert np.array_equal(score_batch(hands, errors="coerce"), expected)
        hands[edge], expected[edge] = was


def test_the_first_of_several_bad_rows_is_named(cube):
    hands = np.resize(cube[0][cube[1] > 0], (20000, 3)).astype(np.uint8)
    hands[[9000, 9001, 5000, 19999]] = [[0, 0, 1], [32, 0, 1], [0, 1, 99], [1, 1, 1]]
    for given_hands in (hands, hands.astype(np.int64), hands.tolist()):
        with pytest.raises(CardError, match=r"^row 5000: card 3 of the hand: 99 is no card number"):
            score_batch(given_hands)


def test_a_bad_row_of_many_axes_is_named_by_all_of_them():
    hands = np.tile(np.array([0, 26, 25]), (4, 5, 6, 1))
    hands[2, 3, 4] = 7, 8, 7
    with pytest.raises(DuplicateCardError, match=r"^row \(2, 3, 4\): 8♠ is there twice in 8♠ 9♣ 8♠; a hand is three "):
        score_batch(hands)
    with pytest.raises(CardError, match=r"^row \(1, 0\): no card at position 0 of '6c8c9c': the deck is 7 to A"):
        score_batch(np.array([["7cKhKd", "AsAdTc"], ["6c8c9c", "7cKhKd"]]))


@pytest.mark.parametrize("dtype", ["bool", "float32", "float64", "complex128", "datetime64[s]", "i1,i1", "V3"])
def test_arrays_of_neither_integers_nor_texts_are_refused(dtype):
    for errors in ("raise", "coerce"):
        with pytest.raises(
            TypeError, match=r"^score_batch takes arrays of integers .* or of strings \(hands\), not of "
        ):
            score_batch(np.zeros((2, 3), dtype), errors=errors)


@pytest.mark.parametrize("hands", [[[[True, 2, 3]]], [[True, 2, 3]], [True, 2, 3], [[1.0, 2, 3]], [1.0, 2.0, 3.0]])
def test_truths_and_floats_in_lists_are_no_cards(hands):
    with pytest.raises(TypeError):
        score_batch(hands)


@pytest.mark.parametrize("true", [True, np.True_, np.array([True])])
def test_truths_among_numbers_are_no_cards(true):
    for columns in permutations([true, 2, 3]):
        with suppress(TypeError):
            assert not np.any(columns_module.score_cards(*columns))
    with suppress(TypeError):
        assert not np.any(columns_module.score_cards(np.array([[True], [False]]), np.array([True, False]), np.array(False)))


@pytest.mark.parametrize("wrong", [1.0, np.array([1.0]), "7c", None, np.array(["7c"])])
def test_score_cards_takes_integers_alone(wrong):
    with pytest.raises(TypeError):
        columns_module.score_cards(wrong, 2, 3)


def test_masked_arrays_are_refused():
    with pytest.raises(TypeError, match=r"^score_batch does not take masked arrays; fill it first"):
        score_batch(np.ma.masked_array([[0, 26, 25]], [[True, False, False]]))


def test_numbers_as_objects_are_refused_and_not_taken_for_hands():
    for errors in ("raise", "coerce"):
        with pytest.raises(TypeError):
            score_batch(np.array([[0, 26, 25]], object), errors=errors)


# Where the points go --------------------------------------------------------------------------------------------------

PLACES = {
    "in one piece": lambda shape: np.full(shape, 99, np.int8),
    "every other place": lambda shape: np.full((*shape[:-1], 2 * shape[-1]), 99, np.int8)[..., ::2],
    "backwards": lambda shape: np.full(shape, 99, np.int8)[..., ::-1],
    "in Fortran order": lambda shape: np.full(shape, 99, np.int8, order="F"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "hands",
    [
        np.array([[[0, 26, 25], [31, 29, 12]], [[3, 2, 1], [4, 5, 6]]], np.uint8),
        np.array([[[0, 26, 25], [31, 29, 12]], [[3, 2, 1], [4, 5, 6]]]),
        np.array([["7cKhKd", "AsAdTc"], ["7s7h7d", "8c8d8h"]]),
        np.array([["7cKhKd", "AsAdTc"], ["7s7h7d", "8c8d8h"]], "S6"),
        np.array([["7cKhKd", "AsAdTc"], ["7s7h7d", "8c8d8h"]], object),
    ],
    ids=["uint8", "int64", "U", "S", "object"],
)
def test_points_go_where_they_are_asked_to(hands, place):
    out = PLACES[place]((2, 2))
    whole = out.base
    assert score_batch(hands, out=out) is out
    assert out.tolist() == [[31, 22], [34, 24]]
    if place == "every other place":
        assert (whole[..., 1::2] == 99).all()


def test_points_of_lists_and_of_one_hand_go_where_they_are_asked_to():
    out = np.zeros(4, np.int8)
    assert score_batch(["7cKhKd", [31, 29, 12]], out=out[1:3]).tolist() == [31, 22]
    assert out.tolist() == [0, 31, 22, 0]
    single = np.zeros((), np.int8)
    assert score_batch([0, 26, 25], out=single) is single
    assert single == 31


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int64"])
def test_points_may_go_over_the_cards_they_are_of(cube, dtype):
    triples, expected = cube
    for place in (
        lambda memory: memory[: len(expected)],
        lambda memory: memory[-len(expected) :],
        lambda memory: memory[: 3 * len(expected) : 3],
        lambda memory: memory[len(expected) - 1 :: -1],
    ):
        hands = triples.astype(dtype)
        out = place(hands.view(np.int8).reshape(-1))
        assert np.array_equal(score_batch(hands, errors="coerce", out=out), expected)


@pytest.mark.parametrize("dtype", ["S6", "U6"])
def test_points_may_go_over_the_texts_they_are_of(golden, dtype):
    lines = golden[::10]
    for place in (slice(0, len(lines)), slice(-len(lines), None), slice(None, len(lines) * 6, 6)):
        hands = np.array(["".join(card.code for card in line.dealt) for line in lines], dtype)
        out = hands.view(np.int8)[place]
        assert score_batch(hands, out=out).tolist() == [line.points for line in lines]


@pytest.mark.parametrize("hands", [np.array([[0, 26, 25]]), np.array([[0, 26, 25]], np.uint8), ["7cKhKd"]])
@pytest.mark.parametrize(
    ("out", "found"),
    [
        (np.zeros(1, np.uint8), r"uint8 of shape \(1,\)"),
        (np.zeros(1, np.int16), r"int16 of shape \(1,\)"),
        (np.zeros(2, np.int8), r"int8 of shape \(2,\)"),
        (np.zeros((), np.int8), r"int8 of shape \(\)"),
        (np.zeros((1, 1), np.int8), r"int8 of shape \(1, 1\)"),
        (read_only(np.zeros(1, np.int8)), r"int8 of shape \(1,\)"),
        ([0], "list"),
        (bytearray(1), "bytearray"),
    ],
)
def test_a_place_that_does_not_fit_is_refused(hands, out, found):
    with pytest.raises(TypeError, match=rf"^out is a writable int8 array of shape \(1,\), not {found}"):
        score_batch(hands, out=out)


@pytest.mark.parametrize("errors", ["x", "ignore", "", None, True])
def test_bad_rows_raise_or_are_coerced_and_nothing_else(errors):
    with pytest.raises(ValueError, match="it can be 'raise' or 'coerce'"):
        score_batch([[0, 26, 25]], errors=errors)


@only_compiled
def test_score_cards_takes_what_every_ufunc_takes(cube):
    triples, expected = cube
    for dtype in ("uint8", "int64"):
        columns = triples.T.astype(dtype)
        out = np.full(len(expected), 99, np.int8)
        where = np.arange(len(expected)) % 3 == 0
        assert columns_module.score_cards(*columns, out=out, where=where) is out
        assert np.array_equal(out, np.where(where, expected, 99))
        wide = np.empty(len(expected), np.int64)
        assert np.array_equal(columns_module.score_cards(*columns, out=wide), expected)
        backwards = np.empty(len(expected), np.int8)[::-1]
        assert np.array_equal(columns_module.score_cards(*columns, out=(backwards,)), expected)
        over = columns.astype(np.int8)
        assert np.array_equal(columns_module.score_cards(*over, out=over[1]), expected)
    assert (columns_module.score_cards.nin, columns_module.score_cards.nout, columns_module.score_cards.__name__) == (3, 1, "score_cards")


def test_score_cards_pickles():
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(columns_module.score_cards, protocol)) is columns_module.score_cards


@only_compiled
def test_score_cards_goes_to_a_new_process():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(columns_module.score_cards, (np.array([0, 3]), 26, 25)).tolist() == [31, 10]


# Columns of text ------------------------------------------------------------------------------------------------------


def arrow(type_name):
    def make(texts):
        pyarrow = pytest.importorskip("pyarrow")
        return pyarrow.array(texts, getattr(pyarrow, type_name)())

    return make


def sliced(type_name):
    """A part of an array, so that its first row is not the first of its memory, nor the first of a byte of validity."""

    def make(texts):
        return arrow(type_name)(["7cKhKd", None, "x", *texts, None])[3:-1]

    return make


def chunked(texts):
    pyarrow = pytest.importorskip("pyarrow")
    chunks = [[], texts[:1], texts[1:4], [], texts[4:], []]
    return pyarrow.chunked_array([pyarrow.array(chunk, pyarrow.string()) for chunk in chunks])


def polars(texts):
    return pytest.importorskip("polars").Series(texts, dtype=pytest.importorskip("polars").String)


def polars_chunked(texts):
    return polars(["x", *texts[:2]])[1:].append(polars(texts[2:]))


def pandas(dtype):
    def make(texts):
        if dtype == "string[pyarrow]":
            pytest.importorskip("pyarrow")
        return pytest.importorskip("pandas").Series(texts, dtype=dtype, index=range(7, 7 + len(texts)))

    return make


# Each makes a column of a list of texts; those of the second table can hold None too.
WITHOUT_NULLS = {
    "S": lambda texts: np.array([text.encode() for text in texts]),
    "S with room": lambda texts: np.array([text.encode() for text in texts], "S120"),
    "U": np.array,
    "U with room": lambda texts: np.array(texts, "U120"),
    "U in the other byte order": lambda texts: np.array(texts).astype(np.array(texts).dtype.newbyteorder("S")),
    "StringDType": lambda texts: np.array(texts, np.dtypes.StringDType()),
    "list of NumPy texts": lambda texts: list(np.array(texts)),
}
WITH_NULLS = {
    "list": list,
    "tuple": tuple,
    "object": lambda texts: np.array(texts, object),
    "StringDType with nulls": lambda texts: np.array(texts, np.dtypes.StringDType(na_object=None)),
    "Arrow string": arrow("string"),
    "Arrow large_string": arrow("large_string"),
    "Arrow string_view": arrow("string_view"),
    "sliced Arrow string": sliced("string"),
    "sliced Arrow large_string": sliced("large_string"),
    "sliced Arrow string_view": sliced("string_view"),
    "Arrow chunks": chunked,
    "polars": polars,
    "polars in chunks": polars_chunked,
    "pandas str": pandas("str"),
    "pandas object": pandas(object),
    "pandas string[python]": pandas("string[python]"),
    "pandas string[pyarrow]": pandas("string[pyarrow]"),
}
COLUMNS = WITHOUT_NULLS | WITH_NULLS

SPELT = {
    "compact": lambda cards: "".join(card.code for card in cards),
    "small letters": lambda cards: " ".join(card.code for card in cards).lower(),
    "10 for the ten": lambda cards: ",".join(card.code.replace("T", "10") for card in cards),
    "symbols": lambda cards: " ".join(map(str, cards)),
    "symbols with selectors": lambda cards: "; ".join(f"{card}\N{VARIATION SELECTOR-16}" for card in cards),
    "Cyrillic": lambda cards: "".join("789ТВДКА"[card.rank] + "сdhп"[card.suit] for card in cards),
    "pictures": lambda cards: "".join(
        chr(0x1F0A0 + 16 * (3 - card.suit) + (7, 8, 9, 10, 11, 13, 14, 1)[card.rank]) for card in cards
    ),
    "wide white space": lambda cards: "\N{EN QUAD}".join(card.code for card in cards) + "\N{NO-BREAK SPACE}",
    "much white space": lambda cards: "\r\n\t ".join(card.code for card in cards) + " " * 30,
}


@pytest.mark.parametrize("spelling", SPELT)
@pytest.mark.parametrize("kind", COLUMNS)
def test_every_spelling_is_read_in_every_column(golden, backend, kind, spelling):
    lines = golden[:: 100 if backend == "python" else 1 if spelling == "compact" else 7]
    column = COLUMNS[kind]([SPELT[spelling](line.dealt[::-1]) for line in lines])
    points = score_batch(column)
    assert (type(points), points.dtype) == (np.ndarray, np.int8)
    assert points.tolist() == [line.points for line in lines]


MIXED = ["7cKhKd", "A♠ A♦ 10♣", "", "7c Kh", "7cKhKdAs", "7cKh7c", "8c8d6h", "7cK\0hKd", "🃗🃘🃙", "🃗🃘🃏", "7к8c9c", "x"]
MIXED += ["7с8с9с", "7c 8c 9c,", "７c8c9c", "7c♣️8c", "8♣️8♦︎8♥", "7" * 100, "7c8c9" + "c" * 20, "é", "7s7h7d"]


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_column_scores_as_its_rows_one_by_one(kind):
    for text in MIXED:
        try:
            expected = [31, pure.score(text), 22]
        except SvaraError as error:
            expected = type(error), f"row 1: {error}"
        column = COLUMNS[kind](["7cKhKd", text, "AsAdTc"])
        assert outcome(score_batch, column) == expected
        assert score_batch(column, errors="coerce").tolist() == [
            31,
            0 if isinstance(expected, tuple) else expected[1],
            22,
        ]


@pytest.mark.parametrize("kind", COLUMNS)
def test_the_first_bad_text_is_named_and_all_of_them_score_0_where_they_are_coerced(kind):
    texts = ["7cKhKd"] * 20 + ["7cKh7c", "8c9cTc", "6c7c8c", "AsAdTc"]
    column = COLUMNS[kind](texts)
    with pytest.raises(DuplicateCardError, match=r"^row 20: 7♣ is there twice in 7♣ K♥ 7♣; a hand is three different "):
        score_batch(column)
    assert score_batch(column, errors="coerce").tolist() == [31] * 20 + [0, 27, 0, 22]


@pytest.mark.parametrize("kind", WITH_NULLS)
def test_a_missing_hand_is_a_bad_row(kind):
    column = WITH_NULLS[kind](["7cKhKd"] * 9 + [None, "AsAdTc", None, "6c"])
    with pytest.raises(
        CardError, match=r"^row 9: the hand is missing \((None|nan|<NA>)\); errors='coerce' scores it 0$"
    ):
        score_batch(column)
    assert score_batch(column, errors="coerce").tolist() == [31] * 9 + [0, 22, 0, 0]


@pytest.mark.parametrize("kind", WITH_NULLS)
def test_a_column_of_nothing_but_missing_hands_is_bad_from_the_first_row_on(kind):
    column = WITH_NULLS[kind]([None, None])
    with pytest.raises(CardError, match=r"^row 0: the hand is missing"):
        score_batch(column)
    assert score_batch(column, errors="coerce").tolist() == [0, 0]


def test_what_pandas_calls_missing_is_missing():
    missing = pytest.importorskip("pandas").NA
    for column in (
        ["7cKhKd", missing],
        np.array(["7cKhKd", missing], object),
        np.array(["7cKhKd", missing], np.dtypes.StringDType(na_object=missing)),
    ):
        with pytest.raises(CardError, match=r"^row 1: the hand is missing \(<NA>\)"):
            score_batch(column)
        assert score_batch(column, errors="coerce").tolist() == [31, 0]


def test_nan_is_missing():
    for column in (
        ["7cKhKd", float("nan")],
        ["7cKhKd", np.float32("nan")],
        np.array(["7cKhKd", np.nan], object),
        np.array(["7cKhKd", np.nan], np.dtypes.StringDType(na_object=np.nan)),
    ):
        with pytest.raises(CardError, match=r"^row 1: the hand is missing \(.*nan.*\)"):
            score_batch(column)
        assert score_batch(column, errors="coerce").tolist() == [31, 0]


@only_compiled
def test_a_text_that_stands_for_missing_is_missing_even_where_it_is_a_hand():
    column = np.array(["8c8d8h", "x"], np.dtypes.StringDType(na_object="7cKhKd"))
    column[1] = "7cKhKd"
    with pytest.raises(SvaraError, match=r"^row 1: "):
        score_batch(column)
    assert score_batch(column, errors="coerce").tolist() == [24, 0]


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_column_of_single_cards_is_refused_with_what_to_do_instead(kind):
    column = COLUMNS[kind](["7c", "Kh", "Kd", "A♠", "🃗"])
    for errors in ("raise", "coerce"):
        with pytest.raises(TypeError, match=r"^row 0: .*7c.* is a single card; give whole hands, one text each, or "):
            score_batch(column, errors=errors)


def test_an_array_of_single_cards_with_three_in_a_row_is_refused():
    for dtype in ("U2", "S2", object, np.dtypes.StringDType()):
        for errors in ("raise", "coerce"):
            with pytest.raises(TypeError, match=r"^row \(0, 0\): .*7c.* is a single card; give whole hands"):
                score_batch(np.array([["7c", "Kh", "Kd"], ["As", "Ad", "Tc"]], dtype), errors=errors)


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_single_card_among_hands_is_a_bad_row_like_any_other(kind):
    column = COLUMNS[kind](["7cKhKd", "Kh", "AsAdTc"])
    with pytest.raises(HandSizeError, match=r"^row 1: a hand is three cards, not 1: 'Kh'$"):
        score_batch(column)
    assert score_batch(column, errors="coerce").tolist() == [31, 0, 22]


def test_cards_in_lists_are_read_like_score_reads_them():
    hands = [["7c", "Kh", "Kd"], ("A♠", 29, "10♣"), [0, "K♥", "🃍"], np.array([3, 2, 1]), iter([3, 2, 1])]
    assert score_batch(hands).tolist() == [31, 22, 21, 34, 34]
    assert score_batch([["7c", "Kh", "Kd"]]).tolist() == [31]
    assert score_batch([[[0, 26, 25]], [[31, 29, 12]]]).tolist() == [[31], [22]]


def test_a_list_of_arrays_is_a_list_of_hands(cube):
    hands = cube[0][cube[1] > 0][:6]
    for dtype in ("uint8", "int64"):
        assert score_batch(list(hands.astype(dtype))).tolist() == cube[1][cube[1] > 0][:6].tolist()
    with pytest.raises(DuplicateCardError, match=r"^row 1: 7♦ is there twice in 7♣ 7♦ 7♦; "):
        score_batch([(0, 1, 2), np.array([0, 1, 1])])


BAD_ITEMS = [
    ([0, 26], HandSizeError, "a hand is three cards, not 2: 7♣ K♥"),
    ([], HandSizeError, "a hand is three cards, not 0: nothing"),
    ((1, 2, 1), DuplicateCardError, "7♦ is there twice in 7♦ 7♥ 7♦; "),
    (["7c", "6c", 5], CardError, "card 2 of the hand: no card at position 0 of '6c': the deck is 7 to A"),
    (5, TypeError, "a hand is a text or an iterable of three cards, not 5"),
    (5.0, TypeError, "a hand is a text or an iterable of three cards, not 5.0"),
    (b"7cKhKd", TypeError, "a hand is a text or an iterable of three cards, not bytes"),
    (np.bytes_(b"7cKhKd"), TypeError, "a hand is a text or an iterable of three cards, not bytes"),
    ({0: 1}, TypeError, "a hand is a text or an iterable of three cards, not a mapping"),
    ([0, 26, True], TypeError, "card 3 of the hand: True is of type bool"),
    ([0, 26, 1.0], TypeError, "card 3 of the hand: 1.0 is of type float"),
]


@pytest.mark.parametrize(("item", "error", "reason"), BAD_ITEMS, ids=[repr(item) for item, _, _ in BAD_ITEMS])
def test_what_is_no_hand_in_a_list_is_named_with_its_reason(item, error, reason):
    objects = np.empty(3, object)
    objects[:] = ["7cKhKd", item, "AsAdTc"]
    for column in (list(objects), tuple(objects), objects):
        with pytest.raises(error) as caught:
            score_batch(column)
        assert str(caught.value).startswith(f"row 1: {reason}")
        assert score_batch(column, errors="coerce").tolist() == [31, 0, 22]


@pytest.mark.parametrize("cards", [[99, 0, 1, 2], [0, 0, 1, 2, 3, 4], [0, 1], []])
def test_a_bad_hand_that_can_be_read_only_once_is_refused_all_the_same(cards):
    with pytest.raises(SvaraError, match=r"^row 1: "):
        score_batch(["7cKhKd", iter(cards), "7cKhKd", "7cKhKd"])
    assert score_batch(["7cKhKd", iter(cards), "7cKhKd"], errors="coerce").tolist() == [31, 0, 31]


@pytest.mark.parametrize("text", ["7cKhKd", "7c", "", b"7cKhKd", bytearray(b"7cKhKd"), np.str_("7cKhKd")], ids=repr)
def test_one_text_is_not_many_hands(text):
    for errors in ("raise", "coerce"):
        with pytest.raises(TypeError, match=r"^score_batch takes many hands, not the one text .*; give that to score$"):
            score_batch(text, errors=errors)


def test_what_is_no_column_is_a_type_error():
    for errors in ("raise", "coerce"):
        for thing in ((hand for hand in ["7cKhKd"] * 3), iter([0, 26, 25]), {0, 26, 25}, {0: "7cKhKd"}, None, object()):
            with pytest.raises(TypeError):
                score_batch(thing, errors=errors)


BAD_BYTES = [
    b"\xff\xfe",
    b"7cKhK\xe2",
    b"7cKhK\xe2\x99",
    b"7cKhK\xe2\x99\xe2",
    b"\xc3(7cKh",
    b"\x807cKhK",
    b"\xed\xa0\x80",
]
BAD_BYTES += [b"\xf5\x80\x80\x80", b"7cKh\xe0\x81\x8bd", b"\xe0\x80\xb7c8c9c", b"\xc0\xb7c8c9c"]  # too long for 7 and K


@pytest.mark.parametrize("text", BAD_BYTES)
def test_what_is_no_utf_8_is_never_read_as_a_card(text):
    for dtype in ("S", "S12"):
        column = np.array([b"7cKhKd", text, b"AsAdTc"], dtype)
        with pytest.raises(CardError, match=r"^row 1: .* is not UTF-8$"):
            score_batch(column)
        assert score_batch(column, errors="coerce").tolist() == [31, 0, 22]
        assert score_batch(column[1:2], errors="coerce").tolist() == [0]


@only_compiled
@pytest.mark.parametrize("text", BAD_BYTES)
def test_what_is_no_utf_8_in_an_arrow_column_is_never_read_as_a_card(text):
    pyarrow = pytest.importorskip("pyarrow")
    offsets = np.array([0, 6, 6 + len(text), 12 + len(text)], np.int32)
    buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(b"7cKhKd" + text + b"AsAdTc")]
    column = pyarrow.Array.from_buffers(pyarrow.string(), 3, buffers)
    with pytest.raises(CardError, match=r"^row 1: .* is not UTF-8$"):
        score_batch(column)
    assert score_batch(column, errors="coerce").tolist() == [31, 0, 22]
    assert score_batch(column[1:2], errors="coerce").tolist() == [0]


@only_compiled
@pytest.mark.parametrize("text", ["7cKhTd", "7♣ K♥ J♦", "10♣ 10♥ 10♦", "9♣10♥K♦️", "7c, 10h;Kd"])
def test_no_changed_byte_of_a_text_makes_it_another_hand(text):
    """The loops read bytes; cards.py reads characters."""
    whole = text.encode()
    changed = [whole[:at] + bytes([byte]) + whole[at + 1 :] for at in range(len(whole)) for byte in range(256)]
    changed += [whole[:at] + bytes([byte]) + whole[at:] for at in range(len(whole) + 1) for byte in range(256)]
    changed += [whole[:at] + whole[at + by :] for at in range(len(whole)) for by in range(1, 7)]
    each = []
    for some in changed:
        try:
            each.append(pure.score(some.rstrip(b"\0").decode()))
        except ValueError:
            each.append(0)
    assert score_batch(np.array(changed), errors="coerce").tolist() == each


def test_a_text_of_lone_surrogates_is_refused():
    for column in (np.array(["7cKhKd", "7c8c\ud800"]), ["7cKhKd", "7c8c\ud800"]):
        with pytest.raises(CardError, match=r"^row 1: no card at position 4 of '7c8c\\ud800': "):
            score_batch(column)
        assert score_batch(column, errors="coerce").tolist() == [31, 0]


def test_zeros_fill_up_a_text_but_do_not_stand_in_one():
    for dtype in ("S12", "U12"):
        column = np.array(["7cKhKd", "7cKhKd\0\0", "7cKh\0Kd", "\0" + "7cKhKd"], dtype)
        assert score_batch(column, errors="coerce").tolist() == [31, 31, 0, 0]
    for kind in ("list", "object", "StringDType", "Arrow string", "Arrow string_view", "polars"):
        column = COLUMNS[kind](["7cKhKd", "7cKhKd\0", "7cKh\0Kd", "\0" + "7cKhKd"])
        assert score_batch(column, errors="coerce").tolist() == [31, 0, 0, 0], kind


STRINGS = {
    "S6": "S6",
    "S20": "S20",
    "U6": "U6",
    "U20": ">U20",
    "StringDType": np.dtypes.StringDType(),
    "object": object,
}
TEXT_LAYOUTS = {
    name: lay for name, lay in LAYOUTS.items() if name not in ("three arrays in one", "in the other byte order")
}
TEXT_LAYOUTS["columns of a wider table"] = lambda array: np.pad(array, ((0, 0), (1, 2)), mode="wrap")[:, 1:4]


@pytest.mark.parametrize("layout", TEXT_LAYOUTS)
@pytest.mark.parametrize("dtype", STRINGS)
def test_texts_score_alike_in_every_layout(golden, dtype, layout):
    lines = golden[::13][:381]
    texts = np.array([SPELT["compact"](line.dealt) for line in lines], STRINGS[dtype]).reshape(-1, 3)
    expected = np.array([line.points for line in lines]).reshape(-1, 3)
    if layout == "unaligned" and dtype in ("StringDType", "object"):
        pytest.skip("references lie on their boundary")
    if layout == "a field of records" and dtype == "StringDType":
        pytest.skip("NumPy has no records of StringDType")
    laid = TEXT_LAYOUTS[layout](texts)
    assert np.array_equal(laid, texts)
    assert np.array_equal(score_batch(laid), expected)
    assert np.array_equal(score_batch(laid.T), expected.T)
    assert np.array_equal(score_batch(laid[:, 1]), expected[:, 1])
    assert np.array_equal(score_batch(laid[1:2, 1].reshape(())), expected[1, 1])
    assert np.array_equal(score_batch(np.broadcast_to(laid[0], (5, 3))), np.broadcast_to(expected[0], (5, 3)))


@pytest.mark.parametrize("dtype", STRINGS)
def test_long_columns_that_do_not_lie_in_one_piece_score_alike(dtype):
    texts = (
        ["8c9cTc", "7cKhKd", "AsAdTc", "7♠   7♥   7♦    ", "9s9d9h"]
        if dtype not in ("S6", "U6")
        else ["7cKhKd", "AsAdTc"]
    )
    if dtype == "S20":
        texts = [text.encode() for text in texts]
    some = np.array(texts, STRINGS[dtype])
    each = score_batch(some)
    place = np.arange(17000) % len(some)
    for step in (2, -2):
        assert np.array_equal(score_batch(some[place][::step]), each[place][::step])


@only_compiled
@pytest.mark.parametrize("kind", ["list", "S", "U", "StringDType", "object", "Arrow string", "Arrow string_view"])
def test_a_bad_text_is_found_wherever_it_lies(kind):
    for edge in EDGES:
        texts = ["7cKhKd", "AsAdTc"] * 32773
        texts[edge] = "7cKh7c"
        column = COLUMNS[kind](texts)
        with pytest.raises(DuplicateCardError, match=f"^row {edge}: 7♣ is there twice"):
            score_batch(column)
        if edge % 2:
            points = score_batch(column, errors="coerce")
            assert np.flatnonzero(points == 0).tolist() == [edge]
            assert (points[::2] == 31).all()


@only_compiled
@pytest.mark.parametrize("make", ["int64", "binary", "struct", "dictionary", "chunks of a dictionary", "list"])
def test_arrow_columns_of_anything_else_are_refused(make):
    pyarrow = pytest.importorskip("pyarrow")
    column = {
        "int64": lambda: pyarrow.array([0, 26, 25]),
        "binary": lambda: pyarrow.array([b"7cKhKd"]),
        "struct": lambda: pyarrow.array([{"a": 1}]),
        "dictionary": lambda: pyarrow.array(["7cKhKd"]).dictionary_encode(),
        "chunks of a dictionary": lambda: pyarrow.chunked_array([pyarrow.array(["7cKhKd"]).dictionary_encode()]),
        "list": lambda: pyarrow.array([[0, 26, 25]]),
    }[make]()
    for errors in ("raise", "coerce"):
        with pytest.raises(
            TypeError, match=r"^a column of Arrow type .* is no column of hands; cast it to strings, or "
        ):
            score_batch(column, errors=errors)


def test_an_arrow_column_without_a_type_is_all_missing():
    for column in (pytest.importorskip("pyarrow").nulls(2), pytest.importorskip("polars").Series([None, None])):
        with pytest.raises(CardError, match=r"^row 0: the hand is missing"):
            score_batch(column)
        assert score_batch(column, errors="coerce").tolist() == [0, 0]


@pytest.mark.parametrize("type_name", ["string", "large_string", "string_view"])
def test_arrow_columns_with_and_without_validity_and_without_rows_are_read(type_name):
    pyarrow = pytest.importorskip("pyarrow")
    kind = getattr(pyarrow, type_name)()
    assert score_batch(pyarrow.array([], kind)).shape == (0,)
    assert score_batch(pyarrow.chunked_array([], kind)).shape == (0,)
    assert score_batch(pyarrow.chunked_array([pyarrow.array([], kind)] * 2, kind)).shape == (0,)
    assert score_batch(pyarrow.array(["", ""], kind), errors="coerce").tolist() == [0, 0]
    with pytest.raises(HandSizeError, match=r"^row 0: a hand is three cards, not 0: ''$"):
        score_batch(pyarrow.array(["", ""], kind))
    texts = ["7cKhKd", None, "A♠ A♦ 10♣     ", "x", "7s7h7d"] * 7  # short texts lie in a view, long ones behind it
    points = [31, 0, 22, 0, 34] * 7
    whole = pyarrow.array(texts, kind)
    for start in range(18):
        for stop in (start, start + 1, start + 9, 35):
            assert score_batch(whole[start:stop], errors="coerce").tolist() == points[start:stop]
            assert score_batch(pyarrow.chunked_array([whole[start:stop], whole]), errors="coerce").tolist() == (
                points[start:stop] + points
            )
    for length in range(6, 20):  # 12 bytes are the most that lie in a view
        assert score_batch(pyarrow.array(["7cKhKd".ljust(length), "AsAdTc".ljust(length)], kind)).tolist() == [31, 22]
    full = pyarrow.array([text for text in texts if text], kind)
    assert full.buffers()[0] is None
    assert score_batch(full, errors="coerce").tolist() == [31, 22, 0, 34] * 7


@only_compiled
def test_an_arrow_stream_of_another_length_than_its_column_is_refused():
    pyarrow = pytest.importorskip("pyarrow")

    class Column:
        def __init__(self, length):
            self.length = length

        def __len__(self):
            return self.length

        def __arrow_c_stream__(self, requested_schema=None):
            return pyarrow.chunked_array([["7cKhKd", "AsAdTc"], ["7s7h7d"]]).__arrow_c_stream__(requested_schema)

    assert score_batch(Column(3)).tolist() == [31, 22, 34]
    for length in (0, 1, 2, 4, 1000):
        with pytest.raises(ValueError, match="rows"):
            score_batch(Column(length))


def python(code, **environment):
    """Run code in a new interpreter."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=os.environ | environment, check=False
    )


WITHOUT_PYARROW = """
import sys; sys.modules["pyarrow"] = None
import pandas, svara_eval
for dtype in ("str", "string", object):
    column = pandas.Series(["7cKhKd", None], dtype=dtype)
    print(svara_eval.score_batch(column, errors="coerce").tolist())
"""


def test_texts_of_pandas_need_no_pyarrow(backend):
    pytest.importorskip("pandas")
    run = python(WITHOUT_PYARROW, SVARA_EVAL_BACKEND=backend)
    assert run.stdout == "[31, 0]\n" * 3, run.stderr


CHANGED_WHILE_READ = """
from svara_eval import score_batch

class Meddler:
    "A hand that changes the list it is in."
    def __init__(self, change):
        self.change = change
    def __iter__(self):
        self.change()
        return iter((0, 26, 25))

def outcome(change, length):
    hands = ["7s7h7d"] * length
    hands[1] = Meddler(lambda: change(hands))
    try:
        return score_batch(hands).tolist()
    except IndexError:
        return IndexError

for length in (3, 100, 3000):
    for change in (list.clear, lambda hands: hands.__delitem__(slice(2, None)), lambda hands: hands.pop()):
        assert outcome(change, length) is IndexError
    assert outcome(lambda hands: hands.extend(hands), length) == [34, 31] + [34] * (length - 2)
    assert outcome(lambda hands: hands.__setitem__(-1, "8c8d8h"), length) == [34, 31] + [34] * (length - 3) + [24]
print("scored")
"""


def test_a_list_that_changes_while_it_is_read_does_no_harm(backend):
    run = python(CHANGED_WHILE_READ, SVARA_EVAL_BACKEND=backend)
    assert run.stdout == "scored\n", (run.returncode, run.stderr)


# Together -------------------------------------------------------------------------------------------------------------


def test_threads_score_slices_like_the_whole(cube, backend):
    hands = np.resize(cube[0][cube[1] > 0], (400_000 if backend == "cython" else 20_000, 3)).astype(np.uint8)
    texts = np.resize(np.array(["7cKhKd", "A♠ A♦ 10♣", "🃗🃘🃙"]), 20_000 if backend == "cython" else 500)
    for column in (hands, hands.astype(np.int64), texts):
        expected = score_batch(column)
        parts = np.array_split(column, 16)
        with ThreadPoolExecutor(4) as threads:
            assert np.array_equal(np.concatenate(list(threads.map(score_batch, parts))), expected)


@only_compiled
@pytest.mark.skipif(getattr(sys, "_is_gil_enabled", lambda: True)() is False, reason="this Python has no GIL")
@pytest.mark.parametrize("kind", ["numbers", "Arrow string"])
def test_another_thread_runs_while_a_column_is_scored(kind):
    """With an endless switch interval another thread gets on only where the GIL is let go."""
    if kind == "numbers":
        column = np.tile(np.array([0, 26, 25], np.uint8), (1_000_000, 1))
    else:
        column = arrow("string")(["7cKhKd"] * 1_000_000)
    go, ran = threading.Lock(), []
    go.acquire()

    def other():
        with go:
            ran.append(True)

    thread = threading.Thread(target=other)
    interval = sys.getswitchinterval()
    thread.start()
    sys.setswitchinterval(1000)
    try:
        go.release()
        for _ in range(1000):  # once is enough but for a machine that is busy
            score_batch(column)
            if ran:
                break
        assert ran
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def peak(function, *arguments, **options):
    """The result, and the most memory taken meanwhile, in bytes."""
    tracemalloc.start()
    try:
        result = function(*arguments, **options)
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def runs_of_three(dtype, count):
    """Hands of three cards in a row, each a window on one run of cards: no array in one piece."""
    run = np.resize(np.arange(32, dtype=dtype), count + 2)
    return np.lib.stride_tricks.sliding_window_view(run, 3)


@only_compiled
@pytest.mark.parametrize(
    ("make", "length"),
    [
        (lambda: runs_of_three(np.int64, 3_000_000), 3_000_000),
        (lambda: runs_of_three(np.uint16, 6_000_000), 6_000_000),
        (lambda: runs_of_three(np.uint8, 10_000_000), 10_000_000),
        (lambda: np.asfortranarray(runs_of_three(np.uint8, 6_000_000)), 6_000_000),
        (lambda: np.ascontiguousarray(runs_of_three(np.uint8, 10_000_000)), 10_000_000),
        (lambda: np.resize(np.array([b"7cKhKd", b"AsAdTc"]), 4_000_000), 4_000_000),
        (lambda: np.resize(np.array([b"7cKhKd", b"AsAdTc"]), 8_000_000)[::2], 4_000_000),
        (lambda: np.resize(np.array(["7cKhKd", "AsAdTc"]), 1_000_000)[::-1], 1_000_000),
        (lambda: ["7cKhKd"] * 5_000_000, 5_000_000),
    ],
    ids=["int64", "uint16", "uint8", "uint8 F", "uint8 C", "S6", "S6[::2]", "U6[::-1]", "list"],
)
def test_scoring_takes_the_memory_of_the_points_and_little_more(make, length):
    points, most = peak(score_batch, make())
    assert points.shape == (length,)
    assert points.all()
    assert most < length + 16 * 2**20


@pytest.mark.compiled
@pytest.mark.parametrize("place", range(3))
def test_points_may_take_the_place_of_a_column(place):
    columns = [np.array(column * 1000, np.uint8) for column in ([0, 0, 0, 32], [1, 2, 3, 1], [2, 1, 1, 2])]
    expected = columns_module.score_cards(*columns)
    assert columns_module.score_cards(*columns, out=columns[place].view(np.int8)).tolist() == expected.tolist()


@pytest.mark.compiled
def test_threads_may_score_one_column_of_string_dtype_at_once(backend):
    times = 20_000 if backend == "cython" else 500
    column = np.array(["7cKhKd", "7с Кп Д♦", "AsAdTc"] * times, np.dtypes.StringDType())
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: score_batch(column).tolist(), range(8)))
    assert found == [[31, 21, 22] * times] * 8
