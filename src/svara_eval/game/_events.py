"""What everybody at the table sees happen, beside the actions: the start of a deal, shown cards, and how it ended."""

from __future__ import annotations

from svara_eval._record import Record, final
from svara_eval.game._actions import Action
from svara_eval._numbers import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from svara_eval.game._settings import Settings
    from svara_eval.game.types import Hand


@final
class Started(Record):
    """A deal began: the antes are paid and the cards dealt, or it is a svara and its pot is carried (B1, B12, D15).

    Attributes:
        settings: what the table sets.
        seats: how many seats the table has.
        players: the seats in the deal, clockwise from the dealer's left; so the dealer is the last.
        stacks: the chips of each seat before the ante; None where the table is played without stacks.
        carried: the pot that a svara is played for, with its fees; 0 in a deal with antes.
        number: the sequence number of the deal's first action.

    >>> from svara_eval.game import Settings, Table
    >>> start = Table(Settings(ante=10), seats=3, dealer=2).next_deal().start
    >>> print(start)
    seat 2 deals to seats 0, 1, 2, who pay 10 each
    >>> start.players, start.stacks, start.carried
    ((0, 1, 2), None, 0)
    """

    __slots__ = ("settings", "seats", "players", "stacks", "carried", "number")
    settings: Settings
    seats: int
    players: tuple[int, ...]
    stacks: tuple[int, ...] | None
    carried: int
    number: int

    def __init__(
        self,
        settings: Settings,
        seats: int,
        players: tuple[int, ...],
        stacks: tuple[int, ...] | None = None,
        carried: int = 0,
        number: int = 0,
    ) -> None:
        self._fill(settings, seats, players, stacks, carried, number)

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""
        return self.players[-1]

    @property
    def ante(self) -> int:
        """What each player has paid before the deal, the ante; in a svara nothing (D15)."""
        return 0 if self.carried else self.settings.ante

    def __str__(self) -> str:
        dealt = f"seat {self.dealer} deals to {_listed(self.players)}"
        if self.carried:
            return f"{dealt}: a svara for the pot of {shown(self.carried)}"
        return f"{dealt}, who pay {shown(self.ante)} each"


@final
class Shown(Record):
    """A player showed his cards at the showdown (B9).

    Attributes:
        seat: whose cards they are.
        hand: his three cards.
        points: what they are worth.

    >>> from svara_eval import parse_hand
    >>> from svara_eval.game import Shown
    >>> print(Shown(2, parse_hand("7c Kh Kd"), 31))
    seat 2 shows 7♣ K♥ K♦: 31 points
    """

    __slots__ = ("seat", "hand", "points")
    seat: int
    hand: Hand
    points: int

    def __init__(self, seat: int, hand: Hand, points: int) -> None:
        self._fill(seat, hand, points)

    def __str__(self) -> str:
        return f"seat {self.seat} shows {' '.join(map(str, self.hand))}: {self.points} points"


@final
class Won(Record):
    """The deal is over: one player took the pot.

    Attributes:
        seat: who won.
        pot: what he took, his own chips included.
        by: "showdown" (B9), or "fold" where nobody else was left (B8, B10); then he shows nothing.

    >>> from svara_eval.game import Won
    >>> print(Won(2, 50, "fold"))
    seat 2 takes the pot of 50, all others folded
    """

    __slots__ = ("seat", "pot", "by")
    seat: int
    pot: int
    by: Literal["fold", "showdown"]

    def __init__(self, seat: int, pot: int, by: Literal["fold", "showdown"]) -> None:
        self._fill(seat, pot, by)

    def __str__(self) -> str:
        return f"seat {self.seat} takes the pot of {shown(self.pot)}{', all others folded' * (self.by == 'fold')}"


@final
class Svara(Record):
    """The best points are shared: nobody takes the pot, and a new deal is played for it (B11-B13).

    Attributes:
        tied: the seats that share the best points, in order; they are in the new deal without paying (D15).
        pot: what it is played for, without the fees that follow.
        fee: what joining costs: the pot by the number of tied players, rounded up (D16).
        may_join: who is asked to join, in that order: every other seat that can pay the fee (D16, D19).

    >>> from svara_eval.game import Svara
    >>> print(Svara(tied=(0, 2), pot=60, fee=30, may_join=(1, 3)))
    svara between seats 0, 2 for the pot of 60; seats 1, 3 may join for 30
    """

    __slots__ = ("tied", "pot", "fee", "may_join")
    tied: tuple[int, ...]
    pot: int
    fee: int
    may_join: tuple[int, ...]

    def __init__(self, tied: tuple[int, ...], pot: int, fee: int, may_join: tuple[int, ...]) -> None:
        self._fill(tied, pot, fee, may_join)

    def __str__(self) -> str:
        join = f"; {_listed(self.may_join)} may join for {shown(self.fee)}" if self.may_join else ""
        return f"svara between {_listed(self.tied)} for the pot of {shown(self.pot)}{join}"


#: What everybody at the table sees happen.
Event = Started | Action | Shown | Won | Svara


def _listed(seats: tuple[int, ...]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"
