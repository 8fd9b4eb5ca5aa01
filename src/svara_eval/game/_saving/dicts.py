"""Views, events, options and settings as dictionaries, which a server can send to its clients as JSON.

The names and the fields are written out, so that clients do not depend on the names of classes or the order of slots.
"""

from __future__ import annotations

from svara_eval import Card
from svara_eval._messages import shown
from svara_eval._record import FrozenMap
from svara_eval.game._actions import Action, Option
from svara_eval.game._deal import View
from svara_eval.game._events import Added, Left, Sat, SatIn, SatOut, Shown, Started, Svara, Won
from svara_eval.game._settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from svara_eval.game._events import Event

# The ``type`` of each class, and its fields.
_SENT: Final[dict[type, tuple[str, tuple[str, ...]]]] = {
    Settings: ("settings", ("ante", "min_bet", "min_raise", "limit", "max_blind_multiple", "svara_fee")),
    Action: ("action", ("kind", "to", "seat", "number")),
    Option: ("option", ("kind", "low", "high")),
    Started: ("started", ("settings", "seats", "players", "stacks", "carried", "number", "present")),
    Shown: ("shown", ("seat", "hand", "points")),
    Won: ("won", ("seat", "pot", "by")),
    Svara: ("svara", ("tied", "pot", "fee", "may_join")),
    Sat: ("sat", ("seat", "chips")),
    Left: ("left", ("seat", "chips")),
    Added: ("added", ("seat", "chips")),
    SatOut: ("satout", ("seat",)),
    SatIn: ("satin", ("seat",)),
    View: (
        "view",
        (
            "seat",
            "start",
            "phase",
            "turn",
            "legal",
            "hand",
            "shown",
            "remaining",
            "totals",
            "stacks",
            "pot",
            "number",
            "outcome",
            "events",
        ),
    ),
}


def to_dict(value: View | Event | Option | Settings, /) -> dict[str, Any]:
    """Return the fields of a value as JSON can hold them.

    Cards and seats that are keys become strings, and tuples become lists. The field ``type`` is the class in lower
    case: "view", "started", "action", "shown", "won", "svara", "sat", "left", "added", "satout", "satin", "option" or
    "settings".

    Raises:
        TypeError: The value is something else, such as a Deal, which holds hidden cards: send its views instead. Or a
            field holds a value that the game never puts there, such as a float.

    >>> from svara_eval.game import Deal, Option, Settings, to_dict
    >>> to_dict(Option("raise", 30))
    {'type': 'option', 'kind': 'raise', 'low': 30, 'high': None}
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> event, = deal.push("look")
    >>> to_dict(event)
    {'type': 'action', 'kind': 'look', 'to': None, 'seat': 1, 'number': 0}
    >>> view = to_dict(deal.view(0))
    >>> view["hand"], view["remaining"]
    (['A♥', 'K♥', 'Q♥'], [1, 0])
    """
    if type(value) not in _SENT:
        kind = type(value).__name__  # the value itself may hold hidden cards
        raise TypeError(f"to_dict takes a view, an event, an option or settings, not {kind}")
    name, fields = _SENT[type(value)]
    return {"type": name, **{field: _json_value(getattr(value, field), field) for field in fields}}


def _json_value(value: object, name: str) -> object:
    """Return a field's value as JSON can hold it; ``name`` begins the message of an error."""
    if value is None or type(value) in (int, str):
        return value
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_json_value(each, name) for each in value]
    if isinstance(value, FrozenMap):
        return {str(key): _json_value(each, name) for key, each in value.items()}
    if type(value) in _SENT:
        return to_dict(value)  # type: ignore[arg-type]  # it is one of these classes
    raise TypeError(f"{name} cannot be written as JSON: {shown(value)} of type {type(value).__name__}")
