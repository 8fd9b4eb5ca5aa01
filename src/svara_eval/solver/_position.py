"""A deal with antes, or a svara for a carried pot: the blind betting, and the games that begin when a player looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from svara_eval.solver._cards import two
from svara_eval.solver._cfr import Games
from svara_eval.solver._tree import Decision, tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from svara_eval.game import Action, Deal, Settings
    from svara_eval.solver._cards import Holdings
    from svara_eval.solver._cfr import Floats, Payoffs

Values: TypeAlias = tuple[float, ...]  # in chips, by player
Worth: TypeAlias = "Callable[[int, int], float]"  # what a tie is worth beyond an equal share, by the player and the pot


class Position:
    """A deal or a svara, and how it is played.

    Args:
        settings: The settings of the table.
        carried: The pot of the svara; 0 for a deal with antes.
        choose: Lists the legal actions to consider at a turn.
        fits: Whether a tree may have so many decisions, one of them with so many actions.
        holdings: What the players can hold (default: what two players can).
        players: The number of players.

    Attributes:
        root: The first decision.
        games: The games that begin when a player looks.
        classes: The classes of hands that are told apart.
        strategy: How the games are played, (decisions, actions, classes).
    """

    def __init__(
        self,
        settings: Settings,
        carried: int,
        choose: Callable[[Deal], Iterable[Action]],
        fits: Callable[[int, int], bool] = lambda *_: True,
        holdings: Holdings | None = None,
        players: int = 2,
    ) -> None:
        holdings = holdings or two()
        self.root = tree(settings, carried, choose, players, fits)
        looks = [node for _, node in self.root.looks()]
        self.games = Games(looks, holdings.cards, carried or players * settings.ante, players)
        self.classes = holdings.classes
        self.strategy: Floats = self.games.uniform()
        self._players, self._exact = range(players), holdings.exact
        self._values: list[NDArray[np.float64]] = []  # of each player, in each game by its row
        self._choices: dict[Decision, int] = {}  # in the blind betting
        self.blinds: dict[int, NDArray[np.float64]] = {}  # likewise, where players mix, by the id of the deal

    def solve(self, worth: Worth, tolerance: float, progress: Callable[[float], object], steps: int | None) -> None:
        """Find the strategy, unless the present one is within the tolerance."""
        payoffs = [self._payoffs(player, worth) for player in self._players]
        self.strategy = self.games.solve(payoffs, tolerance, self.strategy, progress, steps)

    def values(self, worth: Worth) -> Values:
        """Return what the players win, each making the best choices in the blind betting, which are noted."""
        *but_last, _ = self._players
        found = [self.games.value(self._payoffs(player, worth), player, self.strategy) for player in but_last]
        self._values = [*found, -np.sum(found, axis=0)]  # together the players win nothing

        def choose(node: Decision, values: list[Values]) -> Values:
            self._choices[node] = place = int(np.argmax([value[node.player] for value in values]))
            return values[place]

        return _induced(self.root, self._value, choose)

    def bests(self, worth: Worth, strategy: Floats | None = None) -> Values:
        """Return what each player wins at best, as :meth:`best` finds it."""
        return tuple(self.best(player, worth, strategy) for player in self._players)

    def best(self, player: int, worth: Worth, strategy: Floats | None = None) -> float:
        """Return what a player wins at best against the others' choices and a strategy (default: the position's)."""
        strategy = self.strategy if strategy is None else strategy
        values = self.games.best(self._payoffs(player, worth), player, strategy, self._exact)

        def choose(node: Decision, found: list[Values]) -> Values:
            if node.player == player:
                return max(found)
            mixed = self.blinds.get(id(node.deal))
            return found[self._choices.get(node, 0)] if mixed is None else (float(mixed @ np.array(found)[:, 0]),)

        return _induced(self.root, lambda node: (float(values[self.games.place[node]]),), choose)[0]

    def lines(self) -> dict[tuple[Action, ...], Values]:
        """Return what each way through the blind betting is worth to each player."""
        return {line: self._value(node) for line, node in self.root.looks()}

    def line(self) -> tuple[tuple[Action, ...], Decision]:
        """Return the way through the blind betting that is chosen, and the decision to which it leads."""
        line: tuple[Action, ...] = ()
        node: Decision = self.root
        while node.blind:
            place = self._choices[node]
            line += (node.actions[place],)
            node = node.children[place]  # type: ignore[assignment]  # the blind betting ends with a look
        return line, node

    def chances(self, node: Decision) -> Floats:
        """Return how often each action is taken at a decision, (actions, classes)."""
        if node.blind:
            chosen = np.arange(len(node.actions), dtype=np.intp) == self._choices[node]
            return np.broadcast_to(chosen[:, None], (len(chosen), self.strategy.shape[2])).astype(float)
        return self.strategy[self.games.place[node], : len(node.actions)]

    def _payoffs(self, player: int, worth: Worth) -> Payoffs:
        return self.games.payoffs(player, lambda pot: worth(player, pot))

    def _value(self, node: Decision) -> Values:
        return tuple(float(values[self.games.place[node]]) for values in self._values)


def _induced(
    node: Decision, value: Callable[[Decision], Values], choose: Callable[[Decision, list[Values]], Values]
) -> Values:
    """Return the values of the blind betting, from those of the games under it, by backward induction."""
    if not node.blind:
        return value(node)
    found = [_induced(child, value, choose) for child in node.children if isinstance(child, Decision)]
    return choose(node, found)
