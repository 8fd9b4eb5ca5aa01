"""Simulation of odds: random deals in blocks, each with random numbers of its own, alike at any number of threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._backend import BACKEND, CURE, compiled
from svara_eval._odds.counting import BITS, HANDS, POINTS
from svara_eval.errors import BackendError, SvaraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from svara_eval._odds.counting import _Family

_BLOCK = 1 << 16  # deals
_TRIES = 10_000  # draws of the opponents' hands for one deal
_SEARCHED = 10_000  # hands looked at for one deal that fits


def simulate(
    points: int,
    deck: bytes,
    free: int,
    bound: Sequence[_Family],
    *,
    deals: int,
    rng: int | np.random.Generator | None,
    threads: int,
) -> Iterator[list[int]]:
    """Deal at random, and count after every few blocks: how often nobody beats the hero and 0, 1, … tie, and the rest.

    Args:
        points: the hero's.
        deck: the cards that are left to deal.
        free: how many opponents may hold any of them.
        bound: the hands that each other opponent may hold, all within the deck.
        deals: how many.
        rng: an int or a NumPy Generator gives the same counts again, at any number of threads and on any platform.
        threads: how many blocks are dealt at a time.

    Raises:
        SvaraError: the bound opponents' hands do not fit together, or hardly ever.
        BackendError: without the compiled modules.

    >>> *_, counts = simulate(20, bytes(range(3, 32)), 2, [], deals=1000, rng=1, threads=1)
    >>> len(counts), sum(counts)
    (4, 1000)
    """
    if BACKEND != "cython":
        raise BackendError(f"simulation needs the compiled modules; {CURE}")
    seed = np.random.default_rng(rng).integers(0, 2**64, 4, np.uint64).tolist()
    block = _one_block(points, deck, free, bound, seed)
    blocks = -(-deals // _BLOCK)  # the last may be smaller
    counts = [0] * (free + len(bound) + 2)
    with ThreadPoolExecutor(min(threads, blocks)) as pool:
        for start in range(0, blocks, 8 * threads):
            some = range(start, min(start + 8 * threads, blocks))
            for found in pool.map(lambda number: block(number, min(_BLOCK, deals - number * _BLOCK)), some):
                if found is None:
                    raise SvaraError(f"the opponents' hands hardly ever fit together: no deal in {_TRIES} draws")
                counts = [before + more for before, more in zip(counts, found, strict=True)]
            yield counts


def _one_block(
    points: int, deck: bytes, free: int, bound: Sequence[_Family], seed: list[int]
) -> Callable[[int, int], list[int] | None]:
    """What deals a block, given its number and its size."""
    module: Any = compiled("_odds._simulation")
    if free + len(bound) == 1:  # a hand drawn from a list is sooner had than three cards
        hands = bound[0] if bound else np.isin(HANDS, np.frombuffer(deck, np.uint8)).all(axis=1)
        of_hands = POINTS[hands].astype(np.int64)
        outcomes = np.where(of_hands < points, 1, np.where(of_hands == points, 1 << 32, 0)).astype(np.uint64).tobytes()
        return lambda number, size: module.simulate_one(outcomes, seed, number, size)
    if not _fit_together(bound):
        raise SvaraError("there is no deal in which the opponents hold such hands")
    may_hold = [(HANDS[family].tobytes(), family.tobytes()) for family in bound]
    jointly = _sooner_jointly(bound, len(deck))
    return lambda number, size: module.simulate(points, deck, free, may_hold, jointly, seed, number, size, _TRIES)


def _sooner_jointly(bound: Sequence[_Family], cards: int) -> bool:
    """Whether hands that are dealt together are sooner held by the right opponents than hands drawn one by one fit."""
    held = fit = 1.0
    for opponent, family in enumerate(bound):
        held *= np.count_nonzero(family) / comb(cards, 3)
        fit *= comb(cards - 3 * opponent, 3) / comb(cards, 3)
    return held > fit


def _fit_together(bound: Sequence[_Family]) -> bool:
    """Whether the opponents can hold such hands at once; True too where that is not found out soon."""
    looked_at = 0

    def fit(left: list[np.ndarray[Any, Any]]) -> bool:
        nonlocal looked_at
        if not left:
            return True
        scarcest = min(range(len(left)), key=lambda opponent: len(left[opponent]))
        others = left[:scarcest] + left[scarcest + 1 :]
        for hand in left[scarcest]:
            looked_at += 1
            if looked_at > _SEARCHED or fit([hands[hands & hand == 0] for hands in others]):
                return True
        return False

    return fit([BITS[hands] for hands in bound])
