"""Many deals at once: in every row a table of Python that holds the same hands agrees after every action."""

from __future__ import annotations

import copy
import os
import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest
from twins import Twin

from svara_eval import IllegalActionError, SvaraError
from svara_eval.envs import CHOICES, FEATURES, Deals, random_policy, threshold_policy
from svara_eval.game import RandomPlayer, Settings, ThresholdPlayer, simulate

pytestmark = pytest.mark.compiled
DEALS = int(os.environ.get("SVARA_EVAL_TWINS", "6000"))


def some_conditions(rng):
    """A table of any size and settings, and stacks around the ante or above it, or none."""
    seats, ante = rng.choice([2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10]), rng.randint(1, 12)
    stacked = rng.random() < 0.5
    settings = Settings(
        ante,
        min_bet=rng.choice([None, rng.randint(1, 25)]),
        min_raise=rng.choice([None, rng.randint(1, 25)]),
        limit=rng.randint(1, ante * rng.choice([2, 20, 200])) if not stacked or rng.random() < 0.5 else None,
        max_blind_multiple=rng.randint(2, 5),
        svara_fee=rng.choice(["share", "share", "pot"]),
    )
    rich = ante * rng.choice([2, 3, 10, 60])
    return settings, [ante + rng.randint(1, rich) for _ in range(seats)] if stacked else [None] * seats


def some_choices(rng, masks):
    """Legal choices, of which those that keep a deal going are likelier."""
    weights = masks * np.array([6, 1, 6, 3, 1, *[1] * 4, *[2] * 8])
    ends = weights.cumsum(axis=1)
    return (ends <= (rng.random(len(masks)) * ends[:, -1])[:, None]).sum(axis=1)


def agree(settings, stacks, split, seed, seen):
    """Play 60 rows for 40 steps, and a table of Python beside each."""
    chips, options = None if stacks[0] is None else stacks, {"svara": "split" if split else "played"}
    deals = Deals(60, len(stacks), settings=settings, stacks=chips, rng=seed, **options)
    twins = [Twin(deals, row, seed, settings, chips, split) for row in range(60)]
    random = np.random.default_rng(seed)
    for _ in range(40):
        for twin in twins:
            twin.agree()
        choices = some_choices(random, deals.action_mask)
        rewards, ended = deals.step(choices)
        for twin, *taken in zip(twins, choices.tolist(), rewards.tolist(), ended.tolist(), strict=True):
            twin.push(*taken, seen)


@pytest.mark.parametrize("split", [False, True], ids=["played", "split"])
@pytest.mark.parametrize("wanted", [DEALS, pytest.param(5 * DEALS, marks=pytest.mark.proof)], ids=["some", "many"])
def test_every_row_plays_as_a_table_of_python_does(split, wanted):
    rng, seen, tables = Random(f"{wanted} {split}"), Counter(), 0
    while seen["deal"] < wanted / 2:
        settings, stacks = some_conditions(rng)
        agree(settings, stacks, split, tables, seen)
        tables += 1
    expected = {*CHOICES} if not split else {*CHOICES} - {"join", "decline"}
    assert expected <= {*seen}
    assert split or min(seen["svara"], 100 * seen["svara without betting"]) > wanted / 40


def test_a_svara_between_players_with_one_chip_left_is_measured_by_that_chip():
    seen = Counter()
    for seed in range(4):
        agree(Settings(ante=1), [3, 3], False, seed, seen)
    assert seen["svara"] > seen["svara without betting"] > 0


LIMIT = Settings(ante=1, limit=20)


def test_a_blind_is_at_most_the_set_multiple_of_the_last():
    """With a limit of 7, three times a blind of 2 is 6: D11 allows no more."""
    deals = Deals(20, 2, settings=Settings(ante=1, limit=7, max_blind_multiple=3), rng=1)
    for name, total in (("blind pot", 2), ("blind max", 6)):
        deals.step([CHOICES.index(name)] * 20)
        assert deals.observation[:, FEATURES.index("last blind")] == pytest.approx(total / 7)


def test_two_threads_that_step_the_same_deals_take_turns():
    deals = Deals(3000, 2, rng=1)

    def work(_):
        for _ in range(200):
            try:
                deals.step(deals.action_mask.argmax(axis=1))
            except IllegalActionError:  # the other thread was first
                continue

    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(work, range(4))] == [None] * 4
    result = deals.play([threshold_policy(19)] * 2, 6000)
    assert (sum(result.won), sum(result.net)) == (6000, 0)


ARRAYS = ("seat", "dealer", "observation", "action_mask", "hands")


def shown_by(deals):
    return [getattr(deals, name).tobytes() for name in ARRAYS]


def played(deals, steps):
    """Return what the first five rows show and win in some steps of random choices, the same in rows of one mask."""
    found = []
    for _ in range(steps):
        first = [getattr(deals, name)[:5].tobytes() for name in ARRAYS]
        rewards, ended = deals.step(deals.action_mask.argmax(axis=1) if len(found) % 3 else last_choices(deals))
        found.append([*first, rewards[:5].tobytes(), ended[:5].tobytes()])
    return found


def last_choices(deals):
    return 16 - deals.action_mask[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize(("rows", "threads"), [(5, 1), (20_000, 1), (20_000, 3), (20_000, None)])
def test_a_row_depends_neither_on_the_other_rows_nor_on_threads(rows, threads):
    expected = played(Deals(6, 4, rng=3, threads=1), 40)
    assert played(Deals(rows, 4, rng=3, threads=threads), 40) == expected


def test_another_seed_deals_other_cards_and_no_seed_deals_anew():
    hands = [Deals(50, rng=rng).hands.tobytes() for rng in (1, Random(1), 2, None, None)]
    assert hands[0] == hands[1]
    assert len({*hands}) == 4


def test_writing_to_the_arrays_changes_no_deal():
    deals, same = Deals(200, rng=1), Deals(200, rng=1)
    for _ in range(30):
        choices = last_choices(same)
        for name in ARRAYS:
            getattr(deals, name).view(np.uint8).fill(250)
        rewards, ended = deals.step(choices)
        assert [array.tobytes() for array in same.step(choices)] == [rewards.tobytes(), ended.tobytes()]
        assert shown_by(deals) == shown_by(same)


def with_one(choice):
    """A look in each of 100 rows, but in row 7 this choice."""
    return [*[0] * 7, choice, *[0] * 92]


LEGAL = "0 (look), 5 (blind min), 6 (blind half pot), 7 (blind pot), 8 (blind max)"
NO_CHOICES = [1, 17, -1, 256]
FAULTS = {
    "none": (with_one(None), TypeError, "choices must be integers, not object"),
    "huge": (with_one(2**70), TypeError, "choices must be integers, not object"),
    "floats": (np.zeros(100), TypeError, "choices must be integers, not float64"),
    "bools": (np.ones(100, bool), TypeError, "choices must be integers, not bool"),
    "too few": ([0] * 99, SvaraError, "choices must have shape (100,), not (99,)"),
    "one": (0, SvaraError, "choices must have shape (100,), not ()"),
    "a column": (np.zeros((100, 1), int), SvaraError, "choices must have shape (100,), not (100, 1)"),
} | {
    f"row 7 chooses {choice}": (
        with_one(choice),
        IllegalActionError,
        f"row 7: {choice} is not legal; seat {{}} can choose {LEGAL}",
    )
    for choice in NO_CHOICES
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_choice_that_cannot_be_taken_is_an_error_and_nothing_has_moved(fault):
    choices, kind, message = FAULTS[fault]
    deals = Deals(100, rng=1)
    before = shown_by(deals)
    with pytest.raises(kind) as error:
        deals.step(choices)
    assert str(error.value) == message.format(deals.seat[7])
    assert shown_by(deals) == before
    assert played(deals, 9) == played(Deals(100, rng=1), 9)


def test_the_number_that_lets_a_row_wait_in_compiled_code_is_not_a_choice():
    with pytest.raises(IllegalActionError, match=r"^row 7: -1 is not legal"):
        Deals(100, rng=1).step(with_one(-(2**63)))


@pytest.mark.parametrize("dtype", ["u1", "i1", ">i4", "<i8", "u8"])
def test_choices_may_be_integers_of_any_type(dtype):
    deals, same = Deals(100, rng=1), Deals(100, rng=1)
    deals.step(deals.action_mask.argmax(axis=1))
    same.step(same.action_mask.argmax(axis=1).astype(dtype))
    assert shown_by(deals) == shown_by(same)


def test_a_pot_of_2_to_the_53_is_an_error_that_names_the_row():
    settings = Settings(ante=1, limit=2**53 - 1, min_bet=2**52)
    deals, most = Deals(3, 2, settings=settings, rng=1), CHOICES.index("blind max")
    before = shown_by(deals)
    with pytest.raises(SvaraError, match=r"^row 1: the pot would reach 2\*\*53 chips, too many to count"):
        deals.step([0, most, 0])
    assert shown_by(deals) == before
    deals.step([0, CHOICES.index("blind min"), 0])


REFUSED = {
    "no rows": ((0,), {}, SvaraError, "count must be at least 1, not 0"),
    "one player": ((1, 1), {}, SvaraError, "seats must be 2 to 10, not 1"),
    "svara": ((1,), {"svara": "carried"}, SvaraError, "svara must be 'played' or 'split', not 'carried'"),
    "bound": ((1,), {"settings": Settings(1)}, SvaraError, "nothing bounds the bets; give the table a limit or stacks"),
    "stacks": ((1, 2), {"stacks": [5, 1]}, SvaraError, "each stack must be more than the ante of 1, not 1"),
    "limit": (
        (1,),
        {"settings": Settings(1, limit=2**53)},
        SvaraError,
        "limit must be less than 2**53 chips here, not 9007199254740992",
    ),
    "threads": ((1,), {"threads": 0}, SvaraError, "threads must be at least 1, not 0"),
    "seed": ((1,), {"rng": -1}, SvaraError, "rng: a seed must be at least 0, not -1"),
    "true": ((True,), {}, TypeError, "count must be a whole number, not True of type bool"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_an_impossible_table_is_refused(fault):
    arguments, options, kind, message = REFUSED[fault]
    with pytest.raises(kind) as error:
        Deals(*arguments, **options)
    assert str(error.value) == message


def test_deals_are_neither_copied_nor_pickled():
    deals = Deals(1)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"^Deals cannot be copied or pickled$"):
            copied(deals)


# Policies -------------------------------------------------------------------------------------------------------------


def apart(first, second):
    """How far two simulations are apart, in standard errors of their difference, at the most distant seat."""
    errors = np.hypot(first.std_error, second.std_error)
    return np.abs(np.subtract(first.mean, second.mean) / errors).max()


@pytest.mark.parametrize("joins", [False, True])
def test_threshold_policies_win_as_threshold_players_do(joins):
    points = (16, 18, 20)
    players = [ThresholdPlayer(each, joins=joins) for each in points]
    policies = [threshold_policy(each, joins=joins) for each in points]
    expected = simulate(players, 6000, rng=1, settings=LIMIT)
    found = Deals(5000, settings=LIMIT, rng=1).play(policies, 200_000)
    assert apart(found, expected) < 4
    assert found.svaras / found.deals == pytest.approx(expected.svaras / expected.deals, rel=0.2)


def test_random_policies_win_as_random_players_do_where_there_is_one_amount_of_each_kind():
    settings = Settings(ante=1, limit=1)
    expected = simulate([RandomPlayer(1), RandomPlayer(2), ThresholdPlayer(19)], 6000, rng=1, settings=settings)
    policies = [random_policy(1), random_policy(2), threshold_policy(19)]
    assert apart(Deals(5000, settings=settings, rng=1).play(policies, 200_000), expected) < 4


@pytest.mark.parametrize("count", [1, 7, 100, 1234])
def test_exactly_as_many_deals_are_played_as_wanted(count):
    result = Deals(100, 4, rng=1).play([random_policy(1)] * 4, count)
    assert (result.deals, sum(result.won), sum(result.net)) == (count, count, 0)


def test_the_sums_are_exact_where_squares_of_chips_exceed_64_bits():
    big = 2**45
    small, large = (
        Deals(10, 2, settings=Settings(ante=unit, limit=20 * unit), rng=1).play([threshold_policy(19)] * 2, 100)
        for unit in (1, big)
    )
    assert large.net == tuple(big * net for net in small.net)
    assert large.std_error == pytest.approx([big * error for error in small.std_error])


def test_an_illegal_choice_of_a_policy_is_an_error():
    def folds(observation, _):
        return np.full(len(observation), CHOICES.index("fold"))

    with pytest.raises(IllegalActionError, match=r"^row \d+: 1 is not legal; seat 1 can choose 0 \(look\)"):
        Deals(50, 2, rng=1).play([threshold_policy(19), folds], 100)


def test_a_policy_is_needed_for_each_seat_and_a_split_pot_has_no_winner():
    with pytest.raises(SvaraError, match="2 policies do not fit 3 seats; give each seat one"):
        Deals(1).play([random_policy()] * 2, 1)
    with pytest.raises(SvaraError, match="play needs svara='played'"):
        Deals(1, svara="split").play([random_policy()] * 3, 1)


@pytest.mark.parametrize("players", [3, 5])
def test_random_choices_are_legal_and_reach_every_choice(players):
    deals, policy, seen = Deals(500, players, rng=1), random_policy(1), set()
    for _ in range(60):
        choices = policy(deals.observation, deals.action_mask)
        seen |= {*choices.tolist()}
        deals.step(choices)
    assert seen == {*range(len(CHOICES))}
