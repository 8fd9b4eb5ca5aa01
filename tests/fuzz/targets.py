"""What is fuzzed: each target reads some bytes and asserts what must hold whatever they are.

Errors that are documented are expected; any other exception, and any disagreement of the two backends, is a finding.
"""

from __future__ import annotations

from collections import Counter
from io import BufferedReader, BytesIO
from itertools import product
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np
from twins import Twin

from svara_eval import (
    DECK,
    Card,
    IllegalActionError,
    SvaraError,
    _fast,
    format_hand,
    parse_cards,
    pure,
    range_points,
    score_batch,
)
from svara_eval._arrays import loops
from svara_eval._arrays import plain as plain_loops
from svara_eval._cli import lines
from svara_eval._cli.columns import score_columns
from svara_eval._cli.packing import is_packed, unpacked
from svara_eval._cli.tally import Tally
from svara_eval._odds.opponents import parse_hero, parse_opponent
from svara_eval.envs import Deals
from svara_eval.game import Action, Deal, Settings, Table, View, from_json, to_json

if TYPE_CHECKING:
    from collections.abc import Callable

ERRORS = ("raise", "skip", "coerce")


def outcome(call: Callable[..., object], *arguments: object, **options: object) -> object:
    """What a call returns, or its documented error with the message."""
    try:
        return call(*arguments, **options)
    except (SvaraError, TypeError) as error:
        return type(error), str(error)


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def cards(data: bytes) -> None:
    """A hand as one text, as three, and a card: the same points and words from both scorers."""
    text = text_of(data)
    for hand in (text, text.split("|"), tuple(text.split("|")), list(data), [*text]):
        compiled = outcome(_fast.score, hand)
        assert compiled == outcome(pure.score, hand)
        explained = outcome(pure.explain, hand)
        if isinstance(compiled, int):
            assert explained.points == compiled
            assert _fast.score(format_hand(hand)) == compiled
        else:
            assert explained == compiled
    card = outcome(Card, text)
    assert isinstance(card, tuple) or card is DECK[card]


def batch(data: bytes) -> None:
    """The lines as columns of every kind of text, of cards and of numbers: the same from both backends."""
    rows = [text_of(line) for line in data.split(b"\n")]
    plain = [row.encode("utf-8", "replace").decode() for row in rows]
    numbers_of = np.frombuffer(data[: len(data) // 24 * 24], np.int64)
    table = [[*row.split("|"), "", "", ""][:3] for row in plain]
    given = [
        rows,
        np.array(rows, object),
        np.array(data.split(b"\n")),
        np.array(plain),
        np.array(plain, np.dtypes.StringDType()),
        np.array(table),
        np.array(table, object),
        numbers_of.reshape(-1, 3),
        numbers_of.view(np.uint8).reshape(-1, 3),
        numbers_of.view(np.int8).reshape(-1, 3)[::-1],
        numbers_of.view(np.uint16).reshape(-1, 3),
    ]

    def results() -> list[str]:
        calls = product((score_batch, parse_cards), given, ("raise", "coerce"))
        return [repr(outcome(call, column, errors=errors)) for call, column, errors in calls]

    compiled = results()
    with patch.multiple(loops, rows=plain_loops, arrow=None):
        assert compiled == results()
    points = [outcome(pure.score, row) for row in rows]
    batch_points = outcome(score_batch, rows, errors="coerce")
    if not isinstance(batch_points, tuple):  # a lone card in the first row is refused
        assert batch_points.tolist() == [each if isinstance(each, int) else 0 for each in points]


def file(data: bytes) -> None:
    """A file with a hand on each line, packed or not: the same output, reports and counts from both readers."""
    for errors in ERRORS:
        compiled = scored(data, errors)
        with patch.object(lines, "_lines", None):
            assert scored(data, errors) == compiled


def scored(data: bytes, errors: str) -> object:
    """All that scoring a file gives."""
    out, reports = BytesIO(), []
    tally = Tally(errors, reports.append)
    source = BufferedReader(BytesIO(data))

    def score() -> None:
        if is_packed(source):
            with unpacked(source) as inner:
                lines.score_lines(inner, out.write, tally)
        else:
            lines.score_lines(source, out.write, tally)

    error = outcome(score)
    counts = None if error else tally.counts  # an error leaves the counts of its block out
    return error, out.getvalue(), reports, counts


def table(data: bytes) -> None:
    """A table of hands in the columns that the first line of the input names: it is scored or refused."""
    wanted, _, rest = data.partition(b"\n")
    for errors in ERRORS:
        for json in (False, True):
            out = BytesIO()
            error = outcome(score_columns, BytesIO(rest), out.write, text_of(wanted), Tally(errors, str), json=json)
            assert error is None or error[0] is not TypeError
    if error is None and not json:
        assert out.getvalue().count(b"\n") >= rest.count(b"\n")


def saved(data: bytes) -> None:
    """A saved deal, table or view: it loads, and is saved as the same text again, or is refused."""
    text = text_of(data)
    for kind in (Deal, Table, View):
        value = outcome(from_json, text, kind)
        if isinstance(value, kind):
            assert from_json(to_json(value), kind) == value


def actions(data: bytes) -> None:
    """Lines of actions: each is taken or leaves the deal as it was, and the chips add up."""
    deal = Deal(Settings(10, limit=100), ["7c Kh Kd", "As Ad Tc", "9h 8h 7h"], dealer=0, stacks=(200, 90, 150))
    for line in text_of(data).split("\n")[:50]:
        parsed = outcome(Action.parse, line)
        if isinstance(parsed, Action):
            assert Action.parse(str(parsed)) == parsed
        before, legal = to_json(deal), deal.is_legal(line)
        events = outcome(deal.push, line)
        assert (to_json(deal) != before) == legal == (not isinstance(events[0], type))
        assert sum(deal.net) + deal.pot == 0
    assert from_json(to_json(deal)) == deal


def ranges(data: bytes) -> None:
    """What is known of a player, as text: some totals, some hands with weights, or a documented error."""
    text = text_of(data)
    totals = outcome(range_points, text)
    if not isinstance(totals[0], type):
        assert totals == tuple(sorted(set(totals)))
        assert range_points(",".join(map(str, totals))) == totals
    for known in (outcome(parse_opponent, text, "opponent 1"), outcome(parse_hero, text)):
        if isinstance(known, tuple) and isinstance(known[0], type):
            assert issubclass(known[0], SvaraError)


def choices(data: bytes) -> None:
    """Choices in a row of many deals: a table in Python agrees after each, and an illegal one moves nothing."""
    first, second, *taken = data.ljust(2, b"\0")
    settings = Settings(1 + first % 3, limit=1 + first % 50, max_blind_multiple=2 + first % 4)
    seats, split = 2 + second % 9, first % 5 == 0
    stacks = [settings.ante + 1 + (second * seat) % 40 for seat in range(seats)] if first % 2 else None
    deals = Deals(1, seats, settings=settings, stacks=stacks, svara="split" if split else "played", rng=second)
    twin, seen = Twin(deals, 0, second, settings, stacks, split), Counter()
    for choice in taken[:200]:
        twin.agree()
        number = choice - 4  # some below 0, many above the choices
        if number in twin.menu:
            rewards, ended = deals.step([number])
            twin.push(number, rewards[0].tolist(), ended[0], seen)
        else:
            kind, message = outcome(deals.step, [number])
            assert kind is IllegalActionError
            assert message.startswith(f"row 0: {number} is not legal; seat {twin.deal.turn} can choose ")
    twin.agree()


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (cards, batch, file, table, saved, actions, ranges, choices)
}
