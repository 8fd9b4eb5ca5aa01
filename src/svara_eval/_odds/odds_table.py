"""The odds table: exact counts for every hand against one to nine opponents who may hold any hand."""

from __future__ import annotations

from math import factorial

from svara_eval._backend import BACKEND, compiled
from svara_eval._odds.answer import Odds
from svara_eval._odds.opponents import MOST
from svara_eval.hands import hand_index

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
    """The odds table, read on first use."""
    global _table
    if _table is None:
        _table = OddsTable()
    return _table
