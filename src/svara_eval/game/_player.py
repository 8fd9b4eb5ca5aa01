"""The interface a player implements. It is loaded on first use, since ``typing`` takes longer than everything else."""

from abc import abstractmethod
from typing import Protocol

from svara_eval.game._actions import Action
from svara_eval.game._deal import View


class Player(Protocol):
    """Anything that can play: given what its seat may know, it chooses an action.

    >>> from svara_eval.game import simulate
    >>> class Caller:
    ...     def act(self, view):
    ...         usual = ("look", "call", "bet", "decline")
    ...         option = next(view.legal[kind] for kind in usual if kind in view.legal)
    ...         return option.action(option.low)
    >>> simulate([Caller(), Caller()], 10, rng=1).deals
    10
    """

    @abstractmethod
    def act(self, view: View, /) -> Action:
        """An action that ``view.legal`` allows, for the seat ``view.seat``, whose turn it is."""
