"""The chart and the calculator have the same colors, which the color-blind can tell apart, light and dark."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest
from paths import DOCS

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not present")
ACTIONS = ("fold", "call", "raise-0", "raise-1", "raise-2")
OUTCOMES = ("win", "tie", "lose")
#: How red, green and blue light are seen, by Machado, Oliveira and Fernandes (2009).
SIGHT = {
    "full": np.eye(3),
    "without red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "without green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "without blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


def themes():
    """The colors of the site by name, light and then dark."""
    page = (DOCS / "conf.py").read_text(encoding="utf-8")
    light, dark = page.partition("dark_css_variables")[::2]
    return [dict(re.findall(r'"color-([\w-]+)": "(#\w{6})"', theme)) for theme in (light, dark)]


def seen(color, sight):
    """A color as CIELAB coordinates, in which distances are differences that people see."""
    share = np.array([int(color[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    relative = xyz @ np.clip(np.asarray(SIGHT[sight]) @ light, 0, 1) / (0.9505, 1, 1.089)
    x, y, z = np.where(relative > 0.008856, np.cbrt(relative), 7.787 * relative + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("names", [ACTIONS, OUTCOMES])
def test_colors_that_stand_side_by_side_can_be_told_apart(names, sight):
    for theme in themes():
        for one, other in combinations(names, 2):
            assert np.linalg.norm(seen(theme[one], sight) - seen(theme[other], sight)) > 20, (one, other)


def test_the_chart_has_the_colors_of_the_site():
    light, _ = themes()
    look = (DOCS / "plots" / "look.py").read_text(encoding="utf-8")
    drawn = re.findall(r"#\w{6}", "".join(re.findall(r"^(?:FOLD|CALL|RAISES) = .*", look, re.MULTILINE)))
    assert drawn == [light[name] for name in ACTIONS]
    themed = (DOCS / "extensions" / "pages.py").read_text(encoding="utf-8")
    assert all(f'"{light[name]}": "var(--color-{name})"' in themed for name in ACTIONS)
