"""What is generated and checked in is what its generator writes."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pytest

import make_golden
import make_table
from svara_eval import _version, pure


def test_the_checked_in_table_is_the_one_the_reference_scorer_makes():
    assert (make_table.PACKAGE / "c/points_table.h").read_text(encoding="utf-8") == makec/points_table.header()


def test_the_package_expects_a_module_built_from_that_table():
    assert make_table.digest() == _version.DIGEST


def test_the_golden_data_are_what_the_reference_scorer_says():
    assert make_golden.GOLDEN.read_text(encoding="utf-8") == make_golden.golden()


@pytest.mark.compiled
def test_the_compiled_module_holds_that_table_and_the_references_signature_and_words():
    from svara_eval import _fast as fast

    assert fast.DIGEST == make_table.digest()
    assert fast.VERSION == _version.__version__
    assert list(inspect.signature(fast.score).parameters) == list(inspect.signature(pure.score).parameters)
    assert inspect.getdoc(fast.score) == inspect.getdoc(pure.score)


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform != "linux", reason="the figure is of stripped Linux modules")
def test_the_compiled_scorer_is_small():
    from svara_eval import _fast

    assert Path(_fast.__file__).stat().st_size <= 100_000
