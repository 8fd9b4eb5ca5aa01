"""The settings of a table: the ante, the smallest bets and raises, the limit, and the fee of a svara."""

from __future__ import annotations

from svara_eval import SvaraError
from svara_eval._arguments import whole
from svara_eval._messages import shown
from svara_eval._record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


@final
class Settings(Record):
    """The settings of a table, in whole chips.

    Args:
        ante: The chips that each player pays before a deal, at least 1 (B1).
        min_bet: The smallest bet and the smallest first blind, at least 1 (default: the ante, D10).
        min_raise: The smallest amount by which a raise exceeds the call, at least 1 (default: the minimum bet,
            D14).
        limit: The highest total a player may reach in one deal, at least 1; None for no limit (D19).
        max_blind_multiple: How many times the last blind the next one may be, at least 2. With 2 it is exactly twice
            (D11).
        svara_fee: The price of joining a svara: "share", the pot divided by the number of tied players (D16), or "pot",
            all of it (D24).

    Raises:
        SvaraError: A number is too small, or the fee is neither "share" nor "pot".
        TypeError: A number is not whole.

    >>> settings = Settings(ante=10)
    >>> settings.min_bet, settings.min_raise, settings.limit, settings.svara_fee
    (10, 10, None, 'share')
    >>> Settings(ante=10, limit=0)
    Traceback (most recent call last):
    svara_eval.errors.SvaraError: limit must be at least 1, not 0
    """

    __slots__ = ("ante", "min_bet", "min_raise", "limit", "max_blind_multiple", "svara_fee")
    ante: int
    min_bet: int
    min_raise: int
    limit: int | None
    max_blind_multiple: int
    svara_fee: Literal["share", "pot"]

    def __init__(
        self,
        ante: int,
        min_bet: int | None = None,
        min_raise: int | None = None,
        limit: int | None = None,
        max_blind_multiple: int = 2,
        svara_fee: Literal["share", "pot"] = "share",
    ) -> None:
        ante = whole(ante, "ante", 1)
        min_bet = ante if min_bet is None else whole(min_bet, "min_bet", 1)
        min_raise = min_bet if min_raise is None else whole(min_raise, "min_raise", 1)
        limit = None if limit is None else whole(limit, "limit", 1)
        max_blind_multiple = whole(max_blind_multiple, "max_blind_multiple", 2)
        if isinstance(svara_fee, str):
            svara_fee = str.__str__(svara_fee)  # type: ignore[assignment]  # a subclass may compare as it likes
        if svara_fee not in ("share", "pot"):
            raise SvaraError(f"svara_fee must be 'share' or 'pot', not {shown(svara_fee)}")
        self._fill(ante, min_bet, min_raise, limit, max_blind_multiple, svara_fee)
