"""Cards and how they are written: the one place that knows every spelling and every refusal.

A card is a :class:`Card`, an ``int`` from 0 to 31. Whatever names a card or a hand goes through :func:`parse_hand` or
``Card(...)``; the compiled reader takes the common spellings itself and hands everything else to this module, so
each error exists once.
"""

from __future__ import annotations

from itertools import islice
from operator import index

from svara_eval._numbers import shown
from svara_eval.errors import CardError, DuplicateCardError, HandSizeError

TYPE_CHECKING = False  # typing costs several milliseconds at import; the checkers read this name as true
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final, NoReturn

    from svara_eval.types import CardLike, HandLike

#: The names of the ranks; ``RANKS[card.rank]`` is the rank of a card in text.
RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
#: The names of the suits; ``SUITS[card.suit]`` is the suit of a card in text.
SUITS: Final = ("♣", "♦", "♥", "♠")

_POINTS: Final = (7, 8, 9, 10, 10, 10, 10, 11)  # S1-S3, by rank


class Card(int):
    """One of the 32 cards, numbered ``4 * rank + suit``: 0 is the 7♣, 31 the A♠.

    Every card exists once: ``Card("7♠") is Card(3)``. Cards sort by rank, 7 to A, then by suit ♣ ♦ ♥ ♠. They are
    ints, so the 7♣ is false where a truth is asked for, like any 0: compare with ``None`` instead.

    Args:
        card: a text ("K♥", "kh", "10d", "🃇"), a number from 0 to 31 (anything with ``__index__``), or a Card.

    Raises:
        CardError: the text or the number is no card of the deck.
        TypeError: a bool, a float, None, bytes or another object.

    >>> Card("10d"), Card(0), int(Card("A♠"))
    (Card('10♦'), Card('7♣'), 31)
    >>> print(Card("Th"), f"{Card('Th'):>5}", Card("Th").code)
    10♥   10♥ Th
    >>> Card("6c")
    Traceback (most recent call last):
    svara_eval.errors.CardError: no card at position 0 of '6c': the deck is 7 to A, without '6'
    """

    __slots__ = ()

    def __new__(cls, card: CardLike, /) -> Card:
        return as_card(card)

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
        """What the card adds to a reading (S1-S3); the 7♣ has the joker's 11 (S6, D1).

        >>> [Card(text).points for text in ("7♣", "7♦", "9♦", "K♦", "A♦")]
        [11, 7, 9, 10, 11]
        """
        return 11 if self == JOKER else _POINTS[self.rank]

    @property
    def code(self) -> str:
        """Two ASCII characters, the rank of 789TJQKA and the suit of cdhs."""
        return "789TJQKA"[self.rank] + "cdhs"[self.suit]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str, /) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


#: The 32 cards in order: ``DECK[n] is Card(n)``.
DECK: Final[tuple[Card, ...]] = tuple(int.__new__(Card, number) for number in range(32))
#: The 7♣ (S6).
JOKER: Final = DECK[0]

# Every spelling, a row a rank and a suit. Letters count in either case; "10" is the only rank of two characters.
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
    "H♥♡",
    "S♠♤\N{CYRILLIC CAPITAL LETTER PE}",  # пика
)


def _numbered(spellings: tuple[str, ...]) -> dict[str, int]:
    """Each character in either case, with the number of its row."""
    return {spelt: row for row, text in enumerate(spellings) for spelt in text + text.lower()}


_RANK: Final = _numbered(_RANK_SPELLINGS)
_SUIT: Final = _numbered(_SUIT_SPELLINGS)
_KARO_OR_KUPA: Final = "\N{CYRILLIC CAPITAL LETTER KA}\N{CYRILLIC SMALL LETTER KA}"
_SUIT_SYMBOLS: Final = "♣♦♥♠♧♢♡♤"  # which alone may have a variation selector
_VARIATION_SELECTORS: Final = ("\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")

# The block of Unicode playing cards: a column of 16 a suit (♠ ♥ ♦ ♣ from U+1F0A0), in it ace 1, 2 … 10, jack 11,
# knight 12, queen 13, king 14.
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
    """The three cards of a hand, in the order given.

    Args:
        hand: one text ("7c Kh Kd", "7cKhKd", "7♣, K♥, K♦"), or an iterable of three cards, each a Card, a number
            from 0 to 31 or a text.

    Raises:
        CardError: something in it is no card of the deck.
        HandSizeError: it is not three cards.
        DuplicateCardError: a card is there twice.
        TypeError: it is neither a text nor an iterable, or a card in it is a bool, a float, None or bytes.

    >>> parse_hand("7c Kh 10d")
    (Card('7♣'), Card('K♥'), Card('10♦'))
    >>> parse_hand([0, "K♥", Card("10d")]) == parse_hand("7cKhTd")
    True
    >>> parse_hand("7c Kh Kh")
    Traceback (most recent call last):
    svara_eval.errors.DuplicateCardError: K♥ is there twice in 7♣ K♥ K♥; a hand is three different cards
    """
    cards = list(islice(_read_cards(hand) if isinstance(hand, str) else _each_card(hand), 4))
    if len(cards) != 3:
        given = shown(hand) if isinstance(hand, str) else " ".join(map(str, cards)) or "nothing"
        raise HandSizeError(f"a hand is three cards, not {'more' if len(cards) > 3 else len(cards)}: {given}")
    first, second, third = cards
    if first == second or third in (first, second):
        twice = first if first == second else third
        raise DuplicateCardError(f"{twice} is there twice in {first} {second} {third}; a hand is three different cards")
    return first, second, third


def cards_of(cards: str | Iterable[CardLike], what: str) -> list[Card]:
    """Any number of cards: one text, or an iterable of cards; ``what`` they are begins the message of an error."""
    if isinstance(cards, str):
        return list(_read_cards(cards, f"{what}: "))
    return [as_card(card, f"{what}: ") for card in cards]


def format_hand(hand: HandLike, /) -> str:
    """The hand as the library prints it, in the order given.

    Args:
        hand: anything :func:`parse_hand` takes; what it raises is raised here too.

    >>> format_hand("thKC7s")
    '10♥ K♣ 7♠'
    """
    return " ".join(map(str, parse_hand(hand)))


def as_card(card: CardLike, where: str = "") -> Card:
    """The card that a text or a number names; ``where`` begins the message of an error."""
    if isinstance(card, str):
        cards = list(islice(_read_cards(card, where), 2))
        if len(cards) != 1:
            raise CardError(f"{where}{shown(card)} is {'more than one card' if cards else 'no card'}")
        return cards[0]
    if not isinstance(card, bool):
        try:
            number = index(card)
        except TypeError:
            pass
        else:
            if not 0 <= number < 32:
                raise CardError(f"{where}{shown(number)} is no card number; they are 0 (7♣) to 31 (A♠)")
            return DECK[number]
    raise TypeError(
        f"{where}{shown(card)} is of type {type(card).__name__}; "
        "a card is a Card, a number from 0 to 31 or a text like 'K♥'"
    )


def _each_card(hand: Iterable[CardLike]) -> Iterator[Card]:
    """The cards of an iterable, one by one."""
    if isinstance(hand, (bytes, bytearray, memoryview)):
        raise TypeError(f"a hand is a text or an iterable of three cards, not bytes: {shown(hand)}; decode it first")
    if hasattr(hand, "keys"):
        raise TypeError(
            f"a hand is a text or an iterable of three cards, not a mapping: {shown(hand)}; give its values"
        )
    try:
        items = iter(hand)
    except TypeError:
        raise TypeError(
            f"a hand is a text or an iterable of three cards, not {shown(hand)} of type {type(hand).__name__}"
        ) from None
    for number, item in enumerate(items, 1):
        yield as_card(item, f"card {number} of the hand: ")


def _read_cards(text: str, where: str = "") -> Iterator[Card]:
    """The cards of a text, one by one: white space around them; white space, commas, semicolons or nothing between."""
    text = str.__str__(text)  # what a subclass makes of indexes and lengths is not its text
    comma = at = 0
    any_card = False
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif char in ",;" and any_card:
            comma = at
            at += 1
        else:
            card, at = _read_card(text, at, where)
            any_card = True
            comma = 0
            yield card
    if comma:
        raise CardError(f"{where}no card after the {text[comma]!r} at position {comma} of {shown(text, comma)}")


def _read_card(text: str, at: int, where: str) -> tuple[Card, int]:
    """The card that begins at ``at``, and where it ends."""
    if text[at] in _PICTURES:
        return _PICTURES[text[at]], at + 1
    after = at + 1
    rank = _RANK.get(text[at])
    if text.startswith("10", at):
        rank, after = 3, at + 2
    if rank is None:
        _refuse_rank(text, at, where)
    suit = _SUIT.get(text[after : after + 1])
    if suit is None:
        _refuse_suit(text, at, after, where)
    if text[after] in _SUIT_SYMBOLS and text[after + 1 : after + 2] in _VARIATION_SELECTORS:
        after += 1
    return DECK[4 * rank + suit], after + 1


def _refuse_rank(text: str, at: int, where: str) -> NoReturn:
    char = text[at]
    column, place = divmod(ord(char) - _PICTURE_BLOCK, 16)
    picture = place if column in range(4) else None
    if picture == _PICTURE_KNIGHT:
        reason = f"{_named(char)} is a knight, and the deck has none"
    elif picture == _PICTURE_JOKER:
        reason = f"{_named(char)} is not in the deck; the joker of Svara is the 7♣"
    elif picture in range(2, 7) or char in "123456":
        reason = f"the deck is 7 to A, without {char!r}"
    elif char in _SUIT:
        reason = f"{_named(char)} is a suit, and the rank comes first"
    else:
        reason = f"{_named(char)} is no rank; ranks are 7 8 9 10 J Q K A"
    raise CardError(f"{where}no card at position {at} of {shown(text, at)}: {reason}")


def _refuse_suit(text: str, at: int, after: int, where: str) -> NoReturn:
    char = text[after : after + 1]
    if not char or char.isspace() or char in ",;":
        reason = f"{text[at:after]!r} has no suit; suits are c d h s or ♣ ♦ ♥ ♠"
    elif char in _KARO_OR_KUPA:
        reason = f"{_named(char)} could be каро (♦) or купа (♥); write d or ♦, h or ♥"
    else:
        reason = f"{_named(char)} is no suit; suits are c d h s or ♣ ♦ ♥ ♠"
    raise CardError(f"{where}no card at position {at} of {shown(text, at)}: {reason}")


def _named(char: str) -> str:
    """A character with its code point, since different ones can look the same."""
    return f"{char!r} (U+{ord(char):04X})"
