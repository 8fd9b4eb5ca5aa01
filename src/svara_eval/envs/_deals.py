"""Many deals at once, as arrays: the game compiled, for learners that play millions of deals."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from math import nan, sqrt
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval import BACKEND, BackendError, IllegalActionError, SvaraError
from svara_eval._arguments import generator, whole
from svara_eval._backend import CURE, compiled
from svara_eval._messages import shown
from svara_eval.envs._episode import conditions
from svara_eval.envs._menu import CHOICES
from svara_eval.game import Simulation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final, Literal, NoReturn, SupportsIndex

    from numpy.typing import ArrayLike, NDArray

    from svara_eval.envs._policies import Policy
    from svara_eval.game import Settings
    from svara_eval.types import RandomSource

_MOST_CHIPS: Final = 2**53  # a float64 is exact below it
_PIECE: Final = 4096  # the fewest rows that justify a thread
_WAIT: Final = np.iinfo(np.int64).min  # in compiled code, the choice of a row that is left alone


class Deals:
    """Many deals at the same table, played at once: a row of arrays for each, and compiled code for the rules.

    In each row, one seat is to choose. ``step`` takes one choice in every row. A deal that is then over is followed, in
    the same step, by a new one with a dealer drawn at random. Svaras belong to the deal that they decide.

    The arrays are written in place by each step, so copy what you want to keep. Results depend neither on the number of
    threads nor on the number of rows: each row has random numbers of its own, derived from the seed and the row.

    Args:
        count: The number of rows, at least 1.
        players: The number of players, 2 to 10.
        settings: The table's settings; default: an ante of 1 and a limit of 20, so that rewards are in antes.
        stacks: The chips of each seat before every deal, more than the ante; None for a table without stacks.
        svara: "played" plays every svara, as the rules require (D18). "split" ends the deal at a tie instead, and gives
            each player who tied an equal share of the pot.
        rng: A ``random.Random``, a NumPy Generator or a seed for reproducible deals, the same on every platform; None
            for fresh randomness.
        threads: The number of threads, each with 4096 rows or more; default: one for each processor.

    Raises:
        SvaraError: The number of players or a stack is impossible, nothing bounds the bets, an amount is 2**53 or more,
            or ``svara`` is neither "played" nor "split".
        TypeError: A number is not whole, or the settings are not Settings.
        BackendError: The compiled modules are missing.

    Attributes:
        seat: int8 of shape (count,); the seat whose turn it is in each row.
        dealer: int8 of shape (count,); the dealer's seat.
        observation: float32 of shape (count, 41 + 6 * players); what that seat sees, the numbers of
            ``svara_eval.envs.observe``.
        action_mask: bool of shape (count, 17); which of ``svara_eval.envs.CHOICES`` that seat has.
        hands: uint8 of shape (count, players, 3); the cards of all seats, 255 for a seat that is not in the svara. They
            are hidden information.

    >>> from svara_eval.envs import CHOICES, Deals
    >>> deals = Deals(1000, players=2, rng=1)
    >>> deals.observation.shape, [CHOICES[number] for number in deals.action_mask[0].nonzero()[0]]
    ((1000, 53), ['look', 'blind min', 'blind pot', 'blind max'])
    >>> rewards, terminations = deals.step(deals.action_mask.argmax(axis=1))  # everyone looks
    >>> rewards, terminations = deals.step([CHOICES.index("fold")] * 1000)
    >>> rewards.sum(axis=0).tolist(), bool(terminations.all())
    ([-12.0, 12.0], True)
    """

    def __init__(
        self,
        count: SupportsIndex,
        players: int = 3,
        *,
        settings: Settings | None = None,
        stacks: Iterable[int] | None = None,
        svara: Literal["played", "split"] = "played",
        rng: RandomSource = None,
        threads: SupportsIndex | None = None,
    ) -> None:
        rows = whole(count, "count", 1)
        table = conditions(players, settings, stacks, svara)
        amounts = _amounts(table.settings, table.seats, table.stacks)
        random, seats = generator(rng), table.seats
        self._threads = (os.cpu_count() or 1) if threads is None else whole(threads, "threads", 1)
        if BACKEND != "cython":
            raise BackendError(f"Deals needs the compiled modules; {CURE}")
        self._split = table.split
        self.seat: NDArray[np.int8] = np.empty(rows, np.int8)
        self.dealer: NDArray[np.int8] = np.empty(rows, np.int8)
        self.observation: NDArray[np.float32] = np.empty((rows, 41 + 6 * seats), np.float32)
        self.action_mask: NDArray[np.bool_] = np.empty((rows, len(CHOICES)), np.bool_)
        self.hands: NDArray[np.uint8] = np.empty((rows, seats, 3), np.uint8)
        self._rewards: NDArray[np.float64] = np.zeros((rows, seats), np.float64)
        self._terminations: NDArray[np.bool_] = np.zeros(rows, np.bool_)
        self._svaras: NDArray[np.int32] = np.zeros(rows, np.int32)
        self._lock = Lock()
        self._rows: Any = compiled("envs._play").Rows(
            rows,
            amounts,
            table.stacks or (None,) * seats,
            table.settings.svara_fee == "pot",
            table.split,
            [random.getrandbits(64) for _ in range(4)],
            (
                self.observation,
                self.action_mask,
                self.hands,
                self._terminations,
                self.seat,
                self.dealer,
                self._svaras,
                self._rewards,
            ),
        )

    def step(self, choices: ArrayLike, /) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Take one choice in every row, for the seat whose turn it is.

        Args:
            choices: The number of a choice for each row; integers of any type, of shape (count,).

        Returns:
            The rewards and the terminations. Rewards are float64 of shape (count, players), the chips that each seat
            has won or lost where a deal is over, antes and fees included, else 0. Terminations are bool of shape
            (count,), true where a deal is over.

        Raises:
            IllegalActionError: A choice is not legal. The message names the row, the seat and what it can choose.
            SvaraError: The shape is wrong, or the pot of a row would reach 2**53 chips.
            TypeError: The choices are not integers.

        Nothing has moved after an error.

        >>> from svara_eval.envs import Deals
        >>> deals = Deals(2, rng=1)
        >>> deals.step([0, 17])  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        svara_eval.errors.IllegalActionError: row 1: 17 is not legal; seat 0 can choose 0 (look), 5 (blind min), ...
        """
        self._take(_whole_numbers(choices, len(self.seat)))
        return self._rewards, self._terminations

    def play(self, policies: Sequence[Policy], count: SupportsIndex) -> Simulation:
        """Play many deals with a policy in each seat, as ``svara_eval.game.simulate`` does with players.

        The deals in progress are abandoned, and every row begins with a new deal.

        Args:
            policies: A function for each seat. It is called with the observations and the action masks of the rows in
                which it is to choose, and returns the number of a choice for each of them.
            count: The number of deals, at least 1.

        Returns:
            The same as ``simulate``. ``won`` and ``net`` are by seat.

        Raises:
            IllegalActionError: A choice is not legal.
            SvaraError: There is not a policy for each seat, the pot is split at a tie, or as in ``step``.
            TypeError: The choices are not integers.

        >>> from svara_eval.envs import Deals, random_policy, threshold_policy
        >>> result = Deals(1000, players=2, rng=1).play([threshold_policy(19), random_policy(2)], 20_000)
        >>> result.deals, sum(result.net), result.mean[0] > 1
        (20000, 0, True)
        """
        deals, rows, seats = whole(count, "count", 1), *self._rewards.shape
        if self._split:
            raise SvaraError("play needs svara='played': a pot that is split has no winner")
        if len(policies) != seats:
            raise SvaraError(f"{len(policies)} policies do not fit {seats} seats; give each seat one")
        left = np.full(rows, deals // rows)
        left[: deals % rows] += 1
        won, net, squares, svaras = [0] * seats, [0] * seats, [0] * seats, 0
        with self._lock:
            self._each(self._rows.deal)
        while (playing := left > 0).any():
            choices = np.full(rows, _WAIT)
            for seat, policy in enumerate(policies):
                mine = np.flatnonzero(playing & (self.seat == seat))
                if len(mine):
                    seen, legal = self.observation.take(mine, axis=0), self.action_mask.take(mine, axis=0)
                    choices[mine] = _whole_numbers(policy(seen, legal), len(mine))
            self._take(choices)
            over = np.flatnonzero(self._terminations)
            left[over] -= 1
            svaras += int(self._svaras[over].sum())
            for seat, chips in enumerate(self._rewards[over].T):
                # Squares of small amounts add up exactly in 64 bits.
                exact = chips.astype(np.int64 if np.abs(chips).max(initial=0) ** 2 * rows < _MOST_CHIPS else object)
                won[seat] += int(np.count_nonzero(chips > 0))
                net[seat] += int(exact.sum())
                squares[seat] += int((exact * exact).sum())
        errors = [
            sqrt((deals * square - total * total) / (deals - 1)) / deals if deals > 1 else nan
            for total, square in zip(net, squares, strict=True)
        ]
        return Simulation(deals, svaras, tuple(won), tuple(net), tuple(errors))

    def _take(self, choices: NDArray[np.int64]) -> None:
        """Apply the choices if all of them are accepted."""
        with self._lock:
            row, too_much = self._rows.check(choices)
            if row >= 0:
                self._refuse(row, too_much, choices)
            self._each(lambda first, last: self._rows.step(choices, first, last))

    def _each(self, work: Callable[[int, int], None]) -> None:
        """Process all rows, in as many threads as are worthwhile."""
        rows = len(self.seat)
        threads = max(1, min(self._threads, rows // _PIECE))
        ends = [rows * thread // threads for thread in range(threads + 1)]
        if threads == 1:
            work(0, rows)
            return
        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(work, ends[:-1], ends[1:]):
                pass

    def _refuse(self, row: int, too_much: bool, choices: NDArray[np.int64]) -> NoReturn:
        """Raise an error about the first row whose choice is refused."""
        if too_much:
            raise SvaraError(f"row {row}: the pot would reach 2**53 chips, too many to count; choose a smaller amount")
        seat, legal = self._rows.legal(row)
        can = ", ".join(f"{number} ({name})" for number, name in enumerate(CHOICES) if legal >> number & 1)
        raise IllegalActionError(f"row {row}: {choices[row]} is not legal; seat {seat} can choose {can}")

    def __repr__(self) -> str:
        return f"<Deals: {len(self.seat)} rows of {self.hands.shape[1]} players>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("Deals cannot be copied or pickled")


def _amounts(settings: Settings, seats: int, stacks: tuple[int, ...] | None) -> tuple[int, int, int, int | None, int]:
    """Return the ante, the bets, the limit and the multiple of a blind, if they are small enough to count."""
    largest = {f"the stack of seat {seat}": stack for seat, stack in enumerate(stacks or ())}
    largest |= {"min_bet": settings.min_bet, "min_raise": settings.min_raise, "limit": settings.limit or 0}
    for name, amount in ({"the antes of all players": seats * settings.ante} | largest).items():
        if amount >= _MOST_CHIPS:
            raise SvaraError(f"{name} must be less than 2**53 chips here, not {shown(amount)}")
    multiple = min(settings.max_blind_multiple, _MOST_CHIPS)
    return settings.ante, settings.min_bet, settings.min_raise, settings.limit, multiple


def _whole_numbers(choices: ArrayLike, rows: int) -> NDArray[np.int64]:
    """Copy the choices, so that nobody else can change them while they are checked and used."""
    given = np.asarray(choices)
    if given.shape != (rows,):
        raise SvaraError(f"choices must have shape ({rows},), not {given.shape}")
    if given.dtype.kind not in "iu":
        raise TypeError(f"choices must be integers, not {given.dtype}")
    numbers = given.astype(np.int64)
    numbers[numbers == _WAIT] = -1  # -1 is not a choice either
    return numbers
