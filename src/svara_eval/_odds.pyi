from collections.abc import Sequence
from typing import Final, final

from svara_eval.types import HandLike

VERSION: Final[str]
TABLE_DIGEST: Final[str]

def index(hand: HandLike, /) -> int: ...

@final
class Counter:
    def __new__(cls, hands: bytes, family: bytes, most: int, exactly: bool) -> Counter: ...
    def counts(self, cards: int) -> list[list[int]]: ...

def simulate_one(outcomes: bytes, seed: Sequence[int], block: int, deals: int) -> list[int]: ...
def simulate(
    points: int,
    deck: bytes,
    free: int,
    bound: list[tuple[bytes, bytes]],
    jointly: bool,
    seed: Sequence[int],
    block: int,
    deals: int,
    tries: int,
) -> list[int] | None: ...
