"""The chart of a solution: what to do by points, in the situations that matter most."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from svara_eval.solver._tree import Decision

if TYPE_CHECKING:
    from collections.abc import Iterator

    from svara_eval.solver._position import Position


class Row(NamedTuple):
    """One cell of a chart: how often a perfect player takes an action with hands of given points.

    ``pandas.DataFrame(solution.table())`` has a column for each attribute.

    Attributes:
        situation: "looking first", "facing a blind" or "facing a raise".
        seat: The player who acts: 0 on the dealer's left, counted clockwise.
        points: The points of the hands.
        action: The action, such as "call to 2".
        probability: How often it is taken, 0 to 1.

    >>> from svara_eval.game import Settings
    >>> from svara_eval.solver import solve
    >>> rows = solve(Settings(ante=1, limit=1), svara="split").table()
    >>> rows[-1]
    Row(situation='facing a blind', seat=1, points=34, action='call to 1', probability=1.0)
    """

    situation: str
    seat: int
    points: int
    action: str
    probability: float


def chart(position: Position) -> list[Row]:
    """Return the rows of the chart, by situation and points."""
    points, sizes = position.classes.points, position.classes.sizes
    rows = []
    for situation, node in _situations(position):
        chances = position.chances(node)
        for total in np.unique(points).tolist():
            weights = sizes * (points == total) / sizes[points == total].sum()
            rows += [
                Row(situation, node.player, total, str(action), round(float(chance @ weights), 6))
                for action, chance in zip(node.actions, chances, strict=True)
            ]
    return rows


def _situations(position: Position) -> Iterator[tuple[str, Decision]]:
    """Yield the situations of the chart that can come up, each with its decision."""
    looks = {tuple(action.kind for action in line): node for line, node in reversed([*position.root.looks()])}
    line, node = position.line()
    yield "looking first", looks["look",]
    if len(line) == 1:
        node = looks.get(("blind", "look"), node)
    if any(node.deal.totals):
        yield "facing a blind", node
        often = position.chances(node) @ position.classes.sizes
        raises = [place for place, action in enumerate(node.actions) if action.kind == "raise"]
        raised = node.children[max(raises, key=often.__getitem__)] if raises else None
        if isinstance(raised, Decision):
            yield "facing a raise", raised
