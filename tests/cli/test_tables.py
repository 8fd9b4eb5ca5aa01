"""CSV tables as people have them, at the shell: cards in three columns, other delimiters, bad rows, packed files."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
from io import BytesIO

import pytest
from shell import svara_eval

from svara_eval import SvaraError, all_hands
from svara_eval._cli import lines, main
from svara_eval._cli.columns import score_columns
from svara_eval._cli.tally import Tally


def scored(text: str, columns: str, errors: str = "raise", **options) -> tuple[str, list[str]]:
    """Return the output and the reports."""
    written, reports = [], []
    score_columns(BytesIO(text.encode()), written.append, columns, Tally(errors, reports.append), **options)
    return b"".join(written).decode(), reports


def refusal(text: str, columns: str, **options) -> str:
    with pytest.raises(SvaraError) as caught:
        scored(text, columns, **options)
    return str(caught.value)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("first", ["", "\ufeff"])
def test_three_columns_of_cards_are_one_hand_per_row(golden, mark, end, first):
    rows = [("who", "c3", "c1", "note", "c2")]
    rows += [
        (f"n{number}", line.codes[2], line.codes[0], f'"a{mark}b"', line.codes[1]) for number, line in enumerate(golden)
    ]
    text = "".join(mark.join(row) + end for row in rows)
    points = ["points", *(line.points for line in golden)]
    expected = "".join(mark.join(row) + f"{mark}{value}{end}" for row, value in zip(rows, points, strict=True))
    assert scored(first + text, "c1,c2,c3") == (first + expected, [])
    assert scored(first + text, "3,5,2", header=True) == (first + expected, [])
    assert scored(first + "".join(text.splitlines(keepends=True)[1:]), "3,5,2") == (
        first + "".join(expected.splitlines(keepends=True)[1:]),
        [],
    )


@pytest.mark.parametrize(
    ("text", "columns", "options", "cell"),
    [
        ("име;ръка\nАна;7с Дп Д♦\n", "ръка", {}, ";31"),
        ('"who, when"\thand\nAna\t7c Kh Kd\n', "hand", {}, "\t31"),
        ('"a;b",hand\nAna,7c Kh Kd\n', "hand", {}, ",31"),
        ('"a ""b; c"" d",hand\nAna,7c Kh Kd\n', "hand", {}, ",31"),
        ("size;5\" disk;hand;7\" disk\n1;2;7c Kh Kd;3\n", "hand", {}, ";31"),
        ("Ana;7c,Kh,Kd\n", "2", {}, ";31"),
        ("7c Kh Kd\n", "1", {}, ",31"),
        ("who|hand\nAna|7c;Kh;Kd\n", "hand", {"delimiter": "|"}, "|31"),
        ("a;b,hand\n1;2,7c Kh Kd\n", "hand", {"delimiter": ","}, ",31"),
        ("who·hand\nAna·7c Kh Kd\n", "hand", {"delimiter": "·"}, "·31"),
        ("c1, c2, c3\n7c, Kh, Kd\n", "c1,c2,c3", {}, ",31"),
        ("c1,c2,c3\n7c,Kh,Kd\n", " c1, c2, c3", {}, ",31"),
        ('"last, first",hand\nA,7c Kh Kd\n', "hand", {}, ",31"),
        ('who,"hand, dealt"\nA,7c Kh Kd\n', '"hand, dealt"', {}, ",31"),
        ('who,"a ""b"", c"\nA,7c Kh Kd\n', '"a ""b"", c"', {}, ",31"),
        ('"a,1","a,2","a,3"\n7c,Kh,Kd\n', '"a,1","a,2","a,3"', {}, ",31"),
        ("0,1,2\n7c,Kh,Kd\n", '"0","1","2"', {}, ",31"),
        (",hand\n0,7c Kh Kd\n", "hand", {}, ",31"),
    ],
)  # fmt: skip
def test_the_columns_are_found(text, columns, options, cell):
    written, reports = scored(text, columns, **options)
    assert (written.splitlines()[-1], reports) == (text.splitlines()[-1] + cell, [])


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            "c1,c2",
            "--column takes the column of the hands or the three of their cards, not 2 ('c1,c2'); "
            "a name with a comma is written in quotes",
        ),
        (
            "1,2,3,4",
            "--column takes the column of the hands or the three of their cards, not 4 ('1,2,3,4'); "
            "a name with a comma is written in quotes",
        ),
        (
            '"a"b,c',
            "--column '\"a\"b,c': quotes do not match (',' expected after '\"'); "
            "a name with a comma is written in quotes",
        ),
        ("1,2,0", "--column must be a name, or a number from 1 to 999999999, not '0'"),
        ("c1,c2,c4", "there is no column 'c4'; the names are 'c1', 'c2', 'c3'"),
        ("c1,c2,3", "there is no column '3'; the names are 'c1', 'c2', 'c3'"),
    ],
)
def test_columns_that_are_not_there_are_refused(columns, message):
    assert refusal("c1,c2,c3\n7c,Kh,Kd\n", columns) == message


CARDS = "who;c1;c2;c3\nAna;7c;Kh;Kd\nBo;7c;Kh;Kh\nCy;;Kh;Kd\nDi;7c;Kh\nEd;7c;Kh;6d\n\nFay;As;Ad;Tc\n"
REASONS = [
    "line 3 ('7c', 'Kh', 'Kh'): K♥ is given twice (card 2 and card 3 of 7♣ K♥ K♥); each card exists once",
    "line 4 ('', 'Kh', 'Kd'): card 1: '' is not a card; a card is a rank and a suit, like 'K♥'",
    "line 5 ('Di', '7c', 'Kh'): the row has only 3 cells; column 'c3' is missing",
    "line 6 ('7c', 'Kh', '6d'): card 3: position 0 of '6d': '6' is not in the deck; the deck is 7 to A",
]


def test_a_bad_row_is_reported_with_its_line_its_cells_and_the_reason():
    good = "who;c1;c2;c3;points\nAna;7c;Kh;Kd;31\n{}Fay;As;Ad;Tc;22\n"
    bad = "Bo;7c;Kh;Kh;0\nCy;;Kh;Kd;0\nDi;7c;Kh;;0\nEd;7c;Kh;6d;0\n"
    assert scored(CARDS, "c1,c2,c3", "skip") == (good.format(""), REASONS)
    assert scored(CARDS, "c1,c2,c3", "coerce") == (good.format(bad), REASONS)
    assert refusal(CARDS, "c1,c2,c3") == REASONS[0]


@pytest.mark.parametrize("arguments", [[], ["--column", "1"]], ids=["lines", "column"])
@pytest.mark.parametrize(("errors", "done"), [("skip", "left out"), ("coerce", "scored 0")])
@pytest.mark.parametrize("bad", [20, 5000])
def test_at_most_twenty_bad_lines_are_reported_and_all_are_counted(arguments, errors, done, bad):
    run = svara_eval("score", "--errors", errors, *arguments, given="7cKhKd\n" + "7cKh\n" * bad + "AsAdTc\n")
    *reports, last = run.stderr.splitlines()
    assert reports == [
        f"svara-eval: line {line}: a hand is three cards, not 2 ('7cKh')" for line in range(2, 2 + min(bad, 20))
    ]
    assert last == f"svara-eval: bad lines {done}: {bad}" + (", of which 20 are listed" if bad > 20 else "")
    assert len(run.stdout.splitlines()) == 2 + bad * (errors == "coerce")


KINDS = {
    ("7c", "Kh", "Kh"): "K♥ is given twice (card 2 and card 3 of 7♣ K♥ K♥); each card exists once",
    ("7c", "", "Kd"): "card 2: '' is not a card; a card is a rank and a suit, like 'K♥'",
    ("7c", "Kh", "6d"): "card 3: position 0 of '6d': '6' is not in the deck; the deck is 7 to A",
    ("7c", "K", "Kd"): "card 2: position 0 of 'K': 'K' has no suit; suits are c d h s or ♣ ♦ ♥ ♠",
    ("7c", "Kh"): "the row has only 2 cells; column 'c3' is missing",
}


@pytest.mark.parametrize("rows", [20_000, pytest.param(1_000_000, marks=pytest.mark.proof)])
def test_fifty_bad_rows_of_five_kinds_are_found_each_with_its_reason(tmp_path, rows):
    good = [",".join(card.code for card in hand) for hand in all_hands()]
    table = [good[row % 4960] for row in range(rows)]
    planted = {rows // 60 * (number + 1) + place: kind for number in range(10) for place, kind in enumerate(KINDS)}
    for row, kind in planted.items():
        table[row] = ",".join(kind)
    file = tmp_path / "cards.csv"
    file.write_text("\n".join(["c1,c2,c3", *table, ""]), encoding="utf-8")
    run = svara_eval("score", "--file", file, "--column", "c1,c2,c3", "--errors", "coerce", "--json")
    found = {row: line for row, line in enumerate(map(json.loads, run.stdout.splitlines())) if line["points"] == 0}
    assert {row: line["error"] for row, line in found.items()} == {row: KINDS[kind] for row, kind in planted.items()}
    *reports, last = run.stderr.splitlines()
    expected = [f"svara-eval: line {row + 2} {kind!r}: {KINDS[kind]}" for row, kind in planted.items()]
    assert (len(planted), reports) == (50, expected[:20])
    assert last == "svara-eval: bad lines scored 0: 50, of which 20 are listed"


def test_rows_are_objects_by_the_names_of_the_columns_or_their_numbers():
    assert [*map(json.loads, scored(CARDS, "c1,c2,c3", "skip", json=True)[0].splitlines())] == [
        {"who": "Ana", "c1": "7c", "c2": "Kh", "c3": "Kd", "points": 31},
        {"who": "Fay", "c1": "As", "c2": "Ad", "c3": "Tc", "points": 22},
    ]
    table = 'hand,name\n7cKhKd,"Ю, ""я"""\n7c\nAsAdTc,x,more\n'
    assert [*map(json.loads, scored(table, "hand", "coerce", json=True, name="worth")[0].splitlines())] == [
        {"hand": "7cKhKd", "name": 'Ю, "я"', "worth": 31},
        {"hand": "7c", "worth": 0, "error": "a hand is three cards, not 1 ('7c')"},
        {"hand": "AsAdTc", "name": "x", "3": "more", "worth": 22},
    ]
    assert json.loads(scored("Ana;7cKhKd\n", "2", json=True)[0]) == {"1": "Ana", "2": "7cKhKd", "points": 31}


def test_a_json_object_has_one_value_per_name():
    assert refusal("a,a,hand\n", "hand", json=True) == "2 columns would be named 'a'; JSON needs different names"
    assert refusal("error,hand\n", "hand", json=True) == "2 columns would be named 'error'; JSON needs different names"


TEXT = "7cKhKd\n# fine\nAs Ad 10c\n7♥ 8♦ 8♠\n".encode()
POINTS = "31\t7cKhKd\n22\tAs Ad 10c\n8\t7♥ 8♦ 8♠\n"


@pytest.mark.parametrize(
    "packed", [gzip.compress(TEXT), gzip.compress(TEXT[:5]) + gzip.compress(TEXT[5:])], ids=["whole", "in parts"]
)
def test_a_packed_file_is_read_as_it_is_whatever_its_name(tmp_path, packed):
    file = tmp_path / "hands"
    file.write_bytes(packed)
    assert svara_eval("score", "--file", file).stdout == POINTS
    assert svara_eval("score", given=packed).stdout == POINTS
    assert svara_eval("score", "--file", "-", given=packed).stdout == POINTS


def test_a_file_is_packed_if_its_name_says_so_and_always_in_the_same_way(tmp_path):
    for name in ("points.gz", "again.GZ"):
        assert svara_eval("score", "--output", tmp_path / name, given=TEXT).returncode == 0
    assert gzip.decompress((tmp_path / "points.gz").read_bytes()).decode() == POINTS
    assert (tmp_path / "points.gz").read_bytes() == (tmp_path / "again.GZ").read_bytes()


PACKED = gzip.compress(b"7cKhKd\n" * 50 + b"AsAdTc\n" * 50)


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        (PACKED[:-9], "Compressed file ended before the end-of-stream marker was reached"),
        (PACKED[:2], "Compressed file ended before the end-of-stream marker was reached"),
        (PACKED[:-8] + bytes(8), "CRC check failed"),
        (PACKED[:10] + b"\xff" + PACKED[11:], "Error -3 while decompressing data"),
        (PACKED + b"more", "Not a gzipped file (b'mo')"),
    ],
    ids=["no end", "only a beginning", "other points", "no deflate", "more after it"],
)
def test_a_damaged_packed_file_is_an_error_and_leaves_no_output(tmp_path, packed, message):
    file = tmp_path / "hands.gz"
    file.write_bytes(packed)
    run = svara_eval("score", "--file", file, "--output", tmp_path / "out")
    assert run.stderr.startswith(f"svara-eval: the gzip file is damaged: {message}")
    assert (run.returncode, run.stderr.count("\n"), [*tmp_path.iterdir()]) == (2, 1, [file])


@pytest.fixture(params=["python", pytest.param("cython", marks=pytest.mark.compiled)])
def loop(request, monkeypatch):
    """Each of the two loops over lines, in turn."""
    monkeypatch.setattr(lines, "_lines", lines.compiled("_cli._lines") if request.param == "cython" else None)


@pytest.mark.usefixtures("loop")
@pytest.mark.parametrize("errors", ["skip", "coerce"])
def test_the_tally_of_a_file_has_each_hand_by_its_points(golden, errors):
    hands = [hand for line in golden for hand in ("".join(line.codes), line.hand)]
    tally = Tally(errors, lambda _: None)
    lines.score_lines(BytesIO("\n".join([*hands, "# 7cKhKd", *["x"] * 50]).encode()), lambda _: None, tally)
    expected = [50, *(2 * sum(line.points == points for line in golden) for points in range(1, 35))]
    assert tally.counts == expected


@pytest.mark.parametrize("arguments", [[], ["--column", "1"]], ids=["lines", "column"])
def test_a_summary_has_each_total_with_its_count_and_share(golden, arguments):
    given = "\n".join(["".join(line.codes) for line in golden])
    counts = {points: sum(line.points == points for line in golden) for points in range(8, 35)}
    run = svara_eval("score", "--summary", *arguments, given=given)
    totals = [(points, count) for points, count in counts.items() if count]
    assert run.stdout == "".join(f"{points}\t{count}\t{count / 4960:.6f}\n" for points, count in totals)
    run = svara_eval("score", "--summary", "--json", *arguments, given=given)
    assert [*map(json.loads, run.stdout.splitlines())] == [
        {"points": points, "count": count, "share": count / 4960} for points, count in totals
    ]


def test_a_summary_has_the_bad_lines_only_if_they_score_0():
    for errors, first in (("skip", "8\t0\t0.000000"), ("coerce", "0\t1\t0.333333")):
        run = svara_eval("score", "7cKhKd", "AsAdTc", "7c 7c Kd", "--summary", "--errors", errors)
        assert run.stdout.splitlines()[0] == first
        assert run.stderr.splitlines()[0].startswith("svara-eval: hand 3: 7♣ is given twice")
    run = svara_eval("score", "--summary", given="")
    assert run.stdout.splitlines()[-1] == "34\t0\t0.000000"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--delimiter", ";"], "--delimiter needs --column; other files have no columns"),
        (
            ["--summary", "--output", "x"],
            "--summary prints a table instead of the points; --output is for the points",
        ),
        (["--plot", "x.png"], "--plot needs --summary; it draws that table"),
        (
            ["--plot", "x.doc", "--summary"],
            "--plot 'x.doc': the name of a picture must end in .png, .svg or .pdf",
        ),
        (
            ["--column", "1,2,3", "--name", "worth"],
            "--name needs --column with a name, or --header; other files have no column names",
        ),
    ],
)
def test_options_that_do_not_go_together_are_refused(arguments, message):
    run = svara_eval("score", *arguments)
    assert (run.stdout, run.stderr, run.returncode) == ("", f"svara-eval: {message}\n", 2)


@pytest.mark.parametrize("mark", ["", ";;", '"', "\n", "\r"])
def test_a_delimiter_is_one_character(capsys, mark):
    with pytest.raises(SystemExit):
        main(["score", "--column", "1", "--delimiter", mark])
    assert capsys.readouterr().err.endswith(
        f"argument --delimiter: must be 'tab' or one character other than a quote or line break, not {mark!r}\n"
    )


def test_a_tab_has_a_name():
    assert svara_eval("score", "--column", "2", "--delimiter", "tab", given="a,b\t7c,Kh,Kd\n").stdout == (
        "a,b\t7c,Kh,Kd\t31\n"
    )


def test_a_line_of_excel_sets_the_delimiter_and_is_kept():
    for line in ("sep=|\r\n", "SEP=|\n", '"sep=|"\n'):
        assert scored(f"\ufeff{line}who|hand\nAna|7c,Kh,Kd\n", "hand") == (
            f"\ufeff{line}who|hand|points\nAna|7c,Kh,Kd|31\n",
            [],
        )
    assert scored("sep=;\n7c;Kh\n7cKhKd;x\n", "1", "skip") == (
        "sep=;\n7cKhKd;x;31\n",
        ["line 2: a hand is three cards, not 1 ('7c')"],
    )
    assert json.loads(scored("\ufeffsep=;\nhand;who\n7cKhKd;x\n", "hand", json=True)[0]) == {
        "hand": "7cKhKd", "who": "x", "points": 31,
    }  # fmt: skip


def test_a_byte_order_mark_is_kept_even_if_the_first_row_is_left_out():
    assert scored("\ufeffx\n7cKhKd\n", "1", "skip")[0] == "\ufeff7cKhKd,31\n"


def test_a_column_may_be_chosen_by_its_number_where_the_first_row_has_names():
    text = "hand,hand\n7cKh,7cKhKd\n"
    assert scored(text, "2", header=True) == ("hand,hand,points\n7cKh,7cKhKd,31\n", [])
    assert refusal(text, "hand") == "2 columns are named 'hand'; choose one by its number: --column 1 --header"
    run = svara_eval("score", "--column", "2", "--header", "--name", "worth", given=text)
    assert run.stdout == "hand,hand,worth\n7cKh,7cKhKd,31\n"


@pytest.mark.parametrize(
    ("first", "columns", "use"),
    [
        ("who,K1,K2,K3", "2,3,4", "K1,K2,K3"),
        ("who,card 1,card 2,card 3", "2,3,4", '"card 1,card 2,card 3"'),
        ('who,"a, b"', "2", "'\"a, b\"'"),
        ("who,Account", "2", "Account"),
        ("who,7c Kh", "2", None),
        ("who,10x,Kh,Kd", "2,3,4", None),
        ("who,1", "2", None),
        ("who,", "2", None),
    ],
)
def test_a_first_row_of_names_is_recognized_where_columns_are_numbers(first, columns, use):
    """A first row with a card or an empty cell is a bad row like any other."""
    hint = f"; if the first row contains names, use --column {use} or add --header"
    text = f"{first}\nAna,7cKhKd,x,x\nBo,x,x,x\n"
    assert refusal(text, columns).endswith(hint) == (use is not None)
    reports = scored(text, columns, "skip")[1]
    assert [report.endswith(hint) for report in reports] == [use is not None] + [False] * (len(reports) - 1)


@pytest.mark.parametrize(
    ("text", "columns", "mark"),
    [
        ("who|hand\nAna|7cKhKd\n", "hand", "|"),
        ("Ana|7cKhKd\n", "2", "|"),
        ("who|hand,note\nAna|7cKhKd,x\n", "hand", None),
        ("who\n", "hand", None),
    ],
)
def test_another_delimiter_is_suggested_where_there_is_a_single_column(text, columns, mark):
    hint = f"; if '{mark}' separates the columns, use --delimiter '{mark}'"
    assert (hint in refusal(text, columns)) == (mark is not None)
    assert "--delimiter" not in refusal(text, columns) or mark


def test_the_reason_of_each_bad_row_is_a_column_on_request():
    reasons = [reason.split(": ", 1)[1] for reason in REASONS]
    written, reports = scored(CARDS, "c1,c2,c3", "coerce", reasons=True)
    rows = [line.split(";", 5) for line in written.splitlines()]
    assert reports == REASONS
    assert rows[0] == ["who", "c1", "c2", "c3", "points", "error"]
    assert rows[1] == ["Ana", "7c", "Kh", "Kd", "31", ""]
    assert [row[5].strip('"').replace('""', '"') for row in rows[2:6]] == reasons
    assert scored("7cKhKd,x\n7c,y\n", "1", "coerce", reasons=True)[0] == (
        "7cKhKd,x,31,\n7c,y,0,\"a hand is three cards, not 1 ('7c')\"\n"
    )
    taken = "there is a column 'error' already; --reasons adds another"
    assert refusal("hand,error\n", "hand", errors="coerce", reasons=True) == taken
    assert refusal("hand\n", "hand", errors="coerce", reasons=True, name="error") == taken


@pytest.mark.parametrize(
    "arguments", [["--column", "1"], ["--errors", "coerce"], ["--column", "1", "--errors", "skip"]]
)
def test_reasons_need_a_column_and_rows_that_are_kept(arguments):
    run = svara_eval("score", "--reasons", *arguments)
    message = "--reasons needs --column and --errors coerce, which keeps the rows that are not hands"
    assert (run.stdout, run.stderr, run.returncode) == ("", f"svara-eval: {message}\n", 2)


@pytest.mark.parametrize(
    ("text", "suspected"),
    [
        ("who,hand\nAna,7c Kh Kd\n", True),
        ("Ana;7c Kh Kd\n", True),
        ("\ufeffwho\thand\n", True),
        ("who hand\n", False),
        ("7c, Kh, 6d\n", False),
        ("7cKhKd\nwho,hand\n", False),
    ],
)
def test_a_csv_file_read_as_lines_is_recognized_at_its_first_line(text, suspected):
    run = svara_eval("score", given=text)
    assert run.stderr.endswith("; if this is a CSV file, use --column\n") == suspected


OTHER_FILES = {
    "deals.xlsx": (b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml", "a spreadsheet; export it as CSV"),
    "deals.zip": (b"PK\x03\x04" + bytes(26) + b"hands.txt", "a zip archive; unpack it first"),
    "deals.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook; export it as CSV"),
    "hands.xz": (lzma.compress(b"7cKhKd\n"), "compressed with xz; unpack it first"),
    "hands.bz2": (bz2.compress(b"7cKhKd\n"), "compressed with bzip2; unpack it first"),
    "hands.zst": (b"\x28\xb5\x2f\xfd", "compressed with zstd; unpack it first"),
    "hands.parquet": (b"PAR1\x15\x04", "a Parquet file; export it as CSV"),
    "hands.arrow": (b"ARROW1\0\0", "an Arrow file; export it as CSV"),
}


@pytest.mark.parametrize(("name", "start", "kind"), [(name, *rest) for name, rest in OTHER_FILES.items()])
def test_the_error_for_a_file_that_is_not_text_names_its_kind(tmp_path, name, start, kind):
    (tmp_path / name).write_bytes(start + bytes(600))
    run = svara_eval("score", "--file", tmp_path / name, "--errors", "skip")
    assert (run.stdout, run.stderr, run.returncode) == ("", f"svara-eval: {str(tmp_path / name)!r} is {kind}\n", 2)
    assert svara_eval("score", given=start).stderr == f"svara-eval: standard input is {kind}\n"


def test_a_real_archive_is_recognized(tmp_path):
    with zipfile.ZipFile(tmp_path / "book.xlsx", "w") as book:
        book.writestr("[Content_Types].xml", "<Types/>")
    assert svara_eval("score", "--file", tmp_path / "book.xlsx").stderr.endswith("is a spreadsheet; export it as CSV\n")


def test_text_that_begins_like_another_file_is_read():
    assert svara_eval("score", "--column", "hand", given="PAR1,hand\n1,7cKhKd\n").stdout.endswith("31\n")
    assert svara_eval("score", "--column", "hand", given="PK,hand\n1,7cKhKd\n").stdout.endswith("31\n")
