"""Simulated odds: random deals in blocks, each with random numbers of its own, the same with any number of threads."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._backend import BACKEND, CURE, compiled
from svara_eval._odds.counting import BITS, HANDS, POINTS, by_hand
from svara_eval._odds.opponents import clash
from svara_eval.errors import BackendError, SvaraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from svara_eval._odds.counting import Family, Weights

_BLOCK = 1 << 16  # deals
_TRIES = 10_000  # draws of the opponents' hands for one deal
_SEARCHED = 10_000  # hands to try in the search for one deal that fits


def simulate(
    points: int | None,
    deck: bytes,
    free: int,
    bound: Sequence[Weights],
    *,
    deals: int,
    rng: Random,
    threads: int,
) -> Iterator[list[int]]:
    """Deal at random; after every few blocks, yield how often nobody beats the hero and 0, 1, … tie, and how often not.

    Args:
        points: The hero's points, or None if the first bound player is the hero.
        deck: The cards left to deal.
        free: The number of opponents who may hold any of them.
        bound: The weights of the hands each other player may hold, all from the deck.
        deals: The number of deals.
        rng: The source of the seed.
        threads: How many threads deal, up to the number of processors.

    Raises:
        SvaraError: The bound players' hands do not fit together, or hardly ever.
        BackendError: The compiled modules are missing.

    >>> from random import Random
    >>> *_, counts = simulate(20, bytes(range(3, 32)), 2, [], deals=1000, rng=Random(1), threads=1)
    >>> len(counts), sum(counts)
    (4, 1000)
    """
    if BACKEND != "cython":
        raise BackendError(f"simulated odds need the compiled modules; {CURE}")
    seed = [rng.getrandbits(64) for _ in range(4)]
    stop = bytearray(1)
    block = _one_block(points, deck, free, bound, seed, stop)
    blocks = -(-deals // _BLOCK)  # the last may be smaller
    workers = min(threads, blocks, os.cpu_count() or 1)
    counts = [0] * (free + len(bound) + 2 - (points is None))
    players = "players" if points is None else "opponents"
    with ThreadPoolExecutor(workers) as pool:
        deal_each = map if sys.platform == "emscripten" else pool.map  # a browser starts no threads
        try:
            for start in range(0, blocks, 8 * workers):
                some = range(start, min(start + 8 * workers, blocks))
                for found in deal_each(lambda number: block(number, min(_BLOCK, deals - number * _BLOCK)), some):
                    if found is None:
                        raise SvaraError(f"the {players}' hands hardly ever fit together: no deal in {_TRIES} draws")
                    counts = [before + more for before, more in zip(counts, found, strict=True)]
                yield counts
        finally:
            stop[0] = 1  # a caller that leaves early, with Ctrl-C or without, does not wait for the blocks in progress


def _one_block(
    points: int | None, deck: bytes, free: int, bound: Sequence[Weights], seed: list[int], stop: bytearray
) -> Callable[[int, int], list[int] | None]:
    """Return the function that deals a block, given its number and its size."""
    module: Any = compiled("_odds._simulation")
    families = [np.any(weights, axis=0) for weights in bound]
    ends = [_running_sums(weights) for weights in bound]
    if points is not None and free + len(bound) == 1 and not any(ends):
        # A hand from a list is cheaper to draw than three cards.
        hands = families[0] if bound else np.isin(HANDS, np.frombuffer(deck, np.uint8)).all(axis=1)
        of_hands = POINTS[hands].astype(np.int64)
        win, tie, lose = (np.array(outcome, np.uint64) for outcome in (1, 1 << 32, 0))
        outcomes = np.where(of_hands < points, win, np.where(of_hands == points, tie, lose)).tobytes()
        return lambda number, size: module.simulate_one(outcomes, seed, number, size)
    if not _fit_together(families):
        raise clash(points is not None)
    may_hold = [(HANDS[family].tobytes(), family.tobytes(), sums) for family, sums in zip(families, ends, strict=True)]
    jointly = not any(ends) and _faster_jointly(families, len(deck))
    hero = -1 if points is None else points
    return lambda number, size: module.simulate(hero, deck, free, may_hold, jointly, seed, number, size, _TRIES, stop)


def _running_sums(weights: Weights) -> bytes:
    """Return the running sums of the weights of a player's hands, 32 bits each, or nothing if all weigh the same.

    Weights whose sum is 2**32 or more are rounded, which changes the probability of a hand by at most 2**-32.
    """
    each = list(by_hand(weights).values())
    if min(each) == max(each):
        return b""
    total = sum(each)
    most = min(total, 2**32 - 1)
    return np.array([part * most // total for part in accumulate(each)], np.uint32).tobytes()


def _faster_jointly(bound: Sequence[Family], cards: int) -> bool:
    """Return whether hands dealt together are in their families more often than hands drawn one by one are disjoint."""
    held = fit = 1.0
    for player, family in enumerate(bound):
        held *= np.count_nonzero(family) / comb(cards, 3)
        fit *= comb(cards - 3 * player, 3) / comb(cards, 3)
    return held > fit


def _fit_together(bound: Sequence[Family]) -> bool:
    """Return whether the players can hold such hands at once, and True if a short search does not decide."""
    searched = 0

    def fit(left: list[np.ndarray[Any, Any]]) -> bool:
        nonlocal searched
        if not left:
            return True
        fewest = min(range(len(left)), key=lambda opponent: len(left[opponent]))
        others = left[:fewest] + left[fewest + 1 :]
        for hand in left[fewest]:
            searched += 1
            if searched > _SEARCHED or fit([hands[hands & hand == 0] for hands in others]):
                return True
        return False

    return fit([BITS[hands] for hands in bound])
