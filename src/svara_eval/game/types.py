"""The types of the game, for annotations; ``import svara_eval.game`` does not load them."""

from collections.abc import Iterable
from random import Random
from typing import Literal, Protocol, TypeAlias

from svara_eval import Card
from svara_eval.game.actions import Action
from svara_eval.game.events import Shown, Started, Svara, Won
from svara_eval.game.view import View
from svara_eval.types import CardLike

#: What a player may do.
ActionKind: TypeAlias = Literal["look", "blind", "bet", "call", "raise", "fold", "join", "decline"]
#: Where a deal is: in the blind betting, in the open betting, asking who joins the svara, or over.
Phase: TypeAlias = Literal["blind", "open", "join", "over"]
#: What everybody at the table sees happen.
Event: TypeAlias = Started | Action | Shown | Won | Svara
#: The three cards of a player.
Hand: TypeAlias = tuple[Card, Card, Card]
#: Where the cards of a deal come from: a deck, a generator that shuffles one, or (None) the secure one of the system.
CardSource: TypeAlias = Iterable[CardLike] | Random | None


class Player(Protocol):
    """Whoever can play: given what his seat may know, he says what he does."""

    def act(self, view: View, /) -> Action:
        """The action of the seat ``view.seat``, whose turn it is; one that ``view.legal`` allows."""
