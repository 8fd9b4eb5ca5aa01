"""Simulation: the same deals for the same seed everywhere, none likelier than another, and the exact odds come out."""

from __future__ import annotations

import os
import random
from itertools import combinations, islice, product
from math import sqrt

import numpy as np
import pytest

from svara_eval import DECK, Odds, SvaraError, all_hands, odds, parse_hand, score
from svara_eval._odds import estimates

pytestmark = pytest.mark.compiled

DEALS = int(
    os.environ.get("SVARA_EVAL_DEALS", 10**6)
)  # of each hand against each number of opponents; 10**7 is the bar
BLOCK = 1 << 16
KINGS = "7♣ K♥ K♦"
ACES = "A♠ A♦ 10♣"
TWENTY = "Js Qs 8h"
FEW = ["7c 7d 7h", "8c 8d 8h", "7c Kc Ks", "9h 9s Qd", "Jc Jd Jh", "7d Qh Qs", "Kd Kh Ks", "7h 8s Jd"]
MORE = ["7s 8s Qc", "7c Qd Qh", "9h Jh Kh", "8d Jd Kd", "8c Qc Kc"]


def distances(simulated, exact):
    """How many standard errors the simulated counts that should be 20 at least are from what is exact."""
    found = []
    for count, whole in zip(simulated.counts, exact.counts, strict=True):
        expected = simulated.deals * whole / exact.deals
        if whole == exact.deals or whole == 0:
            assert count == expected
        elif expected >= 20:
            found.append(abs(count - expected) / sqrt(expected * (1 - whole / exact.deals)))
    return found


def mixed(hand, opponents, dead=""):
    """The exact odds where some opponents hold one of a list of hands: those of each choice of hands, added up."""
    gone = {*parse_hand(hand), *(card for card in DECK if card.code in dead.split())}
    columns = []
    lists = [one if isinstance(one, list) else [one] for one in opponents]
    for chosen in product(*lists):
        cards = [card for held in chosen if held and " " in held for card in parse_hand(held)]
        if len({*cards, *gone}) == len(cards) + len(gone):
            columns.append(odds(hand, chosen, dead=dead, exact=True).counts)
    counts = tuple(sum(column) for column in zip(*columns, strict=True))
    return Odds(counts, sum(counts), True)


def hands_of(points, live):
    """The hands among some cards that are worth so much, as texts."""
    return [" ".join(cards) for cards in combinations(live.split(), 3) if score(cards) in points]


# The same seed, the same deals ----------------------------------------------------------------------------------------

QUESTIONS = {
    "one": (KINGS, 1, ""),
    "one with a range": (ACES, ["20+"], "7c"),
    "two": (ACES, 2, ""),
    "five": (ACES, 5, "7c 8d"),
    "nine": (KINGS, 9, ""),
    "different ranges": (ACES, ["20+", "15-22", None], ""),
    "collections": (TWENTY, [FEW, MORE, None, "15-20"], "As"),
    "a known hand": (TWENTY, ["10c Jc 8d", None, FEW], ""),
}
GOLDEN = {
    "one": (99358, 510, 135),
    "one with a range": (69678, 2999, 27326),
    "two": (75044, 3036, 0, 21923),
    "five": (64150, 3063, 0, 0, 0, 0, 32790),
    "nine": (94332, 4308, 76, 2, 0, 0, 0, 0, 0, 0, 1285),
    "different ranges": (52131, 6583, 0, 0, 41289),
    "collections": (1516, 1395, 262, 0, 0, 96830),
    "a known hand": (0, 21723, 5000, 0, 73280),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_seed_gives_the_same_counts_on_every_platform(question):
    hand, opponents, dead = QUESTIONS[question]
    fare = odds(hand, opponents, dead=dead, exact=False, trials=100_003, rng=2026)
    assert (fare.counts, fare.deals) == (GOLDEN[question], 100_003)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("trials", [1, 3, BLOCK - 1, BLOCK, 20 * BLOCK + 12_345])
def test_a_seed_gives_the_same_counts_at_any_number_of_threads(question, trials):
    hand, opponents, dead = QUESTIONS[question]
    fares = {
        odds(hand, opponents, dead=dead, exact=False, trials=trials, rng=7, threads=threads) for threads in (1, 2, 3)
    }
    (fare,) = fares
    assert (fare.deals, sum(fare.counts), fare.exact) == (trials, trials, False)
    assert len(fare.counts) == 2 + (opponents if isinstance(opponents, int) else len(opponents))


def test_another_seed_gives_other_counts_and_no_seed_gives_any():
    def fare(rng):
        return odds(ACES, 3, exact=False, trials=50_000, rng=rng)

    assert len({fare(seed) for seed in range(10)}) == 10
    assert fare(None) != fare(None)


def test_a_generator_is_used_up_as_it_goes():
    fares = []
    for _ in range(2):
        generator = np.random.default_rng(5)
        fares.append([odds(ACES, 2, exact=False, trials=1000, rng=generator) for _ in range(3)])
    assert fares[0] == fares[1]
    assert len(set(fares[0])) == 3
    assert fares[0][0] == odds(ACES, 2, exact=False, trials=1000, rng=5)


def test_no_global_random_state_is_touched():
    before = random.getstate(), np.random.get_state()
    odds(ACES, 2, exact=False, trials=1000, rng=1)
    odds(ACES, 2, exact=False, trials=1000)
    after = random.getstate(), np.random.get_state()
    assert before[0] == after[0]
    assert all(np.array_equal(one, other) for one, other in zip(before[1], after[1], strict=True))


def test_estimates_get_better_and_the_last_is_the_answer():
    fares = list(estimates(ACES, 4, exact=False, trials=30 * BLOCK + 5, rng=3, threads=1))
    assert len(fares) == 4
    assert [fare.deals for fare in fares] == sorted({fare.deals for fare in fares})
    errors = [fare.std_error for fare in fares]
    assert errors == sorted(errors, reverse=True)
    assert min(errors) > 0
    assert fares[-1] == odds(ACES, 4, exact=False, trials=30 * BLOCK + 5, rng=3, threads=2)


def test_estimates_can_be_left_unfinished():
    first = next(iter(estimates(ACES, 4, exact=False, trials=10**9, rng=3)))
    assert 0 < first.deals < 10**8


# The exact odds come out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", range(4, 10))
def test_simulation_and_the_table_agree_on_a_hand_of_each_total(opponents):
    hands = {}
    for hand in all_hands():
        hands.setdefault(score(hand), hand)
    assert len(hands) == 24
    for hand in hands.values():
        fare = odds(hand, opponents, exact=False, trials=DEALS, rng=2026, threads=2)
        assert max(distances(fare, odds(hand, opponents)), default=0) <= 4, hand


@pytest.mark.parametrize(
    ("hand", "opponents", "dead"),
    [
        *((ACES, [None] * number, "") for number in range(1, 10)),
        *((TWENTY, [None] * number, "7c As 8d") for number in range(1, 9)),
        (ACES, ["20+"], ""),
        (ACES, ["8-11"], "7c"),
        (ACES, [FEW], ""),
        (ACES, ["20+", "15-22"], "9c"),
        (ACES, [FEW, None], ""),
        (TWENTY, [FEW, MORE], "As"),
        (TWENTY, [FEW, "21-23"], ""),
        (ACES, ["18-24"] * 3, "7c"),
        (ACES, ["15+"] * 4, ""),
        (TWENTY, ["8c 10d Qh", None, None], ""),
        (TWENTY, ["Kc 10d 8s", "15-23", None], ""),
        (KINGS, ["Ac Ad Ah"], ""),
        (KINGS, ["Ac Ad Ah", None], ""),
    ],
)
def test_simulation_and_counting_agree(hand, opponents, dead):
    exact = odds(hand, opponents, dead=dead, exact=True)
    fare = odds(hand, opponents, dead=dead, exact=False, trials=300_000, rng=11)
    assert max(distances(fare, exact), default=0) <= 4
    assert abs(fare.equity - exact.equity) <= 4 * fare.std_error + 20 / fare.deals  # what is rare may not have come up


@pytest.mark.parametrize(
    ("hand", "opponents", "dead"),
    [
        (TWENTY, [FEW, MORE, None], ""),
        (TWENTY, [FEW, MORE, None, None], "As"),
        ("10s Js As", [FEW, MORE, FEW], ""),
        (ACES, [MORE, None, "Kc Js 8h", FEW], ""),
        (TWENTY, [FEW, "20-24", "20-24"], "Ac"),
        (TWENTY, [MORE, None, None, None], "7d"),
    ],
)
def test_simulation_and_the_sum_over_all_choices_of_hands_agree(hand, opponents, dead):
    exact = mixed(hand, opponents, dead)
    assert exact.deals > 1
    fare = odds(hand, opponents, dead=dead, trials=300_000, rng=12)
    assert not fare.exact
    assert max(distances(fare, exact)) <= 4


def test_simulation_of_three_different_ranges_and_the_sum_over_their_hands_agree():
    live = "7c 7d 8c 9h Td Jd Js Qd As Kd"
    hand = "Ah Kh 8h"
    dead = " ".join(card.code for card in DECK if card.code not in f"{live} {hand}".split())
    values = sorted({score(cards) for cards in combinations(live.split(), 3)})
    ranges = {
        text: [points for points in values if low <= points <= high]
        for text, low, high in [("20+", 20, 34), ("15-18", 15, 18), ("8-19", 8, 19)]
    }
    exact = mixed(hand, [hands_of(points, live) for points in ranges.values()], dead)
    fare = odds(hand, list(ranges), dead=dead, trials=300_000, rng=13)
    assert not fare.exact
    assert max(distances(fare, exact)) <= 4


def test_one_opponents_hands_are_as_likely_as_they_should_be():
    seen = {}
    for hand in islice(all_hands(), 0, None, 331):
        exact, fare = odds(hand), odds(hand, exact=False, trials=1_000_000, rng=17)
        seen[hand] = max(distances(fare, exact), default=0)
    assert max(seen.values()) <= 4


def test_each_hand_of_a_collection_is_as_likely_where_hands_clash():
    """Of the two hands of one opponent one shares cards with two of the other's four: it is half as likely."""
    first, second = ["7d 7h 8c", "Qd Qh 8s"], ["7d Kc Kh", "7h Kc Kh", "Ac Ad Jh", "Ac Ad Js"]
    left = odds("8d 8h 10s", [first, second, "9c 9d 9h"], exact=True)
    assert left.deals == 2 + 4
    hero = "9c 10c Jd"  # worth less than 7♦ 7♥ 8♣ and the aces
    for opponents in ([first, second, None], [second, first, None]):
        exact = mixed(hero, opponents)
        assert max(distances(odds(hero, opponents, trials=400_000, rng=19), exact)) <= 4


# What is refused ------------------------------------------------------------------------------------------------------

ENDLESS = 10**12  # deals that nobody waits for: what is refused is refused before any work


@pytest.mark.parametrize(
    ("opponents", "options", "message"),
    [
        (1, {"trials": 0}, "^trials is 0; a simulation needs at least one$"),
        (1, {"trials": -5}, "^trials is -5; a simulation needs at least one$"),
        ([None, "20+", "15-22"], {"trials": 0, "exact": None}, "^trials is 0; a simulation needs at least one$"),
        (1, {"threads": 0}, "^threads is 0; a simulation needs at least one$"),
        (9, {"dead": "8c 9c 10c"}, "^9 unknown opponents need 27 cards; 26 are left$"),
        (["34", None, "15+"], {"dead": "7d 7h"}, "^opponent 1 can hold no hand of 34 to 34 points"),
        ([None, ["7c 7d 7h"], "15+"], {"dead": "7d"}, "^opponent 2 can hold no hand of his collection"),
        ([["7c 7d 7h"]] * 2, {}, "^there is no deal in which the opponents hold such hands$"),
        ([["7c 7d 7h"]] * 3, {}, "^there is no deal in which the opponents hold such hands$"),
        ([["7c 7d 7h"], None, "34", "15+"], {"dead": "7s"}, "^there is no deal in which the opponents hold such"),
        (["34", "34", "15+"], {}, "^there is no deal in which the opponents hold such hands$"),
        ([["7c 8d 9h", "7d 8d 9h"], ["7c 7d 8h"], ["8h Qc Jc", "7c Qc Jc"]], {}, "^there is no deal in which"),
    ],
)
def test_every_impossible_simulation_is_refused_before_any_work(opponents, options, message):
    with pytest.raises(SvaraError, match=message):
        odds("Q♠ K♥ K♦", opponents, **{"trials": ENDLESS, "exact": False} | options)


def test_hands_that_hardly_ever_fit_together_are_an_error_and_not_an_endless_loop():
    clash = [hand for hand in all_hands() if 0 in hand]
    others = [["8c 8d 8h", *clash], ["9c 9d 9h", *clash], ["Jc Jd Jh", *clash]]
    with pytest.raises(SvaraError, match="hardly ever fit together"):
        odds("Q♠ K♥ K♦", [["7c 7d 7h"], *others], trials=ENDLESS)


def test_a_simulation_of_known_hands_only_has_one_outcome():
    assert odds(KINGS, ["As Ad 10c"], exact=False, trials=70_000, rng=1) == Odds((70_000, 0, 0), 70_000, False)


def test_the_standard_error_is_that_of_many_simulations():
    exact = odds(ACES, 5).equity
    shares = [odds(ACES, 5, exact=False, trials=2000, rng=seed) for seed in range(400)]
    spread = sqrt(sum((fare.equity - exact) ** 2 for fare in shares) / len(shares))
    assert spread == pytest.approx(shares[0].std_error, rel=0.15)


def test_seven_and_nine_opponents_with_wide_ranges_are_dealt_together():
    """Hands drawn one by one would hardly ever fit; dealt together nearly all hold a hand of their range."""
    for opponents in (7, 9):
        fare = odds(ACES, [f"8-{most}" for most in range(34, 34 - opponents, -1)], trials=20_000, rng=1)
        assert fare.deals == 20_000
        assert fare.win < odds(ACES, ["8-26"] * 4).win


def test_ranges_may_be_an_array_of_texts():
    assert odds(ACES, np.array(["20+", "31"])) == odds(ACES, ["20+", "31"])
