"""Views, events, options and settings as plain values: what a server sends to its clients as JSON."""

from __future__ import annotations

from svara_eval import Card
from svara_eval._record import Record
from svara_eval._numbers import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from svara_eval.game._actions import Option
    from svara_eval.game._events import Event
    from svara_eval.game._settings import Settings
    from svara_eval.game._view import View


def to_dict(value: View | Event | Option | Settings, /) -> dict[str, Any]:
    """The fields of a value as JSON can hold them: a card is its text, a seat that is a key a text, a tuple a list.

    The field ``type`` says what it is: "view", "started", "action", "shown", "won", "svara", "option" or "settings".

    Raises:
        TypeError: it is something else, such as a Deal, which holds hidden cards; send its views.

    >>> from svara_eval.game import Action, Deal, Option, Settings, to_dict
    >>> to_dict(Option("raise", 30))
    {'type': 'option', 'kind': 'raise', 'low': 30, 'high': None}
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> event, = deal.push(Action("look"))
    >>> to_dict(event)
    {'type': 'action', 'kind': 'look', 'to': None, 'seat': 1, 'number': 0}
    >>> view = to_dict(deal.view(0))
    >>> view["hand"], view["remaining"]
    (['A♥', 'K♥', 'Q♥'], [1, 0])
    """
    if not isinstance(value, Record):
        raise TypeError(f"{shown(value)} of type {type(value).__name__} is no view, event, option or settings")
    fields = {name: _plain(getattr(value, name)) for name in value.__slots__}
    return {"type": type(value).__name__.lower(), **fields}


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    return to_dict(value) if isinstance(value, Record) else value  # type: ignore[arg-type]
