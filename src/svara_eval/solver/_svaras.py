"""Svaras: the pots that they can be played for, and what is won for each pot, from the largest down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from svara_eval.game import Settings
    from svara_eval.solver._position import Values, Worth

    _Position = TypeVar("_Position")

SvaraMode: TypeAlias = Literal["solved", "split"]

_ROUNDS = 8  # the largest pot leads to itself, after one showdown in ten: each round adds a digit


def by_pot(
    settings: Settings, make: Callable[[int], _Position], pots: Callable[[_Position], set[int]]
) -> dict[int, _Position]:
    """Return a position for the antes of two players and each pot that svaras then have, in ascending order.

    The largest is the pot of a first svara after the highest bets; later svaras can be for more.

    Args:
        settings: The settings of the table.
        make: Makes the position for a pot.
        pots: Returns the pots of the showdowns in a position.
    """
    antes = 2 * settings.ante
    largest = antes + 2 * (settings.limit or 0)
    found: dict[int, _Position] = {}
    due = {antes, largest}
    while due:
        pot = min(due)
        found[pot] = make(pot)
        due = {pot for pot in due | pots(found[pot]) if pot <= largest} - {*found}
    return dict(sorted(found.items()))


def nothing(_player: int, _pot: int) -> float:
    """Return what a tie is worth beyond an equal share if those who tie share the pot."""
    return 0.0


def backward(
    positions: Mapping[int, _Position], answer: Callable[[int, _Position, Worth], Values], beyond: Values | None = None
) -> dict[int, Values]:
    """Return what the first player and the dealer win for each pot beyond half of it, svaras played out.

    Args:
        positions: By pot, in ascending order.
        answer: Returns what they win for a pot in its position, given what a tie is worth.
        beyond: What they win for the pots above the largest (default: what they win for the largest).
    """
    won: dict[int, Values] = {}
    largest = max(positions)

    def worth(player: int, pot: int) -> float:
        pair = beyond if beyond and pot > largest else won.get(min(pot, largest), (0.0, 0.0))
        return pair[1 - player]  # the deal passes on, so the dealer is the first player of the svara (D17)

    for pot in sorted(positions, reverse=True):
        for _ in range(_ROUNDS if pot == largest else 1):
            won[pot] = answer(pot, positions[pot], worth)
    return won
