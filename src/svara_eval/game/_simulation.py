"""Many deals between players: how many each of them wins, and how many chips."""

from __future__ import annotations

import sys
from math import nan, sqrt
from random import Random

from svara_eval import SvaraError
from svara_eval._arguments import generator, whole
from svara_eval._messages import shown
from svara_eval._record import Record, final
from svara_eval.game._events import Won
from svara_eval.game._seats import seated
from svara_eval.game._settings import Settings
from svara_eval.game._table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Future
    from typing import Final

    from svara_eval.game._deal import Deal
    from svara_eval.game._events import Svara
    from svara_eval.game._player import Player
    from svara_eval.types import RandomSource

_MOST_ACTIONS: Final = 10_000  # in one deal: where nothing bounds the bets, two players can raise each other forever
_MOST_PROCESSES: Final = 1000
_BLOCK: Final = 1000  # shuffles of one task of a process


@final
class Simulation(Record):
    """The result of many simulated deals. A svara belongs to the deal that it decides.

    A player's place is that in ``players``, which is the seat unless every shuffle is played for every seating.

    Attributes:
        deals: The number of deals, each played until somebody had won it.
        svaras: The number of svaras played for them.
        won: How many deals each player won.
        net: The chips each player won (or, below 0, lost) in all.
        std_error: The standard error of each player's mean, in chips a deal; NaN after a single shuffle.

    >>> from svara_eval.game import Simulation
    >>> Simulation(100, svaras=7, won=(60, 40), net=(50, -50), std_error=(0.2, 0.2)).mean
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
        """The chips each player wins (or, below 0, loses) in a deal on average."""
        return tuple(net / self.deals for net in self.net)


@final
class _Conditions(Record):
    """What all deals of a simulation are played under."""

    __slots__ = ("settings", "stacks", "duplicate")
    settings: Settings
    stacks: tuple[int, ...] | None
    duplicate: bool


@final
class _Counts(Record):
    """The sums of some shuffles; the squares are of a player's chips in one shuffle."""

    __slots__ = ("shuffles", "deals", "svaras", "won", "net", "squares")
    shuffles: int
    deals: int
    svaras: int
    won: tuple[int, ...]
    net: tuple[int, ...]
    squares: tuple[int, ...]

    def __add__(self, other: _Counts) -> _Counts:
        return _Counts(
            self.shuffles + other.shuffles,
            self.deals + other.deals,
            self.svaras + other.svaras,
            tuple(map(int.__add__, self.won, other.won)),
            tuple(map(int.__add__, self.net, other.net)),
            tuple(map(int.__add__, self.squares, other.squares)),
        )

    def result(self) -> Simulation:
        n, deals = self.shuffles, self.deals
        errors = [
            sqrt((n * squares - net * net) / ((n - 1) * deals * deals)) if n > 1 else nan
            for net, squares in zip(self.net, self.squares, strict=True)
        ]
        return Simulation(deals, self.svaras, self.won, self.net, tuple(errors))


def simulate(
    players: Sequence[Player] | Sequence[Callable[[Random], Player]],
    deals: int,
    rng: RandomSource = None,
    *,
    settings: Settings | None = None,
    stacks: Iterable[int] | None = None,
    duplicate: bool = False,
    processes: int | None = None,
) -> Simulation:
    """Simulate many deals, each played until somebody has won it. The deal passes from seat to seat.

    Args:
        players: The players, 2 to 10, by seat. With ``processes``, a factory for each: a function or a class that takes
            a ``random.Random`` and returns the player, and can be pickled, such as ``RandomPlayer``.
        deals: The number of deals, at least 1; with ``duplicate`` the number of shuffles.
        rng: The source of the shuffles: a ``random.Random``, a NumPy Generator, a seed, or None for the system's
            randomness. The same seed deals the same cards.
        settings: What the table sets; an ante of 1 unless given, so that results are in antes.
        stacks: The chips of each seat before every deal; None to play without stacks.
        duplicate: Whether to play each shuffle once for every cyclic seating of the players, as many times as there are
            players. The luck of the cards then cancels out, and the standard error is taken over shuffles.
        processes: The number of processes, 1 to 1000. The deals go in blocks of 1000 shuffles, with new players for
            each block, and the result does not depend on the number of processes. None plays here, with the given
            players.

    Raises:
        IllegalActionError: A player chooses an action that is not legal.
        SvaraError: The seats or the stacks are impossible, a stack can't pay the ante, or a deal lasts more than 10 000
            actions, as it can where nothing bounds the bets.
        TypeError: A number is not whole, or ``rng`` is not a source of randomness.
        OverflowError: The chips are more than a float can hold.

    >>> from svara_eval.game import RandomPlayer, ThresholdPlayer, simulate
    >>> result = simulate([ThresholdPlayer(20), ThresholdPlayer(17)], 200, rng=1)
    >>> sum(result.won), sum(result.net)
    (200, 0)
    >>> players = [RandomPlayer, RandomPlayer]  # classes: a new player for each table
    >>> simulate(players, 200, rng=1, duplicate=True, processes=1).deals
    400
    """
    *_, last = estimates(
        players, deals, rng, settings=settings, stacks=stacks, duplicate=duplicate, processes=processes
    )
    return last


def estimates(
    players: Sequence[Player] | Sequence[Callable[[Random], Player]],
    deals: int,
    rng: RandomSource = None,
    *,
    settings: Settings | None = None,
    stacks: Iterable[int] | None = None,
    duplicate: bool = False,
    processes: int | None = None,
) -> Iterator[Simulation]:
    """The result so far after each block of deals, in order; the last one is that of ``simulate``, as its arguments."""
    shuffler = generator(rng)
    settings = Settings(ante=1) if settings is None else settings
    _, chips = seated(settings, len(players), stacks)
    if chips is not None and min(chips) < settings.ante:
        raise SvaraError(f"a stack of {shown(min(chips))} can't pay the ante of {shown(settings.ante)}")
    deals, conditions = whole(deals, "deals", 1), _Conditions(settings, chips, duplicate)
    blocks = (range(first, min(first + _BLOCK, deals)) for first in range(0, deals, _BLOCK))
    counts: Iterator[_Counts]
    if processes is None:
        # Without processes, the players are players.
        counts = (_played(conditions, players, block, shuffler) for block in blocks)  # type: ignore[arg-type]
    else:
        processes, seed = whole(processes, "processes", 1, _MOST_PROCESSES), shuffler.getrandbits(128)
        # With processes, the players are functions that make them.
        counts = _in_processes(((conditions, players, block, seed) for block in blocks), processes)  # type: ignore[misc]
    total = next(counts)
    yield total.result()
    for each in counts:
        total += each
        yield total.result()


def _in_processes(
    tasks: Iterable[tuple[_Conditions, Sequence[Callable[[Random], Player]], range, int]], processes: int
) -> Iterator[_Counts]:
    """The counts of each block, in order. One process is this one."""
    if processes == 1:
        yield from map(_block, tasks)
        return
    from collections import deque
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A new interpreter for each: a fork would copy locks that other threads hold.
    processes = min(processes, 61) if sys.platform == "win32" else processes  # Windows waits for no more
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        try:
            pending: deque[Future[_Counts]] = deque()
            for task in tasks:  # a few at a time: there may be millions
                pending.append(pool.submit(_block, task))
                if len(pending) > 2 * processes:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _block(task: tuple[_Conditions, Sequence[Callable[[Random], Player]], range, int]) -> _Counts:
    """The counts of a block, which its seed and its place decide alone."""
    conditions, factories, block, seed = task
    place = f"{seed} {block.start // _BLOCK}"
    players = [factory(Random(f"{place} {player}")) for player, factory in enumerate(factories)]
    return _played(conditions, players, block, Random(place))


def _played(conditions: _Conditions, players: Sequence[Player], block: range, shuffler: Random) -> _Counts:
    """The counts of some shuffles."""
    settings, chips, seats = conditions.settings, conditions.stacks, len(players)
    won, net, squares, svaras, deals = [0] * seats, [0] * seats, [0] * seats, 0, 0
    for number in block:
        gains = [0] * seats
        seed = shuffler.getrandbits(64) if conditions.duplicate else 0
        for turned in range(seats) if conditions.duplicate else (0,):
            cards = Random(seed) if conditions.duplicate else shuffler
            seating = [*players[turned:], *players[:turned]] if turned else players
            table = Table(settings, seats=seats, stacks=chips, dealer=number % seats)
            while not isinstance(outcome := _played_out(table.next_deal(cards), seating), Won):
                svaras += 1
            deals += 1
            won[(outcome.seat + turned) % seats] += 1
            for seat, gain in enumerate(table.net):
                gains[(seat + turned) % seats] += gain
        for player, gain in enumerate(gains):
            net[player] += gain
            squares[player] += gain * gain
    return _Counts(len(block), deals, svaras, tuple(won), tuple(net), tuple(squares))


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
