"""Simulated odds: the same deals for the same seed everywhere, all equally likely, and in agreement with exact odds."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice, product
from math import prod, sqrt

import numpy as np
import pytest
from ctrl_c import ends_early
from streams import WORD, Stream, rotated

from svara_eval import DECK, Odds, SvaraError, all_hands, odds, parse_hand, score
from svara_eval._backend import compiled
from svara_eval._odds import many, simulation

pytestmark = pytest.mark.compiled

# Of each hand against each number of opponents; the proof takes 10**7.
DEALS = int(os.environ.get("SVARA_EVAL_DEALS", 250_000))
BLOCK = 1 << 16
KINGS = "7♣ K♥ K♦"
ACES = "A♠ A♦ 10♣"
TWENTY = "Js Qs 8h"
FEW = ["7c 7d 7h", "8c 8d 8h", "7c Kc Ks", "9h 9s Qd", "Jc Jd Jh", "7d Qh Qs", "Kd Kh Ks", "7h 8s Jd"]
MORE = ["7s 8s Qc", "7c Qd Qh", "9h Jh Kh", "8d Jd Kd", "8c Qc Kc"]


@pytest.fixture(autouse=True)
def _compiled_backend(monkeypatch):
    """The compiled modules, whichever backend the environment chose."""
    monkeypatch.setattr(many, "BACKEND", "cython")
    monkeypatch.setattr(simulation, "BACKEND", "cython")


def distances(simulated, exact):
    """How many standard errors the simulated counts that should be at least 20 are from the exact ones."""
    found = []
    for count, whole in zip(simulated.counts, exact.counts, strict=True):
        expected = simulated.deals * whole / exact.deals
        if whole == exact.deals or whole == 0:
            assert count == expected
        elif expected >= 20:
            found.append(abs(count - expected) / sqrt(expected * (1 - whole / exact.deals)))
    return found


def mixed(hand, opponents, dead=""):
    """The exact odds if some opponents hold one of a list of hands: the sum over all choices of hands."""
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
    """The hands from some cards that score certain points, as strings."""
    return [" ".join(cards) for cards in combinations(live.split(), 3) if score(cards) in points]


# The random numbers, in Python ----------------------------------------------------------------------------------------


def state_that_draws(bits):
    """A state whose first draw is given."""
    return [1, 2, 3, (rotated((bits - 1) & WORD, 41) - 1) & WORD]


def seed_of(state, block):
    """The seed whose stream for a block starts in a state: SplitMix64 backwards."""

    def unshifted(word, by):
        found = word
        for _ in range(64 // by):
            found = word ^ found >> by
        return found

    seed = []
    for number, word in enumerate(state):
        word = unshifted(word, 31) * pow(0x94D049BB133111EB, -1, 2**64) & WORD
        word = unshifted(word, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & WORD
        seed.append((unshifted(word, 30) - (4 * block + number + 1) * 0x9E3779B97F4A7C15) & WORD)
    return seed


def draws_at_the_bound(product):
    """The draws with the largest rejected and the smallest accepted remainder, as far as those exist."""
    twos = (product & -product).bit_length() - 1
    odd, step = product >> twos, 1 << twos
    bound = 2**64 % product
    edges = {(bound - 1) // step * step, 0, -(-bound // step) * step}
    return [edge // step * pow(odd, -1, 2**64 // step) % (2**64 // step) for edge in sorted(edges)]


@pytest.mark.parametrize("players", range(1, 11))
def test_deals_follow_the_definition_and_draws_are_rejected_only_for_a_reason(players):
    """The first draws of a deal include those just inside and just outside the bound of rejection."""
    first = (3 * players - 1) % 8 + 1 if players < 3 else 8
    states = [[random.Random(seed).getrandbits(64) for _ in range(4)] for seed in range(5)]
    states += map(state_that_draws, draws_at_the_bound(prod(range(32, 32 - first, -1))))
    for state in states:
        found = bytearray(2 * 3 * players)
        compiled("_arrays._deals").fill_deals(state, found, players)
        stream, deck, expected = Stream(state), list(range(32)), []
        for _ in range(2):
            left = 32
            while left > 32 - 3 * players:
                count = 8 if left - 8 > 32 - 3 * players else left - 32 + 3 * players
                expected += stream.deal(deck, left, count)
                left -= count
        assert list(found) == expected


@pytest.mark.parametrize("hands", [1, 2, 3, 7, 100, 2925, 3654, 4960])
def test_one_simulated_opponent_draws_by_the_definition(hands):
    """A draw gives four hands, or one for the last three deals. Some states begin even, some draws are at a bound."""
    module = compiled("_odds._simulation")
    outcomes = [(1, 1 << 32, 0)[number % 3] for number in range(hands)]
    packed = np.array(outcomes, np.uint64).tobytes()
    seeds = [([random.Random(seed).getrandbits(64) for _ in range(4)], 3, 23) for seed in range(12)]
    for bounds, deals in ((hands**4, 5), (hands, 1)):
        seeds += [(seed_of(state_that_draws(bits), 5), 5, deals) for bits in draws_at_the_bound(bounds)]
    for seed, block, deals in seeds:
        stream = Stream.of_block(seed, block)
        drawn = [place for _ in range(deals // 4) for place in stream.below(*[hands] * 4)]
        drawn += [stream.below(hands)[0] for _ in range(deals % 4)]
        expected = [sum(outcomes[place] == outcome for place in drawn) for outcome in (1, 1 << 32, 0)]
        assert module.simulate_one(packed, seed, block, deals) == expected


@pytest.mark.parametrize("free", range(2, 10))
def test_simulated_opponents_are_dealt_by_the_definition(free):
    """Two hands from each draw, until one beats the hero."""
    deck = bytes(card for card in range(32) if card not in (4, 17, 30))
    seed = [random.Random(free).getrandbits(64) for _ in range(4)]
    stream, expected = Stream.of_block(seed, 9), [0] * (free + 2)
    for _ in range(300):
        cards, left, ties, beaten = list(deck), len(deck), 0, False
        while left > len(deck) - 3 * free and not beaten:
            hands = stream.hands(cards, left, 2 if left - len(deck) + 3 * free >= 6 else 1)
            points = [score(hand) for hand in hands]
            beaten = max(points) > 22
            ties += points.count(22)
            left -= 3 * len(hands)
        expected[-1 if beaten else ties] += 1
    module = compiled("_odds._simulation")
    assert module.simulate(22, deck, free, [], False, seed, 9, 300, 1, bytearray(1)) == expected


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
    "one": (99321, 525, 157),
    "one with a range": (69651, 3039, 27313),
    "two": (74900, 2953, 0, 22150),
    "five": (63783, 2973, 0, 0, 0, 0, 33247),
    "nine": (94393, 4298, 69, 3, 0, 0, 0, 0, 0, 0, 1240),
    "different ranges": (52167, 6660, 0, 0, 41176),
    "collections": (1598, 1493, 244, 0, 0, 96668),
    "a known hand": (0, 21865, 4968, 0, 73170),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_seed_gives_the_same_counts_on_every_platform(question):
    hand, opponents, dead = QUESTIONS[question]
    answer = odds(hand, opponents, dead=dead, exact=False, trials=100_003, rng=2026)
    assert (answer.counts, answer.deals) == (GOLDEN[question], 100_003)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("trials", [1, 3, BLOCK - 1, BLOCK, 20 * BLOCK + 12_345])
def test_a_seed_gives_the_same_counts_at_any_number_of_threads(question, trials):
    hand, opponents, dead = QUESTIONS[question]
    answers = {
        odds(hand, opponents, dead=dead, exact=False, trials=trials, rng=7, threads=threads) for threads in (1, 2, 3)
    }
    (answer,) = answers
    assert (answer.deals, sum(answer.counts), answer.exact) == (trials, trials, False)
    assert len(answer.counts) == 2 + (opponents if isinstance(opponents, int) else len(opponents))


def test_another_seed_gives_other_counts_and_without_one_they_differ():
    def simulated(rng):
        return odds(ACES, 3, exact=False, trials=50_000, rng=rng)

    assert len({simulated(seed) for seed in range(10)}) == 10
    assert simulated(None) != simulated(None)


@pytest.mark.parametrize("source", [np.random.default_rng, random.Random])
def test_a_generator_advances_with_every_simulation(source):
    answers = []
    for _ in range(2):
        rng = source(5)
        answers.append([odds(ACES, 2, exact=False, trials=1000, rng=rng) for _ in range(3)])
    assert answers[0] == answers[1]
    assert len(set(answers[0])) == 3


def test_a_seed_gives_the_deals_of_a_generator_with_that_seed():
    expected = odds(ACES, 2, exact=False, trials=1000, rng=random.Random(5))
    for seed in (5, np.int8(5), np.uint64(5)):
        assert odds(ACES, 2, exact=False, trials=1000, rng=seed) == expected


@pytest.mark.parametrize("number", [100, np.int8(100), np.uint64(100), np.array(100)])
def test_every_whole_number_is_a_number_of_trials_and_of_threads(number):
    answer = odds(ACES, 2, exact=False, trials=number, rng=1, threads=number)
    assert answer == odds(ACES, 2, exact=False, trials=100, rng=1)
    assert type(answer.deals) is int


def test_a_browser_which_starts_no_threads_simulates_the_same(monkeypatch):
    def start(_):
        raise RuntimeError("can't start new thread")

    question = {"opponents": 2, "exact": False, "trials": 200_000, "rng": 1, "threads": 2}
    expected = odds("As Ad 10c", **question)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(threading.Thread, "start", start)
    assert odds("As Ad 10c", **question) == expected


def test_no_more_threads_are_started_than_the_machine_has_processors(monkeypatch):
    started = []

    class Counted(ThreadPoolExecutor):
        def __init__(self, workers):
            started.append(workers)
            super().__init__(workers)

    monkeypatch.setattr(simulation, "ThreadPoolExecutor", Counted)
    expected = odds(ACES, 2, exact=False, trials=5 * BLOCK, rng=1)
    for threads in (10**6, 10**5000):
        assert odds(ACES, 2, exact=False, trials=5 * BLOCK, rng=1, threads=threads) == expected
    assert max(started) <= os.cpu_count()


def test_no_global_random_state_is_touched():
    before = random.getstate(), np.random.get_state()
    odds(ACES, 2, exact=False, trials=1000, rng=1)
    odds(ACES, 2, exact=False, trials=1000)
    after = random.getstate(), np.random.get_state()
    assert before[0] == after[0]
    assert all(np.array_equal(one, other) for one, other in zip(before[1], after[1], strict=True))


def test_progress_gets_better_odds_and_at_last_the_answer():
    answers = []
    question = {"exact": False, "trials": 30 * BLOCK + 5, "rng": 3}
    answer = odds(ACES, 4, **question, threads=1, progress=answers.append)
    assert len(answers) == 4
    assert [found.deals for found in answers] == sorted({found.deals for found in answers})
    errors = [found.std_error for found in answers]
    assert errors == sorted(errors, reverse=True)
    assert min(errors) > 0
    assert answers[-1] == answer == odds(ACES, 4, **question, threads=2)


def test_exact_odds_make_progress_all_at_once():
    for opponents in (4, ["20+", "15-22"]):
        answers = []
        assert [odds(ACES, opponents, progress=answers.append)] == answers


def test_an_exception_in_progress_ends_a_simulation():
    class EnoughError(Exception):
        pass

    answers = []

    def stop(found):
        answers.append(found)
        raise EnoughError

    with pytest.raises(EnoughError):
        odds(ACES, 4, exact=False, trials=ENDLESS, rng=3, progress=stop)
    assert [0 < found.deals < 10**8 for found in answers] == [True]


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="Windows delivers no signal to a waiting thread")
def test_ctrl_c_does_not_wait_for_deals_that_hardly_ever_fit():
    """A block of these takes seconds: all but one of the ninth opponent's hands clash with the first opponent's."""
    hero, *singles, last = [DECK[start : start + 3] for start in range(0, 30, 3)]
    clashing = [hand for hand in all_hands() if singles[0][0] in hand and not {*hand} & {*hero}]
    opponents = [*([hand] for hand in singles), [last, *clashing]]
    assert ends_early(lambda: odds(hero, opponents, rng=1), whole=4, after=0.1)


# The exact odds come out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", range(4, 10))
def test_simulation_and_the_table_agree_on_a_hand_of_each_total(opponents):
    hands = {}
    for hand in all_hands():
        hands.setdefault(score(hand), hand)
    assert len(hands) == 24
    for hand in hands.values():
        answer = odds(hand, opponents, exact=False, trials=DEALS, rng=2026, threads=2)
        assert max(distances(answer, odds(hand, opponents)), default=0) <= 4, hand


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
    answer = odds(hand, opponents, dead=dead, exact=False, trials=300_000, rng=11)
    assert max(distances(answer, exact), default=0) <= 4
    assert (
        abs(answer.equity - exact.equity) <= 4 * answer.std_error + 20 / answer.deals
    )  # what is rare may not have come up


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
    answer = odds(hand, opponents, dead=dead, exact=False, trials=300_000, rng=12)
    assert max(distances(answer, exact)) <= 4


@pytest.mark.parametrize("number", [7, 8, 9])
def test_up_to_nine_bound_opponents_can_be_simulated(number):
    """Each holds one of two hands that overlap with their neighbors', so there are just two deals, which end alike."""
    hero = "7c 8d 9h"
    live = [card for card in DECK if card not in parse_hand(hero)]
    hands = [live[3 * seat : 3 * seat + 3] for seat in range(9)]
    collections = [[hands[seat], hands[(seat + 1) % number]] for seat in range(number)]
    answer = odds(hero, collections, trials=20_000, rng=5)
    exact = odds(hero, hands[:number])
    assert answer.counts == tuple(20_000 * count for count in exact.counts)


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
    answer = odds(hand, list(ranges), dead=dead, trials=300_000, rng=13)
    assert not answer.exact
    assert max(distances(answer, exact)) <= 4


def test_the_hands_of_one_opponent_are_equally_likely():
    seen = {}
    for hand in islice(all_hands(), 0, None, 331):
        exact, answer = odds(hand), odds(hand, exact=False, trials=1_000_000, rng=17)
        seen[hand] = max(distances(answer, exact), default=0)
    assert max(seen.values()) <= 4


def test_hands_of_a_collection_that_clash_less_often_are_more_likely():
    """One of the first opponent's two hands shares cards with two of the other's four, so it is half as likely."""
    first, second = ["7d 7h 8c", "Qd Qh 8s"], ["7d Kc Kh", "7h Kc Kh", "Ac Ad Jh", "Ac Ad Js"]
    left = odds("8d 8h 10s", [first, second, "9c 9d 9h"], exact=True)
    assert left.deals == 2 + 4
    hero = "9c 10c Jd"  # worth less than 7♦ 7♥ 8♣ and the aces
    for opponents in ([first, second, None], [second, first, None]):
        exact = mixed(hero, opponents)
        assert max(distances(odds(hero, opponents, exact=False, trials=400_000, rng=19), exact)) <= 4


# What is refused ------------------------------------------------------------------------------------------------------

ENDLESS = 10**12  # deals that nobody waits for: a question is refused before any work
CLASH = "the opponents' hands do not fit together: whichever they hold, two of them share a card"
OUT_OF_PLAY = "holds a card that is dead or in another player's hand"


@pytest.mark.parametrize(
    ("opponents", "dead", "message"),
    [
        (9, "8c 9c 10c", "the unknown opponents need 27 cards; 26 are left"),
        (["34", None, "15+"], "7d 7h", f"opponent 1: every hand with 34 points {OUT_OF_PLAY}"),
        ([None, ["7c 7d 7h"], "15+"], "7d", f"opponent 2: every hand in the collection {OUT_OF_PLAY}"),
        ([["7c 7d 7h"]] * 2, "", CLASH),
        ([["7c 7d 7h"]] * 3, "", CLASH),
        ([["7c 7d 7h"], None, "34", "15+"], "7s", CLASH),
        (["34", "34", "15+"], "", CLASH),
        ([["7c 8d 9h", "7d 8d 9h"], ["7c 7d 8h"], ["8h Qc Jc", "7c Qc Jc"]], "", CLASH),
    ],
)
def test_a_question_without_any_deal_is_refused_before_any_work(opponents, dead, message):
    with pytest.raises(SvaraError) as caught:
        odds("Q♠ K♥ K♦", opponents, dead=dead, trials=ENDLESS, exact=False)
    assert str(caught.value) == message


SOURCES = "rng must be a random.Random, a NumPy Generator, a seed or None"


@pytest.mark.parametrize(
    ("option", "error", "message"),
    [
        *(
            ({"trials": trials}, SvaraError, f"trials must be 1 to 1000000000000000, not {given}")
            for trials, given in ((0, "0"), (-5, "-5"), (10**5000, "a number of 16610 bits"))
        ),
        ({"trials": 2.5}, TypeError, "trials must be a whole number, not 2.5 of type float"),
        ({"trials": True}, TypeError, "trials must be a whole number, not True of type bool"),
        ({"threads": 0}, SvaraError, "threads must be at least 1, not 0"),
        ({"threads": "2"}, TypeError, "threads must be a whole number, not '2' of type str"),
        ({"rng": -1}, SvaraError, "rng: a seed must be at least 0, not -1"),
        ({"rng": "x"}, TypeError, f"{SOURCES}, not 'x' of type str"),
        ({"rng": 1.5}, TypeError, f"{SOURCES}, not 1.5 of type float"),
        ({"progress": True}, TypeError, "progress must be a function or None, not True of type bool"),
    ],
)
def test_options_of_a_simulation_are_checked_before_any_work(option, error, message):
    for opponents in (2, [None, "20+", "15-22"]):
        with pytest.raises(error) as caught:
            odds("Q♠ K♥ K♦", opponents, **{"trials": ENDLESS, "exact": False} | option)
        assert str(caught.value) == message


def test_hands_that_hardly_ever_fit_together_are_refused_after_a_while():
    clash = [hand for hand in all_hands() if 0 in hand]
    others = [["8c 8d 8h", *clash], ["9c 9d 9h", *clash], ["Jc Jd Jh", *clash]]
    with pytest.raises(SvaraError) as caught:
        odds("Q♠ K♥ K♦", [["7c 7d 7h"], *others], trials=ENDLESS)
    assert str(caught.value) == "the opponents' hands hardly ever fit together: no deal in 10000 draws"


BOUND = (bytes([4, 5, 6]), bytes(4960), b"")


@pytest.mark.parametrize(
    ("deck", "free", "bound", "stop"),
    [
        (bytes(33), 1, [], bytearray(1)),
        (bytes(8), 3, [], bytearray(1)),
        (bytes(range(32)), -1, [BOUND], bytearray(1)),
        (bytes(range(32)), 1, [BOUND] * 9, bytearray(1)),
        (bytes(range(32)), 1, [BOUND], bytearray(0)),
        (bytes(range(32)), 1, [(bytes([4, 5]), bytes(4960), b"")], bytearray(1)),
        (bytes(range(32)), 1, [(bytes([4, 5, 32]), bytes(4960), b"")], bytearray(1)),
        (bytes(range(32)), 1, [(bytes([4, 5, 6]), bytes(4959), b"")], bytearray(1)),
        (bytes(range(32)), 1, [(bytes([4, 5, 6]), bytes(4960), bytes(8))], bytearray(1)),
    ],
)
def test_the_compiled_simulation_refuses_what_it_cannot_deal(deck, free, bound, stop):
    with pytest.raises(ValueError, match=r"too few cards|one byte|needs hands of card numbers"):
        compiled("_odds._simulation").simulate(20, deck, free, bound, False, [1, 2, 3, 4], 0, 10, 10, stop)


@pytest.mark.parametrize(("outcomes", "deals"), [(b"", 1), (bytes(8), -1), (bytes(8), 2**32)])
def test_the_compiled_simulation_of_one_opponent_refuses_numbers_that_overflow(outcomes, deals):
    with pytest.raises(ValueError, match="needs a hand for the opponent and fewer than 2\\*\\*32 deals"):
        compiled("_odds._simulation").simulate_one(outcomes, [1, 2, 3, 4], 0, deals)


def test_a_simulation_of_known_hands_only_has_one_outcome():
    assert odds(KINGS, ["As Ad 10c"], exact=False, trials=70_000, rng=1) == Odds((70_000, 0, 0), 70_000, False)


def test_the_standard_error_is_that_of_many_simulations():
    exact = odds(ACES, 5).equity
    shares = [odds(ACES, 5, exact=False, trials=2000, rng=seed) for seed in range(400)]
    spread = sqrt(sum((answer.equity - exact) ** 2 for answer in shares) / len(shares))
    assert spread == pytest.approx(shares[0].std_error, rel=0.15)


def test_seven_and_nine_opponents_with_wide_ranges_are_dealt_together():
    """Hands drawn one by one would hardly ever fit; dealt together, nearly all are in their range."""
    for opponents in (7, 9):
        answer = odds(ACES, [f"8-{most}" for most in range(34, 34 - opponents, -1)], trials=20_000, rng=1)
        assert answer.deals == 20_000
        assert answer.win < odds(ACES, ["8-26"] * 4).win


def test_opponents_may_be_an_array_of_strings():
    assert odds(ACES, np.array(["20+", "31"])) == odds(ACES, ["20+", "31"])
