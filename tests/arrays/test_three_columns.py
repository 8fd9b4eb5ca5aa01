"""Three cards in three cells: tables of three columns, columns of lists and structs, and ``parse_cards``.

Tables of pandas, polars and Arrow are among them where those libraries are installed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest
from array_cases import INTEGERS, NOT_CARDS, at, outcome
from text_columns import COLUMNS as OF_COLUMNS
from text_columns import WITH_NULLS

from svara_eval import Card, CardError, HandSizeError, SvaraError
from svara_eval._arrays import hand_indices, invalid_rows, kinds_table, parse_cards, score_batch, score_cards
from svara_eval.types import KINDS

pytestmark = pytest.mark.usefixtures("backend")  # every test runs on both backends
only_compiled = pytest.mark.parametrize("backend", [pytest.param("cython", marks=pytest.mark.compiled)], indirect=True)

# Kinds of tables ------------------------------------------------------------------------------------------------------


def pandas(dtype):
    return lambda rows: import_module("pandas").DataFrame(rows, index=range(9, 9 + len(rows)), dtype=dtype)


def pandas_arrow(type_name):
    def make(rows):
        pd, pa = import_module("pandas"), import_module("pyarrow")
        return pd.DataFrame(rows, dtype=pd.ArrowDtype(getattr(pa, type_name)()))

    return make


def polars(rows):
    return import_module("polars").DataFrame(rows, schema=["a", "b", "c"], orient="row")


def polars_nested(make):
    def column(rows):
        pl = import_module("polars")
        return make(pl, pl.Series([list(row) for row in rows]))

    return column


def arrow(rows, more=""):
    columns = {f"{name}{more}": list(column) for name, column in zip("abc", zip(*rows, strict=True), strict=True)}
    return import_module("pyarrow").table(columns)


def arrow_chunks(rows):
    pa = import_module("pyarrow")
    whole = arrow([rows[0], *rows, rows[0]])[1:-1]
    return pa.concat_tables([whole[:1], whole[1:1], whole[1:]])


def arrow_nested(make):
    def column(rows):
        pa = import_module("pyarrow")
        values = pa.array([card for row in rows for card in row])
        return make(pa, pa.array([list(row) for row in rows], pa.list_(values.type)))[0 : len(rows)]

    return column


def objects(rows):
    array = np.empty((len(rows), 3), object)
    array[:] = rows
    return array


def texts(dtype):
    return lambda rows: objects(rows).astype("U").astype(dtype)


def in_bytes(rows):
    return np.char.encode(texts("U")(rows), "utf-8")


OF_TEXTS = {
    "U": texts("U"),
    "padded U": texts("U20"),
    "U in the other byte order": lambda rows: (array := texts("U")(rows)).astype(array.dtype.newbyteorder("S")),
    "S": in_bytes,
    "padded S": lambda rows: in_bytes(rows).astype("S30"),
    "StringDType": texts(np.dtypes.StringDType()),
    "every other row": lambda rows: np.repeat(texts("U")(rows), 2, axis=0)[::2],
    "in Fortran order": lambda rows: np.asfortranarray(in_bytes(rows)),
    "columns of a wider array": lambda rows: np.pad(texts("U")(rows), ((0, 0), (1, 2)), mode="wrap")[:, 1:4],
}
OF_ANYTHING = {"object": objects, "list": list}
OF_LIBRARIES = {
    ("pandas",): {"pandas": pandas(None), "pandas object": pandas(object)},
    ("polars",): {
        "polars": polars,
        "polars List": polars_nested(lambda _, column: column),
        "polars Array": polars_nested(lambda _, column: column.list.to_array(3)),
        "polars Struct": lambda rows: polars(rows).to_struct("hand"),
    },
    ("pyarrow",): {
        "Arrow table": arrow,
        "Arrow table in chunks": arrow_chunks,
        "Arrow record batch": lambda rows: arrow(rows).to_batches()[0],
        "Arrow list": arrow_nested(lambda _, column: column),
        "Arrow large_list": arrow_nested(lambda pa, column: column.cast(pa.large_list(column.type.value_type))),
        "Arrow fixed-size list": arrow_nested(lambda pa, column: column.cast(pa.list_(column.type.value_type, 3))),
        "Arrow struct": lambda rows: arrow(rows).to_struct_array(),
        "Arrow struct, sliced": lambda rows: arrow([rows[0], *rows]).to_struct_array().combine_chunks()[1:],
    },
    ("pandas", "pyarrow"): {
        "pandas list": lambda rows: import_module("pandas").Series(
            arrow_nested(lambda _, column: column)(rows).to_pandas(types_mapper=import_module("pandas").ArrowDtype)
        )
    },
}
for libraries, kinds in OF_LIBRARIES.items():
    if all(map(find_spec, libraries)):
        OF_ANYTHING |= kinds
OF_TEXTS |= OF_ANYTHING
OF_NUMBERS = dict(OF_ANYTHING)
if find_spec("pandas"):
    OF_NUMBERS |= {f"pandas {dtype}": pandas(dtype) for dtype in ("uint8", "int64", "Int64", "UInt8")}
if find_spec("pandas") and find_spec("pyarrow"):
    OF_TEXTS |= {f"pandas {name}": pandas_arrow(name) for name in ("string", "large_string", "string_view")}
    OF_NUMBERS |= {f"pandas {name}[pyarrow]": pandas_arrow(name) for name in ("int8", "uint16", "int32", "uint64")}

SPELLINGS = {
    "compact": lambda card: card.code,
    "printed": str,
    "10 for the ten": lambda card: card.code.replace("T", "10").lower(),
    "Cyrillic": lambda card: "789ТВДКА"[card.rank] + "сdhп"[card.suit],
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("kind", OF_TEXTS)
def test_three_texts_are_a_hand(golden, backend, kind, spelling):
    lines = golden[:: 300 if backend == "python" else 1 if spelling == "compact" else 7]
    points = score_batch(OF_TEXTS[kind]([tuple(map(SPELLINGS[spelling], line.dealt[::-1])) for line in lines]))
    assert (type(points), points.dtype, points.shape) == (np.ndarray, np.int8, (len(lines),))
    assert points.tolist() == [line.points for line in lines]


@pytest.mark.parametrize("kind", OF_NUMBERS)
def test_three_numbers_are_a_hand(golden, backend, kind):
    lines = golden[:: 300 if backend == "python" else 1]
    points = score_batch(OF_NUMBERS[kind]([tuple(map(int, line.dealt)) for line in lines]))
    assert (points.dtype, points.tolist()) == (np.int8, [line.points for line in lines])


@only_compiled
@pytest.mark.parametrize("kind", ["object", "U", "pandas", "polars", "Arrow table", "Arrow list", "Arrow struct"])
def test_a_bad_row_is_found_wherever_it_is(kind):
    if kind not in OF_TEXTS:
        pytest.skip("its library is not installed")
    bad = [1, 1023, 1024, 65535, 65536, 262143, 262144, 262150]  # at the ends of the blocks and pieces
    for from_place in (0, 6):
        rows = [("7c", "Kh", "Kd"), ("As", "Ad", "Tc")] * 131076
        for row in bad[from_place:]:
            rows[row] = "7c", "Kh", "7c"
        table = OF_TEXTS[kind](rows)
        assert np.flatnonzero(score_batch(table, errors="coerce") == 0).tolist() == bad[from_place:]
        assert outcome(score_batch, table) == at(f"row {bad[from_place]} of 262152", ("7c", "Kh", "7c"))


BAD = [
    ("7c", "Kh", "6d"),
    ("7c", "", "Kd"),
    ("7c", "7cKh", "Kd"),
    ("Kh", "As", "Kh"),
    ("x", "y", "z"),
    ("7c", "K", "к"),
]


@pytest.mark.parametrize("kind", OF_TEXTS)
def test_a_row_of_texts_fails_as_it_does_alone(kind):
    for bad in BAD:
        table = OF_TEXTS[kind]([("7c", "Kh", "Kd"), bad, ("As", "Ad", "Tc")])
        assert outcome(score_batch, table) == at("row 1 of 3", bad), bad
        assert score_batch(table, errors="coerce").tolist() == [31, 0, 22], bad
        (row,) = invalid_rows(table).items()
        assert row[0] == 1
        assert outcome_of(row[1]) == at("", bad)


def outcome_of(error):
    return type(error), str(error)


@pytest.mark.parametrize("kind", OF_NUMBERS)
def test_a_row_of_numbers_fails_as_it_does_alone(kind):
    for bad in ((0, 26, 32), (5, 26, 5), (26, 99, 1), (0, 26, 255), (-1, 0, 1), (2**40, 0, 1)):
        try:
            table = OF_NUMBERS[kind]([(0, 26, 25), bad, (31, 29, 12)])
        except (OverflowError, ValueError, TypeError):
            continue  # the type of the column cannot hold it
        assert outcome(score_batch, table) == at("row 1 of 3", bad), bad
        assert score_batch(table, errors="coerce").tolist() == [31, 0, 22], bad


NULLABLE = [kind for kind in OF_TEXTS if kind in OF_ANYTHING or kind.startswith("pandas ")]


@pytest.mark.parametrize("kind", NULLABLE)
def test_a_missing_card_is_a_bad_row(kind):
    table = OF_TEXTS[kind]([("7c", "Kh", "Kd"), ("7c", None, "Kd"), ("As", "Ad", "Tc")])
    assert score_batch(table, errors="coerce").tolist() == [31, 0, 22]
    words = "card 2: the card is missing"
    with pytest.raises(CardError, match=rf"^row 1 of 3: {words}; errors='coerce' scores it 0$"):
        score_batch(table)
    ((row, error),) = invalid_rows(table).items()
    assert (row, type(error)) == (1, CardError)
    assert str(error) == words


LISTS = {
    "list",
    "pandas list",
    "polars List",
    "polars Array",
    "Arrow list",
    "Arrow large_list",
    "Arrow fixed-size list",
}


@pytest.mark.parametrize("kind", [kind for kind in OF_TEXTS if kind not in LISTS])
@pytest.mark.parametrize("errors", ["raise", "coerce"])
def test_three_columns_of_whole_hands_are_refused(kind, errors):
    table = OF_TEXTS[kind]([("7cKhKd", "AsAdTc", "8c9cTc")] * 2)
    words = "row 0 of 2: '7cKhKd' is a whole hand; three columns are three cards, so give each by itself"
    assert outcome(score_batch, table, errors=errors) == (TypeError, words)
    assert outcome(invalid_rows, table) == (TypeError, words)


@pytest.mark.parametrize("kind", OF_TEXTS)
def test_a_table_without_rows_has_no_points(kind):
    table = OF_TEXTS[kind]([("7c", "Kh", "Kd")])[:0]
    points = score_batch(table)
    assert (points.shape, points.dtype) == ((0,), np.int8)
    assert invalid_rows(table) == {}


@pytest.mark.parametrize("kind", sorted(LISTS & {*OF_TEXTS}))
def test_a_row_that_is_missing_or_not_of_three_is_bad(kind):
    if kind in ("list", "polars Array", "Arrow fixed-size list"):
        pytest.skip("all of its rows are of three")
    rows = [("7c", "Kh", "Kd"), ("7c", "Kh"), ("As", "Ad", "Tc", "7c"), (), ("7s", "7h", "7d")]
    table = OF_TEXTS[kind](rows)
    assert score_batch(table, errors="coerce").tolist() == [31, 0, 0, 0, 34]
    assert {row: outcome_of(error) for row, error in invalid_rows(table).items()} == {
        row: at("", rows[row]) for row in (1, 2, 3)
    }


@only_compiled
@pytest.mark.parametrize("nested", ["list", "large_list", "struct", "fixed"])
def test_a_null_row_of_arrow_is_a_missing_hand(nested):
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    types = {"list": pa.list_(pa.string()), "large_list": pa.large_list(pa.string()), "fixed": pa.list_(pa.string(), 3)}
    row = dict(zip("abc", ("7c", "Kh", "Kd"), strict=True)) if nested == "struct" else ["7c", "Kh", "Kd"]
    column = pa.array([None, row, row, None], types.get(nested))
    for start in range(4):
        assert score_batch(column[start:], errors="coerce").tolist() == [0, 31, 31, 0][start:]
    assert outcome(score_batch, column) == (
        CardError,
        "row 0 of 4: the hand is missing; errors='coerce' scores it 0",
    )


def test_the_last_axis_of_an_array_of_texts_holds_the_hand():
    deals = np.array([[["7c", "Kh", "Kd"], ["As", "Ad", "Tc"]], [["7s", "7h", "7d"], ["8c", "8d", "8h"]]])
    for array in (deals, deals.astype("S"), deals.astype(object), np.asfortranarray(deals)):
        assert score_batch(array).tolist() == [[31, 22], [34, 24]]
    assert score_batch(deals.tolist()).tolist() == [[31, 22], [34, 24]]
    deals[1, 0, 2] = "7s"
    assert outcome(score_batch, deals) == at("row (1, 0) of (2, 2)", ("7s", "7h", "7s"))
    assert list(invalid_rows(deals)) == [2]


def test_points_of_a_table_go_to_the_output():
    table = OF_TEXTS["object"]([("7c", "Kh", "Kd"), ("As", "Ad", "Tc")])
    out = np.zeros(4, np.int8)
    assert score_batch(table, out=out[::2]).tolist() == [31, 22]
    assert out.tolist() == [31, 0, 22, 0]


# parse_cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("kind", OF_COLUMNS)
def test_a_column_of_texts_is_read_as_cards(kind, spelling):
    column = OF_COLUMNS[kind]([SPELLINGS[spelling](Card(number)) for number in range(32)])
    cards = parse_cards(column)
    assert (type(cards), cards.dtype, cards.tolist()) == (np.ndarray, np.uint8, [*range(32)])


WRONG = ["", "6d", "7", "7c ", "7cKh", "7♣\N{VARIATION SELECTOR-16}", "7к", "10", "x", "🃏", "k♥k", "7c7"]


def outcome_of_card(text):
    """The card, or what ``parse_cards`` raises for it."""
    try:
        return int(Card(text))
    except CardError as error:
        return CardError, f"row 1 of 3: {error}"


@pytest.mark.parametrize("kind", OF_COLUMNS)
def test_a_row_of_a_column_is_read_or_refused_as_it_is_alone(kind):
    for text in WRONG:
        column = OF_COLUMNS[kind](["7c", text, "Kh"])
        alone = outcome_of_card(text)
        card = alone if isinstance(alone, int) else 255
        assert outcome(parse_cards, column) == (alone if card == 255 else [0, card, 26]), text
        assert parse_cards(column, errors="coerce").tolist() == [0, card, 26], text


@pytest.mark.parametrize("kind", WITH_NULLS)
def test_a_missing_card_is_refused_or_255(kind):
    column = WITH_NULLS[kind](["7c", None, "Kh"])
    words = "^row 1 of 3: the card is missing; errors='coerce' makes it 255$"
    with pytest.raises(CardError, match=words):
        parse_cards(column)
    assert parse_cards(column, errors="coerce").tolist() == [0, 255, 26]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_numbers_are_read_as_cards_and_never_cut_to_one(dtype):
    limits = np.iinfo(dtype)
    for number in NOT_CARDS:
        if limits.min <= number <= limits.max:
            column = np.array([0, number, 31], dtype)
            assert parse_cards(column, errors="coerce").tolist() == [0, 255, 31]
            words = f"row 1 of 3: {number} is not a card number; card numbers are 0 (7♣) to 31 (A♠)"
            assert outcome(parse_cards, column) == outcome(parse_cards, [0, number, 31]) == (CardError, words)


def test_points_of_parsed_cards():
    first, second, third = ["7c", "As", "6c"], ["K♥", "A♦", "8c"], [25, 12, 9]
    given = [parse_cards(column, errors="coerce") for column in (first, second, third)]
    assert score_cards(*given).tolist() == [31, 22, 0]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("7c", "parse_cards takes many cards, not the string '7c'; use Card for one card"),
        (5, "parse_cards takes a list or an array of cards, not 5 of type int"),
        (None, "parse_cards takes a list or an array of cards, not None of type NoneType"),
        (np.array([1.0]), "cards must be strings or integers (0 to 31), not float64"),
        (np.array([True]), "cards must be strings or integers (0 to 31), not bool"),
        (np.ma.masked_array([1], True), "masked arrays are not accepted; fill or drop the masked values first"),
    ],
)
def test_other_objects_are_not_columns_of_cards(cards, words):
    for errors in ("raise", "coerce"):
        assert outcome(parse_cards, cards, errors=errors) == (TypeError, words)


def test_parse_cards_takes_any_shape_and_no_other_errors():
    assert parse_cards(np.array([["7c", "Kh"], ["Kd", "As"]])[:, ::-1]).tolist() == [[26, 0], [31, 25]]
    assert outcome(parse_cards, ["7c"], errors="skip") == (SvaraError, "errors must be 'raise' or 'coerce', not 'skip'")
    assert parse_cards([]).shape == (0,)


# Reasons and kinds ----------------------------------------------------------------------------------------------------


def test_every_invalid_row_has_the_error_that_score_raises_or_is_missing():
    hands = ["7cKhKd", "7cKh6d", None, "7cKh7c", [0, 1], [0, 1, 2], [True, 1, 2], float("nan"), b"7cKhKd", 5, "7cKhK"]
    found = invalid_rows(hands)
    assert list(found) == [1, 2, 3, 4, 6, 7, 8, 9, 10]
    missing = dict.fromkeys((2, 7), (CardError, "the hand is missing"))
    expected = {row: missing.get(row) or at("", hands[row]) for row in found}
    assert {row: outcome_of(error) for row, error in found.items()} == expected
    assert all(error.__traceback__ is None for error in found.values())


def test_invalid_rows_are_found_in_numbers_and_up_to_a_limit():
    hands = np.array([[0, 26, 25], [0, 0, 1], [1, 2, 32], [4, 4, 4]])
    assert [*invalid_rows(hands)] == [1, 2, 3]
    assert [*invalid_rows(hands, 2)] == [*invalid_rows(hands, limit=np.int8(2))] == [1, 2]
    assert invalid_rows(hands, limit=0) == {}
    assert outcome(invalid_rows, hands, limit=-1) == (SvaraError, "limit must be at least 0, not -1")
    assert outcome(invalid_rows, "7cKhKd")[0] is TypeError
    assert outcome(invalid_rows, hands[:, :2])[0] is HandSizeError
    assert outcome(invalid_rows, ["7c", "Kh"]) == outcome(score_batch, ["7c", "Kh"])


def test_the_kinds_are_those_of_the_golden_data(golden):
    kinds = kinds_table()
    assert (kinds.dtype, kinds.shape, kinds.flags.writeable) == (np.uint8, (4960,), False)
    assert [KINDS[kind] for kind in kinds] == [line.kind for line in golden]
    assert kinds_table() is kinds
    with pytest.raises(ValueError, match=r"WRITEABLE"):
        kinds.flags.writeable = True
    dealt = np.array([line.dealt for line in golden])[::-1, ::-1]
    assert [KINDS[kind] for kind in kinds[hand_indices(dealt)]] == [line.kind for line in golden[::-1]]
