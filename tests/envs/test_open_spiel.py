"""The OpenSpiel game: its tests, what it hides, and its exploitability against a best response written here."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations

import open_spiel.python.games  # noqa: F401  # registers theirs
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr
from open_spiel.python.algorithms.exploitability import exploitability

import svara_eval.envs.spiel  # noqa: F401  # registers the game
from svara_eval import CardError, SvaraError, format_hand, hand_at, parse_hand
from svara_eval.envs import CHOICES
from svara_eval.game import Action, Deal, Settings, Svara

POOL = ["7c Kh Kd", "As Ad 10c", "8h 9d 9c", "Qs Js 8s", "7h 8d 9s", "Ah Qh 10d"]  # 31 22 9 28 9 21 points: two tie
FEW = "/".join(POOL)
GAMES = {
    "two players": {},
    "three players": {"players": 3, "limit": 20},
    "ten players": {"players": 10, "ante": 3, "limit": 10},
    "a limit below the ante": {"ante": 5, "limit": 2},
    "few hands": {"limit": 3, "hands": FEW},
    "few hands for three": {"players": 3, "limit": 2, "hands": FEW},
}


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_random_play_of_open_spiel(name, capfd):
    pyspiel.random_sim_test(pyspiel.load_game("python_svara", GAMES[name]), 5, serialize=True, verbose=False)
    assert capfd.readouterr().err == ""


def states(state):
    """A state, and all that follow."""
    yield state
    for action in [] if state.is_terminal() else state.legal_actions():
        yield from states(state.child(action))


@pytest.mark.parametrize(
    "params",
    [
        {"limit": 9},
        {"limit": 7, "ante": 2},
        {"limit": 3, "ante": 5},
        {"limit": 4, "players": 3},
        {"players": 4, "limit": 1},
    ],
)
def test_games_stay_within_the_declared_length_and_utility(params):
    few = "/".join(POOL[: params.get("players", 2)])
    game = pyspiel.load_game("python_svara", {"limit": 1, "hands": few} | params)
    longest, returns = 0, set()
    state = game.new_initial_state().child(0)
    for after in states(state):
        longest = max(longest, len(after.history()) - 1)
        returns |= {*after.returns()}
    assert longest <= game.max_game_length() <= longest + 4
    assert (min(returns), max(returns)) == (game.min_utility(), game.max_utility())


def test_chance_deals_every_pair_of_hands_alike():
    state = pyspiel.load_game("python_svara").new_initial_state()
    first = state.chance_outcomes()
    assert [outcome for outcome, _ in first] == [*range(4960)]
    state.apply_action(1234)
    second = state.chance_outcomes()
    disjoint = [number for number in range(4960) if not {*hand_at(number)} & {*hand_at(1234)}]
    assert [outcome for outcome, _ in second] == disjoint
    assert len(disjoint) == 29 * 28 * 27 / 6
    assert {chance for _, chance in first} == {1 / 4960}
    assert {chance for _, chance in second} == {1 / len(disjoint)}
    assert state.action_to_string(disjoint[0]) == format_hand(hand_at(disjoint[0]))
    state.apply_action(disjoint[0])
    assert state.deal.hands == {0: hand_at(1234), 1: hand_at(disjoint[0])}


@pytest.mark.parametrize("player", [0, 1, pyspiel.PlayerId.CHANCE])
def test_at_a_chance_node_every_player_is_told_the_outcomes_as_in_their_own_python_games(player):
    ours, theirs = [pyspiel.load_game(name).new_initial_state() for name in ("python_svara", "python_kuhn_poker")]
    for state in (ours, theirs):
        assert state.legal_actions(player) == state.legal_actions() == [out for out, _ in state.chance_outcomes()]


def test_chance_deals_given_hands_wherever_they_share_no_card():
    hands = ["7c Kh Kd", "As Ad 10c", "As 9d 9c"]
    state = pyspiel.load_game("python_svara", {"hands": "/".join(hands)}).new_initial_state()
    texts = [format_hand(hand) for hand in hands]
    expected = {f"{one} / {other}" for one, other in permutations(texts, 2) if not (one[0] == other[0] == "A")}
    assert {state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()} == expected
    assert {chance for _, chance in state.chance_outcomes()} == {1 / 4}


def seen(state, player) -> object:
    """Return the information of a player: the player, the actions, and the cards if the player has seen them."""
    deal = state.deal
    done = tuple((action.kind, action.to) for action in deal.actions)
    return player, done, None if deal.phase == "blind" else deal.hands[player]


@pytest.mark.parametrize("players", [2, 3])
def test_states_are_told_apart_by_what_the_player_knows_and_by_nothing_else(players):
    params = {"players": players, "limit": 2, "hands": "/".join(POOL[: players + 1])}
    game = pyspiel.load_game("python_svara", params)
    texts, tensors, known = defaultdict(set), defaultdict(set), set()
    for state in states(game.new_initial_state()):
        if state.is_chance_node():
            assert {state.information_state_string(player) for player in range(players)} == {
                f"player {player}, ?: dealing" for player in range(players)
            }
            continue
        for player in range(players):
            known.add(seen(state, player))
            texts[state.information_state_string(player)].add(seen(state, player))
            tensors[tuple(state.information_state_tensor(player))].add(seen(state, player))
    for by_text in (texts, tensors):
        assert all(len(states) == 1 for states in by_text.values())
        assert len(by_text) == len(known)


def test_information_states_read_as_documented():
    game = pyspiel.load_game("python_svara", {"players": 3, "limit": 9, "hands": FEW})
    state = game.new_initial_state().child(0)
    assert state.deal.hands == dict(enumerate(map(parse_hand, POOL[:3])))
    for choice in ("blind min", "look", "raise half pot"):
        state.apply_action(CHOICES.index(choice))
    # A call of 2 makes the pot of 4 a pot of 6; half of it is 3.
    assert state.information_state_string(1) == "player 1, A♠ A♦ 10♣: blind to 1, look, raise to 5"
    tensor = state.information_state_tensor(1)
    chosen = [3 + 32 + 17 * place + CHOICES.index(choice) for place, choice in enumerate(("blind min", "look"))]
    chosen.append(3 + 32 + 17 * 2 + CHOICES.index("raise half pot"))
    cards = [3 + card for card in parse_hand(POOL[1])]
    assert {index for index, number in enumerate(tensor) if number} == {1, *cards, *chosen}


def test_a_tie_ends_the_game_and_shares_the_pot():
    game = pyspiel.load_game("python_svara", {"players": 3, "hands": "8h 9d 9c/7h 8d 9s/7d 8c 10s"})
    state = game.new_initial_state()
    ties = [outcome for outcome, _ in state.chance_outcomes()]
    state.apply_action(ties[0])  # 9, 9 and 10 points
    for choice in ("look", "bet min", "call", "fold"):
        state.apply_action(CHOICES.index(choice))
    assert state.is_terminal()
    assert isinstance(state.deal.outcome, Svara)
    assert state.returns() == [0.5, 0.5, -1]
    assert state.legal_actions() == []


FAULTS = {
    "one player": ({"players": 1}, "players must be 2 to 10, not 1"),
    "eleven players": ({"players": 11}, "players must be 2 to 10, not 11"),
    "ante": ({"ante": 0}, "ante must be at least 1, not 0"),
    "limit": ({"limit": 0}, "limit must be at least 1, not 0"),
    "a hand twice": (
        {"hands": "7c Kh Kd/Kd Kh 7c"},
        "hands: a hand is repeated in '7c Kh Kd/Kd Kh 7c'; give each once",
    ),
    "hands that share a card": (
        {"hands": "7c Kh Kd/7c As Ad"},
        "hands: no 2 of '7c Kh Kd/7c As Ad' can be dealt together; each card exists once",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_impossible_parameter_is_an_error(fault):
    params, message = FAULTS[fault]
    with pytest.raises(SvaraError) as error:
        pyspiel.load_game("python_svara", params)
    assert str(error.value) == message


def test_an_invalid_hand_raises_an_error_with_the_reason():
    with pytest.raises(CardError) as expected:
        parse_hand("6h 9d 9c")
    with pytest.raises(CardError) as error:
        pyspiel.load_game("python_svara", {"hands": "7c Kh Kd/6h 9d 9c"})
    assert str(error.value) == f"hands: {expected.value}"


def test_there_is_no_observer_of_what_a_player_may_not_know():
    game, message = (
        pyspiel.load_game("python_svara"),
        "an observer sees an information state: perfect recall of what one",
    )
    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS):
        with pytest.raises(SvaraError) as error:
            game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True, private_info=private))
        message = "an observer sees an information state: perfect recall of what one player may know"
        assert str(error.value) == message


# A best response of our own: over deals of the game, the amounts of the menu worked out again, no OpenSpiel.


def options(deal: Deal) -> list[Action]:
    """Return the legal choices in order."""
    found = []
    for kind, option in deal.legal.items():
        if kind in ("blind", "bet", "raise"):
            asked = deal.legal["call"].low if kind == "raise" else 0
            pot = deal.pot + (asked - deal.totals[deal.turn] if kind == "raise" else 0)
            totals = {option.low, asked + (pot + 1) // 2, asked + pot, option.high}
            found += [Action(kind, to) for to in sorted(totals) if option.low <= to <= option.high]
        else:
            found.append(Action(kind))
    return found


def mixed(deal: Deal, lopsided: bool) -> list[float]:
    """How often each option is taken by the policy that is attacked: alike, or by the cards seen and what was done."""
    weights = [1.0] * len(options(deal))
    if lopsided:
        cards = 0 if deal.phase == "blind" else sum(deal.hands[deal.turn])
        weights = [1 + (cards + 3 * len(deal.actions) + 5 * place + deal.turn) % 7 for place in range(len(weights))]
    return [weight / sum(weights) for weight in weights]


def best(me: int, deals: list[tuple[float, Deal]], lopsided: bool) -> float:
    """Return the winnings of a best response over deals that look alike, each with its chance of being reached."""
    total, alike = 0.0, defaultdict(list)  # what the responder cannot tell apart
    for chance, deal in deals:
        if deal.outcome is None:
            alike[None if deal.phase == "blind" else deal.hands[me]].append((chance, deal))
        else:
            total += chance * won(me, deal)
    for group in alike.values():
        mine, values = group[0][1].turn == me, []
        for place in range(len(options(group[0][1]))):
            after = []
            for chance, deal in group:
                copy = deal.copy()
                copy.push(options(deal)[place])
                after.append((chance if mine else chance * mixed(deal, lopsided)[place], copy))
            values.append(best(me, after, lopsided))
        total += max(values) if mine else sum(values)
    return total


def won(me: int, deal: Deal) -> float:
    tied = deal.outcome.tied if isinstance(deal.outcome, Svara) else ()
    return deal.net[me] + (deal.pot / len(tied) if me in tied else 0)


class Mixed(policies.Policy):
    """The policy that is attacked, as OpenSpiel takes it."""

    def __init__(self, game, lopsided: bool) -> None:
        super().__init__(game, [0, 1])
        self.lopsided = lopsided

    def action_probabilities(self, state, player_id=None):  # noqa: ARG002  # OpenSpiel names the arguments
        return dict(zip(state.legal_actions(), mixed(state.deal, self.lopsided), strict=True))


@pytest.mark.parametrize("lopsided", [False, True])
@pytest.mark.parametrize(("limit", "ante"), [(1, 1), (2, 1), (5, 2)])
def test_their_exploitability_is_that_of_a_best_response_written_here(limit, ante, lopsided):
    hands = [*POOL[1:], "7c 9h 10s"]  # two of them share a card
    game = pyspiel.load_game("python_svara", {"limit": limit, "ante": ante, "hands": "/".join(hands)})
    pairs = [pair for pair in permutations(map(parse_hand, hands), 2) if not {*pair[0]} & {*pair[1]}]
    deals = [(1 / len(pairs), Deal(Settings(ante, limit=limit), pair, dealer=1)) for pair in pairs]
    ours = sum(best(me, deals, lopsided) for me in range(2)) / 2
    assert exploitability(game, Mixed(game, lopsided)) == pytest.approx(ours, abs=1e-9)
    assert ours > 0.1


def test_cfr_comes_close_to_an_equilibrium():
    game = pyspiel.load_game("python_svara", {"limit": 1, "hands": "/".join(POOL[:4])})
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability(game, policies.UniformRandomPolicy(game)) > 0.3
    assert exploitability(game, solver.average_policy()) < 0.02
