"""The documentation runs: the README, every docstring, and every public name has one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import svara_eval

README = Path(__file__).parent.parent / "README.md"
MODULES = ["svara_eval", *(f"svara_eval.{module.name}" for module in pkgutil.iter_modules(svara_eval.__path__))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_in_docstrings_print_what_they_show(name):
    module = pytest.importorskip(name)
    assert doctest.testmod(module).failed == 0


def test_the_readme_prints_what_it_shows():
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 5


PUBLIC = [getattr(svara_eval, name) for name in svara_eval.__all__]


@pytest.mark.parametrize("thing", [thing for thing in PUBLIC if callable(thing)], ids=lambda thing: thing.__name__)
def test_every_public_name_says_what_it_is_and_functions_show_an_example(thing):
    doc = inspect.getdoc(thing)
    assert doc
    assert ">>>" in doc or inspect.isclass(thing)
    assert inspect.isclass(thing) or inspect.signature(thing)


def test_everything_public_is_in_all_and_dir():
    assert set(svara_eval.__all__) <= set(dir(svara_eval))
    names = {
        name for name, thing in vars(svara_eval).items() if not name.startswith("_") and not inspect.ismodule(thing)
    }
    assert names == set(svara_eval.__all__) - {"__version__"}
    assert importlib.import_module("svara_eval").__doc__
