"""The saved fields of a deal. A deal is saved as what it began with and its actions, and loaded by replaying them."""

from __future__ import annotations

from svara_eval import HistoryError, format_hand, parse_hand
from svara_eval._messages import located
from svara_eval.game._actions import Action
from svara_eval.game._deal import Deal, pushed
from svara_eval.game._events import Shown, Svara, Won
from svara_eval.game._saving.text import list_of, number_of, object_of
from svara_eval.game._seats import MOST_SEATS
from svara_eval.game._settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

    from svara_eval.game._events import Event, Started
    from svara_eval.game.types import Hand

DEAL_FIELDS: Final = (
    "over",
    "hidden_cards_of",
    "settings",
    "seats",
    "present",
    "dealer",
    "stacks",
    "carried",
    "number",
    "hands",
    "actions",
    "outcome",
)
_SETTINGS_FIELDS: Final = ("ante", "min_bet", "min_raise", "limit", "max_blind_multiple", "svara_fee")


def deal_fields(deal: Deal) -> dict[str, Any]:
    """Return the saved fields of a deal."""
    start, hands = deal.start, deal.hands
    seen = {event.seat for event in deal.events if isinstance(event, Shown)}
    return {
        "over": deal.turn is None,
        "hidden_cards_of": [seat for seat in hands if seat not in seen],
        "settings": settings_fields(start.settings),
        "seats": start.seats,
        "present": [*start.present],
        "dealer": start.dealer,
        **stakes_fields(start),
        **play_fields(hands, deal.events, deal.outcome),
    }


def deal_from(saved: dict[str, Any]) -> Deal:
    """Return the deal with the given fields.

    Raises:
        SvaraError, TypeError: A field is wrong; the message gives its location.
    """
    return replayed_from(saved, number_of(saved["dealer"], "dealer"), hands_from(saved["hands"]))


# Shared with views and tables -----------------------------------------------------------------------------------------


def settings_fields(settings: Settings) -> dict[str, Any]:
    """Return the saved fields of settings."""
    return {name: getattr(settings, name) for name in _SETTINGS_FIELDS}


def settings_from(saved: object) -> Settings:
    """Return the settings that have these fields."""
    fields = object_of(saved, "settings", _SETTINGS_FIELDS)
    for name, value in fields.items():
        if name == "svara_fee":
            if value not in ("share", "pot"):
                raise HistoryError("settings.svara_fee: must be 'share' or 'pot'")
        elif value is not None:
            number_of(value, f"settings.{name}")
    with located("settings"):
        return Settings(**fields)


def stacks_from(saved: object) -> list[int] | None:
    """Return the stacks of a table, or None."""
    return None if saved is None else [number_of(chips, "stacks") for chips in list_of(saved, "stacks")]


def stakes_fields(start: Started) -> dict[str, Any]:
    """Return the saved chips and number of the start of a deal."""
    return {
        "stacks": None if start.stacks is None else [*start.stacks],
        "carried": start.carried,
        "number": start.number,
    }


def play_fields(hands: Mapping[int, Hand], events: Iterable[Event], outcome: Won | Svara | None) -> dict[str, Any]:
    """Return the saved cards, actions and outcome."""
    actions = [event for event in events if isinstance(event, Action)]
    return {
        "hands": {str(seat): format_hand(hand) for seat, hand in hands.items()},
        "actions": [
            [action.seat, action.kind] if action.to is None else [action.seat, action.kind, action.to]
            for action in actions
        ],
        "outcome": _outcome_fields(outcome),
    }


def hands_from(saved: object) -> dict[int, Hand]:
    """Return the hands by seat."""
    if not isinstance(saved, dict) or not saved.keys() <= {*map(str, range(MOST_SEATS))}:
        raise HistoryError("hands: must be an object of hands by seat")
    hands: dict[int, Hand] = {}
    for seat, text in saved.items():
        try:
            hands[int(seat)] = parse_hand(text)
            written = format_hand(text) == text
        except (ValueError, TypeError):
            written = False
        if not written:
            raise HistoryError(f"hands.{seat}: must be three cards as to_json writes them")
    if len({card for hand in hands.values() for card in hand}) < 3 * len(hands):
        raise HistoryError("hands: two of them share a card")
    return hands


def replayed_from(saved: dict[str, Any], dealer: int, hands: Mapping[int, Hand]) -> Deal:
    """Return the deal with these hands and the saved actions."""
    settings, stacks = settings_from(saved["settings"]), stacks_from(saved["stacks"])
    seats, carried, number = (number_of(saved[name], name) for name in ("seats", "carried", "number"))
    present = [number_of(seat, "present") for seat in list_of(saved["present"], "present")]
    actions = [_action(entry, f"actions[{place}]") for place, entry in enumerate(list_of(saved["actions"], "actions"))]
    with located("the start of the deal"):
        deal = Deal(
            settings, hands, dealer, seats=seats, stacks=stacks, carried=carried, number=number, present=present
        )
    return pushed(deal, actions)


def _outcome_fields(outcome: Won | Svara | None) -> dict[str, Any] | None:
    if isinstance(outcome, Won):
        return {"type": "won", "seat": outcome.seat, "pot": outcome.pot, "by": outcome.by}
    if isinstance(outcome, Svara):
        tied, may_join = [*outcome.tied], [*outcome.may_join]
        return {"type": "svara", "tied": tied, "pot": outcome.pot, "fee": outcome.fee, "may_join": may_join}
    return None


def _action(entry: object, where: str) -> Action:
    """Return the action of an entry in the list."""
    match entry:
        case [int(seat), str(kind)] if type(seat) is int:
            to = None
        case [int(seat), str(kind), int(to)] if type(seat) is type(to) is int:
            pass
        case _:
            raise HistoryError(f"{where}: must be [seat, kind] or [seat, kind, total]")
    try:
        return Action(kind, to, seat)  # type: ignore[arg-type]  # any other kind raises
    except ValueError:
        raise HistoryError(f"{where}: the kind is not one of the actions") from None
