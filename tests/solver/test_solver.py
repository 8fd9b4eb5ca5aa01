"""The game of two, solved: held against Kuhn poker, linear programs and a best response of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from solutions import solved

from svara_eval import all_hands, points_table
from svara_eval.game import (
    Action,
    Deal,
    Settings,
    ThresholdPlayer,
    View,
    Won,
)
from svara_eval.solver import solve
from svara_eval.solver._cards import Cards, all_cards, class_arrays
from svara_eval.solver._cfr import Games
from svara_eval.solver._position import Position
from svara_eval.solver._tree import Decision, Leaf, menu, tree

Act = Callable[[View], dict[Action, float]]


def split(_: int) -> float:
    """Those who tie share the pot."""
    return 0.0


# The core -------------------------------------------------------------------------------------------------------------


def kuhn() -> Decision:
    """Kuhn poker: three cards, antes of 1, a bet of 1."""

    def turn(player: int, *children: Decision | Leaf) -> Decision:
        return Decision(player, (None,) * len(children), children, None)

    after_check = turn(1, Leaf((0, 1), (0, 0)), turn(0, Leaf((1,), (0, 1)), Leaf((0, 1), (1, 1))))
    return turn(0, after_check, turn(1, Leaf((0,), (1, 0)), Leaf((0, 1), (1, 1))))


def test_kuhn_poker_loses_a_chip_in_eighteen_deals():
    cards = Cards.of((1 - np.eye(3)) / 6, np.arange(3))
    games = Games([kuhn()], cards, 2)
    payoffs = (games.payoffs(0, split), games.payoffs(1, split))
    strategy = games.solve(payoffs, 1e-4)
    assert games.value(payoffs[0], 0, strategy) == pytest.approx(-1 / 18, abs=1e-4)


def linear_program(root: Decision, pot: int, cards: Cards) -> float:
    """The value to the first player, by the sequence form: no regret is minimized here."""
    from scipy import optimize, sparse  # the extra "proof"

    joint, beats = cards.joint, 2 * cards.shares[True,].T
    size = len(joint)
    entries: list[tuple[int, int, float]] = []  # row, column, coefficient of "row <= 0"
    equal: list[tuple[int, int, float]] = []
    counted = {"columns": size, "rows": 0, "equal": 0}  # the first columns: the empty sequence of the first player

    def expression(node: Decision | Leaf, plan: int) -> dict[tuple[int, int], float] | list[np.ndarray]:
        """What the first player wins at a node for each class of the second: (matrix by plan) and (value columns)."""
        if isinstance(node, Leaf):
            first, second = node.totals
            if node.remaining == (0, 1):
                return [(plan, (pot / 2 + second) * beats)], []
            return [(plan, joint * (pot / 2 + second if node.remaining == (0,) else -pot / 2 - first))], []
        if node.player == 0:
            terms, values = [], []
            row = counted["equal"]
            counted["equal"] += size
            for child in node.children:
                column = counted["columns"]
                counted["columns"] += size
                equal.extend((row + of, column + of, 1.0) for of in range(size))
                more_terms, more_values = expression(child, column)
                terms += more_terms
                values += more_values
            equal.extend((row + of, plan + of, -1.0) for of in range(size))
            return terms, values
        column = counted["columns"]
        counted["columns"] += size
        for child in node.children:  # value <= what each action of the second player leaves the first
            terms, values = expression(child, plan)
            row = counted["rows"]
            counted["rows"] += size
            entries.extend((row + of, column + of, 1.0) for of in range(size))
            entries.extend((row + of, other + of, -1.0) for other in values for of in range(size))
            for start, matrix in terms:
                where = np.nonzero(matrix)
                entries.extend(
                    (row + mine, start + theirs, -value)
                    for theirs, mine, value in zip(*map(np.ndarray.tolist, where), matrix[where].tolist(), strict=True)
                )
        return [], [column]

    terms, values = expression(root, 0)
    columns = counted["columns"]
    objective = np.zeros(columns)
    for start, matrix in terms:
        objective[start : start + size] -= matrix.sum(axis=1)
    for column in values:
        objective[column : column + size] -= 1
    plans = np.zeros(columns, bool)
    plans[:size] = True
    plans[[column for _, column, value in equal if value == 1.0]] = True
    bounds = [(1, 1) if at < size else (0, None) if plans[at] else (None, None) for at in range(columns)]

    def matrix(found: list[tuple[int, int, float]], rows: int) -> object:
        at, column, value = zip(*found, strict=True)
        return sparse.csr_matrix((value, (at, column)), shape=(rows, columns))

    options = {"A_ub": matrix(entries, counted["rows"]), "b_ub": np.zeros(counted["rows"])} if entries else {}
    if equal:
        options |= {"A_eq": matrix(equal, counted["equal"]), "b_eq": np.zeros(counted["equal"])}
    result = optimize.linprog(objective, bounds=bounds, method="highs", **options)
    assert result.success, result.message
    return -result.fun


def by_points() -> Cards:
    """The hands told apart by their points alone."""
    joint, hands = all_cards().joint, class_arrays()
    totals = np.unique(hands.points)
    member = (hands.points[:, None] == totals).astype(float)
    return Cards.of(member.T @ joint @ member, totals)


def check_against_linear_programs(limit: int, cards: Cards, tolerance: float) -> None:
    roots = [root for _, root in tree(Settings(ante=1, limit=limit), 0, menu("all")).looks()]
    games = Games(roots, cards, 2)
    payoffs = (games.payoffs(0, split), games.payoffs(1, split))
    strategy = games.solve(payoffs, tolerance)
    first, second = (games.best(payoffs[player], player, strategy) for player in (0, 1))
    assert max(first + second) <= tolerance
    for root in roots:
        at = games.place[root]
        assert -second[at] - 1e-9 <= linear_program(root, 2, cards) <= first[at] + 1e-9


@pytest.mark.proof
@pytest.mark.parametrize("limit", range(1, 7))
def test_linear_programs_of_points_alone_lie_within_a_gap_of_a_ten_thousandth(limit):
    check_against_linear_programs(limit, by_points(), 1e-4)


@pytest.mark.proof
@pytest.mark.parametrize("limit", [1, 2])
def test_linear_programs_of_all_classes_lie_within_a_gap_of_a_ten_thousandth(limit):
    check_against_linear_programs(limit, all_cards(), 1e-4)


# The cards ------------------------------------------------------------------------------------------------------------


def test_two_hands_share_no_card_and_the_matrix_is_symmetric():
    joint = all_cards().joint
    assert joint.shape == (337, 337)
    assert np.allclose(joint, joint.T)
    assert joint.sum() == pytest.approx(1)
    aces = class_arrays().of[-1]  # of three aces there are four hands, and no two of them are disjoint
    assert joint[aces, aces] == 0


def test_one_showdown_in_ten_is_a_tie():
    assert all_cards().ties.sum() == pytest.approx(0.1031, abs=1e-4)


# The whole game, by a best response that shares no code with the solver -----------------------------------------------


@cache
def disjoint() -> np.ndarray:
    """1 where two of the 4960 hands share no card."""
    holds = np.zeros((4960, 32), np.float32)
    for row, hand in enumerate(all_hands()):
        holds[row, [*hand]] = 1
    return (holds @ holds.T == 0).astype(np.float64)


@cache
def rows_by_points() -> list[tuple[int, np.ndarray, np.ndarray]]:
    """For each total: which hands score it, and their rows of that matrix."""
    points = points_table()
    return [(of, points == of, disjoint()[points == of]) for of in np.unique(points).tolist()]


def best_response(
    act: Act, responder: int, deal: Deal, reach: np.ndarray, tie: Callable[[int], float] = split
) -> np.ndarray:
    """What the responder wins with each of the 4960 hands, on the tree of ``Deal`` itself.

    ``act`` is what the other player does in a view, with probabilities, ``reach`` how likely they play so with each
    hand, and ``tie`` what a tie is worth beyond half the pot, by the pot.
    """
    if deal.turn is None:
        totals, antes = deal.totals, (deal.start.carried or 2 * deal.start.ante) / 2
        if isinstance(deal.outcome, Won) and deal.outcome.by == "fold":
            won = antes + totals[1 - responder] if deal.outcome.seat == responder else -antes - totals[responder]
            return won * (disjoint() @ reach)
        more = np.zeros(4960)
        for of, mine, rows in rows_by_points():
            stake, pot = antes + totals[1 - responder], int(2 * antes + sum(totals))
            worth = stake * np.sign(of - points_table()) + tie(pot) * (points_table() == of)
            more[mine] = rows @ (reach * worth)
        return more
    outcomes = []
    weights = None
    if deal.turn != responder:
        weights = weights_of(act, deal)
    for option in deal.legal.values():
        for to in [option.low] if option.low is None else range(option.low, (option.high or 0) + 1):
            action = Action(option.kind, to)
            after = deal.copy()
            after.push(action)
            if weights is None:
                outcomes.append(best_response(act, responder, after, reach, tie))
            elif action in weights:
                outcomes.append(best_response(act, responder, after, reach * weights[action], tie))
    if weights is not None:
        return np.sum(outcomes, axis=0)
    if deal.phase == "blind":  # nobody knows a card: the best for all hands together
        return max(outcomes, key=np.sum)
    return np.max(outcomes, axis=0)


def weights_of(act: Act, deal: Deal) -> dict[Action, np.ndarray]:
    """How likely the player to act does each thing with each of the 4960 hands."""
    view = deal.view(deal.turn)
    weights: dict[Action, np.ndarray] = {}
    hands = [None] if view.hand is None else [*all_hands()]
    for row, hand in enumerate(hands):
        for action, chance in act(with_hand(view, hand)).items():
            weights.setdefault(action, np.zeros(4960))[row if hand else slice(None)] = chance
    return weights


def with_hand(view: View, hand: object) -> View:
    return view if hand is None else view.__replace__(hand=hand)


def bests(settings: Settings, act: Act, carried: int = 0, worth: tuple[Callable[[int], float], ...] = (split, split)):
    """What the best response of each seat wins in a deal, or in a svara for a pot."""
    start = Deal(settings, ["Ah Kh Qh", "Kd 9d 8c"], dealer=1, carried=carried)
    pairs = disjoint().sum(dtype=np.float64)
    return [best_response(act, seat, start, np.ones(4960), worth[seat]).sum() / pairs for seat in (0, 1)]


def gap(settings: Settings, act: Act) -> float:
    """What the best responses of both seats win together if those who tie share the pot."""
    return sum(bests(settings, act))


def gap_with_svaras(settings: Settings, act: Act) -> float:
    """The same with svaras played out; all for more than the largest first pot count like that one."""
    largest = 2 * settings.ante + 2 * settings.limit
    won = {pot: [0.0, 0.0] for pot in range(2 * settings.ante, largest + 1, 2)}
    worth = tuple(lambda pot, seat=seat: won[min(pot, largest)][1 - seat] for seat in (0, 1))
    for pot in [largest] * 7 + [*won][::-1]:
        won[pot] = bests(settings, act, 0 if pot == 2 * settings.ante else pot, worth)
    return sum(won[2 * settings.ante])


@pytest.mark.parametrize("limit", [1, pytest.param(2, marks=pytest.mark.proof)])
def test_a_best_response_over_all_hands_finds_the_gap_that_the_solver_states(limit):
    solution = solved(limit, sizes="all", svara="split")
    assert gap(solution.settings, solution.strategy) == pytest.approx(solution.exploitability, abs=1e-6)
    assert solution.exploitability <= 0.002


@pytest.mark.proof
def test_a_best_response_over_all_hands_finds_the_same_gap_at_limit_five():
    solution = solved(5, sizes="all", svara="split")
    assert gap(solution.settings, solution.strategy) == pytest.approx(solution.exploitability, abs=1e-6)


def stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strategy of one iteration in place of the average."""
    monkeypatch.setattr(Games, "_average", lambda self, *_: self.uniform())
    monkeypatch.setattr(Games, "_gap", lambda *_: 0.0)


def without_card_removal(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = class_arrays().sizes / 4960
    cards = Cards.of(np.outer(sizes, sizes), class_arrays().points)
    monkeypatch.setattr("svara_eval.solver._cards.all_cards", lambda: cards)


def ties_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tie is won by the first player."""
    payoffs = Games.payoffs
    monkeypatch.setattr(
        Games, "payoffs", lambda self, player, _: payoffs(self, player, lambda pot: pot / 2 * (1 - 2 * player))
    )


@pytest.mark.parametrize("mutation", [stale, without_card_removal, ties_won])
def test_a_wrong_solver_is_caught_by_the_best_response_over_all_hands(mutation, monkeypatch):
    mutation(monkeypatch)
    solution = solve(Settings(ante=1, limit=1), "all", svara="split", tolerance=0.001)
    assert gap(solution.settings, solution.strategy) > 0.002


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param(Settings(ante=1, min_bet=2, min_raise=3, limit=5), marks=pytest.mark.proof),
        pytest.param(Settings(ante=2, min_bet=1, limit=4, max_blind_multiple=3), marks=pytest.mark.proof),
        Settings(ante=1, min_bet=5, limit=2),
    ],
    ids=["larger bets and raises", "blinds of up to three times the last", "a limit below the smallest bet"],
)
def test_other_settings_are_solved_too(settings):
    solution = solve(settings, "all", svara="split", tolerance=0.001)
    assert gap(settings, solution.strategy) == pytest.approx(solution.exploitability, abs=1e-6)
    assert solution.exploitability <= 0.002


def complete(view: View, player: ThresholdPlayer) -> Action:
    """What the player does, with the total of a call."""
    action = player.act(view)
    return Action(action.kind, view.legal[action.kind].low if action.to is None else action.to)


@pytest.mark.parametrize(
    ("limit", "player"),
    [
        (1, ThresholdPlayer(15, raises=20)),
        pytest.param(2, ThresholdPlayer(18), marks=pytest.mark.proof),
        pytest.param(2, ThresholdPlayer(8, raises=35), marks=pytest.mark.proof),  # never raises, and never folds
    ],
)
def test_what_is_won_from_a_threshold_player_is_what_a_best_response_over_all_hands_finds(limit, player):
    expected = gap_with_svaras(Settings(ante=1, limit=limit), lambda view: {complete(view, player): 1.0}) / 2
    assert solved(limit, svara="split").exploit(player) == pytest.approx(expected, abs=1e-6)


# Its values -----------------------------------------------------------------------------------------------------------


def test_at_limit_two_the_race_of_blinds_is_won_as_by_hand():
    solution = solved(2, "all", "split")
    worth = {", ".join(map(str, line)): values[0] for line, values in solution.lines.items()}
    assert [*worth] == ["look", "blind to 1, look", "blind to 1, blind to 2, look", "blind to 2, look"]
    assert worth["look"] == pytest.approx(-0.170375, abs=0.001)  # by a linear program
    assert worth["blind to 1, blind to 2, look"] > worth["blind to 1, look"]  # so the dealer looks
    assert worth["blind to 1, look"] > worth["look"] > worth["blind to 2, look"]  # so the first player bets 1
    assert ", ".join(map(str, solution.line)) == "blind to 1, look"
    assert solution.values[0] == worth["blind to 1, look"]


def test_looking_first_at_limit_one_is_worth_what_a_linear_program_finds():
    assert next(iter(solved(1, "all", "split").lines.values()))[0] == pytest.approx(-0.109356, abs=0.001)


def test_the_game_is_solved_for_the_pots_that_svaras_can_have():
    assert solved(2).pots == (2, 4, 6)
    assert solved(2, svara="split").pots == (2,)
    assert solved(3).exploitability <= 0.003  # a svara adds its own gap, after one deal in ten


def test_solving_more_pots_moves_the_value_by_no_more_than_the_cutoff_allows():
    settings = Settings(ante=1, limit=2)
    short, long = solved(2), solve(settings)
    long._positions |= {pot: Position(settings, pot, menu(long.sizes)) for pot in (8, 10, 12, 14, 16, 18, 20)}
    long.pots = tuple(long._positions)
    long._solve(lambda _: None)
    assert short.exploitability < 0.002
    assert 0 < long.cutoff < short.cutoff < 0.005
    assert abs(long.values[0] - short.values[0]) <= short.exploitability + short.cutoff


def test_the_progress_rises_to_one():
    shares: list[float] = []
    solve(Settings(ante=1, limit=1), progress=shares.append)
    assert shares[-1] == 1
    assert all(0 <= share <= 1 for share in shares)


def test_any_gap_down_to_the_least_is_reached():
    settings = Settings(ante=1, limit=1)
    assert solve(settings, svara="split", tolerance=2e-5).exploitability <= 2e-5
