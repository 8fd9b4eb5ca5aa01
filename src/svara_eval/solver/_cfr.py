"""The core: a subgame of two players with hidden hands, solved by counterfactual regret minimization.

The method is discounted CFR (Brown and Sandholm, 2019) with alternating updates, on vectors: at every decision one array
of actions by classes of hands. It knows nothing of Svara but the three matrices of ``Cards``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from svara_eval.solver._tree import Decision, Leaf

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from svara_eval.solver._cards import Cards

    Floats = NDArray[np.floating]

# The discounts of positive and negative regrets and of the average strategy, as their authors recommend them.
_ALPHA, _GAMMA = 1.5, 2
_CHECKED = 20  # iterations between two looks at the gap


class Subgame:
    """A tree of decisions and leaves, laid out in arrays: decisions level by level, then folds, showdowns, and a void.

    Args:
        root: The first decision.
        cards: What the players can hold.
    """

    def __init__(self, root: Decision, cards: Cards) -> None:
        decisions: list[Decision] = []
        self.levels: list[tuple[NDArray[np.intp], NDArray[np.intp]]] = []  # the decisions of each player, by depth
        level = [root]
        while level:
            numbers = np.arange(len(decisions), len(decisions) + len(level))
            players = np.array([node.player for node in level])
            self.levels.append((numbers[players == 0], numbers[players == 1]))
            decisions += level
            level = [child for node in level for child in node.children if isinstance(child, Decision)]
        leaves = [child for node in decisions for child in node.children if isinstance(child, Leaf)]
        self.decisions = decisions
        self.folds = [leaf for leaf in leaves if leaf.winner is not None]
        self.showdowns = [leaf for leaf in leaves if leaf.winner is None]
        self.cards = cards
        self._single = tuple(matrix.astype(np.float32) for matrix in cards)
        #: The place of each decision and leaf, by its id.
        self.place = {id(node): place for place, node in enumerate([*decisions, *self.folds, *self.showdowns])}
        self.size = len(self.place) + 1
        void = self.size - 1
        most = max(len(node.children) for node in decisions)
        self.children = np.full((len(decisions), most), void)
        for place, node in enumerate(decisions):
            self.children[place, : len(node.children)] = [self.place[id(child)] for child in node.children]
        self.mine = tuple(np.flatnonzero([node.player == player for node in decisions]) for player in (0, 1))
        self.legal = (self.children != void)[:, :, None]

    def uniform(self) -> Floats:
        """The strategy that does everything as often."""
        shape = (*self.children.shape, len(self.cards.joint))
        return np.broadcast_to(self.legal / self.legal.sum(axis=1, keepdims=True), shape).astype(np.float32)

    def reach(self, strategy: Floats, player: int) -> Floats:
        """How likely a player's own actions lead to each node, by the class held."""
        reach = np.empty((self.size, strategy.shape[2]), strategy.dtype)
        reach[0] = 1
        for level in self.levels:
            mine, others = level[player], level[1 - player]
            reach[self.children[mine]] = reach[mine][:, None] * strategy[mine]
            reach[self.children[others]] = reach[others][:, None]
        return reach

    def values(self, payoffs: Payoffs, strategy: Floats, player: int, *, best: bool = False) -> Floats:
        """What a player wins at each node by the class held, weighted by how likely the opponent plays to it.

        Args:
            payoffs: What the leaves are worth to the player.
            strategy: Of both players.
            player: Whose values they are.
            best: Whether the player does the best there is instead, knowing the strategy of the opponent.
        """
        reach = self.reach(strategy, 1 - player)
        joint, beats, ties = self._single if strategy.dtype == np.float32 else self.cards
        folds, showdowns = len(self.decisions), len(self.decisions) + len(self.folds)
        values = np.zeros_like(reach)
        values[folds:showdowns] = payoffs.folds.astype(reach.dtype)[:, None] * (reach[folds:showdowns] @ joint.T)
        shown = reach[showdowns:-1]
        values[showdowns:-1] = payoffs.stakes.astype(reach.dtype)[:, None] * (shown @ beats.T)
        if payoffs.ties.any():
            values[showdowns:-1] += payoffs.ties.astype(reach.dtype)[:, None] * (shown @ ties.T)
        for level in reversed(self.levels):
            mine, others = level[player], level[1 - player]
            found = values[self.children[mine]]
            if best:
                values[mine] = np.where(self.legal[mine], found, -np.inf).max(axis=1, initial=-np.inf)
            else:
                values[mine] = (found * strategy[mine]).sum(axis=1)
            values[others] = values[self.children[others]].sum(axis=1)
        return values

    def solve(self, payoffs: tuple[Payoffs, Payoffs], tolerance: float) -> Floats:
        """A strategy of both players from which neither can gain so much that both gains exceed the tolerance.

        Args:
            payoffs: Of each player.
            tolerance: In the unit of the payoffs.
        """
        strategy = self.uniform()
        regret, total = np.zeros_like(strategy), np.zeros_like(strategy)
        step = 0
        while True:
            step += 1
            kept = step**_ALPHA / (step**_ALPHA + 1)
            for player, mine in enumerate(self.mine):
                values = self.values(payoffs[player], strategy, player)
                gain = np.where(self.legal[mine], values[self.children[mine]] - values[mine][:, None], 0)
                weighted = self.reach(strategy, player)[mine][:, None] * strategy[mine]
                total[mine] = total[mine] * np.float32((step / (step + 1)) ** _GAMMA) + weighted
                before = regret[mine]
                regret[mine] = before * np.where(before > 0, np.float32(kept), np.float32(0.5)) + gain
                strategy[mine] = self._normalized(np.maximum(regret[mine], 0), mine)
            if step % _CHECKED == 0:
                average = self._normalized(total.astype(np.float64), slice(None))
                if sum(self.best(payoffs, average)) <= tolerance:
                    return average

    def _normalized(self, weights: Floats, nodes: NDArray[np.intp] | slice) -> Floats:
        """The weights as probabilities; where all are 0, everything legal as often."""
        sums = weights.sum(axis=1, keepdims=True)
        legal = self.legal[nodes]
        uniform = (legal / legal.sum(axis=1, keepdims=True)).astype(weights.dtype)
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), uniform)

    def value(self, payoffs: Payoffs, strategy: Floats, player: int = 0) -> float:
        """What a player wins on average."""
        return float(self.values(payoffs, strategy, player)[0].sum())

    def best(self, payoffs: tuple[Payoffs, Payoffs], strategy: Floats) -> tuple[float, float]:
        """What each player wins at best against the strategy of the other."""
        first, second = (
            float(self.values(payoffs[player], strategy, player, best=True)[0].sum()) for player in (0, 1)
        )
        return first, second


class Payoffs:
    """What the leaves of a subgame are worth to a player, beyond half of the pot that was there at first.

    Args:
        subgame: Whose leaves.
        player: 0 or 1.
        pot: The antes, or the carried pot.
        svara: What a svara is worth to a player beyond half the pot, given the player and the pot.
    """

    def __init__(self, subgame: Subgame, player: int, pot: int, svara: Callable[[int, int], float]) -> None:
        other = 1 - player
        self.folds = np.array(
            [
                pot / 2 + leaf.totals[other] if leaf.winner == player else -pot / 2 - leaf.totals[player]
                for leaf in subgame.folds
            ],
            np.float64,
        )
        self.stakes = np.array([pot / 2 + leaf.totals[other] for leaf in subgame.showdowns], np.float64)
        self.ties = np.array([svara(player, pot + sum(leaf.totals)) for leaf in subgame.showdowns], np.float64)
