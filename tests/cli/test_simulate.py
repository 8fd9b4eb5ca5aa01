"""The command svara-eval simulate: what the library's players win at one table, and head to head."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from itertools import combinations

import pytest
from shell import drawn, svara_eval

from svara_eval._cli.game_options import player_named
from svara_eval.game import Settings, simulate

POINTS = (15, 18, 21)
ARGUMENTS = ["simulate", *map(str, POINTS), "--deals", "350", "--limit", "30", "--ante", "2", "--seed", "7"]


def simulated(*points: int):
    factories = [partial(player_named, str(each)) for each in points]
    return simulate(factories, 350, 7, settings=Settings(2, limit=30), processes=1)


def test_the_figures_are_those_of_the_simulation_in_python():
    rows = [*map(json.loads, svara_eval(*ARGUMENTS, "--json").stdout.splitlines())]
    table = simulated(*POINTS)
    assert [row["seat"] for row in rows] == [0, 1, 2]
    assert [row["player"] for row in rows] == [*map(str, POINTS)]
    for name in ("won", "net", "mean"):
        assert tuple(row[name] for row in rows) == getattr(table, name)
    assert [(row["deals"], row["svaras"]) for row in rows] == [(350, table.svaras)] * 3
    assert [row["std_error"] for row in rows] == pytest.approx(table.std_error, rel=1e-12)


def test_each_pair_plays_alone_too():
    rows = [*map(json.loads, svara_eval(*ARGUMENTS, "--json").stdout.splitlines())]
    for first, second in combinations(range(3), 2):
        duel = simulated(POINTS[first], POINTS[second])
        for place, (seat, other) in enumerate([(first, second), (second, first)]):
            cell = rows[seat]["head_to_head"][other]
            assert cell == {
                "mean": duel.mean[place],
                "std_error": pytest.approx(duel.std_error[place], rel=1e-12),
            }
    assert [rows[seat]["head_to_head"][seat] for seat in range(3)] == [None] * 3


def test_in_a_pipe_there_is_a_line_for_each_seat():
    lines = svara_eval(*ARGUMENTS).stdout.splitlines()
    table = simulated(*POINTS)
    (mean, _), (error, _) = simulated(18, 21).mean, simulated(18, 21).std_error
    assert len(lines) == 3
    assert lines[1].split("\t")[:6] == [
        "1", "18", str(table.won[1]), str(table.net[1]), f"{table.mean[1]:+.4f}", f"{table.std_error[1]:.4f}",
    ]  # fmt: skip
    assert lines[1].split("\t")[7:] == ["-", f"{mean:+.4f} ± {error:.4f}"]


def test_two_players_meet_once():
    rows = [
        *map(
            json.loads,
            svara_eval("simulate", "15", "random", "--deals", "100", "--stack", "20", "--json").stdout.splitlines(),
        )
    ]
    assert [row["deals"] for row in rows] == [100] * 2
    for row, other in zip(rows, (1, 0), strict=True):
        assert row["head_to_head"][other] == {"mean": row["mean"], "std_error": row["std_error"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["17"], "simulate takes 2 to 10 players, not 1"),
        (["17"] * 11, "simulate takes 2 to 10 players, not 11"),
        (["17", "x"], "the player 'x' is neither a number of points nor random"),
        (["17", "18", "--deals", "1"], "deals must be at least 2, not 1"),
        (["17", "18", "--processes", "3000000000"], "processes must be 1 to 1000, not 3000000000"),
        (["17", "18", "--ante", "0"], "ante must be at least 1, not 0"),
        (["17", "18", "--stack", "0"], "a stack of 0 cannot pay the ante of 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_simulation_that_is_impossible_is_refused_in_one_line(arguments, message):
    run = svara_eval("simulate", *arguments)
    assert (run.stdout, run.stderr, run.returncode) == ("", f"svara-eval: {message}\n", 2)


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
def test_a_long_simulation_shows_its_progress_on_a_terminal_but_not_in_a_pipe():
    pytest.importorskip("rich", reason="rich is not installed")
    code = "import sys; from svara_eval._cli import main, simulate; simulate._MANY = 1; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, *ARGUMENTS]
    piped = subprocess.run(command, capture_output=True, check=True)
    assert piped.stderr == b""
    assert "1400/1400" in drawn(command, "stderr", 100)


def test_the_result_is_the_same_with_any_number_of_processes():
    arguments = ["simulate", "18", "random", "--deals", "1500", "--stack", "60", "--seed", "4", "--duplicate", "--json"]
    one, two = (svara_eval(*arguments, "--processes", number).stdout for number in "12")
    assert one == two
    assert json.loads(one.splitlines()[0])["deals"] == 1500
