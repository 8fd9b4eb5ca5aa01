"""Links each page to its twin in the other language, and tells browsers and screen readers the language of each.

A page in ``bg`` is the Bulgarian twin of the page of the same name outside.
``tests/docs/test_twins.py`` keeps them in step.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from sphinx.application import Sphinx


def link(app: Sphinx, page: str, source: list[str]) -> None:
    """Put a link to the twin under the title of a page that has one and does not link it."""
    name = page.removeprefix("bg/")
    if {name, f"bg/{name}"} <= app.env.found_docs:
        twin, text = (f"bg/{name}.md", "На български") if page == name else (f"../{name}.md", "In English")
        if f"({twin})" not in source[0]:
            source[0] = re.sub("^# .*", rf"\g<0>\n\n[{text}]({twin})\n", source[0], count=1, flags=re.MULTILINE)


def speak(_: Sphinx, page: str, __: str, context: dict[str, Any], ___: object) -> None:
    """Set the language of a Bulgarian page."""
    if page.startswith("bg/"):
        context["language"] = "bg"


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", link)
    app.connect("html-page-context", speak)
    return {"parallel_read_safe": True}
