"""A solution played: from what a player may know to what a perfect player does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval import SvaraError, hand_index
from svara_eval.game import Action
from svara_eval.solver._cards import class_arrays
from svara_eval.solver._tree import Decision

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from svara_eval.game import Settings, View
    from svara_eval.solver._position import Position
    from svara_eval.solver._solution import Solution


class Perfect:
    """Plays a solution."""

    def __init__(self, solution: Solution, rng: Random) -> None:
        self._solution, self._rng = solution, rng

    def act(self, view: View, /) -> Action:
        """An action drawn by its probability."""
        actions = self._solution.strategy(view)
        return self._rng.choices([*actions], [*actions.values()])[0]

    def __repr__(self) -> str:
        return f"{self._solution!r}.player()"


def strategy(settings: Settings, position: Position, view: View) -> dict[Action, float]:
    """How a perfect player acts in a view of a position: the probability of each action; for ``Solution.strategy``."""
    _check(settings, view)
    node = _followed(position.root, (event for event in view.events if isinstance(event, Action)))
    if node is None or node.player != (view.turn != view.start.players[0]) or node.blind != (view.phase == "blind"):
        return {_fitted(Action("call"), view): 1.0}
    place = 0 if view.hand is None else class_arrays().of[hand_index(view.hand)]
    found: dict[Action, float] = {}
    for action, chance in zip(node.actions, position.chances(node)[:, place].tolist(), strict=True):
        fitted = _fitted(action, view)
        found[fitted] = found.get(fitted, 0.0) + chance
    return found


def _check(settings: Settings, view: View) -> None:
    start, limit = view.start, settings.limit or 0
    if view.turn is None or view.seat != view.turn:
        whose = "nobody's turn" if view.turn is None else f"the turn of seat {view.turn}"
        raise SvaraError(f"the view is of seat {view.seat}, but it is {whose}; a solution answers the player to act")
    if len(start.players) != 2:
        raise SvaraError(f"the solution is for 2 players, not {len(start.players)}")
    if view.phase == "join":
        raise SvaraError("the solution does not say who joins a svara; between two players nobody can")
    if start.settings != settings:
        raise SvaraError(f"the solution is for {settings}, not {start.settings}")
    for seat in start.players:
        if start.stacks is not None and start.stacks[seat] < limit + start.ante:
            needed = f"the limit of {limit}" + f" and the ante of {start.ante}" * (start.ante > 0)
            raise SvaraError(f"seat {seat} began the deal with {start.stacks[seat]} chips; the solution needs {needed}")


def _followed(node: Decision, actions: Iterable[Action]) -> Decision | None:
    """The decision that actions lead to, each counted as the nearest considered; None once the betting is over."""
    for action in actions:
        child = node.children[_nearest(node.actions, action)]
        if not isinstance(child, Decision):
            return None
        node = child
    return node


def _nearest(actions: Sequence[Action], done: Action) -> int:
    """The place of the action of the same kind with the nearest total, or else of the call or the look."""
    kinds = [action.kind for action in actions]
    kind = next(kind for kind in (done.kind, "call", "look", "bet") if kind in kinds)
    alike = [place for place, action in enumerate(actions) if action.kind == kind]
    return min(alike, key=lambda place: abs((actions[place].to or 0) - (done.to or 0)))


def _fitted(action: Action, view: View) -> Action:
    """The legal action nearest to one: its total within bounds, or the call or the look where its kind is not legal."""
    option = next(view.legal[kind] for kind in (action.kind, "call", "look", "bet") if kind in view.legal)
    if option.low is None:
        return option.action()
    to = max(option.low, action.to or 0)
    return option.action(to if option.high is None else min(to, option.high))
