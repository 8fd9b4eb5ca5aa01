"""Many deals at once: showdowns, and random deals that favor no card and no seat."""

from __future__ import annotations

import math
import signal
from itertools import permutations, product
from random import Random

import numpy as np
import pytest
from array_cases import at, outcome

from svara_eval import BackendError, DuplicateCardError, HandSizeError, SvaraError, showdown
from svara_eval._arguments import generator
from svara_eval._arrays import hand_indices, sample_deals, showdown_batch
from svara_eval._backend import CURE

# Showdowns ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 11))
def test_showdowns_in_an_array_equal_showdowns_one_at_a_time(backend, players):
    random = np.random.default_rng(players)
    count = 250 if backend == "cython" else 50
    deals = random.permuted(np.tile(np.arange(32), (count, 1)), axis=1)[:, : 3 * players].reshape(count, players, 3)
    alone = [showdown(deal.tolist()) for deal in deals]
    assert 0 < sum(one.svara for one in alone) < count
    for laid in (deals, deals.astype(np.uint8), np.asfortranarray(deals), deals[:, ::-1, ::-1].copy()[:, ::-1, ::-1]):
        points, winners, svara = showdown_batch(laid)
        assert (points.dtype, winners.dtype, svara.dtype) == (np.int8, np.bool_, np.bool_)
        assert points.tolist() == [list(one.points) for one in alone]
        assert [tuple(np.flatnonzero(row)) for row in winners] == [one.winners for one in alone]
        assert svara.tolist() == [one.svara for one in alone]


def test_a_tie_of_three_is_a_svara_of_three(backend):
    points, winners, svara = showdown_batch([[[20, 16, 5], [1, 10, 8], [14, 26, 4], [23, 27, 6]]])
    assert points.tolist() == [[20, 9, 20, 20]], backend
    assert winners.tolist() == [[True, False, True, True]]
    assert svara.tolist() == [True]


@pytest.mark.parametrize("shape", [(), (0,), (1,), (4,), (2, 3), (0, 5), (5, 0)])
def test_showdowns_keep_the_shape_of_their_deals(backend, shape):
    deals = np.broadcast_to(np.array([[0, 26, 25], [31, 29, 12]]), (*shape, 2, 3))
    points, winners, svara = showdown_batch(deals)
    assert np.array_equal(points, np.broadcast_to(np.array([31, 22]), (*shape, 2))), backend
    assert np.array_equal(winners, np.broadcast_to([True, False], (*shape, 2)))
    assert svara.shape == shape
    assert not svara.any()


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        ([[0, 1, 2], [3, 4, 1]], "7♦ is given twice (hand 0 and hand 1); each card exists once"),
        (
            [[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 0]]],
            "deal 1 of 2: 7♣ is given twice (hand 0 and hand 1); each card exists once",
        ),
        (
            [[[0, 1, 2], [3, 4, 5], [6, 7, 5]]],
            "deal 0 of 1: 8♦ is given twice (hand 1 and hand 2); each card exists once",
        ),
        (
            [[[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [2, 4, 3]]]],
            "deal (0, 1) of (1, 2): 7♥ is given twice (hand 0 and hand 1); each card exists once",
        ),
    ],
    ids=repr,
)
def test_a_card_in_two_hands_is_named_with_its_deal_and_seats(backend, deals, words):
    assert outcome(lambda: np.array(showdown_batch(deals))) == (DuplicateCardError, words), backend


@pytest.mark.parametrize(
    ("deals", "place", "hand"),
    [
        ([[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 3]]], "row (1, 1) of (2, 2)", (3, 4, 3)),
        ([[[0, 1, 2], [3, 4, 5]], [[0, 1, 32], [3, 4, 5]]], "row (1, 0) of (2, 2)", (0, 1, 32)),
        ([[0, 1, 2], [3, 4, -1]], "row 1 of 2", (3, 4, -1)),
        ([[0, 1, 2], [3, 4, 2**64]], "row 1 of 2", (3, 4, 2**64)),
    ],
    ids=repr,
)
def test_an_invalid_hand_fails_as_it_does_alone(backend, deals, place, hand):
    assert outcome(lambda: np.array(showdown_batch(deals))) == at(place, hand), backend


TWO_PLAYERS = "deals must have shape (…, players, 3), with two players or more, not "
CIRCLE = [0]
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize(
    ("deals", "error", "words"),
    [
        ([[0, 1, 2]], HandSizeError, TWO_PLAYERS + "(1, 3)"),
        ([0, 1, 2], HandSizeError, TWO_PLAYERS + "(3,)"),
        (np.empty((4, 0, 3), int), HandSizeError, TWO_PLAYERS + "(4, 0, 3)"),
        ([[0, 1], [2, 3]], HandSizeError, "card numbers must have shape (…, 3), a hand on the last axis, not (2, 2)"),
        ([["7cKhKd", "AsAdTc"]], TypeError, "card numbers must be integers, not <U6"),
        ([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], TypeError, "card numbers must be integers, not float64"),
        ([[True, 2, 3], [4, 5, 6]], TypeError, "card numbers must be integers, not True"),
        (CIRCLE, TypeError, "card numbers must not be nested more than 16 lists deep"),
        (
            np.ma.masked_array([[[0, 1, 2], [3, 4, 5]]], [[[True, False, False], [False, False, False]]]),
            TypeError,
            "masked arrays are not accepted; fill or drop the masked values first",
        ),
    ],
    ids=["one hand", "one row", "no hands", "two cards", "text", "floats", "booleans", "within itself", "masked"],
)
def test_an_array_that_is_not_of_deals_is_refused(backend, deals, error, words):
    assert outcome(lambda: np.array(showdown_batch(deals))) == (error, words), backend


def test_eleven_players_cannot_be_dealt_from_32_cards(backend):
    deal = np.resize(np.arange(32), 33).reshape(11, 3)
    words = "7♣ is given twice (hand 0 and hand 10); each card exists once"
    assert outcome(lambda: np.array(showdown_batch(deal))) == (DuplicateCardError, words), backend
    assert showdown_batch(deal[:10]).points.shape == (10,)


def test_a_card_in_two_hands_is_found_however_many_deals_precede_it(backend):
    deals = np.tile(np.arange(6, dtype=np.uint8).reshape(2, 3), (70000, 1, 1))
    for deal in (0, 65535, 65536, 69999):
        bad = deals.copy()
        bad[deal, 1, 2] = 1
        words = f"deal {deal} of 70000: 7♦ is given twice (hand 0 and hand 1); each card exists once"
        assert outcome(lambda bad=bad: np.array(showdown_batch(bad))) == (DuplicateCardError, words)
    assert not showdown_batch(deals).svara.any(), backend


# Random deals ---------------------------------------------------------------------------------------------------------

# The first deals of rng=1, which stay the same on every platform and in every version.
DEALS_OF_1 = [
    [[15, 13, 6], [31, 0, 16]],
    [[14, 29, 25], [18, 10, 11]],
    [[22, 5, 8], [18, 14, 2]],
]


def _deals():
    from svara_eval._arrays import _deals

    return _deals


def words_of(random):
    """The state that a ``random.Random`` starts the generator of deals with."""
    return [random.getrandbits(64) for _ in range(4)]


@pytest.mark.compiled
def test_the_deals_of_a_seed_never_change():
    assert sample_deals(3, 2, rng=1).tolist() == DEALS_OF_1


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(1, 11))
def test_deals_have_their_shape_and_no_repeated_card(players):
    deals = sample_deals(5000, players, rng=players)
    assert (deals.shape, deals.dtype) == ((5000, players, 3), np.uint8)
    in_order = np.sort(deals.reshape(5000, -1), axis=1)
    assert in_order.max() < 32
    assert (np.diff(in_order.astype(int), axis=1) > 0).all()
    if players > 1:
        showdown_batch(deals)
    assert np.array_equal(deals, sample_deals(5000, players, rng=players))
    assert not np.array_equal(deals, sample_deals(5000, players, rng=players + 1))


@pytest.mark.compiled
@pytest.mark.parametrize("make", [Random, np.random.default_rng])
def test_a_source_of_randomness_moves_on_with_each_call(make):
    rng, same = make(7), make(7)
    first, second = sample_deals(50, 2, rng=rng), sample_deals(50, 2, rng=rng)
    assert np.array_equal(first, sample_deals(50, 2, rng=same))
    assert np.array_equal(second, sample_deals(50, 2, rng=same))
    assert not np.array_equal(first, second)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [7, np.int8(7), np.uint64(7)], ids=repr)
def test_a_seed_deals_like_the_random_that_it_seeds(seed):
    assert np.array_equal(sample_deals(50, 2, rng=seed), sample_deals(50, 2, rng=Random(7)))


@pytest.mark.compiled
def test_without_a_seed_every_call_deals_anew_and_global_state_stays_alone():
    import random

    before = np.random.get_state(legacy=False)["state"], random.getstate()
    assert not np.array_equal(sample_deals(50, 2), sample_deals(50, 2))
    after = np.random.get_state(legacy=False)["state"], random.getstate()
    assert before[0]["pos"] == after[0]["pos"]
    assert np.array_equal(before[0]["key"], after[0]["key"])
    assert before[1] == after[1]


@pytest.mark.compiled
@pytest.mark.parametrize("players", [1, 10])
def test_dealing_no_deals_gives_an_empty_array(players):
    assert sample_deals(0, players).shape == (0, players, 3)


@pytest.mark.compiled
def test_whole_numbers_of_numpy_are_numbers_of_deals_and_players():
    assert sample_deals(np.int8(100), np.uint64(10), rng=1).shape == (100, 10, 3)
    assert np.array_equal(sample_deals(np.uint16(3), np.int8(2), rng=1), sample_deals(3, 2, rng=1))


@pytest.mark.parametrize(
    ("n", "players", "rng", "error", "words"),
    [
        (1, 0, 1, SvaraError, "players must be 1 to 10, not 0"),
        (1, 11, 1, SvaraError, "players must be 1 to 10, not 11"),
        (1, np.int8(-1), 1, SvaraError, "players must be 1 to 10, not -1"),
        (1, 2**32 + 2, 1, SvaraError, "players must be 1 to 10, not 4294967298"),
        (-1, 2, 1, SvaraError, "deals must be at least 0, not -1"),
        (1.5, 2, 1, TypeError, "deals must be a whole number, not 1.5 of type float"),
        ("1", 2, 1, TypeError, "deals must be a whole number, not '1' of type str"),
        (True, 2, 1, TypeError, "deals must be a whole number, not True of type bool"),
        (np.array([1, 2]), 2, 1, TypeError, "deals must be a whole number, not array([1, 2]) of type ndarray"),
        (1, 2.5, 1, TypeError, "players must be a whole number, not 2.5 of type float"),
        (1, None, 1, TypeError, "players must be a whole number, not None of type NoneType"),
    ],
    ids=repr,
)
def test_impossible_deals_are_refused(backend, n, players, rng, error, words):
    assert outcome(sample_deals, n, players, rng=rng) == (error, words), backend


@pytest.mark.parametrize("rng", ["x", 1.5, True, -1, [1, 2], np.array([1, 2])], ids=repr)
def test_an_rng_that_is_not_a_source_of_randomness_is_refused(backend, rng):
    assert outcome(sample_deals, 1, 2, rng=rng) == outcome(generator, rng), backend


@pytest.mark.compiled
@pytest.mark.parametrize("n", [10**15, 2**63, 10**30, 10**5000], ids=["10**15", "2**63", "10**30", "10**5000"])
def test_more_deals_than_memory_holds_are_a_memory_error(n):
    with pytest.raises(MemoryError):
        sample_deals(n, 10)


@pytest.mark.parametrize("backend", ["python"], indirect=True)
@pytest.mark.usefixtures("backend")
def test_without_the_compiled_modules_there_are_no_random_deals():
    with pytest.raises(BackendError) as caught:
        sample_deals(1, 2)
    assert str(caught.value) == f"sample_deals needs the compiled modules; {CURE}"


PIECE = 1 << 18  # deals, after which the compiled loop looks for Ctrl-C


@pytest.mark.compiled
@pytest.mark.parametrize("count", [PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 1000])
def test_deals_are_random_from_one_piece_to_the_next(count):
    deals = np.full((count, 1, 3), 255, np.uint8)
    _deals().fill_deals(words_of(Random(1)), deals, 1)
    assert deals.max() < 32
    pieces = [deals[start : start + 1000] for start in range(0, count - 999, PIECE)]
    for first, second in permutations(pieces, 2):
        assert not np.array_equal(first, second)
    assert_even(hand_indices(deals[:, 0]), 4960)


@pytest.mark.compiled
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this platform has no timer signals")
def test_a_signal_ends_dealing_after_the_piece_in_hand():
    class InterruptedDealError(Exception):
        pass

    def interrupt(*_):
        raise InterruptedDealError

    deals = np.full((16 * PIECE, 1, 3), 255, np.uint8)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        with pytest.raises(InterruptedDealError):
            _deals().fill_deals([1, 2, 3, 4], deals, 1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert deals[-1].tolist() == [[255, 255, 255]]


@pytest.mark.compiled
def test_a_source_that_gives_nothing_but_zeros_is_refused():
    class Zeros(Random):
        def getrandbits(self, k):  # noqa: ARG002  # random.Random names the argument
            return 0

    assert outcome(sample_deals, 1, 2, rng=Zeros()) == (ValueError, "the seed must not be all zeros")


# By Laurent and Massart (2000, lemma 1), a chi-square of d degrees exceeds d + 2 sqrt(d x) + 2 x with a probability of
# at most exp(-x), and falls below d - 2 sqrt(d x) as rarely. For x = 12 that is once in 160,000 fair samples. The seeds
# are fixed.


def assert_even(cells, count):
    """Check that the cells are filled as chance fills them, neither too unevenly nor too evenly."""
    seen = np.bincount(cells.reshape(-1), minlength=count)
    assert len(seen) == count
    expected, degrees = cells.size / count, count - 1
    chi_square = ((seen - expected) ** 2 / expected).sum()
    room = 2 * math.sqrt(12 * degrees)
    assert degrees - room < chi_square < degrees + room + 24


@pytest.mark.compiled
def test_every_card_is_equally_likely_in_every_place():
    cards = sample_deals(300_000, 10, rng=2).reshape(-1, 30)
    for place in range(30):
        assert_even(cards[:, place], 32)


@pytest.mark.compiled
def test_every_pair_of_cards_is_equally_likely_in_every_two_places():
    cards = sample_deals(400_000, 2, rng=3).reshape(-1, 6).astype(int)
    for first, second in permutations(range(6), 2):
        # the number of the second card among the 31 others
        other = cards[:, second] - (cards[:, second] > cards[:, first])
        assert_even(31 * cards[:, first] + other, 31 * 32)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [1, 2, 3, 9, 10])
def test_every_hand_is_equally_likely_at_every_seat(players):
    index = hand_indices(sample_deals(250_000, players, rng=players))
    for seat in range(players):
        assert_even(index[:, seat], 4960)


@pytest.mark.compiled
def test_every_order_of_a_hand_is_equally_likely_and_deals_are_independent():
    cards = sample_deals(400_000, 1, rng=5)[:, 0].astype(int)
    orders = np.argsort(cards, axis=1) @ [9, 3, 1]
    assert_even(np.searchsorted(np.unique(orders), orders), 6)
    for ahead in (1, 2, 3):  # a card and those of the following deals
        for first, second in product(range(3), repeat=2):
            assert_even(32 * cards[:-ahead, first] + cards[ahead:, second], 32 * 32)


# The specification of the compiled loop in Python, for words of any number of bits.


def drawn(draw, bounds, bits):
    """The places below these bounds that a draw selects, or None if it must be rejected; Lemire's batched draw."""
    rest, places = draw, []
    for bound in bounds:
        place, rest = divmod(rest * bound, 2**bits)
        places.append(place)
    return None if rest < 2**bits % math.prod(bounds) else tuple(places)


def bits_of(state):
    """The 64-bit numbers of xoshiro256++. They change the state."""
    mask = 2**64 - 1
    while True:
        total = (state[0] + state[3]) & mask
        yield ((total << 23 | total >> 41) + state[0]) & mask
        shifted = state[1] << 17 & mask
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = (state[3] << 45 | state[3] >> 19) & mask


def dealt(state, count, players):
    """Deals by Fisher and Yates, up to eight cards a draw; each deal uses the deck as the last one left it."""
    draws, deck, deals = bits_of(list(state)), list(range(32)), []
    for _ in range(count):
        left, deal = 32, []
        for done in range(0, 3 * players, 8):
            bounds = range(left, left - min(8, 3 * players - done), -1)
            places = next(places for draw in draws if (places := drawn(draw, bounds, 64)))
            for place in places:
                left -= 1
                deck[place], deck[left] = deck[left], deck[place]
                deal.append(deck[left])
        deals.append(np.reshape(deal, (players, 3)).tolist())
    return deals


@pytest.mark.parametrize(("bounds", "bits"), [((5, 4, 3), 12), ((8, 7, 6, 5), 14), ((16, 15), 9), ((3, 2, 1), 5)])
def test_the_batched_draw_selects_all_places_equally_often(bounds, bits):
    """Counted over all possible draws, so deals are exactly uniform and not just nearly so."""
    counts = dict.fromkeys(product(*map(range, bounds)), 0)
    for draw in range(2**bits):
        if places := drawn(draw, bounds, bits):
            counts[places] += 1
    assert set(counts.values()) == {2**bits // math.prod(bounds)}


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(1, 11))
def test_the_compiled_loop_deals_by_the_batched_draw(players):
    assert sample_deals(200, players, rng=players).tolist() == dealt(words_of(Random(players)), 200, players)


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(1, 11))
def test_the_compiled_loop_rejects_the_draws_it_must(players):
    """They are rarer than one in a million, so they are constructed: with s0 = 0 the first draw is s3, rotated."""
    bounds = range(32, 32 - min(8, 3 * players), -1)
    every = math.prod(bounds)
    step = every & -every  # remainders are multiples of the greatest power of two in the product
    threshold = 2**64 % every
    fates = []
    for rest in {0, step, threshold - step, threshold, threshold + step, every - step, 2**64 - step}:
        draw = rest // step * pow(every // step, -1, 2**64 // step) % (2**64 // step)
        assert draw * every % 2**64 == rest
        state = [0, 3, 5, draw >> 23 | draw << 41 & 2**64 - 1]
        assert next(bits_of(list(state))) == draw
        fates.append(drawn(draw, bounds, 64) is None)
        assert fates[-1] == (rest < threshold)
        deals = np.empty((3, players, 3), np.uint8)
        _deals().fill_deals(state, deals, players)
        assert deals.tolist() == dealt(state, 3, players)
    assert {True, False} == set(fates)
