"""Every rule of docs/rules.md is shown by a test that is marked with it: ``@pytest.mark.rule("B6")``."""

from __future__ import annotations

import json
import re

import pytest
from paths import DATA, DOCS, TESTS

PAGE = DOCS / "rules.md"


def rules():
    """The rules as the page numbers them: S1 to S9 in a table, the others by their labels."""
    text = PAGE.read_text(encoding="utf-8")
    labels = re.findall(r"^\(([bd]\d+)\)=$", text, re.MULTILINE)
    return {*re.findall(r"^\| (S\d+) \|", text, re.MULTILINE), *map(str.upper, labels)}


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")
def test_every_rule_marks_a_test_and_every_mark_is_a_rule():
    marks = re.compile(r"mark\.rule\(([^)]*)\)")
    sources = [
        path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py") if path.name != "test_rules_are_tested.py"
    ]
    marked = {rule for text in sources for names in marks.findall(text) for rule in re.findall(r'"(\w+)"', names)}
    assert marked == rules()


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")
def test_every_case_of_a_deal_names_rules_that_exist():
    lines = (DATA / "deals.jsonl").read_text(encoding="utf-8").splitlines()
    assert {rule for line in lines for rule in json.loads(line)["rules"].split()} <= rules()
