"""Views, events, options and settings as dictionaries, which a server can send to its clients as JSON."""

from __future__ import annotations

from svara_eval import Card
from svara_eval._numbers import shown
from svara_eval._record import FrozenMap
from svara_eval.game._actions import Action, Option
from svara_eval.game._deal import View
from svara_eval.game._events import Added, Left, Sat, SatIn, SatOut, Shown, Started, Svara, Won
from svara_eval.game._settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from svara_eval.game._events import Event

_RECORDS = (View, Started, Action, Shown, Won, Svara, Sat, Left, Added, SatOut, SatIn, Option, Settings)


def to_dict(value: View | Event | Option | Settings, /) -> dict[str, Any]:
    """The fields of a value as JSON can hold them: cards as text, tuples as lists, seats that are keys as text.

    The field ``type`` names the value, its class in lower case: "view", "started", "action", "shown", "won", "svara",
    "sat", "left", "added", "satout", "satin", "option" or "settings".

    Raises:
        TypeError: It is something else, such as a Deal, which holds hidden cards: send its views instead. Or a field
            holds what no game puts there, such as a float.

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
    if not isinstance(value, _RECORDS):
        kind = type(value).__name__  # the value itself may hold hidden cards
        raise TypeError(f"to_dict takes a view, an event, an option or settings, not {kind}")
    fields = {name: _plain(getattr(value, name), name) for name in value.__slots__}
    return {"type": type(value).__name__.lower(), **fields}


def _plain(value: object, name: str) -> object:
    """A field as JSON can hold it; ``name`` begins the message of an error."""
    if value is None or type(value) in (int, str):
        return value
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(each, name) for each in value]
    if isinstance(value, FrozenMap):
        return {str(key): _plain(each, name) for key, each in value.items()}
    if isinstance(value, _RECORDS):
        return to_dict(value)
    raise TypeError(f"{name} can't be written as JSON: {shown(value)} of type {type(value).__name__}")
