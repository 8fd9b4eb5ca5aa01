"""The fixed list of choices that a learner has: every kind of action, with amounts of a few sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval.game import SIZES, Action, amounts

if TYPE_CHECKING:
    from typing import Final

    from svara_eval.game import View
    from svara_eval.game.types import ActionKind

_PLAIN: Final[tuple[ActionKind, ...]] = ("look", "fold", "call", "join", "decline")
_SIZED: Final[tuple[ActionKind, ...]] = ("blind", "bet", "raise")

#: The name of each choice, by number.
CHOICES: Final[tuple[str, ...]] = (*_PLAIN, *(f"{kind} {size}" for kind in _SIZED for size in SIZES))
_ACTIONS: Final = {kind: (number, Action(kind)) for number, kind in enumerate(_PLAIN)}
_FIRST: Final = {kind: CHOICES.index(f"{kind} min") for kind in _SIZED}


def menu(view: View) -> dict[int, Action]:
    """Return the choices that a seat has now, by number, each with the exact action that it stands for.

    A blind, a bet and a raise come in the four sizes of :func:`~svara_eval.game.amounts`. A size that is not legal is
    left out, and so is one that comes to the same amount as a smaller size.

    Args:
        view: The view of a seat; ``deal.view(seat)``.

    Returns:
        The choices in ascending order; empty when it is not the seat's turn.

    >>> from svara_eval.envs import CHOICES, menu
    >>> from svara_eval.game import Deal, Settings
    >>> deal = Deal(Settings(ante=10, limit=100), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> for number, action in menu(deal.view(1)).items():
    ...     print(f"{number:2} {CHOICES[number]:8} {action}")
     0 look     look
     5 blind min blind to 10
     7 blind pot blind to 20
     8 blind max blind to 100
    """
    actions = {}
    for kind, option in view.legal.items():
        if kind in _ACTIONS:
            number, actions[number] = _ACTIONS[kind]
            continue
        totals = [*amounts(view, kind).values()]
        for size, to in enumerate(totals):
            if to not in totals[:size] and option.allows(to):
                actions[_FIRST[kind] + size] = Action(kind, to)
    return dict(sorted(actions.items()))
