"""Players against one another, over many deals: what each seat wins, with its standard error."""

from __future__ import annotations

from math import nan, sqrt

from svara_eval import SvaraError
from svara_eval._record import Record, final
from svara_eval.game._dealing import generator
from svara_eval.game._events import Won
from svara_eval._numbers import shown, whole
from svara_eval.game._settings import Settings, seated
from svara_eval.game._table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random
    from typing import Final

    from svara_eval.game._deal import Deal
    from svara_eval.game._events import Svara
    from svara_eval.game._player import Player

_MOST_ACTIONS: Final = 10_000  # of a deal; where nothing bounds the bets two players can raise each other for ever


@final
class Simulation(Record):
    """What came out of many deals. A svara belongs to the deal that it decides.

    Attributes:
        deals: how many deals were played, each until somebody had won it.
        svaras: how many svaras were played for them.
        won: how many deals each seat has won, by seat.
        net: the chips that each seat has won (or, below 0, lost) in all, by seat.
        std_error: the standard error of each seat's mean, in chips a deal; not a number after a single deal.

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

    def __init__(
        self, deals: int, svaras: int, won: tuple[int, ...], net: tuple[int, ...], std_error: tuple[float, ...]
    ) -> None:
        self._fill(deals, svaras, won, net, std_error)

    @property
    def mean(self) -> tuple[float, ...]:
        """The chips that each seat wins (or, below 0, loses) in a deal on average, by seat."""
        return tuple(net / self.deals for net in self.net)


def simulate(
    players: Sequence[Player],
    deals: int,
    rng: Random | int | None = None,
    *,
    settings: Settings | None = None,
    stacks: Iterable[int] | None = None,
) -> Simulation:
    """Let players play many deals, each until somebody has won it; the deal passes from seat to seat.

    Args:
        players: who plays, 2 to 10, by seat.
        deals: how many deals, at least 1.
        rng: a ``random.Random`` that shuffles, or the seed of one: the same deals for the same seed. None is no seed.
        settings: what the table sets; unless given an ante of 1, so that what comes out is in antes.
        stacks: the chips of each seat before every deal; None is without.

    Raises:
        IllegalActionError: a player does what is not legal.
        SvaraError: the seats or the stacks are impossible, a stack can't pay the ante, or a deal goes on after 10 000
            actions, as it can where nothing bounds the bets.
        OverflowError: the chips are more than a float can hold.

    >>> from svara_eval.game import ThresholdPlayer, simulate
    >>> result = simulate([ThresholdPlayer(20), ThresholdPlayer(17), ThresholdPlayer(23)], 200, rng=1)
    >>> sum(result.won), sum(result.net)
    (200, 0)
    """
    shuffler = generator(rng)
    settings = Settings(ante=1) if settings is None else settings
    seats, stacks = seated(settings, len(players), stacks)
    poorest = settings.ante if stacks is None else min(stacks)
    if poorest < settings.ante:
        raise SvaraError(f"a stack of {shown(poorest)} can't pay the ante of {shown(settings.ante)}")
    deals, svaras = whole(deals, "deals", 1), 0
    won, net, squares = [0] * seats, [0] * seats, [0] * seats
    for number in range(deals):
        table = Table(settings, seats=seats, stacks=stacks, dealer=number % seats)
        while not isinstance(outcome := _played(table.next_deal(shuffler), players), Won):
            svaras += 1
        won[outcome.seat] += 1
        for seat, chips in enumerate(table.net):
            net[seat] += chips
            squares[seat] += chips * chips
    return Simulation(deals, svaras, tuple(won), tuple(net), tuple(map(_std_error, net, squares, [deals] * seats)))


def _played(deal: Deal, players: Sequence[Player]) -> Won | Svara | None:
    """How the deal ends when the players play it out."""
    while (seat := deal.turn) is not None:
        if deal.number - deal.start.number > _MOST_ACTIONS:
            raise SvaraError(f"a deal goes on after {_MOST_ACTIONS} actions; give the table a limit or stacks")
        try:
            deal.push(players[seat].act(deal.view(seat)))
        except Exception as error:
            error.add_note(f"the player of seat {seat} is {shown(players[seat])}; {shown(deal)}")
            raise
    return deal.outcome


def _std_error(net: int, squares: int, deals: int) -> float:
    return sqrt((deals * squares - net * net) / (deals * deals * (deals - 1))) if deals > 1 else nan
