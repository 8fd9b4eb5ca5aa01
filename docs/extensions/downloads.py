"""Copies the test vectors into the built site as they are, beside their page: /vectors/hands.tsv."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def copy(app: Sphinx, error: Exception | None) -> None:
    """Copy the files once the pages are written."""
    if error is None and app.builder.format == "html":
        for file in Path(app.srcdir, "vectors").glob("[!_.]*"):
            if file.is_file() and file.suffix != ".md":
                shutil.copyfile(file, Path(app.outdir, "vectors", file.name))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", copy)
    return {"parallel_read_safe": True}
