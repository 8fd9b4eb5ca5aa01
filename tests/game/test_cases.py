"""Whole deals, action by action, with everything that is legal before each: tests/data/deals.jsonl."""

from __future__ import annotations

import json

import pytest
from games import deck
from paths import DATA

from svara_eval.game import Action, Settings, Svara, Table, Won

CASES = [json.loads(line) for line in (DATA / "deals.jsonl").read_text(encoding="utf-8").splitlines()]
SETTINGS = ("ante", "min_bet", "min_raise", "limit", "max_blind_multiple")


def advertised(deal):
    """Return the legal actions as the cases write them."""
    return {
        kind: None if option.low is None else option.low if kind == "call" else [option.low, option.high]
        for kind, option in deal.legal.items()
    }


def play(deal, actions, legal):
    for (seat, kind, *to), expected in zip(actions, legal, strict=True):
        assert (seat, expected) == (deal.turn, advertised(deal))
        deal.push(Action(kind, *to))


def outcome(deal):
    """How a deal ended, as the cases write it."""
    match deal.outcome:
        case Won(seat=winner, pot=pot, by=end):
            return {"end": end, "winner": winner, "pot": pot}
        case Svara(tied=tied, pot=pot, fee=fee, may_join=asked):
            return {"end": "svara", "pot": pot, "tied": [*tied], "fee": fee, "may_join": [*asked]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_deal_goes_as_the_case_says(case):
    seats, stacks = case["players"], case.get("stacks")
    table = Table(
        Settings(**{name: case[name] for name in SETTINGS if name in case}),
        seats=seats,
        stacks=stacks,
        dealer=case["dealer"],
    )
    deal = table.next_deal(deck(dict(enumerate(case["hands"])), case["dealer"]))
    play(deal, case["actions"], case["legal"])
    assert outcome(deal) == case["expect"]
    if "then" in case:
        then = case["then"]
        for seat in case["expect"]["may_join"]:
            assert deal.turn == seat
            deal.push(Action("join" if seat in then["joins"] else "decline"))
        hands = {int(seat): hand for seat, hand in then["hands"].items()}
        svara = table.next_deal(deck(hands, then["dealer"]))
        assert (svara.start.dealer, svara.start.carried) == (then["dealer"], then["pot_at_start"])
        play(svara, then["actions"], then["legal"])
        assert outcome(svara) == then["expect"]


def test_there_are_27_cases_and_each_has_its_own_name():
    assert len({case["name"] for case in CASES}) == len(CASES) == 27
