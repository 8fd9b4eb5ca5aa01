"""Players and simulations: seeds, sums, standard errors, and that loading the game is light."""

from __future__ import annotations

import math
import os
import random
import statistics
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import svara_eval
from svara_eval import IllegalActionError, SvaraError
from svara_eval.game import Action, Deal, RandomPlayer, Settings, Simulation, Table, ThresholdPlayer, Won, simulate

SOURCE = Path(svara_eval.__file__).parent
HANDS = ("A♥ K♥ 9♥", "Q♦ J♦ 8♠", "10♠ 9♠ K♣")  # 30, 20 and 19 points


class Line:
    """Does what it is told to, one after the other."""

    def __init__(self, *actions):
        self.actions = [*actions]

    def act(self, _):
        return self.actions.pop(0)


class Raiser:
    """Raises whenever he can."""

    def act(self, view):
        for kind in ("raise", "bet", "blind"):
            if kind in view.legal:
                return Action(kind, view.legal[kind].low)
        return Action("look")


class Opener(Raiser):
    """Looks at once, then raises whenever he can."""

    def act(self, view):
        return Action("look") if view.phase == "blind" else super().act(view)


def per_deal(players, deals, seed, settings, stacks=None):
    """The net chips of each deal with its svaras, played by a loop of our own."""
    rng, seats = Random(seed), len(players)
    for number in range(deals):
        table = Table(settings, seats=seats, stacks=stacks, dealer=number % seats)
        while True:
            deal = table.next_deal(rng)
            while deal.turn is not None:
                deal.push(players[deal.turn].act(deal.view(deal.turn)))
            if isinstance(deal.outcome, Won):
                break
        yield deal.outcome.seat, table.net


# simulate -------------------------------------------------------------------------------------------------------------

THREE = (ThresholdPlayer(20, joins=True), ThresholdPlayer(17, raises=24), ThresholdPlayer(10, raises=29, joins=True))


@pytest.mark.parametrize("stacks", [None, [30, 500, 90]], ids=["without stacks", "stacks"])
def test_a_simulation_is_what_its_deals_come_to(stacks):
    settings, deals = Settings(10, min_raise=7), 300
    result = simulate(THREE, deals, rng=5, settings=settings, stacks=stacks)
    winners, nets = zip(*per_deal(THREE, deals, 5, settings, stacks), strict=True)
    assert result.won == tuple(winners.count(seat) for seat in range(3))
    assert result.net == tuple(map(sum, zip(*nets, strict=True)))
    for seat, chips in enumerate(zip(*nets, strict=True)):
        assert math.isclose(result.mean[seat], statistics.mean(chips), rel_tol=1e-12)
        assert math.isclose(result.std_error[seat], statistics.stdev(chips) / math.sqrt(deals), rel_tol=1e-9)
    assert (result.deals, sum(result.won), sum(result.net)) == (deals, deals, 0)
    assert result.svaras > 0


def test_stacks_are_set_anew_each_deal():
    """Who loses his stack in a deal plays the next one with all of it."""
    result = simulate([ThresholdPlayer(8), ThresholdPlayer(8)], 200, rng=2, settings=Settings(10), stacks=[10, 500])
    assert sum(result.won) == 200
    assert min(result.won) > 50
    assert abs(result.net[0]) <= 200 * 10 * 2


def test_the_deal_passes_from_seat_to_seat():
    seen = []

    class Watcher(ThresholdPlayer):
        def act(self, view):
            if view.number == view.start.number:
                seen.append(view.start.dealer)
            return super().act(view)

    simulate([Watcher(99)] * 3, 7, rng=1)
    assert seen == [0, 1, 2, 0, 1, 2, 0]


def test_the_same_seed_plays_the_same_deals():
    def play(seed):
        rng = Random(seed)
        return simulate([RandomPlayer(rng) for _ in range(3)], 60, rng, settings=Settings(2, limit=50))

    assert play(1) == play(1) != play(2)
    assert simulate(THREE, 60, 7) == simulate(THREE, 60, Random(7)) != simulate(THREE, 60, 8)
    rng = Random(7)
    assert simulate(THREE, 60, rng) != simulate(THREE, 60, rng)  # it goes on


def test_without_a_seed_nothing_global_is_touched():
    random.seed(4)
    before = random.getstate()
    first = simulate([RandomPlayer()] * 2, 50, settings=Settings(1, limit=10**6))
    second = simulate([RandomPlayer()] * 2, 50, settings=Settings(1, limit=10**6))
    assert random.getstate() == before
    assert first != second  # the same only once in very many times


@pytest.mark.parametrize("player", [ThresholdPlayer(18, raises=25, joins=True), ThresholdPlayer(8)], ids=repr)
@pytest.mark.parametrize("seats", [2, 3, 10])
def test_equal_players_win_nothing_from_one_another(player, seats):
    result = simulate([player] * seats, 600, rng=11)
    for mean, error in zip(result.mean, result.std_error, strict=True):
        assert abs(mean) < 4 * error


def test_random_players_win_nothing_from_one_another():
    rng = Random(12)
    result = simulate([RandomPlayer(rng)] * 3, 1000, rng, settings=Settings(1, limit=12))
    assert all(abs(mean) < 4 * error for mean, error in zip(result.mean, result.std_error, strict=True))


def test_one_deal_has_no_standard_error_and_equal_results_have_none():
    assert all(math.isnan(error) for error in simulate(THREE, 1, rng=1).std_error)
    result = simulate([ThresholdPlayer(99)] * 2, 2, rng=1)  # each deals once, and takes the ante of the other
    assert (result.net, result.won, result.std_error) == ((0, 0), (1, 1), (1.0, 1.0))
    result = simulate([ThresholdPlayer(99)] * 3, 2, rng=1)
    assert (result.net, result.std_error[2]) == ((1, 1, -2), 0.0)


def test_the_scale_of_the_chips_does_not_matter():
    players = ThresholdPlayer(20), ThresholdPlayer(17, raises=24), ThresholdPlayer(10, raises=29)  # no fee is rounded
    small, large = (simulate(players, 200, 3, settings=Settings(ante)) for ante in (1, 10**12))
    assert large.net == tuple(10**12 * chips for chips in small.net)
    for one, other in zip(small.std_error, large.std_error, strict=True):
        assert math.isclose(other, one * 1e12, rel_tol=1e-9)


def test_a_simulation_is_an_immutable_value():
    result = simulate(THREE, 20, rng=1)
    assert eval(repr(result), {"Simulation": Simulation}) == result
    assert hash(result) == hash(simulate(THREE, 20, rng=1))
    with pytest.raises(AttributeError, match="immutable"):
        result.net = ()


def test_a_player_who_does_what_is_not_legal_is_told_so():
    with pytest.raises(IllegalActionError, match=r"fold is not legal; seat 1 can look, blind to 1 or more"):
        simulate([ThresholdPlayer(20), Line(Action("fold"))], 1, rng=1)
    with pytest.raises(IllegalActionError, match=r"it is not the turn of seat 0; seat 1 can look"):
        simulate([ThresholdPlayer(20), Line(Action("look", seat=0))], 1, rng=1)
    with pytest.raises(TypeError, match="None of type NoneType is no Action") as refused:
        simulate([ThresholdPlayer(20), Line(None)], 1, rng=1)
    (note,) = refused.value.__notes__
    assert note.startswith("the player of seat 1 is <")
    assert "seat 1 can look, blind to 1 or more; pot 2" in note


@pytest.mark.parametrize("player", [Raiser(), Opener()], ids=["blind for ever", "raise for ever"])
def test_players_who_raise_for_ever_are_stopped(player):
    with pytest.raises(SvaraError, match="a deal goes on after 10000 actions; give the table a limit or stacks"):
        simulate([player, player], 1, rng=1)


@pytest.mark.parametrize("bound", [{"settings": Settings(1, limit=50)}, {"stacks": [60, 60]}], ids=["limit", "stacks"])
def test_a_limit_or_stacks_stop_them_by_themselves(bound):
    class Bounded(Opener):
        def act(self, view):
            if view.phase == "open" and "raise" not in view.legal and "bet" not in view.legal:
                return Action("call")
            return Action("decline") if view.phase == "join" else super().act(view)

    assert simulate([Bounded(), Bounded()], 5, rng=1, **bound).deals == 5


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("simulate([THREE[0]], 5)", SvaraError, "a table has 2 to 10 seats, not 1"),
        ("simulate([THREE[0]] * 11, 5)", SvaraError, "a table has 2 to 10 seats, not 11"),
        ("simulate(THREE, 0)", SvaraError, "deals must be at least 1, not 0"),
        ("simulate(THREE, -5)", SvaraError, "deals must be at least 1, not -5"),
        ("simulate(THREE, 5.0)", TypeError, "deals must be a whole number, not 5.0 of type float"),
        ("simulate(THREE, True)", TypeError, "deals must be a whole number, not True of type bool"),
        ("simulate(THREE, 5, stacks=[5, 5])", SvaraError, "there are 2 stacks for 3 seats"),
        ("simulate(THREE, 5, stacks=[5, 0, 5])", SvaraError, "a stack of 0 can't pay the ante of 1"),
        (
            "simulate(THREE, 5, settings=Settings(10), stacks=[10, 9, 10])",
            SvaraError,
            "a stack of 9 can't pay the ante",
        ),
        ("simulate(THREE, 5, stacks=[5, -1, 5])", SvaraError, "the stack of seat 1 is -1"),
        ("simulate(THREE[:2], 1, settings=Settings(10**5000), stacks=[10**4990] * 2)", SvaraError, "a stack of "),
        ("simulate(THREE, 5, settings=10)", TypeError, "10 of type int is no Settings"),
        (
            "simulate(THREE, 5, rng='x')",
            TypeError,
            "rng is 'x' of type str; it must be a random.Random, a seed or None",
        ),
        ("simulate(THREE, 5, rng=1.5)", TypeError, "rng must be a whole number, not 1.5 of type float"),
        ("RandomPlayer(True)", TypeError, "rng must be a whole number, not True of type bool"),
        ("ThresholdPlayer('20')", TypeError, "points must be a whole number, not '20' of type str"),
        ("ThresholdPlayer(20.5)", TypeError, "points must be a whole number, not 20.5 of type float"),
        ("ThresholdPlayer(20, raises=True)", TypeError, "raises must be a whole number, not True of type bool"),
    ],
)
def test_what_can_not_be_simulated_is_refused_by_name(given, error, message):
    with pytest.raises(error) as refused:
        eval(given)
    assert str(refused.value).startswith(message)


# The players ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "line", "does"),
    [
        (ThresholdPlayer(20), "", "look"),
        (ThresholdPlayer(8), "blind 10", "look"),  # never blind
        (ThresholdPlayer(20), "look", "bet to 10"),  # seat 1 has 20 points
        (ThresholdPlayer(21), "look", "fold"),
        (ThresholdPlayer(20, raises=20), "look", "bet to 10"),
        (ThresholdPlayer(19), "look, bet 15", "call to 15"),  # seat 2 has 19
        (ThresholdPlayer(20), "look, bet 15", "fold"),
        (ThresholdPlayer(10, raises=19), "look, bet 15", "raise to 25"),
        (ThresholdPlayer(10, raises=20), "look, bet 15", "call to 15"),
        (ThresholdPlayer(20, raises=19), "look, bet 15", "fold"),
        (ThresholdPlayer(19), "blind 10, look", "call to 20"),
        (ThresholdPlayer(10, raises=19), "blind 10, look", "raise to 30"),
        (ThresholdPlayer(10, raises=10), "look, bet 15, raise 25, fold", "raise to 35"),  # seat 1 has only bet
        (ThresholdPlayer(10, raises=10), "look, bet 15, raise 25, fold, raise 35", "call to 35"),  # once a deal
        (ThresholdPlayer(10, raises=10), "blind 10, look, raise 45, fold", "raise to 55"),
    ],
    ids=map(str, range(15)),
)
def test_what_a_threshold_player_does(player, line, does):
    deal = Deal(Settings(10), HANDS, 0)
    for move in filter(None, line.split(", ")):
        kind, *to = move.split()
        deal.push(Action(kind, *map(int, to)))
    assert str(player.act(deal.view(deal.turn))) == does


def test_a_threshold_player_joins_a_svara_when_he_is_told_to():
    deal = Deal(Settings(10), ("Q♦ J♦ 8♠", "A♥ 9♥ 8♥", "K♠ 10♠ 9♣"), 0)
    for kind, to in (("look", None), ("fold", None), ("bet", 10), ("call", None)):
        deal.push(Action(kind, to))
    assert deal.is_legal(ThresholdPlayer(8, joins=True).act(deal.view(1)))
    assert [ThresholdPlayer(99, joins=joins).act(deal.view(1)).kind for joins in (True, False)] == ["join", "decline"]


def test_a_threshold_player_never_pays_with_fewer_points_and_raises_once():
    class Watched(ThresholdPlayer):
        def act(self, view):
            action = super().act(view)
            if view.phase == "open":
                points = svara_eval.score(view.hand)
                assert (action.kind == "fold") == (points < 18)
                assert action.kind != "raise" or points >= 22
                assert action.to == (view.legal[action.kind].low)
                mine = [event.kind for event in view.events if isinstance(event, Action) and event.seat == view.seat]
                assert [*mine, action.kind].count("raise") <= 1
            return action

    for stacks in (None, [40, 60, 500, 90]):
        simulate([Watched(18, raises=22, joins=True)] * 4, 200, rng=8, settings=Settings(10), stacks=stacks)


def test_a_random_player_does_everything_that_is_legal_and_nothing_else():
    deal = Deal(Settings(10, limit=12), HANDS, 0)
    player = RandomPlayer(Random(1))
    acted = {player.act(deal.view(1)) for _ in range(200)}
    assert acted == {Action("look"), Action("blind", 10), Action("blind", 11), Action("blind", 12)}
    assert {RandomPlayer().act(deal.view(1)) for _ in range(400)} == acted
    deal = Deal(Settings(10), HANDS, 0)
    assert {player.act(deal.view(1)).to for _ in range(800)} == {
        None,
        *range(10, 21),
    }  # without a bound twice the least
    assert repr(player) == "RandomPlayer()"


def test_a_player_prints_as_he_was_made():
    player = ThresholdPlayer(18, raises=25, joins=True)
    assert repr(player) == "ThresholdPlayer(18, raises=25, joins=True)"
    assert vars(eval(repr(player))) == vars(player)


def test_whatever_has_act_can_play():
    class Module:
        @staticmethod
        def act(view):
            return Action(next(kind for kind in ("look", "fold", "decline") if kind in view.legal))

    assert sum(simulate([Module, Module(), ThresholdPlayer(20)], 20, rng=1).won) == 20


# Loading --------------------------------------------------------------------------------------------------------------


def loaded(statement):
    """The modules that a statement loads in a new interpreter, without the site-packages and what they load."""
    code = f"import sys; sys.path.insert(0, {str(SOURCE.parent)!r}); {statement}; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-S", "-E", "-c", code], capture_output=True, encoding="utf-8", env=os.environ, check=False
    )
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_importing_the_package_does_not_load_the_game():
    assert not [name for name in loaded("import svara_eval") if name.startswith("svara_eval.game")]


def test_importing_the_game_loads_nothing_heavy():
    modules = loaded("import svara_eval.game")
    assert "svara_eval.game._table" in modules
    assert not modules & {"numpy", "typing", "dataclasses", "re", "json", "enum", "inspect", "svara_eval._arrays"}
    assert not modules & {"svara_eval.game.types", "svara_eval.types", "svara_eval._cli"}
