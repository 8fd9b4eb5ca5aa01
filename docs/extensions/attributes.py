"""Lays out the attributes of a class as one table of name, type and meaning, instead of an entry for each.

A row keeps the anchor of its attribute, so links to it work. A property whose docstring has an example keeps its entry.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _fits(node: nodes.Node) -> bool:
    """Whether a node of a class is an attribute that fits into a row, or the index entry of one."""
    if isinstance(node, addnodes.index):
        return True
    if not (isinstance(node, addnodes.desc) and node["objtype"] in ("attribute", "property")):
        return False
    paragraphs = [part for part in node[-1].children if isinstance(part, nodes.paragraph)]
    return paragraphs + _type_fields(node) == node[-1].children


def _type_fields(attribute: addnodes.desc) -> list[nodes.Node]:
    """The field list that napoleon makes of the annotation of an attribute."""
    fields = [part for part in attribute[-1].children if isinstance(part, nodes.field_list)]
    return [field for field in fields if field.astext().startswith("Type")]


def _row(attribute: addnodes.desc) -> nodes.row:
    signature, content = attribute[0], attribute[-1]
    assert isinstance(signature, addnodes.desc_signature)
    name = nodes.paragraph("", "", nodes.literal("", next(signature.findall(addnodes.desc_name)).astext()))
    name["ids"] = signature["ids"]
    kind = nodes.paragraph(classes=["type"])
    for fields in _type_fields(attribute):
        kind += next(fields.findall(nodes.field_body))[0].children
    after = signature.children[signature.first_child_matching_class(addnodes.desc_name) or 0 :]
    for annotation in after:
        if isinstance(annotation, addnodes.desc_annotation):
            kind += annotation.children[2:]  # without the colon and the space
    meaning = [part for part in content.children if isinstance(part, nodes.paragraph)]
    return nodes.row("", nodes.entry("", name), nodes.entry("", kind), nodes.entry("", *meaning))


def _table(attributes: list[addnodes.desc]) -> nodes.table:
    heads = (nodes.entry("", nodes.paragraph(text=word)) for word in ("attribute", "type", "meaning"))
    group = nodes.tgroup("", cols=3)
    group += [nodes.colspec(colwidth=width) for width in (20, 20, 60)]
    group += nodes.thead("", nodes.row("", *heads))
    group += nodes.tbody("", *map(_row, attributes))
    return nodes.table("", group, classes=["attributes"])


def tabulate(_: Sphinx, domain: str, objtype: str, content: nodes.Element) -> None:
    """Replace every run of attributes in the description of a class by a table."""
    if (domain, objtype) != ("py", "class"):
        return
    children: list[nodes.Node] = []
    for fits, run in groupby(content.children, _fits):
        members = list(run)
        attributes = [node for node in members if isinstance(node, addnodes.desc)]
        if fits and attributes:
            children += [node for node in members if isinstance(node, addnodes.index)]
            children.append(_table(attributes))
        else:
            children += members
    content.children = []
    content += children


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("object-description-transform", tabulate)
    return {"parallel_read_safe": True}
