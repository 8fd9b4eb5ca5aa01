"""What a table sets: the ante, the bounds of bets and raises, the limit."""

from __future__ import annotations

from svara_eval import SvaraError
from svara_eval._record import Record, final
from svara_eval._numbers import shown, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


@final
class Settings(Record):
    """What a table sets; all amounts are whole chips.

    Args:
        ante: what each player of a deal pays before it, at least 1 (B1).
        min_bet: the least bet and first blind, at least 1; the ante unless set (D10).
        min_raise: how far the least raise goes above what is asked, at least 1; the minimum bet unless set (D14).
        limit: the most a player's total may come to in a deal, at least 1; None is no limit (D19).
        max_blind_multiple: how many times the last blind the next may be, at least 2; at 2 it is exactly twice (D11).

    Raises:
        SvaraError: a number is too small; the message names it.
        TypeError: it is no whole number (a bool, a float, a text).

    >>> Settings(ante=10)
    Settings(ante=10, min_bet=10, min_raise=10, limit=None, max_blind_multiple=2)
    >>> Settings(ante=10, limit=0)
    Traceback (most recent call last):
    svara_eval.errors.SvaraError: limit must be at least 1, not 0
    """

    __slots__ = ("ante", "min_bet", "min_raise", "limit", "max_blind_multiple")
    ante: int
    min_bet: int
    min_raise: int
    limit: int | None
    max_blind_multiple: int

    def __init__(
        self,
        ante: int,
        min_bet: int | None = None,
        min_raise: int | None = None,
        limit: int | None = None,
        max_blind_multiple: int = 2,
    ) -> None:
        ante = whole(ante, "ante", 1)
        min_bet = ante if min_bet is None else whole(min_bet, "min_bet", 1)
        min_raise = min_bet if min_raise is None else whole(min_raise, "min_raise", 1)
        limit = None if limit is None else whole(limit, "limit", 1)
        self._fill(ante, min_bet, min_raise, limit, whole(max_blind_multiple, "max_blind_multiple", 2))


def clockwise(seats: int, among: Iterable[int], after: int) -> tuple[int, ...]:
    """Some of the seats of a table, clockwise from the left of one on; that one comes last.

    >>> clockwise(4, [0, 1, 3], after=1)
    (3, 0, 1)
    """
    return tuple(sorted(among, key=lambda seat: (seat - after - 1) % seats))


def seated(settings: Settings, seats: int | None, stacks: Iterable[int] | None) -> tuple[int, tuple[int, ...] | None]:
    """The number of seats and the stacks of a table, checked: 2 to 10 seats, a stack of at least 0 for each, or none.

    >>> seated(Settings(ante=10), None, [500, 300])
    (2, (500, 300))
    >>> seated(Settings(ante=10), 3, [500, 300])
    Traceback (most recent call last):
    svara_eval.errors.SvaraError: there are 2 stacks for 3 seats
    """
    if not isinstance(settings, Settings):
        raise TypeError(f"{shown(settings)} of type {type(settings).__name__} is no Settings")
    if stacks is not None:
        if not hasattr(stacks, "__iter__") or hasattr(stacks, "keys") or isinstance(stacks, (str, set, frozenset)):
            raise TypeError(f"stacks are a sequence of chips, by seat, not {shown(stacks)}")
        stacks = tuple(whole(stack, f"the stack of seat {seat}", 0) for seat, stack in enumerate(stacks))
        if seats is not None and whole(seats, "seats") != len(stacks):
            raise SvaraError(f"there are {len(stacks)} stacks for {shown(seats)} seats")
        seats = len(stacks)
    if seats is None:
        raise SvaraError("give the number of seats, or a stack for each")
    seats = whole(seats, "seats")
    if not 2 <= seats <= 10:
        raise SvaraError(f"a table has 2 to 10 seats, not {shown(seats)}")
    return seats, stacks
