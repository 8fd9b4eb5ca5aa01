"""Bulgarian pages say what the English ones say, as far as they are translated; the rest points to the English."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from types import SimpleNamespace

import pytest
from paths import DOCS

TWINS = ("players", "start", "rules", "heads-up", "numbers", "variants", "odds", "calculator")
ENGLISH = "# Deck\n\nThere are 32 cards.\n\n## Joker\n\nThe 7♣ is the joker.\n"
BULGARIAN = "# Тесте\n% en: {}\n\nКартите са 32.\n\n## Жокер\n% en: {}\n\n7♣ е жокерът.\n"


@pytest.fixture
def twins(monkeypatch):
    """The extension."""
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    return importlib.import_module("twins")


@pytest.fixture(params=TWINS)
def pairs(request, twins):
    """The sections of a page that are up to date in both languages."""
    pages = (DOCS / f"{request.param}.md", DOCS / "bg" / f"{request.param}.md")
    return twins.pairs(*(page.read_text(encoding="utf-8") for page in pages))


def code(section):
    """The code in the blocks of a section, apart from comments, headings and the language of a sentence."""
    blocks = re.findall(r"^```(\{?\w+\}?)\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    source = "".join(
        "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)", block, re.MULTILINE)) if kind == "{doctest}" else block
        for kind, block in blocks
        if kind not in ("{eval-rst}", "{testoutput}")
    )
    return re.sub(r'\s+# .*|\.text\("bg"\)|(?m:^print\("[^"]*"\)$)', "", source)


def test_a_translated_section_cites_the_same_rules_as_the_english(pairs):
    for english, bulgarian in pairs:
        cited = [Counter(re.findall(r"\b[SBD]\d+\b", section)) for section in (english, bulgarian)]
        assert cited[0] == cited[1], bulgarian.splitlines()[0]


def test_a_translated_section_runs_the_same_code_as_the_english(pairs):
    for english, bulgarian in pairs:
        assert code(english) == code(bulgarian), bulgarian.splitlines()[0]


def test_a_translated_section_has_the_labels_of_the_english_with_bg_before_them(pairs):
    """A label is unique on the site: (bg-d19)= is the twin of (d19)=."""
    for english, bulgarian in pairs:
        labels = [re.findall(r"^\(([\w-]+)\)=$", section, re.MULTILINE) for section in (english, bulgarian)]
        assert [f"bg-{label}" for label in labels[0]] == labels[1]


@pytest.mark.parametrize("name", TWINS)
def test_every_bulgarian_section_names_the_english_that_it_translates(twins, name):
    sections = twins.sections((DOCS / "bg" / f"{name}.md").read_text(encoding="utf-8"))
    assert [section.splitlines()[0] for section in sections if not twins.SOURCE.search(section)] == []


def test_a_section_whose_english_has_changed_says_so_and_is_listed(twins):
    digests = [*map(twins.digest, twins.sections(ENGLISH))]
    bulgarian = BULGARIAN.format(*digests)
    assert twins.show_newer(ENGLISH, bulgarian, "../deck.md") == bulgarian
    assert [*twins.behind(ENGLISH, bulgarian)] == []

    changed = ENGLISH.replace("is the joker", "is the only joker")
    shown = twins.show_newer(changed, bulgarian, "../deck.md")
    newer = "*[Английският текст на тази част е по-нов.](../deck.md)*"
    assert shown == bulgarian.replace(f"{digests[1]}\n", f"{digests[1]}\n\n{newer}\n")
    assert [line.partition(" is ")[0].partition(" translates ")[0] for line in twins.behind(changed, bulgarian)] == [
        "## Joker",
        "## Жокер",
    ]


@pytest.mark.parametrize(
    ("page", "text", "shown"),
    [
        ("rules", "# Rules\n\nText.\n", "# Rules\n\n[На български](bg/rules.md)\n\n\nText.\n"),
        ("bg/rules", "---\nx: y\n---\n\n# Правила\n", "---\nx: y\n---\n\n# Правила\n\n[In English](../rules.md)\n\n"),
        ("odds", "# Odds\n", "# Odds\n"),
    ],
)
def test_a_page_links_its_twin_under_its_title_(twins, page, text, shown):
    env = SimpleNamespace(found_docs={"rules", "bg/rules", "odds"}, note_dependency=lambda _: None)
    source = [text]
    twins.link(SimpleNamespace(env=env, srcdir=DOCS), page, source)
    assert source == [shown]
