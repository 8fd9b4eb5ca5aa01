"""A bot that plays by its odds, and what it wins from players with a fixed threshold:

python examples/bot.py            # 10,000 deals a match, some ten seconds
python examples/bot.py 400
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from svara_eval import odds
from svara_eval.game import Action, Settings, ThresholdPlayer, simulate

if TYPE_CHECKING:
    from svara_eval.game import View


class OddsBot:
    """Reads ranges from what opponents do, and pays when the odds are worth the price.

    Args:
        paid: The range of an opponent who has bet or called.
        raised: The range of an opponent who has raised.
        strong: The equity from which the bot raises.
    """

    def __init__(
        self, paid: str = "18+", raised: str = "21+", strong: float = 0.6
    ) -> None:
        self.paid, self.raised, self.strong = paid, raised, strong

    def act(self, view: View, /) -> Action:
        """Look, and join every svara; otherwise fold, pay or raise by the odds."""
        legal = view.legal
        if view.phase == "blind":
            return legal["look"].action()
        if view.phase == "join":
            return legal["join"].action()
        assert view.seat is not None
        assert view.hand is not None
        opponents = self.opponents(view)
        # Against three or more, a short simulation is faster; the seed repeats it.
        exact = None if len(opponents) < 3 else False
        answer = odds(view.hand, opponents, exact=exact, trials=2000, rng=1)
        pay = legal.get("call") or legal["bet"]
        price = (pay.low or 0) - view.totals[view.seat]
        if answer.ev(pot=view.pot, call=price) < 0:
            return legal["fold"].action()
        if "raise" in legal and answer.equity >= self.strong:
            return legal["raise"].action(legal["raise"].low)
        return pay.action(pay.low)

    def opponents(self, view: View) -> list[str]:
        """Return the range that the actions of each opponent suggest."""
        ranges = {seat: "any" for seat in view.remaining if seat != view.seat}
        for event in view.events:
            if isinstance(event, Action) and event.seat in ranges:
                if event.kind == "raise":
                    ranges[event.seat] = self.raised
                elif event.kind in ("bet", "call") and ranges[event.seat] == "any":
                    ranges[event.seat] = self.paid
        return [*ranges.values()]


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    settings = Settings(ante=1, limit=10)
    print(f"{deals} deals heads-up, ante 1, limit 10")
    for points in (15, 17, 19, 21, 23):
        pair = (OddsBot(), ThresholdPlayer(points, raises=points + 5, joins=True))
        result = simulate(pair, deals, rng=1, settings=settings, duplicate=True)
        won = f"{result.mean[0]:+.3f} ± {result.std_error[0]:.3f} antes per deal"
        print(f"ThresholdPlayer({points})  {won}")


if __name__ == "__main__":
    main()
