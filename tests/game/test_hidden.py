"""No hidden card in anything that a player or a watcher sees: views, events, reprs and errors (B4, B9, D9)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from random import Random

import pytest
from games import KINDS

from svara_eval import DECK, Card, IllegalActionError
from svara_eval.game import Action, Deal, RandomPlayer, Settings, Table, ThresholdPlayer, Won, to_dict

# A card as the library prints it or as it is typed: "10♠", "Ts", "10s", and "AhKhQh". No word but a card reads so.
PRINTED = re.compile("(10|[7-9TJQKA])([♣♦♥♠♧♢♡♤])")
TYPED = re.compile("(?<![A-Za-z0-9])((?:(?:10|[7-9TJQKA])[cdhs])+)(?![A-Za-z0-9])")
UNICODE = re.compile("[\U0001f0a0-\U0001f0ff]")


@cache
def cards_in_text(text):
    """All cards that a text names."""
    found = {Card(rank + suit) for rank, suit in PRINTED.findall(text)}
    found |= {Card(card) for run in TYPED.findall(text) for card in re.findall("(?:10|.)[cdhs]", run)}
    return found | set(map(Card, UNICODE.findall(text)))


def cards_in(thing):
    """All cards that can be found in an object: as a Card, in a text, in anything it holds, and in how it prints."""
    found, seen = set(), {}

    def search(thing):
        if isinstance(thing, Card):
            found.add(thing)
        elif isinstance(thing, str):
            found.update(cards_in_text(thing))
        elif thing is not None and not isinstance(thing, int | type) and id(thing) not in seen:
            seen[id(thing)] = thing  # kept, so that no other object gets its id
            search(repr(thing))
            search(str(thing))
            if isinstance(thing, Mapping):
                search([*thing.items()])
            elif isinstance(thing, tuple | list | set | frozenset):
                for each in thing:
                    search(each)
            for name in getattr(thing, "__slots__", ()):
                search(getattr(thing, name))
            search(getattr(thing, "__dict__", None))
            search(getattr(thing, "args", None))

    search(thing)
    return found


class Holder:
    """An object that does not print what it holds."""

    def __init__(self, held):
        self.held = held

    def __repr__(self):
        return "Holder()"


@pytest.mark.parametrize(
    "leak",
    [
        Card("K♥"),
        (1, [{"seat": {Card("K♥"): 0}}]),
        {"hands": {2: (Card("K♥"),)}},
        "seat 1 holds K♥",
        "seat 1 holds Kh, they say",
        "AdKhQd",
        "A♦K♥Q♦",
        "\U0001f0be",
        IllegalActionError("with K♥ nobody folds"),
        Holder([Holder(Card("K♥"))]),
        {"args": ("Kh",)},
    ],
    ids=map(str, range(11)),
)
def test_the_search_finds_a_planted_card(leak):
    assert Card("K♥") in cards_in(leak)


@pytest.mark.parametrize("card", DECK)
def test_the_search_knows_every_card_in_every_spelling(card):
    spellings = [card, str(card), repr(card), card.code, card.code.replace("T", "10"), f"({card.code},", f"is{card}is"]
    assert [cards_in(spelling) for spelling in spellings] == [{card}] * 7


def test_the_search_finds_no_card_where_there_is_none():
    nothing = "seat 10 can see: As it is, Ace and Action, 7 chips, 10 seats, Kind 9c4, 8's"
    assert cards_in([nothing, 7, True, None, Settings(10)]) <= {Card("A♠")}  # "As"
    assert cards_in(Holder(nothing.replace("As", "as"))) == set()


def test_a_deal_holds_its_hidden_cards_and_the_search_finds_them():
    deal = Deal(Settings(10), ["A♥ K♥ 9♥", "Q♦ J♦ 8♠"], 0)
    assert cards_in(deal.hands) == {card for hand in deal.hands.values() for card in hand}
    assert cards_in(deal) == cards_in(deal.hands)


def steps():
    """Tables whose players choose at random: at the start of each deal and after each action."""
    for settings, seated in (
        (Settings(10), {"seats": 4}),
        (Settings(10, min_bet=3), {"stacks": [90, 200, 35, 500, 9]}),
        (Settings(5, limit=20), {"stacks": [300] * 10}),
    ):
        for seed in range(2):
            rng = Random(seed)
            table, player = Table(settings, **seated), RandomPlayer(rng)
            for _ in range(5):
                deal = table.next_deal(rng)
                yield table, deal
                while deal.turn is not None:
                    deal.push(player.act(deal.view(deal.turn)))
                    yield table, deal
                if not table.next_players:
                    break


def shown(deal):
    """The cards that everyone may see, by seat: those of the players at a showdown."""
    folded = {action.seat for action in deal.actions if action.kind == "fold"}
    if deal.outcome is None or (isinstance(deal.outcome, Won) and deal.outcome.by == "fold"):
        return {}
    return {seat: hand for seat, hand in deal.hands.items() if seat not in folded}


def looked(deal):
    """Whether the blind betting is over: someone has looked, or the cards were shown without betting."""
    return deal.outcome is not None or any(action.kind == "look" for action in deal.actions)


@pytest.mark.rule("B2", "B4")
def test_everyone_sees_shown_cards_and_after_the_blind_their_own_and_no_others():
    ends = set()
    for _, deal in steps():
        public, told = shown(deal), cards_in(deal.events)
        for seat in (None, *range(deal.start.seats)):
            own = {seat: deal.hands[seat]} if seat in deal.hands and looked(deal) else {}
            view = deal.view(seat)
            assert (view.hand, dict(view.shown)) == (own.get(seat), public)
            may_see = {card for hand in (public | own).values() for card in hand}
            assert view.events is deal.events  # which need not be searched for each seat
            assert told | cards_in(view.__replace__(events=())) == may_see
            assert cards_in(json.dumps(to_dict(view), ensure_ascii=False)) == may_see
        ends.add(deal.outcome and type(deal.outcome).__name__ + getattr(deal.outcome, "by", ""))
    assert ends == {None, "Wonfold", "Wonshowdown", "Svara"}


def test_public_values_hold_no_cards_but_shown_ones():
    for table, deal in steps():
        public = {card for hand in shown(deal).values() for card in hand}
        assert cards_in(deal.events) == cards_in(deal.view().events) == public
        assert cards_in([repr(deal), str(deal), repr(table), str(table), deal.legal, deal.actions]) == set()


def test_no_error_holds_a_card():
    for table, deal in steps():
        actions = [Action(kind, to) for kind in KINDS for to in (None, 0, 10**9)]
        actions += [Action("fold", seat=9), Action("fold", number=10**6), Action("look", number=-1)]
        for action in actions:
            if not deal.is_legal(action):
                with pytest.raises(IllegalActionError) as refused:
                    deal.push(action)
                assert cards_in([refused.value, refused.value.__cause__, refused.value.__context__]) == set()
        if deal.turn is not None:
            with pytest.raises(IllegalActionError) as refused:
                table.next_deal()
            assert cards_in(refused.value) == set()
        for number in (-1, 10**6):
            with pytest.raises(IndexError) as outside:
                deal.at(number)
            assert cards_in(outside.value) == set()


def test_push_returns_shown_cards_only():
    for _, deal in steps():
        if deal.turn is not None:
            other = deal.copy()
            happened = other.push(RandomPlayer(Random(1)).act(other.view(other.turn)))
            new = shown(other) if deal.outcome is None else {}
            assert cards_in(happened) == {card for hand in new.values() for card in hand}


@pytest.mark.rule("B8")
def test_the_cards_of_a_winner_by_folds_and_of_the_folded_are_never_seen():
    """B9, B8, B10."""
    hands = ("A♥ K♥ 9♥", "Q♦ J♦ 8♠", "10♠ 9♠ K♣")
    for line in ("look fold fold", "look bet fold fold", "blind look fold fold"):
        deal = Deal(Settings(10), hands, 0)
        for kind in line.split():
            deal.push(Action(kind, 10 if kind in ("bet", "blind") else None))
        assert deal.outcome.by == "fold"
        assert cards_in([deal.view(), deal.events]) == set()
        for seat in range(3):
            assert cards_in(deal.view(seat)) == set(deal.hands[seat])


def test_players_do_not_print_what_they_have_seen():
    players = RandomPlayer(Random(3)), ThresholdPlayer(18, raises=25, joins=True)
    for _, deal in steps():
        for player in players:
            if deal.turn is not None:
                player.act(deal.view(deal.turn))
                assert cards_in([repr(player), str(player)]) == set()
