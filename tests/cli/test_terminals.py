"""Output on a terminal: whole numbers and names at any width, and foreign text that cannot control it."""

from __future__ import annotations

import json
import os
import re

import pytest
from shell import COMMAND, drawn, svara_eval

from svara_eval import odds, readings, score

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs the terminals of POSIX")

ESCAPE = "\x1b[2J\x9b31m\x07"
SHOWN = r"\x1b[2J\x9b31m\x07"


def shown(*arguments: str, columns: int = 100) -> str:
    """Return the output of a command on a terminal, without the colors of rich."""
    return re.sub(r"\x1b\[[0-9;?]*[a-z]", "", drawn([*COMMAND, *map(str, arguments)], "stdout", columns))


@pytest.mark.parametrize("columns", [30, 40, 60, 80, 120])
def test_kinds_and_numbers_are_whole_at_any_width(columns):
    pytest.importorskip("rich", reason="rich is not installed")
    explained = shown("explain", "7c7hKh", columns=columns)
    assert {reading.kind for reading in readings("7c7hKh")} <= {*re.findall(r"\w+", explained)}
    found = odds("7cKhKd", 3)
    figures = {*re.findall(r"[\d.]+", shown("odds", "7cKhKd", "--opponents", "3", columns=columns))}
    assert {str(count) for count in found.counts} <= figures
    assert {f"{part:.6f}" for part in (found.win, found.lose, found.equity)} <= figures
    assert "…" not in explained


@pytest.mark.parametrize(("columns", "bars"), [(80, True), (48, False), (40, False)])
def test_a_table_without_room_for_bars_has_none(columns, bars):
    pytest.importorskip("rich", reason="rich is not installed")
    lines = shown("table", columns=columns)
    assert ("████" in lines) == bars
    assert max(map(len, lines.splitlines())) <= columns
    assert "0.222581" in lines


def test_a_row_wider_than_the_terminal_becomes_a_line_for_each_column():
    pytest.importorskip("rich", reason="rich is not installed")
    lines = shown("odds", "7cKhKd", "--each", "1-2", columns=30)
    assert "\r\n\r\nopponents: 1\r\nwin: 0.993706\r\ntie: 0.004926\r\n" in lines


def test_a_hostile_name_of_a_file_is_shown_in_escapes(tmp_path):
    pytest.importorskip("rich", reason="rich is not installed")
    file = tmp_path / f"{ESCAPE}.txt"
    file.write_text("7cKhKd\n")
    title = "".join(shown("score", "--summary", "--file", file).split())  # it is broken to the width of the table
    assert SHOWN in title
    assert not set(title) & set(ESCAPE[:1] + "\x9b\x07")


@pytest.mark.parametrize("arguments", [["--errors", "coerce"], ["--errors", "coerce", "--column", "1"]])
def test_a_hostile_line_is_shown_in_escapes_on_a_terminal_and_copied_in_a_pipe(tmp_path, arguments):
    file = tmp_path / "hands"
    file.write_text(f"7cKhKd\r\n{ESCAPE}\n", encoding="utf-8")
    on_terminal = drawn([*COMMAND, "score", "--file", file, *arguments], "stdout", 100)
    assert SHOWN in on_terminal
    assert not set(on_terminal) & set("\x1b\x9b\x07")
    assert "31" in on_terminal
    assert ESCAPE in svara_eval("score", "--file", file, *arguments).stdout


def test_a_hostile_hand_among_the_arguments_is_shown_in_escapes():
    on_terminal = drawn([*COMMAND, "score", ESCAPE, "--errors", "coerce"], "stdout", 100)
    assert on_terminal == f"0\t{SHOWN}\r\n"


def test_json_has_no_character_that_a_terminal_obeys():
    hand = f"{ESCAPE}\x7f\u2028\u202e\U000e0001é♣"
    run = svara_eval("score", hand, "--errors", "coerce", "--json")
    assert run.stdout[:-1].isprintable()
    found = json.loads(run.stdout)
    assert (found["hand"], found["points"]) == (hand, 0)
    assert "é♣" in run.stdout
    table = svara_eval("score", "--column", "2", "--json", given=f"{ESCAPE},7cKhKd\n")
    assert table.stdout[:-1].isprintable()
    assert json.loads(table.stdout) == {"1": ESCAPE, "2": "7cKhKd", "points": score("7cKhKd")}


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", ESCAPE],
        ["score", "--file", ESCAPE],
        ["score", "7cKhKd", "--output", f"{ESCAPE}/x"],
        ["score", "--column", ESCAPE],
        ["explain", ESCAPE],
        ["compare", ESCAPE, "7cKhKd"],
        ["odds", ESCAPE],
        ["odds", "7cKhKd", "--opponents", ESCAPE],
        ["odds", "7cKhKd", "--trials", ESCAPE],
        ["table", "--plot", ESCAPE],
        ["simulate", "17", ESCAPE],
        ["solve", "--limit", "2", "--sizes", ESCAPE],
        ["play", "--opponents", ESCAPE],
        ["play", "--opponents", "18", "--limit", "2", "--solution", ESCAPE],
        [ESCAPE],
        ["table", ESCAPE],
        ["table", f"--{ESCAPE}"],
    ],
    ids=lambda arguments: " ".join(arguments).replace(ESCAPE, "X"),
)
def test_a_message_repeats_hostile_text_in_escapes(arguments):
    run = svara_eval(*arguments, given="who,hand\n")
    assert run.returncode == 2
    assert run.stderr.replace("\n", "").isprintable()
    assert run.stderr.count("svara-eval") >= 1


def test_a_picture_of_a_hostile_file_is_valid_xml(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    import xml.etree.ElementTree as ElementTree

    file, picture = tmp_path / f"{ESCAPE}.txt", tmp_path / "picture.svg"
    file.write_text("7cKhKd\n")
    assert svara_eval("score", "--summary", "--file", file, "--plot", picture).returncode == 0
    assert SHOWN in ElementTree.parse(picture).getroot().findtext("{http://www.w3.org/2000/svg}title")


def test_a_command_that_waits_at_a_terminal_says_so():
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    with subprocess.Popen([*COMMAND, "score"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        os.close(theirs)
        assert run.stderr.readline() == b"svara-eval: type a line for each hand; Ctrl-D ends\n"
        os.write(ours, b"7cKhKd\n\x04")
        assert run.stdout.read() == b"31\t7cKhKd\n"
    os.close(ours)


def test_an_output_inside_a_file_is_refused_by_its_name(tmp_path):
    (tmp_path / "h.txt").write_text("7cKhKd\n")
    run = svara_eval("score", "7cKhKd", "--output", tmp_path / "h.txt" / "x")
    assert run.stderr == f"svara-eval: {str(tmp_path / 'h.txt' / 'x')!r}: Not a directory\n"
