"""The Bulgarian pages of the site say what the English ones say.

Each section of a Bulgarian page gives the digest of the English section that it translates, in a comment under its
heading. Where the English has changed, translate the change and write the new digest.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from hashlib import sha256
from types import SimpleNamespace

import pytest
from paths import DOCS

TWINS = ("start", "rules", "heads-up", "calculator")
pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not present")


def sections(path):
    """The sections of a page, in order: each begins with a heading and ends before the next one."""
    text = path.read_text(encoding="utf-8")
    return re.split(r"(?m)^(?=#+ )", text)[1:]


def digest(section):
    return sha256(" ".join(section.split()).encode()).hexdigest()[:6]


def code(section):
    """The code in the blocks of a section, apart from comments, headings and the language of a sentence."""
    blocks = re.findall(r"^```(\{?\w+\}?)\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    source = "".join(
        "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)", block, re.MULTILINE)) if kind == "{doctest}" else block
        for kind, block in blocks
        if kind not in ("{eval-rst}", "{testoutput}")
    )
    return re.sub(r'\s+# .*|\.text\("bg"\)|(?m:^print\("[^"]*"\)$)', "", source)


def twins(name):
    """The sections of a page in pairs, English and Bulgarian."""
    english, bulgarian = sections(DOCS / f"{name}.md"), sections(DOCS / "bg" / f"{name}.md")
    levels = [[section.partition(" ")[0] for section in page] for page in (english, bulgarian)]
    assert levels[0] == levels[1], f"docs/bg/{name}.md has other sections than docs/{name}.md"
    return zip(english, bulgarian, strict=True)


@pytest.mark.parametrize("name", TWINS)
def test_every_section_was_translated_from_the_english_as_it_is(name):
    changed = []
    for english, bulgarian in twins(name):
        heading, said = bulgarian.splitlines()[:2]
        if said != f"% en: {digest(english)}":
            changed.append(f"docs/bg/{name}.md, {heading!r}: translate the changes and write % en: {digest(english)}")
    assert changed == []


@pytest.mark.parametrize("name", TWINS)
def test_every_section_cites_the_same_rules_as_the_english(name):
    for english, bulgarian in twins(name):
        cited = [Counter(re.findall(r"\b[SBD]\d+\b", section)) for section in (english, bulgarian)]
        assert cited[0] == cited[1], bulgarian.splitlines()[0]


@pytest.mark.parametrize("name", TWINS)
def test_every_section_runs_the_same_code_as_the_english(name):
    for english, bulgarian in twins(name):
        assert code(english) == code(bulgarian), bulgarian.splitlines()[0]


def test_the_same_pages_have_labels_of_their_own():
    """A label is unique on the site: (bg-d19)= is the twin of (d19)=."""
    for name in TWINS:
        labels = [
            re.findall(r"^\(([\w-]+)\)=$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
            for page in (f"{name}.md", f"bg/{name}.md")
        ]
        assert [f"bg-{label}" for label in labels[0]] == labels[1]


@pytest.mark.parametrize(
    ("page", "text", "shown"),
    [
        ("rules", "# Rules\n\nText.\n", "# Rules\n\n[На български](bg/rules.md)\n\n\nText.\n"),
        ("bg/rules", "---\nx: y\n---\n\n# Правила\n", "---\nx: y\n---\n\n# Правила\n\n[In English](../rules.md)\n\n"),
        ("rules", "# Rules\n\n[Тук](bg/rules.md)\n", "# Rules\n\n[Тук](bg/rules.md)\n"),
        ("odds", "# Odds\n", "# Odds\n"),
    ],
)
def test_a_page_links_its_twin_under_its_title_unless_it_does_already(monkeypatch, page, text, shown):
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    link = importlib.import_module("twins").link
    source = [text]
    link(SimpleNamespace(env=SimpleNamespace(found_docs={"rules", "bg/rules", "odds"})), page, source)
    assert source == [shown]
