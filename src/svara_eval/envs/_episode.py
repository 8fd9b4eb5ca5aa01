"""An episode of the environments: the table at which it is played, and the chips that each seat has won at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from svara_eval import SvaraError
from svara_eval._messages import shown
from svara_eval.envs._observation import stake_of
from svara_eval.game import Settings, Svara, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from svara_eval.game import Deal


class Conditions(NamedTuple):
    """The conditions at the start of every episode.

    Attributes:
        settings: The table's settings.
        seats: The number of players.
        stacks: The chips of each seat before the ante, more than the ante; None without stacks.
        split: Whether a tie ends the episode, and those who tied split the pot. The rules never split a pot (D18).
        stake: The highest total that a player can reach.
    """

    settings: Settings
    seats: int
    stacks: tuple[int, ...] | None
    split: bool
    stake: int


def conditions(players: int, settings: Settings | None, stacks: Iterable[int] | None, svara: str) -> Conditions:
    """Check what an environment is asked to play; the default settings are an ante of 1 and a limit of 20.

    >>> conditions(2, None, None, "carried")
    Traceback (most recent call last):
    svara_eval.errors.SvaraError: svara must be 'played' or 'split', not 'carried'
    """
    if svara not in ("played", "split"):
        raise SvaraError(f"svara must be 'played' or 'split', not {shown(svara)}")
    table = Table(Settings(ante=1, limit=20) if settings is None else settings, seats=players, stacks=stacks)
    settings, chips = table.settings, table.stacks
    if chips is not None and min(chips) <= settings.ante:
        raise SvaraError(f"each stack must be more than the ante of {settings.ante}, not {min(chips)}")
    return Conditions(settings, table.seats, chips, svara == "split", stake_of(settings, chips))


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
