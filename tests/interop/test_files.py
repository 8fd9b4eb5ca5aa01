"""The documented commands and programs for files and databases do what the page says, on real files."""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from paths import DOCS

from svara_eval import invalid_rows, parse_hand, score_batch

PAGES = {"shell": DOCS / "batch.md", "python": DOCS / "cookbook" / "dataframes.md"}
pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not in this installation"),
]


def blocks(language):
    """The blocks of that language in the page that has them."""
    page = PAGES[language].read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def block(language, word):
    """The one of them that contains the word."""
    (found,) = [text for text in blocks(language) if word in text]
    return found


@pytest.fixture
def folder(tmp_path, monkeypatch, good):
    """A folder with the hands in every kind of file that the page reads."""
    monkeypatch.chdir(tmp_path)
    table = "".join(f"{row},{hand}\n" for row, hand in enumerate(good.hands))
    lines = "".join(f"{hand}\n" for hand in good.hands)
    objects = "".join(json.dumps({"row": row, "hand": hand}) + "\n" for row, hand in enumerate(good.hands))
    Path("hands.txt").write_text(lines, encoding="utf-8")
    Path("hands.csv").write_text(f"row,hand\n{table}", encoding="utf-8")
    Path("hands.jsonl").write_text(objects, encoding="utf-8")
    Path("hands.txt.gz").write_bytes(gzip.compress(lines.encode()))
    Path("hands.csv.gz").write_bytes(gzip.compress(f"row,hand\n{table}".encode()))
    cards = "".join(",".join(card.code for card in parse_hand(hand)) + "\n" for hand in good.hands)
    Path("cards.csv.gz").write_bytes(gzip.compress(f"card1,card2,card3\n{cards}".encode()))
    with closing(sqlite3.connect("game.db")) as database, database:
        database.execute("CREATE TABLE hands (hand TEXT)")
        database.executemany("INSERT INTO hands VALUES (?)", [(hand,) for hand in good.hands])
    return tmp_path


def run(program):
    """The output of a program in a new process, since some programs close their files only when they end."""
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8", timeout=60).stdout


def column(name, place, delimiter=","):
    """The points in a column of a written table, without its name."""
    unpacked = gzip.open if name.endswith(".gz") else open
    with unpacked(name, "rt", encoding="utf-8", newline="") as file:
        rows = [row[place] for row in csv.reader(file, delimiter=delimiter)]
    return [int(points) for points in rows[rows[0] == "points" :]]


@pytest.mark.skipif(os.name != "posix", reason="commands of a POSIX shell")
@pytest.mark.parametrize(
    ("word", "output", "place", "delimiter"),
    [
        ("hands.txt ", "points.tsv", 0, "\t"),
        ("--column", "points.csv.gz", -1, ","),
    ],
)
def test_the_command_scores_a_file_and_three_columns(folder, good, word, output, place, delimiter):
    command = block("shell", word).replace("svara-eval ", f"{sys.executable} -m svara_eval ")
    subprocess.run(command, shell=True, cwd=folder, check=True, timeout=60)
    assert column(output, place, delimiter) == good.points


@pytest.mark.usefixtures("folder")
def test_polars_scores_parquet_json_lines_gzip_and_a_database(good):
    pl.read_csv("hands.csv").write_parquet("hands.parquet")
    run(block("python", "import polars"))
    assert pl.read_parquet("points.parquet")["points"].to_list() == good.points
    assert pl.read_ndjson("points.jsonl")["points"].to_list() == good.points
    assert column("points.csv", -1) == column("points-db.csv", -1) == good.points


@pytest.mark.usefixtures("folder")
def test_duckdb_scores_files_in_sql(good):
    run(block("python", "import duckdb"))
    found = duckdb.sql("SELECT points FROM 'points-duck.parquet' ORDER BY row").fetchall()
    assert [points for (points,) in found] == good.points
    found = duckdb.sql("SELECT points FROM 'points-duck.csv' ORDER BY row").fetchall()
    assert [points for (points,) in found] == good.points


@pytest.mark.usefixtures("folder")
def test_sqlite_scores_with_the_standard_library():
    program = block("python", "database.create_function")
    assert run(program + "print([points for _, points in best])") == "[34, 34, 34]\n"


@pytest.mark.usefixtures("folder")
def test_a_line_adds_the_points_to_a_frame_or_an_arrow_table(good):
    frames = [pd.read_csv("hands.csv"), pl.read_csv("hands.csv"), pl.read_csv("hands.csv").to_arrow()]
    lines = block("python", "append_column").splitlines()
    for line, data in zip(lines, frames, strict=True):
        names = {"score_batch": score_batch, "frame": data, "table": data}
        exec(line, names)
        assert np.asarray(names[line.partition(" ")[0].partition("[")[0]]["points"]).tolist() == good.points


def test_polars_scores_a_struct_of_three_columns(good):
    cards = [[card.code for card in parse_hand(hand)] for hand in good.hands]
    frame = pl.DataFrame(cards, schema=["card_1", "card_2", "card_3"], orient="row")
    names = {"pl": pl, "score_batch": score_batch, "frame": frame}
    exec(block("python", "pl.struct"), names)
    assert names["frame"]["points"].to_list() == good.points


def test_the_bad_rows_of_a_frame_are_listed_with_their_reasons():
    hands = ["7c Kh Kd", "7c Kh Kh", None, "6c Kh Kd"]
    expected = {2: "K♥ is given twice", 3: "the hand is missing", 4: "position 0 of '6c Kh Kd': '6' is not in the deck"}
    for word, make in ("iloc", pd.DataFrame), ("pl.Series(", pl.DataFrame):
        names = {"frame": make({"row": [1, 2, 3, 4], "hand": hands}), "invalid_rows": invalid_rows, "pl": pl}
        exec(block("python", word), names)
        report = dict(zip(names["report"]["row"], names["report"]["reason"], strict=True))
        assert [*report] == [*expected]
        assert all(report[row].startswith(reason) for row, reason in expected.items())


@pytest.mark.usefixtures("folder")
def test_an_excel_file_is_scored_by_pandas(good):
    pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    pd.DataFrame({"hand": [*good.hands, None]}).to_excel("hands.xlsx", index=False)
    printed = run(block("python", "read_excel"))
    assert pd.read_excel("points.xlsx")["points"].tolist() == [*good.points, 0]
    assert printed == f"line {len(good.hands) + 2}: the hand is missing\n"


def test_every_block_of_the_pages_is_tested():
    assert (len(blocks("shell")), len(blocks("python"))) == (2, 8)
