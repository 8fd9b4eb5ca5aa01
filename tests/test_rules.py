"""The rules of scoring: S1-S9 and D1-D8, the published examples, and all 4960 hands."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import permutations

import pytest

import second_scorer
from svara_eval import Card, Explanation, all_hands, distribution, explain, format_hand, parse_hand, readings

DISTRIBUTION = {
    8: 9, 9: 51, 10: 1104, 11: 540, 15: 63, 16: 63, 17: 345, 18: 426, 19: 453, 20: 651, 21: 492, 22: 234,
    23: 147, 24: 7, 25: 12, 26: 18, 27: 50, 28: 56, 29: 65, 30: 68, 31: 76, 32: 16, 33: 10, 34: 4,
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "hand", "points", "kind", "cards"),
    [
        ("S1: sevens, eights and nines are worth their number", "7d 8h 9s", 9, "high_card", "9♠"),
        ("S2: a ten is worth 10", "8d 9h Ts", 10, "high_card", "10♠"),
        ("S2: a jack is worth 10", "8d 9h Js", 10, "high_card", "J♠"),
        ("S2: a queen is worth 10", "8d 9h Qs", 10, "high_card", "Q♠"),
        ("S2: a king is worth 10", "8d 9h Ks", 10, "high_card", "K♠"),
        ("S3: an ace is worth 11", "8d 9h As", 11, "high_card", "A♠"),
        ("S4: two cards of one suit add up", "Qd Kd Ts", 20, "suited", "Q♦ K♦"),
        ("S4: three cards of one suit add up", "Td 9d Jd", 29, "suited", "9♦ 10♦ J♦"),
        ("S5: two aces add up whatever their suits", "As Ad Tc", 22, "aces", "A♦ A♠"),
        ("S5: three aces add up", "Ac Ad As", 33, "aces", "A♣ A♦ A♠"),
        ("S6: the joker combines with any card and counts 11", "7c 8d Kh", 21, "joker_card", "7♣ K♥"),
        ("S7: three sevens are the best hand", "7d 7h 7s", 34, "three_sevens", "7♦ 7♥ 7♠"),
        ("S7: with the joker too", "7c 7h 7s", 34, "three_sevens", "7♣ 7♥ 7♠"),
        ("S8: three of a kind are three times the card", "8c 8d 8h", 24, "three_of_a_kind", "8♣ 8♦ 8♥"),
        ("S9: two sevens are 23", "7d 7s Td", 23, "two_sevens", "7♦ 7♠"),
        ("D1: the joker counts 11 in its own suit as well", "7c 9c Kd", 21, "joker_card", "7♣ K♦"),
        ("D1: and in three of its suit", "7c 8c 9c", 28, "joker_suited", "7♣ 8♣ 9♣"),
        ("D2: the joker does not bridge two unrelated cards", "8s Ad 7c", 22, "joker_card", "7♣ A♦"),
        ("D3: the joker with a pair adds 11 to both", "7c Kh Kd", 31, "joker_pair", "7♣ K♦ K♥"),
        ("D3: with two aces too", "7c Ah Ad", 33, "joker_pair", "7♣ A♦ A♥"),
        ("D4: readings do not chain", "Ah Ad Kh", 22, "aces", "A♦ A♥"),
        ("D5: a plain pair is worth nothing by itself", "Qc Qh 9d", 10, "high_card", "Q♥"),
        ("D6: two sevens are a floor, not a cap", "7c 7h Kh", 28, "joker_suited", "7♣ 7♥ K♥"),
        ("D6: which holds where nothing is better", "7c 7d As", 23, "two_sevens", "7♣ 7♦"),
        ("D8: the worst hand is worth 8", "7h 8d 8s", 8, "high_card", "8♠"),
        ("explaining: of equal readings the later in deck order counts", "7c Kh Qd", 21, "joker_card", "7♣ K♥"),
    ],
)
def test_each_rule_scores_as_it_says(score, rule, hand, points, kind, cards):
    assert score(hand) == points, rule
    best = explain(hand)
    assert (best.points, best.kind, format_cards(best.cards)) == (points, kind, cards), rule


def format_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def test_every_published_example_has_its_points(score, published):
    assert {hand: score(hand) for hand in published} == published


def test_every_hand_scores_as_in_the_golden_data(score, golden):
    assert [score(line.hand) for line in golden] == [line.points for line in golden]


def test_every_hand_is_explained_as_in_the_golden_data(golden):
    for line in golden:
        best = explain(line.hand)
        assert (best.points, best.kind, format_cards(best.cards)) == (line.points, line.kind, line.cards)


def test_a_second_scorer_by_another_method_agrees_with_the_golden_data(golden):
    for line in golden:
        points, kind, codes = second_scorer.points_kind_and_cards(line.codes)
        assert (points, kind, format_cards(tuple(map(Card, codes)))) == (line.points, line.kind, line.cards)


def test_the_golden_data_are_all_hands_in_index_order(golden):
    assert [line.hand for line in golden] == [format_hand(hand) for hand in all_hands()]


def test_the_24_totals_come_as_often_as_the_rules_say(golden):
    assert Counter(line.points for line in golden) == DISTRIBUTION
    assert distribution() == DISTRIBUTION
    assert list(distribution()) == sorted(DISTRIBUTION)


def test_no_hand_is_worth_12_13_or_14_and_nine_are_worth_8(golden):
    assert not {12, 13, 14} & {line.points for line in golden}
    assert sum(line.points == 8 for line in golden) == 9


@pytest.mark.parametrize("suits", list(permutations((1, 2, 3))))
def test_diamonds_hearts_and_spades_can_be_swapped_freely(score, suits):
    swapped = (0, *suits)
    for hand in all_hands():
        assert score(tuple(4 * card.rank + swapped[card.suit] for card in hand)) == score(hand)


@pytest.mark.parametrize("ranks", list(permutations((3, 4, 5, 6))))
def test_ten_jack_queen_and_king_can_be_swapped_freely(score, ranks):
    swapped = (0, 1, 2, *ranks, 7)
    for hand in all_hands():
        assert score(tuple(4 * swapped[card.rank] + card.suit for card in hand)) == score(hand)


def test_clubs_can_not_be_swapped_with_another_suit(score):
    assert score("7c 8d Kh") != score("7d 8c Kh")


def test_every_reading_is_a_set_of_the_hands_cards_and_none_is_there_twice():
    for hand in all_hands():
        found = readings(hand)
        assert all(
            set(reading.cards) <= set(hand) and list(reading.cards) == sorted(reading.cards) for reading in found
        )
        assert len({reading.cards for reading in found}) == len(found)


def test_readings_come_best_first_and_the_first_explains_the_hand():
    for hand in all_hands():
        found = readings(hand)
        assert [reading.points for reading in found] == sorted((reading.points for reading in found), reverse=True)
        assert found[0] == explain(hand)


def test_best_readings_only_ever_tie_within_one_kind():
    for hand in all_hands():
        best, *others = readings(hand)
        assert all(other.kind == best.kind for other in others if other.points == best.points)


def test_every_card_but_the_joker_is_a_high_card():
    for hand in all_hands():
        alone = {reading.cards[0] for reading in readings(hand) if reading.kind == "high_card"}
        assert alone == set(hand) - {Card("7♣")}


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("7♣ K♥ K♦", "31 points: the joker with a pair, 7♣ K♦ K♥ (11 + 10 + 10)"),
        ("7♦ 7♠ 10♦", "23 points: two sevens, 7♦ 7♠"),
        ("Q♣ Q♥ 9♦", "10 points: the high card, Q♥"),
    ],
)
def test_an_explanation_reads_like_a_sentence(hand, sentence):
    assert str(explain(hand)) == sentence


def test_an_explanation_is_an_immutable_value():
    best = explain(parse_hand("7♣ K♥ K♦"))
    assert best == explain("KdKh7c")
    assert best != explain("QdQh7c")
    assert best != (31, "joker_pair", best.cards)
    assert hash(best) == hash(explain("KdKh7c"))
    assert pickle.loads(pickle.dumps(best)) == copy.deepcopy(best) == best
    assert eval(repr(best), {"Explanation": Explanation, "Card": Card}) == best
    with pytest.raises(AttributeError, match="immutable"):
        best.points = 34
    with pytest.raises(AttributeError, match="immutable"):
        del best.points
