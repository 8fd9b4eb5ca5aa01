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
    for number in current.keys() - translated.keys():
        yield f"{current[number].splitlines()[0]} is not translated: % en: {number}"
    for number in translated.keys() - current.keys():
        yield f"{translated[number].splitlines()[0]} translates what has changed: % en: {number}"


def link(app: Sphinx, page: str, source: list[str]) -> None:
    """Put a link to the twin under the title of a page that has one and does not link it."""
    name = page.removeprefix("bg/")
    if {name, f"bg/{name}"} <= app.env.found_docs:
        twin, text = (f"bg/{name}.md", "На български") if page == name else (f"../{name}.md", "In English")
        if f"({twin})" not in source[0]:
            source[0] = re.sub("^# .*", rf"\g<0>\n\n[{text}]({twin})\n", source[0], count=1, flags=re.MULTILINE)
        if page != name:
            english = Path(app.srcdir, f"{name}.md")
            app.env.note_dependency(str(english))
            source[0] = show_newer(english.read_text(encoding="utf-8"), source[0], twin)


def speak(_: Sphinx, page: str, __: str, context: dict[str, Any], ___: object) -> None:
    """Set the language of a Bulgarian page."""
    if page.startswith("bg/"):
        context["language"] = "bg"


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", link)
    app.connect("html-page-context", speak)
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
