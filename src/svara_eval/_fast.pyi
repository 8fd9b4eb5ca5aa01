from typing import Final

from svara_eval.types import HandLike

VERSION: Final[str]
TABLE_DIGEST: Final[str]

def score(hand: HandLike, /) -> int: ...
