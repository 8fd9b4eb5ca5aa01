"""Events that everyone at the table sees, apart from actions: the events of a deal, and the players who come and go."""

from __future__ import annotations

from svara_eval._messages import shown
from svara_eval._record import Record, final
from svara_eval.game._actions import Action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from svara_eval.game._settings import Settings
    from svara_eval.game.types import Hand


@final
class Started(Record):
    """A deal began (B1, B12, D15). The antes are paid, or the pot of a svara is carried, and the cards are dealt.

    Attributes:
        settings: The table's settings.
        seats: The number of seats at the table.
        players: The seats in the deal, clockwise from the dealer's left; the dealer is the last.
        stacks: The chips of each seat before the ante, by seat; None without stacks.
        carried: The pot that a svara is played for, with its fees; 0 in a deal with antes.
        number: The sequence number of the deal's first action.
        present: The seats that may be asked to join a svara: all that are taken and do not sit out (D16, D21).

    >>> from svara_eval.game import Settings, Table
    >>> start = Table(Settings(ante=10), seats=3, dealer=2).next_deal().start
    >>> print(start)
    seat 2 deals to seats 0, 1 and 2, who pay 10 each
    >>> start.players, start.stacks, start.carried
    ((0, 1, 2), None, 0)
    """

    __slots__ = ("settings", "seats", "players", "stacks", "carried", "number", "present")
    settings: Settings
    seats: int
    players: tuple[int, ...]
    stacks: tuple[int, ...] | None
    carried: int
    number: int
    present: tuple[int, ...]

    def __init__(
        self,
        settings: Settings,
        seats: int,
        players: tuple[int, ...],
        stacks: tuple[int, ...] | None = None,
        carried: int = 0,
        number: int = 0,
        present: tuple[int, ...] | None = None,
    ) -> None:
        present = tuple(range(seats)) if present is None else present
        self._fill(settings, seats, players, stacks, carried, number, present)

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.players[-1]

    @property
    def ante(self) -> int:
        """The chips that each player paid before the deal, which is the ante or, in a svara, 0 (D15)."""
        return 0 if self.carried else self.settings.ante

    def __str__(self) -> str:
        dealt = f"seat {self.dealer} deals to {_seats(self.players)}"
        if self.carried:
            return f"{dealt}: a svara for the pot of {shown(self.carried)}"
        return f"{dealt}, who pay {shown(self.ante)} each"


@final
class Shown(Record):
    """A player showed their cards at the showdown (B9).

    Attributes:
        seat: The player's seat.
        hand: Their three cards.
        points: The points of the hand.

    >>> from svara_eval import parse_hand
    >>> from svara_eval.game import Shown
    >>> print(Shown(2, parse_hand("7c Kh Kd"), 31))
    seat 2 shows 7♣ K♥ K♦: 31 points
    """

    __slots__ = ("seat", "hand", "points")
    seat: int
    hand: Hand
    points: int

    def __str__(self) -> str:
        return f"seat {self.seat} shows {' '.join(map(str, self.hand))}: {self.points} points"


@final
class Won(Record):
    """One player took the pot.

    Attributes:
        seat: The winner's seat.
        pot: The chips they took, their own included.
        by: "showdown" (B9), or "fold" if everyone else folded (B8, B10); then the winner shows nothing. Between two
            deals, "claim" if nobody else had a claim to the pot of the pending svara (D22).

    >>> from svara_eval.game import Won
    >>> print(Won(2, 50, "fold"))
    seat 2 takes the pot of 50; everyone else folded
    """

    __slots__ = ("seat", "pot", "by")
    seat: int
    pot: int
    by: Literal["fold", "showdown", "claim"]

    def __str__(self) -> str:
        why = {"fold": "; everyone else folded", "claim": "; everyone else gave up their claim"}.get(self.by, "")
        return f"seat {self.seat} takes the pot of {shown(self.pot)}{why}"


@final
class Svara(Record):
    """Players tied for the best points: nobody takes the pot, and a new deal is played for it (B11-B13).

    Attributes:
        tied: The seats that tied, in ascending order. They are in the new deal without paying (D15).
        pot: The pot it is played for, without the fees still to come.
        fee: The price of joining: the pot divided by the number of tied players, rounded up (D16), or all of it (D24).
        may_join: The seats that are asked to join, in that order: everyone else at the table who can pay the fee
            (D16, D19, D21).

    >>> from svara_eval.game import Svara
    >>> print(Svara(tied=(0, 2), pot=60, fee=30, may_join=(1, 3)))
    svara between seats 0 and 2 for the pot of 60; seats 1 and 3 may join for 30
    """

    __slots__ = ("tied", "pot", "fee", "may_join")
    tied: tuple[int, ...]
    pot: int
    fee: int
    may_join: tuple[int, ...]

    def __str__(self) -> str:
        join = f"; {_seats(self.may_join)} may join for {shown(self.fee)}" if self.may_join else ""
        return f"svara between {_seats(self.tied)} for the pot of {shown(self.pot)}{join}"


@final
class Sat(Record):
    """A player sat down at an empty seat (D21).

    Attributes:
        seat: The seat.
        chips: The chips the player brought; 0 at a table without stacks.

    >>> from svara_eval.game import Sat
    >>> print(Sat(3, 500))
    seat 3 is taken by a player with 500 chips
    """

    __slots__ = ("seat", "chips")
    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} is taken by a player{f' with {shown(self.chips)} chips' * bool(self.chips)}"


@final
class Left(Record):
    """A player left the table and gave up any claim to a pending svara (D21, D22).

    Attributes:
        seat: The seat, now empty.
        chips: The chips the player took away; 0 at a table without stacks.

    >>> from svara_eval.game import Left
    >>> print(Left(3, 420))
    seat 3 leaves with 420 chips
    """

    __slots__ = ("seat", "chips")
    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} leaves{f' with {shown(self.chips)} chips' * bool(self.chips)}"


@final
class Added(Record):
    """A player added chips to their stack; they count from the next deal on (D23).

    Attributes:
        seat: The player's seat.
        chips: The chips that were added.

    >>> from svara_eval.game import Added
    >>> print(Added(3, 100))
    seat 3 adds 100 chips
    """

    __slots__ = ("seat", "chips")
    seat: int
    chips: int

    def __str__(self) -> str:
        return f"seat {self.seat} adds {shown(self.chips)} chips"


@final
class SatOut(Record):
    """A player sits out from now on, without a claim to a pending svara (D21, D22).

    Attributes:
        seat: The player's seat.

    >>> from svara_eval.game import SatOut
    >>> print(SatOut(3))
    seat 3 sits out
    """

    __slots__ = ("seat",)
    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} sits out"


@final
class SatIn(Record):
    """A player who sat out is back for the next deal with antes, or for the next tie (D21, D22).

    Attributes:
        seat: The player's seat.

    >>> from svara_eval.game import SatIn
    >>> print(SatIn(3))
    seat 3 sits in
    """

    __slots__ = ("seat",)
    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} sits in"


#: An event between two deals: a player came, left, added chips, sat out or sat in.
Change = Sat | Left | Added | SatOut | SatIn

#: Everything that everyone at the table sees happen.
Event = Started | Action | Shown | Won | Svara | Change


def _seats(seats: tuple[int, ...]) -> str:
    *others, last = map(str, seats)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"
