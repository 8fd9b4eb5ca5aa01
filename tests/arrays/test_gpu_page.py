"""The function of the page on GPUs, in each library of arrays that is installed, on the processor."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest
from paths import DOCS

from svara_eval import points_table

PAGE = DOCS / "cookbook" / "gpu.md"
# How each library makes an array of card numbers.
LIBRARIES = {
    "numpy": lambda library, cards: library.asarray(cards, dtype=np.int32),
    "array_api_strict": lambda library, cards: library.asarray(cards, dtype=library.int64),
    "torch": lambda library, cards: library.tensor(cards, dtype=library.int64),
    "jax.numpy": lambda library, cards: library.asarray(cards, library.int32),
}
INSTALLED = [name for name in LIBRARIES if find_spec(name.partition(".")[0])]
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not present")


@pytest.mark.parametrize("name", INSTALLED)
def test_the_function_of_the_page_scores_every_hand_in_every_order(name, golden):
    names: dict[str, object] = {}
    (program,) = re.findall(r"```python\n(def .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(program, names)
    library = import_module(name)
    hands = np.array([line.dealt for line in golden])
    orders = np.stack([hands[:, order] for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1], [2, 0, 1], [1, 0, 2])])
    table = (library.tensor if name == "torch" else library.asarray)(points_table())
    points = names["score_on"](library, table, LIBRARIES[name](library, orders))
    assert points.shape == (6, 4960)
    assert np.asarray(points).tolist() == [[line.points for line in golden]] * 6
