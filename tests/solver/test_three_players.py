"""The game of three players: its cards by brute force, and its solution by what is known of smaller games."""

from __future__ import annotations

from itertools import permutations, product
from math import comb
from random import Random

import numpy as np
import pytest

from svara_eval import SvaraError, all_hands, points_table
from svara_eval.game import Deal, RandomPlayer, Settings, Svara, Table, ThresholdPlayer, simulate
from svara_eval.hands import class_of, classes
from svara_eval.solver import Solution, solve
from svara_eval.solver._cards import Cards, class_arrays, holdings, joined_classes
from svara_eval.solver._cfr import Games
from svara_eval.solver._tree import Decision, Leaf


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(Settings(ante=1, limit=2), players=3, classes=40, tolerance=0.003)


# The cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["7c 7d 7h", "As Ad Tc", "Kh 9d 8s", "Qh Jh 8h"])
def test_the_hands_of_two_opponents_are_counted_as_by_brute_force(hand):
    of = joined_classes(30)
    held = holdings(of)
    cards = np.zeros((4960, 32))
    for row, other in enumerate(all_hands()):
        cards[row, [*other]] = 1
    mine = class_of(hand)
    free = cards @ cards[classes().index(mine)] == 0
    member = (np.array([of[one] for one in classes()])[:, None] == np.arange(30))[free].astype(float)
    pairs = member.T @ (cards[free] @ cards[free].T == 0) @ member
    triples = comb(32, 3) * comb(29, 3) * comb(26, 3)
    counted = held.exact.joint[:, mine].reshape(30, 30) * triples / class_arrays().sizes[mine]
    assert np.allclose(counted, pairs)


def test_three_players_hold_every_three_disjoint_hands_equally_often():
    held = holdings(joined_classes(30))
    joint = held.cards.joint.reshape(30, 30, 30)
    assert joint.sum() == pytest.approx(1)
    assert all(np.allclose(joint, joint.transpose(order)) for order in permutations(range(3)))
    assert np.allclose(joint.sum(axis=(0, 1)), held.classes.sizes / 4960)


def test_classes_are_joined_until_one_for_each_total_remains():
    points = class_arrays().points
    assert len(set(zip(joined_classes(24), points, strict=True))) == len(set(points.tolist())) == 24
    for count in range(24, 337):
        assert len(set(joined_classes(count))) == count
        assert len(set(zip(joined_classes(count + 1), joined_classes(count), strict=True))) == count + 1


def test_the_shares_of_a_pot_at_a_showdown_add_up_to_the_pot():
    held = holdings(joined_classes(24))
    assert held.cards.shares[True, True].sum() == pytest.approx(0)
    points = held.classes.points
    share = held.cards.shares[True, True].reshape(24, 24, 24)
    joint = held.cards.joint.reshape(24, 24, 24)
    for first, second, mine in [(5, 5, 5), (5, 5, 4), (4, 5, 5), (3, 4, 5)]:
        best = max(points[[first, second, mine]])
        expected = (points[mine] == best) / sum(points[of] == best for of in (first, second, mine)) - 1 / 3
        assert share[first, second, mine] == pytest.approx(expected * joint[first, second, mine])


# The core -------------------------------------------------------------------------------------------------------------


def turn(player: int, *children: Decision | Leaf) -> Decision:
    return Decision(player, (None,) * len(children), children, None)


def kuhn(player: int = 0, totals: tuple[int, ...] = (0, 0, 0), left: tuple[int, ...] = (0, 1, 2), asked: int = 3):
    """Kuhn poker of three players: antes of 1, a bet of 1; each may check or bet, then call or fold.

    ``asked`` is how many players have still to act.
    """
    if not asked:
        return Leaf(left, totals)
    after = (player + 1) % 3
    bet = tuple(total + (seat == player) for seat, total in enumerate(totals))
    passing = tuple(seat for seat in left if seat != player) if max(totals) else left
    return turn(
        player,
        kuhn(after, totals, passing, asked - 1),
        kuhn(after, bet, left, asked - 1 if max(totals) else 2),
    )


def four_cards() -> Cards:
    joint = np.zeros((4, 4, 4))
    for deal in permutations(range(4), 3):
        joint[deal] = 1 / 24
    return Cards.of(joint, np.arange(4))


def won(node: Decision | Leaf, deal: tuple[int, ...], strategy: dict[int, np.ndarray]) -> np.ndarray:
    """What the three players of Kuhn poker win in a deal, by walking the tree."""
    if isinstance(node, Leaf):
        winner = max(node.remaining, key=lambda seat: deal[seat])
        return np.array([(3 + sum(node.totals)) * (seat == winner) - 1 - node.totals[seat] for seat in range(3)])
    chances = strategy[id(node)][:, deal[node.player]]
    return sum(
        chance * won(child, deal, strategy) for chance, child in zip(chances.tolist(), node.children, strict=True)
    )


def best_against(games: Games, root: Decision, strategy: dict[int, np.ndarray], player: int) -> float:
    """What the best of all pure strategies of a player wins, each walked through every deal."""
    mine = [node for node in games.decisions if node.player == player]
    best = 0.0
    for card in range(4):
        deals = [deal for deal in permutations(range(4), 3) if deal[player] == card]
        found = []
        for choices in product((0, 1), repeat=len(mine)):
            pure = {
                id(node): np.eye(2)[[choice]].T.repeat(4, axis=1) for node, choice in zip(mine, choices, strict=True)
            }
            found.append(sum(won(root, deal, strategy | pure)[player] for deal in deals) / 24)
        best += max(found)
    return best


def test_in_kuhn_poker_of_three_players_nobody_gains_by_any_pure_strategy():
    root = kuhn()
    games = Games([root], four_cards(), 3, players=3)
    payoffs = [games.payoffs(player, lambda _: 0.0) for player in range(3)]
    strategy = games.solve(payoffs, 1e-3)
    by_node = {id(node): strategy[row].astype(float) for row, node in enumerate(games.decisions)}
    values = sum(won(root, deal, by_node) for deal in permutations(range(4), 3)) / 24
    for player in range(3):
        best = best_against(games, root, by_node, player)
        assert games.value(payoffs[player], player, strategy) == pytest.approx(values[player], abs=1e-6)
        assert games.best(payoffs[player], player, strategy) == pytest.approx(best, abs=1e-6)
        assert best - values[player] < 1e-3


def test_a_third_player_who_can_only_fold_leaves_the_game_of_two_with_a_dead_ante():
    def two(leaf: type[Leaf], totals: int) -> Decision:
        rest = (0,) * (totals - 2)
        checked = turn(1, leaf((0, 1), (0, 0, *rest)), turn(0, leaf((1,), (0, 1, *rest)), leaf((0, 1), (1, 1, *rest))))
        return turn(0, checked, turn(1, leaf((0,), (1, 0, *rest)), leaf((0, 1), (1, 1, *rest))))

    of_three = Games([turn(2, two(Leaf, 3))], four_cards(), 3, players=3)
    of_two = Games([two(Leaf, 2)], Cards.of((1 - np.eye(4)) / 12, np.arange(4)), 3)
    values = []
    for games, players in ((of_three, 3), (of_two, 2)):
        payoffs = [games.payoffs(player, lambda _: 0.0) for player in range(players)]
        strategy = games.solve(payoffs, 1e-4)
        values.append([games.value(payoffs[player], player, strategy)[0] for player in range(players)])
    (first, second, third), (alone, other) = values
    assert third == pytest.approx(-1)
    assert (first, second) == (pytest.approx(alone + 0.5, abs=1e-3), pytest.approx(other + 0.5, abs=1e-3))


# The solution ---------------------------------------------------------------------------------------------------------


def test_what_three_players_win_adds_up_to_nothing_and_nobody_gains_much_alone(solution):
    assert sum(solution.values) == pytest.approx(0)
    assert all(0 <= gain < 0.02 for gain in solution.gains)
    assert solution.exploitability == pytest.approx(sum(solution.gains))


def test_more_classes_leave_less_to_gain():
    settings = Settings(ante=1, limit=1)
    few, more = (solve(settings, players=3, classes=count, tolerance=0.0005) for count in (24, 90))
    assert more.exploitability < few.exploitability / 2


@pytest.mark.proof
def test_at_a_limit_of_five_the_trial_is_met():
    solution = solve(Settings(ante=1, limit=5), players=3)
    assert solution.values == pytest.approx((-0.109, -0.068, 0.177), abs=0.004)
    assert max(solution.gains) < 0.007
    assert ", ".join(map(str, solution.line)) == "blind to 1, look"


def test_three_perfect_players_win_their_values(solution):
    """Deals that end in a svara count as an equal share of the pot, as the solution takes them."""
    shuffler, player = Random(1), solution.player(2)
    found = []
    for _ in range(4000):
        deal = Table(solution.settings, seats=3, dealer=2).next_deal(shuffler)
        while deal.turn is not None and deal.phase != "join":
            deal.push(player.act(deal.view(deal.turn)))
        net = np.array(deal.net, float)
        if isinstance(deal.outcome, Svara):
            net[[*deal.outcome.tied]] += deal.pot / len(deal.outcome.tied)
        found.append(net)
    error = 3.5 * np.std(found, axis=0) / len(found) ** 0.5
    assert (abs(np.mean(found, axis=0) - solution.values) < error).all()


def test_perfect_players_play_whole_games_of_three_with_svaras(solution):
    players = [solution.player(1), ThresholdPlayer(18), RandomPlayer(2)]
    result = simulate(players, 300, 3, settings=solution.settings)
    assert sum(result.mean) == pytest.approx(0)
    assert result.mean[0] > 0


def test_a_player_who_has_lost_declines_to_join_a_svara(solution):
    deal = Deal(solution.settings, ["Ah Kh Qh", "Ad Kd Qd", "8c 9d Ts"], dealer=2)
    for action in ("look", "bet 1", "call", "fold"):
        deal.push(action)
    assert deal.phase == "join"
    assert {str(action): chance for action, chance in solution.strategy(deal.view(2)).items()} == {"decline": 1.0}


def test_the_chart_names_the_seat_that_acts(solution):
    rows = solution.table()
    assert {row.seat for row in rows if row.situation == "looking first"} == {0}
    assert {row.points for row in rows} == {*points_table().tolist()}


def test_a_saved_solution_of_three_is_loaded_as_it_was(solution, tmp_path):
    solution.save(tmp_path / "three.npz")
    loaded = Solution.load(tmp_path / "three.npz")
    assert (loaded.values, loaded.gains, loaded.classes) == (solution.values, solution.gains, solution.classes)
    assert loaded.table() == solution.table()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 4}, "players must be 2 to 3, not 4"),
        ({"players": 3, "classes": 23}, "classes must be 24 to 337, not 23"),
        ({"classes": 60}, "classes is for three players; with two, all 337 classes of hands are told apart"),
        (
            {"players": 3, "svara": "solved"},
            "svara='solved' is for two players; with three, a svara is worth an equal share ('split')",
        ),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message):
    with pytest.raises(SvaraError) as caught:
        solve(Settings(ante=1, limit=2), **options)
    assert str(caught.value) == message


def test_exploit_is_for_two_players(solution):
    with pytest.raises(SvaraError) as caught:
        solution.exploit(ThresholdPlayer(18))
    assert str(caught.value) == (
        "exploit is for a solution of two players; with three, nobody can secure a best response"
    )
