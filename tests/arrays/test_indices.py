"""The indices of hands: arrays of hands to arrays of indices, and back."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from array_cases import LAYOUTS, at, outcome

from svara_eval import HandSizeError, SvaraError, hand_at, hand_index
from svara_eval._arrays import hand_indices, hands_at, points_table

MASKED = "masked arrays are not accepted; fill or drop the masked values first"


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", ">i2"])
def test_the_indices_of_all_hands_in_all_orders_lead_back_to_them(golden, dtype):
    hands = np.array([line.dealt for line in golden])
    for order in permutations(range(3)):
        index = hand_indices(hands[:, order].astype(dtype))
        assert index.dtype == np.int16
        assert np.array_equal(index, np.arange(4960))
    found = hands_at(index.astype(">i8"))
    assert found.dtype == np.uint8
    assert np.array_equal(found, hands)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_hands_and_indices_may_have_any_layout(layout):
    hands = LAYOUTS[layout](hands_at(np.arange(4960)))
    assert np.array_equal(hand_indices(hands), np.arange(4960))
    assert np.array_equal(hands_at(np.arange(4960)[::-1]), hands[::-1])


def test_indices_are_those_of_one_hand_at_a_time():
    for index in range(0, 4960, 7):
        assert tuple(hands_at(index)) == hand_at(index)
        assert hand_indices(hand_at(index)) == hand_index(hand_at(index)) == index


@pytest.mark.parametrize("shape", [(), (0,), (1,), (4,), (2, 3), (0, 5), (5, 0), (2, 3, 4)])
def test_indices_and_hands_keep_their_shape(shape):
    index = np.arange(math.prod(shape), dtype=np.int64).reshape(shape)
    hands = hands_at(index)
    assert (hands.shape, hands.dtype) == ((*shape, 3), np.uint8)
    back = hand_indices(np.asfortranarray(hands))
    assert (type(back), back.shape, back.dtype) == (np.ndarray, shape, np.int16)
    assert np.array_equal(back, index)


def test_empty_lists_have_no_indices_and_no_hands():
    assert hand_indices([]).shape == (0,)
    assert hands_at([]).shape == (0, 3)
    assert hands_at([[], []]).shape == (2, 0, 3)


def test_callers_cannot_change_the_hands_of_the_library():
    hands_at(5)[:] = 9
    hands_at([5, 6])[:] = 9
    assert tuple(hands_at(5)) == hand_at(5)


@pytest.mark.parametrize("wrong", [-1, 4960, 2**15, 2**16, 2**31, 2**63, -(2**63), 2**64 - 1, 2**64, -(2**64)])
def test_an_index_outside_0_to_4959_is_refused(wrong):
    words = f"the index of a hand must be 0 to 4959, not {wrong}"
    assert outcome(hands_at, wrong) == (IndexError, words)
    assert outcome(hands_at, [0, wrong, 7]) == (IndexError, f"row 1 of 3: {words}")
    assert outcome(hands_at, [-1, 2**63, 7]) == (
        IndexError,
        "row 0 of 3: the index of a hand must be 0 to 4959, not -1",
    )
    if -(2**63) <= wrong < 2**64:
        dtype = np.uint64 if wrong > 2**62 else np.int64
        assert outcome(hands_at, np.array([0, 4959, wrong, wrong], dtype)) == (IndexError, f"row 2 of 4: {words}")
        table = np.array([[0, 4959], [wrong, 3]], dtype)
        assert outcome(hands_at, table) == (IndexError, f"row (1, 0) of (2, 2): {words}")


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        (True, "bool"),
        (1.0, "float64"),
        ("7", str(np.dtype("U1"))),
        (None, "None"),
        ([True], "True"),
        ([2, True], "True"),
        ([[2], [np.True_]], "True"),
        ([0.0, 1.0], "float64"),
        (["x"], str(np.dtype("U1"))),
        (np.array([1], "m8[s]"), "timedelta64[s]"),
    ],
    ids=repr,
)
def test_indices_must_be_integers(wrong, found):
    assert outcome(hands_at, wrong) == (TypeError, f"hand indices must be integers, not {found}")


@pytest.mark.parametrize(
    ("hands", "place", "hand"),
    [
        ([[0, 1, 2], [3, 4, 3]], "row 1 of 2", (3, 4, 3)),
        ([[0, 1, 2], [3, 4, 32]], "row 1 of 2", (3, 4, 32)),
        ([[[0, 1, 2]], [[-1, 4, 3]]], "row (1, 0) of (2, 1)", (-1, 4, 3)),
        ([0, 1, 260], "", (0, 1, 260)),
        ([[0, 1, 2], [3, 2**64, 4]], "row 1 of 2", (3, 2**64, 4)),
        ([[0, 1, 2], [3, 2**63, -1]], "row 1 of 2", (3, 2**63, -1)),
        ([0, 1, 2**63], "", (0, 1, 2**63)),
    ],
    ids=repr,
)
def test_the_first_row_that_is_not_a_hand_fails_as_it_does_alone(hands, place, hand):
    assert outcome(hand_indices, hands) == at(place, hand)


@pytest.mark.parametrize("hands", [[np.uint64(3), np.int64(5), 7], np.array([3, 5, 7], object)], ids=["list", "object"])
def test_integers_that_no_integer_type_holds_together_are_still_cards(hands):
    assert hand_indices(hands) == hand_index((3, 5, 7))


@pytest.mark.parametrize(
    ("hands", "error", "words"),
    [
        ([0, 1], HandSizeError, "card numbers must have shape (…, 3), a hand on the last axis, not (2,)"),
        (5, HandSizeError, "card numbers must have shape (…, 3), a hand on the last axis, not ()"),
        ([[0, 1, 2, 3]], HandSizeError, "card numbers must have shape (…, 3), a hand on the last axis, not (1, 4)"),
        (np.empty(0, int), HandSizeError, "card numbers must have shape (…, 3), a hand on the last axis, not (0,)"),
        ([[0, 1, 2], [3, 4]], SvaraError, "card numbers must form an array; these lists differ in length or depth"),
        ([0.0, 1.0, 2.0], TypeError, "card numbers must be integers, not float64"),
        ([True, False, True], TypeError, "card numbers must be integers, not True"),
        ([[2, 3, False]], TypeError, "card numbers must be integers, not False"),
        (["7c", "Kh", "Kd"], TypeError, "card numbers must be integers, not <U2"),
        (None, TypeError, "card numbers must be integers, not None"),
        ([None, 1, 2], TypeError, "card numbers must be integers, not object"),
    ],
    ids=repr,
)
def test_only_card_numbers_have_indices(hands, error, words):
    assert outcome(hand_indices, hands) == (error, words)


@pytest.mark.parametrize("function", [hand_indices, hands_at])
def test_a_mask_is_never_dropped(function):
    masked = np.ma.masked_array([0, 1, 2], [True, False, False])
    for values in (masked, [masked], [[5, 6, 7], masked], np.ma.masked_array([0, 1, 2])):
        assert outcome(function, values) == (TypeError, MASKED)


@pytest.mark.parametrize(("function", "name"), [(hand_indices, "card numbers"), (hands_at, "hand indices")])
def test_endlessly_nested_lists_are_refused(function, name):
    deep, circle = 0, [0, 1]
    for _ in range(5000):
        deep = [deep]
    circle.append(circle)
    for values in (deep, circle):
        assert outcome(function, values) == (TypeError, f"{name} must not be nested more than 16 lists deep")


def test_a_bad_hand_is_named_however_many_precede_it():
    hands = np.resize(hands_at(np.arange(4960)), (70000, 3))
    for row in (0, 65535, 65536, 69999):
        bad = hands.copy()
        bad[row, 1] = 32
        assert outcome(hand_indices, bad) == at(f"row {row} of 70000", bad[row].tolist())
    assert np.array_equal(hand_indices(hands), np.resize(np.arange(4960), 70000))


def test_the_points_table_is_that_of_the_golden_data_and_cannot_be_changed(golden):
    table = points_table()
    assert (table.dtype, table.shape) == (np.int8, (4960,))
    assert table.tolist() == [line.points for line in golden]
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        table.flags.writeable = True
