"""Wherever a check is switched off or a test may be skipped, the reason stands beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from paths import ROOT

FOLDERS = ("src", "tests", "tools", "benchmarks", "examples", "docs")
SWITCHED_OFF = re.compile(
    r"# (?:type: ignore|noqa|pragma: no|(?:based)?pyright: ignore)[\w:\[\], -]*(?P<reason>#? *.*)"
)
SKIPPED = re.compile(r"\b(?:skipif|xfail)(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))")


def sources():
    """Every source file of the project but this one."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py*")):
            if path.suffix in (".py", ".pyx", ".pyi") and "_build" not in path.parts and path != Path(__file__):
                yield path


def without_reason(text):
    """The lines that switch a check off without a comment of their own or on the line above."""
    above = ""
    for line in text.splitlines():
        found = SWITCHED_OFF.search(line)
        if found and not found["reason"].startswith("# ") and not above.lstrip().startswith("# "):
            yield line.strip()
        above = line


@pytest.mark.skipif(not (ROOT / "src").exists(), reason="the sources are not here")
def test_every_exception_has_its_reason_beside_it():
    missing = {}
    for path in sources():
        text = path.read_text(encoding="utf-8")
        skips = [call[0] for call in SKIPPED.finditer(text) if "reason=" not in call[1]]
        missing[path.relative_to(ROOT).as_posix()] = [*without_reason(text), *skips]
    assert {path: lines for path, lines in missing.items() if lines} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = 1  # type: ignore[misc]", 1),
        ("x = 1  # type: ignore[misc]  # filled in later", 0),
        ("# Filled in later.\nx = 1  # noqa: E501", 0),
        ("y = 2\nx = 1  # pragma: no cover", 1),
    ],
)
def test_a_reason_is_a_comment_on_the_line_or_above_it(text, found):
    assert len([*without_reason(text)]) == found
