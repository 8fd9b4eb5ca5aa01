"""Saved games as text: one line of JSON, with a format, a version and a digest, and every field checked when read.

A message gives the location of an error and quotes nothing from the text, which may hold cards: messages go to logs.
"""

from __future__ import annotations

from svara_eval import HistoryError
from svara_eval._messages import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_FORMATS: Final = ("deal", "table", "view")
_LONGEST: Final = 1 << 20  # characters of a text


def written(what: str, version: int, fields: dict[str, Any]) -> str:
    """Return the text of a saved deal, table or view.

    Raises:
        HistoryError: It takes more than 1,048,576 characters, or an amount has thousands of digits.
    """
    import json  # takes some milliseconds, and few games are saved

    document = {"format": f"svara_eval {what}", "version": version, **fields}
    text = json.dumps(document | {"digest": _digest(what, document)}, ensure_ascii=False)
    if len(text) > _LONGEST:
        raise HistoryError(f"the {what} takes {len(text)} characters; a saved {what} has at most {_LONGEST}")
    return text


def parsed(text: str, what: str, version: int) -> dict[str, Any]:
    """Return the fields of a text that holds an object of this format and version.

    Raises:
        HistoryError: The text is not JSON, holds something else, is too long or too deeply nested, or comes from a
            newer version.
        TypeError: The text is not a string.
    """
    import json

    if not isinstance(text, str):
        raise TypeError(f"a saved {what} must be a string, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise HistoryError(f"the text has {len(text)} characters; a saved {what} has at most {_LONGEST}")
    saved, problem = None, ""
    try:
        saved = json.loads(text, object_pairs_hook=_unrepeated)
    except RecursionError:
        problem = f"the text is nested too deeply for a saved {what}"
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: not valid JSON: {error.msg}"
    except HistoryError as error:
        problem = str(error)
    except ValueError:  # thousands of digits
        problem = "a number in the text is too large"
    if problem:  # raised here, since a JSONDecodeError holds the text and would be the context of an error raised above
        raise HistoryError(problem)
    if not isinstance(saved, dict):
        raise HistoryError(f"a saved {what} must be an object, not {described(saved)}")
    if saved.get("format") != f"svara_eval {what}":
        other = next((name for name in _FORMATS if saved.get("format") == f"svara_eval {name}"), None)
        cure = f"; a saved {other} is read by from_json(text, {other.title()})" if other else ""
        raise HistoryError(f"format: must be 'svara_eval {what}'{cure}")
    found = saved.get("version")
    if type(found) is not int or found < 1:
        raise HistoryError(f"version: must be a whole number from 1, not {described(found)}")
    if found > version:
        newer = f"{shown(found)} is newer than {version}, the version this release reads"
        raise HistoryError(f"version: {newer}; update svara_eval")
    return saved


def compared(what: str, saved: dict[str, Any], fields: dict[str, Any]) -> None:
    """Compare the saved fields with those of the value that was read from them.

    Raises:
        HistoryError: They differ, or the digest does not match.
    """
    document = {"format": saved["format"], "version": saved["version"], **fields}
    rest = {name: value for name, value in saved.items() if name != "digest"}
    problem = _difference(rest, document, "", what)
    if problem:
        raise HistoryError(problem)
    if saved["digest"] != _digest(what, document):
        raise HistoryError("digest: does not match the other fields; the text was changed after it was written")


def object_of(value: object, where: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return an object that must have exactly these names."""
    start = f"{where}: " if where else ""
    if not isinstance(value, dict):
        raise HistoryError(f"{start}must be an object, not {described(value)}")
    for name in names:
        if name not in value:
            raise HistoryError(f"{start}{name} is missing")
    if len(value) > len(names):
        raise HistoryError(f"{start}there is an unknown field; the fields are {', '.join(names)}")
    return value


def list_of(value: object, where: str) -> list[Any]:
    """Return a value that must be a list."""
    if not isinstance(value, list):
        raise HistoryError(f"{where}: must be a list, not {described(value)}")
    return value


def number_of(value: object, where: str) -> int:
    """Return a value that must be a whole number."""
    if type(value) is not int:
        raise HistoryError(f"{where}: must be a whole number, not {described(value)}")
    return value


def described(value: object) -> str:
    """Describe a value without quoting a string."""
    match value:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[value]
        case int():
            return shown(value)
        case str():
            return "a string"
        case list():
            return f"a list of {len(value)} item{'s' * (len(value) != 1)}"
        case dict():
            return "an object"
    return "a float"


def _difference(saved: object, found: object, where: str, what: str) -> str:
    """Return where a saved value first differs from the one that was found, and how; empty if they are equal."""
    if isinstance(saved, dict) and isinstance(found, dict) and saved.keys() == found.keys():
        pairs = [(saved[name], found[name], f"{where}.{name}" if where else name) for name in found]
    elif isinstance(saved, list) and isinstance(found, list) and len(saved) == len(found):
        pairs = [(saved[at], found[at], f"{where}[{at}]") for at in range(len(found))]
    elif type(saved) is type(found) and saved == found:  # in Python True and 1.0 equal 1
        return ""
    else:
        return f"{where}: {described(saved)} is saved, but the {what} comes to {described(found)}"
    return next((problem for pair in pairs if (problem := _difference(*pair, what))), "")


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object in which no name may be repeated."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise HistoryError("a field appears twice in one object")
    return fields


def _digest(what: str, document: dict[str, Any]) -> str:
    """Return the SHA-256 of all fields but the digest, in a form that does not depend on how they were written."""
    import json
    from hashlib import sha256

    try:
        text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    except ValueError:  # Python writes no number of thousands of digits
        text = ""
    if not text:
        raise HistoryError(f"an amount of the {what} is too large to be written")
    return sha256(text.encode()).hexdigest()
