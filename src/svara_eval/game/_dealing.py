"""Where the cards come from: a deck, a generator that shuffles one, or the system's secure randomness (D9)."""

from __future__ import annotations

from operator import index
from random import Random, SystemRandom

from svara_eval import DECK, Card, DuplicateCardError, HandSizeError, SvaraError
from svara_eval._numbers import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from svara_eval.game.types import CardSource, Hand
    from svara_eval.types import CardLike

_SECURE = SystemRandom()


def deal_hands(players: Sequence[int], cards: CardSource = None) -> dict[int, Hand]:
    """Three cards for each player, dealt one at a time in the order of the players (D9).

    Args:
        players: the seats, from the dealer's left on.
        cards: the deck, top card first, of which no more cards are taken than are dealt; or a ``random.Random`` that
            shuffles one; or None: the deck is shuffled by the secure randomness of the system.

    Raises:
        CardError, DuplicateCardError: a card is none, or comes twice; the message says which in the deck it is.
        HandSizeError: the deck has too few cards for the players.
        TypeError: ``cards`` is no source of cards.

    >>> deal_hands((1, 0), ["7c", "As", "Kh", "Ad", "Kd", "10c"])[1]
    (Card('7♣'), Card('K♥'), Card('K♦'))
    """
    needed = 3 * len(players)
    if needed > len(DECK):
        raise HandSizeError(f"{len(players)} players need {needed} cards; the deck has {len(DECK)}")
    if cards is None or isinstance(cards, Random):
        dealt = (_SECURE if cards is None else cards).sample(DECK, needed)
    else:
        dealt = _taken(cards, needed)
    rounds = (dealt[: len(players)], dealt[len(players) : -len(players)], dealt[-len(players) :])
    return dict(zip(players, zip(*rounds, strict=True), strict=True))


def generator(rng: Random | int | None) -> Random:
    """The generator that is given, or one with this seed; without one it is another each time.

    >>> generator(7).random() == generator(7).random()
    True
    """
    if isinstance(rng, Random):
        return rng
    if rng is None or (hasattr(rng, "__index__") and not isinstance(rng, bool)):
        return Random(None if rng is None else index(rng))
    raise TypeError(f"rng is {shown(rng)} of type {type(rng).__name__}; it must be a random.Random, a seed or None")


def _taken(cards: Iterable[CardLike], needed: int) -> list[Card]:
    """The first cards of a deck, each of them checked."""
    if isinstance(cards, (str, bytes)) or not hasattr(cards, "__iter__"):
        raise TypeError(f"cards come from an iterable of cards, a random.Random or None, not from {shown(cards)}")
    dealt: list[Card] = []
    deck: Iterator[CardLike] = iter(cards)
    while len(dealt) < needed:
        place = f"card {len(dealt) + 1} of the deck"
        try:
            card = Card(next(deck))
        except StopIteration:
            raise HandSizeError(f"the deck ends before {place}; {needed // 3} players need {needed}") from None
        except SvaraError as error:
            raise type(error)(f"{place}: {error}") from None
        except TypeError as error:
            raise TypeError(f"{place}: {error}") from None
        if card in dealt:
            raise DuplicateCardError(f"{place} is {card}, like card {dealt.index(card) + 1}; each card comes once")
        dealt.append(card)
    return dealt
