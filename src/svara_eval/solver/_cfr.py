"""The core: games of two players with hidden hands, solved by counterfactual regret minimization.

The method is discounted CFR (Brown and Sandholm, 2019) with alternating updates, on vectors: each action at each
decision has an array by classes of hands. It knows nothing of Svara but the three matrices of ``Cards``.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from svara_eval.solver._tree import Decision, Leaf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from svara_eval.solver._cards import Cards

    Floats = NDArray[np.floating[Any]]

# How fast old regrets and old strategies fade, as the method's authors recommend. Negative regrets are forgotten at
# once; halving them, as they do, takes as many steps here and more time for each.
_ALPHA, _GAMMA = 1.5, 2
_CHECKED = 20  # steps between two looks at the gap
_SPEED = 0.6  # the gap falls about as steps ** (-1 / _SPEED), which tells how much of the work is done
_NEVER = -1e30  # what an action that does not exist is worth


class Payoffs(NamedTuple):
    """What the leaves are worth to a player, in chips, beyond half of the pot that was there at first.

    Attributes:
        folds: A column, what the player wins at each leaf where somebody has folded.
        stakes: A column, what the better hand wins at each showdown.
        ties: A column, what a tie is worth at each showdown.
    """

    folds: NDArray[np.float64]
    stakes: NDArray[np.float64]
    ties: NDArray[np.float64]


class Games:
    """Trees of decisions and leaves, laid out in arrays: a row each, decisions by depth, then folds, then showdowns.

    All trees are worked on at once. The last row belongs to no node. It pads decisions that have fewer actions than
    the widest.

    Args:
        roots: The first decision of each tree.
        cards: What the players can hold.
        pot: The pot at first, in chips: the antes, or what is carried.

    Attributes:
        decisions: The decisions, in the order of their rows.
        place: The row of each decision and leaf, by its id.
    """

    def __init__(self, roots: Sequence[Decision], cards: Cards, pot: int) -> None:
        self.decisions: list[Decision] = []
        self._levels: list[tuple[slice, slice]] = []  # the rows of each player's decisions, by depth
        level = sorted(roots, key=lambda node: node.player)
        self._roots = len(level)
        while level:
            start = len(self.decisions)
            middle = start + sum(node.player == 0 for node in level)
            self._levels.append((slice(start, middle), slice(middle, start + len(level))))
            self.decisions += level
            below = [child for node in level for child in node.children if isinstance(child, Decision)]
            level = sorted(below, key=lambda node: node.player)
        leaves = [child for node in self.decisions for child in node.children if isinstance(child, Leaf)]
        self._folds = [leaf for leaf in leaves if leaf.winner is not None]
        self._showdowns = [leaf for leaf in leaves if leaf.winner is None]
        self.place = {id(node): row for row, node in enumerate([*self.decisions, *self._folds, *self._showdowns])}
        self._size = len(self.place) + 1
        most = max(len(node.children) for node in self.decisions)
        self._children = np.full((len(self.decisions), most), self._size - 1, np.intp)
        for row, node in enumerate(self.decisions):
            self._children[row, : len(node.children)] = [self.place[id(child)] for child in node.children]
        self._players = np.array([node.player for node in self.decisions], np.intp)[:, None]
        self._matrices = {
            np.dtype(kind): tuple(matrix.astype(kind) for matrix in cards) for kind in (np.float32, float)
        }
        self._hands = len(cards.joint)
        self._pot = pot

    @property
    def pots(self) -> set[int]:
        """The pots of the showdowns."""
        return {self._pot + sum(leaf.totals) for leaf in self._showdowns}

    def payoffs(self, player: int, svara: Callable[[int], float]) -> Payoffs:
        """Return what the leaves are worth to a player.

        Args:
            player: 0 or 1.
            svara: What a tie is worth to the player beyond half the pot, by the pot.
        """
        half = self._pot / 2
        folds = [
            half + leaf.totals[1 - player] if leaf.winner == player else -half - leaf.totals[player]
            for leaf in self._folds
        ]
        stakes = [half + leaf.totals[1 - player] for leaf in self._showdowns]
        ties = [svara(self._pot + sum(leaf.totals)) for leaf in self._showdowns]
        return Payoffs(*(np.array(column, float)[:, None] for column in (folds, stakes, ties)))

    def uniform(self) -> Floats:
        """Return the strategy of both players, (decisions, actions, classes), that takes each action equally often."""
        legal = self._children < self._size - 1
        chances = legal / legal.sum(axis=1, keepdims=True)
        return np.repeat(chances.astype(np.float32)[:, :, None], self._hands, axis=2)

    def fits(self, strategy: Floats) -> bool:
        """Whether a strategy takes no action that a decision does not have."""
        missing = self._children == self._size - 1
        return not strategy[missing].any()

    def solve(
        self,
        payoffs: tuple[Payoffs, Payoffs],
        tolerance: float,
        known: Floats | None = None,
        progress: Callable[[float], object] | None = None,
    ) -> Floats:
        """Return a strategy of both players against which best responses win at most the tolerance in any tree.

        Args:
            payoffs: Of each player.
            tolerance: The most that both best responses may win together, in chips.
            known: A strategy that is returned if it is within the tolerance already.
            progress: Called with the share of the work that is done, 0 to 1.
        """
        if known is not None and self._gap(payoffs, known) <= tolerance:
            return known
        strategy = self.uniform()
        regret = np.zeros_like(strategy)
        reach = [self._reach(strategy, player) for player in (0, 1)]
        total = np.zeros((2, *reach[0].shape), np.float32)  # how often each player plays to each row, over all steps

        def learn(mine: slice, found: Floats) -> Floats:
            values = _mixed(found, strategy[mine])
            found -= values[:, None]
            regret[mine] += found
            np.maximum(regret[mine], 0, out=regret[mine])
            sums = regret[mine].sum(axis=1, keepdims=True)
            np.divide(regret[mine], sums, out=strategy[mine], where=sums > 0)  # without regrets, nothing changes
            return values

        for step in count(1):
            regret *= step**_ALPHA / (step**_ALPHA + 1)
            total *= (1 - 1 / step) ** _GAMMA
            for player in (0, 1):
                self._values(payoffs[player], player, reach[1 - player], learn)
                reach[player] = self._reach(strategy, player)
                total[player] += reach[player]
            if step % _CHECKED == 0:
                average = self._average(total)
                gap = self._gap(payoffs, average)
                if progress:
                    progress((tolerance / max(gap, tolerance)) ** _SPEED)
                if gap <= tolerance:
                    return average
        raise AssertionError  # unreachable: count() never ends

    def value(self, payoffs: Payoffs, player: int, strategy: Floats) -> NDArray[np.float64]:
        """Return what a player wins on average in each tree, by its row."""
        strategy = strategy.astype(float)
        reach = self._reach(strategy, 1 - player)
        return self._values(payoffs, player, reach, lambda mine, found: _mixed(found, strategy[mine]))

    def best(self, payoffs: Payoffs, player: int, strategy: Floats) -> NDArray[np.float64]:
        """Return what a player wins at best in each tree, by its row, knowing the strategy of the other."""
        reach = self._reach(strategy.astype(float), 1 - player)
        return self._values(payoffs, player, reach, lambda _, found: found.max(axis=1))

    def _gap(self, payoffs: tuple[Payoffs, Payoffs], strategy: Floats) -> float:
        """Return the most that both best responses win together in any tree."""
        first, second = (self.best(payoffs[player], player, strategy) for player in (0, 1))
        return float((first + second).max())

    def _average(self, total: Floats) -> Floats:
        """Return the average strategy, from how often players play to each row; uniform where they never do."""
        weights = total[self._players, self._children]
        sums = weights.sum(axis=1, keepdims=True)
        average: Floats = np.divide(weights, sums, out=self.uniform(), where=sums > 0)
        return average

    def _reach(self, strategy: Floats, player: int) -> Floats:
        """Return how likely a player's own actions lead to each row, by the class held."""
        reach = np.empty((self._size, self._hands), strategy.dtype)
        reach[: self._roots] = 1
        for level in self._levels:
            mine, others = level[player], level[1 - player]
            reach[self._children[mine]] = reach[mine, None] * strategy[mine]
            reach[self._children[others]] = reach[others, None]
        reach[-1] = 0
        return reach

    def _values(
        self, payoffs: Payoffs, player: int, reach: Floats, act: Callable[[slice, Floats], Floats]
    ) -> NDArray[np.float64]:
        """Return what a player wins in each tree, by its row.

        Args:
            payoffs: What the leaves are worth to the player.
            player: 0 or 1.
            reach: How likely the other player's actions lead to each row, by the class held.
            act: Returns the player's values at some decisions, given their rows and the values of each of their
                actions; by the class held, weighted by how likely the other plays to them.
        """
        joint, beats, ties = self._matrices[reach.dtype]
        folds, stakes, tied = (column.astype(reach.dtype) for column in payoffs)
        values = np.empty_like(reach)
        first, last = len(self.decisions), len(self.decisions) + len(self._folds)
        values[first:last] = folds * (reach[first:last] @ joint)
        values[last:-1] = stakes * (reach[last:-1] @ beats.T)
        if tied.any():
            values[last:-1] += tied * (reach[last:-1] @ ties)
        for level in reversed(self._levels):
            mine, others = level[player], level[1 - player]
            values[-1] = 0
            values[others] = values[self._children[others]].sum(axis=1)
            values[-1] = _NEVER
            values[mine] = act(mine, values[self._children[mine]])
        won: NDArray[np.float64] = values[: self._roots].sum(axis=1, dtype=float)
        return won


def _mixed(found: Floats, chances: Floats) -> Floats:
    """Return the values of decisions, from the values of their actions and how likely each is taken."""
    values: Floats = np.einsum("nah,nah->nh", found, chances)
    return values
