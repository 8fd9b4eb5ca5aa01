"""Pages in two languages: a link from each page to its twin, and the language of each for browsers and screen readers.

A page in ``bg`` is the Bulgarian twin of the page of the same name outside. ``tests/test_twins.py`` keeps them in step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from sphinx.application import Sphinx


def link(app: Sphinx, page: str, source: list[str]) -> None:
    """Put a link to the twin under the title of a page that has one."""
    name = page.removeprefix("bg/")
    if {name, f"bg/{name}"} <= app.env.found_docs:
        text = f"[На български](bg/{name}.md)" if page == name else f"[In English](../{name}.md)"
        title, end, rest = source[0].partition("\n")
        source[0] = f"{title}{end}\n{text}\n{rest}"


def speak(_: Sphinx, page: str, __: str, context: dict[str, Any], ___: object) -> None:
    if page.startswith("bg/"):
        context["language"] = "bg"


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", link)
    app.connect("html-page-context", speak)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
