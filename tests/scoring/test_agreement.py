"""All 4960 hands in every form and order: both scorers give the points of the golden data."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from svara_eval import Card, hand_index

# The forms that the compiled scorer reads itself, without Python.
FAST_FORMS = [
    "compact text",
    "small letters",
    "text with spaces",
    "symbols with spaces",
    "symbols without",
    "10 for the ten, commas",
    "semicolons and spaces",
    "outlined symbols with selectors",
    "hearts as phones type them",
    "a line of a file",
    "tuple of Cards",
    "list of Cards",
    "tuple of ints",
    "list of ints",
    "tuple of codes",
    "list of symbols",
    "a card, an int and a string",
]


class Number:
    """A card number that is not an int but has ``__index__``."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def picture(card: Card) -> str:
    """The Unicode playing card."""
    return chr(0x1F0A0 + 16 * (3 - card.suit) + (7, 8, 9, 10, 11, 13, 14, 1)[card.rank])


FORMS = {
    "compact text": lambda cards: "".join(card.code for card in cards),
    "small letters": lambda cards: "".join(card.code for card in cards).lower(),
    "text with spaces": lambda cards: " ".join(card.code for card in cards),
    "symbols with spaces": lambda cards: " ".join(map(str, cards)),
    "symbols without": lambda cards: "".join(map(str, cards)),
    "10 for the ten, commas": lambda cards: ",".join(card.code.replace("T", "10") for card in cards),
    "semicolons and spaces": lambda cards: " ; ".join(card.code for card in cards),
    "outlined symbols with selectors": lambda cards: "".join(
        card.code[0] + "♧♢♡♤"[card.suit] + "\N{VARIATION SELECTOR-16}" for card in cards
    ),
    "hearts as phones type them": lambda cards: " ".join(map(str, cards)).replace("♥", "❤\N{VARIATION SELECTOR-16}"),
    "a line of a file": lambda cards: "\t".join(card.code for card in cards) + "\r\n",
    "Cyrillic ranks": lambda cards: "".join("789ТВДКА"[card.rank] + "cdhs"[card.suit] for card in cards),
    "Unicode playing cards": lambda cards: "".join(map(picture, cards)),
    "tuple of Cards": tuple,
    "list of Cards": list,
    "tuple of ints": lambda cards: tuple(map(int, cards)),
    "list of ints": lambda cards: list(map(int, cards)),
    "tuple of codes": lambda cards: tuple(card.code for card in cards),
    "list of symbols": lambda cards: list(map(str, cards)),
    "a card, an int and a string": lambda cards: (cards[0], int(cards[1]), str(cards[2])),
    "generator": iter,
    "NumPy array": lambda cards: np.array(cards, dtype=np.uint8),
    "NumPy integers": lambda cards: [np.int64(card) for card in cards],
    "objects with __index__": lambda cards: [Number(int(card)) for card in cards],
}

ORDERS = [*permutations(range(3))]


@pytest.mark.parametrize("form", FORMS)
def test_every_hand_in_every_form_scores_as_in_the_golden_data(score, golden, form):
    """Each hand in one of its six orders, another in the next form. The proof below tries every order in each."""
    give, first = FORMS[form], list(FORMS).index(form)
    for number, line in enumerate(golden):
        cards = [line.dealt[place] for place in ORDERS[(first + number) % 6]]
        assert score(give(cards)) == line.points, cards


@pytest.mark.proof
@pytest.mark.parametrize("form", FORMS)
def test_every_hand_in_every_form_and_order_scores_as_in_the_golden_data(score, golden, form):
    give = FORMS[form]
    for line in golden:
        for cards in permutations(line.dealt):
            assert score(give(cards)) == line.points, cards


@pytest.mark.compiled
@pytest.mark.parametrize("form", FAST_FORMS)
def test_the_compiled_scorer_reads_the_common_forms_by_itself(monkeypatch, golden, form):
    from svara_eval import _fast

    monkeypatch.setattr(_fast, "parse_hand", None)
    assert [_fast.score(FORMS[form](line.dealt)) for line in golden] == [line.points for line in golden]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_hand_names_the_same_hand(golden, form):
    give = FORMS[form]
    assert [hand_index(give(line.dealt)) for line in golden] == list(range(4960))
