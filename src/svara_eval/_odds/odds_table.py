"""The odds table: exact counts for every hand against one to nine opponents who may hold any hand."""

from __future__ import annotations

from math import factorial

from svara_eval._odds.answer import Odds
from svara_eval._odds.opponents import MOST, index_of
from svara_eval.hands import HAND_COUNT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from svara_eval.types import HandLike


class OddsTable:
    """The counts for each class of hands under the symmetries.

    They are the numbers of sets of 1 to 9 opponents' hands in which nobody beats the hero and 0, 1, … tie.
    tools/make_odds.py writes the file.
    """

    def __init__(self) -> None:
        import sys
        import zlib
        from array import array
        from os.path import dirname, join

        loader: Any = __spec__ and __spec__.loader  # reads a zip too, and faster than importlib.resources is imported
        data = zlib.decompress(loader.get_data(join(dirname(__file__), "odds_table.bin")))
        classes, self.counts = array("H", data[: 2 * HAND_COUNT]), array("Q", data[2 * HAND_COUNT :])
        if sys.byteorder == "big":
            classes.byteswap()
            self.counts.byteswap()
        self.first = [MOST * number - 1 for number in classes]  # the position before the first answer about each hand
        self.answers: list[Odds | None] = [None] * (MOST * (max(classes) + 1))  # the answers given before

    def odds(self, hand: HandLike, opponents: int) -> Odds:
        place = self.first[index_of(hand)] + opponents
        answer = self.answers[place]
        if answer is None:
            answer = self.answers[place] = self._answer(*divmod(place, MOST))
        return answer

    def _answer(self, number: int, fewer: int) -> Odds:
        """Return the odds of a class of hands against one more opponent than ``fewer``."""
        opponents = fewer + 1
        width = sum(range(2, MOST + 2))
        start = number * width + opponents * (opponents + 1) // 2 - 1
        deals = factorial(29) // (6**opponents * factorial(29 - 3 * opponents))  # ordered
        ties = [factorial(opponents) * count for count in self.counts[start : start + opponents + 1]]
        return Odds((*ties, deals - sum(ties)), deals, True)


_table: OddsTable | None = None


def load() -> OddsTable:
    """Return the odds table, read on first use."""
    global _table
    if _table is None:
        _table = OddsTable()
    return _table
