"""The types of what the library takes, for annotations; ``import svara_eval`` does not load them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, SupportsIndex, TypeAlias

if TYPE_CHECKING:
    from random import Random

    import numpy as np

#: What names a card: a :class:`~svara_eval.Card`, a number from 0 to 31, or a text.
CardLike: TypeAlias = SupportsIndex | str
#: What names a hand: one text, or an iterable of three cards.
HandLike: TypeAlias = str | Iterable[CardLike]
#: What is known of an opponent: nothing, a hand or a range of points, a hand, or some hands of which he holds one.
OpponentLike: TypeAlias = (
    str | tuple[CardLike, CardLike, CardLike] | list[HandLike] | set[HandLike] | frozenset[HandLike] | None
)
#: What a reading makes of its cards.
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
