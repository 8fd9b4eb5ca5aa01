from typing import Final

from svara_eval.types import HandLike

VERSION: Final[str]
DIGEST: Final[str]

def score(hand: HandLike, /) -> int: ...
def index(hand: HandLike, /) -> int: ...
