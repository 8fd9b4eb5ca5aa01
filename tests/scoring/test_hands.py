"""The 4960 hands: their order, their index, their classes, and how many score each total."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations

import numpy as np
import pytest

from svara_eval import DECK, all_hands, distribution, explain, hand_at, hand_index, hands, percentile


def test_hands_come_in_colexicographic_order_each_once():
    listed = list(all_hands())
    assert listed == sorted(combinations(DECK, 3), key=lambda hand: hand[::-1])
    assert len(listed) == 4960


def test_index_and_hand_are_inverses():
    for number, hand in enumerate(all_hands()):
        assert hand_at(number) == hand
        assert all(hand_index(cards) == number for cards in permutations(hand))


@pytest.mark.parametrize("index", [-1, 4960, -4960, 2**63, -(2**200)], ids=hex)
def test_there_is_no_hand_outside_0_to_4959(index):
    with pytest.raises(IndexError) as caught:
        hand_at(index)
    assert str(caught.value) == f"the index of a hand must be 0 to 4959, not {index}"


def test_an_index_too_long_to_write_is_refused():
    with pytest.raises(IndexError, match=r"^the index of a hand must be 0 to 4959, not a number of 16610 bits$"):
        hand_at(10**5000)


@pytest.mark.parametrize("index", [True, 1.0, None, "1"])
def test_an_index_is_a_whole_number(index):
    with pytest.raises(TypeError) as caught:
        hand_at(index)
    kind = type(index).__name__
    assert str(caught.value) == f"the index of a hand must be a whole number, not {index!r} of type {kind}"


def test_any_whole_number_is_an_index():
    assert hand_at(np.int16(4959)) == DECK[29:]


def test_the_337_classes_are_those_of_the_144_renamings():
    """Each is numbered by its first hand, which is the least index that the renamings of ♦ ♥ ♠ and 10 J Q K lead to."""
    renamings = [
        [4 * (0, 1, 2, *ranks, 7)[card // 4] + (0, *suits)[card % 4] for card in range(32)]
        for suits in permutations((1, 2, 3))
        for ranks in permutations((3, 4, 5, 6))
    ]
    a, b, c = np.sort(np.array(renamings)[:, np.array([*all_hands()])], axis=-1).transpose(2, 0, 1)
    first = (a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6).min(axis=0)
    assert hands.classes() == tuple(np.unique(first, return_inverse=True)[1].tolist())
    assert set(hands.classes()) == set(range(337))


def test_the_class_of_a_hand_does_not_depend_on_the_order_of_its_cards():
    classes = hands.classes()
    for number, hand in enumerate(all_hands()):
        assert hands.class_of(hand[::-1]) == classes[number]


def test_hands_of_one_class_have_the_same_points_kind_and_rules():
    known = {}
    for number, hand in enumerate(all_hands()):
        best = explain(hand)
        found = (best.points, best.kind, best.rules)
        assert known.setdefault(hands.classes()[number], found) == found


def test_threads_that_compute_the_classes_at_the_same_time_all_get_them(monkeypatch):
    expected = hands.classes()
    monkeypatch.setattr(hands, "_classes", ())
    together = threading.Barrier(4)

    def classes(_):
        together.wait()
        return hands.classes()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(classes, range(4))) == [expected] * 4
    finally:
        sys.setswitchinterval(interval)


def test_a_changed_distribution_does_not_change_the_next():
    distribution().clear()
    assert sum(distribution().values()) == 4960


def test_the_percentile_is_the_share_of_hands_that_score_less_and_half_of_those_that_score_the_same(golden):
    points = np.array([line.points for line in golden])
    for line in golden[::97]:
        share = np.mean(points < line.points) + np.mean(points == line.points) / 2
        assert percentile(line.hand) == pytest.approx(share, abs=1e-15)
