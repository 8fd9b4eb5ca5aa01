"""``score_batch`` of card numbers: every row scores as it would alone, and nothing that is not a hand gets points.

Columns of text are in test_text_columns.py, and the ufunc in test_score_cards.py.
"""

from __future__ import annotations

import sys
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from array_cases import INTEGERS, LAYOUTS, NOT_CARDS, all_triples, at, outcome, read_only
from hypothesis import given, settings
from hypothesis import strategies as st

from svara_eval import HandSizeError, SvaraError, pure
from svara_eval._arrays import score_batch

pytestmark = pytest.mark.usefixtures("backend")  # every test runs on both backends
#: For what the reference scorer does not do, or would take too long to do.
only_compiled = pytest.mark.parametrize("backend", [pytest.param("cython", marks=pytest.mark.compiled)], indirect=True)

SHAPE = "card numbers must have shape (…, 3), a hand on the last axis, not "
MASKED = "masked arrays are not accepted; fill or drop the masked values first"


@pytest.fixture(scope="module")
def triples(golden):
    return all_triples(golden)


@pytest.fixture(scope="module")
def every_hand(triples):
    """All hands in all orders of their cards, and their points."""
    hands, points = triples
    assert np.count_nonzero(points) == 6 * 4960
    return hands[points > 0], points[points > 0]


# Numbers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", INTEGERS)
def test_all_triples_of_cards_score_alike_in_every_type_and_layout(triples, dtype, layout):
    hands = LAYOUTS[layout](triples[0].astype(dtype))
    before = hands.copy()
    points = score_batch(hands, errors="coerce")
    assert points.dtype == np.int8
    assert np.array_equal(points, triples[1])
    assert np.array_equal(hands, before)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_all_hands_in_all_orders_score_as_in_the_golden_data(every_hand, backend, dtype):
    hands, expected = every_hand[0].astype(dtype), every_hand[1]
    points = score_batch(hands)
    assert (type(points), points.dtype) == (np.ndarray, np.int8)
    assert np.array_equal(points, expected)
    some = slice(None, None, 1 if backend == "cython" else 100)
    assert np.array_equal(score_batch(hands[some].tolist()), points[some])


@pytest.mark.parametrize("lay", [np.ascontiguousarray, np.asfortranarray])
@pytest.mark.parametrize("dtype", ["uint8", "int64"])
def test_points_have_the_shape_of_the_axes_before_the_last(every_hand, dtype, lay):
    hands, points = (part[:60] for part in every_hand)
    assert np.array_equal(score_batch(lay(hands.astype(dtype).reshape(3, 4, 5, 3))), points.reshape(3, 4, 5))
    assert np.array_equal(score_batch(hands.reshape(3, 4, 5, 3).tolist()), points.reshape(3, 4, 5))


@pytest.mark.parametrize(
    "hand", [[0, 26, 25], (0, 26, 25), np.array([0, 26, 25]), np.array([0, 26, 25], np.uint8)], ids=repr
)
def test_one_hand_has_a_single_number_of_points(hand):
    points = score_batch(hand)
    assert (type(points), points.dtype, points.shape, int(points)) == (np.ndarray, np.int8, (), 31)


@pytest.mark.parametrize("shape", [(0, 3), (4, 0, 3), (0, 5, 3), (2, 0, 0, 3)])
@pytest.mark.parametrize("dtype", ["uint8", "int64", "uint64"])
def test_an_empty_array_gives_empty_points_of_its_shape(shape, dtype):
    points = score_batch(np.empty(shape, dtype))
    assert (points.shape, points.dtype) == (shape[:-1], np.int8)


@pytest.mark.parametrize("shape", [(), (0,), (1,), (2,), (4,), (5, 2), (5, 4), (3, 5), (3, 0), (3, 1), (0, 4)])
@pytest.mark.parametrize("dtype", ["uint8", "int64"])
@pytest.mark.parametrize("errors", ["raise", "coerce"])
def test_hands_must_lie_on_the_last_axis(shape, dtype, errors):
    assert outcome(score_batch, np.zeros(shape, dtype), errors=errors) == (HandSizeError, f"{SHAPE}{shape}")


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("dtype", INTEGERS)
def test_a_number_outside_0_to_31_is_never_cut_to_a_card(dtype, place):
    limits = np.iinfo(dtype)
    for number in NOT_CARDS:
        if limits.min <= number <= limits.max:
            hands = np.array([[0, 26, 25], [7, 13, 22], [31, 29, 12]], dtype)
            hands[1, place] = number
            for laid in (hands, np.asfortranarray(hands), np.repeat(hands, 2, axis=0)[::2]):
                assert score_batch(laid, errors="coerce").tolist() == [31, 0, 22], number
                assert outcome(score_batch, laid) == at("row 1 of 3", hands[1].tolist())


@pytest.mark.parametrize("number", [*NOT_CARDS, 2**64, 2**200, -(2**200)])
@pytest.mark.parametrize("place", range(3))
def test_a_number_in_a_list_is_never_cut_to_a_card(number, place):
    hand = [7, 13, 22]
    hand[place] = number
    assert outcome(score_batch, hand) == at("", hand)
    assert outcome(score_batch, [[0, 26, 25], tuple(hand)]) == at("row 1 of 2", hand)
    assert score_batch([[0, 26, 25], hand], errors="coerce").tolist() == [31, 0]
    nested = [[[0, 26, 25], [31, 29, 12]], [[3, 2, 1], hand]]
    assert outcome(score_batch, nested) == at("row (1, 1) of (2, 2)", hand)
    assert score_batch(nested, errors="coerce").tolist() == [[31, 22], [34, 0]]


def test_numbers_that_no_integer_type_holds_together_are_still_cards():
    assert score_batch([[[np.uint64(0), np.int64(26), 25]]]).tolist() == [[31]]
    assert score_batch([[[0, 26, 25], [2**63, -1, 0]]], errors="coerce").tolist() == [[31, 0]]


NUMBER = st.integers(0, 31) | st.integers(0, 31) | st.sampled_from(NOT_CARDS)


@given(st.data(), st.sampled_from(INTEGERS), st.sampled_from(sorted(LAYOUTS)))
@settings(deadline=None)
def test_any_numbers_score_as_they_do_alone(data, dtype, layout):
    limits = np.iinfo(dtype)
    number = NUMBER.filter(lambda number: limits.min <= number <= limits.max)
    rows = data.draw(st.lists(st.lists(number, min_size=3, max_size=3), max_size=20))
    hands = LAYOUTS[layout](np.array(rows, dtype).reshape(-1, 3))
    alone, first_bad = [], None
    for row, hand in enumerate(rows):
        try:
            alone.append(pure.score(hand))
        except SvaraError:
            alone.append(0)
            first_bad = first_bad or at(f"row {row} of {len(rows)}", hand)
    assert score_batch(hands, errors="coerce").tolist() == alone
    assert outcome(score_batch, hands) == outcome(score_batch, rows) == (first_bad or alone)


# Bad rows -------------------------------------------------------------------------------------------------------------

# The compiled loops work in blocks of 1024, 4096 or 8192 rows and by fours; what needs memory, in blocks of 65536.
EDGES = sorted({0, *(edge + by for edge in (4, 1024, 4096, 8192, 65536) for by in (-1, 0, 1)), 65536 + 8, 65536 + 9})


@pytest.mark.parametrize("layout", ["contiguous", "in Fortran order", "every other row"])
@pytest.mark.parametrize("dtype", ["uint8", "int32", "uint64"])
@pytest.mark.parametrize("bad", [(32, 1, 2), (1, 2, 255), (7, 3, 7)], ids=repr)
def test_a_bad_row_is_found_wherever_it_is(every_hand, layout, dtype, bad):
    rows = 65536 + 10
    hands = LAYOUTS[layout](np.resize(every_hand[0], (rows, 3)).astype(dtype))
    expected = np.resize(every_hand[1], rows)
    for edge in EDGES:
        was = hands[edge].copy(), expected[edge].copy()
        hands[edge], expected[edge] = bad, 0
        assert outcome(score_batch, hands) == at(f"row {edge} of {rows}", bad)
        assert np.array_equal(score_batch(hands, errors="coerce"), expected)
        hands[edge], expected[edge] = was


@pytest.mark.parametrize("convert", [np.asarray, lambda hands: hands.astype(np.int64), np.ndarray.tolist])
def test_the_first_of_several_bad_rows_is_named(every_hand, convert):
    hands = np.resize(every_hand[0], (20000, 3)).astype(np.uint8)
    hands[[9000, 9001, 5000, 19999]] = [[0, 0, 1], [32, 0, 1], [0, 1, 99], [1, 1, 1]]
    assert outcome(score_batch, convert(hands)) == at("row 5000 of 20000", (0, 1, 99))


def test_a_bad_row_of_several_axes_is_named_by_all_of_them():
    hands = np.tile(np.array([0, 26, 25]), (4, 5, 6, 1))
    hands[2, 3, 4] = 7, 8, 7
    assert outcome(score_batch, hands) == at("row (2, 3, 4) of (4, 5, 6)", (7, 8, 7))
    texts = np.array([["7cKhKd", "AsAdTc"], ["6c8c9c", "7cKhKd"]])
    assert outcome(score_batch, texts) == at("row (1, 0) of (2, 2)", "6c8c9c")


@pytest.mark.parametrize("errors", ["raise", "coerce"])
@pytest.mark.parametrize("dtype", ["bool", "float32", "float64", "complex128", "datetime64[s]", "i1,i1", "V3"])
def test_arrays_of_neither_integers_nor_text_are_refused(dtype, errors):
    hands = np.zeros((2, 3), dtype)
    words = "score_batch takes arrays of integers (card numbers 0 to 31) or of strings (hands), not of "
    assert outcome(score_batch, hands, errors=errors) == (TypeError, f"{words}{hands.dtype}")


@pytest.mark.parametrize("hand", [[True, 2, 3], [1.0, 2, 3], [1.0, 2.0, 3.0]], ids=repr)
def test_booleans_and_floats_in_lists_are_not_cards(hand):
    assert outcome(score_batch, [hand]) == at("row 0 of 1", hand)
    for hands in (hand, [[hand]]):
        with pytest.raises(TypeError):
            score_batch(hands)


def test_a_boolean_in_a_nested_list_is_not_the_7_of_diamonds():
    assert outcome(score_batch, [[[True, 2, 3]]]) == (TypeError, "card numbers must be integers, not True")


@pytest.mark.parametrize("errors", ["raise", "coerce"])
def test_masked_arrays_are_refused_wherever_they_are(errors):
    masked = np.ma.masked_array([[0, 26, 25]], [[True, False, False]])
    for hands in (masked, [[[masked]]], [[[0, 26, 25]], [masked[0]]]):
        assert outcome(score_batch, hands, errors=errors) == (TypeError, MASKED)
    for out in (np.ma.masked_array(np.zeros(1, np.int8), True), np.ma.zeros(1, np.int8)):
        assert outcome(score_batch, [[0, 26, 25]], out=out) == (TypeError, MASKED)


def nested(levels, item):
    for _ in range(levels):
        item = [item]
    return item


def within_itself(*items):
    circle = [*items]
    circle.append(circle)
    return circle


BOTTOMLESS = {
    "17 levels": nested(17, 0),
    "200,000 levels": nested(200_000, 0),
    "within itself": within_itself(),
    "within itself, after a number": [[within_itself(0)]],
    "after a hand": [[[0, 26, 25], nested(99, 0)]],
}


@pytest.mark.parametrize("hands", BOTTOMLESS.values(), ids=BOTTOMLESS)
@pytest.mark.parametrize("errors", ["raise", "coerce"])
def test_endlessly_nested_lists_are_refused(hands, errors):
    words = "card numbers must not be nested more than 16 lists deep"
    assert outcome(score_batch, hands, errors=errors) == (TypeError, words)


def test_lists_of_16_levels_are_an_array_and_uneven_ones_are_not():
    assert score_batch(nested(15, [0, 26, 25])).shape == (1,) * 15
    words = "card numbers must form an array; these lists differ in length or depth"
    assert outcome(score_batch, [[[0, 26, 25], [31, 29]]]) == (SvaraError, words)


@pytest.mark.parametrize("errors", ["x", "ignore", "", None, True])
def test_errors_are_raised_or_coerced_and_nothing_else(errors):
    words = f"errors must be 'raise' or 'coerce', not {errors!r}"
    assert outcome(score_batch, [[0, 26, 25]], errors=errors) == (SvaraError, words)


# The output -----------------------------------------------------------------------------------------------------------

OUTPUTS = {
    "contiguous": lambda shape: np.full(shape, 99, np.int8),
    "every other place": lambda shape: np.full((*shape[:-1], 2 * shape[-1]), 99, np.int8)[..., ::2],
    "backwards": lambda shape: np.full(shape, 99, np.int8)[..., ::-1],
    "in Fortran order": lambda shape: np.full(shape, 99, np.int8, order="F"),
}


@pytest.mark.parametrize("place", OUTPUTS)
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
def test_points_are_written_to_the_output_only(hands, place):
    out = OUTPUTS[place]((2, 2))
    whole = out.base
    assert score_batch(hands, out=out) is out
    assert out.tolist() == [[31, 22], [34, 24]]
    if place == "every other place":
        assert (whole[..., 1::2] == 99).all()


def test_points_of_lists_and_of_a_single_hand_go_to_the_output():
    out = np.zeros(4, np.int8)
    assert score_batch(["7cKhKd", [31, 29, 12]], out=out[1:3]).tolist() == [31, 22]
    assert out.tolist() == [0, 31, 22, 0]
    single = np.zeros((), np.int8)
    assert score_batch([0, 26, 25], out=single) is single
    assert single == 31


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int64"])
@pytest.mark.parametrize(
    "place",
    [
        lambda memory, rows: memory[:rows],
        lambda memory, rows: memory[-rows:],
        lambda memory, rows: memory[: 3 * rows : 3],
        lambda memory, rows: memory[rows - 1 :: -1],
    ],
    ids=["start", "end", "spread", "backwards"],
)
def test_points_may_overwrite_their_own_cards(triples, dtype, place):
    hands = triples[0].astype(dtype)
    out = place(hands.view(np.int8).reshape(-1), len(hands))
    assert np.array_equal(score_batch(hands, errors="coerce", out=out), triples[1])


@pytest.mark.parametrize(
    "hands", [np.array([[0, 26, 25]]), np.array([[0, 26, 25]], np.uint8), ["7cKhKd"]], ids=["int64", "uint8", "list"]
)
@pytest.mark.parametrize(
    ("out", "found"),
    [
        (np.zeros(1, np.uint8), "uint8 of shape (1,)"),
        (np.zeros(1, np.int16), "int16 of shape (1,)"),
        (np.zeros(2, np.int8), "int8 of shape (2,)"),
        (np.zeros((), np.int8), "int8 of shape ()"),
        (np.zeros((1, 1), np.int8), "int8 of shape (1, 1)"),
        (read_only(np.zeros(1, np.int8)), "a read-only array"),
        ([0], "list"),
        (bytearray(1), "bytearray"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_output_that_does_not_fit_is_refused(hands, out, found):
    words = f"out must be a writable int8 array of shape (1,), not {found}"
    assert outcome(score_batch, hands, out=out) == (TypeError, words)


# Threads and memory ---------------------------------------------------------------------------------------------------


def test_threads_score_slices_like_the_whole(every_hand, backend):
    hands = np.resize(every_hand[0], (400_000 if backend == "cython" else 20_000, 3)).astype(np.uint8)
    texts = np.resize(np.array(["7cKhKd", "A♠ A♦ 10♣", "🃗🃘🃙"]), 20_000 if backend == "cython" else 500)
    for column in (hands, hands.astype(np.int64), texts):
        expected = score_batch(column)
        with ThreadPoolExecutor(4) as threads:
            parts = [*threads.map(score_batch, np.array_split(column, 16))]
        assert np.array_equal(np.concatenate(parts), expected)


@only_compiled
@pytest.mark.skipif(getattr(sys, "_is_gil_enabled", lambda: True)() is False, reason="this Python has no GIL")
@pytest.mark.parametrize(
    "column",
    [np.tile(np.array([0, 26, 25], np.uint8), (1_000_000, 1)), np.full(1_000_000, b"7cKhKd")],
    ids=["numbers", "text"],
)
def test_another_thread_runs_while_a_column_is_scored(column):
    """With an endless switch interval another thread runs only if the GIL is released."""
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
        for _ in range(1000):  # once is enough unless the machine is busy
            score_batch(column)
            if ran:
                break
        assert ran
    finally:
        sys.setswitchinterval(interval)
        thread.join()


def peak(function, *arguments):
    """The result, and the most memory allocated meanwhile, in bytes."""
    tracemalloc.start()
    try:
        result = function(*arguments)
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def runs_of_three(dtype, count):
    """Hands of three cards in a row, as windows on one run of cards; the array is not contiguous."""
    run = np.resize(np.arange(32, dtype=dtype), count + 2)
    return np.lib.stride_tricks.sliding_window_view(run, 3)


@only_compiled
@pytest.mark.parametrize(
    "make",
    [
        lambda: runs_of_three(np.int64, 3_000_000),
        lambda: runs_of_three(np.uint16, 6_000_000),
        lambda: runs_of_three(np.uint8, 10_000_000),
        lambda: np.asfortranarray(runs_of_three(np.uint8, 6_000_000)),
        lambda: np.ascontiguousarray(runs_of_three(np.uint8, 10_000_000)),
        lambda: np.resize(np.array([b"7cKhKd", b"AsAdTc"]), 4_000_000),
        lambda: np.resize(np.array([b"7cKhKd", b"AsAdTc"]), 8_000_000)[::2],
        lambda: np.resize(np.array(["7cKhKd", "AsAdTc"]), 1_000_000)[::-1],
        lambda: ["7cKhKd"] * 5_000_000,
    ],
    ids=["int64", "uint16", "uint8", "uint8 F", "uint8 C", "S6", "S6[::2]", "U6[::-1]", "list"],
)
def test_scoring_needs_the_memory_of_the_points_and_little_more(make):
    hands = make()
    points, most = peak(score_batch, hands)
    assert points.shape == (len(hands),)
    assert points.all()
    assert most < len(hands) + 16 * 2**20


# The arithmetic of points ---------------------------------------------------------------------------------------------


def test_points_are_one_byte_so_products_need_a_wider_type():
    points = score_batch([[0, 26, 25]])
    assert (points * 10).tolist() == [54]  # 310 - 256, as the documentation warns
    assert (points.astype(np.int64) * 10).tolist() == [310]
    many = score_batch(np.tile(np.array([0, 26, 25], np.uint8), (1000, 1)))
    assert (many.sum(), many.mean()) == (31000, 31.0)
