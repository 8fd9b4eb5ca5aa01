"""All showdowns together: how often they end in a svara, and with how many points they are won."""

from __future__ import annotations

from svara_eval._arguments import whole
from svara_eval._backend import score
from svara_eval._odds.opponents import MOST
from svara_eval._odds.question import odds
from svara_eval.hands import HAND_COUNT, all_hands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsIndex


def _won(players: SupportsIndex) -> dict[int, tuple[int, int, int]]:
    """Count the deals won by one player and the deals that tie, by the points of the best hand, and all deals.

    Taking each player as the hero in turn, a deal with s best hands comes up s times, so it counts 1 / s each time. All
    numbers are multiplied by 2520, a multiple of every s.
    """
    number = whole(players, "players", 2, MOST + 1)
    found: dict[int, list[int]] = {}
    for hand in all_hands():
        answer = odds(hand, number - 1)
        alone_and_shared = found.setdefault(score(hand), [0, 0])
        alone_and_shared[0] += number * 2520 * answer.counts[0]
        alone_and_shared[1] += sum(
            number * 2520 * count // (tied + 1) for tied, count in enumerate(answer.counts[1:-1], 1)
        )
    deals = HAND_COUNT * answer.deals * 2520
    return {points: (alone, shared, deals) for points, (alone, shared) in sorted(found.items())}


def svara_probability(players: SupportsIndex) -> float:
    """Return the probability that a showdown ends in a svara (B11).

    Args:
        players: The number of players at the showdown, 2 to 10.

    Raises:
        SvaraError: The number is out of bounds.
        TypeError: The number is not whole.

    >>> round(svara_probability(2), 4), round(svara_probability(10), 4)
    (0.1031, 0.1259)
    """
    return sum(shared / deals for _, shared, deals in _won(players).values())


def winning_points(players: SupportsIndex) -> dict[int, float]:
    """Return the probability of each score that the best hand of a showdown can have.

    Args:
        players: The number of players at the showdown, 2 to 10.

    Raises:
        SvaraError: The number is out of bounds.
        TypeError: The number is not whole.

    >>> best = winning_points(4)
    >>> max(best, key=best.get), round(sum(best.values()), 12)
    (21, 1.0)
    """
    return {points: (alone + shared) / deals for points, (alone, shared, deals) in _won(players).items()}
