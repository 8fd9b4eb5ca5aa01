"""The types of what a game is told and asked, for annotations; ``import svara_eval.game`` does not load them."""

from collections.abc import Iterable
from random import Random
from typing import Literal, TypeAlias

from svara_eval import Card
from svara_eval.types import CardLike

#: What a player may do.
ActionKind: TypeAlias = Literal["look", "blind", "bet", "call", "raise", "fold", "join", "decline"]
#: Where a deal is: in the blind betting, in the open betting, asking who joins the svara, or over.
Phase: TypeAlias = Literal["blind", "open", "join", "over"]
#: The three cards of a player.
Hand: TypeAlias = tuple[Card, Card, Card]
#: Where the cards of a deal come from: a deck, a generator that shuffles one, or (None) the secure one of the system.
CardSource: TypeAlias = Iterable[CardLike] | Random | None
