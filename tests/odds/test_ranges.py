"""Ranges of points, collections and weights, of the hero and the opponents, against dealing every deal."""

from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import lcm, sqrt

import numpy as np
import pytest
import second_scorer

from svara_eval import DECK, Card, DuplicateCardError, Odds, SvaraError, all_hands, odds, parse_hand, range_points
from svara_eval._odds import many, simulation

HANDS = [(a, b, c) for c in range(32) for b in range(c) for a in range(b)]  # in index order
WORTH = {
    hand: second_scorer.points(tuple(second_scorer.RANKS[card // 4] + second_scorer.SUITS[card % 4] for card in hand))
    for hand in HANDS
}
POINTS = np.array([WORTH[hand] for hand in HANDS])
TOTALS = sorted(set(WORTH.values()))
ACES = "A♠ A♦ 10♣"


@pytest.fixture(autouse=True)
def _compiled_backend(request, monkeypatch):
    """Tests that need the compiled modules use them, whichever backend the environment chose."""
    if request.node.get_closest_marker("compiled"):
        monkeypatch.setattr(many, "BACKEND", "cython")
        monkeypatch.setattr(simulation, "BACKEND", "cython")


def refused(question, *arguments, **options):
    """The type and the whole message of the error that a question raises."""
    with pytest.raises((ValueError, TypeError)) as caught:
        question(*arguments, **options)
    return caught.type, str(caught.value)


# Ranges of points -----------------------------------------------------------------------------------------------------


FORMS = "'20+', '15-22', '31' or 'top 20%'"


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("31", [31]),
        ("15-17", [15, 16, 17]),
        ("10-16", [10, 11, 15, 16]),
        ("33+", [33, 34]),
        ("31+, 22", [22, 31, 32, 33, 34]),
        (" 22 ,31+,8-9 ", [8, 9, 22, 31, 32, 33, 34]),
        ("22, 20-23, 22", [20, 21, 22, 23]),
        ("0-99", TOTALS),
        ("top 100%", TOTALS),
        ("top 20%", range(22, 35)),
        ("top20%", range(22, 35)),
        ("Top 20 %", range(22, 35)),
        ("20 +", range(20, 35)),
        ("15 - 22", range(15, 23)),
        ("top 0.01%", [34]),
        ("top 0.1%, 8", [8, 34]),
    ],
)
def test_a_range_is_written_as_players_write_it(text, points):
    assert range_points(text) == tuple(points)


def test_the_top_hands_are_the_highest_totals_that_are_at_most_that_share_of_all_and_at_least_one_total():
    hands = Counter(WORTH.values())
    for percent in (Fraction(number, 4) for number in range(1, 401)):
        found = range_points(f"top {float(percent)}%")
        count = sum(hands[total] for total in found)
        assert found == tuple(TOTALS[-len(found) :])
        assert count * 100 <= percent * 4960 or found == (34,)
        if len(found) < len(TOTALS):
            assert (count + hands[TOTALS[-len(found) - 1]]) * 100 > percent * 4960


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12-14", "no hand scores '12-14'; hands score 8 to 11 and 15 to 34"),
        ("20+, 13", "no hand scores '13'; hands score 8 to 11 and 15 to 34"),
        ("20+, ", f"'' is not a range of points; write {FORMS}"),
        ("20-", f"'20-' is not a range of points; write {FORMS}"),
        ("2 0+", f"'2 0+' is not a range of points; write {FORMS}"),
        ("15%", "'15%' is not a range of points; write 'top 15%'"),
        ("22-15", f"'22-15' has the higher points first; write {FORMS}"),
        ("12,5%", f"'12,5%' has a decimal comma; write {FORMS}, with a point as in 'top 12.5%'"),
        ("top 12,5 %", f"'top 12,5 %' has a decimal comma; write {FORMS}, with a point as in 'top 12.5%'"),
        ("7c Kh Kd", f"'7c kh kd' is not a range of points; write {FORMS}"),
        *(
            (text, f"{text!r} is not a share of the hands; write 'top 20%' (above 0%, up to 100%)")
            for text in ("top 0%", "top 100.1%", "top 20", "top -5%", "top 1e1%", "top %", "top 5.%.", "top ٢%")
        ),
    ],
)
def test_a_range_of_points_that_hands_never_have_is_refused(text, message):
    assert refused(range_points, text) == (SvaraError, message)
    if " Kh" not in text:
        assert refused(odds, ACES, [text]) == (SvaraError, f"opponent 1, read as a range of points: {message}")
        assert refused(odds, text, 2) == (SvaraError, f"the hand, read as a range of points: {message}")


def test_a_range_of_points_is_a_string():
    assert refused(range_points, 20) == (TypeError, "a range of points must be a string, not 20 of type int")


# One opponent: all pairs of hands -------------------------------------------------------------------------------------


def numbers_of(player, gone=()):
    """The weights of the 4960 hands in index order, without those that hold a card that is gone."""
    if isinstance(player, dict):
        weights = {tuple(sorted(parse_hand(hand))): weight for hand, weight in player.items()}
    elif isinstance(player, list):
        weights = dict.fromkeys((tuple(sorted(parse_hand(hand))) for hand in player), 1)
    else:
        points = TOTALS if player in (None, "any") else range_points(player)
        weights = {hand: 1 for hand in HANDS if WORTH[hand] in points}
    return np.array([0 if {*hand} & {*gone} else weights.get(hand, 0) for hand in HANDS], object)


def pairs(hero, opponent):
    """The counts against one opponent, from all pairs of hands that share no card."""
    holds = np.zeros((4960, 32), np.float32)
    holds[np.arange(4960)[:, None], HANDS] = 1
    apart = holds @ holds.T == 0
    counts = [0, 0, 0]
    for place in np.flatnonzero(hero):
        for number, outcome in enumerate((POINTS < POINTS[place], POINTS == POINTS[place], POINTS > POINTS[place])):
            counts[number] += hero[place] * sum(opponent[outcome & apart[place]])
    return tuple(counts)


def drawn(seed, hands, weight):
    """A mapping of random hands to random weights."""
    chosen = random.Random(seed)
    return {hand: weight(chosen) for hand in chosen.sample([*all_hands()], hands)}


PLAYERS = [
    ("20+", "15-22", ""),
    ("31+, 22", "top 20%", "7d Ah"),
    ("any", "20+", "7c"),
    ("34", "8-11, 30", ""),
    (["7♣ K♥ K♦", "A♠ A♦ 10♣", "8c 9c Tc"], "20+", "Ac"),
    (drawn(1, 300, lambda chosen: chosen.randrange(5)), "any", ""),
    ("19+", drawn(2, 1000, lambda chosen: chosen.randrange(1, 10**6)), "Kc"),
    (drawn(3, 400, lambda chosen: chosen.getrandbits(120)), drawn(4, 400, lambda chosen: chosen.getrandbits(61)), ""),
]


@pytest.mark.parametrize(("hero", "opponent", "dead"), PLAYERS)
def test_a_range_against_one_opponent_agrees_with_all_pairs_of_hands(hero, opponent, dead):
    gone = [int(Card(card)) for card in dead.split()]
    weights = numbers_of(hero, gone), numbers_of(opponent, gone)
    expected = pairs(*weights)
    answer = odds(hero, [opponent], dead=dead)
    assert answer.exact
    assert {type(count) for count in answer.counts} == {int}
    scale = Fraction(sum(expected), answer.deals)  # weights are divided by what they have in common
    assert tuple(scale * count for count in answer.counts) == expected


@pytest.mark.parametrize(
    ("weights", "whole"),
    [
        ((1, 2, 3), (1, 2, 3)),
        ((10, 20, 30), (1, 2, 3)),
        ((0.5, 0.25, 0.25), (2, 1, 1)),
        ((Fraction(1, 3), Fraction(1, 2), 1), (2, 3, 6)),
        ((Decimal("0.1"), Decimal("0.2"), Fraction(3, 10)), (1, 2, 3)),
        (
            (0.1, 0.2, 0.3),
            tuple(lcm(*(w.as_integer_ratio()[1] for w in (0.1, 0.2, 0.3))) * Fraction(w) for w in (0.1, 0.2, 0.3)),
        ),
        ((np.float32(0.5), np.int8(3), np.uint64(2**63)), (1, 6, 2**64)),
        ((0, 0, 7), (0, 0, 1)),
        ((1e-300, 1e300, 1), None),
        ((10**400, 1, 0.0), (10**400, 1, 0)),
    ],
)
def test_weights_are_exact_proportions(weights, whole):
    """The hands lose, tie and win against the hero, so the counts are the weights."""
    hands = ["7d 8h 9s", "Ac Ah 9d", "7c Kh Kd"]
    answer = odds(ACES, [dict(zip(hands, weights, strict=True))])
    exact = [Fraction(int(weight) if isinstance(weight, np.integer) else weight) for weight in map(_plain, weights)]
    assert [Fraction(count, answer.deals) for count in answer.counts] == [weight / sum(exact) for weight in exact]
    if whole:
        common = np.gcd.reduce([int(number) for number in whole]) if max(whole) < 2**62 else 1
        assert answer.counts == tuple(int(number) // int(common) for number in whole)


def _plain(number):
    return number.item() if isinstance(number, np.generic) else number


def test_equal_weights_are_a_collection_and_a_weight_of_zero_leaves_a_hand_out():
    hands = ["7d 8h 9s", "Ac Ah 9d", "7c Kh Kd"]
    assert odds(ACES, [dict.fromkeys(hands, 0.3)]) == odds(ACES, [hands])
    assert odds(ACES, [{hands[0]: 1, hands[1]: 0, hands[2]: 1}, None]) == odds(ACES, [[hands[0], hands[2]], None])
    assert odds(hands, 1) == odds(dict.fromkeys(hands, 7), 1)


def test_the_odds_of_a_range_are_the_mean_over_its_hands_weighted_by_their_deals():
    for opponents in (1, 2, 5, [None, "20+"]):
        each = [odds(hand, opponents) for hand in HANDS if WORTH[hand] in (33, 34)]
        answer = odds("33+", opponents)
        assert answer.deals == sum(one.deals for one in each)
        assert answer.counts == tuple(map(sum, zip(*(one.counts for one in each), strict=True)))


def test_all_hands_against_all_hands_win_their_share():
    for opponents in (1, 2, 9):
        answer = odds("any", opponents)
        share = sum(Fraction(count, tied + 1) for tied, count in enumerate(answer.counts[:-1])) / answer.deals
        assert share == Fraction(1, opponents + 1)


# More opponents: all deals of a few cards -----------------------------------------------------------------------------

LIVE = "7c 7d 8h 8s 9h Td Jd Js Qd Kd Ac As"
SOME = {"7c 7d Ac": 3, "7c Jd Js": 1, "8h 8s 9h": 2, "Td Jd Qd": 5, "Ac As Js": 1, "Td Jd 9h": 4}
HALVES = {"7c Ac As": 0.5, "9h Td Jd": 1.5, "8h 8s Ac": 0.25, "7d 8h 8s": 3, "Jd Js Qd": 0.75}


def every_deal(hero, opponents, live):
    """The counts, from dealing every deal."""
    cards = [int(Card(card)) for card in live.split()]
    gone = {*range(32)} - {*cards}
    if isinstance(hero, str) and len(hero) > 7:  # a hand, whose cards are not among the live ones
        hero = {tuple(sorted(parse_hand(hero))): 1}
    else:
        hero = {hand: weight for hand, weight in zip(HANDS, numbers_of(hero, gone), strict=True) if weight}
    players = [
        {hand: weight for hand, weight in zip(HANDS, numbers_of(player, gone), strict=True) if weight}
        for player in opponents
    ]
    counts = [0] * (len(opponents) + 2)

    def deal(left, number, points, best, ties, times):
        if number == len(players):
            counts[-1 if best > points else ties] += times
            return
        for hand in combinations(left, 3):
            if weight := players[number].get(hand):
                rest = [card for card in left if card not in hand]
                more = WORTH[hand]
                deal(rest, number + 1, points, max(best, more), ties + (more == points), times * weight)

    for hand, weight in hero.items():
        deal([card for card in cards if card not in hand], 0, WORTH[hand], 0, 0, weight)
    return counts


@pytest.mark.parametrize(
    ("hero", "opponents"),
    [
        ("20+", [None, None]),
        ("20+, 9", ["15-22", "top 20%"]),
        (SOME, [None, HALVES]),
        (HALVES, [SOME, SOME]),
        ([*SOME], ["20+", HALVES]),
        ("Kc Kh Ks", [SOME, HALVES]),
        pytest.param("20+", [None] * 3, marks=pytest.mark.compiled),
        pytest.param(SOME, ["15+"] * 3, marks=pytest.mark.compiled),
        pytest.param("16-24", [HALVES, None, None], marks=pytest.mark.compiled),
        pytest.param(HALVES, ["15+, 9", "22+", "15+, 9"], marks=pytest.mark.compiled),
        pytest.param("Kc 9c 8d", [SOME, None, None], marks=pytest.mark.compiled),
        pytest.param("Ah Ad 8d", ["top 20%", None, None], marks=pytest.mark.compiled),
        pytest.param("Ah Ad 8d", ["15+, 9", SOME, "15+, 9"], marks=pytest.mark.compiled),
        pytest.param("Ah Ad 8d", ["15+, 9"] * 3, marks=pytest.mark.compiled),
        pytest.param("Ah 8d 9c", [None, "20+", None, None], marks=pytest.mark.compiled),
    ],
)
def test_ranges_and_weights_agree_with_dealing_every_deal(hero, opponents):
    taken = [] if hero in ("20+", "20+, 9", "16-24") or not isinstance(hero, str) else hero.split()
    dead = [card.code for card in DECK if card.code not in LIVE.split() + taken]
    expected = every_deal(hero, opponents, LIVE)
    answer = odds(hero, opponents, dead=dead)
    scale = Fraction(sum(expected)) / answer.deals
    assert answer.exact
    assert sum(expected) > 0
    assert [scale * count for count in answer.counts] == expected
    assert odds(hero, opponents[::-1], dead=dead, exact=True) == answer


@pytest.mark.compiled
@pytest.mark.parametrize("dead", ["", "7c 8d"])
@pytest.mark.parametrize("others", [2, pytest.param(8, marks=pytest.mark.proof)])
@pytest.mark.parametrize("hand", [ACES, "8c 9d Th"])
def test_the_odds_with_one_opponent_unlike_the_others_are_the_sum_over_that_opponents_hands(hand, others, dead):
    """Each of their hands, as a known one, against the others; and a range of all hands is no range."""
    others -= others == 8 and bool(dead)
    gone = {*parse_hand(hand), *map(Card, dead.split())}
    chosen = random.Random(others).sample([held for held in all_hands() if not gone & {*held}], 15)
    weights = {held: number for number, held in enumerate(chosen, 1)}
    shown = [
        [n * count for count in odds(hand, [held, *[None] * others], dead=dead).counts] for held, n in weights.items()
    ]
    assert odds(hand, [weights, *[None] * others], dead=dead).counts == tuple(map(sum, zip(*shown, strict=True)))
    everything = dict.fromkeys(all_hands(), 1)
    assert odds(hand, [everything, *[None] * others], dead=dead) == odds(hand, others + 1, dead=dead)


def test_known_opponents_and_a_range_of_the_hero_add_up():
    known = "Ac Kh 9s"  # 11 points
    each = [
        odds(hand, [known, "20+"]) for hand in HANDS if WORTH[hand] in (11, 9) and not {*hand} & {*parse_hand(known)}
    ]
    answer = odds("9, 11", [known, "20+"])
    assert answer.counts == tuple(map(sum, zip(*(one.counts for one in each), strict=True)))
    alone = odds("9, 11", [known])
    assert alone.counts[0] == 0
    assert alone.deals == len(each)


# Simulation -----------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("hero", "opponents", "dead"),
    [
        ("20+", ["15-22"], ""),
        ("20+", 3, "7c"),
        ("any", 9, ""),
        (SOME, [None, HALVES], ""),
        ("15-22", ["Ac Kh 9s", "20+"], "8d"),
        (ACES, [drawn(5, 500, lambda chosen: chosen.random())], ""),
        (ACES, [drawn(6, 500, lambda chosen: chosen.randrange(4)), None, None, None], "Kc"),
        (drawn(7, 100, lambda chosen: chosen.random()), ["15+", "15+", "15+"], ""),
        pytest.param(
            "18+",
            [drawn(8, 100, lambda chosen: 10.0 ** chosen.randrange(-2, 3)), "20+"],
            "7d 7h",
            marks=pytest.mark.proof,
        ),
    ],
)
def test_simulation_and_counting_agree_on_ranges_and_weights(hero, opponents, dead):
    exact = odds(hero, opponents, dead=dead, exact=True)
    answer = odds(hero, opponents, dead=dead, exact=False, trials=200_000, rng=11)
    assert (answer.deals, answer.exact, len(answer.counts)) == (200_000, False, len(exact.counts))
    for found, count in zip(answer.counts, exact.counts, strict=True):
        share = count / exact.deals
        expected = share * answer.deals
        assert found == expected if share in (0, 1) else abs(found - expected) <= 4 * sqrt(expected * (1 - share)) + 5
    assert answer == odds(hero, opponents, dead=dead, exact=False, trials=200_000, rng=11, threads=2)


@pytest.mark.compiled
def test_three_players_with_weights_are_simulated_right():
    hero = "Kc 9c 8d"
    dead = [card.code for card in DECK if card.code not in [*LIVE.split(), *hero.split()]]
    opponents = [SOME, HALVES, "15+"]
    expected = every_deal(hero, opponents, LIVE)
    answer = odds(hero, opponents, dead=dead, trials=200_000, rng=3)
    assert not answer.exact
    for found, count in zip(answer.counts, expected, strict=True):
        share = float(count / sum(expected))
        assert abs(found - 200_000 * share) <= 4 * sqrt(200_000 * share * (1 - share)) + 1e-6


# Text, and what is refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("QcJc8d|QdJd8c", ["QcJc8d", "QdJd8c"]),
        (" Q♣ J♣ 8♦ | Qd Jd 8c ", ["QcJc8d", "QdJd8c"]),
        ("QcJc8d: 2 | QdJd8c: 1", {"QcJc8d": 2, "QdJd8c": 1}),
        ("QcJc8d:1/2|QdJd8c:0.25|7c 7d 7h", {"QcJc8d": 2, "QdJd8c": 1, "7c7d7h": 4}),
    ],
)
def test_a_string_can_list_hands_and_weights(text, meaning):
    assert odds(ACES, [text, "20+"]) == odds(ACES, [meaning, "20+"])
    assert odds(text, 1) == odds(meaning, 1)


def test_a_string_can_weight_ranges_of_points():
    ranges = {22: Fraction(35, 100)} | dict.fromkeys(range(23, 35), 1)
    weights = {hand: ranges[points] for hand, points in WORTH.items() if points in ranges}
    for text in ("23+:1, 22:0.35", "22 : 7/20 ,23 + : 1"):
        assert odds(ACES, [text]) == odds(ACES, [weights])
        assert odds(text, 1) == odds(weights, 1)
    assert odds(ACES, [{"23+": 1, "22": Decimal("0.35")}]) == odds(ACES, [weights])


def test_any_is_read_in_any_case():
    assert odds(ACES, ["ANY", " Any "]) == odds(ACES, 2)
    assert odds("Any", 1) == odds("any", 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("23+:1, 22", "range 2: '22' has no weight; write '23+: 1, 22: 0.35'"),
        ("23+:1, 22:x", "weight 2 must be a number like 2, 0.5 or 1/2, not 'x'"),
        ("23+:1, 22:-1", "weight 2 must be a number like 2, 0.5 or 1/2, not '-1'"),
        ("20-:1", f"range 1: '20-' is not a range of points; write {FORMS}"),
    ],
)
def test_a_weighted_range_that_cannot_be_read_is_refused(text, message):
    assert refused(odds, ACES, [text]) == (SvaraError, f"opponent 1, read as ranges with weights, {message}")


def test_points_in_two_weighted_ranges_are_refused():
    words = "opponent 1, read as ranges with weights: 23 to 24 points are in two ranges"
    assert refused(odds, ACES, ["23+:1, 22-24:2"]) == (SvaraError, words)


@pytest.mark.parametrize("weight", [Decimal("1E+999999999"), Decimal("1E-999999999"), 10**401, Fraction(1, 10**401)])
def test_a_weight_of_more_than_400_digits_is_refused_at_once(weight):
    kind, text = refused(odds, ACES, [{"8c 9c Tc": 1, "8d 9d Td": weight}])
    assert kind is SvaraError
    assert text.startswith(f"{MAPPING}, weight 2 is ")
    assert "has more than 400 digits; weights count in proportion" in text


def test_weights_whose_common_denominator_grows_with_their_number_are_refused():
    weights = {hand: Fraction(1, 10**20 + 2 * number + 1) for number, hand in enumerate(HANDS[:1000])}
    words = "the common denominator of the weights has more than 400 digits; round them"
    assert refused(odds, ACES, [weights]) == (SvaraError, f"{MAPPING}: {words}")


@pytest.mark.parametrize("small", [5e-324, 1e-300, Decimal("1e-390")])
def test_weights_beyond_the_reach_of_a_float_have_equity(small):
    """The first hand loses to the hero and the second ties, so their weights are the counts."""
    answer = odds(ACES, [{"7d 8h 9s": small, "Ac Ah 9d": 1}])
    assert (answer.win, answer.tie, answer.equity, answer.ev(10, 1)) == (float(small), 1.0, 0.5, 4.5)
    assert str(answer) == "wins 0.00%, ties 100.00%, loses 0.00%; equity 0.5000, exact"


def test_two_opponents_with_tiny_weights_have_equity():
    tiny = {"7d 8h 9s": 1e-160, "8h 9d Js": 1e-160}, {"7h 8d 9c": 1e-160, "8s 9h Jc": 3e-160}
    assert odds(ACES, tiny).equity == 1.0


def test_the_standard_error_is_exact_arithmetic_divided_once():
    assert Odds((50, 42, 8), 100, False).std_error == pytest.approx(sqrt((0.5 + 0.42 / 4 - 0.71**2) / 100), rel=1e-15)


@pytest.mark.parametrize(
    ("hero", "opponents", "ranges"),
    [
        (ACES, ["top 15%"], ("top 15% is 23 to 34 points, 10.67% of all hands",)),
        (ACES, ["Top 0.01%: 1, 22: 2"], ("Top 0.01% is 34 points, 0.08% of all hands",)),
        (
            "22, top 1%",
            ["top 15%", "top 15%"],
            ("top 1% is 32 to 34 points, 0.60% of all hands", "top 15% is 23 to 34 points, 10.67% of all hands"),
        ),
        ("top 100%", 3, ("top 100% is 8 to 34 points, 100.00% of all hands",)),
        (ACES, ["20+", ["Qc Jc 8d"]], ()),
    ],
)
def test_odds_state_the_points_of_a_share_of_the_hands(hero, opponents, ranges):
    answer = odds(hero, opponents)
    assert answer.ranges == ranges
    assert str(answer).splitlines()[1:] == [*ranges]
    assert eval(repr(answer)) == answer
    assert ("ranges=" in repr(answer)) == bool(ranges)


@pytest.mark.compiled
def test_simulated_odds_state_the_points_of_a_share_of_the_hands():
    answer = odds(ACES, ["top 15%"], exact=False, trials=1000, rng=1)
    assert str(answer).endswith(" after 1,000 random deals\ntop 15% is 23 to 34 points, 10.67% of all hands")


MAPPING = "opponent 1, read as a mapping of hands to weights"


@pytest.mark.parametrize(
    ("weights", "error", "message"),
    [
        ({}, SvaraError, "it must have 1 to 4960 hands, not 0"),
        ({"8c 9c Tc": 0, "8d 9d Td": 0.0}, SvaraError, "all weights are 0; at least one must be positive"),
        ({"8c 9c Tc": 1, "8d 9d Td": -1}, SvaraError, "weight 2 must be at least 0, not -1"),
        ({"8c 9c Tc": -0.5}, SvaraError, "weight 1 must be at least 0, not -0.5"),
        ({"8c 9c Tc": float("nan")}, SvaraError, "weight 1 must be a finite number, not nan"),
        ({"8c 9c Tc": float("inf")}, SvaraError, "weight 1 must be a finite number, not inf"),
        ({"8c 9c Tc": Decimal("inf")}, SvaraError, "weight 1 must be a finite number, not Decimal('Infinity')"),
        ({"8c 9c Tc": True}, TypeError, "weight 1 must be a number, not True of type bool"),
        ({"8c 9c Tc": None}, TypeError, "weight 1 must be a number, not None of type NoneType"),
        ({"8c 9c Tc": "2"}, TypeError, "weight 1 must be a number, not '2' of type str"),
        ({"8c 9c Tc": 1j}, TypeError, "weight 1 must be a number, not 1j of type complex"),
        ({"8c 9c Tc": 1, "Tc 9c 8c": 2}, SvaraError, "8♣ 9♣ 10♣ is given twice"),
        ({"8c 9c": 1}, SvaraError, "hand 1: a hand is three cards, not 2 ('8c 9c')"),
        ({5: 1}, TypeError, "hand 1: a hand must be a string or an iterable of three cards, not 5 of type int"),
    ],
)
def test_invalid_weights_are_refused(weights, error, message):
    kind, text = refused(odds, ACES, [weights])
    assert issubclass(kind, error)
    assert text == f"{MAPPING}{', ' if message[:4] in ('hand', 'weig') else ': '}{message}"


@pytest.mark.parametrize("weight", ["", "x", "-1", "1/0", "nan", "1e999999999", "1" * 80])
def test_a_string_whose_weight_is_not_a_number_is_refused(weight):
    kind, text = refused(odds, ACES, [f"8d9dTd | 8c9cTc:{weight}"])
    assert kind is SvaraError
    words = "opponent 1, read as hands with weights, weight 2 must be a number like 2, 0.5 or 1/2, not "
    assert text.startswith(f"{words}'{weight[:5]}")


HELD = "holds a card that is dead or in another player's hand"
UNFIT = "the players' hands do not fit together: whichever they hold, two of them share a card"


@pytest.mark.parametrize(
    ("hero", "opponents", "dead", "message"),
    [
        ("34", 1, "7c 7d", f"the hand: every hand with 34 points {HELD}"),
        (
            ["7c 7d 7h"],
            1,
            "7c",
            f"the hand: every hand in the collection {HELD}",
        ),
        pytest.param("34", ["34"], "", UNFIT, marks=pytest.mark.compiled),  # the simulation is asked, too
        pytest.param("34", ["34", None], "", UNFIT, marks=pytest.mark.compiled),
        ("20+", 9, "7c 7d 7h", "the hand needs 3 cards and the unknown opponents 27; 29 are left"),
    ],
)
def test_a_range_of_the_hero_that_cannot_be_dealt_is_refused(hero, opponents, dead, message):
    for exact in (None, False):
        assert refused(odds, hero, opponents, dead=dead, exact=exact) == (SvaraError, message)


def test_a_hand_that_is_not_a_range_is_refused_in_the_words_of_the_scorer():
    for hand in ("7c Kh", "7c Kh Kh", None, [0, 1, 32], 5, b"7cKhKd"):
        assert refused(odds, hand, 2) == refused(parse_hand, hand)
    assert refused(odds, ["7c Kh Kd", "7c 7c Kd"], 1) == (
        DuplicateCardError,
        "the hand, read as a collection of hands, hand 2: 7♣ is given twice (card 1 and card 2 of 7♣ 7♣ K♦); each card "
        "exists once",
    )


def test_iterators_of_hands_are_read_once():
    hands = [("7c", "Kh", "Kd"), "As Ad 10c"]
    assert odds(iter(hands), 3) == odds(hands, 3) == odds(tuple(hands), 3) == odds({hands[0], hands[1]}, 3)
    assert odds(hands, 3) == Odds(
        tuple(map(sum, zip(*(odds(hand, 3).counts for hand in hands), strict=True))), 2 * odds(ACES, 3).deals, True
    )
