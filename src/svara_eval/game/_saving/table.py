"""The saved fields of a table: its seating, and the deal in progress or the last one."""

from __future__ import annotations

from svara_eval import HistoryError
from svara_eval._arguments import whole
from svara_eval._messages import located
from svara_eval.game._events import Svara
from svara_eval.game._saving.deal import (
    DEAL_FIELDS,
    deal_fields,
    deal_from,
    settings_fields,
    settings_from,
    stacks_from,
)
from svara_eval.game._saving.text import list_of, number_of, object_of
from svara_eval.game._seating import Seating
from svara_eval.game._seats import seated, some_seats
from svara_eval.game._table import seating_of, table_in_state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from svara_eval.game._deal import Deal
    from svara_eval.game._table import Table

TABLE_FIELDS: Final = (
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
    "deal",
)


def table_fields(table: Table) -> dict[str, Any]:
    """Return the saved fields of a table.

    The seating is the one before the deal in progress or, between two deals, the current one.
    """
    seating, deal = seating_of(table), table.deal
    return {
        "settings": settings_fields(seating.settings),
        "taken": [*seating.taken],
        "sitting_out": [*seating.sitting_out],
        "stacks": None if seating.stacks is None else [*seating.stacks],
        "net": [*seating.net],
        "claims": [*seating.claims],
        "pot": seating.pot,
        "dealer": seating.dealer,
        "number": seating.number,
        "brought": seating.brought,
        "taken_away": seating.taken_away,
        "departed_net": seating.departed_net,
        "deal": None if deal is None else deal_fields(deal),
    }


def table_from(saved: dict[str, Any]) -> Table:
    """Return the table with the given fields.

    Raises:
        SvaraError, TypeError: A field is wrong; the message gives its location.
    """
    seating, deal = _seating(saved), None
    if saved["deal"] is not None:
        with located("deal"):
            deal = deal_from(object_of(saved["deal"], "", DEAL_FIELDS))
    _check_deal(seating, deal)
    return table_in_state(seating, deal, deal is None or deal.turn is None)


def _seating(saved: dict[str, Any]) -> Seating:
    """Return the seating, with each field checked and the chips adding up (D20)."""
    settings, stacks = settings_from(saved["settings"]), stacks_from(saved["stacks"])
    net = tuple(number_of(chips, "net") for chips in list_of(saved["net"], "net"))
    with located("net"):
        seats, chips = seated(settings, len(net), stacks)
    lists = {name: list_of(saved[name], name) for name in ("taken", "sitting_out", "claims")}
    taken, out, claims = (
        some_seats(seats, [number_of(seat, name) for seat in given], name) for name, given in lists.items()
    )
    counts = ("number", "pot", "brought", "taken_away")
    number, pot, brought, taken_away = (whole(number_of(saved[name], name), name, 0) for name in counts)
    dealer = whole(number_of(saved["dealer"], "dealer"), "dealer", 0, seats - 1)
    departed_net = number_of(saved["departed_net"], "departed_net")
    if not {*out} <= {*taken}:
        raise HistoryError("sitting_out: a seat that sits out must be taken")
    if not {*claims} <= {*taken} - {*out}:
        raise HistoryError("claims: a seat with a claim must be taken and not sit out")
    if len(claims) == 1 or bool(claims) != bool(pot):
        raise HistoryError("claims: a pot needs two claims or more, and claims need a pot")
    if any(net[seat] or (chips or net)[seat] for seat in range(seats) if seat not in taken):
        raise HistoryError("taken: an empty seat must have a stack and a net of 0")
    if sum(net) + departed_net + pot:
        raise HistoryError("net + departed_net + pot must be 0")
    if brought - taken_away != (0 if chips is None else sum(chips) + pot):
        raise HistoryError("brought - taken_away must equal stacks plus pot")
    return Seating(
        settings=settings,
        taken=taken,
        sitting_out=out,
        stacks=chips,
        net=net,
        claims=claims,
        pot=pot,
        dealer=dealer,
        number=number,
        brought=brought,
        taken_away=taken_away,
        departed_net=departed_net,
    )


def _check_deal(seating: Seating, deal: Deal | None) -> None:
    """Check that a deal in progress starts from the seating, or that the seating can follow the finished deal."""
    if deal is None:
        if seating.claims:
            raise HistoryError("claims: before the first deal there are none")
    elif deal.turn is not None:
        if deal.start != seating.next_start:
            raise HistoryError("deal: is not the deal that this table would start")
    else:
        came_to = (deal.start.settings, deal.start.seats, deal.start.dealer, deal.number)
        if came_to != (seating.settings, len(seating.net), seating.dealer, seating.number):
            raise HistoryError("deal: is not the last deal of this table")
        tied_or_joined = {*deal.outcome.tied, *deal.joined} if isinstance(deal.outcome, Svara) else set()
        if not tied_or_joined >= {*seating.claims} or seating.pot not in (0, deal.pot):
            raise HistoryError(
                "claims: must be seats that tied or joined in the last deal; the pot must be that deal's pot or 0"
            )
