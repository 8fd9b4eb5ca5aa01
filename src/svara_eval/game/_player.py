"""What whoever plays must be able to do; it is loaded on first use, for ``typing`` takes longer than all the rest."""

from typing import Protocol

from svara_eval.game._actions import Action
from svara_eval.game._view import View


class Player(Protocol):
    """Whoever can play: anything that, given what his seat may know, says what he does.

    >>> from svara_eval.game import Action, simulate
    >>> class Caller:
    ...     def act(self, view):
    ...         for kind in ("look", "call", "bet", "decline"):
    ...             if kind in view.legal:
    ...                 return Action(kind, view.legal[kind].low)
    >>> simulate([Caller(), Caller()], 10, rng=1).deals
    10
    """

    def act(self, view: View, /) -> Action:
        """The action of the seat ``view.seat``, whose turn it is; one that ``view.legal`` allows."""
