"""A deal as JSON, and back: it is replayed, action by action, and must come to what was saved.

The text is one line, so a file can hold a deal a line. Cards are saved, never the state of a generator. "Playing a
table" in the documentation lists the fields.
"""

from __future__ import annotations

from svara_eval import HistoryError, format_hand, parse_hand
from svara_eval._numbers import located, shown
from svara_eval.game._actions import Action
from svara_eval.game._deal import Deal
from svara_eval.game._events import Shown
from svara_eval.game._plain import to_dict
from svara_eval.game._settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from svara_eval.game.types import Hand

_FORMAT: Final = "svara_eval deal"
_VERSION: Final = 1
_LONGEST: Final = 1 << 20  # characters of a text
_FIELDS: Final = (
    "format",
    "version",
    "over",
    "hidden_cards_of",
    "settings",
    "seats",
    "dealer",
    "stacks",
    "carried",
    "number",
    "hands",
    "actions",
    "outcome",
    "digest",
)


def to_json(deal: Deal) -> str:
    """The deal as a line of JSON that ``from_json`` reads back, whether it is over or not.

    The text holds the cards of all players; ``hidden_cards_of`` lists the seats whose cards nobody else may see.

    Raises:
        HistoryError: The deal takes more than 1 048 576 characters, or an amount has thousands of digits.
        TypeError: It is not a Deal.

    >>> from svara_eval.game import Deal, Settings, from_json, to_json
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> events = deal.push("blind 20")
    >>> text = to_json(deal)
    >>> text[:75]
    '{"format": "svara_eval deal", "version": 1, "over": false, "hidden_cards_of'
    >>> from_json(text) == deal
    True
    """
    import json

    if not isinstance(deal, Deal):
        raise TypeError(f"to_json takes a Deal, not a {type(deal).__name__}; of a table, save table.deal")
    document = _document(deal)
    text = json.dumps(document | {"digest": _digest(document)}, ensure_ascii=False)
    if len(text) > _LONGEST:
        raise HistoryError(f"the deal takes {len(text)} characters; a saved deal has at most {_LONGEST}")
    return text


def from_json(text: str) -> Deal:
    """The deal that ``to_json`` wrote, in the identical state.

    Raises:
        HistoryError: The text is not JSON, is too long or too deeply nested, or comes from a newer version; a field is
            missing or wrong; an action is illegal; or the deal does not come to what was saved. The message says where.
            It quotes no text of what was saved, which may hold cards.
        TypeError: It is not a str.

    >>> from svara_eval.game import from_json
    >>> from_json('{"format": "svara_eval deal", "version": 2}')
    Traceback (most recent call last):
    svara_eval.errors.HistoryError: version: 2 is newer than 1, the latest this release reads; update svara_eval
    """
    saved = _parsed(text)
    digest = saved.pop("digest")
    settings = _object(saved["settings"], "settings", Settings.__slots__)
    arguments = {name: saved[name] for name in ("dealer", "seats", "stacks", "carried", "number")}
    for where, value in [*((f"settings.{name}", value) for name, value in settings.items()), *arguments.items()]:
        for number in value if where == "stacks" and isinstance(value, list) else [value]:
            if number is not None and type(number) is not int:
                raise HistoryError(f"{where}: must be a whole number, not {_described(number)}")
    hands = _hands(saved["hands"])
    actions = [_action(entry, f"actions[{place}]") for place, entry in enumerate(_list(saved["actions"], "actions"))]
    problem = ""
    try:
        with located("settings"):
            begun = Settings(**settings)
        with located("the start of the deal"):
            deal = Deal(begun, hands, **arguments)
        for place, action in enumerate(actions):
            with located(f"actions[{place}]"):
                deal.push(action)
    except (ValueError, TypeError) as error:
        problem = str(error)
    if not problem:
        document = _document(deal)
        problem = _difference(saved, document, "")
    if problem:
        raise HistoryError(problem)
    if digest != _digest(document):
        raise HistoryError("digest: does not match the other fields; the text was changed after it was written")
    return deal


def _object(value: object, where: str, names: tuple[str, ...]) -> dict[str, Any]:
    """An object of the text, if it has exactly these names."""
    start = f"{where}: " if where else ""
    if not isinstance(value, dict):
        raise HistoryError(f"{start}must be an object, not {_described(value)}")
    for name in names:
        if name not in value:
            raise HistoryError(f"{start}{name} is missing")
    if len(value) > len(names):
        raise HistoryError(f"{start}there is an unknown field; the fields are {', '.join(names)}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise HistoryError(f"{where}: must be a list, not {_described(value)}")
    return value


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
        pass
    raise HistoryError(f"{where}: the kind is not one of the actions")


def _hands(saved: object) -> dict[int, Hand]:
    """The hands by seat."""
    if not isinstance(saved, dict) or not all(len(seat) == 1 and seat in "0123456789" for seat in saved):
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


def _difference(saved: object, replayed: object, where: str) -> str:
    """Where a saved value first differs from that of the replayed deal, and how; empty if it does not."""
    if isinstance(saved, dict) and isinstance(replayed, dict) and saved.keys() == replayed.keys():
        pairs = [(saved[name], replayed[name], f"{where}.{name}" if where else name) for name in replayed]
    elif isinstance(saved, list) and isinstance(replayed, list) and len(saved) == len(replayed):
        pairs = [(saved[at], replayed[at], f"{where}[{at}]") for at in range(len(replayed))]
    elif type(saved) is type(replayed) and saved == replayed:  # in Python True and 1.0 equal 1
        return ""
    else:
        return f"{where}: {_described(saved)} is saved, but the deal comes to {_described(replayed)}"
    return next((found for pair in pairs if (found := _difference(*pair))), "")


def _described(value: object) -> str:
    """What a value of the text is. A text is never quoted: it may hold cards, and a message may go to a log."""
    match value:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[value]
        case int():
            return shown(value)
        case str():
            return "a string"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "an object"
    return "a float"


def _document(deal: Deal) -> dict[str, Any]:
    """Everything that is saved of a deal but the digest."""
    start, settings, hands = deal.start, deal.start.settings, deal.hands
    seen = {event.seat for event in deal.events if isinstance(event, Shown)}
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "over": deal.phase == "over",
        "hidden_cards_of": [seat for seat in hands if seat not in seen],
        "settings": {name: getattr(settings, name) for name in settings.__slots__},
        "seats": start.seats,
        "dealer": start.dealer,
        "stacks": None if start.stacks is None else [*start.stacks],
        "carried": start.carried,
        "number": start.number,
        "hands": {str(seat): format_hand(hand) for seat, hand in hands.items()},
        "actions": [
            [action.seat, action.kind] if action.to is None else [action.seat, action.kind, action.to]
            for action in deal.actions
        ],
        "outcome": None if deal.outcome is None else to_dict(deal.outcome),
    }


def _parsed(text: str) -> dict[str, Any]:
    """The fields of a text: an object with all of the known ones and no other, of a known version."""
    import json  # takes some milliseconds, and few tables are saved

    if not isinstance(text, str):
        raise TypeError(f"a saved deal must be a str, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise HistoryError(f"the text has {len(text)} characters; a saved deal has at most {_LONGEST}")
    saved, problem = None, ""
    try:
        saved = json.loads(text, object_pairs_hook=_unrepeated)
    except RecursionError:
        problem = "the text is nested too deeply for a saved deal"
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: not valid JSON: {error.msg}"
    except HistoryError as error:
        problem = str(error)
    except ValueError:  # thousands of digits
        problem = "a number in the text is too large"
    if problem:  # raised here, since a JSONDecodeError holds the text and would be the context of an error raised above
        raise HistoryError(problem)
    if not isinstance(saved, dict):
        raise HistoryError(f"a saved deal must be an object, not {_described(saved)}")
    if saved.get("format") != _FORMAT:
        raise HistoryError(f"format: must be {_FORMAT!r}")
    version = saved.get("version")
    if type(version) is not int or version < 1:
        raise HistoryError(f"version: must be a whole number from 1, not {_described(version)}")
    if version > _VERSION:
        newer = f"{shown(version)} is newer than {_VERSION}, the latest this release reads"
        raise HistoryError(f"version: {newer}; update svara_eval")
    return _object(saved, "", _FIELDS)


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the text, if no name in it is repeated."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise HistoryError("a field appears twice in one object")
    return fields


def _digest(document: dict[str, Any]) -> str:
    """The SHA-256 of all fields but the digest."""
    from hashlib import sha256

    return sha256(_canonical(document).encode()).hexdigest()


def _canonical(document: dict[str, Any]) -> str:
    """The document as its one canonical text, however it was written."""
    import json

    try:
        return json.dumps(document, sort_keys=True, separators=(",", ":"))
    except ValueError:  # Python writes no number of thousands of digits
        pass
    raise HistoryError("an amount of the deal is too large to be written")
