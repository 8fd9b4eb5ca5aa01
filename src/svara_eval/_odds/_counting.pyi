from typing import Final, final

VERSION: Final[str]
DIGEST: Final[str]

@final
class Counter:
    def __new__(cls, hands: bytes, family: bytes, most: int, exactly: bool) -> Counter: ...
    def counts(self, cards: int) -> list[list[int]]: ...
