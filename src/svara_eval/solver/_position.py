"""A deal with antes, or a svara for a carried pot: the blind betting, and the games that begin when a player looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from svara_eval.solver._cards import all_cards
from svara_eval.solver._cfr import Games
from svara_eval.solver._tree import Decision, tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from svara_eval.game import Action, Deal, Settings
    from svara_eval.solver._cfr import Floats, Payoffs

Pair: TypeAlias = tuple[float, float]  # of the first player and of the dealer
Worth: TypeAlias = "Callable[[int, int], float]"  # what a tie is worth beyond half the pot, by the player and the pot


class Position:
    """A deal or a svara, and how it is played.

    Args:
        settings: The settings of the table.
        carried: The pot of the svara; 0 for a deal with antes.
        choose: Lists the legal actions to consider at a turn.

    Attributes:
        root: The first decision.
        games: The games that begin when a player looks.
        strategy: How the games are played, (decisions, actions, classes).
    """

    def __init__(self, settings: Settings, carried: int, choose: Callable[[Deal], Sequence[Action]]) -> None:
        self.root = tree(settings, carried, choose)
        self.games = Games([node for _, node in self.root.looks()], all_cards(), carried or 2 * settings.ante)
        self.strategy: Floats = self.games.uniform()
        self._values: NDArray[np.float64] = np.zeros(0)  # of each game, by its row, to the first player
        self._choices: dict[int, int] = {}  # in the blind betting, by the id of the decision
        self.blinds: dict[int, NDArray[np.float64]] = {}  # likewise, where players mix, by the id of the deal

    def payoffs(self, player: int, worth: Worth) -> Payoffs:
        """Return what the leaves are worth to a player."""
        return self.games.payoffs(player, lambda pot: worth(player, pot))

    def solve(self, worth: Worth, tolerance: float, progress: Callable[[float], object]) -> None:
        """Find the strategy, unless the present one is within the tolerance."""
        payoffs = self.payoffs(0, worth), self.payoffs(1, worth)
        self.strategy = self.games.solve(payoffs, tolerance, self.strategy, progress)

    def values(self, worth: Worth) -> Pair:
        """Return what the players win, each making the best choices in the blind betting, which are noted."""
        self._values = self.games.value(self.payoffs(0, worth), 0, self.strategy)

        def choose(node: Decision, found: list[float]) -> float:
            self._choices[id(node)] = place = int(np.argmax(found) if node.player == 0 else np.argmin(found))
            return found[place]

        value = _induced(self.root, self._value, choose)
        return value, -value

    def bests(self, worth: Worth, strategy: Floats | None = None) -> Pair:
        """Return what each player wins at best, as :meth:`best` finds it."""
        return self.best(0, worth, strategy), self.best(1, worth, strategy)

    def best(self, player: int, worth: Worth, strategy: Floats | None = None) -> float:
        """Return what a player wins at best against the other's choices and a strategy (default: the position's)."""
        strategy = self.strategy if strategy is None else strategy
        values = self.games.best(self.payoffs(player, worth), player, strategy)

        def choose(node: Decision, found: list[float]) -> float:
            if node.player == player:
                return max(found)
            mixed = self.blinds.get(id(node.deal))
            return found[self._choices.get(id(node), 0)] if mixed is None else float(mixed @ found)

        return _induced(self.root, lambda node: float(values[self.games.place[id(node)]]), choose)

    def lines(self) -> dict[tuple[Action, ...], float]:
        """Return what each way through the blind betting is worth to the first player."""
        return {line: self._value(node) for line, node in self.root.looks()}

    def line(self) -> tuple[tuple[Action, ...], Decision]:
        """Return the way through the blind betting that is chosen, and the decision to which it leads."""
        line: tuple[Action, ...] = ()
        node: Decision = self.root
        while node.blind:
            place = self._choices[id(node)]
            line += (node.actions[place],)
            node = node.children[place]  # type: ignore[assignment]  # the blind betting ends with a look
        return line, node

    def chances(self, node: Decision) -> Floats:
        """Return how often each action is taken at a decision, (actions, classes)."""
        if node.blind:
            chosen = np.arange(len(node.actions), dtype=np.intp) == self._choices[id(node)]
            return np.broadcast_to(chosen[:, None], (len(chosen), self.strategy.shape[2])).astype(float)
        return self.strategy[self.games.place[id(node)], : len(node.actions)]

    def _value(self, node: Decision) -> float:
        return float(self._values[self.games.place[id(node)]])


def _induced(
    node: Decision, value: Callable[[Decision], float], choose: Callable[[Decision, list[float]], float]
) -> float:
    """Return the value of the blind betting, from the values of the games under it, by backward induction."""
    if not node.blind:
        return value(node)
    found = [_induced(child, value, choose) for child in node.children if isinstance(child, Decision)]
    return choose(node, found)
