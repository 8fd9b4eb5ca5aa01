"""Simulate many deals between players, and count each player's winnings."""

from __future__ import annotations

import sys
from math import floor, inf, log10, nan, sqrt
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
    from collections.abc import Callable, Generator, Iterable, Sequence
    from concurrent.futures import Future
    from typing import Final, overload

    from svara_eval.game._deal import Deal
    from svara_eval.game._events import Svara
    from svara_eval.game._player import Player
    from svara_eval.types import RandomSource

_MOST_ACTIONS: Final = 10_000  # in one deal: where nothing bounds the bets, two players can raise each other forever
_MOST_PROCESSES: Final = 1000
_BLOCK: Final = 1000  # shuffles of one task of a process


@final
class Simulation(Record):
    """The result of many simulated deals. Svaras count as part of the deal they decide.

    Results are in the order of ``players``, whatever their seats in a deal. As a string, it is a sentence.

    Attributes:
        deals: The number of deals, each played until someone had won it.
        svaras: The number of svaras played for them.
        won: How many deals each player won.
        net: The chips each player won (or, below 0, lost) in total.
        std_error: The standard error of each player's mean, in chips per deal; NaN after a single shuffle.

    >>> from svara_eval.game import Simulation
    >>> result = Simulation(100, svaras=7, won=(60, 40), net=(50, -50), std_error=(0.2, 0.2))
    >>> print(result)
    100 deals and 7 svaras; chips per deal, with standard error: player 0 +0.50 ± 0.20, player 1 -0.50 ± 0.20
    >>> result.mean
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
        """The chips that each player wins (or, below 0, loses) per deal on average."""
        return tuple(net / self.deals for net in self.net)

    def interval(self, level: float = 0.95) -> tuple[tuple[float, float], ...]:
        """Return a confidence interval of each player's mean, in chips per deal.

        Args:
            level: The probability that such an interval contains the true mean, between 0 and 1.

        Raises:
            SvaraError: The level is not between 0 and 1.
            TypeError: The level is not a number.

        >>> from svara_eval.game import Simulation
        >>> result = Simulation(100, svaras=7, won=(60, 40), net=(50, -50), std_error=(0.2, 0.2))
        >>> [(round(low, 2), round(high, 2)) for low, high in result.interval(0.95)]
        [(0.11, 0.89), (-0.89, -0.11)]
        """
        from statistics import NormalDist  # takes milliseconds to import

        if isinstance(level, (bool, str, bytes)) or not hasattr(level, "__float__"):
            raise TypeError(f"level must be a number, not {shown(level)} of type {type(level).__name__}")
        if not 0 < float(level) < 1:
            raise SvaraError(f"level must be between 0 and 1, not {shown(level)}")
        width = NormalDist().inv_cdf((1 + float(level)) / 2)
        return tuple(
            (mean - width * error, mean + width * error) for mean, error in zip(self.mean, self.std_error, strict=True)
        )

    def __str__(self) -> str:
        players = []
        for player, (mean, error) in enumerate(zip(self.mean, self.std_error, strict=True)):
            digits = max(0, 1 - floor(log10(error))) if 0 < error < inf else 2  # two digits of the error
            players.append(f"player {player} {mean:+.{digits}f} ± {error:.{digits}f}")
        counts = f"{_counted(self.deals, 'deal')} and {_counted(self.svaras, 'svara')}"
        return f"{counts}; chips per deal, with standard error: {', '.join(players)}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


@final
class _Conditions(Record):
    """The conditions of all deals in a simulation."""

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


if TYPE_CHECKING:

    @overload
    def simulate(
        players: Sequence[Player],
        deals: int,
        rng: RandomSource = None,
        *,
        settings: Settings | None = None,
        stacks: Iterable[int] | None = None,
        duplicate: bool = False,
        processes: None = None,
        progress: Callable[[Simulation], object] | None = None,
    ) -> Simulation: ...
    @overload
    def simulate(
        players: Sequence[Callable[[Random], Player]],
        deals: int,
        rng: RandomSource = None,
        *,
        settings: Settings | None = None,
        stacks: Iterable[int] | None = None,
        duplicate: bool = False,
        processes: int,
        progress: Callable[[Simulation], object] | None = None,
    ) -> Simulation: ...


def simulate(
    players: Sequence[Player] | Sequence[Callable[[Random], Player]],
    deals: int,
    rng: RandomSource = None,
    *,
    settings: Settings | None = None,
    stacks: Iterable[int] | None = None,
    duplicate: bool = False,
    processes: int | None = None,
    progress: Callable[[Simulation], object] | None = None,
) -> Simulation:
    """Simulate many deals, each played until someone has won it. The deal passes from seat to seat.

    Args:
        players: The players, 2 to 10, by seat. With ``processes``, a factory for each: a function or a class that takes
            a ``random.Random`` and returns the player, and can be pickled, such as ``RandomPlayer``.
        deals: The number of deals, at least 1. With ``duplicate``, it is rounded up to a multiple of the number of
            players.
        rng: The source of the shuffles: a ``random.Random``, a NumPy Generator, a seed, or None for the system's
            randomness. The same seed deals the same cards.
        settings: The table's settings; the default is an ante of 1, so that results are in antes.
        stacks: The chips of each seat before every deal; None to play without stacks.
        duplicate: Whether to play each shuffle once for every cyclic seating of the players. The luck of the cards then
            cancels out, and the standard error is taken over shuffles.
        processes: The number of processes, 1 to 1000. The deals go in blocks of 1000 shuffles, with new players for
            each block, and the result does not depend on the number of processes. None plays in this process, with the
            given players.
        progress: Called after every 1000 shuffles with the result so far. If it raises an error, the simulation stops.

    Raises:
        IllegalActionError: A player chooses an action that is not legal. A note on the error names the player and the
            deal, as on every error that a player raises.
        SvaraError: The seats or the stacks are impossible, a stack cannot pay the ante, or a deal lasts more than
            10,000 actions, as it can where nothing bounds the bets.
        TypeError: A number is not whole, a player is not one, or ``rng`` is not a source of randomness.
        OverflowError: The chips are more than a float can hold.

    >>> from svara_eval.game import RandomPlayer, ThresholdPlayer, simulate
    >>> result = simulate([ThresholdPlayer(20), ThresholdPlayer(17)], 200, rng=1)
    >>> sum(result.won), sum(result.net)
    (200, 0)
    >>> players = [RandomPlayer, RandomPlayer]  # classes: a new player for each block
    >>> simulate(players, 200, rng=1, duplicate=True, processes=1).deals
    200
    """
    shuffler = generator(rng)
    settings = Settings(ante=1) if settings is None else settings
    _, chips = seated(settings, len(players), stacks)
    if chips is not None and min(chips) < settings.ante:
        raise SvaraError(f"a stack of {shown(min(chips))} cannot pay the ante of {shown(settings.ante)}")
    deals, conditions = whole(deals, "deals", 1), _Conditions(settings, chips, duplicate)
    shuffles = -(-deals // len(players)) if duplicate else deals
    blocks = (range(first, min(first + _BLOCK, shuffles)) for first in range(0, shuffles, _BLOCK))
    counts: Generator[_Counts, None, None]
    if processes is None:
        for place, player in enumerate(players):
            _check_player(player, f"players[{place}]")
        # Without processes, the players are players.
        counts = (_played(conditions, players, block, shuffler) for block in blocks)  # type: ignore[arg-type]
    else:
        for place, player in enumerate(players):
            if not callable(player):
                kind = f"{shown(player)} of type {type(player).__name__}"
                raise TypeError(f"players[{place}] must be a function or a class that makes a player, not {kind}")
        processes, seed = whole(processes, "processes", 1, _MOST_PROCESSES), shuffler.getrandbits(128)
        # With processes, the players are functions that make them.
        counts = _in_processes(((conditions, players, block, seed) for block in blocks), processes)  # type: ignore[misc]
    try:
        total = next(counts)
        if progress is not None:
            progress(total.result())
        for each in counts:
            total += each
            if progress is not None:
                progress(total.result())
    finally:
        counts.close()  # ends the processes after an error in progress
    return total.result()


def _check_player(player: object, where: str) -> None:
    """Check that a player itself has a method ``act``, not only the instances of a class."""
    act = getattr(player, "act", None)
    if not callable(act):
        kind = f"{shown(player)} of type {type(player).__name__}"
        raise TypeError(f"{where} must be a player, which has a method act(view), not {kind}")
    if isinstance(player, type):
        found = next(vars(base)["act"] for base in player.__mro__ if "act" in vars(base))
        if not isinstance(found, (classmethod, staticmethod)):
            raise TypeError(f"{where} is the class {player.__name__}; did you mean {player.__name__}()?")


def _in_processes(
    tasks: Iterable[tuple[_Conditions, Sequence[Callable[[Random], Player]], range, int]], processes: int
) -> Generator[_Counts, None, None]:
    """Yield the counts of each block, in order. One process is this one."""
    if processes == 1:
        yield from map(_block, tasks)
        return
    from collections import deque
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A new interpreter for each: a fork would copy locks that other threads hold.
    processes = min(processes, 61) if sys.platform == "win32" else processes  # Windows cannot wait for more
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
    """Return the counts of a block, which depend only on its seed and its position."""
    conditions, factories, block, seed = task
    place = f"{seed} {block.start // _BLOCK}"
    players = [factory(Random(f"{place} {player}")) for player, factory in enumerate(factories)]
    for factory, player in zip(factories, players, strict=True):
        _check_player(player, f"what {shown(factory)} returns")
    return _played(conditions, players, block, Random(place))


def _played(conditions: _Conditions, players: Sequence[Player], block: range, shuffler: Random) -> _Counts:
    """Return the counts of some shuffles."""
    settings, chips, seats = conditions.settings, conditions.stacks, len(players)
    won, net, squares, svaras, deals = [0] * seats, [0] * seats, [0] * seats, 0, 0
    for number in block:
        gains = [0] * seats
        seed = shuffler.getrandbits(64) if conditions.duplicate else 0
        for turned in range(seats) if conditions.duplicate else (0,):
            cards = Random(seed) if conditions.duplicate else shuffler
            seating = [*players[turned:], *players[:turned]] if turned else players
            table = Table(settings, seats=seats, stacks=chips, dealer=number % seats)
            try:
                while not isinstance(outcome := _played_out(table.next_deal(cards), seating), Won):
                    svaras += 1
            except Exception as error:
                if table.deal is not None and (seat := table.deal.turn) is not None:
                    played = deals + block.start * (seats if conditions.duplicate else 1)
                    player = (seat + turned) % seats
                    turn = f"the turn of players[{player}], {shown(players[player])}"
                    error.add_note(f"in deal {played + 1}, at {turn}: {shown(table.deal)}")
                raise
            deals += 1
            won[(outcome.seat + turned) % seats] += 1
            for seat, gain in enumerate(table.net):
                gains[(seat + turned) % seats] += gain
        for player, gain in enumerate(gains):
            net[player] += gain
            squares[player] += gain * gain
    return _Counts(len(block), deals, svaras, tuple(won), tuple(net), tuple(squares))


def _played_out(deal: Deal, players: Sequence[Player]) -> Won | Svara | None:
    """Play a deal to its end, and return the outcome."""
    first = deal.number
    while (seat := deal.turn) is not None:
        if deal.number - first > _MOST_ACTIONS:
            raise SvaraError(f"a deal has lasted more than {_MOST_ACTIONS:,} actions; give the table a limit or stacks")
        deal.push(players[seat].act(deal.view(seat)))
    return deal.outcome
