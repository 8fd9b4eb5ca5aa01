"""The 4960 hands: their order and their index."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from svara_eval import DECK, all_hands, hand_at, hand_index


def test_hands_come_in_colexicographic_order_each_once():
    hands = list(all_hands())
    assert hands == sorted(combinations(DECK, 3), key=lambda hand: hand[::-1])
    assert len(hands) == 4960


def test_index_and_hand_are_each_others_inverse():
    for number, hand in enumerate(all_hands()):
        assert hand_at(number) == hand
        assert all(hand_index(cards) == number for cards in permutations(hand))


@pytest.mark.parametrize("index", [-1, 4960, -4960, 2**63, -(2**200), 10**5000], ids=lambda index: hex(index)[:9])
def test_there_is_no_hand_outside_0_to_4959(index):
    with pytest.raises(IndexError, match="they are 0 to 4959"):
        hand_at(index)


@pytest.mark.parametrize("index", [True, 1.0, None, "1"])
def test_an_index_is_a_whole_number(index):
    with pytest.raises(TypeError, match="the index of a hand is a whole number, not "):
        hand_at(index)


def test_any_whole_number_is_an_index():
    assert hand_at(np.int16(4959)) == DECK[29:]
