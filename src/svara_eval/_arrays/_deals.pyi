from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

VERSION: Final[str]
DIGEST: Final[str]

def fill_deals(seed: Sequence[int], deals: NDArray[np.uint8], players: int) -> None: ...
