"""Observations for a learner: the view of a seat as a row of numbers from 0 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from svara_eval import DECK, SvaraError, score
from svara_eval.game import PHASES, Action, Svara

if TYPE_CHECKING:
    from typing import Final

    from numpy.typing import NDArray

    from svara_eval.game import Settings, View

#: The name of each number that ``observe`` returns, for a table of 10; a smaller table has the first of them. The six
#: numbers of a seat end in its distance clockwise from the seat's own.
FEATURES: Final[tuple[str, ...]] = (
    *(card.code for card in DECK),
    "points",
    *(f"{phase} phase" for phase in PHASES),
    "svara",
    "pot",
    "price",
    "last blind",
    *(f"{of} {seat}" for seat in range(10) for of in ("remaining", "total", "chips", "dealer", "leader", "claim")),
)
_PHASES: Final = {phase: number for number, phase in enumerate(PHASES)}


def observe(view: View) -> NDArray[np.float32]:
    """Return the view of a seat as numbers from 0 to 1, which reveal only what the seat may know.

    ``svara_eval.envs.FEATURES`` names them.

    ======= ==========================================================================================================
    index   meaning
    ======= ==========================================================================================================
    0-31    The seat's own cards, by card number, once the blind betting is over; else all 0.
    32      The points of its hand, divided by 34; 0 while the hand is unknown.
    33-36   The phase: "blind", "open", "join", "over".
    37      Whether this deal is a svara, played for a carried pot.
    38      The pot, divided by the pot plus the stake.
    39      The price: the cost of a call or of joining, divided by that cost plus the pot; 0 if neither is asked.
    40      The last blind bet, divided by the stake.
    then    Six numbers for each seat, clockwise from the seat's own:
    +0      whether it is in the deal and has not folded;
    +1      its total in this deal's betting, divided by the stake;
    +2      its remaining chips, divided by the stake; 1 if they exceed the stake, or without stacks;
    +3      whether it is the dealer;
    +4      whether it made the last blind bet, bet or raise;
    +5      whether it is in the next svara, because it tied or joined.
    ======= ==========================================================================================================

    The stake is the highest total that a player can reach: the limit, or the second largest stack at the start of the
    deal if it is less.

    Args:
        view: The view of a seat; ``deal.view(seat)``.

    Returns:
        A float32 array of 41 numbers, plus 6 for each seat.

    Raises:
        SvaraError: The view is not of a seat, or the table has neither a limit nor stacks.

    >>> from svara_eval.envs import FEATURES, observe
    >>> from svara_eval.game import Action, Deal, Settings
    >>> deal = Deal(Settings(ante=10, limit=100), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> events = deal.push(Action("blind", 20)) + deal.push(Action("look"))
    >>> seen = observe(deal.view(0))
    >>> [round(float(seen[FEATURES.index(name)]), 2) for name in ("Ah", "points", "price", "last blind", "total 1")]
    [1.0, 0.91, 0.5, 0.2, 0.2]
    """
    start, own = view.start, view.seat
    if own is None:
        raise SvaraError("the view is not of a seat; observe the view of a player, deal.view(seat)")
    stake, seats, stacks = stake_of(start.settings, start.stacks), start.seats, view.stacks
    row = [0.0] * 41
    if view.hand is not None:
        for card in view.hand:
            row[card] = 1
        row[32] = score(view.hand) / 34
    row[33 + _PHASES[view.phase]] = 1
    row[37] = start.carried > 0
    row[38] = view.pot / (view.pot + stake)
    asked = view.legal.get("call") or view.legal.get("join")
    if asked is not None and asked.low is not None:
        cost = asked.low - (view.totals[own] if asked.kind == "call" else 0)
        row[39] = cost / (view.pot + cost)
    claims = [*view.outcome.tied] if isinstance(view.outcome, Svara) else []
    leader: int | None = None
    for event in view.events:
        if isinstance(event, Action):
            if event.kind == "join" and event.seat is not None:
                claims.append(event.seat)
            elif event.to is not None and event.kind != "call":
                leader = event.seat
                if event.kind == "blind":
                    row[40] = event.to / stake
    for seat in (*range(own, seats), *range(own)):
        row += (
            seat in view.remaining,
            view.totals[seat] / stake,
            1 if stacks is None else min(1, stacks[seat] / stake),
            seat == start.dealer,
            seat == leader,
            seat in claims,
        )
    return np.array(row, np.float32)


def stake_of(settings: Settings, stacks: tuple[int, ...] | None) -> int:
    """Return the limit or the second largest stack, whichever is less; nobody can bet more than that (D19).

    Raises:
        SvaraError: The table has neither a limit nor stacks.
    """
    bounds = [] if settings.limit is None else [settings.limit]
    if stacks is not None:
        bounds.append(max(1, sorted(stacks)[-2]))
    if not bounds:
        raise SvaraError("nothing bounds the bets; give the table a limit or stacks")
    return min(bounds)
