"""What the project says about itself is true: in the README, the pictures, the API pages and the workflows."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import import_module
from itertools import product

import pytest
from paths import ROOT, TESTS

import draw_hand
import svara_eval
from svara_eval import game, solver

SOURCE = ROOT / "src" / "svara_eval"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_readme_has_one_line_to_set_up_and_one_to_test_which_ci_runs():
    install, test = re.findall(r"```bash\n(.*)\n```", text("README.md"))
    assert [line for line in text("README.md").splitlines() if line.startswith("python3 -m venv")] == [install, test]
    assert text(".ci/run").splitlines().count(test) == 1
    assert "-m pytest" not in install
    assert "-m pytest" in test


def test_ci_runs_every_default_session_of_nox():
    default = re.search(r"^nox.options.sessions = (\[.*?\])", text("noxfile.py"), re.MULTILINE | re.DOTALL)[1]
    run = [name for names in re.findall(r"\bnox -s ([\w ]+)", text(".ci/run")) for name in names.split()]
    assert sorted(run) == sorted(ast.literal_eval(default))


def test_every_figure_of_the_readme_is_in_the_benchmarks():
    figures = re.findall(r"\b\d[\d.]* (?:ns|µs|ms)\b", text("README.md"))
    assert figures == ["22 ns", "0.7 ns"]
    assert {*figures} <= {*re.findall(r"\| ([\d.]+ [nµm]s)\b", text("docs/benchmarks.md"))}


URLS = tomllib.loads(text("pyproject.toml"))["project"]["urls"]
DOCS, SOURCE_TREE = f"{URLS['Documentation']}en/latest/", rf"{URLS['Source']}/(?:blob|tree)/main/"


def test_the_links_of_the_readme_are_absolute_and_lead_to_files_that_exist():
    links = re.findall(r"\]\(([^)\s]+)\)", text("README.md"))
    assert [link for link in links if not link.startswith("https://")] == []
    own = [re.sub(DOCS, "docs/", re.sub(SOURCE_TREE, "", link)) for link in links]
    files = [re.sub(r"^(docs/.*)\.html$", r"\1.md", file) for file in own if not file.startswith("https://")]
    assert len(files) > 10
    assert [file for file in files if not (ROOT / file).exists()] == []


def test_the_picture_of_a_hand_and_the_icon_are_what_the_tool_draws():
    assert {name: text(f"docs/_static/{name}") for name in draw_hand.PICTURES} == draw_hand.PICTURES


def test_the_figures_in_short_are_the_rounded_figures_of_the_tables_below():
    page = text("docs/benchmarks.md")
    short, _, full = page.partition("## How it is measured")
    sources = {
        '`score("7cKhKd")`': r"compact text.*?\| ([\d.]+) \|",
        '`score("7♣ K♥ K♦")`': r"suit symbols.*?\| ([\d.]+) \|",
        "`score((0, 26, 25))`, or three `Card`s": r"tuple of ints.*?\| ([\d.]+) \|",
        "`score_batch`, an array of card numbers": r"\(n, 3\) uint8, over copying.*?\(([\d.]+) ns",
        "`score_batch`, a column of text": r"`S6` array, a million rows, per hand \| ([\d.]+) ns",
        "`odds(hand, 3)`, exact": r"from the odds table.*\| ([\d.]+),",
        "a deal of three players at a table, in plain Python": r"three random players.*\| (\d+) a second",
        "`import svara_eval`, without any third-party package": r"`import svara_eval` \(numpy.*?\| ([\d.]+) ms",
    }
    rows = dict(re.findall(r"^\| (.*) \| ([\d.]+) \S+(?: a hand)? \|$", short, re.MULTILINE))
    assert rows.keys() == sources.keys()
    for what, shown in rows.items():
        measured = float(re.search(sources[what], full)[1])
        if "deal" in what:
            measured = 1000 / measured  # milliseconds a deal
        decimals = len(shown.partition(".")[2])
        assert f"{measured:.{decimals}f}" == shown, what


def test_git_changes_no_line_ends_on_any_system():
    """Git for Windows does, unless it is told not to; digests and comparisons of bytes would then fail."""
    assert "* -text" in text(".gitattributes").splitlines()


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


def test_no_arrow_of_the_picture_of_the_modules_passes_through_a_box(extension):
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


def test_lines_of_code_in_the_pages_fit_into_88_columns():
    code = r"^(`{3,})(?:\w+|\{doctest\}|\{testcode\})\n((?:.*\n)*?)\1$"
    long = {}
    for page in (ROOT / "docs").rglob("*.md"):
        blocks = re.findall(code, page.read_text(encoding="utf-8"), re.MULTILINE)
        lines = [line for _, block in blocks for line in block.expandtabs().splitlines()]
        long[str(page.relative_to(ROOT))] = [line for line in lines if len(line) > 88]
    assert {page: lines for page, lines in long.items() if lines} == {}


# What is public, and what is built ------------------------------------------------------------------------------------


def documented():
    """The names that the API pages describe, each with its module."""
    module = None
    for line in "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").iterdir()).splitlines():
        if found := re.match(r"```\{py:(?:current)?module\} (\S+)", line):
            module = found[1]
            if "current" not in found[0]:
                yield module
        elif found := re.match(r"(?:\.\. auto\w+::|`+\{py:(?:data|function|class|type)\}) (\w+)", line):
            yield f"{module}.{found[1]}"


def public():
    """Every public module, every public name, and the names for annotations."""
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        if "._" not in name:
            yield name
            aliases = re.findall(r"^(\w+): TypeAlias", path.read_text(encoding="utf-8"), re.MULTILINE)
            yield from (f"{name}.{alias}" for alias in aliases if path.stem == "types")
    for package in (svara_eval, game, solver):
        yield from (f"{package.__name__}.{name}" for name in package.__all__)


def test_the_api_pages_describe_every_public_name_and_every_public_module():
    assert {*public()} - {*documented()} == set()


def test_the_compiled_modules_are_the_same_everywhere():
    stubs = {path.stem for path in SOURCE.rglob("*.pyi")}
    assert {path.stem for path in SOURCE.rglob("*.pyx")} == stubs
    assert {name.rpartition(".")[2] for name in re.findall(r'extension\("([\w.]+)"', text("setup.py"))} == stubs


def test_pytest_does_not_start_without_required_compiled_modules(request, monkeypatch):
    conftest = request.config.pluginmanager.get_plugin(str(TESTS / "conftest.py"))
    monkeypatch.setattr(conftest, "MISSING", ["_fast", "_lines"])
    monkeypatch.setenv("SVARA_EVAL_REQUIRE_EXTENSION", "1")
    with pytest.raises(pytest.UsageError, match=r"REQUIRE_EXTENSION is set, but _fast, _lines are not built$"):
        conftest.pytest_configure()
    monkeypatch.setenv("SVARA_EVAL_REQUIRE_EXTENSION", "0")
    conftest.pytest_configure()


def test_the_version_is_the_same_everywhere():
    assert f"\nversion: {svara_eval.__version__}\n" in text("CITATION.cff")
    assert re.search(r"^## ([\d.]+)", text("CHANGELOG.md"), re.MULTILINE)[1] == svara_eval.__version__


# The workflows --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_pin_their_actions_and_have_timeouts(path):
    _, _, jobs = path.read_text(encoding="utf-8").partition("\njobs:")
    actions = re.findall(r"uses: (.*)", jobs)
    assert actions
    for action in actions:
        if action.startswith("./"):  # another workflow, of the same commit; its jobs have their own timeouts
            continue
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
    for job in re.split(r"\n  (?=\w+:\n)", jobs)[1:]:
        if "\n    uses: ./" in job:
            continue
        assert re.search(r"\n    timeout-minutes: \d+\n", job), job
