"""The command svara-eval solve, the perfect opponent of svara-eval play, and its advice."""

from __future__ import annotations

import json
import re

import pytest
from shell import svara_eval
from solutions import solved

from svara_eval.game import Settings
from svara_eval.solver import Solution, solve

SOLVE = ["solve", "--limit", "2", "--svara", "split"]


def solution() -> Solution:
    return solved(2, svara="split", tolerance=0.005)


def test_in_a_pipe_the_values_come_first_and_then_the_chart():
    lines = [line.split("\t") for line in svara_eval(*SOLVE).stdout.splitlines()]
    numbers = {"value": solution().values[0], "exploitability": solution().exploitability, "cutoff": 0}
    assert lines[:3] == [[name, f"{number:.6f}"] for name, number in numbers.items()]
    assert lines[3:7] == [[", ".join(map(str, line)), f"{values[0]:.6f}"] for line, values in solution().lines.items()]
    assert lines[7:] == [
        [row.situation, str(row.points), row.action, f"{row.probability:.6f}"] for row in solution().table()
    ]


def test_as_json_the_solution_comes_first_and_then_each_row_of_the_chart():
    first, *rows = map(json.loads, svara_eval(*SOLVE, "--json").stdout.splitlines())
    assert first["settings"] | {"type": 0} == {
        "type": 0, "ante": 1, "min_bet": 1, "min_raise": 1, "limit": 2, "max_blind_multiple": 2, "svara_fee": "share",
    }  # fmt: skip
    assert (first["sizes"], first["svara"], first["tolerance"]) == (["min", "pot", "max"], "split", 0.005)
    assert (first["values"], first["line"]) == ([*solution().values], ["blind to 1", "look"])
    assert first["lines"][1] == {"line": ["blind to 1", "look"], "values": [*solution().values]}
    assert [tuple(row.values()) for row in rows] == [tuple(row) for row in solution().table()]


def test_the_command_has_the_defaults_of_the_function():
    first = json.loads(svara_eval("solve", "--limit", "2", "--json").stdout.splitlines()[0])
    default = solve(Settings(ante=1, limit=2))
    assert (tuple(first["sizes"]), first["svara"], first["tolerance"]) == (
        default.sizes, default.svara, default.tolerance
    )  # fmt: skip


def test_the_picture_says_what_it_shows(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    path = tmp_path / "chart.svg"
    assert svara_eval(*SOLVE, "--plot", str(path)).stdout == ""
    drawn = path.read_text(encoding="utf-8")
    title = "Heads-up Svara at limit 2: what to do by points\nBlind betting: blind to 1, look"
    assert f'<title id="title">{title}</title>' in drawn
    assert re.search(r"facing a blind, fold: 100% at 8, 100% at 9, .* 0% at 34; facing a blind, call to 2: 0%", drawn)
    assert ">looking first</text>" in drawn


def test_a_saved_solution_is_played_against_and_asked(tmp_path):
    path = str(tmp_path / "two.npz")
    svara_eval("solve", "--limit", "2", "--save", path)
    table = ["play", "--ante", "1", "--limit", "2", "--seed", "3", "--solution", path]
    played = svara_eval(*table, "--opponents", "perfect", given="?advice\nblind 1\nquit\n").stdout
    assert "You are seat 0 of 2. There are no stacks.\n" in played
    assert "? advice says what a perfect player would do.\n" in played
    assert "> A perfect player would: blind to 1 (100%).\nYou can look or blind to 1–2.\n" in played
    assert "seat 1 looks\n" in played
    assert re.search(r"\nYou leave with [+-]\d chips?\. Deals finished: \d\.\n$", played)
    asked = svara_eval(*table, "--opponents", "18", given="look\n? Advice\nquit\n").stdout
    assert re.search(r"> A perfect player would: (bet to 1|bet to 2|fold) \(\d+%\)", asked)


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["--opponents", "18", "20", "--limit", "10"], "advice is for your turn, heads-up with a limit"),
        (["--opponents", "18"], "advice is for your turn, heads-up with a limit"),
        (
            ["--opponents", "18", "--limit", "10", "--stack", "15"],
            "no advice: seat 0 began the deal with 15 chips; the solution needs the limit of 10 and the ante of 10",
        ),
    ],
    ids=["two opponents", "no limit", "short stacks"],
)
def test_missing_advice_is_explained(arguments, answer):
    assert f"> {answer}\n" in svara_eval("play", *arguments, given="? advice\n").stdout


REFUSED = {
    "solve --limit 2 --sizes all min": (
        "sizes must be 'all' or some of 'min', 'half pot', 'pot' and 'max', not ['all', 'min']"
    ),
    "solve --limit 2 --plot a.doc": "--plot 'a.doc': the name of a picture must end in .png, .svg or .pdf",
    "solve --limit 2 --save /no/folder/two": "'/no/folder/two': No such file or directory",
    "play --opponents perfect": "a perfect player must be the only opponent, and needs a --limit",
    "play --opponents perfect 18 --limit 9": "a perfect player must be the only opponent, and needs a --limit",
    "play --opponents perfect --limit 9 --stack 9": "a perfect player plays without stacks; leave out --stack",
    "solve --limit 600": "tolerance must be at least 0.00601 chips with a limit of 600, not 0.005",
    "play --solution two.npz": "--solution is for one opponent and a --limit",
    "play --opponents 18 --limit 2 --solution /dev/null": "/dev/null: not a saved solution",
}


@pytest.mark.parametrize(("arguments", "message"), REFUSED.items(), ids=REFUSED)
def test_options_that_make_no_sense_are_refused(arguments, message):
    run = svara_eval(*arguments.split())
    assert (run.returncode, run.stdout, run.stderr) == (2, "", f"svara-eval: {message}\n")


def test_a_solution_of_another_table_is_refused(tmp_path):
    path = str(tmp_path / "two.npz")
    solution().save(path)
    run = svara_eval("play", "--opponents", "perfect", "--limit", "20", "--solution", path)
    assert run.stderr == (
        f"svara-eval: --solution {path!r} is for {solution().settings}, "
        "not Settings(ante=10, min_bet=10, min_raise=10, limit=20, max_blind_multiple=2, svara_fee='share')\n"
    )
