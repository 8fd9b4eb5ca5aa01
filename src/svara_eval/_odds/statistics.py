"""The game in numbers: how often a showdown ends in a svara, and with how many points it is won."""

from __future__ import annotations

from svara_eval._backend import score
from svara_eval._odds.odds_table import MOST
from svara_eval._odds.question import odds
from svara_eval.errors import SvaraError
from svara_eval.hands import all_hands


def _won(players: int) -> dict[int, tuple[int, int, int]]:
    """By the points of the best hand: in how many deals it is unshared, shared, and how many deals there are in all.

    A deal with s best hands is met s times when each player in turn is the hero, so it counts 1 / s each time; 2520 is
    a multiple of every s.
    """
    if not 2 <= players <= MOST + 1:
        raise SvaraError(f"{players} players; a showdown has 2 to {MOST + 1}")
    found: dict[int, list[int]] = {}
    for hand in all_hands():
        fare = odds(hand, players - 1)
        alone_and_shared = found.setdefault(score(hand), [0, 0])
        alone_and_shared[0] += players * 2520 * fare.counts[0]
        alone_and_shared[1] += sum(
            players * 2520 * count // (tied + 1) for tied, count in enumerate(fare.counts[1:-1], 1)
        )
    deals = 4960 * fare.deals * 2520
    return {points: (alone, shared, deals) for points, (alone, shared) in sorted(found.items())}


def svara_probability(players: int) -> float:
    """The probability that a showdown of all players ends in a svara (B11).

    Args:
        players: 2 to 10.

    Raises:
        SvaraError: another number of players.

    >>> round(svara_probability(2), 4), round(svara_probability(10), 4)
    (0.1031, 0.1259)
    """
    return sum(shared / deals for _, shared, deals in _won(players).values())


def winning_points(players: int) -> dict[int, float]:
    """The probabilities of the points of the best hand at a showdown of all players.

    Args:
        players: 2 to 10.

    Raises:
        SvaraError: another number of players.

    >>> best = winning_points(4)
    >>> max(best, key=best.get), round(sum(best.values()), 12)
    (21, 1.0)
    """
    return {points: (alone + shared) / deals for points, (alone, shared, deals) in _won(players).items()}
