"""Marks hearts and diamonds red in every page, lets long names break, and puts the plots inside the page.

Each rule has an anchor, so that the calculator and other pages can link to the rule itself.

A plot inside the page takes the colors and the font of the page, in both of its themes, and its text can be selected.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from sphinx.application import Sphinx

#: The colors of docs/plots/look.py that follow the theme of the page.
THEMED = {
    "#333333": "currentColor",
    "#7a7f87": "var(--color-foreground-muted)",
    "#e4e6e9": "var(--color-plot-grid)",
    "#a9aeb6": "var(--color-fold)",
    "#4a86c5": "var(--color-call)",
    "#edbd55": "var(--color-raise-0)",
    "#c9571b": "var(--color-raise-1)",
    "#75191a": "var(--color-raise-2)",
}


def _in_text(change: Callable[[str], str], html: str) -> str:
    """HTML with its text changed, but no tag and no drawing."""
    parts = re.split(r"(<svg.*?</svg>|<[^>]*>)", html, flags=re.DOTALL)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)


def red_suits(html: str) -> str:
    """HTML with hearts and diamonds marked."""
    return _in_text(partial(re.sub, "[♥♦♡♢❤]\ufe0f?", r'<span class="red">\g<0></span>'), html)


def breakable_code(html: str) -> str:
    """HTML in which a name of more than a dozen letters may break after an underscore, a dot or a slash."""

    def long(name: re.Match[str]) -> str:
        return re.sub(r"(?<=\w)[_./](?=\w)", r"\g<0><wbr>", name[0])

    change = partial(re.sub, r"[\w./]{13,}", long)
    return re.sub("<code.*?</code>", lambda code: _in_text(change, code[0]), html, flags=re.DOTALL)


def inline_plots(html: str, files: dict[str, Path]) -> str:
    """HTML with the plots themselves where it shows one of these SVG files."""
    numbers = count()

    def drawing(match: re.Match[str]) -> str:
        _, _, svg = files[match["name"]].read_text(encoding="utf-8").partition("<svg")
        svg = re.sub("<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", f"<svg{svg}", flags=re.DOTALL)
        svg = re.sub(r' (?:width|height)="[\d.]+pt"', "", svg, count=2)
        names = {*re.findall(r'(?:url\(|href=")#(\w+)', svg)}
        number = next(numbers)
        svg = re.sub(r' id="([^"]*)"', lambda found: f' id="plot{number}-{found[1]}"' if found[1] in names else "", svg)
        svg = re.sub(r'(?:url\(|href=")#', rf"\g<0>plot{number}-", svg)
        for color, themed in THEMED.items():
            svg = svg.replace(color, themed)
        alt = re.search(r'alt="([^"]*)"', match[0])
        label = f' role="img" aria-label="{alt[1] if alt else ""}" class="plot"'
        return svg.replace("<svg", f"<svg{label}", 1)

    return re.sub(r'<img [^>]*?src="[^"]*_images/(?P<name>[^"/]*\.svg)"[^>]*>', drawing, html)


def mark_rules(app: Sphinx, page: nodes.document) -> None:
    """Give rules that stand in a table the anchors that the others have from labels: s1 to s9, and bg-s1 to bg-s9."""
    prefix = {"rules": "", "bg/rules": "bg-"}.get(app.env.docname)
    for row in page.findall(nodes.row) if prefix is not None else ():
        rule = row[0].astext().lower()
        if re.fullmatch(r"s\d", rule):
            row["ids"].append(f"{prefix}{rule}")


def link_rules(app: Sphinx, page: nodes.document, name: str) -> None:
    """Link the numbers of rules (S4, D6) on the pages of the API, which docstrings leave as text."""
    if not name.startswith(("api/", "training")) or app.builder.format != "html":
        return
    rules = app.builder.get_relative_uri(name, "rules")
    for text in [*page.findall(nodes.Text)]:
        parts = re.split(r"\b([SBD]\d{1,2})\b", text)
        if len(parts) == 1 or any(isinstance(node, NOT_LINKED) for node in _around(text)):
            continue
        links: list[nodes.Node] = [
            nodes.reference("", part, refuri=f"{rules}#{part.lower()}", internal=True) if number else nodes.Text(part)
            for part, number in zip(parts, cycle((False, True)), strict=False)
        ]
        text.parent.replace(text, links)


#: What keeps the number of a rule from being a link.
NOT_LINKED = (nodes.literal, nodes.literal_block, nodes.doctest_block, nodes.reference, nodes.title, nodes.raw)


def _around(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the nodes that a node stands in."""
    while node := node.parent:
        yield node


def finish(app: Sphinx, _: str, template: str, context: dict[str, Any], __: object) -> None:
    """Change the body of a page."""
    if template == "page.html" and app.builder.format == "html":
        images = app.builder.images
        body = inline_plots(context["body"], {name: Path(app.srcdir, source) for source, name in images.items()})
        for source, name in [*images.items()]:
            if f"_images/{name}" in context["body"] and f"_images/{name}" not in body:
                del images[source]  # the file would be left over
        context["body"] = red_suits(breakable_code(body))


def level_headings(_: Sphinx, __: str, template: str, context: dict[str, Any], ___: object) -> None:
    """Give the headings of the navigation a level, which a screen reader needs and Sphinx leaves out."""
    if template == "page.html":
        tree = context["furo_navigation_tree"]
        context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-read", mark_rules)
    app.connect("doctree-resolved", link_rules)
    app.connect("html-page-context", finish)
    app.connect("html-page-context", level_headings, priority=900)  # after furo has made the navigation
    return {"parallel_read_safe": True}
