"""The examples in the README and in every docstring run, and every public name is documented."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from paths import ROOT

import svara_eval
from svara_eval import BACKEND, SvaraError, envs, game, solver

README = ROOT / "README.md"
DOCS = README.parent / "docs"
COMPILED = [
    "_fast",
    "_arrays._arrow",
    "_arrays._columns",
    "_arrays._deals",
    "_cli._lines",
    "_odds._counting",
    "_odds._simulation",
    "envs._play",
]
# Modules with examples that only the compiled backend can run.
NEED_COMPILED = [
    "_arrays.deals",
    "_odds.counting",
    "_odds.many",
    "_odds.question",
    "_odds.simulation",
    "envs._deals",
    "envs._policies",
]
# Modules built on another library. Their examples run where it is installed.
NEED_LIBRARY = {
    "envs.svara_v0": "pettingzoo",
    "envs.spiel": "pyspiel",
    "_pyinstaller.hook-svara_eval": "PyInstaller",
}
MODULES = {module.name.partition(".")[2] for module in pkgutil.walk_packages(svara_eval.__path__, "svara_eval.")}
MODULES = {"__init__": False} | {
    name: name in (*COMPILED, *NEED_COMPILED)
    for name in sorted(MODULES.union(COMPILED) - {"__main__"})
    if (BACKEND == "cython" or name not in NEED_COMPILED) and find_spec(NEED_LIBRARY.get(name, "svara_eval"))
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.compiled] * needed) for name, needed in MODULES.items()]
)
def test_the_examples_in_docstrings_print_what_they_show(name):
    assert doctest.testmod(importlib.import_module(f"svara_eval.{name}".removesuffix(".__init__"))).failed == 0


def test_the_readme_prints_what_it_shows():
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 5


def sessions(page: Path) -> list[tuple[str, str]]:
    """The commands in the console blocks of a page, each with the output shown."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [
        (command, shown)
        for block in blocks
        for command, shown in re.findall(r"^\$ (.*)\n((?:[^$\n].*\n)*)", block, re.MULTILINE)
        if shown
    ]


@pytest.mark.skipif(os.name != "posix", reason="commands of a POSIX shell")
@pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not present")
def test_the_commands_in_the_documentation_print_what_it_shows(tmp_path):
    for page in (README, DOCS / "shell.md", DOCS / "api" / "backends.md"):
        shown_files = [(command, shown) for command, shown in sessions(page) if command.startswith("cat ")]
        for command, shown in shown_files:
            (tmp_path / command.removeprefix("cat ")).write_text(shown, encoding="utf-8")
        for command, shown in sessions(page):
            run = subprocess.run(
                command.replace("svara-eval ", f"{sys.executable} -m svara_eval ", 1),
                shell=True,
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
                check=False,
            )
            if "backend" not in shown and "BACKEND" not in command:
                assert (command, sorted(run.stdout.splitlines())) == (command, sorted(shown.splitlines()))


@pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not present")
def test_the_errors_shown_on_the_page_of_cards_are_those_raised():
    page = (DOCS / "cards.md").read_text(encoding="utf-8").partition("## Errors\n")[2]
    shown = [
        (call, kind, message)
        for kind, table in re.findall(r"^### .*: `(\w+)`\n([^#]*)", page, re.MULTILINE)
        for call, message in re.findall(r"^\| `(.+)` \| `(.+)` \|$", table, re.MULTILINE)
    ]
    assert len(shown) == sum(line.startswith("| `") for line in page.splitlines()) > 30
    for call, kind, message in shown:
        with pytest.raises((SvaraError, TypeError)) as caught:
            eval(call, vars(svara_eval))
        assert (type(caught.value).__name__, str(caught.value)) == (kind, message)


PACKAGES = (svara_eval, game, solver, envs)
PUBLIC = {f"{package.__name__}.{name}": getattr(package, name) for package in PACKAGES for name in package.__all__}


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if callable(thing)])
def test_every_public_name_says_what_it_is_and_shows_an_example(name):
    thing = PUBLIC[name]
    assert thing.__doc__
    if not (inspect.isclass(thing) and issubclass(thing, Exception) and thing is not SvaraError):
        assert ">>>" in thing.__doc__


def public_names(module: str) -> set[str]:
    """The names in ``__all__`` of a module, which may need a library that is not installed."""
    path = Path(svara_eval.__file__).parent.joinpath(*module.split(".")[1:])
    source = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")
    (listed,) = re.findall(r"^__all__ = (\[.*?\])", source, re.DOTALL | re.MULTILINE)
    return set(ast.literal_eval(listed))


def documented_names() -> dict[str, set[str]]:
    """The names that each module has on the pages: those with a directive of their own."""
    found: dict[str, set[str]] = {}
    for page in DOCS.rglob("*.md"):
        module = ""
        for kind, name in re.findall(
            r"^(?:`+\{py:(\w+)\}|\.\. auto\w+::) ([\w.]+)", page.read_text(encoding="utf-8"), re.MULTILINE
        ):
            if kind in ("module", "currentmodule"):
                module = name
            elif kind not in ("attribute", "method"):
                owner, _, last = name.rpartition(".")
                found.setdefault(owner or module, set()).add(last)
    return found


PUBLIC_MODULES = [
    module.name for module in pkgutil.walk_packages(svara_eval.__path__, "svara_eval.") if "._" not in module.name
]


@pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not present")
@pytest.mark.parametrize("module", ["svara_eval", *PUBLIC_MODULES])
def test_the_pages_document_the_public_names_of_each_module_and_no_others(module):
    documented, public = documented_names(), public_names(module)
    assert documented.get(module, set()) <= public
    assert public <= documented.get(module, set()) | (documented["svara_eval"] & public_names("svara_eval"))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_everything_public_is_in_all_and_dir(package):
    assert set(package.__all__) <= set(dir(package))
    names = {name for name, thing in vars(package).items() if not name.startswith("_") and not inspect.ismodule(thing)}
    assert names <= {*package.__all__, "TYPE_CHECKING"}
    assert package.__doc__
