"""The rules of a deal (B1-B13, D9-D20, D24): its state, and the state that follows each action.

A state is immutable, and an action makes a new one. If that is interrupted, the old state is still intact.
"""

from __future__ import annotations

from svara_eval import showdown
from svara_eval._record import FrozenMap, Record, final
from svara_eval.game._actions import Action, Option
from svara_eval.game._events import Shown, Started, Svara, Won
from svara_eval.game._seats import clockwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from svara_eval.game._events import Event
    from svara_eval.game._settings import Settings
    from svara_eval.game.types import ActionKind, Hand, Phase

#: The phases of a deal, each with those an action can lead to. A deal begins in the first. Where nobody can bet (D19)
#: the cards are shown at once, and the deal begins in "join" or "over".
PHASES: Final[dict[Phase, tuple[Phase, ...]]] = {
    "blind": ("blind", "open"),
    "open": ("open", "join", "over"),
    "join": ("join", "over"),
    "over": (),
}

_LOOK: Final = Option("look")
_FOLD: Final = Option("fold")
_DECLINE: Final = Option("decline")
_NOTHING: Final[FrozenMap[ActionKind, Option]] = FrozenMap()


@final
class State(Record):
    """A deal between two actions.

    Its fields are the attributes of a ``Deal``, which documents them, and ``paid``: whether anyone has paid in the
    open betting.
    """

    __slots__ = (
        "start",
        "hands",
        "phase",
        "turn",
        "legal",
        "remaining",
        "totals",
        "paid",
        "outcome",
        "joined",
        "number",
        "events",
    )
    start: Started
    hands: FrozenMap[int, Hand]
    phase: Phase
    turn: int | None
    legal: FrozenMap[ActionKind, Option]
    remaining: tuple[int, ...]
    totals: tuple[int, ...]
    paid: bool
    outcome: Won | Svara | None
    joined: tuple[int, ...]
    number: int
    events: tuple[Event, ...]

    @property
    def net(self) -> tuple[int, ...]:
        """The chips that each seat has won (or, below 0, put in), by seat."""
        net = _balances(self.start, self.totals)
        match self.outcome:
            case Won(seat=winner, pot=pot):
                net[winner] += pot
            case Svara(fee=fee):
                for seat in self.joined:
                    net[seat] -= fee
        return tuple(net)

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips that each seat has left, by seat; None without stacks."""
        return None if self.start.stacks is None else tuple(map(int.__add__, self.start.stacks, self.net))

    @property
    def pot(self) -> int:
        """The pot in play; 0 once someone has taken it."""
        outcome = self.outcome
        if outcome is None:
            return _pot(self.start, self.totals)
        return outcome.pot + outcome.fee * len(self.joined) if isinstance(outcome, Svara) else 0  # D17


def begun(start: Started, hands: FrozenMap[int, Hand]) -> State:
    """Return the state of a deal before its first action."""
    players, totals = start.players, (0,) * start.seats
    return _passed_on(start, hands, "blind", players, totals, False, None, (), start.number, (start,), players)


def after(state: State, action: Action) -> State:
    """Return the state after a legal action whose total, seat and number are filled in."""
    start, outcome = state.start, state.outcome
    seat: int = action.seat  # type: ignore[assignment]  # filled in
    to: int = action.to  # type: ignore[assignment]  # filled in where it is used
    phase, remaining, totals, paid, joined = state.phase, state.remaining, state.totals, state.paid, state.joined
    asked = outcome.may_join if isinstance(outcome, Svara) else start.players
    at = asked.index(seat)
    order = asked[at + 1 :] if outcome else asked[at + 1 :] + asked[:at]
    match action.kind:
        case "look":
            phase, order = "open", (seat,)  # B4, B5
        case "blind" | "bet" | "call" | "raise":
            totals = (*totals[:seat], to, *totals[seat + 1 :])
            paid = phase == "open"
        case "fold":
            remaining = tuple(player for player in remaining if player != seat)
        case "join":
            joined += (seat,)
        case "decline":
            pass
    number, events = state.number + 1, (*state.events, action)
    return _passed_on(start, state.hands, phase, remaining, totals, paid, outcome, joined, number, events, order)


# Its arguments, and those of State, go by position: by name, an action would take a tenth longer (benchmarks/game.py).
def _passed_on(
    start: Started,
    hands: FrozenMap[int, Hand],
    phase: Phase,
    remaining: tuple[int, ...],
    totals: tuple[int, ...],
    paid: bool,
    outcome: Won | Svara | None,
    joined: tuple[int, ...],
    number: int,
    events: tuple[Event, ...],
    order: tuple[int, ...],
) -> State:
    """Return the state once it is the turn of the first seat in ``order`` that must act, or the betting is over."""
    turn, legal = None, _NOTHING
    if outcome is None:
        bound, level = _highest_total(start, remaining), max(totals)
        if len(remaining) > 1 and bound != 0:  # with E at 0 there is no betting (D19)
            for seat in order:
                if seat in remaining and not (paid and totals[seat] == level):
                    turn = seat
                    break
        if turn is None:
            shown, outcome = _ending(start, hands, remaining, totals)
            events += (*shown, outcome)
            order = outcome.may_join if isinstance(outcome, Svara) else ()
        elif phase == "blind":
            legal = FrozenMap(_blind_options(start.settings, level, bound))
        else:
            legal = FrozenMap(_open_options(start.settings, level, bound, paid))
    if outcome is not None:
        turn = order[0] if order else None
        phase = "over" if turn is None else "join"
        if isinstance(outcome, Svara) and order:
            legal = FrozenMap(_join_options(outcome.fee))
    return State(start, hands, phase, turn, legal, remaining, totals, paid, outcome, joined, number, events)


def _highest_total(start: Started, remaining: tuple[int, ...]) -> int | None:
    """Return E, the betting cap: the highest total that anyone may reach now; None if there is no bound (D19)."""
    limit, stacks = start.settings.limit, start.stacks
    if stacks is None:
        return limit
    shortest = min([stacks[seat] for seat in remaining]) - start.ante
    return shortest if limit is None else min(limit, shortest)


def _blind_options(settings: Settings, level: int, bound: int | None) -> dict[ActionKind, Option]:
    """Return the options in the blind betting. A blind is never cut down to E (D19)."""
    low, high = settings.min_bet, bound  # D10
    if level:
        low, high = 2 * level, _at_most(settings.max_blind_multiple * level, bound)  # B3, D11
    if bound is not None and bound < low:
        return {"look": _LOOK}
    return {"look": _LOOK, "blind": Option("blind", low, high)}


def _open_options(settings: Settings, level: int, bound: int | None, paid: bool) -> dict[ActionKind, Option]:
    """Return the options in the open betting. Calls, bets and raises are cut down to E (D19)."""
    if not level:
        return {"fold": _FOLD, "bet": Option("bet", _at_most(settings.min_bet, bound), bound)}  # B5
    asked = level if paid else _at_most(2 * level, bound)  # B6
    options: dict[ActionKind, Option] = {"fold": _FOLD, "call": Option("call", asked, asked)}
    if bound is None or asked < bound:
        options["raise"] = Option("raise", _at_most(asked + settings.min_raise, bound), bound)  # D14
    return options


def _join_options(fee: int) -> dict[ActionKind, Option]:
    """Return the options of a player who is asked to join a svara (D16)."""
    return {"join": Option("join", fee, fee), "decline": _DECLINE}


def _at_most(amount: int, bound: int | None) -> int:
    """Return the amount, cut down to E (D19)."""
    return amount if bound is None or amount < bound else bound


def _ending(
    start: Started, hands: FrozenMap[int, Hand], remaining: tuple[int, ...], totals: tuple[int, ...]
) -> tuple[list[Shown], Won | Svara]:
    """Return the cards that are shown once the betting is over, and how it ends: by folds, a showdown or a tie."""
    pot = _pot(start, totals)
    if len(remaining) == 1:
        return [], Won(remaining[0], pot, "fold")  # B8, B10
    held = {seat: hands[seat] for seat in remaining}
    result = showdown(held)
    shown = [*map(Shown, held, held.values(), result.points)]
    winners = tuple(seat for seat in range(start.seats) if seat in result.winners)
    if len(winners) == 1:
        return shown, Won(winners[0], pot, "showdown")  # B9
    fee = pot if start.settings.svara_fee == "pot" else -(-pot // len(winners))  # D24, D16
    return shown, Svara(winners, pot, fee, _asked_to_join(start, totals, winners, fee))  # B11


def _asked_to_join(start: Started, totals: tuple[int, ...], tied: tuple[int, ...], fee: int) -> tuple[int, ...]:
    """Return the seats that are asked to join a svara, clockwise from the dealer's left (D16)."""
    others = [seat for seat in start.present if seat not in tied]  # D21
    if start.stacks is not None:  # a player who cannot pay the fee is not asked (D19)
        balances = _balances(start, totals)
        others = [seat for seat in others if start.stacks[seat] + balances[seat] >= fee]
    return clockwise(start.seats, others, start.dealer)


def _pot(start: Started, totals: tuple[int, ...]) -> int:
    """Return the pot before anyone has taken it or joined."""
    return start.carried + start.ante * len(start.players) + sum(totals)


def _balances(start: Started, totals: tuple[int, ...]) -> list[int]:
    """Return the change in each seat's chips from antes and bets."""
    return [-total - start.ante if seat in start.players else 0 for seat, total in enumerate(totals)]
