"""The rules of scoring: S1-S9 and D1-D8, the published examples, and all 4960 hands."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
import second_scorer

from svara_eval import Card, all_hands, distribution, explain, format_hand, parse_hand, readings

if TYPE_CHECKING:
    from collections.abc import Iterable

DISTRIBUTION = {
    8: 9, 9: 51, 10: 1104, 11: 540, 15: 63, 16: 63, 17: 345, 18: 426, 19: 453, 20: 651, 21: 492, 22: 234,
    23: 147, 24: 7, 25: 12, 26: 18, 27: 50, 28: 56, 29: 65, 30: 68, 31: 76, 32: 16, 33: 10, 34: 4,
}  # fmt: skip


@pytest.mark.rule("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "D1", "D2", "D3", "D4", "D5", "D6", "D8")
@pytest.mark.parametrize(
    ("rule", "hand", "points", "kind", "cards", "rules"),
    [
        ("S1: sevens, eights and nines score their number", "7d 8h 9s", 9, "high_card", "9♠", "S1"),
        ("S2: a ten scores 10", "8d 9h Ts", 10, "high_card", "10♠", "S2"),
        ("S2: a jack scores 10", "8d 9h Js", 10, "high_card", "J♠", "S2"),
        ("S2: a queen scores 10", "8d 9h Qs", 10, "high_card", "Q♠", "S2"),
        ("S2: a king scores 10", "8d 9h Ks", 10, "high_card", "K♠", "S2"),
        ("S3: an ace scores 11", "8d 9h As", 11, "high_card", "A♠", "S3"),
        ("S4: two cards of one suit add up", "Qd Kd Ts", 20, "suited", "Q♦ K♦", "S4"),
        ("S4: three cards of one suit add up", "Td 9d Jd", 29, "suited", "9♦ 10♦ J♦", "S4"),
        ("S5: two aces add up whatever their suits", "As Ad Tc", 22, "aces", "A♦ A♠", "S5"),
        ("S5: three aces add up", "Ac Ad As", 33, "aces", "A♣ A♦ A♠", "S5"),
        ("S6: the joker combines with any card and counts 11", "7c 8d Kh", 21, "joker_card", "7♣ K♥", "S6 D2"),
        ("S7: three sevens are the best hand", "7d 7h 7s", 34, "three_sevens", "7♦ 7♥ 7♠", "S7"),
        ("S7: with the joker too", "7c 7h 7s", 34, "three_sevens", "7♣ 7♥ 7♠", "S7"),
        ("S8: three of a kind scores three times the card", "8c 8d 8h", 24, "three_of_a_kind", "8♣ 8♦ 8♥", "S8"),
        ("S9: two sevens score 23", "7d 7s Td", 23, "two_sevens", "7♦ 7♠", "S9"),
        ("D1: the joker counts 11 in its own suit as well", "7c 9c Kd", 21, "joker_card", "7♣ K♦", "S6 D2"),
        ("D1: and in three of its suit", "7c 8c 9c", 28, "joker_suited", "7♣ 8♣ 9♣", "S6 S4"),
        ("D2: the joker does not bridge two unrelated cards", "8s Ad 7c", 22, "joker_card", "7♣ A♦", "S6 D2"),
        ("D3: the joker with a pair adds 11 to both", "7c Kh Kd", 31, "joker_pair", "7♣ K♦ K♥", "S6 D3"),
        ("D3: with two aces too", "7c Ah Ad", 33, "joker_pair", "7♣ A♦ A♥", "S6 D3"),
        ("D4: readings do not chain", "Ah Ad Kh", 22, "aces", "A♦ A♥", "S5 D4"),
        ("D5: a plain pair scores nothing by itself", "Qc Qh 9d", 10, "high_card", "Q♥", "S2 D5"),
        ("D6: two sevens are a floor, not a cap", "7c 7h Kh", 28, "joker_suited", "7♣ 7♥ K♥", "S6 S4 D6"),
        ("D6: a floor that holds if nothing is better", "7c 7d As", 23, "two_sevens", "7♣ 7♦", "S9 D2"),
        ("D8: the worst hand scores 8", "7h 8d 8s", 8, "high_card", "8♠", "S1 D5"),
        (
            "explaining: of equal readings, the one with the later card in deck order counts",
            "7c Kh Qd",
            21,
            "joker_card",
            "7♣ K♥",
            "S6 D2",
        ),
    ],
)
def test_each_rule_scores_its_own_example(score, rule, hand, points, kind, cards, rules):
    assert score(hand) == points, rule
    best = explain(hand)
    assert (best.points, best.kind, joined(best.cards), joined(best.rules)) == (points, kind, cards, rules), rule


def joined(items: Iterable[object]) -> str:
    return " ".join(map(str, items))


@pytest.mark.rule("S4")
def test_every_published_example_scores_as_published(score, published):
    assert {hand: score(hand) for hand in published} == published


def test_every_hand_scores_as_in_the_golden_data(score, golden):
    assert [score(line.hand) for line in golden] == [line.points for line in golden]


def test_every_hand_is_explained_as_in_the_golden_data(golden):
    for line in golden:
        best = explain(line.hand)
        assert (line.hand, best.points, best.kind, joined(best.cards), joined(best.rules)) == line


def test_a_second_scorer_by_another_method_agrees_with_the_golden_data(golden):
    for line in golden:
        points, kind, codes = second_scorer.points_kind_and_cards(line.codes)
        rules = second_scorer.rules(line.codes)
        assert (line.hand, points, kind, joined(map(Card, codes)), joined(rules)) == line


def test_the_golden_data_are_all_hands_in_index_order(golden):
    assert [line.hand for line in golden] == [format_hand(hand) for hand in all_hands()]


def test_each_of_the_24_scores_is_as_frequent_as_the_rules_page_says(golden):
    assert Counter(line.points for line in golden) == DISTRIBUTION
    assert distribution() == DISTRIBUTION
    assert list(distribution()) == sorted(DISTRIBUTION)


@pytest.mark.rule("D8")
def test_no_hand_scores_12_13_or_14_and_nine_score_8(golden):
    assert not {12, 13, 14} & {line.points for line in golden}
    assert sum(line.points == 8 for line in golden) == 9


@pytest.mark.parametrize("suits", [(2, 1, 3), (1, 3, 2)])
def test_diamonds_hearts_and_spades_are_interchangeable(score, golden, suits):
    """Swaps of neighbors generate every permutation."""
    swapped = (0, *suits)
    for line in golden:
        assert score(tuple(4 * card.rank + swapped[card.suit] for card in line.dealt)) == line.points


@pytest.mark.rule("S2")
@pytest.mark.parametrize("ranks", [(4, 3, 5, 6), (3, 5, 4, 6), (3, 4, 6, 5)])
def test_ten_jack_queen_and_king_are_interchangeable(score, golden, ranks):
    swapped = (0, 1, 2, *ranks, 7)
    for line in golden:
        assert score(tuple(4 * swapped[card.rank] + card.suit for card in line.dealt)) == line.points


@pytest.mark.rule("D1")
def test_clubs_are_not_interchangeable_with_another_suit(score):
    assert score("7c 8d Kh") != score("7d 8c Kh")


def test_every_reading_is_a_set_of_cards_of_the_hand_and_none_repeats():
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


def test_best_readings_tie_only_within_one_kind():
    for hand in all_hands():
        best, *others = readings(hand)
        assert all(other.kind == best.kind for other in others if other.points == best.points)


@pytest.mark.rule("S6")
def test_every_card_but_the_joker_is_a_high_card():
    for hand in all_hands():
        alone = {reading.cards[0] for reading in readings(hand) if reading.kind == "high_card"}
        assert alone == set(hand) - {Card("7♣")}


def test_the_best_reading_has_the_rules_of_the_hand_and_the_others_have_the_rules_of_their_kind():
    assert [(reading.kind, joined(reading.rules)) for reading in readings("7♣ 7♥ K♥")] == [
        ("joker_suited", "S6 S4 D6"),
        ("two_sevens", "S9"),
        ("joker_card", "S6"),
        ("suited", "S4"),
        ("high_card", "S2"),
        ("high_card", "S1"),
    ]
    rules_of = {}
    for hand in all_hands():
        for reading in readings(hand)[1:]:
            rules_of.setdefault(reading.kind, set()).add(joined(reading.rules))
    assert rules_of == {
        "high_card": {"S1", "S2", "S3"},
        "suited": {"S4"},
        "aces": {"S5"},
        "two_sevens": {"S9"},
        "joker_card": {"S6"},
    }


@pytest.mark.parametrize(
    ("hand", "rules"),
    [
        ("7♣ A♣ A♦", "S6 D3"),  # all three cards count, so D4 does not limit it
        ("A♥ A♦ K♠", "S5"),  # a third card of another suit would not chain anyway
        ("A♥ A♦ K♥", "S5 D4"),
        ("7♣ 8♦ 8♥", "S6 D3"),  # a pair with the joker is not a plain pair
        ("8♦ 8♥ 8♠", "S8"),
        ("Q♣ Q♥ 9♥", "S4 D5"),
        ("Q♣ Q♥ A♠", "S3 D5"),
        ("7♦ 7♥ K♥", "S9"),
        ("7♣ 7♥ 7♠", "S7"),
    ],
)
def test_a_rule_that_limits_a_hand_is_named_only_if_it_applies(hand, rules):
    assert joined(explain(hand).rules) == rules


@pytest.mark.rule("D3")
@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("Q♣ Q♥ 9♦", "10 points: the high card, Q♥"),
        ("Q♦ K♦ 10♠", "20 points: cards of one suit, Q♦ K♦ (10 + 10)"),
        ("A♥ A♦ K♥", "22 points: aces, A♦ A♥ (11 + 11)"),
        ("8♣ 8♦ 8♥", "24 points: three of a kind, 8♣ 8♦ 8♥ (8 + 8 + 8)"),
        ("7♦ 7♠ 10♦", "23 points: two sevens, 7♦ 7♠"),
        ("7♣ 7♥ 7♠", "34 points: three sevens, 7♣ 7♥ 7♠"),
        ("8♠ A♦ 7♣", "22 points: the joker with a card, 7♣ A♦ (11 + 11)"),
        ("7♣ K♥ K♦", "31 points: the joker with a pair, 7♣ K♦ K♥ (11 + 10 + 10)"),
        ("7♣ 7♥ K♥", "28 points: the joker with two cards of one suit, 7♣ 7♥ K♥ (11 + 7 + 10)"),
    ],
)
def test_an_explanation_of_each_kind_reads_like_a_sentence(hand, sentence):
    assert str(explain(hand)) == sentence


def test_the_order_of_the_cards_does_not_change_the_explanation():
    assert explain(parse_hand("7♣ K♥ K♦")) == explain("KdKh7c") != explain("QdQh7c")
