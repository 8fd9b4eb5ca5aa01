"""Scoring in SQL: ``svara_points(hand)``, a DuckDB function of Arrow arrays."""

from __future__ import annotations

import duckdb
import pyarrow as pa

from svara_eval import format_hand, sample_deals, score_batch

SEATS = ["Ana", "Bo", "Vera"]


def svara_points(hands: pa.ChunkedArray) -> pa.Array:
    """Score a column of hands. NULLs stay NULL; an invalid hand ends the query."""
    return pa.array(score_batch(hands))


def connect() -> duckdb.DuckDBPyConnection:
    """Open a database in memory that can score hands."""
    connection = duckdb.connect()
    connection.create_function(
        "svara_points", svara_points, ["VARCHAR"], "TINYINT", type="arrow"
    )
    return connection


def main() -> None:
    deals = sample_deals(10_000, len(SEATS), rng=11)
    hands = pa.table(
        {
            "deal": [deal for deal in range(len(deals)) for _ in SEATS],
            "player": SEATS * len(deals),
            "hand": [format_hand(hand) for hand in deals.reshape(-1, 3)],
        }
    )
    connection = connect()
    connection.register("dealt", hands)
    connection.execute(
        "CREATE TABLE hands AS SELECT *, svara_points(hand) AS points FROM dealt"
    )

    print("The best hands of the night:")
    for player, hand, points in connection.execute(
        "SELECT player, hand, points FROM hands "
        "ORDER BY points DESC, deal, player LIMIT 3"
    ).fetchall():
        print(f"{player:5}{hand:11}{points:3}")

    print("Deals won, and svaras:")
    for player, won in connection.execute("""
        SELECT who, count(*) FROM (
            SELECT if(count(*) > 1, 'svara', min(player)) AS who
            FROM hands JOIN (
                SELECT deal, max(points) AS points FROM hands GROUP BY deal
            ) USING (deal, points)
            GROUP BY deal
        ) GROUP BY who ORDER BY who
    """).fetchall():
        print(f"{player:6}{won:5}")


if __name__ == "__main__":
    main()
