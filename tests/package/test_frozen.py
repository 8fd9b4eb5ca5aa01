"""PyInstaller finds what it cannot see; ``nox -s frozen`` freezes a program and runs it."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path
from runpy import run_path
from types import ModuleType

import svara_eval

PACKAGE = Path(svara_eval.__file__).parent


def hook(monkeypatch, name):
    """The variables of a hook, with PyInstaller's helpers as functions that return their arguments."""
    helpers = ModuleType("PyInstaller.utils.hooks")
    helpers.collect_data_files = lambda package, includes: (package, includes)
    helpers.collect_submodules = lambda package: package
    monkeypatch.setitem(sys.modules, "PyInstaller", ModuleType("PyInstaller"))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils", ModuleType("PyInstaller.utils"))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", helpers)
    (found,) = entry_points(group="pyinstaller40", name="hook-dirs", module="svara_eval._pyinstaller")
    (folder,) = found.load()()
    return run_path(str(Path(folder, f"hook-{name}.py")))


def test_every_compiled_module_and_data_file_of_the_library_is_frozen(monkeypatch):
    found, envs = hook(monkeypatch, "svara_eval"), hook(monkeypatch, "svara_eval.envs")
    stubs = {
        ".".join(("svara_eval", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in PACKAGE.rglob("*.pyi")
    }
    assert {*found["hiddenimports"], *envs["hiddenimports"]} == stubs - {"svara_eval._cli._lines"}
    data = [str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.bin")]
    assert found["datas"] == ("svara_eval", data)


def test_every_command_is_frozen(monkeypatch):
    assert hook(monkeypatch, "svara_eval._cli")["hiddenimports"] == "svara_eval._cli"
