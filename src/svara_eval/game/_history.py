"""A deal as JSON, and back: it is played again, action by action, and must come to what was saved.

The text is one line, so that a file can hold a deal a line. Cards are stored, never the state of a generator.
"Playing a table" in the documentation has the fields.
"""

from __future__ import annotations

from svara_eval import HistoryError, format_hand, parse_hand
from svara_eval.game._actions import Action
from svara_eval.game._deal import Deal
from svara_eval.game._events import Shown
from svara_eval._numbers import shown
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
    """The deal as a line of JSON that ``from_json`` reads back, also in the middle of it.

    The text holds the cards of all players: ``hidden_cards_of`` lists those whose cards nobody else may see.

    Raises:
        HistoryError: the deal is too long, more than 1 048 576 characters, or an amount has thousands of digits.
        TypeError: it is no Deal.

    >>> from svara_eval.game import Action, Deal, Settings, from_json, to_json
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> events = deal.push(Action("blind", 20))
    >>> text = to_json(deal)
    >>> text[:75]
    '{"format": "svara_eval deal", "version": 1, "over": false, "hidden_cards_of'
    >>> from_json(text) == deal
    True
    """
    import json

    if not isinstance(deal, Deal):
        raise TypeError(f"{type(deal).__name__} is no Deal; of a table save table.deal")
    document = _document(deal)
    text = json.dumps(document | {"digest": _digest(document)}, ensure_ascii=False)
    if len(text) > _LONGEST:
        raise HistoryError(f"the deal takes {len(text)} characters; a history has at most {_LONGEST}")
    return text


def from_json(text: str) -> Deal:
    """The deal that ``to_json`` wrote, in the identical state.

    Raises:
        HistoryError: the text is no JSON, too long or too deep, from a newer version, a field is missing or wrong, an
            action is illegal, or it does not come to what was saved. The message says where, and shows no hand.
        TypeError: it is no text.

    >>> from svara_eval.game import from_json
    >>> from_json('{"format": "svara_eval deal", "version": 2}')
    Traceback (most recent call last):
    svara_eval.errors.HistoryError: version: is 2, and this release reads 1; a newer svara_eval is needed
    """
    saved = _parsed(text)
    deal = _begun(saved)
    if not isinstance(saved["actions"], list):
        raise HistoryError(f"actions: is no list but {shown(saved['actions'])}")
    for place, entry in enumerate(saved["actions"]):
        if not isinstance(entry, list) or len(entry) not in (2, 3):
            raise HistoryError(f"actions[{place}]: is {shown(entry)}; it must be [seat, kind] or [seat, kind, total]")
        seat, kind, to = entry if len(entry) == 3 else (*entry, None)
        try:
            deal.push(Action(kind, to, seat))
        except (ValueError, TypeError) as error:
            raise HistoryError(f"actions[{place}]: {error}") from None
    digest = saved.pop("digest")
    document = _document(deal)
    for name in document:
        difference = _difference(saved[name], document[name], name)
        if difference:
            raise HistoryError(difference)
    if digest != _digest(document):
        raise HistoryError("digest: is not that of the other fields; the text was changed after it was written")
    return deal


def _begun(saved: dict[str, Any]) -> Deal:
    """The deal before its first action."""
    _check_names(saved["settings"], Settings.__slots__, "settings: ")
    try:
        settings = Settings(**saved["settings"])
    except (ValueError, TypeError) as error:
        raise HistoryError(f"settings: {error}") from None
    hands = _hands(saved["hands"])
    try:
        return Deal(
            settings,
            hands,
            saved["dealer"],
            seats=saved["seats"],
            stacks=saved["stacks"],
            carried=saved["carried"],
            number=saved["number"],
        )
    except (ValueError, TypeError) as error:
        raise HistoryError(f"the start of the deal: {error}") from None


def _hands(saved: object) -> dict[int, Hand]:
    """The hands by seat. The error of a wrong one neither shows it nor has it as its context: it may go to a log."""
    if not isinstance(saved, dict) or not all(len(seat) == 1 and seat in "0123456789" for seat in saved):
        raise HistoryError("hands: are not an object of hands by seat")
    hands: dict[int, Hand] = {}
    for seat, text in saved.items():
        try:
            hands[int(seat)] = parse_hand(text)
            good = format_hand(text) == text
        except (ValueError, TypeError):
            good = False
        if not good:
            raise HistoryError(f"hands.{seat}: is not three cards as to_json writes them")
    if len({card for hand in hands.values() for card in hand}) < 3 * len(hands):
        raise HistoryError("hands: a card is in two of them")
    return hands


def _difference(saved: object, meant: object, where: str) -> str | None:
    """What is first different from what the deal comes to, and where; None if all is the same."""
    if isinstance(saved, dict) and isinstance(meant, dict) and sorted(saved) == sorted(meant):
        pairs = [(saved[name], meant[name], f"{where}.{name}") for name in meant]
    elif isinstance(saved, list) and isinstance(meant, list) and len(saved) == len(meant):
        pairs = [(saved[at], meant[at], f"{where}[{at}]") for at in range(len(meant))]
    elif type(saved) is type(meant) and saved == meant:  # in Python true and 1.0 are equal to 1
        return None
    else:
        return f"{where}: is {shown(saved)}, but the deal comes to {shown(meant)}"
    return next((found for pair in pairs if (found := _difference(*pair))), None)


def _document(deal: Deal) -> dict[str, Any]:
    """What is written of a deal, all but the digest."""
    start, settings = deal.start, deal.start.settings
    shown = {event.seat for event in deal.events if isinstance(event, Shown)}
    hands = deal.hands
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "over": deal.phase == "over",
        "hidden_cards_of": [seat for seat in hands if seat not in shown],
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
    """The fields of the text: an object of the known ones, of a version that is known."""
    import json  # takes some milliseconds, and few tables are saved

    if not isinstance(text, str):
        raise TypeError(f"a history is a text, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise HistoryError(f"the text has {len(text)} characters; a history has at most {_LONGEST}")
    saved, problem = None, ""
    try:
        saved = json.loads(text, object_pairs_hook=_fields)
    except RecursionError:
        problem = "the text is nested too deep for the history of a deal"
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: this is no JSON, {error.msg}"
    except HistoryError as error:
        problem = str(error)
    except ValueError:  # of thousands of digits
        problem = "a number in the text is too large"
    if problem:  # not raised above: a JSONDecodeError holds the text, and would be the context of the error
        raise HistoryError(problem)
    if not isinstance(saved, dict):
        raise HistoryError(f"the text is a JSON {type(saved).__name__}; the history of a deal is an object")
    if saved.get("format") != _FORMAT:
        raise HistoryError(f"format: is {shown(saved.get('format'))}; of a saved deal it is {_FORMAT!r}")
    version = saved.get("version")
    if type(version) is not int or version < 1:
        raise HistoryError(f"version: is {shown(version)}; it must be a whole number from 1")
    if version > _VERSION:
        reads = f"this release reads {_VERSION}; a newer svara_eval is needed"
        raise HistoryError(f"version: is {shown(version)}, and {reads}")
    _check_names(saved, _FIELDS, "")
    return saved


def _check_names(value: object, names: tuple[str, ...], where: str) -> None:
    """Refuse what is no object of the text with just these names."""
    if not isinstance(value, dict):
        raise HistoryError(f"{where}is {shown(value)}; it must be an object")
    for name in names:
        if name not in value:
            raise HistoryError(f"{where}{name}: is missing")
    for name in value:
        if name not in names:
            raise HistoryError(f"{where}{shown(name)}: is no field of a saved deal")


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the text, in which a name stands once."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise HistoryError(f"{shown(name)}: is there twice")
        fields[name] = value
    return fields


def _digest(document: dict[str, Any]) -> str:
    """The SHA-256 of all fields but the digest."""
    from hashlib import sha256

    return sha256(_canonical(document).encode()).hexdigest()


def _canonical(value: object) -> str:
    """A value as its one text, however it was written."""
    import json

    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    except ValueError:  # Python writes no number of thousands of digits
        raise HistoryError("an amount of the deal is too large to be written") from None
