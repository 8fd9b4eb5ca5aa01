"""One deal: whose turn it is, what is legal, and what each action leads to (B1-B13, D9-D20)."""

from __future__ import annotations

from itertools import islice

from svara_eval import HandSizeError, IllegalActionError, SvaraError, parse_hand, showdown
from svara_eval._numbers import located, shown, whole
from svara_eval._record import FrozenMap, final
from svara_eval.game._actions import Action
from svara_eval.game._events import Started
from svara_eval.game._rules import after, begun
from svara_eval.game._seats import MOST_SEATS, clockwise, seated
from svara_eval.game._view import view_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import ClassVar, NoReturn

    from svara_eval.game._actions import Option
    from svara_eval.game._events import Event, Svara, Won
    from svara_eval.game._rules import State
    from svara_eval.game._settings import Settings
    from svara_eval.game._view import View
    from svara_eval.game.types import ActionKind, Hand, Phase
    from svara_eval.types import HandLike


@final
class Deal:
    """One deal, from the antes to the showdown and, after a tie, until everyone has joined the svara or declined.

    Ask whose ``turn`` it is and what is ``legal``, ``push`` an action, and look at what happened. Only ``push`` changes
    a deal. A deal holds everything the table knows, hidden cards included; what a player may know is their ``view``.

    Args:
        settings: What the table sets.
        hands: The three cards of each player, by seat: a mapping whose keys are the players, or a sequence.
        dealer: The dealer's seat, one of the players.
        seats: The number of seats at the table, 2 to 10. Unless given, it is the number of stacks, or the fewest that
            the hands need.
        stacks: The chips of each seat before the ante; None to play without stacks (D19).
        carried: The pot that a svara is played for, fees included; 0 for a deal with antes (D15, D17).
        number: The sequence number of the first action.

    Raises:
        CardError, HandSizeError, DuplicateCardError: A hand is invalid, or two hands share a card.
        SvaraError: A seat, the dealer, a stack or another number is impossible, or a player can't pay the ante.
        TypeError: An amount or a seat is not a whole number.

    >>> from svara_eval.game import Deal, Settings
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c", "As Ad Tc"], dealer=0)
    >>> deal
    <Deal: seat 1 can look, blind to 10 or more; pot 30>
    >>> for action in ("blind 10", "look", "call", "fold", "fold"):
    ...     print(*deal.push(action), sep="; ")
    seat 1 bets blind to 10
    seat 2 looks
    seat 2 calls to 20
    seat 0 folds
    seat 1 folds; seat 2 takes the pot of 60, all others folded
    """

    # One assignment swaps the whole state, so nothing that interrupts an action can leave half of it.
    __slots__ = ("_state",)
    _state: State

    def __init__(
        self,
        settings: Settings,
        hands: Mapping[int, HandLike] | Iterable[HandLike],
        dealer: int,
        *,
        seats: int | None = None,
        stacks: Iterable[int] | None = None,
        carried: int = 0,
        number: int = 0,
    ) -> None:
        dealt = _dealt(hands)
        self._state = begun(_start(settings, dealt, dealer, seats, stacks, carried, number), FrozenMap(dealt))

    # Its current state ------------------------------------------------------------------------------------------------

    @property
    def start(self) -> Started:
        """What the deal began with."""
        return self._state.start

    @property
    def phase(self) -> Phase:
        """The phase, one of "blind", "open", "join" and "over"."""
        return self._state.phase

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None when the deal is over."""
        return self._state.turn

    @property
    def legal(self) -> Mapping[ActionKind, Option]:
        """Everything that the seat whose turn it is may do, by kind; empty when the deal is over.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10, limit=100), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.legal["blind"]
        Option(kind='blind', low=10, high=100)
        """
        return self._state.legal

    @property
    def remaining(self) -> tuple[int, ...]:
        """The players who have not folded, clockwise from the dealer's left."""
        return self._state.remaining

    @property
    def hands(self) -> Mapping[int, Hand]:
        """The cards of each player, by seat. They are hidden information, and never belong in a message to a player."""
        return self._state.hands

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat has put in during this deal's betting, by seat, without ante, fee and carried pot."""
        return self._state.totals

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has won (or, below 0, put in) since before the ante, by seat.

        After every action the sum of ``net`` and ``pot`` is the pot that was carried into the deal (D20).
        """
        return self._state.net

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips that each seat has left, by seat; None without stacks."""
        return self._state.stacks

    @property
    def pot(self) -> int:
        """The chips in the pot; 0 once somebody has taken it."""
        return self._state.pot

    @property
    def number(self) -> int:
        """The sequence number of the next action."""
        return self._state.number

    @property
    def outcome(self) -> Won | Svara | None:
        """How the betting ended; None until then."""
        return self._state.outcome

    @property
    def joined(self) -> tuple[int, ...]:
        """The seats that have joined the svara that follows."""
        return self._state.joined

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, in order, without any hidden card."""
        return self._state.events

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far, each with its total, its seat and its number."""
        return tuple(event for event in self._state.events if isinstance(event, Action))

    def view(self, seat: int | None = None) -> View:
        """What a seat may know.

        A seat sees its own cards once the blind betting is over (B4, D9), and the cards shown at a showdown.

        Args:
            seat: The seat; None for somebody who only watches.

        Raises:
            SvaraError: The table has no such seat.
            TypeError: The seat is not a whole number.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.view(0).hand is None
        True
        >>> deal.push("look")
        (Action(kind='look', to=None, seat=1, number=0),)
        >>> deal.view(0).hand, deal.view(0).legal, deal.view(1).legal["bet"]
        ((Card('A♥'), Card('K♥'), Card('Q♥')), {}, Option(kind='bet', low=10, high=None))
        """
        return view_of(self._state, None if seat is None else whole(seat, "seat", 0, self._state.start.seats - 1))

    # Actions ----------------------------------------------------------------------------------------------------------

    def push(self, action: Action | str) -> tuple[Event, ...]:
        """Take an action for the seat whose turn it is.

        Args:
            action: An action that ``legal`` allows, or its text, such as "raise 30".

        Returns:
            The action with every field filled in, and what followed from it.

        Raises:
            IllegalActionError: The action is not legal now, it is another seat's turn, or its number is not the next.
                The message says what is legal, and the deal is unchanged.
            TypeError: It is neither an Action nor a str.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.push("bet 10")
        Traceback (most recent call last):
        svara_eval.errors.IllegalActionError: bet to 10 is not legal; seat 1 can look, blind to 10 or more
        """
        state = self._state
        new = after(state, _legal_action(state, action))
        self._state = new
        return new.events[len(state.events) :]

    def is_legal(self, action: Action | str) -> bool:
        """Whether ``push`` would take the action.

        >>> from svara_eval.game import Action, Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.is_legal(Action("blind", 10)), deal.is_legal("blind 9"), deal.is_legal("fold")
        (True, False, False)
        """
        try:
            _legal_action(self._state, action)
        except IllegalActionError:
            return False
        return True

    # Copies -----------------------------------------------------------------------------------------------------------

    def copy(self) -> Deal:
        """Another deal in the same state, with the cards of all players."""
        return _in_state(self._state)

    def at(self, actions: int) -> Deal:
        """The deal as it was after its first actions: ``deal.at(0)`` is its start.

        Args:
            actions: How many actions, 0 to all of them.

        Raises:
            IndexError: There have not been that many actions.
            TypeError: The number is not whole.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.push("blind 10")
        (Action(kind='blind', to=10, seat=1, number=0),)
        >>> deal.at(1) == deal, deal.at(0).legal["blind"].low
        (True, 10)
        """
        taken = self.actions
        if not 0 <= whole(actions, "actions") <= len(taken):
            raise IndexError(f"actions must be 0 to {len(taken)}, not {shown(actions)}")
        state = begun(self._state.start, self._state.hands)
        for action in taken[:actions]:
            state = after(state, action)
        return _in_state(state)

    def __copy__(self) -> Deal:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Deal:
        return self.copy()  # all that it holds is immutable

    def __reduce__(self) -> tuple[object, tuple[State]]:
        return _in_state, (self._state,)

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, Deal) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<Deal: {summary(self)}>"

    def __init_subclass__(cls) -> None:
        raise TypeError("Deal cannot be subclassed")


def summary(deal: Deal) -> str:
    """What matters of a deal now, without any hidden card: whose turn it is and the pot, or how it ended."""
    return str(deal.outcome) if deal.phase == "over" else f"{_can(deal._state)}; pot {shown(deal.pot)}"


def started(start: Started, hands: dict[int, Hand]) -> Deal:
    """A deal from a start and hands that are known to be possible."""
    return _in_state(begun(start, FrozenMap(sorted(hands.items()))))


def _in_state(state: State) -> Deal:
    """A deal in a state that another one has reached."""
    deal = object.__new__(Deal)
    deal._state = state
    return deal


def _can(state: State) -> str:
    return f"seat {state.turn} can {', '.join(map(str, state.legal.values()))}"


def _legal_action(state: State, action: Action | str) -> Action:
    """The action with its total, seat and number filled in, if it is legal now."""
    if isinstance(action, str):
        action = Action.parse(action)
    if not isinstance(action, Action):
        raise TypeError(f"an action must be an Action or a str, not {shown(action)} of type {type(action).__name__}")
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
    return Action(kind, option.low if to is None else to, turn, state.number)


def _refuse(state: State, action: Action, option: Option | None) -> NoReturn:
    """Raise the error that says why an action is not legal, and what is."""
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
    raise IllegalActionError(f"{problem}; {_can(state)}")


def _dealt(hands: Mapping[int, HandLike] | Iterable[HandLike]) -> dict[int, Hand]:
    """The hands by seat, if they can have been dealt."""
    if isinstance(hands, (str, bytes, bytearray, set, frozenset)) or not hasattr(hands, "__iter__"):
        kind = type(hands).__name__
        raise TypeError(f"hands must be a mapping or a sequence of hands, not {shown(hands)} of type {kind}")
    dealt: dict[int, Hand] = {}
    for key, hand in islice(hands.items() if hasattr(hands, "items") else enumerate(hands), MOST_SEATS + 1):
        seat = whole(key, "a seat", 0, MOST_SEATS - 1)
        if seat in dealt:
            raise SvaraError(f"seat {shown(seat)} has two hands")
        with located(f"the hand of seat {shown(seat)}"):
            dealt[seat] = parse_hand(hand)
    if not 2 <= len(dealt) <= MOST_SEATS:
        given = f"{MOST_SEATS + 1} or more" if len(dealt) > MOST_SEATS else len(dealt)
        raise HandSizeError(f"a deal has 2 to {MOST_SEATS} players, not {given}")
    if len({card for hand in dealt.values() for card in hand}) < 3 * len(dealt):
        showdown(dealt)  # raises the error that names the card and both hands
    return dict(sorted(dealt.items()))


def _start(
    settings: Settings,
    players: Iterable[int],
    dealer: int,
    seats: int | None,
    stacks: Iterable[int] | None,
    carried: int,
    number: int,
) -> Started:
    """What the deal begins with, if that is possible."""
    seats, chips = seated(settings, max(players) + 1 if seats is None and stacks is None else seats, stacks)
    for seat in players:
        whole(seat, "the seat of a hand", 0, seats - 1)
    dealer = whole(dealer, "the dealer", 0, seats - 1)
    if dealer not in players:
        raise SvaraError(f"the dealer, seat {dealer}, has no hand; the dealer must be one of the players")
    ordered = clockwise(seats, players, dealer)
    start = Started(settings, seats, ordered, chips, whole(carried, "the carried pot", 0), whole(number, "number", 0))
    for seat in ordered:
        if chips is not None and chips[seat] < start.ante:
            raise SvaraError(
                f"seat {seat} has {shown(chips[seat])} chips and can't pay the ante of {shown(start.ante)}"
            )
    return start
