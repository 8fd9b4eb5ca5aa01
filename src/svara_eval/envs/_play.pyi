from collections.abc import Sequence
from typing import Final, final

from typing_extensions import Buffer

VERSION: Final[str]
DIGEST: Final[str]

@final
class Rows:
    def __new__(
        cls,
        count: int,
        amounts: tuple[int, int, int, int | None, int],
        stacks: Sequence[int | None],
        fee_is_pot: bool,
        split: bool,
        seed: Sequence[int],
        arrays: Sequence[Buffer],
    ) -> Rows: ...
    def deal(self, first: int, last: int) -> None: ...
    def check(self, choices: Buffer) -> tuple[int, bool]: ...
    def step(self, choices: Buffer, first: int, last: int) -> None: ...
    def legal(self, row: int) -> tuple[int, int]: ...
