"""Two simple players. Anything with their one method, ``act``, is a ``Player``."""

from __future__ import annotations

from svara_eval import score
from svara_eval._arguments import generator, whole
from svara_eval.game._actions import Action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara_eval.game._deal import View
    from svara_eval.types import RandomSource


class RandomPlayer:
    """Chooses among the legal kinds of action, each with the same chance.

    Args:
        rng: The source of the choices: a ``random.Random``, a NumPy Generator, a seed, or None for the system's
            randomness.

    >>> from svara_eval.game import Deal, RandomPlayer, Settings
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> deal.is_legal(RandomPlayer(1).act(deal.view(1)))
    True
    """

    def __init__(self, rng: RandomSource = None) -> None:
        self._rng = generator(rng)

    def act(self, view: View, /) -> Action:
        """Return a random action. An amount without an upper bound is at most twice the lowest."""
        option = view.legal[self._rng.choice(tuple(view.legal))]
        if option.low is None or option.low == option.high:
            return option.action()
        return option.action(self._rng.randint(option.low, 2 * option.low if option.high is None else option.high))

    def __repr__(self) -> str:
        return "RandomPlayer()"


class ThresholdPlayer:
    """Looks at once, calls or bets the minimum with enough points, and folds with fewer.

    Args:
        points: The fewest points with which to call or bet.
        raises: The fewest points with which to raise, once per deal and by the minimum; None to never raise.
        joins: Whether to join a svara.

    Raises:
        TypeError: A number of points is not a whole number.

    >>> from svara_eval.game import Deal, Settings, ThresholdPlayer
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> player = ThresholdPlayer(19)
    >>> print(player.act(deal.view(1)))
    look
    >>> events = deal.push("look")
    >>> print(player.act(deal.view(1)))  # with 19 points
    bet to 10
    """

    def __init__(self, points: int, *, raises: int | None = None, joins: bool = False) -> None:
        self.points: int = whole(points, "points")
        self.raises: int | None = None if raises is None else whole(raises, "raises")
        self.joins: bool = joins

    def act(self, view: View, /) -> Action:
        """Return the player's action: look, fold, bet, call, raise, join or decline."""
        legal = view.legal
        if view.phase == "join":
            return legal["join" if self.joins else "decline"].action()
        if view.hand is None:
            return legal["look"].action()
        points = score(view.hand)
        if points < self.points:
            return legal["fold"].action()
        if self.raises is not None and points >= self.raises and "raise" in legal:
            mine = (event for event in view.events if isinstance(event, Action) and event.seat == view.seat)
            if all(action.kind != "raise" for action in mine):
                return legal["raise"].action(legal["raise"].low)
        option = legal.get("call") or legal["bet"]
        return option.action(option.low)

    def __repr__(self) -> str:
        return f"ThresholdPlayer({self.points}, raises={self.raises}, joins={self.joins})"
