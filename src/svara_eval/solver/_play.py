"""A solution played: from what a player may know to what a perfect player does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval import SvaraError, hand_index
from svara_eval.game import Action
from svara_eval.solver._tree import Decision

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from svara_eval.game import Settings, View
    from svara_eval.solver._position import Position


class Perfect:
    """Plays a strategy.

    Args:
        strategy: Returns the probability of each action in a view.
        rng: The source of the choices.
        name: The repr of the player.
    """

    def __init__(self, strategy: Callable[[View], dict[Action, float]], rng: Random, name: str) -> None:
        self._strategy, self._rng, self._name = strategy, rng, name

    def act(self, view: View, /) -> Action:
        """Return an action drawn by its probability."""
        actions = self._strategy(view)
        return self._rng.choices([*actions], [*actions.values()])[0]

    def __repr__(self) -> str:
        return self._name


def chances(position: Position, view: View) -> dict[Action, float]:
    """Return how a perfect player acts in a view of a position: the probability of each action."""
    node = _followed(position.root, (event for event in view.events if isinstance(event, Action)))
    turn = view.start.players.index(view.turn or 0)
    if node is None or node.player != turn or node.blind != (view.phase == "blind"):
        return {_fitted(Action("call"), view): 1.0}
    held = 0 if view.hand is None else position.classes.of[hand_index(view.hand)]
    found: dict[Action, float] = {}
    for action, chance in zip(node.actions, position.chances(node)[:, held].tolist(), strict=True):
        fitted = _fitted(action, view)
        found[fitted] = found.get(fitted, 0.0) + chance
    return found


def check_view(settings: Settings, players: int, view: View) -> None:
    """Check that a solution for a number of players answers a view.

    Raises:
        SvaraError: It does not.
    """
    start, limit = view.start, settings.limit or 0
    if view.turn is None or view.seat != view.turn:
        whose = "nobody's turn" if view.turn is None else f"the turn of seat {view.turn}"
        raise SvaraError(f"the view is of seat {view.seat}, but it is {whose}; a solution answers the player to act")
    if not 2 <= len(start.players) <= players:
        raise SvaraError(f"the solution is for {players} players, not {len(start.players)}")
    if view.phase == "join" and players == 2:
        raise SvaraError("the solution does not say who joins a svara; between two players nobody can")
    if start.settings != settings:
        raise SvaraError(f"the solution is for {settings}, not {start.settings}")
    for seat in start.players:
        if start.stacks is not None and start.stacks[seat] < limit + start.ante:
            needed = f"the limit of {limit}" + f" and the ante of {start.ante}" * (start.ante > 0)
            raise SvaraError(f"seat {seat} began the deal with {start.stacks[seat]} chips; the solution needs {needed}")


def _followed(node: Decision, actions: Iterable[Action]) -> Decision | None:
    """Return the decision to which actions lead, each counted as the nearest considered; None where betting is over."""
    for action in actions:
        child = node.children[_nearest(node.actions, action)]
        if not isinstance(child, Decision):
            return None
        node = child
    return node


def _nearest(actions: Sequence[Action], done: Action) -> int:
    """Return the index of the action of the same kind with the nearest total, or else of the call or the look."""
    kinds = [action.kind for action in actions]
    kind = next(kind for kind in (done.kind, "call", "look", "bet") if kind in kinds)
    alike = [index for index, action in enumerate(actions) if action.kind == kind]
    return min(alike, key=lambda index: abs((actions[index].to or 0) - (done.to or 0)))


def _fitted(action: Action, view: View) -> Action:
    """Return the nearest legal action: its total within bounds, or the call or the look where its kind is not legal."""
    option = next(view.legal[kind] for kind in (action.kind, "call", "look", "bet") if kind in view.legal)
    if option.low is None:
        return option.action()
    to = max(option.low, action.to or 0)
    return option.action(to if option.high is None else min(to, option.high))
