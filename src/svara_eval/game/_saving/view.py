"""The saved fields of a view: those of its deal, with only the cards that its seat may see.

A view is loaded by replaying the deal with any cards in place of the hidden ones, on which nothing depends.
"""

from __future__ import annotations

from svara_eval import DECK, HistoryError
from svara_eval._messages import located
from svara_eval.game._saving.deal import hands_from, play_fields, replayed_from, settings_fields, stakes_fields
from svara_eval.game._saving.text import list_of, number_of
from svara_eval.game._seats import MOST_SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from svara_eval.game._deal import View

VIEW_FIELDS: Final = (
    "seat",
    "players",
    "over",
    "settings",
    "seats",
    "present",
    "stacks",
    "carried",
    "number",
    "hands",
    "actions",
    "outcome",
)


def view_fields(view: View) -> dict[str, Any]:
    """Return the saved fields of a view, with only the cards that the seat may see."""
    start, hands = view.start, dict(view.shown)
    if view.seat is not None and view.hand is not None:
        hands[view.seat] = view.hand
    return {
        "seat": view.seat,
        "players": [*start.players],
        "over": view.turn is None,
        "settings": settings_fields(start.settings),
        "seats": start.seats,
        "present": [*start.present],
        **stakes_fields(start),
        **play_fields(dict(sorted(hands.items())), view.events, view.outcome),
    }


def view_from(saved: dict[str, Any]) -> View:
    """Return the view with the given fields.

    Raises:
        SvaraError, TypeError: A field is wrong; the message gives its location.
    """
    players = [number_of(seat, "players") for seat in list_of(saved["players"], "players")]
    hands = hands_from(saved["hands"])
    if not players or not {*hands} <= {*players} <= {*range(MOST_SEATS)}:
        raise HistoryError("players: must be the seats in the deal, and include every seat with a hand")
    known = {card for hand in hands.values() for card in hand}
    others = (card for card in DECK if card not in known)
    for seat in players:
        if seat not in hands:
            hands[seat] = next(others), next(others), next(others)
    deal = replayed_from(saved, players[-1], hands)
    with located("seat"):
        return deal.view(None if saved["seat"] is None else number_of(saved["seat"], "seat"))
