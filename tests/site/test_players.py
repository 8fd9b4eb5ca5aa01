"""The page for the table: its figures are the library's."""

from __future__ import annotations

import re

import pytest
from paths import DOCS

from svara_eval import distribution, score

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not present")
PAGES = ["players.md", "bg/players.md"]


@pytest.mark.parametrize("name", PAGES)
def test_the_table_of_totals_counts_the_hands(name):
    found, page = distribution(), (DOCS / name).read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d–]+) \| (\d+) \| (\d+) \| ([\d.,]+)% \|$", page, re.MULTILINE)
    seen = 0
    for totals, hands, one_in, beats in rows:
        low, _, high = totals.partition("–")
        number = sum(found.get(points, 0) for points in range(int(low), int(high or low) + 1))
        below = sum(count for points, count in found.items() if points < int(low))
        assert (hands, one_in) == (str(number), f"{4960 / number:.0f}")
        assert beats.replace(",", ".") == f"{100 * below / 4960:.1f}"
        seen += number
    assert seen == 4960


@pytest.mark.parametrize("name", PAGES)
def test_each_reading_has_the_points_of_its_example(name):
    page = (DOCS / name).read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]* \| \[(.*?)\]\{\.card\} \| (?:.* = )?(\d+)", page, re.MULTILINE)
    assert len(rows) == 9
    for cards, points in rows:
        assert score(cards.replace("]{.card} [", " ")) == int(points)
