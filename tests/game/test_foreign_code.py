"""Arguments that run code of their own, such as ``__index__``: the game reads its state after they have run."""

from __future__ import annotations

import pytest
from games import at_a_table

from svara_eval import IllegalActionError
from svara_eval.game import Action, Deal, Settings, Table


class Number:
    """A whole number that first does something else, once."""

    def __init__(self, value, then):
        self.value, self.then = value, [then]

    def __index__(self):
        while self.then:
            self.then.pop()()
        return self.value


class Text(str):
    """A string that first does something else, whichever of its methods is called."""

    __slots__ = ("then",)

    def __new__(cls, text, then):
        self = super().__new__(cls, text)
        self.then = then
        return self

    def lower(self):
        self.then()
        return super().lower()

    def __eq__(self, other):
        self.then()
        return super().__eq__(other)

    def __hash__(self):
        self.then()
        return super().__hash__()


def between_deals():
    """A table of four: a svara is pending, seats 0 and 2 have claims, seat 3 is empty."""
    table = Table(Settings(10), stacks=[100, 100, 100, 0], taken=[0, 1, 2])
    deal = table.next_deal(["Qd", "Kh", "Ks", "Jd", "10h", "Qs", "8s", "7s", "9c"])
    for action in ("look", "bet 10", "call", "call"):
        deal.push(action)
    table.leave(1)
    return table


def check_chips(table):
    """Empty seats have no chips, and chips are neither made nor lost (D20)."""
    assert all(table.stacks[seat] == 0 for seat in range(table.seats) if seat not in table.taken)
    assert sum(table.stacks) + table.pot == table.brought - table.taken_away
    assert sum(table.net) + table.departed_net + table.pot == 0


MEANWHILE = {
    "leaves": lambda table: table.leave(0),
    "sits out": lambda table: table.sit_out(0),
    "adds chips": lambda table: table.add_chips(0, 7),
    "sits down": lambda table: table.sit(3, 50),
    "deals": lambda table: table.next_deal(),
}
CALLS = {
    "add_chips, by the chips": lambda table, number: table.add_chips(0, number(5)),
    "add_chips, by the seat": lambda table, number: table.add_chips(number(0), 5),
    "sit, by the chips": lambda table, number: table.sit(3, number(5)),
    "sit, by the seat": lambda table, number: table.sit(number(3), 5),
    "leave": lambda table, number: table.leave(number(0)),
    "sit_out": lambda table, number: table.sit_out(number(0)),
    "sit_in": lambda table, number: table.sit_in(number(0)),
}


@pytest.mark.rule("D20")
@pytest.mark.parametrize("meanwhile", MEANWHILE)
@pytest.mark.parametrize("call", CALLS)
def test_a_number_that_changes_the_table_comes_before_the_change_that_it_is_given_to(call, meanwhile):
    """The outcome is as if the one call had been made after the other."""
    table, expected = between_deals(), between_deals()
    results = []
    for each, seat in ((table, lambda value: Number(value, lambda: MEANWHILE[meanwhile](table))), (expected, int)):
        if each is expected:
            MEANWHILE[meanwhile](expected)
        try:
            results.append(CALLS[call](each, seat))
        except IllegalActionError as error:
            results.append(str(error))
        check_chips(each)
    if meanwhile != "deals":  # shuffled differently
        assert results[0] == results[1]
        assert (table.taken, table.stacks, table.claims) == (expected.taken, expected.stacks, expected.claims)


def test_chips_are_never_added_to_a_seat_that_its_player_leaves_meanwhile():
    table = between_deals()
    with pytest.raises(IllegalActionError, match=r"^seat 0 is empty$"):
        table.add_chips(0, Number(50, lambda: table.leave(0)))
    check_chips(table)


@pytest.mark.parametrize("action", ["look", "blind 40"])
def test_a_string_that_pushes_loses_no_action(action):
    deal, done = at_a_table("", seats=3).deal, []

    def push_first():
        if deal.number == 0:
            done.extend(deal.push("blind 20"))

    done.extend(deal.push(Text(action, push_first)))
    assert tuple(done) == deal.actions


def test_an_action_holds_plain_values():
    called = []
    action = Action(
        Text("blind", lambda: called.append(1)), Number(20, int), seat=Number(1, int), number=Number(0, int)
    )
    assert [type(value) for value in (action.kind, action.to, action.seat, action.number)] == [str, int, int, int]
    called.clear()
    at_a_table("", seats=3).deal.push(action)
    assert called == []
    assert type(Settings(10, svara_fee=Text("pot", int)).svara_fee) is str


def test_a_view_shows_the_state_after_its_seat_was_read():
    deal = at_a_table("", seats=3).deal
    view = deal.view(Number(1, lambda: deal.push("look")))
    assert view == deal.view(1)
    assert view.hand is not None


def test_the_number_of_actions_is_read_before_the_actions_are():
    deal = at_a_table("", seats=3).deal
    assert deal.at(Number(1, lambda: deal.push("look"))) == deal


def test_an_object_that_pretends_to_be_an_action_or_a_string_is_refused():
    deal = Deal(Settings(10), ["Ah Kh Qh", "Kd 9d 8c"], dealer=0)
    for pretended in (Action, str):
        liar = type("Liar", (), {"__class__": property(lambda _, kind=pretended: kind), "kind": "look", "to": None})()
        with pytest.raises(TypeError):
            deal.push(liar)
    assert deal.actions == ()
