"""Memory of other libraries: released, damaged or shared columns, and streams that can be read once."""

from __future__ import annotations

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

from svara_eval import SvaraError, invalid_rows, parse_cards, score_batch

pytestmark = pytest.mark.compiled

HANDS = ["7cKhKd", "AsAdTc", "A♠ A♦ 10♣", "x", "7s7h7d"]
POINTS = [31, 22, 22, 0, 34]
CELLS = {"a": ["7c", "As", "7c"], "b": ["Kh", "Ad", "7c"], "c": ["Kd", "Tc", "Kd"]}


class Stream:
    def __init__(self, capsule):
        self.capsule = capsule

    def __arrow_c_stream__(self, requested_schema=None):
        return self.capsule


class Array:
    def __init__(self, capsules):
        self.capsules = capsules

    def __arrow_c_array__(self, requested_schema=None):
        return self.capsules


# Released -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [score_batch, invalid_rows, parse_cards])
def test_a_stream_that_was_read_before_is_refused(function):
    capsule = pa.chunked_array([HANDS]).__arrow_c_stream__()
    assert pa.ChunkedArray._import_from_c_capsule(capsule).to_pylist() == HANDS
    with pytest.raises(TypeError, match=r"^the Arrow stream has been released; it can be read only once$"):
        function(Stream(capsule))


@pytest.mark.parametrize("function", [score_batch, invalid_rows, parse_cards])
def test_an_array_that_was_taken_before_is_refused(function):
    capsules = pa.array(HANDS).__arrow_c_array__()
    assert pa.Array._import_from_c_capsule(*capsules).to_pylist() == HANDS
    with pytest.raises(TypeError, match=r"^the Arrow array has been released; it can be read only once$"):
        function(Array(capsules))


def test_a_stream_or_array_is_scored_only_once():
    stream, array = Stream(pa.chunked_array([HANDS]).__arrow_c_stream__()), Array(pa.array(HANDS).__arrow_c_array__())
    for column in (stream, array):
        assert score_batch(column, errors="coerce").tolist() == POINTS
        with pytest.raises(TypeError, match=r"has been released"):
            score_batch(column, errors="coerce")


# Damaged --------------------------------------------------------------------------------------------------------------


def damaged_texts(kind, row, offset, validity=None):
    """Five texts of which one offset is wrong."""
    column = pa.array(HANDS, kind)
    wide = np.int64 if kind == pa.large_string() else np.int32
    offsets = np.frombuffer(column.buffers()[1], wide)[: len(HANDS) + 1].copy()
    offsets[row] = offset
    return pa.Array.from_buffers(kind, len(HANDS), [validity, pa.py_buffer(offsets), column.buffers()[2]])


WRONG = [(1, 2**31 - 64), (2, -1), (2, 3), (3, 2**31 - 1), (4, 1)]


@pytest.mark.parametrize("validity", [None, pa.py_buffer(b"\xff")], ids=["without nulls", "with nulls"])
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()], ids=str)
@pytest.mark.parametrize(("row", "offset"), WRONG)
def test_an_offset_that_leaves_the_text_or_descends_is_damage(kind, row, offset, validity):
    column = damaged_texts(kind, row, offset, validity)
    for function in (score_batch, parse_cards):
        with pytest.raises(SvaraError, match=r"^the Arrow column is damaged: "):
            function(column, errors="coerce")
    with pytest.raises(SvaraError, match=r"^the Arrow column is damaged: "):
        invalid_rows(column)
    if offset > 2**30:
        with pytest.raises(SvaraError, match=r"^the Arrow column is damaged: its offsets descend$"):
            score_batch(column[row:], errors="coerce")


@pytest.mark.parametrize(
    ("place", "number"), [(0, -1), (0, 10**6), (2, -1), (2, 1), (2, 10**6), (3, -1), (3, 2**31 - 1)]
)
def test_a_view_that_leaves_its_buffers_is_damage(place, number):
    """A view is four numbers: length, the first bytes, buffer and offset."""
    column = pa.array(["7♣ K♥ K♦", "A♠ A♦ 10♣"], pa.string_view())
    views = np.frombuffer(column.buffers()[1], np.int32)[:8].copy()
    views[4 + place] = number
    try:
        damaged = pa.Array.from_buffers(pa.string_view(), 2, [None, pa.py_buffer(views), *column.buffers()[2:]])
    except ValueError:
        pytest.skip("this pyarrow makes no column of views from buffers")
    for function in (score_batch, parse_cards):
        with pytest.raises(SvaraError, match=r"^the Arrow column is damaged: a text lies outside its buffer$"):
            function(damaged, errors="coerce")


@pytest.mark.parametrize("kind", [pa.list_(pa.string()), pa.large_list(pa.string())], ids=str)
@pytest.mark.parametrize(("row", "offset"), [(1, 2**31 - 64), (1, -3), (2, 2), (2, 10)])
def test_an_offset_of_a_list_that_leaves_its_cells_or_descends_is_damage(kind, row, offset):
    column = pa.array([["7c", "Kh", "Kd"]] * 3, kind)
    wide = np.int64 if pa.types.is_large_list(kind) else np.int32
    offsets = np.frombuffer(column.buffers()[1], wide)[:4].copy()
    offsets[row] = offset
    damaged = pa.Array.from_buffers(kind, 3, [None, pa.py_buffer(offsets)], children=[column.values])
    with pytest.raises(SvaraError, match=r"^the Arrow column is damaged: its offsets descend or leave its cells$"):
        score_batch(damaged, errors="coerce")


# Shared ---------------------------------------------------------------------------------------------------------------

ROWS = 5000


@pytest.fixture
def memory():
    """The cards of some hands, which their points are to overwrite."""
    return np.resize(np.array([0, 26, 25, 31, 29, 12, 3, 2, 1], np.int8), 3 * ROWS)


def in_arrow(memory):
    return pa.Array.from_buffers(pa.int8(), len(memory), [None, pa.py_buffer(memory)])


SHARED = {
    "Arrow lists": lambda memory: pa.FixedSizeListArray.from_arrays(in_arrow(memory), 3),
    "an Arrow table": lambda memory: pa.table([in_arrow(part) for part in memory.reshape(3, -1)], ["a", "b", "c"]),
    "a polars frame": lambda memory: pl.from_arrow(
        pa.table([in_arrow(part) for part in memory.reshape(3, -1)], ["a", "b", "c"])
    ),
    "a list of rows": lambda memory: list(memory.reshape(-1, 3)),
    "an array of rows": lambda memory: rows_of(memory),
}


def rows_of(memory):
    array = np.empty(ROWS, object)
    array[:] = list(memory.reshape(-1, 3))
    return array


@pytest.mark.parametrize("kind", SHARED)
@pytest.mark.parametrize("place", [slice(0, ROWS), slice(-ROWS, None), slice(ROWS // 2, ROWS // 2 + ROWS)], ids=str)
def test_points_may_overwrite_the_cards_they_come_from(memory, kind, place):
    expected = score_batch(SHARED[kind](memory.copy()), errors="coerce")
    column = SHARED[kind](memory)
    assert score_batch(column, errors="coerce", out=memory[place]).tolist() == expected.tolist()


# Read once ------------------------------------------------------------------------------------------------------------


def readers():
    """Yield the same hands from every source of record batches that does not state its length."""
    table = pa.table({"hand": HANDS})
    with duckdb.connect() as database:
        yield pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=2))
        yield table.to_reader()
        database.register("hands", table)
        yield database.sql("SELECT hand FROM hands").arrow()
        yield database.sql("SELECT hand FROM hands")
        yield Stream(table.__arrow_c_stream__())
        yield table
        yield pl.DataFrame(table)
        yield table.to_pandas()


@pytest.mark.usefixtures("backend")
def test_a_reader_of_record_batches_is_read_once_as_a_table_is(backend):
    for reader in readers():
        if isinstance(reader, Stream) and backend == "python":
            continue  # without the compiled modules its library has to be known
        assert score_batch(reader, errors="coerce").tolist() == POINTS
    for reader in readers():
        if isinstance(reader, Stream) and backend == "python":
            continue
        assert [*invalid_rows(reader)] == [3]


@pytest.mark.usefixtures("backend")
def test_a_reader_of_three_columns_holds_a_hand_in_each_row():
    table = pa.table(CELLS)
    assert score_batch(table.to_reader(max_chunksize=2), errors="coerce").tolist() == [31, 22, 0]
    with pytest.raises(SvaraError, match=r"^row 2 of 3: 7♣ is given twice"):
        score_batch(table.to_reader(max_chunksize=2))


def test_a_reader_of_two_columns_is_refused():
    table = pa.table({"name": ["Anna"], "hand": ["7cKhKd"]})
    for given in (table.to_reader(), table, pl.DataFrame(table)):
        with pytest.raises(SvaraError, match=r"^2 columns \['name', 'hand'\]; a hand needs three: frame\[\["):
            score_batch(given)


@pytest.mark.parametrize("kind", [pa.list_view(pa.string()), pa.large_list_view(pa.string())], ids=str)
def test_list_views_are_lists(kind):
    rows = [["7c", "Kh", "Kd"], None, ["As", "Ad", "Tc"], ["7c"]]
    column = pa.array(rows, kind)
    assert score_batch(column, errors="coerce").tolist() == [31, 0, 22, 0]
    assert score_batch(column[2:], errors="coerce").tolist() == [22, 0]
    assert [*invalid_rows(column)] == [1, 3]
