"""A deal, which knows every card, and a view of it, which knows what one seat may know (B1-B13, D9-D20).

Each makes the other: ``Deal.view`` hides the cards that a seat may not see, ``View.sample`` deals them anew.
"""

from __future__ import annotations

from operator import attrgetter

from svara_eval import DECK, IllegalActionError
from svara_eval._arguments import generator, whole
from svara_eval._messages import located, shown
from svara_eval._record import FrozenMap, Record, final
from svara_eval.game._actions import Action
from svara_eval.game._checks import as_action, can, dealt, legal_action, start_of
from svara_eval.game._described import view_html, view_lines
from svara_eval.game._events import Shown
from svara_eval.game._rules import after, begun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, ClassVar, Final

    from svara_eval.game._actions import Option
    from svara_eval.game._events import Event, Started, Svara, Won
    from svara_eval.game._rules import State
    from svara_eval.game._settings import Settings
    from svara_eval.game.types import ActionKind, Hand, Phase
    from svara_eval.types import HandLike, RandomSource


@final
class Deal:
    """One deal, from the antes to the showdown and, after a tie, until everyone has joined the svara or declined.

    Ask whose ``turn`` it is and what is ``legal``, ``push`` an action, and look at what happened. Only ``push`` changes
    a deal. A deal holds everything the table knows, hidden cards included; what a player may know is their ``view``.

    Args:
        settings: The table's settings: ante, bets, limit and svara fee.
        hands: The three cards of each player, by seat: a mapping whose keys are the players, or a sequence.
        dealer: The dealer's seat, one of the players.
        seats: The number of seats at the table, 2 to 10. The default is the number of stacks, or the fewest that the
            hands need.
        stacks: The chips of each seat before the ante; None to play without stacks (D19).
        carried: The pot that a svara is played for, fees included; 0 for a deal with antes (D15, D17).
        number: The sequence number of the first action.
        present: The seats that may be asked to join a svara, including all players; the default is all seats. Empty
            seats and seats that sit out are not present (D21).

    Raises:
        CardError, HandSizeError, DuplicateCardError: A hand is invalid, or two hands share a card.
        SvaraError: A seat, the dealer, a stack or another number is impossible, or a player cannot pay the ante.
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
    seat 1 folds; seat 2 takes the pot of 60; everyone else folded
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
        present: Iterable[int] | None = None,
    ) -> None:
        by_seat = dealt(hands)
        start = start_of(settings, by_seat, dealer, seats, stacks, carried, number, present)
        self._state = begun(start, FrozenMap(by_seat))

    # Its current state ------------------------------------------------------------------------------------------------

    @property
    def start(self) -> Started:
        """The start of the deal, with its settings, seats, players and stacks."""
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
        """The chips that each seat has put in during this deal's betting, without ante, fee and carried pot."""
        return self._state.totals

    @property
    def net(self) -> tuple[int, ...]:
        """The chips that each seat has won (or, below 0, put in) since before the ante, by seat.

        After every action the sum of ``net`` and ``pot`` is the pot that was carried into the deal (D20).
        """
        return self._state.net

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips that each seat has left, by seat; None without stacks."""
        return self._state.stacks

    @property
    def pot(self) -> int:
        """The chips in the pot; 0 once someone has taken it."""
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
        """Return what a seat may know.

        A seat sees its own cards once the blind betting is over (B4, D9), and the cards shown at a showdown.

        Args:
            seat: The seat; None for a spectator.

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
        seat = None if seat is None else whole(seat, "seat", 0, self._state.start.seats - 1)
        return _view_of(self._state, seat)

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
            TypeError: The action is neither an Action nor a string.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.push("bet 10")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        svara_eval.errors.IllegalActionError: bet to 10 is not legal; seat 1 can look, ...
        """
        action = as_action(action)  # before the state is read, since it may run code of the caller
        state = self._state
        new = after(state, legal_action(state, action))
        self._state = new
        return new.events[len(state.events) :]

    def is_legal(self, action: Action | str) -> bool:
        """Return whether ``push`` would accept the action.

        Args:
            action: An action, or its text.

        Raises:
            TypeError: The action is neither an Action nor a string.

        >>> from svara_eval.game import Action, Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.is_legal(Action("blind", 10)), deal.is_legal("blind 9")
        (True, False)
        """
        try:
            action = as_action(action)
            legal_action(self._state, action)
        except IllegalActionError:
            return False
        return True

    # Copies -----------------------------------------------------------------------------------------------------------

    def copy(self) -> Deal:
        """Return another deal in the same state, with the cards of all players.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> other = deal.copy()
        >>> other.push("blind 10")
        (Action(kind='blind', to=10, seat=1, number=0),)
        >>> deal.number, other.number
        (0, 1)
        """
        return _in_state(self._state)

    def at(self, actions: int) -> Deal:
        """Return the deal as it was after some of its actions: ``deal.at(0)`` is its start.

        Args:
            actions: The number of actions, starting with the first.

        Raises:
            IndexError: There have been fewer actions.
            TypeError: The number is not whole.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.push("blind 10")
        (Action(kind='blind', to=10, seat=1, number=0),)
        >>> deal.at(1) == deal, deal.at(0).legal["blind"].low
        (True, 10)
        """
        count = whole(actions, "actions")
        taken = self.actions
        if not 0 <= count <= len(taken):
            raise IndexError(f"actions must be 0 to {len(taken)}, not {shown(count)}")
        return replayed(self._state.start, self._state.hands, taken[:count])

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
    """Return the state of a deal in one line, without hidden cards: whose turn it is and the pot, or how it ended."""
    return str(deal.outcome) if deal.phase == "over" else f"{can(deal._state)}; pot {shown(deal.pot)}"


def replayed(start: Started, hands: Mapping[int, Hand], actions: Iterable[Action] = ()) -> Deal:
    """Return a deal from a start, hands and complete actions that are known to be possible."""
    state = begun(start, FrozenMap(sorted(hands.items())))
    for action in actions:
        state = after(state, action)
    return _in_state(state)


def pushed(deal: Deal, actions: Iterable[Action]) -> Deal:
    """Return the deal after more actions, each of them checked; an error begins with its position, as ``actions[3]: ``.

    A saved deal can have tens of thousands of actions. Their events are put together once, not copied with each.
    """
    state, happened = deal._state, [*deal._state.events]
    for place, action in enumerate(actions):
        with located(f"actions[{place}]"):
            state = after(state.__replace__(events=()), legal_action(state, action))
        happened += state.events
    return _in_state(state.__replace__(events=tuple(happened)))


def _in_state(state: State) -> Deal:
    """Return a deal in a state that another one has reached."""
    deal = object.__new__(Deal)
    deal._state = state
    return deal


@final
class View(Record):
    """Everything that a seat may know of a deal; ``Deal.view`` makes it. It prints as the table that its player sees.

    Attributes:
        seat: The seat whose view it is; None for a spectator.
        hand: The seat's own three cards once the blind betting is over (B4, D9), else None.
        legal: What the seat may do, by kind; empty when it is not its turn.
        shown: The cards shown at a showdown, by seat (B9). A folded hand is never among them.
        start: The start of the deal: settings, seats, players and stacks.
        phase: "blind", "open", "join" or "over".
        turn: The seat whose turn it is; None when the deal is over.
        remaining: The players who have not folded, clockwise from the dealer's left.
        totals: The chips that each seat has put in during this deal's betting, by seat.
        stacks: The chips that each seat has left, by seat; None without stacks.
        pot: The chips in the pot; 0 once someone has taken it.
        number: The sequence number of the next action.
        outcome: How the betting ended; None until then.
        events: Everything that has happened, in order.

    >>> from svara_eval.game import Settings, Table
    >>> view = Table(Settings(ante=10), stacks=[500, 300]).next_deal().view(1)
    >>> view.phase, view.turn, view.hand, view.pot, view.stacks
    ('blind', 1, None, 20, (490, 290))
    >>> view.legal["blind"]
    Option(kind='blind', low=10, high=290)
    >>> print(view)
    blind betting, pot 20
    seat 0 (dealer): 490 chips
    seat 1 (you): 290 chips
    you can look, blind to 10–290
    """

    __slots__ = (
        "seat",
        "hand",
        "legal",
        "shown",
        "start",
        "phase",
        "turn",
        "remaining",
        "totals",
        "stacks",
        "pot",
        "number",
        "outcome",
        "events",
    )
    seat: int | None
    hand: Hand | None
    legal: Mapping[ActionKind, Option]
    shown: Mapping[int, Hand]
    start: Started
    phase: Phase
    turn: int | None
    remaining: tuple[int, ...]
    totals: tuple[int, ...]
    stacks: tuple[int, ...] | None
    pot: int
    number: int
    outcome: Won | Svara | None
    events: tuple[Event, ...]

    def sample(self, rng: RandomSource = None) -> Deal:
        """Return a random deal that agrees with everything the view knows, for players that search.

        The cards that the view does not know are dealt at random from those it has not seen, so every such deal is
        equally likely. The deal has come as far as the view: ``deal.view(view.seat)`` is the view again.

        Args:
            rng: The source of the cards: a ``random.Random``, a NumPy Generator, a seed, or None for the system's
                randomness.

        Raises:
            SvaraError: The seed is negative.
            TypeError: ``rng`` is not a source of randomness.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> events = deal.push("look")
        >>> view = deal.view(0)
        >>> sample = view.sample(1)
        >>> sample.view(0) == view, sample.hands[1] == deal.hands[1]
        (True, False)
        """
        known = dict(self.shown)
        if self.seat is not None and self.hand is not None:
            known[self.seat] = self.hand
        seen = {card for hand in known.values() for card in hand}
        unknown = [seat for seat in self.start.players if seat not in known]
        cards = generator(rng).sample([card for card in DECK if card not in seen], 3 * len(unknown))
        others = dict(zip(unknown, zip(cards[::3], cards[1::3], cards[2::3], strict=True), strict=True))
        return replayed(self.start, known | others, [each for each in self.events if isinstance(each, Action)])

    def __str__(self) -> str:
        return view_lines(self)

    def _repr_html_(self) -> str:
        return view_html(self)


_NOTHING: Final[FrozenMap[Any, Any]] = FrozenMap()
_for_everyone: Final = attrgetter(*View.__slots__[4:])  # a State has fields of the same names


def _view_of(state: State, seat: int | None) -> View:
    """Return the view of one seat, or of a spectator: the only way from a state to what a player is told."""
    hand, legal, shown = None, _NOTHING, _NOTHING
    if seat is not None:
        hand = None if state.phase == "blind" else state.hands.get(seat)
        legal = state.legal if seat == state.turn else _NOTHING
    if state.outcome is not None:
        shown = FrozenMap({event.seat: event.hand for event in state.events if isinstance(event, Shown)})
    return View(seat, hand, legal, shown, *_for_everyone(state))
