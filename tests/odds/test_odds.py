"""Odds: the odds table and the counting of deals, against methods that share nothing with them."""

from __future__ import annotations

import compileall
import csv
import os
import pickle
import random
import re
import shutil
import signal
import subprocess
import sys
import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, cycle, islice, pairwise, permutations, product, repeat
from math import factorial, sqrt
from pathlib import Path
from time import process_time

import numpy as np
import pytest
import second_scorer
from ctrl_c import ends_early
from paths import DATA

import svara_eval
from svara_eval import (
    DECK,
    Card,
    CardError,
    DuplicateCardError,
    Odds,
    SvaraError,
    odds,
    parse_hand,
    percentile,
    svara_probability,
    winning_points,
)
from svara_eval._backend import CURE, compiled
from svara_eval._odds import counting, many

HANDS = [(a, b, c) for c in range(32) for b in range(c) for a in range(b)]  # in index order
WORTH = {
    hand: second_scorer.points(tuple(second_scorer.RANKS[card // 4] + second_scorer.SUITS[card % 4] for card in hand))
    for hand in HANDS
}
POINTS = np.array([WORTH[hand] for hand in HANDS])
SYMMETRIES = [
    [4 * (0, 1, 2, *ranks, 7)[card // 4] + (0, *suits)[card % 4] for card in range(32)]
    for suits in permutations((1, 2, 3))
    for ranks in permutations((3, 4, 5, 6))
]
OPPONENTS = range(1, 10)
KINGS = "7♣ K♥ K♦"
ACES = "A♠ A♦ 10♣"


@pytest.fixture(autouse=True)
def _compiled_backend(request, monkeypatch):
    """Tests that need the compiled modules use them, whichever backend the environment chose."""
    if request.node.get_closest_marker("compiled"):
        monkeypatch.setattr(many, "BACKEND", "cython")


@cache
def class_heads():
    """The first hand of each class under the symmetries of the rules."""
    classes = {min(tuple(sorted(to[card] for card in hand))[::-1] for to in SYMMETRIES) for hand in HANDS}
    return sorted(head[::-1] for head in classes)


@cache
def of_random(hand, opponents):
    """The counts in the odds table, which some tests ask for many times."""
    return odds(hand, opponents).counts


# The table ------------------------------------------------------------------------------------------------------------


SHIPPED = Path(svara_eval.__file__).parent / "_odds" / "odds_table.bin"


def test_the_odds_table_is_small_and_has_every_class():
    assert SHIPPED.stat().st_size <= 80_000
    classes = np.array(svara_eval.hands.classes(), "<u2")
    assert zlib.decompress(SHIPPED.read_bytes())[: 2 * 4960] == classes.tobytes()
    assert {HANDS[index] for index in np.unique(classes, return_index=True)[1]} == set(class_heads())


@pytest.mark.compiled
@pytest.mark.proof
def test_the_odds_table_is_the_one_its_tool_makes():
    import make_odds

    assert zlib.decompress(SHIPPED.read_bytes()) == make_odds.data()


def test_there_are_144_symmetries_and_337_classes():
    assert len({tuple(to) for to in SYMMETRIES}) == 144
    assert len(class_heads()) == 337


def test_the_table_against_one_and_two_opponents_agrees_with_all_pairs_of_hands():
    """Method: the matrix of hands that share no card, times those that score less, and those that score the same."""
    holds = np.zeros((4960, 32), np.float32)
    holds[np.arange(4960)[:, None], HANDS] = 1
    apart = (holds @ holds.T == 0).astype(np.float32)
    heads = class_heads()
    numbers = [HANDS.index(head) for head in heads]
    points = POINTS[numbers]
    below = (POINTS[:, None] < points) * apart[:, numbers]
    at = (POINTS[:, None] == points) * apart[:, numbers]
    beside_below, beside_at = apart @ below, apart @ at  # numbers of hands, below 2**24 and so exact

    def pairs(first, beside_second):
        return (first * beside_second).sum(axis=0, dtype=np.float64).astype(int).tolist()

    one = zip(below.sum(axis=0).astype(int).tolist(), at.sum(axis=0).astype(int).tolist(), strict=True)
    two = zip(pairs(below, beside_below), pairs(below, beside_at), pairs(at, beside_at), strict=True)
    for head, (win, tie), (neither, either, both) in zip(heads, one, two, strict=True):
        assert of_random(head, 1) == (win, tie, 3654 - win - tie), head
        ties = (neither, 2 * either, both)
        assert of_random(head, 2) == (*ties, 3654 * 2600 - sum(ties)), head


class Among:
    """A family of hands from some cards, as the number of its hands that hold no, one, two or three given cards."""

    def __init__(self, family, cards):
        holds = np.zeros((32, 32, 32))
        for order in permutations(range(3)):
            holds[tuple(np.array(HANDS)[family][:, order].T)] = 1
        three = holds[np.ix_(cards, cards, cards)]
        two = three.sum(axis=2)
        one = two.sum(axis=1) / 2
        self.holding = (one.sum() / 3, one, two, three)


@cache
def overlaps():
    """The ways three hands can share cards: a factor, and for each hand its number and a letter for each shared card.

    For each card, a deal of the hands A, B, C has the factor 1 - [A, B hold it] - [A, C hold it] - [B, C hold it]
    + 2 [all hold it]. The product over the cards is 1 if the hands share none, and 0 otherwise. Expanded, it is a sum
    over the numbers of cards in A and B, in A and C, in B and C, and in all three. The two hands with the fewest
    letters come first.
    """
    terms = []
    for ab, ac, bc, abc in product(range(4), repeat=4):
        in_ab, in_ac, in_bc, in_all = "ijk"[:ab], "lmn"[:ac], "opq"[:bc], "rst"[:abc]
        hands = [in_ab + in_ac + in_all, in_ab + in_bc + in_all, in_ac + in_bc + in_all]
        if max(map(len, hands)) <= 3:
            orders = factorial(ab) * factorial(ac) * factorial(bc) * factorial(abc)
            last = min(range(3), key=lambda hand: len(set("".join(hands[:hand] + hands[hand + 1 :]))))
            order = [hand for hand in range(3) if hand != last] + [last]
            terms.append(((-1) ** (ab + ac + bc) * 2**abc / orders, [(hand, hands[hand]) for hand in order]))
    return terms


def disjoint(*families):
    """The number of deals of three hands, one from each family, that share no card."""
    found = 0.0
    for factor, ((a, of_a), (b, of_b), (c, of_c)) in overlaps():
        pair = np.einsum(f"{of_a},{of_b}->{of_c}", families[a].holding[len(of_a)], families[b].holding[len(of_b)])
        found += factor * float(np.sum(pair * families[c].holding[len(of_c)]))
    assert abs(found - round(found)) < 1e-3
    return round(found)


def three_opponents(points, cards, within=None):
    """The counts against three opponents whose hands are all in one family."""
    within = POINTS > 0 if within is None else within
    below, at, of_any = (Among(within & kind, cards) for kind in (POINTS < points, POINTS == points, POINTS > 0))
    ties = (
        disjoint(below, below, below),
        3 * disjoint(below, below, at),
        3 * disjoint(below, at, at),
        disjoint(at, at, at),
    )
    return (*ties, disjoint(of_any, of_any, of_any) - sum(ties))


def assert_three_opponents(heads):
    for head in heads:
        cards = [card for card in range(32) if card not in head]
        assert of_random(head, 3) == three_opponents(WORTH[head], cards), head


def test_the_table_against_three_opponents_agrees_with_inclusion_and_exclusion_over_shared_cards():
    assert_three_opponents({WORTH[head]: head for head in class_heads()}.values())  # one of each total


@pytest.mark.proof
def test_the_whole_table_against_three_opponents_agrees_with_inclusion_and_exclusion():
    assert_three_opponents(class_heads())


def test_all_deals_are_counted():
    for opponents in OPPONENTS:
        deals = factorial(29) // (6**opponents * factorial(29 - 3 * opponents))
        for head in class_heads():
            answer = odds(head, opponents)
            assert (answer.deals, sum(answer.counts), len(answer.counts)) == (deals, deals, opponents + 2)
            assert min(answer.counts) >= 0
            assert answer.exact


@pytest.mark.parametrize(
    ("hand", "counts"),
    [
        ("7♣ A♥ A♦", (3653, 0, 1)),
        ("7♣ K♥ K♦", (3631, 18, 5)),
        ("A♠ A♦ 10♣", (3172, 61, 421)),
        ("Q♣ Q♥ 9♦", (43, 760, 2851)),
        ("7♥ 9♦ 9♣", (6, 15, 3633)),
        ("7♦ 8♥ 8♠", (0, 2, 3652)),
    ],
)
def test_counts_against_one_opponent_are_the_published_ones(hand, counts):
    assert odds(hand) == Odds(counts, 3654, True)


@pytest.mark.parametrize(
    ("hand", "opponents", "percent"),
    [
        (KINGS, 1, (99.37, 0.49, 0.14)),
        (KINGS, 5, (96.89, 2.43, 0.68)),
        (KINGS, 9, (94.45, 4.32, 1.23)),
        (ACES, 1, (86.81, 1.67, 11.52)),
        (ACES, 5, (46.98, 5.45, 47.57)),
        (ACES, 9, (22.45, 6.24, 71.31)),
    ],
)
def test_percentages_against_more_opponents_are_the_published_ones(hand, opponents, percent):
    answer = odds(hand, opponents)
    assert tuple(round(100 * part, 2) for part in (answer.win, answer.tie, answer.lose)) == percent


def test_two_hands_tie_in_1_869_340_of_18_123_840_deals():
    answers = [odds(hand) for hand in HANDS]
    assert sum(answer.counts[1] for answer in answers) == 1_869_340
    assert sum(answer.deals for answer in answers) == 18_123_840
    assert sum(answer.counts[0] for answer in answers) == sum(answer.counts[2] for answer in answers)
    assert svara_probability(2) == pytest.approx(1_869_340 / 18_123_840, abs=1e-15)


@pytest.mark.parametrize("opponents", OPPONENTS)
def test_the_equities_of_all_players_add_up_to_the_whole_pot(opponents):
    whole = Fraction(0)
    for hand in HANDS:
        *ties, _ = of_random(hand, opponents)
        whole += sum(Fraction(count, tied + 1) for tied, count in enumerate(ties))
    assert whole * (opponents + 1) == odds(KINGS, opponents).deals * 4960


def test_more_opponents_win_more_often():
    for head in class_heads():
        answers = [odds(head, opponents) for opponents in OPPONENTS]
        for fewer, more in pairwise(answers):
            assert more.win <= fewer.win
            assert more.lose >= fewer.lose
            assert more.win + more.tie <= fewer.win + fewer.tie


def test_the_probabilities_add_up():
    for head in class_heads():
        for opponents in OPPONENTS:
            answer = odds(head, opponents)
            assert answer.win + answer.tie + answer.lose == pytest.approx(1, abs=1e-12)
            assert sum(answer.ties) == pytest.approx(answer.tie, abs=1e-12)
            assert len(answer.ties) == opponents
            assert answer.win - 1e-12 <= answer.equity <= answer.win + answer.tie / 2 + 1e-12


def test_hands_of_one_class_have_the_same_odds():
    for hand in random.Random(1).sample(HANDS, 25):
        for opponents in (1, 4, 9):
            images = {odds([to[card] for card in hand], opponents) for to in SYMMETRIES}
            assert images == {odds(hand, opponents)}


@pytest.mark.parametrize("opponents", [1, 5, 9, [None], [None] * 2])
def test_the_odds_of_a_hand_do_not_depend_on_its_spelling(opponents):
    expected = odds("7♣ K♦ K♥", opponents)
    for order in permutations([Card("7♣"), Card("K♦"), Card("K♥")]):
        numbers = [int(card) for card in order]
        codes = [card.code for card in order]
        for hand in (order, list(order), iter(order), numbers, codes, "".join(codes), ", ".join(map(str, order))):
            assert odds(hand, opponents) == expected


@pytest.mark.parametrize("number", [np.int8(3), np.int64(3), np.uint64(3), np.array(3), Card("7♠")])
def test_every_whole_number_is_a_number_of_opponents(number):
    assert odds(ACES, number) == odds(ACES, 3)


def test_a_number_of_opponents_is_a_sequence_of_unknown_ones():
    for opponents in (1, 2):
        assert odds(ACES, opponents) == odds(ACES, [None] * opponents) == odds(ACES, (None,) * opponents, dead=[])


# The game in numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "probability"),
    [
        (2, 0.1031),
        (3, 0.1050),
        (4, 0.1175),
        (5, 0.1269),
        (6, 0.1316),
        (7, 0.1327),
        (8, 0.1315),
        (9, 0.1290),
        (10, 0.1259),
    ],
)
def test_the_probability_of_a_svara_is_the_published_one(players, probability):
    assert round(svara_probability(players), 4) == probability


def test_the_better_of_two_hands_agrees_with_all_pairs_of_hands():
    holds = np.zeros((4960, 32), np.float32)
    holds[np.arange(4960)[:, None], HANDS] = 1
    apart = (holds @ holds.T == 0).astype(np.float32)
    totals = np.unique(POINTS)
    scores = (POINTS[:, None] == totals).astype(np.float32)
    pairs = scores.T.astype(np.int64) @ (apart @ scores).astype(np.int64)  # by the totals of both hands
    for index, (points, probability) in enumerate(winning_points(2).items()):
        best = pairs[: index + 1, : index + 1].sum() - pairs[:index, :index].sum()
        assert points == totals[index]
        assert probability == pytest.approx(best / 18_123_840, abs=1e-14)


@pytest.mark.parametrize("players", range(2, 11))
def test_the_probabilities_of_the_best_hand_add_up(players):
    best = winning_points(players)
    assert list(best) == sorted(set(POINTS.tolist()))
    assert sum(best.values()) == pytest.approx(1, abs=1e-12)
    assert min(best.values()) >= 0


def test_with_more_players_the_best_hand_scores_more():
    means = [sum(points * part for points, part in winning_points(players).items()) for players in range(2, 11)]
    assert means == sorted(means)


@pytest.mark.parametrize("asked", [svara_probability, winning_points])
@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        *((number, SvaraError, f"must be 2 to 10, not {number}") for number in (-1, 0, 1, 11, 100)),
        pytest.param(10**5000, SvaraError, "must be 2 to 10, not a number of 16610 bits", id="10**5000"),
        (2.5, TypeError, "must be a whole number, not 2.5 of type float"),
        (True, TypeError, "must be a whole number, not True of type bool"),
        ("3", TypeError, "must be a whole number, not '3' of type str"),
    ],
)
def test_a_showdown_has_2_to_10_players(asked, players, error, message):
    assert refused(asked, players) == (error, f"players {message}")
    assert asked(np.int8(3)) == asked(3)


def test_the_percentile_counts_the_hands_that_score_less_and_half_of_those_that_score_the_same():
    by_points = {}
    for hand in {WORTH[hand]: hand for hand in HANDS}.values():  # one of each total
        expected = ((POINTS < WORTH[hand]).sum() + (POINTS == WORTH[hand]).sum() / 2) / 4960
        assert percentile(hand) == pytest.approx(expected, abs=1e-15)
        by_points[WORTH[hand]] = percentile(hand)
    rising = [by_points[points] for points in sorted(by_points)]
    assert len(rising) == len(set(rising)) == 24
    assert rising == sorted(rising)
    assert 0 < rising[0] < rising[-1] < 1


# Counting, compared with dealing every deal ---------------------------------------------------------------------------


def every_deal(hand, opponents, dead):
    """The counts, from dealing every deal."""
    hero = WORTH[tuple(sorted(parse_hand(hand)))]
    gone = {*parse_hand(hand), *map(Card, dead.split())}
    known, unknown = [], []
    for opponent in opponents:
        if opponent is None:
            unknown.append(lambda _: True)
        elif isinstance(opponent, list):
            unknown.append({tuple(sorted(parse_hand(held))) for held in opponent}.__contains__)
        elif points := re.fullmatch(r"(\d+)(\+|-\d+)?", opponent):
            low, rest = int(points[1]), points[2] or f"-{points[1]}"
            high = 99 if rest == "+" else int(rest[1:])
            unknown.append(lambda cards, low=low, high=high: low <= WORTH[cards] <= high)
        else:
            known.append(WORTH[tuple(sorted(parse_hand(opponent)))])
            gone |= {*parse_hand(opponent)}
    counts = [0] * (len(opponents) + 2)

    def deal(left, number, best, ties):
        if number == len(unknown):
            counts[-1 if best > hero else ties] += 1
            return
        for cards in combinations(left, 3):
            if unknown[number](cards):
                rest = [card for card in left if card not in cards]
                deal(rest, number + 1, max(best, WORTH[cards]), ties + (WORTH[cards] == hero))

    deal([int(card) for card in DECK if card not in gone], 0, max(known, default=0), known.count(hero))
    return tuple(counts)


def dead_but(*live):
    """All cards except some, as text."""
    kept = {card for text in live for card in re.findall(r"[^ ]+", text)}
    return " ".join(card.code for card in DECK if card.code not in kept)


SMALL = "7c 7d 8h 8s 9h Td Jd Js Qd Ac As"
SAME = "9c Tc Jc 9d 9s Qs Ts Kd Ah"
SOME = ["7c 7d Ac", "7c Jd Js", "8h 8s 9h", "Td Jd Qd", "7c 8h 9h", "Ac As Js", "Kc Kd Kh"]
OTHERS = ["7c Ac As", "9h Td Jd", "8h 8s Ac", "7d 8h 8s", "Jd Js Qd"]


@pytest.mark.parametrize(
    ("hand", "opponents", "left"),
    [
        ("9c Tc Kc", [None], SMALL),
        ("Ad Ah 8c", [None], SMALL),
        ("8c 9d Th", [None], SMALL),
        ("Ad Ah 8c", ["20+"], SMALL),
        ("Ad Ah 8c", ["15-22"], SMALL),
        ("Ad Ah 8c", ["22"], SMALL),
        ("Ad Ah 8c", ["8-11"], SMALL),
        ("Ad Ah 8c", ["0-99"], SMALL),
        ("Ad Ah 8c", ["11-15"], SMALL),
        ("Ad Ah 8c", [SOME], SMALL),
        ("Ad Ah 8c", [None, None], SMALL),
        ("9c Tc Kc", [None, None], SAME),
        ("Ad Ah 8c", ["20+", None], SMALL),
        ("Ad Ah 8c", ["20+", "9-19"], SMALL),
        ("Ad Ah 8c", ["18-22", "18-22"], SMALL),
        ("Ad Ah 8c", [SOME, None], SMALL),
        ("Ad Ah 8c", [SOME, OTHERS], SMALL),
        ("Ad Ah 8c", [SOME, SOME], SMALL),
        ("Ad Ah 8c", [OTHERS, "16-23"], SMALL),
        ("Ad Ah 8c", ["Kd Kc 7h"], SMALL),
        ("Ad Ah 8c", ["Kd Kc Kh"], SMALL),
        ("Kd Kc 8c", ["Qh Qc 7h", None], SMALL),
        ("Kd Tc 7h", ["Kc 9d Qh", None, "20+"], SMALL),
        ("Kd Tc 7h", ["Kc Th 9d", "Qc Jh 8d", SOME, OTHERS], SMALL),
        ("Kd Kc Kh", ["Qh Qc 7h", "9d 9s 9c", None, None], SMALL),
        ("9c 9s 9d", ["Kh Kd Kc", None, None], SMALL),
        ("Ks Kh 8c", ["Qs Qh 8d"], ""),
        pytest.param("9h Th Kh", [None] * 3, SAME, marks=pytest.mark.compiled),
        pytest.param("Ad Ah 8c", [None] * 3, SMALL, marks=pytest.mark.compiled),
        pytest.param("8c 9d Th", [None] * 3, SMALL, marks=pytest.mark.compiled),
        pytest.param("Ad Ah 8c", ["15+"] * 3, SMALL, marks=pytest.mark.compiled),
        pytest.param("Ad Ah 8c", ["9-21"] * 3, SMALL, marks=pytest.mark.compiled),
        pytest.param("Kd Kc 8c", ["Qh Qc 7h", None, None, None], SMALL, marks=pytest.mark.compiled),
        pytest.param("Kd Tc 7h", [None, "Kc Th 9d", None, "Qc Jh 8d", None], SMALL, marks=pytest.mark.compiled),
        pytest.param("Kd Tc 7h", ["10-20", "Kc Th 9d", "10-20", "10-20"], SMALL, marks=pytest.mark.compiled),
        pytest.param("Ad Ah 8c", ["15-24"] * 4, SMALL + " Kc", marks=pytest.mark.compiled),
    ],
)
def test_counting_agrees_with_dealing_every_deal(hand, opponents, left):
    known = " ".join(text for text in opponents if isinstance(text, str) and " " in text)
    dead = dead_but(left, hand, known)
    expected = every_deal(hand, opponents, dead)
    answer = odds(hand, opponents, dead=dead)
    assert answer == Odds(expected, sum(expected), True)
    assert answer == odds(hand, opponents[::-1], dead=dead.split()[::-1], exact=True)


@pytest.mark.compiled
def test_counting_three_opponents_with_dead_cards_and_ranges_agrees_with_inclusion_and_exclusion():
    chosen = random.Random(2)
    for number in range(8):
        dealt = chosen.sample(range(32), 3 + chosen.randrange(1, 10))
        hand, dead = dealt[:3], dealt[3:]
        cards = [card for card in range(32) if card not in dealt]
        points = WORTH[tuple(sorted(hand))]
        assert odds(hand, 3, dead=dead).counts == three_opponents(points, cards)
        values = sorted(set(POINTS.tolist()))
        low, high = chosen.choice(values[:9]), chosen.choice(values[12:])
        within = (POINTS >= low) & (POINTS <= high)
        assert odds(hand, [f"{low}-{high}"] * 3, dead=dead).counts == three_opponents(points, cards, within), number


@pytest.mark.compiled
@pytest.mark.parametrize(("points", "low"), [("9+", 9), ("10+", 10), ("12+", 15), ("8-33", 8)])
def test_three_opponents_with_a_range_that_leaves_out_few_hands_are_counted_right(points, low):
    high = 33 if points == "8-33" else 34
    cards = [card for card in range(32) if card not in map(int, parse_hand(ACES))]
    expected = three_opponents(22, cards, (POINTS >= low) & (POINTS <= high))
    assert odds(ACES, [points] * 3).counts == expected


@pytest.mark.compiled
def test_ranges_that_allow_the_same_hands_are_the_same_range():
    assert odds(ACES, ["12+", "15+", " 15-34"]) == odds(ACES, ["15+"] * 3)


@pytest.mark.compiled
@pytest.mark.parametrize("opponents", range(3, 10))
def test_the_table_and_the_counting_on_demand_agree(opponents):
    for hand in random.Random(opponents).sample(HANDS, 2):
        cards = 2**32 - 1 - sum(1 << card for card in hand)
        assert tuple(many.Alike().count(WORTH[hand], cards, opponents)) == of_random(hand, opponents)


@pytest.mark.compiled
@pytest.mark.parametrize("dead", ["", "7c", "7d Ah", "7c 8c Ks", "Th Jh Qh Kh Ah"])
def test_counting_few_opponents_and_counting_many_agree(dead):
    for hand in random.Random(3).sample(HANDS, 12):
        gone = {*map(int, map(Card, dead.split())), *hand}
        cards = 2**32 - 1 - sum(1 << card for card in gone)
        for within in (many.ANY, frozenset(range(15, 26)), frozenset({22, *range(28, 35)})):
            family = counting.hands_within(cards) & np.isin(POINTS, [*within])
            alike = many.Alike(within)
            one, two = (alike.count(WORTH[hand], cards, number) for number in (1, 2))
            hands = counting.weighted(family)
            assert one == counting.count_one(WORTH[hand], hands)
            assert two == counting.CountTwo(hands, hands).count(WORTH[hand])


@pytest.mark.compiled
def test_an_unknown_opponent_is_the_sum_of_all_known_ones():
    """The counts against an unknown opponent are those against each hand they may hold, added up."""
    hand, left = "Ad Ah 8c", "7c 7d 8h 9h Td Jd Qd As Kc Kd"
    dead = dead_but(left, hand)
    shown = [odds(hand, [cards, None, None], dead=dead) for cards in combinations(left.split(), 3)]
    total = odds(hand, 3, dead=dead)
    assert total.counts == tuple(sum(column) for column in zip(*(answer.counts for answer in shown), strict=True))
    assert total.deals == sum(answer.deals for answer in shown)


def test_a_known_opponent_beats_ties_or_loses():
    assert odds(KINGS, ["As Ad 10c"]) == Odds((1, 0, 0), 1, True)
    assert odds("Kc Qc 9h", ["Kh Js 9s"]).counts == (1, 0, 0)
    assert odds("9c 10c Qd", ["9h 10h Qs"]) == Odds((0, 1, 0), 1, True)
    assert odds("9c 10c Qd", ["9h 10h Qs", "9s 10s Qc"]) == Odds((0, 0, 1, 0), 1, True)
    assert odds("9c 10c Qd", ["9h 10h Qs", "7c Kh Kd"]) == Odds((0, 0, 0, 1), 1, True)


CARDS = Card("7c"), Card("Kh"), Card("Kd")


@pytest.mark.parametrize(
    "opponent",
    [
        "7♣ K♥ K♦",
        "KdKh7c",
        CARDS,
        list(CARDS),
        set(CARDS),
        iter(CARDS),
        [0, 26, 25],
        np.array([0, 26, 25]),
        ("7c", 26, Card("Kd")),
        ["7c", "Kh", "Kd"],
        {"7c", "Kh", "Kd"},
    ],
)
def test_an_opponent_may_have_a_hand_in_any_form(opponent):
    assert odds(ACES, [opponent]) == Odds((0, 0, 1), 1, True)


@pytest.mark.parametrize(
    "collection",
    [
        [CARDS, "8c 8d 8h"],
        (CARDS, "8h 8c 8d", "8c 8d 8h"),
        {CARDS, "8h 8d 8c"},
        frozenset({CARDS, (4, 5, 6)}),
        [["7c", "Kh", "Kd"], [4, 5, 6], "As Ad Ah"],  # the hero holds two of the aces
        np.array([[0, 26, 25], [4, 5, 6]]),
        iter(["7c Kh Kd", "8c 8d 8h"]),
    ],
)
def test_a_collection_may_spell_its_hands_in_any_way_but_lists_each_once(collection):
    assert odds(ACES, [collection]) == Odds((0, 0, 2), 2, True)


def test_any_means_the_same_as_none():
    assert odds(ACES, ["any", " any "]) == odds(ACES, 2)
    assert odds(ACES, ["any", "20+"], dead="7c") == odds(ACES, [None, "20+"], dead="7c")


def test_totals_that_no_hand_scores_do_not_count_in_a_range():
    for same in (["15+"], ["12+"], ["13-34"], ["15-99"], [" 15+ "]):
        assert odds(ACES, same) == odds(ACES, ["15-34"])
    for same in (["8-11"], ["8-14"], ["0-12"], ["008-0011"]):
        assert odds(ACES, same, dead="7c") == odds(ACES, ["8-11"], dead="7c")


@pytest.mark.parametrize("dead", ["7c 8s", "7♣8♠", "8s, 7c", ["7c", "8s"], (0, 7), {Card("7c"), 7}, np.array([0, 7])])
def test_dead_cards_can_be_written_in_any_way_and_order(dead):
    assert odds(ACES, 2, dead=dead) == odds(ACES, [None, None], dead=[Card("7c"), Card("8s")])


def test_a_dead_joker_counts_although_it_is_falsy():
    expected = every_deal(ACES, [None], "7c")
    for dead in ("7c", ["7c"], [0], (Card("7♣"),), iter([0]), np.array([0])):
        assert odds(ACES, dead=dead).counts == expected
    assert expected != odds(ACES).counts[: len(expected)]


def test_a_repeated_question_with_other_dead_cards_gets_another_answer():
    questions = ["7c", "", "7d", "7c 8c 9c", "7c", "", "Ah Ac"]
    answers = {dead: odds(ACES, 2, dead=dead) for dead in questions}
    assert len(set(answers.values())) == len(answers)
    for dead in questions:
        assert odds(ACES, 2, dead=dead) == answers[dead]
    assert odds("Kc Qd 9h", 2, dead="7c") != answers["7c"]


@pytest.mark.compiled
def test_the_order_in_which_unknown_opponents_are_named_does_not_matter():
    known = "Kc Th 9d"
    expected = odds(ACES, [known, None, None, None], dead="7c")
    for place in range(4):
        opponents = [None] * 3
        opponents.insert(place, known)
        assert odds(ACES, opponents, dead="7c") == expected


@pytest.mark.compiled
def test_many_threads_count_the_same():
    questions = [(hand, k) for hand in (KINGS, ACES, "8c 9d Th") for k in (1, 2, 3, 4)]
    expected = [odds(hand, k, dead="7d 8s") for hand, k in questions]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda asked: odds(*asked, dead="7d 8s"), questions)) == expected


# The counter ----------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="Windows delivers no signal to a waiting thread")
def test_a_counter_can_be_asked_again_after_ctrl_c():
    """The cache of the counter stays right, and Ctrl-C does not wait for the end of the counting."""
    family = np.where(POINTS > 20, 1, 2 * (POINTS == 20)).astype(np.uint8).tobytes()
    deck = 0x3444FFFF - (1 << 1 | 1 << 9 | 1 << 6)
    counters = [compiled("_odds._counting").Counter(family, False)]
    began = process_time()
    expected = counters[0].counts(deck, 8)
    whole = process_time() - began

    def count():
        counters.append(compiled("_odds._counting").Counter(family, False))
        counters[-1].counts(deck, 8)

    assert ends_early(count, whole, after=whole / 8)
    assert counters[-1].counts(deck, 8) == expected


@pytest.mark.compiled
@pytest.mark.parametrize("families", [0, 4959, 4961])
def test_a_counter_refuses_incomplete_families(families):
    expected = ValueError, "a counter needs the family of each of the 4960 hands"
    assert refused(compiled("_odds._counting").Counter, bytes(families), False) == expected


@pytest.mark.compiled
@pytest.mark.parametrize(("deck", "most"), [(0x4443FFFF, 9), (0x0005FFFF, 3), (0xF0000000, 1), (7, -1), (7, 10)])
def test_a_counter_refuses_decks_that_do_not_exist_and_counts_that_overflow(deck, most):
    counter = compiled("_odds._counting").Counter(bytes(4960), False)
    message = "a counter takes 0 to 8 hands of a deck, or 9 of at most 30 cards"
    assert refused(counter.counts, deck, most) == (ValueError, message)


@pytest.mark.compiled
def test_sets_of_hands_of_any_families_are_those_found_by_trying_all():
    """Also with three tens of one rank and the joker with two, which the compiled counter alone would count wrong."""
    chosen = random.Random(4)
    for number in range(12):
        cards = sorted({0, *chosen.sample(range(12, 20), 7), *chosen.sample(range(32), 3)})
        family = np.array([chosen.randrange(3) for _ in range(35)], np.uint8)
        among = [(sum(1 << card for card in hand), family[WORTH[hand]]) for hand in combinations(cards, 3)]
        expected = [[0] * (size + 1) for size in range(4)]
        for size in range(4):
            for hands in combinations([(held, of) for held, of in among if of], size):
                if sum(held for held, _ in hands).bit_count() == 3 * size:  # no card is carried
                    expected[size][sum(of == 2 for _, of in hands)] += 1
        deck = sum(1 << card for card in cards)
        assert many.Sets(family, exactly=False).rows({deck: 1}, 3) == expected, number
        assert many.Sets(family, exactly=True).rows({deck: 5}, 3)[3] == [5 * count for count in expected[3]], number


# The frozen counts ----------------------------------------------------------------------------------------------------


def frozen():
    """The questions of data/odds.tsv, drawn at random once: hand, opponents, dead cards and counts."""
    with (DATA / "odds.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            opponents = []
            for entry in row["opponents"].split(", "):
                who, _, times = entry.partition(" × ")
                opponents += [None if who == "any" else who.split(" / ") if "/" in who else who] * int(times or 1)
            yield row["hand"], opponents, row["dead"], tuple(map(int, row["counts"].split()))


def assert_counts(questions):
    for hand, opponents, dead, counts in questions:
        assert odds(hand, opponents, dead=dead, exact=True) == Odds(counts, sum(counts), True), (hand, opponents, dead)


@pytest.mark.compiled
def test_exact_counts_do_not_change():
    assert_counts(islice(frozen(), 5, None, 34))


@pytest.mark.compiled
@pytest.mark.proof
def test_no_frozen_count_changes():
    assert_counts(frozen())


# What is refused ------------------------------------------------------------------------------------------------------

PAIR = "Q♠ K♥ K♦"
SEVENS = ["7c 7d 7h"]
ALL_TAKEN = [card for card in DECK if card not in parse_hand(PAIR)]
HELD = "holds a card that is dead or in another player's hand"
CLASH = "the opponents' hands do not fit together: whichever they hold, two of them share a card"
HAND_OR_RANGE = (
    "must be None or 'any', a hand, a range of points such as '20+', a collection of hands or a mapping of hands to "
    "weights"
)
NUMBER_OR_SEQUENCE = "opponents must be their number or a sequence with an entry for each"


def refused(question, *arguments, **options):
    """The type and the whole message of the error that a question raises."""
    with pytest.raises((ValueError, TypeError)) as caught:
        question(*arguments, **options)
    return caught.type, str(caught.value)


@pytest.mark.parametrize(
    ("opponents", "dead", "card", "places"),
    [
        (1, "K♥ 8c", "K♥", "the hand and the dead cards"),
        (["8c 9c Kd"], "", "K♦", "the hand and opponent 1"),
        ([None, "8c 9c 10c"], "10c", "10♣", "the dead cards and opponent 2"),
        (["8c 9c 10c", (4, 9, 10)], "", "8♣", "opponent 1 and opponent 2"),
    ],
)
def test_a_card_in_two_places_is_refused_by_both(opponents, dead, card, places):
    message = f"{card} is given twice ({places}); each card exists once"
    assert refused(odds, PAIR, opponents, dead=dead) == (DuplicateCardError, message)


@pytest.mark.parametrize(
    ("opponents", "dead", "message"),
    [
        (9, "8c 9c 10c", "the unknown opponents need 27 cards; 26 are left"),
        ([None] * 7 + ["8c 9c 10c"], "8d 9d 10d 8h 9h 10h", "the unknown opponents need 21 cards; 20 are left"),
        (1, ALL_TAKEN, "the unknown opponents need 3 cards; 0 are left"),
        (
            ["34"],
            "7d 7h",
            f"opponent 1: every hand with 34 points {HELD}",
        ),
        (
            [None, "34", None],
            "7d 7h",
            f"opponent 2: every hand with 34 points {HELD}",
        ),
        (
            ["34"] * 3,
            "7d 7h",
            f"opponent 1: every hand with 34 points {HELD}",
        ),
        (
            ["33-34"],
            "7c 7d Ac Ad",
            f"opponent 1: every hand with 33 to 34 points {HELD}",
        ),
        (
            [SEVENS],
            "7d",
            f"opponent 1: every hand in the collection {HELD}",
        ),
        ([SEVENS, SEVENS], "", CLASH),
        ([["8c 9c 10c", "8c 9c Jc"], ["8c 9c Qc", "10c Jc 8c"]], "", CLASH),
        (["34", "34"], "", CLASH),
    ],
)
def test_a_question_without_any_deal_is_refused(opponents, dead, message):
    assert refused(odds, PAIR, opponents, dead=dead) == (SvaraError, message)


@pytest.mark.parametrize(
    ("opponents", "number"),
    [
        *((number, str(number)) for number in (-1, 0, 10, 10**30)),
        pytest.param(10**5000, "a number of 16610 bits", id="10**5000"),
        (np.uint64(2**63), str(2**63)),
        (np.array(10), "10"),
        ([], "0"),
        ([None] * 10, "more"),
        (range(2 * 10**7), "more"),
        pytest.param(range(10**30), "more", id="range(10**30)"),
    ],
)
def test_there_are_one_to_nine_opponents(opponents, number):
    assert refused(odds, PAIR, opponents) == (SvaraError, f"opponents must be 1 to 9, not {number}")


@pytest.mark.parametrize(
    ("opponents", "given"),
    [
        (True, "True of type bool"),
        ("8c 9c 10c", "'8c 9c 10c' of type str"),
        ("20+", "'20+' of type str"),
        (b"15", "b'15' of type bytes"),
        (None, "None of type NoneType"),
        (1.0, "1.0 of type float"),
        ({None}, "{None} of type set"),
        ({0: None}, "{0: None} of type dict"),
        ({"8c 9c 10c": "20+"}, "{'8c 9c 10c': '20+'} of type dict"),
        (np.array("20+"), "array('20+', dtype='<U3') of type ndarray"),
        (np.array(True), "array(True) of type ndarray"),
    ],
)
def test_opponents_are_a_number_or_a_sequence(opponents, given):
    assert refused(odds, PAIR, opponents) == (TypeError, f"{NUMBER_OR_SEQUENCE}, not {given}")


@pytest.mark.parametrize(
    ("opponents", "message"),
    [
        ([None, 20], f"opponent 2 {HAND_OR_RANGE}, not 20 of type int"),
        ([True], f"opponent 1 {HAND_OR_RANGE}, not True of type bool"),
        ([2.5], f"opponent 1 {HAND_OR_RANGE}, not 2.5 of type float"),
        ([b"20+"], f"opponent 1 {HAND_OR_RANGE}, not b'20+' of type bytes"),
        ([Card("8c")], f"opponent 1 {HAND_OR_RANGE}, not Card('8♣') of type Card"),
    ],
)
def test_an_opponent_of_another_type_is_refused(opponents, message):
    assert refused(odds, PAIR, opponents) == (TypeError, message)


@pytest.mark.parametrize("points", ["12-14", "13", "99", "35+", "7"])
def test_points_that_hands_never_have_are_refused(points):
    message = f"no hand scores {points!r}; hands score 8 to 11 and 15 to 34"
    assert refused(odds, PAIR, [None, points]) == (SvaraError, f"opponent 2, read as a range of points: {message}")


@pytest.mark.parametrize("points", ["5-", "15-20+", "20++", "1 5", "9" * 5000, "8-" + "9" * 5000], ids=lambda s: s[:9])
def test_a_range_that_is_not_written_as_one_is_refused(points):
    given = f"{points!r}" if len(points) < 80 else f"{points[:80]!r}..."
    message = f"{given} is not a range of points; write '20+', '15-22', '31' or 'top 20%'"
    assert refused(odds, PAIR, [None, points]) == (SvaraError, f"opponent 2, read as a range of points: {message}")


AS_HAND = "opponent 1, read as a hand"
AS_COLLECTION = "opponent 1, read as a collection of hands"


@pytest.mark.parametrize(
    ("opponent", "place", "hand"),
    [
        *((text, AS_HAND, text) for text in ("+", "-5", "٢٠+", "", "all", "8c 9c", "8c 9c 8c", "2c 9c 8c", "7c 7d 9x")),
        *((cards, AS_HAND, cards) for cards in ([4, 8], (0, 1, 32), ["7c", "Kx", "Kd"], ["Kx", "7c", "Kd"], [4, None])),
        (["8c 9c 10c", "8d"], AS_HAND, ["8c 9c 10c", "8d"]),
        (repeat(7), AS_HAND, [7, 7, 7, 7]),
        ([*SEVENS, "8c 9c"], f"{AS_COLLECTION}, hand 2", "8c 9c"),
        ([[8, 9]], f"{AS_COLLECTION}, hand 1", [8, 9]),
        ([*SEVENS, None], f"{AS_COLLECTION}, hand 2", None),
        ([SEVENS], f"{AS_COLLECTION}, hand 1", SEVENS),
    ],
)
def test_the_error_for_an_opponent_says_how_it_was_read(opponent, place, hand):
    error, message = refused(parse_hand, hand)
    assert refused(odds, PAIR, [opponent]) == (error, f"{place}: {message}")


@pytest.mark.parametrize(("collection", "number"), [([], 0), ((), 0), (set(), 0), (repeat("7c 7d 7h"), "more")])
def test_a_collection_has_at_least_one_hand_and_at_most_all(collection, number):
    message = f"{AS_COLLECTION}: it must have 1 to 4960 hands, not {number}"
    assert refused(odds, PAIR, [collection]) == (SvaraError, message)


@pytest.mark.parametrize(
    ("dead", "error", "message"),
    [
        ("8c 1c", CardError, "position 3 of '8c 1c': '1' is not in the deck; the deck is 7 to A"),
        ("8c 9c 8c", DuplicateCardError, "8♣ is given twice (card 1 and card 3); each card exists once"),
        ([32], CardError, "card 1: 32 is not a card number; card numbers are 0 (7♣) to 31 (A♠)"),
        (5, TypeError, "they must be a string or an iterable of cards, not 5 of type int"),
        (Card("7♦"), TypeError, "they must be a string or an iterable of cards, not Card('7♦') of type Card"),
        (repeat(3), DuplicateCardError, "7♠ is given twice (card 1 and card 2); each card exists once"),
        (
            b"\x03",
            TypeError,
            "they must be a string or an iterable of cards, not bytes (b'\\x03'); decode them first",
        ),
        ({3: 1}, TypeError, "they must be a string or an iterable of cards, not a mapping ({3: 1}); pass its values"),
    ],
)
def test_invalid_dead_cards_are_refused(dead, error, message):
    assert refused(odds, PAIR, dead=dead) == (error, f"dead cards: {message}")


def test_no_more_dead_cards_are_taken_than_the_deck_has():
    endless = cycle(range(32))
    assert refused(odds, PAIR, dead=endless)[0] is DuplicateCardError
    assert next(endless) == 1  # the 33rd, after each card and the first again


@pytest.mark.parametrize("hand", ["7c Kh", "7c Kh Kh", "7c Kh 2d", [0, 1, 32], None, b"7cKhKd"])
def test_an_invalid_hand_is_refused_in_the_words_of_the_scorer(hand):
    for arguments in ((1,), (9,), ([None],), (["20+", None],)):
        assert refused(odds, hand, *arguments) == refused(parse_hand, hand)
    assert refused(odds, hand, dead="8s") == refused(parse_hand, hand)


def test_exact_odds_out_of_reach_are_an_error():
    message = (
        "exact odds against 3 unknown opponents need one range of points, or none, for all of them but one; "
        "without exact=True they are simulated"
    )
    for opponents in ([None, "20+", "15-22"], [None, "8c 9c Jc", SEVENS, [(8, 9, 10)]], [SEVENS] * 3):
        assert refused(odds, ACES, opponents, exact=True) == (SvaraError, message)


@pytest.mark.parametrize("exact", [0, 1, "no", np.False_])
def test_exact_is_true_false_or_none(exact):
    message = f"exact must be True, False or None, not {exact!r} of type {type(exact).__name__}"
    for opponents in (1, [None]):
        assert refused(odds, PAIR, opponents, exact=exact) == (TypeError, message)


# The answer -----------------------------------------------------------------------------------------------------------

SIMULATED = Odds((50, 30, 12, 8), 100, False)


def test_equity_and_standard_error_are_those_computed_by_hand():
    assert (SIMULATED.win, SIMULATED.tie, SIMULATED.lose, SIMULATED.ties) == (0.5, 0.42, 0.08, (0.3, 0.12))
    assert SIMULATED.equity == pytest.approx(0.5 + 0.3 / 2 + 0.12 / 3)
    assert SIMULATED.std_error == pytest.approx(sqrt((0.5 + 0.3 / 4 + 0.12 / 9 - 0.69**2) / 100))
    assert Odds((50, 30, 12, 8), 100, True).std_error == 0
    assert Odds((100, 0, 0), 100, False).std_error == 0


def test_exact_odds_have_no_error_and_integer_counts():
    for answer in (odds(KINGS, 9), odds(KINGS, [None, "20+"], dead="8c")):
        assert answer.exact
        assert answer.std_error == 0
        assert {type(count) for count in (*answer.counts, answer.deals)} == {int}


@pytest.mark.parametrize("answer", [SIMULATED, odds(KINGS), odds(ACES, 9), odds(ACES, ["20+", "15-22"])])
def test_an_answer_evaluates_back_pickles_and_is_immutable(answer):
    assert eval(repr(answer)) == answer
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert hash(eval(repr(answer))) == hash(answer)
    with pytest.raises(AttributeError, match="immutable"):
        answer.deals = 0


def test_answers_are_equal_if_all_their_fields_are():
    counts, deals = SIMULATED.counts, SIMULATED.deals
    assert SIMULATED == Odds(counts, deals, False)
    assert SIMULATED not in (Odds(counts, deals, True), Odds((50, 30, 8, 12), deals, False), (counts, deals, False))


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (odds(KINGS), "wins 99.37%, ties 0.49%, loses 0.14%; equity 0.9962, exact"),
        (
            SIMULATED,
            "wins 50.00%, ties 42.00%, loses 8.00%; equity 0.6900, ± 0.0335 after 100 random deals",
        ),
    ],
)
def test_an_answer_prints_as_a_sentence(answer, text):
    assert str(answer) == text


# Without the compiled modules -----------------------------------------------------------------------------------------

ASKED = """
from svara_eval import BACKEND, all_hands, odds
questions = [(hand, k) for hand in list(all_hands())[::97] for k in range(1, 10)]
small = [
    ("Ad Ah 8c", 1, "7c"), ("Ad Ah 8c", 2, "7c 8d"), ("Ad Ah 8c", ["20+", "15-22"], ""),
    ("Ad Ah 8c", ["Kc Kd Kh", None, ["7c 7d 7h", "8d 8h 8s"]], "9c"),
]
print([odds(*asked) for asked in questions] + [odds(hand, who, dead=dead) for hand, who, dead in small])
"""
REFUSED = """
from svara_eval import BackendError, odds
for asked in ({"opponents": 3, "dead": "7c"}, {"exact": False}, {"opponents": [None, "20+", "15-22"]}):
    try:
        odds("Ad Ah 8c", **asked)
    except BackendError as error:
        print(error)
"""


def python(code, backend, *options):
    """The output of code in a new process."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-X", "utf8", *options, "-c", code],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"SVARA_EVAL_BACKEND": backend},
        check=False,
    )
    assert not run.stderr, run.stderr
    return run.stdout


@pytest.mark.compiled
def test_without_the_compiled_modules_the_table_and_two_opponents_are_just_as_exact():
    assert python(ASKED, "python") == python(ASKED, "cython")


def test_without_the_compiled_modules_the_other_questions_say_how_to_get_them():
    assert python(REFUSED, "python").splitlines() == [
        f"exact odds against three or more unknown opponents need the compiled modules; {CURE}",
        f"simulated odds need the compiled modules; {CURE}",
        f"simulated odds need the compiled modules; {CURE}",
    ]


@pytest.mark.parametrize("backend", ["python", pytest.param("cython", marks=pytest.mark.compiled)])
def test_the_table_is_read_on_first_use_and_needs_no_numpy(backend):
    code = (
        "import sys, svara_eval; print(sys.modules['svara_eval._odds.odds_table']._table);"
        "svara_eval.odds('7c Kh Kd', 9); print('numpy' in sys.modules)"
    )
    assert python(code, backend) == "None\nFalse\n"


# Elsewhere than in a folder of sources --------------------------------------------------------------------------------

FROM = """
import sys
sys.path.insert(0, {path!r})
import svara_eval
print(svara_eval.__file__, svara_eval.odds("7c Kh Kd"))
"""
PACKAGE = Path(svara_eval.__file__).parent


def test_the_table_is_read_from_a_zip(tmp_path):
    with zipfile.ZipFile(tmp_path / "package.zip", "w") as archive:
        for file in PACKAGE.rglob("*"):
            if file.suffix in (".py", ".bin"):
                archive.write(file, file.relative_to(PACKAGE.parent))
    zipped = str(tmp_path / "package.zip")
    assert (
        python(FROM.format(path=zipped), "python", "-I")
        == f"{Path(zipped, 'svara_eval', '__init__.py')} {odds(KINGS)}\n"
    )


def test_the_table_is_read_beside_compiled_files_without_sources(tmp_path):
    copy = tmp_path / "svara_eval"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.c", "*.h", "*.pyx"))
    assert compileall.compile_dir(copy, quiet=1, legacy=True)
    for source in copy.rglob("*.py"):
        source.unlink()
    assert python(FROM.format(path=str(tmp_path)), "python", "-I") == f"{copy / '__init__.pyc'} {odds(KINGS)}\n"
