"""The frame of the site: its metadata, its two languages, the search, the page for lost visitors, and paper."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from paths import DOCS

HTML = Path(os.environ.get("SVARA_EVAL_SITE", DOCS / "_build" / "html"))
ROOT = "https://svara-eval.readthedocs.io/en/latest/"
SOURCES = [file.relative_to(DOCS) for file in sorted(DOCS.rglob("*.md")) if not file.is_relative_to(DOCS / "_build")]
WRITTEN = [source.with_suffix(".html").as_posix() for source in SOURCES]
TRANSLATED = sorted(page.removeprefix("bg/") for page in WRITTEN if page.startswith("bg/"))


def head(page):
    """Return the metadata in the head of a page, and its links by their relation."""
    text = (HTML / page).read_text(encoding="utf-8").partition("</head>")[0]
    metadata = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)"', text))
    links = dict(re.findall(r'<link rel="(?:alternate" hreflang=")?([\w-]+)" href="([^"]*)"', text))
    return metadata, links


@pytest.mark.parametrize("page", WRITTEN)
def test_every_page_describes_itself(page):
    metadata, links = head(page)
    assert 40 < len(metadata["description"]) <= 200
    assert metadata["og:description"] == metadata["description"]
    assert metadata["og:title"]
    assert links["canonical"] == metadata["og:url"] == ROOT + page
    assert (HTML / metadata["og:image"].removeprefix(ROOT)).read_bytes().startswith(b"\x89PNG")


def test_descriptions_differ():
    descriptions = [head(page)[0]["description"] for page in WRITTEN]
    assert sorted({*descriptions}) == sorted(descriptions)


@pytest.mark.parametrize("name", TRANSLATED)
def test_each_language_names_the_page_in_the_other(name):
    english, bulgarian = head(name)[1], head(f"bg/{name}")[1]
    for links in (english, bulgarian):
        assert (links["en"], links["bg"], links["x-default"]) == (ROOT + name, f"{ROOT}bg/{name}", ROOT + name)


def test_the_map_of_the_site_lists_every_page():
    listed = re.findall("<loc>(.*?)</loc>", (HTML / "sitemap.xml").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(ROOT + page for page in WRITTEN)


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def test_a_lost_visitor_finds_back(page, site):
    page.goto(f"{site}en/latest/no/such/page.html")
    assert page.get_by_role("heading", level=1).text_content() == "Page not found"
    assert page.evaluate("getComputedStyle(document.querySelector('.sidebar-drawer')).width") != "0px"
    page.locator("article").get_by_role("link").first.click()
    page.wait_for_url("**/en/latest/index.html")
    assert "svara_eval" in page.title()


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_bulgarian_page_stands_in_a_bulgarian_frame(page, site, name):
    page.goto(f"{site}bg/{name}")
    frame = page.evaluate("""() => [...document.querySelectorAll("body *")]
        .filter(element => !element.closest("article, script, svg, [lang=en], .toc-tree"))
        .flatMap(element => [element.ariaLabel, element.title, element.placeholder,
            ...[...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data)])
        .filter(text => text && /[A-Za-z]{4}/.test(text)).map(text => text.trim())""")
    assert {*frame} <= {"svara_eval 0.1.0", "Copyright © The svara_eval authors", "Furo", "Start with Python"} | {
        text for text in frame if re.search("[а-я]", text) or "svara" in text
    }
    links = page.evaluate("[...document.querySelectorAll('.sidebar-drawer a, .related-pages a')].map(a => a.href)")
    outside = [link for link in links if not link.removeprefix(site).startswith("bg/")]
    assert outside == [f"{site}index.html"]  # to the English site


@pytest.mark.parametrize("word", ["вдигам", "сварка", "7♣"])
def test_the_search_of_a_bulgarian_page_answers_in_bulgarian(page, site, word):
    page.goto(f"{site}bg/rules.html")
    page.locator(".sidebar-search").fill(word)
    page.locator(".sidebar-search").press("Enter")
    page.wait_for_url("**/bg/search.html?*")
    page.wait_for_selector("#search-results li a")
    page.wait_for_selector("text=Намерен")
    assert page.locator("#search-results h2").text_content() == "Резултати"
    assert "/bg/" in page.locator("#search-results li a").first.evaluate("link => link.href")


def test_the_search_of_an_english_page_finds_the_joker(page, site):
    page.goto(f"{site}search.html?q=7♣")
    page.wait_for_selector("#search-results li a")
    assert "/bg/" not in page.locator("#search-results li a").first.evaluate("link => link.href")


def test_code_can_be_copied_by_touch(browser, site):
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site}start.html")
    page.wait_for_selector("button.copybtn")
    assert page.evaluate("getComputedStyle(document.querySelector('button.copybtn')).opacity") == "1"
    context.close()


def test_the_numbers_of_rules_in_the_api_lead_to_the_rules(page, site):
    page.goto(f"{site}api/scoring.html")
    page.locator("article").get_by_role("link", name="S5", exact=True).first.click()
    page.wait_for_url("**/rules.html#s5")


def test_every_drawing_has_a_name():
    for path in WRITTEN:
        for drawing in re.findall(r'<svg [^>]*class="(?:plot|flowchart)"[^>]*>', (HTML / path).read_text("utf-8")):
            assert re.search('role="img"', drawing)
            assert re.search('aria-label="[^"]{20,}', drawing)


def pages_on_paper(page):
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


@pytest.mark.parametrize("name", ["players.html", "bg/players.html"])
def test_the_page_for_the_table_fits_on_one_sheet(page, site, name):
    page.goto(site + name)
    assert pages_on_paper(page) == 1
