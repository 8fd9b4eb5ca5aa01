"""Random deals, svara after svara: the engine agrees with a small model that shares no code with it."""

from __future__ import annotations

import json
import os
from collections import Counter
from math import inf
from random import Random

import game_model
import pytest
from paths import DATA

from svara_eval import DECK, Card, IllegalActionError
from svara_eval.game import Action, Settings, Svara, Table, Won

DEALS = int(os.environ.get("SVARA_EVAL_GAMES", "12000"))
STEP_BY_STEP = 20  # at one table in so many the legal moves are compared before each action, else the ends of the deals
OFTEN = {"blind": 2, "bet": 2, "call": 4}  # how much more often a random move is one of these
CASES = [json.loads(line) for line in (DATA / "deals.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def points(golden):
    """The points of a hand, by its cards."""
    return {frozenset(hand.dealt): hand.points for hand in golden}


@pytest.fixture(scope="module")
def alike(golden):
    """Good hands without clubs, each with two more in which only the suits change: three hands of equal points."""
    hands = [hand.dealt for hand in golden if hand.points > 20 and all(card.suit for card in hand.dealt)]
    turned = [[[Card(4 * card.rank + (card.suit + by) % 3 + 1) for card in hand] for by in range(3)] for hand in hands]
    return [three for three in turned if len({card for hand in three for card in hand}) == 9]


def a_table(rng, with_stacks, with_limit):
    """A table of any size and settings, some of its stacks around the ante; and the facts of its first deal."""
    seats, ante = rng.choice([2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10]), rng.randint(1, 12)
    short, rich = rng.choice([0, 0.1, 0.5]), ante * rng.choice([3, 10, 60])
    stacks = [rng.randint(0, ante + 2) if rng.random() < short else rng.randint(ante, rich) for _ in range(seats)]
    dealer = rng.randrange(seats)
    stacks[dealer] += ante  # the first dealer of the model must be able to pay
    taken = [seat for seat in range(seats) if seat == dealer or rng.random() < 0.8]
    stacks = tuple(stacks[seat] * (seat in taken) for seat in range(seats)) if with_stacks else None
    settings = Settings(
        ante,
        min_bet=rng.choice([None, rng.randint(1, 25)]),
        min_raise=rng.choice([None, rng.randint(1, 25)]),
        limit=rng.randint(1, 20 * ante) if with_limit else None,
        max_blind_multiple=rng.randint(2, 5),
        svara_fee=rng.choice(["share", "share", "pot"]),
    )
    table = Table(settings, seats=seats, stacks=stacks, dealer=dealer, taken=taken)
    return table, first_facts(settings, seats, dealer, stacks, taken)


def a_deck(rng, players, alike):
    """A deck for these seats in this order; half of the time two or three of them get equally good hands."""
    if rng.random() < 0.5:
        return rng
    tied = rng.choice(alike)[: min(len(players), rng.choice([2, 2, 3]))]
    used = {card for hand in tied for card in hand}
    rest = rng.sample([card for card in DECK if card not in used], 3 * (len(players) - len(tied)))
    hands = [*tied, *zip(rest[::3], rest[1::3], rest[2::3], strict=True)]
    rng.shuffle(hands)
    return [hand[card] for card in range(3) for hand in hands]


def a_move(rng, options):
    """One of these moves, to the lowest total, the highest or one between. A call often leaves out its amount."""
    option = options[rng.choice([kind for kind in options for _ in range(OFTEN.get(kind, 1))])]
    low, high = option.low, option.high
    if low is None:
        return Action(option.kind)
    if low == high:
        return Action(option.kind, None if option.kind in ("call", "join") and rng.random() < 0.5 else low)
    high = 4 * low if high is None else high
    return Action(option.kind, rng.choice([low, high, rng.randint(low, high)]))


def engine_moves(deal):
    return deal.turn, {kind: option.low and (option.low, option.high) for kind, option in deal.legal.items()}


def model_moves(facts, done):
    """Return the turn and the options of the model, with amounts without a bound as the engine writes them."""
    seat, moves = game_model.turn(facts, done) or (None, {})
    return seat, {kind: to and (to[0], None if to[1] == inf else to[1]) for kind, to in moves.items()}


def engine_end(deal):
    match deal.outcome:
        case Won(seat=winner, pot=pot, by=end):
            return {"end": end, "winner": winner, "pot": pot}
        case Svara(tied=tied, pot=pot, fee=fee, may_join=asked):
            return {"end": "svara", "pot": pot, "tied": [*tied], "fee": fee, "may_join": [*asked]}


def facts_of(settings, **facts):
    """The facts of a deal at a table with these settings."""
    of_table = [settings.ante, settings.min_bet, settings.min_raise, settings.limit, settings.max_blind_multiple]
    return game_model.Facts(*of_table, fee=settings.svara_fee, **facts)


def engine_facts(table, points):
    """The facts of the deal, taken from the engine."""
    start = table.deal.start
    assert start.present == tuple(seat for seat in table.taken if seat not in table.sitting_out)
    return facts_of(
        start.settings,
        seats=start.seats,
        players=tuple(sorted(start.players)),
        dealer=start.dealer,
        stacks=start.stacks,
        carried=start.carried,
        points=points,
        taken=table.taken,
        out=table.sitting_out,
        nets=tuple(now - of_deal for now, of_deal in zip(table.net, table.deal.net, strict=True)),
    )


def first_facts(settings, seats, dealer, stacks, taken):
    """The facts of a table's first deal, or None if there is none."""
    players = tuple(seat for seat in taken if stacks is None or stacks[seat] >= settings.ante)
    at_table = {"seats": seats, "stacks": stacks, "taken": tuple(taken), "out": (), "nets": (0,) * seats}
    facts = facts_of(settings, players=players, dealer=dealer, carried=0, points={}, **at_table)
    return facts if len(players) > 1 else None


def change_at_random(rng, table, changes):
    """Let someone come, go, add chips, sit out or sit in; note it as the model does."""
    seat, chips = rng.randrange(table.seats), rng.randint(1, 5 * table.settings.ante)
    if seat not in table.taken:
        kind = "sit"
        table.sit(seat, None if table.stacks is None else chips)
    elif seat in table.sitting_out and rng.random() < 0.8:
        kind = "sit in"
        table.sit_in(seat)
    elif table.stacks is not None and rng.random() < 0.4:
        kind = "add"
        table.add_chips(seat, chips)
    elif seat not in table.sitting_out and rng.random() < 0.5:
        kind = "sit out"
        table.sit_out(seat)
    else:
        kind = "leave"
        table.leave(seat)
    changes.append((seat, kind, chips))


def engine_company(table):
    return game_model.Company(table.taken, table.sitting_out, table.stacks, table.net, table.claims, table.pot)


def agree_between_two_deals(rng, table, facts, done, end, seen):
    """Nothing or a few changes, on all of which the model agrees; return the changes."""
    changes, pending = [], len(table.claims)
    for _ in range(rng.choice([0, 0, 0, 1, 2, 3])):
        change_at_random(rng, table, changes)
        assert engine_company(table) == game_model.company(facts, done, end, changes)
        assert sum(table.net) + table.departed_net + table.pot == 0
        if table.stacks is not None:
            assert sum(table.stacks) + table.pot == table.brought - table.taken_away
    seen["changes"] += len(changes)
    seen["claims given up"] += len(table.claims) < pending
    seen["pots taken by the last claim"] += pending > 0 and not table.claims
    return changes


def actions(deal):
    return [(action.seat, action.kind, action.to) for action in deal.actions]


def play_out(rng, deal, facts, step_by_step):
    """Play a deal to its end with random moves; return its actions and its end, on which the model agrees."""
    while deal.turn is not None:
        if step_by_step:
            agree_on_the_moves(deal, facts)
        deal.push(a_move(rng, deal.legal))
    if step_by_step:
        agree_on_the_moves(deal, facts)
    done = actions(deal)
    end = game_model.end(facts, done)
    assert engine_end(deal) == end
    assert [*deal.net] == game_model.net(facts, done, end)
    return done, end


def agree_on_the_moves(deal, facts):
    done = actions(deal)
    end = game_model.end(facts, done)
    assert engine_moves(deal) == model_moves(facts, done)
    assert engine_end(deal) == end
    assert [*deal.net] == game_model.net(facts, done, end)


def play_a_table(rng, table, facts, points, alike, step_by_step, seen):
    """Play up to eight deals at a table, svaras included; ``facts`` are those of the first, None if there is none."""
    for _ in range(8):
        assert table.next_players == (facts.players if facts else ())
        if facts is None:
            seen["no next deal"] += 1
            with pytest.raises(IllegalActionError, match=r"^a deal needs two active players who can pay the ante of "):
                table.next_deal(rng)
            return
        deal = table.next_deal(a_deck(rng, game_model.clockwise(facts, facts.dealer, facts.players), alike))
        facts = facts._replace(points={seat: points[frozenset(hand)] for seat, hand in deal.hands.items()})
        assert engine_facts(table, facts.points) == facts
        done, end = play_out(rng, deal, facts, step_by_step)
        seen["deals"] += 1
        seen["svaras after svaras"] += facts.carried > 0 and end["end"] == "svara"
        seen["svaras that someone joined"] += bool(deal.joined)
        seen["shown without betting"] += game_model.most(facts, []) == 0
        changes = agree_between_two_deals(rng, table, facts, done, end, seen)
        facts = game_model.following(facts, done, end, changes)


@pytest.mark.parametrize(
    ("share", "with_stacks", "with_limit"),
    [(0.1, False, False), (0.1, False, True), (0.4, True, False), (0.4, True, True)],
    ids=["neither stacks nor limit", "limit", "stacks", "stacks and limit"],
)
@pytest.mark.parametrize("deals", [DEALS, pytest.param(10 * DEALS, marks=pytest.mark.proof)], ids=["some", "many"])
def test_engine_and_model_agree_on_every_deal(deals, share, with_stacks, with_limit, points, alike):
    rng, seen, tables = Random(f"{deals} {with_stacks} {with_limit}"), Counter(), 0
    while seen["deals"] < share * deals:
        table, facts = a_table(rng, with_stacks, with_limit)
        play_a_table(rng, table, facts, points, alike, tables % STEP_BY_STEP == 0, seen)
        tables += 1
    bounded = ["shown without betting", "no next deal"] if with_stacks else []
    for what in ["svaras after svaras", "svaras that someone joined", "claims given up", "changes", *bounded]:
        assert seen[what] > seen["deals"] / 50
    assert seen["pots taken by the last claim"] > seen["deals"] / 100


def model_as_the_cases(facts, done):
    seat, moves = model_moves(facts, done)
    return seat, {kind: to and (to[0] if kind == "call" else [*to]) for kind, to in moves.items()}


def model_plays(facts, moves, legal):
    """The actions of a case; the model agrees with it on what was legal."""
    done = []
    for (seat, kind, *to), expected in zip(moves, legal, strict=True):
        assert model_as_the_cases(facts, done) == (seat, expected)
        done.append((seat, kind, expected["call"] if kind == "call" else to[0] if to else None))
    return done


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_model_plays_the_given_cases(case, points):
    def worth(hands):
        return {seat: points[frozenset(map(Card, hand.split()))] for seat, hand in hands.items()}

    settings = Settings(**{name: case[name] for name in Settings.__slots__ if name in case})
    stacks = tuple(case["stacks"]) if "stacks" in case else None
    facts = first_facts(settings, case["players"], case["dealer"], stacks, range(case["players"]))
    facts = facts._replace(points=worth(dict(enumerate(case["hands"]))))
    done = model_plays(facts, case["actions"], case["legal"])
    assert game_model.end(facts, done) == case["expect"]
    if "then" in case:
        then = case["then"]
        done += [(seat, "join" if seat in then["joins"] else "decline", None) for seat in case["expect"]["may_join"]]
        facts = game_model.following(facts, done, case["expect"])
        assert (facts.dealer, facts.carried) == (then["dealer"], then["pot_at_start"])
        facts = facts._replace(points=worth({int(seat): hand for seat, hand in then["hands"].items()}))
        assert game_model.end(facts, model_plays(facts, then["actions"], then["legal"])) == then["expect"]
