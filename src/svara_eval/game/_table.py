"""A table: deal after deal, and svara after svara until somebody wins (D15-D19)."""

from __future__ import annotations

from svara_eval import IllegalActionError, SvaraError
from svara_eval.game._deal import Deal
from svara_eval.game._dealing import deal_hands
from svara_eval.game._events import Svara
from svara_eval._numbers import shown, whole
from svara_eval.game._settings import clockwise, seated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from svara_eval.game._settings import Settings
    from svara_eval.game.types import CardSource


class Table:
    """Seats at which deals are played, one after the other.

    Args:
        settings: what the table sets.
        seats: how many seats there are, 2 to 10; not needed with stacks.
        stacks: the chips of each seat, by seat; None is a table without stacks (D19).
        dealer: the seat that deals first; if it can't pay the ante, the next that can.
        number: the sequence number of the first action; where a table is set up anew, ``deal.number`` of the old one.

    Raises:
        SvaraError, TypeError: the seats, the stacks or the dealer are impossible.

    >>> from svara_eval.game import Action, Settings, Table
    >>> table = Table(Settings(ante=10), seats=3)
    >>> deal = table.next_deal("Qd Kh Ks Jd 10h Qs 8s 7s 9c".split())  # or a random.Random; or nothing: secure cards
    >>> for action in (Action("look"), Action("bet", 10), Action("call"), Action("call")):
    ...     events = deal.push(action)
    >>> print(events[-1])
    svara between seats 0, 1, 2 for the pot of 60
    >>> table.next_deal().start.dealer
    1
    """

    __slots__ = ("settings", "seats", "deal", "_stacks", "_dealer", "_number", "_net")
    settings: Final[Settings]
    #: How many seats there are.
    seats: Final[int]
    #: The deal that is played, or was played last; None before the first.
    deal: Deal | None
    _stacks: tuple[int, ...] | None  # at the beginning
    _dealer: int  # of the first deal, as given
    _number: int  # of its first action
    _net: tuple[int, ...]  # of each seat, before the deal

    def __init__(
        self,
        settings: Settings,
        *,
        seats: int | None = None,
        stacks: Iterable[int] | None = None,
        dealer: int = 0,
        number: int = 0,
    ) -> None:
        self.seats, self._stacks = seated(settings, seats, stacks)
        self.settings = settings
        self._dealer = whole(dealer, "the dealer")
        if not 0 <= self._dealer < self.seats:
            raise SvaraError(f"the dealer is seat {shown(dealer)}; the table has seats 0 to {self.seats - 1}")
        self._number = whole(number, "number", 0)
        self.deal = None
        self._net = (0,) * self.seats

    @classmethod
    def resume(cls, deal: Deal) -> Table:
        """The table at which a deal is played, such as one that was saved: its stacks, its dealer and a due svara.

        What the seats had won before that deal it does not know: ``net`` begins with it.

        >>> from svara_eval.game import Action, Deal, Settings, Table
        >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
        >>> Table.resume(deal).deal is deal
        True
        """
        if not isinstance(deal, Deal):
            raise TypeError(f"{shown(deal)} of type {type(deal).__name__} is no Deal")
        start = deal.start
        table = cls(start.settings, seats=start.seats, stacks=start.stacks, dealer=start.dealer, number=start.number)
        table.deal = deal
        return table

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has won (or, below 0, lost or put in) at this table, by seat."""
        return self._net if self.deal is None else tuple(map(int.__add__, self._net, self.deal.net))

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """The chips that each seat has now, by seat; None where the table is played without stacks."""
        return self._stacks if self.deal is None else self.deal.stacks

    @property
    def next_players(self) -> tuple[int, ...]:
        """Who would be in the next deal, those who tied and who joined, or all that can pay the ante.

        It is empty if there is no next deal, and while a deal is played.
        """
        deal = self.deal
        if deal is not None and deal.phase != "over":
            return ()
        if deal is not None and isinstance(deal.outcome, Svara):
            return tuple(sorted(deal.outcome.tied + deal.joined))  # D15, D16
        stacks = self.stacks
        players = tuple(seat for seat in range(self.seats) if stacks is None or stacks[seat] >= self.settings.ante)
        return players if len(players) > 1 else ()

    @property
    def next_dealer(self) -> int | None:
        """Who deals next, the next seat clockwise that is in the deal (D17); None if there is no next deal.

        The first to deal is the dealer that was given, or where he can't pay the ante the next who can.

        >>> from svara_eval.game import Settings, Table
        >>> Table(Settings(ante=10), stacks=[500, 0, 500], dealer=1).next_dealer
        2
        """
        last = self._dealer - 1 if self.deal is None else self.deal.start.dealer
        return next(iter(clockwise(self.seats, self.next_players, last)), None)

    def next_deal(self, cards: CardSource = None) -> Deal:
        """Begin the next deal: the svara that is due, or a deal with antes.

        Args:
            cards: the deck, top card first; or a ``random.Random`` that shuffles one; or None: the secure randomness of
                the system does.

        Raises:
            IllegalActionError: the last deal is not over, or fewer than two players can pay the ante.
            CardError, DuplicateCardError, HandSizeError: there is a fault in the deck; then the table is as it was.
        """
        players, dealer, last = self.next_players, self.next_dealer, self.deal
        if dealer is None:
            if last is not None and last.phase != "over":
                raise IllegalActionError(f"the deal is not over; it is the turn of seat {last.turn}")
            raise IllegalActionError(f"fewer than two players can pay the ante of {shown(self.settings.ante)}")
        deal = Deal(
            self.settings,
            deal_hands(clockwise(self.seats, players, dealer), cards),
            dealer,
            seats=self.seats,
            stacks=self.stacks,
            carried=last.pot if last else 0,
            number=last.number if last else self._number,
        )
        self._net, self.deal = self.net, deal
        return deal

    def __repr__(self) -> str:
        return f"<Table of {self.seats}: {self.deal!r}>"
