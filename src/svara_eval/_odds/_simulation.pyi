from collections.abc import Sequence
from typing import Final

VERSION: Final[str]
DIGEST: Final[str]

def simulate_one(outcomes: bytes, seed: Sequence[int], block: int, deals: int) -> list[int]: ...
def simulate(
    points: int,
    deck: bytes,
    free: int,
    bound: list[tuple[bytes, bytes, bytes]],
    jointly: bool,
    seed: Sequence[int],
    block: int,
    deals: int,
    tries: int,
    stop: bytearray,
) -> list[int] | None: ...
