"""``exceptions.md`` lists every place where a check is switched off or a test may be skipped, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from paths import ROOT, TESTS

LIST = TESTS / "exceptions.md"
FOLDERS = ("src", "tests", "tools", "benchmarks", "examples", "docs")
EXCEPTION = re.compile(
    r"# (type: ignore\[[\w, -]+\]|noqa: [A-Z]+\d+|pragma: [\w ]+|fmt: (?:skip|off)|(?:based)?pyright: .*)"
    r"|\b(skipif|importorskip|xfail|pytest\.skip|mark\.skip)\("
)


def found():
    """How often each exception stands in each file."""
    python = [
        path for name in FOLDERS for path in (ROOT / name).rglob("*.py*") if path.suffix in (".py", ".pyx", ".pyi")
    ]
    for path in sorted({*python, ROOT / "setup.py", ROOT / "noxfile.py"} - {Path(__file__)}):
        for match in EXCEPTION.finditer(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix(), match[1] or match[2].rpartition(".")[2]


def listed():
    """What the list says of each: the rows of its tables."""
    rows = re.findall(r"^\| `(.+?)` \| `(.+?)` \| (\d+) \| (\S.*) \|$", LIST.read_text(encoding="utf-8"), re.MULTILINE)
    return {(path, exception): int(count) for path, exception, count, _ in rows}


@pytest.mark.skipif(not (ROOT / "src").exists(), reason="the sources are not here")
def test_every_exception_is_listed_with_its_reason_and_nothing_else_is():
    assert Counter(found()) == listed()
