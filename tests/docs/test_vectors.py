"""The test vectors of docs/vectors: remade, compared with data and programs that share no code with the library."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise, permutations
from math import comb, factorial, inf

import game_model
import numpy as np
import pytest
import second_scorer
from paths import DATA, VECTORS

import make_vectors

RULES = {f"B{n}" for n in range(1, 14)} | {f"D{n}" for n in range(9, 25)}
CARDS = [rank + suit for rank in "789TJQKA" for suit in "cdhs"]


def table_of(name):
    """The rows of a file of tab-separated values."""
    version, header, *lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    assert version == "# svara vectors 1"
    return [dict(zip(header.split("\t"), line.split("\t"), strict=True)) for line in lines]


def objects_of(name):
    """The objects of a file of JSON lines."""
    version, *objects = map(json.loads, (VECTORS / name).read_text(encoding="utf-8").splitlines())
    assert version == {"format": "svara vectors", "version": 1}
    return objects


HANDS, ODDS = table_of("hands.tsv"), table_of("odds.tsv")
DEALS, HEADS_UP = objects_of("deals.jsonl"), objects_of("heads_up.jsonl")
POINTS = {frozenset(row["hand"].split()): second_scorer.points(tuple(row["hand"].split())) for row in HANDS}


@pytest.mark.parametrize("name", ["hands.tsv", "odds.tsv", "deals.jsonl"])
def test_the_vectors_are_what_their_tool_makes(name):
    assert (VECTORS / name).read_bytes() == make_vectors.FILES[name]().encode()


def test_the_vectors_of_version_1_never_change():
    """A change means a new version of the vectors and a new major version of the library (docs/stability.md)."""
    digests = (VECTORS / "SHA256SUMS").read_text(encoding="utf-8")
    assert digests == make_vectors.sums()
    assert sha256(digests.encode()).hexdigest() == "ba2d7512a01b525c944a0218f9cb691bfe12ddd11ff5f2a17903bcb0ba8bcda5"


def test_the_page_states_the_size_of_each_file():
    page = (VECTORS / "index.md").read_text(encoding="utf-8")
    stated = re.findall(r'^\| <a href="(\S+)">\1</a> \| .* \| (\d+) KB \|$', page, re.MULTILINE)
    assert stated == [(name, f"{(VECTORS / name).stat().st_size / 1000:.0f}") for name in make_vectors.FILES]


def test_the_page_states_which_rules_are_named_and_which_numbers_are_large():
    page = (VECTORS / "index.md").read_text(encoding="utf-8")
    first_s, last_s, first_d, last_d = re.search(r"`rules` .* ([SD]\d) to (S\d) and (D\d) to (D\d),", page).groups()
    named = sorted({rule for row in HANDS for rule in row["rules"].split()})
    assert [rule for rule in named if rule[0] == "S"] == [f"S{n}" for n in range(int(first_s[1]), int(last_s[1]) + 1)]
    assert [rule for rule in named if rule[0] == "D"] == [f"D{n}" for n in range(int(first_d[1]), int(last_d[1]) + 1)]
    assert "Against seven or more opponents many are above 2⁵³" in page
    assert {int(row["opponents"]) for row in ODDS if max(counts(row)) > 2**53} == {7, 8, 9}


# Checking another scorer ----------------------------------------------------------------------------------------------


def right(hand):
    return POINTS[frozenset(hand.split())]


def wrong(hand):
    """The points by a table that values three sevens at 33."""
    return min(right(hand), 33)


def by_place(hand):
    """The points by a program that knows three sevens only with the 7♣ first."""
    return right(hand) if hand.startswith("7c") else min(right(hand), 33)


def textual(hand):
    """The points as text, which are not points."""
    return "34" if right(hand) == 34 else right(hand)


THREE_SEVENS = ("7c 7d 7h", "7c 7d 7s", "7c 7h 7s", "7d 7h 7s")
WRONG, TEXTUAL = ("".join(f"{hand}: {found} points, not 34\n" for hand in THREE_SEVENS) for found in ("33", "'34'"))
BY_PLACE = "".join(f"{hand}: 33 points, not 34\n" for hand in ("7d 7c 7h", "7d 7c 7s", "7h 7c 7s", "7d 7h 7s"))
SCORERS = [(right, ""), (wrong, WRONG), (by_place, BY_PLACE), (textual, TEXTUAL)]


@pytest.mark.parametrize(("scorer", "printed"), SCORERS)
def test_the_check_in_python_prints_the_hands_that_a_scorer_gets_wrong(scorer, printed, capsys):
    spec = importlib.util.spec_from_file_location("check", VECTORS / "check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.check(scorer) == printed.count("\n")
    assert capsys.readouterr().out == printed


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize(("scorer", "printed"), SCORERS)
def test_the_check_in_javascript_prints_the_hands_that_a_scorer_gets_wrong(scorer, printed, tmp_path):
    script = tmp_path / "scorer.mjs"
    orders = [" ".join(order) for row in HANDS for order in permutations(row["hand"].split())]
    points = json.dumps({hand: scorer(hand) for hand in orders})
    script.write_text(
        f'import {{ check }} from "{(VECTORS / "check.mjs").as_uri()}";\n'
        f"const points = {points};\n"
        "process.exitCode = check((hand) => points[hand]);\n",
        encoding="utf-8",
    )
    run = subprocess.run(["node", script], capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert (run.returncode, run.stdout, run.stderr) == (printed.count("\n"), printed, "")


# The odds -------------------------------------------------------------------------------------------------------------


def class_of(hand):
    """The first hand of a class, as the page says: the least index after the 144 renamings."""
    cards = [CARDS.index(card) for card in hand.split()]
    least = min(
        sum(comb(card, size) for size, card in enumerate(sorted(renaming[card] for card in cards), 1))
        for renaming in RENAMINGS
    )
    return HANDS[least]["hand"]


RENAMINGS = [
    [4 * (0, 1, 2, *ranks, 7)[card // 4] + (0, *suits)[card % 4] for card in range(32)]
    for suits in permutations((1, 2, 3))
    for ranks in permutations((3, 4, 5, 6))
]


def counts(row):
    return [int(row["win"]), *map(int, row["ties"].split()), int(row["lose"])]


def test_the_renamings_lead_from_every_hand_to_the_first_of_its_class():
    found = set()
    for row in ODDS[::9]:
        cards = [CARDS.index(card) for card in row["hand"].split()]
        members = {frozenset(CARDS[renaming[card]] for card in cards) for renaming in RENAMINGS}
        assert {POINTS[member] for member in members} == {right(row["hand"])}
        assert (class_of(row["hand"]), len(members)) == (row["hand"], int(row["hands"]))
        found |= members
    assert (len(ODDS) // 9, found) == (337, {*POINTS})


def test_every_class_has_a_row_for_each_number_of_opponents():
    assert [int(row["opponents"]) for row in ODDS] == [*range(1, 10)] * 337
    for row in ODDS:
        opponents = int(row["opponents"])
        deals = factorial(29) // (6**opponents * factorial(29 - 3 * opponents) * factorial(opponents))
        assert (len(counts(row)), sum(counts(row)), int(row["deals"])) == (opponents + 2, deals, deals)
        assert deals < 2**63


def test_the_odds_against_one_opponent_are_those_counted_hand_by_hand():
    points = np.array([right(row["hand"]) for row in HANDS])
    bits = np.array([sum(1 << CARDS.index(card) for card in row["hand"].split()) for row in HANDS])
    index = {row["hand"]: number for number, row in enumerate(HANDS)}
    for row in ODDS[::9]:
        hero = index[row["hand"]]
        others = points[(bits & bits[hero]) == 0]
        assert counts(row) == [
            (others < points[hero]).sum(),
            (others == points[hero]).sum(),
            (others > points[hero]).sum(),
        ]


@pytest.mark.parametrize("opponents", range(1, 10))
def test_over_all_hands_the_expected_share_of_the_pot_is_everybodys(opponents):
    """Of n + 1 players none is favored, so the shares of the pot of all hands add up to one in n + 1."""
    rows = [row for row in ODDS if int(row["opponents"]) == opponents]
    share = sum(
        Fraction(int(row["hands"]) * count, tied + 1) for row in rows for tied, count in enumerate(counts(row)[:-1])
    )
    assert share / int(rows[0]["deals"]) == Fraction(4960, opponents + 1)


def test_the_odds_of_the_golden_data_are_in_the_vectors():
    """tests/data/odds.tsv has counts by another program, which tells the opponents apart."""
    rows = {(row["hand"], int(row["opponents"])): counts(row) for row in ODDS}
    codes = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s"})
    compared = 0
    for line in (DATA / "odds.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        hand, known, dead, golden = line.split("\t")
        if dead or not (known == "any" or known.startswith("any × ")):
            continue
        opponents = int(known.removeprefix("any").removeprefix(" × ") or 1)
        found = rows[class_of(hand.replace("10", "T").translate(codes)), opponents]
        assert [count * factorial(opponents) for count in found] == [*map(int, golden.split())]
        compared += 1
    assert compared >= 10


# The deals ------------------------------------------------------------------------------------------------------------


def test_the_deals_show_every_rule_of_betting():
    assert {rule for game in DEALS for rule in game["rules"]} == RULES
    assert len({game["name"] for game in DEALS}) == len(DEALS)


def test_the_step_on_the_page_is_in_a_game():
    page = (VECTORS / "index.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert json.loads(shown) in [step for game in DEALS for step in game["steps"]]


def replay(game):
    """Each step of a game, with how the table then stands by the model."""
    settings, seats = game["settings"], range(game["seats"])
    facts = game_model.Facts(
        settings["ante"],
        settings["min_bet"],
        settings["min_raise"],
        settings["limit"],
        settings["max_blind_multiple"],
        game["seats"],
        (),
        game["dealer"],
        game["stacks"] and tuple(game["stacks"]),
        0,
        {},
        settings["svara_fee"],
        tuple(game["taken"]),
        (),
        (0,) * game["seats"],
    )
    first = [seat for seat in facts.taken if facts.stacks is None or facts.stacks[seat] >= facts.ante]
    start, done, changes, end = facts._replace(players=tuple(first)), [], [], None
    for step in game["steps"]:
        word, *arguments = step["do"]
        if word == "deal":
            if end:
                start = game_model.following(facts, done, end, changes)
            cards = arguments[0].split()
            dealt = game_model.clockwise(start, start.dealer, start.players)
            points = {
                seat: POINTS[frozenset(cards[place : 3 * len(dealt) : len(dealt)])] for place, seat in enumerate(dealt)
            }
            facts, done, changes, end = start._replace(points=points), [], [], None
        elif word == "act":
            seat, kind, *to = arguments
            moves = game_model.turn(facts, done)[1]
            done.append((seat, kind, moves["call"][0] if kind == "call" else to[0] if to else None))
        else:
            kind = {"add_chips": "add"}.get(word, word.replace("_", " "))
            changes.append((arguments[0], kind, arguments[1] if len(arguments) > 1 else 0))
        if not end:
            end = game_model.end(facts, done)
        yield step, stands(facts, done, end, changes, seats)


def stands(facts, done, end, changes, seats):
    """How the table stands, in the words of the vectors."""
    if due := game_model.turn(facts, done):
        won = game_model.net(facts, done, end)
        stacks = facts.stacks and [facts.stacks[seat] + won[seat] for seat in seats]
        net = [facts.nets[seat] + won[seat] for seat in seats]
        fees = sum(end["fee"] for _, kind, _ in done if kind == "join")
        pot, next_players = game_model.pot(facts, done) + fees, []
    else:
        now = game_model.company(facts, done, end, changes)
        stacks, net, pot = now.stacks and [*now.stacks], [*now.nets], now.pot
        following = game_model.following(facts, done, end, changes)
        next_players = [*following.players] if following else []
    turn, moves = due or (None, {})
    legal = {kind: to and [to[0], None if to[1] == inf else to[1]] for kind, to in moves.items()}
    return {"turn": turn, "legal": legal, "pot": pot, "stacks": stacks, "net": net, "next": next_players}


@pytest.mark.parametrize("game", DEALS, ids=lambda game: game["name"])
def test_the_model_plays_every_game_step_by_step(game):
    for step, expected in replay(game):
        assert {name: step[name] for name in expected} == expected, step["do"]


# The heads-up game ----------------------------------------------------------------------------------------------------


def best_for(player, lines, so_far=()):
    """What the first player wins from some way into the blind betting on, if both choose the best way from there."""
    ways = dict.fromkeys(line[: len(so_far) + 1] for line in lines if line[: len(so_far)] == so_far)
    if ways == {so_far: None}:
        return lines[so_far]
    return (max if player == 0 else min)(best_for(1 - player, lines, way) for way in ways)


@pytest.mark.parametrize("game", HEADS_UP, ids=lambda game: f"limit {game['limit']}")
def test_the_value_of_a_limit_is_that_of_its_lines(game):
    """The first player takes the best way through the blind betting, the dealer the worst one for the first player."""
    lines = {tuple(each["line"]): each["value"] for each in game["lines"]}
    assert best_for(0, lines) == pytest.approx(game["value"], abs=game["within"] + 0.0001)
    blinds = [[int(action.removeprefix("blind to ")) for action in line[:-1]] for line in lines]
    assert all(line[-1] == "look" for line in lines)
    assert all(second == 2 * first for line in blinds for first, second in pairwise(line))
    assert [*map(tuple, sorted(blinds))] == sorted(races(game["limit"]))


def races(limit):
    """All ways through the blind betting: any first blind, then exactly twice the last while the limit allows it."""
    yield ()
    for first in range(1, limit + 1):
        race = (first,)
        while race[-1] <= limit:
            yield race
            race = (*race, 2 * race[-1])


def test_the_shares_of_the_chart_add_up_to_one():
    assert [game["limit"] for game in HEADS_UP if game["chart"]] == [10]
    chart = HEADS_UP[-1]["chart"]
    shares = Counter()
    for row in chart:
        shares[row["situation"], row["points"]] += row["share"]
    totals = sorted(set(POINTS.values()))
    assert [*shares] == [
        (name, points) for name in ("looking first", "facing a blind", "facing a raise") for points in totals
    ]
    assert all(share == pytest.approx(1, abs=0.006) for share in shares.values())


@pytest.mark.proof
def test_the_heads_up_vectors_are_what_their_tool_makes():
    """Other machines round differently, so the solver may stop at another value within the stated error."""
    made = [*map(json.loads, make_vectors.FILES["heads_up.jsonl"]().splitlines())][1:]
    for game, again in zip(HEADS_UP, made, strict=True):
        assert again["value"] == pytest.approx(game["value"], abs=game["within"] + again["within"])
        assert [line["line"] for line in again["lines"]] == [line["line"] for line in game["lines"]]
        for line, other in zip(game["lines"], again["lines"], strict=True):
            assert other["value"] == pytest.approx(line["value"], abs=2 * line["within"])
