"""Deals: the indices of hands, showdowns of many deals, and deals at random that favour no card and no seat."""

from __future__ import annotations

import math
from itertools import permutations, product

import numpy as np
import pytest

from svara_eval import BackendError, CardError, DuplicateCardError, HandSizeError, hand_at, hand_index, showdown
from svara_eval._arrays import hand_indices, hands_at, points_table, sample_deals, showdown_batch

# Indices --------------------------------------------------------------------------------------------------------------


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


def test_no_caller_can_change_the_hands_of_the_library():
    hands_at(5)[:] = 9
    hands_at([5, 6])[:] = 9
    assert tuple(hands_at(5)) == hand_at(5)


@pytest.mark.parametrize("wrong", [-1, 4960, 2**15, 2**16, 2**31, 2**63, -(2**63), 2**64 - 1])
def test_an_index_outside_0_to_4959_leads_nowhere(wrong):
    words = rf"no hand has the index {wrong}; they are 0 to 4959$"
    with pytest.raises(IndexError, match="^" + words):
        hands_at(wrong)
    dtype = np.uint64 if wrong > 2**62 else np.int64
    with pytest.raises(IndexError, match="^row 2: " + words):
        hands_at(np.array([0, 4959, wrong, wrong], dtype))
    with pytest.raises(IndexError, match=r"^row \(1, 0\): " + words):
        hands_at(np.array([[0, 4959], [wrong, 3]], dtype))


@pytest.mark.parametrize("wrong", [True, 1.0, "7", None, [True], [0.0, 1.0], ["x"], np.array([1], "m8[s]")])
def test_what_is_no_integer_is_no_index(wrong):
    with pytest.raises(TypeError, match=r"^indices of hands are integers, not "):
        hands_at(wrong)


@pytest.mark.parametrize(
    ("hands", "error", "message"),
    [
        ([[0, 1, 2], [3, 4, 3]], DuplicateCardError, "row 1: 7♠ is there twice in 7♠ 8♣ 7♠; "),
        ([[0, 1, 2], [3, 4, 32]], CardError, "row 1: card 3 of the hand: 32 is no card number"),
        ([[[0, 1, 2]], [[-1, 4, 3]]], CardError, "row (1, 0): card 1 of the hand: -1 is no card number"),
        ([0, 1, 260], CardError, "card 3 of the hand: 260 is no card number"),
        ([0, 1], HandSizeError, "card numbers are three on the last axis, not an array of shape (2,)"),
        (5, HandSizeError, "card numbers are three on the last axis, not an array of shape ()"),
        ([[0, 1, 2, 3]], HandSizeError, "card numbers are three on the last axis, not an array of shape (1, 4)"),
        ([0.0, 1.0, 2.0], TypeError, "card numbers are integers, not float64"),
        ([True, False, True], TypeError, "card numbers are integers, not "),
        ([[True, 2, 3]], TypeError, "card numbers are integers, not "),
        (["7c", "Kh", "Kd"], TypeError, "card numbers are integers, not "),
        (None, TypeError, "card numbers are integers, not object"),
    ],
    ids=repr,
)
def test_what_is_no_hand_has_no_index(hands, error, message):
    with pytest.raises(error) as caught:
        hand_indices(hands)
    assert type(caught.value) is error
    assert str(caught.value).startswith(message)


def test_a_bad_hand_is_named_however_many_go_before():
    hands = np.resize(hands_at(np.arange(4960)), (70000, 3))
    for row in (0, 65535, 65536, 69999):
        bad = hands.copy()
        bad[row, 1] = 32
        with pytest.raises(CardError, match=f"^row {row}: card 2 of the hand: 32 is no card number"):
            hand_indices(bad)
    assert np.array_equal(hand_indices(hands), np.resize(np.arange(4960), 70000))


def test_the_table_of_points_is_that_of_the_golden_data_and_can_not_be_changed(golden):
    table = points_table()
    assert (table.dtype, table.shape) == (np.int8, (4960,))
    assert table.tolist() == [line.points for line in golden]
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        table.flags.writeable = True


# Showdowns ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 11))
def test_showdowns_come_out_like_one_at_a_time(backend, players):
    random = np.random.default_rng(players)
    count = 250 if backend == "cython" else 50
    deals = random.permuted(np.tile(np.arange(32), (count, 1)), axis=1)[:, : 3 * players].reshape(count, players, 3)
    each = [showdown(deal.tolist()) for deal in deals]
    assert 0 < sum(one.svara for one in each) < count
    for laid in (deals, deals.astype(np.uint8), np.asfortranarray(deals), deals[:, ::-1, ::-1].copy()[:, ::-1, ::-1]):
        shown = showdown_batch(laid)
        assert (shown.points.dtype, shown.winners.dtype, shown.svara.dtype) == (np.int8, np.bool_, np.bool_)
        assert shown.points.tolist() == [list(one.points) for one in each]
        assert [tuple(np.flatnonzero(winners)) for winners in shown.winners] == [one.winners for one in each]
        assert shown.svara.tolist() == [one.svara for one in each]


def test_a_showdown_of_three_ways_is_a_svara_of_three(backend):
    shown = showdown_batch([[[20, 16, 5], [1, 10, 8], [14, 26, 4], [23, 27, 6]]])
    assert shown.points.tolist() == [[20, 9, 20, 20]], backend
    assert shown.winners.tolist() == [[True, False, True, True]]
    assert shown.svara.tolist() == [True]


@pytest.mark.parametrize("shape", [(), (0,), (1,), (4,), (2, 3), (0, 5), (5, 0)])
def test_showdowns_keep_the_shape_of_their_deals(backend, shape):
    deals = np.broadcast_to(np.array([[0, 26, 25], [31, 29, 12]]), (*shape, 2, 3))
    points, winners, svara = showdown_batch(deals)
    assert np.array_equal(points, np.broadcast_to(np.array([31, 22]), (*shape, 2))), backend
    assert np.array_equal(winners, np.broadcast_to([True, False], (*shape, 2)))
    assert svara.shape == shape
    assert not svara.any()


@pytest.mark.parametrize(
    ("deals", "error", "message"),
    [
        ([[0, 1, 2], [3, 4, 1]], DuplicateCardError, "7♦ is in two hands, 0 and 1"),
        ([[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 0]]], DuplicateCardError, "deal 1: 7♣ is in two hands, 0 and 1"),
        ([[[0, 1, 2], [3, 4, 5], [6, 7, 5]]], DuplicateCardError, "deal 0: 8♦ is in two hands, 1 and 2"),
        ([[[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [2, 4, 3]]]], DuplicateCardError, "deal (0, 1): 7♥ is in two hands, 0 "),
        (
            [[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 3]]],
            DuplicateCardError,
            "row (1, 1): 7♠ is there twice in 7♠ 8♣ ",
        ),
        ([[[0, 1, 2], [3, 4, 5]], [[0, 1, 32], [3, 4, 5]]], CardError, "row (1, 0): card 3 of the hand: 32 is no card"),
        ([[0, 1, 2], [3, 4, -1]], CardError, "row 1: card 3 of the hand: -1 is no card number"),
        ([[0, 1, 2]], HandSizeError, "a showdown is two hands or more: shape (…, players, 3), not (1, 3)"),
        ([0, 1, 2], HandSizeError, "a showdown is two hands or more: shape (…, players, 3), not (3,)"),
        (
            np.empty((4, 0, 3), int),
            HandSizeError,
            "a showdown is two hands or more: shape (…, players, 3), not (4, 0, 3)",
        ),
        ([[0, 1], [2, 3]], HandSizeError, "card numbers are three on the last axis, not an array of shape (2, 2)"),
        ([["7cKhKd", "AsAdTc"]], TypeError, "card numbers are integers, not "),
        ([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], TypeError, "card numbers are integers, not float64"),
        ([[True, 2, 3], [4, 5, 6]], TypeError, "card numbers are integers, not "),
    ],
    ids=lambda value: "" if isinstance(value, np.ndarray) else None,
)
def test_what_is_no_showdown_is_refused_by_deal_and_seat(backend, deals, error, message):
    with pytest.raises(error) as caught:
        showdown_batch(deals)
    assert type(caught.value) is error, backend
    assert str(caught.value).startswith(message)


def test_eleven_players_can_not_be_dealt_from_32_cards(backend):
    deal = np.resize(np.arange(32), 33).reshape(11, 3)
    with pytest.raises(DuplicateCardError, match=r"^7♣ is in two hands, 0 and 10$"):
        showdown_batch(deal)
    assert showdown_batch(deal[:10]).points.shape == (10,), backend


def test_a_card_in_two_hands_is_found_however_many_deals_go_before(backend):
    deals = np.tile(np.arange(6, dtype=np.uint8).reshape(2, 3), (70000, 1, 1))
    for row in (0, 65535, 65536, 69999):
        bad = deals.copy()
        bad[row, 1, 2] = 1
        with pytest.raises(DuplicateCardError, match=f"^deal {row}: 7♦ is in two hands, 0 and 1$"):
            showdown_batch(bad)
    assert not showdown_batch(deals).svara.any(), backend


# Deals at random ------------------------------------------------------------------------------------------------------

# The deals of rng=1, as numbers of cards: the same on every platform and in every version.
DEALS_OF_1 = [
    [[26, 16, 5], [7, 31, 18]],
    [[17, 25, 0], [23, 21, 18]],
    [[1, 5, 29], [10, 13, 16]],
]


@pytest.mark.compiled
def test_the_deals_of_a_seed_stay_what_they_are():
    assert sample_deals(3, 2, rng=1).tolist() == DEALS_OF_1


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(1, 11))
def test_deals_have_their_shape_and_no_card_twice(players):
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
def test_a_generator_gives_the_deals_and_moves_on():
    generator = np.random.default_rng(7)
    first, second = sample_deals(50, 2, rng=generator), sample_deals(50, 2, rng=generator)
    assert np.array_equal(first, sample_deals(50, 2, rng=7))
    assert not np.array_equal(first, second)


@pytest.mark.compiled
def test_without_a_seed_every_call_gives_other_deals_and_no_global_state_moves():
    before = np.random.get_state(legacy=False)["state"]
    assert not np.array_equal(sample_deals(50, 2), sample_deals(50, 2))
    after = np.random.get_state(legacy=False)["state"]
    assert before["pos"] == after["pos"]
    assert np.array_equal(before["key"], after["key"])


@pytest.mark.compiled
@pytest.mark.parametrize("players", [1, 10])
def test_no_deals_are_an_empty_array(players):
    assert sample_deals(0, players).shape == (0, players, 3)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("n", "players", "rng", "error", "message"),
    [
        (1, 0, 1, ValueError, r"^players is 0; a deal has 1 to 10 hands of the 32 cards$"),
        (1, 11, 1, ValueError, r"^players is 11; "),
        (1, -1, 1, ValueError, r"^players is -1; "),
        (1, 2**32 + 2, 1, ValueError, r"^players is 4294967298; "),
        (-1, 2, 1, ValueError, r"^n is -1; it is a number of deals$"),
        (1.5, 2, 1, TypeError, None),
        ("1", 2, 1, TypeError, None),
        (1, 2.5, 1, TypeError, None),
        (1, None, 1, TypeError, None),
        (1, 2, "x", (TypeError, ValueError), None),
        (1, 2, 1.5, TypeError, None),
        (1, 2, -1, ValueError, None),
    ],
)
def test_impossible_deals_are_refused(n, players, rng, error, message):
    with pytest.raises(error, match=message):
        sample_deals(n, players, rng=rng)


@pytest.mark.parametrize("backend", ["python"], indirect=True)
@pytest.mark.usefixtures("backend")
def test_without_the_compiled_modules_there_are_no_random_deals():
    with pytest.raises(BackendError, match=r"^sample_deals needs the compiled modules; install svara-eval again"):
        sample_deals(1, 2)


# By Laurent and Massart (2000, lemma 1) a chi-square of d degrees is above d + 2 sqrt(d x) + 2 x, and below
# d - 2 sqrt(d x), with a probability of at most exp(-x) each: for x = 12 once in 160,000 fair samples. The seeds are
# fixed.


def assert_even(cells, count):
    """That chance can have spread the cells like this: neither too unevenly nor too evenly."""
    seen = np.bincount(cells.reshape(-1), minlength=count)
    assert len(seen) == count
    expected, degrees = cells.size / count, count - 1
    chi_square = ((seen - expected) ** 2 / expected).sum()
    room = 2 * math.sqrt(12 * degrees)
    assert degrees - room < chi_square < degrees + room + 24


@pytest.mark.compiled
def test_every_card_is_as_likely_in_every_place():
    cards = sample_deals(300_000, 10, rng=2).reshape(-1, 30)
    for place in range(30):
        assert_even(cards[:, place], 32)


@pytest.mark.compiled
def test_every_pair_of_cards_is_as_likely_in_every_two_places():
    cards = sample_deals(400_000, 2, rng=3).reshape(-1, 6).astype(int)
    for first, second in permutations(range(6), 2):
        # The second card's number among the 31 others.
        other = cards[:, second] - (cards[:, second] > cards[:, first])
        assert_even(31 * cards[:, first] + other, 31 * 32)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [1, 2, 3, 9, 10])
def test_every_hand_is_as_likely_at_every_seat(players):
    index = hand_indices(sample_deals(250_000, players, rng=players))
    for seat in range(players):
        assert_even(index[:, seat], 4960)


@pytest.mark.compiled
def test_every_order_of_a_hand_is_as_likely_and_deals_do_not_hang_together():
    cards = sample_deals(400_000, 1, rng=5)[:, 0].astype(int)
    orders = np.argsort(cards, axis=1) @ [9, 3, 1]
    assert_even(np.searchsorted(np.unique(orders), orders), 6)
    for ahead in (1, 2, 3):  # a card and those of the next deals
        for first, second in product(range(3), repeat=2):
            assert_even(32 * cards[:-ahead, first] + cards[ahead:, second], 32 * 32)


# What the compiled loop is to do, in Python, for words of any number of bits.


def drawn(draw, bounds, bits):
    """The places below these bounds that a draw gives, or None where it is to be thrown away: Lemire's batched draw."""
    rest, places = draw, []
    for bound in bounds:
        place, rest = divmod(rest * bound, 2**bits)
        places.append(place)
    return None if rest < 2**bits % math.prod(bounds) else tuple(places)


def bits_of(state):
    """xoshiro256++, one number of 64 bits after the other; the state is changed."""
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
    """Deals by Fisher and Yates, up to eight cards a draw, each deal from the deck as the last one left it."""
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
def test_the_batched_draw_gives_all_places_equally_often(bounds, bits):
    """Counted over all draws there are, which is why deals are exactly uniform, not nearly."""
    counts = dict.fromkeys(product(*map(range, bounds)), 0)
    for draw in range(2**bits):
        if places := drawn(draw, bounds, bits):
            counts[places] += 1
    assert set(counts.values()) == {2**bits // math.prod(bounds)}


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(1, 11))
def test_the_compiled_loop_deals_by_the_batched_draw(players):
    state = np.random.default_rng(players).integers(0, 2**64, 4, np.uint64).tolist()
    assert sample_deals(200, players, rng=players).tolist() == dealt(state, 200, players)


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(1, 11))
def test_the_compiled_loop_throws_away_the_draws_it_has_to(players):
    """Such draws are rarer than one in a million, so they are made: with s0 = 0 the first draw is s3, rotated."""
    from svara_eval._arrays import _deals

    bounds = range(32, 32 - min(8, 3 * players), -1)
    every = math.prod(bounds)
    step = every & -every  # the rests of draws are the multiples of the greatest power of two in the product
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
        _deals.fill_deals(state, deals, players)
        assert deals.tolist() == dealt(state, 3, players)
    assert {True, False} == set(fates)
