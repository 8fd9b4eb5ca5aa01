"""Any legal play at any table: what must hold after every action, and what is refused without a trace."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from copy import copy
from random import Random

import pytest
from games import KINDS
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from svara_eval import DECK, Card, IllegalActionError, SvaraError
from svara_eval._record import Record
from svara_eval.game import (
    PHASES,
    Action,
    Added,
    Deal,
    Left,
    RandomPlayer,
    Sat,
    SatIn,
    SatOut,
    Settings,
    Started,
    Svara,
    Table,
    View,
    Won,
    from_json,
    to_json,
)

EXAMPLES = int(os.environ.get("SVARA_EVAL_EXAMPLES", "30"))
ALIKE = ["AdKdQd", "AhKhQh", "AsKsQs"]  # 31 points each


def a_deck(seed, players, tied):
    """A deck that deals that many of the players, at random, one of the three hands of 31 points."""
    rng = Random(seed)
    hands = [[Card(hand[place : place + 2]) for place in (0, 2, 4)] for hand in ALIKE[: min(tied, players)]]
    rest = [card for card in DECK if not any(card in hand for hand in hands)]
    rng.shuffle(rest)
    hands += [rest[3 * place : 3 * place + 3] for place in range(players - len(hands))]
    rng.shuffle(hands)
    return [hand[card] for card in range(3) for hand in hands]


@st.composite
def tables(draw):
    """A table with stacks, a limit, both or neither; seats may be empty, and the first dealer can pay if anyone can."""
    ante = draw(st.integers(1, 20))
    of_one = st.none() | st.integers(1, 40)
    limit = draw(st.none() | st.integers(1, 300))
    multiple, fee = draw(st.integers(2, 5)), draw(st.sampled_from(["share", "pot"]))
    rules = Settings(ante, draw(of_one), draw(of_one), limit, multiple, fee)
    seats = draw(st.integers(2, 10))
    taken = draw(st.sets(st.integers(0, seats - 1))) if draw(st.booleans()) else set(range(seats))
    stack = st.integers(ante, 400) | st.sampled_from([0, ante - 1, ante, ante + 1, 2 * ante, 3 * ante])
    stacks = draw(st.none() | st.lists(stack, min_size=seats, max_size=seats))
    stacks = stacks and [stack if seat in taken else 0 for seat, stack in enumerate(stacks)]
    can_pay = [seat for seat in sorted(taken) if stacks is None or stacks[seat] >= ante] or [0]
    return Table(rules, seats=seats, stacks=stacks, dealer=draw(st.sampled_from(can_pay)), taken=taken)


#: What can be done at a table between two deals, and what must be seen of it.
CHANGES = {
    "sit": lambda seat, chips: Sat(seat, chips or 0),
    "leave": Left,
    "add_chips": Added,
    "sit_out": lambda seat, _: SatOut(seat),
    "sit_in": lambda seat, _: SatIn(seat),
}


def possible(table):
    """The changes that are possible between two deals, by seat (D21)."""
    for seat in range(table.seats):
        if seat not in table.taken:
            yield seat, "sit"
            continue
        yield seat, "leave"
        yield seat, "sit_in" if seat in table.sitting_out else "sit_out"
        if table.stacks is not None:
            yield seat, "add_chips"


def change(table, seat, kind, chips):
    """Make a change; what is given besides the seat depends on its kind."""
    takes = kind == "add_chips" or (kind == "sit" and table.stacks is not None)
    return getattr(table, kind)(seat, *([chips] if takes else []))


def amounts(option):
    """Totals that an option allows: both ends and one between; a high one where there is no upper end."""
    if option.low is None:
        return [None]
    if option.kind in ("call", "join"):
        return [None, option.low]
    high = 5 * option.low + 3 if option.high is None else option.high
    return sorted({option.low, (option.low + high) // 2, high})


def illegal(deal):
    """Actions that must be refused now: of the wrong kind, total, seat or number."""
    legal, seat, number = deal.legal, deal.turn, deal.number
    for kind in KINDS:
        if kind not in legal:
            yield from (Action(kind), Action(kind, 10), Action(kind, 10, seat, number))
    for kind, option in legal.items():
        if option.low is None:
            wrong = [0, 1, -1, deal.start.settings.ante]
        else:
            wrong = [0, -1, -option.low, option.low - 1]
            wrong += [] if option.high is None else [option.high + 1, 2 * option.high]
            wrong += [] if kind in ("call", "join") else [None]
        yield from (Action(kind, to) for to in wrong)
        good = amounts(option)[0]
        yield from (Action(kind, good, other) for other in (*range(-1, seat), seat + 1, deal.start.seats))
        yield from (Action(kind, good, seat, wrong) for wrong in (number - 1, number + 1, -1))
    yield from deal.actions[-1:]  # sent twice


def simply(deal):
    """The end of a deal in which everyone looks, folds and declines, and how many actions that takes."""
    deal, done = deal.copy(), 0
    while deal.turn is not None:
        deal.push(Action(next(kind for kind in ("look", "fold", "decline") if kind in deal.legal)))
        done += 1
    return deal, done


def longest(deal):
    """A bound on the number of actions of a deal; None where nothing bounds the bets.

    No total goes above the highest E there can be. The first blind is 1 or more and each other one at least twice the
    last, so there are at most as many as E has bits. A bet and the raises go up by the minimum raise, except those that
    are cut down to E, after which there is none until someone folds. Between two of them each player calls at most
    once. Each player folds, looks and is asked to join at most once.
    """
    start, players = deal.start, len(deal.start.players)
    bounds = [] if start.settings.limit is None else [start.settings.limit]
    if start.stacks is not None:
        bounds.append(max(start.stacks[seat] - start.ante for seat in start.players))
    if not bounds:
        return None
    most = min(bounds)
    raises = 1 + most // start.settings.min_raise + players
    return most.bit_length() + 1 + raises + players * (raises + 1) + players + start.seats


def spellings(card):
    """A card as texts may spell it: A♠, A♤, As, АП, Card(31), 🂡. Lower case (as, ks) would be found in any word."""
    ranks = [["7"], ["8"], ["9"], ["10", "T", "Т"], ["J", "В"], ["Q", "Д"], ["K", "К", "П"], ["A", "А"]][card.rank]
    picture = chr(0x1F0A0 + 16 * (3 - card.suit) + (7, 8, 9, 10, 11, 13, 14, 1)[card.rank])
    suits = ["c♣♧с", "d♦♢", "h♥♡", "s♠♤п"][card.suit]
    return [rank + suit for rank in ranks for suit in suits] + [picture, f"Card({int(card)})"]


SPELT = {spelt: card for card in DECK for spelt in spellings(card)}
ANY_CARD = re.compile("|".join(map(re.escape, SPELT)))  # no two spellings overlap


def cards_in(thing):
    """The cards that an object holds at any depth, or that a text names."""
    if isinstance(thing, Card):
        return {thing}
    if isinstance(thing, str):
        return {SPELT[spelt] for spelt in ANY_CARD.findall(thing.replace("Action", ""))}  # "Ac" would read as the A♣
    if isinstance(thing, Record):
        thing = [getattr(thing, name) for name in thing.__slots__]
    elif isinstance(thing, Mapping):
        thing = [*thing.keys(), *thing.values()]
    if isinstance(thing, list | tuple):
        return {card for part in thing for card in cards_in(part)}
    assert thing is None or isinstance(thing, int)  # not a Deal, which would hold them all
    return set()


def visible(deal, seat):
    """The cards that a seat may see: its own once someone has looked (B4, D9), and those shown at a showdown (B9)."""
    shown = deal.remaining if deal.outcome is not None and len(deal.remaining) > 1 else ()
    own = [seat] if deal.phase != "blind" and seat in deal.hands else []
    return {card for other in {*own, *shown} for card in deal.hands[other]}


def with_other_cards(deal, seat, rng):
    """Return the same deal, action by action, with other cards wherever the seat may not see them."""
    known = visible(deal, seat)
    hidden = [card for card in DECK if card not in known]
    rng.shuffle(hidden)
    hands = {
        other: hand if known.issuperset(hand) else [hidden.pop() for _ in range(3)]
        for other, hand in deal.hands.items()
    }
    start = deal.start
    other = Deal(
        start.settings,
        hands,
        start.dealer,
        seats=start.seats,
        stacks=start.stacks,
        carried=start.carried,
        number=start.number,
        present=start.present,
    )
    for action in deal.actions:
        other.push(action)
    return other


class Play(RuleBasedStateMachine):
    """A table with any legal play."""

    @initialize(table=tables())
    def sit_down(self, table):
        self.table, self.twin = table, None
        self.events = []  # of all deals, and the pots taken between them
        self.before = []  # the deal before each of its actions
        self.stakes = [*(table.stacks or [0] * table.seats)]  # what the player of each seat has brought
        self.brought, self.taken_away, self.departed = sum(self.stakes), 0, 0
        self.gave_up, self.last_claim = set(), False  # who gave up a claim since the last deal; whether one was left
        self.check_seats()

    # Steps

    def deal_is_over(self):
        return self.table.deal is None or self.table.deal.turn is None

    @precondition(lambda self: self.deal_is_over() and self.table.next_players)
    @rule(seed=st.integers(0, 10**6), tied=st.integers(0, 3))
    def next_deal(self, seed, tied):
        self.check_replay()
        last, players = self.table.deal, self.table.next_players
        cards = a_deck(seed, len(players), tied)
        deal = self.table.next_deal(cards)
        assert sorted(deal.start.players) == [*players]
        if last is not None and isinstance(last.outcome, Svara) and not self.last_claim:
            assert players == tuple(sorted({*last.outcome.tied, *last.joined} - self.gave_up))  # D15, D16, D22
            assert deal.start.carried == last.pot == last.outcome.pot + last.outcome.fee * len(last.joined)  # D17
        else:
            assert deal.start.carried == 0
            assert not {*players} & {*self.table.sitting_out}
            assert {*players} <= {*self.table.taken}
        self.gave_up, self.last_claim = set(), False
        if self.twin is not None:
            assert self.twin.next_deal(cards) == deal
        self.events += deal.events
        self.before = []
        self.check()

    @precondition(lambda self: self.deal_is_over() and not self.table.next_players)
    @rule(table=tables())
    def no_deal_is_left(self, table):
        with pytest.raises(IllegalActionError, match=r"^a deal needs two active players who can pay the ante of "):
            self.table.next_deal()
        self.check_replay()
        self.sit_down(table)

    @precondition(lambda self: self.deal_is_over())
    @rule(data=st.data(), chips=st.integers(1, 200))
    def come_or_go(self, data, chips):
        """D21-D23."""
        table, claims, pot = self.table, {*self.table.claims}, self.table.pot
        seat, kind = data.draw(st.sampled_from([*possible(table)]))
        if kind == "leave" or table.stacks is None:
            chips = 0 if table.stacks is None else table.stacks[seat]
        net, took = table.net[seat], []
        happened = change(table, seat, kind, chips)
        if kind in ("leave", "sit_out") and seat in claims:
            self.gave_up.add(seat)
            claims.discard(seat)
            if len(claims) == 1:
                took = [Won(*claims, pot, "claim")]
                self.last_claim, claims = True, set()
        assert [*happened] == [CHANGES[kind](seat, chips), *took]
        assert (table.claims, table.pot) == (tuple(sorted(claims)), pot if claims else 0)
        self.events += took
        if kind in ("sit", "add_chips"):
            self.brought += chips
            self.stakes[seat] = chips + (self.stakes[seat] if kind == "add_chips" else 0)
        if kind == "leave":
            self.taken_away, self.departed, self.stakes[seat] = self.taken_away + chips, self.departed + net, 0
        assert (seat in table.taken) == (kind != "leave")
        assert (seat in table.sitting_out) == (kind == "sit_out" or (kind == "add_chips" and seat in table.sitting_out))
        if self.twin is not None:
            assert change(self.twin, seat, kind, chips) == happened
            assert self.twin == table
        self.check_seats()
        assert from_json(to_json(table), Table) == table

    @precondition(lambda self: not self.deal_is_over())
    @rule(data=st.data())
    def act(self, data):
        deal = self.table.deal
        option = deal.legal[data.draw(st.sampled_from([*deal.legal]))]
        to = data.draw(st.sampled_from(amounts(option)))
        self.before.append(deal.copy())
        phase, seat, number = deal.phase, deal.turn, deal.number
        happened = deal.push(Action(option.kind, to))
        done = Action(option.kind, option.low if to is None else to, seat, number)
        assert happened[0] == deal.actions[-1] == done
        assert happened == deal.events[-len(happened) :]
        assert deal.phase in PHASES[phase]
        self.events += happened
        if self.twin is not None:
            assert self.twin.deal.push(done) == happened
        self.check()

    @rule()
    def load_a_saved_table(self):
        self.twin = from_json(to_json(self.table), Table)
        assert self.twin == self.table

    # What must hold

    def check(self):
        self.check_chips()
        self.check_seats()
        self.check_turn()
        self.check_replay_now()
        refusals = self.check_refusals()
        self.check_secrets(refusals)
        if self.twin is not None:
            assert self.twin == self.table
            assert self.twin.next_players == self.table.next_players

    def check_seats(self):
        """D20-D23: the chips of every seat, what is refused, and what was brought and taken away."""
        table = self.table
        assert sum(table.net) + table.departed_net + table.pot == 0
        assert (table.brought, table.taken_away, table.departed_net) == (self.brought, self.taken_away, self.departed)
        assert {*table.sitting_out} | {*table.claims} <= {*table.taken}
        if table.stacks is not None:
            assert sum(table.stacks) + table.pot == self.brought - self.taken_away
            assert table.stacks == tuple(map(int.__add__, self.stakes, table.net))
        now = set(possible(table)) if self.deal_is_over() else set()
        before = copy(table)
        for seat in range(table.seats):
            for kind in CHANGES:
                if (seat, kind) not in now:
                    with pytest.raises((IllegalActionError, SvaraError)):
                        change(table, seat, kind, 1)
        assert table == before

    def check_chips(self):
        """D20, from everyone's net and from the events alone; D19."""
        table, deal, start = self.table, self.table.deal, self.table.deal.start
        assert sum(deal.net) + deal.pot == start.carried
        paid_in, paid_out, totals = 0, 0, {}
        for event in self.events:
            match event:
                case Started():
                    assert event.carried == paid_in - paid_out
                    paid_in += len(event.players) * (0 if event.carried else event.settings.ante)
                    totals = {}
                case Action(kind="join", to=fee):
                    paid_in += fee
                case Action(to=int(to), seat=seat):
                    paid_in += to - totals.get(seat, 0)
                    totals[seat] = to
                case Won(pot=pot):
                    paid_out += pot
        assert paid_in == paid_out + table.pot
        assert deal.totals == tuple(totals.get(seat, 0) for seat in range(start.seats))

        most = [] if start.settings.limit is None else [start.settings.limit]
        if start.stacks is not None:
            assert min(deal.stacks) >= 0
            most += [start.stacks[seat] - start.ante for seat in deal.remaining]
        assert max(deal.totals) <= min(most, default=max(deal.totals))

    def check_turn(self):
        """Someone can always act until the deal is over, and it comes to an end."""
        deal = self.table.deal
        if deal.phase == "over":
            assert (deal.turn, deal.legal) == (None, {})
            assert deal.outcome is not None
        else:
            assert deal.turn in range(deal.start.seats)
            assert deal.legal
        bound = longest(deal)
        assert bound is None or len(deal.actions) <= bound
        end, done = simply(deal)
        assert end.phase == "over"
        assert done <= 1 + len(deal.start.players) + deal.start.seats
        for option in deal.legal.values():
            for to in amounts(option):
                assert deal.is_legal(Action(option.kind, to))
                done = Action(option.kind, option.low if to is None else to, deal.turn, deal.number)
                assert deal.copy().push(Action(option.kind, to))[0] == deal.copy().push(done)[0] == done

    def check_refusals(self):
        """An illegal action is refused with what is legal, and leaves no trace; return the messages."""
        deal, refusals = self.table.deal, []
        before = deal.copy()
        wrong = illegal(deal) if deal.turn is not None else map(Action, KINDS)
        for action in wrong:
            assert not deal.is_legal(action)
            with pytest.raises(IllegalActionError) as refused:
                deal.push(action)
            refusals.append(str(refused.value))
            if deal.turn is None:
                assert "the deal is over" in refusals[-1]
            else:
                assert refusals[-1].endswith(f"; seat {deal.turn} can {', '.join(map(str, deal.legal.values()))}")
        assert deal == before
        return refusals

    def check_replay_now(self):
        deal = self.table.deal
        assert deal.at(len(deal.actions)) == deal == from_json(to_json(deal))

    def check_replay(self):
        """The deal replayed is the same before each action."""
        deal = self.table.deal
        if deal is not None:
            assert [deal.at(number) for number in range(len(deal.actions))] == self.before

    def check_secrets(self, refusals):
        """No seat and no watcher is told a card that it may not see, in any way."""
        deal, table = self.table.deal, self.table
        public = [*deal.events, *map(str, deal.events), repr(deal), str(deal), repr(table), *refusals]
        told = cards_in([public, repr(deal.events)])
        for seat in (None, *range(deal.start.seats)):
            view, may_see = deal.view(seat), visible(deal, seat)
            assert view.events == deal.events  # searched above
            rest = view.__replace__(events=())
            assert told | cards_in([rest, repr(rest)]) <= may_see
            assert view.hand == (deal.hands.get(seat) if deal.phase != "blind" else None)
            assert view.legal == (deal.legal if seat == deal.turn else {})
            saved = to_json(view)
            assert cards_in(saved.partition('"digest"')[0]) <= may_see
            assert from_json(saved, View) == view
        for seat in {None, deal.turn, deal.number % deal.start.seats}:
            other = with_other_cards(deal, seat, Random(deal.number))
            assert other.view(seat) == deal.view(seat)
            assert to_json(other.view(seat)) == to_json(deal.view(seat))
            sample = deal.view(seat).sample(deal.number)
            assert sample.view(seat) == deal.view(seat)
            assert sample.hands.keys() == deal.hands.keys()
            assert len(set().union(*sample.hands.values())) == 3 * len(deal.hands)
            assert repr(other.view(seat)) == repr(deal.view(seat))
            assert (repr(other), other.events) == (repr(deal), deal.events)

    def teardown(self):
        if getattr(self, "table", None) is not None:
            self.check_replay()


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=EXAMPLES, stateful_step_count=40, deadline=None)


def test_a_deal_goes_every_way_through_its_phases_and_no_other():
    rng = Random(13)
    begun, seen = set(), set()
    for _ in range(300):
        seats = rng.randint(2, 5)
        table = Table(Settings(10, limit=60), stacks=[rng.choice([10, 30, 200]) for _ in range(seats)])
        while table.next_players and rng.random() < 0.9:
            deal = table.next_deal(a_deck(rng.random(), len(table.next_players), rng.randint(0, 3)))
            begun.add(deal.phase)
            while deal.turn is not None:
                before = deal.phase
                deal.push(RandomPlayer(rng).act(deal.view(deal.turn)))
                seen.add((before, deal.phase))
    assert seen == {(before, after) for before in PHASES for after in PHASES[before]}
    assert begun == {"blind", "join", "over"}
