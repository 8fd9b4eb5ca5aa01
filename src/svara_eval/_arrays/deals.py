"""Deals as arrays: many showdowns at once, and random deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from svara_eval._arrays.columns import score_batch
from svara_eval._arrays.numbers import CHUNK, card_numbers, place_of
from svara_eval._backend import BACKEND, CURE, compiled
from svara_eval.cards import as_card
from svara_eval.errors import BackendError, DuplicateCardError, HandSizeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class Showdowns(NamedTuple):
    """What many showdowns come to.

    Attributes:
        points: int8 of shape (…, players).
        winners: bool of shape (…, players): who has the most points of his deal.
        svara: bool of shape (…): whether there is more than one winner (B11).

    >>> showdown_batch([[[0, 26, 25], [31, 29, 12]], [[20, 16, 5], [14, 26, 4]]]).svara
    array([False,  True])
    """

    points: NDArray[np.int8]
    winners: NDArray[np.bool_]
    svara: NDArray[np.bool_]


def showdown_batch(deals: ArrayLike, /) -> Showdowns:
    """The showdowns of many deals (B9, B11).

    Args:
        deals: card numbers, an array-like of any integer type and shape (…, players, 3), of 2 to 10 players.

    Raises:
        DuplicateCardError: a card twice in a deal; the message names the deal and the seats.
        SvaraError: the first hand that is none, or fewer than two players.
        TypeError: no array of integers.

    >>> shown = showdown_batch([[[0, 26, 25], [31, 29, 12]], [[20, 16, 5], [14, 26, 4]]])
    >>> shown.points.tolist(), shown.winners.tolist(), shown.svara.tolist()
    ([[31, 22], [20, 20]], [[True, False], [True, True]], [False, True])
    """
    numbers = card_numbers(deals)
    if numbers.ndim < 2 or numbers.shape[-2] < 2:
        raise HandSizeError(f"a showdown is two hands or more: shape (…, players, 3), not {numbers.shape}")
    points = score_batch(numbers)
    _check_deals(numbers)
    winners = points == points.max(axis=-1, keepdims=True)
    return Showdowns(points, winners, winners.sum(axis=-1) > 1)


def _check_deals(deals: NDArray[Any]) -> None:
    """That no card is in two hands of a deal."""
    cards = deals.reshape(-1, deals.shape[-2] * 3)
    for start in range(0, len(cards), CHUNK):
        some = cards[start : start + CHUNK].astype(np.uint32)
        seen = np.bitwise_or.reduce(np.uint32(1) << some, axis=-1)
        twice = np.bitwise_count(seen) < cards.shape[1]
        if twice.any():
            row = start + int(twice.argmax())
            _refuse_deal(cards[row].tolist(), place_of(deals.shape[:-2], row).replace("row", "deal"))


def _refuse_deal(cards: list[int], place: str) -> None:
    for number, card in enumerate(cards):
        if card in cards[:number]:
            first, second = cards.index(card) // 3, number // 3
            raise DuplicateCardError(f"{place}{as_card(card)} is in two hands, {first} and {second}")


def sample_deals(n: int, players: int, *, rng: int | np.random.Generator | None = None) -> NDArray[np.uint8]:
    """Random deals, each as likely as any other, no card twice in a deal.

    Args:
        n: how many deals.
        players: hands a deal, 1 to 10.
        rng: an int or a NumPy Generator makes the deals reproducible, on any platform; None takes fresh randomness.

    Returns:
        uint8 card numbers of shape (n, players, 3).

    Raises:
        ValueError: a negative n, or players outside 1 to 10.
        BackendError: without the compiled modules.

    >>> deals = sample_deals(1000, 3, rng=1)
    >>> deals.shape, bool((deals == sample_deals(1000, 3, rng=1)).all())
    ((1000, 3, 3), True)
    """
    if BACKEND != "cython":
        raise BackendError(f"sample_deals needs the compiled modules; {CURE}")
    if not 1 <= players <= 10:
        raise ValueError(f"players is {players}; a deal has 1 to 10 hands of the 32 cards")
    if n < 0:
        raise ValueError(f"n is {n}; it is a number of deals")
    state = np.random.default_rng(rng).integers(0, 2**64, 4, np.uint64)
    deals = np.empty((n, players, 3), np.uint8)
    compiled("_arrays._deals").fill_deals(state.tolist(), deals, players)
    return deals
