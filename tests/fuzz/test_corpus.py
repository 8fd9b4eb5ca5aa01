"""Every input of the fuzzers' corpus through its target; ``nox -s fuzz`` looks for more of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
CORPUS = sorted((FOLDER / "corpus").glob("*/*"))
sys.path.append(str(FOLDER))


@pytest.mark.compiled
@pytest.mark.parametrize("target", sorted({path.parent.name for path in CORPUS}))
def test_the_corpus_of_the_fuzzers_passes(target):
    from targets import TARGETS

    for path in CORPUS:
        if path.parent.name == target:
            TARGETS[target](path.read_bytes())
