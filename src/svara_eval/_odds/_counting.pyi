from typing import Final, final

VERSION: Final[str]
DIGEST: Final[str]

@final
class Counter:
    def __new__(cls, family: bytes, exactly: bool) -> Counter: ...
    def counts(self, deck: int, most: int) -> list[list[int]]: ...
