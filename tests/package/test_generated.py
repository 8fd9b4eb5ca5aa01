"""Generated files that are checked in match what their generators write."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pytest

import make_headers
from svara_eval import _backend, _version, cards, pure

COMPILED = [
    "_fast",
    "_arrays._arrow",
    "_arrays._columns",
    "_arrays._deals",
    "_cli._lines",
    "_odds._counting",
    "_odds._simulation",
    "envs._play",
]


def test_the_generated_headers_and_the_digest_are_up_to_date():
    for file, text in make_headers.generated().items():
        assert file.read_text(encoding="utf-8") == text, file.name


@pytest.mark.parametrize(
    ("table", "row", "char"),
    [("_RANK", 6, "k"), ("_SUIT", 3, "P"), ("_SUIT", 3, "♠"), ("_SUIT", 1, "✚")],
)
def test_a_new_spelling_changes_the_generated_headers_and_their_digest(monkeypatch, table, row, char):
    """A spelling cannot be added to the Python reader alone: the test above fails until the tables are regenerated."""
    before = make_headers.generated()
    monkeypatch.setitem(getattr(cards, table), char, (row + 1) % 4)
    monkeypatch.setattr(cards, "_SUIT_SYMBOLS", frozenset(char for char in cards._SUIT if not char.isalpha()))
    after = make_headers.generated()
    changed = {file.name for file in before if before[file] != after[file]}
    assert changed == {"spellings.h", "points_table.h", "_version.py"}  # the digest is in the last two


def test_a_new_separator_and_other_points_change_the_digest(monkeypatch):
    digests = {make_headers.generated()[make_headers.PACKAGE / "_version.py"]}
    monkeypatch.setattr(cards, "_SEPARATORS", ",;/")
    digests.add(make_headers.generated()[make_headers.PACKAGE / "_version.py"])
    monkeypatch.setattr(pure, "score", lambda _: 8)
    digests.add(make_headers.generated()[make_headers.PACKAGE / "_version.py"])
    assert len(digests) == 3


@pytest.mark.compiled
@pytest.mark.parametrize("name", COMPILED)
def test_every_compiled_module_was_built_from_these_tables_and_this_version(name):
    module = _backend.compiled(name)
    assert (module.DIGEST, module.VERSION) == (_version.DIGEST, _version.__version__)


@pytest.mark.compiled
def test_the_compiled_scorer_has_the_signature_and_the_docstring_of_the_reference():
    from svara_eval import _fast as fast

    assert list(inspect.signature(fast.score).parameters) == list(inspect.signature(pure.score).parameters)
    assert inspect.getdoc(fast.score) == inspect.getdoc(pure.score)


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform != "linux", reason="the figure is of stripped Linux modules")
def test_the_compiled_scorer_is_small():
    from svara_eval import _fast

    assert Path(_fast.__file__).stat().st_size <= 100_000
