"""Draws the Mermaid flowcharts of the pages as SVG, so that the site loads no script from another host.

It knows what the pages use: a line ``accTitle: text`` with the name of the drawing for screen readers, lines
``id["module<br/>subject"]`` for boxes and ``a --> b`` for arrows. A box stands a row below the lowest one that points
to it. An arrow to a later column turns between two rows, one to an earlier column enters at the side.
"""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import Directive

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WIDTH, GAP = 164, 20  # two columns are as wide as a phone, so that the letters are not scaled down
LETTERS = 25  # what fits into a line of a box
MARKER = '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
MARKER += '<path d="M0 0 8 4 0 8z" fill="currentColor"/></marker>'


def svg(flowchart: str) -> str:
    """The drawing of a flowchart."""
    labels = re.findall(r'(\w+)\["(.*?)<br/>(.*?)"\]', flowchart)
    boxes = {box: [names, *wrap(subject, LETTERS)] for box, names, subject in labels}
    arrows = re.findall(r"(\w+) --> (\w+)", flowchart)
    rows = dict.fromkeys(boxes, 0)
    for _ in boxes:
        rows.update((below, max(rows[below], rows[above] + 1)) for above, below in arrows)
    height = 10 + 17 * max(map(len, boxes.values()))
    places = {box: (2 + _column(box, rows) * (WIDTH + GAP), 2 + rows[box] * (height + GAP)) for box in boxes}
    right = max(x for x, _ in places.values()) + WIDTH + 2
    bottom = max(y for _, y in places.values()) + height + 2
    parts = [_arrow(*places[above], *places[below], height) for above, below in arrows]
    parts += [_box(*places[box], height, lines) for box, lines in boxes.items()]
    title = re.search("accTitle: (.*)", flowchart)
    name = f'role="img" aria-label="{title[1]}" ' if title else ""
    style = f'{name}class="flowchart" font-family="sans-serif" font-size="13" fill="none" stroke="currentColor"'
    return f'<svg viewBox="0 0 {right} {bottom}" {style}>{MARKER}{"".join(parts)}</svg>'


def _column(box: str, rows: dict[str, int]) -> int:
    return [other for other, row in rows.items() if row == rows[box]].index(box)


def _box(x: int, y: int, height: int, lines: list[str]) -> str:
    """A box with the names of modules in bold, and their subject under them."""
    first = y + (height - 17 * len(lines)) // 2 + 13
    text = "".join(
        f'<text x="{x + WIDTH // 2}" y="{first + 17 * line}" text-anchor="middle" fill="currentColor" stroke="none"'
        f' font-weight="{"normal" if line else "bold"}">{words}</text>'
        for line, words in enumerate(lines)
    )
    return f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{height}" rx="6"/>{text}'


def _arrow(x: int, y: int, to_x: int, to_y: int, height: int) -> str:
    middle, to_middle = x + WIDTH // 2, to_x + WIDTH // 2
    if x < to_x:
        path = f"M{middle} {y + height}v{GAP // 2}H{to_middle}V{to_y}"
    elif x > to_x:
        path = f"M{middle} {y + height}V{to_y + 12}H{to_x + WIDTH}"
    else:
        path = f"M{middle} {y + height}V{to_y}"
    return f'<path d="{path}" marker-end="url(#tip)"/>'


class Mermaid(Directive):
    """A block fenced as ``mermaid``, drawn."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        return [nodes.raw("", svg("\n".join(self.content)), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("mermaid", Mermaid)
    return {"parallel_read_safe": True}
