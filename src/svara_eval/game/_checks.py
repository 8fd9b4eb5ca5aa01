"""Check the hands and the start from which a deal is made, and each action."""

from __future__ import annotations

from itertools import islice

from svara_eval import HandSizeError, IllegalActionError, SvaraError, parse_hand, showdown
from svara_eval._arguments import whole
from svara_eval._messages import located, shown
from svara_eval.game._actions import Action
from svara_eval.game._events import Started
from svara_eval.game._seats import MOST_SEATS, clockwise, seated, some_seats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

    from svara_eval.game._actions import Option
    from svara_eval.game._rules import State
    from svara_eval.game._settings import Settings
    from svara_eval.game.types import Hand


def dealt(hands: Any) -> dict[int, Hand]:
    """Return the hands by seat, or raise an error if they cannot have been dealt."""
    if isinstance(hands, (str, bytes, bytearray, set, frozenset)) or not hasattr(hands, "__iter__"):
        kind = type(hands).__name__
        raise TypeError(f"hands must be a mapping or a sequence of hands, not {shown(hands)} of type {kind}")
    found: dict[int, Hand] = {}
    for key, hand in islice(hands.items() if hasattr(hands, "items") else enumerate(hands), MOST_SEATS + 1):
        seat = whole(key, "a seat", 0, MOST_SEATS - 1)
        if seat in found:
            raise SvaraError(f"seat {shown(seat)} has two hands")
        with located(f"the hand of seat {shown(seat)}"):
            found[seat] = parse_hand(hand)
    if not 2 <= len(found) <= MOST_SEATS:
        given = f"{MOST_SEATS + 1} or more" if len(found) > MOST_SEATS else len(found)
        raise HandSizeError(f"a deal has 2 to {MOST_SEATS} players, not {given}")
    if len({card for hand in found.values() for card in hand}) < 3 * len(found):
        showdown(found)  # raises the error that names the card and both hands
    return dict(sorted(found.items()))


def start_of(
    settings: Settings,
    players: Iterable[int],
    dealer: int,
    seats: int | None,
    stacks: Iterable[int] | None,
    carried: int,
    number: int,
    present: Iterable[int] | None,
) -> Started:
    """Return the start of the deal, or raise an error if it is impossible."""
    seats, chips = seated(settings, max(players) + 1 if seats is None and stacks is None else seats, stacks)
    for seat in players:
        whole(seat, "the seat of a hand", 0, seats - 1)
    dealer = whole(dealer, "dealer", 0, seats - 1)
    if dealer not in players:
        raise SvaraError(f"the dealer, seat {dealer}, has no hand; the dealer must be one of the players")
    ordered = clockwise(seats, players, dealer)
    carried, number = whole(carried, "carried", 0), whole(number, "number", 0)
    at_table = tuple(range(seats)) if present is None else some_seats(seats, present, "present")
    for seat in ordered:
        if seat not in at_table:
            raise SvaraError(f"present must include seat {seat}, which has a hand; got {shown(at_table)}")
    start = Started(settings, seats, ordered, chips, carried, number, at_table)
    for seat in ordered:
        if chips is not None and chips[seat] < start.ante:
            raise SvaraError(
                f"seat {seat} has {shown(chips[seat])} chips and cannot pay the ante of {shown(start.ante)}"
            )
    return start


def can(state: State) -> str:
    """Return whose turn it is and what they can do, in the words of a message."""
    return f"seat {state.turn} can {', '.join(map(str, state.legal.values()))}"


def as_action(action: Action | str) -> Action:
    """Return the action, or the one that a string spells."""
    if type(action) is Action:
        return action
    if isinstance(action, str):
        return Action.parse(action)
    raise TypeError(f"an action must be an Action or a string, not {shown(action)} of type {type(action).__name__}")


def legal_action(state: State, action: Action) -> Action:
    """Return the action with its total, seat and number filled in, if it is legal now."""
    kind, to, turn = action.kind, action.to, state.turn
    option = state.legal.get(kind)
    if (
        turn is None
        or option is None
        or not option.allows(to)
        or (action.seat is not None and action.seat != turn)
        or (action.number is not None and action.number != state.number)
    ):
        _refuse(state, action, option)
    complete = object.__new__(Action)
    complete._fill(kind, option.low if to is None else to, turn, state.number)  # all of it is checked already
    return complete


def _refuse(state: State, action: Action, option: Option | None) -> NoReturn:
    """Raise an error that states why an action is illegal, and which actions are legal."""
    number = action.number
    if state.turn is None:
        raise IllegalActionError(f"{Action(action.kind, action.to)} is not legal; the deal is over")
    if number is not None and number != state.number:
        which = "has already been taken" if number < state.number else "is too early"
        problem = f"action number {shown(number)} {which}; the next is number {shown(state.number)}"
    elif action.seat is not None and action.seat != state.turn:
        problem = f"it is not the turn of seat {shown(action.seat)}"
    elif option is not None and action.to is None:
        problem = f"{action.kind} needs a total"
    else:
        problem = f"{Action(action.kind, action.to)} is not legal"
    raise IllegalActionError(f"{problem}; {can(state)}")
