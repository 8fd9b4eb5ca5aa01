"""Files of hands, scored as they stream by: the compiled loop and Python's say the same of every line."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from io import BytesIO, StringIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from svara_eval import HandSizeError, SvaraError, format_hand
from svara_eval._cli import lines as files
from svara_eval._cli.lines import replacing, score_column, score_lines

COMMAND = [sys.executable, "-m", "svara_eval", "score"]


@pytest.fixture(params=["python", pytest.param("cython", marks=pytest.mark.compiled)])
def loop(request, monkeypatch):
    """Each of the two loops over lines, in turn."""
    if request.param == "python":
        monkeypatch.setattr(files, "_lines", None)
    else:
        monkeypatch.setattr(files, "_lines", files.compiled("_cli._lines"))


def scored(text: bytes, errors: str = "raise") -> tuple[bytes, int]:
    written = []
    bad = score_lines(BytesIO(text), written.append, errors)
    return b"".join(written), bad


@pytest.mark.usefixtures("loop")
def test_every_hand_is_scored_in_a_file_as_in_the_golden_data(golden):
    compact = "".join("".join(line.codes) + "\n" for line in golden)
    printed = "".join(f"{line.hand}\n" for line in golden)
    expected = [line.points for line in golden]
    for text in (compact, printed, compact.lower(), printed.replace(" ", "")):
        out, bad = scored(text.encode())
        lines = [line.split("\t") for line in out.decode().splitlines()]
        assert [int(points) for points, _ in lines] == expected
        assert [hand for _, hand in lines] == text.splitlines()
        assert bad == 0


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
@pytest.mark.usefixtures("loop")
def test_a_line_may_lie_across_two_blocks(monkeypatch, golden, size):
    monkeypatch.setattr(files, "_BLOCK", size)
    text = "".join(f"{line.hand}\r\n" for line in golden[::50])
    for mark in ("", "\ufeff"):
        out, _ = scored((mark + text).encode())
        assert out.decode() == "".join(f"{line.points}\t{line.hand}\n" for line in golden[::50])


LINES = {
    b"7cKhKd": b"31\t7cKhKd\n",
    b"  7c Kh Kd \t\r": b"31\t7c Kh Kd\n",
    b"": b"",
    b" \t\r": b"",
    b"# 7cKhKd": b"",
    "# дама пика".encode(): b"",
    "\u00a0".encode(): b"",
    "\u2003# indented by an em".encode(): b"",
    "7♣ K♥ 10♦".encode(): "21\t7♣ K♥ 10♦\n".encode(),
    "7♣️ K♥️ K♦️".encode(): "31\t7♣️ K♥️ K♦️\n".encode(),
    "7с Дп Д♦".encode(): "31\t7с Дп Д♦\n".encode(),
    "🃇🃎🃁".encode(): "28\t🃇🃎🃁\n".encode(),
    b"7h 8d 8s": b"8\t7h 8d 8s\n",
}


@pytest.mark.parametrize("line", LINES)
@pytest.mark.usefixtures("loop")
def test_a_line_is_scored_or_passed_over(line):
    assert scored(line) == (LINES[line], 0)
    assert scored(b"\n" + line + b"\nAsAdTc\n") == (LINES[line] + b"22\tAsAdTc\n", 0)


BAD = [b"7cKhKh", b"7cKh", b"x", b"7c Kh Kd,", "7♣ K♥".encode(), "7к 8♦ 9♣".encode(), b"7cKhKd As", b"7cKhK\0"]


@pytest.mark.parametrize("line", BAD)
@pytest.mark.usefixtures("loop")
def test_a_bad_line_is_left_out_scored_0_or_an_error_with_its_number(line):
    text = b"7cKhKd\n# fine\n" + line + b"\nAsAdTc\n"
    assert scored(text, "skip") == (b"31\t7cKhKd\n22\tAsAdTc\n", 1)
    assert scored(text, "coerce") == (b"31\t7cKhKd\n0\t" + line + b"\n22\tAsAdTc\n", 1)
    written = []
    with pytest.raises(SvaraError, match=r"^line 3: "):
        score_lines(BytesIO(text), written.append, "raise")
    assert b"".join(written) == b"31\t7cKhKd\n"


@pytest.mark.parametrize("errors", ["raise", "skip", "coerce"])
@pytest.mark.parametrize(
    "line", [b"7\xa7 8d 9c", b"# caf\xe9", b"\xff\xfe7\0c\0", "7♣ K♥ K♦".encode()[:-1], b"\xf0\x9f\x83"]
)
@pytest.mark.usefixtures("loop")
def test_another_encoding_is_an_error_in_any_case(errors, line):
    with pytest.raises(SvaraError, match=r"^line 2: byte 0x.. at position \d+ is not UTF-8; "):
        scored(b"7cKhKd\n" + line + b"\n", errors)


@pytest.mark.usefixtures("loop")
def test_a_line_without_end_does_not_fill_the_memory():
    with pytest.raises(SvaraError, match=r"^line 2 is longer than 1048576 bytes; this is no list of hands"):
        scored(b"7cKhKd\n" + b"7" * 3_000_000)


parts = st.sampled_from(
    [b"7", b"K", b"10", b"T", b"c", b"h", b"\xe2\x99\xa3", b"\xe2\x99\xa5", b"\xef\xb8\x8f", b" ", b","]
)
lines = st.one_of(st.binary(max_size=20), st.lists(parts, max_size=12).map(b"".join), st.sampled_from(sorted(LINES)))


@pytest.mark.compiled
@given(st.lists(lines, max_size=6).map(b"\n".join), st.sampled_from(["raise", "skip", "coerce"]))
@example(b"x\n" * 50_000, "coerce")
@example(b"7c Kh Kd\n\n", "raise")
@settings(deadline=None, max_examples=500)
def test_both_loops_write_the_same_of_any_bytes(text, errors):
    def outcome():
        written = []
        try:
            bad = score_lines(BytesIO(text), written.append, errors)
        except SvaraError as error:
            bad = (type(error), str(error))
        return b"".join(written), bad

    compiled, files._lines = files._lines, None
    try:
        by_python = outcome()
        files._lines = files.compiled("_cli._lines")
        assert outcome() == by_python
    finally:
        files._lines = compiled


def table(text: str, column: str, errors: str = "raise") -> tuple[str, int]:
    out = StringIO(newline="")
    bad = score_column(BytesIO(text.encode()), out, column, errors)
    return out.getvalue(), bad


def test_a_column_of_a_table_is_scored_into_a_new_last_column():
    assert table("who,hand\nAna,7c Kh Kd\nBo,AsAdTc\n", "hand") == (
        "who,hand,points\nAna,7c Kh Kd,31\nBo,AsAdTc,22\n",
        0,
    )


def test_the_column_may_have_a_number_where_the_table_has_no_names():
    assert table("7c Kh Kd,Ana\nAsAdTc,Bo\n", "1") == ("7c Kh Kd,Ana,31\nAsAdTc,Bo,22\n", 0)


def test_a_table_with_a_tab_in_its_first_line_is_separated_by_tabs():
    assert table("who\thand\nAna, Bo\t7c,Kh,Kd\n", "hand")[0] == "who\thand\tpoints\nAna, Bo\t7c,Kh,Kd\t31\n"


def test_quoted_cells_other_columns_marks_and_line_ends_come_through():
    text = '\ufeffnote,hand\r\n"two\nlines, ""q""","7c,Kh,Kd"\r\n\r\nx,AsAdTc\r\n'
    rows = list(csv.reader(StringIO(table(text, "hand")[0], newline="")))
    assert rows == [["note", "hand", "points"], ['two\nlines, "q"', "7c,Kh,Kd", "31"], ["x", "AsAdTc", "22"]]


def test_rows_without_a_hand_are_left_out_scored_0_or_an_error_with_the_line():
    text = "who,hand\nAna,7c Kh Kd\nBo,7c\nCyr\nDea,AsAdTc\n"
    good = "who,hand,points\nAna,7c Kh Kd,31\n"
    assert table(text, "hand", "skip") == (f"{good}Dea,AsAdTc,22\n", 2)
    assert table(text, "hand", "coerce") == (f"{good}Bo,7c,0\nCyr,0\nDea,AsAdTc,22\n", 2)
    with pytest.raises(HandSizeError, match=r"^line 3: a hand is three cards, not 1: '7c'"):
        table(text, "hand")
    with pytest.raises(HandSizeError, match=r"^line 4: no column 'hand', only 1 columns"):
        table(text.replace("Bo,7c\n", "Bo,7d8d9d\n"), "hand")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("who,hand\n", "hands", "no columns are named 'hands'; there are 'who', 'hand'"),
        ("hand,hand\n", "hand", "2 columns are named 'hand'"),
        ("", "hand", "no columns are named 'hand'"),
        ("7cKhKd\n", "0", "column numbers begin with 1"),
        ('hand\n"7cKhKd\n', "hand", "line 2: unexpected end of data"),
        ("hand\n" + "7" * 200_000 + "\n", "hand", "line 2: field larger than field limit"),
    ],
)
def test_what_is_no_table_is_refused(text, column, message):
    with pytest.raises(SvaraError) as caught:
        table(text, column)
    assert str(caught.value).startswith(message)


def test_a_table_in_another_encoding_is_refused():
    with pytest.raises(SvaraError, match="convert it to UTF-8"):
        score_column(BytesIO(b"who,hand\nJos\xe9,7cKhKd\n"), StringIO(), "hand", "raise")


def test_a_file_appears_only_once_it_is_whole(tmp_path):
    target = tmp_path / "points.tsv"
    target.write_text("old")
    with pytest.raises(TypeError), replacing(str(target)) as file:
        file.write("no bytes")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"points.tsv": "old"}
    with replacing(str(target)) as file:
        file.write(b"new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"points.tsv": "new"}


@pytest.mark.skipif(os.name != "posix", reason="links, modes and devices of POSIX")
def test_a_replaced_file_keeps_its_mode_and_a_link_its_target(tmp_path):
    target, link = tmp_path / "points.tsv", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    with replacing(str(link)) as file:
        file.write(b"new")
    assert (link.is_symlink(), target.read_text(), target.stat().st_mode & 0o777) == (True, "new", 0o640)
    with replacing(os.devnull) as file:
        file.write(b"gone")
    assert not os.path.isfile(os.devnull)


def test_the_command_writes_a_file_and_may_replace_the_one_it_reads(tmp_path, golden):
    hands = tmp_path / "hands.txt"
    hands.write_text("".join(f"{line.hand}\n" for line in golden), encoding="utf-8")
    subprocess.run([*COMMAND, "--file", hands, "--output", hands], check=True)
    assert hands.read_text(encoding="utf-8") == "".join(f"{line.points}\t{line.hand}\n" for line in golden)
    assert [path.name for path in tmp_path.iterdir()] == ["hands.txt"]


def test_the_command_scores_a_column_of_a_table(tmp_path):
    source, target = tmp_path / "deals.csv", tmp_path / "scored.csv"
    source.write_text("who,hand\nAna,7♣ K♥ K♦\n", encoding="utf-8")
    subprocess.run([*COMMAND, "--file", source, "--column", "hand", "--output", target], check=True)
    assert target.read_text(encoding="utf-8") == "who,hand,points\nAna,7♣ K♥ K♦,31\n"


def test_a_failure_of_the_command_leaves_no_file(tmp_path):
    run = subprocess.run(
        [*COMMAND, "--output", tmp_path / "points.tsv"], input=b"7cKhKd\nx\n", capture_output=True, check=False
    )
    assert (run.returncode, list(tmp_path.iterdir())) == (2, [])
    assert run.stderr.startswith(b"svara-eval: line 2: no card at position 0 of 'x'")


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory as Linux counts it")
def test_memory_does_not_grow_with_the_file(tmp_path):
    def peak(lines: int) -> int:
        file = tmp_path / "hands.txt"
        file.write_bytes(b"7cKhKd\n" * lines)
        code = "import resource, sys; from svara_eval._cli import main; main(sys.argv[1:]);"
        code += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        command = [sys.executable, "-c", code, "score", "--file", file, "--output", tmp_path / "out"]
        return int(subprocess.run(command, capture_output=True, check=True).stdout)

    assert peak(200_000) < peak(1000) + 4_000


@pytest.mark.skipif(os.name != "posix", reason="a terminal of POSIX")
def test_a_long_file_shows_its_progress_on_a_terminal_and_never_in_a_pipe(tmp_path):
    pytest.importorskip("rich")
    import pty

    file = tmp_path / "hands.txt"
    file.write_bytes(b"7cKhKd\n" * 200_000)
    code = "import sys; from svara_eval import _cli as cli; cli._LONG = 1; sys.exit(cli.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "score", "--file", file, "--output", tmp_path / "out"]
    piped = subprocess.run(command, capture_output=True, check=True)
    assert (piped.stdout, piped.stderr) == (b"", b"")
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stderr=theirs, env=os.environ | {"TERM": "xterm", "COLUMNS": "100"}) as run:
        os.close(theirs)
        drawn = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            drawn += part
    os.close(ours)
    assert run.returncode == 0
    assert b"1.4 MB" in drawn
    assert (tmp_path / "out").read_bytes() == b"31\t7cKhKd\n" * 200_000


@pytest.mark.usefixtures("loop")
def test_what_is_scored_can_be_piped_through_other_tools():
    hands = [format_hand(hand) for hand in ([0, 1, 2], [31, 30, 29])]
    assert scored("\n".join(hands).encode())[0].decode().split() == ["34", *hands[0].split(), "33", *hands[1].split()]
