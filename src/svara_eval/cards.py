"""Cards and their spellings. Only this module knows every spelling, and every error about one.

A card is a :class:`Card`, an ``int`` from 0 to 31. Anything that names a card or a hand goes through ``Card(...)`` or
:func:`parse_hand`. The compiled modules read the common spellings with tables generated from this module and pass
everything else on to it, so each error is raised in one place.
"""

from __future__ import annotations

from itertools import islice
from operator import index

from svara_eval._messages import given_twice, located, shown
from svara_eval.errors import CardError, HandSizeError

TYPE_CHECKING = False  # importing typing takes milliseconds; type checkers read this name as true
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from svara_eval.types import CardLike, HandLike

__all__ = ["DECK", "JOKER", "RANKS", "SUITS", "Card", "cards_of", "format_hand", "is_card", "parse_hand"]

#: The names of the ranks; ``RANKS[card.rank]`` is the rank of a card as it is printed.
RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
#: The names of the suits; ``SUITS[card.suit]`` is the suit of a card as it is printed.
SUITS: Final = ("♣", "♦", "♥", "♠")

_POINTS: Final = (7, 8, 9, 10, 10, 10, 10, 11)  # S1-S3, by rank
_NUMERIC_CODES: Final = frozenset("bcdeEfFgGnoxX%")  # the format codes of int


class Card(int):
    """One of the 32 cards, numbered ``4 * rank + suit``: 0 is the 7♣, 31 the A♠.

    Every card exists once: ``Card("7♠") is Card(3)``. Cards sort by rank, 7 to A, then by suit ♣ ♦ ♥ ♠. A card is an
    int, so the 7♣ is falsy, like any 0. Compare with ``None`` instead of testing for truth. A numeric format type
    (d, x, …) formats the number; any other format formats the text.

    Args:
        card: A string ("K♥", "kh", "10d", "🃇"), an integer from 0 to 31 (anything with ``__index__``), or a Card.

    Raises:
        CardError: The string or the number does not name a card.
        TypeError: The argument is a bool, a float, None, bytes or another object.

    >>> Card("10d"), Card(0), int(Card("A♠"))
    (Card('10♦'), Card('7♣'), 31)
    >>> print(Card("Th"), f"{Card('Th'):>5} {Card('Th'):d}", Card("Th").code)
    10♥   10♥ 14 Th
    >>> Card("6c")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    svara_eval.errors.CardError: position 0 of '6c': '6' is not in the deck; ...
    """

    __slots__ = ()

    def __new__(cls, card: CardLike, /) -> Card:
        return _as_card(card)

    @property
    def rank(self) -> int:
        """The rank, 0 (7) to 7 (A); its name is ``RANKS[card.rank]``."""
        return self >> 2

    @property
    def suit(self) -> int:
        """The suit, 0 to 3 for ♣ ♦ ♥ ♠; its name is ``SUITS[card.suit]``."""
        return self & 3

    @property
    def points(self) -> int:
        """The points that the card adds to a reading (S1-S3); the 7♣ adds the joker's 11 (S6, D1).

        >>> [Card(text).points for text in ("7♣", "7♦", "9♦", "K♦", "A♦")]
        [11, 7, 9, 10, 11]
        """
        return 11 if self == JOKER else _POINTS[self.rank]

    @property
    def code(self) -> str:
        """The card in two ASCII characters, a rank of 789TJQKA and a suit of cdhs."""
        return "789TJQKA"[self.rank] + "cdhs"[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str, /) -> str:
        return format(int(self) if spec[-1:] in _NUMERIC_CODES else str(self), spec)

    def _repr_svg_(self) -> str:
        """Draw the card in a notebook."""
        from svara_eval._drawing import draw_card

        return draw_card(str(self))

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


#: The 32 cards in order: ``DECK[n] is Card(n)``.
DECK: Final[tuple[Card, ...]] = tuple(int.__new__(Card, number) for number in range(32))
#: The 7♣ (S6).
JOKER: Final = DECK[0]

# Every spelling, one row for each rank and suit. Letters match in either case; "10" is the only rank of two characters.
# After a change run tools/make_headers.py, which generates the tables of the compiled modules from these rows.
_RANK_SPELLINGS: Final = (
    "7",
    "8",
    "9",
    "T\N{CYRILLIC CAPITAL LETTER TE}",
    "J\N{CYRILLIC CAPITAL LETTER VE}",  # вале
    "Q\N{CYRILLIC CAPITAL LETTER DE}",  # дама
    "K\N{CYRILLIC CAPITAL LETTER KA}\N{CYRILLIC CAPITAL LETTER PE}",  # К, поп
    "A\N{CYRILLIC CAPITAL LETTER A}",  # асо
)
_SUIT_SPELLINGS: Final = (
    "C♣♧\N{CYRILLIC CAPITAL LETTER ES}",  # спатия
    "D♦♢",
    "H♥♡\N{HEAVY BLACK HEART}",  # the last is what phones type
    "S♠♤\N{CYRILLIC CAPITAL LETTER PE}",  # пика
)
_SEPARATORS: Final = ",;"  # at most one of them between two cards, with white space around it


def _numbered(spellings: tuple[str, ...]) -> dict[str, int]:
    """Map each character, in either case, to the number of its row."""
    return {char: row for row, chars in enumerate(spellings) for char in chars + chars.lower()}


_RANK: Final = _numbered(_RANK_SPELLINGS)
_SUIT: Final = _numbered(_SUIT_SPELLINGS)
_SUIT_SYMBOLS: Final = frozenset(char for char in _SUIT if not char.isalpha())
_VARIATION_SELECTORS: Final = ("\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")  # one may follow a symbol
_KARO_OR_KUPA: Final = "\N{CYRILLIC CAPITAL LETTER KA}\N{CYRILLIC SMALL LETTER KA}"

# The Unicode playing cards: from U+1F0A0 a column of 16 for each of ♠ ♥ ♦ ♣, with the ace at 1, then 2 to 10, the jack
# at 11, the knight at 12, the queen at 13 and the king at 14.
_PICTURE_BLOCK: Final = 0x1F0A0
_PICTURE_SUITS: Final = (3, 2, 1, 0)
_PICTURE_RANKS: Final = {7: 0, 8: 1, 9: 2, 10: 3, 11: 4, 13: 5, 14: 6, 1: 7}
_PICTURE_KNIGHT: Final = 12
_PICTURE_JOKER: Final = 15
_PICTURES: Final = {
    chr(_PICTURE_BLOCK + 16 * column + place): DECK[4 * rank + suit]
    for column, suit in enumerate(_PICTURE_SUITS)
    for place, rank in _PICTURE_RANKS.items()
}


def parse_hand(hand: HandLike, /) -> tuple[Card, Card, Card]:
    """Read the three cards of a hand, in the order given.

    Args:
        hand: One string ("7c Kh Kd", "7cKhKd", "7♣, K♥, K♦"), or an iterable of three cards, each a Card, an integer
            from 0 to 31 or a string.

    Raises:
        CardError: Part of it does not name a card.
        HandSizeError: It has more or fewer than three cards.
        DuplicateCardError: It has the same card twice.
        TypeError: It is neither a string nor an iterable, or one of its cards is a bool, a float, None or bytes.

    >>> parse_hand("7c Kh 10d")
    (Card('7♣'), Card('K♥'), Card('10♦'))
    >>> parse_hand([0, "K♥", Card("10d")]) == parse_hand("7cKhTd")
    True
    >>> parse_hand("7c Kh")
    Traceback (most recent call last):
    svara_eval.errors.HandSizeError: a hand is three cards, not 2 ('7c Kh')
    """
    if type(hand) is tuple and len(hand) == 3:  # as games hold it
        first, second, third = hand
        if type(first) is type(second) is type(third) is Card and first != second != third != first:
            return first, second, third
    cards = list(islice(_read_cards(hand) if isinstance(hand, str) else _each_card(hand, "a hand", "three cards"), 4))
    if len(cards) != 3:
        given = shown(hand) if isinstance(hand, str) else " ".join(map(str, cards)) or "nothing"
        raise HandSizeError(f"a hand is three cards, not {'four or more' if len(cards) > 3 else len(cards)} ({given})")
    first, second, third = cards
    for at, again in ((1, 2), (1, 3), (2, 3)):
        if cards[at - 1] == cards[again - 1]:
            raise given_twice(cards[at - 1], f"card {at}", f"card {again} of {first} {second} {third}")
    return first, second, third


def cards_of(cards: str | Iterable[CardLike], what: str) -> list[Card]:
    """Read any number of different cards, in the order given.

    Args:
        cards: One string, as for a hand, or an iterable of cards.
        what: What to call them in an error.

    Raises:
        CardError: Part of it does not name a card.
        DuplicateCardError: It has the same card twice.
        TypeError: It is neither a string nor an iterable, or one of its items is a bool, a float, None or bytes.

    >>> from svara_eval.cards import cards_of
    >>> cards_of("7cKh", "dead cards")
    [Card('7♣'), Card('K♥')]
    """
    found: list[Card] = []
    with located(what):
        for card in _read_cards(cards) if isinstance(cards, str) else _each_card(cards, "they", "cards"):
            if card in found:  # refused at once: the iterable may be endless
                raise given_twice(card, f"card {found.index(card) + 1}", f"card {len(found) + 1}")
            found.append(card)
    return found


def format_hand(hand: HandLike, /) -> str:
    """Write a hand the way the library prints it, in the order given.

    Args:
        hand: Anything :func:`parse_hand` takes. It raises the same errors.

    >>> format_hand("thKC7s")
    '10♥ K♣ 7♠'
    """
    return " ".join(map(str, parse_hand(hand)))


def _as_card(card: CardLike) -> Card:
    """Return the card that a string or a number names."""
    if isinstance(card, str):
        cards = list(islice(_read_cards(card), 2))
        if len(cards) != 1:
            problem = "more than one card" if cards else "not a card"
            raise CardError(f"{shown(card)} is {problem}; a card is a rank and a suit, like 'K♥'")
        return cards[0]
    if not isinstance(card, bool):
        try:
            number = index(card)
        except TypeError:
            pass
        else:
            if not 0 <= number < 32:
                raise CardError(f"{shown(number)} is not a card number; card numbers are 0 (7♣) to 31 (A♠)")
            return DECK[number]
    raise TypeError(
        f"a card must be a Card, an integer from 0 to 31 or a string like 'K♥', "
        f"not {shown(card)} of type {type(card).__name__}"
    )


def is_card(card: object) -> bool:
    """Return whether a value names a card, so that :class:`Card` accepts it.

    >>> from svara_eval.cards import is_card
    >>> is_card("Kh"), is_card(31), is_card("Kh 7c"), is_card(None)
    (True, True, False, False)
    """
    try:
        _as_card(card)  # type: ignore[arg-type]  # that is the question
    except (CardError, TypeError):
        return False
    return True


def _each_card(cards: Iterable[CardLike], what: str, of: str) -> Iterator[Card]:
    """Read the cards of an iterable, one at a time."""
    wanted = f"{what} must be a string or an iterable of {of}"
    if isinstance(cards, (bytes, bytearray, memoryview)):
        raise TypeError(f"{wanted}, not bytes ({shown(cards)}); decode them first")
    if hasattr(cards, "keys"):
        raise TypeError(f"{wanted}, not a mapping ({shown(cards)}); pass its values")
    try:
        items = iter(cards)
    except TypeError:
        raise TypeError(f"{wanted}, not {shown(cards)} of type {type(cards).__name__}") from None
    for number, item in enumerate(items, 1):
        with located(f"card {number}"):
            card = _as_card(item)
        yield card


def _read_cards(text: str) -> Iterator[Card]:
    """Read the cards of a string, one at a time, with white space around them and one separator at most between two."""
    text = str.__str__(text)  # the items and the length of a subclass may differ from its text
    at = 0
    separator = None
    after_card = False
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif char in _SEPARATORS:
            if not after_card:
                raise _unreadable(text, at, f"no card before the {char!r}; {_ONE_SEPARATOR}")
            separator, after_card = at, False
            at += 1
        else:
            card, at = _read_card(text, at)
            after_card = True
            yield card
    if separator is not None and not after_card:
        raise _unreadable(text, separator, f"no card after the {text[separator]!r}; {_ONE_SEPARATOR}")


def _read_card(text: str, at: int) -> tuple[Card, int]:
    """Read the card that begins at a position; return it and the position after it."""
    if text[at] in _PICTURES:
        return _PICTURES[text[at]], at + 1
    rank, after = _RANK.get(text[at]), at + 1
    if text.startswith("10", at):
        rank, after = 3, at + 2
    if rank is None:
        raise _unreadable(text, at, _why_not_a_rank(text[at]))
    char = text[after : after + 1]
    suit = _SUIT.get(char)
    if suit is None:
        if not char or char.isspace() or char in _SEPARATORS:
            raise _unreadable(text, at, f"{text[at:after]!r} has no suit; {_THE_SUITS}")
        raise _unreadable(text, after, _why_not_a_suit(char))
    if char in _SUIT_SYMBOLS and text[after + 1 : after + 2] in _VARIATION_SELECTORS:
        after += 1
    return DECK[4 * rank + suit], after + 1


_ONE_SEPARATOR: Final = "one comma or semicolon may stand between two cards"
_THE_SUITS: Final = "suits are c d h s or ♣ ♦ ♥ ♠"


def _why_not_a_rank(char: str) -> str:
    column, place = divmod(ord(char) - _PICTURE_BLOCK, 16)
    picture = place if column in range(4) else None
    if picture == _PICTURE_KNIGHT:
        return f"{_named(char)} is a knight; the deck has none"
    if picture == _PICTURE_JOKER:
        return f"{_named(char)} is not in the deck; the joker of Svara is the 7♣"
    if picture in range(2, 7) or char in "123456":
        return f"{char!r} is not in the deck; the deck is 7 to A"
    if char in _SUIT:
        return f"{_named(char)} is a suit; the rank comes first"
    return f"{_named(char)} is not a rank; ranks are 7 8 9 10 J Q K A"


def _why_not_a_suit(char: str) -> str:
    if char in _KARO_OR_KUPA:
        return f"{_named(char)} could be каро (♦) or купа (♥); write d or ♦, h or ♥"
    return f"{_named(char)} is not a suit; {_THE_SUITS}"


def _unreadable(text: str, at: int, reason: str) -> CardError:
    return CardError(f"position {at} of {shown(text, at)}: {reason}")


def _named(char: str) -> str:
    """Return a character with its code point, since different characters can look the same."""
    return f"{char!r} (U+{ord(char):04X})"
