"""Players and simulations: seeds, sums and standard errors; and what importing the game loads."""

from __future__ import annotations

import math
import os
import random
import statistics
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest
from players import Line, folder, threshold

import svara_eval
from svara_eval import IllegalActionError, SvaraError
from svara_eval.game import Action, Deal, RandomPlayer, Settings, Simulation, Table, ThresholdPlayer, Won, simulate

SOURCE = Path(svara_eval.__file__).parent
HANDS = ("A♥ K♥ 9♥", "Q♦ J♦ 8♠", "10♠ 9♠ K♣")  # 30, 20 and 19 points


class Raiser:
    """Raises whenever possible."""

    def act(self, view):
        for kind in ("raise", "bet", "blind"):
            if kind in view.legal:
                return Action(kind, view.legal[kind].low)
        return Action("look")


class Opener(Raiser):
    """Looks at once, then raises whenever possible."""

    def act(self, view):
        return Action("look") if view.phase == "blind" else super().act(view)


def per_deal(players, deals, seed, settings, stacks=None):
    """The winner and the net chips of each deal with its svaras, played in a loop of its own."""
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
def test_a_simulation_is_the_sum_of_its_deals(stacks):
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


def test_stacks_are_full_again_before_each_deal():
    """A player who loses their stack in one deal has it again in the next."""
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
    assert simulate(THREE, 60, rng) != simulate(THREE, 60, rng)  # it continues


def test_the_global_generator_is_not_used_without_a_seed():
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


def test_the_standard_error_of_one_deal_is_nan_and_of_equal_results_0():
    assert all(math.isnan(error) for error in simulate(THREE, 1, rng=1).std_error)
    result = simulate([ThresholdPlayer(99)] * 2, 2, rng=1)  # each deals once, and takes the other's ante
    assert (result.net, result.won, result.std_error) == ((0, 0), (1, 1), (1.0, 1.0))
    result = simulate([ThresholdPlayer(99)] * 3, 2, rng=1)
    assert (result.net, result.std_error[2]) == ((1, 1, -2), 0.0)


def test_the_size_of_the_ante_only_scales_the_result():
    players = (
        ThresholdPlayer(20),
        ThresholdPlayer(17, raises=24),
        ThresholdPlayer(10, raises=29),
    )  # they join no svara, so no fee is rounded
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


@pytest.mark.parametrize(
    ("level", "width"), [(0.95, 1.959964), (0.5, 0.674490), (0.99, 2.575829)]
)  # the quantiles of the normal distribution that every table of it lists
def test_an_interval_is_a_multiple_of_the_standard_error_around_the_mean(level, width):
    result = Simulation(100, 7, (60, 40), (50, -50), (0.2, 0.1))
    expected = [(0.5 - 0.2 * width, 0.5 + 0.2 * width), (-0.5 - 0.1 * width, -0.5 + 0.1 * width)]
    for (low, high), each in zip(result.interval(level), expected, strict=True):
        assert (low, high) == pytest.approx(each, abs=1e-6)
    assert result.interval() == result.interval(0.95)


@pytest.mark.parametrize(
    ("level", "error"),
    [
        (0, SvaraError),
        (1, SvaraError),
        (95, SvaraError),
        (math.nan, SvaraError),
        (True, TypeError),
        ("0.9", TypeError),
        (None, TypeError),
    ],
)
def test_a_level_that_is_not_a_probability_is_refused(level, error):
    with pytest.raises(error, match=r"^level must be "):
        simulate(THREE, 20, rng=1).interval(level)


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (
            Simulation(1000, 33, (512, 488), (124, -124), (0.0451, 0.0449)),
            "1000 deals and 33 svaras; chips per deal, with standard error: "
            "player 0 +0.124 ± 0.045, player 1 -0.124 ± 0.045",
        ),
        (
            Simulation(1, 1, (1, 0, 0), (20, -10, -10), (math.nan,) * 3),
            "1 deal and 1 svara; chips per deal, with standard error: "
            "player 0 +20.00 ± nan, player 1 -10.00 ± nan, player 2 -10.00 ± nan",
        ),
        (
            Simulation(2, 0, (1, 1), (0, 0), (0.0, 123.4)),
            "2 deals and 0 svaras; chips per deal, with standard error: player 0 +0.00 ± 0.00, player 1 +0 ± 123",
        ),
    ],
    ids=["two digits of the error", "one deal", "no error, and a large one"],
)
def test_a_simulation_prints_as_a_sentence_with_the_mean_and_error_of_each_player(result, sentence):
    assert str(result) == sentence


def test_an_illegal_action_of_a_player_is_an_error_that_names_the_player():
    with pytest.raises(IllegalActionError, match=r"fold is not legal; seat 1 can look, blind to 1 or more"):
        simulate([ThresholdPlayer(20), Line(Action("fold"))], 1, rng=1)
    with pytest.raises(IllegalActionError, match=r"it is not the turn of seat 0; seat 1 can look"):
        simulate([ThresholdPlayer(20), Line(Action("look", seat=0))], 1, rng=1)
    with pytest.raises(
        TypeError, match=r"^an action must be an Action or a string, not None of type NoneType\n"
    ) as refused:
        simulate([ThresholdPlayer(20), Line(None)], 1, rng=1)
    (note,) = refused.value.__notes__
    assert note.startswith("in deal 1, at the turn of players[1], <")
    assert "seat 1 can look, blind to 1 or more; pot 2" in note


class Failing:
    """Fails at its third turn."""

    turns = 0

    def __repr__(self):
        return "Failing()"

    def act(self, view):
        self.turns += 1
        if self.turns == 3:
            raise ZeroDivisionError("a mistake in the bot")
        return Action("look") if "look" in view.legal else Action("fold")


@pytest.mark.parametrize(("duplicate", "deal", "seat"), [(False, 3, 0), (True, 3, 1)], ids=["once", "duplicate"])
def test_an_error_inside_a_player_names_the_player_and_the_deal(duplicate, deal, seat):
    """The dealer takes the first pot without a turn; then the player sits last, with one turn, and first, with two."""
    with pytest.raises(ZeroDivisionError) as failed:
        simulate([Failing(), ThresholdPlayer(99), ThresholdPlayer(99)], 6, rng=1, duplicate=duplicate)
    (note,) = failed.value.__notes__
    assert note.startswith(f"in deal {deal}, at the turn of players[0], Failing(): <Deal: seat {seat} can ")


@pytest.mark.parametrize(
    ("player", "processes", "message"),
    [
        (Failing, None, "players[1] is the class Failing; did you mean Failing()?"),
        (RandomPlayer, None, "players[1] is the class RandomPlayer; did you mean RandomPlayer()?"),
        ("18", None, "players[1] must be a player, which has a method act(view), not '18' of type str"),
        (None, None, "players[1] must be a player, which has a method act(view), not None of type NoneType"),
        (
            ThresholdPlayer(18),
            1,
            "players[1] must be a function or a class that makes a player, "
            "not ThresholdPlayer(18, raises=None, joins=False) of type ThresholdPlayer",
        ),
        (int.__class__, 1, "what <class 'type'> returns must be a player, which has a method act(view), "
         "not <class 'random.Random'> of type type"),
    ],
    ids=["class", "class of the library", "str", "None", "player for a factory", "factory of no player"],
)  # fmt: skip
def test_a_value_that_is_not_a_player_is_refused_before_the_first_deal(player, processes, message):
    other = RandomPlayer if processes else ThresholdPlayer(18)
    with pytest.raises(TypeError) as refused:
        simulate([other, player], 10, rng=1, processes=processes)
    assert str(refused.value) == message


@pytest.mark.parametrize("player", [Raiser(), Opener()], ids=["blind", "open"])
def test_players_who_raise_forever_are_stopped(player):
    with pytest.raises(SvaraError) as stopped:
        simulate([player, player], 1, rng=1)
    assert str(stopped.value) == "a deal has lasted more than 10,000 actions; give the table a limit or stacks"


@pytest.mark.parametrize("bound", [{"settings": Settings(1, limit=50)}, {"stacks": [60, 60]}], ids=["limit", "stacks"])
def test_a_limit_or_stacks_stop_players_who_raise_forever(bound):
    class Bounded(Opener):
        def act(self, view):
            if view.phase == "open" and "raise" not in view.legal and "bet" not in view.legal:
                return Action("call")
            return Action("decline") if view.phase == "join" else super().act(view)

    assert simulate([Bounded(), Bounded()], 5, rng=1, **bound).deals == 5


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("simulate([THREE[0]], 5)", SvaraError, "seats must be 2 to 10, not 1"),
        ("simulate([THREE[0]] * 11, 5)", SvaraError, "seats must be 2 to 10, not 11"),
        ("simulate(THREE, 0)", SvaraError, "deals must be at least 1, not 0"),
        ("simulate(THREE, -5)", SvaraError, "deals must be at least 1, not -5"),
        ("simulate(THREE, 5.0)", TypeError, "deals must be a whole number, not 5.0 of type float"),
        ("simulate(THREE, True)", TypeError, "deals must be a whole number, not True of type bool"),
        ("simulate(THREE, 5, stacks=[5, 5])", SvaraError, "2 stacks do not fit 3 seats; give each seat one"),
        ("simulate(THREE, 5, stacks=[5, 0, 5])", SvaraError, "a stack of 0 cannot pay the ante of 1"),
        (
            "simulate(THREE, 5, settings=Settings(10), stacks=[10, 9, 10])",
            SvaraError,
            "a stack of 9 cannot pay the ante of 10",
        ),
        ("simulate(THREE, 5, stacks=[5, -1, 5])", SvaraError, "the stack of seat 1 must be at least 0, not -1"),
        (
            "simulate(THREE[:2], 1, settings=Settings(10**5000), stacks=[10**4990] * 2)",
            SvaraError,
            "a stack of a number of 16577 bits cannot pay the ante of a number of 16610 bits",
        ),
        ("simulate(THREE, 5, settings=10)", TypeError, "settings must be a Settings, not 10 of type int"),
        (
            "simulate(THREE, 5, rng='x')",
            TypeError,
            "rng must be a random.Random, a NumPy Generator, a seed or None, not 'x' of type str",
        ),
        (
            "simulate(THREE, 5, rng=1.5)",
            TypeError,
            "rng must be a random.Random, a NumPy Generator, a seed or None, not 1.5 of type float",
        ),
        (
            "RandomPlayer(True)",
            TypeError,
            "rng must be a random.Random, a NumPy Generator, a seed or None, not True of type bool",
        ),
        ("ThresholdPlayer('20')", TypeError, "points must be a whole number, not '20' of type str"),
        ("ThresholdPlayer(20.5)", TypeError, "points must be a whole number, not 20.5 of type float"),
        ("ThresholdPlayer(20, raises=True)", TypeError, "raises must be a whole number, not True of type bool"),
        ("simulate(THREE, 5, rng=-1)", SvaraError, "rng: a seed must be at least 0, not -1"),
        (
            "simulate(THREE, 5, stacks=b'ddd')",
            TypeError,
            "stacks must be a sequence of chips, by seat, not b'ddd' of type bytes",
        ),
        ("RandomPlayer(-1)", SvaraError, "rng: a seed must be at least 0, not -1"),
    ],
)
def test_an_impossible_simulation_is_refused_with_the_reason(given, error, message):
    with pytest.raises(error) as refused:
        eval(given)
    assert str(refused.value) == message


# Duplicate deals and processes ----------------------------------------------------------------------------------------


FACTORIES = (partial(threshold, 20), partial(threshold, 17), RandomPlayer)
LIMIT = Settings(1, limit=20)


def test_with_duplicate_every_shuffle_is_played_for_every_cyclic_seating():
    """A loop of its own: each seed of a shuffle deals once for each seating, and the dealer goes round by shuffle."""
    shuffles, rng, nets, winners, svaras = 120, Random(8), [], [], 0
    for number in range(shuffles):
        seed, net = rng.getrandbits(64), [0, 0, 0]
        for turned in range(3):
            cards, table = Random(seed), Table(Settings(1), seats=3, dealer=number % 3)
            while True:
                deal = table.next_deal(cards)
                while deal.turn is not None:
                    deal.push(THREE[(deal.turn + turned) % 3].act(deal.view(deal.turn)))
                if isinstance(deal.outcome, Won):
                    break
                svaras += 1
            winners.append((deal.outcome.seat + turned) % 3)
            for seat in range(3):
                net[(seat + turned) % 3] += table.net[seat]
        nets.append(net)
    result = simulate(THREE, 3 * shuffles, rng=8, duplicate=True)
    assert (result.deals, result.svaras) == (3 * shuffles, svaras)
    assert result.won == tuple(winners.count(player) for player in range(3))
    assert result.net == tuple(map(sum, zip(*nets, strict=True)))
    for player, chips in enumerate(zip(*nets, strict=True)):
        error = statistics.stdev(each / 3 for each in chips) / math.sqrt(shuffles)
        assert math.isclose(result.std_error[player], error, rel_tol=1e-9)


def test_with_duplicate_equal_players_win_exactly_nothing_and_the_luck_of_the_cards_cancels_out():
    """Each of two equal players once has what the other had. Of different players the standard error is smaller."""
    result = simulate([ThresholdPlayer(18, raises=25)] * 2, 400, rng=3, duplicate=True)
    assert (result.net, result.std_error, result.won) == ((0, 0), (0.0, 0.0), (200, 200))
    players = [ThresholdPlayer(18), ThresholdPlayer(20)]
    once, twice = simulate(players, 2000, rng=3), simulate(players, 2000, rng=3, duplicate=True)
    assert once.deals == twice.deals == 2000
    assert twice.std_error[0] < once.std_error[0] / 1.5
    assert abs(once.mean[0] - twice.mean[0]) < 4 * math.hypot(once.std_error[0], twice.std_error[0])


@pytest.mark.parametrize(("deals", "played"), [(1, 3), (3, 3), (100, 102)])
def test_with_duplicate_the_deals_are_rounded_up_to_whole_shuffles(deals, played):
    assert simulate(THREE, deals, rng=1, duplicate=True).deals == played


@pytest.mark.parametrize(("deals", "duplicate"), [(1100, False), (3300, True)], ids=["once", "duplicate"])
def test_the_result_is_the_same_at_any_number_of_processes(deals, duplicate):
    """A block and a part of one."""
    results = [
        simulate(FACTORIES, deals, rng=6, settings=LIMIT, stacks=[9, 30, 30], duplicate=duplicate, processes=processes)
        for processes in (1, 2)
    ]
    assert results[0] == results[1]
    assert results[0].deals == deals
    assert sum(results[0].net) == 0


def test_a_block_depends_on_the_seed_and_its_position_alone():
    """The first 1000 deals of 2000 are those of 1000, whatever the players draw; a Random gives the seed."""
    found = []
    simulate(FACTORIES, 2000, rng=6, settings=LIMIT, processes=1, progress=found.append)
    assert found[0] == simulate(FACTORIES, 1000, rng=Random(6), settings=LIMIT, processes=1)
    seen = []

    def spy(rng):
        seen.append(rng.random())
        return ThresholdPlayer(20)

    simulate([spy, spy], 2500, rng=6, processes=1)
    assert len({*seen}) == len(seen) == 6  # two players for each of three blocks, each with randomness of its own


@pytest.mark.parametrize("processes", [None, 1, 2])
def test_progress_is_told_the_result_of_all_deals_so_far(processes):
    players = [ThresholdPlayer(20), ThresholdPlayer(17)] if processes is None else FACTORIES[:2]
    found = []
    result = simulate(players, 2500, rng=6, processes=processes, progress=found.append)
    assert [each.deals for each in found] == [1000, 2000, 2500]
    assert found[-1] == result
    assert all(sum(each.won) == each.deals for each in found)


@pytest.mark.parametrize("processes", [None, 1, 2])
def test_an_error_in_progress_stops_the_simulation(processes):
    def stop(result):
        raise KeyboardInterrupt(result.deals)

    players = [ThresholdPlayer(20), ThresholdPlayer(17)] if processes is None else FACTORIES[:2]
    with pytest.raises(KeyboardInterrupt) as stopped:
        simulate(players, 10**12, rng=6, processes=processes, progress=stop)
    assert stopped.value.args == (1000,)


def test_an_error_of_a_player_in_another_process_is_raised_with_its_note():
    with pytest.raises(IllegalActionError, match=r"^fold is not legal; seat 1 can look") as refused:
        simulate([partial(threshold, 20), folder], 1200, rng=1, processes=2)
    assert refused.value.__notes__[0].startswith("in deal 1, at the turn of players[1], <")


@pytest.mark.parametrize(
    ("processes", "error", "message"),
    [
        (0, SvaraError, "processes must be 1 to 1000, not 0"),
        (1.5, TypeError, "processes must be a whole number, not 1.5 of type float"),
    ],
)
def test_an_impossible_number_of_processes_is_refused(processes, error, message):
    with pytest.raises(error) as refused:
        simulate(FACTORIES, 5, processes=processes)
    assert str(refused.value) == message


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
def test_a_threshold_player_follows_its_points(player, line, does):
    deal = Deal(Settings(10), HANDS, 0)
    for move in filter(None, line.split(", ")):
        kind, *to = move.split()
        deal.push(Action(kind, *map(int, to)))
    assert str(player.act(deal.view(deal.turn))) == does


def test_a_threshold_player_joins_a_svara_when_told_to():
    deal = Deal(Settings(10), ("Q♦ J♦ 8♠", "A♥ 9♥ 8♥", "K♠ 10♠ 9♣"), 0)
    for kind, to in (("look", None), ("fold", None), ("bet", 10), ("call", None)):
        deal.push(Action(kind, to))
    assert deal.is_legal(ThresholdPlayer(8, joins=True).act(deal.view(1)))
    assert [ThresholdPlayer(99, joins=joins).act(deal.view(1)).kind for joins in (True, False)] == ["join", "decline"]


def test_a_threshold_player_never_bets_with_fewer_points_and_raises_once():
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


def test_a_random_player_chooses_every_legal_action_and_no_other():
    deal = Deal(Settings(10, limit=12), HANDS, 0)
    player = RandomPlayer(Random(1))
    acted = {player.act(deal.view(1)) for _ in range(200)}
    assert acted == {Action("look"), Action("blind", 10), Action("blind", 11), Action("blind", 12)}
    assert {RandomPlayer().act(deal.view(1)) for _ in range(400)} == acted
    deal = Deal(Settings(10), HANDS, 0)
    assert {player.act(deal.view(1)).to for _ in range(800)} == {
        None,
        *range(10, 21),
    }  # at most twice the lowest where there is no bound
    assert repr(player) == "RandomPlayer()"


def test_a_random_player_chooses_each_kind_with_the_same_chance_and_each_amount_too():
    """Each count lies within four standard deviations of its mean."""
    deal = Deal(Settings(10, limit=24), HANDS, 0)
    for action in ("look", "bet 10"):
        deal.push(action)
    player = RandomPlayer(5)
    chosen = [player.act(deal.view(2)) for _ in range(9000)]
    kinds = Counter(action.kind for action in chosen)
    assert kinds.keys() == {"fold", "call", "raise"}
    assert all(abs(count - 3000) < 4 * 45 for count in kinds.values())
    raises = Counter(action.to for action in chosen if action.kind == "raise")
    assert raises.keys() == {20, 21, 22, 23, 24}
    assert all(abs(count - 600) < 4 * 24 for count in raises.values())


@pytest.mark.parametrize("points", [18, 19, 20, 21, 22])
def test_a_threshold_player_bets_and_raises_at_exactly_its_points(points):
    """Seat 1 has 20 points, and is asked for 30."""
    deal = Deal(Settings(10), HANDS, 0)
    for action in ("blind 15", "look", "call", "fold"):
        deal.push(action)
    assert deal.turn == 1
    pays = ThresholdPlayer(points).act(deal.view(1))
    assert pays == (Action("call", 30) if points <= 20 else Action("fold"))
    raises = ThresholdPlayer(8, raises=points).act(deal.view(1))
    assert raises == (Action("raise", 40) if points <= 20 else Action("call", 30))


def test_a_player_prints_as_it_was_made():
    player = ThresholdPlayer(18, raises=25, joins=True)
    assert repr(player) == "ThresholdPlayer(18, raises=25, joins=True)"
    assert vars(eval(repr(player))) == vars(player)


def test_anything_with_act_can_play():
    class Module:
        @staticmethod
        def act(view):
            return Action(next(kind for kind in ("look", "fold", "decline") if kind in view.legal))

    assert sum(simulate([Module, Module(), ThresholdPlayer(20)], 20, rng=1).won) == 20


# Loading --------------------------------------------------------------------------------------------------------------


def loaded(statement):
    """The modules that a statement loads in a new interpreter, not counting what site-packages load."""
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
