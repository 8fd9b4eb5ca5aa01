"""Files of hands and tables, scored as they stream by, and the files that the points are written to."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from io import BytesIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from svara_eval import SvaraError, format_hand, score
from svara_eval._cli import lines
from svara_eval._cli.columns import score_columns
from svara_eval._cli.output import replacing
from svara_eval._cli.tally import Tally

COMMAND = [sys.executable, "-m", "svara_eval", "score"]


@pytest.fixture(params=["python", pytest.param("cython", marks=pytest.mark.compiled)])
def loop(request, monkeypatch):
    """Each of the two loops over lines, in turn."""
    if request.param == "python":
        monkeypatch.setattr(lines, "_lines", None)
    else:
        monkeypatch.setattr(lines, "_lines", lines.compiled("_cli._lines"))


def scored(text: bytes, errors: str = "raise") -> tuple[bytes, int]:
    """Return the output and the number of lines that are not hands."""
    written, tally = [], Tally(errors, lambda _: None)
    lines.score_lines(BytesIO(text), written.append, tally)
    return b"".join(written), tally.bad


@pytest.mark.usefixtures("loop")
def test_every_hand_in_a_file_scores_what_the_golden_data_say(golden):
    compact = "".join("".join(line.codes) + "\n" for line in golden)
    printed = "".join(f"{line.hand}\n" for line in golden)
    expected = [line.points for line in golden]
    for text in (compact, printed, compact.lower(), printed.replace(" ", "")):
        out, bad = scored(text.encode())
        rows = [line.split("\t") for line in out.decode().splitlines()]
        assert [int(points) for points, _ in rows] == expected
        assert [hand for _, hand in rows] == text.splitlines()
        assert bad == 0


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
@pytest.mark.usefixtures("loop")
def test_a_line_may_span_two_blocks(monkeypatch, golden, size):
    monkeypatch.setattr(lines, "_BLOCK", size)
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
    "7♣ K❤ K♦".encode(): "31\t7♣ K❤ K♦\n".encode(),
    "7♣ K❤️ K♦".encode(): "31\t7♣ K❤️ K♦\n".encode(),
    b"7c ,\tKh;Kd": b"31\t7c ,\tKh;Kd\n",
    "7с Дп Д♦".encode(): "31\t7с Дп Д♦\n".encode(),
    "🃇🃎🃁".encode(): "28\t🃇🃎🃁\n".encode(),
    b"7h 8d 8s": b"8\t7h 8d 8s\n",
}


@pytest.mark.parametrize("line", LINES)
@pytest.mark.usefixtures("loop")
def test_a_line_is_scored_or_skipped(line):
    assert scored(line) == (LINES[line], 0)
    assert scored(b"\n" + line + b"\nAsAdTc\n") == (LINES[line] + b"22\tAsAdTc\n", 0)


BAD = [
    b"7cKh,,Kd",
    b"7c; ,Kh,Kd",
    b"7cKhKh",
    b"7cKh",
    b"x",
    b"7c Kh Kd,",
    "7♣ K♥".encode(),
    "7к 8♦ 9♣".encode(),
    b"7cKhKd As",
    b"7cKhK\0",
]


@pytest.mark.parametrize("line", BAD)
@pytest.mark.usefixtures("loop")
def test_a_bad_line_is_left_out_scored_0_or_an_error_with_its_number(line):
    text = b"7cKhKd\n# fine\n" + line + b"\nAsAdTc\n"
    assert scored(text, "skip") == (b"31\t7cKhKd\n22\tAsAdTc\n", 1)
    assert scored(text, "coerce") == (b"31\t7cKhKd\n0\t" + line + b"\n22\tAsAdTc\n", 1)
    written = []
    with pytest.raises(SvaraError) as wrong:
        lines.score_lines(BytesIO(text), written.append, Tally("raise", None))
    with pytest.raises(SvaraError) as alone:
        score(line.decode())
    assert (type(wrong.value), str(wrong.value)) == (type(alone.value), f"line 3: {alone.value}")
    assert b"".join(written) == b"31\t7cKhKd\n"


@pytest.mark.parametrize("errors", ["raise", "skip", "coerce"])
@pytest.mark.parametrize(
    ("line", "byte", "position"),
    [
        (b"7\xa7 8d 9c", "A7", 1),
        (b"# caf\xe9", "E9", 5),
        (b"\xff\xfe7\0c\0", "FF", 0),
        ("7♣ K♥ K♦".encode()[:-1], "E2", 11),
        (b"\xf0\x9f\x83", "F0", 0),
    ],
)
@pytest.mark.usefixtures("loop")
def test_another_encoding_is_an_error_in_any_case(errors, line, byte, position):
    written = []
    with pytest.raises(SvaraError) as caught:
        lines.score_lines(BytesIO(b"7cKhKd\n" + line + b"\n"), written.append, Tally(errors, None))
    assert str(caught.value) == (
        f"line 2: byte 0x{byte} at position {position} is not UTF-8; convert the file to UTF-8 first"
    )
    assert b"".join(written) == b"31\t7cKhKd\n"


class Dripping(BytesIO):
    """A pipe that holds one byte at a time."""

    def read1(self, size: int = -1) -> bytes:
        return super().read1(min(size, 1))


@pytest.mark.usefixtures("loop")
def test_a_line_without_end_does_not_fill_the_memory():
    with pytest.raises(SvaraError) as caught:
        scored(b"7cKhKd\n" + b"7" * 3_000_000)
    assert str(caught.value) == "line 2 is longer than 1048576 bytes; this is not text"


def test_a_line_that_arrives_a_byte_at_a_time_takes_time_in_proportion_to_its_length():
    def seconds(size: int) -> float:
        start = time.process_time()
        list(lines.blocks(Dripping(b"7" * size), lambda: 1))
        return time.process_time() - start

    seconds(1000)
    assert min(seconds(400_000) for _ in range(2)) < 16 * min(seconds(100_000) for _ in range(3))  # not 4 * 4


def test_a_pipe_is_scored_line_by_line_as_it_arrives():
    written = []
    source = Dripping(b"7cKhKd\nAsAdTc\n7h8d8s")
    lines.score_lines(source, lambda text: written.append((source.tell(), text)), Tally("raise", None))
    assert [(at, text) for at, text in written if text] == [
        (7, b"31\t7cKhKd\n"),
        (14, b"22\tAsAdTc\n"),
        (20, b"8\t7h8d8s\n"),
    ]


@pytest.mark.parametrize(
    ("backend", "reader"),
    [("python", "None"), pytest.param("cython", "svara_eval._cli._lines", marks=pytest.mark.compiled)],
)
def test_a_fresh_process_reads_lines_with_the_loop_of_its_backend(backend, reader):
    code = "from svara_eval._cli import lines; print(getattr(lines._lines, '__name__', None))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"SVARA_EVAL_BACKEND": backend},
        check=True,
    )
    assert run.stdout == f"{reader}\n"


@pytest.mark.compiled
@pytest.mark.parametrize("line", [b"7cKhKd\n", b"7c Kh Kd\n", "7♣ K♥ 10♦".encode(), b"7h8d8s", b"x\n"])
def test_the_compiled_loop_never_writes_beyond_its_buffer(line):
    from svara_eval._cli._lines import score_lines

    def loop(block: bytes, filler: bytes = b"") -> bytes:
        written = []
        try:
            score_lines(block, True, False, lambda *_: filler, written.append)
        except ValueError as error:
            # The loop may refuse, but only in these words.
            assert str(error) == "the output of a line is longer than expected"  # noqa: PT017
        return b"".join(written)

    output = loop(line)
    block = b"\xd0\n" + line  # the first line is left to Python, and its output nearly fills the buffer
    for room in range(len(output) + 3):
        filler = b"y" * (2 * len(block) + 8 - room)
        if room != len(output):
            assert loop(block, filler) == filler + (output if room > len(output) else b"")


PARTS = st.sampled_from(
    [b"7", b"K", b"10", b"T", b"c", b"h", b"\xe2\x99\xa3", b"\xe2\x99\xa5", b"\xef\xb8\x8f", b" ", b","]
)
ANY_LINE = st.one_of(st.binary(max_size=20), st.lists(PARTS, max_size=12).map(b"".join), st.sampled_from(sorted(LINES)))


@pytest.mark.compiled
@given(st.lists(ANY_LINE, max_size=6).map(b"\n".join), st.sampled_from(["raise", "skip", "coerce"]))
@example(b"x\n" * 50_000, "coerce")
@example(b"7c Kh Kd\n\n", "raise")
@settings(deadline=None, max_examples=200)
def test_both_loops_write_the_same_of_any_bytes(text, errors):
    def outcome():
        written, reports = [], []
        tally = Tally(errors, reports.append)
        try:
            lines.score_lines(BytesIO(text), written.append, tally)
        except SvaraError as error:
            return b"".join(written), type(error), str(error)
        return b"".join(written), tally.counts, reports

    compiled, lines._lines = lines._lines, None
    try:
        by_python = outcome()
        lines._lines = lines.compiled("_cli._lines")
        assert outcome() == by_python
    finally:
        lines._lines = compiled


def table(text: str, columns: str, errors: str = "raise", **options) -> tuple[str, int]:
    """Return the output and the number of rows without a hand."""
    written, tally = [], Tally(errors, lambda _: None)
    score_columns(BytesIO(text.encode()), written.append, columns, tally, **options)
    return b"".join(written).decode(), tally.bad


def refusal(text: str | bytes, columns: str = "hand", errors: str = "raise", **options) -> tuple[str, str]:
    """Return the output before an error, and the message of the error."""
    written, source = [], BytesIO(text.encode() if isinstance(text, str) else text)
    with pytest.raises(SvaraError) as caught:
        score_columns(source, written.append, columns, Tally(errors, lambda _: None), **options)
    return b"".join(written).decode(), str(caught.value)


def test_a_column_of_a_table_is_scored_into_a_new_last_column():
    assert table("who,hand\nAna,7c Kh Kd\nBo,AsAdTc\n", "hand") == (
        "who,hand,points\nAna,7c Kh Kd,31\nBo,AsAdTc,22\n",
        0,
    )


def test_the_column_is_a_number_in_a_table_without_names():
    assert table("7c Kh Kd,Ana\nAsAdTc,Bo\n", "1") == ("7c Kh Kd,Ana,31\nAsAdTc,Bo,22\n", 0)


def test_a_table_with_a_tab_in_its_first_line_is_separated_by_tabs():
    assert table("who\thand\nAna, Bo\t7c,Kh,Kd\n", "hand")[0] == "who\thand\tpoints\nAna, Bo\t7c,Kh,Kd\t31\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("note,hand\n{}7cKhKd\n", "note,hand,points\n{}7cKhKd,31\n"),
        ("note,hand\r\n{}7cKhKd\r\n", "note,hand,points\r\n{}7cKhKd,31\r\n"),
        ("note,hand\n{}7cKhKd", "note,hand,points\n{}7cKhKd,31\n"),
        ("\ufeffnote,hand\n{}7cKhKd\n", "\ufeffnote,hand,points\n{}7cKhKd,31\n"),
        ("sep=,\r\nnote,hand\r\n{}7cKhKd\r\n", "sep=,\r\nnote,hand,points\r\n{}7cKhKd,31\r\n"),
        ("note,hand\n\n\n{}7cKhKd\n\n", "note,hand,points\n{}7cKhKd,31\n"),
        ("note,hand\r{}7cKhKd\r", "note,hand,points\r{}7cKhKd,31\r"),
    ],
    ids=["LF", "CRLF", "no last line end", "byte order mark", "line of Excel", "blank lines", "CR"],
)
@pytest.mark.parametrize(
    "note",
    [
        "note",
        "",
        '""',
        '"two\nlines"',
        '"\r\n\r\n"',
        '"a\rb"',
        '"a ""quote"""',
        '"a, b"',
        "дама",
        " spaces ",
        "n" * 140_000,
    ],
    ids=lambda note: note[:15].encode("unicode_escape").decode(),
)
def test_everything_beside_the_hand_comes_through_unchanged(before, after, note):
    assert table(before.format(f"{note},"), "hand") == (after.format(f"{note},"), 0)


def test_a_hand_may_be_in_quotes():
    assert table('hand,who\n"7c,Kh,Kd",Ana\n"7c\nKh\nKd",Bo\n', "hand") == (
        'hand,who,points\n"7c,Kh,Kd",Ana,31\n"7c\nKh\nKd",Bo,31\n',
        0,
    )


def test_the_source_stays_open():
    source = BytesIO(b"hand\n7cKhKd\n")
    score_columns(source, lambda _: None, "hand", Tally("raise", None))
    assert not source.closed
    with pytest.raises(SvaraError):
        score_columns(BytesIO(b"hand\n7cKhKh\n"), lambda _: None, "hand", Tally("raise", None))
    assert not source.closed


ROWS = "who,hand\nAna,7c Kh Kd\nBo,7c\nCyr\nDea,AsAdTc\n"


def test_rows_without_a_hand_are_left_out_or_score_0_in_the_column_of_points():
    good = "who,hand,points\nAna,7c Kh Kd,31\n"
    assert table(ROWS, "hand", "skip") == (f"{good}Dea,AsAdTc,22\n", 2)
    assert table(ROWS, "hand", "coerce") == (f"{good}Bo,7c,0\nCyr,,0\nDea,AsAdTc,22\n", 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("hand\n7c Kh Kd\n7c\nAsAdTc\n", 3),
        ('hand,note\n7c Kh Kd,"two\nlines"\n\n7c,"two\nlines"\n', 5),
    ],
)
def test_a_row_without_a_hand_is_an_error_with_its_first_line(text, line):
    written, message = refusal(text)
    with pytest.raises(SvaraError) as alone:
        score("7c")
    assert message == f"line {line}: {alone.value}"
    assert written == text[: text.index("7c Kh Kd")].replace("\n", ",points\n") + (
        "7c Kh Kd,31\n" if line == 3 else '7c Kh Kd,"two\nlines",31\n'
    )


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("who,hand\n", "hands", "there is no column 'hands'; the names are 'who', 'hand'"),
        ("hand,hand\n", "hand", "2 columns are named 'hand'; choose one by its number: --column 1 --header"),
        ("", "hand", "there is no column 'hand'; the names are none"),
        ("who,hand\nAna\n", "hand", "line 2 ('Ana'): the row has only 1 cell; column 'hand' is missing"),
        ("7cKhKd\n", "2", "line 1 ('7cKhKd'): the row has only 1 cell; column 2 is missing"),
        ("7cKhKd\n", "0", "--column must be a name, or a number from 1 to 999999999, not '0'"),
        (
            "7cKhKd\n",
            "1" * 5000,
            f"--column must be a name, or a number from 1 to 999999999, not '{'1' * 80}'...",
        ),
        (
            "points,hand\n31,7cKhKd\n",
            "hand",
            "there is a column 'points' already; choose another name for the new one with --name",
        ),
        (
            'hand\n7cKhKd\n"7cKhKd\n\n',
            "hand",
            "line 3: quotes do not match (unexpected end of data); a quote inside a quoted cell is written twice",
        ),
        (
            'hand\n"7cKhKd"7\n',
            "hand",
            "line 2: quotes do not match (',' expected after '\"'); a quote inside a quoted cell is written twice",
        ),
        ("hand\n" + "," * 3_000_000, "hand", "line 2 is longer than 1048576 bytes; this is not text"),
        ("hand\n7cKhKd" + "\0" * 3_000_000, "hand", "line 2 is longer than 1048576 bytes; this is not text"),
        ("," * 3_000_000, "1", "line 1 is longer than 1048576 bytes; this is not text"),
        (
            'hand\n7cKhKd\n"' + "text\n" * 600_000,
            "hand",
            "line 3: a row of more than 1048576 characters; its quotes do not match",
        ),
        (
            "hand\n" + '"\n",' * 600_000,
            "hand",
            "line 2: a row of more than 1048576 characters; its quotes do not match",
        ),
    ],
    ids=lambda value: value[:30].encode("unicode_escape").decode(),
)
def test_a_table_that_cannot_be_read_is_refused(text, column, message):
    assert refusal(text, column)[1] == message


@pytest.mark.parametrize("errors", ["raise", "skip", "coerce"])
def test_a_table_in_another_encoding_is_refused_with_the_place(errors):
    written, message = refusal(b"who,hand\nAna,7cKhKd\n\nJos\xe9,7cKhKd\n", "hand", errors)
    assert message == "line 4: byte 0xE9 at position 3 is not UTF-8; convert the file to UTF-8 first"
    assert written == "who,hand,points\nAna,7cKhKd,31\n"


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("worth", "worth"),
        ("точки", "точки"),
        ("a, b", '"a, b"'),
        ('a "b"', '"a ""b"""'),
        ("a\tb", "a\tb"),
        ("a\nb", '"a\nb"'),
        ("", ""),
    ],
)
def test_the_new_column_may_have_any_name(name, cell):
    text = "hand,points\n7cKhKd,31\n"
    assert table(text, "hand", name=name) == (f"hand,points,{cell}\n7cKhKd,31,31\n", 0)


def test_a_name_that_is_taken_is_refused():
    assert refusal("worth,hand\n1,7cKhKd\n", "hand", name="worth") == (
        "",
        "there is a column 'worth' already; choose another name for the new one with --name",
    )


def test_a_file_is_replaced_only_once_the_new_one_is_complete(tmp_path):
    target = tmp_path / "points.tsv"
    target.write_text("old")
    with pytest.raises(TypeError), replacing(str(target)) as file:
        file.write("not bytes")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"points.tsv": "old"}
    with replacing(str(target)) as file:
        file.write(b"new")
        file.flush()
        assert target.read_text() == "old"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"points.tsv": "new"}


posix = pytest.mark.skipif(os.name != "posix", reason="needs the links, modes, signals and pipes of POSIX")


@posix
@pytest.mark.parametrize("mode", [0o640, 0o600, 0o444, 0o666])
def test_a_replaced_file_keeps_its_mode_and_a_link_its_target(tmp_path, mode):
    target, link = tmp_path / "points.tsv", tmp_path / "link"
    target.write_text("old")
    target.chmod(mode)
    link.symlink_to(target)
    with replacing(str(link)) as file:
        assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) == 0o600
        file.write(b"new")
    assert (link.is_symlink(), target.read_text(), stat.S_IMODE(target.stat().st_mode)) == (True, "new", mode)


@posix
@pytest.mark.parametrize("mask", [0o022, 0o027, 0o077])
def test_a_new_file_has_the_mode_of_any_new_file(tmp_path, mask):
    before = os.umask(mask)
    try:
        with replacing(str(tmp_path / "points.tsv")) as file:
            assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) == 0o600
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "points.tsv").stat().st_mode) == 0o666 & ~mask


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_root_leaves_a_file_to_its_owner(tmp_path):
    target = tmp_path / "points.tsv"
    target.write_text("old")
    target.chmod(0o640)
    os.chown(target, 1234, 4321)
    with replacing(str(target)) as file:
        file.write(b"new")
    now = target.stat()
    assert (now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (1234, 4321, 0o640)


@posix
def test_a_file_that_cannot_keep_its_group_is_closed_to_the_new_one(tmp_path, monkeypatch):
    target = tmp_path / "points.tsv"
    target.write_text("old")
    target.chmod(0o664)
    asked = []

    def refuse(_, owner, group):
        asked.append((owner, group))
        raise PermissionError

    monkeypatch.setattr(os, "fchown", refuse)
    with replacing(str(target)) as file:
        file.write(b"new")
    assert asked == [(target.stat().st_uid, target.stat().st_gid), (-1, target.stat().st_gid)]
    assert stat.S_IMODE(target.stat().st_mode) == 0o604


@posix
@pytest.mark.parametrize("length", [200, 236, 237, 250, 255])
def test_a_file_may_have_the_longest_name(tmp_path, length):
    target = tmp_path / ("n" * length)
    with replacing(str(target)) as file:
        file.write(b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(target.name, b"new")]


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"])
def test_a_signal_ends_the_command_and_leaves_the_old_file(tmp_path, name):
    number = getattr(signal, name)
    target = tmp_path / "points.tsv"
    target.write_text("old")

    def ready():
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for each in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT"):
            signal.signal(getattr(signal, each), signal.SIG_DFL)  # a background job may ignore it

    with subprocess.Popen([*COMMAND, "--output", target], stdin=subprocess.PIPE, preexec_fn=ready) as run:
        run.stdin.write(b"7cKhKd\n")
        run.stdin.flush()
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(list(tmp_path.iterdir())) == 2
        run.send_signal(number)
        assert run.wait(60) == (130 if name == "SIGINT" else -number)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"points.tsv": "old"}


@posix
def test_a_signal_that_is_ignored_or_handled_stays_so(tmp_path):
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with replacing(str(tmp_path / "points.tsv")):
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_file_is_replaced_in_any_thread(tmp_path):
    def write():
        with replacing(str(tmp_path / "points.tsv")) as file:
            file.write(b"new")

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()
    assert (tmp_path / "points.tsv").read_bytes() == b"new"


def in_shell(command: str, folder) -> str:
    """The standard output of a shell command in which $SVARA is svara-eval score."""
    environment = os.environ | {"SVARA": f"{sys.executable} -m svara_eval score"}
    return subprocess.run(
        ["/bin/sh", "-c", command], stdout=subprocess.PIPE, encoding="utf-8", cwd=folder, env=environment, check=True
    ).stdout


@posix
@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="there is no /dev/stdout here")
@pytest.mark.parametrize("output", ["/dev/stdout", "/dev/fd/1", "link", "folder/1"])
def test_output_to_an_open_stream_is_appended_where_the_stream_is(tmp_path, output):
    (tmp_path / "log").write_text("old\n")
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "folder").symlink_to("/dev/fd")
    assert in_shell(f"$SVARA 7cKhKd --output {output}", tmp_path) == "31\t7cKhKd\n"
    in_shell(f"$SVARA 7cKhKd --output {output} >> log; echo end >> log", tmp_path)
    assert (tmp_path / "log").read_text() == "old\n31\t7cKhKd\nend\n"
    in_shell(f"(echo begin; $SVARA 7cKhKd --output {output}; echo end) > log", tmp_path)
    assert (tmp_path / "log").read_text() == "begin\n31\t7cKhKd\nend\n"


@posix
@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="there is no /dev/fd here")
def test_output_to_a_descriptor_of_the_shell_is_written_to_it(tmp_path):
    (tmp_path / "log").write_text("old\n")
    assert in_shell("$SVARA 7cKhKd --output /dev/fd/3 3>> log", tmp_path) == ""
    assert (tmp_path / "log").read_text() == "old\n31\t7cKhKd\n"
    assert in_shell("$SVARA 7cKhKd --output /dev/stderr 2>> log", tmp_path) == ""
    assert (tmp_path / "log").read_text() == "old\n31\t7cKhKd\n31\t7cKhKd\n"


@posix
def test_a_named_pipe_and_a_device_are_written_in_place(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert in_shell("cat pipe & $SVARA 7cKhKd --output pipe; wait", tmp_path) == "31\t7cKhKd\n"
    assert [(path.name, path.is_fifo()) for path in tmp_path.iterdir()] == [("pipe", True)]
    with replacing(os.devnull) as file:
        file.write(b"gone")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


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


def test_a_run_that_fails_leaves_no_file(tmp_path):
    run = subprocess.run(
        [*COMMAND, "--output", tmp_path / "points.tsv"], input=b"7cKhKd\nx\n", capture_output=True, check=False
    )
    assert (run.returncode, list(tmp_path.iterdir())) == (2, [])
    assert run.stderr.startswith(b"svara-eval: line 2: ")


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak memory that Linux counts")
@pytest.mark.parametrize("column", [[], ["--column", "1"]], ids=["lines", "column"])
def test_memory_does_not_grow_with_the_file(tmp_path, column):
    def peak(count: int) -> int:
        file = tmp_path / "hands.txt"
        file.write_bytes(b"7cKhKd\n" * count)
        code = "import resource, sys; from svara_eval._cli import main; main(sys.argv[1:]);"
        code += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        command = [sys.executable, "-c", code, "score", "--file", file, "--output", tmp_path / "out", *column]
        return int(subprocess.run(command, capture_output=True, check=True).stdout)

    assert peak(200_000) < peak(1000) + 4_000


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no /dev/zero here")
@pytest.mark.parametrize("column", [[], ["--column", "1"]], ids=["lines", "column"])
def test_a_file_without_end_or_lines_is_an_error(column):
    run = subprocess.run(
        [*COMMAND, "--file", "/dev/zero", *column], capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    message = "svara-eval: line 1 is longer than 1048576 bytes; this is not text\n"
    assert (run.stdout, run.stderr, run.returncode) == ("", message, 2)


@posix
def test_a_long_file_shows_its_progress_on_a_terminal_but_not_in_a_pipe(tmp_path):
    pytest.importorskip("rich", reason="rich is not installed")
    import pty

    file = tmp_path / "hands.txt"
    file.write_bytes(b"7cKhKd\n" * 200_000)
    code = "import sys; from svara_eval._cli import main, score; score._LONG = 1; sys.exit(main(sys.argv[1:]))"
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
def test_scored_hands_can_be_piped_through_other_tools():
    hands = [format_hand(hand) for hand in ([0, 1, 2], [31, 30, 29])]
    assert scored("\n".join(hands).encode())[0].decode().split() == ["34", *hands[0].split(), "33", *hands[1].split()]
