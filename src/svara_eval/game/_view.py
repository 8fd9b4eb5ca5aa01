"""What one seat, or somebody who only watches, may know of a deal (B4, B9, D9)."""

from __future__ import annotations

from svara_eval._record import FrozenMap, Record, final
from svara_eval.game._events import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from svara_eval.game._actions import Option
    from svara_eval.game._events import Event, Started, Svara, Won
    from svara_eval.game._rules import State
    from svara_eval.game.types import ActionKind, Hand, Phase


@final
class View(Record):
    """What a seat may know of a deal; ``Deal.view`` makes it.

    Attributes:
        seat: The seat whose view it is; None for somebody who only watches.
        start: What the deal began with.
        phase: "blind", "open", "join" or "over".
        turn: The seat whose turn it is; None when the deal is over.
        legal: What the seat may do, by kind; empty when it is not its turn.
        hand: The seat's own three cards once the blind betting is over (B4, D9), else None.
        shown: The cards shown at a showdown, by seat (B9). A folded hand is never among them.
        remaining: The players who have not folded, clockwise from the dealer's left.
        totals: What each seat has put in during this deal's betting, by seat.
        stacks: The chips that each seat has left, by seat; None without stacks.
        pot: The chips in the pot; 0 once somebody has taken it.
        number: The sequence number of the next action.
        outcome: How the betting ended; None until then.
        events: Everything that has happened, in order.

    >>> from svara_eval.game import Settings, Table
    >>> view = Table(Settings(ante=10), stacks=[500, 300]).next_deal().view(1)
    >>> view.phase, view.turn, view.hand, view.pot, view.stacks
    ('blind', 1, None, 20, (490, 290))
    >>> view.legal["blind"]
    Option(kind='blind', low=10, high=290)
    """

    __slots__ = (
        "seat",
        "start",
        "phase",
        "turn",
        "legal",
        "hand",
        "shown",
        "remaining",
        "totals",
        "stacks",
        "pot",
        "number",
        "outcome",
        "events",
    )
    seat: int | None
    start: Started
    phase: Phase
    turn: int | None
    legal: Mapping[ActionKind, Option]
    hand: Hand | None
    shown: Mapping[int, Hand]
    remaining: tuple[int, ...]
    totals: tuple[int, ...]
    stacks: tuple[int, ...] | None
    pot: int
    number: int
    outcome: Won | Svara | None
    events: tuple[Event, ...]

    def __init__(
        self,
        seat: int | None,
        start: Started,
        phase: Phase,
        turn: int | None,
        legal: Mapping[ActionKind, Option],
        hand: Hand | None,
        shown: Mapping[int, Hand],
        remaining: tuple[int, ...],
        totals: tuple[int, ...],
        stacks: tuple[int, ...] | None,
        pot: int,
        number: int,
        outcome: Won | Svara | None,
        events: tuple[Event, ...],
    ) -> None:
        legal = legal if isinstance(legal, FrozenMap) else FrozenMap(legal)
        shown = shown if isinstance(shown, FrozenMap) else FrozenMap(shown)
        self._fill(
            seat, start, phase, turn, legal, hand, shown, remaining, totals, stacks, pot, number, outcome, events
        )


_NOTHING: Final[FrozenMap[Any, Any]] = FrozenMap()


def view_of(state: State, seat: int | None) -> View:
    """The view of one seat, or of nobody: the only way from a state to what a player is told."""
    shown = _NOTHING
    if state.outcome is not None:
        shown = FrozenMap({event.seat: event.hand for event in state.events if isinstance(event, Shown)})
    return View(
        seat,
        state.start,
        state.phase,
        state.turn,
        state.legal if seat is not None and seat == state.turn else _NOTHING,
        None if seat is None or state.phase == "blind" else state.hands.get(seat),
        shown,
        state.remaining,
        state.totals,
        state.stacks,
        state.pot,
        state.number,
        state.outcome,
        state.events,
    )
