"""A table: deal after deal, svara after svara until someone wins, and players who come and go (D15-D23)."""

from __future__ import annotations

from svara_eval import IllegalActionError, SvaraError
from svara_eval._arguments import whole
from svara_eval._messages import shown
from svara_eval._record import Record, final
from svara_eval.game._deal import replayed, summary
from svara_eval.game._dealing import deal_hands
from svara_eval.game._described import table_html
from svara_eval.game._events import Added, Left, Sat, SatIn, SatOut, Svara
from svara_eval.game._seating import Seating, after_change, after_deal
from svara_eval.game._seats import seated, some_seats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar

    from svara_eval.game._deal import Deal
    from svara_eval.game._events import Change, Event
    from svara_eval.game._settings import Settings
    from svara_eval.game.types import CardSource


@final
class _State(Record):
    """A table at any time.

    Attributes:
        seating: The seats and chips before the deal or, if it is counted, after it.
        deal: The deal in progress, or the last one; None before the first.
        counted: Whether the seating includes the result of the deal.
    """

    __slots__ = ("seating", "deal", "counted")
    seating: Seating
    deal: Deal | None
    counted: bool


@final
class Table:
    """Seats at which deals are played, one after the other. Between two deals, players come and go.

    Args:
        settings: The table's settings.
        seats: The number of seats, 2 to 10; not needed with stacks.
        stacks: The chips of each seat, by seat, 0 where it is empty; None to play without stacks (D19).
        dealer: The seat that deals first. If it cannot pay the ante or is empty, the next seat that can pay deals.
        number: The sequence number of the first action.
        taken: The seats that are taken at the start (default: all).

    Raises:
        SvaraError: The seats, the stacks, the dealer or the number are impossible, or an empty seat has chips.
        TypeError: A number is not whole, or the settings are not Settings.

    >>> from svara_eval.game import Settings, Table
    >>> table = Table(Settings(ante=10), seats=3)
    >>> deck = "Qd Kh Ks Jd 10h Qs 8s 7s 9c".split()  # without one, a secure shuffle
    >>> deal = table.next_deal(deck)
    >>> for action in ("look", "bet 10", "call", "call"):
    ...     events = deal.push(action)
    >>> print(events[-1])
    svara between seats 0, 1 and 2 for the pot of 60
    >>> print(*table.leave(1))
    seat 1 leaves
    >>> table.claims, table.pot
    ((0, 2), 60)
    """

    # One assignment swaps the whole state, so nothing that interrupts a change can leave half of it.
    __slots__ = ("_state",)
    _state: _State

    def __init__(
        self,
        settings: Settings,
        *,
        seats: int | None = None,
        stacks: Iterable[int] | None = None,
        dealer: int = 0,
        number: int = 0,
        taken: Iterable[int] | None = None,
    ) -> None:
        seats, chips = seated(settings, seats, stacks)
        dealer = whole(dealer, "dealer", 0, seats - 1)
        sat = tuple(range(seats)) if taken is None else some_seats(seats, taken, "taken")
        for seat, stack in enumerate(chips or ()):
            if stack and seat not in sat:
                raise SvaraError(f"seat {seat} is empty, so its stack must be 0, not {shown(stack)}")
        last, number, net = (dealer - 1) % seats, whole(number, "number", 0), (0,) * seats
        seating = Seating(
            settings=settings,
            taken=sat,
            sitting_out=(),
            stacks=chips,
            net=net,
            claims=(),
            pot=0,
            dealer=last,
            number=number,
            brought=sum(chips or ()),
            taken_away=0,
            departed_net=0,
        )
        self._state = _State(seating, None, False)

    # Its current state ------------------------------------------------------------------------------------------------

    @property
    def _now(self) -> Seating:
        """Return the seating with the results of the deal so far."""
        state = self._state
        return state.seating if state.deal is None or state.counted else after_deal(state.seating, state.deal)

    @property
    def settings(self) -> Settings:
        """The table's settings."""
        return self._state.seating.settings

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self._state.seating.net)

    @property
    def taken(self) -> tuple[int, ...]:
        """The seats that are taken, in ascending order."""
        return self._state.seating.taken

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """The taken seats that sit out (D21)."""
        return self._state.seating.sitting_out

    @property
    def deal(self) -> Deal | None:
        """The deal in progress, or the last one; None before the first."""
        return self._state.deal

    @property
    def net(self) -> tuple[int, ...]:
        """The chips that each seat has won (or, below 0, lost or put in) since it was taken, by seat.

        The sum of ``net``, ``departed_net`` and ``pot`` is always 0 (D20).
        """
        return self._now.net

    @property
    def departed_net(self) -> int:
        """The chips that the players who left have won (or, below 0, lost) in total."""
        return self._now.departed_net

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips that each seat has now, by seat, 0 where it is empty; None without stacks."""
        return self._now.stacks

    @property
    def pot(self) -> int:
        """The chips in the pot of the deal in progress or of the pending svara; 0 if there is neither."""
        return self._now.pot

    @property
    def brought(self) -> int:
        """The chips brought to the table, including the first stacks.

        With stacks, the chips brought minus the chips ``taken_away`` always equal ``stacks`` plus ``pot`` (D20).
        """
        return self._now.brought

    @property
    def taken_away(self) -> int:
        """The chips taken away from the table."""
        return self._now.taken_away

    @property
    def claims(self) -> tuple[int, ...]:
        """The seats with a claim to the pot of the pending svara (D22); empty if no svara is pending.

        They tied or joined, and have neither left nor sat out since.
        """
        return self._now.claims

    @property
    def next_players(self) -> tuple[int, ...]:
        """The players of the next deal, those with a claim or, without a pending svara, everyone active who can pay.

        It is empty if there is no next deal, and while a deal is in progress.
        """
        return () if self._in_progress() else self._now.next_players

    @property
    def next_dealer(self) -> int | None:
        """The seat that deals next, the first one clockwise that is in the deal (D17); None if there is no next deal.

        The first deal is dealt by the dealer that was given or, if that seat is not in the deal, by the next that is.

        >>> from svara_eval.game import Settings, Table
        >>> Table(Settings(ante=10), stacks=[500, 0, 500], dealer=1).next_dealer
        2
        """
        start = None if self._in_progress() else self._now.next_start
        return None if start is None else start.dealer

    # The next deal ----------------------------------------------------------------------------------------------------

    def next_deal(self, cards: CardSource = None) -> Deal:
        """Start the next deal: the pending svara, or a deal with antes.

        Args:
            cards: A deck, top card first; a ``random.Random`` or a NumPy Generator that shuffles one; or None, to
                shuffle one with the system's secure randomness.

        Raises:
            IllegalActionError: The last deal is not over, or fewer than two active players can pay the ante.
            CardError, DuplicateCardError, HandSizeError: The deck is invalid. The table is unchanged.
            TypeError: ``cards`` is not a source of cards. A seed is refused, since it would repeat one shuffle.

        >>> from svara_eval.game import Settings, Table
        >>> deal = Table(Settings(ante=10), seats=2).next_deal("7c As Kh Ad Kd 10c".split())
        >>> deal.hands[1], deal.start.dealer
        ((Card('7♣'), Card('K♥'), Card('K♦')), 0)
        """
        state, seating = self._state, self._between()
        start = seating.next_start
        if start is None:
            ante, stacks = seating.settings.ante, seating.stacks
            able = sum(stacks is None or stacks[seat] >= ante for seat in seating.present)
            players = f"there {'is' if able == 1 else 'are'} {able or 'none'}"
            raise IllegalActionError(
                f"a deal needs two active players who can pay the ante of {shown(ante)}; {players}"
            )
        hands = deal_hands(start.players, cards)
        if self._state is not state:
            raise IllegalActionError("the table has changed while this deal was being dealt")
        deal = replayed(start, hands)
        self._state = _State(seating, deal, False)
        return deal

    # Coming and going (D21-D23) ---------------------------------------------------------------------------------------

    def sit(self, seat: int, chips: int | None = None) -> tuple[Event, ...]:
        """Seat a player at an empty seat. They wait for the next deal with antes, or for the next tie (D22).

        Args:
            seat: The seat.
            chips: The chips the player brings; left out at a table without stacks.

        Returns:
            The events, here a ``Sat``.

        Raises:
            IllegalActionError: The last deal is not over, or the seat is taken.
            SvaraError: There is no such seat, or chips are missing, negative, or given at a table without stacks.
            TypeError: The seat or the chips are not a whole number.

        >>> from svara_eval.game import Settings, Table
        >>> table = Table(Settings(ante=10), stacks=[500, 500, 0], taken=[0, 1])
        >>> table.sit(2, 300), table.stacks
        ((Sat(seat=2, chips=300),), (500, 500, 300))
        """
        seat, brought = self._seat(seat), 0 if chips is None else whole(chips, "chips", 0)
        seating = self._between()
        if seat in seating.taken:
            raise IllegalActionError(f"seat {seat} is taken")
        if chips is not None and seating.stacks is None:
            raise SvaraError("this table has no stacks; leave out chips")
        if chips is None and seating.stacks is not None:
            raise SvaraError(f"this table has stacks; give the chips that seat {seat} brings")
        return self._change(seating, Sat(seat, brought))

    def leave(self, seat: int) -> tuple[Event, ...]:
        """Empty a seat. The player takes their chips away and gives up any claim to the pot of a pending svara (D22).

        Args:
            seat: The seat.

        Returns:
            The events, a ``Left`` whose ``chips`` are those taken away and, if one claim is left, a ``Won``.

        Raises:
            IllegalActionError: The last deal is not over, or the seat is empty.
            SvaraError: There is no such seat.
            TypeError: The seat is not a whole number.

        >>> from svara_eval.game import Settings, Table
        >>> table = Table(Settings(ante=10), stacks=[500, 400, 300])
        >>> table.leave(1), table.stacks, table.brought - table.taken_away
        ((Left(seat=1, chips=400),), (500, 0, 300), 800)
        """
        seat = self._seat(seat)
        seating = self._between_with(seat)
        return self._change(seating, Left(seat, 0 if seating.stacks is None else seating.stacks[seat]))

    def add_chips(self, seat: int, chips: int) -> tuple[Event, ...]:
        """Add chips to the stack of a player. They count from the next deal on (D23).

        Args:
            seat: The player's seat.
            chips: The number of chips to add, at least 1.

        Returns:
            The events, here an ``Added``.

        Raises:
            IllegalActionError: The last deal is not over, or the seat is empty.
            SvaraError: There is no such seat, fewer than 1 chip is added, or the table is played without stacks.
            TypeError: The seat or the chips are not a whole number.

        >>> from svara_eval.game import Settings, Table
        >>> table = Table(Settings(ante=10), stacks=[500, 400])
        >>> print(*table.add_chips(1, 100))
        seat 1 adds 100 chips
        """
        seat, chips = self._seat(seat), whole(chips, "chips", 1)
        seating = self._between_with(seat)
        if seating.stacks is None:
            raise SvaraError("this table has no stacks to add chips to")
        return self._change(seating, Added(seat, chips))

    def sit_out(self, seat: int) -> tuple[Event, ...]:
        """Let a player sit out, without a claim to a pending svara, until they sit in again (D21, D22).

        Args:
            seat: The player's seat.

        Returns:
            The events, a ``SatOut`` and, if one claim is left, a ``Won``.

        Raises:
            IllegalActionError: The last deal is not over, the seat is empty, or it already sits out.
            SvaraError: There is no such seat.
            TypeError: The seat is not a whole number.

        >>> from svara_eval.game import Settings, Table
        >>> table = Table(Settings(ante=10), seats=3)
        >>> table.sit_out(1), table.next_players
        ((SatOut(seat=1),), (0, 2))
        """
        seat = self._seat(seat)
        seating = self._between_with(seat)
        if seat in seating.sitting_out:
            raise IllegalActionError(f"seat {seat} already sits out")
        return self._change(seating, SatOut(seat))

    def sit_in(self, seat: int) -> tuple[Event, ...]:
        """Let a player who sat out play again, starting with the next deal with antes or the next tie (D21, D22).

        Args:
            seat: The player's seat.

        Returns:
            The events, here a ``SatIn``.

        Raises:
            IllegalActionError: The last deal is not over, or the seat does not sit out.
            SvaraError: There is no such seat.
            TypeError: The seat is not a whole number.

        >>> from svara_eval.game import Settings, Table
        >>> table = Table(Settings(ante=10), seats=3)
        >>> events = table.sit_out(1) + table.sit_in(1)
        >>> table.next_players
        (0, 1, 2)
        """
        seat = self._seat(seat)
        seating = self._between_with(seat)
        if seat not in seating.sitting_out:
            raise IllegalActionError(f"seat {seat} does not sit out")
        return self._change(seating, SatIn(seat))

    def _in_progress(self) -> bool:
        deal = self._state.deal
        return deal is not None and deal.turn is not None

    # A method first makes its arguments plain numbers, which may run code of the caller, and then reads the state.

    def _seat(self, seat: int) -> int:
        """Return a seat of the table."""
        return whole(seat, "seat", 0, self.seats - 1)

    def _between(self) -> Seating:
        """Return the seating, unless a deal is in progress."""
        deal = self._state.deal
        if deal is not None and deal.turn is not None:
            raise IllegalActionError(f"the deal is not over; it is the turn of seat {deal.turn}")
        return self._now

    def _between_with(self, seat: int) -> Seating:
        """Return the seating, in which a seat must be taken."""
        seating = self._between()
        if seat not in seating.taken:
            raise IllegalActionError(f"seat {seat} is empty")
        return seating

    def _change(self, seating: Seating, change: Change) -> tuple[Event, ...]:
        """Make a possible change, and return its events."""
        seating, happened = after_change(seating, change)
        self._state = _State(seating, self._state.deal, True)
        return happened

    # Copies -----------------------------------------------------------------------------------------------------------

    def __copy__(self) -> Table:
        deal = self._state.deal
        return table_in_state(self._state.seating, deal and deal.copy(), self._state.counted)

    def __deepcopy__(self, memo: object) -> Table:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return table_in_state, (self._state.seating, self._state.deal, self._state.counted)

    def __eq__(self, other: object) -> bool:
        return (self._now, self.deal) == (other._now, other.deal) if isinstance(other, Table) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        now = self._now
        empty = "" if len(now.taken) == self.seats else f" ({len(now.taken)} taken)"
        chips = "" if now.stacks is None else f" with stacks {', '.join(map(shown, now.stacks))}"
        parts = [] if self.deal is None else [summary(self.deal)]
        if not self._in_progress():
            if self.deal is not None and isinstance(self.deal.outcome, Svara):
                parts = [str(Svara(now.claims, now.pot, 0, ())) if now.claims else "the last claim took the pot"]
            parts.append("no next deal" if self.next_dealer is None else f"seat {self.next_dealer} deals next")
        return f"<Table of {self.seats} seats{empty}{chips}: {'; '.join(parts)}>"

    def _repr_html_(self) -> str:
        return table_html(self)

    def __init_subclass__(cls) -> None:
        raise TypeError("Table cannot be subclassed")


def seating_of(table: Table) -> Seating:
    """Return the seating before the deal in progress or, between two deals, the current one."""
    return table._state.seating if table._in_progress() else table._now


def table_in_state(seating: Seating, deal: Deal | None, counted: bool) -> Table:
    """Return a table in a state that another one has reached."""
    table = object.__new__(Table)
    table._state = _State(seating, deal, counted)
    return table
