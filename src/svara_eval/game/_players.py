"""Players to play with: whatever has their one method ``act`` is a ``Player``."""

from __future__ import annotations

from svara_eval import score
from svara_eval.game._actions import Action
from svara_eval.game._dealing import generator
from svara_eval._numbers import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from svara_eval.game._view import View


class RandomPlayer:
    """Does anything that is legal, each kind of action as often as any other.

    Args:
        rng: where the choices come from: a ``random.Random``, or the seed of one; None is no seed.

    >>> from svara_eval.game import Deal, RandomPlayer, Settings
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> deal.is_legal(RandomPlayer(1).act(deal.view(1)))
    True
    """

    def __init__(self, rng: Random | int | None = None) -> None:
        self._rng = generator(rng)

    def act(self, view: View, /) -> Action:
        """A random action; an amount without a bound is at most twice the lowest."""
        option = self._rng.choice([*view.legal.values()])
        if option.low is None:
            return Action(option.kind)
        high = 2 * option.low if option.high is None else option.high
        return Action(option.kind, option.low if option.low == high else self._rng.randint(option.low, high))

    def __repr__(self) -> str:
        return "RandomPlayer()"


class ThresholdPlayer:
    """Looks at once, pays as little as he can with so many points or more, and folds with fewer.

    Args:
        points: the fewest points to pay with.
        raises: the fewest points to raise with, once a deal and by the least; None is never.
        joins: whether to join a svara.

    >>> from svara_eval.game import Action, Deal, Settings, ThresholdPlayer
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> player = ThresholdPlayer(19)
    >>> print(player.act(deal.view(1)))
    look
    >>> events = deal.push(Action("look"))
    >>> print(player.act(deal.view(1)))  # 19 points
    bet to 10
    """

    def __init__(self, points: int, *, raises: int | None = None, joins: bool = False) -> None:
        self.points = whole(points, "points")
        self.raises = None if raises is None else whole(raises, "raises")
        self.joins = joins

    def act(self, view: View, /) -> Action:
        """What he does: look, fold, bet, call, raise, join or decline."""
        if view.phase == "join":
            return Action("join" if self.joins else "decline")
        if view.hand is None:
            return Action("look")
        points = score(view.hand)
        if points < self.points:
            return Action("fold")
        if self.raises is not None and points >= self.raises and "raise" in view.legal:
            mine = (event for event in view.events if isinstance(event, Action) and event.seat == view.seat)
            if all(action.kind != "raise" for action in mine):
                return Action("raise", view.legal["raise"].low)
        option = view.legal.get("call") or view.legal["bet"]
        return Action(option.kind, option.low)

    def __repr__(self) -> str:
        return f"ThresholdPlayer({self.points}, raises={self.raises}, joins={self.joins})"
