"""The fields in which a deal and a view are saved, and back: both are replayed, action by action.

A view is saved with the cards it knows. It is replayed with any cards in place of the others, on which nothing depends.
"""

from __future__ import annotations

from svara_eval import DECK, HistoryError, format_hand, parse_hand
from svara_eval._numbers import located
from svara_eval.game._actions import Action
from svara_eval.game._deal import Deal, pushed
from svara_eval.game._dicts import to_dict
from svara_eval.game._events import Shown
from svara_eval.game._saved_text import list_of, number_of, object_of
from svara_eval.game._seats import MOST_SEATS
from svara_eval.game._settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

    from svara_eval.game._deal import View
    from svara_eval.game._events import Event, Started, Svara, Won
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
VIEW_FIELDS: Final = ("seat", "players", *(name for name in DEAL_FIELDS if name not in ("hidden_cards_of", "dealer")))
_FIRST_SETTINGS: Final = Settings.__slots__[:-1]  # version 1 had no fee, and everybody was present


def deal_fields(deal: Deal) -> dict[str, Any]:
    """Everything that is saved of a deal."""
    start, hands = deal.start, deal.hands
    seen = {event.seat for event in deal.events if isinstance(event, Shown)}
    return {
        "over": deal.turn is None,
        "hidden_cards_of": [seat for seat in hands if seat not in seen],
        **_start_fields(start),
        **_play_fields(hands, deal.events, deal.outcome),
    }


def view_fields(view: View) -> dict[str, Any]:
    """Everything that is saved of a view; its only cards are those the seat may see."""
    hands = dict(view.shown)
    if view.seat is not None and view.hand is not None:
        hands[view.seat] = view.hand
    start = {name: value for name, value in _start_fields(view.start).items() if name != "dealer"}
    return {
        "seat": view.seat,
        "players": [*view.start.players],
        "over": view.turn is None,
        **start,
        **_play_fields(dict(sorted(hands.items())), view.events, view.outcome),
    }


def as_version_1(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a deal as version 1 saved them."""
    settings = {name: fields["settings"][name] for name in _FIRST_SETTINGS}
    return {name: value for name, value in fields.items() if name != "present"} | {"settings": settings}


def deal_from(saved: dict[str, Any], version: int = 2) -> Deal:
    """The deal of such fields.

    Raises:
        SvaraError, TypeError: They are wrong; the message says where.
    """
    settings = settings_from(saved["settings"], Settings.__slots__ if version > 1 else _FIRST_SETTINGS)
    return _replayed(saved, settings, number_of(saved["dealer"], "dealer"), _hands(saved["hands"]))


def view_from(saved: dict[str, Any]) -> View:
    """The view of such fields.

    Raises:
        SvaraError, TypeError: They are wrong; the message says where.
    """
    players = [number_of(seat, "players") for seat in list_of(saved["players"], "players")]
    hands = _hands(saved["hands"])
    if not players or not {*hands} <= {*players} <= {*range(MOST_SEATS)}:
        raise HistoryError("players: must be the seats in the deal, those with a hand among them")
    known = {card for hand in hands.values() for card in hand}
    others = (card for card in DECK if card not in known)
    for seat in players:
        if seat not in hands:
            hands[seat] = next(others), next(others), next(others)
    deal = _replayed(saved, settings_from(saved["settings"]), players[-1], hands)
    with located("seat"):
        return deal.view(None if saved["seat"] is None else number_of(saved["seat"], "seat"))


def settings_fields(settings: Settings) -> dict[str, Any]:
    """Everything that is saved of settings."""
    return {name: getattr(settings, name) for name in settings.__slots__}


def settings_from(saved: object, names: tuple[str, ...] = Settings.__slots__) -> Settings:
    """Settings with these fields."""
    fields = object_of(saved, "settings", names)
    for name, value in fields.items():
        if name == "svara_fee":
            if value not in ("share", "pot"):
                raise HistoryError("settings.svara_fee: must be 'share' or 'pot'")
        elif value is not None:
            number_of(value, f"settings.{name}")
    with located("settings"):
        return Settings(**fields)


def stacks_from(saved: object) -> list[int] | None:
    """The stacks of a table, or None."""
    return None if saved is None else [number_of(chips, "stacks") for chips in list_of(saved, "stacks")]


def _start_fields(start: Started) -> dict[str, Any]:
    return {
        "settings": settings_fields(start.settings),
        "seats": start.seats,
        "present": [*start.present],
        "dealer": start.dealer,
        "stacks": None if start.stacks is None else [*start.stacks],
        "carried": start.carried,
        "number": start.number,
    }


def _play_fields(hands: Mapping[int, Hand], events: Iterable[Event], outcome: Won | Svara | None) -> dict[str, Any]:
    actions = [event for event in events if isinstance(event, Action)]
    return {
        "hands": {str(seat): format_hand(hand) for seat, hand in hands.items()},
        "actions": [
            [action.seat, action.kind] if action.to is None else [action.seat, action.kind, action.to]
            for action in actions
        ],
        "outcome": None if outcome is None else to_dict(outcome),
    }


def _replayed(saved: dict[str, Any], settings: Settings, dealer: int, hands: Mapping[int, Hand]) -> Deal:
    """The deal with these hands and the saved actions."""
    stacks, present = stacks_from(saved["stacks"]), saved.get("present")
    seats, carried, number = (number_of(saved[name], name) for name in ("seats", "carried", "number"))
    if present is not None:
        present = [number_of(seat, "present") for seat in list_of(present, "present")]
    actions = [_action(entry, f"actions[{place}]") for place, entry in enumerate(list_of(saved["actions"], "actions"))]
    with located("the start of the deal"):
        deal = Deal(
            settings, hands, dealer, seats=seats, stacks=stacks, carried=carried, number=number, present=present
        )
    return pushed(deal, actions)


def _action(entry: object, where: str) -> Action:
    """The action that an entry of the list is."""
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


def _hands(saved: object) -> dict[int, Hand]:
    """The hands by seat."""
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
