"""Write the test vectors of docs/vectors: what another program of Svara can be checked against:

    python tools/make_vectors.py            # all four files, in about two minutes
    python tools/make_vectors.py hands odds deals

docs/vectors/index.md describes the files. They change only if the rules do, and then the version of the vectors and the
major version of the library change, too. Review the diff of hands.tsv line by line: it is also the golden data of the
tests, which compare it with the second scorer and the published examples.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from math import ceil, factorial
from pathlib import Path
from typing import TYPE_CHECKING

from svara_eval import Card, all_hands, explain, hand_at, odds
from svara_eval.game import Settings, Started, Table, to_dict
from svara_eval.hands import classes
from vector_games import games

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from svara_eval.game import Event
    from vector_games import Step

VERSION = 1
FOLDER = Path(__file__).resolve().parent.parent / "docs" / "vectors"
LIMITS = (2, 3, 4, 5, 6, 8, 10)
TOLERANCE = 0.002  # the gap to which each line of the heads-up game is solved, in antes


def hands() -> str:
    """Every hand in index order, with its points, kind, cards that count, and rules."""
    return _tsv("hand points kind cards rules", _hand_rows())


def odds_table() -> str:
    """For each class of hands and 1 to 9 opponents, in how many sets of their hands the hero wins, ties and loses."""
    return _tsv("hand hands opponents win ties lose deals", _odds_rows())


def deals() -> str:
    """Games at tables, step by step, with everything that happens and what is legal then."""
    return _json_lines(
        {
            "name": game.name,
            "rules": game.rules.split(),
            "settings": _fields(game.table.settings),
            "seats": game.table.seats,
            "taken": game.table.taken,
            "stacks": game.table.stacks,
            "dealer": game.table.next_dealer,
            "steps": [_made(game.table, step) for step in game.steps(game.table)],
        }
        for game in games()
    )


def heads_up() -> str:
    """The values of the heads-up game at some limits, and the chart by points of the largest."""
    return _json_lines(map(_solved, LIMITS))


FILES = {"hands.tsv": hands, "odds.tsv": odds_table, "deals.jsonl": deals, "heads_up.jsonl": heads_up}


def sums() -> str:
    """The digests of the files that are there, as the command ``sha256sum`` checks them."""
    return "".join(f"{sha256((FOLDER / name).read_bytes()).hexdigest()}  {name}\n" for name in FILES)


def _hand_rows() -> Iterator[tuple[object, ...]]:
    for hand in all_hands():
        best = explain(hand)
        yield _codes(hand), best.points, best.kind, _codes(best.cards), " ".join(best.rules)


def _odds_rows() -> Iterator[tuple[object, ...]]:
    class_of = classes()
    for number in range(max(class_of) + 1):
        hand = hand_at(class_of.index(number))
        for opponents in range(1, 10):
            answer = odds(hand, opponents)
            # The library tells the opponents apart. Their hands as a set fit in 64 bits.
            win, *ties, lose, deals = (n // factorial(opponents) for n in (*answer.counts, answer.deals))
            yield _codes(hand), class_of.count(number), opponents, win, " ".join(map(str, ties)), lose, deals


def _made(table: Table, step: Step) -> dict[str, Any]:
    """Make a step at a table; it, what happened, and how the table stands then."""
    word, *arguments = step
    if word == "deal":
        happened: Iterable[Event] = table.next_deal(arguments[0].split()).events
    elif word == "act":
        seat, *action = arguments
        deal = table.deal
        assert deal is not None
        assert seat == deal.turn
        happened = deal.push(" ".join(map(str, action)))
    else:
        happened = getattr(table, word)(*arguments)
    deal = table.deal
    legal = {} if deal is None else deal.legal
    return {
        "do": step,
        "events": [*map(_event, happened)],
        "turn": None if deal is None else deal.turn,
        "legal": {kind: None if option.low is None else [option.low, option.high] for kind, option in legal.items()},
        "pot": table.pot,
        "stacks": table.stacks,
        "net": table.net,
        "next": table.next_players,
    }


def _event(event: Event) -> dict[str, Any]:
    """An event with what a program without the library needs of it."""
    if isinstance(event, Started):
        return {"type": "started", "players": event.players, "ante": event.ante, "carried": event.carried}
    fields = {name: value for name, value in to_dict(event).items() if name != "number"}
    return fields | ({"hand": _codes(map(Card, fields["hand"]))} if "hand" in fields else {})


def _solved(limit: int) -> dict[str, Any]:
    """The heads-up game with a limit in antes, in which every whole total is considered."""
    from svara_eval.solver import solve

    solution = solve(Settings(ante=1, limit=limit), sizes="all", svara="split", tolerance=TOLERANCE)
    chart = (
        {"situation": row.situation, "points": row.points, "action": row.action, "share": round(row.probability, 3)}
        for row in solution.table()
        if row.probability >= 0.0005
    )
    return {
        "limit": limit,
        "value": round(solution.values[0], 4),
        "within": ceil(10000 * solution.exploitability) / 10000,
        "lines": [
            {"line": [*map(str, line)], "value": round(values[0], 4), "within": TOLERANCE}
            for line, values in solution.lines.items()
        ],
        "chart": [*chart] if limit == LIMITS[-1] else [],
    }


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(card.code for card in cards)


def _fields(settings: Settings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in settings.__slots__}


def _tsv(header: str, rows: Iterable[tuple[object, ...]]) -> str:
    lines = ("\t".join(map(str, row)) for row in rows)
    return "\n".join([f"# svara vectors {VERSION}", header.replace(" ", "\t"), *lines, ""])


def _json_lines(objects: Iterable[dict[str, Any]]) -> str:
    lines = (json.dumps(each, separators=(",", ":")) for each in objects)
    return "\n".join([json.dumps({"format": "svara vectors", "version": VERSION}), *lines, ""])


if __name__ == "__main__":
    for name, make in FILES.items():
        if not sys.argv[1:] or name.partition(".")[0] in sys.argv[1:]:
            (FOLDER / name).write_text(make(), encoding="utf-8", newline="\n")
    (FOLDER / "SHA256SUMS").write_text(sums(), encoding="utf-8", newline="\n")
