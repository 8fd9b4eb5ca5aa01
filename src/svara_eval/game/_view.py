"""What one seat, or somebody who watches, may know of a deal."""

from __future__ import annotations

from svara_eval._record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from svara_eval.game._actions import Option
    from svara_eval.game._events import Event, Started, Svara, Won
    from svara_eval.game.types import ActionKind, Hand, Phase


@final
class View(Record):
    """What a seat may know of a deal; ``Deal.view`` makes it.

    Attributes:
        seat: whose view it is; None is somebody who watches.
        start: what the deal began with.
        phase: "blind", "open", "join" or "over".
        turn: the seat whose turn it is; None when the deal is over.
        legal: what the seat may do, by kind; empty when it is not its turn.
        hand: the seat's own three cards, once the blind betting is over (B4, D9); else None.
        shown: the cards that were shown at a showdown, by seat; nobody ever sees a folded hand.
        remaining: the players who have not folded, clockwise from the dealer's left.
        totals: what each seat has put in during this deal's betting, by seat.
        stacks: the chips that each seat has left, by seat; None where the table is played without stacks.
        pot: the pot in play, all that is in it now.
        number: the sequence number of the next action.
        outcome: how it ended; None while the betting goes on.
        events: all that has happened, in order.

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
