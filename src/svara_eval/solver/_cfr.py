"""The core: games of two or more players with hidden hands, solved by counterfactual regret minimization.

The method is discounted CFR (Brown and Sandholm, 2019) with alternating updates, on vectors: each action at each
decision has an array by classes of hands. It knows nothing of Svara but the matrices of ``Cards``.
"""

from __future__ import annotations

from itertools import accumulate, count, islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from svara_eval.solver._tree import Decision, Leaf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from svara_eval.solver._cards import Cards

    Floats = NDArray[np.floating[Any]]

# How fast old regrets and old strategies fade, as the method's authors recommend. Negative regrets are forgotten at
# once; halving them, as they do, takes as many steps here and more time for each.
_ALPHA, _GAMMA = 1.5, 2
_CHECKED = 20  # steps between two looks at the gap
_SPEED = 0.6  # the gap falls about as steps ** (-1 / _SPEED), which tells how much of the work is done
_NEVER = -1e30  # what an action that does not exist is worth
_PIECE = 1 << 22  # numbers worked on at a time at the leaves, to bound the memory


class Payoffs(NamedTuple):
    """The worth of the leaves to a player, in chips, beyond an equal share of the pot that was there at first.

    Attributes:
        sure: A column, what the player wins or loses whatever the cards, with an equal share of the pot among those who
            remain at a showdown.
        pots: A column, the pot for which the player shows their hand; 0 where they do not.
        ties: A column, what a tie is worth at each showdown beyond an equal share.
    """

    sure: NDArray[np.float64]
    pots: NDArray[np.float64]
    ties: NDArray[np.float64]


class Games:
    """Trees of decisions and leaves, laid out in arrays: a row each, decisions by depth, then folds, then showdowns.

    All trees are worked on at once. The last row belongs to no node. It pads decisions that have fewer actions than the
    widest.

    Args:
        roots: The first decision of each tree.
        cards: What the players can hold.
        pot: The pot at first, in chips: the antes, or what is carried.
        players: The number of players.

    Attributes:
        decisions: The decisions, in the order of their rows.
        place: The row of each decision and leaf.
    """

    def __init__(self, roots: Sequence[Decision], cards: Cards, pot: int, players: int = 2) -> None:
        self.decisions: list[Decision] = []
        self._players = players
        self._levels: list[list[slice]] = []  # the rows of each player's decisions, by depth
        level = sorted(roots, key=lambda node: node.player)
        self._roots = len(level)
        while level:
            counts = [sum(node.player == player for node in level) for player in range(players)]
            ends = accumulate(counts, initial=len(self.decisions))
            self._levels.append([slice(start, end) for start, end in pairwise(ends)])
            self.decisions += level
            below = [child for node in level for child in node.children if isinstance(child, Decision)]
            level = sorted(below, key=lambda node: node.player)
        leaves = [child for node in self.decisions for child in node.children if isinstance(child, Leaf)]
        self._leaves = sorted(leaves, key=_showing)
        nodes: list[Decision | Leaf] = [*self.decisions, *self._leaves]
        self.place = {node: row for row, node in enumerate(nodes)}
        self._size = len(self.place) + 1
        self._showdowns: dict[tuple[int, ...], slice] = {}  # the rows of the leaves, by who shows their hand
        for row, leaf in enumerate(self._leaves, len(self.decisions)):
            start = self._showdowns.get(_showing(leaf), slice(row, row)).start
            self._showdowns[_showing(leaf)] = slice(start, row + 1)
        most = max(len(node.children) for node in self.decisions)
        self._children = np.full((len(self.decisions), most), self._size - 1, np.intp)
        for row, node in enumerate(self.decisions):
            self._children[row, : len(node.children)] = [self.place[child] for child in node.children]
        self._turns = np.array([node.player for node in self.decisions], np.intp)[:, None]
        self._cards = {np.dtype(kind): cards.astype(kind) for kind in (np.float32, float)}
        self._hands = cards.joint.shape[1]
        self._pot = pot

    @property
    def pots(self) -> set[int]:
        """The pots of the showdowns."""
        return {self._pot + sum(leaf.totals) for leaf in self._leaves if _showing(leaf)}

    def payoffs(self, player: int, svara: Callable[[int], float]) -> Payoffs:
        """Return what the leaves are worth to a player.

        Args:
            player: The number of the player.
            svara: What a tie is worth to the player beyond an equal share of the pot, by the pot.
        """
        rows = []
        for leaf in self._leaves:
            pot, put = self._pot + sum(leaf.totals), self._pot / self._players + leaf.totals[player]
            share = pot / len(leaf.remaining) if player in leaf.remaining else 0.0
            shows = player in _showing(leaf)
            rows.append((share - put, pot if shows else 0, svara(pot) if shows else 0.0))
        return Payoffs(*(np.array(column, float)[:, None] for column in zip(*rows, strict=True)))

    def uniform(self) -> Floats:
        """Return the strategy of all players, (decisions, actions, classes), that takes each action equally often."""
        legal = self._children < self._size - 1
        chances = legal / legal.sum(axis=1, keepdims=True)
        return np.repeat(chances.astype(np.float32)[:, :, None], self._hands, axis=2)

    def is_strategy(self, strategy: Floats) -> bool:
        """Whether an array holds the probabilities of the actions at every decision, and zeros as padding."""
        if strategy.shape != (*self._children.shape, self._hands):
            return False
        padding = (self._children == self._size - 1)[:, :, None]
        sums = strategy.sum(axis=1, dtype=float)
        return bool((strategy >= 0).all() and (abs(sums - 1) < 1e-4).all() and not (strategy * padding).any())

    def solve(
        self,
        payoffs: Sequence[Payoffs],
        tolerance: float,
        known: Floats | None = None,
        progress: Callable[[float], object] | None = None,
        steps: int | None = None,
    ) -> Floats:
        """Return a strategy of all players against which their best responses gain at most the tolerance in any tree.

        Args:
            payoffs: Of each player.
            tolerance: What all best responses together gain at most, in chips.
            known: A strategy that is returned if it is within the tolerance already.
            progress: Called with the share of the work that is done, 0 to 1.
            steps: The number of steps after which the search ends without having reached the tolerance (default: none).
        """
        if known is not None and self._gap(payoffs, known) <= tolerance:
            return known
        strategy = self.uniform()
        regret = np.zeros_like(strategy)
        reach = [self._reach(strategy, player) for player in range(self._players)]
        # How often each player plays to each row, over all steps.
        total = np.zeros((self._players, *reach[0].shape), np.float32)

        def learn(mine: slice, found: Floats) -> Floats:
            values = _mixed(found, strategy[mine])
            found -= values[:, None]
            regret[mine] += found
            np.maximum(regret[mine], 0, out=regret[mine])
            sums = regret[mine].sum(axis=1, keepdims=True)
            np.divide(regret[mine], sums, out=strategy[mine], where=sums > 0)  # without regrets, nothing changes
            return values

        average = strategy
        for step in islice(count(1), steps):
            regret *= step**_ALPHA / (step**_ALPHA + 1)
            total *= (1 - 1 / step) ** _GAMMA
            for player in range(self._players):
                self._values(payoffs[player], player, reach, learn)
                reach[player] = self._reach(strategy, player)
                total[player] += reach[player]
            if step % _CHECKED == 0:
                average = self._average(total)
                gap = self._gap(payoffs, average)
                if progress:
                    done = (tolerance / max(gap, tolerance)) ** _SPEED
                    progress(max(done, step / steps) if steps else done)
                if gap <= tolerance:
                    break
        return average

    def value(self, payoffs: Payoffs, player: int, strategy: Floats) -> NDArray[np.float64]:
        """Return what a player wins on average in each tree, by its row."""
        strategy = strategy.astype(float)
        return self._values(payoffs, player, self._reaches(strategy), lambda mine, found: _mixed(found, strategy[mine]))

    def best(self, payoffs: Payoffs, player: int, strategy: Floats, exact: Cards | None = None) -> NDArray[np.float64]:
        """Return what a player wins at best in each tree, by its row, knowing the strategies of the others.

        Args:
            payoffs: Of the player.
            player: The number of the player.
            strategy: Of all players.
            exact: What the player holds if they tell more hands apart than the others.
        """
        reach = self._reaches(strategy.astype(float))
        return self._values(payoffs, player, reach, lambda _, found: found.max(axis=1), exact)

    def _gap(self, payoffs: Sequence[Payoffs], strategy: Floats) -> float:
        """Return the most that all best responses gain together in any tree; together the players win nothing."""
        bests = [self.best(payoffs[player], player, strategy) for player in range(self._players)]
        return float(np.sum(bests, axis=0).max())

    def _average(self, total: Floats) -> Floats:
        """Return the average strategy, from how often players play to each row; uniform where they never do."""
        weights = total[self._turns, self._children]
        sums = weights.sum(axis=1, keepdims=True)
        average: Floats = np.divide(weights, sums, out=self.uniform(), where=sums > 0)
        return average

    def _reaches(self, strategy: Floats) -> list[Floats]:
        return [self._reach(strategy, player) for player in range(self._players)]

    def _reach(self, strategy: Floats, player: int) -> Floats:
        """Return how likely a player's own actions lead to each row, by the class held."""
        reach = np.empty((self._size, self._hands), strategy.dtype)
        reach[: self._roots] = 1
        for level in self._levels:
            for turn, rows in enumerate(level):
                before = reach[rows, None]
                reach[self._children[rows]] = before * strategy[rows] if turn == player else before
        reach[-1] = 0
        return reach

    def _values(
        self,
        payoffs: Payoffs,
        player: int,
        reach: Sequence[Floats],
        act: Callable[[slice, Floats], Floats],
        cards: Cards | None = None,
    ) -> NDArray[np.float64]:
        """Return what a player wins in each tree, by its row.

        Args:
            payoffs: What the leaves are worth to the player.
            player: The number of the player.
            reach: How likely each player's actions lead to each row, by the class held; the player's own is not used.
            act: Returns the player's values at some decisions, given their rows and the values of each of their
                actions; by the class held, weighted by how likely the others play to them.
            cards: What the players hold (default: as in the strategy).
        """
        cards = cards or self._cards[reach[0].dtype]
        others = [other for other in range(self._players) if other != player]
        values = np.empty((self._size, cards.joint.shape[1]), reach[0].dtype)
        for showing, rows in self._showdowns.items():
            remain = tuple(other in showing for other in others) if player in showing else ()
            for piece in _pieces(rows, len(cards.joint)):
                held = reach[others[0]][piece]
                for other in others[1:]:
                    held = (held[:, :, None] * reach[other][piece, None]).reshape(len(held), -1)
                at = slice(piece.start - len(self.decisions), piece.stop - len(self.decisions))
                found = np.zeros(1, values.dtype)
                for column, matrix in (
                    (payoffs.sure, cards.joint),
                    (payoffs.pots, cards.shares.get(remain)),
                    (payoffs.ties, cards.ties),
                ):
                    if matrix is not None and column[at].any():
                        found = found + column[at].astype(values.dtype) * (held @ matrix)
                values[piece] = found
        for level in reversed(self._levels):
            values[-1] = 0
            for other in others:
                values[level[other]] = values[self._children[level[other]]].sum(axis=1)
            values[-1] = _NEVER
            mine = level[player]
            values[mine] = act(mine, values[self._children[mine]])
        won: NDArray[np.float64] = values[: self._roots].sum(axis=1, dtype=float)
        return won


def _showing(leaf: Leaf) -> tuple[int, ...]:
    """Return the players who show their hands: all who remain, if there are two or more."""
    return leaf.remaining if len(leaf.remaining) > 1 else ()


def _pieces(rows: slice, width: int) -> Iterator[slice]:
    """Yield rows in pieces that fit the memory, each row of a width."""
    step = max(1, _PIECE // width)
    for start in range(rows.start, rows.stop, step):
        yield slice(start, min(start + step, rows.stop))


def _mixed(found: Floats, chances: Floats) -> Floats:
    """Return the values of decisions, from the values of their actions and how likely each is taken."""
    values: Floats = np.einsum("nah,nah->nh", found, chances)
    return values
