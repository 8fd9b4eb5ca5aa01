"""A solution put to use: played, exploited, drawn as a chart, saved and loaded."""

from __future__ import annotations

import sys
from random import Random

import numpy as np
import pytest
from solutions import solved

from svara_eval import SvaraError, all_hands, points_table, score
from svara_eval.game import (
    Action,
    Deal,
    RandomPlayer,
    Settings,
    Svara,
    Table,
    ThresholdPlayer,
    View,
    simulate,
)
from svara_eval.solver import Solution, solve
from svara_eval.solver._exploit import against
from svara_eval.solver._svaras import nothing
from svara_eval.solver._tree import menu, tree

# Played -----------------------------------------------------------------------------------------------------------


def first_wins(solution: Solution, deals: int) -> np.ndarray:
    """What the first player wins in deals between two perfect players, svaras played out."""
    shuffler, player = Random(1), solution.player(2)
    won = []
    for _ in range(deals):
        table = Table(solution.settings, seats=2, dealer=1)
        while table.deal is None or isinstance(table.deal.outcome, Svara):
            deal = table.next_deal(shuffler)
            while deal.turn is not None:
                deal.push(player.act(deal.view(deal.turn)))
        won.append(table.net[0])
    return np.array(won)


def test_a_perfect_player_wins_its_own_value_from_itself():
    won = first_wins(solved(2), 4000)
    assert abs(won.mean() - solved(2).values[0]) < 3 * won.std() / len(won) ** 0.5


@pytest.mark.proof
def test_a_perfect_player_wins_its_own_value_from_itself_at_limit_ten():
    won = first_wins(solved(10), 100_000)
    assert abs(won.mean() - solved(10).values[0]) < 3 * won.std() / len(won) ** 0.5


@pytest.mark.parametrize("points", [pytest.param(16, marks=pytest.mark.proof), 18, 20])
def test_a_perfect_player_wins_from_threshold_players_and_no_more_than_a_perfect_opponent(points):
    solution, player = solved(3), ThresholdPlayer(points, raises=points + 5)
    result = simulate([solution.player(1), player], 2000, 2, settings=solution.settings)
    error = 3 * result.std_error[0]
    assert -error < result.mean[0] < solution.exploit(player) + error


@pytest.mark.proof
def test_a_perfect_player_wins_ten_thousand_deals_from_a_threshold_player():
    solution = solved(10)
    result = simulate([solution.player(1), ThresholdPlayer(18)], 10_000, 2, settings=solution.settings)
    assert result.mean[0] > 2 * result.std_error[0]


class Ace:
    """Pays with an ace, and folds without one."""

    def act(self, view: View, /) -> Action:
        if view.hand is None:
            return Action("look")
        pays = any(card.rank == 7 for card in view.hand)
        option = view.legal.get("call") or view.legal["bet"]
        return Action(option.kind, option.low) if pays else Action("fold")

    def __repr__(self) -> str:
        return "Ace()"


class Folds:
    """Looks and folds."""

    def act(self, view: View, /) -> Action:
        return Action("look" if view.hand is None else "fold")


@pytest.mark.parametrize("pot", [2, 6, 10])
def test_a_player_who_always_folds_loses_their_half_of_the_pot(pot):
    """The pot is the antes, or that of a svara."""
    for seat in (0, 1):
        assert against(Settings(ante=1, limit=2), Folds(), seat, pot).best(seat, nothing) == pytest.approx(pot / 2)


def test_a_perfect_player_is_printed_with_its_solution():
    assert repr(solved(1, svara="split").player(1)) == f"{solved(1, svara='split')!r}.player()"


@pytest.mark.parametrize(("carried", "pot"), [(0, 2), (10, 10)])
def test_the_deals_of_a_position_begin_with_the_antes_or_the_pot_of_the_svara(carried, pot):
    assert tree(Settings(ante=1, limit=2), carried, menu("all")).deal.pot == pot


@pytest.mark.parametrize("player", [Ace(), RandomPlayer(1)])
def test_a_player_who_does_not_go_by_points_is_not_exploited(player):
    with pytest.raises(SvaraError) as caught:
        solved(1, svara="split").exploit(player)
    assert str(caught.value) == (
        f"{player} does not always do the same with the same points; what can be won from them is not known"
    )


@pytest.mark.parametrize(
    "sizes", [("min",), ("max",), ("min", "pot", "max"), pytest.param("all", marks=pytest.mark.proof)]
)
def test_whatever_the_other_player_does_a_perfect_player_does_something_legal(sizes):
    solution = solved(5, sizes, "split", max_blind_multiple=3)
    players = [solution.player(1), RandomPlayer(2)]
    simulate(players, 300, 3, settings=solution.settings)
    simulate(players, 300, 3, settings=solution.settings, stacks=[500, 500])


def after(solution: Solution, *actions: str, **options: object) -> View:
    """The view of the player to act after some actions."""
    hands = ["Ah Kh Qh", "Kd 9d 8c"]
    deal = Deal(solution.settings, hands, dealer=1, **options)
    for action in actions:
        deal.push(action)
    return deal.view(deal.turn)


def chances(solution: Solution, *actions: str, **options: object) -> dict[str, float]:
    return {str(action): chance for action, chance in solution.strategy(after(solution, *actions, **options)).items()}


def test_the_chances_of_all_actions_add_up_to_one():
    solution = solved(5, svara="split")
    view = after(solution, "blind 1", "look")
    for hand in all_hands():
        assert sum(solution.strategy(view.__replace__(hand=hand)).values()) == pytest.approx(1)


def test_an_amount_off_the_menu_counts_as_the_nearest_on_it_and_the_lower_of_two():
    solution = solve(Settings(ante=1, limit=9), ("min", "max"), svara="split", tolerance=0.05)
    start = ("look", "bet 1")
    low, high = chances(solution, *start, "raise 2"), chances(solution, *start, "raise 9")
    assert set(high) == {"fold", "call to 9"}
    assert {*chances(solution, *start, "raise 5")} == {"fold", "call to 5", "raise to 6", "raise to 9"}
    assert [*chances(solution, *start, "raise 5").values()] == [*low.values()]
    assert [*chances(solution, *start, "raise 6").values()] == [*high.values()]


def test_where_the_line_is_over_by_the_menu_the_answer_is_to_call():
    solution = solve(Settings(ante=1, limit=9), ("max",), svara="split", tolerance=0.05)
    assert chances(solution, "look", "bet 1", "raise 9") == {"call to 9": 1.0}


def test_a_svara_for_a_larger_pot_is_played_like_the_largest():
    solution = solved(2)
    assert solution.pots[-1] == 6
    assert chances(solution, "look", carried=1000) == chances(solution, "look", carried=6)
    assert chances(solution, "look", carried=6) != chances(solution, "look")


def test_the_perfect_player_plays_with_stacks_that_reach_the_limit():
    solution = solved(2)
    assert chances(solution, "look", stacks=[3, 3]) == chances(solution, "look")
    assert chances(solution, "look", stacks=[2, 2], carried=4) == chances(solution, "look", carried=4)


def joining() -> View:
    """A third seat is asked to join the svara of two."""
    deal = Deal(Settings(ante=1, limit=2), {0: "Ah Kh Qh", 1: "Ad Kd Qd"}, dealer=1, seats=3)
    for action in ("look", "bet 1", "call"):
        deal.push(action)
    return deal.view(2)


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (
            lambda: Deal(Settings(ante=1, limit=2), ["Ah Kh Qh", "Kd 9d 8c", "As Ad Tc"], dealer=2).view(0),
            "the solution is for 2 players, not 3",
        ),
        (
            lambda: after(solved(2)).__replace__(seat=1),
            "the view is of seat 1, but it is the turn of seat 0; a solution answers the player to act",
        ),
        (
            lambda: after(solved(2)).__replace__(turn=None),
            "the view is of seat 0, but it is nobody's turn; a solution answers the player to act",
        ),
        (
            lambda: after(solved(3)),
            "the solution is for "
            "Settings(ante=1, min_bet=1, min_raise=1, limit=2, max_blind_multiple=2, svara_fee='share'), "
            "not Settings(ante=1, min_bet=1, min_raise=1, limit=3, max_blind_multiple=2, svara_fee='share')",
        ),
        (
            lambda: after(solved(2), stacks=[5, 2]),
            "seat 1 began the deal with 2 chips; the solution needs the limit of 2 and the ante of 1",
        ),
        (
            lambda: after(solved(2), stacks=[1, 2], carried=4),
            "seat 0 began the deal with 1 chips; the solution needs the limit of 2",
        ),
        (
            joining,
            "the solution does not say who joins a svara; between two players nobody can",
        ),
    ],
)
def test_a_view_that_the_solution_is_not_for_is_refused(view, message):
    with pytest.raises(SvaraError) as caught:
        solved(2).strategy(view())
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((10,), "settings must be a Settings, not 10 of type int"),
        (
            (Settings(ante=1),),
            "settings have no limit; the game is solved with one, as in Settings(ante=1, limit=10)",
        ),
        (
            (Settings(ante=1, limit=2), "min"),
            "sizes must be 'all' or some of 'min', 'half pot', 'pot' and 'max', not 'min'",
        ),
        ((Settings(ante=1, limit=2), ()), "sizes must be 'all' or some of 'min', 'half pot', 'pot' and 'max', not ()"),
        (
            (Settings(ante=1, limit=2), ("min", "half")),
            "sizes must be 'all' or some of 'min', 'half pot', 'pot' and 'max', not ('min', 'half')",
        ),
    ],
)
def test_settings_and_sizes_that_cannot_be_solved_are_refused(arguments, message):
    with pytest.raises((SvaraError, TypeError)) as caught:
        solve(*arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"svara": "half"}, "svara must be 'solved' or 'split', not 'half'"),
        ({"tolerance": 0}, "tolerance must be at least 3e-05 chips with a limit of 2, not 0"),
        ({"tolerance": float("nan")}, "tolerance must be at least 3e-05 chips with a limit of 2, not nan"),
        ({"tolerance": float("inf")}, "tolerance must be at least 3e-05 chips with a limit of 2, not inf"),
        ({"tolerance": "low"}, "tolerance must be a number, not 'low' of type str"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message):
    with pytest.raises((SvaraError, TypeError)) as caught:
        solve(Settings(ante=1, limit=2), **options)
    assert str(caught.value) == message


# The chart ------------------------------------------------------------------------------------------------------------


def test_the_chart_has_every_total_in_every_situation():
    shares: dict[tuple[str, int], float] = {}
    for row in solved(5, svara="split").table():
        shares[row.situation, row.points] = shares.get((row.situation, row.points), 0) + row.probability
    totals = np.unique(points_table()).tolist()
    situations = ("looking first", "facing a blind", "facing a raise")
    assert [*shares] == [(situation, points) for situation in situations for points in totals]
    assert [*shares.values()] == pytest.approx([1] * len(shares), abs=1e-5)


def test_in_the_chart_the_best_hands_pay_and_the_worst_fold():
    rows = {(row.situation, row.points, row.action): row.probability for row in solved(5, svara="split").table()}
    for situation in ("looking first", "facing a blind", "facing a raise"):
        assert rows[situation, 8, "fold"] > 0.9
        assert rows[situation, 33, "fold"] < 0.001


def test_the_chart_averages_the_hands_of_a_total():
    solution = solved(5, svara="split")
    view = after(solution, "look")
    hands = [hand for hand in all_hands() if score(hand) == 20]
    mean = sum(solution.strategy(view.__replace__(hand=hand))[Action("fold")] for hand in hands) / len(hands)
    (row,) = (
        row for row in solution.table() if (row.situation, row.points, row.action) == ("looking first", 20, "fold")
    )
    assert row.probability == pytest.approx(mean, abs=1e-6)


def test_where_no_blind_is_possible_the_chart_is_of_looking_first():
    solution = solve(Settings(ante=1, min_bet=2, limit=1), svara="split")
    assert {row.situation for row in solution.table()} == {"looking first"}


def test_a_data_frame_of_the_chart_has_its_columns():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame(solved(5, svara="split").table())
    assert [*frame] == ["situation", "seat", "points", "action", "probability"]


# Large games ----------------------------------------------------------------------------------------------------------


def test_a_line_may_be_longer_than_python_recurses():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(350)
    try:
        settings = Settings(ante=1, min_bet=200, min_raise=1, limit=600)
        solution = solve(settings, ["min"], svara="split", tolerance=200.0)
    finally:
        sys.setrecursionlimit(limit)
    assert sum(solution.values) == pytest.approx(0)


@pytest.mark.parametrize(
    ("limit", "sizes", "message"),
    [
        (
            10**9,
            "all",
            "a limit of 1000000000 makes the game too large; lower the limit or consider fewer sizes",
        ),
        (10**400, "all", "limit must be 1 to 1000000000, not a number of 1329 bits"),
    ],
)
def test_a_game_that_is_too_large_is_refused(limit, sizes, message):
    with pytest.raises(SvaraError) as caught:
        solve(Settings(ante=1, limit=limit), sizes, tolerance=1e8)
    assert str(caught.value) == message
