"""Gives each page a description, and the site its search and its map."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from xml.sax.saxutils import quoteattr

from docutils import nodes
from sphinx.search import languages
from sphinx.search.en import SearchEnglish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from sphinx.application import Sphinx

LONGEST = 200  # characters of a description; search engines cut longer ones


class Search(SearchEnglish):
    """Search for English words by their stem, for Bulgarian words as they are, and for cards: 7♣ is a word.

    Pages in the language of the reader come first.
    """

    lang = "svara"
    js_splitter_code = """
var splitQuery = (query) => query.split(/[^\\p{Letter}\\p{Number}_♣♦♥♠]+/gu).filter((word) => word);
if (typeof Scorer !== "undefined")
  Scorer.score = ([page, , , , score]) =>
    score + (page.startsWith("bg/") === (document.documentElement.lang === "bg") ? 50 : 0);
"""

    _word_re = re.compile(r"[\w♣♦♥♠]+")


def description(page: nodes.document) -> str:
    """Return the beginning of a page: whole sentences of its first paragraph, or as many words as fit."""
    texts = (" ".join(paragraph.astext().split()) for paragraph in page.findall(nodes.paragraph))
    text = next((text for text in texts if len(text) > 40), "")  # what is shorter is a link to the other language
    if len(text) <= LONGEST:
        return text
    start = text[:LONGEST]
    sentences, stop, _ = start.rpartition(". ")
    return f"{sentences}." if stop else f"{start.rpartition(' ')[0]}…"


def versions(app: Sphinx, page: str) -> Iterator[tuple[str, str]]:
    """Yield the language and the address of each version of a page that is there in both languages."""
    name = page.removeprefix("bg/")
    if {name, f"bg/{name}"} <= app.env.found_docs:
        for language, version in (("en", name), ("bg", f"bg/{name}"), ("x-default", name)):
            yield language, f"{app.config.html_baseurl}{version}.html"


def describe(app: Sphinx, page: str, _: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give the templates what they say about a page."""
    context["html_baseurl"] = app.config.html_baseurl
    context["root"] = urlsplit(app.config.html_baseurl).path
    context["twins"] = [*versions(app, page)]
    if doctree is not None:
        context["description"] = description(doctree)


def write_map(app: Sphinx, error: Exception | None) -> None:
    """List every page in sitemap.xml, with its version in the other language."""
    if error is not None or app.builder.format != "html":
        return
    spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<urlset {spaces}>"]
    for page in sorted(app.env.found_docs):
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{language}" href={quoteattr(url)}/>'
            for language, url in versions(app, page)
        )
        lines.append(f"<url><loc>{app.config.html_baseurl}{page}.html</loc>{links}</url>")
    Path(app.outdir, "sitemap.xml").write_text("\n".join([*lines, "</urlset>", ""]), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    languages["svara"] = Search
    app.connect("html-page-context", describe)
    app.connect("build-finished", write_map)
    return {"parallel_read_safe": True}
