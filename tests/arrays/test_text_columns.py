"""``score_batch`` of text and Python objects: every kind of column reads every spelling, and names its first bad row.

Columns of pandas, polars and Arrow are among them where those libraries are installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from array_cases import LAYOUTS, at, outcome
from text_columns import COLUMNS, WITH_NULLS

from svara_eval import CardError, SvaraError, pure
from svara_eval._arrays import score_batch

pytestmark = pytest.mark.usefixtures("backend")  # every test runs on both backends
#: For what the reference scorer does not do, or would take too long to do.
only_compiled = pytest.mark.parametrize("backend", [pytest.param("cython", marks=pytest.mark.compiled)], indirect=True)


SPELLINGS = {
    "compact": lambda cards: "".join(card.code for card in cards),
    "lower case": lambda cards: " ".join(card.code for card in cards).lower(),
    "10 for the ten": lambda cards: ",".join(card.code.replace("T", "10") for card in cards),
    "symbols": lambda cards: " ".join(map(str, cards)),
    "symbols with selectors": lambda cards: "; ".join(f"{card}\N{VARIATION SELECTOR-16}" for card in cards),
    "Cyrillic": lambda cards: "".join("789ТВДКА"[card.rank] + "сdhп"[card.suit] for card in cards),
    "playing cards": lambda cards: "".join(
        chr(0x1F0A0 + 16 * (3 - card.suit) + (7, 8, 9, 10, 11, 13, 14, 1)[card.rank]) for card in cards
    ),
    "wide white space": lambda cards: "\N{EN QUAD}".join(card.code for card in cards) + "\N{NO-BREAK SPACE}",
    "much white space": lambda cards: "\r\n\t ".join(card.code for card in cards) + " " * 30,
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("kind", COLUMNS)
def test_every_column_reads_every_spelling(golden, backend, kind, spelling):
    lines = golden[:: 100 if backend == "python" else 1 if spelling == "compact" else 7]
    column = COLUMNS[kind]([SPELLINGS[spelling](line.dealt[::-1]) for line in lines])
    points = score_batch(column)
    assert (type(points), points.dtype) == (np.ndarray, np.int8)
    assert points.tolist() == [line.points for line in lines]


MIXED = ["7cKhKd", "A♠ A♦ 10♣", "", "7c Kh", "7cKhKdAs", "7cKh7c", "8c8d6h", "7cK\0hKd", "🃗🃘🃙", "🃗🃘🃏", "7к8c9c", "x"]
MIXED += ["7с8с9с", "7c 8c 9c,", "７c8c9c", "7c♣️8c", "8♣️8♦︎8♥", "7" * 100, "7c8c9" + "c" * 20, "é", "7s7h7d"]
MIXED += ["7♣ K♥ K♦xx", "7♣ K♥ K♦xyz", "7♣ K♥ 10♦xx", "1♣ K♥ K♦", "7♣ K♥ 1K♦"]


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_row_of_a_column_scores_or_fails_as_it_does_alone(kind):
    for text in MIXED:
        column = COLUMNS[kind](["7cKhKd", text, "AsAdTc"])
        try:
            points = pure.score(text)
        except SvaraError:
            points = 0
        assert outcome(score_batch, column) == ([31, points, 22] if points else at("row 1 of 3", text)), text
        assert score_batch(column, errors="coerce").tolist() == [31, points, 22], text


@pytest.mark.parametrize("kind", COLUMNS)
def test_the_first_bad_text_is_named_and_all_are_coerced(kind):
    column = COLUMNS[kind](["7cKhKd"] * 20 + ["7cKh7c", "8c9cTc", "6c7c8c", "AsAdTc"])
    assert outcome(score_batch, column) == at("row 20 of 24", "7cKh7c")
    assert score_batch(column, errors="coerce").tolist() == [31] * 20 + [0, 27, 0, 22]


@only_compiled
@pytest.mark.parametrize("kind", COLUMNS)
def test_a_bad_text_is_found_wherever_it_is(kind):
    for row in (0, 1, 1023, 1024, 4095, 4096, 8191, 8192, 8200):  # NumPy's buffer has 8192 rows
        texts = ["7cKhKd", "AsAdTc"] * 4101
        texts[row] = "7cKh7c"
        column = COLUMNS[kind](texts)
        assert outcome(score_batch, column) == at(f"row {row} of 8202", "7cKh7c")
        expected = [31, 22] * 4101
        expected[row] = 0
        assert score_batch(column, errors="coerce").tolist() == expected


def test_an_empty_column_has_no_points():
    for nothing in ([], (), np.array([], "U6"), np.array([], "S6"), np.array([], object)):
        points = score_batch(nothing)
        assert (points.shape, points.dtype) == ((0,), np.int8)


# Missing hands --------------------------------------------------------------------------------------------------------


def missing(place):
    return CardError, f"{place}: the hand is missing; errors='coerce' scores it 0"


@pytest.mark.parametrize("kind", WITH_NULLS)
def test_a_missing_hand_is_a_bad_row(kind):
    column = WITH_NULLS[kind](["7cKhKd"] * 9 + [None, "AsAdTc", None, "6c"])
    assert outcome(score_batch, column) == missing("row 9 of 13")
    assert score_batch(column, errors="coerce").tolist() == [31] * 9 + [0, 22, 0, 0]


@pytest.mark.parametrize("kind", WITH_NULLS)
def test_a_column_of_missing_hands_is_bad_from_its_first_row(kind):
    column = WITH_NULLS[kind]([None, None])
    assert outcome(score_batch, column) == missing("row 0 of 2")
    assert score_batch(column, errors="coerce").tolist() == [0, 0]


@pytest.mark.parametrize(
    "column",
    [
        ["7cKhKd", float("nan")],
        ["7cKhKd", np.float32("nan")],
        np.array(["7cKhKd", np.nan], object),
        np.array(["7cKhKd", np.nan], np.dtypes.StringDType(na_object=np.nan)),
    ],
    ids=["list", "list of NumPy", "object", "StringDType"],
)
def test_nan_is_missing(column):
    assert outcome(score_batch, column) == missing("row 1 of 2")
    assert score_batch(column, errors="coerce").tolist() == [31, 0]


@only_compiled
def test_text_that_stands_for_missing_is_missing_even_if_it_is_a_hand():
    column = np.array(["8c8d8h", "x"], np.dtypes.StringDType(na_object="7cKhKd"))
    column[1] = "7cKhKd"
    assert outcome(score_batch, column) == (CardError, "row 1 of 2: '7cKhKd' is not a hand")
    assert score_batch(column, errors="coerce").tolist() == [24, 0]


# Single cards, lists of cards and other objects -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", COLUMNS)
@pytest.mark.parametrize("errors", ["raise", "coerce"])
def test_a_column_of_single_cards_is_refused_with_the_fix(kind, errors):
    column = COLUMNS[kind](["7c", "Kh", "Kd", "A♠", "🃗"])
    words = "row 0 of 5: '7c' is a single card; give a whole hand in each row, or card numbers"
    assert outcome(score_batch, column, errors=errors) == (TypeError, words)


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_single_card_among_hands_is_a_bad_row_like_any_other(kind):
    column = COLUMNS[kind](["7cKhKd", "Kh", "AsAdTc"])
    assert outcome(score_batch, column) == at("row 1 of 3", "Kh")
    assert score_batch(column, errors="coerce").tolist() == [31, 0, 22]


def test_cards_in_lists_are_read_as_score_reads_them():
    hands = [["7c", "Kh", "Kd"], ("A♠", 29, "10♣"), [0, "K♥", "🃍"], np.array([3, 2, 1]), iter([3, 2, 1])]
    assert score_batch(hands).tolist() == [31, 22, 21, 34, 34]
    assert score_batch([["7c", "Kh", "Kd"]]).tolist() == [31]
    assert score_batch([[[0, 26, 25]], [[31, 29, 12]]]).tolist() == [[31], [22]]


@pytest.mark.parametrize("dtype", ["uint8", "int64"])
def test_a_list_of_arrays_is_a_list_of_hands(dtype):
    hands = np.array([[0, 26, 25], [31, 29, 12], [3, 2, 1]], dtype)
    assert score_batch(list(hands)).tolist() == [31, 22, 34]
    assert outcome(score_batch, [(0, 1, 2), np.array([0, 1, 1])]) == at("row 1 of 2", (0, 1, 1))


@pytest.mark.parametrize(
    "item",
    [
        [0, 26],
        [],
        (1, 2, 1),
        ["7c", "6c", 5],
        5,
        5.0,
        b"7cKhKd",
        np.bytes_(b"7cKhKd"),
        {0: 1},
        [0, 26, True],
        [0, 26, 1.0],
    ],
    ids=repr,
)
def test_an_object_that_is_not_a_hand_fails_as_it_does_alone(item):
    objects = np.empty(3, object)
    objects[:] = ["7cKhKd", item, "AsAdTc"]
    for column in (list(objects), tuple(objects), objects):
        assert outcome(score_batch, column) == at("row 1 of 3", item)
        assert score_batch(column, errors="coerce").tolist() == [31, 0, 22]


@pytest.mark.parametrize("cards", [[99, 0, 1, 2], [0, 0, 1, 2, 3, 4], [0, 1], []], ids=repr)
def test_a_bad_hand_that_can_be_read_only_once_is_refused_nevertheless(cards):
    with pytest.raises(SvaraError, match=r"^row 1 of 4: "):
        score_batch(["7cKhKd", iter(cards), "7cKhKd", "7cKhKd"])
    assert score_batch(["7cKhKd", iter(cards), "7cKhKd"], errors="coerce").tolist() == [31, 0, 31]


@pytest.mark.parametrize("text", ["7cKhKd", "7c", "", b"7cKhKd", bytearray(b"7cKhKd"), np.str_("7cKhKd")], ids=repr)
@pytest.mark.parametrize("errors", ["raise", "coerce"])
def test_a_single_string_is_not_many_hands(text, errors):
    words = f"score_batch takes many hands, not the string {text[:]!r}; use score for one hand"
    assert outcome(score_batch, text, errors=errors) == (TypeError, words)


@pytest.mark.parametrize(
    "thing", [{0, 26, 25}, {0: "7cKhKd"}, None, 1.0j, iter("7c"), (hand for hand in "7c")], ids=repr
)
def test_an_object_that_is_not_a_column_is_a_type_error(thing):
    for errors in ("raise", "coerce"):
        with pytest.raises(TypeError, match=r"^score_batch takes (a list or an array of hands|arrays of integers)"):
            score_batch(thing, errors=errors)


# Bytes and characters -------------------------------------------------------------------------------------------------

NOT_UTF_8 = [
    b"\xff\xfe",
    b"7cKhK\xe2",
    b"7cKhK\xe2\x99",
    b"7cKhK\xe2\x99\xe2",
    b"\xc3(7cKh",
    b"\x807cKhK",
    b"\xed\xa0\x80",
    b"\xf5\x80\x80\x80",
    b"7cKh\xe0\x81\x8bd",  # a K and a 7 spelled with more bytes than they need
    b"\xe0\x80\xb7c8c9c",
    b"\xc0\xb7c8c9c",
]


@pytest.mark.parametrize("text", NOT_UTF_8)
@pytest.mark.parametrize("dtype", ["S", "S12"])
def test_bytes_that_are_not_utf_8_are_never_read_as_a_card(text, dtype):
    column = np.array([b"7cKhKd", text, b"AsAdTc"], dtype)
    assert outcome(score_batch, column) == (CardError, f"row 1 of 3: {text!r} is not UTF-8")
    assert score_batch(column, errors="coerce").tolist() == [31, 0, 22]
    assert score_batch(column[1:2], errors="coerce").tolist() == [0]


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("code", [0x110000, 0x7FFFFFFF, 0xFFFFFFFF])
@pytest.mark.parametrize("character", [0, 5])
def test_characters_beyond_unicode_are_never_read_as_a_card(order, code, character):
    column = np.array(["7cKhKd", "AsAdTc", "7s7h7d"], f"{order}U6")
    column.view(f"{order}u4").reshape(3, 6)[1, character] = code
    words = f"{code:#x} is not a Unicode code point (0 to 0x10ffff)"
    for laid in (column, np.repeat(column, 2)[::2]):
        assert outcome(score_batch, laid) == (CardError, f"row 1 of 3: {words}")
        assert score_batch(laid, errors="coerce").tolist() == [31, 0, 34]
        assert outcome(score_batch, laid[1:2]) == (CardError, f"row 0 of 1: {words}")
        assert score_batch(laid[1:2], errors="coerce").tolist() == [0]


def test_lone_surrogates_are_refused():
    for column in (np.array(["7cKhKd", "7c8c\ud800"]), ["7cKhKd", "7c8c\ud800"]):
        assert outcome(score_batch, column) == at("row 1 of 2", "7c8c\ud800")
        assert score_batch(column, errors="coerce").tolist() == [31, 0]


@only_compiled
@pytest.mark.parametrize("text", ["7cKhTd", "7♣ K♥ J♦", "10♣ 10♥ 10♦", "9♣10♥K♦️", "7c, 10h;Kd"])
def test_changing_a_byte_never_makes_a_text_another_hand(text):
    """The loops read bytes; cards.py reads characters."""
    whole = text.encode()
    changed = [whole[:at] + bytes([byte]) + whole[at + 1 :] for at in range(len(whole)) for byte in range(256)]
    changed += [whole[:at] + bytes([byte]) + whole[at:] for at in range(len(whole) + 1) for byte in range(256)]
    changed += [whole[:at] + whole[at + by :] for at in range(len(whole)) for by in range(1, 7)]
    alone = []
    for some in changed:
        try:
            alone.append(pure.score(some.rstrip(b"\0").decode()))
        except ValueError:
            alone.append(0)
    assert score_batch(np.array(changed), errors="coerce").tolist() == alone


def test_zeros_pad_a_text_but_are_never_part_of_one():
    for dtype in ("S12", "U12"):
        column = np.array(["7cKhKd", "7cKhKd\0\0", "7cKh\0Kd", "\0" + "7cKhKd"], dtype)
        assert score_batch(column, errors="coerce").tolist() == [31, 31, 0, 0]
    for kind in {"list", "object", "StringDType", "Arrow string", "Arrow string_view", "polars"} & {*COLUMNS}:
        column = COLUMNS[kind](["7cKhKd", "7cKhKd\0", "7cKh\0Kd", "\0" + "7cKhKd"])
        assert score_batch(column, errors="coerce").tolist() == [31, 0, 0, 0], kind


# Layouts --------------------------------------------------------------------------------------------------------------

STRINGS = {
    "S6": "S6",
    "S20": "S20",
    "U6": "U6",
    "U20": ">U20",
    "StringDType": np.dtypes.StringDType(),
    "object": object,
}
TEXT_LAYOUTS = {
    name: lay for name, lay in LAYOUTS.items() if name not in ("three arrays in one", "in the other byte order")
}
TEXT_LAYOUTS["columns of a wider table"] = lambda array: np.pad(array, ((0, 0), (1, 2)), mode="wrap")[:, 1:4]
#: References are always aligned, and NumPy has no records of StringDType.
IMPOSSIBLE = {("object", "unaligned"), ("StringDType", "unaligned"), ("StringDType", "a field of records")}


@pytest.mark.parametrize(
    ("dtype", "layout"),
    [(dtype, layout) for dtype in STRINGS for layout in TEXT_LAYOUTS if (dtype, layout) not in IMPOSSIBLE],
)
def test_texts_score_alike_in_every_layout(golden, dtype, layout):
    lines = golden[::13][:381]
    texts = np.array([SPELLINGS["compact"](line.dealt) for line in lines], STRINGS[dtype]).reshape(-1, 3)
    expected = np.array([line.points for line in lines]).reshape(-1, 3)
    laid = TEXT_LAYOUTS[layout](texts)
    assert np.array_equal(laid, texts)
    assert np.array_equal(score_batch(laid[..., None])[..., 0], expected)
    assert np.array_equal(score_batch(laid.T), expected.T)
    assert np.array_equal(score_batch(laid[:, 1]), expected[:, 1])
    assert np.array_equal(score_batch(laid[1:2, 1].reshape(())), expected[1, 1])
    assert np.array_equal(score_batch(np.broadcast_to(laid[0], (5, 3)).T), np.broadcast_to(expected[0], (5, 3)).T)


@pytest.mark.parametrize("dtype", STRINGS)
def test_long_columns_that_are_not_contiguous_score_alike(backend, dtype):
    texts = ["7cKhKd", "AsAdTc"]
    if dtype not in ("S6", "U6"):
        texts = ["8c9cTc", *texts, "7♠   7♥   7♦    ", "9s9d9h"]
    some = np.array([text.encode() for text in texts] if dtype == "S20" else texts, STRINGS[dtype])
    points = score_batch(some)
    place = np.arange(17000) % len(some)
    for step in (2, -2) if backend == "cython" else (-2,):
        assert np.array_equal(score_batch(some[place][::step]), points[place][::step])


@pytest.mark.parametrize("dtype", ["S6", "U6"])
def test_points_may_overwrite_their_own_texts(golden, dtype):
    lines = golden[::10]
    for place in (slice(0, len(lines)), slice(-len(lines), None), slice(None, len(lines) * 6, 6)):
        hands = np.array(["".join(line.codes) for line in lines], dtype)
        out = hands.view(np.int8)[place]
        assert score_batch(hands, out=out).tolist() == [line.points for line in lines]


# While others are at work ---------------------------------------------------------------------------------------------


def python(code, **environment):
    """Run code in a new interpreter."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=os.environ | environment, check=False
    )


CHANGED_WHILE_READ = """
from svara_eval import score_batch

class Meddler:
    "A hand that changes the list it is in."
    def __init__(self, change):
        self.change = change
    def __iter__(self):
        self.change()
        return iter((0, 26, 25))

def outcome(change, length):
    hands = ["7s7h7d"] * length
    hands[1] = Meddler(lambda: change(hands))
    try:
        return score_batch(hands).tolist()
    except IndexError:
        return IndexError

for length in (3, 100, 3000):
    for change in (list.clear, lambda hands: hands.__delitem__(slice(2, None)), lambda hands: hands.pop()):
        assert outcome(change, length) is IndexError
    assert outcome(lambda hands: hands.extend(hands), length) == [34, 31] + [34] * (length - 2)
    assert outcome(lambda hands: hands.__setitem__(-1, "8c8d8h"), length) == [34, 31] + [34] * (length - 3) + [24]
print("scored")
"""


def test_a_list_that_changes_while_it_is_read_does_no_harm(backend):
    run = python(CHANGED_WHILE_READ, SVARA_EVAL_BACKEND=backend)
    assert run.stdout == "scored\n", (run.returncode, run.stderr)


@only_compiled
def test_threads_may_score_one_array_of_string_dtype_at_once():
    column = np.array(["7cKhKd", "7с Кп Д♦", "AsAdTc"] * 5000, np.dtypes.StringDType())
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: score_batch(column).tolist(), range(8)))
    assert found == [[31, 21, 22] * 5000] * 8
