"""The totals that the usual sizes of a blind, a bet and a raise come to: minimum, half the pot, the pot, maximum."""

from __future__ import annotations

from svara_eval import IllegalActionError
from svara_eval._messages import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from svara_eval.game import Deal, View
    from svara_eval.game.types import ActionKind, Size

#: The sizes of a blind, a bet and a raise, from small to large.
SIZES: Final[tuple[Size, ...]] = ("min", "half pot", "pot", "max")


def amounts(deal: Deal | View, kind: ActionKind) -> dict[Size, int | None]:
    """Return the totals that the sizes of a blind, a bet or a raise come to.

    "half pot" and "pot" are on top of a call, or of matching the last blind. They are shares of the pot as that call
    leaves it; half of it is rounded up.

    Args:
        deal: The deal, or the view of the seat whose turn it is.
        kind: "blind", "bet" or "raise"; it must be legal.

    Returns:
        A total, in chips, for each of ``SIZES``. "min" and "max" are the bounds of what is legal, and "max" is None if
        there is no upper bound. "half pot" and "pot" may lie outside these bounds.

    Raises:
        IllegalActionError: There is no legal blind, bet or raise of that kind.

    >>> from svara_eval.game import Deal, Settings
    >>> deal = Deal(Settings(ante=10, limit=500), ["Ah Kh Qh", "Kd 9d 8c"], dealer=1)
    >>> _ = deal.push("look"), deal.push("bet 20")
    >>> amounts(deal, "raise")  # a call to 20 would leave 60 in the pot
    {'min': 30, 'half pot': 50, 'pot': 80, 'max': 500}
    """
    option = deal.legal.get(kind) if kind in ("blind", "bet", "raise") else None
    if option is None or option.low is None or deal.turn is None:
        legal = ", ".join(map(str, deal.legal.values())) or "nothing"
        raise IllegalActionError(f"amounts are of a legal blind, bet or raise, not {shown(kind)}; legal: {legal}")
    call = deal.legal["call"].low if "call" in deal.legal else None
    matched = max(deal.totals) if call is None else call
    pot = deal.pot + matched - deal.totals[deal.turn]
    return {"min": option.low, "half pot": matched + (pot + 1) // 2, "pot": matched + pot, "max": option.high}
