"""Every entry point of the compiled modules as calls without arguments, errors included; for threads and memory.

``CALLS`` maps a name to a call that returns or raises the same every time, and ``outcome`` makes that comparable.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib.util import find_spec

import numpy as np

from svara_eval import DECK, _fast
from svara_eval._arrays import _arrow, _columns, _deals, parse_cards, score_batch
from svara_eval._cli import _lines
from svara_eval._odds import _counting, _simulation
from svara_eval.envs import _play

SEED = [1, 2, 3, 4]
STRINGS = np.dtypes.StringDType(na_object=None)
TEXTS = ["7cKhKd", "A♠ A♦ 10♣", "К♥ 9♣ 8♣"] * 4
CARDS = np.resize(np.array([0, 26, 25, 3, 2, 1], np.uint8), (12, 3))
DECK_LEFT = bytes(range(3, 32))
BOUND = (bytes([3, 4, 5, 6, 7, 8]), bytes([1]) * 4960, b"")


class Failing:
    """An iterable, an index and a sequence of bytes, each of which raises."""

    def __iter__(self):
        yield 0
        raise KeyError("an item")

    def __index__(self):
        raise KeyError("an index")


class Text(str):
    """Not exactly a str."""

    __slots__ = ()


def columns(texts):
    """A column of every kind, with the same rows."""
    bad = [*texts[:7], "x", *texts[7:]]
    return {
        "list": texts,
        "list with x": bad,
        "objects": np.array(texts, object),
        "objects with None": np.array([*texts, None], object),
        "S": np.array([text.encode() for text in texts]),
        "S with bad UTF-8": np.array([*(text.encode() for text in texts), b"\xff7cKhKd"]),
        "U": np.array(texts),
        "U with x": np.array(bad),
        "StringDType": np.array(texts, STRINGS),
        "StringDType with x and null": np.array([*bad, None], STRINGS),
        "tuples": [tuple(hand) for hand in CARDS.tolist()],
        "uint8": CARDS,
        "uint8 with 32": np.vstack([CARDS, [[0, 1, 32]]]).astype(np.uint8),
        "int64": CARDS.astype(np.int64),
        "int64 with -1": np.vstack([CARDS.astype(np.int64), [[0, 1, -1]]]),
        "three text columns": np.array([["7c", "Kh", "Kd"]] * 9),
        "three object columns with None": np.array([["7c", "Kh", None]] * 9, object),
    } | (arrow_columns(texts) if find_spec("pyarrow") else {})


def arrow_columns(texts):
    import pyarrow as pa

    codes = pa.array(["7c", "Kh", None] * 20).dictionary_encode()
    return {
        "Arrow strings": pa.array([*texts, None]),
        "Arrow string views": pa.array([*texts, "x"], pa.string_view()),
        "Arrow chunks": pa.chunked_array([pa.array(texts), pa.array(["x"])]),
        "Arrow table": pa.table({"a": codes, "b": codes, "c": codes}),
        "Arrow floats": pa.array([1.0, 2.0]),
    }


def arrow_calls():
    """The methods of a column that Arrow stores."""
    if not find_spec("pyarrow"):
        return {}
    import pyarrow as pa

    texts, cells = pa.array(["7cKhKd", None, "x"]), pa.table({"a": ["7c"], "b": ["Kh"], "c": [None]})
    return {
        "score of Arrow": lambda: _arrow.Column(texts).score(bytearray(3), False),
        "score of Arrow into too little": lambda: _arrow.Column(texts).score(bytearray(2), False),
        "read of Arrow": lambda: _arrow.Column(cells).read(0, bytearray(3)),
        "read of Arrow into bytes": lambda: _arrow.Column(cells).read(0, bytes(3)),
        "values of Arrow": lambda: [_arrow.Column(column).value(0) for column in (texts, cells, pa.array([[1, 2]]))],
        "value of Arrow beyond the end": lambda: _arrow.Column(texts).value(3),
        "form of Arrow": lambda: _arrow.Column(cells).form,
        "Arrow of nothing": partial(_arrow.Column, 5),
    }


def failing_write(_):
    raise KeyError("a write")


def ignored(*_):
    return b""


HANDS = {
    "compact": "7cKhKd",
    "symbols": "A♠, A♦; 10♣",
    "Cyrillic": "К♥ 9♣ 8♣",
    "subclass": Text("7cKhKd"),
    "tuple": (0, 26, 25),
    "list": ["7c", 26, DECK[25]],
    "set": frozenset([0, 26, 25]),
    "x": "x",
    "duplicate": "7c7cKd",
    "two": [0, 1],
    "many": [0, 1, 2, 3],
    "none": None,
    "bytes": b"7cKhKd",
    "float": [0, 1.5, 2],
    "32": (0, 1, 32),
    "huge": [10**30, 1, 2],
    "failing": Failing(),
    "failing index": [0, Failing(), 1],
}
COLUMNS = columns(TEXTS)

CALLS = {
    **{f"score of {name}": partial(_fast.score, hand) for name, hand in HANDS.items()},
    **{f"index of {name}": partial(_fast.index, hand) for name, hand in HANDS.items()},
    **{
        f"{function.__name__} of {name}, {errors}": partial(function, column, errors=errors)
        for function in (score_batch, parse_cards)
        for name, column in COLUMNS.items()
        for errors in ("raise", "coerce")
    },
    **arrow_calls(),
    "score_cards": partial(_columns.score_cards, *CARDS.T),
    "score_cards of floats": partial(_columns.score_cards, 0.5, 1, 2),
    "score_few": partial(_columns.score_few, CARDS),
    "score_few of a list": partial(_columns.score_few, []),
    "fill_deals": lambda: bytes(filled(bytearray(90))),
    "fill_deals of bytes": partial(_deals.fill_deals, SEED, bytes(30), 1),
    "fill_deals of a short seed": partial(_deals.fill_deals, [1, 2], bytearray(30), 1),
    "fill_deals of a huge seed": partial(_deals.fill_deals, [2**64, 1, 1, 1], bytearray(30), 1),
    "fill_deals for 11": partial(_deals.fill_deals, SEED, bytearray(30), 11),
    "lines": lambda: written(b"7cKhKd\n8c 9c Tc\n# x\n\n"),
    "lines with others": partial(_lines.score_lines, b"7cKhKd\nx\n\xff\n", False, False, ignored, ignored),
    "lines with an answer of None": partial(_lines.score_lines, b"x\n", False, False, lambda *_: None, ignored),
    "lines with a long answer": partial(_lines.score_lines, b"x\n", False, False, lambda *_: b"x" * 999, ignored),
    "lines with an error": partial(_lines.score_lines, b"7cKhKd\nx\n", False, False, failing_write, ignored),
    "lines with a failing write": partial(_lines.score_lines, b"7cKhKd\n", True, False, ignored, failing_write),
    "lines of text": partial(_lines.score_lines, "7cKhKd", True, False, ignored, ignored),
    "counter": lambda: _counting.Counter(bytes([1, 2] * 2480), False).counts(2**9 - 1, 3),
    "counter of nothing": partial(_counting.Counter, b"", False),
    "counter of None": partial(_counting.Counter, None, False),
    "counter of ten hands": lambda: COUNTER.counts(2**9 - 1, 10),
    "counter of a huge deck": lambda: COUNTER.counts(2**40, 1),
    "rows": lambda: stepped(rows(4)),
    "rows of an illegal choice": lambda: rows(4).check((5).to_bytes(8, sys.byteorder) * 3 + bytes([99] * 8)),
    "rows of few choices": lambda: rows(4).step(bytes(24), 0, 4),
    "rows out of range": lambda: rows(4).step(bytes(32), 2, 5),
    "rows of no such row": lambda: rows(4).legal(-1),
    "rows of small arrays": lambda: rows(4, 3),
    "rows of read-only arrays": lambda: _play.Rows(1, AMOUNTS, (None, None), False, False, SEED, [bytes(9)] * 8),
    "rows of eleven": lambda: _play.Rows(1, AMOUNTS, (None,) * 11, False, False, SEED, ARRAYS),
    "rows of a huge ante": lambda: _play.Rows(1, (2**70, 1, 1, 20, 2), (None, None), False, False, SEED, ARRAYS),
    "simulate_one": partial(_simulation.simulate_one, (1).to_bytes(8, "little") * 3, SEED, 0, 10),
    "simulate_one of no hand": partial(_simulation.simulate_one, b"", SEED, 0, 10),
    "simulate_one of a short seed": partial(_simulation.simulate_one, bytes(8), [1], 0, 10),
    "simulate": lambda: simulated(3, [BOUND, BOUND]),
    "simulate without fitting hands": lambda: simulated(0, [(bytes([0, 1, 2]), bytes(4960), b"")], jointly=True),
    "simulate too many": lambda: simulated(20, []),
    "simulate a broken player": lambda: simulated(1, [(b"", b"", b"")]),
    "simulate two of a player": lambda: simulated(1, [(b"", b"")]),
    "simulate text": lambda: simulated(1, [("", "", "")]),
}
COUNTER = _counting.Counter(bytes([1]) * 4960, False)


AMOUNTS = (1, 1, 1, 20, 2)
ARRAYS = [bytearray(9)] * 8


def rows(count, sized=None):
    """Some rows for two players, in arrays of the size of as many or of another number."""
    sizes = (4 * 53, 17, 6, 1, 1, 1, 4, 16)
    arrays = [bytearray((sized or count) * size) for size in sizes]
    return _play.Rows(count, AMOUNTS, (None, None), False, False, SEED, arrays)


def stepped(rows):
    """Everyone looks and folds."""
    for choice in (0, 1):
        choices = choice.to_bytes(8, sys.byteorder) * 4
        assert rows.check(choices) == (-1, False)
        rows.step(choices, 0, 4)
    return rows.legal(3)


def filled(deals):
    _deals.fill_deals(SEED, deals, 3)
    return deals


def written(block):
    found = []
    return _lines.score_lines(block, True, False, ignored, found.append), found


def simulated(free, bound, jointly=False):
    return _simulation.simulate(20, DECK_LEFT, free, bound, jointly, SEED, 0, 10, 5, bytearray(1))


def outcome(name):
    """Return the result or the error of a call as a string."""
    try:
        return repr(CALLS[name]())
    except Exception as error:
        return repr(error)
