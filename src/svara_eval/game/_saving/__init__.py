"""Save deals, tables and views as JSON, and load them: what is read must be exactly what was saved.

The text is one line, so a file can hold one per line. Cards are saved, never the state of a generator. Each format has
its own module, with its fields written out: a new field or a new name of a class does not change a file. The page
docs/saving.md lists the fields.
"""

from __future__ import annotations

from svara_eval import HistoryError
from svara_eval._messages import shown
from svara_eval._record import Record, final
from svara_eval.game._deal import Deal, View
from svara_eval.game._saving.deal import DEAL_FIELDS, deal_fields, deal_from
from svara_eval.game._saving.table import TABLE_FIELDS, table_fields, table_from
from svara_eval.game._saving.text import compared, object_of, parsed, written
from svara_eval.game._saving.view import VIEW_FIELDS, view_fields, view_from
from svara_eval.game._table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, overload


@final
class _Format(Record):
    """How values of one class are saved.

    Attributes:
        name: The name of the format, after "svara_eval".
        version: The version that is written, and read.
        names: The names of the fields, in order, without format, version and digest.
        fields: Returns the fields of a value.
        value: Returns the value of such fields.
    """

    __slots__ = ("name", "version", "names", "fields", "value")
    name: str
    version: int
    names: tuple[str, ...]
    fields: Callable[[Any], dict[str, Any]]
    value: Callable[[dict[str, Any]], Any]


_FORMATS: Final[dict[type, _Format]] = {
    Deal: _Format("deal", 1, DEAL_FIELDS, deal_fields, deal_from),
    Table: _Format("table", 1, TABLE_FIELDS, table_fields, table_from),
    View: _Format("view", 1, VIEW_FIELDS, view_fields, view_from),
}


def to_json(value: Deal | Table | View, /) -> str:
    """Return a deal, a table or a view as a line of JSON that ``from_json`` reads back.

    The text of a deal or a table holds the cards of all players, and belongs on the server; ``hidden_cards_of`` lists
    the seats whose cards nobody else may see. The text of a view holds only cards that its seat may see.

    Raises:
        HistoryError: The text would have more than 1,048,576 characters, or an amount has thousands of digits.
        TypeError: The value is not a deal, a table or a view.

    >>> from svara_eval.game import Deal, Settings, View, from_json, to_json
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> events = deal.push("blind 20")
    >>> text = to_json(deal)
    >>> text[:75]
    '{"format": "svara_eval deal", "version": 1, "over": false, "hidden_cards_of'
    >>> from_json(text) == deal, from_json(to_json(deal.view(1)), View) == deal.view(1)
    (True, True)
    """
    saved_as = _FORMATS.get(type(value))
    if saved_as is None:
        raise TypeError(f"to_json takes a Deal, a Table or a View, not {type(value).__name__}")
    return written(saved_as.name, saved_as.version, saved_as.fields(value))


if TYPE_CHECKING:

    @overload
    def from_json(text: str) -> Deal: ...
    @overload
    def from_json(text: str, kind: type[Deal]) -> Deal: ...
    @overload
    def from_json(text: str, kind: type[Table]) -> Table: ...
    @overload
    def from_json(text: str, kind: type[View]) -> View: ...


def from_json(text: str, kind: type[Deal | Table | View] = Deal) -> Deal | Table | View:
    """Return the deal, table or view that ``to_json`` wrote, in the identical state.

    Args:
        text: A line of JSON.
        kind: The class of the value: ``Deal``, ``Table`` or ``View``.

    Raises:
        HistoryError: The text is not JSON, is too long or too deeply nested, holds something else, or comes from a
            newer version; a field is missing or wrong; an action is illegal; or the replay does not end in the saved
            state. The message gives the location and quotes nothing from the text, which may hold cards.
        TypeError: The text is not a string, or the kind is not one of the three.

    >>> from svara_eval.game import from_json
    >>> from_json('{"format": "svara_eval deal", "version": 2}')  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    svara_eval.errors.HistoryError: version: 2 is newer than 1, the version this release ...
    """
    saved_as = _FORMATS.get(kind) if isinstance(kind, type) else None
    if saved_as is None:
        raise TypeError(f"kind must be Deal, Table or View, not {shown(kind)}")
    saved, problem = parsed(text, saved_as.name, saved_as.version), ""
    try:
        object_of(saved, "", ("format", "version", *saved_as.names, "digest"))
        value = saved_as.value(saved)
        fields = saved_as.fields(value)
    except (ValueError, TypeError) as error:
        problem = str(error)
    if problem:  # raised here, so that nothing that holds cards is its context
        raise HistoryError(problem)
    compared(saved_as.name, saved, fields)
    found: Deal | Table | View = value
    return found
