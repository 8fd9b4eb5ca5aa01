"""A deal as JSON and back: the identical state at every step, and a HistoryError for anything that is broken."""

from __future__ import annotations

import json
import re
import string
from itertools import chain
from random import Random
from time import process_time

import pytest
from games import TIE
from hypothesis import example, given, settings
from hypothesis import strategies as st
from saved_games import changed, digest, leaves, signed

from svara_eval import HistoryError
from svara_eval.game import Action, Deal, RandomPlayer, Settings, Svara, Table, Won, from_json, to_json

FIELDS = [
    "format",
    "version",
    "over",
    "hidden_cards_of",
    "settings",
    "seats",
    "present",
    "dealer",
    "stacks",
    "carried",
    "number",
    "hands",
    "actions",
    "outcome",
    "digest",
]  # fmt: skip
TABLES = (
    (Settings(10), {"seats": 4}),
    (Settings(10, min_bet=3, min_raise=7), {"stacks": [90, 200, 35, 500]}),
    (Settings(1, limit=40, max_blind_multiple=5), {"seats": 3}),
    (Settings(5, limit=60), {"stacks": [50] * 10}),
)


def steps(seeds=10, deals=6):
    """Deals of players who choose at random, at their start and after each action."""
    for settings_, seated in TABLES:
        for seed in range(seeds):
            rng = Random(seed)
            table, player = Table(settings_, **seated), RandomPlayer(rng)
            for _ in range(deals):
                if table.deal is not None and not table.next_players:
                    break
                deal = table.next_deal(rng)
                yield deal
                while deal.turn is not None:
                    deal.push(player.act(deal.view(deal.turn)))
                    yield deal


def played(line, hands=TIE, dealer=0, ante=10, **start):
    """A deal after a line such as "1 look, 1 bet 20, 2 call"."""
    deal = Deal(Settings(ante), hands, dealer, **start)
    for move in filter(None, line.split(", ")):
        seat, kind, *to = move.split()
        deal.push(Action(kind, *map(int, to), seat=int(seat)))
    return deal


DIGEST = "digest: does not match the other fields; the text was changed after it was written"
SVARA = "1 blind 10, 2 look, 2 call, 0 call, 1 fold, 1 join"
DEALS = {
    "blind": played("1 blind 10", stacks=[500, 400, 300]),
    "open": played("1 look, 1 bet 10, 2 raise 30", carried=7, number=3, seats=5),
    "join": played("1 look, 1 fold, 2 bet 10, 0 call", stacks=[500, 400, 300]),
    "join again": played("1 look, 1 fold, 2 bet 10, 0 call", carried=33),
    "join again, with stacks": played("1 look, 1 fold, 2 bet 10, 0 call", carried=33, stacks=[500, 400, 300]),
    "svara": played(SVARA, stacks=[500, 400, 300]),
    "won by folds": played("1 look, 1 fold, 2 fold"),
    "won at a showdown": played("1 look, 1 bet 10, 2 call, 0 fold", ("Q♦ J♦ 8♠", "A♥ K♥ 8♥", "K♠ 10♠ 9♣")),
}


def saved(name="svara"):
    return json.loads(to_json(DEALS[name]))


def refused(text):
    """The message with which a text is refused."""
    with pytest.raises(HistoryError) as error:
        from_json(text)
    assert type(error.value) is HistoryError
    return str(error.value)


# There and back -------------------------------------------------------------------------------------------------------


def test_a_deal_comes_back_in_the_identical_state_at_every_step():
    phases, outcomes = set(), set()
    for deal in chain(steps(), DEALS.values()):
        text = to_json(deal)
        back = from_json(text)
        assert back == deal
        assert back.legal == deal.legal
        assert to_json(back) == text
        assert [back.view(seat) for seat in range(deal.start.seats)] == [
            deal.view(seat) for seat in range(deal.start.seats)
        ]
        phases.add((deal.phase, deal.stacks is None, deal.start.carried > 0))
        outcomes.add(deal.outcome.by if isinstance(deal.outcome, Won) else type(deal.outcome))
    assert phases == {(phase, a, b) for phase in ("blind", "open", "join", "over") for a in (0, 1) for b in (0, 1)}
    assert outcomes == {"fold", "showdown", Svara, type(None)}


@pytest.mark.parametrize("name", DEALS)
def test_the_text_is_one_line_with_the_fields_in_order(name):
    text = to_json(DEALS[name])
    assert "\n" not in text
    assert [*json.loads(text)] == FIELDS
    assert from_json(text) == DEALS[name]
    assert json.loads(text)["digest"] == digest(json.loads(text))


def test_the_text_lists_settings_hands_actions_and_outcome():
    document = saved("svara")
    del document["digest"]
    assert document == {
        "format": "svara_eval deal",
        "version": 1,
        "over": True,
        "hidden_cards_of": [1],
        "settings": {
            "ante": 10,
            "min_bet": 10,
            "min_raise": 10,
            "limit": None,
            "max_blind_multiple": 2,
            "svara_fee": "share",
        },
        "seats": 3,
        "present": [0, 1, 2],
        "dealer": 0,
        "stacks": [500, 400, 300],
        "carried": 0,
        "number": 0,
        "hands": {"0": "Q♦ J♦ 8♠", "1": "A♥ 8♥ K♣", "2": "K♠ 10♠ 9♣"},
        "actions": [[1, "blind", 10], [2, "look"], [2, "call", 20], [0, "call", 20], [1, "fold"], [1, "join", 40]],
        "outcome": {"type": "svara", "tied": [0, 2], "pot": 80, "fee": 40, "may_join": [1]},
    }


@pytest.mark.parametrize(
    ("name", "over", "hidden", "end"),
    [
        ("blind", False, [0, 1, 2], None),
        ("open", False, [0, 1, 2], None),
        ("join", False, [1], {"type": "svara", "tied": [0, 2], "pot": 50, "fee": 25, "may_join": [1]}),
        ("won by folds", True, [0, 1, 2], {"type": "won", "seat": 0, "pot": 30, "by": "fold"}),
        ("won at a showdown", True, [0], {"type": "won", "seat": 1, "pot": 50, "by": "showdown"}),
    ],
)
def test_the_text_records_whether_the_deal_is_over_and_whose_cards_are_hidden(name, over, hidden, end):
    document = saved(name)
    assert (document["over"], document["hidden_cards_of"], document["outcome"]) == (over, hidden, end)


def test_a_saved_deal_continues():
    for deal in steps(seeds=2, deals=3):
        if deal.turn is None:
            continue
        ends = []
        for each, rng in ((deal.copy(), Random(3)), (from_json(to_json(deal)), Random(3))):
            player = RandomPlayer(rng)
            while each.turn is not None:
                each.push(player.act(each.view(each.turn)))
            ends.append(each)
        assert ends[0] == ends[1]


@pytest.mark.parametrize("name", DEALS)
def test_white_space_and_the_order_of_the_fields_do_not_matter(name):
    document = saved(name)
    for text in (
        json.dumps(document, indent=4),
        json.dumps(document, sort_keys=True),
        json.dumps(dict(reversed(document.items())), ensure_ascii=True, separators=(",", ":")),
        f"\n {to_json(DEALS[name])}\n",
        json.dumps(document | {"hands": dict(reversed(document["hands"].items()))}),
    ):
        assert from_json(text) == DEALS[name]


# What is broken -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["open", "svara"])
def test_a_text_that_is_cut_off_anywhere_is_refused(name):
    text = to_json(DEALS[name])
    for length in range(len(text)):
        refused(text[:length])
        refused(text[length + 1 :])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: not valid JSON: Expecting value"),
        ("a deal", "line 1, column 1: not valid JSON: Expecting value"),
        ('{\n"format": svara}', "line 2, column 11: not valid JSON: Expecting value"),
        ("\ufeff{}", "line 1, column 1: not valid JSON: Unexpected UTF-8 BOM (decode using utf-8-sig)"),
        ("{}{}", "line 1, column 3: not valid JSON: Extra data"),
        ("[]", "a saved deal must be an object, not a list of 0 items"),
        ("null", "a saved deal must be an object, not null"),
        ('"{}"', "a saved deal must be an object, not a string"),
        ("NaN", "a saved deal must be an object, not a float"),
        ("{}", "format: must be 'svara_eval deal'"),
        ('{"format": "a poker hand"}', "format: must be 'svara_eval deal'"),
        ('{"format": "svara_eval deal"}', "version: must be a whole number from 1, not null"),
        (
            '{"format": "svara_eval deal", "version": 2}',
            "version: 2 is newer than 1, the version this release reads; update svara_eval",
        ),
        ('{"format": "svara_eval deal", "version": "1"}', "version: must be a whole number from 1, not a string"),
        ('{"format": "svara_eval deal", "version": true}', "version: must be a whole number from 1, not true"),
        ('{"format": "svara_eval deal", "version": 1.0}', "version: must be a whole number from 1, not a float"),
        ('{"format": "svara_eval deal", "version": 0}', "version: must be a whole number from 1, not 0"),
        ('{"format": "svara_eval deal", "version": 1}', "over is missing"),
        (
            '{"format": "svara_eval table", "version": 1}',
            "format: must be 'svara_eval deal'; a saved table is read by from_json(text, Table)",
        ),
        ('{"format": "svara_eval deal", "format": "svara_eval deal"}', "a field appears twice in one object"),
        ('{"outcome": {"pot": 1, "pot": 1}}', "a field appears twice in one object"),
        (f'{{"carried": 1{"0" * 5000}}}', "a number in the text is too large"),
        (f'{{"carried": -1{"0" * 5000}}}', "a number in the text is too large"),
        ("[" * 100_000, "the text is nested too deeply for a saved deal"),
        ('{"a":' * 100_000, "the text is nested too deeply for a saved deal"),
        ("[" * 100_000 + "]" * 100_000, "the text is nested too deeply for a saved deal"),
        (" " * (1 << 20) + "{}", "the text has 1048578 characters; a saved deal has at most 1048576"),
    ],
    ids=map(str, range(27)),
)
def test_a_text_that_is_not_a_saved_deal_is_refused_with_the_reason(text, message):
    assert refused(text) == message


@pytest.mark.parametrize("thing", [None, Settings(10)], ids=lambda thing: type(thing).__name__)
def test_only_a_deal_a_table_or_a_view_is_saved(thing):
    with pytest.raises(TypeError) as error:
        to_json(thing)
    assert str(error.value) == f"to_json takes a Deal, a Table or a View, not {type(thing).__name__}"


@pytest.mark.parametrize("text", [b"{}", None, 1, {}, bytearray(b"{}")], ids=lambda text: type(text).__name__)
def test_only_a_string_is_read(text):
    with pytest.raises(TypeError) as error:
        from_json(text)
    assert str(error.value) == f"a saved deal must be a string, not {type(text).__name__}"


@pytest.mark.parametrize("name", DEALS)
def test_every_field_must_be_there_and_no_others(name):
    document = saved(name)
    for field in FIELDS[2:]:
        rest = {other: value for other, value in document.items() if other != field}
        assert refused(json.dumps(rest)) == f"{field} is missing"
    unknown = f"there is an unknown field; the fields are {', '.join(FIELDS)}"
    assert refused(signed(document | {"comment": "hello"})) == unknown
    for field in document["settings"]:
        rest = {other: value for other, value in document["settings"].items() if other != field}
        assert refused(signed(document | {"settings": rest})) == f"settings: {field} is missing"
    unknown = f"settings: there is an unknown field; the fields are {', '.join(document['settings'])}"
    assert refused(signed(document | {"settings": document["settings"] | {"rake": 1}})) == unknown
    if document["outcome"]:
        changed_outcome = signed(document | {"outcome": document["outcome"] | {"rake": 1}})
        assert refused(changed_outcome) == "outcome: an object is saved, but the deal comes to an object"


def at(document, path):
    for name in path:
        document = document[name]
    return document


def others(value):
    """Values that differ from this one, of the same type and of others."""
    yield from (
        None,
        True,
        False,
        0,
        1,
        -1,
        11,
        1.0,
        0.5,
        1e999,
        float("nan"),
        "",
        "x",
        "0",
        [],
        [1],
        {},
        {"0": 1},
        10**4000,
    )
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield from (value + 1, value - 1, -value, float(value), str(value), value * 1000)
    if isinstance(value, str):
        yield from (value + " ", value[:-1], value.swapcase(), value[::-1], "fold", "look", "7♣ 7♦ 7♥", "A♥ A♥ A♥")


@pytest.mark.parametrize("name", DEALS)
def test_a_change_of_any_single_value_is_noticed_and_located(name):
    document = saved(name)
    begins = (
        *(f"{field}{mark}" for field in FIELDS for mark in [":", ".", "["]),
        "the start of the deal: ",
        "there is an unknown field; ",
    )
    for path in leaves(document):
        kept = json.dumps(at(document, path))
        for value in others(at(document, path)):
            if json.dumps(value) != kept:
                message = refused(json.dumps(changed(document, path, value)))
                assert message.startswith(begins), (path, value, message)


HAND = ("A♥ 8♥ K♣", "Ah8hKc", "ah 8h kc", "A♡ 8♡ K♧", "🂱 🂸 🃞", "A\u2665")
CARDS = re.compile("[♣♦♥♠♧♢♡♤\U0001f0a0-\U0001f0ff]|[ak8]h|[k8]c", re.IGNORECASE)


def spoilt(name):
    """Saves of a deal with a hand in a place where it does not belong, and damaged texts."""
    document = saved(name)
    text = json.dumps(document, ensure_ascii=False)
    hand = document["hands"]["1"]
    yield from (text[:cut] for cut in range(0, len(text), 7))
    yield from (
        text + ",",
        text.replace(hand, hand[:-1]),
        text.replace(hand, f"{hand} A♣"),
        text.replace(hand, "A♣ A♦"),
    )
    yield from (text.replace(hand, document["hands"]["0"]), text.replace('"hands"', '"hands": {}, "hands"'))
    for wrong in HAND:
        yield from (json.dumps(wrong), json.dumps([wrong]), wrong, json.dumps({wrong: 1}))
        places = [*leaves(document), *((field,) for field in FIELDS), ("settings", wrong), ("hands", wrong), (wrong,)]
        for path in places:
            for value in (wrong, [wrong], {wrong: wrong}, [[0, wrong]]) if wrong == HAND[0] else (wrong,):
                if path != ("digest",) and (path, value) != (("hands", "1"), hand):
                    yield signed(changed(document, path, value))
        yield json.dumps(document | {"digest": wrong})


@pytest.mark.parametrize("name", DEALS)
def test_no_error_shows_a_hand_or_holds_the_text(name):
    """Neither its message nor the error that led to it: it may go to a log."""
    for text in spoilt(name):
        with pytest.raises(HistoryError) as caught:
            from_json(text)
        error = caught.value
        assert (error.__cause__, error.__context__, vars(error)) == (None, None, {})
        assert not CARDS.search(str(error)), (text, error)


def alike(value):
    """Values of another type; where there are any, ones that Python calls equal."""
    if value is None:
        return [False, 0.0, ""]
    if not isinstance(value, int):
        return [1]
    return [float(value), *([int(value)] if isinstance(value, bool) else [bool(value)] if value in (0, 1) else [])]


@pytest.mark.parametrize("name", DEALS)
def test_a_value_of_another_type_is_noticed_even_with_the_right_digest(name):
    """A float or a boolean is not a whole number, and a number is not a boolean."""
    document, taken = saved(name), []
    for path in set(leaves(document)) - {("digest",)}:
        for value in alike(at(document, path)):
            try:
                from_json(signed(changed(document, path, value)))
            except HistoryError:
                continue
            taken.append((path, value))
    assert taken == []


@pytest.mark.parametrize(
    ("name", "path", "value", "message"),
    [
        ("svara", ("settings", "ante"), 0, "settings: ante must be at least 1, not 0"),
        ("svara", ("settings", "ante"), "10", "settings.ante: must be a whole number, not a string"),
        ("svara", ("settings", "svara_fee"), "A♥", "settings.svara_fee: must be 'share' or 'pot'"),
        ("svara", ("settings", "svara_fee"), None, "settings.svara_fee: must be 'share' or 'pot'"),
        (
            "svara",
            ("settings", "svara_fee"),
            "pot",
            "actions[5]: join for 40 is not legal; seat 1 can join for 80, decline",
        ),
        ("svara", ("present",), 3, "present: must be a list, not 3"),
        ("svara", ("present",), [0, 2, 2], "the start of the deal: present: a seat is given twice in [0, 2, 2]"),
        (
            "svara",
            ("present",),
            [0, 2],
            "the start of the deal: present must include seat 1, which has a hand; got (0, 2)",
        ),
        ("svara", ("present",), [2, 1, 0], "present[0]: 2 is saved, but the deal comes to 0"),
        ("svara", ("settings", "limit"), 1.5, "settings.limit: must be a whole number, not a float"),
        ("svara", ("settings",), [10], "settings: must be an object, not a list of 1 item"),
        ("svara", ("settings",), None, "settings: must be an object, not null"),
        ("svara", ("stacks", 1), -5, "the start of the deal: the stack of seat 1 must be at least 0, not -5"),
        ("svara", ("stacks", 1), True, "stacks: must be a whole number, not true"),
        ("svara", ("stacks",), [500, 400], "the start of the deal: 2 stacks do not fit 3 seats; give each seat one"),
        (
            "svara",
            ("stacks",),
            500,
            "stacks: must be a list, not 500",
        ),
        ("svara", ("dealer",), 5, "the start of the deal: dealer must be 0 to 2, not 5"),
        ("svara", ("carried",), float("nan"), "carried: must be a whole number, not a float"),
        ("svara", ("number",), 1e999, "number: must be a whole number, not a float"),
        ("svara", ("seats",), 11, "the start of the deal: seats must be 2 to 10, not 11"),
        ("svara", ("hands",), ["Q♦ J♦ 8♠", "A♥ 8♥ K♣", "K♠ 10♠ 9♣"], "hands: must be an object of hands by seat"),
        ("svara", ("hands",), {}, "the start of the deal: a deal has 2 to 10 players, not 0"),
        ("svara", ("hands", "1"), "A♥ 8♥ 6♣", "hands.1: must be three cards as to_json writes them"),
        ("svara", ("hands", "1"), "A♥ 8♥ A♥", "hands.1: must be three cards as to_json writes them"),
        ("svara", ("hands", "1"), "A♥ 8♥", "hands.1: must be three cards as to_json writes them"),
        ("svara", ("hands", "1"), "A♥ 8♥ 9♣", "hands: two of them share a card"),
        ("svara", ("hands", "1"), "Ah 8h Kc", "hands.1: must be three cards as to_json writes them"),
        ("svara", ("hands", "1"), [30, 6, 24], "hands.1: must be three cards as to_json writes them"),
        ("svara", ("hands", "x"), "A♣ A♦ A♠", "hands: must be an object of hands by seat"),
        ("svara", ("hands", "01"), "A♣ A♦ A♠", "hands: must be an object of hands by seat"),
        ("svara", ("hands", "9" * 5000), "A♣ A♦ A♠", "hands: must be an object of hands by seat"),
        ("svara", ("actions",), {}, "actions: must be a list, not an object"),
        ("svara", ("actions",), None, "actions: must be a list, not null"),
        ("svara", ("actions", 2), "call", "actions[2]: must be [seat, kind] or [seat, kind, total]"),
        ("svara", ("actions", 2), [], "actions[2]: must be [seat, kind] or [seat, kind, total]"),
        ("svara", ("actions", 2), [2, "call", 20, 5], "actions[2]: must be [seat, kind] or [seat, kind, total]"),
        ("svara", ("actions", 2), [2, "check"], "actions[2]: the kind is not one of the actions"),
        ("svara", ("actions", 2), [2, ["call"]], "actions[2]: must be [seat, kind] or [seat, kind, total]"),
        (
            "svara",
            ("actions", 2),
            [2, "call", 30],
            "actions[2]: call to 30 is not legal; seat 2 can fold, call to 20, raise to 30–290",
        ),
        ("svara", ("actions", 2), [2, "call", 20.0], "actions[2]: must be [seat, kind] or [seat, kind, total]"),
        ("svara", ("actions", 2), [True, "call", 20], "actions[2]: must be [seat, kind] or [seat, kind, total]"),
        (
            "svara",
            ("actions", 2),
            [0, "call", 20],
            "actions[2]: it is not the turn of seat 0; seat 2 can fold, call to 20, raise to 30–290",
        ),
        ("svara", ("actions", 2), [None, "call", 20], "actions[2]: must be [seat, kind] or [seat, kind, total]"),
        (
            "svara",
            ("actions", 2),
            [2, "call"],
            "actions[2]: a list of 2 items is saved, but the deal comes to a list of 3 items",
        ),
        ("svara", ("actions", 1), [2, "look", None], "actions[1]: must be [seat, kind] or [seat, kind, total]"),
        (
            "svara",
            ("actions", 5),
            [1, "join", 39],
            "actions[5]: join for 39 is not legal; seat 1 can join for 40, decline",
        ),
        ("svara", ("actions",), [], "over: true is saved, but the deal comes to false"),
        (
            "svara",
            ("hidden_cards_of",),
            [0, 1, 2],
            "hidden_cards_of: a list of 3 items is saved, but the deal comes to a list of 1 item",
        ),
        ("svara", ("outcome", "pot"), 81, "outcome.pot: 81 is saved, but the deal comes to 80"),
        ("svara", ("outcome",), None, "outcome: null is saved, but the deal comes to an object"),
        ("blind", ("over",), True, "over: true is saved, but the deal comes to false"),
        ("open", ("outcome",), {"by": "fold"}, "outcome: an object is saved, but the deal comes to null"),
        ("won by folds", ("outcome", "seat"), 1, "outcome.seat: 1 is saved, but the deal comes to 0"),
    ],
    ids=map(str, range(53)),
)
def test_a_wrong_field_is_located_even_with_the_right_digest(name, path, value, message):
    assert refused(signed(changed(saved(name), path, value))) == message


def test_an_action_too_many_or_too_few_is_noticed():
    document = saved("won by folds")
    more = document | {"actions": [*document["actions"], [0, "look"]]}
    assert refused(signed(more)) == "actions[3]: look is not legal; the deal is over"
    fewer = document | {"actions": document["actions"][:-1]}
    assert refused(signed(fewer)) == "over: true is saved, but the deal comes to false"


def test_the_digest_notices_a_legal_change():
    document = saved("open")
    for path, value in [
        (("carried",), 8),
        (("number",), 0),
        (("present",), [0, 1, 2]),
        (("actions", 2, 2), 40),
        (("settings", "ante"), 9),
    ]:
        message = refused(json.dumps(changed(document, path, value)))
        assert message == DIGEST
    for value in ("0" * 64, "", None, document["digest"].upper()):
        assert refused(json.dumps(document | {"digest": value})) == DIGEST


@pytest.mark.parametrize("field", ["settings", "stacks", "hands", "actions", "outcome", "version", "digest"])
@pytest.mark.parametrize("brackets", [("[", "]"), ('{"a":', "}")], ids=["list", "object"])
def test_a_field_nested_to_any_depth_is_refused(field, brackets):
    left, right = brackets
    text = json.dumps(saved("blind") | {field: "here"})
    for depth in (1, 10, 100, *range(500, 1100, 7), 5000):
        refused(text.replace('"here"', left * depth + "1" + right * depth))


def test_amounts_too_long_for_decimal_are_refused():
    """Python reads and writes at most 4300 digits."""
    most = 10**4300 - 1
    deal = played("1 look, 1 bet 10", carried=most)
    with pytest.raises(HistoryError, match=r"^an amount of the deal is too large to be written$"):
        to_json(played("1 look, 1 bet 10, 2 fold, 0 fold", carried=most))  # the pot has a digit more
    document = json.loads(to_json(deal))
    document["actions"] += [[2, "fold"], [0, "fold"]]
    document |= {"over": True, "outcome": {"type": "won", "seat": 1, "pot": 1, "by": "fold"}}
    refused(signed(document))


def test_no_text_is_written_that_would_be_too_long_to_read():
    deal = played(f"1 look, 1 bet {10**4000}", ("Q♦ J♦ 8♠", "A♥ 8♥ K♣"))
    for _ in range(300):
        deal.push(Action("raise", deal.legal["raise"].low))
    with pytest.raises(HistoryError, match=r"^the deal takes \d+ characters; a saved deal has at most 1048576$"):
        to_json(deal)


TEXTS = [to_json(deal) for deal in DEALS.values()]
CHARACTERS = st.sampled_from([*string.printable, "♣", "♦", "\0", "\ud800", "\ufeff", "٣", "é"])


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_a_text_with_a_character_changed_gives_the_deal_or_a_history_error(text, data):
    place = data.draw(st.integers(0, len(text) - 1))
    character = data.draw(st.one_of(CHARACTERS, st.characters(), st.just("")))
    length = data.draw(st.integers(0, 3))
    try:
        deal = from_json(text[:place] + character + text[place + length :])
    except HistoryError:
        return
    assert to_json(deal) == text


@settings(max_examples=200, deadline=None)
@given(st.binary(min_size=1, max_size=40), st.sampled_from(TEXTS), st.integers(0, 2000))
@example(b"\xff", TEXTS[0], 0)
def test_flipped_bytes_give_the_deal_or_a_history_error(mask, text, start):
    raw = bytearray(text.encode())
    for place, bits in enumerate(mask, start % len(raw)):
        raw[place % len(raw)] ^= bits
    try:
        deal = from_json(raw.decode(errors="surrogateescape"))
    except HistoryError:
        return
    assert to_json(deal) == text


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 600)
    | st.floats()
    | st.sampled_from(["look", "fold", "A♥ 8♥ K♣", "0", "x"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["0", "1", "ante", "outcome", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*DEALS]), st.dictionaries(st.sampled_from(FIELDS[2:-1]), VALUES, min_size=1, max_size=3))
def test_any_value_in_any_field_gives_a_deal_or_a_history_error(name, fields):
    try:
        deal = from_json(signed(saved(name) | fields))
    except HistoryError:
        return
    assert from_json(to_json(deal)) == deal


def test_a_text_with_twenty_times_the_actions_takes_about_twenty_times_as_long():
    """Untrusted text must not cost more than it sends. Copying all events at each action, it would be 100 times."""
    heads_up = json.loads(to_json(played("1 look, 1 bet 10", TIE[:2])))

    def seconds(raises):
        actions = heads_up["actions"] + [[at % 2, "raise", 20 + 10 * at] for at in range(raises)]
        text = signed(heads_up | {"actions": actions})
        start = process_time()
        assert len(from_json(text).actions) == len(actions)
        return process_time() - start

    assert seconds(20_000) < 50 * max(seconds(1000), seconds(1000))
