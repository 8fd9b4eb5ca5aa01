"""What a table sets: the ante, the smallest bets and raises, and the limit."""

from __future__ import annotations

from svara_eval._numbers import whole
from svara_eval._record import Record, final


@final
class Settings(Record):
    """The amounts that a table sets, in whole chips.

    Args:
        ante: What each player pays before a deal, at least 1 (B1).
        min_bet: The smallest bet and the smallest first blind, at least 1; the ante unless set (D10).
        min_raise: The smallest amount by which a raise exceeds what is asked, at least 1; the minimum bet unless set
            (D14).
        limit: The highest total a player may reach in one deal, at least 1; None for no limit (D19).
        max_blind_multiple: How many times the last blind the next one may be, at least 2. With 2 it is exactly twice
            (D11).

    Raises:
        SvaraError: A number is too small.
        TypeError: A number is not whole.

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
