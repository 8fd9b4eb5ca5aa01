"""Many deals between players: how many each seat wins, and how many chips."""

from __future__ import annotations

from math import nan, sqrt

from svara_eval import SvaraError
from svara_eval._numbers import generator, shown, whole
from svara_eval._record import Record, final
from svara_eval.game._events import Won
from svara_eval.game._seats import seated
from svara_eval.game._settings import Settings
from svara_eval.game._table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

    from svara_eval.game._deal import Deal
    from svara_eval.game._events import Svara
    from svara_eval.game._player import Player
    from svara_eval.types import RandomSource

_MOST_ACTIONS: Final = 10_000  # in one deal: where nothing bounds the bets, two players can raise each other forever


@final
class Simulation(Record):
    """The result of many simulated deals. A svara belongs to the deal that it decides.

    Attributes:
        deals: The number of deals, each played until somebody had won it.
        svaras: The number of svaras played for them.
        won: How many deals each seat won, by seat.
        net: The chips each seat won (or, below 0, lost) in all, by seat.
        std_error: The standard error of each seat's mean, in chips a deal, by seat; not a number after a single deal.

    >>> from svara_eval.game import Simulation
    >>> Simulation(deals=100, svaras=7, won=(60, 40), net=(50, -50), std_error=(0.2, 0.2)).mean
    (0.5, -0.5)
    """

    __slots__ = ("deals", "svaras", "won", "net", "std_error")
    deals: int
    svaras: int
    won: tuple[int, ...]
    net: tuple[int, ...]
    std_error: tuple[float, ...]

    @property
    def mean(self) -> tuple[float, ...]:
        """The chips each seat wins (or, below 0, loses) in a deal on average, by seat."""
        return tuple(net / self.deals for net in self.net)


def simulate(
    players: Sequence[Player],
    deals: int,
    rng: RandomSource = None,
    *,
    settings: Settings | None = None,
    stacks: Iterable[int] | None = None,
) -> Simulation:
    """Simulate many deals, each played until somebody has won it. The deal passes from seat to seat.

    Args:
        players: The players, 2 to 10, by seat.
        deals: The number of deals, at least 1.
        rng: The source of the shuffles: a ``random.Random``, a NumPy Generator, a seed, or None for the system's
            randomness. The same seed deals the same cards.
        settings: What the table sets; an ante of 1 unless given, so that results are in antes.
        stacks: The chips of each seat before every deal; None to play without stacks.

    Raises:
        IllegalActionError: A player chooses an action that is not legal.
        SvaraError: The seats or the stacks are impossible, a stack can't pay the ante, or a deal lasts more than 10 000
            actions, as it can where nothing bounds the bets.
        TypeError: A number is not whole, or ``rng`` is not a source of randomness.
        OverflowError: The chips are more than a float can hold.

    >>> from svara_eval.game import ThresholdPlayer, simulate
    >>> result = simulate([ThresholdPlayer(20), ThresholdPlayer(17), ThresholdPlayer(23)], 200, rng=1)
    >>> sum(result.won), sum(result.net)
    (200, 0)
    """
    shuffler = generator(rng)
    settings = Settings(ante=1) if settings is None else settings
    seats, chips = seated(settings, len(players), stacks)
    if chips is not None and min(chips) < settings.ante:
        raise SvaraError(f"a stack of {shown(min(chips))} can't pay the ante of {shown(settings.ante)}")
    deals, svaras = whole(deals, "deals", 1), 0
    won, net, squares = [0] * seats, [0] * seats, [0] * seats
    for number in range(deals):
        table = Table(settings, seats=seats, stacks=chips, dealer=number % seats)
        while not isinstance(outcome := _played_out(table.next_deal(shuffler), players), Won):
            svaras += 1
        won[outcome.seat] += 1
        for seat, gain in enumerate(table.net):
            net[seat] += gain
            squares[seat] += gain * gain
    return Simulation(deals, svaras, tuple(won), tuple(net), tuple(map(_std_error, net, squares, [deals] * seats)))


def _played_out(deal: Deal, players: Sequence[Player]) -> Won | Svara | None:
    """How the deal ends when the players play it out."""
    first = deal.number
    while (seat := deal.turn) is not None:
        if deal.number - first > _MOST_ACTIONS:
            raise SvaraError(f"a deal has lasted more than {_MOST_ACTIONS} actions; give the table a limit or stacks")
        try:
            deal.push(players[seat].act(deal.view(seat)))
        except Exception as error:
            error.add_note(f"the player of seat {seat} is {shown(players[seat])}; {shown(deal)}")
            raise
    return deal.outcome


def _std_error(net: int, squares: int, deals: int) -> float:
    return sqrt((deals * squares - net * net) / (deals * deals * (deals - 1))) if deals > 1 else nan
