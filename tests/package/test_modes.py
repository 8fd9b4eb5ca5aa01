"""The command without assertions, docstrings or tolerance for warnings, in poor locales, and on a poor terminal."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import svara_eval._cli.output  # noqa: F401  # registers how characters are replaced

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
MODES = {
    "-OO": (["-OO"], {}),
    "-W error": (["-W", "error", "-X", "dev"], {}),
    "LANG=C": ([], {"LANG": "C", "LC_ALL": ""}),
    "the C locale in ASCII": ([], ASCII),
    "cp1251": ([], {"PYTHONIOENCODING": "cp1251"}),
}
LOOK = "look\nquit\n"
# What is typed, what is given, and a line of the output.
COMMANDS = [
    (["score"], "7♣ K♥ K♦\n", "31\t7♣ K♥ K♦"),
    (["score", "7c", "7c", "Kh"], "", "svara-eval: hand 1: 7♣ is given twice"),
    (["odds", "7cKhKd", "--opponents", "8c9cTc:x"], "", "weight 1 must be a number like 2, 0.5 or 1/2, not 'x'"),
    (["play", "--seed", "1"], LOOK, "Your hand: 9♣ K♣ 10♠, 19 points"),
]


@pytest.mark.parametrize("mode", MODES)
def test_the_command_prints_the_same_in_utf_8_in_every_mode(mode):
    options, environment = MODES[mode]
    for arguments, given, expected in COMMANDS:
        run = subprocess.run(
            [sys.executable, *options, "-m", "svara_eval", *arguments],
            input=given.encode(),
            capture_output=True,
            env=os.environ | environment,
            check=False,
        )
        said = run.stdout.decode() + run.stderr.decode()
        assert expected in said
        assert "Traceback" not in said


@pytest.mark.parametrize(
    ("encoding", "hand"), [("cp1251", "9c Kc 10s"), ("ascii", "9c Kc 10s"), ("utf-8", "9♣ K♣ 10♠")]
)
def test_a_terminal_whose_encoding_lacks_the_suits_shows_letters(encoding, hand):
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "svara_eval", "play", "--seed", "1"],
        input=LOOK.encode(),
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        check=True,
    )
    seen = os.read(ours, 65536).decode(encoding)
    os.close(theirs)
    os.close(ours)
    assert f"Your hand: {hand}, 19 points" in seen
