"""The figures of the README and those in short are those of the benchmarks."""

from __future__ import annotations

import re

from paths import ROOT


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def test_every_figure_of_the_readme_is_in_the_benchmarks():
    figures = {*re.findall(r"\b\d[\d.]* (?:ns|µs|ms)\b", text("README.md"))}
    assert figures
    assert figures <= {*re.findall(r"\| ([\d.]+ [nµm]s)\b", text("docs/benchmarks.md"))}


def test_every_figure_in_short_is_a_rounded_figure_of_the_tables_below():
    short, _, full = text("docs/benchmarks.md").partition("## How it is measured")
    measured = {float(number.replace(",", "")) for number in re.findall(r"\b\d[\d,]*(?:\.\d+)?", full)}
    measured |= {1000 / number for number in measured if number}  # so many a second are milliseconds each
    shown = re.findall(r"^\| .* \| ([\d.]+) \S+(?: a hand)? \|$", short, re.MULTILINE)
    assert len(shown) > 5
    for figure in shown:
        assert figure in {f"{number:.{len(figure.partition('.')[2])}f}" for number in measured}
