"""Actions and options: their text, their amounts, and what is refused."""

from __future__ import annotations

import pytest
from games import KINDS

from svara_eval import IllegalActionError
from svara_eval.game import Action, Deal, Option, Settings

ACTIONS = ", ".join(KINDS)
HANDS = ("A♥ K♥ 9♥", "Q♦ J♦ 8♠", "10♠ 9♠ K♣")


# Text -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("to", [None, 0, 30, -5, 10**76])
def test_an_action_reads_back_from_its_own_text(kind, to):
    action = Action(kind, to)
    assert Action.parse(str(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("raise 30", Action("raise", 30)),
        ("raise to 30", Action("raise", 30)),
        ("RAISE TO 30", Action("raise", 30)),
        (" \traise\n to   30 ", Action("raise", 30)),
        ("Look", Action("look")),
        ("join 15", Action("join", 15)),
        ("join for 15", Action("join", 15)),
        ("blind 007", Action("blind", 7)),
        ("call", Action("call")),
    ],
)
def test_case_white_space_and_the_preposition_do_not_matter(text, action):
    assert Action.parse(text) == action


def test_a_total_of_up_to_79_digits_is_read():
    assert Action.parse("bet " + "9" * 79) == Action("bet", 10**79 - 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"'' is not an action; actions are {ACTIONS}"),
        ("  ", f"'  ' is not an action; actions are {ACTIONS}"),
        ("check", f"'check' is not an action; actions are {ACTIONS}"),
        ("30", f"'30' is not an action; actions are {ACTIONS}"),
        ("r 30", f"'r 30' is not an action; actions are {ACTIONS}"),
        ("seat 1 raises to 30", f"'seat 1 raises to 30' is not an action; actions are {ACTIONS}"),
        ("x" * 1000, f"'{'x' * 80}'... is not an action; actions are {ACTIONS}"),
        ("raise by 30", "'raise by 30' is not an action; write 'raise' or 'raise to 30'"),
        ("raise for 30", "'raise for 30' is not an action; write 'raise' or 'raise to 30'"),
        ("join to 15", "'join to 15' is not an action; write 'join' or 'join for 30'"),
        ("raise to", "'raise to' is not an action; write 'raise' or 'raise to 30'"),
        ("raise to to 30", "'raise to to 30' is not an action; write 'raise' or 'raise to 30'"),
        ("raise 30 40", "'raise 30 40' is not an action; write 'raise' or 'raise to 30'"),
        ("raise 30.0", "'raise 30.0' is not an action; write 'raise' or 'raise to 30'"),
        ("raise 3_0", "'raise 3_0' is not an action; write 'raise' or 'raise to 30'"),
        ("raise +30", "'raise +30' is not an action; write 'raise' or 'raise to 30'"),
        ("raise --30", "'raise --30' is not an action; write 'raise' or 'raise to 30'"),
        ("raise ٣٠", "'raise ٣٠' is not an action; write 'raise' or 'raise to 30'"),
        ("raise ²", "'raise ²' is not an action; write 'raise' or 'raise to 30'"),
        ("bet " + "9" * 80, f"'bet {'9' * 76}'... is not an action; write 'bet' or 'bet to 30'"),
        ("bet " + "9" * 5000, f"'bet {'9' * 76}'... is not an action; write 'bet' or 'bet to 30'"),
    ],
)
def test_a_text_that_is_not_an_action_is_refused_with_the_valid_actions(text, message):
    deal = Deal(Settings(10), HANDS, 0)
    assert not deal.is_legal(text)
    for read in (Action.parse, deal.push):
        with pytest.raises(IllegalActionError) as refused:
            read(text)
        assert str(refused.value) == message
    assert deal == Deal(Settings(10), HANDS, 0)


@pytest.mark.parametrize("text", [None, 7, b"look", ["look"], Action("look")], ids=lambda text: type(text).__name__)
def test_only_a_string_is_parsed(text):
    with pytest.raises(TypeError) as refused:
        Action.parse(text)
    assert str(refused.value) == f"an action in words must be a string, not {text!r} of type {type(text).__name__}"


def test_a_deal_takes_actions_as_text():
    deal, other = Deal(Settings(10), HANDS, 0), Deal(Settings(10), HANDS, 0)
    for text, action in (
        ("blind 10", Action("blind", 10)),
        ("LOOK", Action("look")),
        ("raise to 40", Action("raise", 40)),
        ("call", Action("call")),
        ("call to 40", Action("call", 40)),
    ):
        assert deal.is_legal(text)
        assert deal.push(text) == other.push(action)
    assert deal == other
    assert deal.phase == "over"


# Options --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "to", "action"),
    [
        (Option("look"), None, Action("look")),
        (Option("call", 20, 20), None, Action("call", 20)),
        (Option("call", 20, 20), 20, Action("call", 20)),
        (Option("join", 35, 35), None, Action("join", 35)),
        (Option("blind", 20, 20), None, Action("blind", 20)),
        (Option("blind", 20, 40), 20, Action("blind", 20)),
        (Option("raise", 30, 90), 90, Action("raise", 90)),
        (Option("raise", 30, None), 10**30, Action("raise", 10**30)),
    ],
    ids=str,
)
def test_an_option_gives_its_action_and_fills_in_the_only_amount(option, to, action):
    assert option.action(to) == action
    assert option.allows(action.to)


@pytest.mark.parametrize(
    ("option", "to", "message"),
    [
        (Option("look"), 0, "look to 0 is not legal; look is legal"),
        (Option("raise", 30, None), None, "raise needs a total; raise to 30 or more is legal"),
        (Option("raise", 30, 90), None, "raise needs a total; raise to 30–90 is legal"),
        (Option("raise", 30, 90), 29, "raise to 29 is not legal; raise to 30–90 is legal"),
        (Option("raise", 30, 90), 91, "raise to 91 is not legal; raise to 30–90 is legal"),
        (Option("call", 20, 20), 21, "call to 21 is not legal; call to 20 is legal"),
        (Option("join", 35, 35), 34, "join for 34 is not legal; join for 35 is legal"),
    ],
)
def test_an_option_refuses_any_other_amount_with_what_is_legal(option, to, message):
    assert not option.allows(to)
    with pytest.raises(IllegalActionError) as refused:
        option.action(to)
    assert str(refused.value) == message


def test_the_amount_of_an_option_is_a_whole_number():
    with pytest.raises(TypeError) as refused:
        Option("raise", 30, 90).action(40.0)
    assert str(refused.value) == "the total must be a whole number, not 40.0 of type float"


def test_every_option_of_a_deal_gives_a_legal_action():
    deal = Deal(Settings(10, limit=100), HANDS, 0)
    for text in ("blind 10", "blind 20", "look", "raise 60", "call", "fold"):
        for option in deal.legal.values():
            assert deal.is_legal(option.action(option.low))
        deal.push(text)
    assert deal.phase == "over"
