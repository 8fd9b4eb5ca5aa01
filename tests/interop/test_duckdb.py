"""A DuckDB function that scores a column of a table, and results of queries that are scored."""

from __future__ import annotations

import re
from functools import partial

import duckdb
import pyarrow as pa
import pytest

from svara_eval import score_batch, score_cards

pytestmark = pytest.mark.compiled


@pytest.fixture
def database(gaps):
    with duckdb.connect() as connection:
        connection.register("arrow", pa.table({"row": range(len(gaps.hands)), "hand": gaps.hands}))
        connection.execute("CREATE TABLE hands AS SELECT * FROM arrow")
        yield connection


def register(database, score, **options):
    """Register a scoring function for SQL over a column of text."""
    database.create_function(
        "svara_points", lambda hands: pa.array(score(hands)), ["VARCHAR"], "TINYINT", type="arrow", **options
    )


def test_a_registered_function_scores_a_column(database, gaps):
    register(database, partial(score_batch, errors="coerce"), null_handling="special")
    found = database.execute("SELECT svara_points(hand) FROM hands ORDER BY row").fetchall()
    assert [points for (points,) in found] == gaps.points


def test_null_stays_null_by_default(database, gaps):
    register(database, partial(score_batch, errors="coerce"))
    found = database.execute("SELECT svara_points(hand) FROM hands ORDER BY row").fetchall()
    assert [points for (points,) in found] == [
        None if hand is None else points for hand, points in zip(*gaps, strict=True)
    ]


def test_the_function_works_wherever_sql_takes_one(database, gaps):
    register(database, partial(score_batch, errors="coerce"))
    rows = database.execute(
        "SELECT svara_points(hand) AS points, count(*) FROM hands WHERE svara_points(hand) > 30 GROUP BY 1 ORDER BY 1"
    ).fetchall()
    assert rows == [(points, gaps.points.count(points)) for points in (31, 32, 33, 34)]
    assert database.execute("SELECT svara_points('7♣ K♥ K♦'), svara_points(NULL)").fetchone() == (31, None)


def test_a_bad_hand_ends_the_query_and_its_row_counts_from_the_start_of_a_chunk(database, good):
    register(database, score_batch)
    with pytest.raises(duckdb.Error, match=r"CardError: row 0 of \d+: .*'6c Kh Kd'"):
        database.execute("SELECT svara_points(hand) FROM hands WHERE hand LIKE '6c%'").fetchall()
    hands = [*good.hands, "6c Kh Kd"]
    database.register("late", pa.table({"hand": hands}))
    with pytest.raises(duckdb.Error, match=r"CardError: row (\d+) of (\d+): ") as caught:
        database.execute("SELECT svara_points(hand) FROM late").fetchall()
    row, rows = map(int, re.search(r"row (\d+) of (\d+): ", str(caught.value)).groups())
    assert (row, rows) == (4960 % 2048, 4961 % 2048)  # DuckDB passes 2048 rows a call


def test_three_columns_of_card_numbers(database, cards, worth):
    database.create_function(
        "svara_cards",
        lambda first, second, third: pa.array(score_cards(first, second, third)),
        ["UTINYINT"] * 3,
        "TINYINT",
        type="arrow",
    )
    database.register("dealt", pa.table([*map(pa.array, cards.T), range(len(cards))], ["a", "b", "c", "row"]))
    found = database.execute("SELECT svara_cards(a, b, c) FROM dealt ORDER BY row").fetchall()
    assert [points for (points,) in found] == worth


def test_the_columns_of_a_result_can_be_scored(database, gaps):
    query = "SELECT hand FROM hands ORDER BY row"
    assert score_batch(database.sql(query).to_arrow_table()["hand"], errors="coerce").tolist() == gaps.points
    for method in ("df", "pl"):
        hands = getattr(database.sql(query), method)()["hand"]
        assert score_batch(hands, errors="coerce").tolist() == gaps.points
