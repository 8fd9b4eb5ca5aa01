"""Score hands one after the other, count how many score each total, and report what is wrong with invalid hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from svara_eval import SvaraError, score
from svara_eval._messages import located, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

#: What to do with a line or a row that is not a hand.
Errors: TypeAlias = Literal["raise", "skip", "coerce"]

MOST_REPORTS: Final = 20


class Tally:
    """The hands of a file by points.

    Args:
        errors: "raise" the error of the first invalid hand, "skip" such hands, or "coerce" their points to 0.
        report: A function that accepts the location and the error of an invalid hand; called for the first twenty.

    Attributes:
        counts: The number of hands that scored each total, by points, 0 to 34; at 0, the invalid hands.
        reason: The error of the latest invalid hand.

    >>> tally = Tally("skip", print)
    >>> tally.points("7c Kh Kd", "line 1"), tally.points(["7c", "Kh", "Kh"], "line 2")
    line 2 ('7c', 'Kh', 'Kh'): K♥ is given twice (card 2 and card 3 of 7♣ K♥ K♥); each card exists once
    (31, 0)
    >>> tally.counts[31], tally.counts[0]
    (1, 1)
    """

    def __init__(self, errors: Errors, report: Callable[[str], object]) -> None:
        self.errors = errors
        self.counts = [0] * 35
        self.reason = ""
        self._report = report

    @property
    def bad(self) -> int:
        """The number of invalid hands."""
        return self.counts[0]

    @property
    def reporting(self) -> bool:
        """Whether the next invalid hand raises an error or is reported."""
        return self.errors == "raise" or self.bad < MOST_REPORTS

    def keeps(self, points: int) -> bool:
        """Whether a hand with these points belongs in the output."""
        return points > 0 or self.errors == "coerce"

    def points(self, hand: str | Sequence[str], place: str, hint: str = "") -> int:
        """Score a hand and count it.

        Args:
            hand: A string, or three cells.
            place: The location of the hand.
            hint: Text to add to the error of an invalid hand.

        Returns:
            The points of the hand; 0 if it is invalid.

        Raises:
            SvaraError: The hand is invalid and ``errors`` is "raise".
        """
        try:
            points = score(hand)
        except SvaraError as error:
            place = place if isinstance(hand, str) else f"{place} ({shown(hand)[1:-1]})"
            return self.refuse(type(error)(f"{error}{hint}"), place)
        self.counts[points] += 1
        return points

    def refuse(self, error: SvaraError, place: str) -> int:
        """Raise the error of an invalid hand with its place, or report and count it; return its points, 0."""
        if self.errors == "raise":
            with located(place):
                raise error
        if self.reporting:
            self._report(f"{place}: {error}")
        self.reason = str(error)
        self.counts[0] += 1
        return 0
