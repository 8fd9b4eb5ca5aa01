"""The command svara-eval, as a shell runs it: in pipes, with files, and on a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from svara_eval import BACKEND, __version__, all_hands, explain, format_hand, odds

COMMAND = [sys.executable, "-m", "svara_eval"]


def svara_eval(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a pipe; what it prints must be UTF-8 whatever the locale."""
    run = subprocess.run(
        [*COMMAND, *arguments],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())


def test_score_prints_points_a_tab_and_the_hand_as_given():
    run = svara_eval("score", "7♣ K♥ K♦", "asADtc")
    assert (run.stdout, run.stderr, run.returncode) == ("31\t7♣ K♥ K♦\n22\tasADtc\n", "", 0)


def test_three_single_cards_are_one_hand():
    assert svara_eval("score", "7c", "Kh", "Kd").stdout == "31\t7c Kh Kd\n"


def test_three_hands_are_three_hands():
    assert svara_eval("score", "7cKhKd", "AsAdTc", "7h9d9c").stdout == "31\t7cKhKd\n22\tAsAdTc\n9\t7h9d9c\n"


def test_without_a_hand_each_line_of_the_input_is_one():
    given = "# my hands\n7c Kh Kd\n\n   \n As,Ad,Tc \n"
    expected = "31\t7c Kh Kd\n22\tAs,Ad,Tc\n"
    assert svara_eval("score", given=given).stdout == expected
    assert svara_eval("score", "--file", "-", given=given).stdout == expected


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf7c Kh Kd\nAsAdTc\n",
        b"\xef\xbb\xbf# mine\r\n7c Kh Kd\n\nAsAdTc",
        b"7c Kh Kd\r\nAsAdTc\r\n",
        b"7c Kh Kd\nAsAdTc",
    ],
    ids=["byte order mark", "mark before a comment", "CRLF", "no last line end"],
)
def test_text_files_of_any_system_are_fine(tmp_path, text):
    file = tmp_path / "hands.txt"
    file.write_bytes(text)
    assert svara_eval("score", "--file", str(file)).stdout == "31\t7c Kh Kd\n22\tAsAdTc\n"


def test_a_file_of_all_hands_scores_as_the_golden_data_say(tmp_path, golden):
    file = tmp_path / "all.txt"
    file.write_text("".join(f"{line.hand}\n" for line in golden), encoding="utf-8")
    run = svara_eval("score", "--file", str(file))
    assert run.stdout.splitlines() == [f"{line.points}\t{line.hand}" for line in golden]


BAD_LINES = "7c Kh Kd\n# fine\n7c Kx Kd\n\n7c 7c 8d\nAsAdTc\n"


def test_a_bad_line_stops_with_its_number_and_the_reason():
    run = svara_eval("score", given=BAD_LINES)
    assert run.returncode == 2
    assert run.stdout == "31\t7c Kh Kd\n"
    assert run.stderr.startswith("svara-eval: line 3: no card at position 3 of '7c Kx Kd': 'x' (U+0078) is no suit")


def test_bad_lines_are_left_out_when_asked_and_counted():
    run = svara_eval("score", "--errors", "skip", given=BAD_LINES)
    assert (run.stdout, run.returncode) == ("31\t7c Kh Kd\n22\tAsAdTc\n", 0)
    assert run.stderr == "svara-eval: bad lines left out: 2\n"


def test_bad_lines_score_0_when_asked_and_are_counted():
    run = svara_eval("score", "--errors", "coerce", given=BAD_LINES)
    assert (run.stdout, run.returncode) == ("31\t7c Kh Kd\n0\t7c Kx Kd\n0\t7c 7c 8d\n22\tAsAdTc\n", 0)
    assert run.stderr == "svara-eval: bad lines scored 0: 2\n"


@pytest.mark.parametrize("text", ["7♣ K♥ K♦\n".encode("utf-16"), b"7c Kh Kd\n\xe0 la carte\n"])
@pytest.mark.parametrize("errors", ["raise", "skip", "coerce"])
def test_another_encoding_is_a_clear_error_always(text, errors):
    run = svara_eval("score", "--errors", errors, given=text)
    assert run.returncode == 2
    assert "is not UTF-8; convert the file to UTF-8 first" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "7c", "Kh", "6d"], "hand 1: no card at position 6 of '7c Kh 6d': the deck is 7 to A, without '6'"),
        (["score", "7c", "Kh"], "hand 1 is the one card '7c'; put each hand in quotes, like '7c Kh Kd'"),
        (["compare", "7c", "Kh", "Kd"], "put each hand in quotes, like '7c Kh Kd'"),
        (["score", "7c Kh Kd", "7c Kh"], "hand 2: a hand is three cards, not 2: '7c Kh'"),
        (["score", "7c", "--file", "x"], "give hands or a file, not both"),
        (["score", "--file", "/nowhere/hands"], "'/nowhere/hands': No such file or directory"),
        (["score", "--file", ""], "'': No such file or directory"),
        (["score", "--file", "\udcff"], "'\\udcff': No such file or directory"),
        (["score", "\udcff"], "hand 1: no card at position 0 of '\\udcff'"),
        (["explain", "7c 6h Kd"], "hand 1: no card at position 3 of '7c 6h Kd': the deck is 7 to A, without '6'"),
        (["compare", "7c Kh Kd", "As Kd 9d"], "K♦ is in two hands, 1 and 2"),
        (["compare", "7c Kh Kd"], "a showdown is two hands or more, not 1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments, message):
    run = svara_eval(*arguments)
    assert run.returncode == 2
    assert run.stderr.startswith(f"svara-eval: {message}")
    assert run.stderr.count("\n") == 1


def test_explain_shows_the_reading_that_counts_and_those_it_beats():
    assert svara_eval("explain", "7c", "7h", "Kh").stdout.splitlines()[:2] == [
        "7c 7h Kh\tcounts\t28\t7♣ 7♥ K♥\tjoker_suited"
        "\t28 points: the joker with two cards of one suit, 7♣ 7♥ K♥ (11 + 7 + 10)",
        "7c 7h Kh\tbeaten\t23\t7♣ 7♥\ttwo_sevens\t23 points: two sevens, 7♣ 7♥",
    ]


def test_compare_shows_who_wins():
    lines = svara_eval("compare", "7c Kh Kd", "As Ad 10c").stdout.splitlines()
    assert [line.split("\t")[:4] for line in lines] == [
        ["1", "7c Kh Kd", "31", "wins"],
        ["2", "As Ad 10c", "22", "loses"],
    ]


def test_compare_shows_a_svara():
    lines = svara_eval("compare", "QcJc8d", "7d9h9c", "10hKh8c").stdout.splitlines()
    assert [line.split("\t")[3] for line in lines] == ["svara", "loses", "svara"]


def test_table_lists_the_24_totals():
    lines = [line.split("\t") for line in svara_eval("table").stdout.splitlines()]
    assert len(lines) == 24
    assert lines[0] == ["8", "9", "0.001815", "0.001815"]
    assert lines[2] == ["10", "1104", "0.222581", "0.234677"]
    assert lines[-1] == ["34", "4", "0.000806", "1.000000"]


@pytest.mark.parametrize(("name", "begins"), [("hands.png", b"\x89PNG"), ("hands.svg", b"<?xml")])
def test_table_draws_a_picture(tmp_path, name, begins):
    pytest.importorskip("matplotlib")
    run = svara_eval("table", "--plot", str(tmp_path / name))
    assert (run.returncode, run.stdout) == (0, ""), run.stderr
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_picture_of_no_kind_is_refused():
    pytest.importorskip("matplotlib")
    run = svara_eval("table", "--plot", "hands.doc")
    assert run.returncode == 2
    assert "svara-eval: --plot hands.doc: Format 'doc' is not supported" in run.stderr


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a POSIX shell does")
@pytest.mark.parametrize(("closed", "stream"), [("<&-", "input"), (">&-", "output")])
def test_a_closed_stream_is_said(closed, stream):
    run = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m svara_eval score {closed}', sys.executable],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 2
    assert f"svara-eval: standard {stream} is closed" in run.stderr


def test_a_missing_matplotlib_is_said_with_the_cure():
    code = "import sys; sys.modules['matplotlib'] = None; from svara_eval._cli import main; sys.exit(main(sys.argv[1:]))"
    run = subprocess.run(
        [sys.executable, "-c", code, "table", "--plot", "x.png"], capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 2
    assert run.stderr == "svara-eval: --plot needs matplotlib: pip install matplotlib\n"


@pytest.mark.parametrize("command", [[], ["score"], ["explain"], ["compare"], ["odds"], ["table"], ["play"]])
def test_every_command_has_help_with_examples(command):
    run = svara_eval(*command, "--help")
    assert run.returncode == 0
    assert "examples:\n  svara-eval " in run.stdout


def test_the_version_names_the_backend():
    assert svara_eval("--version").stdout.startswith(f"svara-eval {__version__} (backend {BACKEND}")


posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


@posix
def test_a_reader_that_has_enough_ends_it_quietly(tmp_path):
    file = tmp_path / "hands.txt"
    file.write_bytes(b"7c Kh Kd\n" * 100_000)
    with subprocess.Popen([*COMMAND, "score", "--file", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout.readline() == b"31\t7c Kh Kd\n"
        run.stdout.close()
        assert run.wait(10) == 141
        assert run.stderr.read() == b""


@posix
def test_ctrl_c_leaves_quietly_with_130():
    with subprocess.Popen(
        [*COMMAND, "score"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background may ignore it
    ) as run:
        run.stdin.write(b"7c Kh Kd\n" * 2_000)  # more than it buffers, so that an answer shows it is up
        run.stdin.flush()
        run.stdout.readline()
        run.send_signal(signal.SIGINT)
        assert run.wait(10) == 130
        assert run.stderr.read() == b""


@posix
@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        (["explain", "7c Kh Kd"], "7♣ K♥ K♦ is worth 31 points"),
        (["compare", "QcJc8d", "10hKh8c"], "a svara between hand 1 and hand 2"),
        (["table"], "████"),
    ],
)
def test_on_a_terminal_it_draws(arguments, seen):
    pytest.importorskip("rich")
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=theirs, env=os.environ | {"COLUMNS": "120", "TERM": "xterm"}
    ) as run:
        os.close(theirs)
        drawn = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not part:  # how macOS does
                break
            drawn += part
    os.close(ours)
    assert run.returncode == 0
    assert seen in drawn.decode()
    assert "┃" in drawn.decode()


def test_the_hands_it_prints_can_be_read_back():
    hands = [format_hand(hand) for hand in all_hands()][::97]
    given = svara_eval("score", given="\n".join(hands)).stdout
    assert [line.split("\t")[1] for line in given.splitlines()] == hands
    assert [int(line.split("\t")[0]) for line in given.splitlines()] == [explain(hand).points for hand in hands]


def test_odds_shows_how_a_hand_fares():
    assert svara_eval("odds", "7♣ K♥ K♦").stdout.splitlines() == [
        "win\t0.993706\t3631",
        "tie with 1\t0.004926\t18",
        "lose\t0.001368\t5",
        "equity\t0.996169\t3654",
    ]


def test_odds_takes_opponents_one_by_one_and_dead_cards():
    run = svara_eval("odds", "As", "Ad", "Tc", "--opponents", "any", "QcJc8d|QdJd8c", "--dead", "7c")
    expected = odds("AsAdTc", [None, ["QcJc8d", "QdJd8c"]], dead="7c")
    assert [int(line.split("\t")[2]) for line in run.stdout.splitlines()] == [*expected.counts, expected.deals]
    assert svara_eval("odds", "AsAdTc", "--opponents", "20+", "7d8d9d").returncode == 0


@pytest.mark.compiled
def test_odds_simulates_alike_with_a_seed_at_any_number_of_threads():
    command = ["odds", "AsAdTc", "--opponents", "4", "--simulate", "--seed", "1", "--trials", "200000"]
    run = svara_eval(*command)
    assert run.stdout.splitlines()[-1].endswith("\t200000")
    assert run.stdout == svara_eval(*command, "--threads", "2").stdout
    assert run.stdout != svara_eval(*command[:5], "2", *command[6:]).stdout


def test_odds_lists_all_hands():
    lines = [line.split("\t") for line in svara_eval("odds", "--all", "--opponents", "4").stdout.splitlines()]
    assert [line[0] for line in lines] == [format_hand(hand) for hand in all_hands()]
    fare = odds(lines[777][0], 4)
    assert lines[777][1:] == [f"{part:.6f}" for part in (fare.win, fare.tie, fare.lose, fare.equity)]


def test_odds_draws_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    assert svara_eval("odds", "AsAdTc", "--plot", str(tmp_path / "odds.png")).returncode == 0
    assert (tmp_path / "odds.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AsAdTc", "--opponents", "0"], "0 opponents; there can be 1 to 9"),
        (["AsAdTc", "--opponents", "12-14"], "opponent 1: no hand is worth '12-14'; points are 8 to 11 and 15 to 34"),
        (["AsAdTc", "--dead", "As"], "A♠ is in two places, the hand and the dead cards"),
        (["AsAdTc", "KsKdKc"], "odds takes one hand, not 2; put it in quotes, like '7c Kh Kd'"),
        ([], "odds takes one hand, not 0"),
        (["--all", "--opponents", "20+"], "--all takes a number of opponents and nothing else"),
        (["AsAdTc", "--simulate", "--trials", "0"], "trials is 0; a simulation needs at least one"),
    ],
)
def test_odds_that_can_not_be_asked_are_refused_in_one_line(arguments, message):
    run = svara_eval("odds", *arguments)
    assert run.returncode == 2
    assert run.stderr.startswith(f"svara-eval: {message}")
    assert run.stderr.count("\n") == 1


@posix
@pytest.mark.compiled
def test_ctrl_c_shows_the_estimate_so_far():
    command = [*COMMAND, "odds", "AsAdTc", "--opponents", "9", "--simulate", "--trials", str(10**11)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as run:
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        out, error = run.communicate(timeout=20)
    assert (run.returncode, error) == (130, "")
    assert out.splitlines()[-1].startswith("equity\t0.2")
