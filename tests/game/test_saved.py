"""Tables and views as JSON and back, and deals sampled from a view: identical, and nothing hidden in a view."""

from __future__ import annotations

import json
from collections import Counter
from copy import copy
from itertools import chain, permutations
from random import Random

import pytest
from games import TIE, at_a_table, deck
from saved_games import changed, digest, leaves, signed

from svara_eval import DECK, HistoryError, IllegalActionError, SvaraError, format_hand
from svara_eval.game import (
    Action,
    Deal,
    Left,
    Option,
    RandomPlayer,
    Settings,
    Shown,
    Started,
    Svara,
    Table,
    View,
    Won,
    from_json,
    to_dict,
    to_json,
)

TABLE_FIELDS = [
    "format", "version", "settings", "taken", "sitting_out", "stacks", "net", "claims", "pot", "dealer", "number",
    "brought", "taken_away", "departed_net", "deal", "digest",
]  # fmt: skip


def steps(tables=6, deals=8):
    """Tables of players who choose at random, who come and go, at each action and each change."""
    for seed in range(tables):
        rng = Random(seed)
        stacks = [rng.randint(30, 300) for _ in range(4)] if seed % 2 else None
        fee = "pot" if seed % 3 == 0 else "share"
        table, player = Table(Settings(10, limit=60, svara_fee=fee), seats=4, stacks=stacks), RandomPlayer(rng)
        for _ in range(deals):
            yield table
            seat = rng.randrange(4)
            if seat not in table.taken:
                table.sit(seat, stacks and 100)
            elif rng.random() < 0.3:
                table.leave(seat)
            elif seat in table.sitting_out:
                table.sit_in(seat)
            elif rng.random() < 0.3:
                table.sit_out(seat)
            yield table
            if table.next_players:
                deal = table.next_deal(rng)
                while deal.turn is not None:
                    yield table
                    deal.push(player.act(deal.view(deal.turn)))


def refused(text, kind):
    """The message with which a text is refused; the error holds nothing else."""
    with pytest.raises(HistoryError) as error:
        from_json(text, kind)
    assert (error.value.__cause__, error.value.__context__) == (None, None)
    return str(error.value)


# Tables ---------------------------------------------------------------------------------------------------------------


def test_a_table_comes_back_in_the_identical_state_and_goes_on_as_it_would_have():
    names = [name for name in dir(Table) if isinstance(getattr(Table, name), property)]
    for table in steps():
        text = to_json(table)
        back = from_json(text, Table)
        assert back == table
        assert to_json(back) == text
        assert [getattr(back, name) for name in names] == [getattr(table, name) for name in names]
        other = copy(table)
        for each, rng in ((back, Random(1)), (other, Random(1))):
            player = RandomPlayer(rng)
            for _ in range(2):
                while each.deal is not None and each.deal.turn is not None:
                    each.deal.push(player.act(each.deal.view(each.deal.turn)))
                if each.next_players:
                    each.next_deal(rng)
        assert back == other


def test_a_message_that_was_late_before_a_restart_is_late_after_it():
    table = at_a_table("blind 10", seats=3)
    action = table.deal.actions[0]
    for each in (table, from_json(to_json(table), Table)):
        with pytest.raises(
            IllegalActionError, match=r"^action number 0 has already been taken; the next is number 1; "
        ):
            each.deal.push(action)
    for move in ("look", "fold", "fold"):
        table.deal.push(move)
    again = from_json(to_json(table), Table)
    assert again.next_deal().number == 4


def test_a_restart_in_the_middle_of_a_svara_loses_nothing():
    """A deal has ties, then the svara is played, each action at a table loaded anew."""
    table = at_a_table("look, fold, bet 10, call", stacks=[100, 100, 100])
    hands = {0: "A♣ A♠ Q♥", 1: "A♥ 7♥ K♦", 2: "8♦ 9♥ K♣"}
    for move in ("join", None, "look", "bet 20", "call", "call"):
        table = from_json(to_json(table), Table)
        if move is None:
            table.next_deal(deck(hands, table.next_dealer))
        else:
            table.deal.push(move)
    table = from_json(to_json(table), Table)
    assert table.deal.start.carried == 75
    assert table.deal.outcome == Won(0, 135, "showdown")
    assert (table.stacks, table.net) == ((195, 45, 60), (95, -55, -40))


def test_the_text_of_a_table_is_one_line_with_the_fields_in_order():
    table = at_a_table("look, fold, bet 10, call, join", stacks=[100, 100, 100])
    table.leave(0)
    text = to_json(table)
    document = json.loads(text)
    assert "\n" not in text
    assert [*document] == TABLE_FIELDS
    assert document["digest"] == digest(document)
    deal = json.loads(to_json(table.deal))
    for name in ("format", "version", "digest"):
        del deal[name]
    assert document.pop("deal") == deal
    del document["digest"], document["settings"]
    assert document == {
        "format": "svara_eval table",
        "version": 1,
        "taken": [1, 2],
        "sitting_out": [],
        "stacks": [0, 65, 80],
        "net": [0, -35, -20],
        "claims": [1, 2],
        "pot": 75,
        "dealer": 0,
        "number": 5,
        "brought": 300,
        "taken_away": 80,
        "departed_net": -20,
    }


SUM = "brought - taken_away must equal stacks plus pot"
EMPTY = "taken: an empty seat must have a stack and a net of 0"
DIGEST = "digest: does not match the other fields; the text was changed after it was written"
OTHERS = (None, True, False, 0, 1, -1, 11, 1.0, 1e999, "", "x", "A♥", [], [1], [0, 1, 2], {}, {"0": 1}, 10**40)
PENDING = at_a_table("look, fold, bet 10, call, join", stacks=[100, 100, 100])
PENDING.leave(0)
TABLES = {
    "empty": Table(Settings(10), seats=3, taken=[]),
    "in a deal": at_a_table("look, bet 10", stacks=[100, 90, 80], number=7),
    "asked to join": at_a_table("look, fold, bet 10, call", seats=3),
    "a pending svara": PENDING,
}
VIEWS = {name: table.deal.view(1) for name, table in TABLES.items() if table.deal}
SAVED = {(name, kind): json.loads(to_json(each)) for kind in (Table, View)
         for name, each in (TABLES if kind is Table else VIEWS).items()}  # fmt: skip


@pytest.mark.parametrize(("name", "kind"), SAVED, ids=lambda each: each if isinstance(each, str) else each.__name__)
def test_a_change_of_any_single_value_is_noticed_and_a_card_is_never_quoted(name, kind):
    document = SAVED[name, kind]
    fields = (*document, "there is an unknown field", "the start of the deal", "format")
    for path in leaves(document):
        for value in OTHERS:
            text = json.dumps(changed(document, path, value))
            if text != json.dumps(document):
                message = refused(text, kind)
                assert message.startswith(fields), (path, value, message)
                assert not {*message} & {*"♣♦♥♠"}


@pytest.mark.parametrize(("name", "kind"), SAVED, ids=lambda each: each if isinstance(each, str) else each.__name__)
def test_a_loaded_game_is_possible_even_if_its_digest_was_forged(name, kind):
    """A text that someone has made up is refused, or gives something that plays on and comes back."""
    document, taken = SAVED[name, kind], 0
    for path in leaves(document):
        for value in OTHERS:
            text = signed(changed(document, path, value))
            try:
                thing = from_json(text, kind)
            except HistoryError:
                continue
            taken += 1
            assert json.loads(to_json(thing)) == json.loads(text)
            if kind is Table:
                assert sum(thing.net) + thing.departed_net + thing.pot == 0
                if thing.next_players:
                    thing.next_deal(Random(1))
            else:
                assert thing.sample(1).view(thing.seat) == thing
    assert taken > 0


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("a pending svara", {"stacks": [0, 65, 81]}, SUM),
        ("a pending svara", {"net": [0, -35, -21]}, "net + departed_net + pot must be 0"),
        ("a pending svara", {"net": [0, -35]}, "net: 3 stacks do not fit 2 seats; give each seat one"),
        ("a pending svara", {"claims": [1]}, "claims: a pot needs two claims or more, and claims need a pot"),
        ("a pending svara", {"claims": []}, "claims: a pot needs two claims or more, and claims need a pot"),
        ("a pending svara", {"claims": [0, 1]}, "claims: a seat with a claim must be taken and not sit out"),
        ("a pending svara", {"sitting_out": [1]}, "claims: a seat with a claim must be taken and not sit out"),
        ("a pending svara", {"sitting_out": [0]}, "sitting_out: a seat that sits out must be taken"),
        ("a pending svara", {"taken": [0, 1, 1]}, "taken: a seat is given twice in [0, 1, 1]"),
        ("a pending svara", {"taken": [1, 2, 3]}, "taken: a seat must be 0 to 2, not 3"),
        ("a pending svara", {"taken": [2, 1]}, "taken[0]: 2 is saved, but the table comes to 1"),
        ("a pending svara", {"taken": [1, 2], "stacks": [5, 65, 75]}, EMPTY),
        ("a pending svara", {"dealer": 1}, "deal: is not the last deal of this table"),
        ("a pending svara", {"number": 4}, "deal: is not the last deal of this table"),
        ("a pending svara", {"number": -1}, "number must be at least 0, not -1"),
        ("a pending svara", {"dealer": 3}, "dealer must be 0 to 2, not 3"),
        ("a pending svara", {"deal": None}, "claims: before the first deal there are none"),
        ("a pending svara", {"deal": []}, "deal: must be an object, not a list of 0 items"),
        ("in a deal", {"sitting_out": [0]}, "deal: is not the deal that this table would start"),
        ("in a deal", {"dealer": 1}, "deal: is not the deal that this table would start"),
        ("in a deal", {"stacks": [100, 80, 90]}, "deal: is not the deal that this table would start"),
        ("in a deal", {"digest": "x"}, DIGEST),
    ],
    ids=map(str, range(22)),
)  # fmt: skip
def test_a_wrong_field_of_a_table_is_located(name, changes, message):
    document = SAVED[name, Table] | changes
    text = json.dumps(document) if "digest" in changes else signed(document)
    assert refused(text, Table) == message


def test_a_claim_that_nobody_had_is_refused():
    table = at_a_table("look, fold, bet 10, call, decline", seats=3)
    document = json.loads(to_json(table)) | {"claims": [0, 1]}
    expected = "claims: must be seats that tied or joined in the last deal; the pot must be that deal's pot or 0"
    assert refused(signed(document), Table) == expected


def test_a_wrong_action_of_the_deal_at_a_table_is_located():
    document = changed(SAVED["in a deal", Table], ("deal", "actions", 1), [1, "bet", 9])
    expected = "deal: actions[1]: bet to 9 is not legal; seat 1 can fold, bet to 10–70"
    assert refused(signed(document), Table) == expected


@pytest.mark.parametrize("kind", [Deal, Table, View])
def test_a_text_of_one_kind_is_not_read_as_another(kind):
    table = at_a_table("look", seats=3)
    for other in {Deal: table.deal, Table: table, View: table.deal.view(0)}.values():
        if type(other) is kind:
            assert from_json(to_json(other), kind) == other
        else:
            name = type(other).__name__
            assert refused(to_json(other), kind) == (
                f"format: must be 'svara_eval {kind.__name__.lower()}'; a saved {name.lower()} is read by "
                f"from_json(text, {name})"
            )


RECORDS = (Action, Left, Option, Settings, Shown, Started, Svara, View, Won, type(PENDING._now))


@pytest.fixture
def changed_classes(monkeypatch):
    """Call it to give each class a new first field and another name."""
    names = [record.__name__ for record in RECORDS]

    def change():
        for record in RECORDS:
            record.__name__ = f"New{record.__name__}"
            monkeypatch.setattr(record, "__slots__", ("new", *record.__slots__))
            monkeypatch.setattr(record, "new", 0, raising=False)

    yield change
    for record, name in zip(RECORDS, names, strict=True):
        record.__name__ = name


def test_a_new_field_and_another_name_of_a_class_change_nothing_that_is_saved_or_sent(changed_classes):
    table = at_a_table("look, fold, bet 10, call, join", stacks=[100, 100, 100])
    view = table.deal.view(1)
    events = [*table.deal.events, *table.leave(0)]
    saved = [to_json(value) for value in (table, table.deal, view)]
    sent = [to_dict(value) for value in (view, *events, Option("call", 20, 20))]
    changed_classes()
    assert repr(events[-1]) == "NewLeft(new=0, seat=0, chips=80)"
    assert [to_json(value) for value in (table, table.deal, view)] == saved
    assert [to_dict(value) for value in (view, *events, Option("call", 20, 20))] == sent


def test_only_three_kinds_are_read():
    with pytest.raises(TypeError) as error:
        from_json("{}", Settings)
    assert str(error.value) == "kind must be Deal, Table or View, not <class 'svara_eval.game._settings.Settings'>"


# Views ----------------------------------------------------------------------------------------------------------------


def views():
    """The views of all seats and of nobody, at every step of random tables."""
    for table in chain(steps(tables=4), TABLES.values()):
        if table.deal is not None:
            for seat in (None, *range(table.seats)):
                yield table.deal, table.deal.view(seat)


def test_a_view_comes_back_identical_and_its_text_has_no_card_that_the_seat_may_not_see():
    seen = Counter()
    for deal, view in views():
        text = to_json(view)
        assert from_json(text, View) == view
        may_see = {seat: hand for seat, hand in deal.hands.items() if hand == view.hand or seat in view.shown}
        saved = json.loads(text)["hands"]
        assert saved == {str(seat): format_hand(hand) for seat, hand in sorted(may_see.items())}
        hidden = [str(card) for seat, hand in deal.hands.items() if seat not in may_see for card in hand]
        assert not any(f"{card} " in text or f'{card}"' in text for card in hidden if len(card) == 2)
        seen[view.phase, view.seat is None, type(view.outcome)] += 1
    assert {phase for phase, _, _ in seen} == {"blind", "open", "join", "over"}
    assert {outcome for _, _, outcome in seen} == {type(None), Won, Svara}


def test_a_view_saved_with_another_hand_too_is_refused():
    view = at_a_table("look", seats=3).deal.view(1)
    document = json.loads(to_json(view))
    assert document["hands"] == {"1": TIE[1]}
    document["hands"]["2"] = TIE[2]
    assert refused(signed(document), View) == "hands: an object is saved, but the view comes to an object"
    document["hands"]["9"] = document["hands"].pop("2")
    assert (
        refused(signed(document), View) == "players: must be the seats in the deal, and include every seat with a hand"
    )


# Samples --------------------------------------------------------------------------------------------------------------


def test_every_sample_of_every_view_replays_to_that_same_view():
    rng, others = Random(5), 0
    for deal, view in views():
        for _ in range(2):
            sample = view.sample(rng)
            assert sample.view(view.seat) == view
            assert sample.at(len(sample.actions)) == sample
            assert (sample.start, sample.actions, sample.hands.keys()) == (deal.start, deal.actions, deal.hands.keys())
            assert len({card for hand in sample.hands.values() for card in hand}) == 3 * len(deal.hands)
            others += sample != deal
    assert others > 1000


def test_every_deal_that_agrees_with_a_view_is_equally_likely():
    """Seat 0 knows 30 cards: one of ten players, after a showdown of nine. Any order of two of the other 5 cards."""
    cards = [*DECK]
    hands = {seat: cards[3 * seat : 3 * seat + 3] for seat in range(10)}
    deal = Deal(Settings(10), hands, dealer=9)
    for action in ("look", "bet 10", *["call"] * 8, "fold"):
        deal.push(action)
    view = deal.view(0)
    assert len(view.shown) == 9
    free = [*hands[9], *cards[30:]]
    counts = Counter(view.sample(rng).hands[9] for rng in [Random(1)] * 6000)
    assert {*counts} == {*permutations(free, 3)}  # 60
    assert all(abs(count - 100) < 4.5 * 10 for count in counts.values())
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 103  # chi-square, 59 degrees: p > 0.0003


def test_a_sample_of_a_view_before_the_look_deals_every_hand_anew():
    view = at_a_table("blind 10", seats=3).deal.view(1)
    samples = [view.sample(seed) for seed in range(40)]
    assert len({tuple(sample.hands.items()) for sample in samples}) == 40
    assert view.sample(3) == view.sample(3) == view.sample(Random(3))
    assert {sample.actions for sample in samples} == {(Action("blind", 10, 1, 0),)}


@pytest.mark.parametrize(("rng", "error"), [(-1, SvaraError), ("x", TypeError), (1.5, TypeError)])
def test_sample_refuses_a_value_that_is_not_a_source_of_randomness(rng, error):
    with pytest.raises(error):
        at_a_table("", seats=3).deal.view(0).sample(rng)
