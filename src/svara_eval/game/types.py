"""The types that the game takes and returns, for annotations; ``import svara_eval.game`` does not load them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias

from svara_eval import Card
from svara_eval.types import CardLike

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ActionKind", "CardSource", "Hand", "Phase", "Size"]

#: The kinds of action.
ActionKind: TypeAlias = Literal["look", "blind", "bet", "call", "raise", "fold", "join", "decline"]
#: The phase of a deal: blind betting, open betting, asking who joins the svara, or over.
Phase: TypeAlias = Literal["blind", "open", "join", "over"]
#: The sizes of a blind, a bet and a raise.
Size: TypeAlias = Literal["min", "half pot", "pot", "max"]
#: The three cards of a player.
Hand: TypeAlias = tuple[Card, Card, Card]
#: The source of a deal's cards: a deck, a generator that shuffles one, or None for the system's secure randomness.
CardSource: TypeAlias = "Iterable[CardLike] | Random | np.random.Generator | None"
