"""The figures of docs/variants.md, computed again: each variant as a rule for one hand, and only its hands compared."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest
from paths import DOCS

from svara_eval import all_hands, parse_hand, score

PAGE = DOCS / "variants.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not present")

VALUE = (7, 8, 9, 10, 10, 10, 10, 11)
POINTS = {frozenset(hand): score(hand) for hand in all_hands()}


def sevens(hand):
    return sum(card < 4 for card in hand)


def value(cards):
    return sum(VALUE[card // 4] for card in cards)


def same_rank(cards):
    return len({card // 4 for card in cards}) == 1


def with_any_two(hand):
    return 11 + value(hand - {0}) if 0 in hand else 0


def without_two_sevens(hand):
    """Of exactly two 7s, one may be the joker, and one may have the suit of the third card."""
    third = max(hand)
    suited = any(card % 4 == third % 4 for card in hand - {0, third})
    return 11 * (0 in hand) + 7 * suited + value([third])


VARIANTS = {
    "Three 7s score 33.": lambda hand: 33 if sevens(hand) == 3 else POINTS[hand],
    "Three 7s without the 7♣ score 30.": lambda hand: 30 if hand == {1, 2, 3} else POINTS[hand],
    "With a pair, the 7♣ takes the rank of the pair.": lambda hand: (
        3 * VALUE[max(hand) // 4] if 0 in hand and sevens(hand) == 1 and same_rank(hand - {0}) else POINTS[hand]
    ),
    "Two 7s score 23, even if another reading is better.": lambda hand: 23 if sevens(hand) == 2 else POINTS[hand],
    "The 7♣ adds 11 to any two cards, even unrelated ones.": lambda hand: max(POINTS[hand], with_any_two(hand)),
    "Two 7s do not combine.": lambda hand: without_two_sevens(hand) if sevens(hand) == 2 else POINTS[hand],
    "A pair scores the sum of both cards.": lambda hand: max(
        [POINTS[hand], *(value(two) for two in combinations(hand, 2) if same_rank(two))]
    ),
    "The 7♣ adds 11 except where two 7s score 23": lambda hand: (
        max(POINTS[hand], with_any_two(hand)) if sevens(hand) < 2 else POINTS[hand]
    ),
}


def figures():
    """The figures of the page by variant: how many hands it changes, and what share of the showdowns in percent."""
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+\.) \| (.+): (\d+), not (\d+) \| (\d+) \| ([\d.]+)% \|$", page, re.MULTILINE)
    found = {row[0]: (int(row[4]), row[5]) for row in rows}
    hands, share = re.search(r"changes (\d+) hands and ([\d.]+)% of\s+the showdowns", page).groups()
    return rows, found | {"The 7♣ adds 11 except where two 7s score 23": (int(hands), share)}


def changed(variant):
    """How many hands score differently, and the share of showdowns of two hands that end differently."""
    here = np.array([*POINTS.values()])
    there = np.array([variant(hand) for hand in POINTS])
    cards = np.array([sum(1 << card for card in hand) for hand in POINTS])
    other = np.flatnonzero(here != there)
    ends = [np.sign(points[other, None] - points) for points in (here, there)]
    differ = (ends[0] != ends[1]) & (cards[other, None] & cards == 0)
    both_changed = differ[:, other].sum()  # each such showdown is there twice
    return len(other), (2 * differ.sum() - both_changed) / (4960 * 3654)


def test_the_page_has_the_figures_of_every_variant():
    _, found = figures()
    computed = {name: changed(variant) for name, variant in VARIANTS.items()}
    assert found == {name: (hands, f"{share:.4%}"[:-1]) for name, (hands, share) in computed.items()}


def test_the_example_of_each_variant_scores_as_the_page_says():
    rows, _ = figures()
    assert len(rows) == 7
    for name, text, there, here, *_ in rows:
        hand = frozenset(parse_hand(text))
        assert (VARIANTS[name](hand), POINTS[hand]) == (int(there), int(here)), text
