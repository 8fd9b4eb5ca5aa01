"""The PettingZoo environment: their tests on it, its rewards, and what it hides."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from svara_eval import Card, IllegalActionError, SvaraError
from svara_eval._messages import shown
from svara_eval.envs import CHOICES, svara_v0
from svara_eval.game import Settings, Svara, Table, Won

# What their test says of every environment whose observations are dicts, unless it knows it by name.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
)

TABLES = {
    "limit": {},
    "split": {"svara": "split"},
    "stacks": {"settings": Settings(ante=5, min_bet=10, max_blind_multiple=4)},
}


def maker(players: int, table: str, **options):
    stacks = [6 + 30 * seat for seat in range(players)] if table == "stacks" else None
    return partial(svara_v0.env, players, stacks=stacks, **TABLES[table], **options)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_it_passes_the_tests_of_pettingzoo(players, table, capsys):
    api_test(maker(players, table)(), num_cycles=100)
    seed_test(maker(players, table), num_cycles=100)
    render_test(maker(players, table))
    assert "Passed API test" in capsys.readouterr().out


def play(env, rng, choose=None) -> dict[str, float]:
    """Play an episode; the rewards of the agents."""
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, over, truncated, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        assert not truncated
        if over:
            rewards[agent] = reward
            env.step(None)
        else:
            assert reward == 0
            legal = np.flatnonzero(observation["action_mask"])
            env.step(choose(legal) if choose else rng.choice(legal))
    return rewards


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("players", [2, 3, 10])
def test_rewards_are_the_chips_won_and_lost_and_add_up_to_zero(players, table):
    env, rng, outcomes = maker(players, table)(), Random(7), set()
    env.reset(seed=7)
    for _ in range(150):
        env.reset()
        rewards = play(env, rng)
        game = env.unwrapped.table
        outcome = game.deal.outcome
        outcomes.add(type(outcome))
        chips = [*map(float, game.net)]
        if isinstance(outcome, Svara):
            for seat in outcome.tied:
                chips[seat] += game.deal.pot / len(outcome.tied)
        assert rewards == {f"player_{seat}": won for seat, won in enumerate(chips)}
        assert sum(chips) == pytest.approx(0, abs=1e-9)
    assert outcomes == ({Won, Svara} if table == "split" else {Won})


def caller(legal) -> int:
    """Look, or else bet the least, call or join."""
    return next(choice for name in ("look", "call", "join", "bet min") if (choice := CHOICES.index(name)) in legal)


class Stacked(Random):
    """Deals cards that are set, one deck after the other; the dealer is the last seat."""

    def __init__(self, *decks: str) -> None:
        super().__init__()
        self.decks = [deck.split() for deck in decks]

    def sample(self, population, k):  # noqa: ARG002  # random.Random names the arguments
        return [Card(card) for card in self.decks.pop(0)[:k]]

    def randrange(self, seats):
        return seats - 1


# Seats 0 and 1 have 10 points, seat 2 has 9: a svara for the pot of 6 that seat 2 joins for the fee of 3.
TIE = "10c Qd 7d Kh Kc 8h 8s 9h 9s"
# The deal has passed to seat 0: seat 1 is dealt 31 points, seat 2 and seat 0 fewer.
DECIDED = "7c As 8h Kh Ad 9d Kd 10c 9c"


@pytest.fixture
def stacked():
    def make(*decks: str, **options):
        env = svara_v0.env(3, **options)
        env.unwrapped._rng = Stacked(*decks)
        env.reset()
        return env

    return make


def test_a_svara_is_played_in_the_same_episode_and_its_fee_counts(stacked):
    # An ante and a bet of 1 each, the fee of 3 for seat 2, and a bet of 1 each in the svara: the pot is 12.
    rewards = play(stacked(TIE, DECIDED), None, caller)
    assert rewards == {"player_0": -3, "player_1": 9, "player_2": -6}


def test_a_svara_that_is_split_ends_the_episode_at_the_tie(stacked):
    rewards = play(stacked(TIE, svara="split"), None, caller)
    assert rewards == {"player_0": 1, "player_1": 1, "player_2": -2}


def test_a_svara_in_which_nobody_can_bet_is_dealt_and_shown_at_once(stacked):
    """The tie takes the last chip of everybody but the seat that cannot pay the fee."""
    env = stacked(TIE, "7c As Kh Ad Kd 10c", settings=Settings(ante=1), stacks=[2, 2, 3])
    assert play(env, None, caller) == {"player_0": -2, "player_1": 4, "player_2": -2}


@pytest.mark.parametrize("seat", range(3))
def test_no_agent_sees_a_hidden_card(stacked, seat):
    """The cards of the other two are exchanged for others, of the seat too until the first look."""
    others = ["Jc", "Jd", "Ad", "Jh", "7h", "8d", "As", "7s", "Js"]
    for place in range(seat, 9, 3):
        others[place] = TIE.split()[place]
    envs = [stacked(TIE), stacked(" ".join(others)), stacked("As Ad Ah Kc Qc Jc 7c 7d 7h")]
    agent, rng = f"player_{seat}", Random(seat)
    while envs[0].unwrapped.table.deal.outcome is None:
        blind = envs[0].unwrapped.table.deal.phase == "blind"
        seen, *rest = [env.observe(agent) for env in envs[: 3 if blind else 2]]
        for other in rest:
            np.testing.assert_array_equal(seen["observation"], other["observation"])
            np.testing.assert_array_equal(seen["action_mask"], other["action_mask"])
        choice = rng.choice(np.flatnonzero(envs[0].last()[0]["action_mask"]))
        for env in envs[: 3 if blind else 2]:
            env.step(choice)


def test_only_the_agent_whose_turn_it_is_has_choices():
    env = svara_v0.env(players=4)
    env.reset(seed=1)
    has = {agent: env.observe(agent)["action_mask"].any() for agent in env.agents}
    assert has == {agent: agent == env.agent_selection for agent in env.agents}


def test_every_seat_deals_some_of_the_episodes():
    env = svara_v0.env(players=3)
    env.reset(seed=1)
    dealers = set()
    for _ in range(30):
        env.reset()
        dealers.add(env.unwrapped.table.deal.start.dealer)
    assert dealers == {0, 1, 2}


def test_an_illegal_choice_costs_the_ante_and_the_limit():
    env = svara_v0.env(players=3, settings=Settings(ante=2, limit=30))
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(CHOICES.index("fold"))
    costs = {agent: -32 if agent == loser else 0 for agent in env.agents}
    assert env.rewards == costs
    ended = {}
    for agent in env.agent_iter():
        ended[agent] = env.last()[1]
        env.step(None)
    assert ended == costs


NO_CHOICES = [17, -1, None, True, 0.0, "look", [0], 10**5000]
LINES = {
    "the first turn": ([], "0 (look), 5 (blind min), 7 (blind pot), 8 (blind max)"),
    "a turn after a blind": (["blind min"], "0 (look), 5 (blind min)"),
    "a turn that can raise": (
        ["look", "bet min"],
        "1 (fold), 2 (call), 13 (raise min), 14 (raise half pot), 15 (raise pot), 16 (raise max)",
    ),
}


def after(env, line):
    """The environment after some choices, by name."""
    env.reset(seed=1)
    for choice in line:
        env.step(CHOICES.index(choice))
    return env


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("choice", [3, *NO_CHOICES], ids=shown)
def test_without_wrappers_an_illegal_choice_is_an_error_and_changes_nothing(choice, line):
    actions, legal = LINES[line]
    env = after(svara_v0.raw_env(players=2), actions)
    before = env.table.deal.copy()
    with pytest.raises(IllegalActionError) as error:
        env.step(choice)
    assert str(error.value) == f"{shown(choice)} is not legal; {env.agent_selection} can choose {legal}"
    assert env.table.deal == before


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("choice", NO_CHOICES, ids=shown)
def test_anything_else_costs_as_much_as_an_illegal_choice(choice, line):
    env = after(svara_v0.env(players=2), LINES[line][0])
    loser = env.agent_selection
    env.step(choice)
    assert env.rewards == {agent: -21 if agent == loser else 0 for agent in env.agents}
    assert all(env.terminations.values())


@pytest.mark.parametrize("make", [svara_v0.env, svara_v0.raw_env])
def test_only_none_is_accepted_once_the_episode_is_over(make):
    env = after(make(players=2), ["look", "fold"])
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(17)
    env.step(None)
    assert len(env.agents) == 1


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_with_the_episode_and_the_shuffling(copied):
    env = svara_v0.env(players=3)
    env.reset(seed=5)
    env.step(CHOICES.index("look"))
    other = copied(env)
    for one in (env, other):
        one.episodes = [play(one, Random(2))]
        one.reset()
        one.episodes.append(play(one, Random(3)))
    assert env.episodes == other.episodes


FAULTS = {
    "svara": ({"svara": "carried"}, "svara must be 'played' or 'split', not 'carried'"),
    "bound": ({"settings": Settings(ante=1)}, "nothing bounds the bets; give the table a limit or stacks"),
    "stacks": ({"players": 2, "stacks": [5, 1]}, "each stack must be more than the ante of 1, not 1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_impossible_environment_is_refused(fault):
    options, message = FAULTS[fault]
    with pytest.raises(SvaraError) as error:
        svara_v0.env(**options)
    assert str(error.value) == message


@pytest.mark.parametrize(("players", "stacks"), [(1, None), (11, None), (3, [5, 5]), (2, [5, -1])])
def test_an_impossible_table_raises_the_same_error_as_a_table(players, stacks):
    with pytest.raises(SvaraError) as expected:
        Table(Settings(ante=1), seats=players, stacks=stacks)
    with pytest.raises(SvaraError) as error:
        svara_v0.env(players, stacks=stacks)
    assert str(error.value) == str(expected.value)


def test_without_wrappers_an_episode_has_to_begin_with_reset():
    with pytest.raises(SvaraError) as error:
        svara_v0.raw_env().observe("player_0")
    assert str(error.value) == "no episode has begun; call reset() first"


SHOWN = """\
seat 2 deals to seats 0, 1 and 2, who pay 1 each
seat 0 looks
pot 3; seat 0 can fold, bet to 1–20"""


def test_an_episode_is_rendered_as_a_spectator_sees_it(stacked, capsys):
    env = stacked(TIE, render_mode="ansi")
    env.step(CHOICES.index("look"))
    assert env.render() == SHOWN
    env = stacked(TIE, render_mode="human")
    env.step(CHOICES.index("look"))
    assert capsys.readouterr().out == SHOWN + "\n\n"
    env = stacked(TIE)
    with pytest.warns(UserWarning, match="make the environment with a render_mode, 'human' or 'ansi'"):
        assert env.render() is None
