from collections.abc import Callable
from typing import Final

VERSION: Final[str]
DIGEST: Final[str]

def score_lines(
    block: bytes,
    keep_bad: bool,
    skip_bad: bool,
    other: Callable[[int, bytes], bytes],
    write: Callable[[bytes], object],
) -> tuple[int, list[int]]: ...
