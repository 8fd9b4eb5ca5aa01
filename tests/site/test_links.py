"""Links lead somewhere: those of the README to files, those of the pages to the rules."""

from __future__ import annotations

import re
import tomllib

from paths import DOCS, ROOT

URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
SITE, SOURCE_TREE = f"{URLS['Documentation']}en/latest/", rf"{URLS['Source']}/(?:blob|tree)/main/"


def test_the_links_of_the_readme_are_absolute_and_lead_to_files_that_exist():
    links = re.findall(r"\]\(([^)\s]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("https://")] == []
    own = [re.sub(SITE, "docs/", re.sub(SOURCE_TREE, "", link)) for link in links]
    files = [re.sub(r"^(docs/.*)\.html$", r"\1.md", file) for file in own if not file.startswith("https://")]
    assert len(files) > 10
    assert [file for file in files if not (ROOT / file).exists()] == []


def test_playing_a_table_links_every_rule_of_a_deal():
    numbers = {*(f"b{number}" for number in range(1, 14)), *(f"d{number}" for number in range(9, 25))}
    linked = set(re.findall(r"\[[BD]\d+\]\(#([bd]\d+)\)", (DOCS / "table.md").read_text(encoding="utf-8")))
    targets = set(re.findall(r"^\(([bd]\d+)\)=$", (DOCS / "rules.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert linked == numbers <= targets
