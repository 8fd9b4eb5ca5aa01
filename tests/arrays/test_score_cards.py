"""``score_cards``: a ufunc over three columns of card numbers, and its plain twin of the python backend."""

from __future__ import annotations

import multiprocessing
import pickle
from itertools import permutations, product

import numpy as np
import pytest
from array_cases import INTEGERS, LAYOUTS, NOT_CARDS, all_triples, outcome

from svara_eval import BackendError, Card
from svara_eval._arrays import loops
from svara_eval._backend import CURE

pytestmark = pytest.mark.usefixtures("backend")  # every test runs on both backends
only_compiled = pytest.mark.parametrize("backend", [pytest.param("cython", marks=pytest.mark.compiled)], indirect=True)


@pytest.fixture(scope="module")
def triples(golden):
    return all_triples(golden)


@pytest.fixture
def score_cards():
    return loops.rows.score_cards


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", INTEGERS)
def test_all_triples_of_cards_score_alike_in_every_type_and_layout(triples, score_cards, dtype, layout):
    hands = LAYOUTS[layout](triples[0].astype(dtype))
    before = hands.copy()
    points = score_cards(*hands.T)
    assert points.dtype == np.int8
    assert np.array_equal(points, triples[1])
    assert np.array_equal(hands, before)


@pytest.mark.parametrize("dtype", ["uint8", "int64"])
@pytest.mark.parametrize("strided", range(4))
@pytest.mark.parametrize("step", [2, 3, -1])
def test_one_column_or_the_output_alone_may_be_strided(triples, score_cards, dtype, strided, step):
    """Any one of the four with another stride must not be read as if it were contiguous."""
    hands, expected = triples
    *given, out = [np.ascontiguousarray(column, dtype) for column in hands.T] + [np.full(len(hands), 99, np.int8)]
    arrays = [*given, out]
    wide = np.full(len(hands) * abs(step), 77, arrays[strided].dtype)
    wide[::step] = arrays[strided]
    arrays[strided] = wide[::step]
    assert score_cards(*arrays[:3], out=arrays[3]) is arrays[3]
    assert np.array_equal(arrays[3], expected)
    if strided == 3 and step > 1:
        assert (wide[1::step] == 77).all()


@pytest.mark.parametrize("types", [("u8", "i8", "u1"), ("i1", "u8", "i8"), ("u1", "i2", "u8"), ("i4", "u4", "u2")])
def test_the_columns_may_have_different_types(triples, score_cards, types):
    hands, expected = triples
    given = [column.astype(dtype) for column, dtype in zip(hands.T, types, strict=True)]
    assert np.array_equal(score_cards(*given), expected)


def test_columns_broadcast(score_cards):
    first, second = np.arange(32, dtype=np.uint8)[:, None], np.arange(32)
    points = score_cards(first, second, 25)
    assert points.shape == (32, 32)
    assert points[0, 26] == points[26, 0] == 31
    assert not points[25].any()
    assert not points.diagonal().any()
    with pytest.raises(ValueError, match="broadcast"):
        score_cards(np.arange(3), np.arange(4), np.arange(3))


@pytest.mark.parametrize("hand", [(0, 26, 25), (Card("7♣"), Card("K♥"), Card("K♦")), (np.uint8(0), 26, np.int64(25))])
def test_three_numbers_score_one_int8(score_cards, hand):
    points = score_cards(*hand)
    assert (type(points), points) == (np.int8, 31)


@pytest.mark.parametrize("shape", [(0,), (4, 0), (0, 5)])
@pytest.mark.parametrize("dtype", ["uint8", "int64", "uint64"])
def test_empty_columns_have_no_points(score_cards, shape, dtype):
    points = score_cards(*np.empty((3, *shape), dtype))
    assert (points.shape, points.dtype) == (shape, np.int8)


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("dtype", INTEGERS)
def test_a_number_outside_0_to_31_scores_0(score_cards, dtype, place):
    limits = np.iinfo(dtype)
    hand = np.array([7, 13, 22], dtype)
    for number in NOT_CARDS:
        if limits.min <= number <= limits.max:
            hand[place] = number
            assert score_cards(*hand) == 0, number
            assert score_cards(*np.tile(hand[:, None], 9)).tolist() == [0] * 9, number


@pytest.mark.parametrize("number", [-1, 256])
def test_a_python_integer_that_does_not_fit_uint8_columns_overflows_as_in_every_ufunc(score_cards, number):
    """NumPy casts it to the type of the columns before any loop runs, for ``numpy.gcd`` just as for this one."""
    for column in (np.array([0, 26], np.uint8), np.uint8(0)):
        for function in (score_cards, np.gcd):
            with pytest.raises(OverflowError) as caught:
                function(column, number, *[3] * (function is not np.gcd))
            assert str(caught.value) == f"Python integer {number} out of bounds for uint8"
    assert score_cards(np.array([0, 26], np.uint8), number, np.array([3])).tolist() == [0, 0]
    assert score_cards(np.array([0, 26], np.int8), number, 3).tolist() == [0, 0]


@pytest.mark.parametrize("number", [2**63, 2**64, -(2**200)])
@pytest.mark.parametrize("column", [0, np.array([0, 26]), np.array([0], np.int8), np.array([0], np.uint64)], ids=repr)
def test_a_python_integer_of_more_than_64_bits_overflows(score_cards, column, number):
    with pytest.raises(OverflowError, match=r"^(?:Python int too large|int too big) to convert"):
        score_cards(column, number, 3)


VALUES = [np.array([0, 5], np.uint8), np.array([0, 5], np.int8), np.array([0, 5]), np.array([0, 5], np.uint64)]
VALUES += [np.array([True, False]), np.uint8(7), np.int64(7), 7, Card(7), -1, 256, 2**63 - 1, 2**63, [0, -1], [0, 5]]


@pytest.mark.compiled
def test_the_plain_function_gives_what_the_ufunc_gives():
    from svara_eval._arrays._columns import score_cards as ufunc
    from svara_eval._arrays.plain import score_cards as plain

    def result(function, *given):
        try:
            points = function(*given)
            return points.dtype, points.tolist()
        except OverflowError as error:
            return str(error)

    for given in product(VALUES, repeat=3):
        assert result(plain, *given) == result(ufunc, *given), given


@pytest.mark.parametrize("true", [True, np.True_, np.array([True])])
def test_booleans_are_not_cards(score_cards, true):
    for given in permutations([true, 2, 3]):
        assert not np.any(score_cards(*given))
    assert not score_cards(np.array([[True], [False]]), np.array([True, False]), np.array(False)).any()
    strided = np.full(10, 99, np.int8)
    score_cards(np.ones(5, bool), 2, 3, out=strided[::2])
    assert strided.tolist() == [0, 99] * 5


@pytest.mark.parametrize(
    ("wrong", "dtype"),
    [(1.0, "float64"), ([1.5], "float64"), ("7c", "<U2"), (np.array([b"7c"]), "|S2"), (None, "object")],
    ids=repr,
)
def test_floats_and_text_are_type_errors(backend, score_cards, wrong, dtype):
    words = f"score_cards takes card numbers (integers 0 to 31), not {dtype}; parse_cards reads strings"
    if backend == "cython":  # these are NumPy's
        words = (
            "ufunc 'score_cards' not supported for the input types, and the inputs could not be safely coerced to any "
        )
        words += "supported types according to the casting rule ''safe''"
    for given in permutations([wrong, 2, 3]):
        assert outcome(score_cards, *given) == (TypeError, words)


def test_a_mask_is_never_dropped(backend, score_cards):
    masked = np.ma.masked_array([0, 3], [True, False])
    for given in permutations([masked, 2, 1]):
        if backend == "cython":
            assert score_cards(*given).mask.tolist() == [True, False]
        else:
            words = "masked arrays are not accepted; fill or drop the masked values first"
            assert outcome(score_cards, *given) == (TypeError, words)


@only_compiled
def test_score_cards_takes_what_every_ufunc_takes(triples, score_cards):
    hands, expected = triples
    for dtype in ("uint8", "int64"):
        given = hands.T.astype(dtype)
        out = np.full(len(expected), 99, np.int8)
        where = np.arange(len(expected)) % 3 == 0
        assert score_cards(*given, out=out, where=where) is out
        assert np.array_equal(out, np.where(where, expected, 99))
        wide = np.empty(len(expected), np.int64)
        assert np.array_equal(score_cards(*given, out=wide), expected)
        backwards = np.empty(len(expected), np.int8)[::-1]
        assert np.array_equal(score_cards(*given, out=(backwards,)), expected)
        over = given.astype(np.int8)
        assert np.array_equal(score_cards(*over, out=over[1]), expected)
    assert (score_cards.nin, score_cards.nout, score_cards.__name__) == (3, 1, "score_cards")


@pytest.mark.parametrize("backend", ["python"], indirect=True)
def test_the_plain_function_takes_out_and_no_other_option(score_cards):
    out = np.zeros(2, np.int8)
    assert score_cards([0, 3], 26, 25, out=out) is out
    assert out.tolist() == [31, 10]
    with pytest.raises(BackendError) as caught:
        score_cards(0, 26, 25, where=True)
    assert str(caught.value) == f"score_cards takes where= only with the compiled modules; {CURE}"


@pytest.mark.compiled
@pytest.mark.parametrize("place", range(3))
def test_points_may_overwrite_a_column(score_cards, place):
    given = [np.array(column * 1000, np.uint8) for column in ([0, 0, 0, 32], [1, 2, 3, 1], [2, 1, 1, 2])]
    expected = score_cards(*given)
    assert score_cards(*given, out=given[place].view(np.int8)).tolist() == expected.tolist()


def test_score_cards_pickles(score_cards):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(score_cards, protocol)) is score_cards


@only_compiled
def test_score_cards_can_be_sent_to_a_new_process(score_cards):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(score_cards, (np.array([0, 3]), 26, 25)).tolist() == [31, 10]
