"""Deal cards from a deck, from a generator that shuffles one, or with the system's secure randomness (D9)."""

from __future__ import annotations

from itertools import islice
from random import Random, SystemRandom

from svara_eval import DECK, Card, DuplicateCardError, HandSizeError, SvaraError
from svara_eval._arguments import generator, whole
from svara_eval._messages import located, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from svara_eval.game.types import CardSource, Hand
    from svara_eval.types import CardLike

_SECURE = SystemRandom()


def deal_hands(players: Iterable[int], cards: CardSource = None) -> dict[int, Hand]:
    """Deal three cards to each player, one card at a time (D9).

    Args:
        players: The players' seats, starting to the left of the dealer; at most 10.
        cards: A deck, top card first, from which no more cards are taken than are dealt; a ``random.Random`` or a NumPy
            Generator that shuffles one; or None, to shuffle one with the system's secure randomness.

    Raises:
        CardError, DuplicateCardError: A card is invalid or repeated. The message gives its position in the deck.
        HandSizeError: There are not enough cards for the players.
        SvaraError: A seat appears twice.
        TypeError: ``cards`` is not a source of cards. A seed is refused, since it would repeat one shuffle.

    >>> deal_hands((1, 0), ["7c", "As", "Kh", "Ad", "Kd", "10c"])[1]
    (Card('7♣'), Card('K♥'), Card('K♦'))
    """
    seats = [whole(seat, "a seat", 0) for seat in islice(players, len(DECK) // 3 + 1)]
    if len(set(seats)) < len(seats):
        raise SvaraError(f"a seat appears twice among the players {shown(seats)}")
    if 3 * len(seats) > len(DECK):
        raise HandSizeError(f"a deck serves at most {len(DECK) // 3} players")
    dealt = _drawn(cards, 3 * len(seats))
    return {seat: (dealt[at], dealt[at + len(seats)], dealt[at + 2 * len(seats)]) for at, seat in enumerate(seats)}


def _drawn(cards: Any, needed: int) -> list[Card]:
    """Return a number of different cards from a source."""
    if cards is None:
        return _SECURE.sample(DECK, needed)
    if isinstance(cards, Random) or hasattr(cards, "bit_generator"):
        return generator(cards).sample(DECK, needed)
    if isinstance(cards, (str, bytes, bytearray, memoryview)) or not hasattr(cards, "__iter__"):
        hint = "; a seed would deal the same cards every time; pass random.Random(seed)" * hasattr(cards, "__index__")
        raise TypeError(
            "cards must be an iterable of cards, a random.Random, a NumPy Generator or None, "
            f"not {shown(cards)} of type {type(cards).__name__}{hint}"
        )
    return _from_deck(cards, needed)


def _from_deck(deck: Iterable[CardLike], needed: int) -> list[Card]:
    """Return the first cards of a deck, checked."""
    dealt: list[Card] = []
    for position, given in enumerate(islice(deck, needed), 1):
        with located(f"card {position} of the deck"):
            card = Card(given)
            if card in dealt:
                raise DuplicateCardError(f"{card} is also card {dealt.index(card) + 1}")
        dealt.append(card)
    if len(dealt) < needed:
        raise HandSizeError(f"the deck has {len(dealt)} cards; {needed // 3} players need {needed}")
    return dealt
