"""What a player does, and what he may do."""

from __future__ import annotations

from svara_eval import IllegalActionError
from svara_eval._record import Record, final
from svara_eval._numbers import shown, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from svara_eval.game.types import ActionKind

# Every kind of action, and what a sentence about it says.
_DOES: Final[dict[ActionKind, str]] = {
    "look": "looks",
    "blind": "bets blind",
    "bet": "bets",
    "call": "calls",
    "raise": "raises",
    "fold": "folds",
    "join": "joins",
    "decline": "declines",
}


def _amount(kind: ActionKind, text: str) -> str:
    """The amount of an action in a sentence: a total, or the fee of a svara."""
    return f" {'for' if kind == 'join' else 'to'} {text}"


@final
class Action(Record):
    """What a player does. In the events of a deal everything is filled in.

    Args:
        kind: "look" or "blind" in the blind betting, "bet", "call", "raise" or "fold" in the open betting, "join" or
            "decline" when a svara is to follow.
        to: the total that the player's chips of this deal come to (a raise to 30, never by 30), for a blind, a bet or
            a raise. A call may say the total it expects, a join the fee; then they are refused if it is another.
        seat: whose action it is; then it is refused when it is another's turn.
        number: its place in the sequence of all actions at the table, from 0; then it is refused at another place,
            so that an action sent twice is not done twice.

    Raises:
        IllegalActionError: there is no action of that kind.
        TypeError: an amount, a seat or a number is not whole (a bool, a float, a text).

    >>> Action("raise", 30)
    Action(kind='raise', to=30, seat=None, number=None)
    >>> print(Action("raise", 30, seat=2))
    seat 2 raises to 30
    """

    __slots__ = ("kind", "to", "seat", "number")
    kind: ActionKind
    to: int | None
    seat: int | None
    number: int | None

    def __init__(
        self, kind: ActionKind, to: int | None = None, seat: int | None = None, number: int | None = None
    ) -> None:
        if not isinstance(kind, str) or kind not in _DOES:
            raise IllegalActionError(f"{shown(kind)} is no action; they are {', '.join(_DOES)}")
        self._fill(
            kind,
            None if to is None else whole(to, f"the total of a {kind}"),
            None if seat is None else whole(seat, "seat"),
            None if number is None else whole(number, "number"),
        )

    def __str__(self) -> str:
        who = "" if self.seat is None else f"seat {shown(self.seat)} "
        amount = "" if self.to is None else _amount(self.kind, shown(self.to))
        return f"{who}{_DOES[self.kind] if who else self.kind}{amount}"


@final
class Option(Record):
    """An action that is legal now, with its exact amounts.

    Attributes:
        kind: the kind of the action.
        low: the lowest total it may come to; of a call the total it comes to, of a join the fee; None if it has none.
        high: the highest total; None is no bound.

    >>> print(Option("raise", 30, None), Option("blind", 20, 40), Option("call", 20, 20), Option("fold"), sep=", ")
    raise to 30 or more, blind to 20 up to 40, call to 20, fold
    """

    __slots__ = ("kind", "low", "high")
    kind: ActionKind
    low: int | None
    high: int | None

    def __init__(self, kind: ActionKind, low: int | None = None, high: int | None = None) -> None:
        self._fill(kind, low, high)

    def allows(self, to: int | None) -> bool:
        """Whether an action of this kind may be to this total; without one it may where the amount is given anyway.

        >>> Option("raise", 30, None).allows(30), Option("raise", 30, None).allows(29)
        (True, False)
        >>> Option("call", 20, 20).allows(None)
        True
        """
        if to is None:
            return self.low is None or self.kind in ("call", "join")
        return self.low is not None and self.low <= to and (self.high is None or to <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return self.kind
        if self.low == self.high:
            return self.kind + _amount(self.kind, shown(self.low))
        most = " or more" if self.high is None else f" up to {shown(self.high)}"
        return self.kind + _amount(self.kind, shown(self.low) + most)
