"""The directive ``modules`` lists the modules of the package, each with the first sentence of its docstring."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

PACKAGE = Path(__file__).parents[2] / "src" / "svara_eval"


def first_sentence(module: Path) -> str:
    """Return the beginning of the docstring of a Python or Cython module, up to the end of a sentence."""
    source = module.read_text(encoding="utf-8")
    if module.suffix == ".py":
        said = ast.get_docstring(ast.parse(source)) or ""
    else:
        said = (re.search(r'^"""(.*?)"""', source, re.MULTILINE | re.DOTALL) or ["", ""])[1]
    return re.split(r"(?<=\.)\s", " ".join(said.split()), maxsplit=1)[0]


def rows(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the first sentence of each module in a folder."""
    for module in sorted(folder.glob("*.py*"), key=lambda module: module.stem.strip("_")):
        if module.suffix in (".py", ".pyx") and module.stem != "__init__":
            yield module.stem + ("" if module.suffix == ".py" else " (compiled)"), first_sentence(module)


def tables() -> Iterator[str]:
    """Yield the lines of a table for each package, in Markdown."""
    for package in [PACKAGE, *sorted(path.parent for path in PACKAGE.glob("*/**/__init__.py"))]:
        name = ".".join(package.relative_to(PACKAGE.parent).parts).removeprefix("svara_eval.")
        yield from ("", f"**`{name}`**: {first_sentence(package / '__init__.py')}", "")
        yield from ("| module | what it holds |", "|---|---|")
        yield from (f"| `{module}` | {said} |" for module, said in rows(package))


class Modules(Directive):
    """The tables."""

    def run(self) -> list[nodes.Node]:
        found = nodes.Element()
        self.state.nested_parse(StringList([*tables()], source=""), 0, found)
        return found.children


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("modules", Modules)
    return {"parallel_read_safe": True}
