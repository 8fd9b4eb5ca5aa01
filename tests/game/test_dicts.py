"""Messages from a server: views, events, options and settings as dictionaries that JSON can hold."""

from __future__ import annotations

import json
from math import nan
from random import Random

import pytest

from svara_eval import DECK, Card, explain, showdown
from svara_eval._record import FrozenMap
from svara_eval.game import (
    Action,
    Deal,
    Option,
    RandomPlayer,
    Settings,
    Shown,
    Simulation,
    Started,
    Svara,
    Table,
    View,
    Won,
    to_dict,
)

RECORDS = {record.__name__.lower(): record for record in (Action, Option, Settings, Shown, Started, Svara, View, Won)}


def back(value):
    """The value that the fields were taken from, except that lists stay lists, and cards and keys stay texts."""
    if isinstance(value, list):
        return [*map(back, value)]
    if not isinstance(value, dict):
        return value
    fields = {name: back(each) for name, each in value.items()}
    return RECORDS[fields.pop("type")](**fields) if "type" in fields else fields


def loose(value):
    """A value as ``back`` returns it."""
    if isinstance(value, tuple(RECORDS.values())):
        return type(value)(*(loose(getattr(value, name)) for name in value.__slots__))
    if isinstance(value, tuple):
        return [*map(loose, value)]
    if isinstance(value, FrozenMap):
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


@pytest.mark.parametrize(
    "thing",
    [
        None,
        7,
        {"kind": "fold"},
        "fold",
        Table(Settings(10), seats=2),
        Deal(Settings(10), ["A♥ K♥ 9♥", "Q♦ J♦ 8♠"], 0),
        Deal(Settings(10), ["A♥ K♥ 9♥", "Q♦ J♦ 8♠"], 0)._state,
        explain("A♥ K♥ 9♥"),
        showdown(["A♥ K♥ 9♥", "Q♦ J♦ 8♠"]),
        Simulation(1, 0, (1, 0), (1, -1), (nan, nan)),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_values_with_hidden_cards_and_other_types_are_refused(thing):
    with pytest.raises(TypeError) as refused:
        to_dict(thing)
    kind = type(thing).__name__
    assert str(refused.value) == f"to_dict takes a view, an event, an option or settings, not {kind}"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (Won(0, nan, "fold"), "pot cannot be written as JSON: nan of type float"),
        (Svara((0, 1), 60, 30.0, ()), "fee cannot be written as JSON: 30.0 of type float"),
        (Shown(0, {Card("A♥")}, 31), "hand cannot be written as JSON: {Card('A♥')} of type set"),
        (Option("raise", True), "low cannot be written as JSON: True of type bool"),
        (
            Started(Settings(10), 2, (1, object), None),
            "players cannot be written as JSON: <class 'object'> of type type",
        ),
    ],
    ids=["nan", "float", "set", "bool", "nested"],
)
def test_a_field_that_json_cannot_hold_is_refused(value, message):
    with pytest.raises(TypeError) as refused:
        to_dict(value)
    assert str(refused.value) == message
