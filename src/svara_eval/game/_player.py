"""The interface that a player implements. It is loaded on first use, since ``typing`` takes long to import."""

from abc import abstractmethod
from typing import Protocol

from svara_eval.game._actions import Action
from svara_eval.game._deal import View


class Player(Protocol):
    """A player: given what its seat may know, it chooses an action.

    >>> from svara_eval.game import Action, View, simulate
    >>> class Caller:
    ...     def act(self, view: View) -> Action:
    ...         usual = ("look", "call", "bet", "decline")
    ...         option = next(option for kind, option in view.legal.items() if kind in usual)
    ...         return option.action(option.low)
    >>> simulate([Caller(), Caller()], 10, rng=1).deals
    10
    """

    @abstractmethod
    def act(self, view: View, /) -> Action:
        """Return an action that ``view.legal`` allows, for the seat ``view.seat``, whose turn it is."""
