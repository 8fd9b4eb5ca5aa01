"""The 32 cards, every spelling that is read, and input that is refused."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import time

import numpy as np
import pytest

from svara_eval import DECK, RANKS, SUITS, Card, CardError, DuplicateCardError, HandSizeError, format_hand, parse_hand
from svara_eval.cards import cards_of

# Every accepted spelling; docs/cards.md lists the same ones.
RANK_SPELLINGS = ["7", "8", "9", "10 T t Т т", "J j В в", "Q q Д д", "K k К к П п", "A a А а"]
SUIT_SPELLINGS = ["c C ♣ ♧ с С", "d D ♦ ♢", "h H ♥ ♡ ❤", "s S ♠ ♤ п П"]
PICTURES = {
    "♠": "🂧🂨🂩🂪🂫🂭🂮🂡",
    "♥": "🂷🂸🂹🂺🂻🂽🂾🂱",
    "♦": "🃇🃈🃉🃊🃋🃍🃎🃁",
    "♣": "🃗🃘🃙🃚🃛🃝🃞🃑",
}
SPELLINGS = [
    (rank_spelling + suit_spelling + selector, 4 * rank + suit)
    for rank, ranks in enumerate(RANK_SPELLINGS)
    for rank_spelling in ranks.split()
    for suit, suits in enumerate(SUIT_SPELLINGS)
    for suit_spelling in suits.split()
    for selector in ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")
    if not selector or suit_spelling in "♣♧♦♢♥♡❤♠♤"
] + [(picture, 4 * rank + SUITS.index(suit)) for suit, row in PICTURES.items() for rank, picture in enumerate(row)]


def error_of(call, *arguments):
    """The type and the message of the error that a call raises."""
    with pytest.raises((ValueError, TypeError)) as caught:
        call(*arguments)
    return type(caught.value), str(caught.value)


def test_every_spelling_is_read():
    for spelling, number in SPELLINGS:
        assert Card(spelling) is DECK[number], spelling
        assert Card(f" {spelling}\n") is DECK[number], spelling


def test_both_scorers_read_every_spelling(score):
    others = ["As", "8d"], ["Kh", "9c"]
    for spelling, number in SPELLINGS:
        one, other = next(pair for pair in others if number not in map(Card, pair))
        expected = score((number, Card(one), Card(other)))
        for hand in (
            f"{spelling}{one}{other}",
            f"{one} {spelling} {other}",
            f"{one},{other};{spelling}",
            (one, spelling, other),
        ):
            assert score(hand) == expected, hand


@pytest.mark.parametrize(
    "text",
    [
        "7cKhTd",
        "7c Kh Td",
        "7c,Kh,Td",
        "7c;Kh;Td",
        "7c, Kh ;\tTd",
        "7c ,Kh  Td",
        "7c\n,\nKh\r\n;Td",
        "  7c\u00a0Kh\u2009Td\r\n",
        "7c\u00a0,\u2009KhTd",
        "7cKh Td",
    ],
)
def test_white_space_and_one_comma_or_semicolon_or_nothing_stand_between_cards(score, text):
    assert parse_hand(text) == (Card("7c"), Card("Kh"), Card("Td"))
    assert score(text) == 21


ONE_SEPARATOR = "one comma or semicolon may stand between two cards"


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("7cKh,,Kd", 5, "no card before the ','"),
        ("7c,,KhKd", 3, "no card before the ','"),
        ("7c;,Kh,Kd", 3, "no card before the ','"),
        ("7c , ;Kh Kd", 5, "no card before the ';'"),
        ("7c,\n,Kh,Kd", 4, "no card before the ','"),
        ("7♣ ,\u00a0, K♥ K♦", 5, "no card before the ','"),
        (",7c 8c 9c", 0, "no card before the ','"),
        (" ; 7c 8c 9c", 1, "no card before the ';'"),
        (",", 0, "no card before the ','"),
        ("7c 8c 9c; ", 8, "no card after the ';'"),
        ("7c8c9c,", 6, "no card after the ','"),
        ("7c8c9c,,", 7, "no card before the ','"),
        ("7c8c,", 4, "no card after the ','"),
        ("7c,Kh,,Kd,As", 6, "no card before the ','"),
    ],
)
def test_a_second_separator_or_one_without_a_card_on_each_side_is_an_error(score, text, position, reason):
    """Shifted cells of a table, joined by commas, must not make a valid hand."""
    message = f"position {position} of {text!r}: {reason}; {ONE_SEPARATOR}"
    assert error_of(score, text) == error_of(parse_hand, text) == (CardError, message)


NOT_A_RANK = "is not a rank; ranks are 7 8 9 10 J Q K A"
NOT_IN_THE_DECK = "is not in the deck; the deck is 7 to A"
THE_SUITS = "suits are c d h s or ♣ ♦ ♥ ♠"
SUIT_FIRST = "is a suit; the rank comes first"
KNIGHT = "is a knight; the deck has none"
PRINTED_JOKER = "is not in the deck; the joker of Svara is the 7♣"


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("7c 6c Kd", 3, f"'6' {NOT_IN_THE_DECK}"),
        ("2s8c9c", 0, f"'2' {NOT_IN_THE_DECK}"),
        ("1d8c9c", 0, f"'1' {NOT_IN_THE_DECK}"),
        ("0d8c9c", 0, f"'0' (U+0030) {NOT_A_RANK}"),
        ("xh 8c 9c", 0, f"'x' (U+0078) {NOT_A_RANK}"),
        ("Xh 8c 9c", 0, f"'X' (U+0058) {NOT_A_RANK}"),
        ("\U0001f0e28c9c", 0, f"'\U0001f0e2' (U+1F0E2) {NOT_A_RANK}"),  # a trump of the tarot, after the clubs
        ("7c Kh Kd!", 8, f"'!' (U+0021) {NOT_A_RANK}"),
        ("7c/Kh/Kd", 2, f"'/' (U+002F) {NOT_A_RANK}"),
        ("Asxyz", 2, f"'x' (U+0078) {NOT_A_RANK}"),
        ("７c 8c 9c", 0, f"'７' (U+FF17) {NOT_A_RANK}"),
        ("٧c 8c 9c", 0, f"'٧' (U+0667) {NOT_A_RANK}"),
        ("c7 8c 9c", 0, f"'c' (U+0063) {SUIT_FIRST}"),
        ("7c♣ 8c 9c", 2, f"'♣' (U+2663) {SUIT_FIRST}"),
        ("❤7 8c 9c", 0, f"'❤' (U+2764) {SUIT_FIRST}"),
        ("7c Kh K", 6, f"'K' has no suit; {THE_SUITS}"),
        ("7c K h Kd", 3, f"'K' has no suit; {THE_SUITS}"),
        ("7c 10,Kd", 3, f"'10' has no suit; {THE_SUITS}"),
        ("7x Kh Kd", 1, f"'x' (U+0078) is not a suit; {THE_SUITS}"),
        ("7c 10x Kd", 5, f"'x' (U+0078) is not a suit; {THE_SUITS}"),
        ("7❣ Kh Kd", 1, f"'❣' (U+2763) is not a suit; {THE_SUITS}"),
        ("7к 8c 9c", 1, "'к' (U+043A) could be каро (♦) or купа (♥); write d or ♦, h or ♥"),
        ("8c 9c КК", 7, "'К' (U+041A) could be каро (♦) or купа (♥); write d or ♦, h or ♥"),
        ("7c\N{VARIATION SELECTOR-16}8c9c", 2, f"'\N{VARIATION SELECTOR-16}' (U+FE0F) {NOT_A_RANK}"),
        (
            "7♥\N{VARIATION SELECTOR-16}\N{VARIATION SELECTOR-16}8c9c",
            3,
            f"'\N{VARIATION SELECTOR-16}' (U+FE0F) {NOT_A_RANK}",
        ),
        ("7c 8c 9c\0", 8, f"'\\x00' (U+0000) {NOT_A_RANK}"),
        ("7c 8c \ud800", 6, f"'\\ud800' (U+D800) {NOT_A_RANK}"),
    ],
)
def test_the_error_for_a_string_states_the_position_and_the_reason(score, text, position, reason):
    message = f"position {position} of {text!r}: {reason}"
    assert error_of(score, text) == error_of(parse_hand, text) == (CardError, message)


@pytest.mark.parametrize("suit", PICTURES)
def test_the_playing_cards_of_unicode_outside_the_deck_are_refused(score, suit):
    """The 2 to 6, the knight and the joker of each suit, and the code point before its ace."""
    ace = ord(PICTURES[suit][-1])
    outside = {
        **{chr(ace - 1 + rank): f"{chr(ace - 1 + rank)!r} {NOT_IN_THE_DECK}" for rank in range(2, 7)},
        chr(ace + 11): f"{chr(ace + 11)!r} (U+{ace + 11:04X}) {KNIGHT}",
        chr(ace + 14): f"{chr(ace + 14)!r} (U+{ace + 14:04X}) {PRINTED_JOKER}",
        chr(ace - 1): f"{chr(ace - 1)!r} (U+{ace - 1:04X}) {NOT_A_RANK}",
    }
    for picture, reason in outside.items():
        text = f"{picture}8c9c"
        assert error_of(score, text) == (CardError, f"position 0 of {text!r}: {reason}")
    assert error_of(Card, "🃠") == (CardError, f"position 0 of '🃠': '🃠' (U+1F0E0) {NOT_A_RANK}")


@pytest.mark.parametrize("hand", [(0, 1, DECK[5]), (DECK[5], 0, 1), (0, DECK[5], 1), (0, DECK[1], DECK[5])])
def test_the_cards_of_a_hand_are_cards_even_beside_numbers(hand):
    assert [type(card) for card in parse_hand(hand)] == [Card] * 3


MUST_BE_A_CARD = "a card must be a Card, an integer from 0 to 31 or a string like 'K♥'"
MUST_BE_A_HAND = "a hand must be a string or an iterable of three cards"


@pytest.mark.parametrize(
    ("hand", "error", "message"),
    [
        ("", HandSizeError, "a hand is three cards, not 0 ('')"),
        ("7c Kh", HandSizeError, "a hand is three cards, not 2 ('7c Kh')"),
        ("7c Kh Kd As", HandSizeError, "a hand is three cards, not four or more ('7c Kh Kd As')"),
        ([], HandSizeError, "a hand is three cards, not 0 (nothing)"),
        (["7c", 26], HandSizeError, "a hand is three cards, not 2 (7♣ K♥)"),
        ([0, 26, 25, "As"], HandSizeError, "a hand is three cards, not four or more (7♣ K♥ K♦ A♠)"),
        ("7c Kh Kh", DuplicateCardError, "K♥ is given twice (card 2 and card 3 of 7♣ K♥ K♥); each card exists once"),
        ("7c7cKh", DuplicateCardError, "7♣ is given twice (card 1 and card 2 of 7♣ 7♣ K♥); each card exists once"),
        ("10hKhTh", DuplicateCardError, "10♥ is given twice (card 1 and card 3 of 10♥ K♥ 10♥); each card exists once"),
        (
            (DECK[5], DECK[5], DECK[6]),
            DuplicateCardError,
            "8♦ is given twice (card 1 and card 2 of 8♦ 8♦ 8♥); each card exists once",
        ),
        (
            (DECK[5], DECK[6], DECK[6]),
            DuplicateCardError,
            "8♥ is given twice (card 2 and card 3 of 8♦ 8♥ 8♥); each card exists once",
        ),
        (
            (DECK[5], DECK[6], DECK[5]),
            DuplicateCardError,
            "8♦ is given twice (card 1 and card 3 of 8♦ 8♥ 8♦); each card exists once",
        ),
        (["7c8c?"], CardError, "card 1: '7c8c?' is more than one card; a card is a rank and a suit, like 'K♥'"),
        ((0, 0, 0), DuplicateCardError, "7♣ is given twice (card 1 and card 2 of 7♣ 7♣ 7♣); each card exists once"),
        ([5, "6c", 7], CardError, f"card 2: position 0 of '6c': '6' {NOT_IN_THE_DECK}"),
        (["7cKhKd"], CardError, "card 1: '7cKhKd' is more than one card; a card is a rank and a suit, like 'K♥'"),
        (["7c", "", "8c"], CardError, "card 2: '' is not a card; a card is a rank and a suit, like 'K♥'"),
        (None, TypeError, f"{MUST_BE_A_HAND}, not None of type NoneType"),
        (True, TypeError, f"{MUST_BE_A_HAND}, not True of type bool"),
        (7, TypeError, f"{MUST_BE_A_HAND}, not 7 of type int"),
        (3.0, TypeError, f"{MUST_BE_A_HAND}, not 3.0 of type float"),
        (Card("7c"), TypeError, f"{MUST_BE_A_HAND}, not Card('7♣') of type Card"),
        (np.array(3), TypeError, f"{MUST_BE_A_HAND}, not array(3) of type ndarray"),
        (b"7cKhKd", TypeError, f"{MUST_BE_A_HAND}, not bytes (b'7cKhKd'); decode them first"),
        (bytearray(3), TypeError, f"{MUST_BE_A_HAND}, not bytes (bytearray(b'\\x00\\x00\\x00')); decode them first"),
        ({0: "7c"}, TypeError, f"{MUST_BE_A_HAND}, not a mapping ({{0: '7c'}}); pass its values"),
    ],
)
def test_the_error_for_a_hand_says_what_is_wrong(score, hand, error, message):
    assert error_of(score, hand) == error_of(parse_hand, hand) == (error, message)


def test_a_number_too_long_to_write_a_memoryview_and_an_object_are_not_hands(score):
    assert error_of(score, 10**5000) == (TypeError, f"{MUST_BE_A_HAND}, not a number of 16610 bits of type int")
    assert error_of(score, memoryview(b"\0\1\2"))[1].startswith(f"{MUST_BE_A_HAND}, not bytes (<memory at 0x")
    assert error_of(score, object())[1].startswith(f"{MUST_BE_A_HAND}, not <object object at 0x")


@pytest.mark.parametrize("cards", [1, 2, 4, 255, 256, 257, 259, 512 + 3, 65536 + 3])
def test_only_three_cards_make_a_hand(score, cards):
    for hand in ("7c" * cards, ["7c"] * cards, [0] * cards, (0,) * cards, (c for c in [0] * cards)):
        with pytest.raises(HandSizeError):
            score(hand)


@pytest.mark.parametrize(
    "number",
    [-1, -32, 32, 255, 256, 260, 2**31, 2**32, 2**63, 2**64, -(2**63), 2**200, 10**5000],
    ids=lambda n: hex(n)[:20],
)
def test_a_number_outside_0_to_31_is_not_a_card(score, number):
    given = number if number < 10**100 else "a number of 16610 bits"
    message = f"{given} is not a card number; card numbers are 0 (7♣) to 31 (A♠)"
    assert error_of(Card, number) == (CardError, message)
    for place in range(3):
        hand = [1, 2, 3]
        hand[place] = number
        for form in (list, tuple, iter):
            assert error_of(score, form(hand)) == (CardError, f"card {place + 1}: {message}")


def test_a_forged_card_is_not_a_card(score):
    for number in (-5, 32, 40, 10**6, 2**31 - 1, 2**40):
        error, message = error_of(score, [int.__new__(Card, number), 1, 2])
        assert error is CardError
        assert message.endswith(" is not a card number; card numbers are 0 (7♣) to 31 (A♠)")
    assert parse_hand([int.__new__(Card, 3), 1, 2])[0] is Card(3)


@pytest.mark.parametrize("number", [np.int64(260), np.int64(-1), np.uint8(255), np.int8(-1), np.uint64(2**63)])
def test_a_numpy_number_does_not_wrap_to_a_card(score, number):
    message = f"card 2: {int(number)} is not a card number; card numbers are 0 (7♣) to 31 (A♠)"
    assert error_of(score, [1, number, 3]) == (CardError, message)


@pytest.mark.parametrize(
    "thing",
    [True, False, 1.0, float("nan"), None, b"7c", bytearray(b"7c"), 1j, [7], np.True_, np.float64(1)],
    ids=repr,
)
def test_any_other_type_is_a_type_error(score, thing):
    message = f"{MUST_BE_A_CARD}, not {thing!r} of type {type(thing).__name__}"
    assert error_of(Card, thing) == (TypeError, message)
    for place in range(3):
        hand = [1, 2, 3]
        hand[place] = thing
        for form in (list, tuple):
            assert error_of(score, form(hand)) == (TypeError, f"card {place + 1}: {message}")


def test_a_long_string_is_refused_at_once_and_shown_around_the_position(score):
    message = f"a hand is three cards, not four or more ('{'7c' * 40}'...)"
    assert error_of(score, "7c" * 10**6) == (HandSizeError, message)
    message = f"position 204 of ...'{' ' * 40}x': 'x' (U+0078) {NOT_A_RANK}"
    assert error_of(score, "7c8c" + " " * 200 + "x") == (CardError, message)


@pytest.mark.parametrize(
    ("hand", "error", "message"),
    [
        (lambda: itertools.count(), HandSizeError, "a hand is three cards, not four or more (7♣ 7♦ 7♥ 7♠)"),
        (lambda: itertools.repeat(3), HandSizeError, "a hand is three cards, not four or more (7♠ 7♠ 7♠ 7♠)"),
        (
            lambda: itertools.repeat("7c8c"),
            CardError,
            "card 1: '7c8c' is more than one card; a card is a rank and a suit, like 'K♥'",
        ),
        (lambda: itertools.cycle([b"7c"]), TypeError, f"card 1: {MUST_BE_A_CARD}, not b'7c' of type bytes"),
    ],
    ids=["count", "repeat", "two cards", "bytes"],
)
def test_an_endless_hand_is_refused(score, hand, error, message):
    assert error_of(score, hand()) == (error, message)


def test_deep_and_self_referential_lists_are_refused_at_once(score):
    doubled = [0]
    for _ in range(22):
        doubled = [doubled, doubled]
    itself = []
    itself.append(itself)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    start = time.process_time()
    for thing, shown in [
        (doubled, "[[[[...], [...]], [[...], [...]]], [[[...], [...]], [[...], [...]]]]"),
        (itself, "[[[[...]]]]"),
        (deep, "[[[[...]]]]"),
    ]:
        message = f"card 1: {MUST_BE_A_CARD}, not {shown} of type list"
        assert error_of(score, [thing, 1, 2]) == error_of(score, (thing, 1, 2)) == (TypeError, message)
    assert time.process_time() - start < 2
    while deep:  # taken apart layer by layer: Python 3.11 may overflow its stack otherwise
        deep = deep[0]


def test_a_card_is_exactly_one_card():
    assert error_of(Card, "7c Kh") == (
        CardError,
        "'7c Kh' is more than one card; a card is a rank and a suit, like 'K♥'",
    )
    assert error_of(Card, "") == (CardError, "'' is not a card; a card is a rank and a suit, like 'K♥'")


@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        ("7c,,8c", CardError, f"dead cards: position 3 of '7c,,8c': no card before the ','; {ONE_SEPARATOR}"),
        ([0, "6c"], CardError, f"dead cards: card 2: position 0 of '6c': '6' {NOT_IN_THE_DECK}"),
        ("7cKh7c", DuplicateCardError, "dead cards: 7♣ is given twice (card 1 and card 3); each card exists once"),
        (
            itertools.repeat(3),
            DuplicateCardError,
            "dead cards: 7♠ is given twice (card 1 and card 2); each card exists once",
        ),
        (7, TypeError, "dead cards: they must be a string or an iterable of cards, not 7 of type int"),
        (
            b"\0\1",
            TypeError,
            "dead cards: they must be a string or an iterable of cards, not bytes (b'\\x00\\x01'); decode them first",
        ),
    ],
)
def test_a_list_of_cards_is_checked_like_a_hand(cards, error, message):
    assert error_of(cards_of, cards, "dead cards") == (error, message)


def test_a_list_of_cards_may_hold_any_number_of_them():
    assert cards_of("", "dead cards") == cards_of((), "dead cards") == []
    assert cards_of("7cKh", "dead cards") == cards_of(iter([0, "Kh"]), "dead cards") == [Card("7c"), Card("Kh")]
    assert cards_of(range(32), "dead cards") == list(DECK)


def test_a_card_has_rank_suit_points_and_names():
    for number, card in enumerate(DECK):
        assert (int(card), card.rank, card.suit) == (number, number // 4, number % 4)
        assert str(card) == f"{card}" == RANKS[card.rank] + SUITS[card.suit]
        assert eval(repr(card)) is card
        assert Card(str(card)) is Card(card.code) is Card(number) is Card(card) is card
        assert len(card.code) == 2
        assert card.code.isascii()
    assert [card.points for card in DECK[1::4]] == [7, 8, 9, 10, 10, 10, 10, 11]
    assert Card("7♣").points == 11


def test_all_spellings_together_name_32_cards():
    assert len(DECK) == len(set(DECK)) == len({Card(spelling) for spelling, _ in SPELLINGS}) == 32


def test_cards_sort_by_rank_then_suit_and_equal_their_numbers():
    assert sorted(Card(number) for number in range(31, -1, -1)) == list(DECK)
    assert Card("7♠") == 3
    assert hash(Card("7♠")) == hash(3)
    assert Card("A♣") > Card("K♠") > Card("K♥")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_card_is_the_same_card(protocol):
    assert all(pickle.loads(pickle.dumps(card, protocol)) is card for card in DECK)


def test_a_copied_card_is_the_same_card():
    assert all(copy.copy(card) is copy.deepcopy(card) is card for card in DECK)


def test_a_card_cannot_be_changed():
    for name in ("rank", "suit", "points", "code", "anything"):
        with pytest.raises(AttributeError):
            setattr(Card("7♠"), name, 1)


def test_the_joker_is_falsy_like_any_zero_and_a_card_in_json_is_its_number():
    assert not Card("7♣")
    assert json.dumps(Card("7♠")) == "3"


@pytest.mark.parametrize(
    ("spec", "written"),
    [
        ("", "K♥"),
        ("s", "K♥"),
        (">5", "   K♥"),
        ("<5", "K♥   "),
        ("^6", "  K♥  "),
        ("d>4", "ddK♥"),
        ("*^5s", "*K♥**"),
        (".1", "K"),
        ("d", "26"),
        ("03d", "026"),
        ("+d", "+26"),
        ("n", "26"),
        ("b", "11010"),
        ("#x", "0x1a"),
        ("X", "1A"),
        ("o", "32"),
        ("c", "\x1a"),
        (".1f", "26.0"),
        ("e", "2.600000e+01"),
        ("g", "26"),
        ("%", "2600.000000%"),
    ],
)
def test_numeric_format_codes_format_the_number_and_all_others_the_string(spec, written):
    assert format(Card("Kh"), spec) == written


def test_an_unknown_format_code_is_an_error():
    with pytest.raises(ValueError, match="Unknown format code 'y' for object of type 'str'"):
        format(Card("Kh"), "y")
    assert "%d %s" % (Card("Kh"), Card("Kh")) == "26 K♥"  # noqa: UP031  # the old way of formatting is what is tested


def test_a_hand_is_printed_in_the_order_given():
    assert format_hand("Kdth7C") == "K♦ 10♥ 7♣"
    assert parse_hand([31, 0, 5]) == (Card(31), Card(0), Card(5))
