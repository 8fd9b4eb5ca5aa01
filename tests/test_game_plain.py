"""What a server sends: views, events, options and settings as plain values that JSON can hold."""

from __future__ import annotations

import json
from random import Random

import pytest

from svara_eval import DECK
from svara_eval.game import Action, Option, RandomPlayer, Settings, Shown, Started, Svara, Table, View, Won, to_dict

RECORDS = {record.__name__.lower(): record for record in (Action, Option, Settings, Shown, Started, Svara, View, Won)}


def back(value):
    """The value that the fields were taken from, but that lists stay lists, and cards and keys texts."""
    if isinstance(value, list):
        return [*map(back, value)]
    if not isinstance(value, dict):
        return value
    fields = {name: back(each) for name, each in value.items()}
    return RECORDS[fields.pop("type")](*fields.values()) if "type" in fields else fields


def loose(value):
    """A value as ``back`` gives it."""
    if isinstance(value, tuple(RECORDS.values())):
        return type(value)(*(loose(getattr(value, name)) for name in value.__slots__))
    if isinstance(value, tuple):
        return [*map(loose, value)]
    if isinstance(value, dict):
        return {str(key): loose(each) for key, each in value.items()}
    return str(value) if value in DECK and type(value) is not int else value


def test_everything_a_client_is_told_goes_through_json_and_back():
    rng, kinds = Random(3), set()
    table, player = Table(Settings(10, limit=60), seats=4), RandomPlayer(rng)
    for _ in range(60):
        deal = table.next_deal(rng)
        while deal.turn is not None:
            for seat in (None, *range(4)):
                view = deal.view(seat)
                assert back(json.loads(json.dumps(to_dict(view)))) == loose(view)
            kinds |= {to_dict(event)["type"] for event in deal.push(player.act(deal.view(deal.turn)))}
        kinds.add(to_dict(deal.events[0])["type"])
    assert kinds == {"started", "action", "shown", "won", "svara"}


@pytest.mark.parametrize("thing", [None, 7, {"kind": "fold"}, "fold", Table(Settings(10), seats=2).next_deal()])
def test_what_holds_hidden_cards_or_is_something_else_is_refused(thing):
    with pytest.raises(TypeError, match=f"of type {type(thing).__name__} is no view, event, option or settings"):
        to_dict(thing)
