"""Actions, and the options that a player has."""

from __future__ import annotations

from svara_eval import IllegalActionError
from svara_eval._arguments import is_whole, whole
from svara_eval._messages import shown
from svara_eval._record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from svara_eval.game.types import ActionKind

# Every kind of action, and the verb that describes it in a sentence.
_VERBS: Final[dict[ActionKind, str]] = {
    "look": "looks",
    "blind": "bets blind",
    "bet": "bets",
    "call": "calls",
    "raise": "raises",
    "fold": "folds",
    "join": "joins",
    "decline": "declines",
}


def _preposition(kind: ActionKind) -> str:
    """Return the word before an amount: a player raises *to* a total, and joins a svara *for* a fee."""
    return "for" if kind == "join" else "to"


@final
class Action(Record):
    """Something that a player does. Actions in a deal's events have every field filled in.

    Args:
        kind: "look" or "blind" in the blind betting, "bet", "call", "raise" or "fold" in the open betting, "join" or
            "decline" before a svara.
        to: The player's total after a blind, a bet or a raise, in chips. It is never an increment: a raise to 30, not
            by 30. A call may name the total it expects, and a join the fee; it is then refused if the amount differs.
        seat: The seat that acts. If given, the action is refused when it is another seat's turn.
        number: The action's sequence number at the table, from 0. If given, the action is refused at any other number,
            so that an action sent twice is done once.

    Raises:
        IllegalActionError: The kind is not one of these.
        TypeError: The total, the seat or the number is not a whole number.

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
        if isinstance(kind, str):
            kind = str.__str__(kind)  # type: ignore[assignment]  # a subclass may compare and hash as it likes
        if not isinstance(kind, str) or kind not in _VERBS:
            raise IllegalActionError(f"{shown(kind)} is not an action; actions are {', '.join(_VERBS)}")
        self._fill(
            kind,
            None if to is None else whole(to, "the total"),
            None if seat is None else whole(seat, "seat"),
            None if number is None else whole(number, "number"),
        )

    @classmethod
    def parse(cls, text: str, /) -> Action:
        """Read an action in words, as ``str`` prints it.

        Args:
            text: A kind of action, and a total if it needs one: "raise 30", "raise to 30", "join for 15", "LOOK". Case
                and white space do not matter.

        Raises:
            IllegalActionError: The text is not an action.
            TypeError: The text is not a string.

        >>> Action.parse("raise to 30") == Action.parse("Raise 30") == Action("raise", 30)
        True
        >>> Action.parse("raise by 30")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        svara_eval.errors.IllegalActionError: 'raise by 30' is not an action; write ...
        """
        if not isinstance(text, str):
            raise TypeError(f"an action in words must be a string, not {shown(text)} of type {type(text).__name__}")
        word, *amount = str.lower(text).split() or [""]  # not text.lower(), which a subclass may override
        kind: ActionKind | None = next((kind for kind in _VERBS if kind == word), None)
        if kind is None:
            raise IllegalActionError(f"{shown(text)} is not an action; actions are {', '.join(_VERBS)}")
        if len(amount) == 2 and amount[0] == _preposition(kind):
            del amount[0]
        if not amount:
            return cls(kind)
        if len(amount) > 1 or not is_whole(amount[0].removeprefix("-")):
            example = f"{kind} {_preposition(kind)} 30"
            raise IllegalActionError(f"{shown(text)} is not an action; write {kind!r} or {example!r}")
        return cls(kind, int(amount[0]))

    def __str__(self) -> str:
        who = "" if self.seat is None else f"seat {shown(self.seat)} "
        amount = "" if self.to is None else f" {_preposition(self.kind)} {shown(self.to)}"
        return f"{who}{_VERBS[self.kind] if who else self.kind}{amount}"


_WITHOUT_TOTAL: Final[dict[ActionKind, Action]] = {kind: Action(kind) for kind in _VERBS}


@final
class Option(Record):
    """An action that is legal now, with its exact amounts.

    Attributes:
        kind: The kind of action.
        low: The lowest legal total, in chips. A call has no other, and for a join it is the fee. None if the action
            takes no amount.
        high: The highest legal total; None if there is no upper bound.

    >>> print(Option("raise", 30, None), Option("blind", 20, 40), Option("fold"), sep=", ")
    raise to 30 or more, blind to 20–40, fold
    """

    __slots__ = ("kind", "low", "high")
    kind: ActionKind
    low: int | None
    high: int | None

    def __init__(self, kind: ActionKind, low: int | None = None, high: int | None = None) -> None:
        self._fill(kind, low, high)

    def allows(self, to: int | None) -> bool:
        """Return whether the action may be taken to a total.

        Args:
            to: The total, in chips; None is allowed for a call, a join and an action without one.

        >>> Option("raise", 30, None).allows(30), Option("raise", 30, None).allows(29)
        (True, False)
        >>> Option("call", 20, 20).allows(None), Option("raise", 30, None).allows(None)
        (True, False)
        """
        if to is None:
            return self.low is None or self.kind in ("call", "join")
        return self.low is not None and self.low <= to and (self.high is None or to <= self.high)

    def action(self, to: int | None = None) -> Action:
        """Return the action that takes this option.

        Args:
            to: The total, in chips; not needed where only one is legal.

        Raises:
            IllegalActionError: The total is missing, or is not legal.
            TypeError: The total is not a whole number.

        >>> print(Option("call", 20, 20).action(), "or", Option("raise", 30, 90).action(40))
        call to 20 or raise to 40
        >>> Option("raise", 30, 90).action()
        Traceback (most recent call last):
        svara_eval.errors.IllegalActionError: raise needs a total; raise to 30–90 is legal
        """
        if to is None and self.low is None:
            return _WITHOUT_TOTAL[self.kind]
        action = Action(self.kind, self.low if to is None and self.low == self.high else to)
        if self.allows(action.to):
            return action
        problem = f"{self.kind} needs a total" if to is None else f"{action} is not legal"
        raise IllegalActionError(f"{problem}; {self} is legal")

    def __str__(self) -> str:
        if self.low is None:
            return self.kind
        bound = "" if self.low == self.high else " or more" if self.high is None else f"–{shown(self.high)}"
        return f"{self.kind} {_preposition(self.kind)} {shown(self.low)}{bound}"
