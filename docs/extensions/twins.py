"""Links each page to its twin in the other language, and tells browsers and screen readers the language of each.

A page in ``bg`` is the Bulgarian twin of the page of the same name outside. Below each of its headings, a comment gives
the digest of the English section that it translates: ``% en: 134a4c``. If the English has changed since, the section
says so. To list every section that is behind, each with the digest to write once it is translated, run:

    python docs/extensions/twins.py
"""

from __future__ import annotations

import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from sphinx.application import Sphinx

SOURCE = re.compile(r"^% en: (\w+)$", re.MULTILINE)


def sections(page: str) -> list[str]:
    """Return the sections of a page in order, each with its heading."""
    return re.split(r"(?m)^(?=#+ )", page)[1:]


def digest(section: str) -> str:
    """Return six characters that change with the words of a section but not with its line breaks."""
    return sha256(" ".join(section.split()).encode()).hexdigest()[:6]


def pairs(english: str, bulgarian: str) -> list[tuple[str, str]]:
    """Return each Bulgarian section that is up to date, with the English section that it translates."""
    by_digest = {digest(section): section for section in sections(english)}
    translations = ((SOURCE.search(section), section) for section in sections(bulgarian))
    return [(by_digest[source[1]], section) for source, section in translations if source and source[1] in by_digest]


def show_newer(english: str, bulgarian: str, link: str) -> str:
    """Return a Bulgarian page in which every section whose English has changed links to the English."""
    current = {digest(section) for section in sections(english)}
    note = f"\n\n*[Английският текст на тази част е по-нов.]({link})*"
    return SOURCE.sub(lambda source: source[0] + ("" if source[1] in current else note), bulgarian)


def behind(english: str, bulgarian: str) -> Iterator[str]:
    """Yield a line for each English section without an up-to-date translation, and for each outdated translation."""
    current = {digest(section): section for section in sections(english)}
    translated = {source[1]: section for section in sections(bulgarian) if (source := SOURCE.search(section))}
    for number in current:
        if number not in translated:
            yield f"{current[number].splitlines()[0]} is not translated: % en: {number}"
    for number in translated:
        if number not in current:
            yield f"{translated[number].splitlines()[0]} translates what has changed: % en: {number}"


def link(app: Sphinx, page: str, source: list[str]) -> None:
    """Put a link to the twin under the title of a page that has one and does not link it."""
    name = page.removeprefix("bg/")
    if {name, f"bg/{name}"} <= app.env.found_docs:
        twin, text = (f"bg/{name}.md", "На български") if page == name else (f"../{name}.md", "In English")
        source[0] = re.sub("^# .*", rf"\g<0>\n\n[{text}]({twin})\n", source[0], count=1, flags=re.MULTILINE)
        if page != name:
            english = Path(app.srcdir, f"{name}.md")
            app.env.note_dependency(str(english))
            source[0] = show_newer(english.read_text(encoding="utf-8"), source[0], twin)


def speak(app: Sphinx, page: str, _: str, context: dict[str, Any], __: object) -> None:
    """Give a Bulgarian page a frame in Bulgarian: the navigation, the pages before and after, and the words around."""
    context["in_language"] = lambda html: html
    if not page.startswith("bg/"):
        for beside in ("prev", "next"):
            if context.get(beside) and "bg/" in context[beside]["link"]:
                context[beside] = None
        return
    context |= {"language": "bg", "master_doc": "bg/index", "in_language": in_bulgarian}
    pages = ["bg/index", *app.env.toctree_includes["bg/index"]]
    links = [
        {"link": app.builder.get_relative_uri(page, other), "title": app.env.titles[other].astext()} for other in pages
    ]
    place = pages.index(page) if page in pages else len(pages)
    context["prev"] = links[place - 1] if 0 < place < len(pages) else None
    context["next"] = links[place + 1] if place + 1 < len(pages) else None
    items = "".join(
        f'<li class="toctree-l1{" current current-page" if other == page else ""}">'
        f'<a class="reference internal" href="{link["link"]}">{link["title"]}</a></li>'
        for other, link in zip(pages, links, strict=True)
    )
    english = '<li class="toctree-l1"><a class="reference internal" lang="en" href="../index.html">In English</a></li>'
    context["furo_navigation_tree"] = f"<ul>{items}{english}</ul>"


#: The words of the theme around a page.
WORDS = {
    "Search": "Търсене",
    "Next": "Следваща страница",
    "Previous": "Предишна страница",
    "Home": "Начало",
    "On this page": "На тази страница",
    "Back to top": "Към началото",
    "Skip to content": "Към съдържанието",
    "View this page": "Вижте източника",
    "Edit this page": "Редактирайте страницата",
    "Toggle site navigation sidebar": "Показване на менюто",
    "Toggle table of contents sidebar": "Показване на съдържанието",
    "Toggle Light / Dark / Auto color theme": "Светла, тъмна или автоматична тема",
    "Made with": "Направено с",
    "Error": "Грешка",
    "Please activate JavaScript to enable the search functionality.": "За търсенето е нужен JavaScript.",
}


def in_bulgarian(html: str) -> str:
    """Return the body of a page with the words of the theme in Bulgarian and its search in the Bulgarian frame."""
    words = "|".join(map(re.escape, WORDS))
    html = re.sub(rf'([">]\s*)({words})(?=\s*["<])', lambda found: found[1] + WORDS[found[2]], html)
    return html.replace('action="../search.html"', 'action="search.html"').replace('action="#"', 'action="search.html"')


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", link)
    app.connect("html-page-context", speak, priority=950)  # after furo has made the navigation
    return {"parallel_read_safe": True}


def main() -> int:
    """Print what the Bulgarian pages lack; the exit status is 1 if that is anything."""
    status = 0
    docs = Path(__file__).parents[1]
    for bulgarian in sorted(docs.glob("bg/*.md")):
        text = bulgarian.read_text(encoding="utf-8")
        if SOURCE.search(text):
            for line in behind((docs / bulgarian.name).read_text(encoding="utf-8"), text):
                print(f"docs/bg/{bulgarian.name}: {line}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
