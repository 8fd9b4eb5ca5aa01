"""The fixed list of choices that a learner has: every kind of action, with amounts of a few sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svara_eval.game import Action

if TYPE_CHECKING:
    from typing import Final

    from svara_eval.game import View
    from svara_eval.game.types import ActionKind

_PLAIN: Final[tuple[ActionKind, ...]] = ("look", "fold", "call", "join", "decline")
_SIZED: Final[tuple[ActionKind, ...]] = ("blind", "bet", "raise")
_SIZES: Final = ("min", "half pot", "pot", "max")

#: What each choice does, by number.
CHOICES: Final[tuple[str, ...]] = (*_PLAIN, *(f"{kind} {size}" for kind in _SIZED for size in _SIZES))
_ACTIONS: Final = {kind: (number, Action(kind)) for number, kind in enumerate(_PLAIN)}
_FIRST: Final = {kind: CHOICES.index(f"{kind} min") for kind in _SIZED}


def menu(view: View) -> dict[int, Action]:
    """The choices that a seat has now, by number, each with the exact action it stands for.

    A blind, a bet and a raise come in four sizes. "min" and "max" are the bounds of what is legal. "half pot" and "pot"
    are that part of the pot, rounded up; for a raise, that part of the pot after a call, on top of the call. A size
    that is not legal is left out, and so is one that comes to the same amount as a smaller size.

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
        pot, base = view.pot, 0
        if kind == "raise" and view.seat is not None and (asked := view.legal["call"].low):
            pot, base = pot + asked - view.totals[view.seat], asked
        amounts = (option.low, base + -(-pot // 2), base + pot, option.high)
        for place, to in enumerate(amounts):
            if to not in amounts[:place] and option.allows(to):
                actions[_FIRST[kind] + place] = Action(kind, to)
    return dict(sorted(actions.items()))
