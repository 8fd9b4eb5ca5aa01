"""The statements of the project about itself are true: in the README, the API pages and the workflows."""

from __future__ import annotations

import ast
import re

import pytest
from paths import ROOT, TESTS

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


def test_git_changes_no_line_ends_on_any_system():
    """Git for Windows does, unless it is told not to; digests and comparisons of bytes would then fail."""
    assert "* -text" in text(".gitattributes").splitlines()


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
        if action.startswith("$/"):  # another workflow, of the same commit; its jobs have their own timeouts
            continue
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
    for job in re.split(r"\n  (?=\w+:\n)", jobs)[1:]:
        if "\n    uses: $/" in job:
            continue
        assert re.search(r"\n    timeout-minutes: \d+\n", job), job
