"""The programs of the page on training run at a small size, and the learner beats random play."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest
from paths import DOCS

from svara_eval.envs import CHOICES

PAGE = DOCS / "training.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


def run(section: str, sizes: str, smaller: str) -> dict[str, object]:
    """Run the programs of a section with smaller sizes; the names they leave behind."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    program = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    assert sizes in program
    names: dict[str, object] = {}
    exec(compile(program.replace(sizes, smaller), str(PAGE), "exec"), names)
    return names


@pytest.mark.skipif(find_spec("pettingzoo") is None, reason="PettingZoo is not installed")
def test_the_learner_beats_random_play_by_many_standard_errors(capsys):
    result = run("PettingZoo", "EPISODES, DEALS = 5_000, 20_000", "EPISODES, DEALS = 800, 2_000")["result"]
    assert result.mean[0] > 5 * result.std_error[0]
    rendered, _, last = capsys.readouterr().out.strip().rpartition("\n")
    assert rendered.startswith("seat ")
    assert re.fullmatch(r"\+\d\.\d\d ± 0\.\d\d antes a deal", last)


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
def test_cfr_comes_closer_to_an_equilibrium(capsys):
    run("OpenSpiel", "ITERATIONS = 50", "ITERATIONS = 12")
    left = [float(line.split()[2]) for line in capsys.readouterr().out.splitlines()]
    assert len(left) == 3
    assert left == sorted(left, reverse=True)
    assert left[-1] < left[0] / 5


def test_the_page_lists_the_choices_by_their_numbers():
    section = PAGE.read_text(encoding="utf-8").partition("(choices)=")[2].partition("\n## What a learner sees")[0]
    listed = re.findall(r"^\| (\d+)(?:, \d+| to \d+)? \| ([^|]+) \|", section, re.MULTILINE)
    names = []
    for first, row in listed:
        assert int(first) == len(names)
        kind, *sizes = row.replace(" min,", ", min,").split(", ")
        names += [f"{kind} {size}" for size in sizes] if "min" in sizes else [kind, *sizes]
    assert tuple(names) == CHOICES
