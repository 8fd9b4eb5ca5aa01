"""A table: deal after deal, and svara after svara until somebody wins (D15-D19)."""

from __future__ import annotations

from svara_eval import IllegalActionError
from svara_eval._numbers import shown, whole
from svara_eval._record import Record, final
from svara_eval.game._deal import Deal, started, summary
from svara_eval.game._dealing import deal_hands
from svara_eval.game._events import Started, Svara
from svara_eval.game._seats import clockwise, seated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from svara_eval.game._settings import Settings
    from svara_eval.game.types import CardSource


@final
class _State(Record):
    """A table between two deals.

    Attributes:
        settings: What the table sets.
        seats: The number of seats.
        stacks: The chips of each seat when the table was set up; None without stacks.
        dealer: The seat that was to deal first.
        number: The sequence number of the first action.
        net: What each seat had won before the deal, by seat.
        deal: The deal in progress, or the last one; None before the first.
    """

    __slots__ = ("settings", "seats", "stacks", "dealer", "number", "net", "deal")
    settings: Settings
    seats: int
    stacks: tuple[int, ...] | None
    dealer: int
    number: int
    net: tuple[int, ...]
    deal: Deal | None


@final
class Table:
    """Seats at which deals are played, one after the other. Only ``next_deal`` changes a table.

    Args:
        settings: What the table sets.
        seats: The number of seats, 2 to 10; not needed with stacks.
        stacks: The chips of each seat, by seat; None to play without stacks (D19).
        dealer: The seat that deals first. If it can't pay the ante, the next seat that can deals.
        number: The sequence number of the first action.

    Raises:
        SvaraError: The seats, the stacks, the dealer or the number are impossible.
        TypeError: One of them is not a whole number, or the settings are not Settings.

    >>> from svara_eval.game import Settings, Table
    >>> table = Table(Settings(ante=10), seats=3)
    >>> deal = table.next_deal("Qd Kh Ks Jd 10h Qs 8s 7s 9c".split())  # or none, for a secure shuffle
    >>> for action in ("look", "bet 10", "call", "call"):
    ...     events = deal.push(action)
    >>> print(events[-1])
    svara between seats 0, 1, 2 for the pot of 60
    >>> table
    <Table of 3 seats: svara between seats 0, 1, 2 for the pot of 60; seat 1 deals next>
    """

    # One assignment swaps the whole state, so nothing that interrupts a deal can leave half of it.
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
    ) -> None:
        seats, chips = seated(settings, seats, stacks)
        dealer = whole(dealer, "the dealer", 0, seats - 1)
        self._state = _State(settings, seats, chips, dealer, whole(number, "number", 0), (0,) * seats, None)

    @classmethod
    def resume(cls, deal: Deal) -> Table:
        """The table at which a deal is played, with its stacks, its dealer and the svara that may be pending.

        It does not know what the seats had won before that deal, so ``net`` starts with it.

        Args:
            deal: The deal in progress or the last one, such as a saved deal.

        Raises:
            TypeError: It is not a Deal.

        >>> from svara_eval.game import Deal, Settings, Table
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> Table.resume(deal).deal is deal
        True
        """
        if not isinstance(deal, Deal):
            raise TypeError(f"a table resumes a Deal, not {shown(deal)} of type {type(deal).__name__}")
        start, net = deal.start, (0,) * deal.start.seats
        return _in_state(_State(start.settings, start.seats, start.stacks, start.dealer, start.number, net, deal))

    @property
    def settings(self) -> Settings:
        """What the table sets."""
        return self._state.settings

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._state.seats

    @property
    def deal(self) -> Deal | None:
        """The deal in progress, or the last one; None before the first."""
        return self._state.deal

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has won (or, below 0, lost or put in) at this table, by seat."""
        net, deal = self._state.net, self._state.deal
        return net if deal is None else tuple(map(int.__add__, net, deal.net))

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips that each seat has now, by seat; None without stacks."""
        return self._state.stacks if self._state.deal is None else self._state.deal.stacks

    @property
    def next_players(self) -> tuple[int, ...]:
        """The players of the next deal, either those who tied and those who joined or everyone who can pay the ante.

        It is empty if there is no next deal, and while a deal is in progress.
        """
        deal, stacks, ante = self.deal, self.stacks, self.settings.ante
        if deal is not None and deal.phase != "over":
            return ()
        if deal is not None and isinstance(deal.outcome, Svara):
            return tuple(sorted(deal.outcome.tied + deal.joined))  # D15, D16
        players = tuple(seat for seat in range(self.seats) if stacks is None or stacks[seat] >= ante)
        return players if len(players) > 1 else ()

    @property
    def next_dealer(self) -> int | None:
        """The seat that deals next, the first one clockwise that is in the deal (D17). None if there is no next deal.

        The first deal is dealt by the dealer that was given or, if that seat can't pay the ante, by the next that can.

        >>> from svara_eval.game import Settings, Table
        >>> Table(Settings(ante=10), stacks=[500, 0, 500], dealer=1).next_dealer
        2
        """
        last = self._state.dealer - 1 if self.deal is None else self.deal.start.dealer
        return next(iter(clockwise(self.seats, self.next_players, last)), None)

    def next_deal(self, cards: CardSource = None) -> Deal:
        """Start the next deal: the pending svara, or a deal with antes.

        Args:
            cards: A deck, top card first; a ``random.Random`` or a NumPy Generator that shuffles one; or None, to
                shuffle one with the system's secure randomness.

        Raises:
            IllegalActionError: The last deal is not over, or fewer than two players can pay the ante.
            CardError, DuplicateCardError, HandSizeError: The deck is invalid. The table is unchanged.
            TypeError: ``cards`` is not a source of cards. A seed is refused, since it would repeat one shuffle.
        """
        state, last, dealer = self._state, self._state.deal, self.next_dealer
        if dealer is None:
            if last is not None and last.phase != "over":
                raise IllegalActionError(f"the deal is not over; it is the turn of seat {last.turn}")
            raise IllegalActionError(f"fewer than two players can pay the ante of {shown(state.settings.ante)}")
        players = clockwise(state.seats, self.next_players, dealer)
        hands = deal_hands(players, cards)
        if self._state is not state:
            raise IllegalActionError("another deal was started while this one was being dealt")
        carried, number = (last.pot, last.number) if last else (0, state.number)
        deal = started(Started(state.settings, state.seats, players, self.stacks, carried, number), hands)
        self._state = _State(state.settings, state.seats, state.stacks, state.dealer, state.number, self.net, deal)
        return deal

    def __copy__(self) -> Table:
        return _in_state(self._state.__replace__(deal=self.deal and self.deal.copy()))

    def __deepcopy__(self, memo: object) -> Table:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, tuple[_State]]:
        return _in_state, (self._state,)

    def __repr__(self) -> str:
        chips = "" if self.stacks is None else f" with stacks {', '.join(map(shown, self.stacks))}"
        now = [] if self.deal is None else [summary(self.deal)]
        if self.deal is None or self.deal.phase == "over":
            now.append("no next deal" if self.next_dealer is None else f"seat {self.next_dealer} deals next")
        return f"<Table of {self.seats} seats{chips}: {'; '.join(now)}>"

    def __init_subclass__(cls) -> None:
        raise TypeError("Table cannot be subclassed")


def _in_state(state: _State) -> Table:
    """A table in a state that another one has reached."""
    table = object.__new__(Table)
    table._state = state
    return table
