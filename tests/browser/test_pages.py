"""Every page of the built site in a real browser, on a phone and a desktop, light and dark: nothing is cut."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HTML = Path(os.environ.get("SVARA_EVAL_SITE", Path(__file__).parents[2] / "docs" / "_build" / "html"))
GENERATED = ("genindex.html", "py-modindex.html", "search.html")
PAGES = sorted(
    str(file.relative_to(HTML))
    for file in HTML.rglob("*.html")
    if not file.is_relative_to(HTML / "_static") and file.name not in GENERATED
)

#: What is wrong with the page on the screen, as a list of sentences.
FAULTS = """() => {
    const faults = [], width = document.documentElement.clientWidth;
    const name = element => `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`;
    if (document.documentElement.scrollWidth > width)
        faults.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
    for (const element of document.querySelectorAll("article :is(pre, .table-wrapper)"))
        if (element.scrollWidth > element.clientWidth) faults.push(`${name(element)} is cut`);
    for (const element of document.querySelectorAll("article :is(pre, table, svg, img, p, li, dt, h1, h2, h3)")) {
        const box = element.getBoundingClientRect();
        if (box.width && (box.right > width + 1 || box.left < -1)) faults.push(`${name(element)} leaves the screen`);
    }
    for (const svg of document.querySelectorAll("article svg")) {
        const frame = svg.getBoundingClientRect();
        for (const text of svg.querySelectorAll("text")) {
            const matrix = text.getScreenCTM();
            const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.c, matrix.d);
            if (size < 9) faults.push(`${name(text)} is ${size.toFixed(1)} pixels high`);
            const box = text.getBoundingClientRect();
            if (box.left < frame.left - 1 || box.right > frame.right + 1) faults.push(`${name(text)} is cut`);
        }
    }
    return faults;
}"""


@pytest.fixture(
    params=[(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")], ids=lambda it: f"{it[0]}-{it[1]}"
)
def screen(request, browser):
    """A page of that width and color scheme that notes errors and requests."""
    width, scheme = request.param
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.errors, page.requests = [], []
    page.on("console", lambda message: page.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("request", lambda request: page.requests.append(request.url))
    yield page
    context.close()


def test_no_page_is_cut_or_has_text_too_small_to_read(screen, site):
    faults = {}
    for path in PAGES:
        screen.goto(site + path)
        faults[path] = screen.evaluate(FAULTS)
    assert {path: found for path, found in faults.items() if found} == {}
    assert screen.errors == []
    assert [url for url in screen.requests if not url.startswith((site, "data:"))] == []
