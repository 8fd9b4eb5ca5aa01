"""Find the winners of many deals at once, and deal at random."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import numpy as np

from svara_eval._arguments import generator, whole
from svara_eval._arrays.batch import score_batch
from svara_eval._arrays.checks import CHUNK, at_row, card_numbers
from svara_eval._backend import BACKEND, CURE, compiled
from svara_eval._messages import given_twice, shown
from svara_eval.cards import DECK
from svara_eval.errors import BackendError, HandSizeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from svara_eval.types import RandomSource


class Showdowns(NamedTuple):
    """The results of many showdowns.

    Attributes:
        points: int8 of shape (…, players).
        winners: bool of shape (…, players); whether the player has the most points of the deal.
        svara: bool of shape (…); whether the deal has more than one winner (B11).

    >>> showdown_batch([[[0, 26, 25], [31, 29, 12]], [[20, 16, 5], [14, 26, 4]]]).svara
    array([False,  True])
    """

    points: NDArray[np.int8]
    winners: NDArray[np.bool_]
    svara: NDArray[np.bool_]


def showdown_batch(deals: ArrayLike, /) -> Showdowns:
    """Find the winners of many deals (B9, B11).

    Args:
        deals: Card numbers; an array-like of any integer type and shape (…, players, 3), for 2 to 10 players.

    Raises:
        DuplicateCardError: A card is in two hands of a deal. The message names the deal and the seats.
        SvaraError: A hand is invalid, and the message names the first such hand; or a deal has fewer than two hands.
        TypeError: ``deals`` is not an array of integers, or is masked.

    >>> deals = [[[0, 26, 25], [31, 29, 12]], [[20, 16, 5], [14, 26, 4]]]
    >>> points, winners, svara = showdown_batch(deals)
    >>> points.tolist(), winners.tolist(), svara.tolist()
    ([[31, 22], [20, 20]], [[True, False], [True, True]], [False, True])
    """
    numbers = card_numbers(deals)
    if numbers.ndim < 2 or numbers.shape[-2] < 2:
        raise HandSizeError(f"deals must have shape (…, players, 3), with two players or more, not {numbers.shape}")
    points = score_batch(numbers)
    _check_deals(numbers)
    winners = points == points.max(axis=-1, keepdims=True)
    return Showdowns(points, winners, winners.sum(axis=-1, dtype=np.intp) > 1)


def _check_deals(deals: NDArray[Any]) -> None:
    """Refuse a deal in which a card is in two hands."""
    cards = deals.reshape(-1, deals.shape[-2] * 3)
    for start in range(0, len(cards), CHUNK):
        some = cards[start : start + CHUNK].astype(np.uint32)
        seen = np.bitwise_or.reduce(np.uint32(1) << some, axis=-1)
        repeated = np.bitwise_count(seen) < cards.shape[1]
        if repeated.any():
            deal = start + int(repeated.argmax())
            with at_row(deals.shape[:-2], deal, "deal"):
                _refuse_deal(cards[deal].tolist())


def _refuse_deal(cards: list[int]) -> None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            first, second = cards.index(card) // 3, place // 3
            raise given_twice(DECK[card], f"hand {first}", f"hand {second}")


def sample_deals(deals: SupportsIndex, players: SupportsIndex, *, rng: RandomSource = None) -> NDArray[np.uint8]:
    """Deal cards at random. Every deal is equally likely, and no card is repeated within a deal.

    Args:
        deals: The number of deals.
        players: The number of hands in a deal, 1 to 10.
        rng: A ``random.Random``, a NumPy Generator or a seed for reproducible deals, the same on every platform; None
            for fresh randomness.

    Returns:
        uint8 card numbers of shape (deals, players, 3).

    Raises:
        SvaraError: ``deals``, ``players`` or the seed is out of bounds.
        TypeError: ``deals`` or ``players`` is not a whole number, or ``rng`` is not a source of randomness.
        BackendError: The compiled modules are missing.

    >>> deals = sample_deals(1000, 3, rng=1)
    >>> deals.shape, bool((deals == sample_deals(1000, 3, rng=1)).all())
    ((1000, 3, 3), True)
    """
    count = whole(deals, "deals", 0)
    players = whole(players, "players", 1, 10)
    random = generator(rng)
    if BACKEND != "cython":
        raise BackendError(f"sample_deals needs the compiled modules; {CURE}")
    if count > sys.maxsize // 30:
        raise MemoryError(f"that many deals do not fit in memory: {shown(count)}")
    cards = np.empty((count, players, 3), np.uint8)
    compiled("_arrays._deals").fill_deals([random.getrandbits(64) for _ in range(4)], cards, players)
    return cards
