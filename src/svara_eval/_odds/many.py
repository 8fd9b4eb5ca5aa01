"""Counting deals of three or more opponents who may all hold the same hands, and perhaps one more who may not.

The compiled ``Counter`` counts sets of disjoint hands. For it 10, J, Q and K are one rank, the tens, and a hand scores
as if its tens differed in rank. That is wrong for three tens of one rank, which score 30 and not 10, and for the joker
with two, which scores 31 and not 21. The correction is exact: each such hand H of a set contributes its true family,
which is the family it was given plus a difference. Multiplied out, that is a sum over sets T of such hands, of the
product of their differences and the counts for the deck without T.
"""

from __future__ import annotations

from collections import defaultdict
from math import comb, factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from svara_eval._backend import BACKEND, CURE, compiled
from svara_eval._odds.counting import BITS, POINTS
from svara_eval._odds.opponents import ANY
from svara_eval.errors import BackendError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

ABOVE = 20  # points from which it is faster to count the hands that beat the hero than those that lose
_TOTALS = np.arange(35, dtype=np.int8)
_SPREAD = [sum((suits >> suit & 1) << 4 * suit for suit in range(4)) for suits in range(16)]  # a bit to a number each
_JOKER = 1


class Sets:
    """Counts sets of disjoint hands of two families, and remembers what it has counted.

    Args:
        family: For each total 0 … 34 the family of the hands that score it, 1 or 2, or 0 for neither.
        exactly: Whether only sets of exactly as many hands as asked are counted, which is faster.

    Raises:
        BackendError: The compiled modules are missing.
    """

    def __init__(self, family: NDArray[Any], *, exactly: bool) -> None:
        if BACKEND != "cython":
            raise BackendError(f"exact odds against three or more unknown opponents need the compiled modules; {CURE}")
        self.counter = compiled("_odds._counting").Counter(family.astype(np.uint8)[POINTS].tobytes(), exactly)
        self.differences = {2: _difference(family[31], family[21]), 3: _difference(family[30], family[10])}

    def rows(self, decks: Mapping[int, int], hands: int) -> list[list[int]]:
        """Count the sets of p hands of the first family and q of the second.

        Args:
            decks: Sets of cards, one bit for each card, and how often to count those of each.
            hands: The most hands of a set, 1 to 9.

        Returns:
            One row for each p + q = 0 … hands, and in a row one count for each q.

        >>> sets = Sets(np.arange(35) > 0, exactly=False)
        >>> sets.rows({2**6 - 1: 1}, 2)
        [[1], [20, 0], [10, 0, 0]]
        """
        found = [[0] * (size + 1) for size in range(hands + 1)]
        for (deck, taken), times in self._without_exceptions(decks, hands).items():
            for size, row in enumerate(self.counter.counts(deck, hands - taken), taken):
                for second, count in enumerate(row):
                    if count:
                        for more, factor in enumerate(times):
                            if factor:
                                found[size][second + more] += factor * count
        return found

    def _without_exceptions(self, decks: Mapping[int, int], hands: int) -> dict[tuple[int, int], list[int]]:
        """Return the decks that the counter is asked about, without the cards of each set T, and the size of T.

        Returns:
            How often to count each, for T with 0, 1, … hands of the second family.
        """
        found: dict[tuple[int, int], list[int]] = {}
        known = {}
        for deck, times in decks.items():
            tens = tuple(sorted(deck >> rank & 15 for rank in (12, 16, 20, 24)))  # ranks are alike
            key = tens, deck & _JOKER
            if key not in known:
                known[key] = self._exceptions(*key, hands)
            rest = (deck & 0xFFF & ~_JOKER) | deck >> 28 << 12
            for (left, joker, size, second), factor in known[key].items():
                counts = found.setdefault((rest | joker | left << 16, size), [0] * (size + 1))
                counts[second] += factor * times
        return found

    def _exceptions(self, tens: tuple[int, ...], joker: int, most: int) -> dict[tuple[int, int, int, int], int]:
        """Return the sums of the products of the differences over sets T.

        Args:
            tens: The suits of the cards of each of the four ranks, one bit each.
            joker: 1 if the joker is there.
            most: The most hands of T.

        Returns:
            The sums by the number of tens of each suit that T leaves, whether it leaves the joker, the number of hands
            of T, and how many of them are of the second family.
        """
        found = {(0, joker, 0, 0): 1}
        for suits in tens:
            before, found = found, defaultdict(int)
            for (left, joker, size, second), factor in before.items():
                found[left + _SPREAD[suits], joker, size, second] += factor
                for taken in range(suits + 1):
                    cards = taken.bit_count()
                    if size < most and taken & suits == taken and (cards == 3 or (cards == 2 and joker)):
                        for family, sign in self.differences[cards]:
                            after = left + _SPREAD[suits ^ taken], joker & (cards == 3), size + 1, second + family - 1
                            found[after] += sign * factor
        return found


def _difference(family: int, given: int) -> list[tuple[int, int]]:
    """Return the families that a hand adds to a product of families, and the sign of each."""
    return [(int(of), sign) for of, sign in ((family, 1), (given, -1)) if of] if family != given else []


class Alike:
    """Counts deals of opponents who may all hold the same hands, and remembers them for the next question.

    Args:
        within: The totals of the hands that each may hold.
    """

    def __init__(self, within: frozenset[int] = ANY) -> None:
        self.within = within
        self.points = 0
        self.of_points: Sets | None = None
        self.of_all: Sets | None = None

    def count(self, points: int, cards: int, opponents: int) -> list[int]:
        """Count the deals in which nobody beats the hero and 0, 1, … opponents tie, and the deals the hero loses.

        Args:
            points: The hero's points.
            cards: The cards left to deal, one bit for each.
            opponents: 1 to 9.

        >>> Alike().count(31, 2**32 - 1, 1)
        [4854, 76, 30]
        """
        ties, deals = self._ties(points, {cards: 1}, opponents), self._deals({cards: 1}, opponents)
        return [factorial(opponents) * count for count in (*ties, deals - sum(ties))]

    def count_with(self, points: int, cards: int, opponents: int, hands: Mapping[int, int]) -> list[int]:
        """Count the same deals with one more opponent.

        Args:
            points, cards, opponents: As for ``count``.
            hands: The indices of the hands that the other opponent may hold, all from the cards, with their weights.

        >>> Alike().count_with(20, 2**32 - 1, 1, dict.fromkeys(range(4960), 1)) == Alike().count(20, 2**32 - 1, 2)
        True
        """
        below, at, any_of = (
            {cards & ~int(BITS[hand]): weight for hand, weight in hands.items() if kind[hand]}
            for kind in (POINTS < points, POINTS == points, POINTS > 0)
        )
        ties = [*self._ties(points, below, opponents), 0]
        for tied, count in enumerate(self._ties(points, at, opponents), 1):
            ties[tied] += count
        return [factorial(opponents) * count for count in (*ties, self._deals(any_of, opponents) - sum(ties))]

    def _deals(self, decks: Mapping[int, int], opponents: int) -> int:
        """Count the sets of the opponents' hands.

        Args:
            decks: Sets of equally many cards, one bit for each card, and how often to count those of each.
            opponents: 1 to 9.
        """
        if self.within == ANY:
            return sum(times * deals_of(deck.bit_count(), opponents) for deck, times in decks.items())
        if self.of_all is None:
            self.of_all = Sets(np.isin(_TOTALS, [*self.within]), exactly=True)
        return self.of_all.rows(decks, opponents)[opponents][0]

    def _ties(self, points: int, decks: Mapping[int, int], opponents: int) -> list[int]:
        """Count the sets of the opponents' hands in which none beats the hero and 0, 1, … tie."""
        if not decks:
            return [0] * (opponents + 1)
        above = self.within == ANY and points >= ABOVE
        if self.of_points is None or points != self.points:  # counts for other points are no longer useful
            self.points = points
            family = families(points, above=above) * np.isin(_TOTALS, [*self.within])
            self.of_points = Sets(family, exactly=not above)
        rows = self.of_points.rows(decks, opponents)
        return ties_of(rows, next(iter(decks)).bit_count(), opponents) if above else rows[opponents]


def families(points: int, *, above: bool) -> NDArray[np.uint8]:
    """Return the family of each number of points: 2 for the hero's, 1 for more if ``above``, otherwise for fewer."""
    first = points < _TOTALS if above else points > _TOTALS
    return np.where(points == _TOTALS, np.uint8(2), first).astype(np.uint8)


def deals_of(cards: int, hands: int) -> int:
    """Count the sets of that many disjoint hands from that many cards.

    >>> deals_of(29, 1), deals_of(29, 9)
    (3654, 1208883745669600000)
    """
    orders: int = 6**hands * factorial(hands)
    return factorial(cards) // (orders * factorial(cards - 3 * hands))


def ties_of(rows: list[list[int]], cards: int, opponents: int) -> list[int]:
    """Count the sets of hands in which nobody beats the hero and 0, 1, … tie, by inclusion and exclusion.

    Each hand contributes the factor 1, less 1 if it beats the hero, plus x - 1 if it ties. The power of x is the number
    of ties, and the opponents who are not chosen hold any hands.

    Args:
        rows: The counts of ``Sets``: the first family beats the hero, the second ties.
        cards: The number of cards left to deal.
        opponents: 1 to 9.
    """
    ties = [0] * (opponents + 1)
    for chosen in range(opponents + 1):
        freely = deals_of(cards - 3 * chosen, opponents - chosen)
        for tied, count in enumerate(rows[chosen]):
            for power in range(tied + 1):
                ties[power] += (-1) ** (chosen - power) * comb(tied, power) * count * freely
    return ties
