"""The examples run without a warning, and what they print is true."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pandas
import pytest
from paths import ROOT, TESTS

from svara_eval import distribution, score

pytestmark = pytest.mark.compiled

EXAMPLES = ROOT / "examples"
HAND = r"\S+ \S+ \S+"


def printed(name: str, *arguments: str) -> str:
    """Run an example and return its output."""
    run = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        timeout=300,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_every_example_is_tested():
    here = Path(__file__)
    tests = here.read_text(encoding="utf-8") + (TESTS / "game" / "test_server.py").read_text(encoding="utf-8")
    assert all(re.search(f'(printed\\(|/ )"{example.name}"', tests) for example in EXAMPLES.glob("*.py"))


def test_four_players():
    output = printed("four_players.py", "3000")
    assert "3000 deals and " in output
    won = [float(share) for share in re.findall(r"│ ([\d.]+)% +│", output)]
    assert len(won) == 4
    assert sum(won) == pytest.approx(100, abs=0.03)


def test_bot():
    output = printed("bot.py", "200")
    assert output.startswith("200 deals heads-up, ante 1, limit 10\n")
    lines = re.findall(r"^ThresholdPlayer\((\d+)\)  [+-]\d\.\d{3} ± 0\.\d{3} antes per deal$", output, re.MULTILINE)
    assert [int(points) for points in lines] == [15, 17, 19, 21, 23]


def test_tournament():
    output = printed("tournament.py", "100", "10")
    assert "Round robin" in output
    standings, places = output.split("10 knock-outs")
    means = [float(mean) for mean in re.findall(r"^│ \w+ +│ ([+-]\d\.\d{3}) +│ 0\.\d{3} │$", standings, re.MULTILINE)]
    assert len(means) == 5
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0, abs=0.003)
    won = [float(share) for share in re.findall(r"^│ \w+ +│ ([\d.]+)% +│", places, re.MULTILINE)]
    assert len(won) == 5
    assert sum(won) == pytest.approx(100, abs=0.3)


def test_numpy():
    output = printed("with_numpy.py")
    assert "1000000 deals of 4 players: 11." in output
    shares = re.findall(r"^ *(\d+) +([\d.]+)% =+$", output, re.MULTILINE)
    assert {int(points) for points, _ in shares} < {*distribution()}
    assert 98 < sum(float(share) for _, share in shares) < 100
    hand, points = re.findall(rf"The best loser: ({HAND}), (\d+) points", output)[0]
    assert score(hand) == int(points)
    assert "4000000 hands score the same in threads: True" in output


def test_pandas():
    output = printed("with_pandas.py")
    rows = re.findall(rf"^ *(?:Ana|Bo|Vera) +({HAND}) +(\d+)$", output, re.MULTILINE)
    assert len(rows) == 10
    assert [score(hand) for hand, _ in rows] == [int(points) for _, points in rows]
    assert re.search(r"^ *Ana +NaN +0$", output, re.MULTILINE)
    assert "Vera     34  16.00" in output
    assert "A hand with the 7♣ is worth 24.4 on average,\none without it 16.3." in output


def test_polars():
    output = printed("with_polars.py")
    rows = re.findall(rf"│ ({HAND}) +┆ (\d+) +│", output)
    assert [(hand, int(points)) for hand, points in rows if int(points)] == [
        (hand, score(hand)) for hand in ("7♣ K♥ K♦", "Q♦ K♦ 10♠", "A♠ A♦ 10♣", "7♥ 9♦ 9♣", "8♣ 8♦ 8♥")
    ]
    assert "│ null      ┆ null   │" in output
    assert "│ 6♥ 9♦ 9♣  ┆ 0      │" in output
    assert re.search(r"│ any suits +┆ \d{6} +┆ 16\.\d +┆ 34 +│\n│ one suit +┆ \d{5} +┆ 28\.\d +┆ 32 +│", output)


def test_pyarrow():
    output = printed("with_pyarrow.py")
    assert re.findall(r"^(\w+) +\[31 20  0 22  0\]$", output, re.MULTILINE) == ["string", "large_string", "string_view"]
    assert "'points': [31, 20, 0, 22, 0]" in output
    assert "first: uint8\nsecond: uint8\nthird: uint8\npoints: int8" in output
    found = int(re.findall(r"1000000 hands, (\d+) of them three sevens", output)[0])
    assert abs(found - 1_000_000 * 4 / 4960) < 150


def test_duckdb():
    output = printed("with_duckdb.py")
    best = re.findall(rf"^(?:Ana|Bo|Vera) +({HAND}) +(\d+)$", output, re.MULTILINE)
    assert [score(hand) for hand, _ in best] == [int(points) for _, points in best] == [34, 34, 34]
    won = re.findall(r"^(Ana|Bo|Vera|svara) +(\d+)$", output, re.MULTILINE)
    assert [who for who, _ in won] == ["Ana", "Bo", "Vera", "svara"]
    assert sum(int(deals) for _, deals in won) == 10_000


def test_dask():
    output = printed("with_dask.py")
    assert output.startswith("2 workers\n")
    assert re.findall(r": (True|False)$", output, re.MULTILINE) == ["True"] * 3
    mean = sum(points * hands for points, hands in distribution().items()) / 4960
    assert abs(float(re.findall(r"mean of a million hands: ([\d.]+)", output)[0]) - mean) < 0.05


def test_parquet(tmp_path):
    output = printed("with_parquet.py", str(tmp_path), "1200000")
    assert output.startswith("dealt 1200000 hands in ")
    rows = re.findall(r"^ +(\d+) +(\d+) +([\d.]+)% +([\d.]+)%$", output, re.MULTILINE)
    assert [(int(points), float(exact)) for points, _, _, exact in rows] == [
        (points, pytest.approx(hands / 49.6, abs=0.0006)) for points, hands in distribution().items()
    ]
    assert sum(int(hands) for _, hands, _, _ in rows) == 1_200_000
    assert all(abs(float(share) - float(exact)) < 0.2 for _, _, share, exact in rows)
    assert len([*tmp_path.glob("hands/*.parquet")]) == 2
    some = pandas.read_parquet(tmp_path / "points").sample(1000, random_state=1)
    assert some["hand"].map(score).tolist() == some["points"].tolist()
