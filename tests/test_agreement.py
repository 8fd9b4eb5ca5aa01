"""All 4960 hands in all six orders in every way to give a hand: both scorers say what the golden data say."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from svara_eval import Card, hand_index

# The ways that the compiled scorer reads by itself, without Python.
FAST_WAYS = [
    "compact text",
    "small letters",
    "text with spaces",
    "symbols with spaces",
    "symbols without",
    "10 for the ten, commas",
    "semicolons and spaces",
    "outlined symbols with selectors",
    "a line of a file",
    "tuple of Cards",
    "list of Cards",
    "tuple of ints",
    "list of ints",
    "tuple of codes",
    "list of symbols",
    "a card, an int and a text",
]


class Number:
    """A card number that is no int but has ``__index__``."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def picture(card: Card) -> str:
    """The Unicode playing card."""
    return chr(0x1F0A0 + 16 * (3 - card.suit) + (7, 8, 9, 10, 11, 13, 14, 1)[card.rank])


WAYS = {
    "compact text": lambda cards: "".join(card.code for card in cards),
    "small letters": lambda cards: "".join(card.code for card in cards).lower(),
    "text with spaces": lambda cards: " ".join(card.code for card in cards),
    "symbols with spaces": lambda cards: " ".join(map(str, cards)),
    "symbols without": lambda cards: "".join(map(str, cards)),
    "10 for the ten, commas": lambda cards: ",".join(card.code.replace("T", "10") for card in cards),
    "semicolons and spaces": lambda cards: "; ".join(card.code for card in cards),
    "outlined symbols with selectors": lambda cards: "".join(
        card.code[0] + "♧♢♡♤"[card.suit] + "\N{VARIATION SELECTOR-16}" for card in cards
    ),
    "a line of a file": lambda cards: "\t".join(card.code for card in cards) + "\r\n",
    "Cyrillic ranks": lambda cards: "".join("789ТВДКА"[card.rank] + "cdhs"[card.suit] for card in cards),
    "Unicode playing cards": lambda cards: "".join(map(picture, cards)),
    "tuple of Cards": tuple,
    "list of Cards": list,
    "tuple of ints": lambda cards: tuple(map(int, cards)),
    "list of ints": lambda cards: list(map(int, cards)),
    "tuple of codes": lambda cards: tuple(card.code for card in cards),
    "list of symbols": lambda cards: list(map(str, cards)),
    "a card, an int and a text": lambda cards: (cards[0], int(cards[1]), str(cards[2])),
    "generator": iter,
    "NumPy array": lambda cards: np.array(cards, dtype=np.uint8),
    "NumPy integers": lambda cards: [np.int64(card) for card in cards],
    "objects with __index__": lambda cards: [Number(int(card)) for card in cards],
}


@pytest.mark.parametrize("way", WAYS)
def test_all_hands_in_all_orders_score_as_in_the_golden_data(score, golden, way):
    give = WAYS[way]
    for line in golden:
        for cards in permutations(line.dealt):
            assert score(give(cards)) == line.points, (way, cards)


@pytest.mark.compiled
@pytest.mark.parametrize("way", FAST_WAYS)
def test_the_compiled_scorer_reads_the_common_ways_by_itself(monkeypatch, golden, way):
    from svara_eval import _fast

    monkeypatch.setattr(_fast, "parse_hand", None)
    assert [_fast.score(WAYS[way](line.dealt)) for line in golden] == [line.points for line in golden]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_give_a_hand_gives_the_same_hand(golden, way):
    give = WAYS[way]
    assert [hand_index(give(line.dealt)) for line in golden] == list(range(4960))
