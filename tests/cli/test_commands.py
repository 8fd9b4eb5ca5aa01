"""The command svara-eval: in pipes, with files and on a terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from argparse import ArgumentTypeError
from statistics import mean, pstdev

import pytest
from shell import COMMAND, drawn, svara_eval

from svara_eval import BACKEND, SvaraError, __version__, all_hands, explain, format_hand, odds, score, showdown
from svara_eval._cli import odds as odds_command
from svara_eval._cli.command_values import whole_number
from svara_eval._cli.parser import parser


def test_score_prints_points_a_tab_and_the_hand_as_given():
    run = svara_eval("score", "7♣ K♥ K♦", "asADtc")
    assert (run.stdout, run.stderr, run.returncode) == ("31\t7♣ K♥ K♦\n22\tasADtc\n", "", 0)


def test_three_single_cards_are_one_hand():
    assert svara_eval("score", "7c", "Kh", "Kd").stdout == "31\t7c Kh Kd\n"


def test_three_hands_are_three_hands():
    assert svara_eval("score", "7cKhKd", "AsAdTc", "7h9d9c").stdout == "31\t7cKhKd\n22\tAsAdTc\n9\t7h9d9c\n"


def test_without_arguments_each_line_of_the_input_is_a_hand():
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
def test_text_files_of_every_system_are_read(tmp_path, text):
    file = tmp_path / "hands.txt"
    file.write_bytes(text)
    assert svara_eval("score", "--file", str(file)).stdout == "31\t7c Kh Kd\n22\tAsAdTc\n"


def test_a_file_of_all_hands_scores_what_the_golden_data_say(tmp_path, golden):
    file = tmp_path / "all.txt"
    file.write_text("".join(f"{line.hand}\n" for line in golden), encoding="utf-8")
    run = svara_eval("score", "--file", str(file))
    assert run.stdout.splitlines() == [f"{line.points}\t{line.hand}" for line in golden]


BAD_LINES = "7c Kh Kd\n# fine\n7c Kx Kd\n\n7c 7c 8d\nAsAdTc\n"


def message_of(function, *arguments) -> str:
    """The message of the error that the library raises."""
    with pytest.raises(SvaraError) as caught:
        function(*arguments)
    return str(caught.value)


def test_a_bad_line_ends_the_run_with_its_number_and_the_reason():
    run = svara_eval("score", given=BAD_LINES)
    assert run.returncode == 2
    assert run.stdout == "31\t7c Kh Kd\n"
    assert run.stderr == f"svara-eval: line 3: {message_of(score, '7c Kx Kd')}\n"


REPORTS = "".join(
    f"svara-eval: line {line}: {message_of(score, hand)}\n" for line, hand in ((3, "7c Kx Kd"), (5, "7c 7c 8d"))
)


def test_bad_lines_are_left_out_and_counted_on_request():
    run = svara_eval("score", "--errors", "skip", given=BAD_LINES)
    assert (run.stdout, run.returncode) == ("31\t7c Kh Kd\n22\tAsAdTc\n", 0)
    assert run.stderr == f"{REPORTS}svara-eval: bad lines left out: 2\n"


def test_bad_lines_score_0_and_are_counted_on_request():
    run = svara_eval("score", "--errors", "coerce", given=BAD_LINES)
    assert (run.stdout, run.returncode) == ("31\t7c Kh Kd\n0\t7c Kx Kd\n0\t7c 7c 8d\n22\tAsAdTc\n", 0)
    assert run.stderr == f"{REPORTS}svara-eval: bad lines scored 0: 2\n"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("7♣ K♥ K♦\n".encode("utf-16"), "line 1: byte 0xFF at position 0"),
        (b"7c Kh Kd\n\xe0 la carte\n", "line 2: byte 0xE0 at position 0"),
    ],
)
@pytest.mark.parametrize("errors", ["raise", "skip", "coerce"])
def test_another_encoding_is_always_an_error(text, place, errors):
    run = svara_eval("score", "--errors", errors, given=text)
    message = f"svara-eval: {place} is not UTF-8; convert the file to UTF-8 first\n"
    assert (run.stderr, run.returncode) == (message, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["score", "7c", "Kh"],
            "hand 1: a hand is three cards, not 1 ('7c'); put each hand in quotes, like '7c Kh Kd'",
        ),
        (
            ["compare", "7c", "Kh", "Kd"],
            "compare takes whole hands, not cards ('7c'); put each hand in quotes, like '7c Kh Kd'",
        ),
        (["score", "7c", "--file", "x"], "give hands or a file, not both"),
        (["score", "7c", "--column", "1"], "give hands or a file, not both"),
        (["score", "--file", "/nowhere/hands"], "'/nowhere/hands': No such file or directory"),
        (["score", "--file", ""], "'': No such file or directory"),
        (["score", "--file", "\udcff"], "'\\udcff': No such file or directory"),
        (["score", "7cKhKd", "--output", "/nowhere/points"], "'/nowhere/points': No such file or directory"),
        (["score", "7cKhKd", "--output", "new/"], "'new/': Is a directory"),
        (["score", "7cKhKd", "--output", ""], "'': No such file or directory"),
        (
            ["score", "--name", "worth"],
            "--name needs --column with a name, or --header; other files have no column names",
        ),
        (
            ["score", "--column", "1", "--name", "worth"],
            "--name needs --column with a name, or --header; other files have no column names",
        ),
        (
            ["score", "--column", "9" * 5000],
            f"--column must be a name, or a number from 1 to 999999999, not '{'9' * 80}'...",
        ),
        (
            ["score", "--column", "0"],
            "--column must be a name, or a number from 1 to 999999999, not '0'",
        ),
        (["table", "--plot", "hands.doc"], "--plot 'hands.doc': the name of a picture must end in .png, .svg or .pdf"),
        (
            ["table", "--plot", "/dev/stdout"],
            "--plot '/dev/stdout': the name of a picture must end in .png, .svg or .pdf",
        ),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_mistake_in_the_arguments_is_explained_in_one_line(arguments, message):
    run = svara_eval(*arguments)
    assert (run.stdout, run.stderr, run.returncode) == ("", f"svara-eval: {message}\n", 2)


@pytest.mark.parametrize(
    ("arguments", "place", "error"),
    [
        (["score", "7c", "Kh", "6d"], "hand 1: ", (score, "7c Kh 6d")),
        (["score", "7c Kh Kd", "7c Kh"], "hand 2: ", (score, "7c Kh")),
        (["score", "\udcff"], "hand 1: ", (score, "\udcff")),
        (["explain", "7c 6h Kd"], "hand 1: ", (score, "7c 6h Kd")),
        (["compare", "7c Kh Kd", "As Kd 9d"], "", (showdown, {1: "7c Kh Kd", 2: "As Kd 9d"})),
        (["compare", "7c Kh Kd"], "", (showdown, {1: "7c Kh Kd"})),
    ],
)
def test_an_error_of_the_library_is_printed_in_one_line_with_its_place(arguments, place, error):
    run = svara_eval(*arguments)
    assert (run.stderr, run.returncode) == (f"svara-eval: {place}{message_of(*error)}\n", 2)


def test_a_number_that_is_too_long_is_refused_without_repeating_it():
    run = svara_eval("odds", "7cKhKd", "--trials", "9" * 5000)
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1] == (
        f"svara-eval odds: error: argument --trials: must be a whole number of at most 100 digits, not '{'9' * 80}'..."
    )


def test_explain_shows_the_reading_that_counts_and_those_it_beats():
    assert svara_eval("explain", "7c", "7h", "Kh").stdout.splitlines()[:2] == [
        "7c 7h Kh\tcounts\t28\t7♣ 7♥ K♥\tjoker_suited\tS6, S4, D6"
        "\t28 points: the joker with two cards of one suit, 7♣ 7♥ K♥ (11 + 7 + 10)",
        "7c 7h Kh\tbeaten\t23\t7♣ 7♥\ttwo_sevens\tS9\t23 points: two sevens, 7♣ 7♥",
    ]


def test_explain_names_the_rules_of_a_hand():
    hands = {
        "7♣ K♥ K♦": "S6, D3",
        "8♠ A♦ 7♣": "S6, D2",
        "7♣ 7♦ A♠": "S9, D2",
        "A♥ A♦ K♥": "S5, D4",
        "Q♣ Q♥ 9♦": "S2, D5",
    }
    rows = [line.split("\t") for line in svara_eval("explain", *hands).stdout.splitlines()]
    assert {row[0]: row[5] for row in rows if row[1] == "counts"} == hands


def test_compare_shows_who_wins():
    lines = svara_eval("compare", "7c Kh Kd", "As Ad 10c").stdout.splitlines()
    assert [line.split("\t")[:4] for line in lines] == [
        ["1", "7c Kh Kd", "31", "wins"],
        ["2", "As Ad 10c", "22", "loses"],
    ]


def test_compare_shows_a_svara():
    lines = svara_eval("compare", "QcJc8d", "7d9h9c", "10hKh8c").stdout.splitlines()
    assert [line.split("\t")[3] for line in lines] == ["svara", "loses", "svara"]


def test_table_lists_all_24_totals():
    lines = [line.split("\t") for line in svara_eval("table").stdout.splitlines()]
    assert len(lines) == 24
    assert lines[0] == ["8", "9", "0.001815", "0.001815"]
    assert lines[2] == ["10", "1104", "0.222581", "0.234677"]
    assert lines[-1] == ["34", "4", "0.000806", "1.000000"]


def test_table_draws_a_picture(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    run = svara_eval("table", "--plot", str(tmp_path / "hands.PNG"))
    assert (run.stdout, run.stderr, run.returncode) == ("", "", 0)
    assert (tmp_path / "hands.PNG").read_bytes().startswith(b"\x89PNG")


posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell, signals or terminals")


def in_shell(command: str, **options) -> subprocess.CompletedProcess[str]:
    """Run a shell command in which $SVARA is svara-eval."""
    environment = os.environ | {"SVARA": f"{sys.executable} -m svara_eval"}
    return subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, encoding="utf-8", env=environment, check=False, **options
    )


@posix
@pytest.mark.parametrize(("closed", "stream"), [("<&-", "input"), (">&-", "output")])
def test_a_closed_stream_is_an_error_if_it_is_needed(closed, stream):
    run = in_shell(f"exec $SVARA score {closed}")
    assert (run.stderr, run.returncode) == (f"svara-eval: standard {stream} is closed\n", 2)


@posix
def test_a_closed_input_does_not_matter_if_a_file_is_read(tmp_path):
    (tmp_path / "hands").write_text("7cKhKd\n")
    run = in_shell("$SVARA score --file hands <&-", cwd=tmp_path)
    assert (run.stdout, run.stderr, run.returncode) == ("31\t7cKhKd\n", "", 0)


@posix
@pytest.mark.parametrize(
    ("arguments", "output", "status"),
    [
        ("score 7cKhKd x --errors skip", "31\t7cKhKd\n", 0),
        ("score 7cKhKd x", "31\t7cKhKd\n", 2),
        ("scores", "", 2),
    ],
)
@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-"])
def test_messages_never_land_in_the_data_if_the_standard_error_is_closed(arguments, output, status, closed):
    run = in_shell(f"$SVARA {arguments} {closed}")
    assert (run.stdout, run.stderr, run.returncode) == (output, "", status)


@posix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk_is_an_error_but_a_message_that_cannot_be_printed_is_not():
    run = in_shell("$SVARA score 7cKhKd --output /dev/full")
    assert (run.stderr, run.returncode) == ("svara-eval: No space left on device\n", 2)
    for arguments in ("score 7cKhKd", "table", "--help", "odds --help", "--version"):
        run = in_shell(f"$SVARA {arguments} > /dev/full")
        assert (run.stderr, run.returncode) == ("svara-eval: No space left on device\n", 2)
    run = in_shell("$SVARA score 7cKhKd x --errors skip 2> /dev/full")
    assert (run.stdout, run.returncode) == ("31\t7cKhKd\n", 0)


def test_the_error_for_a_missing_matplotlib_has_the_install_command():
    code = (
        "import sys; sys.modules['matplotlib'] = None; from svara_eval._cli import main; sys.exit(main(sys.argv[1:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "table", "--plot", "x.png"], capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 2
    assert run.stderr == "svara-eval: --plot needs matplotlib: pip install matplotlib\n"


@pytest.mark.parametrize(
    "command", [[], ["score"], ["explain"], ["compare"], ["odds"], ["table"], ["simulate"], ["play"]]
)
def test_every_command_has_help_with_examples(command):
    run = svara_eval(*command, "--help")
    assert run.returncode == 0
    assert "examples:\n  svara-eval " in run.stdout


def test_the_version_names_the_backend():
    more = ", with(out)? AVX2" if BACKEND == "cython" else "; the compiled backend is not installed or not selected"
    said = rf"svara-eval {re.escape(__version__)} \(backend {BACKEND}{more}\)\n"
    assert re.fullmatch(said, svara_eval("--version").stdout)


@posix
def test_bash_completes_commands_options_and_files(tmp_path):
    pytest.importorskip("shtab", reason="shtab is not installed")
    (tmp_path / "hands.txt").write_text("7cKhKd")
    (tmp_path / "script").write_text(svara_eval("--completion", "bash").stdout)
    function = re.search(r"complete .*-F (\w+) svara-eval", (tmp_path / "script").read_text())[1]

    def completed(*words):
        listed = " ".join(words)
        code = f"shopt -s extglob; . ./script; COMP_WORDS=({listed}) COMP_CWORD={len(words) - 1}; {function}; "
        run = subprocess.run(
            ["bash", "-c", f'{code}printf "%s\\n" "${{COMPREPLY[@]}}"'],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
        )
        return run.stdout.split()

    assert completed("svara-eval", "s") == ["score", "simulate", "solve"]
    assert completed("svara-eval", "score", "--su") == ["--summary"]
    assert "hands.txt" in completed("svara-eval", "score", "--file", "h")


def test_completion_without_shtab_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    run = svara_eval("--completion", "bash")
    assert run.returncode == 2
    assert run.stderr.endswith("--completion needs shtab: pip install 'svara-eval[cli]'\n")


@pytest.mark.parametrize("arguments", [["--help"], ["score", "--help"], ["scores"]])
def test_the_module_has_the_name_of_the_command(arguments):
    run = svara_eval(*arguments)
    name = f"svara-eval {arguments[0]}" if arguments[0] == "score" else "svara-eval"
    assert f"{run.stdout}{run.stderr}".startswith(f"usage: {name} [-h]")


@posix
def test_a_reader_that_closes_the_pipe_ends_the_run_quietly(tmp_path):
    file = tmp_path / "hands.txt"
    file.write_bytes(b"7c Kh Kd\n" * 100_000)
    with subprocess.Popen([*COMMAND, "score", "--file", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout.readline() == b"31\t7c Kh Kd\n"
        run.stdout.close()
        assert run.wait(10) == 141
        assert run.stderr.read() == b""


@posix
def test_ctrl_c_ends_the_run_quietly_with_130():
    with subprocess.Popen(
        [*COMMAND, "score"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job may ignore it
    ) as run:
        run.stdin.write(b"7c Kh Kd\n" * 2_000)  # more than is buffered: an answer shows that it runs
        run.stdin.flush()
        run.stdout.readline()
        run.send_signal(signal.SIGINT)
        assert run.wait(10) == 130
        assert run.stderr.read() == b""


@posix
@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        (["explain", "7c Kh Kd"], "7♣ K♥ K♦ scores 31 points"),
        (["odds", "7c Kh Kd"], "equity"),
        (["compare", "QcJc8d", "10hKh8c"], "a svara between hand 1 and hand 2"),
        (["table"], "████"),
        (["score", "7cKhKd", "--summary"], "████"),
        (["odds", "7c Kh Kd", "--each", "1-3"], "7c Kh Kd against 1 to 3 unknown opponents"),
    ],
)
def test_on_a_terminal_tables_are_drawn(arguments, seen):
    pytest.importorskip("rich", reason="rich is not installed")
    seen_there = drawn([*COMMAND, *arguments], "stdout", 120)
    assert seen in seen_there
    assert "┃" in seen_there


def test_printed_hands_can_be_read_back():
    hands = [format_hand(hand) for hand in all_hands()][::97]
    given = svara_eval("score", given="\n".join(hands)).stdout
    assert [line.split("\t")[1] for line in given.splitlines()] == hands
    assert [int(line.split("\t")[0]) for line in given.splitlines()] == [explain(hand).points for hand in hands]


def test_odds_shows_each_outcome_and_the_equity():
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


RANGES = ["31+, 22", "7c7d7h: 2 | AcAdAh: 1/2"]


def test_ranges_and_weights_are_written_at_the_shell_as_in_python():
    expected = odds("top 20%", RANGES)
    run = svara_eval("odds", "top 20%", "--opponents", *RANGES)
    assert [int(line.split("\t")[2]) for line in run.stdout.splitlines()] == [*expected.counts, expected.deals]


def test_the_title_of_a_picture_of_odds_says_which_points_a_share_of_the_hands_is(monkeypatch):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    drawn = []
    monkeypatch.setattr(odds_command, "plot_bars", lambda _, title, *_picture: drawn.append(title))
    odds_command.run(parser().parse_args(["odds", "top 20%", "--opponents", *RANGES, "--plot", "odds.png"]))
    asked = f"top 20% against 2 opponents ({', '.join(RANGES)})"
    assert drawn == [f"{asked}\n{odds('top 20%', RANGES)}"]
    assert drawn[0].endswith("\ntop 20% is 22 to 34 points, 15.38% of all hands")


def test_dead_cards_are_words_or_one_string():
    expected = odds("AsAdTc", ["20+"], dead="Ah 7d")
    for dead in (["Ah", "7d"], ["Ah 7d"], ["ah,7d"]):
        run = svara_eval("odds", "AsAdTc", "--opponents", "20+", "--dead", *dead)
        assert [int(line.split("\t")[2]) for line in run.stdout.splitlines()] == [*expected.counts, expected.deals]


def test_weighted_ranges_are_written_at_the_shell_as_in_python():
    expected = odds("AsAdTc", ["23+: 1, 22: 0.35"])
    run = svara_eval("odds", "AsAdTc", "--opponents", "23+:1, 22:0.35")
    assert [int(line.split("\t")[2]) for line in run.stdout.splitlines()] == [*expected.counts, expected.deals]


@pytest.mark.compiled
def test_a_seed_gives_the_same_simulated_odds_with_any_number_of_threads():
    command = ["odds", "AsAdTc", "--simulate", "--trials", "200000", "--opponents", "4", "--seed"]
    run = svara_eval(*command, "1", backend="cython")
    assert run.stdout == svara_eval(*command, "1", "--threads", "2", backend="cython").stdout
    assert run.stdout != svara_eval(*command, "2", backend="cython").stdout


@pytest.mark.compiled
def test_simulated_odds_come_with_the_standard_error_of_each_figure():
    run = svara_eval(
        "odds", "AsAdTc", "--opponents", "2", "--simulate", "--trials", "100000", "--seed", "1", backend="cython"
    )
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    assert [row[0] for row in rows] == ["win", "tie with 1", "tie with 2", "lose", "equity"]
    assert [len(row) for row in rows] == [4] * 5
    assert rows[-1][2] == "100000"
    deals = {row[0]: int(row[2]) for row in rows}
    shares = [1] * deals["win"] + [1 / 2] * deals["tie with 1"] + [1 / 3] * deals["tie with 2"] + [0] * deals["lose"]
    assert float(rows[-1][1]) == pytest.approx(mean(shares), abs=1e-6)
    assert float(rows[-1][3]) == pytest.approx(pstdev(shares) / 100_000**0.5, abs=1e-6)
    for outcome, _, count, error in rows[:-1]:
        each = [1] * int(count) + [0] * (100_000 - int(count))
        assert (outcome, float(error)) == (outcome, pytest.approx(pstdev(each) / 100_000**0.5, abs=1e-6))


@pytest.mark.compiled
def test_odds_that_need_the_compiled_modules_are_refused_in_one_line():
    run = svara_eval("odds", "AsAdTc", "--simulate", backend="python")
    assert (run.stdout, run.returncode, run.stderr.count("\n")) == ("", 2, 1)
    assert run.stderr.startswith("svara-eval: ")


def test_odds_lists_all_hands():
    lines = [line.split("\t") for line in svara_eval("odds", "--all", "--opponents", "4").stdout.splitlines()]
    assert [line[0] for line in lines] == [format_hand(hand) for hand in all_hands()]
    fare = odds(lines[777][0], 4)
    assert lines[777][1:] == [f"{part:.6f}" for part in (fare.win, fare.tie, fare.lose, fare.equity)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AsAdTc", "KsKdKc"], "odds takes one hand, not 2; put it in quotes, like '7c Kh Kd'"),
        ([], "odds takes one hand, not 0; put it in quotes, like '7c Kh Kd'"),
        (
            ["AsAdTc", "--each", "1-9", "--opponents", "2"],
            "--each gives the numbers of opponents; leave out --opponents",
        ),
        (
            ["AsAdTc", "--each", "points"],
            "--each points takes no hand; it shows the odds of every number of points",
        ),
        (["--all", "--opponents", "20+"], "--all takes a number of opponents and nothing else"),
        (["--all", "--dead", "As"], "--all takes a number of opponents and nothing else"),
        (
            ["AsAdTc", "--opponents", "4", "20+"],
            "--opponents: 4 can be a number of opponents only if nothing else is given; write any any any any 20+",
        ),
        (
            ["AsAdTc", "--opponents", "Qc Jc 8c", "2"],
            "--opponents: 2 can be a number of opponents only if nothing else is given; write 'Qc Jc 8c' any any",
        ),
    ],
)
def test_an_impossible_question_about_odds_is_refused_in_one_line(arguments, message):
    run = svara_eval("odds", *arguments)
    assert (run.stdout, run.stderr, run.returncode) == ("", f"svara-eval: {message}\n", 2)


@pytest.mark.parametrize(
    ("entries", "opponents", "dead"),
    [
        (["0"], 0, ()),
        (["10"], 10, ()),
        (["12-14"], ["12-14"], ()),
        (["9" * 5000], ["9" * 5000], ()),
        (["9", "12"], ["9", "12"], ()),
        (["any", "6d"], ["any", "6d"], ()),
        (["any"], 1, "As"),
    ],
)
def test_odds_that_the_library_refuses_are_refused_in_its_words(entries, opponents, dead):
    run = svara_eval("odds", "AsAdTc", "--opponents", *entries, *(["--dead", dead] if dead else []))
    message = message_of(lambda: odds("AsAdTc", opponents, dead=dead))
    assert (run.stdout, run.stderr, run.returncode) == ("", f"svara-eval: {message}\n", 2)


@pytest.mark.parametrize(
    ("entries", "opponents"),
    [
        (["1"], 1),
        (["9"], 9),
        (["31"], ["31"]),
        (["8", "9"], ["8", "9"]),
        (["any"], ["any"]),
        (["any", "20+", "Qc Jc 8c"], ["any", "20+", "Qc Jc 8c"]),
        (["QcJc8d|QdJd8c"], ["QcJc8d|QdJd8c"]),
    ],
)
def test_a_single_number_counts_opponents_and_a_number_among_others_is_points(entries, opponents):
    assert odds_command._opponents(entries) == opponents


# Runs a command whose work, after its third report, is interrupted as by Ctrl-C.
INTERRUPTED = """
import os, signal, sys
from importlib import import_module
from svara_eval._cli import main

name = sys.argv[1]
module = import_module(f"svara_eval._cli.{name}")
work, reports = getattr(module, name), []

def interrupted(*arguments, progress, **options):
    def watched(found):
        progress(found)
        reports.append(found)
        if len(reports) == 3:
            os.kill(os.getpid(), signal.SIGINT)
    return work(*arguments, progress=watched, **options)

setattr(module, name, interrupted)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""


def interrupted(*arguments: str) -> list[list[str]]:
    """The cells of the lines that an interrupted command prints."""
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *arguments], capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    assert (run.stderr, run.returncode) == ("", 130)
    return [line.split("\t") for line in run.stdout.splitlines()]


@posix
@pytest.mark.compiled
def test_ctrl_c_shows_the_estimate_so_far():
    *_, last = interrupted("odds", "AsAdTc", "--opponents", "9", "--simulate", "--trials", str(10**11))
    outcome, equity, deals, error = last
    assert outcome == "equity"
    assert 0 < int(deals) < 10**11
    assert float(equity) == pytest.approx(odds("AsAdTc", 9).equity, abs=6 * float(error))


@posix
def test_ctrl_c_shows_the_simulation_so_far():
    first, second = interrupted("simulate", "18", "random", "--deals", str(10**9), "--limit", "10")
    assert (first[:2], second[:2]) == (["0", "18"], ["1", "random"])
    assert int(first[2]) + int(second[2]) == 3000
    assert int(first[3]) == -int(second[3])
    assert float(first[5]) > 0


def test_the_points_of_a_share_of_the_hands_stand_beside_the_odds():
    run = svara_eval("odds", "AsAdTc", "--opponents", "top 15%", "22, top 1%")
    assert run.stderr == (
        "svara-eval: top 15% is 23 to 34 points, 10.67% of all hands\n"
        "svara-eval: top 1% is 32 to 34 points, 0.60% of all hands\n"
    )
    run = svara_eval("odds", "AsAdTc", "--opponents", "top 15%", "--json")
    assert json.loads(run.stdout)["points"] == {"top 15%": [*range(23, 35)]}
    assert run.stderr == ""


@pytest.mark.parametrize("text", ["x", "1.5", "", "9" * 101])
def test_an_option_that_is_not_a_whole_number_is_refused(text):
    with pytest.raises(ArgumentTypeError, match=r"^must be a whole number of at most 100 digits, not '"):
        whole_number(text)
