"""The seats of a table between two deals, with their chips and claims (D20-D23).

A seating is immutable. A deal leads to another one, and so does each player who comes, goes, or adds chips.
"""

from __future__ import annotations

from svara_eval._record import Record, final
from svara_eval.game._events import Added, Left, Sat, SatIn, SatOut, Started, Svara, Won
from svara_eval.game._seats import clockwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from svara_eval.game._deal import Deal
    from svara_eval.game._events import Change
    from svara_eval.game._settings import Settings


@final
class Seating(Record):
    """A table between two deals.

    Attributes:
        settings: The table's settings.
        taken: The seats that are taken, in ascending order.
        sitting_out: The taken seats that sit out.
        stacks: The chips of each seat, 0 where it is empty; None without stacks.
        net: What the player of each seat has won (or, below 0, lost or put in); 0 where it is empty.
        claims: The seats with a claim to the pot of a pending svara, in ascending order; empty if there is none (D22).
        pot: The pot of the pending svara, else 0.
        dealer: The seat that dealt last; before the first deal, the one before the seat that is to deal first.
        number: The sequence number of the next action.
        brought: The chips that came to the table.
        taken_away: The chips that left it.
        departed_net: The chips that the players who left had won in total.
    """

    __slots__ = (
        "settings",
        "taken",
        "sitting_out",
        "stacks",
        "net",
        "claims",
        "pot",
        "dealer",
        "number",
        "brought",
        "taken_away",
        "departed_net",
    )
    settings: Settings
    taken: tuple[int, ...]
    sitting_out: tuple[int, ...]
    stacks: tuple[int, ...] | None
    net: tuple[int, ...]
    claims: tuple[int, ...]
    pot: int
    dealer: int
    number: int
    brought: int
    taken_away: int
    departed_net: int

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that are taken and do not sit out."""
        return tuple(seat for seat in self.taken if seat not in self.sitting_out) if self.sitting_out else self.taken

    @property
    def next_players(self) -> tuple[int, ...]:
        """The players of the next deal: those with a claim (D15, D16, D22), or everyone who can pay the ante (D21)."""
        if self.claims:
            return self.claims
        ante, stacks = self.settings.ante, self.stacks
        players = self.present if stacks is None else tuple([seat for seat in self.present if stacks[seat] >= ante])
        return players if len(players) > 1 else ()

    @property
    def next_start(self) -> Started | None:
        """The start of the next deal; None if there is none. The next seat that is in it deals (D17)."""
        players = clockwise(len(self.net), self.next_players, self.dealer)
        if not players:
            return None
        players = (*players[1:], players[0])
        return Started(self.settings, len(self.net), players, self.stacks, self.pot, self.number, self.present)


def after_deal(seating: Seating, deal: Deal) -> Seating:
    """Return the seating with the chips of a deal counted and, once the deal is over, the claims that follow."""
    claims: tuple[int, ...] = ()
    if deal.turn is None and isinstance(deal.outcome, Svara):
        claims = tuple(sorted(deal.outcome.tied + deal.joined))  # D15, D16
    net = tuple(map(int.__add__, seating.net, deal.net))
    return Seating(  # written out, since __replace__ takes three times as long
        settings=seating.settings,
        taken=seating.taken,
        sitting_out=seating.sitting_out,
        stacks=deal.stacks,
        net=net,
        claims=claims,
        pot=deal.pot,
        dealer=deal.start.dealer,
        number=deal.number,
        brought=seating.brought,
        taken_away=seating.taken_away,
        departed_net=seating.departed_net,
    )


def after_change(old: Seating, change: Change) -> tuple[Seating, tuple[Change | Won, ...]]:
    """Return the seating after a possible change, and the events: the last claim takes the pot (D22)."""
    seat = change.seat
    match change:
        case Sat(chips=chips):
            stacks, brought = _plus(old.stacks, seat, chips), old.brought + chips
            new = old.__replace__(taken=_with(old.taken, seat), stacks=stacks, brought=brought)
        case Added(chips=chips):
            new = old.__replace__(stacks=_plus(old.stacks, seat, chips), brought=old.brought + chips)
        case Left(chips=chips):
            new = old.__replace__(
                taken=_without(old.taken, seat),
                sitting_out=_without(old.sitting_out, seat),
                claims=_without(old.claims, seat),
                stacks=_plus(old.stacks, seat, -chips),
                taken_away=old.taken_away + chips,
                net=_plus(old.net, seat, -old.net[seat]),
                departed_net=old.departed_net + old.net[seat],
            )
        case SatOut():
            new = old.__replace__(sitting_out=_with(old.sitting_out, seat), claims=_without(old.claims, seat))
        case SatIn():
            new = old.__replace__(sitting_out=_without(old.sitting_out, seat))
    if len(new.claims) != 1:
        return new, (change,)
    (winner,) = new.claims
    stacks, net = _plus(new.stacks, winner, new.pot), _plus(new.net, winner, new.pot)
    return new.__replace__(stacks=stacks, net=net, claims=(), pot=0), (change, Won(winner, new.pot, "claim"))


def _with(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(sorted((*seats, seat)))


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)


def _plus(chips: tuple[int, ...] | None, seat: int, more: int) -> tuple[int, ...] | None:
    """Return the chips of all seats with some more at one; None without stacks."""
    return None if chips is None else (*chips[:seat], chips[seat] + more, *chips[seat + 1 :])
