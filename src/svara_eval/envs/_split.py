"""The shortcut of the environments: a tie ends the game, and the pot is split. The rules never split a pot (D18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval.game import Svara

if TYPE_CHECKING:
    from collections.abc import Iterable

    from svara_eval.game import Deal


def split_pot(deal: Deal, net: Iterable[int]) -> list[float]:
    """Add an equal share of the pot to the chips of each player who tied.

    Args:
        deal: A deal whose betting is over.
        net: The chips that each seat has won (or, below 0, put in), by seat.

    >>> from svara_eval.game import Deal, Settings
    >>> deal = Deal(Settings(ante=1), ["10c Kh 8s", "Qd Kc 9h", "7d 8h 9s"], dealer=2)
    >>> for action in ("look", "bet 1", "call", "fold"):
    ...     events = deal.push(action)
    >>> split_pot(deal, deal.net)
    [0.5, 0.5, -1.0]
    """
    tied = deal.outcome.tied if isinstance(deal.outcome, Svara) else ()
    return [chips + (deal.pot / len(tied) if seat in tied else 0.0) for seat, chips in enumerate(net)]
