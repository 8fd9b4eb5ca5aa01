"""Cards: the 32 of them, every spelling that is read and every one that is refused."""

from __future__ import annotations

import copy
import itertools
import json
import pickle

import numpy as np
import pytest

from svara_eval import DECK, RANKS, SUITS, Card, CardError, DuplicateCardError, HandSizeError, format_hand, parse_hand

# Every accepted spelling: docs/cards.md shows the same ones.
RANK_SPELLINGS = ["7", "8", "9", "10 T t Т т", "J j В в", "Q q Д д", "K k К к П п", "A a А а"]
SUIT_SPELLINGS = ["c C ♣ ♧ с С", "d D ♦ ♢", "h H ♥ ♡", "s S ♠ ♤ п П"]
PICTURES = {
    "♠": "🂧🂨🂩🂪🂫🂭🂮🂡",
    "♥": "🂷🂸🂹🂺🂻🂽🂾🂱",
    "♦": "🃇🃈🃉🃊🃋🃍🃎🃁",
    "♣": "🃗🃘🃙🃚🃛🃝🃞🃑",
}
SPELLINGS = [
    (rank_spelt + suit_spelt + selector, 4 * rank + suit)
    for rank, ranks in enumerate(RANK_SPELLINGS)
    for rank_spelt in ranks.split()
    for suit, suits in enumerate(SUIT_SPELLINGS)
    for suit_spelt in suits.split()
    for selector in ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")
    if not selector or suit_spelt in "♣♧♦♢♥♡♠♤"
] + [(picture, 4 * rank + SUITS.index(suit)) for suit, row in PICTURES.items() for rank, picture in enumerate(row)]


@pytest.mark.parametrize(("spelt", "number"), SPELLINGS)
def test_every_spelling_is_read(spelt, number):
    assert Card(spelt) is DECK[number]
    assert Card(f" {spelt}\n") is DECK[number]


def test_every_spelling_is_scored_alike_by_both_scorers(score):
    others = ["As", "8d"], ["Kh", "9c"]
    for spelt, number in SPELLINGS:
        one, other = next(pair for pair in others if number not in map(Card, pair))
        expected = score((number, Card(one), Card(other)))
        for hand in (f"{spelt}{one}{other}", f"{one} {spelt} {other}", f"{one},{other};{spelt}", (one, spelt, other)):
            assert score(hand) == expected, hand


@pytest.mark.parametrize(
    "text",
    [
        "7cKhTd",
        "7c Kh Td",
        "7c,Kh,Td",
        "7c;Kh;Td",
        "7c, Kh,\tTd",
        "7c , ; Kh  Td",
        "  7c\u00a0Kh\u2009Td\r\n",
        "7cKh Td",
    ],
)
def test_cards_stand_apart_by_white_space_commas_semicolons_or_nothing(score, text):
    assert parse_hand(text) == (Card("7c"), Card("Kh"), Card("Td"))
    assert score(text) == 21


NO_RANK = "is no rank; ranks are 7 8 9 10 J Q K A"
NO_SUIT = "suits are c d h s or ♣ ♦ ♥ ♠"
SUIT_FIRST = "is a suit, and the rank comes first"


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("7c 6c Kd", 3, "the deck is 7 to A, without '6'"),
        ("2s8c9c", 0, "the deck is 7 to A, without '2'"),
        ("1d8c9c", 0, "the deck is 7 to A, without '1'"),
        ("🃇🃂🃈", 1, "the deck is 7 to A, without '🃂'"),
        ("🃌🃇🃈", 0, "'🃌' (U+1F0CC) is a knight, and the deck has none"),
        ("🃏🃇🃈", 0, "'🃏' (U+1F0CF) is not in the deck; the joker of Svara is the 7♣"),
        ("xh 8c 9c", 0, f"'x' (U+0078) {NO_RANK}"),
        ("7c Kh Kd!", 8, f"'!' (U+0021) {NO_RANK}"),
        ("Asxyz", 2, f"'x' (U+0078) {NO_RANK}"),
        ("７c 8c 9c", 0, f"'７' (U+FF17) {NO_RANK}"),
        ("٧c 8c 9c", 0, f"'٧' (U+0667) {NO_RANK}"),
        ("c7 8c 9c", 0, f"'c' (U+0063) {SUIT_FIRST}"),
        ("7c♣ 8c 9c", 2, f"'♣' (U+2663) {SUIT_FIRST}"),
        ("7c Kh K", 6, f"'K' has no suit; {NO_SUIT}"),
        ("7c K h Kd", 3, f"'K' has no suit; {NO_SUIT}"),
        ("7c 10,Kd", 3, f"'10' has no suit; {NO_SUIT}"),
        ("7x Kh Kd", 0, f"'x' (U+0078) is no suit; {NO_SUIT}"),
        ("7к 8c 9c", 0, "'к' (U+043A) could be каро (♦) or купа (♥); write d or ♦, h or ♥"),
        ("7c\N{VARIATION SELECTOR-16}8c9c", 2, f"'\N{VARIATION SELECTOR-16}' (U+FE0F) {NO_RANK}"),
        (",7c 8c 9c", 0, f"',' (U+002C) {NO_RANK}"),
        ("7c 8c 9c\0", 8, f"'\\x00' (U+0000) {NO_RANK}"),
        ("7c 8c \ud800", 6, f"'\\ud800' (U+D800) {NO_RANK}"),
    ],
)
def test_every_refused_text_says_where_and_why(score, text, position, reason):
    for refusing in (score, parse_hand):
        with pytest.raises(CardError) as caught:
            refusing(text)
        assert str(caught.value) == f"no card at position {position} of {text!r}: {reason}"


@pytest.mark.parametrize(
    ("hand", "error", "message"),
    [
        ("7c 8c 9c; ", CardError, "no card after the ';' at position 8 of '7c 8c 9c; '"),
        ("", HandSizeError, "a hand is three cards, not 0: ''"),
        ("7c Kh", HandSizeError, "a hand is three cards, not 2: '7c Kh'"),
        ("7c Kh Kd As", HandSizeError, "a hand is three cards, not more: '7c Kh Kd As'"),
        ([], HandSizeError, "a hand is three cards, not 0: nothing"),
        (["7c", 26], HandSizeError, "a hand is three cards, not 2: 7♣ K♥"),
        ([0, 26, 25, "As"], HandSizeError, "a hand is three cards, not more: 7♣ K♥ K♦ A♠"),
        ("7c Kh Kh", DuplicateCardError, "K♥ is there twice in 7♣ K♥ K♥; a hand is three different cards"),
        ("7c7cKh", DuplicateCardError, "7♣ is there twice in 7♣ 7♣ K♥; a hand is three different cards"),
        ("10h Kh Th", DuplicateCardError, "10♥ is there twice in 10♥ K♥ 10♥; a hand is three different cards"),
        ((0, 0, 0), DuplicateCardError, "7♣ is there twice in 7♣ 7♣ 7♣; a hand is three different cards"),
        ([5, "6c", 7], CardError, "card 2 of the hand: no card at position 0 of '6c': the deck is 7 to A, without '6'"),
    ],
)
def test_every_refused_hand_says_what_is_wrong_with_it(score, hand, error, message):
    for refusing in (score, parse_hand):
        with pytest.raises(error) as caught:
            refusing(hand)
        assert (type(caught.value), str(caught.value)) == (error, message)


@pytest.mark.parametrize("cards", [1, 2, 4, 255, 256, 257, 259, 512 + 3, 65536 + 3])
def test_only_three_cards_are_a_hand_however_many_there_are(score, cards):
    for hand in ("7c" * cards, ["7c"] * cards, [0] * cards, (c for c in [0] * cards)):
        with pytest.raises(HandSizeError):
            score(hand)


@pytest.mark.parametrize("number", [-1, -32, 32, 255, 256, 260, 2**31, 2**32, 2**63, 2**64, -(2**63), 2**200])
def test_a_number_outside_0_to_31_is_no_card(score, number):
    with pytest.raises(CardError, match=r"is no card number; they are 0 \(7♣\) to 31 \(A♠\)"):
        Card(number)
    for place in range(3):
        hand = [1, 2, 3]
        hand[place] = number
        for given in (hand, tuple(hand), iter(hand)):
            with pytest.raises(CardError, match=rf"^card {place + 1} of the hand: .* is no card number"):
                score(given)


def test_a_forged_card_is_no_card(score):
    for number in (-5, 32, 40, 10**6, 2**31 - 1, 2**40):
        with pytest.raises(CardError, match=r"card 1 of the hand: .* is no card number"):
            score([int.__new__(Card, number), 1, 2])
    assert parse_hand([int.__new__(Card, 3), 1, 2])[0] is Card(3)


def test_a_long_text_is_refused_at_once_and_shown_around_the_place(score):
    with pytest.raises(HandSizeError, match=r"a hand is three cards, not more: '(7c){40}'\.\.\.$"):
        score("7c" * 10**6)
    with pytest.raises(CardError, match=r"^no card at position 204 of \.\.\.' +x'"):
        score("7c8c" + " " * 200 + "x")


def test_endless_hands_are_refused(score):
    with pytest.raises(HandSizeError, match="a hand is three cards, not more: 7♣ 7♦ 7♥ 7♠"):
        score(itertools.count())


@pytest.mark.parametrize("number", [np.int64(260), np.int64(-1), np.uint8(255), np.int8(-1), np.uint64(2**63)])
def test_a_numpy_number_is_not_cut_to_a_card(score, number):
    with pytest.raises(CardError, match=r"card 2 of the hand: .* is no card number"):
        score([1, number, 3])


@pytest.mark.parametrize("thing", [np.True_, np.float64(1), np.bytes_(b"7c")])
def test_numpy_truths_floats_and_bytes_are_no_cards(score, thing):
    with pytest.raises(TypeError, match=r"^card 2 of the hand: "):
        score([1, thing, 3])


def test_a_number_too_long_to_print_is_no_card_either(score):
    with pytest.raises(CardError, match=r"card 1 of the hand: <int> is no card number"):
        score([10**5000, 1, 2])


@pytest.mark.parametrize("thing", [True, False, 1.0, float("nan"), None, b"7c", bytearray(b"7c"), 1j, [7], object()])
def test_what_is_neither_number_nor_text_is_a_type_error(score, thing):
    with pytest.raises(TypeError, match="a card is a Card, a number from 0 to 31 or a text like 'K♥'"):
        Card(thing)
    for place in range(3):
        hand = [1, 2, 3]
        hand[place] = thing
        with pytest.raises(TypeError, match=f"^card {place + 1} of the hand: "):
            score(hand)
        with pytest.raises(TypeError, match=f"^card {place + 1} of the hand: "):
            score(tuple(hand))


@pytest.mark.parametrize(
    "thing",
    [
        None,
        True,
        7,
        3.0,
        Card("7c"),
        object(),
        b"7cKhKd",
        bytearray(3),
        memoryview(b"\0\1\2"),
        {0: "7c", 1: "Kh", 2: "Kd"},
    ],
)
def test_what_is_no_hand_is_a_type_error(score, thing):
    with pytest.raises(TypeError, match="a hand is a text or an iterable of three cards, not "):
        score(thing)


def test_one_card_is_not_several():
    with pytest.raises(CardError, match="'7c Kh' is more than one card"):
        Card("7c Kh")
    with pytest.raises(CardError, match="'' is no card"):
        Card("")
    with pytest.raises(CardError, match=r"card 1 of the hand: '7cKhKd' is more than one card"):
        parse_hand(["7cKhKd"])


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


def test_there_are_32_cards_whatever_spellings_there_are():
    assert len(DECK) == len(set(DECK)) == len({Card(spelt) for spelt, _ in SPELLINGS}) == 32


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


def test_a_card_can_not_be_changed():
    for name in ("rank", "suit", "points", "code", "anything"):
        with pytest.raises(AttributeError):
            setattr(Card("7♠"), name, 1)


def test_the_joker_is_false_like_any_zero_and_a_card_in_json_is_its_number():
    assert not Card("7♣")
    assert json.dumps(Card("7♠")) == "3"


def test_a_card_lines_up_in_a_column():
    assert f"{Card('10♠'):>5}|{Card('7♣'):<4}|" == "  10♠|7♣  |"


def test_a_hand_is_printed_in_the_order_given():
    assert format_hand("Kdth7C") == "K♦ 10♥ 7♣"
    assert parse_hand([31, 0, 5]) == (Card(31), Card(0), Card(5))
