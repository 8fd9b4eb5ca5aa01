"""Lists the modules of the package with the first sentence of their docstrings, so that the list is never behind."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

PACKAGE = Path(__file__).parents[2] / "src" / "svara_eval"


def first_sentence(source: str) -> str:
    """Return the first sentence of the docstring of a module.

    >>> first_sentence('# a comment\\n\\"\\"\\"The 4960 hands. They have an order.\\"\\"\\"')
    'The 4960 hands.'
    """
    docstring = re.search(r'"""(.*?)"""', source, re.DOTALL)
    paragraph = " ".join(docstring[1].strip().partition("\n\n")[0].split()) if docstring else ""
    return re.split(r"\.(?=\s|$)", paragraph, maxsplit=1)[0] + "."


class Modules(SphinxDirective):
    """A table with a row for each module of a package, such as ``_odds``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        folder = PACKAGE / self.arguments[0]
        files = [*folder.rglob("*.py"), *folder.rglob("*.pyx")]
        rows = ["| module | what it holds |", "|---|---|"]
        for file in sorted(file for file in files if file.stem != "__init__"):
            self.env.note_dependency(str(file))
            name = file.relative_to(folder).with_suffix("").as_posix().replace("/", ".")
            sentence = re.sub(r"``(.*?)``", r"`\1`", first_sentence(file.read_text(encoding="utf-8")))
            sentence = re.sub(r":\w+:`[~.]*([^`<]*?)`", r"`\1`", sentence).replace("|", r"\|")
            rows.append(f"| `{name}` | {sentence}{' Compiled.' if file.suffix == '.pyx' else ''} |")
        return self.parse_text_to_nodes("\n".join(rows))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("modules", Modules)
    return {"parallel_read_safe": True}
