"""A file of three columns, read by each library: every bad row is found, with its reason."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from pyarrow import csv

from svara_eval import DECK, SvaraError, invalid_rows, parse_cards, sample_deals, score, score_batch, score_cards

pytestmark = pytest.mark.compiled

# Joined without separators, the fourth is a hand and the fifth may be.
WRONG = [
    ("6h", "Kh", "Kd"),
    ("7c", "7c", "Kd"),
    ("7c", "", "Kd"),
    ("7cKhKd", "", ""),
    ("7c", "KhKd", ""),
    ("x", "y", "z"),
]


@pytest.fixture(scope="module")
def rows():
    cards = [tuple(DECK[card].code for card in hand) for hand in sample_deals(100_000, 1, rng=1)[:, 0].tolist()]
    for number in range(50):
        cards[number * 1999 + 7] = WRONG[number % len(WRONG)]
    return cards


@pytest.fixture(scope="module")
def path(rows, tmp_path_factory):
    file = tmp_path_factory.mktemp("tables") / "hands.csv"
    file.write_text("a,b,c\n" + "".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    return str(file)


READERS = {
    "pandas": lambda path: pd.read_csv(path),
    "pandas by pyarrow": lambda path: pd.read_csv(path, dtype_backend="pyarrow"),
    "pandas object": lambda path: pd.read_csv(path, dtype=object),
    "polars": lambda path: pl.read_csv(path),
    "pyarrow": lambda path: csv.read_csv(path),
    "duckdb": lambda path: duckdb.sql(f"SELECT * FROM read_csv('{path}', header=true)").to_arrow_table(),
}


@pytest.mark.parametrize("reader", READERS)
def test_every_bad_row_of_a_file_is_found_with_its_reason(rows, path, reader):
    table = READERS[reader](path)
    found = invalid_rows(table)
    assert list(found) == [number * 1999 + 7 for number in range(50)]
    for row, error in found.items():
        if "" not in rows[row]:  # libraries make different things of an empty cell
            with pytest.raises((SvaraError, TypeError)) as alone:
                score(rows[row])
            assert (type(error), str(error)) == (alone.type, str(alone.value))
    points = score_batch(table, errors="coerce")
    assert np.flatnonzero(points == 0).tolist() == list(found)
    good = np.array([row not in found for row in range(len(rows))])
    assert points[good].tolist() == [score(hand) for hand, fine in zip(rows, good, strict=True) if fine]


def test_a_column_of_each_library_is_read_as_cards(rows, path):
    expected = score_batch(rows, errors="coerce")
    for reader in READERS.values():
        table = reader(path)
        columns = [parse_cards(table[name], errors="coerce") for name in "abc"]
        assert np.array_equal(score_cards(*columns), expected)


def test_three_columns_of_polars_are_an_expression(rows, path):
    frame = pl.read_csv(path)
    points = pl.struct("a", "b", "c").map_batches(
        lambda hands: score_batch(hands, errors="coerce"), return_dtype=pl.Int8, is_elementwise=True
    )
    for engine in ("in-memory", "streaming"):
        scored = frame.lazy().select(points.alias("points")).collect(engine=engine)["points"].to_list()
        assert scored == score_batch(rows, errors="coerce").tolist()


@pytest.mark.parametrize("dtype", ["float64", "bool"])
def test_a_column_of_floats_or_booleans_is_refused(dtype):
    frame = pd.DataFrame({"a": [0, 1], "b": np.array([1, 0], dtype), "c": [25, 12]})
    for errors in ("raise", "coerce"):
        with pytest.raises(
            TypeError, match=rf"^column 'b': cards must be strings or integers \(0 to 31\), not {dtype}"
        ):
            score_batch(frame, errors=errors)
        with pytest.raises(
            TypeError, match=r"^column 'b': a column of (floats|booleans) cannot be read as cards; cast "
        ):
            score_batch(pl.DataFrame(frame.to_dict("list")), errors=errors)


def test_cards_in_categories_are_refused_with_the_fix():
    for column in (pd.Series(["7c", "Kh"], dtype="category"), pl.Series(["7c", "Kh"], dtype=pl.Categorical)):
        with pytest.raises(TypeError, match=r"categor.* cannot be read as cards; cast it to strings"):
            parse_cards(column)
