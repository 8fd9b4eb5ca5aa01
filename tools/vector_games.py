"""The games of docs/vectors/deals.jsonl: what is played in each, and which rules it shows. make_vectors.py plays them.

The first are the cases of tests/data/deals.jsonl, then come scripts of whole tables, and random play. A script is a
list of steps, each as text: "deal" with the deck from the top, an action, or a change between two deals, such as
"sit 2 150". Random play draws on nothing but ``random.Random.random``, whose numbers no release of Python changes.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from svara_eval import DECK
from svara_eval.game import Settings, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, TypeAlias

    Step: TypeAlias = list[Any]  # a word, then its arguments: ["deal", "7c Kh Ad ..."], ["act", 2, "bet", 20]

CASES = Path(__file__).resolve().parent.parent / "tests" / "data" / "deals.jsonl"
_SETTINGS = ("ante", "min_bet", "min_raise", "limit", "max_blind_multiple")
_BETWEEN = ("sit", "leave", "add_chips", "sit_out", "sit_in")
_TIE = "Qc Th 7d Jc Kh 9h 8d 8c 9c"  # with three players and dealer 0, seats 1 and 2 tie at 20 points


class Game(NamedTuple):
    """The deals played at one table."""

    name: str
    rules: str
    table: Table
    steps: Callable[[Table], Iterator[Step]]  # each step is asked for when the one before has been made


def games() -> Iterator[Game]:
    """All games, in the order of the file."""
    for line in CASES.read_text(encoding="utf-8").splitlines():
        yield _case(json.loads(line))
    for name, rules, arguments, script in SCRIPTS:
        yield Game(name, rules, _table(**arguments), _scripted(script))
    for seed, (rules, arguments) in enumerate(RANDOM):
        yield Game(f"random play {seed + 1}", rules, _table(**arguments), _random(seed))


def _table(
    seats: int | None = None,
    stacks: Sequence[int] | None = None,
    taken: Sequence[int] | None = None,
    dealer: int = 0,
    **settings: Any,
) -> Table:
    return Table(Settings(**{"ante": 10, **settings}), seats=seats, stacks=stacks, taken=taken, dealer=dealer)


def _case(case: dict[str, Any]) -> Game:
    """A case of tests/data/deals.jsonl. Of its expectations only those who join are read."""
    settings = {name: case[name] for name in _SETTINGS if name in case}
    table = _table(case["players"], case.get("stacks"), dealer=case["dealer"], **settings)

    def steps(table: Table) -> Iterator[Step]:
        yield ["deal", _deck(table, dict(enumerate(case["hands"])))]
        yield from (["act", *action] for action in case["actions"])
        then = case.get("then")
        while (deal := table.deal) is not None and deal.turn is not None:
            yield ["act", deal.turn, "join" if then is not None and deal.turn in then["joins"] else "decline"]
        if then is not None:
            yield ["deal", _deck(table, {int(seat): hand for seat, hand in then["hands"].items()})]
            yield from (["act", *action] for action in then["actions"])
            while (deal := table.deal) is not None and deal.turn is not None:
                yield ["act", deal.turn, "decline"]

    return Game(case["name"], case["rules"], table, steps)


def _deck(table: Table, hands: dict[int, str]) -> str:
    """The cards in the order in which they are dealt, one at a time from the dealer's left (D9)."""
    dealer, seats = table.next_dealer or 0, range(table.seats)
    clockwise = [seat for seat in (*seats[dealer + 1 :], *seats[: dealer + 1]) if seat in table.next_players]
    return " ".join(hands[seat].split()[card] for card in range(3) for seat in clockwise)


def _scripted(script: Sequence[str]) -> Callable[[Table], Iterator[Step]]:
    def steps(table: Table) -> Iterator[Step]:
        for text in script:
            word, *rest = text.split()
            if word == "deal":
                yield [word, " ".join(rest)]
            elif word in _BETWEEN:
                yield [word, *map(int, rest)]
            else:
                yield ["act", table.deal and table.deal.turn, word, *map(int, rest)]

    return steps


def _random(seed: int) -> Callable[[Table], Iterator[Step]]:
    """Ten deals of random play; between two deals someone may come, go, add chips, or sit out or in."""
    rng = Random(seed)

    def one_of(things: Sequence[Any]) -> Any:
        return things[int(rng.random() * len(things))]

    def steps(table: Table) -> Iterator[Step]:
        for _ in range(10):
            if not table.next_players:
                return
            yield ["deal", " ".join(card.code for card in sorted(DECK, key=lambda _: rng.random()))]
            while (deal := table.deal) is not None and deal.turn is not None:
                kinds = [kind for kind in deal.legal if kind != "fold"] * 2 + ["fold"] * ("fold" in deal.legal)
                option = deal.legal[one_of(kinds)]
                if option.low is None:
                    yield ["act", deal.turn, option.kind]
                else:
                    high = 4 * option.low if option.high is None else option.high
                    amounts = [option.low, min(2 * option.low, high)]
                    yield ["act", deal.turn, option.kind, one_of(amounts)]
            if rng.random() < 0.4:
                yield change(table)

    def change(table: Table) -> Step:
        seat, chips = one_of(range(table.seats)), 50 + int(rng.random() * 100)
        given = [] if table.stacks is None else [chips]
        if seat not in table.taken:
            return ["sit", seat, *given]
        if seat in table.sitting_out:
            return ["sit_in", seat]
        step: Step = one_of([["leave", seat], ["sit_out", seat], *([["add_chips", seat, *given]] * bool(given))])
        return step

    return steps


SCRIPTS: list[tuple[str, str, dict[str, Any], list[str]]] = [
    (
        "everyone pays the ante; three cards each are dealt one at a time, from the dealer's left",
        "B1 D9 B9",
        {"seats": 3, "dealer": 1},
        [
            "deal 7c 8c 9c Tc Jc Qc Kc Ac 7d 8d 9d Td Jd Qd Kd Ad 7h 8h 9h Th Jh Qh Kh Ah 7s 8s 9s Ts Js Qs Ks As",
            *("look", "bet 10", "call", "call"),
        ],
    ),
    (
        "the player left of the dealer may bet blind or look; so may the next, at exactly twice the blind",
        "B2 B3 B4 B6 B7 D10",
        {"seats": 3, "dealer": 2},
        ["deal Kh As 7c Qh Ad 8d Jh Ts 9s", "blind 15", "blind 30", "look", "call", "call", "raise 75", "call", "call"],
    ),
    (
        "there is no checking: a player bets or folds",
        "B5 D13",
        {"seats": 3},
        ["deal Kh As 7c Qh Ad 8d Jh Ts 9s", "look", "fold", "bet 10", "call"],
    ),
    (
        "the deal passes to the next seat, after a svara too",
        "B11 B12 D15 D17",
        {"seats": 3, "stacks": [200, 200, 200]},
        [
            *(f"deal {_TIE}", "look", "bet 10", "call", "fold", "decline"),
            *("deal 7c Kh Ad Ah 8h 9s", "look", "bet 10", "call"),
            *("deal As Kh 7c Ad Kd 7h Ac Qd 8s", "look", "bet 20", "fold", "fold"),
        ],
    ),
    (
        "chips are counted at every step",
        "D20",
        {"stacks": [120, 90, 60, 100], "limit": 40},
        [
            *("deal 8c As 7c Kd 9c Ad 8h Ts Td Th 8s Jh", "blind 10", "look", "raise 40", "fold", "fold", "call"),
            *("add_chips 3 30", "sit_out 1", "deal 8c As Qc Kd 8d Kc 9s Ts Jc", "look", "fold", "fold"),
        ],
    ),
    (
        "an empty seat and a player who sits out are not dealt in and are asked nothing",
        "D21",
        {"stacks": [100, 100, 0, 100], "taken": [0, 1, 3]},
        [
            *("deal Qc Th 7d Jc Kh 9h 8d 8c 9c", "look", "fold", "fold", "sit_out 3"),
            *("deal Qc Th Jc Kh 8d 8c", "look", "bet 10", "call"),
            *("deal 9d 9h 9s Ks As Ad", "look", "bet 10", "call"),
            *("sit 2 150", "sit_in 3", "deal 7c 8c 9c Tc Jc Qc Kc Ac 7d 8d 9d Td", "look", "fold", "fold", "fold"),
            *("leave 2", "deal Th 8c 9c 7c Jc Qc Kc Ac 7d", "look", "fold", "fold"),
        ],
    ),
    (
        "a player who leaves gives up the claim to a svara; whoever takes the seat has none",
        "D16 D21 D22",
        {"stacks": [100, 100, 100, 100]},
        [
            *("deal Qc Th 8s 7d Jc Kh 9s 9h 8d 8c Ts 9c", "look", "bet 10", "call", "fold", "call", "join", "decline"),
            *("leave 1", "sit 1 200", "deal As Kh Ad Kd 9s 8h", "look", "bet 10", "fold"),
        ],
    ),
    (
        "a player who was not in the svara is asked to join when it ties again",
        "D16 D18 D22",
        {"stacks": [200, 200, 200]},
        [
            *(f"deal {_TIE}", "look", "bet 10", "call", "fold", "decline", "sit_out 0", "sit_in 0"),
            *("deal Kh Kd Qh Qd 7s 8c", "look", "bet 10", "call", "join"),
            *("deal As Kh 7c Ad Kd 7h 9s 8h 8s", "look", "bet 10", "call", "call"),
        ],
    ),
    (
        "the last claim takes the pot, and no svara is played",
        "D22",
        {"stacks": [100, 100, 100]},
        [
            *(f"deal {_TIE}", "look", "bet 10", "call", "fold", "decline", "sit_out 2"),
            *("deal As 7c Ad 7h 9s 8s", "look", "bet 10", "fold"),
        ],
    ),
    (
        "chips that are added count from the next deal on, for the highest total too",
        "D19 D23",
        {"stacks": [500, 500, 30]},
        [
            *("deal As Kh 7c Ad Kd 7h 9s 8h 8s", "look", "bet 20", "fold", "fold"),
            *("add_chips 2 200", "deal As Kh 7c Ad Kd 7h 9s 8h 8s", "blind 100", "look", "fold", "fold"),
        ],
    ),
    (
        "the fee of a svara may be the whole pot",
        "D16 D24",
        {"stacks": [100, 100, 100], "svara_fee": "pot"},
        [
            *(f"deal {_TIE}", "look", "bet 10", "call", "fold", "join"),
            *("deal As Kh 7c Ad Kd 7h 9s 8h 8s", "look", "bet 10", "fold", "call"),
        ],
    ),
]

#: The settings of the tables with random play, and the rules that only such settings show.
RANDOM: list[tuple[str, dict[str, Any]]] = [
    ("B1 D20 D21", {"stacks": [300, 200, 100]}),
    ("D19 D20", {"seats": 2, "limit": 100}),
    ("D11 D20", {"stacks": [400, 400, 400, 400], "max_blind_multiple": 4, "ante": 5}),
    ("D20 D24", {"stacks": [200] * 6, "svara_fee": "pot", "limit": 60}),
    ("D14 D20", {"seats": 5, "min_bet": 20, "min_raise": 30, "limit": 200}),
    ("B1 D9 D20", {"stacks": [150] * 10, "limit": 50}),
]
