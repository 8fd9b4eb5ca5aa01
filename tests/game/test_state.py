"""The state of a deal and a table: read-only, whole whatever interrupts it, copied, pickled, and printed."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from games import HUGE, TIE, at_a_table

import svara_eval
import svara_eval.game
from svara_eval import DECK, IllegalActionError, SvaraError
from svara_eval._record import FrozenMap, Record
from svara_eval.game import (
    Action,
    Added,
    Deal,
    Left,
    Option,
    RandomPlayer,
    Sat,
    SatIn,
    SatOut,
    Settings,
    Shown,
    Simulation,
    Started,
    Svara,
    Table,
    View,
    Won,
    deal_hands,
    to_json,
)

STACKS = [500, 400, 300]
GAME = str(Path(svara_eval.game.__file__).parent)
CHANGES = (Sat, Left, Added, SatOut, SatIn)
NAMES = {name: getattr(module, name) for module in (svara_eval, svara_eval.game) for name in module.__all__}


def played(*actions, **table):
    """A deal after some actions."""
    deal = Deal(Settings(10), TIE, 0, **table)
    for action in actions:
        deal.push(action)
    return deal


# A deal before each of these actions; together they go through every branch of the rules.
ACTIONS = {
    "blind": ([], "blind 10"),
    "look": (["blind 10"], "look"),
    "bet": (["look"], "bet 10"),
    "raise": (["look", "bet 10"], "raise 30"),
    "fold": (["look"], "fold"),
    "fold to a winner": (["look", "fold"], "fold"),
    "call to a showdown": (["look", "bet 10", "call", "fold"][:2], "call"),
    "call to a svara": (["look", "fold", "bet 10"], "call"),
    "join": (["look", "fold", "bet 10", "call"], "join"),
    "decline": (["look", "fold", "bet 10", "call"], "decline"),
}


def tables():
    """A table before its first deal, after a winner, and with a pending svara."""
    table = Table(Settings(10), stacks=STACKS)
    yield "first", table
    table.next_deal(Random(1))
    for action in ("look", "fold", "fold"):
        table.deal.push(action)
    yield "after a winner", copy.copy(table)
    yield "svara", at_a_table("look, fold, bet 10, call, join", stacks=STACKS)


# Read-only ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thing", [played(), Table(Settings(10), seats=3)], ids=lambda thing: type(thing).__name__)
def test_every_attribute_of_a_deal_and_a_table_is_read_only(thing):
    names = [name for name in dir(type(thing)) if isinstance(getattr(type(thing), name), property)]
    assert len(names) > 5
    for name in names:
        before = getattr(thing, name)
        with pytest.raises(AttributeError):
            setattr(thing, name, 999)
        with pytest.raises(AttributeError):
            delattr(thing, name)
        assert getattr(thing, name) == before
    with pytest.raises(AttributeError):
        thing.comment = "hello"


def test_the_values_in_a_deal_cannot_be_changed():
    deal = played("look", "fold", "bet 10", "call", "join")
    for mapping in (deal.hands, deal.legal, deal.view(0).shown, played().view(1).legal):
        assert isinstance(mapping, FrozenMap)
        assert not {"pop", "clear", "update", "setdefault", "__setitem__", "__delitem__"} & {*dir(mapping)}
    for sequence in (deal.events, deal.actions, deal.remaining, deal.totals, deal.net, deal.joined):
        assert type(sequence) is tuple


@pytest.mark.parametrize(
    "cls", [Deal, Table, Action, Option, Settings, View, Started, Shown, Won, Svara, Simulation, *CHANGES]
)
def test_final_classes_cannot_be_subclassed(cls):
    with pytest.raises(TypeError) as refused:
        type("Sub", (cls,), {"__slots__": ()})
    assert str(refused.value) == f"{cls.__name__} cannot be subclassed"


# Interruptions --------------------------------------------------------------------------------------------------------


class Interrupted(BaseException):
    """Raised in the middle, as KeyboardInterrupt can be."""


def interrupted(call, line):
    """Call, with an exception at the given line executed in the game's code; False once the call has fewer lines."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if not frame.f_code.co_filename.startswith(GAME):
            return None
        if event == "line":
            count += 1
            if count == line:
                raise Interrupted
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    except Interrupted:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_interrupted_at_any_line_is_taken_or_is_not(name):
    first, action = ACTIONS[name]
    before, after = played(*first), played(*first, action)
    line, states = 1, set()
    while True:
        deal = before.copy()
        if not interrupted(lambda deal=deal: deal.push(action), line):
            break
        assert deal in (before, after)
        states.add(deal == after)
        line += 1
    assert deal == after
    assert line > 30
    assert states == {False, True}


@pytest.mark.parametrize("name", ["first", "after a winner", "svara"])
def test_a_deal_whose_start_is_interrupted_at_any_line_is_started_or_is_not(name):
    table = dict(tables())[name]
    started = copy.copy(table)
    started.next_deal(DECK)
    line, states = 1, set()
    while True:
        copied = copy.copy(table)
        if not interrupted(lambda copied=copied: copied.next_deal(DECK), line):
            break
        assert everything(copied) in (everything(table), everything(started))
        states.add(everything(copied) == everything(started))
        line += 1
    assert everything(copied) == everything(started)
    assert line > 30
    assert states == {False, True}


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [("leave", (2,)), ("sit_out", (0,)), ("add_chips", (1, 50)), ("sit", (3, 70))],
    ids=["leave", "sit out", "add chips", "sit"],
)
def test_a_change_that_is_interrupted_at_any_line_is_made_or_is_not(kind, arguments):
    """With the last claim but one given up, the pot goes to the other in the same step (D22)."""
    table = at_a_table("look, fold, bet 10, call, decline", stacks=[*STACKS, 0], taken=[0, 1, 2])
    changed = copy.copy(table)
    getattr(changed, kind)(*arguments)
    line, states = 1, set()
    while True:
        copied = copy.copy(table)
        if not interrupted(lambda copied=copied: getattr(copied, kind)(*arguments), line):
            break
        assert copied in (table, changed)
        states.add(copied == changed)
        line += 1
    assert copied == changed
    assert states == {False, True}


def everything(table):
    """All that can be seen of a table."""
    names = [name for name in dir(Table) if isinstance(getattr(Table, name), property)]
    return [getattr(table, name) for name in names]


def test_an_action_near_the_limit_of_recursion_is_taken_or_is_not():
    before, after = played("look", "fold", "bet 10"), played("look", "fold", "bet 10", "call")

    def push(deal, frames):
        return push(deal, frames - 1) if frames else deal.push("call")

    ends = set()
    for frames in range(sys.getrecursionlimit() - 150, sys.getrecursionlimit()):
        deal = before.copy()
        try:
            push(deal, frames)
            assert deal == after
            ends.add("taken")
        except RecursionError:
            assert deal in (before, after)
            ends.add("interrupted")
    assert ends == {"taken", "interrupted"}


def test_a_deck_that_deals_by_itself_changes_nothing_but_that_deal():
    """The antes are taken once, whichever deal comes first."""
    table = Table(Settings(10), stacks=STACKS)

    def cheating():
        yield from DECK[:8]
        table.next_deal(DECK)
        yield DECK[8]

    with pytest.raises(IllegalActionError) as refused:
        table.next_deal(cheating())
    assert str(refused.value) == "the table has changed while this deal was being dealt"
    assert (table.stacks, table.net, table.deal.pot) == ((490, 390, 290), (-10, -10, -10), 30)
    assert table.deal.hands == deal_hands((1, 2, 0), DECK)


# Copies and pickles ---------------------------------------------------------------------------------------------------


def copies(thing):
    yield copy.copy(thing)
    yield copy.deepcopy(thing)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(thing, protocol))


@pytest.mark.parametrize("name", ACTIONS)
def test_a_copy_of_a_deal_is_equal_and_goes_its_own_way(name):
    first, action = ACTIONS[name]
    deal, after = played(*first), played(*first, action)
    for copied in (deal.copy(), deal.at(len(first)), *copies(deal)):
        assert copied == deal
        assert copied is not deal
        assert copied.push(action) == after.events[len(deal.events) :]
        assert (copied, deal) == (after, played(*first))


@pytest.mark.parametrize("name", ["first", "after a winner", "svara"])
def test_a_copy_of_a_table_has_a_deal_of_its_own(name):
    table = dict(tables())[name]
    before = everything(table)
    for copied in copies(table):
        assert everything(copied) == everything(table)
        assert copied.deal is None or copied.deal is not table.deal
        deal = copied.next_deal(DECK)
        deal.push("look")
        assert everything(table) == before


def test_a_copy_of_a_table_does_not_share_the_deal_in_progress():
    table = Table(Settings(10), seats=3)
    table.next_deal(Random(1))
    for copied in copies(table):
        copied.deal.push("blind 10")
        assert (copied.deal.number, table.deal.number) == (1, 0)


# Values ---------------------------------------------------------------------------------------------------------------


def values():
    """Every kind of small value of the game, each as games make it."""
    deals = [played(*first) for first, _ in ACTIONS.values()] + [
        played(*first, last) for first, last in ACTIONS.values()
    ]
    deals += [Deal(Settings(10, limit=100), TIE, 0, stacks=STACKS, carried=7)]
    for deal in deals:
        yield from (deal.start.settings, *deal.events, *deal.legal.values(), *(deal.view(s) for s in (None, 0, 1, 2)))
    table = at_a_table("look, fold, bet 10, call, join", stacks=STACKS)
    for events in (table.leave(0), table.sit(0, 200), table.add_chips(1, 30), table.sit_out(2), table.sit_in(2)):
        yield from events
    yield Simulation(100, 7, (60, 40), (50, -50), (0.2, 0.2))


def test_every_value_can_be_made_by_position_or_keyword_hashed_pickled_and_printed():
    seen = set()
    for value in values():
        fields = {name: getattr(value, name) for name in value.__slots__}
        assert type(value)(*fields.values()) == type(value)(**fields) == value
        assert hash(type(value)(**fields)) == hash(value)
        assert value.__match_args__ == value.__slots__
        back = eval(repr(value), dict(NAMES))
        assert (back, hash(back), repr(back)) == (value, hash(value), repr(value))
        for copied in copies(value):
            assert copied == value
        for name in fields:
            with pytest.raises(AttributeError, match="immutable"):
                setattr(value, name, 0)
        seen.add(type(value))
    assert seen == {Settings, Started, Action, Shown, Won, Svara, Option, View, Simulation, *CHANGES}


def test_a_view_can_be_matched_by_position_and_by_name():
    match played("look").view(1):
        case View(1, (ace, *_), start=Started(Settings(ante)), phase="open", turn=turn):
            assert (ante, turn, str(ace)) == (10, 1, "A♥")
        case _:
            pytest.fail("the view does not match")


@pytest.mark.parametrize("value", [Settings(HUGE), Action("raise", HUGE, HUGE, HUGE), Option("raise", HUGE, HUGE + 1)])
def test_a_value_with_numbers_too_long_for_decimal_is_printed_too(value):
    assert eval(repr(value), dict(NAMES)) == value
    assert len(str(value)) < 100_000


def test_a_view_with_numbers_too_long_for_decimal_is_printed_too():
    table = Table(Settings(HUGE), stacks=[9 * HUGE] * 3, number=HUGE)
    deal = table.next_deal(Random(1))
    deal.push(Action("blind", HUGE))
    for view in (deal.view(), deal.view(1)):
        assert eval(repr(view), dict(NAMES)) == view
        assert "pot a number of" in str(view)
    assert repr(deal).startswith("<Deal: seat 2 can look, blind to a number of 16611 bits; pot a number of ")
    assert "stacks a number of 16613 bits, " in repr(table)


def test_a_table_prints_its_seats_and_chips():
    table = Table(Settings(10), seats=3)
    assert repr(table) == "<Table of 3 seats: seat 0 deals next>"
    table.next_deal(Random(1))
    assert repr(table) == "<Table of 3 seats: seat 1 can look, blind to 10 or more; pot 30>"
    for action in ("look", "fold", "fold"):
        table.deal.push(action)
    assert repr(table) == "<Table of 3 seats: seat 0 takes the pot of 30; everyone else folded; seat 1 deals next>"
    table = at_a_table("look, fold, bet 10, call", stacks=STACKS)
    assert repr(table) == ("<Table of 3 seats with stacks 480, 390, 280: seat 1 can join for 25, decline; pot 50>")
    table.deal.push("join")
    assert repr(table) == (
        "<Table of 3 seats with stacks 480, 365, 280: "
        "svara between seats 0, 1 and 2 for the pot of 75; seat 1 deals next>"
    )
    table.leave(0)
    assert repr(table) == (
        "<Table of 3 seats (2 taken) with stacks 0, 365, 280: "
        "svara between seats 1 and 2 for the pot of 75; seat 1 deals next>"
    )
    table.sit_out(1)
    assert repr(table) == (
        "<Table of 3 seats (2 taken) with stacks 0, 365, 355: the last claim took the pot; no next deal>"
    )
    assert repr(Table(Settings(10), stacks=[10, 9])) == "<Table of 2 seats with stacks 10, 9: no next deal>"


# Sources of cards and arguments ---------------------------------------------------------------------------------------


def test_a_numpy_generator_shuffles_like_a_random_one():
    def dealt(seed):
        table, rng = Table(Settings(10), seats=3), np.random.default_rng(seed)
        hands = [table.next_deal(rng).hands]
        for action in ("look", "fold", "fold"):
            table.deal.push(action)
        return [*hands, table.next_deal(rng).hands]

    assert dealt(5) == dealt(5) != dealt(6)
    first, second = dealt(5)
    assert first != second


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (7, "not 7 of type int; a seed would deal the same cards every time; pass random.Random(seed)"),
        (np.int64(7), "not 7 of type int64; a seed would deal the same cards every time; pass random.Random(seed)"),
        (True, "not True of type bool; a seed would deal the same cards every time; pass random.Random(seed)"),
        (1.5, "not 1.5 of type float"),
        ("AhKhQh", "not 'AhKhQh' of type str"),
        (b"123456789", "not b'123456789' of type bytes"),
        (object, "not <class 'object'> of type type"),
    ],
)
def test_a_seed_and_anything_else_that_is_not_a_source_of_cards_is_refused(cards, message):
    table = Table(Settings(10), seats=3)
    for call in (table.next_deal, lambda cards: deal_hands((0, 1), cards)):
        with pytest.raises(TypeError) as refused:
            call(cards)
        text = str(refused.value).replace("np.int64(7)", "7")
        assert text == f"cards must be an iterable of cards, a random.Random, a NumPy Generator or None, {message}"
    assert table.deal is None


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        ((1, 1), SvaraError, "a seat appears twice among the players [1, 1]"),
        ((0, 1, np.int64(0)), SvaraError, "a seat appears twice among the players [0, 1, 0]"),
        ((0, -1), SvaraError, "a seat must be at least 0, not -1"),
        ((0, True), TypeError, "a seat must be a whole number, not True of type bool"),
        (range(11), SvaraError, "a deck serves at most 10 players"),
        (range(10**12), SvaraError, "a deck serves at most 10 players"),
    ],
    ids=map(str, range(6)),
)
def test_hands_are_dealt_to_different_seats(players, error, message):
    with pytest.raises(error) as refused:
        deal_hands(players, Random(1))
    assert str(refused.value) == message


def test_two_keys_for_one_seat_do_not_lose_a_hand():
    class Seat:
        def __index__(self):
            return 1

    with pytest.raises(SvaraError) as refused:
        Deal(Settings(10), {0: TIE[0], 1: TIE[1], Seat(): TIE[2]}, 0)
    assert str(refused.value) == "seat 1 has two hands"


def test_records_of_the_game_hold_only_what_is_immutable():
    """A deal shares its state with its copies and its views."""
    allowed = (int, str, float, type(None))

    def check(thing):
        if isinstance(thing, Record):
            thing = tuple(getattr(thing, name) for name in thing.__slots__)
        elif isinstance(thing, FrozenMap):
            thing = (*thing.keys(), *thing.values())
        if isinstance(thing, tuple):
            for part in thing:
                check(part)
        else:
            assert isinstance(thing, allowed), thing

    for first, last in ACTIONS.values():
        check(played(*first, last)._state)


def test_random_tables_survive_any_copy_at_any_moment():
    rng = Random(3)
    table, player = Table(Settings(10, limit=60), stacks=[200] * 4), RandomPlayer(rng)
    for _ in range(6):
        deal = table.next_deal(rng)
        while deal.turn is not None:
            table = rng.choice([*copies(table)])
            deal = table.deal
            text = to_json(deal)
            deal.push(player.act(deal.view(deal.turn)))
            assert to_json(deal.at(len(deal.actions) - 1)) == text
    assert sum(table.stacks) + table.deal.pot == 800
