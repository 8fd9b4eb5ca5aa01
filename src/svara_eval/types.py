"""Types for annotations, and the kinds of readings; ``import svara_eval`` does not load this module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, SupportsIndex, TypeAlias, get_args

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction
    from random import Random

    import numpy as np

__all__ = [
    "KINDS",
    "CardLike",
    "HandLike",
    "Kind",
    "Language",
    "OpponentLike",
    "RandomSource",
    "RangeLike",
    "ScoreCards",
]

#: Names a card: a :class:`~svara_eval.Card`, an integer from 0 to 31 or a string.
CardLike: TypeAlias = SupportsIndex | str
#: Names a hand: one string, or an iterable of three cards.
HandLike: TypeAlias = str | Iterable[CardLike]
#: What is known about a player: their hand, a range of points, a collection of hands that they may hold, or a mapping
#: from such hands to weights.
RangeLike: TypeAlias = HandLike | Iterable[HandLike] | Mapping[Any, "SupportsIndex | float | Fraction | Decimal"]
#: What is known about an opponent: the same, or None for nothing.
OpponentLike: TypeAlias = RangeLike | None
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
#: The kinds of readings, in the order of the table of readings in the rules.
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
#: A language of sentences for people: English or Bulgarian.
Language: TypeAlias = Literal["en", "bg"]
#: A source of randomness: a ``random.Random``, a NumPy Generator, a seed of 0 or more, or None for system randomness.
RandomSource: TypeAlias = "Random | np.random.Generator | SupportsIndex | None"


class ScoreCards(Protocol):
    """The type of :data:`~svara_eval.score_cards`: a NumPy ufunc, or a plain function on the backend "python".

    The points come in the same kind of object as the numbers: integers give a NumPy int8, Series a Series. Options
    other than ``out``, such as ``where`` and ``dtype``, are those of every ufunc.
    """

    def __call__(self, c0: Any, c1: Any, c2: Any, /, out: Any = None, **options: Any) -> Any: ...
