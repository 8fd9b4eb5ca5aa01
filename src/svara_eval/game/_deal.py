"""One deal: who acts, what he may do, and what comes of it (B1-B13, D9-D20)."""

from __future__ import annotations

from svara_eval import HandSizeError, IllegalActionError, SvaraError, parse_hand, showdown
from svara_eval.game._actions import Action, Option
from svara_eval.game._events import Shown, Started, Svara, Won
from svara_eval._numbers import shown, whole
from svara_eval.game._settings import clockwise, seated
from svara_eval.game._view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Final, Literal

    from svara_eval.game._events import Event
    from svara_eval.game._settings import Settings
    from svara_eval.game.types import ActionKind, Hand, Phase
    from svara_eval.types import HandLike

#: The phases of a deal, each with those that an action can lead to. A deal begins in the first; where nobody can bet
#: (D19) the cards are shown at once, and it begins in "join" or "over".
PHASES: Final[dict[Phase, tuple[Phase, ...]]] = {
    "blind": ("blind", "open"),
    "open": ("open", "join", "over"),
    "join": ("join", "over"),
    "over": (),
}


class Deal:
    """One deal, from the antes to the showdown and to who joins the svara that follows it.

    Ask whose ``turn`` it is and what is ``legal``, ``push`` an action, and look at what happened. A deal is everything
    the table knows, the hidden cards too: what a player may know is his ``view``.

    Args:
        settings: what the table sets.
        hands: the three cards of each player, by seat: a mapping, whose seats are the players, or a sequence.
        dealer: the seat of the dealer, one of the players.
        seats: how many seats the table has, 2 to 10; as many as there are stacks, or as the hands need, unless given.
        stacks: the chips of each seat before the ante; None is a table without stacks (D19).
        carried: the pot that a svara is played for, fees included; 0 is a deal with antes (D15, D17).
        number: the sequence number of the first action.

    Raises:
        CardError, HandSizeError, DuplicateCardError: the hands are none, or share a card.
        SvaraError: a seat, the dealer, a stack or another number is impossible, or a player can't pay the ante.
        TypeError: an amount or a seat is not whole.

    >>> from svara_eval.game import Action, Deal, Settings
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c", "As Ad Tc"], dealer=0)
    >>> deal
    <Deal: seat 1 can look, blind to 10 or more; pot 30>
    >>> for kind, to in [("blind", 10), ("look", None), ("call", None), ("fold", None), ("fold", None)]:
    ...     print(*deal.push(Action(kind, to)), sep="; ")
    seat 1 bets blind to 10
    seat 2 looks
    seat 2 calls to 20
    seat 0 folds
    seat 1 folds; seat 2 takes the pot of 60, all others folded
    """

    __slots__ = (
        "start",
        "phase",
        "turn",
        "remaining",
        "pot",
        "number",
        "outcome",
        "joined",
        "_events",
        "_hands",
        "_totals",
        "_net",
        "_at",
        "_legal",
        "_paid",
    )
    #: What it began with.
    start: Final[Started]
    #: "blind", "open", "join" or "over".
    phase: Phase
    #: The seat whose turn it is; None when the deal is over.
    turn: int | None
    #: The players who have not folded, clockwise from the dealer's left.
    remaining: tuple[int, ...]
    #: The pot in play; 0 once somebody took it.
    pot: int
    #: The sequence number of the next action.
    number: int
    #: How it ended; None while the betting goes on.
    outcome: Won | Svara | None
    #: Who has joined the svara that follows.
    joined: tuple[int, ...]
    _events: list[Event]
    _hands: dict[int, Hand]
    _totals: list[int]  # of each seat, this deal's bets
    _net: list[int]  # of each seat, what it has won or put in since before the ante
    _at: int  # whose turn it is: the place in ``remaining``, or among those who are asked to join
    _legal: dict[ActionKind, Option]
    _paid: bool  # whether somebody has paid in the open betting

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
        self._hands = _dealt(hands)
        self.start = _started(settings, self._hands, dealer, seats, stacks, carried, number)
        self._events = [self.start]
        self.remaining = players = self.start.players
        self.pot = self.start.carried + self.start.ante * len(players)
        self.number = self.start.number
        self.outcome = None
        self.joined = ()
        self._totals = [0] * self.start.seats
        self._net = [-self.start.ante if seat in players else 0 for seat in range(self.start.seats)]
        self._at = 0
        self._paid = False
        self.phase = "blind"
        if self._most() == 0:
            self._show_down()
        self._settle()

    # What is so now --------------------------------------------------------------------------------------------------

    @property
    def legal(self) -> dict[ActionKind, Option]:
        """All that the seat whose turn it is may do, by kind; empty when the deal is over.

        >>> from svara_eval.game import Deal, Settings
        >>> deal = Deal(Settings(ante=10, limit=100), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.legal["blind"]
        Option(kind='blind', low=10, high=100)
        """
        return self._legal.copy()

    def is_legal(self, action: Action | str) -> bool:
        """Whether ``push`` would take the action.

        >>> from svara_eval.game import Action, Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.is_legal(Action("blind", 10)), deal.is_legal(Action("blind", 9)), deal.is_legal(Action("fold"))
        (True, False, False)
        """
        try:
            self._chosen(Action.parse(action) if isinstance(action, str) else action)
        except IllegalActionError:
            return False
        return True

    @property
    def hands(self) -> dict[int, Hand]:
        """The cards of each player, by seat; for the table's eyes only."""
        return self._hands.copy()

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat has put in during this deal's betting, by seat; ante, fee and carried pot are apart."""
        return tuple(self._totals)

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has won (or, below 0, put in) since before the ante, by seat.

        After every action the chips of the seats and the pot in play add up to what was carried (D20).
        """
        return tuple(self._net)

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips that each seat has left, by seat; None where the table is played without stacks."""
        if self.start.stacks is None:
            return None
        return tuple(map(int.__add__, self.start.stacks, self._net))

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, in order, without a hidden card."""
        return tuple(self._events)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far, each with its total, its seat and its number."""
        return tuple(event for event in self._events if isinstance(event, Action))

    def view(self, seat: int | None = None) -> View:
        """What a seat may know; None is somebody who watches.

        A seat sees its own cards once the blind betting is over (B4, D9), and those that are shown at a showdown.

        >>> from svara_eval.game import Action, Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.view(0).hand is None
        True
        >>> deal.push(Action("look"))
        (Action(kind='look', to=None, seat=1, number=0),)
        >>> deal.view(0).hand, deal.view(0).legal, deal.view(1).legal["bet"]
        ((Card('A♥'), Card('K♥'), Card('Q♥')), {}, Option(kind='bet', low=10, high=None))
        """
        if seat is not None:
            seat = whole(seat, "seat")
            if not 0 <= seat < self.start.seats:
                raise SvaraError(f"there is no seat {shown(seat)}; the table has seats 0 to {self.start.seats - 1}")
        return View(
            seat,
            self.start,
            self.phase,
            self.turn,
            self.legal if seat == self.turn else {},
            None if seat is None or self.phase == "blind" else self._hands.get(seat),
            {event.seat: event.hand for event in self._events if isinstance(event, Shown)} if self.outcome else {},
            self.remaining,
            self.totals,
            self.stacks,
            self.pot,
            self.number,
            self.outcome,
            self.events,
        )

    # What is done ----------------------------------------------------------------------------------------------------

    def push(self, action: Action | str) -> tuple[Event, ...]:
        """Do an action of the seat whose turn it is.

        Args:
            action: An action that ``legal`` allows, or its text, such as "raise 30".

        Returns:
            The action with everything filled in, and what came of it.

        Raises:
            IllegalActionError: it is not legal now, it is another seat's turn, or its number is not the next. The
                message says what is legal; the deal is as it was.
            TypeError: it is no Action.

        >>> from svara_eval.game import Action, Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.push(Action("bet", 10))
        Traceback (most recent call last):
        svara_eval.errors.IllegalActionError: bet to 10 is not legal; seat 1 can look, blind to 10 or more
        """
        if isinstance(action, str):
            action = Action.parse(action)
        seat, option = self._chosen(action)
        kind, before = action.kind, len(self._events)
        to = option.low if action.to is None else action.to  # a call and a join need not say it
        self._events.append(Action(kind, to, seat, self.number))
        self.number += 1
        if kind == "look":
            self.phase = "open"  # for everybody (B4); who looked is the first to act
        elif kind == "fold":
            self.remaining = tuple(player for player in self.remaining if player != seat)
            self._pass_on(self._at)
        elif to is None:  # declines
            self._ask(self._at + 1)
        elif kind == "join":
            self._pay(seat, to)
            self.joined += (seat,)
            self._ask(self._at + 1)
        else:
            self._pay(seat, to - self._totals[seat])
            self._totals[seat] = to
            self._paid = kind != "blind"
            self._pass_on(self._at + 1)
        self._settle()
        return tuple(self._events[before:])

    def copy(self) -> Deal:
        """Another deal in the same state."""
        other = object.__new__(type(self))
        for name in Deal.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, list) else value)
        return other

    __copy__ = copy

    def at(self, actions: int) -> Deal:
        """The deal as it was after its first so many actions: ``deal.at(0)`` is its start.

        Raises:
            IndexError: there were not so many actions.

        >>> from svara_eval.game import Action, Deal, Settings
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> deal.push(Action("blind", 10))
        (Action(kind='blind', to=10, seat=1, number=0),)
        >>> deal.at(1) == deal, deal.at(0).legal["blind"].low
        (True, 10)
        """
        done = self.actions
        if not 0 <= whole(actions, "actions") <= len(done):
            raise IndexError(f"the deal has had {len(done)} actions, not {shown(actions)}")
        start = self.start
        deal = Deal(
            start.settings,
            self._hands,
            start.dealer,
            seats=start.seats,
            stacks=start.stacks,
            carried=start.carried,
            number=start.number,
        )
        for action in done[:actions]:
            deal.push(action)
        return deal

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Deal.__slots__)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        state = f"seat {self.turn} can {self._may()}; pot {shown(self.pot)}" if self.phase != "over" else self.outcome
        return f"<Deal: {state}>"

    # The rules -------------------------------------------------------------------------------------------------------

    def _most(self) -> int | None:
        """E: the most that anybody's total may come to now; None is no bound (D19)."""
        start = self.start
        bounds = [] if start.settings.limit is None else [start.settings.limit]
        if start.stacks is not None:
            bounds += [start.stacks[seat] - start.ante for seat in self.remaining]
        return min(bounds, default=None)

    def _settle(self) -> None:
        """Whose turn it is now, and what is legal."""
        if self.phase == "over":
            self.turn = None
        else:
            self.turn = (self.outcome.may_join if isinstance(self.outcome, Svara) else self.remaining)[self._at]
        self._legal = {option.kind: option for option in self._options()}

    def _options(self) -> Iterator[Option]:
        """What the seat whose turn it is may do."""
        settings, most, level = self.start.settings, self._most(), max(self._totals)
        if self.phase == "blind":
            yield Option("look")
            low, high = settings.min_bet, most  # D10
            if level:
                low, high = 2 * level, _cut(settings.max_blind_multiple * level, most)  # B3, D11
            if most is None or low <= most:  # a blind is never cut down (D19)
                yield Option("blind", low, high)
        elif self.phase == "open":
            yield Option("fold")
            if not level:
                yield Option("bet", _cut(settings.min_bet, most), most)  # B5
                return
            asked = level if self._paid else _cut(2 * level, most)  # B6
            yield Option("call", asked, asked)
            if most is None or asked < most:
                yield Option("raise", _cut(asked + settings.min_raise, most), most)  # D14
        elif isinstance(self.outcome, Svara) and self.phase == "join":
            yield Option("join", self.outcome.fee, self.outcome.fee)  # D16
            yield Option("decline")

    def _may(self) -> str:
        return ", ".join(map(str, self._legal.values()))

    def _chosen(self, action: Action) -> tuple[int, Option]:
        """The seat whose turn it is and the option that the action takes; IllegalActionError if there is none."""
        if not isinstance(action, Action):
            raise TypeError(f"{shown(action)} of type {type(action).__name__} is no Action")
        if self.turn is None:
            raise IllegalActionError(f"{Action(action.kind, action.to)} is not legal; the deal is over")
        option = self._legal.get(action.kind)
        if action.number is not None and action.number != self.number:
            done = "is done already" if action.number < self.number else "does not come yet"
            objection = f"action number {shown(action.number)} {done}, the next is number {shown(self.number)}"
        elif action.seat is not None and action.seat != self.turn:
            objection = f"it is not the turn of seat {shown(action.seat)}"
        elif option is not None and action.to is None and not option.allows(None):
            objection = f"{action.kind} needs a total"
        elif option is None or not option.allows(action.to):
            objection = f"{Action(action.kind, action.to)} is not legal"
        else:
            return self.turn, option
        raise IllegalActionError(f"{objection}; seat {self.turn} can {self._may()}")

    def _pay(self, seat: int, chips: int) -> None:
        self._net[seat] -= chips
        self.pot += chips

    def _pass_on(self, at: int) -> None:
        """The turn passes to the next player from a place in ``remaining`` on who is to act; or the deal ends."""
        players = self.remaining
        if len(players) == 1:
            self._win(players[0], "fold")  # B8, B10
            return
        places = [*range(at, at + len(players))]
        if self._paid:  # who has the level is not asked again
            level = max(self._totals)
            places = [place for place in places if self._totals[players[place % len(players)]] < level]
        if places:
            self._at = places[0] % len(players)
        else:
            self._show_down()

    def _show_down(self) -> None:
        """The players who are left show their cards: the most points win, equal best points are a svara (B9, B11)."""
        hands = {seat: self._hands[seat] for seat in self.remaining}
        result = showdown(hands)
        self._events += map(Shown, hands, hands.values(), result.points)
        seats, stacks = range(self.start.seats), self.stacks
        winners = [seat for seat in seats if seat in result.winners]
        if len(winners) == 1:
            self._win(winners[0], "showdown")
            return
        fee = -(-self.pot // len(winners))
        others = [seat for seat in seats if seat not in winners and (stacks is None or fee <= stacks[seat])]  # D16, D19
        self._end(Svara(tuple(winners), self.pot, fee, clockwise(len(seats), others, self.start.dealer)))
        self._ask(0)

    def _win(self, seat: int, by: Literal["fold", "showdown"]) -> None:
        self._end(Won(seat, self.pot, by))
        self._pay(seat, -self.pot)
        self.phase = "over"

    def _end(self, outcome: Won | Svara) -> None:
        self.outcome = outcome
        self._events.append(outcome)

    def _ask(self, at: int) -> None:
        """The next from a place among those who are asked to join the svara; after the last the deal is over."""
        self._at = at
        may_join = self.outcome.may_join if isinstance(self.outcome, Svara) else ()
        self.phase = "join" if at < len(may_join) else "over"


def _cut(amount: int, most: int | None) -> int:
    """The amount, cut down to E where the rule asks for more (D19)."""
    return amount if most is None else min(amount, most)


def _dealt(hands: Mapping[int, HandLike] | Iterable[HandLike]) -> dict[int, Hand]:
    """The hands by seat, if they can have been dealt."""
    if isinstance(hands, (str, bytes, set, frozenset)) or not hasattr(hands, "__iter__"):
        raise TypeError(f"hands are a mapping or a sequence of hands, not {shown(hands)}")
    dealt = {}
    for seat, hand in hands.items() if hasattr(hands, "items") else enumerate(hands):
        try:
            dealt[whole(seat, "a seat", 0)] = parse_hand(hand)
        except SvaraError as error:
            raise type(error)(f"the hand of seat {shown(seat)}: {error}") from None
        except TypeError as error:
            raise TypeError(f"the hand of seat {shown(seat)}: {error}") from None
    if len(dealt) < 2:
        raise HandSizeError(f"a deal has two players or more, not {len(dealt)}")
    if len({card for hand in dealt.values() for card in hand}) < 3 * len(dealt):
        showdown(dealt)  # which says what card is in two hands
    return dict(sorted(dealt.items()))


def _started(
    settings: Settings,
    players: Iterable[int],
    dealer: int,
    seats: int | None,
    stacks: Iterable[int] | None,
    carried: int,
    number: int,
) -> Started:
    """What the deal begins with, if that is possible."""
    seats, stacks = seated(settings, max(players) + 1 if seats is None and stacks is None else seats, stacks)
    for seat in players:
        if not 0 <= seat < seats:
            raise SvaraError(f"there is a hand for seat {shown(seat)}; the table has seats 0 to {seats - 1}")
    dealer = whole(dealer, "the dealer")
    if dealer not in players:
        raise SvaraError(f"the dealer, seat {shown(dealer)}, has no hand; the dealer is one of the players")
    ordered = clockwise(seats, players, dealer)
    start = Started(settings, seats, ordered, stacks, whole(carried, "the carried pot", 0), whole(number, "number", 0))
    if stacks is not None:
        for seat in ordered:
            if stacks[seat] < start.ante:
                raise SvaraError(
                    f"seat {seat} has {shown(stacks[seat])} chips and can't pay the ante of {shown(start.ante)}"
                )
    return start
