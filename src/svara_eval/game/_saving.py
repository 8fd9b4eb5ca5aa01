"""Deals, tables and views as JSON, and back: what is read must be exactly what was saved.

The text is one line, so a file can hold one a line. Cards are saved, never the state of a generator. The page
docs/saving.md lists the fields.
"""

from __future__ import annotations

from svara_eval import HistoryError
from svara_eval._numbers import shown
from svara_eval.game._deal import Deal, View
from svara_eval.game._saved_deal import (
    DEAL_FIELDS,
    VIEW_FIELDS,
    as_version_1,
    deal_fields,
    deal_from,
    view_fields,
    view_from,
)
from svara_eval.game._saved_table import TABLE_FIELDS, table_fields, table_from
from svara_eval.game._saved_text import compared, object_of, parsed, written
from svara_eval.game._table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, overload


def to_json(value: Deal | Table | View, /) -> str:
    """A deal, a table or a view as a line of JSON that ``from_json`` reads back.

    The text of a deal or a table holds the cards of all players, and belongs on the server; ``hidden_cards_of`` lists
    the seats whose cards nobody else may see. That of a view holds only cards that its seat may see.

    Raises:
        HistoryError: The text would have more than 1 048 576 characters, or an amount has thousands of digits.
        TypeError: The value is not a deal, a table or a view.

    >>> from svara_eval.game import Deal, Settings, View, from_json, to_json
    >>> deal = Deal(Settings(ante=10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    >>> events = deal.push("blind 20")
    >>> text = to_json(deal)
    >>> text[:75]
    '{"format": "svara_eval deal", "version": 2, "over": false, "hidden_cards_of'
    >>> from_json(text) == deal, from_json(to_json(deal.view(1)), View) == deal.view(1)
    (True, True)
    """
    if isinstance(value, Deal):
        return written("deal", 2, deal_fields(value))
    if isinstance(value, Table):
        return written("table", 1, table_fields(value))
    if isinstance(value, View):
        return written("view", 1, view_fields(value))
    raise TypeError(f"to_json takes a Deal, a Table or a View, not {type(value).__name__}")


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
    """The deal, table or view that ``to_json`` wrote, in the identical state.

    Args:
        text: The text.
        kind: What it holds: ``Deal``, ``Table`` or ``View``.

    Raises:
        HistoryError: The text is not JSON, is too long or too deeply nested, holds something else, or comes from a
            newer version; a field is missing or wrong; an action is illegal; or the replay does not end in the saved
            state. The message says where, and quotes nothing from the text, which may hold cards.
        TypeError: The text is not a str, or the kind is not one of the three.

    >>> from svara_eval.game import from_json
    >>> from_json('{"format": "svara_eval deal", "version": 3}')  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    svara_eval.errors.HistoryError: version: 3 is newer than 2, the latest this release ...
    """
    if kind not in (Deal, Table, View):
        raise TypeError(f"kind must be Deal, Table or View, not {shown(kind)}")
    what, latest = kind.__name__.lower(), 2 if kind is Deal else 1
    saved, problem = parsed(text, what, latest), ""
    try:
        value, fields = _read(saved, kind)
    except (ValueError, TypeError) as error:
        problem = str(error)
    if problem:  # raised here, so that nothing that holds cards is its context
        raise HistoryError(problem)
    compared(what, saved, fields)
    return value


def _read(saved: dict[str, Any], kind: type[Deal | Table | View]) -> tuple[Deal | Table | View, dict[str, Any]]:
    """What was saved, and the fields in which it would be saved again."""
    names = {Deal: DEAL_FIELDS, Table: TABLE_FIELDS, View: VIEW_FIELDS}[kind]
    old = kind is Deal and saved["version"] == 1
    names = tuple(name for name in names if name != "present") if old else names
    object_of(saved, "", ("format", "version", *names, "digest"))
    if kind is Table:
        table = table_from(saved)
        return table, table_fields(table)
    if kind is View:
        view = view_from(saved)
        return view, view_fields(view)
    deal = deal_from(saved, saved["version"])
    return deal, as_version_1(deal_fields(deal)) if old else deal_fields(deal)
