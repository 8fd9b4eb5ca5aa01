"""The answer to a question about odds: counts of deals, and figures computed from them."""

from __future__ import annotations

from math import lcm, sqrt

from svara_eval._record import Record, final


@final
class Odds(Record):
    """The odds of a hand at a showdown.

    Attributes:
        counts: The numbers of deals in which the hero wins, ties with exactly 1, 2, … opponents, and loses.
        deals: The number of deals. Two deals differ if an opponent holds another hand.
        exact: Whether all deals were counted. If not, random deals were simulated.
        ranges: The points of each share of hands in the question, as a sentence: "top 15% is 23 to 34 points, 10.67%
            of all hands".

    >>> from svara_eval import odds
    >>> odds("7♣ K♥ K♦")
    Odds(counts=(3631, 18, 5), deals=3654, exact=True)
    >>> print(odds("7♣ K♥ K♦"))
    wins 99.37%, ties 0.49%, loses 0.14%; equity 0.9962, exact
    """

    __slots__ = ("counts", "deals", "exact", "ranges")
    counts: tuple[int, ...]
    deals: int
    exact: bool
    ranges: tuple[str, ...]

    def __init__(
        self, counts: tuple[int, ...], deals: int, exact: bool, ranges: tuple[str, ...] = ()
    ) -> None:  # as a record
        self._fill(counts, deals, exact, ranges)

    @property
    def win(self) -> float:
        """The probability that only the hero has the most points."""
        return self.counts[0] / self.deals

    @property
    def tie(self) -> float:
        """The probability that the hero shares the most points, which is a svara with the hero in it (B11)."""
        return sum(self.counts[1:-1]) / self.deals

    @property
    def lose(self) -> float:
        """The probability that an opponent has more points."""
        return self.counts[-1] / self.deals

    @property
    def ties(self) -> tuple[float, ...]:
        """The probabilities that the hero shares the most points with exactly 1, 2, … opponents."""
        return tuple(count / self.deals for count in self.counts[1:-1])

    @property
    def equity(self) -> float:
        """The expected share of the pot, 0 to 1. A tie with j opponents counts 1 / (j + 1) of it (D16)."""
        whole, shares = self._shares()
        return sum(count * share for count, share in zip(self.counts, shares, strict=False)) / (whole * self.deals)

    @property
    def std_error(self) -> float:
        """The standard error of the equity; 0 if the odds are exact."""
        if self.exact:
            return 0.0
        whole, shares = self._shares()
        mean = sum(count * share for count, share in zip(self.counts, shares, strict=False))
        square = sum(count * share**2 for count, share in zip(self.counts, shares, strict=False))
        return sqrt((square * self.deals - mean**2) / (whole**2 * self.deals**3))

    def _shares(self) -> tuple[int, list[int]]:
        """Return the pot, and the hero's part of it for a win and for ties with 1, 2, … opponents, as whole numbers.

        With weights, the counts may be larger than any float. So whole numbers are added up and divided once.
        """
        ways = range(1, len(self.counts))
        pot = lcm(*ways)
        return pot, [pot // players for players in ways]

    def ev(self, pot: float, call: float) -> float:
        """Return the expected value of a call, in chips: ``equity * (pot + call) - call``.

        Args:
            pot: The chips in the pot before the call, all bets included.
            call: The chips the call costs.

        >>> from svara_eval import odds
        >>> odds("A♠ A♦ 10♣", 5).ev(pot=100, call=20) > 0
        True
        """
        return self.equity * (pot + call) - call

    def __str__(self) -> str:
        parts = f"wins {self.win:.2%}, ties {self.tie:.2%}, loses {self.lose:.2%}"
        error = "exact" if self.exact else f"± {self.std_error:.4f} after {self.deals:,} random deals"
        return "\n".join([f"{parts}; equity {self.equity:.4f}, {error}", *self.ranges])

    def __repr__(self) -> str:
        fields = super().__repr__()
        return fields if self.ranges else fields.replace(", ranges=()", "")

    def _repr_svg_(self) -> str:
        """Draw the odds in a notebook."""
        from svara_eval._drawing import GOLD, INK, draw_shares

        shares = [("wins", self.win, "#fff"), ("ties", self.tie, GOLD), ("loses", self.lose, INK)]
        return draw_shares(str(self), shares, str(self).partition("; ")[2].splitlines())
