"""Every page of the built site: nothing is cut on a phone or a desktop, text is readable, and no link is dead."""

from __future__ import annotations

import os
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

from paths import DOCS

HTML = Path(os.environ.get("SVARA_EVAL_SITE", DOCS / "_build" / "html"))
GENERATED = ("genindex.html", "py-modindex.html", "search.html", "404.html")
PAGES = sorted(
    file.relative_to(HTML).as_posix()
    for file in HTML.rglob("*.html")
    if not file.is_relative_to(HTML / "_static") and file.name not in GENERATED
)

#: What is cut, leaves the screen or is too small in the page on the screen, as a list of sentences.
CUT = """() => {
    const faults = [], width = document.documentElement.clientWidth;
    const name = element => `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`;
    if (document.documentElement.scrollWidth > width)
        faults.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
    const scrolls = element => width < 390 && element.closest(".table-wrapper"); // a wide table, on a small phone
    for (const element of document.querySelectorAll("article :is(pre, .table-wrapper)"))
        if (!scrolls(element) && element.scrollWidth > element.clientWidth) faults.push(`${name(element)} is cut`);
    for (const element of document.querySelectorAll("article :is(pre, table, svg, img, p, li, dt, h1, h2, h3)")) {
        const box = element.getBoundingClientRect();
        if (box.width && !scrolls(element) && (box.right > width + 1 || box.left < -1))
            faults.push(`${name(element)} leaves the screen`);
    }
    for (const svg of document.querySelectorAll("article svg")) {
        const frame = svg.getBoundingClientRect();
        for (const text of svg.querySelectorAll("text")) {
            const matrix = text.getScreenCTM();
            const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.c, matrix.d);
            if (size < (width < 390 ? 8 : 10)) faults.push(`${name(text)} is ${size.toFixed(1)} pixels high`);
            const box = text.getBoundingClientRect();
            if (box.left < frame.left - 1 || box.right > frame.right + 1) faults.push(`${name(text)} is cut`);
        }
    }
    return faults;
}"""

#: The lowest contrast of the text on the page, by the formula of WCAG, and that text with its colors.
CONTRAST = """() => {
    for (const change of document.getAnimations()) change.finish(); // from one color scheme to the other
    const channels = color => color.match(/[\\d.]+/g).map(Number);
    const luminance = color => channels(color).slice(0, 3)
        .map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
    const opaque = color => (channels(color)[3] ?? 1) > 0.99;
    const behind = element => {
        for (; element; element = element.parentElement) {
            const color = getComputedStyle(element).backgroundColor;
            if (opaque(color)) return color;
        }
        return "rgb(255, 255, 255)";
    };
    const seen = new Map();
    const walker = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const skipped = element.closest("script, style, noscript, .headerlink, title, svg:has(rect[fill])");
        if (skipped || !walker.currentNode.data.trim()) continue;
        const style = getComputedStyle(element);
        const pair = [element.closest("svg") ? style.fill : style.color, behind(element)];
        if (!seen.has(pair.join())) seen.set(pair.join(), [walker.currentNode.data.trim().slice(0, 30), ...pair]);
    }
    const rated = [...seen.values()].map(found => {
        const [low, high] = found.slice(1).map(luminance).sort((a, b) => a - b);
        return [(high + 0.05) / (low + 0.05), ...found];
    });
    return rated.sort((a, b) => a[0] - b[0])[0];
}"""


def test_no_page_is_cut_or_hard_to_read_on_a_phone_or_a_desktop_light_or_dark(browser, site):
    context = browser.new_context()
    page = context.new_page()
    errors, requests, faults, lowest = [], [], {}, {}
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    for path in PAGES:
        page.set_viewport_size({"width": 390, "height": 900})
        page.emulate_media(color_scheme="light")
        page.goto(site + path)
        faults[path, 390], lowest[path, "light"] = page.evaluate(CUT), page.evaluate(CONTRAST)
        for width in (320, 344, 360):
            page.set_viewport_size({"width": width, "height": 900})
            faults[path, width] = page.evaluate(CUT)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme="dark")
        faults[path, 1280], lowest[path, "dark"] = page.evaluate(CUT), page.evaluate(CONTRAST)
    context.close()
    for scheme in ("light", "dark"):
        print(f"\n{scheme}: lowest contrast", min(found for (_, other), found in lowest.items() if other == scheme))
    assert {screen: found for screen, found in faults.items() if found} == {}
    assert {screen: found for screen, found in lowest.items() if found[0] < 4.5} == {}
    assert errors == []
    assert [url for url in requests if not url.startswith((site, "data:"))] == []


class Links(HTMLParser):
    """The anchors of a page, and the addresses of what it links or shows."""

    def __init__(self, file):
        super().__init__()
        self.anchors, self.addresses = {""}, []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or (tag, name) == ("a", "name"):
                self.anchors.add(value)
            elif name in ("href", "src") and tag not in ("use", "base"):
                self.addresses.append(value)


def test_every_link_inside_the_site_leads_to_a_file_and_an_anchor_that_exist():
    pages = {file: Links(file) for file in HTML.rglob("*.html") if not file.is_relative_to(HTML / "_static")}
    checked, dead = 0, []
    for page, links in pages.items():
        for link in links.addresses:
            if link.partition(":")[0] in ("http", "https", "mailto", "data"):
                continue
            address, anchor = urldefrag(link)
            path = unquote(address.partition("?")[0])
            file = (page.parent / path).resolve() if path else page
            checked += 1
            if not file.is_file() or (file in pages and unquote(anchor) not in pages[file].anchors):
                dead.append(f"{page.relative_to(HTML)}: {link}")
    print(f"\n{checked} links")
    assert sorted({*dead}) == []


def test_the_site_has_a_page_for_every_source_and_no_other():
    sources = {file.relative_to(DOCS).with_suffix(".html") for file in DOCS.rglob("*.md")}
    sources = {path.as_posix() for path in sources if path.parts[0] != "_build"}
    assert {*PAGES} == sources


def test_every_picture_and_download_is_used_by_a_page():
    pages = "".join(file.read_text(encoding="utf-8") for file in HTML.rglob("*.html"))
    files = [file for folder in ("_images", "_downloads", "vectors") for file in (HTML / folder).rglob("*.*")]
    unused = [str(file.relative_to(HTML)) for file in files if file.suffix != ".html" and file.name not in pages]
    assert unused == []
