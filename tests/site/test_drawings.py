"""What the site draws: the picture of a hand, the picture of the modules, and what the extensions make of a page."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import product

import pytest
from paths import ROOT

import draw_hand

SOURCE = ROOT / "src" / "svara_eval"


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_picture_of_a_hand_and_the_icon_are_what_the_tool_draws():
    assert {name: text(f"docs/_static/{name}") for name in draw_hand.PICTURES} == draw_hand.PICTURES


# The picture of the modules -------------------------------------------------------------------------------------------


def top_of(module):
    """The name of a module directly under ``svara_eval``, or ``svara_eval`` for the package itself."""
    return module.removeprefix("svara_eval").lstrip(".").partition(".")[0] or "svara_eval"


def imports():
    """Every pair of importer and imported module, in Python and Cython, apart from imports for annotations."""
    modules = {path.name.partition(".")[0] for path in SOURCE.iterdir() if path.suffix != ".pxd"}
    for path in [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.pyx")]:
        source = re.sub(r"(?m)^if TYPE_CHECKING:\n(?:    .*\n|\n)+", "", path.read_text(encoding="utf-8"))
        top = path.relative_to(SOURCE).parts[0].partition(".")[0]
        importer = {"__init__": "svara_eval", "__main__": "_cli"}.get(top, top)
        for module, names in re.findall(r"^ *from (svara_eval[\w.]*) import \(?([\w, ]*)", source, re.MULTILINE):
            inside = {name for name in names.split(", ") if module == "svara_eval" and name in modules}
            for imported in inside or {top_of(module)}:
                yield importer, imported


def test_the_picture_of_the_modules_shows_every_import():
    picture = re.search(r"```mermaid\n(.*?)```", text("docs/architecture.md"), re.DOTALL)[1]
    boxes = {box: set(label.split(", ")) for box, label in re.findall(r'(\w+)\["(.*?)<br/>', picture)}
    below = {box: {box} for box in boxes}
    for above, under in reversed(re.findall(r"(\w+) --> (\w+)", picture)):
        below[above] |= below[under]
    allowed = {pair for box in boxes for under in below[box] for pair in product(boxes[box], boxes[under])}
    found = {(module, other) for module, other in imports() if module != other}
    assert found - allowed == set()
    assert {module for pair in found for module in pair} <= set().union(*boxes.values())


@pytest.fixture
def extension(monkeypatch):
    """Loads an extension of the site by its name."""
    pytest.importorskip("docutils", reason="docutils, on which the extensions of the site stand, is not installed")
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "extensions"))
    return import_module


FLOWCHART = """flowchart TD
    a["one<br/>first"]
    b["two<br/>second"]
    c["three<br/>third"]
    a --> b
    a --> c
"""


def test_a_box_in_a_picture_stands_one_row_below_the_box_that_points_to_it(extension):
    drawn = extension("mermaid").svg(FLOWCHART)
    boxes = re.findall(r'<rect x="(\d+)" y="(\d+)"', drawn)
    (x1, y1), (x2, y2), (x3, y3) = ((int(x), int(y)) for x, y in boxes)
    assert x1 == x2 < x3
    assert y1 < y2 == y3
    assert re.findall(r">(\w+)</text>", drawn) == ["one", "first", "two", "second", "three", "third"]
    assert drawn.count("marker-end") == 2


def test_arrows_between_modules_pass_through_no_box(extension):
    drawn = extension("mermaid").svg(re.search(r"```mermaid\n(.*?)```", text("docs/architecture.md"), re.DOTALL)[1])
    boxes = [[*map(int, box)] for box in re.findall(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', drawn)]
    arrows = re.findall(r'<path d="M(\d+) (\d+)([^"]*)" marker-end', drawn)
    for x, y, turns in arrows:
        at = [int(x), int(y)]
        for turn, number in re.findall(r"([HVv])(\d+)", turns):
            start, axis = [*at], "HV".index(turn.upper())
            at[axis] = int(number) + (at[axis] if turn == "v" else 0)
            (left, right), (top, bottom) = (sorted(pair) for pair in zip(start, at, strict=True))
            for box_x, box_y, width, height in boxes:
                beside = right <= box_x or left >= box_x + width
                assert beside or bottom <= box_y or top >= box_y + height, (start, at)
    assert len(arrows) > len(boxes)


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<p>7♣ K♥</p>", '<p>7♣ K<span class="red">♥</span></p>'),
        ("<p>❤️ and ♦</p>", '<p><span class="red">❤️</span> and <span class="red">♦</span></p>'),
        ('<a title="K♥">K</a><svg><text>K♥</text></svg>', '<a title="K♥">K</a><svg><text>K♥</text></svg>'),
    ],
)
def test_hearts_and_diamonds_of_a_page_are_red_but_tags_and_drawings_stay(html, shown, extension):
    assert extension("pages").red_suits(html) == shown


def test_a_long_name_in_a_page_may_break_inside_code_only(extension):
    html = '<p>a_name_of_a_text <code class="x.y"><span>three_of_a_kind</span> score_batch 0.5</code></p>'
    broken = html.replace("three_of_a_kind", "three_<wbr>of_<wbr>a_<wbr>kind")
    assert extension("pages").breakable_code(html) == broken
