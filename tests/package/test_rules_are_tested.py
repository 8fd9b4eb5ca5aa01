"""Every rule has tests that show it: the table in tests/rules.md, checked against the tests that exist."""

from __future__ import annotations

import ast
import json
import re
from functools import cache

import pytest
from paths import TESTS

RULES = [f"S{n}" for n in range(1, 10)] + [f"B{n}" for n in range(1, 14)] + [f"D{n}" for n in range(1, 25)]


def rows():
    """The table of rules.md: each rule, and the tests that show it."""
    for line in (TESTS / "rules.md").read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"\| ([SBD]\d+) \| (`[^`]+`(?:, `[^`]+`)*) \|", line):
            yield found[1], re.findall("`([^`]+)`", found[2])


@cache
def functions(name):
    """The test functions of a file, by name."""
    tree = ast.parse((TESTS / name).read_text(encoding="utf-8"))
    return {
        node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@cache
def cases():
    """The cases of deals.jsonl: the rules of each, by its name."""
    lines = (TESTS / "data" / "deals.jsonl").read_text(encoding="utf-8").splitlines()
    return {case["name"]: case["rules"].split() for case in map(json.loads, lines)}


def rules_of(function):
    """The rules with which the cases of a test begin ("D11 D19: ..."); None if its cases do not name rules."""
    texts = [
        node.value
        for decorator in function.decorator_list
        for node in ast.walk(decorator)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    if "rule" not in texts:
        return None
    begins = (re.match(r"((?:[SBD]\d+ ?)+): ", text) for text in texts)
    return {rule for begin in begins if begin for rule in begin[1].split()}


def test_every_rule_is_in_the_table_once_and_in_order():
    order = [f"S{n}" for n in range(1, 10)] + [f"D{n}" for n in range(1, 9)]
    order += [f"B{n}" for n in range(1, 14)] + [f"D{n}" for n in range(9, 25)]
    assert [rule for rule, _ in rows()] == order
    assert sorted(order) == sorted(RULES)
    table = (TESTS / "rules.md").read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("| ") for line in table) == len(order) + 1


@pytest.mark.parametrize(("rule", "shown_by"), [*rows()], ids=[rule for rule, _ in rows()])
def test_the_tests_listed_for_a_rule_exist(rule, shown_by):
    assert len(shown_by) == len(set(shown_by)) > 0
    for shown in shown_by:
        if case := re.fullmatch(r"deals\.jsonl: (.+)", shown):
            assert rule in cases()[case[1]], f"{case[1]!r} is not of {rule}"
        else:
            file, _, name = shown.partition("::")
            named = rules_of(functions(file)[name])
            assert named is None or rule in named, f"{shown} has no case of {rule}"


def test_every_case_of_a_deal_names_rules_that_exist():
    assert {rule for rules in cases().values() for rule in rules} <= set(RULES)


def test_every_rule_named_by_a_case_lists_its_test():
    listed = dict(rows())
    for path in sorted(TESTS.rglob("test_*.py")):
        file = path.relative_to(TESTS).as_posix()
        for name, function in functions(file).items():
            for rule in rules_of(function) or ():
                assert f"{file}::{name}" in listed[rule], f"{rule} does not list {file}::{name}"
