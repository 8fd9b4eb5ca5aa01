"""Pictures say which question they answer, with labels on their axes, and in words to a screen reader."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="matplotlib is not installed")

from shell import svara_eval

from svara_eval import distribution, odds
from svara_eval._cli import main
from svara_eval._cli.pictures import plot_bars, plot_lines

SVG = "{http://www.w3.org/2000/svg}"


def words(path: Path) -> tuple[str, str, set[str]]:
    """The title, the description and the texts of a picture, which must be labelled with the first two."""
    root = ElementTree.parse(path).getroot()
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.attrib["role"] == "img"
    assert (root.attrib["aria-labelledby"], root.attrib["aria-describedby"]) == (title.get("id"), description.get("id"))
    return title.text, description.text, {text.text for text in root.iter(f"{SVG}text")}


def draw(folder: Path, *arguments: str) -> tuple[str, str, set[str]]:
    assert main([*arguments, "--plot", str(folder / "picture.svg")]) == 0
    return words(folder / "picture.svg")


@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("a.pdf", b"%PDF"), ("a.PNG", b"\x89PNG")])
def test_a_picture_is_of_the_kind_that_its_name_says(tmp_path, name, begins):
    plot_bars(str(tmp_path / name), "title", "name", "size", {"a": 1, "b": 2.5})
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("arguments", "question", "answer"),
    [
        (["7♣ K♥ K♦"], "7♣ K♥ K♦ against 1 unknown opponent", odds("7♣ K♥ K♦")),
        (
            ["AsAdTc", "--opponents", "2", "--dead", "7c 9d"],
            "AsAdTc against 2 unknown opponents; dead cards 7c 9d",
            odds("AsAdTc", 2, dead="7c 9d"),
        ),
        (
            ["As", "Ad", "Tc", "--opponents", "any", "QcJc8d|QdJd8c"],
            "As Ad Tc against 2 opponents (any, QcJc8d|QdJd8c)",
            odds("AsAdTc", ["any", ["QcJc8d", "QdJd8c"]]),
        ),
    ],
)
def test_the_picture_of_odds_says_the_question_and_the_answer(tmp_path, arguments, question, answer):
    title, description, texts = draw(tmp_path, "odds", *arguments)
    outcomes = ["win", *(f"tie with {others}" for others in range(1, len(answer.counts) - 1)), "lose"]
    labels = [f"{count / answer.deals:.4g}" for count in answer.counts]
    assert title == f"{question}\n{answer}"
    assert title.endswith(", exact")
    assert description == "probability by outcome: " + "; ".join(map("{}: {}".format, outcomes, labels))
    assert {question, str(answer), "outcome", "probability", *outcomes, *labels} <= texts


@pytest.mark.compiled
def test_the_picture_of_simulated_odds_is_marked_as_simulated(tmp_path):
    title, _, _ = draw(tmp_path, "odds", "AsAdTc", "--simulate", "--trials", "1000", "--seed", "1")
    assert title == f"AsAdTc against 1 unknown opponent\n{odds('AsAdTc', exact=False, trials=1000, rng=1)}"
    assert title.endswith(" after 1,000 random deals")


@pytest.mark.compiled
def test_each_number_of_opponents_is_a_place_on_the_lines_of_win_tie_and_equity(tmp_path):
    title, description, texts = draw(tmp_path, "odds", "AsAdTc", "--each", "1-9", "--dead", "7c")
    found = {number: odds("AsAdTc", number, dead="7c") for number in range(1, 10)}
    assert title == "AsAdTc against 1 to 9 unknown opponents; dead cards 7c\nexact"
    assert description == "probability (equity: share of the pot) by opponents: " + "; ".join(
        f"{name} " + ", ".join(f"{getattr(each, name):.4g} at {number}" for number, each in found.items())
        for name in ("win", "tie", "equity")
    )
    assert {*title.splitlines(), "win", "tie", "equity", "opponents", *map(str, range(1, 10))} <= texts


def test_the_equity_of_each_number_of_points_is_a_line(tmp_path):
    title, description, texts = draw(tmp_path, "odds", "--each", "points", "--opponents", "20+", "--dead", "7d", "7h")
    found = {points: odds(str(points), ["20+"], dead="7d 7h") for points in distribution() if points != 34}
    assert title == "each number of points against 1 opponent (20+); dead cards 7d 7h\nexact"
    assert "equity " + ", ".join(f"{each.equity:.4g} at {points}" for points, each in found.items()) in description
    assert {"points", "win", "tie", "equity", *map(str, found)} <= texts
    assert "34" not in texts  # three sevens cannot be dealt
    rows = svara_eval("odds", "--each", "points", "--opponents", "20+", "--dead", "7d", "7h").stdout.splitlines()
    assert rows == [
        f"{points}\t{each.win:.6f}\t{each.tie:.6f}\t{each.lose:.6f}\t{each.equity:.6f}"
        for points, each in found.items()
    ]


@pytest.mark.compiled
def test_each_number_of_opponents_may_be_simulated(tmp_path):
    simulated = ("--simulate", "--trials", "1000", "--seed", "1")
    title, _, _ = draw(tmp_path, "odds", "AsAdTc", "--each", "2-3", *simulated)
    assert title == "AsAdTc against 2 to 3 unknown opponents\nafter 1,000 random deals each"


def test_each_number_of_opponents_is_a_row_or_an_object():
    run = svara_eval("odds", "AsAdTc", "--each", "3-5")
    found = {number: odds("AsAdTc", number) for number in (3, 4, 5)}
    assert run.stdout == "".join(
        f"{number}\t{each.win:.6f}\t{each.tie:.6f}\t{each.lose:.6f}\t{each.equity:.6f}\n"
        for number, each in found.items()
    )
    run = svara_eval("odds", "AsAdTc", "--each", "3-5", "--json")
    objects = [*map(json.loads, run.stdout.splitlines())]
    assert [(each["opponents"], each["equity"]) for each in objects] == [
        (number, each.equity) for number, each in found.items()
    ]


def test_the_picture_of_the_table_has_every_total_and_its_count(tmp_path):
    title, description, texts = draw(tmp_path, "table")
    assert title == "How many of the 4960 hands of Svara score each total"
    assert description == "hands by points: " + "; ".join(
        f"{total}: {hands}" for total, hands in distribution().items()
    )
    assert {title, "points", "hands", *map(str, distribution()), *map(str, distribution().values())} <= texts


@pytest.mark.parametrize("name", ["hands.txt", "$a$_b.txt", "[red]x & <y>.txt", "牌.txt"])
def test_the_picture_of_a_summary_names_the_file_as_it_is_called(tmp_path, name):
    (tmp_path / name).write_text("7cKhKd\nAsAdTc\n" * 100_000)
    title, description, texts = draw(tmp_path, "score", "--summary", "--file", str(tmp_path / name))
    assert title == f"Points of 200000 hands in {tmp_path / name}"
    assert "; 22: 100000; 23: 0; " in description
    assert {"points", "hands", "22", "100000"} <= texts


def test_a_title_that_is_too_long_is_cut_short(tmp_path):
    plot_lines(str(tmp_path / "a.svg"), "hands " * 1000, "x", "y", [1, 2], {"a": [0.5, 1.0]})
    title, description, texts = words(tmp_path / "a.svg")
    assert (title, description) == ("hands " * 1000, "y by x: a 0.5 at 1, 1 at 2")
    assert max(map(len, texts)) <= 110
    assert any(text.endswith(" …") for text in texts)


def test_options_that_exclude_each_other_are_refused(capsys):
    with pytest.raises(SystemExit):
        main(["odds", "AsAdTc", "--plot", "x.png", "--json"])
    assert "not allowed with argument" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["3", "0-2", "1-10", "5-2", "1-", "-", "a-b", "1-2-3"])
def test_numbers_of_opponents_are_a_range_within_1_to_9(capsys, wrong):
    with pytest.raises(SystemExit):
        main(["odds", "AsAdTc", f"--each={wrong}"])
    message = f"argument --each: must be numbers of opponents like 1-9, or points, not {wrong!r}\n"
    assert capsys.readouterr().err.endswith(message)
