"""The odds table: exact counts for every hand against one to nine unknown opponents."""

from __future__ import annotations

from math import factorial

from svara_eval._backend import BACKEND, compiled
from svara_eval._odds.answer import Odds
from svara_eval.hands import hand_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from svara_eval.types import HandLike

MOST: Final = 9  # opponents


class OddsTable:
    """For each class of hands under the symmetries, and 1 to 9 opponents: in how many sets of their hands nobody beats
    the hero and 0, 1, … tie. tools/make_odds.py makes it.
    """

    def __init__(self) -> None:
        import sys
        import zlib
        from array import array

        with open(__file__.removesuffix("odds_table.py") + "odds_table.bin", "rb") as file:
            data = zlib.decompress(file.read())
        self.class_of = array("H", data[: 2 * 4960])
        self.counts = array("Q", data[2 * 4960 :])
        if sys.byteorder == "big":
            self.class_of.byteswap()
            self.counts.byteswap()
        self.index_of = compiled("_fast").index if BACKEND == "cython" else hand_index
        self.width = sum(opponents + 1 for opponents in range(1, MOST + 1))
        self.deals = [factorial(29) // (6**k * factorial(29 - 3 * k)) for k in range(MOST + 1)]  # ordered
        self.orders = [factorial(k) for k in range(MOST + 1)]
        self.starts = [k * (k + 1) // 2 - 1 for k in range(MOST + 1)]

    def odds(self, hand: HandLike, opponents: int) -> Odds:
        start = self.class_of[self.index_of(hand)] * self.width + self.starts[opponents]
        orders, deals = self.orders[opponents], self.deals[opponents]
        ties = [orders * count for count in self.counts[start : start + opponents + 1]]
        return Odds((*ties, deals - sum(ties)), deals, True)


_table: OddsTable | None = None


def load() -> OddsTable:
    """The table, read on first use."""
    global _table
    if _table is None:
        _table = OddsTable()
    return _table
