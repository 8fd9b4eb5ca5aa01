"""Types for annotations of what the library accepts; ``import svara_eval`` does not load them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, SupportsIndex, TypeAlias

if TYPE_CHECKING:
    from random import Random

    import numpy as np

#: Names a card: a :class:`~svara_eval.Card`, an integer from 0 to 31 or a string.
CardLike: TypeAlias = SupportsIndex | str
#: Names a hand: one string, or an iterable of three cards.
HandLike: TypeAlias = str | Iterable[CardLike]
#: What is known of an opponent: nothing, a range of points, a hand, or a collection of hands that they may hold.
OpponentLike: TypeAlias = (
    str | tuple[CardLike, CardLike, CardLike] | list[HandLike] | set[HandLike] | frozenset[HandLike] | None
)
#: The kind of a reading: what its cards make.
Kind: TypeAlias = Literal[
    "high_card",
    "suited",
    "aces",
    "three_of_a_kind",
    "two_sevens",
    "three_sevens",
    "joker_card",
    "joker_pair",
    "joker_suited",
]
#: A source of randomness: a ``random.Random``, a NumPy Generator, a seed of 0 or more, or None for the system's.
RandomSource: TypeAlias = "Random | np.random.Generator | SupportsIndex | None"
